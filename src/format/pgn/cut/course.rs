//! The moves of a record from some position on, along the main line or into a variation.
//!
//! In: the text of the moves, and how the position is reached. Out: the same text without what comes before the position,
//! and without the lines that are left on the way. Comments on the move that leads to the position are about the position,
//! and stay before the first move; glyphs go with theirs. What stays is copied byte for byte; only the number of the first
//! move is written anew.

use std::ops::Range;

use shakmaty::{Color, Setup};

use crate::game::{Byway, Found};
use crate::movetext::token::{Token, TokenKind, Tokens};

/// What follows a position.
pub(super) struct Course {
    /// The moves, without a result marker where they come out of a variation.
    pub moves: Vec<u8>,
    /// The number of the first of them, where the text has one.
    pub number: Option<u32>,
    /// How many of them lead to where the position is found for good.
    pub plies: usize,
}

/// A move of a line.
#[derive(Clone)]
struct Step {
    /// Where its number begins, or the comments before it at the beginning of a variation.
    lead: usize,
    /// Where its word begins.
    word: usize,
    number: Option<u32>,
}

/// A line that is open: the main line, or a variation.
#[derive(Default)]
struct OpenLine {
    steps: Vec<Step>,
    /// Where what belongs to the next move begins.
    lead: Option<usize>,
    number: Option<u32>,
}

/// The lines that are open where a move stands.
struct Trace {
    lines: Vec<OpenLine>,
    /// After that move.
    end: usize,
}

impl Course {
    /// The moves after what was found; none where they are not there.
    pub(super) fn of(bytes: &[u8], at: usize, found: &Found) -> Option<Course> {
        let ply = found.ply as usize;
        let trace = Trace::to(bytes, at, found)?;
        let path = trace.path();
        let is_reached = match found.byway.as_deref() {
            Some(Byway { at: Some(at), .. }) => path.get(ply.checked_sub(1)?)?.1.word == *at,
            Some(Byway { at: None, .. }) => ply == 0,
            None => path.len() == ply,
        };
        if !is_reached {
            return None;
        }
        let mut moves = Vec::new();
        for piece in trace.pieces(bytes, at, &path, ply) {
            append(&bytes[piece], &mut moves);
        }
        let end = trace.rest(bytes, at, &path, ply);
        let number = seam_number(bytes, &path, ply, &end, found);
        append(&bytes[end], &mut moves);
        let blank = moves.len() - moves.trim_ascii_start().len();
        moves.drain(..blank);
        if let Some((_, reached)) = ply.checked_sub(1).and_then(|last| path.get(last)) {
            renumber(&mut moves, number, found.setup.as_ref()?);
            moves = with_comments(bytes, reached.word, &moves);
        }
        Some(Course { moves, number: number.filter(|_| ply > 0), plies: path.len() - ply })
    }
}

impl Trace {
    /// Reads up to the move by which something is found, or so many plies of the main line.
    fn to(bytes: &[u8], at: usize, found: &Found) -> Option<Trace> {
        let through = found.byway.as_ref().map(|byway| byway.through);
        let mut trace = Trace { lines: vec![OpenLine::default()], end: at };
        let is_there = |trace: &Trace| match through {
            Some(through) => trace.line().steps.last().is_some_and(|step| step.word == through),
            None => trace.lines.len() == 1 && trace.lines[0].steps.len() == found.ply as usize,
        };
        let mut tokens = Tokens::new(bytes, at);
        while !is_there(&trace) {
            trace.take(&tokens.next()?);
        }
        Some(trace)
    }

    fn line(&self) -> &OpenLine {
        self.lines.last().expect("the main line is never closed")
    }

    fn take(&mut self, token: &Token) {
        let is_variation = self.lines.len() > 1;
        let line = self.lines.last_mut().expect("the main line is never closed");
        let begins = is_variation && line.steps.is_empty();
        match token.kind {
            TokenKind::Open => self.lines.push(OpenLine::default()),
            TokenKind::Close if is_variation => drop(self.lines.pop()),
            TokenKind::Number(number) => {
                line.lead.get_or_insert(token.span.start);
                line.number.get_or_insert(number);
            }
            TokenKind::Dots => drop(line.lead.get_or_insert(token.span.start)),
            TokenKind::Comment if begins => drop(line.lead.get_or_insert(token.span.start)),
            TokenKind::Word => {
                let (lead, word) = (line.lead.take(), token.span.start);
                let (lead, number) = (lead.unwrap_or(word), line.number.take());
                line.steps.push(Step { lead, word, number });
            }
            _ => {}
        }
        self.end = token.span.end;
    }

    /// The moves from the start on, each with the depth of its line. Of a line that is left, the last move is another one.
    fn path(&self) -> Vec<(usize, Step)> {
        let last = self.lines.len() - 1;
        let mut path = Vec::new();
        for (depth, line) in self.lines.iter().enumerate() {
            let count = line.steps.len() - usize::from(depth < last && !line.steps.is_empty());
            path.extend(line.steps[..count].iter().map(|step| (depth, step.clone())));
        }
        path
    }

    /// The stretches of lines that are left before the last one, from the position on.
    fn pieces(
        &self,
        bytes: &[u8],
        at: usize,
        path: &[(usize, Step)],
        ply: usize,
    ) -> Vec<Range<usize>> {
        let last = self.lines.len() - 1;
        let mut pieces = Vec::new();
        for (depth, line) in self.lines[..last].iter().enumerate() {
            let first = path[ply..].iter().find(|(at, _)| *at == depth).map(|(_, step)| step.lead);
            let first = if ply == 0 && depth == 0 { Some(at) } else { first };
            if let (Some(first), Some(left)) = (first, line.steps.last()) {
                pieces.push(first..left.lead);
            }
        }
        pieces.retain(|piece| !bytes[piece.clone()].trim_ascii().is_empty());
        pieces
    }

    /// The stretch of the last line, from the position on to its end.
    fn rest(&self, bytes: &[u8], at: usize, path: &[(usize, Step)], ply: usize) -> Range<usize> {
        let last = self.lines.len() - 1;
        let first = path[ply..].iter().find(|(depth, _)| *depth == last);
        let (next, end) = ahead(bytes, self.end, last > 0);
        let begin = match first {
            _ if ply == 0 && last == 0 => at,
            Some((_, step)) => step.lead,
            None => next,
        };
        begin..end
    }
}

/// Where the next move of a line begins, or what ends it, and where it ends.
fn ahead(bytes: &[u8], from: usize, is_variation: bool) -> (usize, usize) {
    let (mut depth, mut next) = (0_usize, None);
    for token in Tokens::new(bytes, from) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close if depth > 0 => depth -= 1,
            TokenKind::Close if is_variation => {
                let end = token.span.start;
                return (next.unwrap_or(end), end);
            }
            TokenKind::Number(_) | TokenKind::Dots | TokenKind::Word | TokenKind::Result(_)
                if depth == 0 =>
            {
                next.get_or_insert(token.span.start);
            }
            _ => {}
        }
    }
    (next.unwrap_or(bytes.len()), bytes.len())
}

/// Moves after the comments on the move that begins at a byte: what it leads to is where they begin.
fn with_comments(bytes: &[u8], word: usize, moves: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut depth = 0_usize;
    for token in Tokens::new(bytes, word).skip(1) {
        match token.kind {
            TokenKind::Open => depth += 1,
            TokenKind::Close if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            TokenKind::Comment => append(&bytes[token.span], &mut text),
            TokenKind::Glyph | TokenKind::Escape | TokenKind::Stray => {}
            _ => break,
        }
    }
    append(moves, &mut text);
    text
}

/// Puts a stretch after what is there already. A comment to the end of its line needs that end.
fn append(piece: &[u8], moves: &mut Vec<u8>) {
    if !moves.is_empty() && !piece.trim_ascii().is_empty() {
        let kept = moves.trim_ascii_end().len();
        moves.truncate(kept);
        moves.push(gap(moves));
    }
    moves.extend_from_slice(piece);
}

/// What may stand after moves without becoming part of a comment.
pub(super) fn gap(moves: &[u8]) -> u8 {
    let last = Tokens::new(moves, 0).last();
    let is_line = |token: &Token| match token.kind {
        TokenKind::Comment => moves[token.span.start] == b';',
        kind => kind == TokenKind::Escape,
    };
    if last.as_ref().is_some_and(is_line) { b'\n' } else { b' ' }
}

/// The number of the first move, as the text gives it or the one before it.
fn seam_number(
    bytes: &[u8],
    path: &[(usize, Step)],
    ply: usize,
    rest: &Range<usize>,
    found: &Found,
) -> Option<u32> {
    let turn = found.setup.as_ref()?.turn;
    let own = match path.get(ply) {
        Some((_, step)) => step.number,
        None => Tokens::new(&bytes[..rest.end], rest.start).next().and_then(|token| number(&token)),
    };
    let before = path.get(ply.checked_sub(1)?).and_then(|(_, step)| step.number);
    own.or(before.filter(|_| turn == Color::Black)).filter(|number| (1..10_000).contains(number))
}

const fn number(token: &Token) -> Option<u32> {
    match token.kind {
        TokenKind::Number(number) => Some(number),
        _ => None,
    }
}

/// Gives the first move its number, with dots for Black.
fn renumber(moves: &mut Vec<u8>, number: Option<u32>, setup: &Setup) {
    let is_number = |token: &Token| matches!(token.kind, TokenKind::Number(_) | TokenKind::Dots);
    let mut tokens = Tokens::new(moves, 0).skip_while(is_number);
    let Some(first) = tokens.next() else { return };
    let has_number = first.span.start > 0;
    if first.kind != TokenKind::Word && !(has_number && first.kind == TokenKind::Comment) {
        return;
    }
    let number = number.unwrap_or(setup.fullmoves.get());
    let dots = setup.turn.fold_wb(".", "...");
    moves.splice(..first.span.start, format!("{number}{dots} ").into_bytes());
}
