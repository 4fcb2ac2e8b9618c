//! A position of a database, and where it is.

use super::shown_position::Exhibit;
use crate::cli::console::escape::Escaped;
use crate::format::Entry;
use shakmaty::Setup;
use std::cmp::Ordering;

/// Which file, game and ply, and what stands there. The order is that of the inputs.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// By its place among the inputs.
    pub file: usize,
    pub line: u64,
    pub game: u64,
    /// Half-moves before it.
    pub ply: u32,
    /// Which variations lead to it; none in the main line.
    pub way: Option<String>,
    pub exhibit: Exhibit,
}

impl Occurrence {
    /// The position of a game after so many plies; none unless each side has one king.
    pub fn new(file: usize, entry: &Entry<'_>, setup: &Setup, ply: u32) -> Option<Occurrence> {
        let exhibit = Exhibit::of_game(entry, setup, ply)?;
        let record = entry.record;
        let (line, game, way) = (record.line(), record.number, None);
        Some(Occurrence { file, line, game, ply, way, exhibit })
    }

    /// `studies.pgn:16: game 2, ply 4: Barbier 1895`, with the name of its file.
    pub fn words(&self, names: &[String]) -> String {
        let at = match (&self.way, self.ply) {
            (Some(way), ply) => format!("ply {ply} in variation {way}"),
            (None, 0) => "start".to_owned(),
            (None, ply) => format!("ply {ply}"),
        };
        let (file, line, game) = (Escaped(&names[self.file]), self.line, self.game);
        let credit = match self.exhibit.credit.as_str() {
            "" => String::new(),
            credit => format!(": {}", Escaped(credit)),
        };
        format!("{file}:{line}: game {game}, {at}{credit}")
    }

    fn place(&self) -> (usize, u64, u32, Option<&str>) {
        (self.file, self.game, self.ply, self.way.as_deref())
    }
}

impl Ord for Occurrence {
    fn cmp(&self, other: &Occurrence) -> Ordering {
        self.place().cmp(&other.place())
    }
}

impl PartialOrd for Occurrence {
    fn partial_cmp(&self, other: &Occurrence) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Occurrence {
    fn eq(&self, other: &Occurrence) -> bool {
        self.place() == other.place()
    }
}

impl Eq for Occurrence {}
