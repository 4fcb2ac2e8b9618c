//! Compares a stored code with a game, part by part.
//!
//! Only what is stored is compared: a code alone cannot be wrong about the kings, a position without
//! a sign claims nothing, and databases do not mark Black to move.

use shakmaty::{Color, Setup};

use super::Finding;
use super::stored::{Slot, Stored, stored};
use crate::column::{At, Stage};
use crate::fault::FaultKind;
use crate::fen;
use crate::format::Source;
use crate::game::Game;
use crate::game::Marker;
use crate::gbr::{Claim, Code, Form, Indicator, Meaning, ParseError, Position, Reading};
use crate::record::Record;
use crate::row::{CellKind as ColumnKind, Column};

/// What became of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// How many codes were compared.
    pub compared: u64,
    /// How many could not be, because there is nothing to compare them with.
    pub unknown: u64,
    /// Those that disagree.
    pub findings: Vec<Finding>,
    /// Our columns that disagree, with what they should hold.
    pub fixes: Vec<(Column, String)>,
}

/// Compares every code of a record with the game that it is.
#[must_use]
pub fn compare(source: &dyn Source, record: &Record<'_>, game: &Game) -> Outcome {
    let mut outcome = Outcome::default();
    for stored in stored(source, record) {
        let Some(difference) = difference(&stored, record, game) else {
            outcome.unknown += 1;
            continue;
        };
        outcome.compared += 1;
        if let Some(difference) = difference {
            if let (Slot::Own(stage), Some(computed)) = (&stored.slot, &difference.computed) {
                outcome.fixes.push((stage.column(), computed.clone()));
            }
            outcome.findings.push(difference.into_finding(stored, record));
        }
    }
    outcome
}

/// How a stored code and a game differ.
struct Difference {
    what: String,
    computed: Option<String>,
    fen: Option<String>,
}

impl Difference {
    fn into_finding(self, stored: Stored, record: &Record<'_>) -> Finding {
        let place = record.fault(FaultKind::Disagreement, stored.at, "").place;
        let Stored { name, text, .. } = stored;
        let Difference { what, computed, fen } = self;
        Finding { place, name, stored: text, computed, what, fen }
    }
}

/// None where there is nothing to compare with, `Some(None)` where all agrees.
fn difference(stored: &Stored, record: &Record<'_>, game: &Game) -> Option<Option<Difference>> {
    match stored.slot {
        Slot::Own(stage) => of_own(stage, &stored.text, record, game),
        Slot::Black(form) => of_black(form, &stored.text, record, game),
        Slot::Line => Some(of_line(&stored.text)),
    }
}

/// A line can only contradict itself.
fn of_line(text: &str) -> Option<Difference> {
    let error = Reading::from_ascii(text.as_bytes()).err().filter(|error| !error.is_open())?;
    Some(Difference { what: error.to_string(), computed: None, fen: None })
}

fn of_own(
    stage: &'static dyn Stage,
    text: &str,
    record: &Record<'_>,
    game: &Game,
) -> Option<Option<Difference>> {
    let setup = stage.at().expect("what annotate writes is about a position").of(game)?;
    let mut computed = Vec::new();
    if !stage.cell(record, game, &mut computed) {
        return None;
    }
    let computed = crate::text::encoding::text(&computed);
    // Nearly always; and whatever we write agrees with itself.
    if text == computed {
        return Some(None);
    }
    let what = if stage.column().kind == ColumnKind::Code {
        code_differs(text, &computed)
    } else {
        let claims_refuted = || claims_refuted(stage, text, game).then(|| "claim".into());
        position_differs(text, &computed, setup, result(record, game)).or_else(claims_refuted)
    };
    Some(what.map(|what| Difference {
        what,
        computed: Some(computed),
        fen: Some(fen::write(setup)),
    }))
}

/// Whether a sign stands at the last position, which refutes it.
fn claims_refuted(stage: &'static dyn Stage, text: &str, game: &Game) -> bool {
    let is_refuted = game.is_refuted && stage.at() == Some(At::Final);
    let stored = is_refuted.then(|| Position::from_ascii(text.as_bytes()).ok()).flatten();
    stored.is_some_and(|stored| stored.indicator().claim.is_some())
}

fn code_differs(text: &str, computed: &str) -> Option<String> {
    match Code::from_ascii(text.trim().as_bytes()) {
        Ok(code) => (code.to_string() != computed).then(|| "code".into()),
        Err(error) => Some(error.to_string()),
    }
}

fn position_differs(
    text: &str,
    computed: &str,
    setup: &Setup,
    result: Option<Marker>,
) -> Option<String> {
    let position = Position::new(setup.board.clone(), Indicator::to_move(setup.turn)).ok()?;
    match Reading::from_ascii(text.as_bytes()) {
        Ok(reading) => meaning_differs(&reading.meaning, &position, result).map(String::from),
        // Digits 9 may have several readings; one of them is right if the text is.
        Err(error) if error.is_open() && men_part(text) == men_part(computed) => None,
        Err(error) => Some(error.to_string()),
    }
}

/// Kings, code, squares and count, without what stands after them.
fn men_part(text: &str) -> &str {
    text.trim_end_matches(|c: char| !c.is_ascii_digit())
}

fn of_black(
    form: Form,
    text: &str,
    record: &Record<'_>,
    game: &Game,
) -> Option<Option<Difference>> {
    let setup = game.start.as_ref()?;
    let result = result(record, game);
    let board = setup.board.clone();
    let position = Position::new(board.clone(), Indicator::to_move(setup.turn)).ok()?;
    let mut read = Reading::from_ascii(text.as_bytes());
    if read.as_ref().is_err_and(ParseError::is_open) {
        read = Reading::from_ascii(without_squares(text).as_bytes());
    }
    let what = match &read {
        Ok(reading) => meaning_differs(&reading.meaning, &position, result).map(String::from),
        Err(error) => Some(error.to_string()),
    };
    let claim = sign(text).map(|stored| result.and_then(claim).unwrap_or(stored));
    let computed = Position::new(board, Indicator { claim, turn: Some(setup.turn) }).ok()?;
    Some(what.map(|what| Difference {
        what,
        computed: Some(computed.to_form(form)),
        fen: Some(fen::write(setup)),
    }))
}

/// `(+0090.01a1h8h1f4a7)` as `(+0090.01a1h8)`: code and kings, in the eleven
/// characters from the first digit on.
fn without_squares(text: &str) -> String {
    let kings_end = text.find(|c: char| c.is_ascii_digit()).map_or(0, |digit| digit + 11);
    format!("{})", text.get(..kings_end).unwrap_or_default())
}

fn sign(text: &str) -> Option<Claim> {
    match text.trim_start_matches(['(', ' ', '-']).chars().next() {
        Some('+') => Some(Claim::Win),
        Some('=') => Some(Claim::Draw),
        _ => None,
    }
}

/// The first part that differs.
fn meaning_differs(
    meaning: &Meaning,
    position: &Position,
    result: Option<Marker>,
) -> Option<&'static str> {
    let board = position.board();
    let kings = |color: Color| board.king_of(color);
    let (indicator, is_placed) = match meaning {
        _ if meaning.code() != position.code() => return Some("code"),
        Meaning::Class(_) => (Indicator::default(), true),
        Meaning::Caption(caption) => {
            if [Color::White, Color::Black].iter().any(|&c| kings(c) != Some(*caption.kings.get(c)))
            {
                return Some("kings");
            }
            let men = crate::gbr::Material::from_board(board).men_by_color();
            if caption.men.is_some_and(|stored| stored != men) {
                return Some("count");
            }
            (caption.indicator, true)
        }
        Meaning::Position(stored) => {
            let same = |color| stored.board().king_of(color) == kings(color);
            if !same(Color::White) || !same(Color::Black) {
                return Some("kings");
            }
            (stored.indicator(), stored.board() == board)
        }
    };
    if !is_placed {
        Some("squares")
    } else if indicator.turn.is_some_and(|turn| Some(turn) != position.indicator().turn) {
        Some("side to move")
    } else {
        contradicts(indicator.claim, result).then_some("claim")
    }
}

/// The Result tag, or else the marker after the moves.
pub(crate) fn result(record: &Record<'_>, game: &Game) -> Option<Marker> {
    let tag = record.attribute(b"Result");
    tag.and_then(Marker::from_ascii).filter(|&marker| marker != Marker::Unknown).or(game.marker)
}

fn claim(result: Marker) -> Option<Claim> {
    match result {
        Marker::WhiteWins => Some(Claim::Win),
        Marker::Draw => Some(Claim::Draw),
        _ => None,
    }
}

/// A result that nobody knows contradicts nothing.
fn contradicts(claimed: Option<Claim>, result: Option<Marker>) -> bool {
    match (claimed, result) {
        (Some(_), Some(Marker::BlackWins)) => true,
        (Some(claimed), Some(result)) => claim(result).is_some_and(|claim| claim != claimed),
        _ => false,
    }
}
