//! One move in SAN, taken apart in a machine word.

use super::board::{BISHOP, KNIGHT, PAWN, QUEEN, ROOK};

/// What a word says about the move of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Its length, with a check sign and one blank, without glyphs.
    pub len: usize,
    pub to: usize,
    /// The squares it may come from.
    pub from: u64,
    pub capture: bool,
    /// The role of the new man; a pawn where there is none.
    pub promotion: usize,
}

/// The next eight bytes, the first one lowest; zeros behind the end.
#[inline(always)]
pub(super) fn window(bytes: &[u8], at: usize) -> u64 {
    let rest = &bytes[at..];
    match rest.first_chunk::<8>() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => rest.iter().rev().fold(0, |window, &byte| (window << 8) | u64::from(byte)),
    }
}

#[inline(always)]
const fn byte(window: u64, at: usize) -> u8 {
    (window >> (8 * at)) as u8
}

/// The file of a letter, or something from 8 up.
#[inline(always)]
const fn file(byte: u8) -> usize {
    byte.wrapping_sub(b'a') as usize
}

/// The rank of a digit, or something from 8 up.
#[inline(always)]
const fn rank(byte: u8) -> usize {
    byte.wrapping_sub(b'1') as usize
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;
const ANY: u64 = u64::MAX;

/// Bytes at which a word ends that is nothing but SAN. `(` is not among them: in
/// `Ra8(Q)` it belongs to the word.
const ENDS: [bool; 256] = {
    let mut table = [false; 256];
    let ends = b" \n\r\t{!?$";
    let mut at = 0;
    while at < ends.len() {
        table[ends[at] as usize] = true;
        at += 1;
    }
    table
};

/// The length of a word with its check sign and one blank behind it; none if
/// something else follows. As zeros end no word, the length stays within the bytes.
#[inline(always)]
fn ended(window: u64, len: usize) -> Option<usize> {
    let len = len + usize::from(matches!(byte(window, len), b'+' | b'#'));
    if len >= 8 {
        return None;
    }
    let next = byte(window, len);
    ENDS[usize::from(next)].then_some(len + usize::from(next == b' '))
}

/// The square whose name stands at `at`.
#[inline(always)]
fn square(window: u64, at: usize) -> Option<usize> {
    let (file, rank) = (file(byte(window, at)), rank(byte(window, at + 1)));
    (file < 8 && rank < 8).then_some(rank * 8 + file)
}

impl Word {
    /// A pawn's move: `e4`, `exd5`, `e8=Q`.
    #[inline(always)]
    pub(super) fn pawn(window: u64) -> Option<Word> {
        let from = FILE_A << (file(byte(window, 0)) & 7);
        let capture = byte(window, 1) == b'x';
        let at = if capture { 2 } else { 0 };
        let to = square(window, at)?;
        if byte(window, at + 2) == b'=' {
            let promotion = promotion(byte(window, at + 3))?;
            return Some(Word { len: ended(window, at + 4)?, to, from, capture, promotion });
        }
        Some(Word { len: ended(window, at + 2)?, to, from, capture, promotion: PAWN })
    }

    /// The move of a piece: `Nf3`, `Nxf3`, `Nbd2`, `R1a3`, `Qa1xb2`.
    #[inline(always)]
    pub(super) fn piece(window: u64) -> Option<Word> {
        let word = |at: usize, from: u64, capture: bool| {
            let to = square(window, at)?;
            Some(Word { len: ended(window, at + 2)?, to, from, capture, promotion: PAWN })
        };
        if byte(window, 1) == b'x' {
            return word(2, ANY, true);
        }
        // Nearly all that is left: a square, and the word ends.
        if let Some(word) = word(1, ANY, false) {
            return Some(word);
        }
        disambiguated(window)
    }
}

/// A piece's move that says where it comes from.
#[inline(never)]
fn disambiguated(window: u64) -> Option<Word> {
    let (file_1, rank_1) = (file(byte(window, 1)), rank(byte(window, 1)));
    let rank_2 = rank(byte(window, 2));
    let (from, at) = if file_1 < 8 && rank_2 < 8 {
        (1 << (rank_2 * 8 + file_1), 3)
    } else if file_1 < 8 {
        (FILE_A << file_1, 2)
    } else if rank_1 < 8 {
        (RANK_1 << (8 * rank_1), 2)
    } else {
        return None;
    };
    let capture = byte(window, at) == b'x';
    let at = at + usize::from(capture);
    let to = square(window, at)?;
    Some(Word { len: ended(window, at + 2)?, to, from, capture, promotion: PAWN })
}

#[inline(always)]
const fn promotion(letter: u8) -> Option<usize> {
    match letter {
        b'Q' => Some(QUEEN),
        b'R' => Some(ROOK),
        b'B' => Some(BISHOP),
        b'N' => Some(KNIGHT),
        _ => None,
    }
}

/// Castling: whether it is the long one, and the length of the word.
#[inline(always)]
pub(super) fn castle(window: u64) -> Option<(bool, usize)> {
    let is = |text: &[u8; 8], len: usize| {
        let mask = u64::MAX >> (64 - 8 * len);
        window & mask == u64::from_le_bytes(*text) & mask
    };
    if is(b"O-O-O\0\0\0", 5) {
        Some((true, ended(window, 5)?))
    } else if is(b"O-O\0\0\0\0\0", 3) {
        Some((false, ended(window, 3)?))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(text: &str) -> Option<usize> {
        let window = window(format!("{text} ").as_bytes(), 0);
        match text.as_bytes().first()? {
            b'a'..=b'h' => Word::pawn(window).map(|word| word.len),
            b'O' => castle(window).map(|(_, len)| len),
            _ => Word::piece(window).map(|word| word.len),
        }
    }

    #[test]
    fn words_of_all_shapes() {
        for text in [
            "e4", "exd5", "e8=Q", "exd8=N+", "Nf3", "Nxf3", "Nbd2", "N1d2", "Nbxd2", "R1xa3#",
            "Qa1b2", "Qa1xb2+", "O-O", "O-O-O#",
        ] {
            assert_eq!(length(text), Some(text.len() + 1), "{text}");
        }
    }

    #[test]
    fn words_that_are_left_to_the_reference_lane() {
        for text in [
            "e9", "e8Q", "e8=K", "Nc66", "Nf3x", "Nf3++", "e2e4", "Nz9", "O-O-", "Nxc5a5", "N",
            "exd8=Q+x", "Qa1xb2++", "e4e", "Nb1-c3",
        ] {
            assert_eq!(length(text), None, "{text}");
        }
    }

    #[test]
    fn disambiguation_names_the_squares_of_departure() {
        let from =
            |text: &str| Word::piece(window(text.as_bytes(), 0)).map(|word| word.from.count_ones());
        assert_eq!(from("Nf3 "), Some(64));
        assert_eq!(from("Nbd2 "), Some(8));
        assert_eq!(from("N1xd2 "), Some(8));
        assert_eq!(from("Qa1b2 "), Some(1));
    }
}
