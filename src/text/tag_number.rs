//! Numbers as people write them into tags. In comes the text of a value, out comes the number, if it is one.

/// `2400`, `-3`, `2.5`; nothing that only a programmer takes for a number.
#[must_use]
pub fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let digits = text.trim_start_matches(['-', '+']);
    let is_number = text.len() - digits.len() < 2
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.starts_with(|first: char| first.is_ascii_digit())
        && !digits.ends_with('.');
    if is_number { text.parse().ok() } else { None }
}

/// The same where it is whole, as `2400` and `2400.0` are.
#[must_use]
pub fn whole(text: &str) -> Option<i64> {
    number(text)?;
    let text = text.trim();
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if fraction.bytes().all(|digit| digit == b'0') { whole.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_numbers_without_a_fraction() {
        for (text, value, is_whole) in [
            ("2400", Some(2400.0), true),
            (" 2400.0 ", Some(2400.0), true),
            ("+3", Some(3.0), true),
            ("-3.00", Some(-3.0), true),
            ("2400.5", Some(2400.5), false),
        ] {
            assert_eq!(number(text), value, "{text}");
            assert_eq!(whole(text).is_some(), is_whole, "{text}");
        }
        for text in ["", "?", "-", "1.", ".5", "1.2.3", "1e3", "inf", "--1", "2400 (FIDE)"] {
            assert_eq!((number(text), whole(text)), (None, None), "{text}");
        }
        assert_eq!((whole("2400.0"), whole("-3.00")), (Some(2400), Some(-3)));
    }
}
