//! Whole numbers in decimal digits. A row has many of them, and what formatting and parsing in general can do takes
//! five times as long.

/// Appends a number.
pub fn append(number: u64, out: &mut Vec<u8>) {
    const MOST: usize = u64::MAX.ilog10() as usize + 1;
    let mut digits = [b'0'; MOST];
    let (mut at, mut rest) = (MOST, number);
    while rest > 0 || at == MOST {
        at -= 1;
        digits[at] += (rest % 10) as u8;
        rest /= 10;
    }
    out.extend_from_slice(&digits[at..]);
}

/// The number that a text is; none where it is not one, or too large.
#[must_use]
pub fn read(text: &[u8]) -> Option<i64> {
    // So many digits are below the largest.
    const SAFE: usize = i64::MAX.ilog10() as usize;
    if is_digits(text) && text.len() <= SAFE {
        return Some(text.iter().fold(0, |number, &digit| number * 10 + i64::from(digit - b'0')));
    }
    str::from_utf8(text).ok()?.parse().ok()
}

/// Whether a text is a number as [`append`] would write it, and fits.
#[must_use]
pub fn is_plain(text: &[u8]) -> bool {
    const SAFE: usize = u64::MAX.ilog10() as usize;
    is_digits(text) && text.len() <= SAFE && (text.len() == 1 || text[0] != b'0')
}

fn is_digits(text: &[u8]) -> bool {
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_and_read_as_by_the_standard_library() {
        let powers = (0..20).map(|power| 10_u64.pow(power));
        let edges = powers.flat_map(|power| [power - 1, power, power + 1]);
        for number in edges.chain([i64::MAX as u64, u64::MAX - 1, u64::MAX]) {
            let mut text = Vec::new();
            append(number, &mut text);
            assert_eq!(text, number.to_string().as_bytes());
            assert_eq!(read(&text), number.to_string().parse().ok());
        }
        for text in ["", "-", "-1", "+1", "007", " 1", "1 ", "x", "1x", "99999999999999999999", "é"]
        {
            assert_eq!(read(text.as_bytes()), text.parse().ok(), "{text}");
        }
    }

    #[test]
    fn a_plain_number_is_one_that_would_be_written_the_same() {
        for text in ["0", "7", "10", "00", "01", "", "-1", "+1", "1.5", "1e3", "999999999999999999"]
        {
            let number = text.parse::<u64>().ok();
            let is_same = number.is_some_and(|number| number.to_string() == text);
            assert_eq!(is_plain(text.as_bytes()), is_same, "{text}");
        }
    }
}
