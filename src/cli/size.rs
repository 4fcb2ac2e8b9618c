//! A number of bytes as people type it: `512K`, `64M`, `1G`, `1GiB`, `4096`.

use std::fmt;
use std::str::FromStr;

/// A number of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size(pub u64);

/// The default of `--max-record`.
impl Default for Size {
    fn default() -> Size {
        Size(64 << 20)
    }
}

const UNITS: [(char, u32); 4] = [('T', 40), ('G', 30), ('M', 20), ('K', 10)];

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = text.split_at(digits);
        let number: u64 = number.parse().map_err(|_| expected())?;
        let size = number.checked_mul(1 << shift(unit)?).ok_or("more than 2^64 bytes")?;
        if size == 0 { Err("zero is not a size".to_owned()) } else { Ok(Size(size)) }
    }
}

fn shift(unit: &str) -> Result<u32, String> {
    let unit = unit.to_ascii_uppercase();
    let letter = unit.strip_suffix("IB").or(unit.strip_suffix('B')).unwrap_or(&unit);
    let mut letters = letter.chars();
    match (letters.next(), letters.next()) {
        (None, None) if unit != "IB" => Ok(0),
        (Some(letter), None) => {
            let found = UNITS.iter().find(|(name, _)| *name == letter);
            found.map(|(_, shift)| *shift).ok_or_else(expected)
        }
        _ => Err(expected()),
    }
}

fn expected() -> String {
    "expected a whole number of bytes, or one with K, M or G".to_owned()
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = |(_, shift): &&(char, u32)| self.0.trailing_zeros() >= *shift;
        match UNITS.iter().find(whole) {
            Some((name, shift)) if self.0 > 0 => write!(f, "{}{name}", self.0 >> shift),
            _ => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_and_without_unit() {
        for (text, bytes) in [
            ("1", 1),
            ("64K", 64 << 10),
            ("512M", 512 << 20),
            ("1g", 1 << 30),
            ("2MiB", 2 << 20),
            ("3MB", 3 << 20),
            ("7B", 7),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused() {
        for text in ["", "K", "0", "1.5G", "-1", "1X", "1KK", "1iB", "99999999999T", "é"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_default_is_shown_as_it_would_be_typed() {
        assert_eq!(Size::default().to_string(), "64M");
        assert_eq!(Size(1000).to_string(), "1000");
    }
}
