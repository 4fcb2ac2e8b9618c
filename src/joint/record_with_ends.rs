//! Records that are to get other neighbours: a worker hands each over with its ends.

use super::{Beginning, Ends, Joints, Member};
use crate::format::{Entry, Sink};
use crate::record::{Frame, RecordKind};
use crate::run::{Collector, MarkCollector, Marked};

/// What a record needs to get other neighbours, besides its bytes.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    ends: Ends,
    /// Where it began in its input.
    offset: u64,
    is_last: bool,
}

/// Collects the records that a sink writes, and that follow each other like this.
pub fn linked<'a>(
    sink: &'a dyn Sink,
    joints: Joints<'a>,
) -> impl Collector<Value = Marked<Link>> + use<'a> {
    MarkCollector::new(sink, move |entry: &Entry<'_>, written: &[u8]| {
        link(&joints, false, entry, written)
    })
}

/// The same for records that the sink writes anew: what it wrote has ends of its own.
pub fn relinked<'a>(
    sink: &'a dyn Sink,
    joints: Joints<'a>,
) -> impl Collector<Value = Marked<Link>> + use<'a> {
    MarkCollector::new(sink, move |entry: &Entry<'_>, written: &[u8]| {
        link(&joints, true, entry, written)
    })
}

/// The same with a mark of the caller's for each record; `is_anew` says that the sink writes them anew.
pub fn linked_with<'a, T: Send + 'a>(
    sink: &'a dyn Sink,
    joints: Joints<'a>,
    is_anew: bool,
    mark: impl Fn(&Entry<'_>) -> T + Sync + 'a,
) -> impl Collector<Value = Marked<(Link, T)>> + 'a {
    MarkCollector::new(sink, move |entry: &Entry<'_>, written: &[u8]| {
        (link(&joints, is_anew, entry, written), mark(entry))
    })
}

fn link(joints: &Joints<'_>, is_anew: bool, entry: &Entry<'_>, written: &[u8]) -> Link {
    let record = entry.record;
    let ends = if is_anew {
        joints.ends_of(written, &[Frame { len: written.len(), ..record.frame }])
    } else {
        ends(joints, entry)
    };
    Link { ends, offset: record.offset, is_last: record.is_last }
}

impl Link {
    /// The record with these bytes; `end` is where the one before it ended in their input.
    pub fn member<'a>(&self, bytes: &'a [u8], end: &mut Option<u64>) -> Member<'a> {
        let Link { ends, offset, is_last } = *self;
        let is_neighbour = *end == Some(offset);
        *end = Some(offset + bytes.len() as u64);
        Member { bytes, ends, is_neighbour, is_last }
    }
}

/// What is not a record of the format that is written gets written as a plain one.
fn ends(joints: &Joints<'_>, entry: &Entry<'_>) -> Ends {
    if entry.source.is_same(joints.source()) {
        joints.ends(entry.record)
    } else {
        Ends { beginning: Beginning::Event, ..Ends::LINE }
    }
}

/// Records whose places in their input are known, one after the other.
pub struct Chain<'a> {
    joints: Joints<'a>,
    /// Where the input ends, and where the record before did.
    end: u64,
    before: Option<u64>,
}

impl<'a> Chain<'a> {
    /// Of an input so long, whose records follow each other like this.
    #[must_use]
    pub const fn new(joints: Joints<'a>, end: u64) -> Chain<'a> {
        Chain { joints, end, before: None }
    }

    /// The next record, a game, and where it begins.
    pub fn member<'b>(&mut self, offset: u64, bytes: &'b [u8]) -> Member<'b> {
        let frame = Frame::without_attributes(bytes.len(), RecordKind::Game, 0);
        let ends = self.joints.ends_of(bytes, &[frame]);
        let end = offset + bytes.len() as u64;
        let is_neighbour = self.before.replace(end) == Some(offset);
        Member { bytes, ends, is_neighbour, is_last: end == self.end }
    }
}

/// The records of a chunk in order, each with where it begins in its input; `end` is where the one before them ended there.
pub fn members<'a>(
    links: &'a Marked<Link>,
    end: &'a mut Option<u64>,
) -> impl Iterator<Item = (u64, Member<'a>)> {
    links.records().map(move |(bytes, link)| (link.offset, link.member(bytes, end)))
}
