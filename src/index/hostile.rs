//! Indexes that somebody made up: every checksum agrees, and what they say is nonsense.

use std::io::Cursor;

use proptest::prelude::*;

use super::builder::tail;
use super::content_hash::checksum;
use super::contents::{Contents, FrameStart, Origin};
use super::packet::{Packer, Packet, Unpacker};
use super::segment::Segment;
use super::{
    Builder, Facts, HEAD, Harvest, Index, IndexResult, Location, Match, Moment, PositionFacts,
    Query, Stamp, Term,
};
use crate::gbr::Material;
use shakmaty::{ByColor, Color, Square};

const FORCES: [&str; 6] = ["KQvKR", "KRPvKR", "KBBBvK", "KBBBBvK", "KvK", "KNNvKP"];

/// Some games with several forces each.
fn harvest(games: u64) -> Harvest {
    let kings = ByColor { white: Some(Square::E1), black: None };
    let mut harvest = Harvest::default();
    for game in 0..games {
        let force = |at: u64| FORCES[((game + at) % 6) as usize].parse::<Material>().unwrap();
        let standing = |at| Some(PositionFacts { material: force(at), kings, turn: Color::White });
        let changes = game % 4;
        let facts = Facts {
            location: Location { offset: game * 100, length: 90, line: game * 3 + 1, sum: 77 },
            outcome: None,
            claim: None,
            plies: changes as u32 * 5,
            is_played: true,
            is_coded: true,
            is_initial: false,
            start: standing(0),
            end: standing(changes),
        };
        harvest.add_game(&facts, (0..=changes).map(|at| (at as u32 * 5, force(at)))).unwrap();
        harvest.remark(b"odd").unwrap();
    }
    harvest
}

fn index(games: u64) -> Vec<u8> {
    let mut builder = Builder::new(Vec::new(), 1).unwrap().with_segments_of(40);
    builder.add(harvest(games)).unwrap();
    let stamp = Stamp { size: 9000, modified: 0, changed: None, identity: None, taken: 0 };
    let frames = vec![FrameStart { packed: 0, plain: 0 }, FrameStart { packed: 9, plain: 5000 }];
    let (format, settings) = ("pgn".into(), "".into());
    builder
        .finish(Origin { stamp, hash: 0, length: 10_000, settled: 5000, format, settings, frames })
        .unwrap()
}

/// Writes segments with their bytes, and contents that agree with them.
fn forge(origin: Origin, segments: Vec<(Segment, Vec<Vec<u8>>)>, codes: &[Vec<u8>]) -> Vec<u8> {
    let mut out = HEAD.to_vec();
    let mut forged = Vec::new();
    for (mut segment, packets) in segments {
        let mut packer = Packer::new().unwrap();
        packets.iter().for_each(|bytes| packer.add(bytes).unwrap());
        segment.packets = packer.packets;
        out.extend_from_slice(&packer.bytes);
        forged.push(segment);
    }
    let mut packer = Packer::new().unwrap();
    codes.iter().for_each(|bytes| packer.add(bytes).unwrap());
    out.extend_from_slice(&packer.bytes);
    let mut contents = Vec::new();
    Contents { origin, segments: forged, codes: packer.packets }.put(&mut contents);
    with_contents(out, &contents)
}

fn with_contents(mut out: Vec<u8>, contents: &[u8]) -> Vec<u8> {
    let end = tail(out.len() as u64, contents.len() as u64, checksum(contents));
    out.extend_from_slice(contents);
    out.extend_from_slice(&end);
    out
}

/// A segment, and what each of its packets holds.
type Unpacked = (Segment, Vec<Vec<u8>>);

/// What an index says of itself, all that its packets hold, and its table of codes.
fn taken_apart(bytes: &[u8]) -> (Origin, Vec<Unpacked>, Vec<Vec<u8>>) {
    let contents = Index::open(Cursor::new(bytes)).unwrap().contents;
    let mut file = Unpacker::new(Cursor::new(bytes)).unwrap();
    let mut unpack = |packets: &[Packet]| -> Vec<Vec<u8>> {
        packets.iter().map(|packet| file.unpack(packet).unwrap()).collect()
    };
    let codes = unpack(&contents.codes);
    let segments = contents.segments.into_iter().map(|segment| {
        let packets = unpack(&segment.packets);
        (segment, packets)
    });
    (contents.origin, segments.collect(), codes)
}

/// Asks for everything; there may be an answer, an error, but no panic.
fn ask_everything(bytes: &[u8]) {
    let Ok(mut index) = Index::open(Cursor::new(bytes)) else { return };
    let kings = Some("e1??".parse().unwrap());
    for (pattern, lasts, at) in [
        ("*", 1, Moment::Any),
        ("KRPvKR", 1, Moment::Any),
        ("KBBBvK", 3, Moment::Any),
        ("1*", 4, Moment::Final),
        ("0*", 2, Moment::Start),
        ("*", 1, Moment::Final),
    ] {
        let plain = Term::force(pattern.parse().unwrap());
        let men = Some(3..=5);
        let turn = Some(Color::Black);
        for term in [plain.clone(), Term { men, kings, turn, ..plain }] {
            let query = Query { terms: vec![term], at, lasts, claim: None, invert: lasts == 4 };
            let _ = index.count(&query);
            let _: IndexResult<Vec<Match>> = index.find(&query).collect();
        }
        let _ = index.classes(at);
        let _ = index.by_code(at);
    }
    let _: IndexResult<Vec<_>> = index.facts().collect();
    let _ = index.remarks(drop);
    let _ = index.verify();
    let _ = index.origin().frames_of(5000, 1000);
    if let Ok((mut builder, _)) = index.resume(Vec::new(), 1) {
        let _ = builder.add(harvest(3));
        let _ = builder.finish(index.origin().clone());
    }
}

/// Changes some bytes.
fn garble(bytes: &mut Vec<u8>, changes: &[(usize, u8, u8)]) {
    for &(at, what, byte) in changes {
        let at = at % (bytes.len() + 1);
        match what % 4 {
            0 => bytes.insert(at, byte),
            1 => bytes.truncate(at),
            _ if at == bytes.len() => bytes.push(byte),
            2 => bytes[at] ^= 1 << (byte % 8),
            _ => bytes[at] = byte,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn columns_that_were_made_up_do_no_harm(
        games in 1u64..90,
        which: (usize, usize),
        changes in prop::collection::vec(any::<(usize, u8, u8)>(), 1..5),
    ) {
        let (origin, mut segments, codes) = taken_apart(&index(games));
        let count = segments.len();
        let packets = &mut segments[which.0 % count].1;
        let count = packets.len();
        garble(&mut packets[which.1 % count], &changes);
        ask_everything(&forge(origin, segments, &codes));
    }

    #[test]
    fn a_table_that_was_made_up_does_no_harm(
        games in 1u64..90,
        changes in prop::collection::vec(any::<(usize, u8, u8)>(), 1..5),
    ) {
        let (origin, segments, mut codes) = taken_apart(&index(games));
        garble(&mut codes[0], &changes);
        ask_everything(&forge(origin, segments, &codes));
    }

    #[test]
    fn contents_that_were_made_up_do_no_harm(
        games in 0u64..90,
        changes in prop::collection::vec(any::<(usize, u8, u8)>(), 1..5),
    ) {
        let whole = index(games);
        let contents = Index::open(Cursor::new(&whole)).unwrap().contents;
        let packed: usize = contents.segments.iter().map(|it| it.length() as usize).sum();
        let table: usize = contents.codes.iter().map(|packet| packet.stored).sum();
        let mut bytes = Vec::new();
        contents.put(&mut bytes);
        garble(&mut bytes, &changes);
        ask_everything(&with_contents(whole[..HEAD.len() + packed + table].to_vec(), &bytes));
    }
}

#[test]
fn what_is_taken_apart_and_put_together_is_the_same() {
    let whole = index(90);
    let (origin, segments, codes) = taken_apart(&whole);
    assert!(segments.len() > 1);
    assert!(forge(origin, segments, &codes) == whole);
    ask_everything(&whole);
}

#[test]
fn more_games_than_the_file_has_bytes_are_refused() {
    let (origin, segments, codes) = taken_apart(&index(90));
    let short = Origin { length: 8000, ..origin };
    assert!(Index::open(Cursor::new(forge(short, segments, &codes))).is_err());
}

#[test]
fn an_older_index_is_named() {
    let error = |bytes: &[u8]| Index::open(Cursor::new(bytes.to_vec())).err().unwrap().to_string();
    assert_eq!(error(b"SQLite format 3\0 and more"), "an older index; run index again");
    for version in [2, 7] {
        let bytes = [b"GBRX", &[version][..], b"\r\n\0 and more"].concat();
        let expected = format!("an index of another version ({version}); run index again");
        assert_eq!(error(&bytes), expected);
    }
    assert_eq!(error(b"something else"), "not an index");
    assert_eq!(error(b""), "not an index");
    assert_eq!(error(&HEAD), "the index is damaged: its end is missing");
}
