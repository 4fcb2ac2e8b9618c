//! Finds the notations in a text on several threads.
//!
//! In: a reader. Out: hits in their order, the same as those of a [`Scanner`](super::Scanner).

use std::io::{self, Read};
use std::ops::ControlFlow;

use super::Hit;
use super::text_piece::{PORTION, SearchedPiece, TextCutter, TextDistance, TextPortions};
use crate::pipeline;

/// How a text is searched.
///
/// # Example
///
/// ```
/// use gbr_pgn::scan::TextScan;
///
/// let mut found = Vec::new();
/// let scan = TextScan::new().threads(2);
/// scan.run(&b"A win: a7d3 0116.00 b2b3c6d6 3/3+."[..], |hit| {
///     found.push(hit.text);
///     Ok::<_, std::io::Error>(())
/// })?;
/// assert_eq!(found, ["a7d3 0116.00 b2b3c6d6 3/3+."]);
/// # Ok::<_, std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct TextScan {
    is_bare: bool,
    threads: usize,
}

impl TextScan {
    /// Searches for all forms but the code alone, on the caller's thread.
    #[must_use]
    pub fn new() -> TextScan {
        TextScan::default()
    }

    /// Searches for codes alone as well, as [`Scanner::bare`](super::Scanner::bare) does.
    #[must_use]
    pub fn bare(self, is_bare: bool) -> TextScan {
        TextScan { is_bare, ..self }
    }

    /// Searches on so many threads besides the caller's.
    #[must_use]
    pub fn threads(self, threads: usize) -> TextScan {
        TextScan { threads, ..self }
    }

    /// Hands over all hits, in order, until `take` breaks off.
    ///
    /// # Errors
    ///
    /// Returns what `take` broke off with, or the error of the reader, after all that was read before it.
    pub fn run<E: From<io::Error>>(
        &self,
        input: impl Read + Send,
        take: impl FnMut(Hit) -> Result<(), E>,
    ) -> Result<(), E> {
        self.run_over(TextPortions::new(input, PORTION), take)
    }

    fn run_over<E: From<io::Error>>(
        &self,
        portions: TextPortions<impl Read + Send>,
        mut take: impl FnMut(Hit) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut cutter = TextCutter::new(self.is_bare);
        let mut start = TextDistance::default();
        let ended = pipeline::run(
            self.threads,
            portions,
            |more| cutter.next(more),
            || (),
            |(), piece| piece.search(self.is_bare),
            |SearchedPiece { hits, next, failed }| {
                let mut hits = hits.into_iter().map(|hit| moved(hit, start));
                let taken = hits.try_for_each(&mut take);
                start = next.map_or(start, |next| start.plus(next));
                let taken = taken.and_then(|()| failed.map_or(Ok(()), |error| Err(error.into())));
                taken.map_or_else(ControlFlow::Break, ControlFlow::Continue)
            },
        );
        ended.map_or(Ok(()), Err)
    }
}

impl TextDistance {
    const fn plus(self, other: TextDistance) -> TextDistance {
        TextDistance {
            lines: self.lines + other.lines,
            bytes: self.bytes + other.bytes,
            feeds: self.feeds + other.feeds,
        }
    }
}

/// A hit with places that count from the beginning of the text.
fn moved(mut hit: Hit, start: TextDistance) -> Hit {
    // The first page is where the text begins, and whether it ends was seen there.
    if start.bytes > 0 {
        let page = hit.page.unwrap_or(1);
        hit.page = (start.feeds > 0 || page > 1).then_some(start.feeds + page);
    }
    hit.place.line += start.lines;
    hit.place.offset += start.bytes;
    hit.end += start.bytes;
    hit
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scan::Scanner;

    /// What texts are made of: notations in several lines, what hides them, what only looks like them, and what is
    /// far from any.
    const SHREDS: &[&str] = &[
        "a7d3 0116.00 b2b3c6d6 3/3+.",
        "a7d3 0116.00\nb2b3c6\nd6 3/3+.",
        "d5f8 0010.12 4/3 Win",
        "(+0016.32d4g7)",
        "<a\nhref=\"x\">01<b>16</b>.00 a7d3</a>",
        "0116.00",
        " 1924 ",
        "1234.56 e4 e5",
        "&#48;116&period;00 ",
        "\r",
        "\r\n",
        "\n",
        "\n> ",
        "<",
        "<b ",
        "&amp",
        "\u{e9}\u{2014}\u{ad}",
        "\x0c",
        "Kings and pawns, and nothing else, for a line.\n",
        "\u{41a}\u{43e}\u{440}\u{43e}\u{43b}\u{44c} \u{438} \u{43f}\u{435}\u{448}\u{43a}\u{438}.\n",
    ];

    /// Some of them, and in between long texts without a code.
    fn text(seed: u32) -> Vec<u8> {
        let mut dice = seed;
        let mut text = Vec::new();
        while text.len() < 60_000 {
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let throw = (dice >> 8) as usize;
            let shred = SHREDS[throw % SHREDS.len()];
            let times = if shred.len() > 40 { throw / 64 % 24 } else { 1 };
            text.extend(shred.repeat(times).bytes());
        }
        text
    }

    fn found(scan: TextScan, text: &[u8], size: usize) -> Vec<Hit> {
        let mut hits = Vec::new();
        let done = scan.run_over(TextPortions::new(text, size), |hit| {
            hits.push(hit);
            Ok::<_, io::Error>(())
        });
        done.expect("memory can be read");
        hits
    }

    #[test]
    fn hits_are_those_of_one_reader_wherever_a_text_is_parted() {
        for (seed, is_bare) in (0..8).flat_map(|seed| [(seed, false), (seed, true)]) {
            let text = text(seed);
            let all = Scanner::new(&text[..]).bare(is_bare).collect::<io::Result<Vec<_>>>();
            let all = all.expect("memory can be read");
            assert!(all.len() > 100);
            for (size, threads) in [(33_000, 0), (37_000, 1), (40_961, 2), (50_000, 3)] {
                let scan = TextScan::new().bare(is_bare).threads(threads);
                let parted = found(scan, &text, size);
                assert!(all == parted, "seed {seed}, bare {is_bare}, portions of {size}");
            }
        }
    }

    /// The first page apart, which must be in the first portion.
    #[test]
    fn portions_may_be_short() {
        for seed in 0..4 {
            let text: Vec<u8> = text(seed).into_iter().filter(|&byte| byte != 0x0c).collect();
            let all: Vec<_> = Scanner::new(&text[..]).map(|hit| hit.expect("memory")).collect();
            for size in [99, 700, 2_000, 5_000] {
                let parted = found(TextScan::new().threads(2), &text, size);
                assert!(all == parted, "seed {seed}, portions of {size}");
            }
        }
    }
}
