//! What is wrong with one record: the run goes on, and a person is told what
//! and where.
//!
//! A *fault* means that something was not coded (exit status 1). A *note*
//! only says what was read in spite of its form, or why a record stays as it is.

mod unplayed;

use std::fmt;

pub use self::unplayed::{Reason, Unplayed};

/// One defect of one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What sort of defect, for programs.
    pub kind: FaultKind,
    /// Where it is.
    pub place: Place,
    /// What was found and what was expected, for people; lower case, no full stop.
    pub message: String,
    /// The move that was not played, where that is the defect.
    pub unplayed: Option<Box<Unplayed>>,
}

/// Where in its file a fault is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line of the defect, from 1.
    pub line: u64,
    /// Byte offset of the defect in the (decompressed) file, from 0.
    pub offset: u64,
    /// Number of the game in its file, from 1; none outside of games.
    pub game: Option<u64>,
    /// `White - Black`, as far as the tags say so.
    pub players: Option<String>,
}

impl Fault {
    /// A defect that is not that of a move.
    #[must_use]
    pub fn new(kind: FaultKind, place: Place, message: impl Into<String>) -> Fault {
        Fault { kind, place, message: message.into(), unplayed: None }
    }

    /// A defect of an input as a whole.
    #[must_use]
    pub fn of_input(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault::new(kind, Place { line: 1, ..Place::default() }, message)
    }

    /// The defect of an input that holds text, but no game: somebody took the wrong file.
    #[must_use]
    pub fn of_nothing() -> Fault {
        Fault::of_input(FaultKind::NoRecord, "there is no game and no position in it")
    }

    /// Whether it is no more than a note.
    #[must_use]
    pub fn is_note(&self) -> bool {
        self.kind.is_note()
    }
}

/// `LINE: game N (White - Black): message`; the caller puts the file before it.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.place.line)?;
        if let Some(game) = self.place.game {
            write!(f, "game {game}")?;
            if let Some(players) = &self.place.players {
                write!(f, " ({players})")?;
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)
    }
}

/// Defines [`FaultKind`] from one table: variant, name for programs, note or fault.
macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $name:literal $grade:ident,)*) => {
        /// The sorts of defects.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum FaultKind {
            $($(#[$doc])* $variant,)*
        }

        impl FaultKind {
            /// All of them.
            pub const ALL: &'static [FaultKind] = &[$(FaultKind::$variant,)*];

            /// The name that `--faults` writes.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(FaultKind::$variant => $name,)* }
            }

            /// Whether the record was coded all the same.
            #[must_use]
            pub const fn is_note(self) -> bool {
                match self { $(FaultKind::$variant => kinds!(@ $grade),)* }
            }
        }
    };
    (@ note) => { true };
    (@ fault) => { false };
}

kinds! {
    /// A move that the rules do not allow.
    IllegalMove = "illegal-move" fault,
    /// A word in the main line that is neither a move nor anything else known.
    UnknownToken = "unknown-token" fault,
    /// A FEN that cannot be read, or two that differ.
    BadFen = "bad-fen" fault,
    /// Not exactly one king on each side: a code, but no position notation.
    Kings = "kings" fault,
    /// A pawn on the first or last rank: a code, but no position notation.
    Backrank = "backrank" fault,
    /// Nine pawns or more of one colour: no code.
    ManyPawns = "many-pawns" fault,
    /// The moves cannot be played from this position.
    Unplayable = "unplayable" fault,
    /// A variant whose rules are not known.
    UnknownVariant = "unknown-variant" fault,
    /// A `{` that is never closed.
    UnclosedComment = "unclosed-comment" fault,
    /// A `(` that is never closed.
    UnclosedVariation = "unclosed-variation" fault,
    /// A `}` outside of a comment.
    StrayBrace = "stray-brace" fault,
    /// The moves go on after the result marker.
    EarlyResult = "early-result" fault,
    /// Moves without tags that do not begin with the first one.
    NoBeginning = "no-beginning" fault,
    /// A SetUp tag that announces a FEN, and no FEN.
    NoFen = "no-fen" fault,
    /// Moves that play to different ends with the piece letters of two languages.
    TwoLanguages = "two-languages" fault,
    /// The input ends in the middle of a tag or a move.
    Truncated = "truncated" fault,
    /// A NUL byte among the moves.
    NulByte = "nul-byte" fault,
    /// A record longer than the limit.
    RecordTooLong = "record-too-long" fault,
    /// A line without moves where each has to be a game.
    EmptyLine = "empty-line" fault,
    /// A line that is neither EPD nor FEN.
    BadEpd = "bad-epd" fault,
    /// A line that is not GBR text.
    BadNotation = "bad-notation" fault,
    /// An input in which there is no game and no position.
    NoRecord = "no-record" fault,
    /// A record that would be read as one with the record that is written after it.
    RunsOn = "runs-on" fault,
    /// A stored code that is not that of its position.
    Disagreement = "disagreement" fault,
    /// One of our wrong tags that cannot go without changing how the record is read.
    WrongLeft = "wrong-left" fault,
    /// A game that cannot be cut so that it is read back as what was found.
    NotCut = "not-cut" fault,
    /// What a plugin says is wrong with a game, or an answer of it that cannot be written.
    Plugin = "plugin" fault,

    /// No result marker at the end of the moves.
    Unterminated = "unterminated" note,
    /// A move number that does not fit.
    MoveNumber = "move-number" note,
    /// A null move was played.
    NullMove = "null-move" note,
    /// Moves after checkmate or stalemate are not played.
    AfterEnd = "after-end" note,
    /// Kings put on centre squares at the end are not played.
    KingsInCentre = "kings-in-centre" note,
    /// A `)` without its `(`.
    StrayParenthesis = "stray-parenthesis" note,
    /// A tag whose text does not follow the standard.
    OddTag = "odd-tag" note,
    /// A SetUp tag that contradicts its FEN tag.
    SetUp = "setup" note,
    /// Result tag, result marker and board do not agree.
    ResultMismatch = "result-mismatch" note,
    /// A result marker with no blank between it and the last move.
    GluedResult = "glued-result" note,
    /// The last position of a study shows that what it claims is not so.
    ClaimRefuted = "claim-refuted" note,
    /// Text after the result marker.
    AfterResult = "after-result" note,
    /// Text that is not a game.
    NotAGame = "not-a-game" note,
    /// One of our tags or opcodes stood there more than once.
    OwnTwice = "own-twice" note,
    /// Our tags or opcodes would change how the record is read; it stays as it is.
    LeftAlone = "left-alone" note,
    /// A tag or opcode of the user's that a plugin would write too; it stays.
    UsersOwn = "users-own" note,
    /// A position that is not legal, coded all the same.
    IllegalPosition = "illegal-position" note,
    /// A FEN or EPD with an unusual spelling.
    OddFen = "odd-fen" note,
    /// A NUL byte in a comment or a tag.
    HarmlessNul = "harmless-nul" note,
    /// Moves in another spelling than the standard's.
    OddMoves = "odd-moves" note,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = FaultKind::ALL.iter().map(|kind| kind.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FaultKind::ALL.len());
    }

    #[test]
    fn display_names_line_game_and_players() {
        let players = Some("Reti - Alekhine".into());
        let place = Place { line: 12, offset: 400, game: Some(3), players };
        let fault = Fault::new(FaultKind::IllegalMove, place, "illegal move");
        assert_eq!(fault.to_string(), "12: game 3 (Reti - Alekhine): illegal move");
    }
}
