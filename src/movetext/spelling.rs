//! How people write a move: SAN, long algebraic, figurines, other languages.
//!
//! In: one word. Out: what it says about the move, to be matched with the legal ones.

use shakmaty::{CastlingSide, File, Move, Rank, Role, Square};

/// The letters of king, queen, rook, bishop, knight and pawn in one language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alphabet {
    /// The language, for messages.
    pub name: &'static str,
    letters: &'static [u8; 6],
}

impl Default for Alphabet {
    fn default() -> Alphabet {
        ENGLISH
    }
}

/// The letters of the standard.
pub const ENGLISH: Alphabet = Alphabet { name: "English", letters: b"KQRBNP" };

/// Languages that are tried when the standard's letters do not do.
pub const FOREIGN: &[Alphabet] = &[
    Alphabet { name: "German", letters: b"KDTLSB" },
    Alphabet { name: "Dutch", letters: b"KDTLPO" },
    Alphabet { name: "French", letters: b"RDTFCP" },
    Alphabet { name: "Spanish", letters: b"RDTACP" },
];

const ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

impl Alphabet {
    fn role(self, letter: u8) -> Option<Role> {
        self.letters.iter().position(|&own| own == letter).map(|at| ROLES[at])
    }
}

/// What a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// A man goes to a square.
    Move(WrittenMove),
    /// `O-O`, `0-0-0`
    Castle(CastlingSide),
    /// `N@f3`
    Put(Role, Square),
    /// `--`, `Z0`: the turn passes.
    Null,
}

/// What a word says about an ordinary move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// None in `e2e4` or `g1f3`, where the square of departure says it.
    role: Option<Role>,
    file: Option<File>,
    rank: Option<Rank>,
    capture: bool,
    to: Square,
    promotion: Option<Role>,
}

impl Spelling {
    /// Reads a word with the letters of a language.
    #[must_use]
    pub fn read(word: &[u8], alphabet: Alphabet) -> Option<Spelling> {
        let word = without_suffix(word);
        if let Some(spelling) = fixed(word) {
            return Some(spelling);
        }
        let (role, rest) = leading_role(word, alphabet);
        if let Some(square) = rest.strip_prefix(b"@") {
            let to = Square::from_ascii(square).ok()?;
            return Some(Spelling::Put(role.unwrap_or(Role::Pawn), to));
        }
        let (rest, promotion) = promotion(rest, alphabet);
        step(role, rest, promotion).map(Spelling::Move)
    }

    /// Whether a legal move is what the word says.
    #[must_use]
    pub fn matches(self, m: &Move) -> bool {
        match self {
            Spelling::Castle(side) => m.castling_side() == Some(side),
            Spelling::Put(role, to) => *m == Move::Put { role, to },
            Spelling::Null => false,
            Spelling::Move(step) => step.matches(m),
        }
    }
}

impl WrittenMove {
    fn matches(self, m: &Move) -> bool {
        if let Some(side) = m.castling_side() {
            return self.castles(m, side);
        }
        let Some(from) = m.from() else { return false };
        self.role.is_none_or(|role| role == m.role())
            && self.file.is_none_or(|file| file == from.file())
            && self.rank.is_none_or(|rank| rank == from.rank())
            && self.to == m.to()
            && (m.is_capture() || !self.capture)
            && self.promotion == m.promotion()
    }

    /// `e1g1`, `Ke1-g1` or, as UCI has it in Chess960, `e1h1`.
    fn castles(self, m: &Move, side: CastlingSide) -> bool {
        let Move::Castle { king, rook } = *m else { return false };
        let from_king = self.file == Some(king.file()) && self.rank == Some(king.rank());
        let target = Square::from_coords(side.king_to_file(), king.rank());
        let far = king.distance(self.to) > 1;
        from_king
            && self.role.is_none_or(|role| role == Role::King)
            && !self.capture
            && ((self.to == target && far) || self.to == rook)
    }

    fn is_king_to_centre(self) -> bool {
        self.role == Some(Role::King)
            && matches!(self.to, Square::D4 | Square::D5 | Square::E4 | Square::E5)
    }
}

/// Whether the word puts a king on a centre square, as electronic boards
/// record the sign for a result.
#[must_use]
pub fn puts_king_in_centre(word: &[u8]) -> bool {
    matches!(Spelling::read(word, ENGLISH), Some(Spelling::Move(step)) if step.is_king_to_centre())
}

/// Whether a word begins with a pawn's letter, which the standard knows and does not write. In
/// another language it may be that of another man.
#[must_use]
pub const fn has_pawn_letter(word: &[u8]) -> bool {
    matches!(word, [b'P', next, ..] if *next != b'@')
}

/// Whether a word is built like a move in some language.
#[must_use]
pub fn looks_like_a_move(word: &[u8]) -> bool {
    std::iter::once(&ENGLISH)
        .chain(FOREIGN)
        .any(|&alphabet| Spelling::read(word, alphabet).is_some())
}

/// Words that are moves in every language.
fn fixed(word: &[u8]) -> Option<Spelling> {
    match word {
        b"O-O" | b"0-0" | b"o-o" => Some(Spelling::Castle(CastlingSide::KingSide)),
        b"O-O-O" | b"0-0-0" | b"o-o-o" => Some(Spelling::Castle(CastlingSide::QueenSide)),
        b"--" | b"Z0" | b"0000" | b"null" => Some(Spelling::Null),
        _ => None,
    }
}

/// The word without check signs and `e.p.`
#[must_use]
pub fn without_suffix(mut word: &[u8]) -> &[u8] {
    loop {
        let shorter = word
            .strip_suffix(b"+")
            .or_else(|| word.strip_suffix(b"#"))
            .or_else(|| word.strip_suffix(b"e.p."))
            .or_else(|| word.strip_suffix(b"ep"));
        match shorter {
            Some(rest) if !rest.is_empty() => word = rest,
            _ => return word,
        }
    }
}

/// The man at the front: a letter, a figurine, or none.
fn leading_role(word: &[u8], alphabet: Alphabet) -> (Option<Role>, &[u8]) {
    if let [first, rest @ ..] = word
        && let Some(role) = alphabet.role(*first)
    {
        return (Some(role), rest);
    }
    match word {
        // U+2654 to U+265F: the white men, then the black ones.
        [0xe2, 0x99, sign @ 0x94..=0x9f, rest @ ..] => {
            (Some(ROLES[usize::from((sign - 0x94) % 6)]), rest)
        }
        _ => (None, word),
    }
}

/// `=Q`, `(Q)`, `/Q`, `Q` or a lone `=` after the square, and what is before it.
fn promotion(word: &[u8], alphabet: Alphabet) -> (&[u8], Option<Role>) {
    let role = |letter: u8| {
        alphabet.role(letter.to_ascii_uppercase()).filter(|role| !matches!(role, Role::Pawn))
    };
    match word {
        [rest @ .., b'(', letter, b')'] | [rest @ .., b'=' | b'/', letter]
            if role(*letter).is_some() =>
        {
            (rest, role(*letter))
        }
        [rest @ .., b'='] => (rest, Some(Role::Queen)),
        [rest @ .., b'1' | b'8', letter] if role(*letter).is_some() => {
            (&word[..rest.len() + 1], role(*letter))
        }
        _ => match figurine_behind(word) {
            Some((rest, role)) => (rest, Some(role)),
            None => (word, None),
        },
    }
}

fn figurine_behind(word: &[u8]) -> Option<(&[u8], Role)> {
    let (rest, sign) = word.split_at_checked(word.len().checked_sub(3)?)?;
    match leading_role(sign, ENGLISH) {
        (Some(role), []) => Some((rest.strip_suffix(b"=").unwrap_or(rest), role)),
        _ => None,
    }
}

/// Departure, sign and arrival of an ordinary move.
fn step(role: Option<Role>, word: &[u8], promotion: Option<Role>) -> Option<WrittenMove> {
    let (front, to) = word.split_at_checked(word.len().checked_sub(2)?)?;
    let to = Square::from_ascii(to).ok()?;
    let (front, capture) = without_sign(front);
    let (file, rank) = departure(front)?;
    let whole = file.is_some() && rank.is_some();
    let role = role.or(if whole { None } else { Some(Role::Pawn) });
    Some(WrittenMove { role, file, rank, capture, to, promotion })
}

/// `x`, `:`, `×` before the arrival, or `-`, which says nothing.
fn without_sign(front: &[u8]) -> (&[u8], bool) {
    match front {
        [rest @ .., b'x' | b'X' | b':'] => (rest, true),
        [rest @ .., 0xc3, 0x97] => (rest, true),
        [rest @ .., b'-'] => (rest, false),
        _ => (front, false),
    }
}

fn departure(front: &[u8]) -> Option<(Option<File>, Option<Rank>)> {
    let file = |byte: u8| File::from_char(char::from(byte));
    let rank = |byte: u8| Rank::from_char(char::from(byte));
    match *front {
        [] => Some((None, None)),
        [byte] => match (file(byte), rank(byte)) {
            (None, None) => None,
            found => Some(found),
        },
        [first, second] => Some((Some(file(first)?), Some(rank(second)?))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position, fen::Fen};

    fn finds(fen: &str, word: &str, alphabet: Alphabet) -> Vec<String> {
        let pos: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        let spelling =
            Spelling::read(word.as_bytes(), alphabet).unwrap_or_else(|| panic!("{word}"));
        let moves = pos.legal_moves();
        moves
            .iter()
            .filter(|m| spelling.matches(m))
            .map(|m| m.to_uci(CastlingMode::Standard).to_string())
            .collect()
    }

    const OPEN: &str = "r3k2r/1P3ppp/2n5/3pP3/8/8/8/R3K2R w KQkq d6 0 1";

    #[test]
    fn promotions_in_all_spellings() {
        for word in
            ["b8=Q", "b8Q", "b8(Q)", "b8/Q", "b8=", "b8q", "b7b8q", "b7-b8=Q+", "b8♕", "b8=♛"]
        {
            assert_eq!(finds(OPEN, word, ENGLISH), ["b7b8q"], "{word}");
        }
        assert_eq!(finds(OPEN, "bxa8=N", ENGLISH), ["b7a8n"]);
        assert_eq!(finds(OPEN, "b8D", FOREIGN[0]), ["b7b8q"]);
        assert!(finds(OPEN, "b8", ENGLISH).is_empty());
    }

    #[test]
    fn captures_with_and_without_sign() {
        for word in ["exd6", "ed6", "e5xd6", "e5d6", "exd6e.p.", "e5:d6", "e:d6", "e×d6"] {
            if word == "ed6" || word == "e5d6" || !word.is_empty() {
                assert_eq!(finds(OPEN, word, ENGLISH), ["e5d6"], "{word}");
            }
        }
        assert!(finds(OPEN, "exe6", ENGLISH).is_empty());
    }

    #[test]
    fn castling_in_all_spellings() {
        for word in ["O-O", "0-0", "o-o", "O-O+", "e1g1", "Ke1-g1"] {
            assert_eq!(finds(OPEN, word, ENGLISH), ["e1g1"], "{word}");
        }
        assert_eq!(finds(OPEN, "Kf1", ENGLISH), ["e1f1"]);
    }

    #[test]
    fn letters_of_other_languages() {
        assert_eq!(finds(OPEN, "Ta5", FOREIGN[0]), ["a1a5"]);
        assert_eq!(finds(OPEN, "Rd2", FOREIGN[2]), ["e1d2"]);
        assert_eq!(finds(OPEN, "♖a5", ENGLISH), ["a1a5"]);
    }

    #[test]
    fn words_that_are_no_moves() {
        for word in ["", "e", "e9", "Nc66", "Zz9", "Nf", "N@", "x", "e4e", "--e4", "♔", "Nbd2e4x"]
        {
            assert_eq!(Spelling::read(word.as_bytes(), ENGLISH), None, "{word}");
        }
        assert!(!looks_like_a_move(b"From:"));
        assert!(looks_like_a_move(b"Sf3"));
    }
}
