//! The compressions: recognised by content when reading, selected by name
//! when writing.

mod frame_encoder;

use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use liblzma::stream::{CONCATENATED, Stream};
use std::io::{self, BufRead, Read, Write};
use std::path::Path;

pub use frame_encoder::{FRAME, FrameEncoder};

/// A way to compress a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    Gzip,
    Zstd,
    Bzip2,
    Xz,
}

/// Frames that ask for a window above 2^27 = 128 MiB are refused, as by the
/// zstd program itself: a few bytes must not be able to take all memory.
const ZSTD_WINDOW_LOG: u32 = 27;

/// The same for xz; its largest preset, 9, asks for 65 MiB.
const XZ_MEMORY: u64 = 160 << 20;

/// Every skippable frame of zstd begins with one of 16 numbers, 0x184D2A5?;
/// pzstd puts one at the very beginning.
const ZSTD_SKIPPABLE: [u8; 3] = [0x2a, 0x4d, 0x18];

impl Compression {
    /// By the first bytes of a file; ten are enough.
    pub fn of_content(head: &[u8]) -> Option<Compression> {
        let skippable = head.len() >= 4 && head[0] >> 4 == 5 && head[1..4] == ZSTD_SKIPPABLE;
        match head {
            [0x1f, 0x8b, ..] => Some(Compression::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Compression::Zstd),
            _ if skippable => Some(Compression::Zstd),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Compression::Xz),
            // Text might begin with "BZh": the magic number of the first
            // block, or of the end of an empty file, must follow.
            [b'B', b'Z', b'h', b'1'..=b'9', b'1', b'A', b'Y', b'&', b'S', b'Y', ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => {
                Some(Compression::Bzip2)
            }
            _ => None,
        }
    }

    /// By the ending of a name.
    pub fn of_name(path: &Path) -> Option<Compression> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        match ending.as_str() {
            "gz" => Some(Compression::Gzip),
            "zst" => Some(Compression::Zstd),
            "bz2" => Some(Compression::Bzip2),
            "xz" => Some(Compression::Xz),
            _ => None,
        }
    }

    /// Reads all frames of `reader`, one after the other.
    pub fn decoder(
        self,
        reader: impl BufRead + Send + 'static,
    ) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Compression::Gzip => Box::new(MultiGzDecoder::new(reader)),
            Compression::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(reader)),
            Compression::Zstd => {
                let mut decoder = zstd::Decoder::with_buffer(reader)?;
                decoder.window_log_max(ZSTD_WINDOW_LOG)?;
                Box::new(decoder)
            }
            Compression::Xz => {
                let stream = Stream::new_stream_decoder(XZ_MEMORY, CONCATENATED)?;
                Box::new(liblzma::bufread::XzDecoder::new_stream(reader, stream))
            }
        })
    }

    /// Whether `error`, of our decoder, says that the limits above are
    /// exceeded. zstd tells it only by its text.
    pub fn is_memory_limit(error: &io::Error) -> bool {
        let text = error.to_string();
        text.contains("Frame requires too much memory") || text.contains("memory limit")
    }
}

/// Compresses, or not, what is written to it. Levels are the defaults of the
/// programs of the same names.
pub enum Encoder<W: Write> {
    Plain(W),
    Gzip(GzEncoder<W>),
    Zstd(FrameEncoder<W>),
    Bzip2(bzip2::write::BzEncoder<W>),
    Xz(liblzma::write::XzEncoder<W>),
}

impl<W: Write> Encoder<W> {
    /// On so many threads, if the compression has parts that can be made at the same time.
    pub fn new(compression: Option<Compression>, threads: usize, writer: W) -> Encoder<W> {
        match compression {
            None => Encoder::Plain(writer),
            Some(Compression::Gzip) => {
                Encoder::Gzip(GzEncoder::new(writer, flate2::Compression::default()))
            }
            Some(Compression::Bzip2) => {
                let level = bzip2::Compression::best();
                Encoder::Bzip2(bzip2::write::BzEncoder::new(writer, level))
            }
            Some(Compression::Xz) => Encoder::Xz(liblzma::write::XzEncoder::new(writer, 6)),
            Some(Compression::Zstd) => Encoder::Zstd(FrameEncoder::new(writer, threads)),
        }
    }

    /// Writes the end of the compressed data and all that is buffered.
    pub fn finish(self) -> io::Result<W> {
        let mut writer = match self {
            Encoder::Plain(writer) => writer,
            Encoder::Gzip(encoder) => encoder.finish()?,
            Encoder::Zstd(encoder) => encoder.finish()?,
            Encoder::Bzip2(encoder) => encoder.finish()?,
            Encoder::Xz(encoder) => encoder.finish()?,
        };
        writer.flush()?;
        Ok(writer)
    }

    fn inner(&mut self) -> &mut dyn Write {
        match self {
            Encoder::Plain(writer) => writer,
            Encoder::Gzip(encoder) => encoder,
            Encoder::Zstd(encoder) => encoder,
            Encoder::Bzip2(encoder) => encoder,
            Encoder::Xz(encoder) => encoder,
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.inner().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner().flush()
    }
}

/// The ending of a name in lower case, before that of a compression: `csv` of `games.CSV.zst`.
pub fn ending_of_name(path: &Path) -> Option<String> {
    let stem = path.file_stem().map(Path::new).filter(|_| Compression::of_name(path).is_some());
    Some(stem.unwrap_or(path).extension()?.to_str()?.to_ascii_lowercase())
}

#[cfg(test)]
impl Compression {
    pub const ALL: [Compression; 4] =
        [Compression::Gzip, Compression::Zstd, Compression::Bzip2, Compression::Xz];

    pub fn compress(self, bytes: &[u8]) -> Vec<u8> {
        let mut encoder = Encoder::new(Some(self), 1, Vec::new());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_is_recognised_by_content() {
        for compression in Compression::ALL {
            for text in [&b""[..], b"[Event \"x\"]"] {
                let head = compression.compress(text);
                assert_eq!(Compression::of_content(&head), Some(compression));
            }
        }
    }

    #[test]
    fn text_is_not_taken_for_compressed() {
        for text in ["", "B", "BZh9 is not a tag", "[Event \"PK\"]", "(\u{b5}/"] {
            assert_eq!(Compression::of_content(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn endings_select_compression_in_any_case() {
        let of = |name: &str| Compression::of_name(Path::new(name));
        assert_eq!(of("a.pgn.ZST"), Some(Compression::Zstd));
        assert_eq!(of("a.gz.pgn"), None);
        assert_eq!(of("gz"), None);
    }
}
