//! Plays the moves of variations, so that they are known by what they do and not by how they are spelt.

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Move, Position, Setup};

use crate::game::Game;
use crate::movetext::spelling::{ENGLISH, Spelling};

/// The variations that are open at a place of a record.
pub(super) struct Sidelines<'g> {
    game: &'g Game,
    rules: (Option<Variant>, CastlingMode),
    /// None where the moves are not understood any more.
    open: Vec<Option<Box<Sideline>>>,
}

struct Sideline {
    /// The position before its last move: a variation within begins there.
    before: VariantPosition,
    now: VariantPosition,
}

/// Deeper ones are not played: nobody nests so, and each takes memory.
const DEEPEST: usize = 64;

impl<'g> Sidelines<'g> {
    pub(super) fn new(game: &'g Game, rules: (Option<Variant>, CastlingMode)) -> Sidelines<'g> {
        Sidelines { game, rules, open: Vec::new() }
    }

    /// How many variations are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Begins a variation: instead of the last move of the one around it, or of so many of the main line.
    pub(super) fn begin(&mut self, plies: u32) {
        let position = match self.open.last() {
            None => self.main_line(plies),
            Some(Some(around)) if self.open.len() < DEEPEST => Some(around.before.clone()),
            Some(_) => None,
        };
        let sideline = |now: VariantPosition| Box::new(Sideline { before: now.clone(), now });
        self.open.push(position.map(sideline));
    }

    /// Ends the innermost one.
    pub(super) fn end(&mut self) {
        self.open.pop();
    }

    /// The position before the last of so many half-moves of the main line, where it was kept.
    fn main_line(&self, plies: u32) -> Option<VariantPosition> {
        let setup: &Setup = match plies.checked_sub(1)? {
            0 if !self.game.path.is_empty() => self.game.start.as_ref()?,
            ply => self.game.path.get((ply as usize).checked_sub(1)?)?,
        };
        VariantPosition::from_setup(self.rules.0?, setup.clone(), self.rules.1).ok()
    }

    /// Plays a word in the innermost one; none where it is not understood, and from there to its end.
    pub(super) fn play(&mut self, word: &[u8]) -> Option<String> {
        let last = self.open.last_mut()?;
        let sideline = last.as_mut()?;
        let Some(found) = find(word, &sideline.now) else {
            *last = None;
            return None;
        };
        sideline.before = sideline.now.clone();
        sideline.now.play_unchecked(found);
        Some(found.to_uci(self.rules.1).to_string())
    }
}

/// The one legal move that a word means.
fn find(word: &[u8], position: &VariantPosition) -> Option<Move> {
    let spelling = Spelling::read(word, ENGLISH)?;
    let legal = position.legal_moves();
    let mut matching = legal.iter().filter(|m| spelling.matches(m));
    let found = *matching.next()?;
    matching.next().is_none().then_some(found)
}
