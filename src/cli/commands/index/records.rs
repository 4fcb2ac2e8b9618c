//! Records out of a file whose places are known.

use super::Place;
use crate::cli::output::Joined;
use crate::fault::Fault;
use crate::joint::{Joints, Member};
use crate::record::{Frame, Kind};
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Copies them; returns what is wrong about them as they follow each other now.
pub fn copy(
    path: &Path,
    places: &[Place],
    joints: Joints<'_>,
    output: &mut Joined<impl Write>,
) -> Result<Vec<Fault>> {
    let mut file = BufReader::new(File::open(path)?);
    let size = file.get_ref().metadata()?.len();
    let (mut behind, mut bytes, mut faults) = (None, Vec::new(), Vec::new());
    for place in places {
        read(&mut file, place, &mut bytes).with_context(|| path.display().to_string())?;
        let ends = joints.ends_of(&bytes, &[Frame::without_attributes(bytes.len(), Kind::Game, 0)]);
        let end = place.offset + place.length;
        let is_neighbour = behind == Some(place.offset);
        let member = Member { bytes: &bytes, ends, is_neighbour, is_last: end == size };
        faults.extend(output.record(&member)?);
        behind = Some(end);
    }
    Ok(faults)
}

fn read(file: &mut BufReader<File>, place: &Place, bytes: &mut Vec<u8>) -> io::Result<()> {
    bytes.clear();
    file.seek(SeekFrom::Start(place.offset))?;
    file.by_ref().take(place.length).read_to_end(bytes).map(drop)
}
