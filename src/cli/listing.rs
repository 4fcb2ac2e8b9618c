//! Sinks for a search that does not want the records themselves.

use crate::cli::console::escape::Escaped;
use crate::format::{Entry, Sink};
use crate::gbr::Code;
use crate::index::Match;
use crate::play::Player;
use crate::play::tree::{Walk, Way};

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
            line.insert_str(line.len() - 1, &format!("\t{}", way_to_found(entry)));
        }
        out.extend_from_slice(line.as_bytes());
    }
}

/// Which variations lead to what was found.
fn way_to_found(entry: &Entry<'_>) -> String {
    let Some(found) = &entry.game.found else { return "-".to_owned() };
    let Some(byway) = &found.byway else { return "main".to_owned() };
    way(entry, byway.through)
}

/// Which variations lead to the move that begins at this byte of a record.
pub fn way(entry: &Entry<'_>, at: usize) -> String {
    let way = entry.source.moves(entry.record).and_then(|(start, moves)| {
        let walk = Walk::new(&mut Player::default(), &moves, &start)?;
        Way::to(walk, at)
    });
    way.map_or_else(|| "-".to_owned(), |way| way.to_string())
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
