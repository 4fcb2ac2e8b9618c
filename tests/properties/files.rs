//! Promises of annotate and strip about whole files.

use std::io::{self, Read};

use gbr_pgn::column::ANNOTATIONS;
use gbr_pgn::fault::Fault;
use gbr_pgn::format::Source;
use gbr_pgn::format::pgn::tag::Tag;
use gbr_pgn::play::Lane;
use gbr_pgn::record::{Frame, Kind, Opening};
use gbr_pgn::row::Column;
use gbr_pgn::run::Chunks;
use gbr_pgn::run::{GROWTH, Job};

/// How an input is run.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    pub threads: usize,
    /// Bytes per read.
    pub step: usize,
    pub limit: usize,
    pub lane: Lane,
}

pub const PLAIN: Way = Way { threads: 0, step: usize::MAX, limit: 1 << 20, lane: Lane::Fast };

/// A reader that hands out a few bytes at a time.
struct Dribble<'a> {
    bytes: &'a [u8],
    step: usize,
}

impl Read for Dribble<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.step.max(1).min(self.bytes.len()).min(buf.len());
        buf[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

fn run(job: Job<'_>, input: &[u8], way: Way) -> (Vec<u8>, Vec<Fault>) {
    let job = Job { threads: way.threads, lane: way.lane, ..job };
    let (mut out, mut faults) = (Vec::new(), Vec::new());
    job.run(Dribble { bytes: input, step: way.step }, |done| {
        out.extend_from_slice(&done.out);
        faults.extend_from_slice(&done.faults);
        Ok::<_, io::Error>(())
    })
    .expect("reading from memory does not fail");
    (out, faults)
}

pub fn annotate(source: &dyn Source, input: &[u8], way: Way) -> (Vec<u8>, Vec<Fault>) {
    let job = Job::annotate(source).expect("a format that can be annotated");
    run(Job { limit: way.limit, ..job }, input, way)
}

pub fn own_columns() -> Vec<Column> {
    ANNOTATIONS.iter().map(|stage| stage.column()).collect()
}

pub fn strip(source: &dyn Source, input: &[u8], way: Way) -> Vec<u8> {
    let columns = own_columns();
    let job = Job::strip(source, &columns).expect("a format that can be stripped");
    run(Job { limit: way.limit + GROWTH, ..job }, input, way).0
}

/// A frame, and the tags of its record.
type Framed = (Frame, Vec<Tag>);

/// The frames of an input, read in pieces of `step` bytes.
pub fn frames(source: &dyn Source, input: &[u8], way: Way) -> Vec<Framed> {
    let reader = Dribble { bytes: input, step: way.step };
    let mut frames = Vec::new();
    let mut tiled = Vec::new();
    for chunk in Chunks::new(reader, source, way.limit) {
        let chunk = chunk.expect("reading from memory does not fail");
        tiled.extend_from_slice(chunk.bytes());
        frames.extend(chunk.records().map(|record| (record.frame, record.attributes.to_vec())));
    }
    assert!(tiled == input, "chunks do not tile the input");
    frames
}

/// Records tile the input, and do not depend on how it was read.
pub fn tiles(source: &dyn Source, input: &[u8], limit: usize) {
    let whole = frames(source, input, Way { limit, ..PLAIN });
    assert!(whole.iter().all(|(frame, _)| frame.len > 0), "an empty record");
    assert_eq!(whole.iter().map(|(frame, _)| frame.len).sum::<usize>(), input.len());
    assert_eq!(by_bytes(source, input, limit), whole, "frames depend on how the input is cut");
}

/// The frames that a reader finds which asks for each byte by itself.
fn by_bytes(source: &dyn Source, input: &[u8], limit: usize) -> Vec<Framed> {
    use gbr_pgn::record::Step;
    let mut frames = Vec::new();
    let mut at = 0;
    while at < input.len() {
        let mut end = at;
        let mut tags = Vec::new();
        let step = loop {
            let at_end = end == input.len();
            match source.frame(&input[at..end], at_end, limit, &mut tags) {
                Step::More if at_end => panic!("more bytes wanted than there are"),
                Step::More => end += 1,
                step => break step,
            }
        };
        match step {
            Step::Record(frame) => {
                at += frame.len;
                frames.push((frame, tags));
            }
            // Pieces of a record that is too long are cut as the reads come.
            _ => return frames_of_pieces(frames, source, input, limit),
        }
    }
    debug_assert!(frames.iter().all(|(frame, _)| frame.kind != Kind::Piece { first: true }));
    frames
}

fn frames_of_pieces(
    before: Vec<Framed>,
    source: &dyn Source,
    input: &[u8],
    limit: usize,
) -> Vec<Framed> {
    let whole = frames(source, input, Way { limit, ..PLAIN });
    assert_eq!(whole[..before.len()], before);
    whole
}

/// strip(annotate(x)) = strip(x).
pub fn strip_restores(source: &dyn Source, input: &[u8], limit: usize) {
    let way = Way { limit, ..PLAIN };
    let annotated = annotate(source, input, way).0;
    let restored = strip(source, &annotated, way);
    let stripped = strip(source, input, way);
    assert!(
        restored == stripped,
        "strip does not restore\ninput:     {}\nannotated: {}\nrestored:  {}\nstripped:  {}",
        input.escape_ascii(),
        annotated.escape_ascii(),
        restored.escape_ascii(),
        stripped.escape_ascii(),
    );
}

/// annotate(annotate(x)) = annotate(x).
pub fn annotate_is_idempotent(source: &dyn Source, input: &[u8], limit: usize) {
    let way = Way { limit, ..PLAIN };
    let once = annotate(source, input, way).0;
    let twice = annotate(source, &once, way).0;
    assert!(
        once == twice,
        "annotate is not idempotent\ninput: {}\nonce:  {}\ntwice: {}",
        input.escape_ascii(),
        once.escape_ascii(),
        twice.escape_ascii(),
    );
}

/// The input with every line of ours taken out of both is what is left: bytes
/// that are not ours keep their order.
pub fn foreign_bytes_stay(source: &dyn Source, input: &[u8], limit: usize) {
    let annotated = annotate(source, input, Way { limit, ..PLAIN }).0;
    let stripped = strip(source, input, Way { limit, ..PLAIN });
    assert!(is_subsequence(&stripped, &annotated), "bytes were lost: {}", input.escape_ascii());
}

fn is_subsequence(short: &[u8], long: &[u8]) -> bool {
    let mut rest = long.iter();
    short.iter().all(|byte| rest.any(|other| other == byte))
}

/// Neither threads nor reads nor lanes matter.
pub fn ways_do_not_matter(source: &dyn Source, input: &[u8], limit: usize) {
    let plain = annotate(source, input, Way { limit, ..PLAIN });
    // To start threads takes longer than all the rest: one input of eight is enough for them.
    let threads = if input.len().is_multiple_of(8) { 3 } else { 0 };
    for way in [
        Way { threads, step: 7, limit, ..PLAIN },
        Way { step: 1, limit, ..PLAIN },
        Way { lane: Lane::Reference, limit, ..PLAIN },
    ] {
        let other = annotate(source, input, way);
        assert!(
            other == plain,
            "{way:?}\ninput: {}\nplain: {}\nother: {}\nfaults: {:?}\nother:  {:?}",
            input.escape_ascii(),
            plain.0.escape_ascii(),
            other.0.escape_ascii(),
            plain.1,
            other.1,
        );
    }
}

/// Where a part of the input may begin that is cut at some byte.
fn split(source: &dyn Source, input: &[u8], cut: usize, limit: usize) -> Option<usize> {
    match source.opening(&input[cut..], limit + GROWTH) {
        Opening::At(at) => Some(cut + at),
        Opening::Unless { at, .. } => Some(cut + at),
        Opening::Beyond(_) => None,
    }
}

/// Pieces of a record that is too long are cut as the reads come.
fn joined(frames: Vec<Framed>) -> Vec<Framed> {
    let mut all: Vec<Framed> = Vec::new();
    for (frame, tags) in frames {
        match all.last_mut() {
            Some((last, _)) if frame.kind == (Kind::Piece { first: false }) => {
                last.len += frame.len
            }
            _ => all.push((frame, tags)),
        }
    }
    all
}

/// Parts add up to the whole, wherever they are cut: the records are the same, and what becomes of them.
pub fn parts_add_up(source: &dyn Source, input: &[u8], limit: usize) {
    let way = Way { limit, ..PLAIN };
    let mut last = 0;
    for cut in 1..input.len() {
        let Some(at) = split(source, input, cut, limit).filter(|&at| at > last) else { continue };
        last = at;
        let (front, back) = input.split_at(at);
        let message = || format!("{} | {}", front.escape_ascii(), back.escape_ascii());
        let parts = [frames(source, front, way), frames(source, back, way)].concat();
        assert_eq!(joined(parts), joined(frames(source, input, way)), "{}", message());
        let outputs =
            |run: &dyn Fn(&[u8]) -> Vec<u8>| [run(front), run(back)].concat() == run(input);
        assert!(outputs(&|text| annotate(source, text, way).0), "annotate: {}", message());
        assert!(outputs(&|text| strip(source, text, way)), "strip: {}", message());
    }
}

/// All of them.
pub fn file(source: &dyn Source, input: &[u8], limit: usize) {
    tiles(source, input, limit);
    strip_restores(source, input, limit);
    annotate_is_idempotent(source, input, limit);
    foreign_bytes_stay(source, input, limit);
    ways_do_not_matter(source, input, limit);
    parts_add_up(source, input, limit);
}
