//! What holds for any bytes and any arrangement of men. Property tests and fuzz
//! targets call these same functions.

use gbr_pgn::gbr::{
    Claim, Code, ErrorKind, Form, Indicator, Material, Meaning, ParseError, Pattern, Position,
    Prefix, Reading,
};
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};

use super::glob::glob;

/// A code that can be read is written and read again; nothing panics.
pub fn code(text: &[u8]) {
    if let Some(code) = judged(text, Code::from_ascii(text)) {
        let written = code.to_string();
        assert_eq!(written.parse(), Ok(code));
        assert!(written.as_bytes().starts_with(&text[..4]));
        assert_eq!(code.reversed().reversed(), code);
        if let Some(material) = code.counts() {
            assert_eq!(Code::from_material(&material), Ok(code));
            assert_eq!(Code::from_tablebase_name(&material.to_string()), Ok(code));
        }
    }
    if let Some(material) = judged(text, Material::from_ascii(text)) {
        assert_eq!(material.to_string().parse(), Ok(material));
    }
}

/// A position that can be read means the same when written; nothing panics.
pub fn position(text: &[u8]) {
    let reading = judged(text, Reading::from_ascii(text));
    if let Some(prefix) = Prefix::from_ascii(text) {
        assert!(prefix.len <= text.len());
        judged(text, prefix.meaning);
    }
    if let Some(strict) = judged(text, Position::from_ascii_strict(text)) {
        assert_eq!(in_order(text), strict.to_string());
        let loose = Reading { form: Form::Page, meaning: Meaning::Position(strict) };
        assert_eq!(reading.as_ref(), Some(&loose));
    }
    match reading.map(|reading| reading.meaning) {
        Some(Meaning::Position(position)) => round_trip(&position),
        Some(Meaning::Caption(caption)) => {
            let again = caption.to_string().parse::<Reading>().map(|reading| reading.meaning);
            let Ok(Meaning::Caption(again)) = again else { panic!("{caption}: {again:?}") };
            assert_eq!(
                (again.kings, again.code, again.men),
                (caption.kings, caption.code, caption.men)
            );
        }
        Some(Meaning::Class(_)) | None => {}
    }
}

/// A pattern that can be read is a GLOB for the same codes; nothing panics.
pub fn pattern(text: &[u8]) {
    let Some(pattern) = judged(text, Pattern::from_ascii(text)) else { return };
    let written = pattern.to_string();
    assert_eq!(written.parse(), Ok(pattern));
    assert_eq!(pattern.reversed().reversed(), pattern);
    if pattern.needs_material() {
        return;
    }
    for code in some_codes() {
        let code_text = code.to_ascii();
        assert_eq!(pattern.matches(code), glob(written.as_bytes(), &code_text), "{written} {code}");
        assert_eq!(pattern.matches(code), pattern.reversed().matches(code.reversed()));
        if !text.starts_with(b"K") && text.iter().any(|byte| b".*".contains(byte)) {
            assert_eq!(pattern.matches(code), glob(text, &code_text), "{text:?} {code}");
        }
    }
}

/// A position that is written is read again as it was, with its turn; only
/// where several digits are 9 it may be refused, never misread.
pub fn round_trip(position: &Position) {
    let text = position.to_string();
    match Position::from_ascii_strict(text.as_bytes()) {
        Ok(again) => {
            assert_eq!(again.board(), position.board(), "{text}");
            assert_eq!(again.to_string(), text);
            let (was, is) = (position.indicator(), again.indicator());
            assert_eq!(is.claim, was.claim, "{text}");
            assert_eq!(is.turn_or_white(), was.turn_or_white(), "{text}");
        }
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Readings, "{text}: {error}");
            assert!(
                position.code().digits().iter().filter(|&&digit| digit == 9).count() > 1,
                "{text}"
            );
        }
    }
    for form in Form::ALL {
        every_form(position, form);
    }
}

fn every_form(position: &Position, form: Form) {
    let text = position.to_form(form);
    match text.parse::<Reading>() {
        Ok(reading) => {
            assert_eq!(reading.meaning.code(), position.code(), "{text}");
            if let Meaning::Position(again) = reading.meaning {
                assert_eq!(again.board(), position.board(), "{text}");
            }
        }
        Err(error) => {
            // Kings and a code alone are not believed in every position.
            let is_chance = matches!(error.kind(), ErrorKind::Touching | ErrorKind::Men);
            let is_short = matches!(form, Form::Encyclopaedia | Form::Dutch | Form::Solver);
            assert!(error.is_open() || is_chance && is_short, "{text}: {error}");
        }
    }
}

/// Makes an arrangement of any bytes: two for the kings, one for the
/// indicator, then one for each man and his square.
pub fn arrangement(bytes: &[u8]) -> Option<Position> {
    let (&[white, black, indicator], men) = bytes.split_first_chunk()?;
    let mut board = Board::empty();
    board.set_piece_at(square(white), Color::White.king());
    if square(white) == square(black) {
        return None;
    }
    board.set_piece_at(square(black), Color::Black.king());
    for man in men.chunks_exact(2) {
        add(&mut board, square(man[0]), piece(man[1]));
    }
    Some(
        Position::new(board, INDICATORS[usize::from(indicator) % INDICATORS.len()])
            .expect("position"),
    )
}

const INDICATORS: [Indicator; 7] = [
    Indicator { claim: None, turn: None },
    Indicator::to_move(Color::White),
    Indicator::to_move(Color::Black),
    Indicator::claim(Claim::Win, Color::White),
    Indicator::claim(Claim::Win, Color::Black),
    Indicator::claim(Claim::Draw, Color::White),
    Indicator::claim(Claim::Draw, Color::Black),
];

fn add(board: &mut Board, square: Square, piece: Piece) {
    let is_pawn = piece.role == Role::Pawn;
    let backrank = Bitboard::BACKRANKS.contains(square);
    let refused = is_pawn && (backrank || board.by_piece(piece).count() == 8);
    if !refused && !board.occupied().contains(square) {
        board.set_piece_at(square, piece);
    }
}

fn square(byte: u8) -> Square {
    Square::new(u32::from(byte % 64))
}

fn piece(byte: u8) -> Piece {
    let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    roles[usize::from(byte / 2) % roles.len()].of(Color::from_white(byte.is_multiple_of(2)))
}

/// Every answer has a place in the text and can be shown.
fn judged<T>(text: &[u8], result: Result<T, ParseError>) -> Option<T> {
    result
        .inspect_err(|error| {
            assert!(error.byte() <= text.len());
            assert_eq!(error.caret(text).lines().count(), 2, "{:?}", error.caret(text));
            assert!(!error.to_string().is_empty());
        })
        .ok()
}

/// The text with equal men by file and rank, without the library's help.
fn in_order(text: &[u8]) -> String {
    let text = str::from_utf8(text).expect("ascii");
    let fields: Vec<&str> = text.split(' ').collect();
    let code = fields[1].as_bytes();
    if !fields[2].starts_with(|c: char| c == '.' || c.is_ascii_lowercase()) || code.contains(&b'9')
    {
        // Without squares there is nothing to sort; after a 9 the kinds are not told apart here.
        return if code.contains(&b'9') { canonical_by_reading(text) } else { text.to_owned() };
    }
    let digit = |place: usize| usize::from(code[place] - b'0');
    let pieces = (0..4).flat_map(|place| [digit(place) % 3, digit(place) / 3]);
    let mut squares = fields[2].bytes().filter(|&byte| byte != b'.').collect::<Vec<_>>();
    let mut start = 0;
    for men in pieces.chain([digit(5), digit(6)]) {
        let kind = &mut squares[start..start + 2 * men];
        let mut sorted: Vec<_> = kind.chunks_exact(2).map(<[u8]>::to_vec).collect();
        sorted.sort();
        kind.copy_from_slice(&sorted.concat());
        start += 2 * men;
    }
    if let Some(point) = fields[2].find('.') {
        squares.insert(point, b'.');
    }
    text.replacen(fields[2], str::from_utf8(&squares).expect("ascii"), 1)
}

fn canonical_by_reading(text: &str) -> String {
    Position::from_ascii_strict(text.as_bytes()).expect("strict").to_string()
}

/// Codes that differ in every place: enough to tell masks from GLOBs.
fn some_codes() -> impl Iterator<Item = Code> {
    (0..10_000u32).step_by(37).chain(0..10).map(|number| {
        let pawns = number % 81;
        let text = format!("{number:04}.{}{}", pawns / 9, pawns % 9);
        text.parse().expect("a code")
    })
}
