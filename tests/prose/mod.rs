//! Prose with codes in it, from a seed: the same seed makes the same text.

use gbr_pgn::gbr::{Form, Reading};

use crate::properties::notation::arrangement;

/// What ordinary text is made of, and what in it looks a little like a code.
const WORDS: &[&str] = &[
    "the",
    "king",
    "walks",
    "and",
    "a",
    "rook",
    "of",
    "no",
    "return",
    "wins",
    "drawn",
    "café",
    "Réti",
    "composer",
    "1.e4",
    "e5",
    "12.Kd4",
    "Rb2+",
    "10...Kh7",
    "a8=Q",
    "12.05.2024",
    "1895.05.04",
    "2024-2025",
    "1234.56",
    "$1,234.56",
    "24.95",
    "ISBN 978-0-000-00000-2",
    "0555.10.20.30",
    "19.30",
    "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1",
    "1/2-1/2",
    "1-0",
    "No. 405",
    "4100",
    "0002.01",
    "page 12",
    "(see 3/4)",
    "e-mail <joe@example.org>",
    "AT&T",
    "3 < 4 > 2",
    "+44 1234.56",
    "R&D;",
    "11/12",
    "0-306-40615-2",
    "+1234.56",
    "=0116.00",
    "b4",
    "Be5-c7",
    "[397]",
    "*",
    "--",
    "\"quoted\"",
];

/// What may stand before and after a code.
const AROUND: &[(&str, &str)] = &[
    (" ", " "),
    (" ", ", "),
    ("\n", "\n"),
    (" \"", "\" "),
    ("<p>", "</p> "),
    ("; ", "; "),
    ("\n\n", "\n\n"),
];

/// A text, and the codes in it with their offsets.
pub struct Prose {
    pub text: Vec<u8>,
    pub planted: Vec<(u64, Form, String)>,
}

/// At least so many bytes, with so many codes spread over them.
pub fn prose(seed: u64, bytes: usize, codes: usize) -> Prose {
    let mut dice = Dice(seed);
    let mut prose = Prose { text: Vec::new(), planted: Vec::new() };
    for number in 1..=codes {
        while prose.text.len() < number * bytes / (codes + 1) {
            prose.words(&mut dice);
        }
        prose.words(&mut dice);
        prose.plant(&mut dice, Form::ALL[number % 9]);
        prose.words(&mut dice);
    }
    while prose.text.len() < bytes {
        prose.words(&mut dice);
    }
    prose
}

impl Prose {
    fn words(&mut self, dice: &mut Dice) {
        for _ in 0..4 + dice.below(12) {
            self.text.extend_from_slice(dice.pick(WORDS).as_bytes());
            self.text.push(if dice.below(10) == 0 { b'\n' } else { b' ' });
        }
        self.text.extend_from_slice(b"so it is");
    }

    fn plant(&mut self, dice: &mut Dice, form: Form) {
        let (reading, text) = dice.notation(form);
        let (before, behind) = dice.pick(AROUND);
        self.text.extend_from_slice(before.as_bytes());
        self.planted.push((self.text.len() as u64, reading.form, text.clone()));
        self.text.extend_from_slice(dice.broken(&text).as_bytes());
        self.text.extend_from_slice(behind.as_bytes());
        self.text.extend_from_slice(b"that ");
    }
}

/// xorshift: good enough to spread things about.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A position, caption or class with kings that can be read.
    fn notation(&mut self, form: Form) -> (Reading, String) {
        loop {
            let bytes: Vec<u8> =
                (0..3 + 2 * self.below(14)).map(|_| self.below(256) as u8).collect();
            let text = arrangement(&bytes).map(|position| position.to_form(form));
            let read = text.and_then(|text| Some((text.parse::<Reading>().ok()?, text)));
            if let Some(read) = read {
                return read;
            }
        }
    }

    /// The same with gaps between its fields and breaks between its squares.
    fn broken(&mut self, text: &str) -> String {
        let style = self.below(4);
        // Without a sign, two moves of pawns after a price look the same.
        let is_unsigned =
            text.as_bytes()[0].is_ascii_digit() && text.as_bytes().get(7) == Some(&b' ');
        let mut broken = String::new();
        for (at, c) in text.char_indices() {
            let is_square = |at: usize| {
                let two = text.as_bytes().get(at..at + 2);
                matches!(two, Some([b'a'..=b'h', b'1'..=b'8']))
            };
            let is_between = at > 1 && is_square(at - 2) && is_square(at);
            if is_between && !is_unsigned && style > 0 && self.below(6) == 0 {
                broken.push_str(["", "\n", "\r\n  ", "\n> "][style]);
            }
            match c {
                ' ' => broken.push_str([" ", "   ", "\r\n", "\n> "][self.below(style + 1)]),
                c => broken.push(c),
            }
        }
        broken
    }
}
