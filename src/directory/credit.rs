//! Whose a record is, from where and when: what its tags or operations say, with the
//! conventions of study databases where it follows them.

use crate::format::{Names, Source};
use crate::record::Record;
use crate::study::{self, Study};

/// The parts; empty where nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credit {
    /// The composers by their full names; for a game, whoever has White; for a line of EPD, its id.
    pub composers: Vec<String>,
    /// Whoever has Black in a game.
    pub opponent: String,
    /// The year of the Date tag.
    pub year: String,
    /// What it was awarded.
    pub award: String,
    /// Where it was published.
    pub source: String,
    /// The number of its diagram there.
    pub diagram: String,
    /// Flags after the code in the Black tag.
    pub flags: String,
}

impl Credit {
    /// Reads the tags of a record.
    #[must_use]
    pub fn of_record(source: &dyn Source, record: &Record<'_>) -> Credit {
        if source.names() != Names::Attributes {
            let composers = source.value(record, b"id").into_iter().collect();
            return Credit { composers, ..Credit::default() };
        }
        let year = year(&record.text(b"Date").unwrap_or_default());
        match Study::of_record(record) {
            Some(study) => Credit {
                composers: study.composers,
                year,
                opponent: String::new(),
                award: study.award,
                source: study.source,
                diagram: study.number,
                flags: study.flags.join(" "),
            },
            None => Credit {
                composers: study::composers(&record.text(b"White").unwrap_or_default()),
                opponent: study::composers(&record.text(b"Black").unwrap_or_default()).join("; "),
                year,
                source: known(record.text(b"Event").unwrap_or_default()),
                ..Credit::default()
            },
        }
    }

    /// The composers as a directory prints them: `Barbier & Saavedra`.
    #[must_use]
    pub fn surnames(&self) -> String {
        let names: Vec<&str> = self.composers.iter().map(|name| surname(name)).collect();
        match names.as_slice() {
            [] => String::new(),
            [one] => (*one).to_owned(),
            [others @ .., last] => format!("{} & {last}", others.join(", ")),
        }
    }
}

fn surname(name: &str) -> &str {
    name.split(',').next().unwrap_or_default().trim()
}

/// `1895` of `1895.05.??`
fn year(date: &str) -> String {
    let year = date.split('.').next().unwrap_or_default().trim();
    let is_year = year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit());
    if is_year { year.to_owned() } else { String::new() }
}

/// What PGN writes for a thing that nobody knows is nothing.
pub(super) fn known(text: String) -> String {
    if matches!(text.trim(), "?" | "-") { String::new() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surnames_are_joined_as_in_print() {
        let of = |white: &str| {
            Credit { composers: study::composers(white), ..Credit::default() }.surnames()
        };
        assert_eq!(of("Barbier, Georges Emile; Saavedra, Fernando"), "Barbier & Saavedra");
        assert_eq!(of("A=B C=D E=F"), "A, C & E");
        assert_eq!(of("Алехин, Александр"), "Алехин");
        assert_eq!(of("?"), "");
    }

    #[test]
    fn a_year_is_four_digits() {
        assert_eq!(year("1895.05.??"), "1895");
        assert_eq!(year("18??.??.??"), "");
        assert_eq!(year("????"), "");
    }
}
