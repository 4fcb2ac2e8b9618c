//! The next bytes of a main line, and where white space is in them and comments end.
//!
//! The end of a word is known from marks that were made before it was looked at. So the next word can
//! be begun while this one is still being read; to find each end from the word itself took half as long again.

use crate::movetext::structure;
use crate::text::byte_bits::{self, BLOCK};
use crate::text::cpu::Cpu;

/// The bytes that are marked, and after them room for the window of the last one.
const SIZE: usize = BLOCK + 8;

pub(super) struct Window<'a> {
    bytes: &'a [u8; SIZE],
    /// White space.
    pub white: u64,
    /// Braces that close.
    pub close: u64,
}

impl<'a> Window<'a> {
    /// The first bytes of the rest of a record; `spare` is for what is too short.
    #[inline(always)]
    pub(super) fn new<C: Cpu>(cpu: C, rest: &'a [u8], spare: &'a mut Spare) -> Window<'a> {
        let bytes = match rest.first_chunk::<SIZE>() {
            Some(bytes) => bytes,
            None => spare.padded(rest),
        };
        let [marked @ .., _, _, _, _, _, _, _, _] = bytes;
        Window {
            bytes,
            white: byte_bits::white(cpu, marked),
            close: structure::closing(cpu, marked),
        }
    }

    /// Eight bytes, the first one lowest.
    #[inline(always)]
    pub(super) fn window(&self, place: usize) -> u64 {
        let (windows, _) = self.bytes[place & (BLOCK - 1)..].as_chunks::<8>();
        u64::from_le_bytes(windows[0])
    }
}

/// Room for the last bytes of a record.
pub(super) struct Spare([u8; SIZE]);

impl Spare {
    pub(super) const fn new() -> Spare {
        Spare([0; SIZE])
    }

    /// The last bytes, and zeros.
    #[inline(never)]
    fn padded(&mut self, rest: &[u8]) -> &[u8; SIZE] {
        let (front, back) = self.0.split_at_mut(rest.len());
        front.copy_from_slice(rest);
        back.fill(0);
        &self.0
    }
}
