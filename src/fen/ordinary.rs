//! The FEN of most positions that somebody set up: six fields, no castling rights, no en passant square.
//!
//! What is read and written here is what shakmaty reads and writes, in a fraction of the time. Anything else is left to it at
//! the first doubt.

use std::num::NonZeroU32;

use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Role, Setup};

use crate::text::decimal;

/// The position; none where it is not as plain as that.
pub(super) fn read(text: &[u8]) -> Option<Setup> {
    let (board, rest) = board(text)?;
    let [turn @ (b'w' | b'b'), b' ', b'-', b' ', b'-', b' ', clocks @ ..] = rest else {
        return None;
    };
    let blank = clocks.iter().position(|&byte| byte == b' ')?;
    let halfmoves = number(&clocks[..blank])?;
    let fullmoves = NonZeroU32::new(number(&clocks[blank + 1..])?)?;
    let turn = Color::from_white(*turn == b'w');
    Some(Setup { board, turn, halfmoves, fullmoves, ..Setup::empty() })
}

/// The most that a board takes, with the blank after it.
const LONGEST: usize = 64 + 7 + 1;

/// The men, and what follows the blank after them.
fn board(text: &[u8]) -> Option<(Board, &[u8])> {
    let mut sets = [0; SETS];
    // Where the next man would stand: squares are counted in the order of FEN, from a8, and ranks are mirrored at the end.
    let mut square = 0;
    for (at, &byte) in text.iter().take(LONGEST).enumerate() {
        let BoardByte { set, squares } = MEANINGS[usize::from(byte)];
        if squares == 0 {
            // Seven ends at the seven places where a rank may end are one at each, as places only grow.
            let is_whole = byte == b' ' && square == 64 + 7 * END && sets[ENDS] == PLACES;
            return if is_whole { Some((made(&sets)?, &text[at + 1..])) } else { None };
        }
        // Nobody can guess what comes next, so the same is done for all. What is too far on is so at the end, too.
        sets[usize::from(set) % SETS] |= 1_u64.wrapping_shl(square);
        square += squares;
    }
    None
}

/// A board of what stands where, by man.
fn made(sets: &[u64; SETS]) -> Option<Board> {
    let set = |men: u64| Bitboard(men.swap_bytes());
    let (white, black) = sets.split_at(SIDE);
    let roles = ByRole::new_with(|role| set(white[role as usize] | black[role as usize]));
    let color = |side: &[u64]| set(side[1..=6].iter().fold(0, |all, men| all | men));
    let colors = ByColor { white: color(white), black: color(black) };
    Board::try_from_bitboards(roles, colors).ok()
}

/// What a byte of the board says.
#[derive(Clone, Copy)]
struct BoardByte {
    /// The set that its place belongs to: that of a man, or one that nobody asks for.
    set: u8,
    /// How many squares it is about, or [`END`]; 0 for all that is not of a board.
    squares: u32,
}

/// A set for each man of one side, by role from 1 to 6.
const SIDE: usize = 8;
const SETS: usize = 2 * SIDE;

/// The set of the places where ranks end.
const ENDS: usize = SETS - 1;

/// All of them: before each of the second to the eighth rank that is read.
const PLACES: u64 = 0x0101_0101_0101_0100;

/// An end of a rank, counted above the squares, which are no more than eight for each byte.
const END: u32 = 1 << 16;

static MEANINGS: [BoardByte; 256] = {
    let mut meanings = [BoardByte { set: 0, squares: 0 }; 256];
    meanings[b'/' as usize] = BoardByte { set: ENDS as u8, squares: END };
    let mut at = 0;
    while at < Role::ALL.len() {
        let (letter, man) = (Role::ALL[at].upper_char() as u8, Role::ALL[at] as u8);
        meanings[letter as usize] = BoardByte { set: man, squares: 1 };
        let black = BoardByte { set: man + SIDE as u8, squares: 1 };
        meanings[letter.to_ascii_lowercase() as usize] = black;
        at += 1;
    }
    let mut empty = 1;
    while empty <= 8 {
        meanings[b'0' as usize + empty] = BoardByte { set: 0, squares: empty as u32 };
        empty += 1;
    }
    meanings
};

/// A number as it is usually written, of moves in a game.
fn number(digits: &[u8]) -> Option<u32> {
    let is_plain = matches!(digits, [_] | [b'1'..=b'9', ..]) && digits.len() <= 4;
    let add =
        |number, &byte: &u8| byte.is_ascii_digit().then(|| 10 * number + u32::from(byte - b'0'));
    digits.iter().take(4).try_fold(0, add).filter(|_| is_plain)
}

/// Appends the text of a position; returns false where it is not as plain as that.
pub(super) fn append(setup: &Setup, out: &mut Vec<u8>) -> bool {
    let Setup { promoted, castling_rights, ep_square, pockets, remaining_checks, .. } = setup;
    let has_more = (*promoted | *castling_rights).any() || ep_square.is_some();
    if has_more || pockets.is_some() || remaining_checks.is_some() {
        return false;
    }
    append_board(&setup.board, out);
    out.extend_from_slice(if setup.turn.is_white() { b" w - - " } else { b" b - - " });
    decimal::append(setup.halfmoves.into(), out);
    out.push(b' ');
    decimal::append(setup.fullmoves.get().into(), out);
    true
}

fn append_board(board: &Board, out: &mut Vec<u8>) {
    let letters = letters(board);
    // A letter for each square, and what parts the ranks.
    let (mut text, mut len) = ([b'/'; 64 + 7], 0);
    let mut push = |byte| {
        text[len] = byte;
        len += 1;
    };
    for (rank, letters) in letters.as_chunks::<8>().0.iter().enumerate().rev() {
        let mut empty = b'0';
        for &letter in letters {
            if letter == 0 {
                empty += 1;
            } else {
                if empty > b'0' {
                    push(empty);
                    empty = b'0';
                }
                push(letter);
            }
        }
        if empty > b'0' {
            push(empty);
        }
        if rank > 0 {
            push(b'/');
        }
    }
    out.extend_from_slice(&text[..len]);
}

/// The letter of the man on each square; 0 where there is none.
fn letters(board: &Board) -> [u8; 64] {
    let mut letters = [0; 64];
    for role in Role::ALL {
        let upper = role.upper_char() as u8;
        for man in board.by_role(role) {
            let is_white = board.by_color(Color::White).contains(man);
            letters[man.to_usize()] = if is_white { upper } else { upper.to_ascii_lowercase() };
        }
    }
    letters
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;

    const TEXTS: [&str; 4] = [
        "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 12 345",
        "8/44/k7/8/8/8/8/K6Q w - - 99 9999",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    ];

    #[test]
    fn plain_positions_are_read_here() {
        assert_eq!(TEXTS.map(|text| read(text.as_bytes()).is_some()), [true, true, true, false]);
    }

    /// With any byte of them replaced, left out or put in.
    #[test]
    fn what_is_read_is_what_shakmaty_reads_as_standard() {
        for text in TEXTS.map(str::as_bytes) {
            for at in 0..text.len() {
                for byte in 0..=255 {
                    let before = &text[..at];
                    let texts = [
                        [before, &[byte], &text[at + 1..]].concat(),
                        [before, &[byte], &text[at..]].concat(),
                        [before, &text[at + 1..]].concat(),
                        before.to_vec(),
                    ];
                    texts.iter().for_each(|text| agree(text));
                }
            }
        }
    }

    #[test]
    fn what_is_written_is_what_shakmaty_writes() {
        for text in TEXTS.map(|text| text.replace("44", "8")) {
            let setup = Fen::from_ascii(text.as_bytes()).unwrap().into_setup();
            let mut written = Vec::new();
            let is_plain = append(&setup, &mut written);
            assert_eq!(is_plain, !text.contains("KQ"));
            assert_eq!(written, if is_plain { text.as_bytes() } else { b"" });
        }
        let special = |text: &str| {
            let setup = Fen::from_ascii(text.as_bytes()).unwrap().into_setup();
            append(&setup, &mut Vec::new())
        };
        assert!(!special("8/8/1KQ~5/8/8/8/8/k7[] w - - 0 1"));
        assert!(!special("8/8/1KP5/8/8/8/8/k7 w - - 3+3 0 1"));
        assert!(!special("8/8/1K6/8/2pP4/8/8/k7 b - d3 0 1"));
    }

    fn agree(text: &[u8]) {
        let Some(setup) = read(text) else { return };
        let shown = String::from_utf8_lossy(text);
        assert_eq!(Fen::from_ascii(text).map(Fen::into_setup), Ok(setup), "{shown}");
        assert!(super::super::is_standard(text), "{shown}");
    }
}
