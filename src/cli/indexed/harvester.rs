//! What workers gather from records for an index.

use super::remark;
use crate::cli::game_facts::{plies, result};
use crate::fault::Fault;
use crate::format::Entry;
use crate::game::{Game, Marker};
use crate::gbr::Material;
use crate::index::{Facts, Harvest, IndexResult, Location, PositionFacts, sum};
use crate::record::{Record, RecordKind};
use crate::run::{Chunk, Collector};
use shakmaty::{ByColor, Color, KnownOutcome, Outcome, Setup};

/// Gathers all that an index holds.
pub struct Harvester;

/// What was gathered from a chunk.
pub struct Crop {
    /// The games, or why one of them cannot be in an index.
    pub harvest: IndexResult<Harvest>,
    /// Where the chunk begins.
    pub offset: u64,
}

impl Collector for Harvester {
    type Value = Crop;

    fn begin(&self, chunk: &Chunk) -> Crop {
        Crop { harvest: Ok(Harvest::default()), offset: chunk.offset() }
    }

    fn add(&self, entry: &Entry<'_>, value: &mut Crop) -> Option<Fault> {
        if let Ok(harvest) = &mut value.harvest
            && let Err(error) = gather(entry, harvest)
        {
            value.harvest = Err(error);
        }
        None
    }
}

fn gather(entry: &Entry<'_>, harvest: &mut Harvest) -> IndexResult<()> {
    let (record, game) = (entry.record, entry.game);
    match record.frame.kind {
        RecordKind::Game => {
            let trail = game.trail.iter().map(|change| (change.ply, change.material));
            harvest.add_game(&facts(entry), trail)?;
        }
        RecordKind::Text => harvest.add_text(),
        RecordKind::Empty | RecordKind::Piece { .. } => {}
    }
    if game.faults.is_empty() { Ok(()) } else { harvest.remark(&remark::write(&game.faults)) }
}

fn facts(entry: &Entry<'_>) -> Facts {
    let game = entry.game;
    Facts {
        location: location(entry.record),
        outcome: result(entry).map(outcome),
        claim: game.claim,
        plies: game.plies,
        is_played: plies(game).is_some(),
        is_coded: is_coded(game),
        is_initial: game.start.as_ref().is_some_and(|start| *start == Setup::initial()),
        start: game.start.as_ref().map(standing),
        end: game.end().map(standing),
    }
}

fn location(record: &Record<'_>) -> Location {
    let (offset, length) = (record.offset, record.bytes.len() as u64);
    Location { offset, length, line: record.line(), sum: sum(record.bytes) }
}

fn standing(setup: &Setup) -> PositionFacts {
    let kings = ByColor::new_with(|color| setup.board.king_of(color));
    PositionFacts { material: Material::from_board(&setup.board), kings, turn: setup.turn }
}

fn outcome(marker: Marker) -> Outcome {
    match marker {
        Marker::WhiteWins => Outcome::Known(KnownOutcome::Decisive { winner: Color::White }),
        Marker::BlackWins => Outcome::Known(KnownOutcome::Decisive { winner: Color::Black }),
        Marker::Draw => Outcome::Known(KnownOutcome::Draw),
        Marker::Unknown => Outcome::Unknown,
    }
}

/// Whether a game could be read without a fault.
fn is_coded(game: &Game) -> bool {
    game.start.is_some() && !game.has_fault()
}
