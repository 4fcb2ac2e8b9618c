//! The way to a move: which variations lead to it.

use std::fmt;

use super::{Visit, Walk};

/// The variations that a move is in, from the outermost on: instead of which ply each of them is played, and which it is of several
/// that are. In text, `24(1)27(2)`: the first variation instead of ply 24, and in that the second instead of ply 27.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Way(Vec<(u32, u32)>);

impl Way {
    /// The way to the move whose word begins at this byte; none where there is no such move.
    #[must_use]
    pub fn to(walk: Walk<'_>, at: usize) -> Option<Way> {
        let mut walk = walk.carrying(0);
        let (mut way, mut begun) = (Way::default(), vec![0]);
        while let Some(visit) = walk.next() {
            match visit {
                Visit::Move(node) if node.span.start == at => return Some(way),
                Visit::Move(node) => {
                    *walk.note_mut() = node.ply;
                    begun.truncate(node.depth);
                    begun.push(0);
                }
                Visit::Begin(_) => {
                    let count = begun.last_mut()?;
                    *count += 1;
                    way.0.push((walk.note() + 1, *count));
                    begun.push(0);
                }
                Visit::End => {
                    way.0.pop();
                    begun.truncate(way.0.len() + 1);
                }
                _ => {}
            }
        }
        None
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(ply, count)| write!(f, "{ply}({count})"))
    }
}
