//! A text under way, on the stack: every form is put together from these
//! parts, and a position is written for every game, so nothing is allocated.

use shakmaty::{Bitboard, Board, Color, Role};

use super::{Code, Material, code::PIECES};

/// Longer than any position: kings 4, code 7, squares 125 with the point,
/// count 5, the words ` BTM, Draw:`, and the blanks between them.
const LONGEST: usize = 160;

/// Bytes that will be the notation of one position.
pub(super) struct Text {
    buf: [u8; LONGEST],
    len: usize,
}

impl Text {
    pub(super) const fn new() -> Text {
        Text { buf: [0; LONGEST], len: 0 }
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.buf[..self.len]
    }

    pub(super) fn as_str(&self) -> &str {
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    #[inline]
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.buf[self.len..self.len + bytes.len()].copy_from_slice(bytes);
        self.len += bytes.len();
    }

    pub(super) fn push_str(&mut self, text: &str) {
        self.push(text.as_bytes());
    }

    pub(super) fn code(&mut self, code: Code) {
        self.push(&code.to_ascii());
    }

    /// White's king, then Black's.
    pub(super) fn kings(&mut self, board: &Board) {
        self.men(board, Role::King);
    }

    /// Queens, rooks, bishops, knights; of each kind White's first.
    pub(super) fn pieces(&mut self, board: &Board) {
        for role in PIECES {
            self.men(board, role);
        }
    }

    /// White's pawns, then Black's.
    pub(super) fn pawns(&mut self, board: &Board) {
        self.men(board, Role::Pawn);
    }

    /// Point and pawns, or nothing.
    pub(super) fn pointed_pawns(&mut self, board: &Board) {
        if board.pawns().any() {
            self.push(b".");
            self.pawns(board);
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
        if number > 9 {
            self.push(&[b'0' + number / 10]);
        }
        self.push(&[b'0' + number % 10]);
    }

    fn men(&mut self, board: &Board, role: Role) {
        let men = board.by_role(role);
        if men.any() {
            self.by_file(men & board.white());
            self.by_file(men & board.black());
        }
    }

    /// A bitboard runs rank by rank. Mirrored at the long diagonal, it runs
    /// file by file, which is the order wanted, and needs no sorting.
    #[inline]
    fn by_file(&mut self, men: Bitboard) {
        for mirrored in men.flip_diagonal() {
            let mirrored = u8::from(mirrored);
            self.push(&[b'a' + (mirrored >> 3), b'1' + (mirrored & 7)]);
        }
    }
}
