//! Somebody who is asked about games: a program outside, or whatever else finds out more than a [`Stage`](crate::Stage) can.
//!
//! In: the games of a chunk, all at once, so that nobody has to wait for each. Out: a reply for each, in the same order.

use std::io;

use shakmaty::uci::UciMove;

use crate::fault::Fault;
use crate::format::Source;
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;

/// Finds out cells of games. What it says about a game must depend on that game alone.
pub trait Adviser: Sync {
    /// What its cells are called; they stand after those of the stages.
    fn columns(&self) -> &[Column];

    /// Whom a worker asks from its first game on.
    fn engage(&self) -> Box<dyn Advice + '_>;
}

/// One of those who answer for an [`Adviser`].
pub trait Advice {
    /// Answers for each game, in their order.
    ///
    /// # Errors
    ///
    /// Returns why the run cannot go on.
    fn ask(&mut self, inquiries: &[Inquiry<'_>]) -> io::Result<Vec<Reply>>;
}

/// A game, and all that is known about it.
pub struct Inquiry<'a> {
    /// What framed it.
    pub source: &'a dyn Source,
    /// Its bytes.
    pub record: &'a Record<'a>,
    /// What it says.
    pub game: &'a Game,
    /// The moves of its main line; none where they cannot all be played, or there is no such line.
    pub moves: Option<&'a [UciMove]>,
}

/// What was found out about a game.
#[derive(Debug, Default)]
pub struct Reply {
    /// A cell for each column; nothing at all where all of them are empty.
    pub cells: Vec<Option<Vec<u8>>>,
    /// What is wrong or odd.
    pub faults: Vec<Fault>,
}
