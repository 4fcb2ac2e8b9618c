//! Bytes, line ends and encodings: what every format shares, and where none of them is known.

pub(crate) mod byte_bits;
pub mod bytes;
pub(crate) mod cpu;
pub mod date;
pub mod decimal;
pub mod encoding;
pub mod escape;
pub mod fold;
pub(crate) mod json_text;
pub mod quoted;
pub mod sniff;
pub mod survey;
pub mod tag_number;
pub mod vector;
pub(crate) mod wrapping;
