//! Things that can be found out about a game, one cell each.
//!
//! A new one is a file in this folder and two lines here: its `mod` and its
//! place in [`STAGES`].

mod code;
mod code_trail;
mod fault;
mod fen;
mod file;
mod plies;
mod ply;
mod position;
mod record_place;
mod study;
mod tag_text;
mod twins;
mod typed_tag;

use shakmaty::{Color, Setup};

use crate::game::Game;
use crate::gbr::{Indicator, Material};
use crate::record::Record;
use crate::row::{Column, Row};

use self::code_trail::{Trail, TrailPly};
use self::fault::Fault;
use self::ply::Ply;
use self::record_place::Place;
use self::study::Study;

pub use self::code::Code;
pub use self::fen::Fen;
pub use self::file::File;
pub use self::plies::Plies;
pub use self::position::Position;
pub use self::tag_text::Roster;
pub(crate) use self::twins::Twins;
pub use self::typed_tag::Tagged;

/// Finds out one thing about a game.
pub trait Stage: Sync {
    /// What its cell is called.
    fn column(&self) -> Column;

    /// What the help of a program says about its column: a few words, lower case, no full stop.
    fn help(&self) -> &'static str {
        ""
    }

    /// The position it is about; none where it is about the record or the game.
    fn at(&self) -> Option<At> {
        None
    }

    /// The key of the column with the same cell where a game ends as it begins; none where there is none such.
    fn twin(&self) -> Option<&'static str> {
        None
    }

    /// Appends the cell's text and returns true, or returns false where there is nothing to say.
    fn cell(&self, record: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool;
}

/// Which position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The starting position.
    Start,
    /// The last position of the main line.
    Final,
    /// The one that a search found.
    Found,
}

impl At {
    /// The force of that position, which the trail knows without counting.
    #[must_use]
    pub fn material(self, game: &Game) -> Option<&Material> {
        self.of(game)?;
        match self {
            At::Start => game.trail.first().map(|change| &change.material),
            At::Final => game.trail.last().map(|change| &change.material),
            At::Found => game.found.as_ref().map(|found| &found.material),
        }
    }

    /// The indicator of that position, in which `turn` is to move. What is found in a variation, nobody claims anything for.
    #[must_use]
    pub fn indicator(self, game: &Game, turn: Color) -> Indicator {
        let found = game.found.as_ref().filter(|_| self == At::Found);
        let is_last = match self {
            At::Start => false,
            At::Final => true,
            At::Found => found.is_some_and(|found| (1..=found.ply).contains(&game.plies)),
        };
        match found.and_then(|found| found.byway.as_ref()) {
            Some(_) => Indicator { claim: None, turn: Some(turn) },
            None if is_last => game.last_indicator(turn),
            None => game.indicator(turn),
        }
    }

    /// That position of a game.
    #[must_use]
    pub fn of(self, game: &Game) -> Option<&Setup> {
        match self {
            At::Start => game.start.as_ref(),
            At::Final => game.last.as_ref(),
            At::Found => game.found.as_ref()?.setup.as_ref(),
        }
    }
}

/// Every stage, in the order of its columns.
pub const STAGES: &[&dyn Stage] = &[
    &Place::Number,
    &Place::Line,
    &Place::Offset,
    &Roster("Event", "event"),
    &Roster("Site", "site"),
    &Roster("Date", "date"),
    &Roster("Round", "round"),
    &Roster("White", "white"),
    &Roster("Black", "black"),
    &Roster("Result", "result"),
    &Plies,
    &Code(At::Start),
    &Position(At::Start),
    &Fen(At::Start),
    &Code(At::Final),
    &Position(At::Final),
    &Fen(At::Final),
];

/// What the tags of studies say, for those who ask for it.
pub const STUDY: &[&dyn Stage] =
    &[&Study::Composers, &Study::Award, &Study::Source, &Study::Diagram, &Study::Flags];

/// What makes rows full: every class that the game passes through, and what is wrong with it.
pub const FULL: &[&dyn Stage] = &[&Trail, &TrailPly, &Fault];

/// What there is to say about a game without tags, and what is wrong with it.
pub const ROWS: &[&dyn Stage] = &[
    &Code(At::Start),
    &Position(At::Start),
    &Code(At::Final),
    &Position(At::Final),
    &Fen(At::Final),
    &Plies,
    &Trail,
    &Fault,
];

/// The four that annotate writes, in their order.
pub const ANNOTATIONS: &[&dyn Stage] =
    &[&Code(At::Start), &Position(At::Start), &Code(At::Final), &Position(At::Final)];

/// What there is to say about the position that a search found.
pub const FINDINGS: &[&dyn Stage] =
    &[&Ply, &Code(At::Found), &Position(At::Found), &Fen(At::Found)];

/// Fills a row with the cells of these stages.
pub(crate) fn fill(
    stages: &[&dyn Stage],
    twins: &Twins,
    record: &Record<'_>,
    game: &Game,
    row: &mut Row,
) {
    row.clear();
    // Positions without moves are what most records of some collections are.
    let is_still = game.is_still();
    for (number, stage) in stages.iter().enumerate() {
        match twins.twin(number).filter(|_| is_still) {
            Some(twin) => row.repeat(twin),
            None => row.push(|out| stage.cell(record, game, out)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gbr::Claim;
    use crate::record::{Frame, Line, RecordKind};

    fn record() -> Record<'static> {
        Record {
            bytes: b"*",
            frame: Frame::without_attributes(1, RecordKind::Game, 0),
            attributes: &[],
            offset: 0,
            line: Line::known(1),
            number: 1,
            is_last: true,
            may_have_nul: false,
        }
    }

    /// Where a game ends as it begins, cells are copied; claims and men without a code or a king may be in the way of that.
    #[test]
    fn cells_that_are_repeated_are_those_that_the_stages_give() {
        let fens = [
            "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1",
            "8/8/8/8/8/8/8/K6k b - - 0 1",
            "8/8/8/8/8/8/8/K7 w - - 0 1",
            "k7/pppppppp/p7/8/8/8/8/K7 w - - 0 1",
        ];
        for fen in fens {
            for (claim, is_refuted) in
                [(None, false), (Some(Claim::Win), false), (Some(Claim::Win), true)]
            {
                let setup = crate::fen::read(fen.as_bytes()).unwrap().setup;
                let last = Some(setup.clone());
                let game = Game { last, claim, is_refuted, ..Game::of_position(setup) };
                assert_eq!(game.is_still(), !is_refuted);
                let record = record();
                let mut row = Row::default();
                fill(ROWS, &Twins::of(ROWS), &record, &game, &mut row);
                for (stage, cell) in ROWS.iter().zip(row.cells()) {
                    let mut out = Vec::new();
                    let has_cell = stage.cell(&record, &game, &mut out);
                    assert_eq!(cell, has_cell.then_some(&out[..]), "{fen} {}", stage.column().key);
                }
            }
        }
    }
}
