//! A game from the position on that a search found in it: a record of its own.
//!
//! In: a record, and what was found in it. Out: its tags with that position for a start, and the moves that follow.
//! The record is read back before it is handed over: what would not be the same game is not written.

mod course;

use shakmaty::Setup;

use self::course::{Course, gap};
use super::Pgn;
use super::tags::with_tags;
use crate::column::{self, ANNOTATIONS, Stage, Twins};
use crate::fault::{Fault, FaultKind};
use crate::fen;
use crate::format::desk::{Claims, Desk};
use crate::format::sink::{Entry, Sink};
use crate::format::source::Source;
use crate::game::{Found, Game};
use crate::play::Lane;
use crate::record::{Record, Step};
use crate::row::{Column, Row};
use crate::text::bytes::is_line_end;

/// Writes games from the position on that was found. Of a record that is not PGN, the position is all there is.
pub struct Cut {
    /// Which of them claim anything.
    pub claims: Claims,
}

/// What a variation ends with: nobody says how it went on.
const UNKNOWN: &[u8] = b"*";

impl Sink for Cut {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        self.write_and_note(entry, out);
    }

    fn write_and_note(&self, entry: &Entry<'_>, out: &mut Vec<u8>) -> Option<Fault> {
        let Some(found) = &entry.game.found else { return None };
        if !entry.source.is::<Pgn>() {
            return Pgn.write_and_note(entry, out);
        }
        match self.cut(entry, found) {
            Some(text) => out.extend_from_slice(&text),
            None => {
                let message =
                    "cannot be cut at the position that was found, so that it is left out";
                return Some(entry.record.fault(
                    FaultKind::NotCut,
                    entry.record.frame.moves,
                    message,
                ));
            }
        }
        None
    }
}

impl Cut {
    /// The record; none where it would not be read as what it is.
    fn cut(&self, entry: &Entry<'_>, found: &Found) -> Option<Vec<u8>> {
        let record = entry.record;
        let course = Course::of(record.bytes, record.frame.moves, found)?;
        let setup = start(found, course.number)?;
        let text = with_moves(record, &course, found.byway.is_some());
        let cells = cells(record, &setup, found);
        let text = edited(entry, &text, |_, columns, row| {
            for (column, cell) in &cells {
                columns.push(*column);
                row.push(|out| cell.as_ref().is_some_and(|cell| append(cell, out)));
            }
        })?;
        let own: Vec<&dyn Stage> =
            ANNOTATIONS.iter().copied().filter(|stage| has_tag(record, stage.column())).collect();
        let claims = if found.byway.is_some() { Claims::Never } else { self.claims };
        edited(entry, &text, |again, columns, row| {
            let game = Pgn.decode(again, &mut Desk::new(Lane::Fast, claims));
            if is_rest(&game, entry.game, found, &course, &setup) {
                columns.extend(own.iter().map(|stage| stage.column()));
                column::fill(&own, &Twins::of(&own), again, &game, row);
            } else {
                columns.clear();
                row.push(|_| false);
            }
        })
    }
}

fn append(cell: &[u8], out: &mut Vec<u8>) -> bool {
    out.extend_from_slice(cell);
    true
}

/// The position with the number that the text gives its first move.
fn start(found: &Found, number: Option<u32>) -> Option<Setup> {
    let mut setup = found.setup.clone()?;
    setup.fullmoves = number.and_then(|number| number.try_into().ok()).unwrap_or(setup.fullmoves);
    Some(setup)
}

/// The tags as they are, and the moves.
fn with_moves(record: &Record<'_>, course: &Course, is_variation: bool) -> Vec<u8> {
    let line_end = line_end(record.bytes);
    let mut text = record.bytes[record.section()].to_vec();
    if !text.is_empty() {
        text.extend_from_slice(line_end);
        text.extend_from_slice(line_end);
    }
    text.extend_from_slice(&course.moves);
    if is_variation {
        if !course.moves.is_empty() {
            let gap = gap(&course.moves);
            text.truncate(text.trim_ascii_end().len());
            text.extend_from_slice(if gap == b'\n' { line_end } else { b" " });
        }
        text.extend_from_slice(UNKNOWN);
    }
    let kept = text.trim_ascii_end().len();
    if !text[kept..].iter().any(|&byte| is_line_end(byte)) {
        text.truncate(kept);
        text.extend_from_slice(line_end);
        text.extend_from_slice(line_end);
    }
    text
}

/// The first line end of a record, or a plain one.
fn line_end(bytes: &[u8]) -> &[u8] {
    match memchr::memchr2(b'\n', b'\r', bytes).map(|at| &bytes[at..]) {
        Some([b'\r', b'\n', ..]) => b"\r\n",
        Some([b'\r', ..]) => b"\r",
        _ => b"\n",
    }
}

/// The tags that change, and what they say; those that say nothing go.
fn cells(record: &Record<'_>, setup: &Setup, found: &Found) -> Vec<(Column, Option<Vec<u8>>)> {
    let mut cells = vec![(Column::number("PlyCount", "plies"), None)];
    if found.byway.is_some() && has_tag(record, Column::text("Result", "result")) {
        cells.push((Column::text("Result", "result"), Some(UNKNOWN.to_vec())));
    }
    let fen = Column::text("FEN", "fen");
    if found.ply > 0 || !has_tag(record, fen) {
        cells.push((Column::text("SetUp", "setup"), Some(b"1".to_vec())));
        cells.push((fen, Some(fen::write(setup).into_bytes())));
    }
    cells
}

fn has_tag(record: &Record<'_>, column: Column) -> bool {
    record.attribute(column.tag.as_bytes()).is_some()
}

/// The text with some tags changed; none where it is not one record, or cannot be changed without changing how it is read.
fn edited(
    entry: &Entry<'_>,
    text: &[u8],
    fill: impl FnOnce(&Record<'_>, &mut Vec<Column>, &mut Row),
) -> Option<Vec<u8>> {
    let mut attributes = Vec::new();
    let Step::Record(frame) = Pgn.frame(text, true, usize::MAX, &mut attributes) else {
        return None;
    };
    let record = Record {
        bytes: text,
        frame,
        attributes: &attributes,
        is_last: true,
        ..entry.record.clone()
    };
    if frame.len != text.len() || !record.is_game() {
        return None;
    }
    let (mut columns, mut row) = (Vec::new(), Row::default());
    fill(&record, &mut columns, &mut row);
    if columns.is_empty() {
        let is_refused = row.cells().next().is_some();
        return (!is_refused).then(|| text.to_vec());
    }
    let entry =
        Entry { source: &Pgn, record: &record, game: entry.game, columns: &columns, row: &row };
    with_tags(&entry)
}

/// Whether a game is what follows in another one.
fn is_rest(game: &Game, whole: &Game, found: &Found, course: &Course, setup: &Setup) -> bool {
    let board =
        |setup: &Option<Setup>| setup.as_ref().map(|setup| (setup.board.clone(), setup.turn));
    let is_start = board(&game.start) == Some((setup.board.clone(), setup.turn));
    let plies = game.plies as usize;
    let is_line = match found.byway {
        Some(_) => plies >= course.plies,
        None => game.plies == whole.plies - found.ply && board(&game.last) == board(&whole.last),
    };
    is_start && is_line
}
