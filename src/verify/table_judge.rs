//! How positions of a run's games end, by endgame tables.

use shakmaty::{KnownOutcome, Setup, variant::Variant};

use super::columns::{fifty, position};
use crate::format::pgn::rules;
use crate::game::Game;
use crate::record::Record;
use crate::run::Judge;
use crate::tables::Tables;

/// Says what tables say. The fifty-move rule is kept for games and set aside for studies.
#[derive(Clone, Copy, Debug)]
pub struct TableJudge<'t>(pub &'t Tables);

impl Judge for TableJudge<'_> {
    fn outcome(&self, record: &Record<'_>, game: &Game, setup: &Setup) -> Option<KnownOutcome> {
        // Most positions of most games: this is all that is done about them.
        if setup.board.occupied().count() > usize::from(self.0.most_men()) + 1 {
            return None;
        }
        // Tables know the rules of chess alone.
        let (variant, _) = rules(record.attribute(b"Variant"));
        let position = position(setup).filter(|_| variant == Some(Variant::Chess))?;
        self.0.value(&position, fifty(game)).ok().map(|value| value.outcome())
    }
}
