//! Claims, sidelines, alternatives; results and changes of verdict.

use gbr_pgn::{
    gbr::Claim,
    tables::{
        FiftyMoves, Given, Judgement, Matter, MoveTree, Open, Standing, Value, judge_game,
        judge_study,
    },
};
use shakmaty::{Chess, Color, KnownOutcome, san::San};

use super::{position, tables};

/// A tree from moves with variations in brackets and marks after them: `Ke6 ( Kd6 <or> ) Kd8`.
fn tree(fen: &str, moves: &str) -> MoveTree {
    let mut tree = MoveTree::new(position(fen));
    let (mut last, mut before, mut outside) = (None, None, Vec::new());
    for token in moves.split_whitespace() {
        match token {
            "(" => {
                outside.push((last, before));
                last = before;
            }
            ")" => (last, before) = outside.pop().expect("a bracket that was opened"),
            mark if mark.starts_with(['<', '?']) => {
                tree.set_mark(last.expect("a move"), mark.to_owned());
            }
            san => {
                let san: San = san.parse().expect("a move");
                let played = san.to_move(tree.position(last)).expect("a legal move");
                before = last;
                last = Some(tree.push(last, played).expect("a legal move"));
            }
        }
    }
    tree
}

/// What is told, but for alternatives: ply, kind, value before, value now.
type Told = (usize, &'static str, Option<Value>, Option<Value>);

fn told(judgement: &Judgement) -> Vec<Told> {
    let rulings = judgement.rulings.iter();
    let told = rulings.filter(|ruling| ruling.matter.kind() != "alternative");
    told.map(|ruling| (ruling.ply, ruling.matter.kind(), ruling.matter.was(), ruling.matter.is()))
        .collect()
}

/// The alternatives: ply, move, what the record says, whether it returns.
fn alternatives(judgement: &Judgement) -> Vec<(usize, String, Option<Given>, bool)> {
    let rulings = judgement.rulings.iter();
    let alternatives = rulings.filter_map(|ruling| match &ruling.matter {
        Matter::Alternative { also, given, returns, .. } => {
            Some((ruling.ply, also.to_string(), given.clone(), *returns))
        }
        _ => None,
    });
    alternatives.collect()
}

fn study(claim: Claim, fen: &str, moves: &str) -> Judgement {
    let tables = tables();
    judge_study(&tree(fen, moves), claim, |position| tables.value(position, FiftyMoves::SetAside))
}

fn game(result: Option<KnownOutcome>, fen: &str, moves: &str) -> Judgement {
    let tables = tables();
    judge_game(&tree(fen, moves), result, |position| tables.value(position, FiftyMoves::Kept))
}

const WON: &str = "4k3/8/8/4K3/4P3/8/8/8 w - - 0 1";
const DRAWN: &str = "4k3/8/4K3/4P3/8/8/8/8 w - - 0 1";
const WHITE_WINS: KnownOutcome = KnownOutcome::Decisive { winner: Color::White };

#[test]
fn a_claim_that_holds_everywhere_is_proved() {
    let judgement = study(Claim::Win, WON, "Ke6 Kd8 Kf7");
    assert_eq!(judgement.standing, Standing::Proved);
    assert_eq!(told(&judgement), []);
    assert_eq!(judgement.values, [Ok(Value::Win); 4]);
    assert_eq!(study(Claim::Win, WON, "").standing, Standing::Proved);
    let draw = "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1";
    assert_eq!(study(Claim::Draw, draw, "Ke7").standing, Standing::Proved);
}

#[test]
fn a_white_move_that_gives_the_win_away_is_told_once() {
    let judgement = study(Claim::Win, WON, "Kd5 Kd7 Ke5 Ke7 Kd5 Kd7");
    assert_eq!(judgement.standing, Standing::Failing);
    assert_eq!(told(&judgement), [(1, "claim", Some(Value::Win), Some(Value::Draw))]);
}

#[test]
fn a_win_that_comes_back_can_be_given_away_again() {
    // Black errs with the first move.
    let judgement = study(Claim::Win, WON, "Kd5 Kd8 Kc5");
    let gone = |ply| (ply, "claim", Some(Value::Win), Some(Value::Draw));
    assert_eq!(told(&judgement), [gone(1), gone(3)]);
}

#[test]
fn a_draw_must_be_exactly_one_at_the_start() {
    let judgement = study(Claim::Draw, WON, "Ke6");
    assert_eq!(told(&judgement), [(0, "claim", Some(Value::Draw), Some(Value::Win))]);
    let lost = "8/8/8/8/3p4/3k4/8/3K4 w - - 0 1";
    let judgement = study(Claim::Draw, lost, "Kc1");
    assert_eq!(told(&judgement), [(0, "claim", Some(Value::Draw), Some(Value::Loss))]);
}

#[test]
fn a_draw_study_in_which_black_errs_keeps_its_claim() {
    let drawn = "4k3/8/8/4K3/4P3/8/8/8 b - - 0 1";
    let judgement = study(Claim::Draw, drawn, "Kd8 Kf6");
    assert_eq!(judgement.values[2], Ok(Value::Win));
    assert_eq!(judgement.standing, Standing::Proved);
}

#[test]
fn blacks_variations_that_lose_the_claim_are_sidelines() {
    let judgement = study(Claim::Win, WON, "Ke6 Kd8 ( Kf8 Ke5 Ke7 ( Ke8 Kd5 ) Kd5 ) Kf7");
    assert_eq!(judgement.standing, Standing::Proved);
    // Black's own mistake within the variation gives White a second one.
    let gone = |ply| (ply, "sideline", Some(Value::Win), Some(Value::Draw));
    assert_eq!(told(&judgement), [gone(3), gone(5)]);
}

#[test]
fn whites_variations_are_not_judged() {
    let judgement = study(Claim::Win, WON, "Ke6 ( Kd5 Kd7 Ke5 ) Kd8 ( Kf8 Kd7 ( Ke5 Ke7 ) ) Kf7");
    assert_eq!(told(&judgement), []);
}

#[test]
fn a_black_capture_can_show_that_the_claim_was_gone() {
    // Four men are not in the tables; after the capture nobody can mate.
    let judgement = study(Claim::Win, "8/8/8/8/1k6/1P1n4/8/3K4 w - - 0 1", "Kd2 Kxb3");
    assert_eq!(judgement.standing, Standing::Failing);
    assert_eq!(told(&judgement), [(2, "claim", None, Some(Value::Draw))]);
    assert_eq!(judgement.first_known(), Some(2));
}

#[test]
fn a_study_with_too_many_men_is_open() {
    let judgement = study(Claim::Win, "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "c7 Rd6+ Kb5");
    assert!(matches!(judgement.standing, Standing::Open(Open::MissingTable(_) | Open::Men { .. })));
    assert_eq!(told(&judgement), [(0, "open", None, None)]);
}

#[test]
fn moves_that_cannot_be_played_leave_a_claim_open() {
    let tables = tables();
    let mut tree = tree(WON, "Ke6");
    tree.set_broken();
    let value = |position: &Chess| tables.value(position, FiftyMoves::SetAside);
    let judgement = judge_study(&tree, Claim::Win, value);
    assert_eq!(judgement.standing, Standing::Open(Open::Moves));
    assert_eq!(told(&judgement), [(1, "open", None, None)]);
    let judgement = judge_game(&tree, Some(KnownOutcome::Draw), value);
    assert_eq!(judgement.standing, Standing::Open(Open::Moves));
}

#[test]
fn other_moves_that_keep_the_claim_come_with_their_marks() {
    let moves = "Ke6 Kd8 Kf7 ( Kd6 <or> ) ( Kf6 ? )";
    let judgement = study(Claim::Win, WON, moves);
    let also = alternatives(&judgement);
    // After 1. Ke6, 1. Kd6 and 1. Kf6 win as well, though nobody says so.
    let found = |ply: usize, san: &str| {
        also.iter().find(|other| other.0 == ply && other.1 == san).map(|other| other.2.clone())
    };
    assert_eq!(found(3, "Kd6"), Some(Some(Given::Marked("<or>".into()))));
    assert_eq!(found(3, "Kf7"), None);
    let unmarked = study(Claim::Win, WON, "Ke6 Kd8 Kf7 ( Kd6 )");
    assert!(alternatives(&unmarked).contains(&(3, "Kd6".into(), Some(Given::Variation), false)));
}

#[test]
fn a_move_returns_where_black_can_force_what_was_there_before() {
    // 1. Kb5 Kc7, and only 2. Kc5 wins: 2... Kb7.
    let waste = "8/1k6/8/2K5/8/5P2/8/8 w - - 0 1";
    let also = alternatives(&study(Claim::Win, waste, "Kd4"));
    let returns: Vec<_> = also.iter().map(|other| (&*other.1, other.3)).collect();
    assert_eq!(returns, [("Kb5", true), ("Kd5", false), ("Kd6", false)]);
    // One move later the main line has that position, too.
    let later = alternatives(&study(Claim::Win, waste, "Kd4 Kb6 Kd5"));
    assert!(later.contains(&(1, "Kb5".into(), None, true)));
}

#[test]
fn nothing_returns_where_one_of_whites_moves_is_open() {
    let tables = tables();
    let value = |position: &Chess| match tables.value(position, FiftyMoves::SetAside) {
        Ok(Value::Draw) => Err(Open::Illegal),
        known => known,
    };
    let waste = tree("8/1k6/8/2K5/8/5P2/8/8 w - - 0 1", "Kd4");
    let also = alternatives(&judge_study(&waste, Claim::Win, value));
    assert!(also.contains(&(1, "Kb5".into(), None, false)));
}

#[test]
fn the_first_move_is_known_as_such_whoever_begins() {
    for (fen, moves) in [(WON, "Kd6 Kf7 Kd7"), ("4k3/8/4K3/8/4P3/8/8/8 b - - 0 1", "Kd8 Kf7 Kd7")] {
        let judgement = study(Claim::Win, fen, moves);
        let first = judgement.rulings.iter().filter_map(|ruling| match ruling.matter {
            Matter::Alternative { first, .. } => Some((ruling.ply, first)),
            _ => None,
        });
        let first: Vec<_> = first.collect();
        assert!(!first.is_empty());
        assert!(first.iter().all(|(ply, first)| *first == (*ply <= 2)), "{first:?}");
    }
}

#[test]
fn a_game_is_told_move_by_move_where_its_value_changes() {
    let judgement = game(Some(KnownOutcome::Draw), WON, "Kd5 Kd8 Kd6 Ke8 e5 Kd8 e6 Ke8 e7");
    let expected = [
        (1, "verdict", Some(Value::Win), Some(Value::Draw)),
        (2, "verdict", Some(Value::Draw), Some(Value::Win)),
    ];
    assert_eq!(told(&judgement)[..2], expected);
    assert_eq!(judgement.rulings.len(), told(&judgement).len());
}

#[test]
fn a_result_that_is_not_the_tables_is_told() {
    let judgement = game(Some(KnownOutcome::Draw), WON, "Ke6");
    assert_eq!(judgement.standing, Standing::Failing);
    assert_eq!(told(&judgement), [(1, "result", Some(Value::Draw), Some(Value::Win))]);
    assert_eq!(game(Some(WHITE_WINS), WON, "Ke6").standing, Standing::Proved);
    assert_eq!(game(None, WON, "Ke6").standing, Standing::Proved);
    assert_eq!(game(Some(KnownOutcome::Draw), DRAWN, "").standing, Standing::Failing);
}

#[test]
fn a_win_that_the_clock_takes_away_is_a_draw() {
    let late = "8/8/8/4k3/8/8/8/R3K3 w - - 90 80";
    let judgement = game(Some(KnownOutcome::Draw), late, "Kd2");
    assert_eq!(judgement.standing, Standing::Proved);
    assert_eq!(judgement.values[1], Ok(Value::CursedWin));
    let judgement = game(Some(WHITE_WINS), late, "Kd2");
    assert_eq!(told(&judgement), [(1, "result", Some(Value::Win), Some(Value::CursedWin))]);
}

#[test]
fn a_game_that_ends_outside_the_tables_is_open() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let judgement = game(Some(WHITE_WINS), start, "e4 e5");
    assert!(matches!(judgement.standing, Standing::Open(Open::Castling | Open::Men { .. })));
    assert_eq!(told(&judgement), [(2, "open", None, None)]);
}
