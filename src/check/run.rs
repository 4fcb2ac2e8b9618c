//! One run over one input that compares and, if asked to, corrects.

use std::io::{self, Read};
use std::ops::{AddAssign, ControlFlow};

use super::{Finding, Outcome, compare};
use crate::fault::{Fault, Kind as FaultKind};
use crate::format::{self, Claims, Desk, Entry, Sink, Source};
use crate::game::Game;
use crate::pipeline;
use crate::play::Lane;
use crate::record::{Kind, Record};
use crate::row::{Column, Row};
use crate::run::bulk::Bulk;
use crate::run::spare::{LONG, Spares};
use crate::run::{Chunk, Chunks};

/// What to do with an input.
pub struct Check<'a> {
    /// How it is read.
    pub source: &'a dyn Source,
    /// What writes the records with the codes of ours corrected; none to write nothing.
    pub editor: Option<&'a dyn Sink>,
    /// Who plays the moves.
    pub lane: Lane,
    /// The longest record.
    pub limit: usize,
    /// How many workers; without any, all is done on the caller's thread.
    pub threads: usize,
}

/// What became of a chunk of records.
#[derive(Debug, Default)]
pub struct Checked {
    /// The records, where codes are corrected.
    pub out: Vec<u8>,
    /// The codes that disagree.
    pub findings: Vec<Finding>,
    /// What is wrong or odd besides.
    pub faults: Vec<Fault>,
    /// How many there are of which sort.
    pub tally: Tally,
    /// How many pieces of text there were that are not games.
    pub texts: u64,
    /// Whether the records are the same whatever follows them in the input.
    pub is_settled: bool,
}

/// Numbers of games by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// All codes agree.
    pub agree: u64,
    /// Some code does not.
    pub disagree: u64,
    /// No code is stored.
    pub nothing: u64,
    /// There is nothing to compare the code with.
    pub unknown: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.agree += other.agree;
        self.disagree += other.disagree;
        self.nothing += other.nothing;
        self.unknown += other.unknown;
    }
}

impl Tally {
    /// Games of which a code was compared.
    #[must_use]
    pub const fn checked(&self) -> u64 {
        self.agree + self.disagree
    }

    /// All games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.checked() + self.nothing + self.unknown
    }

    fn count(&mut self, outcome: &Outcome) {
        let number = match outcome {
            Outcome { findings, .. } if !findings.is_empty() => &mut self.disagree,
            Outcome { compared: 1.., .. } => &mut self.agree,
            Outcome { unknown: 1.., .. } => &mut self.unknown,
            _ => &mut self.nothing,
        };
        *number += 1;
    }
}

impl Check<'_> {
    /// Runs over an input and hands over what was done, in order, until `take` breaks off.
    ///
    /// # Errors
    ///
    /// Returns what `take` broke off with, or the error of the reader, after
    /// all that was read before it.
    pub fn run<R: Read + Send, E: From<io::Error>>(
        &self,
        input: R,
        mut take: impl FnMut(&Checked) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut chunks = Chunks::new(input, self.source, self.limit);
        chunks.cutter.weigh(Bulk::default());
        let long = Spares::one(LONG..=usize::MAX);
        let ended = pipeline::run(
            self.threads,
            chunks.portions,
            |more| chunks.cutter.next(more),
            || Desk::new(self.lane, Claims::Auto),
            |desk, chunk| {
                let chunk = &mut chunk?;
                let out = if chunk.share.is_some() { long.take() } else { Vec::new() };
                Ok((self.work(chunk, desk, out), chunk.share.take()))
            },
            |done: io::Result<_>| {
                let taken = done.map_err(E::from).and_then(|(done, _share): (Checked, _)| {
                    take(&done)?;
                    long.give(done.out);
                    Ok(())
                });
                taken.map_or_else(ControlFlow::Break, ControlFlow::Continue)
            },
        );
        ended.map_or(Ok(()), Err)
    }

    /// What becomes of a chunk; `out` is a buffer that may hold something old.
    fn work(&self, chunk: &Chunk, desk: &mut Desk, out: Vec<u8>) -> Checked {
        let mut done = Checked { out, is_settled: chunk.is_settled, ..Checked::default() };
        done.out.clear();
        for record in chunk.records() {
            let mut game = format::read(self.source, &record, self.limit, desk);
            let mut outcome = compare(self.source, &record, &game);
            done.texts += u64::from(record.frame.kind == Kind::Text);
            if record.is_game() {
                done.tally.count(&outcome);
            }
            if let Some(editor) = self.editor {
                let note = self.correct(editor, &record, &game, &outcome.fixes, &mut done.out);
                game.faults.extend(note);
            }
            // That a line contradicts itself is a finding already.
            game.faults.retain(|fault| fault.kind != FaultKind::BadNotation);
            done.findings.append(&mut outcome.findings);
            done.faults.append(&mut game.faults);
        }
        done
    }

    /// Writes a record with its wrong codes of ours set right, and nothing else changed; or returns
    /// why they stay.
    fn correct(
        &self,
        editor: &dyn Sink,
        record: &Record<'_>,
        game: &Game,
        fixes: &[(Column, String)],
        out: &mut Vec<u8>,
    ) -> Option<Fault> {
        if fixes.is_empty() {
            out.extend_from_slice(record.bytes);
            return None;
        }
        let mut row = Row::default();
        let columns: Vec<Column> = fixes.iter().map(|(column, _)| *column).collect();
        for (_, computed) in fixes {
            row.push(|cell| {
                cell.extend_from_slice(computed.as_bytes());
                true
            });
        }
        editor.write_and_note(
            &Entry { source: self.source, record, game, columns: &columns, row: &row },
            out,
        )
    }
}
