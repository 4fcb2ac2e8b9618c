//! How fast games are read: finding where they end, playing them in either lane, and
//! all that annotate does, in memory and on one thread. Counted in bytes and in games.
//!
//! `GBR_PGN_BENCH_CORPUS=FILE cargo bench --bench annotate` reads a file instead of
//! the games that are made here.

mod corpus;

use std::io;

use corpus::Corpus;
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};
use gbr_pgn::format::{Claims, Desk, Pgn};
use gbr_pgn::play::Lane;
use gbr_pgn::run::Chunks;
use gbr_pgn::run::LIMIT;
use gbr_pgn::{Chunk, Job, Source};

fn main() {
    divan::main();
}

fn chunks(text: &[u8]) -> Vec<Chunk> {
    let chunks = Chunks::new(text, &Pgn, LIMIT);
    chunks.map(|chunk| chunk.expect("reading from memory does not fail")).collect()
}

fn games(chunks: &[Chunk]) -> usize {
    chunks.iter().flat_map(Chunk::records).filter(gbr_pgn::Record::is_game).count()
}

#[divan::bench(args = Corpus::all())]
fn framing(bencher: Bencher<'_, '_>, corpus: &Corpus) {
    let text = &corpus.text[..];
    bencher
        .counter(BytesCount::new(text.len()))
        .counter(ItemsCount::new(games(&chunks(text))))
        .bench_local(|| {
            Chunks::new(text, &Pgn, LIMIT)
                .flatten()
                .map(|chunk| chunk.records().count())
                .sum::<usize>()
        });
}

#[divan::bench(args = Corpus::all())]
fn decoding_reference(bencher: Bencher<'_, '_>, corpus: &Corpus) {
    decoding(bencher, corpus, Lane::Reference);
}

#[divan::bench(args = Corpus::all())]
fn decoding_fast(bencher: Bencher<'_, '_>, corpus: &Corpus) {
    decoding(bencher, corpus, Lane::Fast);
}

/// Reads records that are framed already.
fn decoding(bencher: Bencher<'_, '_>, corpus: &Corpus, lane: Lane) {
    let chunks = chunks(&corpus.text);
    let mut desk = Desk::new(lane, Claims::Auto);
    bencher
        .counter(BytesCount::new(corpus.text.len()))
        .counter(ItemsCount::new(games(&chunks)))
        .bench_local(|| {
            for record in chunks.iter().flat_map(Chunk::records) {
                divan::black_box(Pgn.decode(&record, &mut desk));
            }
        });
}

#[divan::bench(args = Corpus::all())]
fn annotate(bencher: Bencher<'_, '_>, corpus: &Corpus) {
    let text = &corpus.text[..];
    let job = Job::annotate(&Pgn).expect("PGN has tags");
    bencher
        .counter(BytesCount::new(text.len()))
        .counter(ItemsCount::new(games(&chunks(text))))
        .bench_local(|| {
            let mut written = 0;
            let done = job.run(text, |done| {
                written += done.out.len();
                Ok::<_, io::Error>(())
            });
            done.expect("reading from memory does not fail");
            written
        });
}
