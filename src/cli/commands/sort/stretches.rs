//! Sorted records as stretches of bytes, put together while those before are written.

use super::item::Item;
use super::writing::{Told, Writing};
use crate::run::buffer_pool::Spares;
use anyhow::{Context, Result};
use std::io;

/// What is put together at a time.
const STRETCH: usize = 256 << 10;

/// In go records in their order, out go bytes; with the last of them, what there is to tell.
pub struct Stretches<'a, I> {
    items: I,
    /// None after the end.
    writing: Option<Writing<'a, Vec<u8>>>,
    end_mark: &'a [u8],
    spares: Spares<u8>,
}

/// Some of the bytes.
#[derive(Default)]
pub struct SortedStretch {
    pub bytes: Vec<u8>,
    /// After the last record.
    pub told: Option<Told>,
}

/// Buffers that are kept.
pub fn spares() -> Spares<u8> {
    Spares::new(STRETCH..=2 * STRETCH)
}

impl<'a, I: Iterator<Item = io::Result<Item>>> Stretches<'a, I> {
    /// Of what is written, and of what comes after the last record where there may be anything.
    pub fn new(
        items: I,
        writing: Writing<'a, Vec<u8>>,
        end_mark: &'a [u8],
        spares: Spares<u8>,
    ) -> Stretches<'a, I> {
        Stretches { items, writing: Some(writing), end_mark, spares }
    }

    fn make(&mut self, mut writing: Writing<'a, Vec<u8>>) -> Result<SortedStretch> {
        writing.output().clear();
        writing.output().reserve(STRETCH);
        while writing.output().len() < STRETCH {
            let Some(item) = self.items.next() else {
                let (told, bytes) = writing.end(self.end_mark)?;
                return Ok(SortedStretch { bytes, told: Some(told) });
            };
            writing.add(item.context("a temporary file cannot be read back")?)?;
        }
        let bytes = std::mem::replace(writing.output(), self.spares.take());
        self.writing = Some(writing);
        Ok(SortedStretch { bytes, told: None })
    }
}

impl<'a, I: Iterator<Item = io::Result<Item>>> Iterator for Stretches<'a, I> {
    type Item = Result<SortedStretch>;

    fn next(&mut self) -> Option<Result<SortedStretch>> {
        let writing = self.writing.take()?;
        Some(self.make(writing))
    }
}
