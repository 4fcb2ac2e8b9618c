//! What is in a member of an archive, unpacked on a thread of its own where it is more than a little.

use super::archive::{told, told_while_read};
use crate::unpack::{UnpackedBlock, decompress};
use crossbeam_channel::{Receiver, Sender, bounded};
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;
use zip::ZipReadOptions;
use zip::read::ZipFileEntry;

/// Members up to this size are unpacked at once: a thread would take longer to start.
const LITTLE: u64 = 256 << 10;

/// Blocks that go round between the thread and the reader.
const BLOCKS: usize = 8;

/// The reading end.
pub enum MemberReader {
    Little(Cursor<Vec<u8>>),
    Stream(UnzipStream),
}

/// Blocks that a thread unpacks.
pub struct UnzipStream {
    full: Receiver<io::Result<UnpackedBlock>>,
    empty: Sender<UnpackedBlock>,
    block: Option<UnpackedBlock>,
    taken: usize,
    has_ended: bool,
}

impl MemberReader {
    pub fn start(
        entry: ZipFileEntry<'static>,
        archive: File,
        meter: Arc<AtomicU64>,
    ) -> io::Result<MemberReader> {
        let archive = BufReader::new(Metered { file: archive, meter });
        if entry.size() > LITTLE {
            return UnzipStream::start(entry, archive).map(MemberReader::Stream);
        }
        let mut bytes = Vec::new();
        unpack(entry, archive, |member| member.read_to_end(&mut bytes).map(drop))?;
        Ok(MemberReader::Little(Cursor::new(bytes)))
    }

    /// Whether all of it is unpacked already.
    pub fn is_little(&self) -> bool {
        matches!(self, MemberReader::Little(_))
    }
}

/// Hands a member to somebody who reads it. The library sees to it that it is no more than the directory says.
fn unpack(
    entry: ZipFileEntry<'static>,
    mut archive: BufReader<Metered>,
    read: impl FnOnce(&mut dyn Read) -> io::Result<()>,
) -> io::Result<()> {
    let mut member = entry.with_reader(&mut archive, ZipReadOptions::new()).map_err(told)?;
    read(&mut member).map_err(told_while_read)
}

impl UnzipStream {
    fn start(entry: ZipFileEntry<'static>, archive: BufReader<Metered>) -> io::Result<UnzipStream> {
        let (filled, full) = bounded(BLOCKS);
        let (empty, emptied) = bounded(BLOCKS);
        for _ in 0..BLOCKS {
            empty.send(UnpackedBlock::new()).expect("its receiver is here");
        }
        let work = move || {
            let pump = |member: &mut dyn Read| decompress(member, || emptied.recv().ok(), &filled);
            if let Err(cause) = unpack(entry, archive, pump) {
                filled.send(Err(cause)).ok();
            }
        };
        thread::Builder::new().name("unzip".into()).spawn(work)?;
        Ok(UnzipStream { full, empty, block: None, taken: 0, has_ended: false })
    }

    /// The next full block; an empty one, or none, is the end.
    fn turn(&mut self) -> io::Result<()> {
        if let Some(block) = self.block.take() {
            self.empty.try_send(block).ok();
        }
        let block = self.full.recv().unwrap_or_else(|_| Ok(UnpackedBlock::new()));
        self.has_ended = !block.as_ref().is_ok_and(|block| !block.filled().is_empty());
        (self.block, self.taken) = (Some(block?), 0);
        Ok(())
    }
}

impl Read for UnzipStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let is_used_up = self.block.as_ref().is_none_or(|block| block.filled().len() == self.taken);
        if is_used_up && !self.has_ended {
            self.turn()?;
        }
        let Some(block) = &self.block else { return Ok(0) };
        let count = (&block.filled()[self.taken..]).read(buffer)?;
        self.taken += count;
        Ok(count)
    }
}

impl Read for MemberReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            MemberReader::Little(bytes) => bytes.read(buffer),
            MemberReader::Stream(stream) => stream.read(buffer),
        }
    }
}

/// An archive that counts what is read of it.
struct Metered {
    file: File,
    meter: Arc<AtomicU64>,
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.file.read(buffer)?;
        self.meter.fetch_add(count as u64, Relaxed);
        Ok(count)
    }
}

impl Seek for Metered {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
