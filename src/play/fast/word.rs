//! One move in SAN, taken apart in a machine word.

use super::table::{
    BISHOP, CASTLING, FILE_A, KING, KNIGHT, PAWN, QUEEN, RANK_1, ROOK, TAKE, WHITE, Way, bit,
    origins, pushes, takes,
};

/// What a word says about a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Word {
    /// The squares it may come from.
    pub from: u64,
    pub play: Route,
}

/// Who goes where, in the parts of one number: it is written and read as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Route(u32);

impl Route {
    /// The highest bit: whether it may pass other squares on its way.
    const PASSES: u32 = 1 << 31;

    const fn new(role: usize, to: usize, capture: bool, promotion: usize) -> Route {
        let way = if role == PAWN && capture { TAKE } else { role };
        let (who, what) = (role << 8 | way << 12, (capture as usize) << 16 | promotion << 24);
        let is_step = role == KNIGHT || role == KING || way == TAKE;
        let passes = if is_step { 0 } else { Route::PASSES };
        Route((to | who | what) as u32 | passes)
    }

    /// The square it goes to.
    #[inline(always)]
    pub(super) const fn to(self) -> usize {
        self.0 as usize & 63
    }

    /// All ones if it may pass other squares on its way, and zero if not.
    #[inline(always)]
    pub(super) const fn passes(self) -> usize {
        (self.0 as i32 >> 31) as usize
    }

    #[inline(always)]
    pub(super) const fn role(self) -> usize {
        (self.0 >> 8) as usize & 7
    }

    /// How it goes there.
    #[inline(always)]
    const fn way(self) -> Way {
        (self.0 >> 12) as usize & 7
    }

    #[inline(always)]
    pub(super) const fn capture(self) -> bool {
        self.0 & 1 << 16 != 0
    }

    /// Whether it cannot be taken back by other moves: a capture, or a move of a pawn.
    pub(super) const fn is_final(self) -> bool {
        self.capture() || self.role() == PAWN
    }

    /// The role of the new man; a pawn where there is none.
    #[inline(always)]
    pub(super) const fn promotion(self) -> usize {
        (self.0 >> 24) as usize & 7
    }
}

/// The next eight bytes, the first one lowest; zeros after the end.
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

/// What the bytes before the square say, at most two of them: who moves, from where, and whether it
/// takes something. `e4`, `Nf3`, `Nxf3`, `exd5`, `Nbd2` and `R1d2` are told apart so.
#[derive(Clone, Copy)]
struct Shape {
    /// Those bytes, or zeros.
    before: u16,
    /// A move to the first square, which is to be put in.
    play: Route,
    from: u64,
}

impl Shape {
    /// The shape of no word. Bytes that look like it begin no move: nobody comes from nowhere.
    const NONE: Shape = Shape { before: u16::MAX, play: Route(0), from: 0 };

    const fn new(before: [u8; 2], role: usize, capture: bool, from: u64) -> Shape {
        let before = u16::from_le_bytes(before);
        Shape { before, play: Route::new(role, 0, capture, PAWN), from }
    }

    #[inline(always)]
    const fn slot(before: u16) -> usize {
        // Found by trying: no two shapes get the same slot.
        (before.wrapping_mul(1645) >> 8) as usize
    }
}

static SHAPES: [Shape; 256] = {
    let mut table = [Shape::NONE; 256];
    put(&mut table, Shape::new([0, 0], PAWN, false, ANY));
    let pieces = [(b'N', KNIGHT), (b'B', BISHOP), (b'R', ROOK), (b'Q', QUEEN), (b'K', KING)];
    let mut at = 0;
    while at < 5 {
        let (letter, role) = pieces[at];
        put(&mut table, Shape::new([0, letter], role, false, ANY));
        put(&mut table, Shape::new([letter, b'x'], role, true, ANY));
        let mut line = 0;
        while line < 8 {
            let (file, rank) = (FILE_A << line, RANK_1 << (8 * line));
            put(&mut table, Shape::new([letter, b'a' + line], role, false, file));
            put(&mut table, Shape::new([letter, b'1' + line], role, false, rank));
            line += 1;
        }
        at += 1;
    }
    let mut file = 0;
    while file < 8 {
        put(&mut table, Shape::new([b'a' + file, b'x'], PAWN, true, FILE_A << file));
        file += 1;
    }
    table
};

const fn put(table: &mut [Shape; 256], shape: Shape) {
    let slot = Shape::slot(shape.before);
    assert!(table[slot].before == u16::MAX, "two shapes in one slot");
    table[slot] = shape;
}

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
    /// Castling, which is not a move of a king: `Ke1g1` says something else.
    pub(super) const SHORT: Word = Word { from: 0, play: Route::new(CASTLING, 6, false, PAWN) };
    pub(super) const LONG: Word = Word { from: 0, play: Route::new(CASTLING, 2, false, PAWN) };

    /// The word of this length at the beginning of a window, if it is one of the most usual, perhaps with
    /// a check sign. It takes no branches that depend on which. There are no zeros in it: those stand
    /// for what is not there.
    #[inline(always)]
    pub(super) fn usual(window: u64, len: usize, turn: usize) -> Option<Word> {
        // Its last byte highest, so that all that follows shifts by a constant.
        let whole = window << (64_usize.wrapping_sub(8 * len) & 63);
        // `#` and `+` differ in one bit.
        let is_check = (whole >> 56) as u8 | 8 == b'+';
        let aligned = whole << (8 * u32::from(is_check));
        let before = (aligned >> 32) as u16;
        let shape = &SHAPES[Shape::slot(before)];
        // File and rank from zero up, in a byte each.
        let named = ((aligned >> 48) as u16).wrapping_sub(u16::from_le_bytes(*b"a1"));
        let is_long = len > 8 || aligned as u32 != 0;
        if is_long || before != shape.before || named & 0xf8f8 != 0 {
            return None;
        }
        let to = usize::from(named | named >> 5) & 63;
        let from = origins(turn, to)[shape.play.way()] & shape.from;
        Some(Word { from, play: Route(shape.play.0 | to as u32) })
    }

    /// The word of this length at the beginning of a window, if it castles, perhaps with a check sign.
    #[inline(always)]
    pub(super) fn castling(window: u64, len: usize) -> Option<Word> {
        let begins = |text: [u8; 8], len: usize| {
            let mask = u64::MAX >> (64 - 8 * len);
            window & mask == u64::from_le_bytes(text) & mask
        };
        let (word, plain) = if begins(*b"O-O-O\0\0\0", 5) {
            (Word::LONG, 5)
        } else if begins(*b"O-O\0\0\0\0\0", 3) {
            (Word::SHORT, 3)
        } else {
            return None;
        };
        let is_check = len == plain + 1 && matches!(byte(window, plain), b'+' | b'#');
        (len == plain || is_check).then_some(word)
    }

    /// Any move, and the length of its word.
    #[inline(never)]
    pub(super) fn any(window: u64, turn: usize) -> Option<(Word, usize)> {
        match window as u8 {
            b'a'..=b'h' => pawn(window, turn),
            b'N' => piece(window, KNIGHT, turn),
            b'B' => piece(window, BISHOP, turn),
            b'R' => piece(window, ROOK, turn),
            b'Q' => piece(window, QUEEN, turn),
            b'K' => piece(window, KING, turn),
            b'O' => {
                let len =
                    [3, 4, 5, 6].into_iter().find(|&len| ENDS[usize::from(byte(window, len))])?;
                Some((Word::castling(window, len)?, len))
            }
            _ => None,
        }
    }
}

/// A pawn's move: `e4`, `exd5`, `e8=Q`.
fn pawn(window: u64, turn: usize) -> Option<(Word, usize)> {
    let file = FILE_A << (file(byte(window, 0)) & 7);
    let capture = byte(window, 1) == b'x';
    let at = if capture { 2 } else { 0 };
    let to = square(window, at)?;
    let is_promotion = byte(window, at + 2) == b'=';
    let (promotion, from, len) = if is_promotion {
        let from = if capture { takes(bit(to), turn) } else { pushes(bit(to), turn) };
        let is_last_rank = to / 8 == if turn == WHITE { 7 } else { 0 };
        let role = promotion(byte(window, at + 3))?;
        (is_last_rank.then_some(role)?, from, at + 4)
    } else {
        (PAWN, origins(turn, to)[Route::new(PAWN, to, capture, PAWN).way()], at + 2)
    };
    let word = Word { from: from & file, play: Route::new(PAWN, to, capture, promotion) };
    Some((word, ended(window, len)?))
}

/// The move of a piece: `Nf3`, `Nxf3`, `Nbd2`, `R1a3`, `Qa1xb2`.
fn piece(window: u64, role: usize, turn: usize) -> Option<(Word, usize)> {
    let (from, at) = origin(window);
    let capture = byte(window, at) == b'x';
    let at = at + usize::from(capture);
    let to = square(window, at)?;
    let from = origins(turn, to)[role] & from;
    Some((Word { from, play: Route::new(role, to, capture, PAWN) }, ended(window, at + 2)?))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fast::table::BLACK;

    /// A word with a blank after it, and something after that.
    fn read(text: &str) -> u64 {
        window(format!("{text} e5 Nf3 ").as_bytes(), 0)
    }

    fn length(text: &str) -> Option<usize> {
        Word::any(read(text), WHITE).map(|(_, len)| len)
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
            "e9", "e8Q", "e8=K", "e4=Q", "e1=Q", "Nc66", "Nf3x", "Nf3++", "e2e4", "Nz9", "O-O-",
            "Nxc5a5", "N", "exd8=Q+x", "Qa1xb2++", "e4e", "Nb1-c3",
        ] {
            assert_eq!(length(text), None, "{text}");
        }
    }

    #[test]
    fn disambiguation_names_the_squares_of_departure() {
        let from = |text: &str| Word::any(read(text), WHITE).map(|(word, _)| word.from);
        let to_d2 = origins(WHITE, 11)[KNIGHT];
        assert_eq!(from("Nd2"), Some(to_d2));
        assert_eq!(from("Nbd2"), Some(to_d2 & FILE_A << 1));
        assert_eq!(from("N1xd2"), Some(to_d2 & RANK_1));
        assert_eq!(from("Nb1d2"), Some(1 << 1));
    }

    /// The short cut takes nothing but what the long way takes, and reads it alike.
    #[test]
    fn usual_words_are_read_like_any_others() {
        for text in
            ["e4", "exd5", "Nf3", "Nxf3", "Nf3+", "exd5#", "Kxe1", "Nbd2", "R1d2+", "Qhh1", "B8a7#"]
        {
            for turn in [WHITE, BLACK] {
                let usual = Word::usual(read(text), text.len(), turn).expect(text);
                let (any, len) = Word::any(read(text), turn).expect(text);
                // A pawn that goes ahead comes from its file only, whatever the word says.
                let is_push = any.play.role() == PAWN && !any.play.capture();
                let any = if is_push { Word { from: usual.from, ..any } } else { any };
                assert_eq!((any, len), (usual, text.len()), "{text}");
            }
        }
    }

    #[test]
    fn unusual_words_are_not_read_as_usual_ones() {
        for text in [
            "O-O",
            "e8=Q",
            "Nbxd2",
            "e",
            "4",
            "+",
            "+e4",
            "e4++",
            "e4+#",
            "Qa1xb2",
            "xe4",
            "ee4",
            "N9d2",
            "Nid2",
            "0e4",
            "Nf3e5x",
            "N\u{e4}e4",
            "\u{c4}e4",
            "-e4",
            "e4-",
            "e4\0",
            "Nf3!",
            "Ra8(Q)",
            "e4\u{a0}",
        ] {
            assert_eq!(Word::usual(read(text), text.len(), WHITE), None, "{text}");
        }
    }

    /// Only the first eight bytes of a word are in its window.
    #[test]
    fn no_long_word_is_a_usual_one() {
        for len in (6..100).chain((1 << 16) - 4..(1 << 16) + 8).chain([(1 << 32) + 2]) {
            for text in ["e4", "Nf3", "Nf3+", "exd5", "aaaaaaaa"] {
                assert_eq!(Word::usual(read(text), len, WHITE), None, "{text}, {len}");
            }
        }
    }
}
