//! A date as a number of days, as columns of Parquet and Arrow have it.

/// The days since the first of January 1970 of `2010.06.17`; none where a part is not known, or there is no such day.
#[must_use]
pub fn days(text: &str) -> Option<i32> {
    let text = text.trim();
    // In 10.06.17 nobody knows which is the year.
    let has_year = text.bytes().take_while(u8::is_ascii_digit).count() == 4;
    let mut parts = text.split(['.', '-', '/']).map(part);
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let is_day = (1..=12).contains(&month) && (1..=length(year, month)).contains(&day);
    if parts.next().is_some() || !is_day || !has_year || year == 0 {
        return None;
    }
    let before = (1..month).map(|month| length(year, month)).sum::<i32>() + day - 1;
    Some(days_before(year) - days_before(1970) + before)
}

fn part(text: &str) -> Option<i32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// The days before a year, by today's calendar.
const fn days_before(year: i32) -> i32 {
    let years = year - 1;
    years * 365 + years / 4 - years / 100 + years / 400
}

const fn length(year: i32, month: i32) -> i32 {
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_1970() {
        for (text, expected) in [
            ("1970.01.01", Some(0)),
            ("1969.12.31", Some(-1)),
            ("2000.02.29", Some(11_016)),
            ("2010-06-17", Some(14_777)),
            ("1895.05.04", Some(-27_270)),
            ("1900.02.29", None),
            ("2010.06.??", None),
            ("2010.06", None),
            ("2010.06.17.1", None),
            ("2010.13.01", None),
            ("10.06.17", None),
            ("17.06.2010", None),
            ("0000.01.01", None),
            ("", None),
        ] {
            assert_eq!(days(text), expected, "{text}");
        }
    }
}
