//! Bytes, line ends and encodings: what every format shares, and where none of them is known.

pub mod bytes;
pub(crate) mod cpu;
pub mod decimal;
pub mod encoding;
pub mod escape;
pub mod fold;
pub(crate) mod marks;
pub mod number;
pub mod quoted;
pub mod survey;
pub mod vector;
pub(crate) mod wrapping;
