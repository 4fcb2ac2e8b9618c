//! What holds for any bytes as a question. Property tests and fuzz targets call these same functions.

use gbr_pgn::gbr::{Material, ParseError};
use gbr_pgn::play::look;
use gbr_pgn::search::{Asked, Formation, Imbalance, TagQuery};
use shakmaty::{Board, Piece, Setup, Square};

/// Whatever is asked, there is an answer or a place to point at.
pub fn asked(text: &[u8]) {
    if let Some(asked) = judged(text, Asked::from_ascii(text)) {
        let want = asked.want();
        assert_eq!(want.reversed().reversed(), want);
        let images = want.mirrored();
        assert!(images.contains(&want) && images.len() <= 8);
    }
}

/// A formation is written and read again, and takes the boards that its text takes.
pub fn formation(text: &[u8], board: &[u8]) {
    let Some(formation) = judged(text, Formation::from_ascii(text)) else { return };
    assert_eq!(formation.to_string().parse(), Ok(formation.clone()));
    assert_eq!(formation.reversed().reversed(), formation);
    assert_eq!(formation.mirrored().mirrored(), formation);
    let board = arrangement(board);
    let is_taken = takes(&formation, &board);
    assert_eq!(is_taken, is_like(&board, text), "{formation} {board}");
    let mut mirrored = board.clone();
    mirrored.flip_horizontal();
    assert_eq!(takes(&formation.mirrored(), &mirrored), is_taken);
    let mut reversed = board;
    reversed.flip_vertical();
    reversed.swap_colors();
    assert_eq!(takes(&formation.reversed(), &reversed), is_taken);
}

/// An imbalance is written and read again.
pub fn imbalance(text: &[u8]) {
    let Some(imbalance) = judged(text, Imbalance::from_ascii(text)) else { return };
    assert_eq!(imbalance.to_string().parse(), Ok(imbalance.clone()));
    assert_eq!(imbalance.reversed().reversed(), imbalance);
}

/// A question about tags is written and read again, and has an answer whatever they say.
pub fn query(text: &[u8], value: &[u8]) {
    let Some(query) = judged(text, TagQuery::from_ascii(text)) else { return };
    let again: TagQuery =
        query.to_string().parse().unwrap_or_else(|error| panic!("{query}: {error}"));
    assert_eq!(again, query);
    assert_eq!(again.takes(|_| Some(value)), query.takes(|_| Some(value)));
}

fn judged<T>(text: &[u8], result: Result<T, ParseError>) -> Option<T> {
    if let Err(error) = &result {
        assert!(error.byte() <= text.len(), "{error:?}");
        assert!(error.caret(text).ends_with('^') && !error.to_string().is_empty());
    }
    result.ok()
}

fn takes(formation: &Formation, board: &Board) -> bool {
    let setup = Setup { board: board.clone(), ..Setup::empty() };
    look(0, &setup, Material::from_board(board), |sight| formation.takes(sight))
}

/// A board with a man or nobody on each square, as long as there are bytes.
pub fn arrangement(bytes: &[u8]) -> Board {
    let men = b"PNBRQKpnbrqk";
    let man = |byte: &u8| men.get(usize::from(*byte) % 24).map(|&man| char::from(man));
    let pieces = bytes.iter().map(|byte| man(byte).and_then(Piece::from_char));
    let pairs = Square::ALL.into_iter().zip(pieces);
    pairs.filter_map(|(square, piece)| Some((square, piece?))).collect()
}

/// Whether a board is as the text of a formation says, found out in the simplest way.
fn is_like(board: &Board, text: &[u8]) -> bool {
    let ranks = text.split(|&byte| byte == b'/');
    ranks.zip((0..8u32).rev()).all(|(items, rank)| {
        let sign = |file| {
            board.piece_at(Square::new(rank * 8 + file)).map_or(b'_', |man| man.char() as u8)
        };
        is_rank(items, &(0..8u32).map(sign).collect::<Vec<_>>())
    })
}

fn is_rank(items: &[u8], squares: &[u8]) -> bool {
    match items {
        [] => squares.is_empty(),
        [b'*', rest @ ..] => (0..=squares.len()).any(|skipped| is_rank(rest, &squares[skipped..])),
        [digit @ b'1'..=b'8', rest @ ..] => {
            let (count, empty) = (usize::from(digit - b'0'), |&square: &u8| square == b'_');
            squares.len() >= count
                && squares[..count].iter().all(empty)
                && is_rank(rest, &squares[count..])
        }
        [b'[', rest @ ..] => {
            let end = rest.iter().position(|&byte| byte == b']').expect("it was read");
            let Some((&square, squares)) = squares.split_first() else { return false };
            let is_in = match &rest[..end] {
                [b'^', signs @ ..] => {
                    square != b'_' && !signs.iter().any(|&sign| is_square(sign, square))
                }
                signs => signs.iter().any(|&sign| is_square(sign, square)),
            };
            is_in && is_rank(&rest[end + 1..], squares)
        }
        [sign, rest @ ..] => squares
            .split_first()
            .is_some_and(|(&square, squares)| is_square(*sign, square) && is_rank(rest, squares)),
    }
}

fn is_square(sign: u8, square: u8) -> bool {
    match sign {
        b'?' => true,
        b'!' => square != b'_',
        b'A' => square.is_ascii_uppercase(),
        b'a' => square.is_ascii_lowercase(),
        b'm' => !matches!(square, b'P' | b'p'),
        sign => sign == square,
    }
}
