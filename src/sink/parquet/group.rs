//! The rows of a row group, column by column.

use crate::row::{Column, Kind};
use bytes::Bytes;
use parquet::column::writer::{
    ColumnCloseResult, ColumnWriterImpl, get_column_writer, get_typed_column_writer,
};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterPropertiesPtr;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;
use std::ops::Range;

/// The most rows of a group: many enough for engines, which take groups as units of work.
pub const ROWS: usize = 1 << 17;

/// And the most bytes, for rows that are longer than usual. Together they are the limit of memory.
const BYTES: usize = 64 << 20;

/// Rows that are handed to the encoder at a time.
const BATCH: usize = 4096;

/// Rows that wait to be written.
pub struct Group {
    columns: Vec<Cells>,
    rows: usize,
    bytes: usize,
}

impl Group {
    pub fn new(columns: &[Column]) -> Group {
        let columns = columns.iter().map(|column| Cells::new(column.kind)).collect();
        Group { columns, rows: 0, bytes: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    pub fn is_full(&self) -> bool {
        self.rows >= ROWS || self.bytes >= BYTES
    }

    /// Adds a row: a cell for each column.
    pub fn push<'a>(&mut self, mut cells: impl FnMut() -> Option<Option<&'a [u8]>>) -> Option<()> {
        for column in &mut self.columns {
            self.bytes += column.push(cells()?);
        }
        self.rows += 1;
        Some(())
    }

    pub fn into_columns(self) -> Vec<Cells> {
        self.columns
    }
}

/// The cells of one column.
pub struct Cells {
    kind: Kind,
    text: Vec<u8>,
    /// Where in the text each of them is; one that is like the one before is there once.
    spans: Vec<Span>,
}

impl Cells {
    fn new(kind: Kind) -> Cells {
        Cells { kind, text: Vec::new(), spans: Vec::new() }
    }

    /// Adds a cell, and says how much memory it takes.
    fn push(&mut self, cell: Option<&[u8]>) -> usize {
        let before = self.text.len();
        let last = self.spans.last().copied().unwrap_or(Span::NONE);
        let is_like_last = last.range().map(|range| &self.text[range]) == cell;
        self.spans.push(match cell {
            _ if is_like_last => last,
            None => Span::NONE,
            Some(cell) => {
                self.text.extend_from_slice(cell);
                // BYTES and one row more are far below 4 GiB.
                Span { start: before as u32, length: cell.len() as u32 }
            }
        });
        self.text.len() - before + size_of::<Span>()
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
            Kind::Number => {
                self.write(get_typed_column_writer::<Int64Type>(writer), Cells::numbers)
            }
            Kind::Text | Kind::Code => {
                self.write(get_typed_column_writer::<ByteArrayType>(writer), Cells::texts)
            }
            Kind::Codes => {
                self.write(get_typed_column_writer::<ByteArrayType>(writer), Cells::lists)
            }
        }?;
        Ok((out.into_inner()?.into(), closed))
    }

    /// Writes all of them, so many rows at a time.
    fn write<T: DataType>(
        mut self,
        mut writer: ColumnWriterImpl<'_, T>,
        append: fn(&Bytes, &[Span], &mut Batch<T::T>),
    ) -> Result<ColumnCloseResult> {
        let text = Bytes::from(std::mem::take(&mut self.text));
        let mut batch = Batch { values: Vec::new(), defined: Vec::new(), repeated: Vec::new() };
        for spans in self.spans.chunks(BATCH) {
            batch.clear();
            append(&text, spans, &mut batch);
            let repeated = (!batch.repeated.is_empty()).then_some(&batch.repeated[..]);
            writer.write_batch(&batch.values, Some(&batch.defined), repeated)?;
        }
        writer.close()
    }

    fn texts(text: &Bytes, spans: &[Span], batch: &mut Batch<ByteArray>) {
        for span in spans {
            let cell = span.range().map(|range| text.slice(range));
            batch.defined.push(i16::from(cell.is_some()));
            batch.values.extend(cell.map(ByteArray::from));
        }
    }

    fn numbers(text: &Bytes, spans: &[Span], batch: &mut Batch<i64>) {
        for span in spans {
            let digits = span.range().and_then(|range| str::from_utf8(&text[range]).ok());
            let number = digits.and_then(|digits| digits.parse::<i64>().ok());
            batch.defined.push(i16::from(number.is_some()));
            batch.values.extend(number);
        }
    }

    /// Level 0 is no list, 1 an empty one, 2 a code; all codes but the first of a list are repeated.
    fn lists(text: &Bytes, spans: &[Span], batch: &mut Batch<ByteArray>) {
        for span in spans {
            let list = span.range().map_or(Bytes::new(), |range| text.slice(range));
            let before = batch.values.len();
            let codes = list.split(|&byte| byte == b' ').filter(|code| !code.is_empty());
            batch.values.extend(codes.map(|code| ByteArray::from(list.slice_ref(code))));
            let codes = batch.values.len() - before;
            if codes == 0 {
                batch.defined.push(i16::from(span.range().is_some()));
            }
            batch.defined.extend(std::iter::repeat_n(2, codes));
            batch.repeated.push(0);
            batch.repeated.extend(std::iter::repeat_n(1, codes.saturating_sub(1)));
        }
    }
}

/// Where in the text of its column a cell is.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    length: u32,
}

impl Span {
    const NONE: Span = Span { start: 0, length: u32::MAX };

    fn range(self) -> Option<Range<usize>> {
        let range = self.start as usize..self.start as usize + self.length as usize;
        (self.length != u32::MAX).then_some(range)
    }
}

/// Values with their levels, as Parquet wants to have them.
struct Batch<V> {
    values: Vec<V>,
    defined: Vec<i16>,
    repeated: Vec<i16>,
}

impl<V> Batch<V> {
    fn clear(&mut self) {
        self.values.clear();
        self.defined.clear();
        self.repeated.clear();
    }
}
