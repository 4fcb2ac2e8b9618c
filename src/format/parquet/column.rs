//! A column of a row group: gathered cell by cell, and encoded as a whole.

use crate::format::{CellColumn, Extent};
use crate::row::CellKind;
use crate::text::cpu::Vector;
use crate::text::vector::find;
use crate::text::{date, decimal};
use bytes::Bytes;
use parquet::column::writer::{
    ColumnCloseResult, ColumnWriterImpl, get_column_writer, get_typed_column_writer,
};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use std::ops::Range;

/// The rows that are handed to the encoder at a time.
const BATCH: usize = 4096;

/// The cells of one column.
pub struct Cells {
    kind: CellKind,
    /// As the workers made them: one text of all would be copied whenever it grows, and take twice the room.
    pieces: Vec<Piece>,
}

/// The cells of some rows.
pub struct Piece {
    text: Bytes,
    extents: Vec<Extent>,
}

impl From<CellColumn> for Piece {
    /// Gives back the room that is left over.
    fn from(CellColumn { text, mut extents }: CellColumn) -> Piece {
        extents.shrink_to_fit();
        Piece { text: text.into_boxed_slice().into(), extents }
    }
}

impl Piece {
    /// The cells after so many rows, which it loses.
    pub fn split_off(&mut self, rows: usize) -> Piece {
        Piece { text: self.text.clone(), extents: self.extents.split_off(rows) }
    }

    /// How much memory it takes.
    pub fn size(&self) -> usize {
        self.text.len() + size_of_val(&self.extents[..])
    }
}

impl Cells {
    pub fn new(kind: CellKind) -> Cells {
        Cells { kind, pieces: Vec::new() }
    }

    /// Adds the cells of some rows.
    pub fn push(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    /// The cells as a column of Parquet, and what is to be known about it.
    pub fn encode(
        self,
        column: ColumnDescPtr,
        properties: WriterPropertiesPtr,
    ) -> Result<(Bytes, ColumnCloseResult)> {
        let mut out = TrackedWrite::new(Vec::new());
        let pages = Box::new(SerializedPageWriter::new(&mut out));
        let writer = get_column_writer(column, properties, pages);
        let closed = match self.kind {
            CellKind::Number => {
                self.write(get_typed_column_writer::<Int64Type>(writer), Cells::numbers)
            }
            CellKind::Text | CellKind::Code | CellKind::Position | CellKind::Answer => {
                self.write(get_typed_column_writer::<ByteArrayType>(writer), Cells::texts)
            }
            CellKind::Codes => {
                self.write(get_typed_column_writer::<ByteArrayType>(writer), Cells::codes)
            }
            CellKind::Numbers => {
                self.write(get_typed_column_writer::<Int64Type>(writer), Cells::plies)
            }
            CellKind::Date => {
                self.write(get_typed_column_writer::<Int32Type>(writer), Cells::dates)
            }
        }?;
        Ok((out.into_inner()?.into(), closed))
    }

    /// Writes all of them, some rows at a time.
    fn write<T: DataType>(
        self,
        mut writer: ColumnWriterImpl<'_, T>,
        append: fn(&Bytes, &[Extent], &mut Batch<T::T>),
    ) -> Result<ColumnCloseResult> {
        let mut batch = Batch::default();
        for Piece { text, extents } in self.pieces {
            let mut rest = &extents[..];
            while !rest.is_empty() {
                let (now, later) = rest.split_at(rest.len().min(BATCH - batch.rows));
                append(&text, now, &mut batch);
                batch.rows += now.len();
                if batch.rows == BATCH {
                    batch.write(&mut writer)?;
                }
                rest = later;
            }
        }
        batch.write(&mut writer)?;
        writer.close()
    }

    fn texts(text: &Bytes, extents: &[Extent], batch: &mut Batch<ByteArray>) {
        for extent in extents {
            let cell = extent.range().map(|range| text.slice(range));
            batch.defined.push(i16::from(cell.is_some()));
            batch.values.extend(cell.map(ByteArray::from));
        }
    }

    fn numbers(text: &Bytes, extents: &[Extent], batch: &mut Batch<i64>) {
        for extent in extents {
            let number = extent.range().and_then(|range| decimal::read(&text[range]));
            batch.defined.push(i16::from(number.is_some()));
            batch.values.extend(number);
        }
    }

    /// Days since 1970; none where a part of a date is not known.
    fn dates(text: &Bytes, extents: &[Extent], batch: &mut Batch<i32>) {
        for extent in extents {
            let date = extent.range().and_then(|range| str::from_utf8(&text[range]).ok());
            let days = date.and_then(date::days);
            batch.defined.push(i16::from(days.is_some()));
            batch.values.extend(days);
        }
    }

    fn codes(text: &Bytes, extents: &[Extent], batch: &mut Batch<ByteArray>) {
        lists(text, extents, batch, |code| Some(ByteArray::from(text.slice(code))));
    }

    fn plies(text: &Bytes, extents: &[Extent], batch: &mut Batch<i64>) {
        lists(text, extents, batch, |digits| decimal::read(&text[digits]));
    }
}

/// Level 0 is not a list, 1 an empty one, 2 an element; all elements but the first of a list are repeated.
fn lists<V>(
    text: &Bytes,
    extents: &[Extent],
    batch: &mut Batch<V>,
    element: impl Fn(Range<usize>) -> Option<V>,
) {
    for extent in extents {
        let before = batch.values.len();
        let Range { start: mut at, end } = extent.range().unwrap_or_default();
        while at < end {
            let blank = find(&text[..end], at, |block| block.is(b' '), |byte| byte == b' ');
            batch.values.extend((blank > at).then(|| element(at..blank)).flatten());
            at = blank + 1;
        }
        let count = batch.values.len() - before;
        if count == 0 {
            batch.defined.push(i16::from(extent.range().is_some()));
        }
        batch.defined.extend(std::iter::repeat_n(2, count));
        batch.repeated.push(0);
        batch.repeated.extend(std::iter::repeat_n(1, count.saturating_sub(1)));
    }
}

/// Values with their levels, as Parquet wants to have them.
struct Batch<V> {
    rows: usize,
    values: Vec<V>,
    defined: Vec<i16>,
    repeated: Vec<i16>,
}

impl<V> Default for Batch<V> {
    fn default() -> Batch<V> {
        Batch { rows: 0, values: Vec::new(), defined: Vec::new(), repeated: Vec::new() }
    }
}

impl<V> Batch<V> {
    /// Writes it, if there is anything in it; then it is empty.
    fn write<T: DataType<T = V>>(&mut self, writer: &mut ColumnWriterImpl<'_, T>) -> Result<()> {
        if self.rows > 0 {
            let repeated = (!self.repeated.is_empty()).then_some(&self.repeated[..]);
            writer.write_batch(&self.values, Some(&self.defined), repeated)?;
        }
        self.rows = 0;
        self.values.clear();
        self.defined.clear();
        self.repeated.clear();
        Ok(())
    }
}
