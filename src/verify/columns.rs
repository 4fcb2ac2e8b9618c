//! What tables say of a game as columns: at its start, at its end, and at each ply.

use std::io::Write as _;

use shakmaty::{CastlingMode, Chess, FromSetup, PositionError, Setup, variant::Variant};

use crate::column::{At, Stage};
use crate::format::pgn::rules;
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;
use crate::tables::{FiftyMoves, Open, Tables, Value};

/// Stands for a position of which nothing is known.
const UNKNOWN: &str = "-";

/// A column, and the tables that fill it. Games must know every position of their main line.
#[derive(Clone, Copy, Debug)]
pub struct TableColumn<'t> {
    tables: &'t Tables,
    what: What,
}

#[derive(Clone, Copy, Debug)]
enum What {
    /// Who wins there.
    Value(At),
    /// How far it is to the next capture or pawn move.
    Distance(At),
    /// How many plies are played before the first position that is known.
    First,
    /// Who wins after each ply.
    Values,
}

impl<'t> TableColumn<'t> {
    /// All of them, in order.
    pub fn all(tables: &'t Tables) -> impl Iterator<Item = TableColumn<'t>> {
        let what = [
            What::Value(At::Start),
            What::Distance(At::Start),
            What::Value(At::Final),
            What::Distance(At::Final),
            What::First,
            What::Values,
        ];
        what.into_iter().map(move |what| TableColumn { tables, what })
    }

    fn value(&self, setup: &Setup, fifty: FiftyMoves) -> Result<Value, Open> {
        self.tables.value(&position(setup).ok_or(Open::Illegal)?, fifty)
    }

    /// The value of each position, the start being the first.
    fn values<'a>(&'a self, game: &'a Game) -> impl Iterator<Item = Option<Value>> + 'a {
        let setups = game.start.iter().chain(&game.path);
        setups.map(move |setup| self.value(setup, fifty(game)).ok())
    }

    fn text(&self, game: &Game) -> Option<String> {
        match self.what {
            What::Value(at) => {
                self.value(at.of(game)?, fifty(game)).ok().map(|value| value.name().to_owned())
            }
            What::Distance(at) => {
                let distance = self.tables.distance(&position(at.of(game)?)?).ok()?;
                Some(distance.plies.to_string())
            }
            What::First => {
                let mut values = self.values(game);
                values.position(|value| value.is_some()).map(|ply| ply.to_string())
            }
            What::Values => {
                let mut words = self.values(game).map(|it| it.map_or(UNKNOWN.into(), word));
                let first = words.next()?;
                Some(words.fold(first, |text, word| text + " " + &word))
            }
        }
    }
}

impl Stage for TableColumn<'_> {
    fn column(&self) -> Column {
        match self.what {
            What::Value(At::Final) => Column::text("WDLFinal", "wdlfinal"),
            What::Value(_) => Column::text("WDL", "wdl"),
            What::Distance(At::Final) => Column::number("DTZFinal", "dtzfinal"),
            What::Distance(_) => Column::number("DTZ", "dtz"),
            What::First => Column::number("TablePly", "tableply"),
            What::Values => Column::codes("Verdicts", "verdicts"),
        }
    }

    fn at(&self) -> Option<At> {
        match self.what {
            What::Value(at) | What::Distance(at) => Some(at),
            What::First | What::Values => None,
        }
    }

    fn cell(&self, record: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        // Tables know the rules of chess alone.
        let (variant, _) = rules(record.attribute(b"Variant"));
        let text = (variant == Some(Variant::Chess)).then(|| self.text(game)).flatten();
        text.is_some_and(|text| out.write_all(text.as_bytes()).is_ok())
    }
}

/// As in verify: the rule is for games.
pub(super) fn fifty(game: &Game) -> FiftyMoves {
    if game.claim.is_some() { FiftyMoves::SetAside } else { FiftyMoves::Kept }
}

/// One word: `cursed-win`.
fn word(value: Value) -> String {
    value.name().replace(' ', "-")
}

/// A position that the rules allow, as far as what follows from it goes.
pub(super) fn position(setup: &Setup) -> Option<Chess> {
    let made = Chess::from_setup(setup.clone(), CastlingMode::detect(setup));
    made.or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .ok()
}
