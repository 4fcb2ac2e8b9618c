//! A search in the variations of a record, where its main line does not have what is wanted.

use shakmaty::{KnownOutcome, Setup};

use crate::fault::Fault;
use crate::format::Source;
use crate::game::{Found, Game};
use crate::play::tree::Walk;
use crate::play::{Player, Remark};
use crate::record::Record;
use crate::search::Search;

/// What is looked for, and who says whether a position ends so with best play.
pub(super) type Sought<'a> = (&'a Search, &'a dyn Fn(&Setup, KnownOutcome) -> bool);

/// What is found. Where nothing is, the variations that could not be played to their end are faults: there might be something in
/// the rest of them.
pub(super) fn find(
    (search, ends): Sought<'_>,
    source: &dyn Source,
    record: &Record<'_>,
    game: &Game,
    player: &mut Player,
) -> Result<Found, Vec<Fault>> {
    let has_brackets = memchr::memchr(b'(', &record.bytes[record.frame.moves..]).is_some();
    let moves = source.moves(record).filter(|_| has_brackets && search.takes_claim(game));
    let walk = moves.as_ref().and_then(|(start, moves)| Walk::new(player, moves, start));
    let Some(walk) = walk else { return Err(Vec::new()) };
    let fault = |remark: Remark| record.fault(remark.kind, remark.at, remark.message);
    match search.look_into_variations(walk, ends) {
        Ok(spot) => Ok(spot.into_found()),
        Err(remarks) => Err(remarks.into_iter().map(fault).collect()),
    }
}
