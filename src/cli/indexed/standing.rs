//! What the system and the content say about a file.

use crate::cli::system;
use crate::index::{ContentHash, Stamp};
use std::fs::File;
use std::io::{self, Read, Seek};
use std::time::{SystemTime, UNIX_EPOCH};

/// How much is hashed at a time.
const STEP: usize = 256 << 10;

/// The stamp of an open file. What is read of it is read later.
pub fn stamp_of(file: &File) -> io::Result<Stamp> {
    // Before the file is looked at: a change in between counts as one that came too late.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let found = file.metadata()?;
    let times = system::times(&found);
    Ok(Stamp {
        size: found.len(),
        modified: times.modified,
        changed: times.changed,
        identity: system::file_id(file),
        taken: i64::try_from(now.as_nanos()).unwrap_or(i64::MAX),
    })
}

/// The hash of the first bytes of a file, so many of them, or of all if there are fewer.
pub fn hash_of(file: &mut File, length: u64) -> io::Result<ContentHash> {
    file.rewind()?;
    let mut hash = ContentHash::default();
    let (mut file, mut bytes) = (file.take(length), vec![0; STEP]);
    loop {
        match file.read(&mut bytes) {
            Ok(0) => return Ok(hash),
            Ok(read) => hash.update(&bytes[..read]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
