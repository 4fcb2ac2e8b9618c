//! Where the frames of a compressed file begin, and what is in them at a place.

use crate::cli::compression::Compression;
use crate::cli::input::{declared, zstd_frames};
use crate::index::{FrameStart, Origin};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// Where the frames of a file begin that can be unpacked one by one, if what is in all of them has this length; none where
/// there is only one, or where that is not known.
pub fn frames_of(path: &Path, length: u64) -> io::Result<Vec<FrameStart>> {
    let Ok(places) = zstd_frames(path) else { return Ok(Vec::new()) };
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let ends = places.iter().skip(1).copied().chain([size]);
    let (mut frames, mut plain) = (Vec::new(), 0);
    for (&packed, end) in places.iter().zip(ends) {
        frames.push(FrameStart { packed, plain });
        plain += content(&mut file, packed, end)?;
    }
    let is_sound = plain == length && frames.len() > 1;
    Ok(if is_sound { frames } else { Vec::new() })
}

/// How much is in the frames from one place to another: as the first of them says, or by unpacking.
fn content(file: &mut File, begin: u64, end: u64) -> io::Result<u64> {
    if let Some(length) = declared(file, begin)? {
        return Ok(length);
    }
    io::copy(&mut unpack(file, begin, end - begin)?, &mut io::sink())
}

fn unpack(file: &File, at: u64, length: u64) -> io::Result<Box<dyn Read + Send>> {
    let mut file = file.try_clone()?;
    file.seek(SeekFrom::Start(at))?;
    Compression::Zstd.decoder(BufReader::new(file.take(length)))
}

/// Reads at places that come in order.
pub struct Unpacked {
    file: File,
    frames: Vec<FrameStart>,
    size: u64,
    /// What unpacks now, and how far it is.
    decoder: Option<(u64, Box<dyn Read + Send>)>,
}

impl Unpacked {
    pub fn new(file: File, origin: &Origin) -> Unpacked {
        let size = origin.stamp.size;
        Unpacked { file, frames: origin.frames.clone(), size, decoder: None }
    }

    /// Reads so many bytes from a place on; fewer where there are no more.
    pub fn read(&mut self, offset: u64, length: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        let after = self.frames.partition_point(|frame| frame.plain <= offset);
        let frame = after.checked_sub(1).map(|at| self.frames[at]);
        let frame = frame.ok_or(io::ErrorKind::InvalidData)?;
        let (mut at, mut decoder) = match self.decoder.take() {
            Some((at, decoder)) if (frame.plain..=offset).contains(&at) => (at, decoder),
            _ => (frame.plain, unpack(&self.file, frame.packed, self.size)?),
        };
        at += io::copy(&mut (&mut decoder).take(offset - at), &mut io::sink())?;
        at += (&mut decoder).take(length).read_to_end(bytes)? as u64;
        self.decoder = Some((at, decoder));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn text(frame: usize) -> Vec<u8> {
        (0..9000).map(|at| b'a' + ((at * 7 + frame) % 26) as u8).collect()
    }

    #[test]
    fn only_the_frames_of_a_place_are_unpacked() {
        let pack = |frame: usize| zstd::bulk::compress(&text(frame), 3).unwrap();
        let mut bytes: Vec<u8> = (0..3).flat_map(pack).collect();
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), &bytes).unwrap();
        let frames = frames_of(file.path(), 27_000).unwrap();
        assert_eq!(frames.iter().map(|frame| frame.plain).collect::<Vec<_>>(), [0, 9000, 18_000]);
        assert!(frames_of(file.path(), 26_999).unwrap().is_empty());
        // What is broken in the first one is not seen.
        bytes[..4].fill(0xff);
        fs::write(file.path(), &bytes).unwrap();
        let (size, decoder) = (bytes.len() as u64, None);
        let mut unpacked =
            Unpacked { file: File::open(file.path()).unwrap(), frames, size, decoder };
        for (offset, length) in [(9000, 10), (9500, 20), (17_990, 20), (18_500, 8500)] {
            let mut out = Vec::new();
            unpacked.read(offset as u64, length as u64, &mut out).unwrap();
            let all = [text(0), text(1), text(2)].concat();
            assert_eq!(out, all[offset..offset + length]);
        }
        assert!(unpacked.read(10, 10, &mut Vec::new()).is_err());
    }
}
