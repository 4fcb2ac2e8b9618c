//! By which an index knows the file that it was made of.

use anyhow::Result;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

/// How much of the beginning and of the end is hashed.
const EDGE: u64 = 64 << 10;

/// Size, time, and a hash of head and tail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    pub size: u64,
    /// Nanoseconds since 1970.
    pub time: i64,
    pub hash: i64,
}

/// What has become of a file since its index was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Age {
    Fresh,
    /// Something was put behind what there was.
    Grown,
    Stale,
}

impl Stamp {
    pub fn of(path: &Path) -> Result<Stamp> {
        let metadata = fs::metadata(path)?;
        let since = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        let time = i64::try_from(since.as_nanos()).unwrap_or_default();
        Ok(Stamp { size: metadata.len(), time, hash: hash(path, metadata.len())? })
    }

    /// Compares a file with the stamp that was taken of it.
    pub fn age(&self, path: &Path) -> Result<Age> {
        let now = Stamp::of(path)?;
        let is_grown =
            || Ok::<_, anyhow::Error>(now.size > self.size && hash(path, self.size)? == self.hash);
        Ok(if now == *self {
            Age::Fresh
        } else if is_grown()? {
            Age::Grown
        } else {
            Age::Stale
        })
    }
}

/// FNV-1a of the edges of the first `size` bytes. It has to notice edits, not attacks, and to be the
/// same in every version of the program.
fn hash(path: &Path, size: u64) -> Result<i64> {
    let mut file = File::open(path)?;
    let mut bytes = Vec::new();
    (&mut file).take(EDGE.min(size)).read_to_end(&mut bytes)?;
    file.seek(SeekFrom::Start(size.saturating_sub(EDGE)))?;
    (&mut file).take(EDGE.min(size)).read_to_end(&mut bytes)?;
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    Ok(bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold).cast_signed())
}
