//! Rows that are not games, as CSV or JSON lines: what check, scan and directory have to tell.

pub use crate::format::RowTable as Table;
