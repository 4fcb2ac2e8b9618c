//! How a worker hands over records that are to get other neighbours: each with its ends before it.

use super::{Ends, Joints, Member};
use crate::format::{Entry, Sink};

/// Writes the records that another sink writes, each with its ends, its number and its length.
pub struct Linked<'a> {
    /// What they are written by.
    pub sink: &'a dyn Sink,
    /// How they follow each other.
    pub joints: Joints<'a>,
}

const HEAD: usize = 20;

impl Sink for Linked<'_> {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let at = out.len();
        out.extend_from_slice(&[0; HEAD]);
        self.sink.write(entry, out);
        let ends = self.ends(entry);
        let len = (out.len() - at - HEAD) as u64;
        out[at..at + 3].copy_from_slice(&ends.to_bytes());
        out[at + 3] = u8::from(entry.record.is_last);
        out[at + 4..at + 12].copy_from_slice(&entry.record.offset.to_le_bytes());
        out[at + 12..at + HEAD].copy_from_slice(&len.to_le_bytes());
    }

    fn lost(&self, game: &crate::Game) -> u64 {
        self.sink.lost(game)
    }
}

impl Linked<'_> {
    /// What is not a record of the format that is written gets written as a plain one.
    fn ends(&self, entry: &Entry<'_>) -> Ends {
        if entry.source.is_same(self.joints.source()) {
            self.joints.ends(entry.record)
        } else {
            Ends { beginning: super::Beginning::Event, ..Ends::LINE }
        }
    }
}

/// Reads back what the sink wrote; `behind` is where the record before ended in its input.
pub fn members<'a>(
    mut out: &'a [u8],
    behind: &'a mut Option<u64>,
) -> impl Iterator<Item = Member<'a>> {
    std::iter::from_fn(move || {
        let (head, rest) = out.split_first_chunk::<HEAD>()?;
        let [b, e, p, last, numbers @ ..] = *head;
        let number = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&numbers[at..at + 8]);
            u64::from_le_bytes(bytes)
        };
        let (offset, len) = (number(0), number(8));
        let (bytes, rest) = rest.split_at(usize::try_from(len).ok()?);
        out = rest;
        let is_neighbour = *behind == Some(offset);
        *behind = Some(offset + len);
        let ends = Ends::from_bytes([b, e, p]);
        Some(Member { bytes, ends, is_neighbour, is_last: last != 0 })
    })
}
