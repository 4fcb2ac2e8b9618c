//! What a tag is compared with, and how.

use std::cmp::Ordering;
use std::fmt;

use crate::text::tag_number::number;

/// A number, a date or a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum TagValue {
    Number(f64),
    /// Year, and perhaps month, and perhaps day.
    Date(Vec<u16>),
    Text(String),
}

impl TagValue {
    /// How a tag's value stands to it; none where that cannot be said.
    pub(super) fn order(&self, value: &[u8]) -> Option<Ordering> {
        match self {
            TagValue::Number(wanted) => {
                number(std::str::from_utf8(value).ok()?)?.partial_cmp(wanted)
            }
            TagValue::Date(wanted) => order_of_dates(value, wanted),
            TagValue::Text(wanted) => Some(value.cmp(wanted.as_bytes())),
        }
    }
}

/// Whether a tag with this name has a date.
pub(super) fn is_date(tag: &str) -> bool {
    tag.ends_with("Date")
}

/// `2010`, `2010.06`, `2010.06.17`: a year and whatever else is there, in the calendar or not.
pub(super) fn date(text: &str) -> Option<Vec<u16>> {
    let parts: Option<Vec<u16>> = text.split(['.', '-', '/']).map(part).collect();
    parts.filter(|parts| parts.len() <= 3)
}

/// Which part of a date no calendar has, and what it should be. Any month may have 31 days: `Date <= 2010.02.31` is clear.
pub(super) fn impossible_part(date: &[u16]) -> Option<(usize, &'static str)> {
    let has = |at: usize, most| date.get(at).is_none_or(|part| (1..=most).contains(part));
    match (has(1, 12), has(2, 31)) {
        (false, _) => Some((1, "a month from 1 to 12")),
        (_, false) => Some((2, "a day from 1 to 31")),
        _ => None,
    }
}

fn part(text: &str) -> Option<u16> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Compares a date as far as one is wanted. Up to there, the first difference decides, unless a part before it is not known.
fn order_of_dates(value: &[u8], wanted: &[u16]) -> Option<Ordering> {
    let value = std::str::from_utf8(value).ok()?;
    let mut parts = value.trim().split(['.', '-', '/']).map(part);
    for &wanted in wanted {
        let order = parts.next()??.cmp(&wanted);
        if order.is_ne() {
            return Some(order);
        }
    }
    Some(Ordering::Equal)
}

/// A text in quotes.
pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

impl fmt::Display for TagValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TagValue::Number(number) => write!(f, "{number}"),
            TagValue::Date(parts) => {
                let parts: Vec<_> = parts.iter().map(u16::to_string).collect();
                f.write_str(&parts.join("."))
            }
            TagValue::Text(text) => f.write_str(&quoted(text)),
        }
    }
}
