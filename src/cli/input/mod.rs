//! The input: a file or standard input, as the bytes that were written
//! before someone compressed them.
//!
//! A path comes in; out come bytes to [`Read`], and then, where the data is
//! damaged, an error that names the file and the place. What cannot be text
//! at all is refused when it is opened, before anything is written.

pub mod archive;
mod cut_points;
mod member_reader;
mod part;
mod sized_file;
mod source;
mod tapped;

pub use cut_points::{declared, zstd_frames};
pub use part::Part;
use source::OpenSource;
pub use source::Source;
pub use tapped::Tap;

use crate::cli::compression::Compression;
use crate::cli::{program, registry};
use crate::unpack::{UnpackedReader, Unpacking, read_head};
use part::{Opener, PartReader};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use tapped::{Raw, Tapped};

/// Files up to this size are little: to read one takes no longer than to start a thread, or a few.
pub const LITTLE: u64 = 512 << 10;

/// One open input.
pub struct Input {
    name: String,
    is_little: bool,
    mode: Option<u32>,
    is_plain_file: bool,
    /// How the file begins of which this is a part.
    beginning: Option<Vec<u8>>,
    body: Body,
    /// How many bytes have been read, unpacked as they are.
    delivered: u64,
}

enum Body {
    Whole(Box<UnpackedReader<Tapped>>),
    Part(Box<PartReader>),
}

impl Input {
    /// Opens `source`; `meter` is moved on by each byte read, as the file
    /// has it (compressed). Up to so many `threads` decompress, where the data allows it.
    pub fn open(source: &Source, meter: &Arc<AtomicU64>, threads: usize) -> anyhow::Result<Input> {
        Input::open_tapped(source, meter, threads, None)
    }

    /// The same, with somebody who takes the hash of the file as it goes by.
    pub fn open_tapped(
        source: &Source,
        meter: &Arc<AtomicU64>,
        threads: usize,
        tap: Option<Tap>,
    ) -> anyhow::Result<Input> {
        if let Source::Part { path, part, from, reach } = source {
            return Input::part(path, *part, from.as_deref(), *reach, meter, threads);
        }
        let name = source.name();
        let refuse = |cause: io::Error| ReadError::wrap(&name, cause);
        let OpenSource { raw, is_little, mode } = source.open(meter).map_err(refuse)?;
        // What is read of an archive is counted there.
        let meter = if matches!(raw, Raw::Member(_)) { &Arc::default() } else { meter };
        let file = Tapped::new(raw, tap);
        let is_verbatim = *source == Source::Verbatim;
        let unpacking = Unpacking { threads, is_verbatim, is_little, meter: Arc::clone(meter) };
        let unpacked = unpacking.begin(file).map_err(own_words).map_err(refuse)?;
        let is_plain = !unpacked.was_packed();
        let is_plain_file = is_plain && matches!(source, Source::File(_));
        let body = Body::Whole(Box::new(unpacked));
        let (name, is_little) = (name.clone(), is_little && is_plain);
        let beginning = None;
        Ok(Input { name, is_little, mode, is_plain_file, beginning, body, delivered: 0 })
    }

    /// A part of the file at `path`, whose beginning tells what it is.
    fn part(
        path: &Path,
        part: Part,
        from: Option<&str>,
        reach: usize,
        meter: &Arc<AtomicU64>,
        threads: usize,
    ) -> anyhow::Result<Input> {
        let whole = Source::File(path.to_owned());
        let name = Source::Part { path: path.to_owned(), part, from: None, reach }.name();
        let refuse = |cause: io::Error| ReadError::wrap(&name, cause);
        let no_file = || io::Error::new(io::ErrorKind::InvalidInput, "only a file has parts");
        let size = whole.size().ok_or_else(no_file).map_err(refuse)?;
        let beginning = Input::open(&whole, &Arc::default(), 1)?.head().to_vec();
        let opener = Opener {
            path: path.to_owned(),
            compression: compression_of(&whole).map_err(refuse)?,
            size,
            format: from
                .and_then(registry::source_by_name)
                .unwrap_or_else(|| registry::detect(&beginning)),
            reach,
            threads,
            meter: Arc::clone(meter),
        };
        let body = Body::Part(Box::new(PartReader::new(opener, part).map_err(refuse)?));
        let (name, beginning) = (name.clone(), Some(beginning));
        let (is_little, mode, is_plain_file) = (false, None, false);
        Ok(Input { name, is_little, mode, is_plain_file, beginning, body, delivered: 0 })
    }

    /// What to call it in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is of no great size, and not compressed.
    pub fn is_little(&self) -> bool {
        self.is_little
    }

    /// The rights of the file, where it is one of its own.
    pub fn mode(&self) -> Option<u32> {
        self.mode
    }

    /// Whether it is all of a file with a name, and not compressed.
    pub fn is_plain_file(&self) -> bool {
        self.is_plain_file
    }

    /// Whether it is a part of a file.
    pub fn is_part(&self) -> bool {
        self.beginning.is_some()
    }

    /// Its first bytes, read ahead, by which its format can be told.
    pub fn head(&self) -> &[u8] {
        match &self.body {
            Body::Whole(unpacked) => unpacked.head(),
            Body::Part(_) => self.beginning.as_deref().unwrap_or_default(),
        }
    }

    /// How many bytes have been read of it, unpacked as they are.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }
}

/// The compression of an existing file, by content.
pub fn compression_of(source: &Source) -> io::Result<Option<Compression>> {
    Ok(Compression::of_content(&read_head(&mut source.open(&Arc::default())?.raw)?))
}

/// The name that the user knows, in what an input is refused with.
fn own_words(cause: io::Error) -> io::Error {
    match cause.kind() {
        io::ErrorKind::InvalidData => {
            io::Error::new(cause.kind(), program::renamed(&cause.to_string()))
        }
        _ => cause,
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.body {
            Body::Whole(unpacked) => unpacked.read(buffer),
            Body::Part(part) => part.read(buffer),
        };
        let taken = read.map_err(|cause| match cause.kind() {
            io::ErrorKind::Interrupted => cause,
            _ => ReadError::wrap(&self.name, cause),
        })?;
        self.delivered += taken as u64;
        Ok(taken)
    }
}

/// An input that cannot be read, or not to its end. Others may still be.
#[derive(Debug, thiserror::Error)]
#[error("{file}: {cause}")]
pub struct ReadError {
    file: String,
    cause: io::Error,
}

impl ReadError {
    /// Packed so that it passes through everything that knows only
    /// `io::Error`.
    fn wrap(file: &str, cause: io::Error) -> io::Error {
        io::Error::new(cause.kind(), ReadError { file: file.to_owned(), cause })
    }

    /// The error of a file that does not stay as it is.
    pub fn of_change(file: &str, so: &str) -> io::Error {
        ReadError::wrap(file, io::Error::other(format!("has changed while it was read{so}")))
    }

    /// Whether such an error is at the bottom of `error`.
    pub fn is_in(error: &anyhow::Error) -> bool {
        let wrapped = |error: &io::Error| error.get_ref().is_some_and(|inner| inner.is::<Self>());
        error.chain().filter_map(|cause| cause.downcast_ref()).any(wrapped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::sync::atomic::Ordering;

    fn open(bytes: &[u8], threads: usize) -> (anyhow::Result<Input>, Arc<AtomicU64>) {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), bytes).unwrap();
        let meter = Arc::default();
        (Input::open(&Source::File(file.path().into()), &meter, threads), meter)
    }

    /// What can be read, and the error after it: the same on a thread of its own and in place.
    fn read(bytes: &[u8]) -> (Vec<u8>, Option<io::Error>) {
        let [one, two] = [1, 2].map(|threads| {
            let mut out = Vec::new();
            let mut input = open(bytes, threads).0.unwrap();
            let error = input.read_to_end(&mut out).err();
            assert_eq!(input.read(&mut [0; 9]).ok(), Some(0), "nothing follows an error");
            (out, error)
        });
        let message = |error: &Option<io::Error>| error.as_ref().map(path_free);
        assert!(one.0 == two.0 && message(&one.1) == message(&two.1), "{:?} {:?}", one.1, two.1);
        two
    }

    /// An error without the name of its file.
    fn path_free(error: &io::Error) -> String {
        let text = error.to_string();
        text.split_once(": ").map_or(text.clone(), |(_, rest)| rest.to_owned())
    }

    fn sample() -> Vec<u8> {
        (0..30_000).flat_map(|n| format!("{n}. e4 e5 ").into_bytes()).collect()
    }

    #[test]
    fn two_frames_are_one_file() {
        let text = sample();
        for compression in Compression::ALL {
            let frames = [compression.compress(&text), compression.compress(b"end")].concat();
            let (out, error) = read(&frames);
            assert!(error.is_none(), "{compression:?}: {error:?}");
            assert!(out == [&text[..], b"end"].concat(), "{compression:?}");
        }
    }

    #[test]
    fn the_meter_ends_at_the_size_of_the_file() {
        for compression in Compression::ALL {
            let bytes = compression.compress(&sample());
            for threads in [1, 2] {
                let (input, meter) = open(&bytes, threads);
                io::copy(&mut input.unwrap(), &mut io::sink()).unwrap();
                assert_eq!(meter.load(Ordering::Relaxed), bytes.len() as u64, "{compression:?}");
            }
        }
    }

    #[test]
    fn a_file_cut_anywhere_gives_its_beginning_and_an_error_with_the_place() {
        let text = &sample()[..1500];
        for compression in Compression::ALL {
            let whole = compression.compress(text);
            for cut in 12..whole.len() {
                let (out, error) = read(&whole[..cut]);
                assert!(text.starts_with(&out), "{compression:?} cut at {cut}");
                let error = error.expect("an error").to_string();
                let end = format!("compressed data ends too early at byte {cut}");
                assert!(error.ends_with(&end), "{compression:?} cut at {cut}: {error}");
            }
        }
    }

    #[test]
    fn the_sound_part_of_a_cut_file_is_nearly_all_of_it() {
        let text = sample();
        for compression in [Compression::Gzip, Compression::Zstd, Compression::Xz] {
            let whole = compression.compress(&text);
            let (out, _) = read(&whole[..whole.len() - 1]);
            assert!(text.starts_with(&out));
            assert!(out.len() + 200_000 > text.len(), "{compression:?}: {}", out.len());
        }
    }

    #[test]
    fn a_damaged_byte_is_an_error_and_not_a_panic() {
        let whole = sample();
        for compression in Compression::ALL {
            let mut bytes = compression.compress(&whole);
            let middle = bytes.len() / 2;
            bytes[middle] ^= 0x55;
            let (_, error) = read(&bytes);
            let error = error.expect("an error").to_string();
            assert!(error.contains("compressed data is corrupt at about byte"), "{error}");
        }
    }

    #[test]
    fn a_lone_nul_is_text() {
        let text = b"[Event \"a\0b\"]\n\n1. e4 *\n";
        assert_eq!(read(text).0, text);
    }

    #[test]
    fn utf_16_inside_a_compressed_file_is_refused() {
        let text: Vec<u8> = "[Event \"x\"]".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let error = open(&Compression::Zstd.compress(&text), 2).0.err().unwrap();
        assert!(error.to_string().contains("UTF-16"), "{error}");
        assert!(ReadError::is_in(&error));
    }

    #[test]
    fn a_zstd_window_beyond_the_limit_is_refused() {
        // A frame header with a window of 2^28 bytes, and an empty last block.
        let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x00, (28 - 10) << 3, 0x01, 0x00, 0x00];
        let (_, error) = read(&frame);
        let error = error.unwrap().to_string();
        assert!(error.contains("needs more memory to unpack than is allowed"), "{error}");
    }
}
