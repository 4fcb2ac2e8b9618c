//! Plays the main line of a record from its start to its last position; [`tree`] plays its variations too.
//!
//! In: the record's bytes and the starting position. Out: what was played.
//!
//! There are two lanes. The *reference* lane audits every token, hands the
//! main line to pgn-reader and plays it with shakmaty. The *fast* lane plays
//! main lines in which everything is ordinary, and leaves whatever it does not
//! fully recognise to the reference lane.

mod audit;
mod fast;
mod forgiving;
mod main_moves;
mod move_recorder;
mod reference;
mod sight;
mod start;
pub mod tree;

use shakmaty::Setup;

pub(crate) use self::main_moves::main_moves;
pub(crate) use self::move_recorder::{LastMoves, MoveRecorder};

use self::fast::{Blind, Fast, Follower};
use self::reference::Reference;
#[doc(hidden)] // For the program and the tests of this crate.
pub use self::sight::{Observer, Sight, look};
pub use self::start::Start;

use crate::fault::{FaultKind, Unplayed};
use crate::game::{Change, Found, Marker};
use crate::movetext::spelling::Alphabet;

/// The longest main line that is played: nearly twice as long as any can be by the rules. What is kept
/// of a move takes more room than its text.
const MOST: usize = 1 << 15;

/// Which lane plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lane {
    /// The fast lane, and the reference lane for what it leaves.
    #[default]
    Fast,
    /// The reference lane alone.
    Reference,
    /// The reference lane, and every position on the way is kept.
    Recording,
}

/// The text of a main line.
#[derive(Clone, Copy, Debug)]
pub struct Movetext<'a> {
    /// All of its record, or what is left of it.
    pub bytes: &'a [u8],
    /// Where in it the moves begin.
    pub at: usize,
    /// Whether the input ends with them in mid-line.
    pub is_cut: bool,
    /// Whether any byte is zero.
    pub has_nul: bool,
}

/// What became of a main line.
#[derive(Clone, Debug, Default)]
pub struct Played {
    /// The last position; none unless every move was played.
    pub last: Option<Setup>,
    /// Whether whoever is to move in it may be mated: there is a check, and no way out has been seen yet.
    pub may_be_mate: bool,
    /// Half-moves played.
    pub plies: u32,
    /// The force at the start and after each change of it.
    pub trail: Vec<Change>,
    /// The position after each half-move, in [`Lane::Recording`] only.
    pub path: Vec<Setup>,
    /// What an observer found. Few ask for it, so it takes little room in what everybody gets.
    pub found: Option<Box<Found>>,
    /// In whose letters the moves are written.
    pub alphabet: Alphabet,
    /// The result marker.
    pub marker: Option<Marker>,
    /// What is wrong or odd, and at which byte.
    pub remarks: Vec<Remark>,
}

/// A fault or note before it knows its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What sort.
    pub kind: FaultKind,
    /// The byte of the record.
    pub at: usize,
    /// For people.
    pub message: String,
    /// The move that was not played, where that is what it says.
    pub unplayed: Option<Box<Unplayed>>,
}

impl Remark {
    fn new(kind: FaultKind, at: usize, message: impl Into<String>) -> Remark {
        Remark { kind, at, message: message.into(), unplayed: None }
    }

    fn of_move(unplayed: Unplayed, at: usize) -> Remark {
        let remark = Remark::new(unplayed.reason.kind(), at, unplayed.to_string());
        Remark { unplayed: Some(Box::new(unplayed)), ..remark }
    }
}

/// What a worker keeps from game to game.
#[derive(Default)]
pub struct Player {
    fast: Fast,
    reference: Reference,
    lane: Lane,
    observer: Option<Box<dyn Observer>>,
}

impl Player {
    /// A player in a lane.
    #[must_use]
    pub fn new(lane: Lane) -> Player {
        let keeps_path = lane == Lane::Recording;
        let reference = Reference::new(keeps_path);
        Player { fast: Fast::default(), reference, lane, observer: None }
    }

    /// Shows somebody every position of every main line.
    #[must_use]
    pub fn watched_by(self, observer: Box<dyn Observer>) -> Player {
        Player { reference: Reference::new(true), observer: Some(observer), ..self }
    }

    /// Plays moves.
    pub fn play(&mut self, moves: &Movetext<'_>, start: &Start) -> Played {
        let Some(mut observer) = self.observer.take() else { return self.unwatched(moves, start) };
        let mut played = self.watched(moves, start, &mut *observer);
        played.found = observer.end(played.last.is_some()).map(Box::new);
        self.observer = Some(observer);
        played
    }

    fn unwatched(&mut self, moves: &Movetext<'_>, start: &Start) -> Played {
        let Movetext { bytes, at, is_cut, has_nul } = *moves;
        let fast = match self.lane {
            Lane::Fast if !has_nul => self.fast.play(bytes, at, start, &mut Blind),
            _ => None,
        };
        let fast = fast.filter(|played| played.plies as usize <= MOST);
        fast.unwrap_or_else(|| self.reference.play(bytes, at, start, is_cut))
    }

    fn watched(
        &mut self,
        moves: &Movetext<'_>,
        start: &Start,
        observer: &mut dyn Observer,
    ) -> Played {
        let Movetext { bytes, at, is_cut, has_nul } = *moves;
        if self.lane == Lane::Fast && !has_nul {
            observer.begin();
            let follower = &mut Follower { observer, start: &start.setup };
            let fast = self.fast.play(bytes, at, start, follower);
            if let Some(played) = fast.filter(|played| played.plies as usize <= MOST) {
                return played;
            }
        }
        let mut played = self.reference.play(bytes, at, start, is_cut);
        show_path(&played, start, observer);
        if self.lane != Lane::Recording {
            played.path = Vec::new();
        }
        played
    }
}

/// Shows what the reference lane has played.
fn show_path(played: &Played, start: &Start, observer: &mut dyn Observer) {
    observer.begin();
    let mut trail = played.trail.iter().peekable();
    let mut material = start.material;
    for (ply, setup) in (0..).zip(std::iter::once(&start.setup).chain(&played.path)) {
        if let Some(change) = trail.next_if(|change| change.ply <= ply) {
            material = change.material;
        }
        look(ply, setup, material, |sight| observer.see(sight));
    }
}
