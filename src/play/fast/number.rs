//! Move numbers: `12.`

/// The number of the first move where only the text says it: more than can be read.
pub(super) const UNKNOWN: u32 = 1000;

/// A move number with its dot, as the first bytes of a window.
#[derive(Clone, Copy)]
pub(super) struct Number {
    text: u32,
    mask: u32,
    /// With the dot.
    pub len: usize,
}

static NUMBERS: [Number; UNKNOWN as usize] = {
    let mut table = [Number { text: 0, mask: 0, len: 0 }; UNKNOWN as usize];
    let mut number = 0;
    while number < UNKNOWN {
        table[number as usize] = Number::new(number);
        number += 1;
    }
    table
};

impl Number {
    /// The text of a number; none if it has too many digits.
    #[inline(always)]
    pub(super) fn of(number: u32) -> Option<&'static Number> {
        NUMBERS.get(number as usize)
    }

    /// Whether a window begins with it.
    #[inline(always)]
    pub(super) const fn begins(&self, window: u64) -> bool {
        window as u32 & self.mask == self.text
    }

    const fn new(number: u32) -> Number {
        let (ones, tens, hundreds) = (number % 10, number / 10 % 10, number / 100);
        let (digits, len) = match number {
            0..10 => ([ones, 0, 0, 0], 1),
            10..100 => ([tens, ones, 0, 0], 2),
            _ => ([hundreds, tens, ones, 0], 3),
        };
        let mut text = [0; 4];
        let mut at = 0;
        while at < len {
            text[at] = b'0' + digits[at] as u8;
            at += 1;
        }
        text[len] = b'.';
        let mask = u32::MAX >> (8 * (3 - len));
        Number { text: u32::from_le_bytes(text), mask, len: len + 1 }
    }
}

/// The move number at the beginning of a window, and its length with the dot;
/// none if it is something else.
pub(super) fn read(window: u64) -> Option<(u32, usize)> {
    let digit = |at: usize| u32::from((window >> (8 * at)) as u8).wrapping_sub(u32::from(b'0'));
    let dot = u32::from(b'.').wrapping_sub(u32::from(b'0'));
    let (number, len) = if digit(1) == dot {
        (digit(0), 2)
    } else if digit(1) < 10 && digit(2) == dot {
        (digit(0) * 10 + digit(1), 3)
    } else if digit(1) < 10 && digit(2) < 10 && digit(3) == dot {
        (digit(0) * 100 + digit(1) * 10 + digit(2), 4)
    } else {
        return None;
    };
    Some((number, len))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::fast::word::window;

    #[test]
    fn numbers_are_what_their_text_says() {
        for number in [1, 9, 10, 99, 100, 999] {
            let text = format!("{number}. e4");
            let due = Number::of(number).unwrap();
            assert!(due.begins(window(text.as_bytes(), 0)));
            assert_eq!(read(window(text.as_bytes(), 0)), Some((number, due.len)));
            assert!(!due.begins(window(format!("{}. e4", number + 1).as_bytes(), 0)));
        }
        assert!(Number::of(UNKNOWN).is_none());
        assert_eq!(read(window(b"1000. e4", 0)), None);
        assert_eq!(read(window(b"1-0", 0)), None);
    }
}
