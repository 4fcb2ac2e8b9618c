//! The position that was typed, which may be several words, and the files after it.

use super::submission::Submission;
use crate::cli::commands::board;
use crate::cli::one_by_one::{Complaint, complain};
use anyhow::{Result, ensure};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// More words than any spelling of a position has.
const WORDS: usize = 9;

/// What was typed.
pub enum Typed {
    Good(Box<Submission>),
    /// It is not a position, and that has been told.
    Bad,
}

/// Takes the position from the beginning of the words: as many of them as make one. The rest are files.
pub fn split(words: &[OsString]) -> Result<(Typed, &[OsString])> {
    for count in (1..=words.len().min(WORDS)).rev() {
        let rest = &words[count..];
        if rest.first().is_some_and(|next| !may_be_file(next)) {
            continue;
        }
        if let Ok(submission) = read(&joined(&words[..count])) {
            return Ok((Typed::Good(Box::new(submission)), rest));
        }
    }
    let first = words.first().map(|word| word.to_string_lossy()).unwrap_or_default();
    let is_file = Path::new(&*first).is_file();
    ensure!(!is_file, "{first} is a file: the position comes before the files");
    complain_of(words);
    Ok((Typed::Bad, &[]))
}

/// A word after a position that is neither there nor called like a file is a slip in the position; so are squares.
fn may_be_file(word: &OsStr) -> bool {
    let (path, bytes) = (Path::new(word), word.as_encoded_bytes());
    let ending = path.extension().unwrap_or_default().as_encoded_bytes();
    let are_squares = bytes.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'1'..=b'8' | b'.'));
    let is_called_so = ending.first().is_some_and(u8::is_ascii_alphabetic) && !are_squares;
    word == "-" || path.exists() || is_called_so
}

/// Shows what is wrong with words that should begin with a position.
fn complain_of(words: &[OsString]) {
    let rest = words.iter().take(WORDS).skip(1);
    let count = 1 + rest.take_while(|word| *word == "-" || !may_be_file(word)).count();
    let text = joined(&words[..count.min(words.len())]);
    if let Err(complaint) = read(&text) {
        complain(text.as_bytes(), "", &complaint);
    }
}

fn joined(words: &[OsString]) -> String {
    let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
    words.join(" ").trim().to_owned()
}

fn read(text: &str) -> Result<Submission, Complaint> {
    let (board, indicator) = board::read(text.as_bytes())?;
    let message = || "expected one king of each side".to_owned();
    Submission::typed(board, indicator).ok_or_else(|| Complaint { message: message(), byte: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(line: &str) -> Option<(String, Vec<OsString>)> {
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        match split(&words).unwrap() {
            (Typed::Good(submission), rest) => Some((submission.exhibit.fen, rest.to_vec())),
            (Typed::Bad, _) => None,
        }
    }

    #[test]
    fn a_position_is_as_many_words_as_make_one() {
        let fen = "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1";
        for position in [
            fen,
            "8/8/1KP5/3r4/8/8/8/k7",
            "8/8/1KP5/3r4/8/8/8/k7 w",
            "8/8/1KP5/3r4/8/8/8/k7 w - -",
            "b6a1 0300.10 d5.c6 2/2+.",
            "b6a1 0300.10 d5.c6 2/2 Win:",
            "(+0300.10b6a1d5c6)",
        ] {
            let files = vec![OsString::from("a.pgn"), OsString::from("-")];
            let expected = Some((fen.to_owned(), files));
            assert_eq!(taken(&format!("{position} a.pgn -")), expected, "{position}");
            assert_eq!(taken(position), Some((fen.to_owned(), Vec::new())), "{position}");
        }
    }

    #[test]
    fn a_quoted_position_is_one_word() {
        let words = ["8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "-"].map(OsString::from);
        assert!(matches!(split(&words).unwrap(), (Typed::Good(_), [file]) if file == "-"));
    }

    #[test]
    fn no_part_of_a_bad_position_is_taken_for_a_file() {
        assert_eq!(taken("b6a1 0300.10 d5.c6 2/3+. a.pgn"), None);
        assert_eq!(taken("8/8/1KP5/3r4/8/8/8/k7 x - - 0 1 a.pgn"), None);
    }

    #[test]
    fn a_side_without_a_king_is_refused() {
        assert_eq!(taken("8/8/1KP5/3r4/8/8/8/8 w a.pgn"), None);
        assert_eq!(taken("0300.10 a.pgn"), None);
    }
}
