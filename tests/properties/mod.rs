//! What must hold for every input whatever. The same functions run under
//! proptest and under the fuzz targets.

#![allow(dead_code)] // each user takes what it needs

pub mod files;
pub mod joints;
