//! What a run finds out by endgame tables: an opinion of each game that has one, and their numbers.

use shakmaty::variant::Variant;
use shakmaty::{Chess, Color, KnownOutcome};

use super::judged_tree::{self, Growth};
use super::{Balance, Opinion, columns};
use crate::check;
use crate::fault::{Fault, FaultKind};
use crate::format::Entry;
use crate::format::pgn::rules;
use crate::game::Marker;
use crate::run::{Chunk, Collector};
use crate::tables::{FiftyMoves, Judgement, Open, Tables, judge_game, judge_study};

/// Judges the games of a run by tables.
pub struct Verifier<'t> {
    tables: &'t Tables,
    /// None to keep the fifty-move rule for games and set it aside for studies.
    fifty: Option<FiftyMoves>,
    /// Whether there is an opinion of games with too many men, too.
    has_all: bool,
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
        Verifier { tables, fifty, has_all: true }
    }

    /// Only counts games that have too many men to their end, as most games have. This takes a twentieth of the time.
    #[must_use]
    pub fn counting_games_with_many_men(self) -> Verifier<'t> {
        Verifier { has_all: false, ..self }
    }

    /// Why nothing can be said of a game that never comes near the tables. Its last position alone is looked at: all others have
    /// as many men and more, and the moves go on from them.
    fn open_throughout(&self, entry: &Entry<'_>) -> Option<Open> {
        let game = entry.game;
        let most = self.tables.most_men() + 1;
        let has_many = game.trail.iter().all(|change| change.material.total() > most);
        let passes_turn = || game.faults.iter().any(|fault| fault.kind == FaultKind::NullMove);
        let (variant, _) = rules(entry.record.attribute(b"Variant"));
        if !has_many || passes_turn() || game.claim.is_some() || variant != Some(Variant::Chess) {
            return None;
        }
        let last = columns::position(game.last.as_ref().filter(|_| game.plies > 0)?)?;
        self.tables.value(&last, self.fifty(entry)).err()
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
        if let Some(open) = (!self.has_all).then(|| self.open_throughout(entry)).flatten() {
            verified.balance.count_open(open, result(entry).is_some());
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
