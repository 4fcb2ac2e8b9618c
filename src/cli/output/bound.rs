//! An output for rows, which the format may have to put together first.

use super::Output;
use crate::format::{Binding, Sink};
use crate::row::Column;
use anyhow::ensure;
use std::io::{self, IsTerminal, Write};

/// What workers wrote goes in, whole rows at a time.
pub struct Bound<'o> {
    output: &'o mut Output,
    binding: Option<Box<dyn Binding>>,
    ready: Vec<u8>,
}

impl<'o> Bound<'o> {
    /// Begins with what comes before the first row.
    pub fn begin(
        sink: &dyn Sink,
        columns: &[Column],
        output: &'o mut Output,
    ) -> anyhow::Result<Bound<'o>> {
        let mut ready = Vec::new();
        sink.head(columns, &mut ready);
        output.write_all(&ready)?;
        let binding = sink.binding(columns)?;
        if binding.is_some() {
            refuse_binary(output)?;
        }
        Ok(Bound { output, binding, ready: Vec::new() })
    }

    /// Writes what comes behind the last row.
    pub fn end(mut self) -> io::Result<()> {
        match self.binding.take() {
            Some(mut binding) => {
                binding.end(&mut self.ready)?;
                self.output.write_all(&self.ready)
            }
            None => Ok(()),
        }
    }
}

/// Formats with a binding are no text, and compressed already.
fn refuse_binary(output: &Output) -> anyhow::Result<()> {
    ensure!(
        !output.is_stdout() || !io::stdout().is_terminal(),
        "this format is no text for a terminal; name a file with -o"
    );
    ensure!(
        !output.is_compressed(),
        "this format is compressed already, and nobody reads it compressed twice; name the file \
         without .zst, .gz, .bz2 or .xz"
    );
    Ok(())
}

impl Write for Bound<'_> {
    fn write(&mut self, rows: &[u8]) -> io::Result<usize> {
        let Some(binding) = &mut self.binding else { return self.output.write(rows) };
        self.ready.clear();
        binding.add(rows, &mut self.ready)?;
        self.output.write_all(&self.ready)?;
        Ok(rows.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
