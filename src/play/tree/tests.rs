use super::*;
use shakmaty::CastlingMode;
use shakmaty::fen::{Epd, Fen};
use shakmaty::variant::Variant;

fn walk<'a>(text: &'a str, start: &Start) -> Walk<'a> {
    let moves = Movetext { bytes: text.as_bytes(), at: 0, is_cut: false, has_nul: false };
    Walk::new(&mut Player::default(), &moves, start).expect("it can be played from")
}

fn from_array(text: &str) -> Walk<'_> {
    walk(text, &Start::initial(Variant::Chess))
}

fn from_fen(fen: &str) -> Start {
    let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
    Start::given(setup, Some(Variant::Chess), CastlingMode::Standard)
}

/// What is met, one word for each.
fn met(text: &str) -> String {
    let words = from_array(text).map(|visit| match visit {
        Visit::Move(node) => format!("{}{}", node.ply, &text[node.span]),
        Visit::Begin(_) => "(".into(),
        Visit::End => ")".into(),
        Visit::Comment(span) => text[span].into(),
        Visit::Glyph { nag, .. } => format!("${}", nag.map_or(0, u32::from)),
        Visit::Fault(remark) => format!("<{}>", remark.kind.name()),
        Visit::Doubt(remark) => format!("<{}?>", remark.kind.name()),
        Visit::Result(marker) => marker.as_str().into(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn everything_is_met_in_the_order_of_the_text() {
    let text =
        "{a} 1. e4! $10 {b} (1. d4 d5 (1... Nf6 {c}) 2. c4) (1. c4) 1... e5 ; d\n2. Nf3?! 1-0";
    let all = "{a} 1e4 $1 $10 {b} ( 1d4 2d5 ( 2Nf6 {c} ) 3c4 ) ( 1c4 ) 2e5 ; d 3Nf3 $6 1-0";
    assert_eq!(met(text), all);
}

#[test]
fn a_variation_stands_instead_of_the_last_move() {
    let text = "1. e4 e5 (1... c5 2. Nf3) 2. Nc3 *";
    let mut walk = from_array(text);
    let mut positions = Vec::new();
    while let Some(visit) = walk.next() {
        if matches!(visit, Visit::Begin(_) | Visit::End) {
            let epd = Epd::from_position(walk.position(), EnPassantMode::Legal);
            positions.push((epd.to_string(), walk.before().is_some()));
        }
    }
    let branch = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    let back = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    assert_eq!(positions, [(branch.into(), false), (back.into(), true)]);
}

#[test]
fn a_fault_ends_its_variation_and_nothing_else() {
    assert_eq!(
        met("1. e4 (1. d4 d6 2. Qh8 Qd7 (2... Qd6) {x} $1 3. d5) e5 *"),
        "1e4 ( 1d4 2d6 <illegal-move> ) 2e5 *"
    );
    assert_eq!(met("1. e4 (1. zz d6) (1. d4) e5 *"), "1e4 ( <unknown-token> ) ( 1d4 ) 2e5 *");
}

#[test]
fn a_fault_in_a_variation_says_which_move() {
    let faults: Vec<_> = from_array("1. e4 e5 (1... Qh4) *")
        .filter_map(|visit| match visit {
            Visit::Fault(remark) => Some((remark.at, remark.message)),
            _ => None,
        })
        .collect();
    assert_eq!(faults, [(15, "in a variation, 1... Qh4: illegal move".to_owned())]);
}

#[test]
fn the_main_line_ends_where_the_player_ends_it() {
    assert_eq!(met("1. e4 Qh8 (1... e5) 2. d4 *"), "1e4 <illegal-move> *");
    assert_eq!(met("1. f3 e5 2. g4 Qh4# 3. Kf2 (3. a3) *"), "1f3 2e5 3g4 4Qh4# <after-end> *");
    assert_eq!(met("1. f3 e5 2. g4 d5 (2... Qh4# 3. a3) *"), {
        "1f3 2e5 3g4 4d5 ( 4Qh4# <after-end> ) *"
    });
    assert_eq!(met("1. e4 1-0 e5 (1... c5)"), "1e4 <early-result?> 1-0");
}

#[test]
fn a_doubt_at_no_word_is_met_before_the_result() {
    assert_eq!(met("1. e4 e5 } 1-0"), "1e4 2e5 <stray-brace?> 1-0");
    assert_eq!(met("1. e4 e5 {open 1-0"), "1e4 2e5 <unclosed-comment?>");
    assert_eq!(met("1. e4 e5 (1... c5 1-0"), "1e4 2e5 ( 2c5 ) <unclosed-variation?>");
    assert_eq!(met("1. e4 e5 1-0"), "1e4 2e5 1-0");
}

#[test]
fn a_result_in_a_variation_is_passed_over() {
    assert_eq!(met("1. e4 (1. d4 1-0 d5 *) e5 0-1"), "1e4 ( 1d4 2d5 ) 2e5 0-1");
}

#[test]
fn brackets_that_do_not_fit_are_forgiven() {
    assert_eq!(met("(1. d4) 1. e4 ((1. c4) 1. f4) ) e5 *"), "( 1d4 ) 1e4 ( ( 1c4 ) 1f4 ) 2e5 *");
    assert_eq!(met("1. e4 (1. d4 ((1. c4) d5"), {
        "1e4 ( 1d4 ( ( 1c4 ) <illegal-move> ) ) <unclosed-variation?>"
    });
    assert_eq!(met("(((1. e4) 1. d4 d5) 1. c4"), {
        "( ( ( 1e4 ) 1d4 2d5 ) 1c4 ) <unclosed-variation?>"
    });
}

#[test]
fn variations_are_in_the_language_of_the_main_line() {
    let text = "1. e4 e5 2. Sf3 (2. Lc4 Sf6 3. De2) Sc6 *";
    assert_eq!(met(text), "1e4 2e5 3Sf3 ( 3Lc4 4Sf6 5De2 ) 4Sc6 *");
    let text = "1. e2-e4 (1. ♘f3 d7d5 2. 0000) e7e5 *";
    assert_eq!(met(text), "1e2-e4 ( 1♘f3 2d7d5 30000 ) 2e7e5 *");
}

#[test]
fn after_a_null_move_a_variation_goes_back_and_forth() {
    let text = "1. e4 (1. d4 -- (1... d5) 2. e4) e5 *";
    assert_eq!(met(text), "1e4 ( 1d4 2-- ( 2d5 ) 3e4 ) 2e5 *");
}

#[test]
fn studies_begin_at_their_own_position() {
    let start = from_fen("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1");
    let plies: Vec<_> = walk("1. c7 Rd6+ (1... Rd1 2. c8=Q) 2. Kb5 *", &start)
        .filter_map(|visit| if let Visit::Move(node) = visit { Some(node.ply) } else { None })
        .collect();
    assert_eq!(plies, [1, 2, 2, 3, 3]);
}

#[test]
fn what_cannot_be_played_from_has_no_walk() {
    let start = from_fen("8/8/8/8/8/8/8/k7 w - - 0 1");
    let moves = Movetext { bytes: b"1. Ka2 *", at: 0, is_cut: false, has_nul: false };
    assert!(Walk::new(&mut Player::default(), &moves, &start).is_none());
}

#[test]
fn depth_costs_no_stack_and_little_memory() {
    for depth in [3_000, 100_000] {
        let text = format!("1. e4 e5 {} 2. Nf3 *", "(1... c5 ".repeat(depth) + &")".repeat(depth));
        let mut walk = from_array(&text);
        let deepest = walk.by_ref().filter_map(|visit| match visit {
            Visit::Move(node) => Some(node.depth),
            _ => None,
        });
        assert_eq!(deepest.max(), Some(depth));
    }
}

#[test]
fn variations_that_are_too_deep_are_told_and_passed_over() {
    let depth = DEEPEST + 10;
    let text = format!("1. e4 e5 {} 2. Nf3 *", "(1... c5 ".repeat(depth) + &")".repeat(depth));
    let visits: Vec<_> = from_array(&text).collect();
    let is_fault = |visit: &&Visit| matches!(visit, Visit::Fault(_));
    assert_eq!(visits.iter().filter(is_fault).count(), 1);
    assert_eq!(visits.iter().filter(|visit| **visit == Visit::End).count(), DEEPEST);
    assert_eq!(visits.last(), Some(&Visit::Result(Marker::Unknown)));
}

#[test]
fn empty_brackets_take_no_memory() {
    let depth = 10 * DEEPEST;
    let text = format!("1. e4 {} 1. d4 {} e5 *", "(".repeat(depth), ")".repeat(depth));
    let moves = from_array(&text).filter(|visit| matches!(visit, Visit::Move(_)));
    assert_eq!(moves.count(), 3);
}

/// With the number of its node as a note, each move knows which one it follows.
#[test]
fn a_note_goes_with_its_position() {
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. Nc3 d6) ((2. c3)) d6) (1... e6) 2. d4 *";
    let mut walk = from_array(text).carrying(0);
    let (mut nodes, mut parents) = (0, Vec::new());
    while let Some(visit) = walk.next() {
        if let Visit::Move(node) = visit {
            parents.push(format!("{}:{}", &text[node.span], walk.note()));
            nodes += 1;
            *walk.note_mut() = nodes;
        }
    }
    let all = "e4:0 e5:1 c5:1 Nf3:3 Nc3:3 d6:5 c3:3 d6:4 e6:1 d4:2";
    assert_eq!(parents.join(" "), all);
}

#[test]
fn comments_are_read_without_their_braces() {
    for (comment, text) in [("{ a b }", "a b"), ("; a", "a"), ("{}", ""), ("{", "")] {
        assert_eq!(comment_text(comment.as_bytes()), text.as_bytes());
    }
}
