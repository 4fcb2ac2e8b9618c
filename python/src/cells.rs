//! Rows on their way to Arrow: the cells of a column, out of batches that the workers filled.
//!
//! The types are those of Parquet in gbr-pgn: text, 64-bit numbers, days, and lists of text or numbers.

use std::ops::Range;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, Date32Array, Int64Array, ListArray, RecordBatch, StringArray};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use gbr_pgn::Column;
use gbr_pgn::format::RowBatch;
use gbr_pgn::row::CellKind;
use gbr_pgn::text::{date, decimal};

type Result<T> = std::result::Result<T, ArrowError>;

/// The schema of these columns. Any cell may be missing.
pub fn schema(columns: &[Column]) -> SchemaRef {
    let fields: Vec<Field> =
        columns.iter().map(|column| Field::new(column.key, data_type(column.kind), true)).collect();
    Arc::new(Schema::new(fields))
}

fn data_type(kind: CellKind) -> DataType {
    match kind {
        CellKind::Text | CellKind::Code | CellKind::Position | CellKind::Answer => DataType::Utf8,
        CellKind::Number => DataType::Int64,
        CellKind::Date => DataType::Date32,
        CellKind::Codes => DataType::List(element(DataType::Utf8)),
        CellKind::Numbers => DataType::List(element(DataType::Int64)),
    }
}

fn element(data_type: DataType) -> FieldRef {
    Arc::new(Field::new("element", data_type, false))
}

/// One batch for Arrow out of those of the workers.
pub fn record_batch(
    schema: &SchemaRef,
    columns: &[Column],
    batches: &[RowBatch],
) -> Result<RecordBatch> {
    let arrays =
        columns.iter().enumerate().map(|(number, column)| array(column.kind, number, batches));
    RecordBatch::try_new(Arc::clone(schema), arrays.collect::<Result<_>>()?)
}

fn array(kind: CellKind, number: usize, batches: &[RowBatch]) -> Result<ArrayRef> {
    let cells = || batches.iter().flat_map(move |batch| of_column(batch, number));
    Ok(match kind {
        CellKind::Text | CellKind::Code | CellKind::Position | CellKind::Answer => {
            Arc::new(texts(cells())?)
        }
        CellKind::Number => {
            Arc::new(cells().map(|cell| cell.and_then(decimal::read)).collect::<Int64Array>())
        }
        CellKind::Date => {
            Arc::new(cells().map(|cell| cell.and_then(days)).collect::<Date32Array>())
        }
        CellKind::Codes => Arc::new(codes(cells())?),
        CellKind::Numbers => Arc::new(numbers(cells())?),
    })
}

/// The cells of one column; a batch without rows has no columns.
fn of_column(batch: &RowBatch, number: usize) -> impl Iterator<Item = Option<&[u8]>> {
    let column = batch.columns.get(number);
    column.into_iter().flat_map(|column| {
        column.extents.iter().map(|extent| extent.range().map(|range| &column.text[range]))
    })
}

fn days(cell: &[u8]) -> Option<i32> {
    date::days(str::from_utf8(cell).ok()?)
}

/// Texts one after the other, and where they end.
struct Texts {
    bytes: Vec<u8>,
    ends: Vec<i32>,
}

impl Default for Texts {
    fn default() -> Texts {
        Texts { bytes: Vec::new(), ends: vec![0] }
    }
}

impl Texts {
    fn end(&mut self) -> Result<()> {
        self.ends.push(position(self.bytes.len())?);
        Ok(())
    }

    fn array(self, nulls: Option<NullBuffer>) -> Result<StringArray> {
        StringArray::try_new(offsets(self.ends), self.bytes.into(), nulls)
    }
}

fn position(length: usize) -> Result<i32> {
    let told = || "more than two gigabytes of text in a batch".to_owned();
    i32::try_from(length).map_err(|_| ArrowError::ComputeError(told()))
}

fn offsets(ends: Vec<i32>) -> OffsetBuffer<i32> {
    OffsetBuffer::new(ScalarBuffer::from(ends))
}

fn texts<'a>(cells: impl Iterator<Item = Option<&'a [u8]>>) -> Result<StringArray> {
    let (mut texts, mut is_there) = (Texts::default(), Vec::new());
    for cell in cells {
        texts.bytes.extend_from_slice(cell.unwrap_or_default());
        texts.end()?;
        is_there.push(cell.is_some());
    }
    texts.array(Some(is_there.into()))
}

/// Where the elements of each list end, and which cells are lists.
struct Lists {
    ends: Vec<i32>,
    is_there: Vec<bool>,
}

impl Lists {
    /// Goes through the words of each cell; `length` is that of the elements so far.
    fn gather<'a, E>(
        cells: impl Iterator<Item = Option<&'a [u8]>>,
        elements: &mut E,
        mut add: impl FnMut(&mut E, &'a [u8]) -> Result<()>,
        length: impl Fn(&E) -> usize,
    ) -> Result<Lists> {
        let mut lists = Lists { ends: vec![0], is_there: Vec::new() };
        for cell in cells {
            let words = cell.unwrap_or_default().split(|&byte| byte == b' ');
            words.filter(|word| !word.is_empty()).try_for_each(|word| add(elements, word))?;
            lists.ends.push(position(length(elements))?);
            lists.is_there.push(cell.is_some());
        }
        Ok(lists)
    }

    fn array(self, elements: ArrayRef) -> Result<ListArray> {
        let field = element(elements.data_type().clone());
        ListArray::try_new(field, offsets(self.ends), elements, Some(self.is_there.into()))
    }
}

fn codes<'a>(cells: impl Iterator<Item = Option<&'a [u8]>>) -> Result<ListArray> {
    let mut codes = Texts::default();
    let add = |codes: &mut Texts, code: &[u8]| {
        codes.bytes.extend_from_slice(code);
        codes.end()
    };
    let lists = Lists::gather(cells, &mut codes, add, |codes| codes.ends.len() - 1)?;
    lists.array(Arc::new(codes.array(None)?))
}

fn numbers<'a>(cells: impl Iterator<Item = Option<&'a [u8]>>) -> Result<ListArray> {
    let mut numbers = Vec::new();
    let add = |numbers: &mut Vec<i64>, digits: &[u8]| {
        numbers.extend(decimal::read(digits));
        Ok(())
    };
    let lists = Lists::gather(cells, &mut numbers, add, Vec::len)?;
    lists.array(Arc::new(Int64Array::from(numbers)))
}

/// How much memory the rows of a worker take.
pub fn size(batch: &RowBatch) -> usize {
    let texts = batch.columns.iter().map(|column| column.text.len());
    texts.sum::<usize>() + batch.rows * batch.columns.len() * size_of::<Range<u32>>()
}
