//! A column of a row group: gathered cell by cell, and encoded as a whole.

use crate::row::Kind;
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

/// The rows of a piece, which are handed to the encoder at a time.
const BATCH: usize = 4096;

/// The cells of one column.
pub struct Cells {
    kind: Kind,
    /// In pieces: one text of all would be copied whenever it grows, and take twice the room.
    pieces: Vec<Piece>,
}

/// The cells of some rows.
struct Piece {
    text: Vec<u8>,
    /// Where in the text each of them is; one that is like the one before is there once.
    spans: Vec<Span>,
}

impl Piece {
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
                // What a row group may hold, and one row more, is far below 4 GiB.
                Span { start: before as u32, length: cell.len() as u32 }
            }
        });
        self.text.len() - before + size_of::<Span>()
    }

    /// Gives back the room that is left over.
    fn shrink(&mut self) {
        self.text.shrink_to_fit();
    }
}

impl Cells {
    pub fn new(kind: Kind) -> Cells {
        Cells { kind, pieces: Vec::new() }
    }

    /// Adds a cell, and says how much memory it takes.
    pub fn push(&mut self, cell: Option<&[u8]>) -> usize {
        match self.pieces.last_mut() {
            Some(piece) if piece.spans.len() < BATCH => piece.push(cell),
            full => {
                full.into_iter().for_each(Piece::shrink);
                let mut piece = Piece { text: Vec::new(), spans: Vec::with_capacity(BATCH) };
                let bytes = piece.push(cell);
                self.pieces.push(piece);
                bytes
            }
        }
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
            Kind::Text | Kind::Code | Kind::Position => {
                self.write(get_typed_column_writer::<ByteArrayType>(writer), Cells::texts)
            }
            Kind::Codes => {
                self.write(get_typed_column_writer::<ByteArrayType>(writer), Cells::lists)
            }
        }?;
        Ok((out.into_inner()?.into(), closed))
    }

    /// Writes all of them, piece by piece.
    fn write<T: DataType>(
        self,
        mut writer: ColumnWriterImpl<'_, T>,
        append: fn(&Bytes, &[Span], &mut Batch<T::T>),
    ) -> Result<ColumnCloseResult> {
        let mut batch = Batch { values: Vec::new(), defined: Vec::new(), repeated: Vec::new() };
        for piece in self.pieces {
            batch.clear();
            append(&piece.text.into(), &piece.spans, &mut batch);
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

/// Where in the text of its piece a cell is.
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
