//! What two records must have in common to be the same.

use std::hash::{DefaultHasher, Hash, Hasher};

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Board, CastlingMode, Color, EnPassantMode, Position, Setup};

use super::date::Date;
use super::details;
use super::measure::Measure;
use super::name::{fold, known};
use super::plain;
use crate::format::pgn::rules;
use crate::format::{Names, Source};
use crate::game::Game;
use crate::record::{Attribute, Record};

/// What is compared of a record, but for the moves on the way.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Essentials {
    /// A record of which nothing is known, or not enough: its text.
    Text(Vec<u8>),
    /// A line of EPD: its position and its operations.
    Line(Setup, Vec<Vec<u8>>),
    /// A position: its men and the side to move.
    Position(Board, Color),
    /// A main line: its rules, its start, its length and its end.
    Moves {
        /// Whose rules.
        rules: (Variant, CastlingMode),
        /// The first position, without its clocks.
        start: Setup,
        /// Half-moves.
        plies: u32,
        /// The last position.
        last: Board,
        /// Who played, where that counts.
        game: Option<Particulars>,
    },
}

/// Who played, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Particulars {
    players: [Option<String>; 2],
    /// What the tag says, and the marker after the moves.
    result: (Option<String>, Option<&'static str>),
    /// No date at all is like no date only.
    is_dated: bool,
}

/// Main lines that are longer are compared as text: every position of a line is held at a time.
const LONGEST: u32 = 1 << 14;

/// Tags that may stand in a record but once, or nobody knows which of them counts.
const ONCE: [&str; 5] = ["White", "Black", "Date", "Result", "Variant"];

/// Rules, start, players and result.
type Kinship<'a> = (&'a (Variant, CastlingMode), &'a Setup, &'a Particulars);

impl Essentials {
    /// Those of a record.
    #[must_use]
    pub fn of_record(
        source: &dyn Source,
        record: &Record<'_>,
        game: &Game,
        measure: Measure,
    ) -> Essentials {
        let found = if game.has_fault() { None } else { read(source, record, game, measure) };
        found.unwrap_or_else(|| Essentials::Text(plain::of_record(source, record)))
    }

    /// Whether both are games from one start by the same known players, with the same result.
    #[must_use]
    pub fn is_kin(&self, other: &Essentials) -> bool {
        self.kinship().is_some_and(|own| other.kinship() == Some(own))
    }

    /// All but the moves; none of what is not a game by known players.
    fn kinship(&self) -> Option<Kinship<'_>> {
        match self {
            Essentials::Moves { rules, start, game: Some(game), .. } if game.is_known() => {
                Some((rules, start, game))
            }
            _ => None,
        }
    }

    /// Whether the moves on the way have to be compared as well.
    #[must_use]
    pub const fn are_moves(&self) -> bool {
        matches!(self, Essentials::Moves { .. })
    }
}

fn read(
    source: &dyn Source,
    record: &Record<'_>,
    game: &Game,
    measure: Measure,
) -> Option<Essentials> {
    let position = |setup: &Setup| Essentials::Position(setup.board.clone(), setup.turn);
    match (measure, source.names()) {
        (Measure::Start, _) => game.start.as_ref().map(position),
        (Measure::Final, _) => game.end().map(position),
        (_, Names::Operations) => {
            let start = game.start.clone()?;
            plain::operations_of(record).map(|operations| Essentials::Line(start, operations))
        }
        (_, Names::Attributes) => moves(record, game, measure == Measure::Game),
        (_, Names::Nowhere) => None,
    }
}

fn moves(record: &Record<'_>, game: &Game, with_game: bool) -> Option<Essentials> {
    if game.plies == 0 || game.plies > LONGEST || !is_clear(record) {
        return None;
    }
    let (variant, mode) = rules(record.attribute(b"Variant"));
    let rules = (variant?, mode);
    let last = game.last.as_ref()?.board.clone();
    let start = without_clocks(game.start.as_ref()?, rules);
    let game_of = |record| Particulars::of_record(record, game);
    let plies = game.plies;
    Some(Essentials::Moves { rules, start, plies, last, game: with_game.then(|| game_of(record)) })
}

/// Whether the tags say what they say but once, and without a flaw.
fn is_clear(record: &Record<'_>) -> bool {
    let name = |tag: &Attribute| &record.bytes[tag.name()];
    let is_once = |wanted: &str| {
        record.attributes.iter().filter(|tag| name(tag) == wanted.as_bytes()).count() < 2
    };
    record.attributes.iter().all(|tag| tag.flaw.is_none())
        && ONCE.iter().chain(&details::NAMES).all(|name| is_once(name))
}

/// The position without clocks, and with an en passant square or castling rights only where they mean something.
fn without_clocks(setup: &Setup, (variant, mode): (Variant, CastlingMode)) -> Setup {
    let mut bare = setup.clone();
    if bare != Setup::initial() {
        let position = VariantPosition::from_setup(variant, setup.clone(), mode);
        bare = position.map_or(bare, |position| position.to_setup(EnPassantMode::Legal));
    }
    let Setup { halfmoves, fullmoves, .. } = Setup::empty();
    Setup { halfmoves, fullmoves, ..bare }
}

impl Particulars {
    fn is_known(&self) -> bool {
        self.players.iter().all(Option::is_some) && self.is_dated
    }

    fn of_record(record: &Record<'_>, game: &Game) -> Particulars {
        let player = |name: &[u8]| known(record.text(name)).map(|name| fold(&name));
        let marker = game.marker.map(|marker| marker.as_str());
        Particulars {
            players: [player(b"White"), player(b"Black")],
            result: (known(record.text(b"Result")), marker),
            is_dated: Date::read(record.text(b"Date").as_deref()) != Date::Unknown,
        }
    }
}

/// A number that is the same for records that are the same. Others may have it too.
#[must_use]
pub fn digest(source: &dyn Source, record: &Record<'_>, game: &Game, measure: Measure) -> u64 {
    let mut hasher = DefaultHasher::new();
    Essentials::of_record(source, record, game, measure).hash(&mut hasher);
    hasher.finish()
}

/// A number that is the same for games that may begin each other; none for what begins no other.
#[must_use]
pub fn kin_digest(source: &dyn Source, record: &Record<'_>, game: &Game) -> Option<u64> {
    let essentials = Essentials::of_record(source, record, game, Measure::Game);
    let mut hasher = DefaultHasher::new();
    essentials.kinship()?.hash(&mut hasher);
    details::Details::of_record(record).round().hash(&mut hasher);
    Some(hasher.finish())
}
