//! Records that wait, in their order, in memory or beyond it in a temporary file.

use super::item::Item;
use crate::arrange::Queue;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::path::PathBuf;

/// First in, first out. Those in memory are before those that are read back, and these before those that
/// are still being written.
pub struct Spool {
    folder: PathBuf,
    limit: usize,
    memory: VecDeque<Item>,
    size: usize,
    reading: Option<BufReader<File>>,
    writing: Option<BufWriter<File>>,
}

impl Spool {
    /// Holds about so many bytes in memory.
    pub fn new(folder: PathBuf, limit: usize) -> Spool {
        Spool { folder, limit, memory: VecDeque::new(), size: 0, reading: None, writing: None }
    }

    fn spill(&mut self, item: &Item) -> io::Result<()> {
        if self.writing.is_none() {
            self.writing = Some(BufWriter::new(tempfile::tempfile_in(&self.folder)?));
        }
        self.writing.as_mut().map_or(Ok(()), |file| item.write(file))
    }

    /// Turns to what was written, if there is anything.
    fn turn(&mut self) -> io::Result<bool> {
        let Some(mut writer) = self.writing.take() else { return Ok(false) };
        writer.flush()?;
        let mut file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        self.reading = Some(BufReader::new(file));
        Ok(true)
    }
}

impl Queue<Item> for Spool {
    type Error = io::Error;

    fn push(&mut self, item: Item) -> io::Result<()> {
        let is_full = self.size + item.size() > self.limit;
        if is_full || self.reading.is_some() || self.writing.is_some() {
            return self.spill(&item);
        }
        self.size += item.size();
        self.memory.push_back(item);
        Ok(())
    }

    fn pop(&mut self) -> io::Result<Option<Item>> {
        if let Some(item) = self.memory.pop_front() {
            self.size -= item.size();
            return Ok(Some(item));
        }
        loop {
            if let Some(file) = &mut self.reading {
                match Item::read(file)? {
                    Some(item) => return Ok(Some(item)),
                    None => self.reading = None,
                }
            } else if !self.turn()? {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::Ends;

    #[test]
    fn in_memory_or_not_the_first_in_is_the_first_out() {
        for limit in [0, 1000, 1 << 20] {
            let mut spool = Spool::new(std::env::temp_dir(), limit);
            let (mut next, mut expected) = (0, 0);
            for round in 0..50_u64 {
                for _ in 0..round % 7 {
                    spool
                        .push(Item::new(Vec::new(), b"text".to_vec().into(), Ends::LINE, next))
                        .unwrap();
                    next += 1;
                }
                for _ in 0..round % 5 {
                    let Some(item) = spool.pop().unwrap() else { break };
                    assert_eq!(item.number(), expected, "{limit}");
                    expected += 1;
                }
            }
            while let Some(item) = spool.pop().unwrap() {
                assert_eq!(item.number(), expected, "{limit}");
                expected += 1;
            }
            assert_eq!(expected, next);
        }
    }
}
