//! Records out of a file whose places are known.

use super::Place;
use anyhow::{Context, Result};
use gbr_pgn::seam;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Copies them, with `before` in front of the first; returns what belongs behind the last.
pub fn copy(
    path: &Path,
    places: &[Place],
    before: Option<&'static [u8]>,
    is_pgn: bool,
    output: &mut impl Write,
) -> Result<Option<&'static [u8]>> {
    let mut file = BufReader::new(File::open(path)?);
    let (mut before, mut bytes) = (before, Vec::new());
    for (index, place) in places.iter().enumerate() {
        read(&mut file, place, &mut bytes).with_context(|| path.display().to_string())?;
        if index == 0 {
            output.write_all(before.unwrap_or_default())?;
        }
        output.write_all(&bytes)?;
        before = Some(seam::behind(&bytes, is_pgn));
    }
    Ok(before)
}

fn read(file: &mut BufReader<File>, place: &Place, bytes: &mut Vec<u8>) -> io::Result<()> {
    bytes.clear();
    file.seek(SeekFrom::Start(place.offset))?;
    file.by_ref().take(place.length).read_to_end(bytes).map(drop)
}
