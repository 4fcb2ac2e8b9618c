//! Bytes as they were read.
//!
//! In: a reader. Out: portions of it, each in a buffer with room before it, into which goes what was left
//! over of the portion before.

use std::io::{self, Read};
use std::mem;
use std::sync::LazyLock;

use crate::run::buffer_pool::PortionSpares;

/// How much is read at once. Larger portions gained nothing.
pub(crate) const PORTION: usize = 256 * 1024;

/// How much is read at first: a small input is not to pay for a large buffer.
const FIRST: usize = 16 * 1024;

/// The room before a portion: more than most records take.
const ROOM: usize = 32 * 1024;

/// A buffer for a portion of the usual size, and the room before it.
const USUAL: usize = ROOM + PORTION;

/// Some bytes of an input.
pub(crate) struct Portion {
    buffer: Vec<u8>,
    begin: usize,
    end: usize,
    /// Whether nothing follows, and why, if that is not a good reason.
    pub is_last: bool,
    pub failed: Option<io::Error>,
}

impl Portion {
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[self.begin..self.end]
    }

    /// Puts bytes before it, if there is room for them.
    pub(crate) fn prepend(&mut self, bytes: &[u8]) -> bool {
        let has_room = bytes.len() <= self.begin;
        if has_room {
            let begin = self.begin - bytes.len();
            self.buffer[begin..self.begin].copy_from_slice(bytes);
            self.begin = begin;
        }
        has_room
    }

    /// The buffer, and where in it the bytes begin and end.
    pub(crate) fn into_parts(self) -> (Vec<u8>, usize, usize) {
        (self.buffer, self.begin, self.end)
    }
}

/// Reads portions.
pub(crate) struct Portions<R> {
    reader: R,
    spares: PortionSpares,
    has_begun: bool,
    has_ended: bool,
}

/// The buffers of portions, which go from one input to the next.
pub(crate) fn spares() -> PortionSpares {
    static ALL: LazyLock<PortionSpares> = LazyLock::new(|| PortionSpares::new(ROOM + FIRST, USUAL));
    ALL.clone()
}

impl<R: Read> Portions<R> {
    /// Takes buffers from among `spares`.
    pub(crate) fn new(reader: R, spares: PortionSpares) -> Portions<R> {
        Portions { reader, spares, has_begun: false, has_ended: false }
    }
}

impl<R: Read> Iterator for Portions<R> {
    type Item = Portion;

    /// Fills a buffer, as far as there is something to read.
    fn next(&mut self) -> Option<Portion> {
        if self.has_ended {
            return None;
        }
        let buffer = self.spares.take(!mem::replace(&mut self.has_begun, true));
        let mut portion = Portion { buffer, begin: ROOM, end: ROOM, is_last: false, failed: None };
        while portion.end < portion.buffer.len() && !portion.is_last {
            match self.reader.read(&mut portion.buffer[portion.end..]) {
                Ok(0) => portion.is_last = true,
                Ok(count) => portion.end += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // What came before the error is sound: it goes out first.
                    portion.failed = Some(error);
                    portion.is_last = true;
                }
            }
        }
        self.has_ended = portion.is_last;
        Some(portion)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its bytes, and then an error.
    struct Broken<'a>(&'a [u8]);

    impl Read for Broken<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("broken")),
                count => Ok(count),
            }
        }
    }

    const EDGES: [usize; 7] =
        [0, 1, FIRST - 1, FIRST, FIRST + PORTION - 1, FIRST + PORTION, FIRST + PORTION + 1];

    #[test]
    fn portions_are_all_that_was_read() {
        for len in EDGES {
            let input: Vec<u8> = (0..len).map(|n| n as u8).collect();
            let all: Vec<Portion> = Portions::new(&input[..], spares()).collect();
            let bytes: Vec<u8> = all.iter().flat_map(|portion| portion.bytes().to_vec()).collect();
            assert!(bytes == input, "{len} bytes");
            let lasts: Vec<bool> = all.iter().map(|portion| portion.is_last).collect();
            assert_eq!(lasts.iter().position(|&is_last| is_last), Some(lasts.len() - 1));
        }
    }

    #[test]
    fn an_error_comes_with_what_was_read_before_it() {
        for len in EDGES {
            let input = vec![b'x'; len];
            let all: Vec<Portion> = Portions::new(Broken(&input), spares()).collect();
            let read: usize = all.iter().map(|portion| portion.bytes().len()).sum();
            assert_eq!(read, len);
            assert!(all.last().is_some_and(|last| last.failed.is_some() && last.is_last));
        }
    }

    #[test]
    fn there_is_room_for_so_much_and_no_more() {
        let mut portions = Portions::new(&b"end"[..], spares());
        let mut portion = portions.next().expect("a portion");
        assert!(!portion.prepend(&[b'x'; ROOM + 1]));
        assert!(portion.prepend(&[b'x'; ROOM - 1]));
        assert!(portion.prepend(b"y") && !portion.prepend(b"z"));
        assert_eq!(portion.bytes().len(), ROOM + 3);
        assert!(portion.bytes().starts_with(b"yx") && portion.bytes().ends_with(b"xend"));
    }
}
