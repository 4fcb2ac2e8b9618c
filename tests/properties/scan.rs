//! What holds for the codes in any text. Property tests and the fuzz target
//! call this same function.

use std::io::{self, Read};

use gbr_pgn::gbr::{ErrorKind, Reading};
use gbr_pgn::scan::{Hit, Scanner};

/// Hits do not depend on the pieces in which a text comes, stand in their
/// order, and read by themselves as they were read in the text; nothing panics.
pub fn scan(text: &[u8]) {
    for is_bare in [false, true] {
        let hits = hits(text, is_bare);
        for step in [1, 7, 600] {
            assert_eq!(hits, pieces(text, step, is_bare), "in pieces of {step}");
        }
        let mut end = 0;
        for hit in &hits {
            assert!(hit.place.offset >= end && hit.end > hit.place.offset, "{hit:?}");
            assert!(hit.end <= text.len() as u64, "{hit:?}");
            end = hit.end;
            reads_alone(hit);
        }
    }
}

fn reads_alone(hit: &Hit) {
    assert!(!hit.text.contains(|c: char| c.is_control()), "{hit:?}");
    match Reading::from_ascii(hit.text.as_bytes()) {
        Ok(reading) if !is_torn(hit) => {
            assert_eq!((reading.form, Ok(reading.meaning)), (hit.form, hit.meaning.clone()))
        }
        Err(error) if !is_torn(hit) => assert_eq!(Err(error), hit.meaning),
        _ => assert_eq!(hit.unread, None),
    }
    if let Some(repair) = hit.repair() {
        assert!(hit.meaning.is_err());
        assert!(Reading::from_ascii(repair.text.as_bytes()).is_ok(), "{repair:?}");
    }
}

/// Whether the rest of it stands in another line of its column, which it cannot know alone.
fn is_torn(hit: &Hit) -> bool {
    hit.meaning.as_ref().is_err_and(|error| error.kind() == ErrorKind::Torn)
}

/// What scan says of a line that holds a notation alone is what decode says of that text.
pub fn line(text: &str) {
    let hits = hits(text.as_bytes(), false);
    let Ok(reading) = text.parse::<Reading>() else {
        // What decode does not understand, scan does not take as it is.
        assert!(
            hits.iter().all(|hit| hit.meaning.is_err() || hit.end < text.len() as u64),
            "{hits:?}"
        );
        return;
    };
    assert_eq!(hits.len(), 1, "{text}: {hits:?}");
    let hit = &hits[0];
    assert_eq!((hit.form, &hit.meaning), (reading.form, &Ok(reading.meaning)), "{text}");
    assert_eq!((hit.place.offset, hit.end, &hit.unread), (0, text.len() as u64, &None), "{text}");
}

/// The hits of a text that comes all at once.
pub fn hits(text: &[u8], is_bare: bool) -> Vec<Hit> {
    Scanner::new(text).bare(is_bare).map(|hit| hit.expect("memory can be read")).collect()
}

fn pieces(text: &[u8], step: usize, is_bare: bool) -> Vec<Hit> {
    let reader = Dribble { text, step };
    Scanner::new(reader).bare(is_bare).map(|hit| hit.expect("memory can be read")).collect()
}

/// A reader that hands out a few bytes at a time.
struct Dribble<'a> {
    text: &'a [u8],
    step: usize,
}

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.step.min(self.text.len()).min(buffer.len());
        self.text.take(len as u64).read(buffer).inspect(|&read| self.text = &self.text[read..])
    }
}
