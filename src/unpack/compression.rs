//! The compressions: recognised by content, and by the endings of names.

use flate2::bufread::MultiGzDecoder;
use liblzma::stream::{CONCATENATED, Stream};
use std::io::{self, BufRead, Read};
use std::path::Path;

/// A way to compress a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstd,
    /// `.bz2`
    Bzip2,
    /// `.xz`
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
    #[must_use]
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
    #[must_use]
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
    pub(crate) fn decoder(
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
    pub(super) fn is_memory_limit(error: &io::Error) -> bool {
        let text = error.to_string();
        text.contains("Frame requires too much memory") || text.contains("memory limit")
    }
}

/// The ending of a name in lower case, before that of a compression: `csv` of `games.CSV.zst`.
#[must_use]
pub fn ending_of_name(path: &Path) -> Option<String> {
    let stem = path.file_stem().map(Path::new).filter(|_| Compression::of_name(path).is_some());
    Some(stem.unwrap_or(path).extension()?.to_str()?.to_ascii_lowercase())
}

#[cfg(test)]
impl Compression {
    pub(crate) const ALL: [Compression; 4] =
        [Compression::Gzip, Compression::Zstd, Compression::Bzip2, Compression::Xz];

    pub(crate) fn compress(self, bytes: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        match self {
            Compression::Gzip => {
                let level = flate2::Compression::default();
                flate2::read::GzEncoder::new(bytes, level).read_to_end(&mut packed)
            }
            Compression::Zstd => {
                let mut encoder = zstd::stream::read::Encoder::new(bytes, 0).unwrap();
                encoder.include_checksum(true).unwrap();
                encoder.read_to_end(&mut packed)
            }
            Compression::Bzip2 => {
                let level = bzip2::Compression::best();
                bzip2::read::BzEncoder::new(bytes, level).read_to_end(&mut packed)
            }
            Compression::Xz => liblzma::read::XzEncoder::new(bytes, 6).read_to_end(&mut packed),
        }
        .unwrap();
        packed
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
