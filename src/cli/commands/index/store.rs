//! The index in its file: an SQLite database of codes and of the games that have them.
//!
//! `code` is the dictionary, `game` says where each game is, and `class` which games have a code:
//! at their start, at their end, or from some ply on; `tally` counts them. Any program that reads SQLite can ask it.

use super::stamp::Stamp;
use crate::cli::facts::Facts;
use crate::cli::registry;
use crate::format::Source;
use crate::gbr::Code;
use anyhow::{Context, Result};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, Statement, params};
use std::collections::HashMap;
use std::path::Path;

/// Changes with the schema; an index of another version is stale.
const VERSION: i64 = 1;

const SCHEMA: &str = "
    CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
    CREATE TABLE code (id INTEGER PRIMARY KEY, code TEXT NOT NULL UNIQUE);
    CREATE TABLE game (id INTEGER PRIMARY KEY, offset INTEGER NOT NULL, length INTEGER NOT NULL,
                       line INTEGER NOT NULL, result TEXT, plies INTEGER, coded INTEGER NOT NULL);
    CREATE TABLE class (code INTEGER NOT NULL, span TEXT NOT NULL, game INTEGER NOT NULL,
                        ply INTEGER NOT NULL, PRIMARY KEY (span, code, game)) WITHOUT ROWID;
    CREATE TABLE tally (span TEXT NOT NULL, code INTEGER NOT NULL, result TEXT, games INTEGER NOT NULL,
                        played INTEGER NOT NULL, plies INTEGER NOT NULL);
    CREATE INDEX tally_of_code ON tally (span, code);";

/// Counts the classes of all games, for questions that ask for no more.
const TALLY: &str = "
    DELETE FROM tally;
    INSERT INTO tally SELECT span, code, result, count(*), count(plies), coalesce(sum(plies), 0)
        FROM class JOIN game ON game.id = class.game GROUP BY span, code, result;";

/// An open index.
pub struct Store {
    pub connection: Connection,
}

/// What an index says of itself.
pub struct Meta {
    pub stamp: Stamp,
    pub format: String,
    /// The longest record that was read.
    pub limit: u64,
    pub games: u64,
    pub coded: u64,
}

impl Meta {
    /// What reads the file that the index is about.
    pub fn source(&self) -> Option<&'static dyn Source> {
        registry::source_by_name(&self.format)
    }
}

impl Store {
    /// A new one, in an empty file that nobody else knows of: it needs no journal.
    pub fn create(path: &Path) -> Result<Store> {
        let store = Store::reopen(path)?;
        store.connection.execute_batch(SCHEMA)?;
        Ok(store)
    }

    /// One that nobody else knows of, to be changed.
    pub fn reopen(path: &Path) -> Result<Store> {
        let connection = Connection::open(path)?;
        connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
        Ok(Store { connection })
    }

    pub fn open(path: &Path, flags: OpenFlags) -> Result<Store> {
        Ok(Store { connection: Connection::open_with_flags(path, flags)? })
    }

    /// None where it is of another version.
    pub fn meta(&self) -> Result<Option<Meta>> {
        let number = |key: &str| self.number(key);
        if number("version")? != Some(VERSION) {
            return Ok(None);
        }
        let need = |key: &str| number(key)?.with_context(|| format!("the index has no {key}"));
        let format = "SELECT value FROM meta WHERE key = 'format'";
        Ok(Some(Meta {
            stamp: Stamp {
                size: need("size")?.cast_unsigned(),
                time: need("time")?,
                hash: need("hash")?,
            },
            format: self.connection.query_row(format, [], |row| row.get(0))?,
            limit: need("limit")?.cast_unsigned(),
            games: need("games")?.cast_unsigned(),
            coded: need("coded")?.cast_unsigned(),
        }))
    }

    fn number(&self, key: &str) -> Result<Option<i64>> {
        let query = "SELECT value FROM meta WHERE key = ?1";
        Ok(self.connection.query_row(query, [key], |row| row.get(0)).optional()?)
    }

    fn set_meta(&self, meta: &Meta) -> Result<()> {
        let mut set = self.connection.prepare("INSERT OR REPLACE INTO meta VALUES (?1, ?2)")?;
        for (key, value) in [
            ("version", VERSION),
            ("size", meta.stamp.size.cast_signed()),
            ("time", meta.stamp.time),
            ("hash", meta.stamp.hash),
            ("limit", meta.limit.cast_signed()),
            ("games", meta.games.cast_signed()),
            ("coded", meta.coded.cast_signed()),
        ] {
            set.execute(params![key, value])?;
        }
        set.execute(params!["format", meta.format])?;
        Ok(())
    }

    /// The last game: it may go on in what was put behind it.
    pub fn last_game(&self) -> Result<Option<Facts>> {
        let query = "SELECT id, offset, length, line FROM game ORDER BY id DESC LIMIT 1";
        let facts = self.connection.query_row(query, [], |row| {
            let number = |at: usize| row.get::<_, i64>(at).map(i64::cast_unsigned);
            let (offset, length, line) = (number(1)?, number(2)?, number(3)?);
            Ok(Facts { number: number(0)?, offset, length, line, ..Facts::default() })
        });
        Ok(facts.optional()?)
    }

    pub fn forget(&self, game: u64) -> Result<()> {
        let game = game.cast_signed();
        self.connection.execute("DELETE FROM class WHERE game = ?1", [game])?;
        self.connection.execute("DELETE FROM game WHERE id = ?1", [game])?;
        Ok(())
    }
}

/// Puts games into an index. Classes are collected first and put in order at the end:
/// a tree that grows at random places is slow.
pub struct Filler<'a> {
    store: &'a Store,
    codes: HashMap<Code, i64>,
    game: Statement<'a>,
    waiting: Statement<'a>,
}

impl<'a> Filler<'a> {
    pub fn new(store: &'a Store) -> Result<Filler<'a>> {
        store.connection.execute_batch(
            "BEGIN; CREATE TEMP TABLE waiting (code INTEGER, span TEXT, game INTEGER, ply INTEGER);",
        )?;
        let mut codes = HashMap::new();
        let mut query = store.connection.prepare("SELECT id, code FROM code")?;
        let mut rows = query.query([])?;
        while let Some(row) = rows.next()? {
            codes.insert(row.get::<_, String>(1)?.parse()?, row.get(0)?);
        }
        let insert_game = "INSERT OR REPLACE INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let game = store.connection.prepare(insert_game)?;
        let waiting = store.connection.prepare("INSERT INTO waiting VALUES (?1, ?2, ?3, ?4)")?;
        Ok(Filler { store, codes, game, waiting })
    }

    pub fn add(&mut self, facts: &Facts) -> Result<()> {
        let game = facts.number.cast_signed();
        let (offset, length) = (facts.offset.cast_signed(), facts.length.cast_signed());
        let result = facts.result.map(crate::game::Marker::as_str);
        let line = facts.line.cast_signed();
        let row = params![game, offset, length, line, result, facts.plies, facts.coded];
        self.game.execute(row)?;
        let start = facts.start.map(|code| ("start", 0, code));
        let last = facts.last.map(|code| ("final", facts.plies.unwrap_or(0), code));
        let passed = facts.passed.iter().map(|&(ply, code)| ("any", ply, code));
        for (span, ply, code) in start.into_iter().chain(last).chain(passed) {
            let code = self.code(code)?;
            self.waiting.execute(params![code, span, game, ply])?;
        }
        Ok(())
    }

    /// The number of a code in the dictionary.
    fn code(&mut self, code: Code) -> Result<i64> {
        if let Some(&id) = self.codes.get(&code) {
            return Ok(id);
        }
        let connection = &self.store.connection;
        connection.execute("INSERT INTO code (code) VALUES (?1)", [code.to_string()])?;
        let id = connection.last_insert_rowid();
        self.codes.insert(code, id);
        Ok(id)
    }

    /// Puts all in order, and writes what the index says of itself.
    pub fn finish(self, stamp: Stamp, format: &str, limit: u64) -> Result<()> {
        let Filler { store, game, waiting, .. } = self;
        // A table cannot be dropped while somebody may still write to it.
        drop((game, waiting));
        store.connection.execute_batch(
            "INSERT OR IGNORE INTO class SELECT * FROM waiting ORDER BY span, code, game, ply;
             DROP TABLE waiting;",
        )?;
        store.connection.execute_batch(TALLY)?;
        let count = "SELECT count(*), coalesce(sum(coded), 0) FROM game";
        let numbers = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?));
        let (games, coded) = store.connection.query_row(count, [], numbers)?;
        let (games, coded) = (games.cast_unsigned(), coded.cast_unsigned());
        store.set_meta(&Meta { stamp, format: format.to_owned(), limit, games, coded })?;
        Ok(store.connection.execute_batch("COMMIT;")?)
    }
}
