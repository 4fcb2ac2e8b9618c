//! The commands, each with its flags and what it does.

pub mod annotate;
pub mod board;
pub mod check;
pub mod completions;
pub mod convert;
pub mod decode;
pub mod directory;
pub mod encode;
pub mod find;
pub mod help;
pub mod index;
pub mod man;
pub mod rows;
pub mod scan;
pub mod similar;
pub mod sort;
pub mod stats;
pub mod strip;
pub mod unique;
pub mod verify;
