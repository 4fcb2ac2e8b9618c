use super::*;
use crate::gbr::Material;
use crate::play::look;
use shakmaty::Setup;

fn takes(formation: &Formation, board: &Board) -> bool {
    let setup = Setup { board: board.clone(), ..Setup::empty() };
    look(0, &setup, Material::from_board(board), |sight| formation.takes(sight))
}

fn board(text: &str) -> Board {
    Board::from_ascii_board_fen(text.as_bytes()).expect("a board")
}

fn read(text: &str) -> Formation {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn matches(formation: &str, text: &str) -> bool {
    takes(&read(formation), &board(text))
}

/// What one square takes: a formation that is empty but for it.
fn on_a_square(item: &str, man: &str) -> bool {
    matches(&format!("{item}7/8/8/8/8/8/8/8"), &format!("{man}7/8/8/8/8/8/8/8"))
}

#[test]
fn a_board_is_a_formation_of_itself() {
    let array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert!(matches(array, array));
    assert!(!matches(array, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"));
    assert_eq!(Formation::from_board(&Board::new()), read(array));
}

#[test]
fn signs_take_what_they_stand_for() {
    let men = ["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p", "1"];
    for (item, taken) in [
        ("?", "KQRBNPkqrbnp1"),
        ("!", "KQRBNPkqrbnp"),
        ("_", "1"),
        ("1", "1"),
        ("A", "KQRBNP"),
        ("a", "kqrbnp"),
        ("m", "KQRBNkqrbn1"),
        ("Q", "Q"),
        ("[Qq]", "Qq"),
        ("[Ar]", "KQRBNPr"),
        ("[Q_]", "Q1"),
        ("[^P]", "KQRBNkqrbnp"),
        ("[^Aq]", "krbnp"),
    ] {
        for man in men {
            assert_eq!(on_a_square(item, man), taken.contains(man), "{item} {man}");
        }
    }
}

#[test]
fn stars_take_any_number_of_squares() {
    let rank = |items: &str, squares: &str| {
        matches(&format!("8/8/8/{items}/8/8/8/8"), &format!("8/8/8/{squares}/8/8/8/8"))
    };
    for (items, squares, is_taken) in [
        ("*", "8", true),
        ("*", "RNBQKBNR", true),
        ("*k*", "k7", true),
        ("*k*", "7k", true),
        ("*k*", "3kk3", true),
        ("*k*", "8", false),
        ("k*", "1k6", false),
        ("*k", "7k", true),
        ("*Pp*", "3Pp3", true),
        ("*Pp*", "3P1p2", false),
        ("*P*p*", "3P1p2", true),
        ("*P*p*", "3p1P2", false),
        ("*P*P*P*", "P2P3P", true),
        ("*P*P*P*", "P6P", false),
        ("PPP*", "PPP5", true),
        ("PPP*", "PP1P4", false),
        ("*PPPPPPPP*", "PPPPPPPP", true),
        ("**P**", "4P3", true),
        ("*3P*", "3P4", true),
        ("*3P*", "1p1P4", false),
        ("*!*!*", "k6K", true),
        ("*!*!*", "k7", false),
        ("*?*", "q3RpR1", true),
    ] {
        assert_eq!(rank(items, squares), is_taken, "{items} {squares}");
    }
}

#[test]
fn partial_positions_are_found() {
    let castled = "?????rk?/?????aaa/*/*/*/8/P[BP]P*/??KR????";
    assert!(matches(castled, "3q1rk1/pp3pbp/8/8/8/8/PPP5/2KR4"));
    assert!(matches(castled, "3q1rk1/pp3pbp/8/8/8/8/PBP2Q2/2KR3R"));
    assert!(!matches(castled, "3q1rk1/pp3pb1/8/8/8/8/PBP5/2KR4"));
    assert!(!matches(castled, "3q1rk1/pp3pbp/8/8/8/7N/PBP5/2KR4"));
}

#[test]
fn colours_are_exchanged_and_sides_mirrored() {
    let formation = read("r[Qn]4*/8/8/8/8/8/P*/m_A!3?");
    assert_eq!(formation.reversed().to_string(), "m1a!3?/p*/8/8/8/8/8/R[Nq]4*");
    assert_eq!(formation.mirrored().to_string(), "*4[Qn]r/8/8/8/8/8/*P/?3!A1m");
    assert_eq!(formation.reversed().reversed(), formation);
    assert_eq!(formation.mirrored().mirrored(), formation);
}

#[test]
fn a_fixed_formation_can_be_turned() {
    let formation = read("k7/8/8/8/8/8/8/6KR");
    let turned = formation.moved(Square::flip_diagonal).expect("it is fixed");
    assert_eq!(turned.to_string(), "R7/K7/8/8/8/8/8/7k");
    assert!(read("*k*/8/8/8/8/8/8/8").moved(Square::flip_diagonal).is_none());
}

#[test]
fn bad_formations_say_where() {
    for (text, byte) in [
        ("", 0),
        ("8", 1),
        ("8/8/8/8/8/8/8", 13),
        ("8/8/8/8/8/8/8/8/8", 15),
        ("8/8/8/8/8/8/8/8 w", 15),
        ("7/8/8/8/8/8/8/8", 1),
        ("8/72/8/8/8/8/8/8", 3),
        ("8/8P/8/8/8/8/8/8", 3),
        ("*9/8/8/8/8/8/8/8", 1),
        ("x7/8/8/8/8/8/8/8", 0),
        ("[Q7/8/8/8/8/8/8/8", 2),
        ("[]7/8/8/8/8/8/8/8", 1),
        ("[^!]7/8/8/8/8/8/8/8", 0),
        ("[Q*]7/8/8/8/8/8/8/8", 2),
        ("PPPPPPPPP*/8/8/8/8/8/8/8", 8),
        ("//", 0),
    ] {
        assert_eq!(text.parse::<Formation>().unwrap_err().byte(), byte, "{text}");
    }
    let signs = "a man as in FEN, `A`, `a`, `m`, `?`, `!`, `_`";
    for (text, message) in [
        ("[", format!("expected {signs} or `^`, found the end")),
        ("[]", format!("expected {signs} or `^`, found `]`")),
        ("[*]", format!("expected {signs} or `^`, found `*]`")),
        ("[^]", format!("expected {signs}, found `]`")),
        ("[Q", "expected `]`, found the end".to_owned()),
        ("x7", format!("expected {signs}, `[`, a digit from 1 to 8 or `*`, found `x7`")),
        ("7é", format!("expected {signs}, `[`, a digit from 1 to 8 or `*`, found `é`")),
    ] {
        assert_eq!(text.parse::<Formation>().unwrap_err().to_string(), message, "{text}");
    }
    let error = "7/8/8/8/8/8/8/8".parse::<Formation>().unwrap_err();
    assert_eq!(error.expected(), "eight squares on a rank");
}
