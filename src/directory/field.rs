//! What a reference can be made of.

use std::cell::OnceCell;

use shakmaty::Setup;

use super::credit::Credit;
use super::section::Section;
use crate::fen;
use crate::format::Source;
use crate::gbr::Position;
use crate::record::Record;

/// One thing to say about an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Its place in the input.
    Number,
    /// The number of its diagram where it was published.
    Diagram,
    /// Surnames.
    Composer,
    /// Full names.
    Composers,
    /// When it was published.
    Year,
    /// What it was awarded.
    Award,
    /// Where it was published.
    Source,
    /// Flags of study databases.
    Flags,
    /// The code.
    Code,
    /// The squares of the kings.
    Kings,
    /// The class in words.
    Class,
    /// Win or draw.
    Claim,
    /// White or Black.
    Turn,
    /// The whole notation.
    Position,
    /// The FEN.
    Fen,
    /// The line of the file on which the record begins.
    Line,
}

/// Their names, and what they stand for.
pub(crate) const FIELDS: &[(&str, Field, &str)] = &[
    ("number", Field::Number, "its place in the input"),
    ("composer", Field::Composer, "surnames: Barbier & Saavedra"),
    ("composers", Field::Composers, "full names: Barbier, G; Saavedra, F"),
    ("year", Field::Year, "the year of the Date tag"),
    ("source", Field::Source, "where it was published"),
    ("award", Field::Award, "what it was awarded, in study databases"),
    ("diagram", Field::Diagram, "the number of its diagram, in study databases"),
    ("flags", Field::Flags, "flags after the code, in study databases"),
    ("code", Field::Code, "0116.00"),
    ("kings", Field::Kings, "a7d3"),
    ("class", Field::Class, "rook and bishop v two knights"),
    ("claim", Field::Claim, "win or draw"),
    ("turn", Field::Turn, "white or black"),
    ("position", Field::Position, "a7d3 0116.00 b2b3c6d6 3/3+."),
    ("fen", Field::Fen, "the position as FEN"),
    ("line", Field::Line, "the line on which its record begins"),
];

/// All that fields are about.
pub(super) struct Subject<'a> {
    pub source: &'a dyn Source,
    pub record: &'a Record<'a>,
    /// As soon as somebody asks for it.
    pub credit: OnceCell<Credit>,
    pub position: Position,
    pub setup: &'a Setup,
    pub number: u64,
}

impl Subject<'_> {
    pub(super) fn credit(&self) -> &Credit {
        self.credit.get_or_init(|| Credit::of_record(self.source, self.record))
    }
}

impl Field {
    /// The field with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Field> {
        FIELDS.iter().find(|(known, ..)| *known == name).map(|&(_, field, _)| field)
    }

    pub(super) fn text(self, subject: &Subject<'_>) -> String {
        let Subject { record, position, setup, number, .. } = subject;
        match self {
            Field::Number => number.to_string(),
            Field::Diagram => subject.credit().diagram.clone(),
            Field::Composer => subject.credit().surnames(),
            Field::Composers => subject.credit().composers.join("; "),
            Field::Year => subject.credit().year.clone(),
            Field::Award => subject.credit().award.clone(),
            Field::Source => subject.credit().source.clone(),
            Field::Flags => subject.credit().flags.clone(),
            Field::Code => position.code().to_string(),
            Field::Kings => position.kings(),
            Field::Class => position.code().words().to_string(),
            Field::Claim => Section::of(position).claim().to_owned(),
            Field::Turn => position.indicator().turn_or_white().to_string(),
            Field::Position => position.to_string(),
            Field::Fen => fen::write(setup),
            Field::Line => record.line().to_string(),
        }
    }
}
