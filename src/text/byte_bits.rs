//! Sixty-four bytes at a time: a bit for each byte of some sort, the first byte lowest.

use super::cpu::{Cpu, Vector};
use super::vector::{is_letter, is_value_end};

/// How many bytes are marked at once.
pub const BLOCK: usize = 64;

/// Bytes of the sort that `mark` marks in as many as a vector holds; `at` says where they begin.
#[inline(always)]
pub(crate) fn marks<C: Cpu>(mark: impl Fn(usize) -> C::Vector) -> u64 {
    let mut bits = 0;
    let mut at = 0;
    while at < BLOCK {
        bits |= mark(at).bits() << at;
        at += C::WIDTH;
    }
    bits
}

/// White space, as [`is_white`](super::bytes::is_white) has it.
#[inline(always)]
#[must_use]
pub fn white<C: Cpu>(cpu: C, bytes: &[u8; BLOCK]) -> u64 {
    marks::<C>(
        #[inline(always)]
        |at| {
            let block = cpu.vector(bytes, at);
            // Tab, LF, VT, FF and CR are neighbours.
            block.is(b' ') | block.is_within(b'\t', 5)
        },
    )
}

/// What ends a quoted text, or makes it odd: quote, backslash or a line end.
#[inline(always)]
#[must_use]
pub fn value_ends<C: Cpu>(cpu: C, bytes: &[u8; BLOCK]) -> u64 {
    marks::<C>(
        #[inline(always)]
        |at| is_value_end(cpu.vector(bytes, at)),
    )
}

/// Letters among the first sixteen, at least.
#[inline(always)]
#[must_use]
pub fn letters<C: Cpu>(cpu: C, bytes: &[u8; BLOCK]) -> u64 {
    is_letter(cpu.vector(bytes, 0)).bits()
}

#[cfg(test)]
mod tests {
    use super::super::bytes::is_white;
    use super::super::cpu::Op;
    use super::super::cpu::tests::{each_byte, run_on_all};
    use super::*;

    #[derive(Clone, Copy)]
    struct Agreement;

    impl Op for Agreement {
        type Output = ();

        fn run<C: Cpu>(self, cpu: C) {
            each_byte(b'e', |bytes, place, byte| {
                assert_eq!(white(cpu, bytes), u64::from(is_white(byte)) << place, "{byte}");
                let is_end = b"\"\\\n\r".contains(&byte);
                assert_eq!(value_ends(cpu, bytes), u64::from(is_end) << place, "{byte}");
            });
            each_byte(b'1', |bytes, place, byte| {
                let is_marked = byte.is_ascii_alphabetic() && place < C::WIDTH;
                assert_eq!(letters(cpu, bytes), u64::from(is_marked) << place, "{byte}");
            });
        }
    }

    #[test]
    fn every_processor_marks_what_single_bytes_tell() {
        run_on_all(Agreement);
    }
}
