//! Stretches of moves and comments in which no record can end.
//!
//! Nearly all of a game is such a stretch. They are passed sixty-four bytes at a time; what stops
//! them is looked at byte by byte, in [`frame`](super::frame).

use crate::text::byte_bits::{BLOCK, marks};
use crate::text::cpu::{Cpu, Vector};

/// A block, and the byte after it.
type Stretch = [u8; BLOCK + 1];

/// The place of the first thing at or after `at` that has to be looked at, or of the comment it is in; or
/// how far it is known that there is none. `at` is in no comment.
#[inline(always)]
pub(super) fn pass<C: Cpu>(cpu: C, bytes: &[u8], mut at: usize) -> usize {
    let mut comment = None;
    while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let Some(braces) = Braces::read(cpu, block, comment.is_some()) else { break };
        let events = events(cpu, block) & !braces.within;
        if events != 0 {
            return at + events.trailing_zeros() as usize;
        }
        comment = braces.last_comment(comment, at);
        at += BLOCK;
    }
    comment.unwrap_or(at)
}

/// Comments of a block.
struct Braces {
    open: u64,
    /// Bytes within comments, with the brace that opens and without the one that closes.
    within: u64,
}

impl Braces {
    /// None where braces do not open and close in turn.
    #[inline(always)]
    fn read<C: Cpu>(cpu: C, block: &Stretch, begins_within: bool) -> Option<Braces> {
        let open = marks::<C>(
            #[inline(always)]
            |at| cpu.vector(block, at).is(b'{'),
        );
        let close = marks::<C>(
            #[inline(always)]
            |at| cpu.vector(block, at).is(b'}'),
        );
        let carried = if begins_within { u64::MAX } else { 0 };
        let within = parity(open | close) ^ carried;
        (open & !within | close & within == 0).then_some(Braces { open, within })
    }

    /// Where the comment begins that the block, which stands at `at`, ends in.
    #[inline(always)]
    fn last_comment(&self, before: Option<usize>, at: usize) -> Option<usize> {
        if self.within >> (BLOCK - 1) == 0 {
            None
        } else if self.open == 0 {
            before
        } else {
            Some(at + self.open.ilog2() as usize)
        }
    }
}

/// Whether the bits up to each one are odd in number.
#[inline(always)]
const fn parity(mut bits: u64) -> u64 {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^ bits << 32
}

/// Bytes that end a record, or change what follows them, if they stand in no comment.
#[inline(always)]
fn events<C: Cpu>(cpu: C, block: &Stretch) -> u64 {
    marks::<C>(
        #[inline(always)]
        |at| {
            let (here, behind) = (cpu.vector(block, at), cpu.vector(block, at + 1));
            // `(`, `)` and `*` are neighbours.
            here.is(b';')
                | here.is_within(b'(', 3)
                | is_result(here, behind)
                | is_line(here, behind)
        },
    )
}

/// `-`, but not that of castling.
#[inline(always)]
fn is_result<L: Vector>(here: L, behind: L) -> L {
    here.is(b'-') & !behind.is(b'O')
}

/// The end of a line, unless it is half of one or the next line begins with a move or its number.
#[inline(always)]
fn is_line<L: Vector>(here: L, behind: L) -> L {
    // White space is below them all.
    let is_odd = behind.is_within(0, b' ' + 1) | behind.is(b'%') | behind.is(b'[');
    here.is(b'\n') & is_odd | here.is(b'\r') & !behind.is(b'\n')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::cpu::{self, Any, Op};

    struct Pass<'a>(&'a [u8]);

    impl Op for Pass<'_> {
        type Output = usize;

        fn run<C: Cpu>(self, cpu: C) -> usize {
            pass(cpu, self.0, 0)
        }
    }

    /// What all processors find.
    fn end(bytes: &[u8]) -> usize {
        let [any, best] = [pass(Any, bytes, 0), cpu::run(Pass(bytes))];
        assert_eq!(any, best, "{}", String::from_utf8_lossy(bytes));
        best
    }

    /// A text before bytes that do not matter.
    fn passed(text: &str) -> usize {
        let bytes = format!("{text}{}", "e4 e5 ".repeat(20));
        let end = end(bytes.as_bytes());
        if end > text.len() { usize::MAX } else { end }
    }

    #[test]
    fn moves_and_comments_are_passed() {
        for text in [
            "1. e4 {[%clk 1-0] (*;\n[} e5 2. O-O O-O-O",
            "1. e4\ne5\r\n2. Nf3 {}{a}",
            "1. e4 {a comment that is longer than a block, and so ends in another one, as many do} e5",
        ] {
            assert_eq!(passed(text), usize::MAX, "{text}");
        }
    }

    #[test]
    fn whatever_may_end_a_record_is_found() {
        for (text, end) in [
            ("1. e4 1-0", 7),
            ("1. e4 {b} 1/2-1/2", 13),
            ("e4 *", 3),
            ("e4 (e5)", 3),
            ("e4 ;e5", 3),
            ("e4\n[", 2),
            ("e4\n%", 2),
            ("e4\n [", 2),
            ("e4\r[", 2),
            ("e4\r\n[", 3),
            ("e4\n\n[", 2),
        ] {
            assert_eq!(passed(text), end, "{text}");
        }
    }

    #[test]
    fn odd_braces_are_left_where_they_begin() {
        let long = "x".repeat(100);
        assert_eq!(passed(&format!("e4 {{ {long} {{ }} ")), 3);
        assert_eq!(passed(&format!("e4 }} {long}")), 0);
        let bytes = format!("e4 {{a}} {{b {long}");
        assert_eq!(end(bytes.as_bytes()), 7);
    }

    /// The same at every place of a block.
    #[test]
    fn events_are_found_wherever_they_are() {
        for place in 0..150 {
            let text = format!("{}\n[", "a".repeat(place));
            assert_eq!(passed(&text), place);
            let text = format!("{}{{\n[*}}*", "a".repeat(place));
            assert_eq!(passed(&text), place + 5);
        }
    }
}
