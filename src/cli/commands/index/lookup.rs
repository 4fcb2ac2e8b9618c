//! Questions that an index answers without a look at the games.

use super::path_of;
use super::stamp::Age;
use super::store::{Meta, Store};
use crate::cli::args::{InputArgs, ReportArgs};
use crate::cli::console::Console;
use crate::cli::input::Source;
use crate::game::Marker;
use crate::gbr::Code;
use crate::search::{Search, Span};
use anyhow::Result;
use rusqlite::{OpenFlags, params};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// An index that is there and fresh.
pub struct Lookup {
    store: Store,
    pub path: PathBuf,
    pub meta: Meta,
}

/// Games of one class with one result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    pub code: Code,
    pub result: Option<Marker>,
    pub games: u64,
    /// Those that were played to their end, and their half-moves.
    pub played: u64,
    pub plies: u64,
}

impl Group {
    /// One game.
    pub fn of_game(code: Code, result: Option<Marker>, plies: Option<u32>) -> Group {
        let played = u64::from(plies.is_some());
        Group { code, result, games: 1, played, plies: plies.unwrap_or(0).into() }
    }
}

/// A game in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub number: u64,
    pub offset: u64,
    pub length: u64,
    pub line: u64,
    /// The first ply at which a class was found, and the class; none in a game where none was.
    pub found: Option<(u32, Code)>,
}

impl Lookup {
    /// The index of an input, if there is one that can be used; says why not where there is one
    /// that cannot.
    pub fn of(
        console: &mut Console,
        source: &Source,
        input: &InputArgs,
        report: &ReportArgs,
    ) -> Option<Lookup> {
        let Source::File(file) = source else { return None };
        let path = path_of(file);
        if !path.is_file() || !file.is_file() {
            return None;
        }
        let reason = match Lookup::open(&path, file, input) {
            Ok(Ok(lookup)) => return Some(lookup),
            Ok(Err(reason)) => reason.to_owned(),
            Err(error) => format!("{error:#}"),
        };
        if !report.talk.quiet {
            console.tell(&format!("{}: not used: {reason}", path.display()));
        }
        None
    }

    fn open(path: &Path, file: &Path, input: &InputArgs) -> Result<Result<Lookup, &'static str>> {
        let store = Store::open(path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let Some(meta) = store.meta()? else { return Ok(Err("made by another version")) };
        if meta.stamp.age(file)? != Age::Fresh {
            return Ok(Err("the file has changed since; to bring it up to date, index it again"));
        }
        let is_same = input.from.as_ref().is_none_or(|from| *from == meta.format);
        if !is_same || input.max_record.0 != meta.limit {
            return Ok(Err("the file was read with other flags"));
        }
        Ok(Ok(Lookup { store, path: path.to_owned(), meta }))
    }

    /// The games in which something is found, in order; or all games, where `invert` is
    /// set, but those. None where only the games themselves can tell.
    pub fn find(&self, search: &Search, invert: bool) -> Result<Option<Vec<Place>>> {
        if !search.is_class() {
            return Ok(None);
        }
        let found = self.found(search)?;
        let query = "SELECT id, offset, length, line FROM game WHERE ?1 OR id = ?2 ORDER BY id";
        let mut query = self.store.connection.prepare(query)?;
        let mut places = Vec::new();
        let mut collect = |all: bool, id: i64| -> Result<()> {
            let mut rows = query.query(params![all, id])?;
            while let Some(row) = rows.next()? {
                let number = |at: usize| row.get::<_, i64>(at).map(i64::cast_unsigned);
                let found = found.get(&row.get(0)?).copied();
                let (offset, length, line) = (number(1)?, number(2)?, number(3)?);
                places.push(Place { number: number(0)?, offset, length, line, found });
            }
            Ok(())
        };
        if invert {
            collect(true, 0)?;
            places.retain(|place| place.found.is_none());
        } else {
            found.keys().try_for_each(|&id| collect(false, id))?;
        }
        Ok(Some(places))
    }

    /// How many games there would be.
    pub fn count(&self, search: &Search, invert: bool) -> Result<Option<u64>> {
        if !search.is_class() {
            return Ok(None);
        }
        let found = match (&self.codes(search)?[..], search.span) {
            ([], _) => 0,
            // Each game has one first and one last class, and a class once.
            (codes, Span::Start | Span::Final) => self.sum(codes, search.span)?,
            (codes @ [_], Span::Any) => self.sum(codes, search.span)?,
            (codes, Span::Any) => self.distinct(codes)?,
        };
        Ok(Some(if invert { self.meta.games - found } else { found }))
    }

    /// Games with a class, by class and result: how many, how many of them were played to
    /// their end, and the half-moves of those.
    pub fn classes(&self, span: Span) -> Result<Vec<Group>> {
        let mut query = self.store.connection.prepare(
            "SELECT code.code, result, games, played, plies
             FROM tally JOIN code ON code.id = tally.code WHERE span = ?1",
        )?;
        let mut rows = query.query([name(span)])?;
        let mut groups = Vec::new();
        while let Some(row) = rows.next()? {
            let number = |at: usize| row.get::<_, i64>(at).map(i64::cast_unsigned);
            let result: Option<String> = row.get(1)?;
            groups.push(Group {
                code: row.get_ref(0)?.as_str()?.parse()?,
                result: result.and_then(|text| Marker::from_ascii(text.as_bytes())),
                games: number(2)?,
                played: number(3)?,
                plies: number(4)?,
            });
        }
        Ok(groups)
    }

    /// How many games have a class at all.
    pub fn classed(&self, span: Span) -> Result<u64> {
        let query = match span {
            Span::Any => "SELECT count(DISTINCT game) FROM class WHERE span = ?1",
            Span::Start | Span::Final => {
                "SELECT coalesce(sum(games), 0) FROM tally WHERE span = ?1"
            }
        };
        let count: i64 = self.store.connection.query_row(query, [name(span)], |row| row.get(0))?;
        Ok(count.cast_unsigned())
    }

    fn sum(&self, codes: &[(i64, Code)], span: Span) -> Result<u64> {
        let query = "SELECT coalesce(sum(games), 0) FROM tally WHERE code = ?1 AND span = ?2";
        let mut query = self.store.connection.prepare(query)?;
        let mut sum = 0;
        for (id, _) in codes {
            sum += query
                .query_row(params![id, name(span)], |row| row.get::<_, i64>(0))?
                .cast_unsigned();
        }
        Ok(sum)
    }

    /// How many games pass through any of these.
    fn distinct(&self, codes: &[(i64, Code)]) -> Result<u64> {
        let query = "SELECT game FROM class WHERE code = ?1 AND span = 'any'";
        let mut query = self.store.connection.prepare(query)?;
        let mut games: Vec<i64> = Vec::new();
        for (id, _) in codes {
            let mut rows = query.query([id])?;
            while let Some(row) = rows.next()? {
                games.push(row.get(0)?);
            }
        }
        games.sort_unstable();
        games.dedup();
        Ok(games.len() as u64)
    }

    /// The codes of the dictionary that are wanted.
    fn codes(&self, search: &Search) -> Result<Vec<(i64, Code)>> {
        let mut query = self.store.connection.prepare("SELECT id, code FROM code")?;
        let mut rows = query.query([])?;
        let mut codes = Vec::new();
        while let Some(row) = rows.next()? {
            let code: Code = row.get_ref(1)?.as_str()?.parse()?;
            if search.wants.iter().any(|want| want.pattern.matches(code)) {
                codes.push((row.get(0)?, code));
            }
        }
        Ok(codes)
    }

    /// By game, the first ply with a wanted class, and that class.
    fn found(&self, search: &Search) -> Result<BTreeMap<i64, (u32, Code)>> {
        let query = "SELECT game, ply FROM class WHERE code = ?1 AND span = ?2";
        let mut query = self.store.connection.prepare(query)?;
        let mut found = BTreeMap::new();
        for (id, code) in self.codes(search)? {
            let mut rows = query.query(params![id, name(search.span)])?;
            while let Some(row) = rows.next()? {
                let (game, ply): (i64, u32) = (row.get(0)?, row.get(1)?);
                let first = found.entry(game).or_insert((ply, code));
                if ply < first.0 {
                    *first = (ply, code);
                }
            }
        }
        Ok(found)
    }
}

const fn name(span: Span) -> &'static str {
    match span {
        Span::Start => "start",
        Span::Final => "final",
        Span::Any => "any",
    }
}
