//! What must hold for every input whatever. The same functions run under
//! proptest and under the fuzz targets.

#![allow(dead_code, reason = "tests and fuzz targets each need a part of it")]

pub mod answers;
pub mod damage;
pub mod epd;
pub mod files;
pub mod glob;
#[cfg(feature = "index")]
pub mod index;
pub mod joints;
pub mod lanes;
pub mod notation;
pub mod scan;
pub mod search;
