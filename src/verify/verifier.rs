//! What a run finds out by endgame tables: an opinion of each game that has one, and their numbers.

use shakmaty::{Chess, Color, KnownOutcome};

use super::judged_tree::{self, Growth};
use super::{Balance, Opinion};
use crate::check;
use crate::fault::{Fault, FaultKind};
use crate::format::Entry;
use crate::game::Marker;
use crate::run::{Chunk, Collector};
use crate::tables::{FiftyMoves, Judgement, Tables, judge_game, judge_study};

/// Judges the games of a run by tables.
pub struct Verifier<'t> {
    tables: &'t Tables,
    /// None to keep the fifty-move rule for games and set it aside for studies.
    fifty: Option<FiftyMoves>,
}

/// What became of a chunk of records.
#[derive(Debug, Default)]
pub struct Verified {
    /// One for each game.
    pub opinions: Vec<Opinion>,
    /// How many there are of which sort.
    pub balance: Balance,
}

impl<'t> Verifier<'t> {
    /// Asks these tables. Unless it is said for all, the fifty-move rule is kept for games and set aside for
    /// studies.
    #[must_use]
    pub fn new(tables: &'t Tables, fifty: Option<FiftyMoves>) -> Verifier<'t> {
        Verifier { tables, fifty }
    }

    /// What the tables make of a game, and what was too much of it.
    fn judge(&self, entry: &Entry<'_>) -> (Opinion, Option<Fault>) {
        let result = result(entry);
        match judged_tree::grow(entry, entry.game.claim.is_some()) {
            Err(open) => (Opinion::new(entry, result, None, Judgement::open(open)), None),
            Ok(Growth { tree, is_cut }) => {
                let fifty = self.fifty(entry);
                let value = |position: &Chess| self.tables.value(position, fifty);
                let judgement = match entry.game.claim {
                    Some(claim) => judge_study(&tree, claim, value),
                    None => judge_game(&tree, result, value),
                };
                let fault = is_cut.then(|| too_many(entry));
                (Opinion::new(entry, result, Some(&tree), judgement), fault)
            }
        }
    }

    fn fifty(&self, entry: &Entry<'_>) -> FiftyMoves {
        let usual =
            if entry.game.claim.is_some() { FiftyMoves::SetAside } else { FiftyMoves::Kept };
        self.fifty.unwrap_or(usual)
    }
}

impl Collector for Verifier<'_> {
    type Value = Verified;

    fn begin(&self, _: &Chunk) -> Verified {
        Verified::default()
    }

    fn add(&self, entry: &Entry<'_>, verified: &mut Verified) -> Option<Fault> {
        if !entry.record.is_game() {
            return None;
        }
        let (opinion, fault) = self.judge(entry);
        verified.balance.count(&opinion);
        verified.opinions.push(opinion);
        fault
    }
}

/// How a game ended.
fn result(entry: &Entry<'_>) -> Option<KnownOutcome> {
    match check::result(entry.record, entry.game)? {
        Marker::WhiteWins => Some(KnownOutcome::Decisive { winner: Color::White }),
        Marker::BlackWins => Some(KnownOutcome::Decisive { winner: Color::Black }),
        Marker::Draw => Some(KnownOutcome::Draw),
        Marker::Unknown => None,
    }
}

fn too_many(entry: &Entry<'_>) -> Fault {
    let message = format!("variations after the first {} moves are not judged", judged_tree::MOST);
    entry.record.fault(FaultKind::RecordTooLong, entry.record.frame.moves, message)
}
