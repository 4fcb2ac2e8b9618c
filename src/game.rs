//! What a record says: where its game starts and ends, and the force it
//! passes through. It holds no text, so nothing that follows can rewrite a move.

use shakmaty::{Color, Setup};

use crate::fault::Fault;
use crate::gbr::{Claim, Indicator, Material};

/// One game, study or position, as far as it could be read.
#[derive(Clone, Debug, Default)]
pub struct Game {
    /// The starting position; none where it cannot be read.
    pub start: Option<Setup>,
    /// The last position of the main line; none unless every move was played.
    pub last: Option<Setup>,
    /// How many half-moves of the main line were played.
    pub plies: u32,
    /// The force after each change of it, beginning with the start's and ending with the last position's.
    pub trail: Vec<Change>,
    /// The position after each half-move, where [`Lane::Recording`](crate::play::Lane) played.
    pub path: Vec<Setup>,
    /// What a search found in it, or has seen in it while it was played.
    pub found: Option<Found>,
    /// The result marker after the moves.
    pub marker: Option<Marker>,
    /// What is claimed for White, in a study.
    pub claim: Option<Claim>,
    /// Whether the last position shows that it is not so.
    pub is_refuted: bool,
    /// What is wrong or odd.
    pub faults: Vec<Fault>,
}

/// A force, and the ply from which it is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Half-moves played before.
    pub ply: u32,
    /// The men.
    pub material: Material,
}

/// The first position that a search wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Half-moves played before.
    pub ply: u32,
    /// The force.
    pub material: Material,
    /// The position itself, where it was asked for.
    pub setup: Option<Setup>,
    /// The way to it, where that is in a variation.
    pub byway: Option<Box<Byway>>,
}

/// How a position in a variation is reached. Places are bytes of the record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Byway {
    /// Where the move stands that leads to the position; none at the start.
    pub at: Option<usize>,
    /// Where the move of a variation stands by which the position is found. It is another one where the position comes before
    /// the variation, and goes on in it for as long as it must.
    pub through: usize,
}

/// How a game says that it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unknown,
}

impl Marker {
    /// Reads a marker; `1/2` alone is how some write a draw.
    #[must_use]
    pub fn from_ascii(word: &[u8]) -> Option<Marker> {
        match word {
            b"1-0" => Some(Marker::WhiteWins),
            b"0-1" => Some(Marker::BlackWins),
            b"1/2-1/2" | b"1/2" => Some(Marker::Draw),
            b"*" => Some(Marker::Unknown),
            _ => None,
        }
    }

    /// The marker as the standard writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Marker::WhiteWins => "1-0",
            Marker::BlackWins => "0-1",
            Marker::Draw => "1/2-1/2",
            Marker::Unknown => "*",
        }
    }
}

impl Game {
    /// A record that is no more than a position.
    #[must_use]
    pub fn of_position(setup: Setup) -> Game {
        let material = Material::from_board(&setup.board);
        let trail = vec![Change { ply: 0, material }];
        Game { start: Some(setup), trail, ..Game::default() }
    }

    /// The last position; a record that holds but one position ends with it.
    #[must_use]
    pub fn end(&self) -> Option<&Setup> {
        let is_position = self.trail.len() == 1 && self.plies == 0 && !self.has_fault();
        self.last.as_ref().or(self.start.as_ref().filter(|_| is_position))
    }

    /// The position after so many half-moves; between start and end only where
    /// [`Lane::Recording`](crate::play::Lane) played.
    #[must_use]
    pub fn at(&self, ply: u32) -> Option<&Setup> {
        match ply {
            0 => self.start.as_ref(),
            _ if ply == self.plies && self.last.is_some() => self.last.as_ref(),
            _ => self.path.get(ply as usize - 1),
        }
    }

    /// Who is to move after so many half-moves.
    #[must_use]
    pub fn turn(&self, ply: u32) -> Option<Color> {
        let start = self.start.as_ref()?.turn;
        Some(if ply.is_multiple_of(2) { start } else { !start })
    }

    /// The indicator that a position of this game gets; the last one has its own,
    /// [`last_indicator`](Game::last_indicator).
    #[must_use]
    pub fn indicator(&self, turn: Color) -> Indicator {
        Indicator { claim: self.claim, turn: Some(turn) }
    }

    /// The indicator that the last position gets: no claim that it refutes.
    #[must_use]
    pub fn last_indicator(&self, turn: Color) -> Indicator {
        Indicator { claim: self.claim.filter(|_| !self.is_refuted), turn: Some(turn) }
    }

    /// Whether it ends in the position that it begins with, and claims the same there.
    pub(crate) fn is_still(&self) -> bool {
        self.plies == 0 && !self.is_refuted && self.last.is_some() && self.last == self.start
    }

    /// Whether anything went uncoded.
    #[must_use]
    pub fn has_fault(&self) -> bool {
        self.faults.iter().any(|fault| !fault.is_note())
    }
}
