//! What an index promises, tried on random games and random damage.
#![cfg(feature = "index")]

use crate::properties::index::{
    all_answers, answers_right, build, comes_back, damage, damage_gives_no_wrong_answer, dice,
    is_the_same_whatever_the_cutting, query, samples,
};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn everything_comes_back(seed: u64, count in 0usize..60, segment in 1u32..80) {
        comes_back(&samples(&mut dice(seed), count), segment);
    }

    #[test]
    fn answers_are_those_of_a_look_at_every_ply(seed: u64, count in 0usize..60, segment in 1u32..80) {
        let mut dice = dice(seed);
        let samples = samples(&mut dice, count);
        (0..8).for_each(|_| answers_right(&samples, segment, &query(&mut dice)));
    }

    #[test]
    fn pieces_make_the_same_index_whatever_the_cutting(
        seed: u64, count in 0usize..40, segment in 1u32..30, cut in 0usize..40,
    ) {
        let samples = samples(&mut dice(seed), count);
        is_the_same_whatever_the_cutting(&samples, segment, cut.min(count));
    }

    #[test]
    fn a_damaged_index_gives_no_wrong_answer(seed: u64, count in 1usize..60, segment in 1u32..80) {
        let mut dice = dice(seed);
        let samples = samples(&mut dice, count);
        let queries = [query(&mut dice), query(&mut dice)];
        let whole = build(&samples, 7, segment);
        for _ in 0..10 {
            let mut damaged = whole.clone();
            (0..=usize::from(seed % 3 == 0)).for_each(|_| damage(&mut dice, &mut damaged));
            damage_gives_no_wrong_answer(&whole, &damaged, &queries);
        }
    }

    #[test]
    fn any_bytes_are_no_index(bytes: Vec<u8>) {
        assert_eq!(all_answers(&bytes, &[]), [Err(())]);
    }
}

/// More forces than a chapter of the dictionary has, and more games than a segment.
#[test]
fn many_games_and_many_forces_are_answered_right() {
    let mut dice = dice(7);
    let samples = samples(&mut dice, 6000);
    for segment in [6000, 2500] {
        comes_back(&samples, segment);
        (0..10).for_each(|_| answers_right(&samples, segment, &query(&mut dice)));
    }
}
