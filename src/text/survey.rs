//! What many bytes hold, told by one look at each: how many line ends, and whether there is a NUL.

use super::byte_bits::{BLOCK, marks};
use super::cpu::{self, Cpu, Op, Vector};

/// What was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Line ends.
    pub lines: u64,
    /// Whether any byte is zero.
    pub has_nul: bool,
}

impl Survey {
    /// Looks at bytes that stand after another one. An LF after a CR ends no other line, so pieces have
    /// as many line ends as the whole, wherever it is cut.
    #[must_use]
    pub fn of(before: Option<u8>, bytes: &[u8]) -> Survey {
        cpu::run(Look { before, bytes })
    }
}

struct Look<'a> {
    before: Option<u8>,
    bytes: &'a [u8],
}

impl Op for Look<'_> {
    type Output = Survey;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Survey {
        let mut survey = Survey::default();
        let mut half = u64::from(self.before == Some(b'\r'));
        let (blocks, rest) = self.bytes.as_chunks();
        for block in blocks {
            half = survey.add(cpu, block, half);
        }
        let mut last = [b' '; BLOCK];
        last[..rest.len()].copy_from_slice(rest);
        survey.add(cpu, &last, half);
        survey
    }
}

impl Survey {
    /// Adds what a block holds. `half` is one if it stands after a CR, and so is what is returned.
    #[inline(always)]
    fn add<C: Cpu>(&mut self, cpu: C, block: &[u8; BLOCK], half: u64) -> u64 {
        let feeds = marks::<C>(
            #[inline(always)]
            |at| cpu.vector(block, at).is(b'\n'),
        );
        let others = marks::<C>(
            #[inline(always)]
            |at| cpu.vector(block, at).is(b'\r') | cpu.vector(block, at).is(0),
        );
        if others | half == 0 {
            self.lines += u64::from(feeds.count_ones());
            return 0;
        }
        let returns = marks::<C>(
            #[inline(always)]
            |at| cpu.vector(block, at).is(b'\r'),
        );
        let pairs = feeds & (returns << 1 | half);
        self.lines += u64::from((feeds | returns).count_ones() - pairs.count_ones());
        self.has_nul |= others != returns;
        returns >> (BLOCK - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cpu::Any;

    /// What all processors see.
    fn survey(before: Option<u8>, bytes: &[u8]) -> Survey {
        let [any, best] = [Look { before, bytes }.run(Any), Survey::of(before, bytes)];
        assert_eq!(any, best, "{}", bytes.escape_ascii());
        best
    }

    fn lines(bytes: &[u8]) -> u64 {
        survey(None, bytes).lines
    }

    #[test]
    fn three_sorts_of_line_ends_count_once_each() {
        assert_eq!(lines(b"a\nb\r\nc\rd"), 3);
        assert_eq!(lines(b"\r\r\n\n"), 3);
        assert_eq!(lines(b""), 0);
    }

    #[test]
    fn lines_of_pieces_add_up_to_those_of_all() {
        let bytes = b"a\r\nb\n\r\r\n\nc\r0123456789".repeat(10);
        assert_eq!(lines(&bytes), 60);
        for cut in 0..=bytes.len() {
            let (front, back) = bytes.split_at(cut);
            let behind = survey(front.last().copied(), back).lines;
            assert_eq!(lines(front) + behind, 60, "{cut}");
        }
    }

    /// At every place of a block and of the rest after it.
    #[test]
    fn bytes_are_seen_wherever_they_are() {
        for place in 0..150 {
            for byte in 0..=255 {
                let mut bytes = [b'e'; 150];
                bytes[place] = byte;
                let lines = u64::from(matches!(byte, b'\n' | b'\r'));
                assert_eq!(survey(None, &bytes), Survey { lines, has_nul: byte == 0 });
            }
        }
    }
}
