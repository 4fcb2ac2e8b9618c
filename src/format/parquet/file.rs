//! The file: row groups, and after them what engines read first.

use super::column::Piece;
use super::group::RowGroup;
use super::schema;
use crate::format::{Binding, RowBatch};
use crate::pipeline;
use crate::row::Column;
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::SerializedFileWriter;
use std::io;
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A file on its way.
pub struct File {
    columns: Vec<Column>,
    threads: usize,
    properties: WriterPropertiesPtr,
    /// Rows of small batches, until they are as many as usual.
    few: RowBatch,
    group: RowGroup,
    /// What it writes is taken out of its buffer after each group.
    writer: SerializedFileWriter<Vec<u8>>,
}

impl File {
    pub fn new(columns: &[Column], threads: usize) -> io::Result<File> {
        let properties = Arc::new(schema::properties(columns));
        let message = schema::message(columns).map_err(io::Error::other)?;
        let writer = SerializedFileWriter::new(Vec::new(), message, Arc::clone(&properties));
        Ok(File {
            columns: columns.to_vec(),
            threads,
            properties,
            few: RowBatch::default(),
            group: RowGroup::new(columns),
            writer: writer.map_err(io::Error::other)?,
        })
    }

    /// Writes the rows that wait as a row group. The columns are encoded at the same time, which
    /// is most of the work, and written in their order.
    fn flush(&mut self, out: &mut Vec<u8>) -> Result<()> {
        let group = mem::replace(&mut self.group, RowGroup::new(&self.columns));
        if !group.is_empty() {
            let columns = self.writer.schema_descr().columns().to_vec();
            let cells = group.into_columns().into_iter().zip(columns);
            let mut rows = self.writer.next_row_group()?;
            let failed = pipeline::run(
                self.threads,
                cells,
                |more| more(),
                || (),
                |(), (cells, column)| cells.encode(column, Arc::clone(&self.properties)),
                |encoded| match encoded
                    .and_then(|(bytes, closed)| rows.append_column(&bytes, closed))
                {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                },
            );
            failed.map_or(Ok(()), Err)?;
            rows.close()?;
        }
        self.drain(out)
    }

    fn drain(&mut self, out: &mut Vec<u8>) -> Result<()> {
        self.writer.flush()?;
        out.append(self.writer.inner_mut());
        Ok(())
    }
}

impl File {
    /// Puts rows into groups, and writes those that are full.
    fn put(&mut self, batch: RowBatch, out: &mut Vec<u8>) -> io::Result<()> {
        let mut rows = batch.rows;
        let mut pieces: Vec<Piece> = batch.columns.into_iter().map(Piece::from).collect();
        while rows > 0 {
            let now = rows.min(self.group.room());
            let later = pieces.iter_mut().map(|piece| piece.split_off(now)).collect();
            self.group.push(mem::replace(&mut pieces, later), now);
            rows -= now;
            if self.group.room() == 0 {
                self.flush(out).map_err(plain)?;
            }
        }
        Ok(())
    }

    /// Puts the rows of small batches into groups.
    fn put_few(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        let few = mem::take(&mut self.few);
        self.put(few, out)
    }
}

impl Binding for File {
    fn add(&mut self, batch: RowBatch, out: &mut Vec<u8>) -> io::Result<()> {
        if !batch.is_small() {
            self.put_few(out)?;
            return self.put(batch, out);
        }
        self.few.append(&batch);
        if self.few.is_small() { Ok(()) } else { self.put_few(out) }
    }

    fn end(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        self.put_few(out)?;
        self.flush(out).map_err(plain)?;
        self.writer.finish().map_err(plain)?;
        self.drain(out).map_err(plain)
    }
}

fn plain(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
