//! What a column is in Parquet: its type, its encoding, and what engines may know beforehand.

use super::group;
use crate::row::{CellKind, Column};
use parquet::basic::{
    Compression, ConvertedType, Encoding, LogicalType, Repetition, Type, ZstdLevel,
};
use parquet::errors::Result;
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::{ColumnPath, Type as Node, TypePtr};
use std::sync::Arc;

/// The schema of these columns. Any cell may be missing.
pub fn message(columns: &[Column]) -> Result<TypePtr> {
    let fields = columns.iter().map(field).collect::<Result<_>>()?;
    Ok(Arc::new(Node::group_type_builder("games").with_fields(fields).build()?))
}

fn field(column: &Column) -> Result<TypePtr> {
    let (name, optional) = (column.key, Repetition::OPTIONAL);
    Ok(Arc::new(match column.kind {
        CellKind::Text | CellKind::Code | CellKind::Position | CellKind::Answer => {
            string(name, optional)?
        }
        CellKind::Number => number(name, optional)?,
        CellKind::Codes => list(name, string("element", Repetition::REQUIRED)?)?,
        CellKind::Numbers => list(name, number("element", Repetition::REQUIRED)?)?,
        CellKind::Date => Node::primitive_type_builder(name, Type::INT32)
            .with_repetition(optional)
            .with_logical_type(Some(LogicalType::Date))
            .with_converted_type(ConvertedType::DATE)
            .build()?,
    }))
}

fn number(name: &str, repetition: Repetition) -> Result<Node> {
    Node::primitive_type_builder(name, Type::INT64).with_repetition(repetition).build()
}

fn string(name: &str, repetition: Repetition) -> Result<Node> {
    Node::primitive_type_builder(name, Type::BYTE_ARRAY)
        .with_repetition(repetition)
        .with_logical_type(Some(LogicalType::String))
        .with_converted_type(ConvertedType::UTF8)
        .build()
}

/// A list in the three levels that the format asks for.
fn list(name: &str, element: Node) -> Result<Node> {
    let repeated = Node::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![Arc::new(element)])
        .build()?;
    Node::group_type_builder(name)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(Some(LogicalType::List))
        .with_converted_type(ConvertedType::LIST)
        .with_fields(vec![Arc::new(repeated)])
        .build()
}

/// How the columns are written: zstd throughout, and a dictionary as long as it pays.
pub fn properties(columns: &[Column]) -> WriterProperties {
    let common = WriterProperties::builder()
        .set_created_by(concat!("gbr-pgn version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Chunk);
    columns.iter().fold(common, with_column).build()
}

fn with_column(properties: WriterPropertiesBuilder, column: &Column) -> WriterPropertiesBuilder {
    let path = path(column);
    match column.kind {
        CellKind::Text | CellKind::Date | CellKind::Answer => properties,
        // Sorted by code, positions are in no order of letters.
        CellKind::Position => without_statistics(properties, path),
        // Least and greatest of every page, where rows are sorted; a filter for one code, where not.
        CellKind::Code => properties
            .set_column_statistics_enabled(path.clone(), EnabledStatistics::Page)
            .set_column_bloom_filter_max_ndv(path, group::ROWS as u64),
        // No engine skips by what is in a list, and it takes longer to compare all that is in them than to write it.
        CellKind::Codes => without_statistics(properties, path),
        CellKind::Number => with_differences(properties, path),
        CellKind::Numbers => without_statistics(with_differences(properties, path.clone()), path),
    }
}

fn without_statistics(
    properties: WriterPropertiesBuilder,
    path: ColumnPath,
) -> WriterPropertiesBuilder {
    properties.set_column_statistics_enabled(path, EnabledStatistics::None)
}

/// Most numbers grow from row to row.
fn with_differences(
    properties: WriterPropertiesBuilder,
    path: ColumnPath,
) -> WriterPropertiesBuilder {
    properties
        .set_column_dictionary_enabled(path.clone(), false)
        .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED)
}

fn path(column: &Column) -> ColumnPath {
    let mut parts = vec![column.key.to_owned()];
    if matches!(column.kind, CellKind::Codes | CellKind::Numbers) {
        parts.extend(["list".to_owned(), "element".to_owned()]);
    }
    ColumnPath::new(parts)
}
