//! A search in the variations of a record, where its main line does not have what is wanted.

use crate::format::Source;
use crate::game::Game;
use crate::play::Player;
use crate::play::tree::Walk;
use crate::record::Record;
use crate::search::Search;

/// Tells the game what was found. Where nothing was, it learns of variations that could not be played to their
/// end: there might be something in the rest of them.
pub(super) fn find(
    search: &Search,
    source: &dyn Source,
    record: &Record<'_>,
    game: &mut Game,
    player: &mut Player,
) {
    let has_brackets = memchr::memchr(b'(', &record.bytes[record.frame.moves..]).is_some();
    if !has_brackets || !search.takes_claim(game) {
        return;
    }
    let Some((start, moves)) = source.moves(record) else { return };
    let Some(walk) = Walk::new(player, &moves, &start) else { return };
    match search.look_into_variations(walk) {
        Ok(spot) => game.found = Some(spot.into_found()),
        Err(remarks) => {
            let fault =
                |remark: crate::play::Remark| record.fault(remark.kind, remark.at, remark.message);
            game.faults.extend(remarks.into_iter().map(fault));
        }
    }
}
