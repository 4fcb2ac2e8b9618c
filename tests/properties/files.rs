//! Promises of annotate and strip about whole files.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::iter;
use std::ops::Range;

use super::answers;
use gbr_pgn::column::ANNOTATIONS;
use gbr_pgn::fault::Fault;
use gbr_pgn::format::epd::operations;
use gbr_pgn::format::pgn::tag::Tag;
use gbr_pgn::format::{Names, Source};
use gbr_pgn::play::Lane;
use gbr_pgn::record::{Frame, Opening, Record, RecordKind};
use gbr_pgn::row::Column;
use gbr_pgn::run::Chunks;
use gbr_pgn::run::{GROWTH, Job};
use gbr_pgn::text::bytes::{before_blanks, before_line_end, behind_line_end, skip_blanks};

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

pub fn run(job: Job<'_>, input: &[u8], way: Way) -> (Vec<u8>, Vec<Fault>) {
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
    debug_assert!(frames.iter().all(|(frame, _)| frame.kind != RecordKind::Piece { first: true }));
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

/// Every byte of the input that is not ours is in its place once ours are taken out: strip leaves the same of it
/// as of the annotated input, and takes nothing from either but what is ours.
pub fn foreign_bytes_stay(source: &dyn Source, input: &[u8], limit: usize) {
    let way = Way { limit, ..PLAIN };
    let annotated = annotate(source, input, way).0;
    let rest = strip(source, input, way);
    for text in [input, &annotated] {
        assert!(
            is_all_but(&rest, text, &own(source, text, limit)),
            "not all that is left is in its place\ninput: {}\ntext:  {}\nrest:  {}",
            input.escape_ascii(),
            text.escape_ascii(),
            rest.escape_ascii(),
        );
    }
}

/// Where our tags or operations stand in a text, in order.
fn own(source: &dyn Source, text: &[u8], limit: usize) -> Vec<Range<usize>> {
    let (mut found, mut begin) = (Vec::new(), 0);
    for chunk in Chunks::new(text, source, limit + GROWTH) {
        let chunk = chunk.expect("reading from memory does not fail");
        for record in chunk.records() {
            let spans = if record.is_game() { own_of(source, &record) } else { Vec::new() };
            found.extend(spans.into_iter().map(|span| begin + span.start..begin + span.end));
            begin += record.bytes.len();
        }
    }
    found
}

/// The same in a record.
fn own_of(source: &dyn Source, record: &Record<'_>) -> Vec<Range<usize>> {
    let (columns, bytes) = (own_columns(), record.bytes);
    let is_named = |name: &[u8], of: fn(&Column) -> &'static str| {
        columns.iter().any(|column| of(column).as_bytes() == name)
    };
    if source.names() == Names::Operations {
        let own = operations(bytes).into_iter();
        let own = own.filter(|it| is_named(&bytes[it.opcode.clone()], |column| column.key));
        return own.map(|it| it.span).collect();
    }
    let own = record.attributes.iter().filter(|tag| tag.is_whole());
    let own = own.filter(|tag| is_named(&bytes[tag.name()], |column| column.tag));
    own.map(Tag::span).collect()
}

/// Whether `rest` is the text without what is ours, byte for byte: each of ours is gone with some white
/// space that came with it.
pub fn is_all_but(rest: &[u8], text: &[u8], own: &[Range<usize>]) -> bool {
    // How far the text has been looked at, and how much of the rest that was.
    let mut places = BTreeSet::from([(0, 0)]);
    for span in own {
        let mut next = BTreeSet::new();
        for (&(at, kept), gone) in
            places.iter().flat_map(|place| with_white(text, span).map(move |gone| (place, gone)))
        {
            let between = &text[at..gone.start.max(at)];
            if rest[kept..].starts_with(between) {
                next.insert((gone.end, kept + between.len()));
            }
        }
        places = next;
    }
    places.iter().any(|&(at, kept)| text[at..] == rest[kept..])
}

/// What may be gone with one of ours: the blanks before it, and the line end before those or what follows up to
/// the next line; with the last of all tags, the blank line after them too.
fn with_white(text: &[u8], span: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let blanks = before_blanks(text, span.start);
    let stop = skip_blanks(text, span.end);
    let line = behind_line_end(text, stop);
    let ends = [span.end, stop, line, behind_line_end(text, line)];
    let (begin, end) = (span.start, span.end);
    let behind = ends.into_iter().flat_map(move |end| [begin..end, blanks..end]);
    behind.chain(iter::once(before_line_end(text, blanks)..end))
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
            Some((last, _)) if frame.kind == (RecordKind::Piece { first: false }) => {
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
    answers::come_and_go(source, input, limit);
}
