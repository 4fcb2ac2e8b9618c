use super::*;
use crate::fault::FaultKind;
use crate::format::pgn::{Pgn, frame};
use crate::game::Game;
use crate::record::{Line, Step};
use crate::row::{Column, Row};
use proptest::{collection::vec, prelude::*, sample::select};

const COLUMNS: &[Column] = &[Column::code("GBR", "gbr"), Column::text("GBRText", "gbrtext")];

/// The record that begins a text; its tags are put where it borrows them.
fn first_record<'a>(text: &'a str, attributes: &'a mut Vec<Tag>) -> Record<'a> {
    let step = frame::frame(text.as_bytes(), true, usize::MAX, attributes);
    let Step::Record(frame) = step else { panic!("{text:?} is {step:?}") };
    Record {
        bytes: &text.as_bytes()[..frame.len],
        frame,
        attributes,
        offset: 0,
        line: Line::known(1),
        number: 1,
        is_last: true,
        may_have_nul: false,
    }
}

/// The only record of a text with our tags set to these cells, or stripped, and what was told.
fn write(text: &str, cells: &[Option<&str>], strip: bool) -> (String, Option<Fault>) {
    let mut attributes = Vec::new();
    let record = first_record(text, &mut attributes);
    assert_eq!(record.bytes.len(), text.len(), "{text:?} is one record");
    let mut row = Row::default();
    for cell in cells {
        row.push(|out| {
            out.extend_from_slice(cell.unwrap_or_default().as_bytes());
            cell.is_some()
        });
    }
    let game = Game::default();
    let entry = Entry { source: &Pgn, record: &record, game: &game, columns: COLUMNS, row: &row };
    let mut out = Vec::new();
    let told = Tags { strip }.write_and_note(&entry, &mut out);
    (String::from_utf8(out).unwrap(), told)
}

/// The same where nothing is told.
fn set(text: &str, cells: &[Option<&str>]) -> String {
    let (out, told) = write(text, cells, false);
    assert_eq!(told, None, "{text:?}");
    out
}

fn strip(text: &str) -> String {
    write(text, &[None, None], true).0
}

const BOTH: &[Option<&str>] = &[Some("0001.00"), Some("x")];

#[test]
fn a_tag_of_ours_is_written_as_the_one_before_it_is() {
    for (text, expected) in [
        (
            "[A \"a\"]\r\n\r\n*\r\n",
            "[A \"a\"]\r\n[GBR \"0001.00\"]\r\n[GBRText \"x\"]\r\n\r\n*\r\n",
        ),
        (
            "  [A \"a\"]\n  [B \"b\"]\n\n*\n",
            "  [A \"a\"]\n  [B \"b\"]\n  [GBR \"0001.00\"]\n  [GBRText \"x\"]\n\n*\n",
        ),
        (
            "[A \"a\"] [B \"b\"]\n\n*\n",
            "[A \"a\"] [B \"b\"] [GBR \"0001.00\"] [GBRText \"x\"]\n\n*\n",
        ),
        ("[A \"a\"]", "[A \"a\"]\n[GBR \"0001.00\"]\n[GBRText \"x\"]"),
        ("1. e4 *\r\n", "[GBR \"0001.00\"]\r\n[GBRText \"x\"]\r\n\r\n1. e4 *\r\n"),
    ] {
        let annotated = set(text, BOTH);
        assert_eq!(annotated, expected);
        assert_eq!(set(&annotated, BOTH), annotated, "a second time changes nothing");
        assert_eq!(strip(&annotated), text, "strip restores it");
    }
}

#[test]
fn a_tag_that_is_there_keeps_its_place_and_form() {
    let text = "[GBR   \"9\" ]\n[A \"a\"]\n\n*\n";
    assert_eq!(set(text, &[Some("0001.00"), None]), "[GBR   \"0001.00\" ]\n[A \"a\"]\n\n*\n");
}

#[test]
fn a_tag_of_ours_without_a_cell_goes() {
    assert_eq!(set("[A \"a\"]\n[GBR \"9\"]\n\n*\n", &[None, None]), "[A \"a\"]\n\n*\n");
    assert_eq!(set("[A \"a\"] [GBR \"9\"]\n\n*\n", &[None, None]), "[A \"a\"]\n\n*\n");
}

#[test]
fn of_two_with_one_name_the_first_stays() {
    let text = "[A \"a\"]\n[GBR \"1\"]\n[B \"b\"]\n[GBR \"2\"]\n\n*\n";
    let expected = "[A \"a\"]\n[GBR \"0001.00\"]\n[B \"b\"]\n\n*\n";
    assert_eq!(set(text, &[Some("0001.00"), None]), expected);
}

#[test]
fn names_that_only_begin_like_ours_are_not_ours() {
    for text in ["[GBRx \"1\"]\n\n*\n", "[gbr \"1\"]\n\n*\n", "[A \"GBR\"]\n\n*\n"] {
        assert_eq!(set(text, &[None, None]), text);
        assert_eq!(strip(text), text);
    }
}

#[test]
fn values_are_escaped_as_the_standard_wants() {
    let value = Some("a \"b\" \\ c\nd");
    let expected = "[A \"a\"]\n[GBRText \"a \\\"b\\\" \\\\ c d\"]\n\n*\n";
    assert_eq!(set("[A \"a\"]\n\n*\n", &[None, value]), expected);
}

#[test]
fn a_record_keeps_a_tag_to_begin_with_unless_it_is_stripped() {
    let text = "[GBR \"9\"]\n\n1. e4 *\n";
    assert_eq!(set(text, &[None, None]), "[GBR \"?\"]\n\n1. e4 *\n");
    let other = set(text, &[None, Some("x")]);
    assert_eq!(other, "[GBRText \"x\"]\n\n1. e4 *\n", "its place goes to one that is missing");
    assert_eq!(strip(text), "1. e4 *\n");
}

#[test]
fn text_that_is_not_a_game_stays() {
    assert_eq!(set("  \n{a remark}\n", BOTH), "  \n{a remark}\n");
}

#[test]
fn a_wrong_tag_that_cannot_go_stays_and_is_told() {
    // The brace may close a comment of the record before, which is not looked at here.
    let text = "[A \"a\"]\n[GBR \"}\"]\n\n*\n";
    let (out, told) = write(text, BOTH, false);
    assert_eq!((&out[..], told.map(|it| it.kind)), (text, Some(FaultKind::WrongLeft)));
}

proptest! {
    /// However they are spaced and whatever is in their values.
    #[test]
    fn the_last_tag_tells_of_its_line_what_the_line_tells(
        parts in vec(select(&PARTS[..]), 1..24),
    ) {
        let text = format!("[{}\n*", parts.concat());
        let mut attributes = Vec::new();
        let record = first_record(&text, &mut attributes);
        let section = &record.bytes[record.section()];
        if last_value(&record).is_some() {
            let expected = is_plain_last_line(section);
            prop_assert_eq!(has_plain_last_line(&record, section), expected, "{}", text);
        }
    }
}

const PARTS: [&str; 16] = [
    "A",
    "[A \"",
    "\"]\n[",
    "\"]",
    "x",
    " ",
    "\"",
    "\\",
    "[",
    "]",
    "\n",
    "\r\n",
    "\t",
    "{}",
    "B \"y\"]",
    "\"]\n[B \"",
];
