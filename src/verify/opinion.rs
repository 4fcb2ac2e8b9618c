//! What is to be said of one record, without the record: place, names, standing, and point by point.

use shakmaty::{Color, KnownOutcome};

use crate::directory::credit::Credit;
use crate::format::Entry;
use crate::gbr::Claim;
use crate::tables::{Judgement, Matter, MoveTree, Ruling, Standing};

/// What the tables make of a record.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// The line on which it begins, from 1.
    pub line: u64,
    /// Its number among the games of the file, from 1.
    pub game: u64,
    /// Composers and year of a study, players of a game; empty where nobody is named.
    pub names: String,
    /// What it claims, if it is a study that claims anything.
    pub claim: Option<Claim>,
    /// How it ended, if it says so.
    pub result: Option<KnownOutcome>,
    /// What its Termination tag says.
    pub termination: Option<String>,
    /// Whether claim or result is borne out.
    pub standing: Standing,
    /// Point by point, in the order of the moves.
    pub statements: Vec<Statement>,
}

/// One point about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// How many plies lead to the position it is about.
    pub ply: usize,
    /// The move that leads there; none at the start.
    pub last: Option<LastMove>,
    /// What there is to say.
    pub matter: Matter,
}

/// A move as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastMove {
    /// `7.` or `7...`
    pub number: String,
    /// `Kc2`
    pub san: String,
    /// Who plays it.
    pub mover: Color,
}

impl Opinion {
    pub(super) fn new(
        entry: &Entry<'_>,
        result: Option<KnownOutcome>,
        tree: Option<&MoveTree>,
        judgement: Judgement,
    ) -> Opinion {
        let (record, claim) = (entry.record, entry.game.claim);
        let termination = record.text(b"Termination");
        Opinion {
            line: record.line(),
            game: record.number,
            names: if claim.is_some() { credit(entry) } else { record.players() }
                .unwrap_or_default(),
            claim,
            result,
            termination: termination.filter(|words| !words.trim().is_empty()),
            standing: judgement.standing,
            statements: judgement
                .rulings
                .into_iter()
                .map(|ruling| Statement::new(ruling, tree))
                .collect(),
        }
    }

    /// Whether nothing is said that could be proved.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.claim.is_none() && self.result.is_none()
    }
}

impl Statement {
    fn new(Ruling { ply, id, matter }: Ruling, tree: Option<&MoveTree>) -> Statement {
        let last = tree.zip(id).map(|(tree, id)| LastMove {
            number: tree.number(id),
            san: tree.san(id).to_string(),
            mover: tree.mover(id),
        });
        Statement { ply, last, matter }
    }

    /// `7. Kc2`; none at the start.
    #[must_use]
    pub fn played(&self) -> Option<String> {
        self.last.as_ref().map(|last| format!("{} {}", last.number, last.san))
    }

    /// `7. Kb5`, which keeps the claim as well.
    #[must_use]
    pub fn also(&self) -> Option<String> {
        let Matter::Alternative { also, .. } = &self.matter else { return None };
        self.last.as_ref().map(|last| format!("{} {also}", last.number))
    }
}

/// `Barbier & Saavedra 1895`
fn credit(entry: &Entry<'_>) -> Option<String> {
    let credit = Credit::of_record(entry.source, entry.record);
    Some(format!("{} {}", credit.surnames(), credit.year).trim().to_owned())
}
