//! An output for rows, which the format may have to put together first.

use super::Output;
use crate::format::{Binding, RowBatch, Sink};
use crate::row::Column;
use anyhow::ensure;
use std::io::{self, IsTerminal, Write};

/// In go bytes as they are, or rows where the format has to put them together.
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

    /// Whether it takes rows, and not bytes.
    pub fn takes_rows(&self) -> bool {
        self.binding.is_some()
    }

    /// Takes rows of a format that puts them together.
    pub fn add(&mut self, batch: RowBatch) -> io::Result<()> {
        let binding = self.binding.as_mut().expect("somebody asked whether it takes rows");
        self.ready.clear();
        binding.add(batch, &mut self.ready)?;
        self.output.write_all(&self.ready)
    }

    /// Writes what comes behind the last row.
    pub fn end(mut self) -> io::Result<()> {
        match self.binding.take() {
            Some(mut binding) => {
                self.ready.clear();
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
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
