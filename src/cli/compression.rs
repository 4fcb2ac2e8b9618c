//! Compression of what is written; what reads it is in [`unpack`](crate::unpack).

mod frame_encoder;

use flate2::write::GzEncoder;
use std::io::{self, Write};

pub use crate::unpack::{Compression, ending_of_name};
pub use frame_encoder::{FRAME, FrameEncoder};

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
