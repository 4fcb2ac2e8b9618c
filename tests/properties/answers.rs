//! Promises about what somebody outside answers: it comes and goes, and nothing else does.

use std::io;
use std::sync::LazyLock;

use super::files::{PLAIN, Way, own_columns, run, strip};
use gbr_pgn::fault::{Fault, FaultKind};
use gbr_pgn::format::{Names, Source};
use gbr_pgn::play::Lane;
use gbr_pgn::row::Column;
use gbr_pgn::run::{Advice, Adviser, GROWTH, Inquiry, Job, Reply, SinkCollector, Task};

/// Answers every game that has no such tag with something that needs care.
struct Tricky;

const COLUMNS: &[Column] = &[Column::answer("Said", "said"), Column::answer("Never", "never")];

impl Adviser for Tricky {
    fn columns(&self) -> &[Column] {
        COLUMNS
    }

    fn engage(&self) -> Box<dyn Advice + '_> {
        Box::new(Tricky)
    }
}

impl Advice for Tricky {
    fn ask(&mut self, inquiries: &[Inquiry<'_>]) -> io::Result<Vec<Reply>> {
        Ok(inquiries.iter().map(reply).collect())
    }
}

fn reply(inquiry: &Inquiry<'_>) -> Reply {
    let name = if inquiry.source.names() == Names::Operations { "said" } else { "Said" };
    let mut is_said = false;
    inquiry.source.each_value(inquiry.record, &mut |other, _| is_said |= other == name.as_bytes());
    let ends = ["", "\\", "\"", "\"]", "]", "; x", "\\\";"];
    let end = ends[inquiry.record.bytes.len() % ends.len()];
    let moves = inquiry.moves.map_or(0, <[_]>::len);
    let cell = (!is_said).then(|| format!("\\[{moves} \"% ;{end}").into_bytes());
    Reply { cells: vec![cell, None], faults: Vec::new() }
}

fn annotate_advised(source: &dyn Source, input: &[u8], way: Way) -> (Vec<u8>, Vec<Fault>) {
    let job = Job::annotate(source).expect("a format that can be annotated");
    let sink = source.answer_editor().expect("a place for answers");
    let job = Job { collector: SinkCollector::new(sink), limit: way.limit, ..job };
    run(job.advised_by(&Tricky), input, way)
}

/// Our tags and those answers.
static GONE: LazyLock<Vec<Column>> =
    LazyLock::new(|| [own_columns(), vec![Column::text("Said", "said")]].concat());

fn remove(source: &dyn Source, input: &[u8], way: Way) -> (Vec<u8>, Vec<Fault>) {
    let sink = source.remover().expect("a format with names");
    let job = Job::new(source, Task::Forget(&GONE), sink);
    run(Job { limit: way.limit + GROWTH, ..job }, input, way)
}

/// Asked about every game: the way does not matter, nothing is said twice, and all of it goes again.
pub fn come_and_go(source: &dyn Source, input: &[u8], limit: usize) {
    // What is longer with an answer than records may be is not for here: the program refuses that.
    let way = Way { limit: limit.max(1 << 20), ..PLAIN };
    if limit < way.limit || input.windows(3).any(|part| part == b"aid") {
        return;
    }
    let (once, _) = annotate_advised(source, input, way);
    let threads = if input.len().is_multiple_of(8) { 2 } else { 0 };
    let other = Way { threads, step: 7, lane: Lane::Reference, ..way };
    let (otherwise, _) = annotate_advised(source, input, other);
    assert!(once == otherwise, "the way matters\n{}", shown(&[input, &once, &otherwise]));
    let (twice, _) = annotate_advised(source, &once, way);
    assert!(once == twice, "not idempotent\n{}", shown(&[input, &once, &twice]));
    let (restored, faults) = remove(source, &once, way);
    assert!(
        faults.iter().all(|fault| fault.kind != FaultKind::LeftAlone),
        "{faults:?}\n{}",
        shown(&[input, &once])
    );
    let expected = strip(source, input, way);
    assert!(restored == expected, "not restored\n{}", shown(&[input, &once, &restored, &expected]));
}

fn shown(texts: &[&[u8]]) -> String {
    texts.iter().map(|text| format!("{}\n", text.escape_ascii())).collect()
}
