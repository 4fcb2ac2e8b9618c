//! What the processor can do: what is asked of one byte is asked of sixteen or thirty-two at once.
//!
//! Vectors of sixteen bytes are everywhere. Nearly all processors have wider ones, and other instructions
//! that help, but which, is known only when the program runs. What is worth it is written once, as an
//! [`Op`] for any [`Cpu`], and compiled for both: annotating takes three to nine per cent less time for it.

use std::ops::{BitAnd, BitOr, Not};

use wide::u8x16;

/// Bytes side by side, or marks: all bits of a byte where something is true.
pub(crate) trait Vector:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self>
{
    /// Marks a byte.
    #[must_use]
    fn is(self, byte: u8) -> Self;

    /// Marks bytes from `first` on, so many of them.
    #[must_use]
    fn is_within(self, first: u8, count: u8) -> Self;

    /// Sets bits in every byte.
    #[must_use]
    fn with(self, bits: u8) -> Self;

    /// A bit for each byte, the first one lowest.
    fn bits(self) -> u64;
}

/// What a processor can do.
pub(crate) trait Cpu: Copy {
    /// Its vectors.
    type Vector: Vector;
    /// How many bytes they hold.
    const WIDTH: usize;

    /// The bytes from a place on, of which there must be enough.
    fn vector(self, bytes: &[u8], at: usize) -> Self::Vector;
}

/// What [`Cpu::vector`] asks for.
const ENOUGH: &str = "enough bytes for a vector";

/// Something to do by the best means there are. It must be inlined, with whatever it calls that is to profit.
pub(crate) trait Op {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// Does it as well as this processor can.
#[inline(always)]
pub(crate) fn run<O: Op>(op: O) -> O::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(cpu) = pulp::x86::V3::try_new() {
        return cpu.vectorize(avx2::Dispatch { cpu, op });
    }
    op.run(Any)
}

/// Any processor.
#[derive(Clone, Copy)]
pub(crate) struct Any;

impl Cpu for Any {
    type Vector = u8x16;
    const WIDTH: usize = 16;

    #[inline(always)]
    fn vector(self, bytes: &[u8], at: usize) -> u8x16 {
        u8x16::new(*bytes[at..].first_chunk().expect(ENOUGH))
    }
}

impl Vector for u8x16 {
    #[inline(always)]
    fn is(self, byte: u8) -> u8x16 {
        self.simd_eq(u8x16::splat(byte))
    }

    #[inline(always)]
    fn is_within(self, first: u8, count: u8) -> u8x16 {
        let above = self - u8x16::splat(first);
        above.min(u8x16::splat(count - 1)).simd_eq(above)
    }

    #[inline(always)]
    fn with(self, bits: u8) -> u8x16 {
        self | u8x16::splat(bits)
    }

    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self.to_bitmask())
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::__m256i;
    use std::ops::{BitAnd, BitOr, Not};

    use pulp::NullaryFnOnce;
    use pulp::x86::V3;

    use super::{Cpu, Op, Vector};

    pub(super) struct Dispatch<O> {
        pub cpu: V3,
        pub op: O,
    }

    impl<O: Op> NullaryFnOnce for Dispatch<O> {
        type Output = O::Output;

        #[inline(always)]
        fn call(self) -> O::Output {
            self.op.run(self.cpu)
        }
    }

    /// Thirty-two bytes, and who can work with them.
    #[derive(Clone, Copy)]
    pub(crate) struct Vector32 {
        cpu: V3,
        bytes: __m256i,
    }

    impl Cpu for V3 {
        type Vector = Vector32;
        const WIDTH: usize = 32;

        #[inline(always)]
        fn vector(self, bytes: &[u8], at: usize) -> Vector32 {
            let chunk: Option<&[u8; 32]> = bytes[at..].first_chunk();
            Vector32 { cpu: self, bytes: pulp::cast(*chunk.expect(super::ENOUGH)) }
        }
    }

    impl Vector32 {
        #[inline(always)]
        fn splat(self, byte: u8) -> __m256i {
            self.cpu.avx._mm256_set1_epi8(byte as i8)
        }

        #[inline(always)]
        fn of(self, bytes: __m256i) -> Vector32 {
            Vector32 { bytes, ..self }
        }
    }

    impl Vector for Vector32 {
        #[inline(always)]
        fn is(self, byte: u8) -> Vector32 {
            self.of(self.cpu.avx2._mm256_cmpeq_epi8(self.bytes, self.splat(byte)))
        }

        #[inline(always)]
        fn is_within(self, first: u8, count: u8) -> Vector32 {
            let above = self.cpu.avx2._mm256_sub_epi8(self.bytes, self.splat(first));
            let least = self.cpu.avx2._mm256_min_epu8(above, self.splat(count - 1));
            self.of(self.cpu.avx2._mm256_cmpeq_epi8(least, above))
        }

        #[inline(always)]
        fn with(self, bits: u8) -> Vector32 {
            self | self.of(self.splat(bits))
        }

        #[inline(always)]
        fn bits(self) -> u64 {
            u64::from(self.cpu.avx2._mm256_movemask_epi8(self.bytes) as u32)
        }
    }

    impl BitAnd for Vector32 {
        type Output = Vector32;

        #[inline(always)]
        fn bitand(self, other: Vector32) -> Vector32 {
            self.of(self.cpu.avx2._mm256_and_si256(self.bytes, other.bytes))
        }
    }

    impl BitOr for Vector32 {
        type Output = Vector32;

        #[inline(always)]
        fn bitor(self, other: Vector32) -> Vector32 {
            self.of(self.cpu.avx2._mm256_or_si256(self.bytes, other.bytes))
        }
    }

    impl Not for Vector32 {
        type Output = Vector32;

        #[inline(always)]
        fn not(self) -> Vector32 {
            self.of(self.cpu.avx2._mm256_xor_si256(self.bytes, self.splat(u8::MAX)))
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::text::byte_bits::BLOCK;

    /// Does it on any processor, and on this one.
    pub(crate) fn run_on_all(op: impl Op<Output = ()> + Copy) {
        op.run(Any);
        run(op);
    }

    /// Every byte at every place of a block that holds nothing else but `others`.
    pub(crate) fn each_byte(others: u8, mut check: impl FnMut(&[u8; BLOCK], usize, u8)) {
        for place in 0..BLOCK {
            for byte in 0..=255 {
                let mut bytes = [others; BLOCK];
                bytes[place] = byte;
                check(&bytes, place, byte);
            }
        }
    }
}
