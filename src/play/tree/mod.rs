//! A walk over all the moves of a record: the main line and its variations, nested to any depth.
//!
//! In: the text of the moves and the position they start from. Out: what is met on the way, in the order of the text:
//! moves, comments, glyphs, where a variation begins and where it ends. The position at each point is at hand.
//!
//! The main line is the one that [`Player`] plays: the same moves, in the same language, ended by the same fault. A
//! variation is read in the language of the main line. Where a move of it cannot be played, that variation ends, and
//! the walk goes on after its `)`.
//!
//! Nothing here recurses. A text takes time in proportion to its length, and no more memory than
//! 131,072 positions: variations that are nested deeper are not played.
//!
//! # Example
//!
//! ```
//! use gbr_pgn::play::{Movetext, Player, Start, tree::{Visit, Walk}};
//! use shakmaty::{Position, variant::Variant};
//!
//! let bytes = b"1. e4 e5 (1... c5!? {Sicilian}) 2. Nf3 *";
//! let moves = Movetext { bytes, at: 0, is_cut: false, has_nul: false };
//! let start = Start::initial(Variant::Chess);
//! let mut walk = Walk::new(&mut Player::default(), &moves, &start).expect("it can be played from");
//! let mut met = Vec::new();
//! while let Some(visit) = walk.next() {
//!     if let Visit::Move(node) = visit {
//!         let word = String::from_utf8_lossy(&bytes[node.span]);
//!         met.push(format!("{}:{}:{word} {}", node.depth, node.ply, walk.position().turn()));
//!     }
//! }
//! assert_eq!(met, ["0:1:e4 black", "0:2:e5 white", "1:2:c5 white", "0:3:Nf3 black"]);
//! ```

mod lines;
mod nag;
mod way;

use std::ops::Range;

use pgn_reader::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{EnPassantMode, Move, Position as _, Setup};

use self::lines::{DEEPEST, OpenLines};
pub use self::way::Way;
use super::forgiving::{self, Understood};
use super::reference::unplayed;
use super::{Movetext, Played, Player, Remark, Start};
use crate::fault::{FaultKind, Reason};
use crate::game::Marker;
use crate::movetext::spelling::{ENGLISH, has_pawn_letter};
use crate::movetext::token::{Token, TokenKind, Tokens};

/// What a walk meets. Places are bytes of [`Movetext::bytes`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Visit {
    /// A move was played; [`Walk::position`] is the position after it.
    Move(Node),
    /// A variation begins at this `(`; [`Walk::position`] is the one it starts from. It stands instead of the last move,
    /// or, where there is none in its line, at the same place as that line.
    Begin(usize),
    /// The variation ends, and the line around it goes on.
    End,
    /// A comment, with its braces or its semicolon. [`comment_text`] is what it says.
    Comment(Range<usize>),
    /// A sign of judgement, on its own or at the end of a move.
    Glyph {
        /// Where it stands.
        span: Range<usize>,
        /// Its number in the standard, if it has one: `$1` and `!` are 1.
        nag: Option<u8>,
    },
    /// The line ends here, because what follows cannot be played. It is a note where nothing is wrong, as after mate.
    Fault(Remark),
    /// Last of all before the result: why the end of the main line is in doubt though no word of it is to blame.
    Doubt(Remark),
    /// The result marker of the main line. Nothing after it is read.
    Result(Marker),
}

/// A move on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// The move; none where the turn passes.
    pub played: Option<Move>,
    /// Half-moves played since the start, with this one.
    pub ply: u32,
    /// How many variations it is in: none in the main line.
    pub depth: usize,
    /// Where its word stands, without any glyphs.
    pub span: Range<usize>,
}

/// Goes through the moves of a record.
///
/// It carries a note of the caller's from position to position: whatever is known of a line so far, or which node of a tree
/// it is at. After a move the note is that of the position before, until the caller
/// [changes](Walk::note_mut) it; at the beginning and the end of a variation, that of the position the walk goes back to.
pub struct Walk<'a, N = ()> {
    bytes: &'a [u8],
    tokens: Tokens<'a>,
    main: Played,
    lines: OpenLines<N>,
    /// Brackets that are open in a variation that is passed over.
    skipped: usize,
    is_at_end: bool,
    /// Whether it was told why the main line ends.
    is_told: bool,
    result: Option<Marker>,
}

impl<'a> Walk<'a> {
    /// Begins a walk; none where moves cannot be played from the start.
    #[must_use]
    pub fn new(player: &mut Player, moves: &Movetext<'a>, start: &Start) -> Option<Walk<'a>> {
        let (position, _) = start.position().ok()?;
        let main = player.play(moves, start);
        Some(Walk {
            bytes: moves.bytes,
            tokens: Tokens::new(moves.bytes, moves.at),
            main,
            lines: OpenLines::new(position, ()),
            skipped: 0,
            is_at_end: false,
            is_told: false,
            result: None,
        })
    }

    /// Carries a note along every line, from the beginning on: each variation starts with what was noted where it leaves.
    #[must_use]
    pub fn carrying<N: Clone>(self, note: N) -> Walk<'a, N> {
        let Walk { bytes, main, .. } = self;
        let (tokens, lines) = (self.tokens, OpenLines::new(self.lines.into_start(), note));
        let (skipped, is_at_end, is_told, result) = (0, false, false, None);
        Walk { bytes, tokens, main, lines, skipped, is_at_end, is_told, result }
    }
}

impl<N: Clone> Walk<'_, N> {
    /// What became of the main line, all of it.
    #[must_use]
    pub fn main_line(&self) -> &Played {
        &self.main
    }

    /// The position after what was met last: after a move, or where a variation starts.
    #[must_use]
    pub fn position(&self) -> &VariantPosition {
        self.lines.position()
    }

    /// The position before the last move of the line; none at its beginning.
    #[must_use]
    pub fn before(&self) -> Option<&VariantPosition> {
        self.lines.before()
    }

    /// What the caller noted of the position.
    #[must_use]
    pub fn note(&self) -> &N {
        &self.lines.note
    }

    /// What the caller noted of the position, to be changed.
    pub fn note_mut(&mut self) -> &mut N {
        &mut self.lines.note
    }

    /// The [`position`](Walk::position) as a FEN says it, with an en passant square only where a capture is legal.
    #[must_use]
    pub fn setup(&self) -> Setup {
        self.position().to_setup(EnPassantMode::Legal)
    }

    fn token(&mut self, token: Token) -> Option<Visit> {
        let is_passed_over = self.skipped > 0 || self.lines.is_over();
        match token.kind {
            TokenKind::Open if is_passed_over => self.skipped += 1,
            TokenKind::Close if self.skipped > 0 => self.skipped -= 1,
            TokenKind::Open => return Some(self.open(token.span.start)),
            TokenKind::Close => return self.lines.close().then_some(Visit::End),
            TokenKind::Result(marker) if self.skipped == 0 && self.lines.depth() == 0 => {
                self.is_at_end = true;
                self.result = Some(marker);
            }
            _ if is_passed_over => {}
            TokenKind::Comment => return Some(Visit::Comment(token.span)),
            TokenKind::Glyph => {
                let nag = nag::nag(&self.bytes[token.span.clone()]);
                return Some(Visit::Glyph { span: token.span, nag });
            }
            TokenKind::Word => return self.word(token.span),
            _ => {}
        }
        None
    }

    fn open(&mut self, at: usize) -> Visit {
        if self.lines.open() {
            return Visit::Begin(at);
        }
        self.skipped = 1;
        let message = format!("variations nested more than {DEEPEST} deep are not played");
        Visit::Fault(Remark::new(FaultKind::RecordTooLong, at, message))
    }

    /// Plays a word, or ends its line.
    fn word(&mut self, span: Range<usize>) -> Option<Visit> {
        let is_main = self.lines.depth() == 0;
        if is_main && self.lines.ply() == self.main.plies {
            self.lines.end();
            let remark = self.main.remarks.iter().find(|remark| remark.at == span.start);
            self.is_told = remark.is_some();
            return remark.cloned().map(Visit::Fault);
        }
        match self.meaning(&self.bytes[span.clone()]) {
            Ok(found) => {
                let played = self.lines.play(found);
                let (ply, depth) = (self.lines.ply(), self.lines.depth());
                Some(Visit::Move(Node { played, ply, depth, span }))
            }
            Err(reason) => {
                self.lines.end();
                Some(Visit::Fault(self.remark(&span, reason)))
            }
        }
    }

    /// What keeps the end of the main line from being known and stands at no word of it, as a `{` that is never closed.
    fn untold(&mut self) -> Option<Visit> {
        let is_due = self.main.last.is_none() && !self.is_told;
        self.is_told = true;
        let mut faults = self.main.remarks.iter().filter(|remark| !remark.kind.is_note());
        faults.next().filter(|_| is_due).cloned().map(Visit::Doubt)
    }

    /// What a word means. SAN is read the short way: it can only mean the same.
    fn meaning(&self, word: &[u8]) -> Result<Understood, Reason> {
        let position = self.position();
        let alphabet = self.main.alphabet;
        if alphabet == ENGLISH
            && !has_pawn_letter(word)
            && let Ok(san) = SanPlus::from_ascii(word)
            && let Ok(m) = san.san.to_move(position)
        {
            return Ok(Understood::Move(m, false));
        }
        forgiving::find(word, position, alphabet)
    }

    /// Why a variation ends before its `)`.
    fn remark(&self, span: &Range<usize>, reason: Reason) -> Remark {
        let position = self.position();
        if reason != Reason::NotAMove && position.legal_moves().is_empty() {
            let message = "moves after the end of the game are not played";
            return Remark::new(FaultKind::AfterEnd, span.start, message);
        }
        let word = &self.bytes[span.clone()];
        let in_variation = true;
        let unplayed = unplayed(position, self.lines.ply(), word, in_variation, reason);
        Remark::of_move(unplayed, span.start)
    }
}

impl<N: Clone> Iterator for Walk<'_, N> {
    type Item = Visit;

    fn next(&mut self) -> Option<Visit> {
        while !self.is_at_end {
            let Some(token) = self.tokens.next() else {
                self.is_at_end = true;
                break;
            };
            let visit = self.token(token);
            if visit.is_some() {
                return visit;
            }
        }
        // A variation that is never closed ends with the text.
        let end = self.lines.close().then_some(Visit::End);
        end.or_else(|| self.untold()).or_else(|| self.result.take().map(Visit::Result))
    }
}

/// What a comment says, without its braces or its semicolon.
#[must_use]
pub fn comment_text(comment: &[u8]) -> &[u8] {
    let inner = match comment {
        [b'{', inner @ .., b'}'] | [b';' | b'{', inner @ ..] => inner,
        all => all,
    };
    inner.trim_ascii()
}

#[cfg(test)]
mod tests;
