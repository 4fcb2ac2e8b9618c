//! Records out of a file whose places are known.

use super::lookup::Lookup;
use super::unpacked::Unpacked;
use crate::cli::system;
use crate::index::{Location, sum};
use std::fs::File;
use std::io;

/// Reads records, and believes nothing that does not have its sum.
pub struct Records {
    store: Store,
    /// How long the (decompressed) file is.
    length: u64,
    /// The longest record.
    limit: u64,
    bytes: Vec<u8>,
}

enum Store {
    Plain(File),
    Packed(Unpacked),
}

impl Records {
    /// Those of a file; none where it would have to be unpacked from its beginning.
    pub fn of(lookup: &Lookup, limit: usize) -> io::Result<Option<Records>> {
        let origin = lookup.index.origin();
        let file = lookup.file.try_clone()?;
        let store = match &origin.frames[..] {
            [_, ..] => Store::Packed(Unpacked::new(file, origin)),
            [] if lookup.is_packed()? => return Ok(None),
            [] => Store::Plain(file),
        };
        // What somebody made up may say that a plain file is longer than it is.
        let is_plain = matches!(store, Store::Plain(_));
        let length = if is_plain { origin.length.min(lookup.now.size) } else { origin.length };
        let limit = limit as u64;
        Ok(Some(Records { store, length, limit, bytes: Vec::new() }))
    }

    /// The bytes of a record; none where they are not those that were indexed.
    pub fn read(&mut self, location: &Location) -> Option<&[u8]> {
        let end = location.offset.checked_add(location.length);
        let is_in = end.is_some_and(|end| end <= self.length) && location.length <= self.limit;
        let is_read = is_in && self.take(location).is_ok();
        let bytes = &self.bytes[..];
        let is_same = bytes.len() as u64 == location.length && sum(bytes) == location.sum;
        (is_read && is_same).then_some(bytes)
    }

    fn take(&mut self, location: &Location) -> io::Result<()> {
        let Location { offset, length, .. } = *location;
        self.bytes.clear();
        match &mut self.store {
            Store::Packed(unpacked) => unpacked.read(offset, length, &mut self.bytes),
            Store::Plain(file) => {
                // As long as a record may be, which was looked at before.
                self.bytes.resize(length as usize, 0);
                system::read_exact_at(file, &mut self.bytes, offset)
            }
        }
    }
}
