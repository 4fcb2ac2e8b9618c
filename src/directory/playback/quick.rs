//! The moves of a record that has nothing beside them, as most games: they are played in the fast lane, and their words are
//! told apart by blanks.
//!
//! In: the text of the moves. Out: of each word, where it stands and what changes on the board; nothing at the first doubt,
//! and the record is walked through.

use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shakmaty::{Bitboard, Color, Role, Square};

use super::Home;
use crate::game::Found;
use crate::gbr::Position;
use crate::play::{Movetext, Observer, Player, Sight, Start};

/// The men of a side by role.
type Men = [[Bitboard; 6]; 2];

/// What one move changes.
#[derive(Clone, Debug)]
pub(super) enum MoveEffect {
    /// A man goes from one square to another.
    Plain([Square; 2]),
    /// Who stands on some squares afterwards.
    Other(Vec<(Square, char)>),
}

/// A main line: where its words stand, what they change, and after which of them the entry is on the board.
pub(super) struct QuickLine {
    pub(super) words: Vec<Range<usize>>,
    pub(super) steps: Vec<MoveEffect>,
    pub(super) home: u32,
}

/// Plays one record after the other.
pub(super) struct LineReplay {
    player: Player,
    seen: Arc<Mutex<Seen>>,
}

impl Default for LineReplay {
    fn default() -> LineReplay {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let eyes = Eyes { own: Seen::default(), last: Men::default(), told: Arc::clone(&seen) };
        LineReplay { player: Player::default().watched_by(Box::new(eyes)), seen }
    }
}

impl LineReplay {
    /// The main line, where there is nothing else and every move of it was played.
    pub(super) fn line(
        &mut self,
        moves: &Movetext<'_>,
        start: &Start,
        shown: &Home<'_>,
    ) -> Option<QuickLine> {
        let words = words(moves.bytes, moves.at)?;
        let turn = shown.position.indicator().turn_or_white();
        let is_sought = !shown.is_start;
        locked(&self.seen).shown = is_sought.then(|| (men_of(shown.position), turn));
        let played = self.player.play(moves, start);
        let mut seen = locked(&self.seen);
        let (steps, home) = (std::mem::take(&mut seen.steps), seen.home);
        let is_whole = played.last.is_some() && played.remarks.is_empty();
        let agree =
            |(word, step): (&Range<usize>, &MoveEffect)| step.is_said(&moves.bytes[word.clone()]);
        let is_sure = is_whole && words.len() == steps.len() && words.iter().zip(&steps).all(agree);
        is_sure.then_some(QuickLine { words, steps, home })
    }
}

fn locked(seen: &Mutex<Seen>) -> MutexGuard<'_, Seen> {
    // A line begins with nothing that an earlier one left.
    seen.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was seen of a line.
#[derive(Default)]
struct Seen {
    steps: Vec<MoveEffect>,
    /// The position that is looked for; none where it is the start.
    shown: Option<(Men, Color)>,
    home: u32,
}

/// Sees a line, and tells of it when it has ended.
struct Eyes {
    own: Seen,
    last: Men,
    told: Arc<Mutex<Seen>>,
}

impl Observer for Eyes {
    fn begin(&mut self) {
        let (steps, shown) = (Vec::with_capacity(128), locked(&self.told).shown);
        self.own = Seen { steps, shown, home: 0 };
    }

    fn see(&mut self, sight: &Sight<'_>) {
        let now = Color::ALL.map(|color| Role::ALL.map(|role| sight.men(color, role)));
        if sight.ply > 0 {
            self.own.steps.push(MoveEffect::between(&self.last, &now, !sight.turn));
            if self.own.shown.as_ref().is_some_and(|shown| *shown == (now, sight.turn)) {
                self.own.home = sight.ply;
            }
        }
        self.last = now;
    }

    fn end(&mut self, _: bool) -> Option<Found> {
        *locked(&self.told) = std::mem::take(&mut self.own);
        None
    }
}

fn men_of(position: &Position) -> Men {
    let board = position.board();
    Color::ALL.map(|color| Role::ALL.map(|role| board.by_piece(role.of(color))))
}

impl MoveEffect {
    fn between(before: &Men, after: &Men, mover: Color) -> MoveEffect {
        let (own, other) = mover.fold_wb((0, 1), (1, 0));
        let (mine, theirs) =
            (changes(&before[own], &after[own]), changes(&before[other], &after[other]));
        let moved = before[own].iter().zip(&after[own]).find(|(before, after)| before != after);
        // One man of one role has gone, and whoever was taken stood where he went.
        if let Some((&before, &after)) = moved
            && (before ^ after) == mine
            && let Some(from) = (before & !after).single_square()
            && let Some(to) = (after & !before).single_square()
            && theirs.without(to).is_empty()
        {
            return MoveEffect::Plain([from, to]);
        }
        let now = |square| (square, man_on(after, square).unwrap_or('.'));
        MoveEffect::Other((mine | theirs).into_iter().map(now).collect())
    }

    /// Whether a word may be the name of this move.
    fn is_said(&self, word: &[u8]) -> bool {
        match self {
            MoveEffect::Plain([_, to]) => leads_to(word, *to),
            MoveEffect::Other(_) => true,
        }
    }
}

/// The squares of men of one side that have come or gone.
fn changes(before: &[Bitboard; 6], after: &[Bitboard; 6]) -> Bitboard {
    let pairs = before.iter().zip(after);
    pairs.fold(Bitboard::EMPTY, |all, (before, after)| all | (*before ^ *after))
}

/// Whether a move ends with the square that it leads to.
pub(super) fn leads_to(word: &[u8], to: Square) -> bool {
    let end = word.iter().rposition(|byte| !matches!(byte, b'+' | b'#')).map_or(0, |at| at + 1);
    word[..end].ends_with(&[to.file().char() as u8, to.rank().char() as u8])
}

/// The letter of the man on a square.
fn man_on(men: &Men, square: Square) -> Option<char> {
    let sides = Color::ALL.into_iter().zip(men);
    let mut all =
        sides.flat_map(|(color, men)| Role::ALL.into_iter().zip(men).map(move |it| (color, it)));
    let (color, (role, _)) = all.find(|(_, (_, men))| men.contains(square))?;
    Some(role.of(color).char())
}

/// Where the moves stand in a text of moves, numbers and a result; none where there is anything else.
fn words(bytes: &[u8], at: usize) -> Option<Vec<Range<usize>>> {
    let text = &bytes[at..];
    let has_more = memchr::memchr3(b'(', b'{', b';', text).is_some()
        || memchr::memchr3(b'$', b'!', b'?', text).is_some()
        || memchr::memchr2(b'%', b'[', text).is_some();
    if has_more {
        return None;
    }
    let mut words = Vec::with_capacity(text.len() / 6);
    let mut at = at;
    while at < bytes.len() {
        let end =
            at + bytes[at..].iter().position(u8::is_ascii_whitespace).unwrap_or(bytes.len() - at);
        let word = &bytes[at..end];
        if matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*") {
            return Some(words);
        }
        let begin = at + number_of(word);
        if begin < end {
            words.push(begin..end);
        }
        at = end + 1;
    }
    None
}

/// How many letters the number of a move has, with its points.
fn number_of(word: &[u8]) -> usize {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let points = word[digits..].iter().take_while(|byte| **byte == b'.').count();
    if points > 0 || digits == word.len() { digits + points } else { 0 }
}
