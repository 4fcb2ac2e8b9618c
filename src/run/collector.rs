//! What a run is to find out: one value for each chunk of records.
//!
//! In: a record and all that is known about it. Out: a value of any type, which takes it in. The bytes that a sink
//! writes are one such value.

use std::marker::PhantomData;
use std::sync::LazyLock;

use super::Chunk;
use super::buffer_pool::{LONG, Spares};
use crate::fault::Fault;
use crate::format::{Entry, Sink};
use crate::game::Game;

/// Collects what is wanted of each record.
///
/// A collector has no state, so that workers can collect at the same time. Each has the value of the chunk that
/// it works on to itself, and the values are handed over in the order of the input.
pub trait Collector: Sync {
    /// What comes of a chunk of records.
    type Value: Send;

    /// The value of a chunk before any of its records has been seen.
    fn begin(&self, chunk: &Chunk) -> Self::Value;

    /// Takes in a record, and returns what a person should know about the way that went.
    fn add(&self, entry: &Entry<'_>, value: &mut Self::Value) -> Option<Fault>;

    /// How many positions of a game the value could not say all of.
    fn lost(&self, game: &Game) -> u64 {
        let _ = game;
        0
    }

    /// Takes back a value that has been handed over: there may be room in it for another one.
    fn end(&self, value: Self::Value) {
        drop(value);
    }
}

/// Collects the bytes that a sink writes, in buffers that go round.
pub struct SinkCollector<'a> {
    /// What writes them.
    pub(super) sink: &'a dyn Sink,
    spares: Spares<u8>,
    /// For long records.
    long: Spares<u8>,
}

impl<'a> SinkCollector<'a> {
    /// Has the records written by this sink.
    #[must_use]
    pub fn new(sink: &'a dyn Sink) -> SinkCollector<'a> {
        // They go from one input to the next.
        static SPARES: LazyLock<Spares<u8>> = LazyLock::new(|| Spares::new(1..=LONG));
        SinkCollector { sink, spares: SPARES.clone(), long: Spares::one(LONG..=usize::MAX) }
    }
}

impl Collector for SinkCollector<'_> {
    type Value = Vec<u8>;

    fn begin(&self, chunk: &Chunk) -> Vec<u8> {
        let mut out = if chunk.share.is_some() { self.long.take() } else { self.spares.take() };
        out.clear();
        out.reserve(chunk.bytes().len() * 5 / 4);
        out
    }

    fn add(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        self.sink.write_and_note(entry, out)
    }

    fn lost(&self, game: &Game) -> u64 {
        self.sink.lost(game)
    }

    fn end(&self, out: Vec<u8>) {
        let kept = if out.capacity() > LONG { &self.long } else { &self.spares };
        kept.give(out);
    }
}

/// Collects the bytes that a sink writes and, with each record, what a function tells about it.
pub struct MarkCollector<'a, F> {
    written: SinkCollector<'a>,
    mark: F,
}

/// The records of a chunk, one after the other, with a mark each.
pub struct Marked<T> {
    bytes: Vec<u8>,
    /// How many bytes each has, and its mark.
    marks: Vec<(usize, T)>,
}

impl<'a, F> MarkCollector<'a, F> {
    /// Has the records written by this sink, and marked by this function, which sees what was written.
    #[must_use]
    pub fn new(sink: &'a dyn Sink, mark: F) -> MarkCollector<'a, F> {
        MarkCollector { written: SinkCollector::new(sink), mark }
    }
}

impl<T: Send, F: Fn(&Entry<'_>, &[u8]) -> T + Sync> Collector for MarkCollector<'_, F> {
    type Value = Marked<T>;

    fn begin(&self, chunk: &Chunk) -> Marked<T> {
        Marked { bytes: self.written.begin(chunk), marks: Vec::new() }
    }

    fn add(&self, entry: &Entry<'_>, Marked { bytes, marks }: &mut Marked<T>) -> Option<Fault> {
        let before = bytes.len();
        let note = self.written.add(entry, bytes);
        let mark = (self.mark)(entry, &bytes[before..]);
        marks.push((bytes.len() - before, mark));
        note
    }

    fn lost(&self, game: &Game) -> u64 {
        self.written.lost(game)
    }

    fn end(&self, marked: Marked<T>) {
        self.written.end(marked.bytes);
    }
}

impl<T> Default for Marked<T> {
    fn default() -> Marked<T> {
        Marked { bytes: Vec::new(), marks: Vec::new() }
    }
}

impl<T> Marked<T> {
    /// The bytes of all records, and how many of them each has, with its mark.
    #[must_use]
    pub fn into_parts(self) -> (Vec<u8>, Vec<(usize, T)>) {
        (self.bytes, self.marks)
    }

    /// The bytes and the mark of each record.
    pub fn records(&self) -> impl Iterator<Item = (&[u8], &T)> {
        let mut rest = &self.bytes[..];
        self.marks.iter().map(move |(len, mark)| {
            let bytes = rest.split_off(..*len).expect("as many bytes as were written");
            (bytes, mark)
        })
    }
}

/// Collects what a function adds to a value that is empty at first, of games alone.
pub struct GameCollector<V, F> {
    add: F,
    value: PhantomData<fn() -> V>,
}

impl<V, F: Fn(&Entry<'_>, &mut V)> GameCollector<V, F> {
    /// Calls this function for each game.
    #[must_use]
    pub const fn new(add: F) -> GameCollector<V, F> {
        GameCollector { add, value: PhantomData }
    }
}

impl<V: Default + Send, F: Fn(&Entry<'_>, &mut V) + Sync> Collector for GameCollector<V, F> {
    type Value = V;

    fn begin(&self, _: &Chunk) -> V {
        V::default()
    }

    fn add(&self, entry: &Entry<'_>, value: &mut V) -> Option<Fault> {
        if entry.record.is_game() {
            (self.add)(entry, value);
        }
        None
    }
}
