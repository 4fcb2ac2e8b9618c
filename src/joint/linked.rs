//! Records that are to get other neighbours: a worker hands each over with its ends.

use super::{Beginning, Ends, Joints, Member};
use crate::fault::Fault;
use crate::format::{Entry, Sink};
use crate::game::Game;
use crate::run::{Chunk, Collector, SinkCollector};

/// Collects the records that a sink writes, each with its ends.
pub struct Linked<'a> {
    written: SinkCollector<'a>,
    joints: Joints<'a>,
}

/// Records of a chunk, one after the other as they were written.
pub struct Links {
    bytes: Vec<u8>,
    links: Vec<Link>,
}

/// What is known of one of them.
struct Link {
    ends: Ends,
    /// Where it began in its input, and how many bytes were written.
    offset: u64,
    len: usize,
    is_last: bool,
}

impl<'a> Linked<'a> {
    /// Records that this sink writes, and that follow each other like this.
    #[must_use]
    pub fn new(sink: &'a dyn Sink, joints: Joints<'a>) -> Linked<'a> {
        Linked { written: SinkCollector::new(sink), joints }
    }

    /// What is not a record of the format that is written gets written as a plain one.
    fn ends(&self, entry: &Entry<'_>) -> Ends {
        if entry.source.is_same(self.joints.source()) {
            self.joints.ends(entry.record)
        } else {
            Ends { beginning: Beginning::Event, ..Ends::LINE }
        }
    }
}

impl Collector for Linked<'_> {
    type Value = Links;

    fn begin(&self, chunk: &Chunk) -> Links {
        Links { bytes: self.written.begin(chunk), links: Vec::new() }
    }

    fn add(&self, entry: &Entry<'_>, Links { bytes, links }: &mut Links) -> Option<Fault> {
        let before = bytes.len();
        let note = self.written.add(entry, bytes);
        let (offset, is_last) = (entry.record.offset, entry.record.is_last);
        links.push(Link { ends: self.ends(entry), offset, len: bytes.len() - before, is_last });
        note
    }

    fn lost(&self, game: &Game) -> u64 {
        self.written.lost(game)
    }

    fn end(&self, links: Links) {
        self.written.end(links.bytes);
    }
}

impl Links {
    /// The records in order; `end` is where the one before them ended in their input.
    pub fn members<'a>(&'a self, end: &'a mut Option<u64>) -> impl Iterator<Item = Member<'a>> {
        let mut rest = &self.bytes[..];
        self.links.iter().map(move |&Link { ends, offset, len, is_last }| {
            let bytes = rest.split_off(..len).expect("as many bytes as were written");
            let is_neighbour = *end == Some(offset);
            *end = Some(offset + len as u64);
            Member { bytes, ends, is_neighbour, is_last }
        })
    }
}
