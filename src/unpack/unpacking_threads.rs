//! Threads that unpack pieces at the same time. Whoever reads gets a part for
//! each piece, in the order of the file, and its blocks as they come.

use super::Compression;
use super::counted::{Counted, ReadSoFar};
use super::decompressor::{BLOCK, UnpackedBlock, UnpackedPart, decompress};
use super::frames::{LONGEST, Piece};
use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::io::{self, Cursor};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::thread;

/// What may be unpacked ahead of the reader, in all.
const BUDGET: u64 = 2 * LONGEST;

/// Pieces that may be waiting or under way, besides one for each thread.
const AHEAD: usize = 2;

/// More threads than this have never anything to do.
const THREADS: usize = 8;

struct UnpackJob {
    piece: Piece,
    blocks: Sender<io::Result<UnpackedBlock>>,
}

/// The giving end of the threads.
pub struct Crew {
    jobs: Sender<UnpackJob>,
    /// Tells how much a part may have held when it has been read.
    finished: Receiver<u64>,
    most: usize,
    /// Parts that are not read yet, and what they may hold.
    count: usize,
    content: u64,
}

/// What each thread needs to know.
#[derive(Clone)]
pub struct Tools {
    pub compression: Compression,
    pub empty: Receiver<UnpackedBlock>,
    pub meter: Arc<AtomicU64>,
}

impl Crew {
    pub fn start(threads: usize, tools: &Tools, finished: Receiver<u64>) -> io::Result<Crew> {
        let (jobs, queue) = unbounded();
        let threads = threads.min(THREADS);
        for _ in 0..threads {
            let (tools, queue) = (tools.clone(), queue.clone());
            let work = move || queue.into_iter().for_each(|job| unpack(job, &tools));
            thread::Builder::new().name("decompress".into()).spawn(work)?;
        }
        Ok(Crew { jobs, finished, most: threads + AHEAD, count: 0, content: 0 })
    }

    /// Has a piece unpacked, as soon as there is room; none when nobody reads any more.
    pub fn give(&mut self, piece: Piece) -> Option<UnpackedPart> {
        while self.count > 0 && (self.count >= self.most || self.content + piece.content > BUDGET) {
            self.content -= self.finished.recv().ok()?;
            self.count -= 1;
        }
        let content = piece.content;
        self.count += 1;
        self.content += content;
        // A frame that holds more than it should waits until its blocks are read.
        let (blocks, receiver) = bounded(content as usize / BLOCK + 2);
        self.jobs.send(UnpackJob { piece, blocks }).ok()?;
        Some(UnpackedPart { blocks: receiver, content })
    }
}

fn unpack(job: UnpackJob, tools: &Tools) {
    let UnpackJob { piece, blocks } = job;
    let position = Arc::new(ReadSoFar::at(piece.start));
    let bytes = Cursor::new(piece.bytes);
    let counted = Counted::new(bytes, Arc::clone(&position), Arc::clone(&tools.meter));
    let empty = || Some(tools.empty.try_recv().unwrap_or_else(|_| UnpackedBlock::new()));
    let result =
        tools.compression.decoder(counted).and_then(|decoder| decompress(decoder, empty, &blocks));
    if let Err(cause) = result {
        blocks.send(Err(position.blame_decoder(never_early(cause)))).ok();
    }
}

/// The data goes on after a piece, so it cannot have ended too early.
fn never_early(cause: io::Error) -> io::Error {
    match cause.kind() {
        io::ErrorKind::UnexpectedEof => io::Error::new(io::ErrorKind::InvalidData, cause),
        _ => cause,
    }
}

#[cfg(test)]
mod tests {
    use super::super::decompressor::Decompressor;
    use super::*;
    use flate2::write::DeflateEncoder;
    use std::io::{Read, Write};
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::Duration;

    const ZSTD: Compression = Compression::Zstd;
    const GZIP: Compression = Compression::Gzip;

    fn text(length: usize) -> Vec<u8> {
        (0..)
            .flat_map(|n: u32| format!("{n}. e4 {} ", n ^ 0x5555).into_bytes())
            .take(length)
            .collect()
    }

    /// Contents of all sizes, none among them.
    fn contents() -> Vec<Vec<u8>> {
        let mut contents: Vec<_> = [5, 0, 70_000, 1_300_000, 1, 400_000].map(text).into();
        contents.extend((0..100).map(text));
        contents
    }

    /// A frame with a skippable one before it, as pzstd writes them.
    fn pzstd(content: &[u8]) -> Vec<u8> {
        let frame = ZSTD.compress(content);
        let length = (frame.len() as u32).to_le_bytes();
        [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0], &length[..], &frame[..]].concat()
    }

    /// A member with its length in an extra field, as bgzip writes them.
    fn bgzip(content: &[u8]) -> Vec<u8> {
        let mut encoder = DeflateEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(content).unwrap();
        let deflated = encoder.finish().unwrap();
        let mut crc = flate2::Crc::new();
        crc.update(content);
        let length = u16::try_from(18 + deflated.len() + 8 - 1).unwrap().to_le_bytes();
        let head = b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0";
        let (sum, size) = (crc.sum().to_le_bytes(), crc.amount().to_le_bytes());
        [&head[..], &length[..], &deflated[..], &sum[..], &size[..]].concat()
    }

    fn bgzipped(content: &[u8]) -> Vec<u8> {
        content.chunks(65_280).chain([&[][..]]).flat_map(bgzip).collect()
    }

    /// A text in many frames, and so in many pieces.
    fn many(pack: fn(&[u8]) -> Vec<u8>) -> Vec<u8> {
        text(40_000).chunks(400).flat_map(pack).collect()
    }

    fn start(
        compression: Compression,
        bytes: &[u8],
        threads: usize,
    ) -> (Decompressor, Arc<AtomicU64>) {
        let meter = Arc::new(AtomicU64::new(0));
        let reader = Cursor::new(bytes.to_vec());
        (Decompressor::start(compression, reader, threads, Arc::clone(&meter)).unwrap(), meter)
    }

    /// What can be read on so many threads, and the error after it.
    fn read(compression: Compression, bytes: &[u8], threads: usize) -> (Vec<u8>, Option<String>) {
        let (mut decompressor, meter) = start(compression, bytes, threads);
        let mut out = Vec::new();
        let error = decompressor.read_to_end(&mut out).err();
        if error.is_none() {
            assert_eq!(meter.load(Relaxed), bytes.len() as u64);
        }
        (out, error.map(|error| error.to_string()))
    }

    #[test]
    fn frames_are_read_in_order_on_any_number_of_threads() {
        let mut contents = contents();
        let frames = |contents: &[Vec<u8>], pack: fn(&[u8]) -> Vec<u8>| -> Vec<u8> {
            contents.iter().flat_map(|text| pack(text)).collect()
        };
        let same = |compression: Compression, bytes: &[u8], contents: &[Vec<u8>]| {
            for threads in [1, 2, 5] {
                let (out, error) = read(compression, bytes, threads);
                assert_eq!(error, None, "{compression:?}, {threads} threads");
                assert!(out == contents.concat(), "{compression:?}, {threads} threads");
            }
        };
        same(ZSTD, &frames(&contents, pzstd), &contents);
        same(GZIP, &frames(&contents, bgzipped), &contents);
        // A frame too long to be cut off, a member that does not tell its length, more after them.
        contents.extend([vec![b' '; LONGEST as usize + 1], text(1000), text(7)]);
        same(ZSTD, &frames(&contents, |text| ZSTD.compress(text)), &contents);
        contents[105] = text(1001);
        let pack =
            |text: &[u8]| if text.len() == 1001 { GZIP.compress(text) } else { bgzipped(text) };
        contents.truncate(106);
        same(GZIP, &frames(&contents, pack), &contents);
    }

    #[test]
    fn frames_cut_anywhere_end_as_a_stream_would() {
        for (compression, whole) in [(ZSTD, many(pzstd)), (GZIP, many(bgzip))] {
            for cut in (1..whole.len()).step_by(331) {
                let (out, error) = read(compression, &whole[..cut], 3);
                let (streamed, expected) = read(compression, &whole[..cut], 1);
                assert_eq!(error, expected, "{compression:?} cut at {cut}");
                assert!(alike(&out, &streamed), "{compression:?} cut at {cut}: {}", out.len());
            }
        }
    }

    #[test]
    fn damage_is_told_behind_what_is_sound_before_it() {
        for (compression, whole) in [(ZSTD, many(pzstd)), (GZIP, many(bgzip))] {
            for at in (20..whole.len()).step_by(331) {
                let mut bytes = whole.clone();
                bytes[at] ^= 0x55;
                let (out, error) = read(compression, &bytes, 3);
                let (streamed, expected) = read(compression, &bytes, 1);
                assert!(alike(&out, &streamed), "{compression:?} at {at}: {}", out.len());
                assert_eq!(
                    error.is_some(),
                    expected.is_some(),
                    "{compression:?} at {at}: {error:?}"
                );
            }
        }
    }

    /// The same, but for what a decoder loses when it fails.
    fn alike(one: &[u8], other: &[u8]) -> bool {
        let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
        long.starts_with(short) && long.len() - short.len() <= 16 << 10
    }

    #[test]
    fn damage_in_one_piece_is_told_with_its_place_in_the_file() {
        let mut bytes = many(pzstd);
        let at = bytes.len() - 200;
        bytes[at] ^= 0x55;
        let error = read(ZSTD, &bytes, 3).1.expect("an error");
        let place = error.split("corrupt at about byte ").nth(1).expect("a place");
        let place: usize = place.split(' ').next().unwrap().parse().unwrap();
        assert!(place.abs_diff(at) < 1000, "{error}, damaged at {at}");
    }

    #[test]
    fn a_frame_that_holds_more_than_it_may_is_read_all_the_same() {
        let bytes = bgzip(&vec![b' '; 2 << 20]).repeat(20);
        let (out, error) = read(GZIP, &bytes, 2);
        assert_eq!((out.len(), error), (40 << 20, None));
    }

    #[test]
    fn nobody_waits_for_a_reader_that_is_gone() {
        let bytes = pzstd(&vec![b' '; 2 << 20]).repeat(30);
        let (mut decompressor, meter) = start(ZSTD, &bytes, 3);
        decompressor.read_exact(&mut [0; 1000]).unwrap();
        drop(decompressor);
        let is_gone = |_| {
            thread::sleep(Duration::from_millis(10));
            Arc::strong_count(&meter) == 1
        };
        assert!((0..1000).any(is_gone), "threads are left");
    }
}
