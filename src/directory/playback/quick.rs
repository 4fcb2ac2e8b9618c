//! The moves of a record that has nothing beside them, as most games: they are played in the fast lane, and their words are
//! told apart by blanks.
//!
//! In: the text of the moves. Out: of each word, where it stands and what changes on the board; nothing at the first doubt,
//! and the record is walked through.

use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::{Bitboard, Color, Role, Square};

use crate::gbr::Position;
use crate::play::{Movetext, Observer, Player, Sight, Start};

/// The men of a side by role.
type Men = [[Bitboard; 6]; 2];

/// What one move changes.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// A man goes from one square to another.
    Plain([Square; 2]),
    /// Who stands on some squares afterwards.
    Other(Vec<(Square, char)>),
}

/// A main line: where its words stand, what they change, and after which of them the entry is on the board.
pub(super) struct QuickLine {
    pub(super) words: Vec<Range<usize>>,
    pub(super) steps: Vec<Step>,
    pub(super) home: u32,
}

/// Plays one record after the other.
pub(super) struct Replay {
    player: Player,
    seen: Arc<Mutex<Seen>>,
}

impl Default for Replay {
    fn default() -> Replay {
        let seen = Arc::new(Mutex::new(Seen::default()));
        let player = Player::default().watched_by(Box::new(Eyes(Arc::clone(&seen))));
        Replay { player, seen }
    }
}

impl Replay {
    /// The main line, where there is nothing else and every move of it was played.
    pub(super) fn line(
        &mut self,
        moves: &Movetext<'_>,
        start: &Start,
        shown: &Position,
    ) -> Option<QuickLine> {
        let words = words(moves.bytes, moves.at)?;
        self.seen().shown = Some((men_of(shown), shown.indicator().turn_or_white()));
        let played = self.player.play(moves, start);
        let mut seen = self.seen();
        let steps = std::mem::take(&mut seen.steps);
        let is_whole = played.last.is_some() && played.remarks.is_empty();
        let agree = |(word, step): (&Range<usize>, &Step)| step.is_said(&moves.bytes[word.clone()]);
        let is_sure = is_whole && words.len() == steps.len() && words.iter().zip(&steps).all(agree);
        is_sure.then_some(QuickLine { words, steps, home: seen.home })
    }

    fn seen(&self) -> std::sync::MutexGuard<'_, Seen> {
        // A line begins with nothing that an earlier one left.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was seen of a line.
#[derive(Default)]
struct Seen {
    last: Men,
    steps: Vec<Step>,
    shown: Option<(Men, Color)>,
    home: u32,
}

struct Eyes(Arc<Mutex<Seen>>);

impl Observer for Eyes {
    fn begin(&mut self) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        (seen.steps, seen.home) = (Vec::with_capacity(128), 0);
    }

    fn see(&mut self, sight: &Sight<'_>) {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Color::ALL.map(|color| Role::ALL.map(|role| sight.men(color, role)));
        if sight.ply > 0 {
            let step = Step::between(&seen.last, &now);
            seen.steps.push(step);
            if seen.shown == Some((now, sight.turn)) {
                seen.home = sight.ply;
            }
        }
        seen.last = now;
    }

    fn end(&mut self, _: bool) -> Option<crate::game::Found> {
        None
    }
}

fn men_of(position: &Position) -> Men {
    let board = position.board();
    Color::ALL.map(|color| Role::ALL.map(|role| board.by_piece(role.of(color))))
}

impl Step {
    fn between(before: &Men, after: &Men) -> Step {
        let mut changed = Bitboard::EMPTY;
        let mut plain = None;
        for (side, role) in (0..2).flat_map(|side| (0..6).map(move |role| (side, role))) {
            let other = before[side][role] ^ after[side][role];
            if other.any() {
                changed |= other;
                plain = Some((side, role));
            }
        }
        let mover = plain.filter(|_| changed.count() == 2);
        if let Some((side, role)) = mover
            && let Some(from) = (changed & before[side][role]).single_square()
            && let Some(to) = (changed & after[side][role]).single_square()
            && man_on(before, to).is_none()
            && man_on(after, from).is_none()
        {
            return Step::Plain([from, to]);
        }
        Step::captured(before, after, changed)
    }

    /// A man that takes another one goes from square to square, too.
    fn captured(before: &Men, after: &Men, changed: Bitboard) -> Step {
        let plain = |from, to| {
            let man = man_on(before, from)?;
            (man_on(after, from).is_none() && man_on(after, to) == Some(man)).then_some([from, to])
        };
        if let (2, Some(a), Some(b)) = (changed.count(), changed.first(), changed.last())
            && let Some(squares) = plain(a, b).or_else(|| plain(b, a))
        {
            return Step::Plain(squares);
        }
        let now = |square| (square, man_on(after, square).unwrap_or('.'));
        Step::Other(changed.into_iter().map(now).collect())
    }

    /// Whether a word may be the name of this move: it ends with the square that it leads to.
    fn is_said(&self, word: &[u8]) -> bool {
        let Step::Plain([_, to]) = self else { return true };
        let end = word.iter().rposition(|byte| !matches!(byte, b'+' | b'#')).map_or(0, |at| at + 1);
        word[..end].ends_with(to.to_string().as_bytes())
    }
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
