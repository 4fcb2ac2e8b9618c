//! The moves of a record for a page that knows no rules of chess: which squares change with each of them.
//!
//! In: a record. Out: letters, an item for each thing that the walk meets, in the order of the text. What an item
//! says in words is not repeated: it says where that stands in the text of the moves, which the page has too.
//!
//! | item | what follows its letter |
//! |---|---|
//! | `@` | first of all, where the entry shows another position than the first: that FEN, a comma, which move leads to the entry, a semicolon |
//! | `n` | a move: one square; the man on it goes to the square with which the next word of the text ends |
//! | `m` | a move: its text, two squares; the man on the first goes to the second |
//! | `x` | any other move: its text, how many squares change, each with who stands there afterwards, `.` for nobody |
//! | `v` | the last move changes how it ends with best play: two of `+` (White wins), `=` and `-`, before and after it |
//! | `(` `)` | a variation begins instead of the last move; it ends |
//! | `{` | a comment: its text |
//! | `$` | a glyph: its text, its number or 0 |
//! | `!` | the line ends in a fault: how many letters of the text are passed over, how many what is said of it has, what is said |
//! | `?` | nothing is played at all |
//!
//! A text is how many letters of the moves to pass over, and how many to take, in the units of UTF-16. A number has 32
//! digits from `0` on; all but the last are higher by 32. The next word is one of letters, the digits 1 to 8, `+` and `#` after
//! blanks, line ends, digits and points. A square is one letter from `0` on, a1 to h8 by ranks.

mod quick;

use std::cell::RefCell;
use std::ops::Range;

use shakmaty::variant::VariantPosition;
use shakmaty::{Bitboard, Board, Color, Position as _, Role, Square};

use self::quick::{LineReplay, MoveEffect, QuickLine};
use super::verdict::RecordVerdicts;
use crate::fen;
use crate::format::{Names, Source};
use crate::gbr::Position;
use crate::play::tree::{Node, Visit, Walk};
use crate::play::{Player, Remark, Start};
use crate::record::Record;

/// The position that the entry of a record shows.
pub(super) struct Home<'a> {
    pub position: &'a Position,
    pub fen: &'a str,
    /// Whether it is where the moves start.
    pub is_start: bool,
}

thread_local! {
    /// Who plays the records of a worker: to make them anew for each takes as long as a game.
    static PLAYERS: RefCell<(Player, LineReplay)> = RefCell::default();
}

/// The items of a record; nothing where it has no moves.
pub(super) fn playback(
    source: &dyn Source,
    record: &Record<'_>,
    shown: &Home<'_>,
    verdicts: &RecordVerdicts<'_>,
) -> String {
    let Some((start, moves)) = source.moves(record) else { return String::new() };
    let before = record.bytes.len() - moves.bytes.len();
    let begin = if source.names() == Names::Attributes { record.frame.moves } else { 0 };
    let mut items = Items::new(record.bytes, before, begin);
    let home = PLAYERS.with_borrow_mut(|(player, replay)| {
        let is_asked = verdicts.judge.is_some();
        let line = if is_asked { None } else { replay.line(&moves, &start, shown) };
        match line {
            Some(line) => Some(items.line(&line)),
            None => Some(items.walk(Walk::new(player, &moves, &start)?, shown, verdicts)),
        }
    });
    match home {
        None => "?".to_owned(),
        Some(_) if items.out.is_empty() => items.out,
        Some(home) => head(&start, shown, home) + &items.out,
    }
}

/// Where the entry is among the moves, unless it is where they start.
fn head(start: &Start, shown: &Home<'_>, home: u32) -> String {
    if shown.is_start {
        return String::new();
    }
    let fen = fen::write(&start.setup);
    if fen == shown.fen { String::new() } else { format!("@{fen},{home};") }
}

/// Of a letter: it may stand before a word; it may stand in one.
const BETWEEN: u8 = 1;
const WORD: u8 = 2;

const CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut letter = 0;
    while letter < 128 {
        let byte = letter as u8;
        let is_between = matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'0'..=b'9' | b'.');
        let is_word = byte.is_ascii_alphabetic() || matches!(byte, b'1'..=b'8' | b'+' | b'#');
        classes[letter] = if is_between { BETWEEN } else { 0 } | if is_word { WORD } else { 0 };
        letter += 1;
    }
    classes
};

/// What is written, and up to where the text has been used.
struct Items<'a> {
    bytes: &'a [u8],
    /// Whether each byte is a letter to JavaScript.
    is_plain: bool,
    /// How many bytes of the record precede the text that is walked through.
    before: usize,
    end: usize,
    out: String,
}

impl<'a> Items<'a> {
    fn new(bytes: &'a [u8], before: usize, begin: usize) -> Items<'a> {
        let is_plain = bytes.is_ascii() || std::str::from_utf8(bytes).is_err();
        let out = String::with_capacity(bytes.len().saturating_sub(begin));
        Items { bytes, is_plain, before, end: begin, out }
    }
}

impl Items<'_> {
    /// Writes a line without anything beside it, and returns after how many moves the entry is on the board.
    fn line(&mut self, line: &QuickLine) -> u32 {
        for (word, step) in line.words.iter().zip(&line.steps) {
            match step {
                MoveEffect::Plain(squares) => self.said(word.clone(), *squares),
                MoveEffect::Other(changes) => self.changes(word.clone(), changes.iter().copied()),
            }
        }
        line.home
    }

    /// Writes all that is met. Returns the number of the move in the main line after which the position is the shown one;
    /// of several, the last one.
    fn walk(&mut self, mut walk: Walk<'_>, shown: &Home<'_>, verdicts: &RecordVerdicts<'_>) -> u32 {
        let (mut count, mut home) = (0, 0);
        while let Some(visit) = walk.next() {
            if let Visit::Move(node) = &visit {
                count += 1;
                let before = walk.before().expect("a move was played");
                self.played(node, before.board(), walk.position().board());
                let is_move = node.played.is_some();
                if let Some([was, is]) =
                    is_move.then(|| verdicts.change(before, walk.position())).flatten()
                {
                    self.out.extend(['v', was, is]);
                }
                if node.depth == 0 && is_shown(walk.position(), shown.position) {
                    home = count;
                }
            } else {
                self.other(visit);
            }
        }
        home
    }

    fn played(&mut self, node: &Node, before: &Board, after: &Board) {
        let changed = changes(before, after);
        if let Some(squares) = plain(before, after, changed) {
            return self.plain(node.span.clone(), squares);
        }
        let man = |at| (at, after.piece_at(at).map_or('.', |piece| piece.char()));
        self.changes(node.span.clone(), changed.into_iter().map(man));
    }

    /// A man goes from one square to another.
    fn plain(&mut self, span: Range<usize>, [from, to]: [Square; 2]) {
        if quick::leads_to(&self.bytes[self.place(&span)], to) {
            self.said(span, [from, to]);
        } else {
            self.spelt_out(span, [from, to]);
        }
    }

    /// A man goes to the square with which the text ends.
    fn said(&mut self, span: Range<usize>, [from, to]: [Square; 2]) {
        let place = self.place(&span);
        if self.next_word() != place {
            return self.spelt_out(span, [from, to]);
        }
        self.out.push('n');
        self.out.push(square(from));
        self.end = place.end;
    }

    fn spelt_out(&mut self, span: Range<usize>, [from, to]: [Square; 2]) {
        self.out.push('m');
        self.text(span);
        self.out.push(square(from));
        self.out.push(square(to));
    }

    /// Where a text stands in the record.
    fn place(&self, span: &Range<usize>) -> Range<usize> {
        self.before + span.start..self.before + span.end
    }

    fn changes(
        &mut self,
        span: Range<usize>,
        changes: impl ExactSizeIterator<Item = (Square, char)>,
    ) {
        self.out.push('x');
        self.text(span);
        self.number(changes.len());
        for (at, man) in changes {
            self.out.push(square(at));
            self.out.push(man);
        }
    }

    fn other(&mut self, visit: Visit) {
        match visit {
            Visit::Begin(_) => self.out.push('('),
            Visit::End => self.out.push(')'),
            Visit::Comment(span) => {
                self.out.push('{');
                self.text(span);
            }
            Visit::Glyph { span, nag } => {
                self.out.push('$');
                self.text(span);
                self.number(usize::from(nag.unwrap_or(0)));
            }
            Visit::Fault(remark) => self.fault("Nothing more of this line is played", &remark),
            Visit::Doubt(remark) => self.fault("How the moves end is in doubt", &remark),
            Visit::Result(_) | Visit::Move(_) => {}
        }
    }

    fn fault(&mut self, what: &str, remark: &Remark) {
        let said = format!("{what}: {}.", remark.message);
        self.out.push('!');
        self.pass(self.before + remark.at);
        self.number(said.encode_utf16().count());
        self.out += &said;
    }

    /// Where the next word stands, as the page finds it.
    fn next_word(&self) -> Range<usize> {
        let from = |at: usize, class: u8| {
            let is_in = |byte: &&u8| CLASSES[usize::from(**byte)] & class != 0;
            at + self.bytes[at..].iter().take_while(is_in).count()
        };
        let begin = from(self.end, BETWEEN);
        begin..from(begin, WORD)
    }

    /// Where a text stands, and how long it is.
    fn text(&mut self, span: Range<usize>) {
        self.pass(self.before + span.start);
        self.pass(self.before + span.end);
    }

    fn pass(&mut self, to: usize) {
        let to = to.max(self.end);
        self.number(self.units(self.end..to));
        self.end = to;
    }

    /// How many letters JavaScript makes of the bytes.
    fn units(&self, span: Range<usize>) -> usize {
        if self.is_plain {
            return span.len();
        }
        let units = |&byte: &u8| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0);
        self.bytes[span].iter().map(units).sum()
    }

    fn number(&mut self, number: usize) {
        if number < 32 {
            self.out.push(char::from(b'0' + number as u8));
            return;
        }
        let digits = (usize::BITS - number.leading_zeros()).div_ceil(5).max(1);
        for place in (0..digits).rev() {
            let digit = (number >> (5 * place) & 31) as u8;
            self.out.push(char::from(b'0' + digit + if place > 0 { 32 } else { 0 }));
        }
    }
}

fn is_shown(position: &VariantPosition, shown: &Position) -> bool {
    let turn = shown.indicator().turn_or_white();
    position.turn() == turn && position.board() == shown.board()
}

/// The squares whose man is another one afterwards.
fn changes(before: &Board, after: &Board) -> Bitboard {
    let role = |role| before.by_role(role) ^ after.by_role(role);
    let color = |color| before.by_color(color) ^ after.by_color(color);
    let roles = Role::ALL.into_iter().map(role);
    roles.chain(Color::ALL.into_iter().map(color)).fold(Bitboard::EMPTY, |all, some| all | some)
}

/// From where to where, if that is all there is to the move.
fn plain(before: &Board, after: &Board, changed: Bitboard) -> Option<[Square; 2]> {
    let (a, b) = (changed.first()?, changed.last()?);
    if changed.count() != 2 {
        return None;
    }
    let is_plain =
        |from, to| after.piece_at(from).is_none() && before.piece_at(from) == after.piece_at(to);
    [[a, b], [b, a]].into_iter().find(|&[from, to]| is_plain(from, to))
}

fn square(square: Square) -> char {
    char::from(b'0' + u8::from(square))
}

#[cfg(test)]
mod tests;
