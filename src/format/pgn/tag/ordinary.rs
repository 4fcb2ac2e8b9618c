//! The tags that nearly all tags are, read without looking at them byte by byte.

use super::{NAME_LIMIT, Tag};
use crate::record::attribute::ShortRange;
use crate::text::byte_bits::{self, BLOCK};
use crate::text::cpu::Cpu;
use crate::text::vector::{letters_end, value_end};

/// `[Name "value"]` and a line end: nearly all tags, and [`any`](super::any) says the same of them.
#[inline(always)]
#[must_use]
pub(in crate::format::pgn) fn ordinary<C: Cpu>(
    cpu: C,
    bytes: &[u8],
    bracket: usize,
) -> Option<Tag> {
    let (space, quote) = short(cpu, bytes, bracket).or_else(|| long(bytes, bracket))?;
    if quote > ShortRange::FAR - 3 {
        return None;
    }
    // All places are before that one, so none is too far.
    let span = |start: usize, end: usize| ShortRange(start as u32, end as u32);
    let (name, value) = (span(bracket + 1, space), span(space + 2, quote));
    Some(Tag { span: span(bracket, quote + 2), name, value, flaw: None })
}

/// Where the name and the value of an ordinary tag end, if it fits into a block. Nearly all do, and
/// then nothing depends on how long they are.
#[inline(always)]
fn short<C: Cpu>(cpu: C, bytes: &[u8], bracket: usize) -> Option<(usize, usize)> {
    let block = bytes.get(bracket..)?.first_chunk()?;
    let ends = byte_bits::value_ends(cpu, block);
    let rest = ends & ends.wrapping_sub(1);
    let [opening, closing] = [ends, rest].map(|ends| ends.trailing_zeros() as usize);
    let line = (rest & rest.wrapping_sub(1)).trailing_zeros() as usize;
    // From after the bracket to before the space: at least one letter, and nothing else.
    let name = (1_u64 << (opening.wrapping_sub(1) & 63)).wrapping_sub(2);
    if byte_bits::letters(cpu, block) & name != name
        || name == 0
        || line != closing + 2
        || line >= BLOCK
    {
        return None;
    }
    let is_tag = block[opening - 1..opening + 1] == *b" \""
        && block[closing..closing + 2] == *b"\"]"
        && block[line] != b'\\'
        && block[line] != b'"';
    is_tag.then_some((bracket + opening - 1, bracket + closing))
}

/// The same for tags of any length.
#[inline(never)]
fn long(bytes: &[u8], bracket: usize) -> Option<(usize, usize)> {
    let name = bracket + 1;
    let space = letters_end(bytes, name);
    let value = space + 2;
    let opens = space > name && space - name <= NAME_LIMIT;
    if !opens || bytes.get(space..value)? != b" \"" {
        return None;
    }
    let quote = value_end(bytes, value);
    matches!(bytes.get(quote..quote + 3)?, [b'"', b']', b'\n' | b'\r']).then_some((space, quote))
}

#[cfg(test)]
mod tests {
    use super::super::{Lexed, any};
    use super::*;
    use crate::text::cpu::{self, Any, Op};

    struct Read<'a>(&'a [u8]);

    impl Op for Read<'_> {
        type Output = Option<Tag>;

        fn run<C: Cpu>(self, cpu: C) -> Option<Tag> {
            super::ordinary(cpu, self.0, 0)
        }
    }

    /// What all processors read.
    fn ordinary(text: &str) -> Option<Tag> {
        let read = [super::ordinary(Any, text.as_bytes(), 0), cpu::run(Read(text.as_bytes()))];
        assert_eq!(read[0], read[1], "{text}");
        read[0]
    }

    /// The short cut takes nothing but what the long way takes, and reads it alike.
    #[test]
    fn ordinary_tags_are_read_like_any_others() {
        for text in ["[A \"x\"]\n", "[White \"\"]\r\n", "[A \"[b] {c} 'd' (e)\"]\n[B \"\"]\n"] {
            for behind in ["", &"x\"\n".repeat(30)] {
                let text = format!("{text}{behind}");
                let tag = ordinary(&text).expect(&text);
                assert_eq!(any(text.as_bytes(), 0, false), Lexed::Tag(tag), "{text}");
            }
        }
        for text in [
            "[A \"x\"]",
            "[A  \"x\"]\n",
            "[A \"x\" ]\n",
            "[A \"\\\\\"]\n",
            "[A \"a\"b\"]\n",
            "[1 \"\"]\n",
            "[ \"\"]\n",
            "[\"\"]\n",
            "[A\"\"]\n",
            "[A \"x\\n\"]\n",
            "[A \"x\"]\\",
            "[A \"x\\\"]\n",
            "[A \"x",
        ] {
            for behind in ["", &"x\"\n".repeat(30)] {
                let text = format!("{text}{behind}");
                assert_eq!(ordinary(&text), None, "{text}");
            }
        }
    }

    /// Wherever the end of a block is.
    #[test]
    fn short_and_long_tags_are_read_alike() {
        for name in 1..40 {
            for value in 0..70 {
                let tag = format!("[{} \"{}\"]\n", "N".repeat(name), "v".repeat(value));
                let text = format!("{tag}{}", "[X \"\"]\n".repeat(20));
                let found = ordinary(&text).expect(&text);
                assert_eq!(any(text.as_bytes(), 0, false), Lexed::Tag(found), "{text}");
                assert_eq!(found.span(), 0..tag.len() - 1);
            }
        }
    }
}
