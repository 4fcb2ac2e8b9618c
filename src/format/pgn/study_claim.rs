//! What a game claims for White: its result, if it is a study.
//!
//! In: a record that starts from a position of its own, and what was played. Out: the claim, and why
//! its last position does not bear it.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, tag_no_case},
    character::complete::{multispace1, one_of, satisfy},
    combinator::{eof, opt},
    multi::{count, many0_count},
};
use shakmaty::variant::Variant;
use shakmaty::{Bitboard, Board, Color, Position as _, Setup, Square, attacks};

use crate::format::desk::Claims;
use crate::game::Marker;
use crate::gbr::Claim;
use crate::play::Start;
use crate::record::Record;
use crate::text::encoding::brief;
use crate::text::quoted::unescape;

/// What a game from this start claims; `result` is that of its tag, `marker` the one after its moves.
pub(super) fn claim(
    record: &Record<'_>,
    start: &Start,
    result: Option<&[u8]>,
    marker: Option<Marker>,
    claims: Claims,
) -> Option<Claim> {
    let is_own = start.is_given && start.setup.board != Board::new();
    let may_claim = match claims {
        Claims::Auto => is_own && is_study(record),
        Claims::Never => false,
        Claims::Always => is_own,
    };
    let result = match result {
        None | Some(b"?" | b"*") => marker,
        Some(result) => Marker::from_ascii(result),
    };
    match result.filter(|_| may_claim)? {
        Marker::WhiteWins => Some(Claim::Win),
        Marker::Draw => Some(Claim::Draw),
        Marker::BlackWins | Marker::Unknown => None,
    }
}

/// More than this of a value need not be looked at: what is asked for is shorter, or stands at its beginning.
const LONGEST: usize = 1000;

/// Stands for a value that cannot be read: it is nobody's word for nothing.
const UNREADABLE: &str = "\u{fffd}";

/// Whether the tags are those of a study: no variant, no sign of two who played, and no opponent.
fn is_study(record: &Record<'_>) -> bool {
    record.attributes.iter().all(|tag| {
        let bytes = || record.bytes[tag.value()].trim_ascii();
        // What cannot be read says something all the same: no sign rather than a wrong one.
        let is_readable = tag.is_whole() && tag.flaw.is_none();
        let value = || {
            if is_readable {
                let value = bytes();
                brief(&unescape(&value[..value.len().min(LONGEST)]))
            } else {
                UNREADABLE.into()
            }
        };
        match &record.bytes[tag.name()] {
            b"Variant" => is_no_variant(value().trim()),
            b"WhiteElo" | b"BlackElo" | b"TimeControl" => {
                matches!(value().trim(), "" | "?" | "-" | "0")
            }
            // Most studies have just this.
            b"Black" if is_readable && bytes() == b"?" => true,
            b"Black" => is_no_opponent(value().trim()),
            _ => true,
        }
    })
}

fn is_no_variant(name: &str) -> bool {
    let none = ["", "?", "standard", "from position", "normal", "chess"];
    none.iter().any(|none| name.eq_ignore_ascii_case(none))
}

/// Whether a Black tag holds what study databases put there, and nobody's name.
fn is_no_opponent(black: &str) -> bool {
    alt((sign, code_and_kings, outcome, task, study)).parse(black).is_ok()
}

type Parsed<'a> = IResult<&'a str, ()>;

// sign = [ "?" / "-" / "." / "*" / "+" / "=" / "+-" / "1-0" / "1/2-1/2" ]
fn sign(i: &str) -> Parsed<'_> {
    let results = alt((tag("+-"), tag("1-0"), tag("1/2-1/2")));
    (opt(alt((results.map(drop), one_of("?-.*+=").map(drop)))), eof).map(drop).parse(i)
}

// outcome = ("win" / "draw") ["s"] / "White" ("wins" / "draws")
fn outcome(i: &str) -> Parsed<'_> {
    let white = (word("white"), win_or_draw, tag_no_case("s"), eof).map(drop);
    alt(((win_or_draw, opt(tag_no_case("s")), eof).map(drop), white)).parse(i)
}

// task = "White" "to" ("play" / "move") "and" ("win" / "draw") ["s"]
fn task(i: &str) -> Parsed<'_> {
    let aim = (win_or_draw, opt(tag_no_case("s")), eof);
    (word("white"), word("to"), alt((word("play"), word("move"))), word("and"), aim)
        .map(drop)
        .parse(i)
}

// study = ["endgame"] "study"
fn study(i: &str) -> Parsed<'_> {
    (opt(word("endgame")), tag_no_case("study"), eof).map(drop).parse(i)
}

// code-and-kings = *("(" / "[") [["-"] ("+" / "=")] 4DIGIT "." 2DIGIT square square
fn code_and_kings(i: &str) -> Parsed<'_> {
    let sign = (opt(tag("-")), one_of("+="));
    let digit = || satisfy(|c| c.is_ascii_digit());
    let square = (one_of("abcdefgh"), one_of("12345678"));
    let code = (count(digit(), 4), tag("."), count(digit(), 2));
    (many0_count(one_of("([")), opt(sign), code, count(square, 2)).map(drop).parse(i)
}

// win-or-draw = "win" / "draw"
fn win_or_draw(i: &str) -> Parsed<'_> {
    alt((tag_no_case("win"), tag_no_case("draw"))).map(drop).parse(i)
}

/// A word and the blanks after it.
fn word<'a>(
    word: &'static str,
) -> impl Parser<&'a str, Output = (), Error = nom::error::Error<&'a str>> {
    (tag_no_case(word), multispace1).map(drop)
}

/// Why the last position cannot bear a claim: the board itself says otherwise.
pub(super) fn refutation(claim: Claim, start: &Start, last: &Setup) -> Option<&'static str> {
    if is_plain(claim, start, last) { None } else { refuted(claim, start, last) }
}

/// The same by the rules.
fn refuted(claim: Claim, start: &Start, last: &Setup) -> Option<&'static str> {
    let Ok((position, _)) = Start { setup: last.clone(), ..*start }.position() else {
        let is_bare = last.board.by_color(Color::White).count() == 1;
        return (claim == Claim::Win && is_bare).then_some(NO_MEN);
    };
    match (claim, position.is_checkmate().then_some(position.turn())) {
        (Claim::Win, Some(Color::Black)) => None,
        (_, Some(Color::White)) => Some("White is mated"),
        (Claim::Draw, Some(Color::Black)) => Some("Black is mated"),
        (Claim::Draw, None) => None,
        (Claim::Win, None) if position.is_stalemate() => Some("it is stalemate"),
        (Claim::Win, None) => position.has_insufficient_material(Color::White).then_some(NO_MEN),
    }
}

/// Whether it is plain to see that a claim is not refuted, by the rules of chess: nobody is in check, and where White is to win,
/// somebody can move, and White has men to mate with. To set up the position and to find all its moves takes ten times as long.
fn is_plain(claim: Claim, start: &Start, last: &Setup) -> bool {
    let (board, turn) = (&last.board, last.turn);
    let Some(king) = board.king_of(turn).filter(|_| start.variant == Some(Variant::Chess)) else {
        return false;
    };
    // Without the other king there is no position, and other reasons.
    let is_position = board.king_of(!turn).is_some();
    let can_move = || has_free_man(board, turn, king) || has_step(board, turn, king);
    let can_go_on = || is_position && can_mate(board) && can_move();
    (claim == Claim::Draw || can_go_on())
        && board.attacks_to(king, !turn, board.occupied()).is_empty()
}

/// Whether White has more than bishops, and more than a knight.
fn can_mate(board: &Board) -> bool {
    let white = board.white();
    let has_knight = (white & board.knights()).any() && white.count() > 2;
    has_knight || (white & (board.queens() | board.rooks() | board.pawns())).any()
}

/// Whether a man can move whom no line joins with its king: a piece anywhere, or a pawn ahead.
fn has_free_man(board: &Board, turn: Color, king: Square) -> bool {
    let own = board.by_color(turn);
    let free = own & !attacks::queen_attacks(king, Bitboard::EMPTY);
    let ahead = (free & board.pawns()).shift(turn.fold_wb(8, -8));
    let mut pieces = (free & !board.pawns() & !board.kings()).into_iter();
    (ahead & !board.occupied()).any()
        || pieces.any(|square| (board.attacks_from(square) & !own).any())
}

/// Whether the king can go to a square next to it.
fn has_step(board: &Board, turn: Color, king: Square) -> bool {
    let others = board.occupied().without(king);
    let mut steps = (attacks::king_attacks(king) & !board.by_color(turn)).into_iter();
    steps.any(|square| board.attacks_to(square, !turn, others).is_empty())
}

const NO_MEN: &str = "White lacks the men to mate";

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prelude::*, sample::select};
    use shakmaty::{CastlingMode, Role};

    #[test]
    fn a_black_tag_of_a_study_names_no_opponent() {
        for black in [
            "",
            "?",
            "-",
            ".",
            "*",
            "+",
            "=",
            "+-",
            "1-0",
            "1/2-1/2",
            "win",
            "Wins",
            "DRAW",
            "draws",
            "White wins",
            "white draws",
            "White to play and win",
            "White to move and wins",
            "White to play and draw",
            "white to MOVE and draws",
            "study",
            "Endgame Study",
            "(+0016.32d4g7) TT",
            "[+4146.21c6f6 (bl)",
            "=0323.12g3g1",
            "-+0323.12g3g1",
            "0323.12g3g1",
            "([+0031.10a1h8h1f4a7)",
            "(0090.01g1e5)",
        ] {
            assert!(is_no_opponent(black), "{black}");
        }
    }

    #[test]
    fn anything_else_in_a_black_tag_is_an_opponent() {
        for black in [
            "Winawer",
            "Win Zaw",
            "Vlasak=E",
            "Stockfish 2024",
            "Draws, A",
            "??",
            "+=",
            "0-1",
            "--",
            "White",
            "White win",
            "White to play",
            "White to play and win.",
            "Black wins",
            "White toplay and win",
            "studying",
            "my study",
            "endgame",
            "(+0016.32)",
            "0016.32d4",
            "(0016d4g7)",
            "(+0016.32D4G7)",
            "x(+0016.32d4g7)",
            "(+0016.32d4g9)",
            "(+0016.3d4g7)",
        ] {
            assert!(!is_no_opponent(black), "{black}");
        }
    }

    /// With the men of all studies and of positions that are the end of a game, and either side to move.
    #[test]
    fn what_is_plain_is_what_the_rules_say() {
        let boards = [
            "8/8/1KP5/3r4/8/8/8/k7",
            "8/8/8/8/8/2K5/3p4/1k3NN1",
            "7k/5Q2/6K1/8/8/8/8/8",
            "7k/6Q1/6K1/8/8/8/8/8",
            "k7/2Q5/8/8/8/8/8/K7",
            "kb6/1P6/K7/8/8/8/8/8",
            "8/8/8/8/8/k7/r7/K2R4",
            "8/8/8/8/8/1k6/8/K1q1R3",
            "4k3/8/8/8/4r3/8/4N3/4K3",
            "4k3/8/8/8/8/8/8/4K2N",
            "k6K/8/8/8/8/8/8/R6r",
            "8/8/8/8/8/1k6/1P6/1K6",
            "k7/p7/P1K5/8/8/8/8/8",
            "8/8/8/1p6/1P3k2/8/8/3K4",
            "8/8/8/1p6/1P6/5kq1/7P/7K",
            "5k2/5P2/5K2/8/8/8/8/8",
            "8/7p/8/8/8/8/1K6/3k4",
            "8/8/8/8/8/2k5/8/KN4N1",
            "8/8/8/8/8/1k6/p7/KN5B",
            "7k/5K2/8/6B1/8/8/8/8",
            "kN6/8/K7/8/8/8/8/8",
            "8/8/8/8/8/1r6/2k4r/K6N",
            "8/4k3/8/8/8/8/8/5Q2",
            "8/8/8/8/8/8/4K3/5R2",
            "8/4k3/8/8/8/8/4K3/K4Q2",
        ];
        for board in boards {
            let board = Board::from_ascii_board_fen(board.as_bytes()).unwrap();
            check_what_is_plain(&board);
        }
    }

    fn check_what_is_plain(board: &Board) {
        for (turn, claim) in Color::ALL.into_iter().flat_map(|turn| CLAIMS.map(|it| (turn, it))) {
            let last = Setup { board: board.clone(), turn, ..Setup::empty() };
            let start = Start::given(last.clone(), Some(Variant::Chess), CastlingMode::Standard);
            if is_plain(claim, &start, &last) {
                assert_eq!(refuted(claim, &start, &last), None, "{board} {turn} {claim:?}");
            }
        }
    }

    const CLAIMS: [Claim; 2] = [Claim::Win, Claim::Draw];

    proptest! {
        /// Few men, so that mates and stalemates are among them, and of kings any number.
        #[test]
        fn what_is_plain_is_what_the_rules_say_of_any_men(
            men in vec((select(&Role::ALL), any::<bool>(), 0..64_u32), 0..8),
            kings in vec(0..64_u32, 2),
        ) {
            let mut board = Board::empty();
            for (role, is_white, square) in men {
                board.set_piece_at(Square::new(square), role.of(Color::from_white(is_white)));
            }
            check_what_is_plain(&board);
            for (color, square) in Color::ALL.into_iter().zip(kings) {
                board.set_piece_at(Square::new(square), Role::King.of(color));
            }
            check_what_is_plain(&board);
        }
    }

    #[test]
    fn a_variant_that_is_none() {
        for name in ["Standard", "From Position", "NORMAL", "chess", "?", ""] {
            assert!(is_no_variant(name), "{name}");
        }
        for name in ["Chess960", "regular", "Crazyhouse", "standard chess"] {
            assert!(!is_no_variant(name), "{name}");
        }
    }
}
