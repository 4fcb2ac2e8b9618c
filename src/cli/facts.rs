//! What statistics and the index want to know of a game: where it is, how it ended, and
//! its classes.

use crate::format::Entry;
use crate::game::{Change, Game, Marker};
use crate::gbr::Code;
use shakmaty::Setup;

/// The facts of one game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    pub offset: u64,
    pub length: u64,
    pub line: u64,
    pub number: u64,
    pub result: Option<Marker>,
    /// Half-moves, where all of them could be played.
    pub plies: Option<u32>,
    pub start: Option<Code>,
    pub last: Option<Code>,
    /// Whether it could be read without a fault.
    pub coded: bool,
    /// Every class of the main line with the ply from which it is on the board.
    pub passed: Vec<(u32, Code)>,
}

impl Facts {
    /// Those of a game.
    pub fn of(entry: &Entry<'_>) -> Facts {
        let (record, game) = (entry.record, entry.game);
        Facts {
            offset: record.offset,
            length: record.bytes.len() as u64,
            line: record.line(),
            number: record.number,
            result: result(entry),
            plies: plies(game),
            start: code(game.start.as_ref()),
            last: code(game.end()),
            coded: game.start.is_some() && !game.has_fault(),
            passed: passed(game).collect(),
        }
    }
}

/// How a game ended, as it says itself or by its tag.
pub fn result(entry: &Entry<'_>) -> Option<Marker> {
    let tag = || entry.record.attribute(b"Result").and_then(Marker::from_ascii);
    entry.game.marker.or_else(tag)
}

/// See [`Facts::plies`].
pub fn plies(game: &Game) -> Option<u32> {
    game.last.as_ref().map(|_| game.plies)
}

/// The class of a position, if it has one.
pub fn code(setup: Option<&Setup>) -> Option<Code> {
    setup.and_then(|setup| Code::from_setup(setup).ok())
}

/// See [`Facts::passed`].
pub fn passed(game: &Game) -> impl Iterator<Item = (u32, Code)> {
    let class = |change: &Change| Some((change.ply, Code::from_material(&change.material).ok()?));
    game.trail.iter().filter_map(class)
}
