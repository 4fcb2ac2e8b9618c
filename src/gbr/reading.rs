//! What a text means, in whatever form it is printed: in come bytes, out comes
//! a position, a caption or a class, and the name of the form.

use std::str::FromStr;

use super::{Caption, Code, Form, ParseError, Position, check, parse, token::whole};

/// A text together with the form it was found in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// The form.
    pub form: Form,
    /// What it says.
    pub meaning: Meaning,
}

/// What a text says, by how much it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Every man and his square.
    Position(Position),
    /// The class and the squares of the kings.
    Caption(Caption),
    /// The class.
    Class(Code),
}

/// A notation at the start of a longer text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The form.
    pub form: Form,
    /// How many bytes belong to it.
    pub len: usize,
    /// What it says, or how it contradicts itself.
    pub meaning: Result<Meaning, ParseError>,
}

impl Reading {
    /// Reads a text in any form. Blanks and line breaks may stand wherever
    /// printers put them.
    ///
    /// # Errors
    ///
    /// [`ParseError`] where it follows no form or contradicts itself.
    pub fn from_ascii(text: &[u8]) -> Result<Reading, ParseError> {
        // What is written by programs is the full notation, which costs a
        // quarter of the time to read when it is tried first.
        let draft = whole(parse::page, text).or_else(|_| whole(parse::text, text))?;
        let meaning = check::check(&draft, text)?;
        Ok(Reading { form: form_of(draft.form, &meaning), meaning })
    }

    /// The position, if the text says where everything stands.
    #[must_use]
    pub fn into_position(self) -> Option<Position> {
        match self.meaning {
            Meaning::Position(position) => Some(position),
            Meaning::Caption(_) | Meaning::Class(_) => None,
        }
    }
}

impl Meaning {
    /// The class.
    #[must_use]
    pub fn code(&self) -> Code {
        match self {
            Meaning::Position(position) => position.code(),
            Meaning::Caption(caption) => caption.code,
            Meaning::Class(code) => *code,
        }
    }
}

impl Prefix {
    /// Reads the notation that a text begins with; none where it begins with
    /// something else.
    #[must_use]
    pub fn from_ascii(text: &[u8]) -> Option<Prefix> {
        let (rest, draft) = parse::notation(text).ok()?;
        let meaning = check::check(&draft, text);
        let form = meaning.as_ref().map_or(draft.form, |meaning| form_of(draft.form, meaning));
        Some(Prefix { form, len: text.len() - rest.len(), meaning })
    }
}

/// Where the only squares of a text are the kings once more, the grammar takes
/// a caption for a position.
fn form_of(form: Form, meaning: &Meaning) -> Form {
    match (form, meaning) {
        (Form::Page | Form::EgText | Form::Solver, Meaning::Caption(_)) => Form::EgCaption,
        _ => form,
    }
}

impl FromStr for Reading {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Reading, ParseError> {
        Reading::from_ascii(text.as_bytes())
    }
}

impl Position {
    /// Reads a position in any form that says where everything stands.
    ///
    /// # Errors
    ///
    /// [`ParseError`] where it follows no such form or contradicts itself.
    pub fn from_ascii(text: &[u8]) -> Result<Position, ParseError> {
        let reading = Reading::from_ascii(text)?;
        match reading.meaning {
            Meaning::Position(position) => Ok(position),
            _ => Err(ParseError::no_squares(text, &reading)),
        }
    }

    /// Reads exactly what is written, in any order of equal men.
    ///
    /// # Errors
    ///
    /// [`ParseError`] where it differs from that by so much as a blank.
    pub fn from_ascii_strict(text: &[u8]) -> Result<Position, ParseError> {
        check::check_strictly(&whole(parse::page, text)?, text)
    }
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Position, ParseError> {
        Position::from_ascii(text.as_bytes())
    }
}
