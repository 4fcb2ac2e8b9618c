//! Sinks for a search that does not want the records themselves.

use crate::cli::console::escape::Escaped;
use crate::column::{At, Stage};
use crate::format::{Entry, Sink, Source};
use crate::game::Game;
use crate::gbr::Code;
use crate::index::Match;
use crate::play::Player;
use crate::play::tree::{Walk, Way};
use crate::record::Record;
use crate::row::Column;
use std::io::Write;

/// A line for each record: file, line, offset, game, ply and code.
pub struct Listing {
    /// What the file is called.
    pub file: String,
    /// Whether a last column says which variations lead to the position.
    pub has_ways: bool,
}

impl Sink for Listing {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let found = entry.game.found.as_ref();
        let found = found.and_then(|it| Some((it.ply, Code::from_material(&it.material).ok()?)));
        let record = entry.record;
        let mut line = line(&self.file, [record.line(), record.offset, record.number], found);
        if self.has_ways {
            let way = way_to_found(entry.source, record, entry.game);
            line.insert_str(line.len() - 1, &format!("\t{}", way.as_deref().unwrap_or("-")));
        }
        out.extend_from_slice(line.as_bytes());
    }
}

/// The same as a column, for records of a format.
pub struct FoundWay<'a>(pub &'a dyn Source);

impl Stage for FoundWay<'_> {
    fn column(&self) -> Column {
        Column::text("FoundWay", "way")
    }

    fn at(&self) -> Option<At> {
        Some(At::Found)
    }

    fn cell(&self, record: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        let way = way_to_found(self.0, record, game);
        way.is_some_and(|way| out.write_all(way.as_bytes()).is_ok())
    }
}

/// Which variations lead to what was found; none where nothing was.
fn way_to_found(source: &dyn Source, record: &Record<'_>, game: &Game) -> Option<String> {
    let found = game.found.as_ref()?;
    let Some(byway) = &found.byway else { return Some("main".to_owned()) };
    way_to(source, record, byway.through)
}

/// Which variations lead to the move that begins at this byte of a record.
pub fn way(entry: &Entry<'_>, at: usize) -> String {
    way_to(entry.source, entry.record, at).unwrap_or_else(|| "-".to_owned())
}

fn way_to(source: &dyn Source, record: &Record<'_>, at: usize) -> Option<String> {
    let (start, moves) = source.moves(record)?;
    let walk = Walk::new(&mut Player::default(), &moves, &start)?;
    Way::to(walk, at).map(|way| way.to_string())
}

/// The line of a game that an index found.
pub fn line_of(file: &str, hit: &Match) -> String {
    let at = [hit.location.line, hit.location.offset, hit.number];
    let found = hit.found.and_then(|(ply, force)| Some((ply, Code::from_material(&force).ok()?)));
    line(file, at, found)
}

/// One line of the list, whatever the file is called; of a game in which nothing was found, ply and code are dashes.
fn line(file: &str, [line, offset, number]: [u64; 3], found: Option<(u32, Code)>) -> String {
    let (ply, code) = match found {
        Some((ply, code)) => (ply.to_string(), code.to_string()),
        None => ("-".to_owned(), "-".to_owned()),
    };
    let file = Escaped(file);
    format!("{file}\t{line}\t{offset}\t{number}\t{ply}\t{code}\n")
}

/// Nothing at all: only the number of records matters.
pub struct Silence;

impl Sink for Silence {
    fn write(&self, _: &Entry<'_>, _: &mut Vec<u8>) {}
}
