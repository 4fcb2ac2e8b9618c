//! Promises about records that get other neighbours: sorted, picked out, or of several inputs.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::io;

use gbr_pgn::arrange::{Arranged, Arranger, Gathered, Gatherer};
use gbr_pgn::format::Source;
use gbr_pgn::format::Unchanged;
use gbr_pgn::gbr::Pattern;
use gbr_pgn::joint::{self, Ends, Joiner, Joints, Member};
use gbr_pgn::record::RecordKind;
use gbr_pgn::run::Chunks;
use gbr_pgn::run::{Filter, Job, Task};
use gbr_pgn::search::{Search, Span, Want};
use gbr_pgn::text::bytes::{BOM, is_white};

/// A record as a reader finds it: whether it is a game, and its bytes but for white space around them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    is_game: bool,
    is_rest: bool,
    is_piece: bool,
    text: Vec<u8>,
}

/// Without white space around it, and byte-order marks before it.
fn trimmed(mut bytes: &[u8]) -> &[u8] {
    loop {
        bytes = match bytes {
            [first, rest @ ..] if is_white(*first) => rest,
            [0xef, 0xbb, 0xbf, rest @ ..] => rest,
            _ => break,
        };
    }
    while let [rest @ .., last] = bytes
        && is_white(*last)
    {
        bytes = rest;
    }
    bytes
}

/// The records of an input; one that is too long is one.
pub fn read(source: &dyn Source, input: &[u8], limit: usize) -> Vec<Read> {
    let mut found: Vec<Read> = Vec::new();
    let mut joined: Vec<u8> = Vec::new();
    let chunks = Chunks::new(input, source, limit).reaching_beyond(gbr_pgn::run::GROWTH);
    for chunk in chunks.map(|chunk| chunk.expect("reading from memory")) {
        for record in chunk.records() {
            if record.frame.kind == (RecordKind::Piece { first: false }) {
                joined.extend_from_slice(record.bytes);
                found.last_mut().expect("its beginning").text = trimmed(&joined).to_vec();
                continue;
            }
            joined = record.bytes.to_vec();
            let is_rest = record.frame.kind == RecordKind::Empty;
            let text = trimmed(record.bytes).to_vec();
            let is_piece = matches!(record.frame.kind, RecordKind::Piece { .. });
            found.push(Read { is_game: record.is_game(), is_rest, is_piece, text });
        }
    }
    found
}

/// Whether what was read is what was written. What is left at the end of an input may have come before the next
/// record, and its mark may be gone.
fn is_same(read: &[Read], written: &[Read]) -> bool {
    // White space of the joint, or a mark that is gone, may decide whether a record is too long; white space alone
    // may be too long, too.
    let is_rest = |record: &Read, others: &[Read]| {
        let is_other_rest = |other: &Read| other.is_rest && other.text == record.text;
        record.is_rest
            || record.is_piece && (record.text.is_empty() || others.iter().any(is_other_rest))
    };
    let games = |records: &[Read], others: &[Read]| -> Vec<Read> {
        records.iter().filter(|record| !is_rest(record, others)).cloned().collect()
    };
    let has_rest = written.iter().any(|record| record.is_rest);
    let (read, written) = (games(read, written), games(written, read));
    let same = |one: &Read, other: &Read| {
        (one.is_game == other.is_game || one.is_piece || other.is_piece)
            && (one.text == other.text || has_rest && one.text.ends_with(&other.text))
    };
    read.len() == written.len() && read.iter().zip(&written).all(|(one, other)| same(one, other))
}

/// Text may run on into the text of the next input: there is no game in either.
fn one_text(records: Vec<Read>) -> Vec<Read> {
    let is_text = |record: &Read| !record.is_game && !record.is_rest && !record.is_piece;
    let mut all: Vec<Read> = Vec::new();
    for mut record in records.into_iter().filter(|it| !it.is_rest || !it.text.is_empty()) {
        record.text.retain(|&byte| !is_white(byte) && !BOM.contains(&byte));
        match all.last_mut() {
            Some(last) if is_text(last) && is_text(&record) => last.text.append(&mut record.text),
            _ => all.push(record),
        }
    }
    all
}

fn shown(records: &[Read]) -> String {
    let show = |record: &Read| format!("  {} {}\n", record.is_game, record.text.escape_ascii());
    records.iter().map(show).collect()
}

fn compare(what: &str, inputs: &[&[u8]], out: &[u8], read: &[Read], written: &[Read]) {
    let inputs: Vec<String> = inputs.iter().map(|input| input.escape_ascii().to_string()).collect();
    assert!(
        is_same(read, written),
        "{what}\ninputs: {inputs:#?}\noutput: {}\nread:\n{}written:\n{}",
        out.escape_ascii(),
        shown(read),
        shown(written),
    );
}

#[derive(Clone)]
struct Item {
    bytes: Vec<u8>,
    ends: Ends,
    goes_on: bool,
    is_rest: bool,
    is_last: bool,
    number: u64,
}

impl Arranged for Item {
    fn ends(&self) -> Ends {
        self.ends
    }

    fn is_rest(&self) -> bool {
        self.is_rest
    }
}

fn take(items: &mut Vec<Item>, gathered: Option<Gathered<'_>>) {
    let Some(Gathered { parts, ends, goes_on, is_rest }) = gathered else { return };
    if let Some(last) = items.last_mut().filter(|_| goes_on) {
        last.ends = Ends::PIECE;
    }
    let number = items.len() as u64;
    items.push(Item { bytes: parts.concat(), ends, goes_on, is_rest, is_last: false, number });
}

/// The records of some inputs, in another order.
pub struct Sorted {
    pub out: Vec<u8>,
    /// Whether they can be told apart there.
    pub holds: bool,
    /// As they were written.
    written: Vec<Read>,
    pub held: u64,
}

/// Sorts them by a number that their bytes and `seed` give.
pub fn sorted(source: &'static dyn Source, inputs: &[&[u8]], limit: usize, seed: u64) -> Sorted {
    let joints = Joints::new(source, limit);
    let mut gatherer = Gatherer::new(joints);
    let mut items = Vec::new();
    for input in inputs {
        let before = items.len();
        let chunks = Chunks::new(*input, source, limit).reaching_beyond(gbr_pgn::run::GROWTH);
        for chunk in chunks.map(|chunk| chunk.expect("reading from memory")) {
            for record in chunk.records() {
                let ends = joints.ends(&record);
                take(&mut items, gatherer.record(record.bytes, record.frame.kind, ends));
            }
        }
        take(&mut items, gatherer.end());
        if let Some(last) = items[before..].last_mut() {
            last.is_last = true;
        }
    }
    let key = |item: &Item| {
        // Pieces have no place in the order, and stay together.
        let is_piece = item.ends == Ends::PIECE;
        let hash = item.bytes.iter().fold(seed, |hash, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3).rotate_left(7)
        });
        (is_piece, if is_piece { 0 } else { hash >> 60 }, item.number)
    };
    items.sort_by_key(key);
    write(joints, &gatherer, items, limit)
}

fn write(
    joints: Joints<'static>,
    gatherer: &Gatherer<'_>,
    items: Vec<Item>,
    limit: usize,
) -> Sorted {
    let mut arranger = Arranger::new(VecDeque::new);
    let mut order: Vec<Item> = Vec::new();
    let mut push = |item: Item| {
        order.push(item);
        Ok::<_, Infallible>(())
    };
    for item in items {
        arranger.add(item, &mut push).unwrap();
    }
    arranger.finish(&mut push).unwrap();
    let mut out = Vec::new();
    let mut joiner = Joiner::default();
    joiner.begin(Some(joints));
    joiner.begin_with(gatherer.begin_mark());
    let (mut holds, mut before, mut written) = (true, None, Vec::new());
    for item in &order {
        let bytes = &item.bytes[..];
        if item.goes_on {
            joiner.go_on(bytes, item.is_last, &mut out).unwrap();
        } else {
            let is_neighbour = before == Some(item.number);
            let member = Member { bytes, ends: item.ends, is_neighbour, is_last: item.is_last };
            holds &= joiner.record(&member, &mut out).unwrap();
        }
        before = (!item.is_last).then_some(item.number + 1);
    }
    holds &= joiner.is_sound_end();
    let units = order.chunk_by(|_, next| next.goes_on);
    for unit in units {
        let bytes: Vec<u8> = unit.iter().flat_map(|item| item.bytes.clone()).collect();
        written.extend(read_alone(&joints, &bytes, limit));
    }
    Sorted { out, holds, written, held: arranger.held() }
}

fn read_alone(joints: &Joints<'static>, bytes: &[u8], limit: usize) -> Vec<Read> {
    let _ = limit;
    let mut at = 0;
    let frames = joints.records(bytes, true, usize::MAX);
    let found = frames.iter().map(|frame| {
        let text = trimmed(&bytes[at..at + frame.len]).to_vec();
        at += frame.len;
        let (is_game, is_rest) = (frame.kind == RecordKind::Game, frame.kind == RecordKind::Empty);
        Read {
            is_game,
            is_rest,
            is_piece: !is_game && !is_rest && frame.kind != RecordKind::Text,
            text,
        }
    });
    found.collect()
}

/// Sorted records are read back as the same records, or it is known that they are not. Returns whether
/// they are.
pub fn sorted_is_read_back(
    source: &'static dyn Source,
    inputs: &[&[u8]],
    limit: usize,
    seed: u64,
) -> bool {
    let sorted = sorted(source, inputs, limit, seed);
    let found = read(source, &sorted.out, limit);
    let mut expected: Vec<Read> =
        inputs.iter().flat_map(|input| read(source, input, limit)).collect();
    let mut written = sorted.written.clone();
    if sorted.holds {
        compare("sorted records are not read back", inputs, &sorted.out, &found, &sorted.written);
        // The same records as in the inputs, none lost on the way.
        let key = |record: &Read| (record.is_game, record.text.clone());
        expected.retain(|record| !record.is_rest);
        written.retain(|record| !record.is_rest);
        expected.sort_by_key(key);
        written.sort_by_key(key);
        compare("records were lost", inputs, &sorted.out, &written, &expected);
    }
    sorted.holds
}

/// Inputs one after the other are read back as the records of each, or it is known that they are not.
pub fn joined_is_read_back(source: &'static dyn Source, inputs: &[&[u8]], limit: usize) -> bool {
    let joints = Joints::new(source, limit);
    let mut joiner = Joiner::default();
    let (mut out, mut holds) = (Vec::new(), true);
    for input in inputs {
        joiner.begin(Some(joints));
        let job = Job { limit, ..Job::new(source, Task::Find(&[]), &Unchanged) };
        job.run(*input, |done| {
            holds &= joiner.stretch(&done.out, done.is_settled, &mut out)?;
            Ok::<_, io::Error>(())
        })
        .expect("reading from memory");
    }
    joiner.end(&mut out).expect("writing to memory");
    if let [only] = inputs {
        assert!(out == *only, "one input is not as it was: {}", only.escape_ascii());
    }
    if holds {
        let written: Vec<Read> =
            inputs.iter().flat_map(|input| read(source, input, limit)).collect();
        let (found, written) = (one_text(read(source, &out, limit)), one_text(written));
        compare("inputs are not read back", inputs, &out, &found, &written);
    }
    holds
}

/// The games that a search finds, or does not find.
fn found(
    source: &'static dyn Source,
    inputs: &[&[u8]],
    limit: usize,
    invert: bool,
) -> (Vec<u8>, Vec<Read>, bool) {
    // White to move at the end: about half of them.
    let pattern: Pattern = "*".parse().expect("a pattern");
    let want = Want { turn: Some(shakmaty::Color::White), ..Want::force(pattern) };
    let search = Search { wants: vec![want], span: Span::Final, lasts: 1, claim: None };
    let joints = Joints::new(source, limit);
    let only = Some(Filter { invert, ..Filter::new(&search) });
    let mut joiner = Joiner::default();
    let (mut out, mut written, mut holds) = (Vec::new(), Vec::new(), true);
    for input in inputs {
        joiner.begin(Some(joints));
        let mut behind = None;
        let job = Job { limit, only, ..Job::collect(source, joint::linked(&Unchanged, joints)) };
        job.run(*input, |done| {
            for (_, member) in joint::members(&done.out, &mut behind) {
                holds &= joiner.record(&member, &mut out)?;
                let text = trimmed(member.bytes).to_vec();
                written.push(Read { is_game: true, is_rest: false, is_piece: false, text });
            }
            Ok::<_, io::Error>(())
        })
        .expect("reading from memory");
    }
    holds &= joiner.is_sound_end();
    (out, written, holds)
}

/// Each game is found or not, and both outputs are read back as their games, or it is known that they are not.
pub fn find_parts_the_records(source: &'static dyn Source, inputs: &[&[u8]], limit: usize) -> bool {
    let mut all = true;
    let mut parts = Vec::new();
    for invert in [false, true] {
        let (out, written, holds) = found(source, inputs, limit, invert);
        all &= holds;
        if holds {
            compare("games are not read back", inputs, &out, &read(source, &out, limit), &written);
        }
        parts.push(written);
    }
    let games: Vec<Read> = inputs.iter().flat_map(|input| read(source, input, limit)).collect();
    let games: Vec<Read> = games.into_iter().filter(|record| record.is_game).collect();
    for part in &parts {
        let mut rest = games.iter();
        let is_next = |game: &Read| rest.any(|other| other == game);
        assert!(part.iter().all(is_next), "not in order:\n{}of:\n{}", shown(part), shown(&games));
    }
    // Two games may be alike, and but one of them found: where the input ends in a tag.
    let sorted = |mut records: Vec<Read>| {
        records.sort_by(|one, other| one.text.cmp(&other.text));
        records
    };
    let (found, games) = (sorted(parts.concat()), sorted(games));
    assert!(found == games, "not parted:\n{}in both:\n{}", shown(&games), shown(&found));
    all
}
