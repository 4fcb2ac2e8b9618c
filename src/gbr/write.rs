//! A text under way, on the stack: every form is put together from these
//! parts, and a position is written for every game, so nothing is allocated.

use shakmaty::{Bitboard, Board, Color, Role};

use super::{Code, Indicator, Material, code::PIECES};

/// Longer than any position: kings 4, code 7, squares 125 with the point,
/// count 5, the words ` BTM, Draw:`, and the blanks between them.
const LONGEST: usize = 160;

/// Room for what is written after the end and does not count.
const SPARE: usize = 16;

/// The name of each square, in the order in which a position lists them: file by file.
static NAMES: [[u8; 2]; 64] = {
    let mut names = [[0; 2]; 64];
    let mut at = 0;
    while at < 64 {
        names[at] = [b'a' + at as u8 / 8, b'1' + at as u8 % 8];
        at += 1;
    }
    names
};

/// Bytes that will be the notation of one position.
pub(super) struct Text {
    buf: [u8; LONGEST + SPARE],
    len: usize,
}

impl Text {
    pub(super) const fn new() -> Text {
        Text { buf: [0; LONGEST + SPARE], len: 0 }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.buf[..self.len]
    }

    pub(super) fn as_str(&self) -> &str {
        str::from_utf8(self.as_bytes()).expect("only ASCII is pushed")
    }

    #[inline]
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.buf[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    pub(super) fn push_str(&mut self, text: &str) {
        self.push(text.as_bytes());
    }

    /// The first bytes of these, so many of them. To write them all takes less time than to ask how many
    /// there are.
    #[inline]
    fn push_some<const ALL: usize>(&mut self, bytes: [u8; ALL], len: usize) {
        self.buf[self.len..self.len + ALL].copy_from_slice(&bytes);
        self.len += len;
    }

    pub(super) fn code(&mut self, code: Code) {
        self.push(&code.to_ascii());
    }

    /// The signs of an indicator, four at most.
    pub(super) fn signs(&mut self, indicator: Indicator) {
        let signs = indicator.as_str().as_bytes();
        let sign = |at: usize| signs.get(at).copied().unwrap_or(0);
        self.push_some([sign(0), sign(1), sign(2), sign(3)], signs.len());
    }

    /// White's king, then Black's: a position has one of each.
    pub(super) fn kings(&mut self, board: &Board) {
        for color in Color::ALL {
            if let Some(king) = board.king_of(color) {
                let (file, rank) = king.coords();
                self.push(&NAMES[8 * file.to_usize() + rank.to_usize()]);
            }
        }
    }

    /// Queens, rooks, bishops, knights; of each kind White's first.
    pub(super) fn pieces(&mut self, board: &Board, material: &Material) {
        for role in PIECES {
            self.men::<2>(board, material, role);
        }
    }

    /// White's pawns, then Black's.
    pub(super) fn pawns(&mut self, board: &Board, material: &Material) {
        self.men::<8>(board, material, Role::Pawn);
    }

    /// Point and pawns, or nothing.
    pub(super) fn pointed_pawns(&mut self, board: &Board, material: &Material) {
        if board.pawns().any() {
            self.push(b".");
            self.pawns(board, material);
        }
    }

    /// Blank and the men of both sides, kings included: ` 3/3`.
    pub(super) fn control(&mut self, material: &Material) {
        self.push(b" ");
        self.number(material.men(Color::White));
        self.push(b"/");
        self.number(material.men(Color::Black));
    }

    fn number(&mut self, number: u8) {
        let (tens, ones) = (b'0' + number / 10, b'0' + number % 10);
        let is_long = number > 9;
        self.push_some([if is_long { tens } else { ones }, ones], 1 + usize::from(is_long));
    }

    /// The men of a role, of which a side usually has `USUAL` at most.
    ///
    /// A bitboard runs rank by rank. Mirrored at the long diagonal, it runs file by file, which is the order wanted, and needs
    /// no sorting.
    #[inline]
    fn men<const USUAL: usize>(&mut self, board: &Board, material: &Material, role: Role) {
        let (men, white) = (board.by_role(role).flip_diagonal(), board.white().flip_diagonal());
        self.by_file::<USUAL>(men & white, material.count(Color::White, role));
        self.by_file::<USUAL>(men & !white, material.count(Color::Black, role));
    }

    /// Men by file, so many of them. As nobody can guess how many there are, the usual number is written, and only those
    /// count that are there.
    #[inline]
    fn by_file<const USUAL: usize>(&mut self, mut men: Bitboard, count: u8) {
        let (slots, _) = self.buf[self.len..].as_chunks_mut();
        for slot in &mut slots[..USUAL] {
            *slot = NAMES[men.0.trailing_zeros() as usize & 63];
            men.0 &= men.0.wrapping_sub(1);
        }
        self.len += 2 * usize::from(count).min(USUAL);
        for square in men {
            self.push(&NAMES[square.to_usize()]);
        }
    }
}
