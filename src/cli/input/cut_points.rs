//! Where a file can be cut, so that each piece can be read without those before it.
//!
//! Only heads of frames are read: of a file of pzstd, one for each 8 MiB of what is in it.

use crate::cli::compression::{Compression, FRAME};
use crate::unpack::{BGZIP_HEAD, FrameWalk, ZSTD, ZSTD_SKIPPABLE, bgzip_length};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// The head of a frame of zstd that says how much is in it is no longer.
const HEAD: usize = 18;

/// The beginnings of so many stretches, and the end of the file.
pub fn find(path: &Path, compression: Option<Compression>, parts: u64) -> io::Result<Vec<u64>> {
    let mut file = File::open(path)?;
    let size = file.seek(SeekFrom::End(0))?;
    let even =
        (0..=parts).map(|part| (u128::from(size) * u128::from(part) / u128::from(parts)) as u64);
    let Some(compression) = compression.filter(|_| parts > 1) else { return Ok(even.collect()) };
    let frames = frames(file, size, compression)?;
    let next = |at: u64| frames.get(frames.partition_point(|&frame| frame < at)).copied();
    Ok(even.map(|at| next(at).unwrap_or(size)).collect())
}

/// Where the frames of a file of zstd begin; an error where there are not several.
pub fn zstd_frames(path: &Path) -> io::Result<Vec<u64>> {
    let mut file = File::open(path)?;
    let size = file.seek(SeekFrom::End(0))?;
    frames(file, size, Compression::Zstd)
}

/// Where the frames begin.
fn frames(file: File, size: u64, compression: Compression) -> io::Result<Vec<u64>> {
    let mut list = List { file: BufReader::new(file), at: 0, size, is_pzstd: false };
    let mut frames = Vec::new();
    while list.at < size {
        let at = list.at;
        let next = match compression {
            Compression::Zstd => list.zstd(),
            Compression::Gzip => list.bgzip(),
            Compression::Bzip2 | Compression::Xz => None,
        };
        // What is damaged belongs to the frame before it, and is told when it is read.
        if next.is_none() {
            break;
        }
        frames.push(at);
    }
    // A file of one frame would be one part, and all others would wait for nothing; where it is short, as ours
    // are, not for long.
    let is_parted = frames.len() > 1 || list.is_pzstd || list.is_short(compression);
    if is_parted { Ok(frames) } else { Err(whole()) }
}

/// What the frame of zstd at a place says it holds; none where it does not say it, or begins with one to be skipped.
pub fn declared(file: &mut (impl Read + Seek), at: u64) -> io::Result<Option<u64>> {
    let mut head = Vec::with_capacity(HEAD);
    file.seek(SeekFrom::Start(at))?;
    file.take(HEAD as u64).read_to_end(&mut head)?;
    let is_frame = head.starts_with(&ZSTD.to_le_bytes()[..4]);
    Ok(zstd::zstd_safe::get_frame_content_size(&head).ok().flatten().filter(|_| is_frame))
}

fn whole() -> io::Error {
    let message = "cannot be read in parts: it is one frame, or its frames do not tell their length; \
                   compress it anew with pzstd or bgzip";
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

/// Goes from frame to frame.
struct List {
    file: BufReader<File>,
    at: u64,
    size: u64,
    /// Whether there was a frame of pzstd, which tells the length of the next.
    is_pzstd: bool,
}

impl List {
    /// Whether it begins with a frame of zstd no longer than ours.
    fn is_short(&mut self, compression: Compression) -> bool {
        let declared = declared(&mut self.file, 0).ok().flatten();
        compression == Compression::Zstd && declared.is_some_and(|length| length <= FRAME as u64)
    }

    fn zstd(&mut self) -> Option<()> {
        let at = self.at;
        if self.pzstd().is_some() {
            return Some(());
        }
        self.at = at;
        self.zstd_frame().map(drop)
    }

    /// A frame of pzstd with the one after it, whose length it tells.
    fn pzstd(&mut self) -> Option<()> {
        let is_length = self.number(4)? == ZSTD_SKIPPABLE && self.number(4)? == 4;
        let length = is_length.then(|| self.number(4))??;
        self.pass(length)?;
        self.is_pzstd = true;
        let behind = self.at;
        // Followed only as far as it leads to another frame.
        if behind < self.size {
            let magic = self.number(4)?;
            self.at = behind;
            (magic == ZSTD || magic & !0xf == ZSTD_SKIPPABLE).then_some(())?;
        }
        Some(())
    }

    fn bgzip(&mut self) -> Option<()> {
        let mut head = [0; BGZIP_HEAD];
        self.read(&mut head)?;
        self.pass(bgzip_length(&head)? - BGZIP_HEAD as u64)
    }

    fn read(&mut self, bytes: &mut [u8]) -> Option<()> {
        let ahead = self.at.checked_sub(self.file.stream_position().ok()?);
        match ahead.map(i64::try_from) {
            Some(Ok(ahead)) => self.file.seek_relative(ahead).ok()?,
            _ => self.file.seek(SeekFrom::Start(self.at)).map(drop).ok()?,
        }
        self.file.read_exact(bytes).ok()?;
        self.at += bytes.len() as u64;
        Some(())
    }
}

impl FrameWalk for List {
    fn number(&mut self, length: u64) -> Option<u64> {
        let mut bytes = [0; 8];
        self.read(&mut bytes[..length as usize])?;
        Some(u64::from_le_bytes(bytes))
    }

    fn pass(&mut self, length: u64) -> Option<()> {
        self.at = self.at.checked_add(length).filter(|&at| at <= self.size)?;
        Some(())
    }

    fn longest(&self) -> u64 {
        u64::MAX
    }
}
