//! A run whose records go into an output: head, records of one input or several, foot.

use std::io::{self, Read, Write};

use super::{Done, GameCollector, Job};
use crate::format::{RowBatch, SinkWriter};

impl Job<'_> {
    /// Writes all of an input: what comes before its first record, the records, and what comes after the last.
    ///
    /// # Errors
    ///
    /// Returns why the input cannot be read or the output not be written.
    ///
    /// # Example
    ///
    /// ```
    /// use gbr_pgn::format::{Csv, Pgn};
    /// use gbr_pgn::column::{At, Code, Roster};
    /// use gbr_pgn::run::Task;
    /// use gbr_pgn::{Job, Stage};
    ///
    /// let stages: [&dyn Stage; 2] = [&Roster("White", "white"), &Code(At::Final)];
    /// let csv = Csv::default();
    /// let pgn = b"[White \"Greco\"]\n\n1. e4 d5 2. exd5 Qxd5 *\n";
    /// let mut out = Vec::new();
    /// let done = Job::new(&Pgn, Task::Find(&stages), &csv).write(&pgn[..], &mut out)?;
    /// assert_eq!(out, b"white,gbrfinal\nGreco,4888.77\n");
    /// assert_eq!((done.games, done.faults.len()), (1, 0));
    /// # Ok::<_, std::io::Error>(())
    /// ```
    pub fn write(&self, input: impl Read + Send, output: impl Write) -> io::Result<Done<()>> {
        let mut output = self.begin(output)?;
        let done = self.append(input, &mut output)?;
        output.end()?;
        Ok(done)
    }

    /// Begins an output for this job, and for others with the same columns and the same sink. Each input is put
    /// into it by [`append`](Job::append), and [`SinkWriter::end`] concludes it.
    ///
    /// # Errors
    ///
    /// Returns why the format cannot hold the columns, or why its head cannot be written.
    pub fn begin<W: Write>(&self, output: W) -> io::Result<SinkWriter<W>> {
        SinkWriter::begin(self.collector.sink, &self.columns(), output)
    }

    /// Writes the records of an input. Nothing is put between the last one of one input and the first one of the
    /// next: where records are written as they are, a [`Joiner`](crate::joint::Joiner) has to see to that.
    ///
    /// # Errors
    ///
    /// Returns why the input cannot be read or the output not be written.
    pub fn append<W: Write>(
        &self,
        input: impl Read + Send,
        output: &mut SinkWriter<W>,
    ) -> io::Result<Done<()>> {
        let mut all = Done::default();
        if output.takes_rows() {
            let rows = self.collected_by(GameCollector::new(RowBatch::add));
            rows.run(input, |done| {
                all.absorb(done);
                output.add(std::mem::take(&mut done.out))
            })?;
        } else {
            self.run(input, |done| {
                all.absorb(done);
                output.write_all(&done.out)
            })?;
        }
        Ok(all)
    }

    /// The same job, but its records are taken in by another collector.
    fn collected_by<C>(&self, collector: C) -> Job<'_, C> {
        let Job { source, task, only, tags, adviser, lane, claims, limit, start, threads, .. } =
            *self;
        Job { source, task, only, tags, adviser, collector, lane, claims, limit, start, threads }
    }
}

impl Done<()> {
    /// Counts in what was done after it.
    fn absorb<V>(&mut self, next: &mut Done<V>) {
        self.faults.append(&mut next.faults);
        self.games += next.games;
        self.coded += next.coded;
        self.texts += next.texts;
        self.found += next.found;
        self.lost += next.lost;
        self.is_settled = next.is_settled;
    }
}
