//! Zstandard on many threads.
//!
//! In: text. Out: frames that hold the same length of it each, but for the last, packed at the same time and written in
//! their order. Where one ends depends on the text alone, so the bytes are the same on any number of
//! threads, and each frame can be unpacked without the others by whoever reads a part of the file.

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use std::collections::VecDeque;
use std::io::{self, Write};
use std::{mem, thread};
use zstd::bulk::Compressor;
use zstd::zstd_safe::{CParameter, Strategy, compress_bound};

/// What a frame holds. Frames of half as much are 1 % longer in all than a single one, these 0.5 %.
pub const FRAME: usize = 4 << 20;

/// Packs what is written to it.
pub struct FrameEncoder<W> {
    writer: W,
    threads: usize,
    /// What is being filled.
    parcel: Parcel,
    /// Nobody before the first frame is full.
    packers: Option<Packers>,
}

/// The text of a frame, and the frame.
#[derive(Default)]
struct Parcel {
    text: Vec<u8>,
    packed: Vec<u8>,
}

/// Threads that pack.
struct Packers {
    orders: Sender<(Parcel, Sender<io::Result<Parcel>>)>,
    /// What they are to give back, the oldest first.
    promised: VecDeque<Receiver<io::Result<Parcel>>>,
    spares: Vec<Parcel>,
}

impl<W: Write> FrameEncoder<W> {
    /// Packs on so many threads besides the caller's.
    pub fn new(writer: W, threads: usize) -> FrameEncoder<W> {
        FrameEncoder { writer, threads: threads.max(1), parcel: Parcel::default(), packers: None }
    }

    /// Has a full frame packed, and writes those before it that are ready, or for which there is no room to wait.
    fn hand_over(&mut self) -> io::Result<()> {
        if self.packers.is_none() {
            self.packers = Some(Packers::start(self.threads)?);
        }
        let packers = self.packers.as_mut().expect("they have just been started");
        // Where there is one frame, there are more: this one need not grow to its length step by step.
        let empty = packers.spares.pop().unwrap_or_else(Parcel::with_room);
        packers.order(mem::replace(&mut self.parcel, empty))?;
        // One for each thread to go on with: the oldest may be the last to be ready.
        while packers.promised.len() > self.threads + 1 || packers.is_oldest_ready() {
            packers.write_oldest(&mut self.writer)?;
        }
        Ok(())
    }

    /// Writes all that is left. The last frame is packed while others are.
    pub fn finish(mut self) -> io::Result<W> {
        self.parcel.pack(&mut compressor()?)?;
        if let Some(packers) = &mut self.packers {
            while !packers.promised.is_empty() {
                packers.write_oldest(&mut self.writer)?;
            }
        }
        self.writer.write_all(&self.parcel.packed)?;
        Ok(self.writer)
    }
}

impl<W: Write> Write for FrameEncoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Not before something follows, or a text of just this length had an empty frame at its end.
        if self.parcel.text.len() == FRAME {
            self.hand_over()?;
        }
        let taken = bytes.len().min(FRAME - self.parcel.text.len());
        self.parcel.text.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    /// Ends no frame: that would make another file of the same text.
    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Packers {
    fn start(threads: usize) -> io::Result<Packers> {
        let (orders, ordered) = unbounded::<(Parcel, Sender<_>)>();
        for _ in 0..threads {
            let ordered = ordered.clone();
            let mut compressor = compressor()?;
            let pack = move || {
                for (mut parcel, promise) in ordered {
                    // Nobody waits for it any more if the run broke off.
                    promise.send(parcel.pack(&mut compressor).map(|()| parcel)).ok();
                }
            };
            thread::Builder::new().name("zstd".into()).spawn(pack)?;
        }
        Ok(Packers { orders, promised: VecDeque::new(), spares: Vec::new() })
    }

    fn order(&mut self, parcel: Parcel) -> io::Result<()> {
        let (promise, promised) = bounded(1);
        self.promised.push_back(promised);
        self.orders.send((parcel, promise)).map_err(|_| has_stopped())
    }

    fn is_oldest_ready(&self) -> bool {
        self.promised.front().is_some_and(|oldest| !oldest.is_empty())
    }

    fn write_oldest(&mut self, writer: &mut impl Write) -> io::Result<()> {
        let Some(oldest) = self.promised.pop_front() else { return Ok(()) };
        let mut parcel = oldest.recv().map_err(|_| has_stopped())??;
        writer.write_all(&parcel.packed)?;
        parcel.text.clear();
        self.spares.push(parcel);
        Ok(())
    }
}

fn has_stopped() -> io::Error {
    io::Error::other("the thread that compresses has stopped")
}

impl Parcel {
    /// An empty one, with room for the text of a whole frame.
    fn with_room() -> Parcel {
        Parcel { text: Vec::with_capacity(FRAME), packed: Vec::new() }
    }

    fn pack(&mut self, compressor: &mut Compressor<'static>) -> io::Result<()> {
        self.packed.clear();
        self.packed.reserve(compress_bound(self.text.len()));
        compressor.compress_to_buffer(&self.text, &mut self.packed).map(drop)
    }
}

/// Level 3 with a smaller window and smaller tables: one of long matches that just fits beside a core, and one of short
/// matches that is hardly there, as most matches in games are long. Against level 3 that takes a sixth less time, and makes two
/// hundredths more of games and one of positions.
fn compressor() -> io::Result<Compressor<'static>> {
    let mut compressor = Compressor::new(3)?;
    for parameter in [
        CParameter::Strategy(Strategy::ZSTD_dfast),
        CParameter::WindowLog(20),
        CParameter::HashLog(17),
        CParameter::ChainLog(12),
        CParameter::MinMatch(6),
    ] {
        compressor.set_parameter(parameter)?;
    }
    compressor.include_checksum(true)?;
    Ok(compressor)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(length: usize) -> Vec<u8> {
        (0_u32..).flat_map(|number| format!("{number} ").into_bytes()).take(length).collect()
    }

    /// Written in pieces of this length.
    fn packed(text: &[u8], threads: usize, piece: usize) -> Vec<u8> {
        let mut encoder = FrameEncoder::new(Vec::new(), threads);
        text.chunks(piece).for_each(|piece| encoder.write_all(piece).unwrap());
        encoder.finish().unwrap()
    }

    #[test]
    fn the_frames_depend_on_the_text_alone() {
        let text = text(3 * FRAME + 1);
        let expected: Vec<u8> =
            text.chunks(FRAME).flat_map(|text| packed(text, 1, FRAME)).collect();
        for (threads, piece) in [(1, 1000), (2, FRAME), (3, text.len()), (7, 65_537)] {
            assert!(packed(&text, threads, piece) == expected, "{threads} threads");
        }
        assert!(zstd::decode_all(&expected[..]).unwrap() == text);
    }

    #[test]
    fn there_is_one_frame_of_nothing_and_none_after_a_full_one() {
        for length in [0, 1, FRAME] {
            let text = text(length);
            let mut frame = Parcel { text: text.clone(), packed: Vec::new() };
            frame.pack(&mut compressor().unwrap()).unwrap();
            assert!(packed(&text, 2, 4096) == frame.packed, "{length}");
        }
    }
}
