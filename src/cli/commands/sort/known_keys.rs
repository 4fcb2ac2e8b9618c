//! Keys out of an index. An index knows code and kings of the first and last position of each game: where no other game of the
//! file has the same, these are all that its place needs, and only the others are played.

use crate::cli::indexed::Lookup;
use crate::column::At;
use crate::gbr::Code;
use crate::index::{Facts, IndexResult, PositionFacts, sum};
use crate::position_order::{self, CAPTION};
use crate::record::Record;
use shakmaty::{Board, Color, Role};
use std::sync::atomic::{AtomicBool, Ordering};

/// What a game takes while the keys are found.
const ROOM: u64 = 32;

/// Where fewer plies than these are saved for each game, the file is read as ever: to ask the index takes longer.
const FEWEST_PLIES: u64 = 20;

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
        let (mut games, mut plies) = (Vec::new(), Vec::new());
        for facts in index.index.facts() {
            let facts = facts?;
            let is_initial = at != At::Final && facts.is_initial;
            let key = if is_initial { KnownKey::Initial } else { KnownKey::of(&facts, at) };
            games.push(KnownGame { sum: facts.location.sum, key });
            plies.push(facts.plies);
        }
        let mut initial = Vec::new();
        position_order::append_key(&Board::new(), &mut initial);
        open_shared(&mut games, &initial);
        let saved = games.iter().zip(plies).filter(|(game, _)| game.key != KnownKey::Open);
        let saved: u64 = saved.map(|(_, plies)| u64::from(plies)).sum();
        let is_worth_it = saved >= count.saturating_mul(FEWEST_PLIES);
        let keys = KnownKeys { games, initial, is_other: AtomicBool::new(false) };
        Ok(is_worth_it.then_some(keys))
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
    /// What is known of the position that counts.
    pub fn of(facts: &Facts, at: At) -> KnownKey {
        let standing = if at == At::Final { facts.end } else { facts.start };
        let Some(PositionFacts { material, kings, .. }) = standing else { return KnownKey::Empty };
        let is_single = |color| material.count(color, Role::King) <= 1;
        match Code::from_material(&material) {
            _ if !Color::ALL.into_iter().all(is_single) => KnownKey::Open,
            Ok(code) => KnownKey::Caption(position_order::caption(code, kings)),
            Err(_) => KnownKey::Empty,
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

/// Leaves open what other men decide: between games with the same first bytes.
fn open_shared(games: &mut [KnownGame], initial: &[u8]) {
    let captions = games.iter().filter_map(|game| match game.key {
        KnownKey::Caption(caption) => Some(caption),
        _ => None,
    });
    let mut captions: Vec<[u8; CAPTION]> = captions.collect();
    captions.sort_unstable();
    for game in games {
        if let KnownKey::Caption(caption) = game.key {
            let after = captions.partition_point(|other| *other < caption) + 1;
            if captions.get(after) == Some(&caption) || initial.starts_with(&caption) {
                game.key = KnownKey::Open;
            }
        }
    }
}
