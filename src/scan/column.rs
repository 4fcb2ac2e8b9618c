//! A position that ends with its column, where another column runs beside it, as pdftotext lays a
//! page out: the next line of the text is not the next line of the column.
//!
//! It is not put together, because nobody can be sure of columns in a text; that it goes on elsewhere is plain where
//! a later line has the squares or the count that are missing.

use shakmaty::ByColor;

use super::candidate::{BEHIND, CODE, Candidate, FoundNotation, is_gap, is_square};
use super::plain_text::{PARTING, WIDE};
use crate::gbr::{Code, Form, ParseError, Prefix};

/// In how many lines the rest is looked for.
const LINES: usize = 3;

/// What a position lacks.
struct Rest {
    squares: usize,
    men: ByColor<u8>,
    /// Whether it may be a caption, which has no squares.
    may_be_count: bool,
}

impl Candidate<'_> {
    /// The part of it that is here, where a notation without count, or one that took the next line
    /// for its own, goes on in another line of its column.
    pub(super) fn torn(&self, found: &FoundNotation) -> Option<FoundNotation> {
        let has_no_count = found.prefix.form == Form::Solver || self.is_short_caption(found);
        let is_open = has_no_count || found.prefix.meaning.is_err();
        let start = found.range.start;
        if !is_open || start == self.at || self.text[start..self.at].len() != CODE - 2 {
            return None;
        }
        let material = Code::from_ascii(&self.text[self.at..self.at + CODE]).ok()?.counts()?;
        let (squares, end) = self.squares_on_line();
        // What agrees over several lines, or with its words, is whole.
        if found.prefix.meaning.is_ok() && found.range.end > end {
            return None;
        }
        let needed = usize::from(material.total()) - 2;
        let rest = Rest {
            squares: needed.checked_sub(squares)?,
            men: material.men_by_color(),
            may_be_count: squares == 0,
        };
        if needed == 0 || !self.goes_on_elsewhere(end, &rest) {
            return None;
        }
        let meaning = Err(ParseError::torn(end - start));
        let prefix = Prefix { form: Form::Page, len: end - start, meaning };
        Some(FoundNotation { range: start..end, prefix, unread: None })
    }

    /// How many squares follow the code in its column, and where they end.
    fn squares_on_line(&self) -> (usize, usize) {
        let code_end = self.at + CODE;
        let first = code_end + usize::from(self.text.get(code_end) == Some(&b' '));
        match run_of_squares(self.text, first) {
            (0, _) => (0, code_end),
            run => run,
        }
    }

    /// Whether the column ends here, and a later line has the rest in a column.
    fn goes_on_elsewhere(&self, end: usize, rest: &Rest) -> bool {
        let text = &self.text[..self.text.len().min(self.at + BEHIND)];
        let is_column_end = |at: usize| matches!(text.get(at), Some(&(WIDE | b'\n')));
        let mut lines = usize::from(text.get(end) == Some(&b'\n'));
        // What follows at once was tried by the grammar, or is the other column.
        let mut ends = (end + 1..text.len()).filter(|&at| is_column_end(at) || text[at] == PARTING);
        is_column_end(end)
            && ends.any(|at| {
                lines += usize::from(text[at] == b'\n');
                // Lines without a wide gap are those of one column.
                let is_beside = text[end..=at].contains(&WIDE);
                (1..=LINES).contains(&lines) && is_beside && rest.begins(text, at + 1)
            })
    }
}

impl Rest {
    /// Whether it begins here: so many squares and the right count, or fewer that fill a line.
    fn begins(&self, text: &[u8], at: usize) -> bool {
        let (squares, end) = run_of_squares(text, at);
        if squares == self.squares || squares == 0 && self.may_be_count {
            let count = format!("{}/{}", self.men.white, self.men.black);
            let gap = usize::from(squares > 0);
            let is_apart = squares == 0 || text.get(end).is_some_and(|&byte| is_gap(byte));
            let after = text.get(end + gap..).unwrap_or_default();
            let goes_on = after.get(count.len()).is_some_and(u8::is_ascii_digit);
            return is_apart && after.starts_with(count.as_bytes()) && !goes_on;
        }
        let is_line = matches!(text.get(end), Some(&(WIDE | b'\n')));
        (2..self.squares).contains(&squares) && is_line
    }
}

/// How many squares stand here in one piece, with their points, and where they end.
fn run_of_squares(text: &[u8], start: usize) -> (usize, usize) {
    let (mut squares, mut at) = (0, start);
    loop {
        match text.get(at..at + 2) {
            Some(two) if is_square(two) => (squares, at) = (squares + 1, at + 2),
            Some([b'.', next]) if is_gap(*next) || next.is_ascii_lowercase() => at += 1,
            _ => return (squares, at),
        }
    }
}
