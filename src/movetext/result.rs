//! Result markers: those glued to a move, and how a marker is told from its middle.

use std::ops::Range;

use super::spelling;
use super::token::{ELLIPSIS, behind, ends_word};
use crate::game::Marker;
use crate::text::bytes::BOM;

/// The longest word to which a result marker may be glued.
const LONGEST_GLUED: usize = 16;

/// A word without the result marker that is glued to it: `Qd6` of `Qd61-0`. All before the marker must be a
/// move, as squares end with one digit; any other word stays as it is.
pub(super) fn before_glued(word: &[u8]) -> &[u8] {
    let markers: [&[u8]; 3] = [b"1-0", b"0-1", b"1/2-1/2"];
    let front = markers.into_iter().find_map(|marker| word.strip_suffix(marker));
    front.filter(|front| takes_glue(front)).unwrap_or(word)
}

fn takes_glue(word: &[u8]) -> bool {
    word.len() <= LONGEST_GLUED && spelling::looks_like_a_move(word)
}

/// The result marker at `bytes[at]`, which is a `*` or a `-`.
///
/// The same words as [`Tokens`](super::token::Tokens) finds, seen from their middle.
#[must_use]
pub fn marker_around(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if bytes[at] == b'*' {
        return Some(at..at + 1);
    }
    let before = bytes.get(at.checked_sub(1)?)?;
    let start = match before {
        b'0' | b'1' => at - 1,
        b'2' => at.checked_sub(3)?,
        _ => return None,
    };
    // No marker has more than three bytes after its dash; what a word of
    // megabytes goes on with need not be looked at for each of its dashes.
    let near = &bytes[..bytes.len().min(at + 5)];
    let end = behind(near, at, |byte| !ends_word(byte));
    Marker::from_ascii(&bytes[start..end])?;
    let is_whole = is_boundary(bytes, start) || is_glued(bytes, start);
    is_whole.then_some(start..end)
}

/// Whether a move ends at `end`, where a result marker begins. See [`before_glued`].
fn is_glued(bytes: &[u8], end: usize) -> bool {
    let places = (end.saturating_sub(LONGEST_GLUED)..end).rev();
    let mut within = places.take_while(|&at| !ends_word(bytes[at]));
    within.any(|at| takes_glue(&bytes[at..end]) && begins_word(bytes, at))
}

/// Whether the word of a move begins at `at`; the digits of a `$12` may stand directly before it.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[..at];
    let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    if before[..at - digits].ends_with(b"$") {
        return !bytes[at].is_ascii_digit();
    }
    is_boundary(bytes, at)
}

/// Whether a word can begin at `start`.
fn is_boundary(bytes: &[u8], start: usize) -> bool {
    if start == 0 || bytes[..start] == *BOM {
        return true;
    }
    let before = bytes[start - 1];
    ends_word(before)
        || (before == b'.' && ends_number(bytes, start - 1))
        || bytes[..start].ends_with(ELLIPSIS)
}

/// Whether the dots that end at `dot` follow a number or nothing, which a byte-order mark is.
fn ends_number(bytes: &[u8], dot: usize) -> bool {
    let mut at = dot;
    while at > 0 && (bytes[at - 1] == b'.' || bytes[at - 1].is_ascii_digit()) {
        at -= 1;
    }
    at == 0 || bytes[..at] == *BOM || ends_word(bytes[at - 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movetext::token::{TokenKind, Tokens};

    /// Where a record ends must not depend on the side from which a marker is seen.
    #[test]
    fn a_marker_is_the_same_seen_from_its_dash() {
        let moves = ["", "Qd6", "e8=Q+", "O-O", "0-0", "x", "a", "1", "exd6e.p.", "e8(Q)", "♘f3"];
        let fronts = ["", " ", "12.", "12...", "x12.", "!", "$5", "}", "5", "(", "…", "*", "$"];
        for (front, word) in fronts.iter().flat_map(|front| moves.map(|word| (front, word))) {
            for marker in ["1-0", "0-1", "1/2-1/2", "1-1", "1-00"] {
                let text = format!("{front}{word}{marker}");
                let dash = text.rfind('-').expect("a marker has one");
                let results = Tokens::new(text.as_bytes(), 0).filter(
                    |token| matches!(token.kind, TokenKind::Result(found) if found != Marker::Unknown),
                );
                let found: Vec<_> = results.map(|token| token.span).collect();
                // The digits of a glyph would take the first of the marker.
                if !(text.starts_with('$') && word.is_empty()) {
                    let around = marker_around(text.as_bytes(), dash);
                    assert_eq!(found, Vec::from_iter(around), "{text}");
                }
            }
        }
    }

    /// As the dots and the numbers are that begin an input without a mark.
    #[test]
    fn a_marker_after_dots_is_one_after_a_byte_order_mark_too() {
        for dots in ["", "...", "1.", "1..."] {
            let text = format!("\u{feff}{dots}1-0");
            assert_eq!(
                marker_around(text.as_bytes(), text.len() - 2),
                Some(text.len() - 3..text.len())
            );
        }
    }
}
