//! Rows that are no games, as CSV or JSON lines: what check and scan have to tell.

use gbr_pgn::game::Game;
use gbr_pgn::record::{Frame, Kind, Line, Record};
use gbr_pgn::row::{Column, Row};
use gbr_pgn::sink::{Entry, Sink};

/// Columns, and what writes them.
pub struct Table {
    pub columns: &'static [Column],
    pub sink: &'static dyn Sink,
}

impl Table {
    /// The heading, where the format has one.
    pub fn head(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.sink.head(self.columns, &mut out);
        out
    }

    /// One row; a cell of which nothing is known is none.
    pub fn row(&self, cells: &[Option<String>]) -> Vec<u8> {
        let mut row = Row::default();
        for cell in cells {
            row.push(|out| {
                out.extend_from_slice(cell.as_deref().unwrap_or_default().as_bytes());
                cell.is_some()
            });
        }
        // The sinks of tables write the cells of games, and look at nothing else.
        let record = Record {
            bytes: b"",
            frame: Frame::without_tags(0, Kind::Game, 0),
            tags: &[],
            offset: 0,
            line: Line::known(1),
            number: 1,
            is_last: false,
            may_have_nul: false,
            format: "table",
        };
        let mut out = Vec::new();
        let game = Game::default();
        let columns = self.columns;
        self.sink.write(&Entry { record: &record, game: &game, columns, row: &row }, &mut out);
        out
    }
}
