//! One move in SAN, taken apart in a machine word.

use super::board::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// What a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Its length without glyphs.
    pub len: usize,
    /// The man that moves, or castles.
    pub man: Man,
    pub to: usize,
    /// The squares it may come from.
    pub from: u64,
    pub capture: bool,
    /// The role of the new man; zero where there is none.
    pub promotion: usize,
}

/// What sort of move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Man {
    Pawn,
    /// A role other than a pawn.
    Piece(usize),
    ShortCastle,
    LongCastle,
}

/// The next eight bytes, the first one lowest; zeros behind the end.
#[inline]
pub(super) fn window(bytes: &[u8], at: usize) -> u64 {
    let rest = &bytes[at..];
    match rest.first_chunk::<8>() {
        Some(chunk) => u64::from_le_bytes(*chunk),
        None => rest.iter().rev().fold(0, |window, &byte| (window << 8) | u64::from(byte)),
    }
}

#[inline]
const fn byte(window: u64, at: usize) -> u8 {
    (window >> (8 * at)) as u8
}

/// The file of a letter, or something from 8 up.
#[inline]
const fn file(byte: u8) -> usize {
    byte.wrapping_sub(b'a') as usize
}

/// The rank of a digit, or something from 8 up.
#[inline]
const fn rank(byte: u8) -> usize {
    byte.wrapping_sub(b'1') as usize
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const RANK_1: u64 = 0xff;
const ANY: u64 = u64::MAX;

impl Word {
    /// Reads the word at the beginning of a window; none if it is not plain SAN.
    #[inline]
    pub(super) fn read(window: u64) -> Option<Word> {
        let first = byte(window, 0);
        let word = match first {
            b'a'..=b'h' => pawn(window)?,
            b'N' => piece(window, KNIGHT)?,
            b'B' => piece(window, BISHOP)?,
            b'R' => piece(window, ROOK)?,
            b'Q' => piece(window, QUEEN)?,
            b'K' => piece(window, KING)?,
            _ => castle(window)?,
        };
        word.ended(window)
    }

    /// The word with its check sign, if it ends there.
    #[inline]
    fn ended(mut self, window: u64) -> Option<Word> {
        if matches!(byte(window, self.len), b'+' | b'#') {
            self.len += 1;
        }
        let next = if self.len < 8 { byte(window, self.len) } else { 0xff };
        matches!(next, b' ' | b'\n' | b'\r' | b'\t' | b'{' | b'(' | b'!' | b'?' | b'$')
            .then_some(self)
    }
}

/// The square whose name stands at `at`.
#[inline]
fn square(window: u64, at: usize) -> Option<usize> {
    let (file, rank) = (file(byte(window, at)), rank(byte(window, at + 1)));
    (file < 8 && rank < 8).then_some(rank * 8 + file)
}

#[inline]
fn pawn(window: u64) -> Option<Word> {
    let from = FILE_A << (file(byte(window, 0)) & 7);
    let capture = byte(window, 1) == b'x';
    let at = if capture { 2 } else { 0 };
    let to = square(window, at)?;
    let mut word = Word { len: at + 2, man: Man::Pawn, to, from, capture, promotion: PAWN };
    if byte(window, word.len) == b'=' {
        word.promotion = match byte(window, word.len + 1) {
            b'Q' => QUEEN,
            b'R' => ROOK,
            b'B' => BISHOP,
            b'N' => KNIGHT,
            _ => return None,
        };
        word.len += 2;
    }
    Some(word)
}

#[inline]
fn piece(window: u64, role: usize) -> Option<Word> {
    let word = |at: usize, from: u64, capture: bool| {
        let to = square(window, at)?;
        Some(Word { len: at + 2, man: Man::Piece(role), to, from, capture, promotion: PAWN })
    };
    // Nf3, Nxf3: nearly all.
    if byte(window, 1) == b'x' {
        return word(2, ANY, true);
    }
    let (file_1, rank_1) = (file(byte(window, 1)), rank(byte(window, 1)));
    let (file_2, rank_2) = (file(byte(window, 2)), rank(byte(window, 2)));
    let third = byte(window, 3);
    if file_1 < 8 && rank_2 < 8 && third != b'x' && file(third) >= 8 {
        return word(1, ANY, false);
    }
    let capture_2 = byte(window, 2) == b'x';
    if file_1 < 8 && (file_2 < 8 || capture_2) {
        return word(2 + usize::from(capture_2), FILE_A << file_1, capture_2);
    }
    if rank_1 < 8 && (file_2 < 8 || capture_2) {
        return word(2 + usize::from(capture_2), RANK_1 << (8 * rank_1), capture_2);
    }
    if file_1 < 8 && rank_2 < 8 {
        return word(3 + usize::from(third == b'x'), 1 << (rank_2 * 8 + file_1), third == b'x');
    }
    None
}

#[inline]
fn castle(window: u64) -> Option<Word> {
    let castle = |len, man| Word { len, man, to: 0, from: 0, capture: false, promotion: PAWN };
    let is = |text: &[u8; 8], len: usize| {
        let mask = u64::MAX >> (64 - 8 * len);
        window & mask == u64::from_le_bytes(*text) & mask
    };
    if is(b"O-O-O\0\0\0", 5) {
        Some(castle(5, Man::LongCastle))
    } else if is(b"O-O\0\0\0\0\0", 3) {
        Some(castle(3, Man::ShortCastle))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Word> {
        Word::read(window(format!("{text} ").as_bytes(), 0))
    }

    #[test]
    fn words_of_all_shapes() {
        let lens = [
            "e4", "exd5", "e8=Q", "exd8=N+", "Nf3", "Nxf3", "Nbd2", "N1d2", "Nbxd2", "R1xa3#",
            "Qa1b2", "Qa1xb2+", "O-O", "O-O-O#",
        ];
        for text in lens {
            assert_eq!(read(text).map(|word| word.len), Some(text.len()), "{text}");
        }
    }

    #[test]
    fn words_that_are_left_to_the_reference_lane() {
        for text in [
            "e9",
            "e8Q",
            "e8=K",
            "Nc66",
            "Nf3x",
            "Nf3++",
            "e2e4",
            "Zz9",
            "O-O-",
            "0-0",
            "Nxc5a5",
            "N",
            "exd8=Q+!x",
        ] {
            let word = read(text);
            assert!(word.is_none() || text.contains('!'), "{text}: {word:?}");
        }
    }
}
