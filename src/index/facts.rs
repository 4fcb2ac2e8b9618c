//! What an index knows about a game.

use shakmaty::{ByColor, Color, KnownOutcome, Outcome, Square};

use super::{IndexError, IndexResult};
use crate::gbr::{Claim, Code, Material};

/// Where a game is in its file, how it ended, and how it began.
///
/// The force on the way, the trail, is given beside it: [`Harvest::add_game`](super::Harvest::add_game).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Where its record is.
    pub location: Location,
    /// What the result marker or the Result tag says, if anything.
    pub outcome: Option<Outcome>,
    /// What is claimed for White, in a study.
    pub claim: Option<Claim>,
    /// How many half-moves of the main line were played.
    pub plies: u32,
    /// Whether those were all.
    pub is_played: bool,
    /// Whether the game could be read without a fault.
    pub is_coded: bool,
    /// Whether it starts from the initial position.
    pub is_initial: bool,
    /// The first position, if it is known.
    pub start: Option<PositionFacts>,
    /// The last position of the main line, if it is known.
    pub end: Option<PositionFacts>,
}

/// The place of a record in the (decompressed) file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location {
    /// Its first byte, from 0.
    pub offset: u64,
    /// How many bytes it has.
    pub length: u64,
    /// Its first line, from 1.
    pub line: u64,
    /// The [sum](super::sum()) of its bytes: a record that has another one is not the one that was indexed.
    pub sum: u32,
}

/// What an index keeps of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionFacts {
    /// Which men are on the board.
    pub material: Material,
    /// Where the kings stand; none for a side without a king, or with several.
    pub kings: ByColor<Option<Square>>,
    /// Who is to move.
    pub turn: Color,
}

/// What puts a game in its place among others, by its first or its last position: less than [`Facts`], and sooner read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The [sum](super::sum()) of its bytes.
    pub sum: u32,
    /// How many half-moves of the main line were played.
    pub plies: u32,
    /// Whether it starts from the initial position.
    pub is_initial: bool,
    /// Code and kings of the position, if it is known.
    pub position: Option<CodeAndKings>,
}

/// What an index keeps of a position that decides where it stands in the order of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeAndKings {
    /// Its code; none where one side has nine pawns or more.
    pub code: Option<Code>,
    /// Where the kings stand; none for a side without a king, or with several.
    pub kings: ByColor<Option<Square>>,
    /// Whether a side has several.
    pub has_several: bool,
}

/// All that is small about a game, in twelve bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flags(u16);

const CLAIM: u16 = 3;
const IS_PLAYED: u16 = 5;
const IS_CODED: u16 = 6;
const START: u16 = 7;
const END: u16 = 9;
const IS_INITIAL: u16 = 11;
const LENGTH: u16 = 12;

const OUTCOMES: [Option<Outcome>; 5] = [
    None,
    Some(Outcome::Known(KnownOutcome::Decisive { winner: Color::White })),
    Some(Outcome::Known(KnownOutcome::Decisive { winner: Color::Black })),
    Some(Outcome::Known(KnownOutcome::Draw)),
    Some(Outcome::Unknown),
];

const CLAIMS: [Option<Claim>; 3] = [None, Some(Claim::Win), Some(Claim::Draw)];

impl Flags {
    pub(super) fn new(facts: &Facts) -> Flags {
        let outcome = OUTCOMES.iter().position(|outcome| *outcome == facts.outcome);
        let claim = CLAIMS.iter().position(|claim| *claim == facts.claim);
        let standing =
            |standing: Option<PositionFacts>| match standing.map(|standing| standing.turn) {
                None => 0,
                Some(Color::White) => 1,
                Some(Color::Black) => 3,
            };
        // The positions are those in tables of five and three.
        let outcome = outcome.expect("all outcomes are in the table") as u16;
        let claim = claim.expect("all claims are in the table") as u16;
        let whether = [
            (facts.is_played, IS_PLAYED),
            (facts.is_coded, IS_CODED),
            (facts.is_initial, IS_INITIAL),
        ];
        let whether = whether.iter().fold(0, |all, &(is, at)| all | u16::from(is) << at);
        let ends = standing(facts.start) << START | standing(facts.end) << END;
        Flags(outcome | claim << CLAIM | whether | ends)
    }

    pub(super) const fn bits(self) -> u16 {
        self.0
    }

    /// Those that [`new`](Flags::new) can make.
    pub(super) fn from_bits(bits: u64) -> IndexResult<Flags> {
        let bits = u16::try_from(bits).ok().filter(|bits| bits >> LENGTH == 0);
        let flags = bits.map(Flags).filter(|flags| {
            let is_turn = |at: u16| flags.0 >> at & 3 != 2;
            flags.outcome_number() < OUTCOMES.len()
                && flags.claim_number() < CLAIMS.len()
                && is_turn(START)
                && is_turn(END)
        });
        flags.ok_or(IndexError::Damaged("flags that mean nothing"))
    }

    /// A number below 5 for each outcome; 0 is none.
    pub(super) fn outcome_number(self) -> usize {
        usize::from(self.0 & 7)
    }

    fn claim_number(self) -> usize {
        usize::from(self.0 >> CLAIM & 3)
    }

    pub(super) fn outcome(self) -> Option<Outcome> {
        OUTCOMES[self.outcome_number()]
    }

    pub(super) fn claim(self) -> Option<Claim> {
        CLAIMS[self.claim_number()]
    }

    pub(super) const fn is_played(self) -> bool {
        self.0 >> IS_PLAYED & 1 == 1
    }

    pub(super) const fn is_coded(self) -> bool {
        self.0 >> IS_CODED & 1 == 1
    }

    pub(super) const fn is_initial(self) -> bool {
        self.0 >> IS_INITIAL & 1 == 1
    }

    /// Who is to move in the first position; none where it is not known.
    pub(super) const fn start_turn(self) -> Option<Color> {
        turn(self.0 >> START)
    }

    /// Who is to move in the last position; none where it is not known.
    pub(super) const fn end_turn(self) -> Option<Color> {
        turn(self.0 >> END)
    }
}

const fn turn(bits: u16) -> Option<Color> {
    match bits & 3 {
        1 => Some(Color::White),
        3 => Some(Color::Black),
        _ => None,
    }
}

/// A byte for the square of a king.
pub(super) fn king_byte(king: Option<Square>) -> u8 {
    king.map_or(64, |square| u32::from(square) as u8)
}

/// The square that a byte stands for.
pub(super) fn king_of(byte: u8) -> IndexResult<Option<Square>> {
    match byte {
        64 => Ok(None),
        _ => Square::try_from(byte)
            .map(Some)
            .map_err(|_| IndexError::Damaged("a king off the board")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_that_cannot_be_made_are_refused() {
        let made = (0..u64::from(u16::MAX)).filter(|&bits| Flags::from_bits(bits).is_ok()).count();
        assert_eq!(made, OUTCOMES.len() * CLAIMS.len() * 2 * 2 * 2 * 3 * 3);
        assert!(Flags::from_bits(1 << 40).is_err());
    }

    #[test]
    fn kings_stand_on_the_board_or_nowhere() {
        for king in Square::ALL.into_iter().map(Some).chain([None]) {
            assert_eq!(king_of(king_byte(king)), Ok(king));
        }
        assert!(king_of(65).is_err());
    }
}
