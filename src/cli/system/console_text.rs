//! Bytes for a console that takes characters: what is UTF-8 is shown as that, and other bytes as Latin-1.

use crate::text::encoding::latin_1;
use std::io::{self, Write};
use std::str;

/// A console behind a writer that takes UTF-8 alone.
pub struct ConsoleText<W> {
    console: W,
    /// The beginning of a character whose other bytes are still to come.
    begun: Vec<u8>,
}

impl<W> ConsoleText<W> {
    pub fn new(console: W) -> ConsoleText<W> {
        ConsoleText { console, begun: Vec::new() }
    }
}

impl<W: Write> Write for ConsoleText<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.begun.extend_from_slice(bytes);
        let (whole, begun) = self.begun.split_at(end_of_whole(&self.begun));
        let text: String = whole
            .utf8_chunks()
            .flat_map(|chunk| [chunk.valid().to_owned(), latin_1(chunk.invalid())])
            .collect();
        self.begun = begun.to_vec();
        self.console.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    /// What has begun and does not go on was not a character.
    fn flush(&mut self) -> io::Result<()> {
        let begun = latin_1(&self.begun);
        self.begun.clear();
        self.console.write_all(begun.as_bytes())?;
        self.console.flush()
    }
}

/// Where a character begins of which there are not all bytes, or the end.
fn end_of_whole(bytes: &[u8]) -> usize {
    let last = bytes.utf8_chunks().last().map_or(&[][..], |chunk| chunk.invalid());
    let is_begun = str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
    if is_begun { bytes.len() - last.len() } else { bytes.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_character_is_shown_whole_however_it_is_cut() {
        let text = "Réti ♔ Öberg".as_bytes();
        for cut in 0..=text.len() {
            let mut console = ConsoleText::new(Vec::new());
            console.write_all(&text[..cut]).unwrap();
            assert!(str::from_utf8(&console.console).is_ok());
            console.write_all(&text[cut..]).unwrap();
            assert_eq!(console.console, text, "cut at {cut}");
        }
    }

    #[test]
    fn bytes_that_are_not_utf_8_are_shown_as_latin_1() {
        let mut console = ConsoleText::new(Vec::new());
        console.write_all(b"R\xe9ti, \xd6").unwrap();
        console.flush().unwrap();
        assert_eq!(console.console, "Réti, Ö".as_bytes());
    }
}
