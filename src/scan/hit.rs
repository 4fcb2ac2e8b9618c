//! A notation that was found in a text.

use super::candidate::{FoundNotation, joined};
use super::plain_text::PlainText;
use super::{Repair, TextPlace};
use crate::fen;
use crate::gbr::{ErrorKind, Form, Meaning, ParseError, Position, Reading};

/// One notation, as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hit {
    /// Where it begins.
    pub place: TextPlace,
    /// The byte after its last one.
    pub end: u64,
    /// The page it begins on, from 1, where form feeds part the text into pages.
    pub page: Option<u64>,
    /// The form it is printed in.
    pub form: Form,
    /// Its text on one line, without what broke it.
    pub text: String,
    /// What it says, or how it contradicts itself; places are those of the text.
    pub meaning: Result<Meaning, ParseError>,
    /// Words after it that look as if they said who is to move or who wins, and were not read.
    pub unread: Option<String>,
}

/// What is to be thought of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All that it says agrees.
    Ok,
    /// Nothing disagrees, but its digits 9 may mean several numbers of men, or the rest of it
    /// stands elsewhere in its column.
    Open,
    /// It contradicts itself.
    Wrong,
}

impl Verdict {
    /// One word in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "ok",
            Verdict::Open => "open",
            Verdict::Wrong => "wrong",
        }
    }
}

impl Hit {
    pub(super) fn new(sheet: &PlainText, found: FoundNotation) -> Hit {
        let FoundNotation { range, prefix, unread } = found;
        let text = joined(&sheet.text()[range.clone()]);
        let (form, meaning) = match prefix.meaning {
            Err(torn) if torn.kind() == ErrorKind::Torn => (prefix.form, Err(torn)),
            // Read anew, so that the places in an error are those of the text that is shown.
            _ => match Reading::from_ascii(text.as_bytes()) {
                Ok(reading) => (reading.form, Ok(reading.meaning)),
                Err(error) => (prefix.form, Err(error)),
            },
        };
        let place = sheet.place(range.start);
        let end = sheet.place(range.end - 1).offset + 1;
        let page = sheet.page(range.start);
        Hit { place, end, page, form, text, meaning, unread }
    }

    /// Whether it agrees with itself.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        match &self.meaning {
            Ok(_) => Verdict::Ok,
            Err(error) if error.is_open() => Verdict::Open,
            Err(_) => Verdict::Wrong,
        }
    }

    /// The position, where everything is known and agrees.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        match &self.meaning {
            Ok(Meaning::Position(position)) => Some(position),
            _ => None,
        }
    }

    /// The position as FEN.
    #[must_use]
    pub fn fen(&self) -> Option<String> {
        Some(fen::write(&self.position()?.to_setup()))
    }

    /// The one change that makes it agree, where it does not and there is exactly one.
    #[must_use]
    pub fn repair(&self) -> Option<Repair> {
        let error = self.meaning.as_ref().err().filter(|error| !error.is_open())?;
        Repair::find(&self.text, error)
    }
}
