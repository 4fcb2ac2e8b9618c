//! Parts of a file: together they are the file, and each record is in one of them.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use flate2::Crc;
use flate2::write::DeflateEncoder;
use proptest::prelude::*;
use std::io::Write;

/// A frame with a skippable one before it that tells its length, as pzstd writes them.
fn pzstd(content: &[u8]) -> Vec<u8> {
    let frame = zstd::encode_all(content, 3).unwrap();
    let length = (frame.len() as u32).to_le_bytes();
    [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0], &length[..], &frame[..]].concat()
}

/// A frame as zstd writes it.
fn zstd(content: &[u8]) -> Vec<u8> {
    zstd::encode_all(content, 3).unwrap()
}

/// A member with its length in an extra field, as bgzip writes them.
fn bgzip(content: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(content).unwrap();
    let deflated = encoder.finish().unwrap();
    let mut crc = Crc::new();
    crc.update(content);
    let length = u16::try_from(18 + deflated.len() + 8 - 1).unwrap().to_le_bytes();
    let head = b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0";
    let (sum, size) = (crc.sum().to_le_bytes(), crc.amount().to_le_bytes());
    [&head[..], &length[..], &deflated[..], &sum[..], &size[..]].concat()
}

fn packed(content: &[u8], frame: usize, pack: fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
    content.chunks(frame).flat_map(pack).collect()
}

/// Games of all lengths: tags other than Event, comments that look like games, text and blank lines between.
fn games(count: usize) -> Vec<u8> {
    let mut text = b"\xef\xbb\xbf".to_vec();
    for n in 0..count {
        let comment = match n % 7 {
            0 => "{ quoted:\n\n[Event \"no game\"]\n\n1. d4 }",
            1 => "{ short }",
            2 => "",
            3 => "; a line\n",
            _ => "{ x }",
        };
        let line_end = if n % 11 == 3 { "\r\n" } else { "\n" };
        let more = if n % 13 == 5 { "[Site \"s\"]\n\n1. d4 *\n\n\n\n" } else { "" };
        let long = "1... e5 2. Nf3 Nc6 3. Bb5 a6 ".repeat(n % 3);
        let game = format!(
            "[Event \"{n}\"]\n[White \"w\"]\n\n1. e4 {comment} {} *\n\n{more}",
            long.trim()
        );
        text.extend(game.replace('\n', line_end).bytes());
    }
    text
}

/// What each of so many parts gives.
fn parts(folder: &Folder, line: &str, count: usize) -> Vec<Vec<u8>> {
    let part = |n: usize| {
        let run = folder.run(&format!("{line} --part {n}/{count}")).output().unwrap();
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(matches!(run.status.code(), Some(0 | 1)), "part {n}/{count}: {told}");
        run.stdout
    };
    (1..=count).map(part).collect()
}

fn whole(folder: &Folder, line: &str) -> Vec<u8> {
    folder.run(line).output().unwrap().stdout
}

#[test]
fn parts_of_a_compressed_file_are_the_file_for_any_number_of_them() {
    let text = games(60);
    for (pack, frame) in
        [(pzstd as fn(&[u8]) -> Vec<u8>, 777), (zstd, 777), (bgzip, 777), (pzstd, 97)]
    {
        let folder = Folder::with("games", &packed(&text, frame, pack));
        let frames = text.len().div_ceil(frame);
        let counts: Vec<usize> =
            if frame > 500 { (1..=frames + 2).collect() } else { vec![5, frames] };
        for count in counts {
            // strip passes bytes through, whatever they are.
            let all = parts(&folder, "strip -q games", count).concat();
            assert!(all == text, "{count} parts of {frames} frames");
        }
    }
}

#[test]
fn parts_of_a_plain_file_are_the_file_for_any_number_of_them() {
    let text = games(30);
    let folder = Folder::with("games.pgn", &text);
    for count in [1, 2, 3, 7, 30, 61, text.len() / 10] {
        assert!(parts(&folder, "strip -q games.pgn", count).concat() == text, "{count} parts");
    }
    let tiny = Folder::with("games.pgn", b"1. e4 *\n");
    assert_eq!(parts(&tiny, "strip -q games.pgn", 20).concat(), b"1. e4 *\n");
    let empty = Folder::with("games.pgn", b"");
    assert_eq!(parts(&empty, "strip -q games.pgn", 3).concat(), b"");
}

#[test]
fn every_game_is_in_one_part_as_it_would_be_in_the_whole() {
    let text = games(200);
    let folder = Folder::with("games.zst", &packed(&text, 1000, pzstd));
    // Tables count from the beginning of the part; tags do not.
    let line = "annotate -q games.zst";
    let expected = whole(&folder, line);
    for count in [2, 3, 9, 17] {
        let parts = parts(&folder, line, count);
        assert!(parts.concat() == expected, "{count} parts");
        assert!(count > 9 || parts.iter().all(|part| !part.is_empty()), "{count} parts");
    }
}

#[test]
fn an_event_in_a_comment_begins_nothing() {
    // Every cut is in the comment or in the moves after it.
    let long = "{ quoted:\n\n[Event \"no game\"]\n\n1. d4 } ".repeat(40);
    let text = format!("[Event \"a\"]\n\n1. e4 {long} *\n\n[Event \"b\"]\n\n1. d4 *\n");
    let folder = Folder::with("a.pgn", text.as_bytes());
    for count in 2..40 {
        let parts = parts(&folder, "strip -q a.pgn", count);
        assert_eq!(parts.iter().filter(|part| !part.is_empty()).count(), 2, "{count} parts");
        assert_eq!(parts.concat(), text.as_bytes());
    }
}

#[test]
fn lines_are_cut_at_their_ends() {
    let epd: String =
        (1..200).map(|n| format!("8/8/1KP5/3r4/8/8/8/k7 w - - id \"{n}\";\n")).collect();
    let folder = Folder::with("a.epd", epd.as_bytes());
    let expected = whole(&folder, "annotate -q a.epd");
    for count in [2, 5, 50] {
        assert!(parts(&folder, "annotate -q a.epd", count).concat() == expected, "{count} parts");
    }
    let moves: String = (1..200).map(|n| format!("{{{n}}} 1. e4\r1... e5 *\n")).collect();
    folder.write("moves.zst", &packed(moves.as_bytes(), 100, zstd));
    let expected = whole(&folder, "rows -q moves.zst");
    assert_eq!(expected.iter().filter(|&&byte| byte == b'\n').count(), 199);
    for count in [2, 5, 50] {
        assert!(parts(&folder, "rows -q moves.zst", count).concat() == expected, "{count} parts");
    }
}

#[test]
fn what_is_found_in_all_parts_is_what_is_found() {
    let folder = Folder::with("games.zst", &packed(&games(100), 1000, pzstd));
    let number = |bytes: &[u8]| str::from_utf8(bytes).unwrap().trim().parse::<u32>().unwrap();
    let line = "find -q --count 4888.88 games.zst";
    let sum: u32 = parts(&folder, line, 7).iter().map(|part| number(part)).sum();
    assert_eq!(sum, number(&whole(&folder, line)));
    // An index is of the whole file, and must not answer for a part of it.
    folder.run("index -q games.zst").assert().code(1);
    assert_eq!(parts(&folder, line, 7).iter().map(|part| number(part)).sum::<u32>(), sum);
}

/// Also where there is so little that it has one frame.
#[test]
fn what_was_compressed_by_an_output_has_parts_and_is_the_same_on_any_number_of_threads() {
    let comment = "A long comment, as annotators write them. ".repeat(1000);
    let games: String =
        (0..250).map(|n| format!("[Event \"{n}\"]\n\n1. e4 {{ {n} {comment}}} e5 *\n\n")).collect();
    for text in [&games[..], &games[..50_000]] {
        let folder = Folder::with("games.pgn", text.as_bytes());
        folder.run("strip -q -j1 games.pgn -o one.pgn.zst").assert().code(0);
        folder.run("strip -q -j3 games.pgn -o three.pgn.zst").assert().code(0);
        assert!(folder.read("one.pgn.zst") == folder.read("three.pgn.zst"));
        let found = parts(&folder, "strip -q one.pgn.zst", 3);
        assert!(found.concat() == text.as_bytes());
        let is_shared = found.iter().filter(|part| !part.is_empty()).count() > 1;
        assert_eq!(is_shared, text.len() > 4 << 20);
    }
}

#[test]
fn what_has_no_parts_is_refused_with_advice() {
    let folder = Folder::with("one.zst", &zstd(&games(100)));
    folder.write("one.bz2", include_bytes!("../samples/odd/71-bzip2.pgn"));
    folder.write("one.gz", include_bytes!("../samples/odd/72-two-members.pgn.gz"));
    folder.write("plain.pgn", b"1. e4 *\n");
    for name in ["one.zst", "one.bz2", "one.gz"] {
        let run = folder.run(&format!("strip --part 1/2 {name}")).assert().code(2);
        let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(told.contains("pzstd") && told.contains(&format!("{name} part 1/2: ")), "{told}");
        assert!(run.get_output().stdout.is_empty(), "{name}");
    }
    for line in [
        "strip --part 1/2 -",
        "strip --part 3/2 plain.pgn",
        "strip --part 1/2 --in-place plain.pgn",
        "index --part 1/2 plain.pgn",
    ] {
        folder.run(line).assert().code(2);
    }
}

/// A file that was cut off ends in an error, in the part that has the damage.
#[test]
fn damage_is_told_by_the_part_that_has_it() {
    let bytes = packed(&games(100), 500, pzstd);
    let folder = Folder::with("games.zst", &bytes[..bytes.len() - 30]);
    folder.run("strip -q --part 1/4 games.zst").assert().code(0);
    let run = folder.run("strip -q --part 4/4 games.zst").assert().code(2);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(told.contains("games.zst part 4/4: from byte "), "{told}");
}

/// A record of tags alone is read in the same way whether another one follows in its part or not.
#[test]
fn tags_that_are_not_closed_are_read_as_in_the_whole() {
    let text = "[Opening \"x\n \n[Event \"q\"]\n".repeat(5);
    let folder = Folder::with("a.pgn", text.as_bytes());
    for line in ["annotate -q a.pgn", "strip -q a.pgn", "find -q --invert KNNvKP a.pgn"] {
        let expected = whole(&folder, line);
        for count in [2, 3, 5, 9] {
            let found = parts(&folder, line, count).concat();
            assert_eq!(
                String::from_utf8_lossy(&found),
                String::from_utf8_lossy(&expected),
                "{count}"
            );
        }
    }
}

/// Without a brace for as long as a record may be, nobody can be in a comment.
#[test]
fn games_without_comments_are_parted_too() {
    let text = "[Event \"a\"]\n\n1. e4 e5 *\n\n".repeat(5000);
    let folder = Folder::with("a.pgn", text.as_bytes());
    folder.write("a.zst", &packed(text.as_bytes(), 7000, pzstd));
    for line in ["strip -q a.pgn", "strip -q a.zst", "strip -q --max-record 100 a.pgn"] {
        let parts = parts(&folder, line, 4);
        assert!(parts.iter().all(|part| part.len() > text.len() / 8), "{line}");
        assert!(parts.concat() == text.as_bytes(), "{line}");
    }
}

/// Anything that could look like the beginning of a game, or hide one.
fn shreds() -> impl Strategy<Value = Vec<u8>> {
    let shred = prop::sample::select(vec![
        "[Event \"",
        "\"]",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "{",
        "}",
        "(",
        ")",
        "1. e4 ",
        "*",
        "; ",
        "% ",
        "[Site \"x\"]\n",
        "[Opening \"x\n",
        "[GBR \"9\"]\n",
        "[Event \"a\"]\n\n1. d4 {b} *\n\n",
        "1-0\n\n",
    ]);
    prop::collection::vec(shred, 0..200).prop_map(|shreds| shreds.concat().into_bytes())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn parts_of_any_text_add_up_to_the_whole(text in shreds(), frame in 1_usize..300, count in 2_usize..6) {
        let folder = Folder::with("plain", &text);
        folder.write("packed", &packed(&text, frame, pzstd));
        for line in ["strip -q --from pgn", "annotate -q --from pgn", "find -q --invert KNNvKP --from pgn"] {
            let expected = whole(&folder, &format!("{line} plain"));
            for name in ["plain", "packed"] {
                let found = parts(&folder, &format!("{line} {name}"), count).concat();
                prop_assert_eq!(found.escape_ascii().to_string(), expected.escape_ascii().to_string());
            }
        }
    }
}
