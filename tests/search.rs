//! What a search finds in games, however they are played, and in their variations.

use crate::corpus::{self, dice::Dice};
use gbr_pgn::format::{Claims, Desk, Pgn};
use gbr_pgn::game::Found;
use gbr_pgn::gbr::Pattern;
use gbr_pgn::play::tree::Walk;
use gbr_pgn::play::{Lane, Player};
use gbr_pgn::run::Chunks;
use gbr_pgn::search::{Asked, Bishops, Search, Span, Spot, Want, Watch};
use gbr_pgn::{Record, Source};
use shakmaty::Color;

const LIMIT: usize = 1 << 20;

fn any() -> Want {
    Want::force(Pattern::ANY)
}

fn board(text: &str) -> Want {
    Want { formations: vec![text.parse().expect(text)], ..any() }
}

fn asked(text: &str) -> Want {
    text.parse::<Asked>().unwrap_or_else(|error| panic!("{text}: {error}")).want()
}

fn search(want: Want) -> Search {
    Search { wants: vec![want], span: Span::Any, lasts: 1, claim: None }
}

fn each<T>(pgn: &str, mut take: impl FnMut(&Record<'_>) -> T) -> Vec<T> {
    let mut taken = Vec::new();
    for chunk in Chunks::new(pgn.as_bytes(), &Pgn, LIMIT) {
        let chunk = chunk.expect("reading from memory does not fail");
        taken.extend(chunk.records().filter(|record| record.is_game()).map(|record| take(&record)));
    }
    taken
}

/// What is found while games are played in a lane.
fn watched(search: &Search, pgn: &str, lane: Lane) -> Vec<Option<Found>> {
    let watch = Box::new(Watch::new(search.clone(), true));
    let mut desk = Desk::new(lane, Claims::Auto).watched_by(watch);
    each(pgn, |record| search.find_position(&Pgn.decode(record, &mut desk)))
}

/// What is found in games that know all their positions.
fn recorded(search: &Search, pgn: &str) -> Vec<Option<Found>> {
    let mut desk = Desk::new(Lane::Recording, Claims::Auto);
    each(pgn, |record| search.find_position(&Pgn.decode(record, &mut desk)))
}

/// The ply that is found in one game, the same in every lane.
fn ply(search: &Search, pgn: &str) -> Option<u32> {
    let [fast, reference, all] = [
        watched(search, pgn, Lane::Fast),
        watched(search, pgn, Lane::Reference),
        recorded(search, pgn),
    ];
    assert_eq!(fast, reference, "{pgn}");
    assert_eq!(fast, all, "{pgn}");
    fast[0].as_ref().map(|found| found.ply)
}

/// The first in a variation of one game.
fn in_variation(search: &Search, pgn: &str) -> Option<Spot> {
    let spots = each(pgn, |record| {
        let (start, moves) = Pgn.moves(record).expect("a game has moves");
        let walk = Walk::new(&mut Player::default(), &moves, &start).expect("it can be played");
        search.find_in_variations(walk)
    });
    spots.into_iter().next().expect("a game")
}

const GAME: &str = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 (2. Bc4 Nf6 (2... Qh4)) 2... Nc6 3. Bb5 a6 4. Bxc6 dxc6 1-0\n";
const SAAVEDRA: &str = "[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n\
     1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 Rd4+ 4. Kb3 Rd3+ 5. Kc2 Rd4 6. c8=R Ra4 7. Kb3 1-0\n";

#[test]
fn a_position_is_found_in_any_printed_form() {
    for text in [
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R",
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b - - 99 1",
    ] {
        assert_eq!(ply(&search(asked(text)), GAME), Some(5), "{text}");
    }
    for (text, found) in [
        ("8/8/1KP5/3r4/8/8/8/k7", Some(0)),
        ("b6a1 0300.10 d5.c6 2/2=.", Some(0)),
        ("(+0300.10b6a1d5c6)", Some(0)),
        ("8/8/1KP5/3r4/8/8/8/k7 b - -", None),
        ("b6a1 0300.10 d5.c6 2/2 BTM.", None),
        ("b3a1 0400.00 c8a4 2/2 BTM.", Some(13)),
        ("c2a1 0300.10 d3.c7 2/2.", Some(9)),
        ("(+0300.10b4a1)", Some(5)),
        ("(+0300.10b4a8)", None),
    ] {
        assert_eq!(ply(&search(asked(text)), SAAVEDRA), found, "{text}");
    }
}

#[test]
fn mirror_images_and_other_colours_are_found_if_asked_for() {
    let mirrored = asked("8/8/5PK1/4r3/8/8/8/7k w");
    assert_eq!(ply(&search(mirrored.clone()), SAAVEDRA), None);
    assert_eq!(ply(&search(mirrored).mirrored(), SAAVEDRA), Some(0));
    let reversed = asked("K7/8/8/8/3R4/1kp5/8/8 b");
    assert_eq!(ply(&search(reversed.clone()), SAAVEDRA), None);
    assert_eq!(ply(&search(reversed).of_both_colours(), SAAVEDRA), Some(0));
    // Pawns do not go sideways.
    let turned = asked("k7/8/3r4/8/8/2P5/1K6/8");
    assert_eq!(ply(&search(turned).mirrored(), SAAVEDRA), None);
}

#[test]
fn without_pawns_there_are_eight_images() {
    let last = asked("2R5/8/8/8/r7/1K6/8/k7");
    assert_eq!(ply(&search(last.clone()), SAAVEDRA), Some(13));
    let images = last.mirrored();
    assert_eq!(images.len(), 8);
    assert!(
        images.iter().all(|image| ply(&search(image.clone()).mirrored(), SAAVEDRA) == Some(13))
    );
    // c8, a4, b3 and a1 reflected in the long diagonal.
    let reflected = asked("8/8/8/8/8/7R/2K5/k2r4 b");
    assert_eq!(ply(&search(reflected.clone()), SAAVEDRA), None);
    assert_eq!(ply(&search(reflected).mirrored(), SAAVEDRA), Some(13));
    // Those that are the same come once.
    assert_eq!(asked("8/8/8/3k4/4K3/8/8/8").mirrored().len(), 4);
}

#[test]
fn men_on_squares_are_found() {
    for (text, found) in [
        ("*/*/*/*/4P3/*/*/*", Some(1)),
        ("*/*/*/*/*P*/*/*/*", Some(1)),
        ("*/*/*/*B*/*/*/*/*", Some(5)),
        ("*/pp*/*/*/*/*/*/*", Some(0)),
        ("*/p?p*/p*/*/*/*/*/*", None),
        ("*/?pp*/p*/*/*/*/*/*", Some(6)),
        ("*/?pp*/p?p*/*/*/*/*/*", Some(8)),
        ("*k*/*/*/*/*/*/*/8", None),
    ] {
        assert_eq!(ply(&search(board(text)), GAME), found, "{text}");
    }
}

#[test]
fn a_formation_lasts_while_it_stands() {
    let bishop = |lasts| Search { lasts, ..search(board("*/*/*/?B??????/*/*/*/*")) };
    assert_eq!(ply(&bishop(2), GAME), Some(5));
    assert_eq!(ply(&bishop(3), GAME), None);
    let pawn = |lasts| Search { lasts, ..search(board("*/*/*/????p???/*/*/*/*")) };
    assert_eq!(ply(&pawn(7), GAME), Some(2));
    assert_eq!(ply(&pawn(8), GAME), None);
}

#[test]
fn kings_and_turn_are_those_of_one_position_of_the_time() {
    let want = Want { kings: Some("b4a1".parse().expect("kings")), ..any() };
    let lasting = |lasts| Search { lasts, ..search(want.clone()) };
    assert_eq!(ply(&lasting(1), SAAVEDRA), Some(5));
    assert_eq!(ply(&lasting(14), SAAVEDRA), Some(5));
    assert_eq!(ply(&lasting(15), SAAVEDRA), None);
    let black = Search {
        lasts: 2,
        ..search(Want { turn: Some(Color::Black), ..board("*/*/*/?B??????/*/*/*/*") })
    };
    assert_eq!(ply(&black, GAME), Some(5));
    let white = Search {
        lasts: 2,
        ..search(Want { turn: Some(Color::White), ..board("*/*/*/?B??????/*/*/*/*") })
    };
    assert_eq!(ply(&white, GAME), Some(6));
}

#[test]
fn start_and_end_are_asked_for_alone() {
    let at = |span, text| Search { span, ..search(board(text)) };
    assert_eq!(ply(&at(Span::Start, "*/pp*/*/*/*/*/*/*"), GAME), Some(0));
    assert_eq!(ply(&at(Span::Start, "*/*/*/*/*P*/*/*/*"), GAME), None);
    assert_eq!(ply(&at(Span::Final, "*/*/p?p*/*/*/*/*/*"), GAME), Some(8));
    assert_eq!(ply(&at(Span::Final, "*/*/*/*B*/*/*/*/*"), GAME), None);
    // Nothing is final where not all moves can be played.
    let broken = GAME.replace("dxc6", "dxc7");
    assert_eq!(ply(&at(Span::Final, "*/*/p?B*/*/*/*/*/*"), &broken), None);
    assert_eq!(ply(&at(Span::Any, "*/*/p?B*/*/*/*/*/*"), &broken), Some(7));
}

#[test]
fn bishops_are_of_opposite_colours_or_of_the_same() {
    let bishops = |bishops| search(Want { bishops: Some(bishops), ..any() });
    for (fen, opposite, same) in [
        ("4kb2/8/8/8/8/8/8/4KB2", Some(0), None),
        ("4k1b1/8/8/8/8/8/8/4KB2", None, Some(0)),
        ("4kbb1/8/8/8/8/8/8/4KB2", None, None),
        ("rn2kb2/8/8/8/8/8/8/4KB2", Some(0), None),
        ("4k3/8/8/8/8/8/8/4KB2", None, None),
    ] {
        let pgn = format!("[FEN \"{fen} w - - 0 1\"]\n\n1. Kd1 *\n");
        assert_eq!(ply(&bishops(Bishops::Opposite), &pgn), opposite, "{fen}");
        assert_eq!(ply(&bishops(Bishops::Same), &pgn), same, "{fen}");
    }
}

#[test]
fn families_and_imbalances_are_read_off_the_trail() {
    let rook = search(asked("rook-ending"));
    assert!(!rook.needs_positions() && !rook.is_class());
    assert_eq!(ply(&rook, SAAVEDRA), Some(11));
    let imbalance = search(Want { imbalance: Some("R=0,P=0".parse().expect("one")), ..any() });
    assert!(!imbalance.needs_positions() && !imbalance.is_class());
    assert_eq!(ply(&imbalance, SAAVEDRA), Some(11));
    assert!(search(asked("KRvKR")).is_class());
}

#[test]
fn variations_are_looked_into() {
    let spot = in_variation(&search(board("*/*/*/*/*B*/*/*/*")), GAME).expect("it is there");
    assert_eq!((spot.found.ply, spot.depth), (3, 1));
    assert_eq!(&GAME[spot.span.expect("it is after a move")], "Bc4");
    let spot = in_variation(&search(board("*/*/*/*/*q*/*/*/*")), GAME).expect("it is there");
    assert_eq!((spot.found.ply, spot.depth), (4, 2));
    assert_eq!(&GAME[spot.span.expect("it is after a move")], "Qh4");
    // The main line is for the other search, and so are its ends.
    assert_eq!(in_variation(&search(board("*/*/*/*B*/*/*/*/*")), GAME), None);
    let last = Search { span: Span::Final, ..search(board("*/*/*/*/*B*/*/*/*")) };
    assert_eq!(in_variation(&last, GAME), None);
}

#[test]
fn a_time_may_go_from_the_main_line_into_a_variation() {
    let pgn = "[Event \"x\"]\n\n1. e4 e5 (1... c5 2. d3) 2. Nf3 *\n";
    let lasting = |lasts| {
        let pawn = Search { lasts, ..search(board("*/*/*/*/????P???/*/*/*")) };
        in_variation(&pawn, pgn).map(|spot| (spot.found.ply, spot.depth))
    };
    assert_eq!(lasting(1), Some((2, 1)));
    assert_eq!(lasting(3), Some((1, 0)));
    assert_eq!(lasting(4), None);
}

/// Questions to which many random games have an answer.
fn questions() -> Vec<Search> {
    let wants = [
        board("*/*/*/*/*P*/*/*/*"),
        board("*/*/*p*/*/*/*N*/*/*"),
        board("*/*/*/*q*/*/*/*/??[^P]*"),
        Want { bishops: Some(Bishops::Opposite), ..any() },
        Want {
            kings: Some("?[2-4]?[5-8]".parse().expect("kings")),
            turn: Some(Color::Black),
            ..any()
        },
        Want { kings: Some("????".parse().expect("kings")), ..asked("0*") },
        Want { bishops: Some(Bishops::Same), turn: Some(Color::White), ..asked("*") },
    ];
    let spans = [Span::Any, Span::Any, Span::Start, Span::Final];
    let asked = wants.into_iter().flat_map(|want| {
        spans.iter().zip([1, 5, 2, 3]).map(move |(&span, lasts)| {
            Search { wants: vec![want.clone()], span, lasts, claim: None }.of_both_colours()
        })
    });
    asked.collect()
}

#[test]
fn every_lane_finds_the_same_positions() {
    let mut dice = Dice::new(11);
    let (mut found, mut games) = (0, 0);
    for _ in 0..8 {
        for shape in [corpus::tournament, corpus::lichess, corpus::study] {
            let pgn = shape(&mut dice);
            for search in questions() {
                found += usize::from(ply(&search, &pgn).is_some());
                games += 1;
            }
        }
    }
    assert!(found > games / 10 && found < games, "{found} of {games}");
}
