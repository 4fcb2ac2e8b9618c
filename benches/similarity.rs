//! How fast positions are compared: one query, a hundred, and all pairs. Counted in positions.

mod corpus;

use std::num::NonZero;

use divan::{Bencher, counter::ItemsCount};
use gbr_pgn::similarity::{Cost, Placement, Queries, Ranked, Ranking, pairs};

fn main() {
    divan::main();
}

fn collection(number: usize) -> Vec<Placement> {
    let placed = |(board, turn)| Placement::new(board, turn).expect("one king each");
    corpus::placements::placements(number, 1605).into_iter().map(placed).collect()
}

/// The hits that are kept.
fn search(queries: &Queries, collection: &[Placement], within: Cost) -> usize {
    let ranking = Ranking::new(queries.len(), NonZero::new(10), within);
    let mut searcher = queries.searcher();
    for (place, placement) in collection.iter().enumerate() {
        searcher.compare(
            placement,
            |query| ranking.limit(query),
            |query, likeness| ranking.add(query, Ranked { likeness, agreement: 0, place }),
        );
    }
    ranking.into_hits().iter().map(Vec::len).sum()
}

/// By the number of queries, against 100,000 positions.
#[divan::bench(args = [1, 100], sample_count = 5)]
fn ten_best(bencher: Bencher, queries: usize) {
    bench(bencher, queries, Cost::MAX);
}

#[divan::bench(args = [1, 100], sample_count = 5)]
fn within_three(bencher: Bencher, queries: usize) {
    bench(bencher, queries, Cost::from_halves(6));
}

fn bench(bencher: Bencher, queries: usize, within: Cost) {
    let collection = collection(100_000);
    let queries = Queries::new(collection.iter().step_by(997).take(queries));
    bencher
        .counter(ItemsCount::new(collection.len()))
        .bench_local(|| search(&queries, divan::black_box(&collection), within));
}

/// All pairs of 100,000 positions on two threads.
#[divan::bench(sample_count = 1, sample_size = 1)]
fn all_pairs_within_three(bencher: Bencher) {
    let collection = collection(100_000);
    let two = NonZero::new(2).expect("not none");
    bencher
        .counter(ItemsCount::new(collection.len()))
        .bench_local(|| pairs(divan::black_box(&collection), Cost::from_halves(6), two).len());
}
