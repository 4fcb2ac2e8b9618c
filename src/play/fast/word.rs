//! One move in SAN, taken apart in a machine word.

use super::table::{
    BISHOP, FILE_A, KING, KNIGHT, NOWHERE, PAWN, PROMOTE, PROMOTE_TAKE, PUSH, QUEEN, RANK_1, ROOK,
    TAKE, Way,
};

/// What a word says about the move of a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// How it goes there.
    pub way: Way,
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

const ANY: u64 = u64::MAX;

/// Who moves where a word says so with this byte: the way of White's man and of
/// Black's. Nothing says it of a pawn that goes ahead, and its file of one that takes.
static WAYS: [[[u8; 256]; 2]; 2] = {
    let mut table = [[[NOWHERE as u8; 256]; 2]; 2];
    let mut turn = 0;
    while turn < 2 {
        table[turn][0][0] = (PUSH + turn) as u8;
        let mut file = b'a';
        while file <= b'h' {
            table[turn][1][file as usize] = (TAKE + turn) as u8;
            file += 1;
        }
        let mut capture = 0;
        while capture < 2 {
            table[turn][capture][b'N' as usize] = KNIGHT as u8;
            table[turn][capture][b'B' as usize] = BISHOP as u8;
            table[turn][capture][b'R' as usize] = ROOK as u8;
            table[turn][capture][b'Q' as usize] = QUEEN as u8;
            table[turn][capture][b'K' as usize] = KING as u8;
            capture += 1;
        }
        turn += 1;
    }
    table
};

/// Where a man comes from that a word names by this byte.
static ORIGINS: [u64; 256] = {
    let mut table = [ANY; 256];
    let mut file = 0;
    while file < 8 {
        table[b'a' as usize + file] = FILE_A << file;
        file += 1;
    }
    table
};

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

/// The length of a word with its check sign; none if something else follows. As zeros
/// end no word, the length stays within the bytes.
#[inline(always)]
fn ended(window: u64, len: usize) -> Option<usize> {
    let len = len + usize::from(matches!(byte(window, len), b'+' | b'#'));
    (len < 8 && ENDS[usize::from(byte(window, len))]).then_some(len)
}

/// The square whose name stands at `at`.
#[inline(always)]
fn square(window: u64, at: usize) -> Option<usize> {
    let (file, rank) = (file(byte(window, at)), rank(byte(window, at + 1)));
    (file < 8 && rank < 8).then_some(rank * 8 + file)
}

impl Word {
    /// A word of `len` bytes with white space behind it, if it is one of the most usual:
    /// `e4`, `exd5`, `Nf3` or `Nxf3`, with or without a check. It takes no branches that
    /// depend on which.
    #[inline(always)]
    pub(super) fn usual<const TURN: usize>(window: u64, len: usize) -> Option<Word> {
        // Its last byte highest, so that all that follows shifts by a constant.
        let aligned = window << (64_usize.wrapping_sub(8 * len) & 63);
        let check = usize::from(matches!((aligned >> 56) as u8, b'+' | b'#'));
        let (len, aligned) = (len.wrapping_sub(check), aligned << (8 * check));
        // File and rank from zero up, in a byte each.
        let named = ((aligned >> 48) as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
        let (first, second) = ((aligned >> 32) as u8, (aligned >> 40) as u8);
        let capture = second == b'x';
        if named & 0xf8f8 != 0 || len > 4 || (len == 4) != capture {
            return None;
        }
        let man = usize::from(if capture { first } else { second });
        // A pawn that goes ahead is named by nothing, and not by a byte of zero.
        if (man == 0) != (len == 2) {
            return None;
        }
        let way = usize::from(WAYS[TURN][usize::from(capture)][man]);
        let to = usize::from(named | named >> 5) & 63;
        Some(Word { way, to, from: ORIGINS[man], capture, promotion: PAWN })
    }

    /// Any move of a man, and the length of its word.
    #[inline(never)]
    pub(super) fn any(window: u64, turn: usize) -> Option<(Word, usize)> {
        match window as u8 {
            b'a'..=b'h' => pawn(window, turn),
            b'N' => piece(window, KNIGHT),
            b'B' => piece(window, BISHOP),
            b'R' => piece(window, ROOK),
            b'Q' => piece(window, QUEEN),
            b'K' => piece(window, KING),
            _ => None,
        }
    }
}

/// A pawn's move: `e4`, `exd5`, `e8=Q`.
fn pawn(window: u64, turn: usize) -> Option<(Word, usize)> {
    let from = FILE_A << (file(byte(window, 0)) & 7);
    let capture = byte(window, 1) == b'x';
    let at = if capture { 2 } else { 0 };
    let to = square(window, at)?;
    let way = |push, take| turn + if capture { take } else { push };
    if byte(window, at + 2) == b'=' {
        let promotion = promotion(byte(window, at + 3))?;
        let way = way(PROMOTE, PROMOTE_TAKE);
        return Some((Word { way, to, from, capture, promotion }, ended(window, at + 4)?));
    }
    let way = way(PUSH, TAKE);
    Some((Word { way, to, from, capture, promotion: PAWN }, ended(window, at + 2)?))
}

/// The move of a piece: `Nf3`, `Nxf3`, `Nbd2`, `R1a3`, `Qa1xb2`.
fn piece(window: u64, way: Way) -> Option<(Word, usize)> {
    let (from, at) = origin(window);
    let capture = byte(window, at) == b'x';
    let at = at + usize::from(capture);
    let to = square(window, at)?;
    Some((Word { way, to, from, capture, promotion: PAWN }, ended(window, at + 2)?))
}

/// Where a piece's move says that it comes from, and where that ends.
fn origin(window: u64) -> (u64, usize) {
    let (file_1, rank_1) = (file(byte(window, 1)), rank(byte(window, 1)));
    let rank_2 = rank(byte(window, 2));
    let behind = byte(window, 3);
    let says_more = |byte: u8| byte == b'x' || file(byte) < 8;
    if file_1 < 8 && rank_2 < 8 && says_more(behind) {
        (1 << (rank_2 * 8 + file_1), 3)
    } else if file_1 < 8 && says_more(byte(window, 2)) {
        (FILE_A << file_1, 2)
    } else if rank_1 < 8 {
        (RANK_1 << (8 * rank_1), 2)
    } else {
        (ANY, 1)
    }
}

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
    use crate::play::fast::table::{BLACK, WHITE};

    fn length(text: &str) -> Option<usize> {
        let window = window(format!("{text} ").as_bytes(), 0);
        match text.as_bytes().first()? {
            b'O' => castle(window).map(|(_, len)| len),
            _ => Word::any(window, WHITE).map(|(_, len)| len),
        }
    }

    #[test]
    fn words_of_all_shapes() {
        for text in [
            "e4", "exd5", "e8=Q", "exd8=N+", "Nf3", "Nxf3", "Nbd2", "N1d2", "Nbxd2", "R1xa3#",
            "Qa1b2", "Qa1xb2+", "O-O", "O-O-O#",
        ] {
            assert_eq!(length(text), Some(text.len()), "{text}");
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
        let from = |text: &str| {
            Word::any(window(text.as_bytes(), 0), WHITE).map(|(word, _)| word.from.count_ones())
        };
        assert_eq!(from("Nf3 "), Some(64));
        assert_eq!(from("Nbd2 "), Some(8));
        assert_eq!(from("N1xd2 "), Some(8));
        assert_eq!(from("Qa1b2 "), Some(1));
    }

    /// The short cut takes nothing but what the long way takes, and reads it alike.
    #[test]
    fn usual_words_are_read_like_any_others() {
        for text in ["e4", "exd5", "Nf3", "Nxf3", "Nf3+", "exd5#", "Kxe1", "a8", "axb1"] {
            let window = window(format!("{text} ").as_bytes(), 0);
            let white = Word::usual::<WHITE>(window, text.len()).expect(text);
            let black = Word::usual::<BLACK>(window, text.len()).expect(text);
            for (turn, usual) in [white, black].into_iter().enumerate() {
                let (any, len) = Word::any(window, turn).expect(text);
                let from = if any.way < TAKE { ANY } else { any.from };
                assert_eq!((usual, text.len()), (Word { from, ..any }, len), "{text}");
            }
        }
    }

    #[test]
    fn unusual_words_are_not_read_as_usual_ones() {
        for text in [
            "O-O", "e8=Q", "Nbd2", "N1d2", "Nf3!", "+", "e", "Qa1xb2", "xe4", "ee4", "\0e4",
            "\0xe4", "\0Ne4", "e4\0", "N\0e4",
        ] {
            let window = window(format!("{text} ").as_bytes(), 0);
            let usual = Word::usual::<WHITE>(window, text.len());
            assert!(usual.is_none_or(|word| word.way == NOWHERE), "{text}: {usual:?}");
        }
    }
}
