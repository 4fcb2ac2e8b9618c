//! GBR codes and positions for chess databases.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod fault;
pub mod gbr;
