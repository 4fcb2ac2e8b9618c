//! A notation that was found in a text.

use shakmaty::fen::Fen;

use super::candidate::{Found, joined};
use super::{Place, Repair};
use crate::gbr::{Form, Meaning, ParseError, Position, Reading};

/// One notation, as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Where it begins.
    pub place: Place,
    /// The byte behind its last one.
    pub end: u64,
    /// The form it is printed in.
    pub form: Form,
    /// Its text on one line, without what broke it.
    pub text: String,
    /// What it says, or how it contradicts itself; places are those of the text.
    pub meaning: Result<Meaning, ParseError>,
}

/// What is to be thought of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// All that it says agrees.
    Ok,
    /// Nothing disagrees, but its digits 9 may mean several numbers of men.
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
    pub(super) fn new(place: Place, end: u64, text: &[u8], found: &Found) -> Hit {
        let text = joined(text);
        // Read anew, so that the places in an error are those of the text that is shown.
        let (form, meaning) = match Reading::from_ascii(text.as_bytes()) {
            Ok(reading) => (reading.form, Ok(reading.meaning)),
            Err(error) => (found.prefix.form, Err(error)),
        };
        Hit { place, end, form, text, meaning }
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
        let setup = self.position()?.to_setup();
        Some(Fen::try_from_setup(setup).unwrap_or_else(|lossy| lossy.ignore()).to_string())
    }

    /// The one change that makes it agree, where it does not and there is exactly one.
    #[must_use]
    pub fn repair(&self) -> Option<Repair> {
        let error = self.meaning.as_ref().err().filter(|error| !error.is_open())?;
        Repair::find(&self.text, error)
    }
}
