//! A little file whose size is known, read with one call.
//!
//! What is known may be wrong by then: some files of a system say nothing of their size, and others grow. So only a call that brings
//! just as many bytes, and had room for more, is the last one.

use std::fs::File;
use std::io::{self, Cursor, Read};

/// Files up to this size are read whole.
pub const MOST: u64 = 64 << 10;

/// An open file, from where it stands.
pub struct SizedFile {
    file: File,
    size: usize,
    /// What the first call brought.
    bytes: Option<Cursor<Vec<u8>>>,
    /// Whether that is all.
    is_whole: bool,
}

impl SizedFile {
    /// A file that should have so many bytes left.
    pub const fn new(file: File, size: usize) -> SizedFile {
        SizedFile { file, size, bytes: None, is_whole: false }
    }

    fn begin(&mut self) -> io::Result<Cursor<Vec<u8>>> {
        let mut bytes = vec![0; self.size + 1];
        let count = self.file.read(&mut bytes)?;
        bytes.truncate(count);
        self.is_whole = count == self.size;
        Ok(Cursor::new(bytes))
    }
}

impl Read for SizedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.bytes.is_none() {
            self.bytes = Some(self.begin()?);
        }
        let taken = self.bytes.as_mut().map_or(Ok(0), |bytes| bytes.read(buffer))?;
        if taken > 0 || self.is_whole { Ok(taken) } else { self.file.read(buffer) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::OpenOptions;
    use std::io::Write;

    fn file(bytes: &[u8]) -> tempfile::NamedTempFile {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    /// All that is read, some bytes at a time.
    fn all(mut file: SizedFile, step: usize) -> Vec<u8> {
        let (mut all, mut some) = (Vec::new(), vec![0; step]);
        loop {
            match file.read(&mut some).unwrap() {
                0 => return all,
                count => all.extend_from_slice(&some[..count]),
            }
        }
    }

    #[test]
    fn all_is_read_whatever_was_known() {
        let named = file(b"0123456789");
        for size in [0, 1, 9, 10, 11, 1000] {
            for step in [1, 3, 10, 100] {
                let sized = SizedFile::new(named.reopen().unwrap(), size);
                assert_eq!(all(sized, step), b"0123456789", "{size} {step}");
            }
        }
    }

    #[test]
    fn what_is_added_before_the_end_is_met_is_read() {
        let named = file(b"0123");
        let mut sized = SizedFile::new(named.reopen().unwrap(), 9);
        let mut head = [0; 4];
        assert_eq!(sized.read(&mut head).unwrap(), 4);
        let mut more = OpenOptions::new().append(true).open(named.path()).unwrap();
        more.write_all(b"45678").unwrap();
        assert_eq!(all(sized, 3), b"45678");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_does_not_know_its_size_is_read_to_its_end() {
        let path = "/proc/self/limits";
        let sized = SizedFile::new(File::open(path).unwrap(), 1);
        assert_eq!(all(sized, 100), std::fs::read(path).unwrap());
    }
}
