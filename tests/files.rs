//! The promises about whole files, for damaged inputs of all sorts.
//!
//! `PROPTEST_CASES=1000000 cargo test --locked --release --test tests files::` runs more of them.

use std::fs;
use std::path::Path;
use std::slice;

use crate::properties::{files, joints};
use gbr_pgn::fault::FaultKind::{LeftAlone, WrongLeft};
use gbr_pgn::format::{Epd, Pgn, Source};
use proptest::prelude::*;
use proptest::sample::Index;

/// Pieces of PGN, sound and broken, from which files are made.
const PGN: &[&str] = &[
    "[Event \"a\"]",
    "[White \"b\"]",
    "[Result \"1-0\"]",
    "[Result \"*\"]",
    "[SetUp \"1\"]",
    "[FEN \"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\"]",
    "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]",
    "[FEN \"bad\"]",
    "[Variant \"Chess960\"]",
    "[Variant \"Crazyhouse\"]",
    "[Variant \"Nonsense\"]",
    "[GBR \"x\"]",
    "[GBRPosition \"y\"]",
    "[GBRFinal \"z\"]",
    "[GBRFinalPosition \"\"]",
    "[GBR]",
    "[GBR \"un",
    "[Event \"",
    "[Site \"q\"r\"]",
    "[Site \"back\\\"]",
    "[Empty]",
    "[White 'A']",
    "[\n Site \n \"x\" \n]",
    "\"]",
    "\"",
    "[",
    "]",
    "{",
    "}",
    "{c}",
    "{[Event \"f\"]}",
    "(",
    ")",
    ";",
    "; c",
    "%",
    "% e {",
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r\n",
    "\r",
    " ",
    " ",
    "\t",
    "\u{feff}",
    "\u{1a}",
    "\0",
    "1.",
    "1. ",
    "1...",
    "2.",
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "Bb5",
    "O-O",
    "0-0-0",
    "exd5",
    "d5",
    "a8=Q",
    "a8Q",
    "a8(Q)",
    "e2e4",
    "e7-e5",
    "Sf3",
    "♘f3",
    "--",
    "Z0",
    "Nc66",
    "zz",
    "!",
    "$1",
    "!?",
    "+-",
    "e.p.",
    "...",
    "1-0",
    "0-1",
    "1/2-1/2",
    "*",
    "1/2",
    "-",
    "1. e4 e5 2. Nf3 Nc6 1-0",
    "1. f3 e5 2. g4 Qh4# 0-1",
    "From: x@y",
    "Subject",
    "1. e4 *",
];

/// Pieces of which broken tags are made, with our tags among them: what one record lacks,
/// the next one may have.
const TAGS: &[&str] = &[
    "[Event \"a\"]",
    "\n\n[Event \"b\"]",
    "[Round \"1\"]",
    "[FEN \"bad\"]",
    "[GBR \"x\"]",
    "\n[GBR \"x\"]\n",
    "[GBRPosition \"y\"]",
    "[GBRFinal \"z\"]",
    "\n[GBRFinal \"z\"]\n",
    "[GBR \"{\"]",
    "[GBR \"}\"]",
    "[GBR \"a\nb\"]",
    "[GBR \"q\"r\"]",
    "[\nGBR\n\"w\"\n]",
    "[GBR]",
    "[GBR \"",
    "[Site \"u",
    "\n[Site \"u\n",
    "[Empty]",
    "[Foo",
    "[",
    "]",
    "\"]",
    "\\\"]",
    "\"",
    "\\",
    "{",
    "}",
    "{c}",
    "; c\n",
    "\n% e {\n",
    "\n",
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "\u{b}",
    "\u{feff}",
    "1. e4 *",
    "1. e4 *\n",
    "1. e4",
    "*\n",
    "x",
];

/// Pieces of EPD lines.
const EPD: &[&str] = &[
    "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -",
    "8/K7/2nn4/8/8/1B1k4/1R6/8 b - - 0 12",
    "4k3/8/8/8/8/8/8/4K3 w",
    "8/8/8/8/8/8/8/8 w - -",
    "9/8 w - -",
    "# comment",
    "\n",
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    ";",
    " bm e4;",
    " id \"a; b\";",
    " id \"un",
    " gbr \"x\";",
    " gbr;",
    " gbr",
    " gbrpos \"y\"",
    " gbr \"x\" \"y\";",
    " gbrpos;",
    " gbrfinal \"1\";",
    "noop",
    "\"",
    "\\",
    "\\\"",
    "\\\";",
    " c0 \"C:\\\";",
    " c1 \" x\";",
    " c2 \"; gbr x;\";",
    "D1 20 ;",
    " 3+3 0 1",
    "w",
    "-",
    "0",
    "\u{feff}",
    "\0",
    " – –",
];

fn made_of(pieces: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        40 => proptest::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|parts| parts.concat())
}

/// Something that happens to a file.
#[derive(Clone, Debug)]
enum Damage {
    Flip(Index, u8),
    Insert(Index, &'static str),
    Delete(Index, usize),
    Duplicate(Index, usize),
    DeleteLine(Index),
    DuplicateLine(Index),
    Cut(Index),
}

impl Damage {
    fn done_to(&self, file: &mut Vec<u8>) {
        if file.is_empty() {
            return;
        }
        match self {
            Damage::Flip(at, byte) => *at.get_mut(file) = *byte,
            Damage::Insert(at, piece) => {
                let at = at.index(file.len());
                file.splice(at..at, piece.bytes());
            }
            Damage::Delete(at, length) => {
                file.drain(stretch(file, at, *length));
            }
            Damage::Duplicate(at, length) => file.extend_from_within(stretch(file, at, *length)),
            Damage::DeleteLine(at) => {
                file.drain(line(file, at));
            }
            Damage::DuplicateLine(at) => {
                let line = line(file, at);
                file.splice(line.end..line.end, file[line.clone()].to_vec());
            }
            Damage::Cut(at) => file.truncate(at.index(file.len())),
        }
    }
}

fn stretch(file: &[u8], at: &Index, length: usize) -> std::ops::Range<usize> {
    let start = at.index(file.len());
    start..file.len().min(start + length)
}

/// The line of a byte, with its line end.
fn line(file: &[u8], at: &Index) -> std::ops::Range<usize> {
    let at = at.index(file.len());
    let start = file[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let length = file[at..].iter().position(|&byte| byte == b'\n');
    start..length.map_or(file.len(), |length| at + length + 1)
}

fn damage(pieces: &'static [&'static str]) -> impl Strategy<Value = Damage> {
    let at = any::<Index>;
    prop_oneof![
        (at(), any::<u8>()).prop_map(|(at, byte)| Damage::Flip(at, byte)),
        (at(), proptest::sample::select(pieces)).prop_map(|(at, piece)| Damage::Insert(at, piece)),
        (at(), 1_usize..20).prop_map(|(at, length)| Damage::Delete(at, length)),
        (at(), 1_usize..200).prop_map(|(at, length)| Damage::Duplicate(at, length)),
        at().prop_map(Damage::DeleteLine),
        at().prop_map(Damage::DuplicateLine),
        at().prop_map(Damage::Cut),
    ]
}

/// Stretches of the samples, which look like what people have, with damage done to them.
fn damaged(
    ending: &'static str,
    pieces: &'static [&'static str],
) -> impl Strategy<Value = Vec<u8>> {
    let damages = proptest::collection::vec(damage(pieces), 1..8);
    (proptest::sample::select(samples(ending)), any::<Index>(), 1_usize..1200, damages).prop_map(
        |(mut file, at, length, damages)| {
            file = file[stretch(&file, &at, length)].to_vec();
            damages.iter().for_each(|damage| damage.done_to(&mut file));
            file
        },
    )
}

fn samples(ending: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut paths: Vec<_> = [folder.join("odd"), folder]
        .iter()
        .flat_map(|folder| fs::read_dir(folder).expect("the folder"))
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|found| found == ending))
        .collect();
    paths.sort();
    let files = paths.iter().map(|path| fs::read(path).expect("a sample"));
    files.filter(|file| !file.is_empty()).collect()
}

/// What the promises are tried with can fail: bytes that were lost, moved or changed are seen.
#[test]
fn only_what_is_ours_may_be_missing() {
    let text = "[A \"\"]\n[GBR \"x\"]\n[B \"\"] \n\n1. e4 *\n";
    let own = 7..16;
    assert_eq!(&text[own.clone()], "[GBR \"x\"]");
    let is_rest =
        |rest: &str| files::is_all_but(rest.as_bytes(), text.as_bytes(), slice::from_ref(&own));
    assert!(is_rest("[A \"\"]\n[B \"\"] \n\n1. e4 *\n"));
    for rest in [
        text,
        "[A \"\"][B \"\"] \n\n1. e4 *\n",
        "[A \"\"]\n[B \"\"]\n\n1. e4 *\n",
        "[A \"\"]\n[B \"\"] \n1. e4 *\n",
        "[A \"\"]\n[B \"\"] \n\n1. e4 *",
        "[A \"\"]\n[B \"\"] \n\n1.e4 * \n",
        "[B \"\"] \n[A \"\"]\n\n1. e4 *\n",
        "[A \"\"]\n[B \"\"] \n\n1. d4 *\n",
        "[A \"\"]\n[B \"\"] \n\n1. e4 *\n\n",
    ] {
        assert!(!is_rest(rest), "{rest:?}");
    }
}

/// With an answer it would be a game that begins where chess does, and get codes the next time.
#[test]
fn an_excerpt_with_no_tags_but_ours_gets_no_answer() {
    for input in
        ["[GBR \"; c\n[GBR][Foo\\", "[GBR \"; c\n[GBR]\n\n15. Qxh7 *\n", "[GBR \"\"; c\n[Foo"]
    {
        files::file(&Pgn, input.as_bytes(), 1 << 20);
    }
}

/// What a record says must not depend on our tags in another one.
#[test]
fn every_promise_holds_for_tags_that_the_next_record_could_close() {
    for input in [
        // Tags before the second game would close the one that is not.
        "[FEN \"\n*\n\u{feff}1. e4",
        "[Round \"\\\r*\\\n1. e4",
        // Without one of our tags, the tag before it would be closed in the next record.
        "[FEN \"\n[GBR \"\"]\n*\n\"][GBRFinal \"\"]",
        "[FEN \"\"][GBR \"\n[GBRFinal \"\"]\n*\"\n]",
        // The input would end in a tag.
        "[GBR \"\"][Round \"\n[GBR \"\"]",
        // What closes it stands after a blank line, which may come before it is known.
        "[Site \"u\n*\n\\\"][GBR \"\n\n]",
        // The same at the end of a part, where nothing seems to follow.
        "[GBR \"a\nb\"][FEN \"bad\"][GBR \"\"\n\n[Event \"b\"]",
        // A result that is glued to the first word of a file, which a mark stands before.
        "\u{feff}e41-0",
        "\u{feff}e41-0\n[Event \"b\"]\n\n*",
        // The blank line after one of our tags would go to the record before.
        "[GBR \"\"][FEN][Site \"\nx\n[GBRFinal \"\"]\n\n[Round \"\"]x",
    ] {
        files::file(&Pgn, input.as_bytes(), 1 << 20);
    }
}

/// What a string is must not depend on our opcodes that follow it.
#[test]
fn every_promise_holds_for_strings_that_end_in_a_backslash() {
    for position in ["8/K7/2nn4/8/8/1B1k4/1R6/8 w - -", "8/8/8/8/8/PPPP4/PPPPPPPP/K6k w - -"] {
        for operations in [
            r#"c0 "C:\"; gbr "x"; bm " e4";"#,
            r#"c0 "C:\"; gbr 5; bm e4;"#,
            r#"c0 "C:\"; gbrpos "y"; bm "; gbr x;";"#,
            r#"c0 "C:\"; gbr "y"; gbr "z"; bm "; gbr x;";"#,
            r#"id "\"; gbr x; \"";;gbr"#,
        ] {
            files::file(&Epd, format!("{position} {operations}\n").as_bytes(), 1 << 20);
        }
    }
}

/// One of our wrong tags does not stay in silence, and every promise holds where others cannot be added.
#[test]
fn a_wrong_tag_that_cannot_be_edited_gets_another_value_or_is_a_fault() {
    let start = "4888.88";
    for (input, output, kind) in [
        ("[8\"\n[GBR \"9999.99\"]\n\n[Event]", None, None),
        ("\n[GBR \"x\"]\n\n[GBR \"x\"]\n", Some("\n[GBR \"S\"]\n\n[GBR \"S\"]\n"), Some(LeftAlone)),
        (
            "[FEN \"bad\"]{c}\n[GBR \"q\"r\"]",
            Some("[FEN \"bad\"]{c}\n[GBR \"?\"]"),
            Some(LeftAlone),
        ),
        ("[GBR \"{\"]\n\n*", Some("[GBR \"{\"]\n\n*"), Some(WrongLeft)),
        // What is right already may stay.
        ("\n[GBR \"S\"]\n\n[GBR \"S\"]\n", Some("\n[GBR \"S\"]\n\n[GBR \"S\"]\n"), Some(LeftAlone)),
    ] {
        let [input, output] = [Some(input), output].map(|text| text.map(|t| t.replace('S', start)));
        let input = input.expect("an input");
        files::file(&Pgn, input.as_bytes(), 1 << 20);
        let (text, faults) = files::annotate(&Pgn, input.as_bytes(), files::PLAIN);
        let kinds = [LeftAlone, WrongLeft].into_iter();
        let told = kinds.filter(|&kind| faults.iter().any(|fault| fault.kind == kind));
        assert_eq!(told.collect::<Vec<_>>(), Vec::from_iter(kind), "{input:?}");
        let text = String::from_utf8(text).expect("text");
        assert!(output.is_none_or(|output| output == text), "{text:?}");
        assert!(kind == Some(WrongLeft) || !text.contains("9999.99"), "{text:?}");
    }
}

/// One to three inputs.
fn several(input: impl Strategy<Value = Vec<u8>>) -> impl Strategy<Value = Vec<Vec<u8>>> {
    proptest::collection::vec(input, 1..4)
}

/// Sorted, joined and picked out, records are read back as they are, or it is told that they are not.
fn neighbours(source: &'static dyn Source, inputs: &[Vec<u8>], limit: usize, seed: u64) {
    let inputs: Vec<&[u8]> = inputs.iter().map(Vec::as_slice).collect();
    joints::sorted_is_read_back(source, &inputs, limit, seed);
    joints::joined_is_read_back(source, &inputs, limit);
    joints::find_parts_the_records(source, &inputs, limit);
}

/// What is left of one input must not come between a game of another and the mark that it begins with.
#[test]
fn a_mark_in_the_middle_of_an_input_keeps_its_place() {
    let marked = b"1. e4 *\n\xef\xbb\xbf[Event \"a\"]".to_vec();
    for (rest, seed) in
        [&b"{c}"[..], b"\n; c", b"%"].into_iter().flat_map(|rest| (0..8).map(move |n| (rest, n)))
    {
        neighbours(&Pgn, &[marked.clone(), rest.to_vec()], 1 << 20, seed);
    }
}

/// Moves after a result marker, which may be a game, and a game after a blank line, which is one and gets tags.
#[test]
fn tags_of_the_next_game_do_not_decide_what_comes_before_it() {
    let input = b"[Event \"a\"]\n\n1. e4 1-0\na3 Bb5\n\n1. e4 e5 junk";
    files::file(&Pgn, input, 1 << 20);
}

/// White space that is too long goes on with a record that is too long.
#[test]
fn white_space_beyond_the_limit_is_no_record() {
    neighbours(&Pgn, &[b"[Event \"a\"]".to_vec(), b"\n\n".to_vec()], 1, 0);
}

/// A comment that is too long only because of the mark before it is read back as a comment when the mark is gone.
#[test]
fn a_mark_that_is_gone_makes_no_other_record() {
    let comment = [b"\xef\xbb\xbf% e {", &[b'x'; 88][..], b"}"].concat();
    for limit in 90..100 {
        neighbours(&Pgn, &[b"1. e4 *".to_vec(), comment.clone()], limit, 0);
    }
}

/// A mark at the end of an input stays before the white space of the next one, also in a record that is too long.
#[test]
fn a_mark_at_the_end_of_an_input_keeps_its_place() {
    for (limit, blank) in [(1, "\n"), (1, "\n\n"), (1 << 20, "\n")] {
        neighbours(&Pgn, &[b"[Event \"a\"]1-0\x1a".to_vec(), blank.into()], limit, 0);
    }
}

/// Of two games that are alike one is found and one is not, because its input ends in a tag.
#[test]
fn games_that_are_alike_are_parted_too() {
    let inputs = [&b"[Site \"u"[..], b"[Event \"a\"][Foo\n[Site \"u\n\n\n[Event \"b\"]"];
    neighbours(&Pgn, &inputs.map(<[u8]>::to_vec), 1 << 20, 0);
}

/// Games that end with a marker, and some that have none, or no moves, and need a tag after them.
const CLOSED: &[&str] =
    &["[Event \"a\"]\n\n1. e4 {c} *\n\n", "[White \"b\"]\n\n1. d4 d5 1-0\n\n", "1. c4 *\n\n"];
const OPEN: &[&str] = &["[Event \"c\"]\n\n1. f4\n\n", "[Event \"d\"]\n[Round \"1\"]\n\n"];

/// Such games, of which one can always be put after the others.
fn orderly() -> impl Strategy<Value = Vec<u8>> {
    let [closed, open] = [CLOSED, OPEN].map(proptest::sample::select);
    let group =
        (closed, open).prop_map(|(closed, open)| [closed, open, CLOSED[0]].concat().into_bytes());
    proptest::collection::vec(group, 1..6).prop_map(|groups| groups.concat())
}

proptest! {
    #[test]
    fn sorted_records_are_kept_apart_where_that_can_be(input in orderly(), seed: u64) {
        prop_assert!(joints::sorted_is_read_back(&Pgn, &[&input], 1 << 20, seed));
    }

    #[test]
    fn records_with_other_neighbours_are_read_back(
        inputs in several(prop_oneof![made_of(PGN), made_of(TAGS), damaged("pgn", PGN)]),
        seed: u64,
    ) {
        neighbours(&Pgn, &inputs, 1 << 20, seed);
    }

    #[test]
    fn records_with_other_neighbours_are_read_back_at_the_record_limit(
        inputs in several(prop_oneof![made_of(PGN), made_of(TAGS)]),
        limit in 1_usize..200,
        seed: u64,
    ) {
        neighbours(&Pgn, &inputs, limit, seed);
    }

    #[test]
    fn positions_with_other_neighbours_are_read_back(
        inputs in several(prop_oneof![made_of(EPD), damaged("epd", EPD)]),
        seed: u64,
    ) {
        neighbours(&Epd, &inputs, 1 << 20, seed);
    }
}

proptest! {
    #[test]
    fn every_promise_holds_for_samples_with_damage(input in damaged("pgn", PGN)) {
        files::file(&Pgn, &input, 1 << 20);
    }

    #[test]
    fn every_promise_holds_for_positions_with_damage(input in damaged("epd", EPD)) {
        files::file(&Epd, &input, 1 << 20);
    }

    #[test]
    fn every_promise_holds_for_damaged_pgn(input in made_of(PGN)) {
        files::file(&Pgn, &input, 1 << 20);
    }

    #[test]
    fn every_promise_holds_for_broken_tags(input in made_of(TAGS)) {
        files::file(&Pgn, &input, 1 << 20);
    }

    #[test]
    fn every_promise_holds_for_pgn_at_the_record_limit(input in made_of(PGN), limit in 1_usize..200) {
        files::file(&Pgn, &input, limit);
    }

    #[test]
    fn every_promise_holds_for_damaged_epd(input in made_of(EPD)) {
        files::file(&Epd, &input, 1 << 20);
    }

    #[test]
    fn every_promise_holds_for_epd_at_the_record_limit(input in made_of(EPD), limit in 1_usize..200) {
        files::file(&Epd, &input, limit);
    }

    #[test]
    fn every_promise_holds_for_any_bytes(input in proptest::collection::vec(any::<u8>(), 0..200)) {
        files::file(&Pgn, &input, 1 << 20);
        files::file(&Epd, &input, 1 << 20);
    }
}
