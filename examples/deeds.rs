//! Changes the studies of PGN files as a plagiarist would, looks for the sources among them, and
//! tells how many were found first and in the right words: `cargo run --release --example deeds --
//! FILE...`
//!
//! Each start is mirrored, reversed and shifted, a man is moved by a step, a pawn is added or
//! taken; these are looked for among the starts. A study with moves is also replaced by its
//! position after two of them, and looked for among all positions of main lines. With `--verbose`
//! before the files, what was not found is listed.

#[path = "../benches/corpus/mod.rs"]
mod corpus;
#[path = "../tests/similarity/deed.rs"]
mod deed;

use std::{collections::BTreeMap, env, error::Error, fs::File, num::NonZero, ops::ControlFlow};

use corpus::dice::Dice;
use deed::{Deed, deeds};
use gbr_pgn::similarity::{Cost, Deviations, Placement, Queries, Ranked, Ranking};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position, fen::Fen};

/// Keeps the positions of main lines.
struct Lines;

impl Visitor for Lines {
    type Tags = Option<Fen>;
    type Movetext = (Option<Chess>, Vec<Placement>);
    type Output = Vec<Placement>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        fen: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        if name == b"FEN" {
            *fen = Fen::from_ascii(value.as_bytes()).ok();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, fen: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        let Some(fen) = fen else { return ControlFlow::Break(Vec::new()) };
        let start = placement(fen.as_setup().board.clone(), fen.as_setup().turn);
        let position = fen.into_position(CastlingMode::Standard).ok();
        ControlFlow::Continue((position, start.into_iter().collect()))
    }

    fn begin_variation(&mut self, _: &mut Self::Movetext) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(
        &mut self,
        (position, line): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        let next = position.take().and_then(|position| {
            let played = san.san.to_move(&position).ok()?;
            position.play(played).ok()
        });
        line.extend(next.as_ref().and_then(|next| {
            let setup = next.to_setup(EnPassantMode::Legal);
            placement(setup.board, setup.turn)
        }));
        *position = next;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, (_, line): Self::Movetext) -> Self::Output {
        line
    }
}

fn placement(board: shakmaty::Board, turn: Color) -> Option<Placement> {
    Placement::new(board, turn)
}

/// How many deeds of a kind there were, found their source, and were told rightly.
#[derive(Default)]
struct Score {
    deeds: usize,
    first: usize,
    told: usize,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut files: Vec<String> = env::args().skip(1).collect();
    let verbose = files.first().is_some_and(|first| first == "--verbose");
    let mut studies: Vec<Vec<Placement>> = Vec::new();
    for file in files.drain(usize::from(verbose)..) {
        for line in Reader::new(File::open(file)?).read_games(&mut Lines) {
            studies.push(line?);
        }
    }
    studies.retain(|line| !line.is_empty());
    let scores = scores(&studies, verbose);
    println!("{:<12} {:>6} {:>6} {:>6}", "deed", "done", "first", "told");
    for (name, score) in scores {
        println!("{name:<12} {:>6} {:>6} {:>6}", score.deeds, score.first, score.told);
    }
    Ok(())
}

fn scores(studies: &[Vec<Placement>], verbose: bool) -> BTreeMap<&'static str, Score> {
    let starts: Vec<(usize, &Placement)> =
        studies.iter().enumerate().map(|(study, line)| (study, &line[0])).collect();
    let all: Vec<(usize, &Placement)> = studies
        .iter()
        .enumerate()
        .flat_map(|(study, line)| line.iter().map(move |placement| (study, placement)))
        .collect();
    let mut dice = Dice::new(25);
    let mut scores = BTreeMap::new();
    for (study, line) in studies.iter().enumerate() {
        let mut judge = |deed: &Deed, among: &[(usize, &Placement)]| {
            score(scores.entry(deed.name).or_default(), deed, (study, &line[0]), among, verbose);
        };
        deeds(&line[0], &mut dice).iter().for_each(|deed| judge(deed, &starts));
        if let Some(after) = line.get(4) {
            judge(&played(after), &all);
        }
    }
    scores
}

/// The position after two moves of each side, instead of the start.
fn played(after: &Placement) -> Deed {
    let [as_words, differs] = ["as it is", ""].map(str::to_owned);
    Deed { name: "played", query: after.clone(), as_words, differs }
}

/// A reprint of the source is as good as the source.
fn score(
    score: &mut Score,
    deed: &Deed,
    (source, start): (usize, &Placement),
    among: &[(usize, &Placement)],
    verbose: bool,
) {
    let best = best(&deed.query, among);
    let (study, found) = among[best.place];
    let correspondence = best.likeness.correspondence;
    let differs = Deviations::between(&deed.query, found, correspondence).to_string();
    let as_words = correspondence.to_string();
    let first = study == source || found == start;
    let told = first && as_words == deed.as_words && differs == deed.differs;
    score.deeds += 1;
    score.first += usize::from(first);
    score.told += usize::from(told);
    if verbose && !told {
        let Deed { name, as_words: done, differs: more, .. } = deed;
        println!(
            "{source} {name} ({done}; {more}): {study} {}, {as_words}; {differs}",
            best.likeness.cost
        );
    }
}

fn best(query: &Placement, among: &[(usize, &Placement)]) -> Ranked<usize> {
    let queries = Queries::new([query]);
    let ranking = Ranking::new(1, Some(NonZero::<usize>::MIN), Cost::MAX);
    let mut searcher = queries.searcher();
    for (place, (_, placement)) in among.iter().enumerate() {
        searcher.compare(
            placement,
            |query| ranking.limit(query),
            |query, likeness| ranking.add(query, Ranked { likeness, agreement: 0, place }),
        );
    }
    ranking.into_hits()[0][0]
}
