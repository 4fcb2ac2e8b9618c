//! What is typed in a language of ours: an error shows the text, with a caret under the place.

use crate::cli::console::escape::turns_around;
use crate::gbr::ParseError;
use std::str::FromStr;

/// Reads the value of a flag.
pub fn pointed<T: FromStr<Err = ParseError>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| shown(text, &error))
}

/// What was expected, and below it the place.
pub fn shown(text: &str, error: &ParseError) -> String {
    let place = error.caret(text.as_bytes()).replace('\n', "\n  ").replace(turns_around, " ");
    format!("{error}\n  {place}")
}
