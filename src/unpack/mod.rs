//! Files as they are stored, and the bytes that were written before someone compressed them.
//!
//! In: anything that is [`Read`], such as an open file. Out: its bytes, unpacked where they are gzip, zstd, bzip2 or xz, which the first of
//! them show. What cannot be text at all is refused at the start; where the data is damaged, an error follows what is sound and names the
//! place.
//!
//! # Example
//!
//! ```
//! use gbr_pgn::unpack::Unpacking;
//! use std::io::Read;
//!
//! // A frame of zstd.
//! let packed = &b"\x28\xb5\x2f\xfd\x20\x08\x41\0\01. e4 *\n"[..];
//! let mut unpacked = Unpacking::default().begin(packed)?;
//! assert_eq!(unpacked.head(), b"1. e4 *\n");
//! let mut text = String::new();
//! unpacked.read_to_string(&mut text)?;
//! assert_eq!(text, "1. e4 *\n");
//! # Ok::<_, std::io::Error>(())
//! ```

mod compression;
mod counted;
mod decompressor;
mod frames;
mod unpacking_threads;

#[cfg(not(feature = "cli"))]
use self::{
    counted::{Counted, ReadSoFar},
    decompressor::Decompressor,
};
#[cfg(feature = "cli")] // Parts and archives, which only the program reads.
pub(crate) use self::{
    counted::{Counted, ReadSoFar},
    decompressor::{Decompressor, UnpackedBlock, decompress},
    frames::{BGZIP_HEAD, FrameWalk, ZSTD, ZSTD_SKIPPABLE, bgzip_length},
};

pub use self::compression::{Compression, ending_of_name};

use crate::text::sniff;
use std::io::{self, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// How much is looked at to tell what a file is.
const HEAD: usize = 4096;

/// The unit in which files are read where it is ours to choose.
const READ: usize = 64 << 10;

/// How a file is to be unpacked.
#[derive(Debug)]
pub struct Unpacking {
    /// Up to so many decompress, where the data allows it.
    pub threads: usize,
    /// Takes it as it is, whatever its first bytes look like.
    pub is_verbatim: bool,
    /// It is of no great size: whoever reads it asks for all of it at a time.
    pub is_little: bool,
    /// Moved on by each byte that is read, as the file has it.
    pub meter: Arc<AtomicU64>,
}

impl Default for Unpacking {
    fn default() -> Unpacking {
        Unpacking { threads: 1, is_verbatim: false, is_little: false, meter: Arc::default() }
    }
}

/// The bytes of a file, unpacked.
pub struct UnpackedReader<R> {
    /// What was read ahead to look at it, and what is left of that.
    head: Cursor<Vec<u8>>,
    /// An error met while looking: due when the head has been delivered.
    late: Option<io::Error>,
    body: UnpackedBody<R>,
}

enum UnpackedBody<R> {
    Plain(Counted<Rest<R>>, Arc<ReadSoFar>),
    Packed(Decompressor),
}

/// A file whose first bytes were taken and put back.
type Rest<R> = BufReader<io::Chain<Cursor<Vec<u8>>, R>>;

impl Unpacking {
    /// Looks at the beginning of a file.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be read, or what it is if it cannot be text.
    pub fn begin<R: Read + Send + 'static>(self, mut file: R) -> io::Result<UnpackedReader<R>> {
        let head = read_head(&mut file)?;
        let compression = Compression::of_content(&head).filter(|_| !self.is_verbatim);
        let is_verbatim = self.is_verbatim;
        let body = self.body(compression, head, file)?;
        let mut unpacked = UnpackedReader { head: Cursor::default(), late: None, body };
        unpacked.look_ahead();
        match sniff::reason(unpacked.head()).filter(|_| !is_verbatim) {
            None => Ok(unpacked),
            Some(reason) => Err(io::Error::new(io::ErrorKind::InvalidData, reason)),
        }
    }

    fn body<R: Read + Send + 'static>(
        self,
        compression: Option<Compression>,
        head: Vec<u8>,
        file: R,
    ) -> io::Result<UnpackedBody<R>> {
        // Who reads it asks for large portions, which need no buffer between.
        let is_whole = self.is_little && compression.is_none();
        let size = if is_whole { 0 } else { READ };
        let rest = BufReader::with_capacity(size, Cursor::new(head).chain(file));
        Ok(match compression {
            None => {
                let position = Arc::new(ReadSoFar::default());
                let counted = Counted::new(rest, Arc::clone(&position), self.meter);
                UnpackedBody::Plain(counted, position)
            }
            Some(compression) => UnpackedBody::Packed(Decompressor::start(
                compression,
                rest,
                self.threads,
                self.meter,
            )?),
        })
    }
}

impl<R: Read> UnpackedReader<R> {
    /// Its first bytes, read ahead, by which its format can be told.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        self.head.get_ref()
    }

    /// Whether it was compressed.
    #[must_use]
    pub fn was_packed(&self) -> bool {
        matches!(self.body, UnpackedBody::Packed(_))
    }

    /// Reads the head, which then comes first, and keeps an error for later.
    fn look_ahead(&mut self) {
        let mut head = Vec::with_capacity(HEAD);
        self.late = (&mut self.body).take(HEAD as u64).read_to_end(&mut head).err();
        self.head = Cursor::new(head);
    }
}

/// All of the head, however small the pieces are in which a pipe brings it.
pub(crate) fn read_head(file: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(HEAD);
    file.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

impl<R: Read> Read for UnpackedBody<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            UnpackedBody::Packed(decompressor) => decompressor.read(buffer),
            UnpackedBody::Plain(file, position) => {
                file.read(buffer).map_err(|cause| position.blame(cause))
            }
        }
    }
}

impl<R: Read> Read for UnpackedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let taken = self.head.read(buffer)?;
        if taken > 0 || buffer.is_empty() {
            return Ok(taken);
        }
        self.late.take().map_or_else(|| self.body.read(buffer), Err)
    }
}
