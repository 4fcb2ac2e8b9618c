//! An output in the format of a sink: what comes before the first record, the records, and what comes after the last.

use std::io::{self, Write};

use super::binding::Binding;
use super::row_batch::RowBatch;
use super::sink::Sink;
use crate::row::Column;

/// In go bytes that a sink wrote, or rows where the format has to put them together; out go head, records and foot.
///
/// Several inputs may go into one of them, one after the other: it has one head and one foot all the same.
pub struct SinkWriter<W> {
    output: W,
    binding: Option<Box<dyn Binding>>,
    foot: Vec<u8>,
    ready: Vec<u8>,
}

impl<W: Write> SinkWriter<W> {
    /// Begins with what comes before the first record.
    ///
    /// # Errors
    ///
    /// Returns why the format cannot hold these columns, or why the head cannot be written.
    pub fn begin(sink: &dyn Sink, columns: &[Column], mut output: W) -> io::Result<SinkWriter<W>> {
        let (mut head, mut foot) = (Vec::new(), Vec::new());
        sink.head(columns, &mut head);
        sink.foot(columns, &mut foot);
        output.write_all(&head)?;
        Ok(SinkWriter { output, binding: sink.binding(columns)?, foot, ready: Vec::new() })
    }

    /// Whether it takes rows, and not bytes.
    #[must_use]
    pub fn takes_rows(&self) -> bool {
        self.binding.is_some()
    }

    /// Takes rows of a format that puts them together.
    ///
    /// # Errors
    ///
    /// Returns why they cannot be written.
    ///
    /// # Panics
    ///
    /// Panics where [`takes_rows`](SinkWriter::takes_rows) says that it takes bytes.
    pub fn add(&mut self, batch: RowBatch) -> io::Result<()> {
        let binding = self.binding.as_mut().expect("somebody asked whether it takes rows");
        self.ready.clear();
        binding.add(batch, &mut self.ready)?;
        self.output.write_all(&self.ready)
    }

    /// Writes what comes after the last record, and gives the output back.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be written.
    pub fn end(mut self) -> io::Result<W> {
        self.ready.clear();
        if let Some(binding) = &mut self.binding {
            binding.end(&mut self.ready)?;
        }
        self.output.write_all(&self.ready)?;
        self.output.write_all(&self.foot)?;
        Ok(self.output)
    }
}

impl<W: Write> Write for SinkWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
