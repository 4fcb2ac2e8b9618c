//! What comes out of a judgement: whether the record holds, and each point worth telling.

use shakmaty::{KnownOutcome, san::SanPlus};

use super::{Given, MoveId, Open, Value};

/// What the tables say of a record.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judgement {
    /// The record as a whole.
    pub standing: Standing,
    /// The points worth telling, in the order of the moves they are about.
    pub rulings: Vec<Ruling>,
    /// The value of each position of the main line, the start being the first.
    pub values: Vec<Result<Value, Open>>,
}

impl Judgement {
    /// The judgement of a record that has no position to begin with.
    #[must_use]
    pub fn open(reason: Open) -> Judgement {
        let ruling = Ruling { ply: 0, id: None, matter: Matter::Open(reason) };
        Judgement { standing: Standing::Open(reason), rulings: vec![ruling], values: Vec::new() }
    }

    /// How many plies are played before the first position that the tables know.
    #[must_use]
    pub fn first_known(&self) -> Option<usize> {
        self.values.iter().position(Result::is_ok)
    }
}

/// Whether a record is borne out.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The claim holds at the start and after every White move, or the result is the table's.
    Proved,
    /// The claim does not hold, or the result is another one.
    Failing,
    /// Neither is known, and this is the first reason.
    Open(Open),
}

/// One point about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Ruling {
    /// How many plies lead from the start to the position it is about.
    pub ply: usize,
    /// The move that leads there; none at the start.
    pub id: Option<MoveId>,
    /// What there is to say.
    pub matter: Matter,
}

/// What there is to say about a position and the move that led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Matter {
    /// What a study claims does not hold here.
    Claim {
        /// The value before the move, where it is known; at the start, what is claimed.
        was: Option<Value>,
        /// The value here.
        is: Value,
    },
    /// What a study claims does not hold in a variation that Black chose.
    Sideline {
        /// The value before the move, where it is known.
        was: Option<Value>,
        /// The value here.
        is: Value,
    },
    /// Another White move would have kept the claim.
    Alternative {
        /// The other move.
        also: SanPlus,
        /// The value after it.
        is: Value,
        /// How it stands in the record, where it does.
        given: Option<Given>,
        /// Whether Black can force a position that the main line has had by then.
        returns: bool,
        /// Whether this is White's first move.
        first: bool,
    },
    /// A move of a game changes what the game is worth.
    Verdict {
        /// The value before the move.
        was: Value,
        /// The value after it.
        is: Value,
    },
    /// A game ended in another way than its last position would with best play.
    Result {
        /// How the game ended.
        told: KnownOutcome,
        /// The value of the last position.
        is: Value,
    },
    /// Nothing can be said of the position.
    Open(Open),
}

impl Matter {
    /// One word: `claim`, `sideline`, `alternative`, `verdict`, `result` or `open`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Matter::Claim { .. } => "claim",
            Matter::Sideline { .. } => "sideline",
            Matter::Alternative { .. } => "alternative",
            Matter::Verdict { .. } => "verdict",
            Matter::Result { .. } => "result",
            Matter::Open(_) => "open",
        }
    }

    /// The value before, or what the record says.
    #[must_use]
    pub fn was(&self) -> Option<Value> {
        match self {
            Matter::Claim { was, .. } | Matter::Sideline { was, .. } => *was,
            Matter::Verdict { was, .. } => Some(*was),
            Matter::Result { told, .. } => Some(Value::from(*told)),
            Matter::Alternative { .. } | Matter::Open(_) => None,
        }
    }

    /// The value that the tables give.
    #[must_use]
    pub const fn is(&self) -> Option<Value> {
        match self {
            Matter::Claim { is, .. }
            | Matter::Sideline { is, .. }
            | Matter::Alternative { is, .. }
            | Matter::Verdict { is, .. }
            | Matter::Result { is, .. } => Some(*is),
            Matter::Open(_) => None,
        }
    }
}
