//! What statistics and the index want to know of a game: how it ended, and its classes.

use crate::format::Entry;
use crate::game::{Change, Game, Marker};
use crate::gbr::Code;
use shakmaty::Setup;

/// How a game ended, as it says itself or by its tag.
pub fn result(entry: &Entry<'_>) -> Option<Marker> {
    let tag = || entry.record.attribute(b"Result").and_then(Marker::from_ascii);
    entry.game.marker.or_else(tag)
}

/// Its half-moves, where all of them could be played.
pub fn plies(game: &Game) -> Option<u32> {
    game.last.as_ref().map(|_| game.plies)
}

/// The class of a position, if it has one.
pub fn code(setup: Option<&Setup>) -> Option<Code> {
    setup.and_then(|setup| Code::from_setup(setup).ok())
}

/// Every class of the main line with the ply from which it is on the board.
pub fn passed(game: &Game) -> impl Iterator<Item = (u32, Code)> {
    let class = |change: &Change| Some((change.ply, Code::from_material(&change.material).ok()?));
    game.trail.iter().filter_map(class)
}
