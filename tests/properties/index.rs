//! What holds for every index. Property tests and the fuzz target call these same functions.
//!
//! The answers of an index are compared with those of a plain look at every ply of every game.

use std::io::Cursor;

use crate::corpus::dice::Dice;
use gbr_pgn::gbr::{Claim, Code, Material};
use gbr_pgn::index::{
    Builder, ClassCount, ClassCounts, Facts, FrameStart, Harvest, Index, IndexResult,
    IndexedRemark, Location, Match, Moment, Origin, PositionFacts, Query, Stamp, Term,
};
use shakmaty::{Board, ByColor, ByRole, Color, KnownOutcome, Outcome, Role, Square};

/// Forces that meet in one code, have none, or have too few kings or too many.
const FORCES: [&str; 13] = [
    "KQvKR",
    "KQvKRP",
    "KRPvKR",
    "KRvKR",
    "KBBBvK",
    "KBBBBvK",
    "KBBBvKP",
    "KvK",
    "8/8/8/8/8/8/8/KK1k4",
    "8/8/8/8/8/8/8/8",
    "k7/PPPPPPPP/P7/8/8/8/8/K7",
    "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP",
    "KNNvKP",
];

const PATTERNS: [&str; 16] = [
    "*",
    "1*",
    "0090.*",
    "KBBBvK",
    "KBBBBvK",
    "0400.*",
    "???0.??",
    "KNNvKP",
    "[24]*.1?",
    "2?0[0-4].*",
    "0*",
    "*.11",
    "[04]*",
    "*.[13]?",
    "4???.[2-5][0-4]",
    "?[134]*",
];

/// A game, what is said about it, and the texts before it.
#[derive(Clone, Debug)]
pub struct Sample {
    pub facts: Facts,
    pub trail: Vec<(u32, Material)>,
    pub texts: u32,
    pub remarks: Vec<Vec<u8>>,
}

/// Random games, one after the other.
pub fn samples(dice: &mut Dice<'_>, count: usize) -> Vec<Sample> {
    let (mut offset, mut line) = (0, 1);
    let mut samples = Vec::new();
    for _ in 0..count {
        let texts = if dice.one_in(5) { dice.below(3) as u32 } else { 0 };
        offset += u64::from(texts) * 10;
        let sample = sample(dice, texts, offset, line);
        offset += sample.facts.location.length;
        line += 1 + dice.below(30) as u64;
        samples.push(sample);
    }
    samples
}

fn sample(dice: &mut Dice<'_>, texts: u32, offset: u64, line: u64) -> Sample {
    let length = 1 + dice.below(2000) as u64;
    let location = Location { offset, length, line, sum: dice.below(1 << 16) as u32 * 65_537 };
    let is_position = dice.one_in(3);
    let plies = if is_position { 0 } else { dice.below(12) as u32 };
    let trail = match dice.below(6) {
        0 => Vec::new(),
        1 | 2 => trail(dice, plies),
        _ => captures(dice, plies),
    };
    let color = |dice: &mut Dice<'_>| dice.pick(&[Color::White, Color::Black]);
    let mut standing = |material| PositionFacts { material, kings: kings(dice), turn: color(dice) };
    let start = trail.first().map(|&(_, material)| standing(material));
    let end = trail.last().map(|&(_, material)| standing(material));
    let won = |winner| Some(Outcome::Known(KnownOutcome::Decisive { winner }));
    let outcomes = [
        None,
        won(Color::White),
        won(Color::Black),
        Some(Outcome::Known(KnownOutcome::Draw)),
        Some(Outcome::Unknown),
    ];
    // A position ends where it starts.
    let end = if plies == 0 { start } else { end.filter(|_| !dice.one_in(4)) };
    let facts = Facts {
        location,
        outcome: dice.pick(&outcomes),
        claim: dice.pick(&[None, Some(Claim::Win), Some(Claim::Draw)]),
        plies,
        is_played: dice.one_in(2),
        is_coded: dice.one_in(2),
        is_initial: dice.one_in(2),
        start,
        end,
    };
    let remarks = (0..dice.below(9)).skip(6).map(|at| vec![b'a'; at * dice.below(9)]).collect();
    Sample { facts, trail, texts, remarks }
}

/// Changes of force, some of which come back.
fn trail(dice: &mut Dice<'_>, plies: u32) -> Vec<(u32, Material)> {
    let plain = |number: usize| Code::from_number(number as u32 * 12).and_then(Code::counts);
    let force = |dice: &mut Dice<'_>| {
        let some = plain(dice.below(1 << 16)).filter(|_| dice.one_in(3));
        some.unwrap_or_else(|| force(dice.pick(&FORCES)))
    };
    let mut trail = vec![(0, force(dice))];
    for ply in 1..=plies {
        if dice.one_in(3) {
            trail.push((ply, force(dice)));
        }
    }
    trail
}

/// Men that are taken one by one; at times a pawn is promoted, so that what is gone comes back.
fn captures(dice: &mut Dice<'_>, plies: u32) -> Vec<(u32, Material)> {
    let mut men = ByColor::new_with(|_| ByRole { king: 1, ..few_men(dice) });
    let mut trail = vec![(0, Material::from(men))];
    for ply in 1..=plies {
        let side = men.get_mut(dice.pick(&[Color::White, Color::Black]));
        let count = side.get_mut(dice.pick(&MORTALS));
        if *count > 0 {
            *count -= 1;
            if side.pawn > 0 && dice.one_in(6) {
                (side.pawn, side.queen) = (side.pawn - 1, side.queen + 1);
            }
            trail.push((ply, Material::from(men)));
        }
    }
    trail
}

const MORTALS: [Role; 5] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

fn few_men(dice: &mut Dice<'_>) -> ByRole<u8> {
    let mut few = |most: usize| dice.below(most + 1) as u8;
    let (queen, rook, bishop, knight, pawn) = (few(1), few(2), few(2), few(2), few(3));
    ByRole { pawn, knight, bishop, rook, queen, king: 0 }
}

/// A force by its name, or as it stands on a board.
fn force(text: &str) -> Material {
    match Board::from_ascii_board_fen(text.as_bytes()) {
        Ok(board) => Material::from_board(&board),
        Err(_) => text.parse().expect("a force"),
    }
}

fn kings(dice: &mut Dice<'_>) -> ByColor<Option<Square>> {
    let mut king = || dice.pick(&[None, Some(Square::E1), Some(Square::G8), Some(Square::A1)]);
    ByColor { white: king(), black: king() }
}

/// A random question, as often as not one that the codes alone decide.
pub fn query(dice: &mut Dice<'_>) -> Query {
    if dice.one_in(2) {
        let at = dice.pick(&[Moment::Start, Moment::Final, Moment::Any, Moment::Any]);
        let pattern = dice.pick(&PATTERNS).parse().expect("a pattern");
        return Query { at, invert: dice.one_in(4), ..Query::any_of([pattern]) };
    }
    let terms = (0..=dice.below(2)).map(|_| term(dice)).collect();
    Query {
        terms,
        at: dice.pick(&[Moment::Start, Moment::Final, Moment::Any]),
        lasts: dice.below(5) as u32,
        claim: if dice.one_in(3) {
            dice.pick(&[Some(Claim::Win), Some(Claim::Draw)])
        } else {
            None
        },
        invert: dice.one_in(4),
    }
}

fn term(dice: &mut Dice<'_>) -> Term {
    let kings = ["e1??", "??g8", "[ae]1??"];
    Term {
        pattern: dice.pick(&PATTERNS).parse().expect("a pattern"),
        men: dice.one_in(3).then(|| 2..=2 + dice.below(8) as u8),
        kings: dice.one_in(3).then(|| dice.pick(&kings).parse().expect("kings")),
        turn: dice.one_in(3).then(|| dice.pick(&[Color::White, Color::Black])),
    }
}

/// What the index was made from.
pub fn origin(samples: &[Sample]) -> Origin {
    let last = samples.last().map(|sample| sample.facts.location);
    let length = last.map_or(0, |last| last.offset + last.length) + 7;
    let stamp =
        Stamp { size: 99, modified: -5, changed: Some(7), identity: Some((1, 2)), taken: 8 };
    let frames =
        vec![FrameStart { packed: 0, plain: 0 }, FrameStart { packed: 50, plain: length / 2 }];
    let (format, settings) = ("pgn".to_owned(), "claims=auto".to_owned());
    let settled = last_settled(samples).map_or(0, |it| samples[it].facts.location.offset + 1);
    Origin { stamp, hash: 0x1234_5678_9abc, length, settled, format, settings, frames }
}

/// The last game that nothing can change: two thirds of them are before it.
fn last_settled(samples: &[Sample]) -> Option<usize> {
    (!samples.is_empty()).then(|| samples.len() * 2 / 3)
}

/// Harvests of so many games each; what is at the end is text.
pub fn harvests(samples: &[Sample], each: usize) -> Vec<Harvest> {
    let mut harvests: Vec<Harvest> = samples.chunks(each.max(1)).map(harvest).collect();
    let mut text = Harvest::default();
    text.add_text();
    text.remark(b"the end").expect("it is short");
    harvests.push(text);
    harvests
}

fn harvest(samples: &[Sample]) -> Harvest {
    let mut harvest = Harvest::default();
    for sample in samples {
        for _ in 0..sample.texts {
            harvest.add_text();
            harvest.remark(b"a text").expect("it is short");
        }
        harvest.add_game(&sample.facts, sample.trail.iter().copied()).expect("it fits");
        sample.remarks.iter().for_each(|text| harvest.remark(text).expect("it is short"));
    }
    harvest
}

/// An index of these games, gathered by so many, in segments of so many.
pub fn build(samples: &[Sample], each: usize, segment: u32) -> Vec<u8> {
    let builder = Builder::new(Vec::new(), 2).expect("memory takes all");
    let mut builder = builder.with_segments_of(segment);
    harvests(samples, each).into_iter().for_each(|harvest| builder.add(harvest).expect("it fits"));
    builder.finish(origin(samples)).expect("memory takes all")
}

pub fn open(bytes: &[u8]) -> IndexResult<Index<Cursor<&[u8]>>> {
    Index::open(Cursor::new(bytes))
}

/// How long the force of a term is on the board without a break around a ply.
fn run(sample: &Sample, term: &Term, ply: u32) -> u32 {
    let holds = |ply: &u32| {
        let at = sample.trail.iter().rev().find(|(from, _)| from <= ply);
        let has_men = |material: &Material| {
            term.men.as_ref().is_none_or(|men| men.contains(&material.total()))
        };
        at.is_some_and(|(_, force)| term.pattern.matches_material(force) && has_men(force))
    };
    if !holds(&ply) {
        return 0;
    }
    let before = (0..ply).rev().take_while(holds).count();
    let after = (ply + 1..=sample.facts.plies).take_while(holds).count();
    (before + 1 + after) as u32
}

/// Whether a term holds at a ply: for certain, perhaps, or not.
fn holds(sample: &Sample, query: &Query, term: &Term, ply: u32) -> Option<bool> {
    let facts = &sample.facts;
    let (is_start, is_last) = (ply == 0, ply == facts.plies);
    let counts = match query.at {
        Moment::Start => is_start,
        Moment::Final => is_last && facts.end.is_some(),
        Moment::Any => true,
    };
    let turn =
        facts.start.map(|start| if ply.is_multiple_of(2) { start.turn } else { !start.turn });
    let is_turn = term.turn.is_none() || term.turn == turn;
    if !counts || !is_turn || run(sample, term, ply) < query.lasts.max(1) {
        return None;
    }
    let Some(kings) = term.kings else { return Some(true) };
    let standing = match query.at {
        Moment::Final => facts.end,
        Moment::Any if facts.plies > 0 => return Some(false),
        Moment::Any | Moment::Start => facts.start,
    };
    standing.is_some_and(|standing| kings.take(|color| standing.kings[color])).then_some(true)
}

/// The answer for one game.
fn expected_match(number: u64, sample: &Sample, query: &Query) -> Option<Match> {
    let (mut found, mut is_certain) = (None, true);
    let is_claimed = query.claim.is_none() || query.claim == sample.facts.claim;
    for ply in (0..=sample.facts.plies).filter(|_| is_claimed) {
        for term in &query.terms {
            if let Some(certain) = holds(sample, query, term, ply) {
                is_certain &= certain;
                let force = sample.trail.iter().rev().find(|(from, _)| *from <= ply);
                found = found.or(force.map(|&(_, material)| (ply, material)));
            }
        }
    }
    let is_wanted = found.is_some() != query.invert || !is_certain;
    is_wanted.then_some(Match { number, location: sample.facts.location, found, is_certain })
}

pub fn expected(samples: &[Sample], query: &Query) -> Vec<Match> {
    (1..).zip(samples).filter_map(|(number, it)| expected_match(number, it, query)).collect()
}

fn expected_classes(samples: &[Sample], at: Moment) -> ClassCounts {
    let mut counts = ClassCounts::default();
    for sample in samples {
        let facts = &sample.facts;
        let mut codes: Vec<Code> = match at {
            Moment::Start => facts.start.into_iter().map(|start| start.material).collect(),
            Moment::Final => facts.end.into_iter().map(|end| end.material).collect(),
            Moment::Any => sample.trail.iter().map(|change| change.1).collect::<Vec<_>>(),
        }
        .iter()
        .filter_map(|material| Code::from_material(material).ok())
        .collect();
        codes.sort_unstable();
        codes.dedup();
        counts.games += u64::from(!codes.is_empty());
        codes.into_iter().for_each(|code| add(counts.classes.entry(code).or_default(), facts));
    }
    counts
}

fn add(class: &mut ClassCount, facts: &Facts) {
    class.games += 1;
    class.played += u64::from(facts.is_played);
    class.plies += u64::from(facts.plies) * u64::from(facts.is_played);
    match facts.outcome {
        Some(Outcome::Known(KnownOutcome::Decisive { winner })) => *class.wins.get_mut(winner) += 1,
        Some(Outcome::Known(KnownOutcome::Draw)) => class.draws += 1,
        Some(Outcome::Unknown) | None => {}
    }
}

fn expected_remarks(samples: &[Sample]) -> Vec<IndexedRemark> {
    let mut remarks = Vec::new();
    for (number, sample) in (1..).zip(samples) {
        let text = IndexedRemark { game: None, text: b"a text".to_vec() };
        remarks.extend((0..sample.texts).map(|_| text.clone()));
        let own = sample
            .remarks
            .iter()
            .map(|text| IndexedRemark { game: Some(number), text: text.clone() });
        remarks.extend(own);
    }
    remarks.push(IndexedRemark { game: None, text: b"the end".to_vec() });
    remarks
}

/// Everything comes back as it was put in, whatever the segments.
pub fn comes_back(samples: &[Sample], segment: u32) {
    let bytes = build(samples, 7, segment);
    let mut index = open(&bytes).expect("it was just made");
    assert_eq!(*index.origin(), origin(samples));
    assert_eq!(index.games(), samples.len() as u64);
    assert_eq!(index.coded(), samples.iter().filter(|sample| sample.facts.is_coded).count() as u64);
    assert_eq!(
        index.texts(),
        1 + samples.iter().map(|sample| u64::from(sample.texts)).sum::<u64>()
    );
    let facts: Vec<Facts> = index.facts().map(|facts| facts.expect("it is whole")).collect();
    assert!(facts.iter().eq(samples.iter().map(|sample| &sample.facts)));
    let mut remarks = Vec::new();
    index.remarks(|remark| remarks.push(remark)).expect("it is whole");
    assert_eq!(remarks, expected_remarks(samples));
    for at in [Moment::Start, Moment::Final, Moment::Any] {
        let expected = expected_classes(samples, at);
        let lists = index.by_code(at).expect("it is whole");
        let lengths = lists.iter().map(|(code, games)| (*code, games.len() as u64));
        assert!(lengths.eq(expected.classes.iter().map(|(code, class)| (*code, class.games))));
        assert!(lists.values().all(|games| games.is_sorted_by(|one, next| one < next)));
        assert_eq!(index.classes(at), Ok(expected), "{at:?}");
    }
    index.verify().expect("it is whole");
}

/// The answer to a question is that of a look at every ply.
pub fn answers_right(samples: &[Sample], segment: u32, query: &Query) {
    let bytes = build(samples, 7, segment);
    let mut index = open(&bytes).expect("it was just made");
    let expected = expected(samples, query);
    let found: Vec<Match> = index.find(query).map(|found| found.expect("it is whole")).collect();
    assert_eq!(found, expected, "{query:?}");
    let is_certain = expected.iter().all(|game| game.is_certain);
    let count = is_certain.then_some(expected.len() as u64);
    assert_eq!(index.count(query), Ok(count), "{query:?}");
}

/// The bytes do not depend on who gathered what, nor on whether the index was made at once.
pub fn is_the_same_whatever_the_cutting(samples: &[Sample], segment: u32, cut: usize) {
    let whole = build(samples, samples.len(), segment);
    for each in [1, 2, 5] {
        assert!(build(samples, each, segment) == whole, "in harvests of {each}");
    }
    let before = build(&samples[..cut], 3, segment);
    let (builder, at) =
        open(&before).and_then(|mut it| it.resume(Vec::new(), 1)).expect("it is whole");
    let mut builder = builder.with_segments_of(segment);
    let kept = last_settled(&samples[..cut]).unwrap_or_default();
    assert_eq!(at.games, kept as u64);
    let location = samples.first().filter(|_| cut > 0).map(|_| samples[kept].facts.location);
    assert_eq!((at.offset, at.line), location.map_or((0, 1), |it| (it.offset, it.line)));
    let mut rest = samples[kept..].to_vec();
    // The texts before the game that is read again are known.
    if let Some(first) = rest.first_mut().filter(|_| cut > 0) {
        first.texts = 0;
    }
    harvests(&rest, 3).into_iter().for_each(|harvest| builder.add(harvest).expect("it fits"));
    let resumed = builder.finish(origin(samples)).expect("memory takes all");
    assert!(resumed == whole, "made at once and after {cut} games");
}

/// Everything that can be asked, or the error that came instead.
pub fn all_answers(bytes: &[u8], queries: &[Query]) -> Vec<Result<String, ()>> {
    let Ok(mut index) = open(bytes) else { return vec![Err(())] };
    let text = |result: IndexResult<String>| result.map_err(|_| ());
    let mut answers = vec![Ok(format!("{:?} {} {}", index.origin(), index.games(), index.texts()))];
    for query in queries {
        answers.push(text(index.count(query).map(|count| format!("{count:?}"))));
        let found: IndexResult<Vec<Match>> = index.find(query).collect();
        answers.push(text(found.map(|found| format!("{found:?}"))));
    }
    for at in [Moment::Start, Moment::Final, Moment::Any] {
        answers.push(text(index.classes(at).map(|counts| format!("{counts:?}"))));
    }
    let facts: IndexResult<Vec<Facts>> = index.facts().collect();
    answers.push(text(facts.map(|facts| format!("{facts:?}"))));
    let mut remarks = Vec::new();
    let said = index.remarks(|remark| remarks.push(remark));
    answers.push(text(said.map(|()| format!("{remarks:?}"))));
    answers.push(text(index.verify().map(|()| "whole".to_owned())));
    let resumed = index.resume(Vec::new(), 1);
    answers.push(text(resumed.map(|(_, at)| format!("{at:?}"))));
    answers
}

/// A damaged index gives the same answers as the whole one, or errors.
pub fn damage_gives_no_wrong_answer(whole: &[u8], damaged: &[u8], queries: &[Query]) {
    let right = all_answers(whole, queries);
    let given = all_answers(damaged, queries);
    if given == [Err(())] {
        return;
    }
    for (given, right) in given.iter().zip(&right) {
        assert!(given.is_err() || given == right, "{given:?} instead of {right:?}");
    }
}

/// Any bytes as an index, and any bytes as damage to one.
pub fn any_bytes(bytes: &[u8]) {
    let mut dice = Dice::from_bytes(bytes);
    let queries: Vec<Query> = (0..2).map(|_| query(&mut dice)).collect();
    all_answers(bytes, &queries);
    let count = dice.below(30);
    let samples = samples(&mut dice, count);
    let segment = 1 + dice.below(20) as u32;
    comes_back(&samples, segment);
    queries.iter().for_each(|query| answers_right(&samples, segment, query));
    is_the_same_whatever_the_cutting(&samples, segment, dice.below(count + 1));
    let whole = build(&samples, 4, segment);
    let mut damaged = whole.clone();
    for _ in 0..=dice.below(3) {
        damage(&mut dice, &mut damaged);
    }
    damage_gives_no_wrong_answer(&whole, &damaged, &queries);
}

/// Flips, cuts, repeats or replaces some bytes.
pub fn damage(dice: &mut Dice<'_>, bytes: &mut Vec<u8>) {
    let place = |dice: &mut Dice<'_>, length: usize| dice.below(length.clamp(1, 1 << 16));
    let at = place(dice, bytes.len());
    let end = (at + dice.below(40)).min(bytes.len());
    match dice.below(5) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at.min(end)..end)),
        2 => bytes.splice(at..at, b"\r\n\0\xff".iter().copied()).for_each(drop),
        3 => bytes[at.min(end)..end].fill(0),
        _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << dice.below(8)),
    }
}

/// Random choices for those who have a seed.
pub fn dice(seed: u64) -> Dice<'static> {
    Dice::new(seed)
}
