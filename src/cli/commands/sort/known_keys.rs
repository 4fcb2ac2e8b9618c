//! Keys out of an index. An index knows code and kings of the first and last position of each game: where no other game of the
//! file has the same, these are all that its place needs, and only the others are played.

use crate::cli::indexed::Lookup;
use crate::column::At;
use crate::index::{CodeAndKings, IndexResult, Outline, sum};
use crate::position_order::{self, CAPTION};
use crate::record::Record;
use shakmaty::Board;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a game takes while the keys are found.
const ROOM: u64 = 48;

/// Where fewer plies than these are saved for each game, the file is read as ever: to ask the index takes as long.
const FEWEST_PLIES: u64 = 10;

/// Whether that is so is decided by so many games, too, before all are looked at.
const SAMPLE: usize = 4096;

/// What is known of each game of a file.
pub struct KnownKeys {
    games: Vec<KnownGame>,
    /// The key of the initial position.
    initial: Vec<u8>,
    /// Whether a record is not the one that was indexed.
    is_other: AtomicBool,
}

struct KnownGame {
    sum: u32,
    plies: u32,
    key: KnownKey,
}

/// What an index says of a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum KnownKey {
    /// There is no code.
    Empty,
    /// It begins with these bytes.
    Caption([u8; CAPTION]),
    /// It is that of the initial position.
    Initial,
    /// Nothing.
    Open,
}

impl KnownKeys {
    /// Those of a file, in no more than this memory; none where they are not worth it.
    pub fn of(index: &mut Lookup, at: At, memory: u64) -> IndexResult<Option<KnownKeys>> {
        let count = index.index.games();
        if count == 0 || count.saturating_mul(ROOM) > memory {
            return Ok(None);
        }
        let mut initial = Vec::new();
        position_order::append_key(&Board::new(), &mut initial);
        let (mut keys, by_last) = (KnownKeys::new(initial), at == At::Final);
        for outline in index.index.outlines(by_last) {
            keys.add(&outline?, by_last);
            if keys.games.len() == SAMPLE && !keys.is_worth_it(&keys.undecided()) {
                return Ok(None);
            }
        }
        let undecided = keys.undecided();
        if !keys.is_worth_it(&undecided) {
            return Ok(None);
        }
        undecided.into_iter().for_each(|at| keys.games[at].key = KnownKey::Open);
        Ok(Some(keys))
    }

    const fn new(initial: Vec<u8>) -> KnownKeys {
        KnownKeys { games: Vec::new(), initial, is_other: AtomicBool::new(false) }
    }

    fn add(&mut self, outline: &Outline, by_last: bool) {
        let is_initial = !by_last && outline.is_initial;
        let key = if is_initial { KnownKey::Initial } else { KnownKey::of(outline) };
        self.games.push(KnownGame { sum: outline.sum, plies: outline.plies, key });
    }

    /// The games between which other men decide: they have the same first bytes as another.
    fn undecided(&self) -> Vec<usize> {
        let captions = self.games.iter().enumerate().filter_map(|(at, game)| match game.key {
            KnownKey::Caption(caption) => Some((u64::from_be_bytes(caption), at)),
            _ => None,
        });
        let mut captions: Vec<(u64, usize)> = captions.collect();
        captions.sort_unstable();
        let is_initial = |caption: u64| self.initial.starts_with(&caption.to_be_bytes());
        let same = captions.chunk_by(|one, other| one.0 == other.0);
        let shared = same.filter(|same| same.len() > 1 || is_initial(same[0].0));
        shared.flatten().map(|(_, at)| *at).collect()
    }

    /// Whether enough is saved if these have to be played.
    fn is_worth_it(&self, undecided: &[usize]) -> bool {
        let plies = |game: &KnownGame| if game.key == KnownKey::Open { 0 } else { game.plies };
        let all: u64 = self.games.iter().map(|game| u64::from(plies(game))).sum();
        let played: u64 = undecided.iter().map(|&at| u64::from(self.games[at].plies)).sum();
        all - played >= self.games.len() as u64 * FEWEST_PLIES
    }

    /// Whether so many games were all of them, and those that were indexed.
    pub fn are_of(&self, games: u64) -> bool {
        games == self.games.len() as u64 && !self.is_other.load(Ordering::Relaxed)
    }

    /// Whether a record has to be played; looks whether it is the one that was indexed.
    pub fn is_open(&self, record: &Record<'_>) -> bool {
        if !record.is_game() {
            return false;
        }
        let game = self.game(record).filter(|game| game.sum == sum(record.bytes));
        if game.is_none() {
            self.is_other.store(true, Ordering::Relaxed);
        }
        game.is_none_or(|game| game.key == KnownKey::Open)
    }

    /// The key of a record, or as much of it as its place needs; none where it has to be played.
    pub fn key(&self, record: &Record<'_>) -> Option<Vec<u8>> {
        match self.game(record)?.key {
            KnownKey::Empty => Some(Vec::new()),
            KnownKey::Caption(caption) => Some(caption.to_vec()),
            KnownKey::Initial => Some(self.initial.clone()),
            KnownKey::Open => None,
        }
    }

    fn game(&self, record: &Record<'_>) -> Option<&KnownGame> {
        self.games.get(usize::try_from(record.number).ok()?.checked_sub(1)?)
    }
}

impl KnownKey {
    /// What is known of a position.
    pub fn of(outline: &Outline) -> KnownKey {
        match outline.position {
            Some(CodeAndKings { has_several: true, .. }) => KnownKey::Open,
            Some(CodeAndKings { code: Some(code), kings, .. }) => {
                KnownKey::Caption(position_order::caption(code, kings))
            }
            Some(CodeAndKings { code: None, .. }) | None => KnownKey::Empty,
        }
    }

    /// How it begins; none where that is not known.
    pub fn caption(&self) -> Option<&[u8]> {
        match self {
            KnownKey::Empty => Some(&[]),
            KnownKey::Caption(caption) => Some(caption),
            KnownKey::Initial | KnownKey::Open => None,
        }
    }
}
