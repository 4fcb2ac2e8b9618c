//! Formats that can be read.
//!
//! A new one is a file in this folder and two lines here: its `mod` and its
//! place in [`SOURCES`].

mod claim;
mod epd;
mod line;
mod moves;
mod pgn;
mod text;

use shakmaty::{Bitboard, Board, Color, Role};

use crate::fault::Kind;
use crate::game::Game;
use crate::gbr::Material;
use crate::pgn::event::undecided;
use crate::pgn::tag::Tag;
use crate::play::{Lane, Player};
use crate::record::{Kind as RecordKind, Opening, Record, Step};
use crate::row::Column;
use crate::stage::ANNOTATIONS;

pub use self::epd::{Epd, Operation, fields, operand_value, operands, operations};
pub(crate) use self::epd::{ends_in_backslash, is_unclosed};
pub use self::moves::Moves;
pub use self::pgn::Pgn;
pub(crate) use self::pgn::rules;
pub use self::text::Text;

/// A format to read: where its records end, and what they say.
///
/// Both are pure functions, so they run anywhere and in any order.
pub trait Source: Sync {
    /// What the user types.
    fn name(&self) -> &'static str;

    /// One line for the help.
    fn help(&self) -> &'static str;

    /// Whether an input that begins like this is of this format.
    fn recognises(&self, head: &[u8]) -> bool;

    /// Finds the first record of `input`; `at_end` says that nothing follows. Its tags, [`Frame::tags`] of
    /// them, are put behind those that `tags` holds: one buffer for many records is filled faster than
    /// one for each. Where there is no record, `tags` stays as it was.
    ///
    /// [`Frame::tags`]: crate::record::Frame::tags
    fn frame(&self, input: &[u8], at_end: bool, limit: usize, tags: &mut Vec<Tag>) -> Step;

    /// How many parts a record has that take more room than their text once they are read, tags apart. It is
    /// asked for long records only.
    fn parts(&self, record: &[u8]) -> usize {
        let _ = record;
        0
    }

    /// Where to go on in the rest of a record that is too long, at `from` or after it, as far as `input` shows
    /// it. What stands before `from` may tell that a record begins there.
    fn resume(&self, input: &[u8], from: usize) -> Option<usize>;

    /// Where a record begins in `input`, which may begin in the middle of one: the first place of
    /// which that is certain, whatever came before. No record is longer than `reach`.
    fn opening(&self, input: &[u8], reach: usize) -> Opening {
        let _ = reach;
        let keep = undecided(input);
        self.resume(input, 0).map_or(Opening::Beyond(input.len() - keep), Opening::At)
    }

    /// Reads a record.
    fn decode(&self, record: &Record<'_>, desk: &mut Desk) -> Game;
}

/// Reads a record, unless it is but a piece of one that is too long: that is told once.
pub(crate) fn read(
    source: &dyn Source,
    record: &Record<'_>,
    limit: usize,
    desk: &mut Desk,
) -> Game {
    let RecordKind::Piece { first } = record.frame.kind else { return source.decode(record, desk) };
    let message = || {
        format!(
            "a record of more than {limit} bytes, or of too many tags or operations, is not read"
        )
    };
    let fault = first.then(|| record.fault(Kind::RecordTooLong, 0, message()));
    Game { faults: fault.into_iter().collect(), ..Game::default() }
}

/// Every format that content or the user can name, in the order of the help.
/// [`Moves`] is none of them: convert would have no tags to write.
pub const SOURCES: &[&dyn Source] = &[&Pgn, &Epd, &Text];

/// The format with this name.
#[must_use]
pub fn by_name(name: &str) -> Option<&'static dyn Source> {
    let mut all = SOURCES.iter().copied().chain([&Moves as &dyn Source]);
    all.find(|source| source.name() == name)
}

/// The format that the beginning of an input shows; PGN where it shows none.
#[must_use]
pub fn detect(head: &[u8]) -> &'static dyn Source {
    SOURCES.iter().copied().find(|source| source.recognises(head)).unwrap_or(&Pgn)
}

/// What a worker keeps from record to record.
#[derive(Default)]
pub struct Desk {
    /// Plays the moves.
    pub player: Player,
    /// Which games get a claim from their result.
    pub claims: Claims,
}

/// Whose result is the claim that gives a position its sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Claims {
    /// That of a study.
    #[default]
    Auto,
    /// Nobody's.
    Never,
    /// That of every game from a position of its own, whoever played it.
    Always,
}

impl Desk {
    /// A desk for one worker.
    #[must_use]
    pub fn new(lane: Lane, claims: Claims) -> Desk {
        Desk { player: Player::new(lane), claims }
    }
}

/// Finds columns of ours that come up a second time.
#[derive(Default)]
struct Twice {
    seen: Vec<Column>,
}

impl Twice {
    /// Whether the column that is meant is one of ours and was seen before.
    fn is_second(&mut self, is_meant: impl Fn(&Column) -> bool) -> bool {
        let own = ANNOTATIONS.iter().map(|stage| stage.column()).find(is_meant);
        own.is_some_and(|column| {
            let is_second = self.seen.contains(&column);
            if !is_second {
                self.seen.push(column);
            }
            is_second
        })
    }
}

/// Tells what the position at the start lacks for a code or a notation.
fn remark_men(record: &Record<'_>, at: usize, board: &Board, material: &Material, game: &mut Game) {
    let defects = defects(board, material).into_iter();
    game.faults.extend(defects.map(|(kind, message)| record.fault(kind, at, message)));
}

/// The same of the last position, as far as the start has not had it told.
fn remark_last_men(record: &Record<'_>, board: &Board, material: &Material, game: &mut Game) {
    let at = record.bytes.trim_ascii_end().len();
    for (kind, message) in defects(board, material) {
        if game.faults.iter().all(|fault| fault.kind != kind) {
            game.faults.push(record.fault(kind, at, format!("at the end, {message}")));
        }
    }
}

/// A code needs no kings, but the position notation needs one of each; and a
/// code holds no more than eight pawns of a colour.
fn defects(board: &Board, material: &Material) -> Vec<(Kind, String)> {
    let mut defects = Vec::new();
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let kings = material.count(color, Role::King);
        let pawns = material.count(color, Role::Pawn);
        if pawns > 8 {
            let message = format!("{name} has {pawns} pawns, a code holds no more than 8");
            defects.push((Kind::ManyPawns, message));
        } else if kings != 1 {
            let message = format!("{name} has {kings} kings, expected one: no position notation");
            defects.push((Kind::Kings, message));
        }
    }
    let is_coded = Color::ALL.iter().all(|&color| material.count(color, Role::Pawn) <= 8);
    if let Some(square) = (board.pawns() & Bitboard::BACKRANKS).first()
        && is_coded
    {
        let message = format!("a pawn on {square}: no position notation");
        defects.push((Kind::Backrank, message));
    }
    defects
}
