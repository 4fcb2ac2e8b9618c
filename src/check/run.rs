//! What a run finds out about stored codes: those that disagree and, if asked for, the records with them set
//! right.

use std::ops::AddAssign;

use super::Finding;
use super::comparison::{Outcome, compare};
use crate::fault::Fault;
use crate::format::{Entry, Sink};
use crate::row::{Column, Row};
use crate::run::{Chunk, Collector, SinkCollector};

/// Compares the stored codes of each record.
#[derive(Default)]
pub struct Check<'a> {
    /// Writes the records with our codes corrected; none to write nothing.
    editor: Option<SinkCollector<'a>>,
}

/// What became of a chunk of records.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// The records, where codes are corrected.
    pub records: Vec<u8>,
    /// The codes that disagree.
    pub findings: Vec<Finding>,
    /// How many there are of which sort.
    pub tally: CheckTally,
}

/// Numbers of games by what became of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CheckTally {
    /// All codes agree.
    pub agree: u64,
    /// Some code does not.
    pub disagree: u64,
    /// No code is stored.
    pub nothing: u64,
    /// There is nothing to compare the code with.
    pub unknown: u64,
}

impl AddAssign for CheckTally {
    fn add_assign(&mut self, other: CheckTally) {
        self.agree += other.agree;
        self.disagree += other.disagree;
        self.nothing += other.nothing;
        self.unknown += other.unknown;
    }
}

impl CheckTally {
    /// Games of which a code was compared.
    #[must_use]
    pub const fn checked(&self) -> u64 {
        self.agree + self.disagree
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

impl<'a> Check<'a> {
    /// Has the records written by this editor as well, with our codes corrected.
    #[must_use]
    pub fn correcting(editor: &'a dyn Sink) -> Check<'a> {
        Check { editor: Some(SinkCollector::new(editor)) }
    }
}

impl Collector for Check<'_> {
    type Value = Checked;

    fn begin(&self, chunk: &Chunk) -> Checked {
        let records = self.editor.as_ref().map(|editor| editor.begin(chunk));
        Checked { records: records.unwrap_or_default(), ..Checked::default() }
    }

    fn add(&self, entry: &Entry<'_>, checked: &mut Checked) -> Option<Fault> {
        let mut outcome = compare(entry.source, entry.record, entry.game);
        if entry.record.is_game() {
            checked.tally.count(&outcome);
        }
        checked.findings.append(&mut outcome.findings);
        correct(self.editor.as_ref()?, entry, &outcome.fixes, &mut checked.records)
    }

    fn end(&self, checked: Checked) {
        if let Some(editor) = &self.editor {
            editor.end(checked.records);
        }
    }
}

/// Writes a record with our wrong codes set right, and nothing else changed; or returns
/// why they stay.
fn correct(
    editor: &SinkCollector<'_>,
    entry: &Entry<'_>,
    fixes: &[(Column, String)],
    out: &mut Vec<u8>,
) -> Option<Fault> {
    if fixes.is_empty() {
        out.extend_from_slice(entry.record.bytes);
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
    editor.add(&Entry { columns: &columns, row: &row, ..*entry }, out)
}
