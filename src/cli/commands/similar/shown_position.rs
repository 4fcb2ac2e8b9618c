//! A position as it is shown to people: men, notation, FEN, and whose it is.

use crate::directory::credit::Credit;
use crate::fen;
use crate::format::Entry;
use crate::gbr::{Indicator, Position};
use crate::similarity::Placement;
use shakmaty::{Board, Setup};

/// A position with what is said about it.
#[derive(Clone, Debug)]
pub struct Exhibit {
    pub placement: Placement,
    pub indicator: Indicator,
    /// In GBR; none where the notation cannot say it.
    pub notation: Option<String>,
    pub fen: String,
    /// Composers and year; empty where nobody is named.
    pub credit: String,
}

impl Exhibit {
    /// A position that nobody signed; none unless each side has one king.
    pub fn new(board: Board, indicator: Indicator) -> Option<Exhibit> {
        let setup = Setup { board, turn: indicator.turn_or_white(), ..Setup::empty() };
        Exhibit::of_setup(&setup, indicator, String::new())
    }

    /// A position of a game, after so many plies.
    pub fn of_game(entry: &Entry<'_>, setup: &Setup, ply: u32) -> Option<Exhibit> {
        let game = entry.game;
        let is_last = (1..=ply).contains(&game.plies);
        let indicator =
            if is_last { game.last_indicator(setup.turn) } else { game.indicator(setup.turn) };
        Exhibit::of_setup(setup, indicator, credit(entry))
    }

    fn of_setup(setup: &Setup, indicator: Indicator, credit: String) -> Option<Exhibit> {
        let position = Position::new(setup.board.clone(), indicator).ok();
        Some(Exhibit {
            placement: Placement::new(setup.board.clone(), setup.turn)?,
            indicator,
            notation: position.map(|position| position.to_string()),
            fen: fen::write(setup),
            credit,
        })
    }

    /// In GBR, or else as FEN.
    pub fn text(&self) -> &str {
        self.notation.as_deref().unwrap_or(&self.fen)
    }
}

/// `Barbier & Saavedra 1895`
fn credit(entry: &Entry<'_>) -> String {
    let credit = Credit::of_record(entry.source, entry.record);
    format!("{} {}", credit.surnames(), credit.year).trim().to_owned()
}
