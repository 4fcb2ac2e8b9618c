//! Records as they are.

use super::sink::{Entry, Sink};

/// The same bytes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unchanged;

impl Sink for Unchanged {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        out.extend_from_slice(entry.record.bytes);
    }
}
