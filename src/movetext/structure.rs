//! The bytes at which something begins or ends in moves, found sixteen or more at a time.

use crate::text::byte_bits::{BLOCK, marks};
use crate::text::cpu::{Cpu, Vector};
use crate::text::vector::find;

/// The next byte at which something can begin or end in moves: `{ ; ( ) * -` or a line end.
#[inline]
#[must_use]
pub fn structural(bytes: &[u8], at: usize) -> usize {
    find(
        bytes,
        at,
        |block| {
            // `{` and `;` differ in one bit; `(`, `)` and `*` are neighbours.
            block.with(0x40).is(b'{')
                | block.is_within(b'(', 3)
                | block.is(b'-')
                | block.is(b'\n')
                | block.is(b'\r')
        },
        |byte| matches!(byte, b'{' | b';' | b'(' | b')' | b'*' | b'-' | b'\n' | b'\r'),
    )
}

/// The next byte that opens or closes a comment.
#[inline]
#[must_use]
pub fn brace(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, |block| block.is(b'{') | block.is(b'}'), |byte| matches!(byte, b'{' | b'}'))
}

/// The next byte that closes a comment.
#[inline]
#[must_use]
pub fn closing_brace(bytes: &[u8], at: usize) -> usize {
    find(bytes, at, |block| block.is(b'}'), |byte| byte == b'}')
}

/// Braces that close comments.
#[inline(always)]
#[must_use]
pub(crate) fn closing<C: Cpu>(cpu: C, bytes: &[u8; BLOCK]) -> u64 {
    marks::<C>(
        #[inline(always)]
        |at| cpu.vector(bytes, at).is(b'}'),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cpu::Op;
    use crate::text::cpu::tests::{each_byte, run_on_all};
    use crate::text::vector::tests::check;

    #[test]
    fn vectors_find_what_bytes_find() {
        check(structural, b'e', |byte| b"{;()*-\n\r".contains(&byte));
        check(brace, b'e', |byte| b"{}".contains(&byte));
        check(closing_brace, b'e', |byte| byte == b'}');
    }

    #[derive(Clone, Copy)]
    struct Agreement;

    impl Op for Agreement {
        type Output = ();

        fn run<C: Cpu>(self, cpu: C) {
            each_byte(b'e', |bytes, place, byte| {
                assert_eq!(closing(cpu, bytes), u64::from(byte == b'}') << place, "{byte}");
            });
        }
    }

    #[test]
    fn every_processor_marks_what_single_bytes_tell() {
        run_on_all(Agreement);
    }
}
