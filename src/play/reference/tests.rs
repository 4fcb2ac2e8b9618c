use super::*;
use crate::game::Marker;
use shakmaty::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Color};

fn play(text: &str) -> Played {
    Reference::default().play(text.as_bytes(), 0, &Start::initial(Variant::Chess), false)
}

fn given(fen: &str) -> Start {
    let fen: Fen = fen.parse().unwrap();
    Start::given(fen.into_setup(), Some(Variant::Chess), CastlingMode::Standard)
}

fn kinds(played: &Played) -> Vec<FaultKind> {
    played.remarks.iter().map(|remark| remark.kind).collect()
}

/// What is told of the move that was not played.
fn unplayed(played: &Played) -> &Unplayed {
    let mut all = played.remarks.iter().filter_map(|remark| remark.unplayed.as_deref());
    let first = all.next().unwrap_or_else(|| panic!("all was played: {played:?}"));
    assert_eq!(all.next(), None, "there is one at the most");
    first
}

#[test]
fn one_reader_plays_game_after_game() {
    let mut reference = Reference::default();
    let start = Start::initial(Variant::Chess);
    for (text, plies, is_whole) in [
        ("1. e4 e5 *", 2, true),
        ("1. e4 e4 *", 1, false),
        ("*", 0, true),
        ("1. d4 (1. e4 e5) d5 2. c4 {a remark} *", 3, true),
    ] {
        let played = reference.play(text.as_bytes(), 0, &start, false);
        assert_eq!((played.plies, played.last.is_some()), (plies, is_whole), "{text}");
    }
}

#[test]
fn a_move_that_is_not_played_is_there_as_data() {
    let played = play("1. e4 e5 2. Ke3 *");
    let Unplayed { ply, number, turn, word, in_variation, reason } = unplayed(&played);
    assert_eq!((*ply, *number, *turn), (3, 2, Color::White));
    assert_eq!((&word[..], *in_variation, *reason), ("Ke3", false, Reason::Illegal));
    assert_eq!(played.remarks[0].message, "ply 3 (2. Ke3): illegal move");
    assert_eq!(played.remarks[0].at, "1. e4 e5 2. ".len());
}

#[test]
fn every_reason_is_told_apart() {
    assert_eq!(unplayed(&play("1. xyzzy *")).reason, Reason::NotAMove);
    assert_eq!(
        unplayed(&play("1. Nf3 Nf6 2. Nc3 d6 3. Ne4 h6 4. Neg5 a6 5. Ng5 *")).reason,
        Reason::Illegal
    );
    assert_eq!(unplayed(&play("1. Nf3 d6 2. d3 e6 3. Nd2 *")).reason, Reason::Ambiguous);
    let start = Start::initial(Variant::Chess);
    let cut = |text: &str, is_cut| Reference::default().play(text.as_bytes(), 0, &start, is_cut);
    assert_eq!(unplayed(&cut("1. e4 Nf", true)).reason, Reason::Cut);
    assert_eq!(unplayed(&cut("1. e4 Nf", false)).reason, Reason::NotAMove);
    // What follows it shows that it was all there.
    assert_eq!(unplayed(&cut("1. e4 Nf ", true)).reason, Reason::NotAMove);
}

#[test]
fn what_makes_the_line_doubtful_takes_the_place_of_an_illegal_move() {
    let played = play("1. e4 } e4 *");
    assert_eq!((kinds(&played), played.last.is_some()), (vec![FaultKind::StrayBrace], false));
}

#[test]
fn the_trail_has_the_force_at_the_start_and_at_each_change() {
    let plies = |text: &str| play(text).trail.iter().map(|it| it.ply).collect::<Vec<_>>();
    assert_eq!(plies("1. e4 d5 2. exd5 Qxd5 3. Nc3 *"), [0, 3, 4]);
    assert_eq!(plies("1. e4 e5 *"), [0]);
    let start = given("7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let played = Reference::default().play(b"1. a8=Q# *", 0, &start, false);
    assert_eq!(played.trail.iter().map(|it| it.ply).collect::<Vec<_>>(), [0, 1]);
    assert!(played.may_be_mate);
}

#[test]
fn the_path_is_kept_only_where_somebody_asked_for_it() {
    let start = Start::initial(Variant::Chess);
    for (keeps_path, text, positions) in [
        (false, "1. e4 e5 *", 0),
        (true, "1. e4 e5 *", 2),
        (true, "1. e4 -- 2. d4 *", 3),
        (true, "1. e4 e4 *", 1),
    ] {
        let played = Reference::new(keeps_path).play(text.as_bytes(), 0, &start, false);
        assert_eq!(played.path.len(), positions, "{text}");
    }
}

#[test]
fn a_position_that_cannot_be_played_on_has_an_end_only_without_moves() {
    let start = given("8/8/8/8/8/8/8/K7 w - - 0 1");
    let mut reference = Reference::default();
    let played = reference.play(b"*", 0, &start, false);
    assert_eq!(kinds(&played), [FaultKind::IllegalPosition]);
    assert_eq!((played.last, played.marker), (Some(start.setup.clone()), Some(Marker::Unknown)));
    let played = reference.play(b"1. Kb1 *", 0, &start, false);
    assert_eq!((kinds(&played), played.last), (vec![FaultKind::Unplayable], None));
    let unknown = Start { variant: None, ..start };
    let played = reference.play(b"1. Kb1 *", 0, &unknown, false);
    assert_eq!(kinds(&played), [FaultKind::UnknownVariant]);
}
