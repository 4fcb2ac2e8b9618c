//! From the text of a record to a tree of its moves: those that a judgement is made of, and no others.

use std::mem;
use std::ops::Range;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Chess, Color, Move, Position as _};

use super::columns;
use crate::format::Entry;
use crate::play::Player;
use crate::play::tree::{Node, Visit, Walk, comment_text};
use crate::tables::{MoveId, MoveTree, Open, mark};
use crate::text::encoding::brief;

/// As many moves are kept of a record: each takes more room than its text.
pub(super) const MOST: usize = 1 << 16;

/// A tree, and whether there were too many moves for it.
pub(super) struct Growth {
    pub(super) tree: MoveTree,
    pub(super) is_cut: bool,
}

/// Makes a tree of a record, with variations where they count.
pub(super) fn grow(entry: &Entry<'_>, has_variations: bool) -> Result<Growth, Open> {
    let Some((start, moves)) = entry.source.moves(entry.record) else {
        return position(entry).map(|tree| Growth { tree, is_cut: false });
    };
    if start.variant != Some(Variant::Chess) {
        return Err(Open::Variant);
    }
    let walk = Walk::new(&mut Player::default(), &moves, &start).ok_or(Open::Illegal)?;
    let VariantPosition::Chess(start) = walk.position().clone() else { return Err(Open::Variant) };
    let mut text = MoveText::new(moves.bytes, has_variations);
    text.is_broken = walk.main_line().last.is_none();
    text.read(walk.carrying(NodePlace::default()));
    Ok(Growth { tree: text.tree(start), is_cut: text.is_cut })
}

/// The tree of a record that is no more than a position.
fn position(entry: &Entry<'_>) -> Result<MoveTree, Open> {
    let start = entry.game.start.as_ref().and_then(columns::position);
    let mut tree = MoveTree::new(start.ok_or(Open::Illegal)?);
    if entry.game.plies > 0 || entry.game.has_fault() {
        tree.set_broken();
    }
    Ok(tree)
}

/// A move of the text.
struct TextMove {
    played: Move,
    depth: usize,
    /// Whether White could have played it instead; then nothing that follows counts.
    is_other: bool,
    mark: Option<String>,
    next: Vec<usize>,
}

/// Where a walk is.
#[derive(Clone, Copy, Default)]
struct NodePlace {
    /// The move that led there.
    last: Option<usize>,
    /// Whether what follows does not count.
    is_out: bool,
}

/// The moves as they are met.
struct MoveText<'a> {
    bytes: &'a [u8],
    has_variations: bool,
    first: Vec<usize>,
    moves: Vec<TextMove>,
    /// Whether the next move is the first one of a variation.
    is_beginning: bool,
    /// A mark before the first move of a variation.
    ahead: Option<String>,
    is_broken: bool,
    is_cut: bool,
}

impl<'a> MoveText<'a> {
    fn new(bytes: &'a [u8], has_variations: bool) -> MoveText<'a> {
        let (first, moves) = (Vec::new(), Vec::new());
        MoveText {
            bytes,
            has_variations,
            first,
            moves,
            is_beginning: false,
            ahead: None,
            is_broken: false,
            is_cut: false,
        }
    }

    fn read(&mut self, mut walk: Walk<'_, NodePlace>) {
        while let Some(visit) = walk.next() {
            match visit {
                Visit::Move(node) => {
                    let mover = !walk.position().turn();
                    *walk.note_mut() = self.add(&node, *walk.note(), mover);
                }
                Visit::Begin(_) => self.begin(),
                Visit::End => self.is_beginning = false,
                Visit::Comment(span) => self.comment(span, *walk.note()),
                Visit::Glyph { nag, .. } => self.sign(mark("", nag.as_slice()), *walk.note()),
                Visit::Fault(_) | Visit::Doubt(_) | Visit::Result(_) => {}
            }
        }
    }

    /// A variation begins. What stood in one without moves marks nothing.
    fn begin(&mut self) {
        self.is_beginning = true;
        self.ahead = None;
    }

    /// Takes in a move, and says where it leads.
    fn add(&mut self, node: &Node, before: NodePlace, mover: Color) -> NodePlace {
        let begins = mem::take(&mut self.is_beginning);
        let ahead = self.ahead.take();
        // Marks of moves that do not count are not those of the last one that does.
        let nowhere = NodePlace { last: None, is_out: true };
        if before.is_out || (node.depth > 0 && !self.has_variations) {
            return nowhere;
        }
        let Some(played) = node.played else {
            // A turn that passes is not a move: the tables have nothing to say of it.
            self.is_broken |= node.depth == 0;
            return nowhere;
        };
        let is_other = begins && mover == Color::White;
        let new = TextMove { played, depth: node.depth, is_other, mark: ahead, next: Vec::new() };
        match self.find_or_add(before.last, new) {
            Some(id) => NodePlace { last: Some(id), is_out: self.moves[id].is_other },
            None => nowhere,
        }
    }

    /// A variation that begins with the move it stands for goes on with it. None where there are too many moves.
    fn find_or_add(&mut self, last: Option<usize>, new: TextMove) -> Option<usize> {
        let same = |id: &&usize| self.moves[**id].played == new.played;
        if let Some(&id) = self.next(last).iter().find(same) {
            let known = &mut self.moves[id];
            known.depth = known.depth.min(new.depth);
            known.is_other &= new.is_other;
            return Some(id);
        }
        if self.moves.len() >= MOST && new.depth > 0 {
            self.is_cut = true;
            return None;
        }
        let id = self.moves.len();
        self.moves.push(new);
        match last {
            Some(last) => self.moves[last].next.push(id),
            None => self.first.push(id),
        }
        Some(id)
    }

    fn next(&self, last: Option<usize>) -> &[usize] {
        last.map_or(&self.first, |last| &self.moves[last].next)
    }

    fn comment(&mut self, span: Range<usize>, place: NodePlace) {
        self.sign(mark(&brief(comment_text(&self.bytes[span])), &[]), place);
    }

    /// Marks the last move, or the one that comes first in its variation. Words count more than glyphs.
    fn sign(&mut self, mark: Option<String>, place: NodePlace) {
        let Some(mark) = mark else { return };
        let kept = match place.last {
            _ if self.is_beginning => &mut self.ahead,
            Some(last) => &mut self.moves[last].mark,
            None => return,
        };
        let is_word = |mark: &str| mark.starts_with('<');
        if kept.as_deref().is_none_or(|kept| is_word(&mark) && !is_word(kept)) {
            *kept = Some(mark);
        }
    }

    /// The tree, with what goes on before what could have been played instead.
    fn tree(&mut self, start: Chess) -> MoveTree {
        let mut tree = MoveTree::new(start);
        if self.is_broken {
            tree.set_broken();
        }
        let mut ahead = vec![Offshoot::Line(None, None)];
        while let Some(branch) = ahead.pop() {
            let (last, parent) = match branch {
                Offshoot::Line(last, parent) => (last, parent),
                Offshoot::Variation(id, parent) => {
                    (Some(id), Some(self.push(&mut tree, id, parent)))
                }
            };
            let mut next = self.next(last).to_vec();
            next.sort_by_key(|id| self.moves[*id].depth);
            let Some((&main, others)) = next.split_first() else { continue };
            let pushed = self.push(&mut tree, main, parent);
            ahead.push(Offshoot::Line(Some(main), Some(pushed)));
            ahead.extend(others.iter().rev().map(|id| Offshoot::Variation(*id, parent)));
        }
        tree
    }

    fn push(&mut self, tree: &mut MoveTree, id: usize, parent: Option<MoveId>) -> MoveId {
        let pushed = tree.push(parent, self.moves[id].played).expect("it was played before");
        if let Some(mark) = self.moves[id].mark.take() {
            tree.set_mark(pushed, mark);
        }
        pushed
    }
}

/// What is still to be put into a tree, and after which move of it.
enum Offshoot {
    /// What follows a move.
    Line(Option<usize>, Option<MoveId>),
    /// A move that was not played.
    Variation(usize, Option<MoveId>),
}
