//! Dates of which parts may not be known.

/// A date as a tag gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Date {
    /// Nothing is known.
    #[default]
    Unknown,
    /// Year, month and day, as far as they are known.
    Parts([Option<u16>; 3]),
    /// What is not a date of the standard.
    Other(String),
}

impl Date {
    /// Reads `1924.03.22`, `1924.??.??` and the like.
    #[must_use]
    pub fn read(value: Option<&str>) -> Date {
        let value = value.unwrap_or_default().trim();
        if value.chars().all(|letter| matches!(letter, '?' | '.' | '-' | '/')) {
            return Date::Unknown;
        }
        parts(value).map_or_else(|| Date::Other(value.to_owned()), Date::Parts)
    }

    /// Whether all that the other date says is said here too.
    #[must_use]
    pub fn covers(&self, other: &Date) -> bool {
        match (self, other) {
            (Date::Parts(own), Date::Parts(other)) => {
                own.iter().zip(other).all(|(own, other)| other.is_none() || own == other)
            }
            _ => self == other,
        }
    }
}

/// Up to three numbers or question marks.
fn parts(value: &str) -> Option<[Option<u16>; 3]> {
    let mut parts = [None; 3];
    for (index, word) in value.split(['.', '-', '/']).enumerate() {
        let part = parts.get_mut(index)?;
        let is_unknown = !word.is_empty() && word.bytes().all(|byte| byte == b'?');
        *part = if is_unknown { None } else { Some(number(word)?) };
    }
    Some(parts)
}

fn number(word: &str) -> Option<u16> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| word.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(one: &str, other: &str) -> bool {
        Date::read(Some(one)).covers(&Date::read(Some(other)))
    }

    #[test]
    fn known_parts_must_agree() {
        assert!(covers("1924.03.22", "1924.??.??"));
        assert!(covers("1924.03.22", "1924"));
        assert!(covers("1924.03.22", "1924-3-22"));
        assert!(covers("1924.??.22", "1924.??.22"));
        assert!(!covers("1924.??.??", "1924.03.22"));
        assert!(!covers("1924.03.??", "1925.03.??"));
        assert!(!covers("1924.03.??", "1924.??.22"));
    }

    #[test]
    fn no_date_is_like_no_date_only() {
        for value in [None, Some(""), Some("?"), Some("????.??.??")] {
            assert_eq!(Date::read(value), Date::Unknown);
        }
        assert!(!covers("1924.03.22", "????.??.??"));
        assert!(!covers("????.??.??", "1924.03.22"));
    }

    #[test]
    fn what_is_no_date_is_like_itself_only() {
        assert!(covers("spring 1924", "spring 1924"));
        assert!(!covers("1924.03.22", "spring 1924"));
        assert!(!covers("1924.03.22.1", "1924.03.22"));
    }
}
