//! Accounts for every token of the moves.
//!
//! pgn-reader passes over what it cannot read, so a main line with a gap would
//! end in a wrong position without an error. Here each token is a move of the main line,
//! or something known that is none, or a remark.

use std::ops::Range;

use shakmaty::{Color, Setup};

use super::{MOST, Remark};
use crate::fault::FaultKind as Fault;
use crate::game::Marker;
use crate::movetext::spelling::{ENGLISH, Spelling};
use crate::movetext::token::{Token, TokenKind, Tokens};
use crate::text::encoding::{brief, excerpt};

/// The main line as it stands in the text.
#[derive(Debug, Default)]
pub(super) struct MainLine {
    /// Where its moves are.
    pub words: Vec<Range<usize>>,
    /// How it says that it ended.
    pub marker: Option<Marker>,
    /// What is odd; a fault among them means that the end is doubtful.
    pub remarks: Vec<Remark>,
}

impl MainLine {
    /// Whether the last position cannot be known, however the moves play.
    pub(super) fn is_doubtful(&self) -> bool {
        self.remarks.iter().any(|remark| !remark.kind.is_note())
    }

    /// At most one remark of a kind: the first says enough, and a hostile
    /// record could have millions.
    fn remark(&mut self, kind: Fault, at: usize, message: impl FnOnce() -> String) {
        if self.remarks.iter().all(|remark| remark.kind != kind) {
            self.remarks.push(Remark::new(kind, at, message()));
        }
    }
}

/// Reads the moves in `bytes[moves..]`, after which the input may be cut off.
pub(super) fn audit(
    bytes: &[u8],
    moves: usize,
    start: &Setup,
    is_given: bool,
    is_cut: bool,
) -> MainLine {
    let mut auditor = Auditor {
        bytes,
        is_cut,
        line: MainLine::default(),
        depth: 0,
        outermost: moves,
        numbers: MoveNumbers::new(start, is_given),
    };
    for token in Tokens::new(bytes, moves) {
        auditor.token(token);
    }
    auditor.finish()
}

struct Auditor<'a> {
    bytes: &'a [u8],
    is_cut: bool,
    line: MainLine,
    /// How many variations are open, and where the outermost of them began.
    depth: usize,
    outermost: usize,
    numbers: MoveNumbers,
}

impl Auditor<'_> {
    fn token(&mut self, token: Token) {
        let at = token.span.start;
        match token.kind {
            TokenKind::Comment | TokenKind::Escape => {}
            TokenKind::UnclosedComment => {
                self.line.remark(Fault::UnclosedComment, at, || "'{' is never closed".into());
            }
            _ if self.line.marker.is_some() => self.behind_result(token),
            TokenKind::Open => self.open(at),
            TokenKind::Close if self.depth > 0 => self.depth -= 1,
            TokenKind::Close => {
                self.line.remark(Fault::StrayParenthesis, at, || "')' without its '('".into());
            }
            // In a variation only a brace matters: it may have been meant to close a comment.
            TokenKind::Stray if self.depth == 0 || self.bytes[at] == b'}' => self.stray(at),
            _ if self.depth > 0 => {}
            TokenKind::Number(number) if !self.is_full() => self.number(number, at),
            TokenKind::Result(marker) => self.result(marker, token.span),
            TokenKind::Word if self.is_full() => self.line.remark(Fault::RecordTooLong, at, || {
                format!("more than {MOST} half-moves are not played")
            }),
            TokenKind::Word => self.line.words.push(token.span),
            TokenKind::Glyph if self.is_cut_knight(&token) => self.line.words.push(token.span),
            TokenKind::Number(_) | TokenKind::Dots | TokenKind::Glyph | TokenKind::Stray => {}
        }
    }

    /// Whether the input ends in an `N`, which elsewhere is a novelty and here may be all that is left of a move.
    fn is_cut_knight(&self, token: &Token) -> bool {
        let is_last = self.is_cut && token.span.end == self.bytes.len();
        is_last && self.bytes[token.span.clone()] == *b"N" && !self.is_full()
    }

    fn is_full(&self) -> bool {
        self.line.words.len() == MOST
    }

    fn open(&mut self, at: usize) {
        if self.depth == 0 {
            self.outermost = at;
        }
        self.depth += 1;
    }

    fn number(&mut self, number: u32, at: usize) {
        let ply = self.line.words.len();
        if let Some(expected) = self.numbers.mismatch(number, ply) {
            self.line.remark(Fault::MoveNumber, at, || {
                format!("move number {number}, expected {expected}")
            });
        }
    }

    fn result(&mut self, marker: Marker, span: Range<usize>) {
        self.line.marker = Some(marker);
        let last = self.line.words.last().filter(|last| last.end == span.start);
        // The standard lets `*` stand without a blank.
        if let Some(last) = last.filter(|_| marker != Marker::Unknown) {
            let text = excerpt(&brief(&self.bytes[last.start..span.end]));
            let message = format!("'{text}' is read as a move and {}", marker.as_str());
            self.line.remark(Fault::GluedResult, span.start, || message);
        }
    }

    fn stray(&mut self, at: usize) {
        match self.bytes[at] {
            b'}' => self.line.remark(Fault::StrayBrace, at, || {
                "'}' outside of a comment: comments do not nest, so the moves around it are doubtful"
                    .into()
            }),
            0 => self.line.remark(Fault::NulByte, at, || "NUL byte among the moves".into()),
            byte => self.line.remark(Fault::UnknownToken, at, || {
                format!("'{}' is not part of a move", char::from(byte).escape_default())
            }),
        }
    }

    /// Only the first token matters: it tells a second game or a remark from
    /// moves that go on, where the marker is a slip and the end is not known.
    fn behind_result(&mut self, token: Token) {
        let is_first = self
            .line
            .remarks
            .iter()
            .all(|remark| !matches!(remark.kind, Fault::AfterResult | Fault::EarlyResult));
        if !is_first {
            return;
        }
        let at = token.span.start;
        let text = excerpt(&brief(&self.bytes[token.span.clone()]));
        if self.goes_on(&token) {
            self.line.remark(Fault::EarlyResult, at, || {
                format!("the moves go on after the result marker with '{text}'")
            });
        } else {
            self.line.remark(Fault::AfterResult, at, || {
                format!("'{text}' after the result marker is not read")
            });
        }
    }

    fn goes_on(&mut self, token: &Token) -> bool {
        // `*1. h3` was `11. h3` once.
        let is_glued = self.bytes[token.span.start - 1] == b'*';
        match token.kind {
            TokenKind::Number(_) | TokenKind::Word if is_glued => true,
            TokenKind::Dots => true,
            TokenKind::Word => Spelling::read(&self.bytes[token.span.clone()], ENGLISH).is_some(),
            TokenKind::Number(number) => self.numbers.goes_on(number, self.line.words.len()),
            _ => false,
        }
    }

    fn finish(mut self) -> MainLine {
        if self.depth > 0 {
            self.line
                .remark(Fault::UnclosedVariation, self.outermost, || "'(' is never closed".into());
        }
        if self.line.marker.is_none() {
            let end = self.bytes.trim_ascii_end().len();
            self.line.remark(Fault::Unterminated, end, || "no result marker".into());
        }
        self.line
    }
}

/// Which number belongs before which ply.
struct MoveNumbers {
    /// Number of the first move; learnt from the text where the record gives
    /// the position, because few who set one up count on from it.
    first: Option<u32>,
    black_begins: usize,
}

impl MoveNumbers {
    fn new(start: &Setup, is_given: bool) -> MoveNumbers {
        MoveNumbers {
            first: (!is_given).then(|| start.fullmoves.get()),
            black_begins: usize::from(start.turn == Color::Black),
        }
    }

    /// The number that was expected, if it was another one.
    fn mismatch(&mut self, number: u32, ply: usize) -> Option<u32> {
        let passed = u32::try_from((ply + self.black_begins) / 2).expect("no more words than MOST");
        let first = *self.first.get_or_insert(number.saturating_sub(passed));
        let expected = first.saturating_add(passed);
        (number != expected).then_some(expected)
    }

    /// Whether this is the next number, and not the first one of another game.
    fn goes_on(&mut self, number: u32, ply: usize) -> bool {
        let is_another = self.first.is_some_and(|first| first != number);
        ply > 0 && is_another && self.mismatch(number, ply).is_none()
    }
}
