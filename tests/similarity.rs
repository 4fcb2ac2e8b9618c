//! What the measure promises, and that searches find all that brute force finds.

mod arrangement;
mod deed;
mod oracle;

use std::num::NonZero;

use self::arrangement::{pawnless, placement};
use self::deed::{Deed, deeds};
use self::oracle::Position;
use crate::corpus::{dice::Dice, placements};
use gbr_pgn::similarity::{
    Correspondence, Cost, Deviation, Deviations, Pair, Placement, Queries, Ranked, Ranking,
    distance, likeness, pairs,
};
use proptest::prelude::*;
use shakmaty::{Board, Color, Piece, Role, Square};

fn halves(cost: Cost) -> u32 {
    cost.halves().into()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn distance_is_the_cheapest_of_all_matchings(one in placement(), other in placement()) {
        let expected = oracle::distance(&Position::from(&one), &Position::from(&other));
        prop_assert_eq!(halves(distance(&one, &other)), expected);
    }

    #[test]
    fn distance_is_nothing_only_for_the_same_position(one in placement(), other in placement()) {
        prop_assert_eq!(distance(&one, &one), Cost::ZERO);
        prop_assert_eq!(distance(&one, &other) == Cost::ZERO, one == other);
    }

    #[test]
    fn distance_is_symmetric(one in placement(), other in placement()) {
        prop_assert_eq!(distance(&one, &other), distance(&other, &one));
    }

    #[test]
    fn no_way_round_is_shorter(one in placement(), by in placement(), other in placement()) {
        prop_assert!(distance(&one, &other) <= distance(&one, &by) + distance(&by, &other));
    }

    #[test]
    fn cost_is_the_least_over_all_products(one in placement(), other in placement()) {
        let expected = oracle::cost(&Position::from(&one), &Position::from(&other));
        prop_assert_eq!(halves(likeness(&one, &other).cost), expected);
    }

    #[test]
    fn cost_without_pawns_is_the_least_over_all_products(one in pawnless(), other in pawnless()) {
        let expected = oracle::cost(&Position::from(&one), &Position::from(&other));
        prop_assert_eq!(halves(likeness(&one, &other).cost), expected);
    }

    #[test]
    fn cost_is_symmetric(one in placement(), other in placement()) {
        prop_assert_eq!(likeness(&one, &other).cost, likeness(&other, &one).cost);
    }

    #[test]
    fn cost_is_nothing_only_for_the_same_position(one in placement(), other in placement()) {
        prop_assert_eq!(likeness(&one, &one).cost, Cost::ZERO);
        prop_assert_eq!(likeness(&one, &other).cost == Cost::ZERO, one == other);
    }

    #[test]
    fn words_account_for_the_whole_cost(one in placement(), other in placement()) {
        let like = likeness(&one, &other);
        let told = Deviations::between(&one, &other, like.correspondence);
        let sum: u32 = told.iter().map(|deviation| charge(deviation, like.correspondence)).sum();
        prop_assert_eq!(halves(like.correspondence.price()) + sum, halves(like.cost));
    }

    #[test]
    fn doing_what_is_told_gives_the_other_position(one in placement(), other in placement()) {
        let like = likeness(&one, &other);
        let told = Deviations::between(&one, &other, like.correspondence);
        prop_assert_eq!(changed(&one, like.correspondence, &told), Some(other));
    }
}

/// What a deviation costs, in halves.
fn charge(deviation: &Deviation, correspondence: Correspondence) -> u32 {
    match deviation {
        Deviation::Turn(_) => 2,
        Deviation::Added { piece, .. } | Deviation::Missing { piece, .. } => {
            if piece.role == Role::Pawn { 4 } else { 6 }
        }
        Deviation::Moved { expected, square, .. } => {
            let (file, rank) = expected.unshifted.coords();
            let shift = correspondence.shift;
            let files = (i32::from(file) + i32::from(shift.files) - i32::from(square.file())).abs();
            let ranks = (i32::from(rank) + i32::from(shift.ranks) - i32::from(square.rank())).abs();
            2 * files.max(ranks).min(3) as u32
        }
    }
}

/// The image of a position with all that is told done to it.
fn changed(one: &Placement, by: Correspondence, told: &Deviations) -> Option<Placement> {
    let mut men: Vec<(Square, Piece)> = one.board().iter().collect();
    let (mut arrived, mut turn) = (Vec::new(), by.color(one.turn()));
    for deviation in told.iter() {
        match *deviation {
            Deviation::Turn(color) => turn = color,
            Deviation::Added { piece, square } => arrived.push((square, piece)),
            Deviation::Missing { expected, .. } => men.retain(|(own, _)| *own != expected.own),
            Deviation::Moved { piece, expected, square } => {
                men.retain(|(own, _)| *own != expected.own);
                arrived.push((square, piece));
            }
        }
    }
    let stayed = men.into_iter().map(|(own, piece)| {
        (by.square(own).expect("who is off the board is told of"), by.piece(piece))
    });
    let mut board = Board::empty();
    for (square, piece) in stayed.chain(arrived) {
        assert_eq!(board.piece_at(square), None);
        board.set_piece_at(square, piece);
    }
    Placement::new(board, turn)
}

fn placed((board, turn): (Board, Color)) -> Placement {
    Placement::new(board, turn).expect("one king each")
}

/// Positions as studies have them, with versions among them.
fn collection(number: usize, seed: u64) -> Vec<Placement> {
    placements::placements(number, seed).into_iter().map(placed).collect()
}

/// The best hits of each query among the positions, which are numbered by their places.
fn search(
    queries: &[Placement],
    collection: &[Placement],
    top: Option<NonZero<usize>>,
    within: Cost,
) -> Vec<Vec<Ranked<usize>>> {
    let (queries, ranking) = (Queries::new(queries), Ranking::new(queries.len(), top, within));
    let mut searcher = queries.searcher();
    for (place, placement) in collection.iter().enumerate() {
        searcher.compare(
            placement,
            |query| ranking.limit(query),
            |query, likeness| ranking.add(query, Ranked { likeness, agreement: 0, place }),
        );
    }
    ranking.into_hits()
}

/// The same by comparing each with each.
fn brute_force(
    queries: &[Placement],
    collection: &[Placement],
    top: Option<NonZero<usize>>,
    within: Cost,
) -> Vec<Vec<Ranked<usize>>> {
    let hits = |query| {
        let all = collection.iter().enumerate();
        let mut hits: Vec<_> = all
            .map(|(place, other)| Ranked { likeness: likeness(query, other), agreement: 0, place })
            .filter(|hit| hit.likeness.cost <= within)
            .collect();
        hits.sort();
        hits.truncate(top.map_or(usize::MAX, NonZero::get));
        hits
    };
    queries.iter().map(hits).collect()
}

#[test]
fn a_search_finds_all_that_brute_force_finds() {
    let collection = collection(300, 25);
    let queries: Vec<Placement> = collection.iter().step_by(40).cloned().collect();
    for within in [0, 5, 13, 40].map(Cost::from_halves) {
        let found = search(&queries, &collection, None, within);
        assert_eq!(found, brute_force(&queries, &collection, None, within), "{within}");
    }
}

#[test]
fn the_best_are_the_best_of_all() {
    let collection = collection(300, 26);
    let queries: Vec<Placement> = collection.iter().step_by(40).cloned().collect();
    for top in [1, 3, 10].map(NonZero::new) {
        let found = search(&queries, &collection, top, Cost::MAX);
        assert_eq!(found, brute_force(&queries, &collection, top, Cost::MAX));
    }
}

#[test]
fn pairs_are_all_that_brute_force_finds() {
    let mut collection = collection(100, 27);
    let mut dice = Dice::new(27);
    for at in 0..30 {
        let deeds = deeds(&collection[at], &mut dice);
        collection.extend(deeds.into_iter().map(|deed| deed.query));
    }
    let within = Cost::from_halves(12);
    let mut expected = Vec::new();
    for first in 0..collection.len() {
        for second in first + 1..collection.len() {
            let likeness = likeness(&collection[first], &collection[second]);
            expected.extend((likeness.cost <= within).then_some(Pair { first, second, likeness }));
        }
    }
    expected.sort_by_key(|pair| (pair.likeness.cost, pair.first, pair.second));
    assert!(expected.len() > 100);
    for threads in [1, 2, 5].map(|threads| NonZero::new(threads).expect("not none")) {
        assert_eq!(pairs(&collection, within, threads), expected);
    }
}

#[test]
fn longer_agreement_comes_first_among_equals() {
    let collection = collection(1, 1);
    let likeness = likeness(&collection[0], &collection[0]);
    let ranking = Ranking::new(1, NonZero::new(3), Cost::MAX);
    for (place, agreement) in [(0, 0), (1, 2), (2, 1), (3, 2)] {
        ranking.add(0, Ranked { likeness, agreement, place });
    }
    let places: Vec<usize> = ranking.into_hits()[0].iter().map(|hit| hit.place).collect();
    assert_eq!(places, [1, 3, 2]);
}

/// Whether the source is the first hit, and the words say what was done.
fn told(deed: &Deed, source: &Placement, hit: &Ranked<usize>, place: usize) -> bool {
    let correspondence = hit.likeness.correspondence;
    let differs = Deviations::between(&deed.query, source, correspondence);
    hit.place == place
        && correspondence.to_string() == deed.as_words
        && differs.to_string() == deed.differs
}

#[test]
fn sources_rank_first_and_words_say_what_was_done() {
    let mut dice = Dice::new(28);
    let collection: Vec<Placement> =
        (0..600).map(|_| placed(placements::study(&mut dice))).collect();
    let (mut all, mut wrong) = (0, Vec::new());
    for (place, source) in collection.iter().enumerate().take(100) {
        let deeds = deeds(source, &mut dice);
        let queries: Vec<Placement> = deeds.iter().map(|deed| deed.query.clone()).collect();
        let found = search(&queries, &collection, NonZero::new(1), Cost::MAX);
        let misses =
            deeds.iter().zip(&found).filter(|(deed, hits)| !told(deed, source, &hits[0], place));
        wrong.extend(misses.map(|(deed, _)| (place, deed.name)));
        all += deeds.len();
    }
    // The rest can be told in two ways, such as mirrored and shifted.
    assert!(wrong.len() * 100 <= all, "{wrong:?} of {all}");
}
