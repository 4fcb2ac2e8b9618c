//! Sorts more than memory holds: sorted runs go to temporary files, and are merged.
//!
//! The files have no names, so they are gone after any end of the program.

use super::item::{Item, Sequence};
use super::merge::Merge;
use anyhow::{Context, Result};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek, Write};
use std::mem;
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::vec;

/// Compression of runs: this level halves them, and takes half the time of one that makes a third of them.
const LEVEL: i32 = -3;

/// Window of a run, 2^17 bytes: each run that is merged takes so much memory.
const WINDOW_LOG: u32 = 17;

/// Runs that are merged at a time: each is an open file, and systems allow no more than 1024.
const MOST: usize = 128;

/// Fewer items than this are sorted before a thread has started.
const SHARE: usize = 4096;

/// What is read from or written to a run at a time.
const BUFFER: usize = 64 << 10;

/// Takes items in any order and gives them back in theirs.
pub struct Sorter {
    /// How many bytes of items may wait in memory.
    limit: usize,
    folder: PathBuf,
    sequence: Sequence,
    /// Whether runs are compressed.
    packs: bool,
    waiting: Vec<Item>,
    /// Bytes of what waits, and of what is on its way to a file.
    size: usize,
    spilling: Option<Spilling>,
    runs: Vec<SortedRun>,
}

/// Items that are sorted and written to a file while others come in.
struct Spilling {
    size: usize,
    thread: JoinHandle<io::Result<SortedRun>>,
}

/// Items in their order.
enum SortedRun {
    Memory(vec::IntoIter<Item>),
    Plain(BufReader<File>),
    Packed(BufReader<zstd::Decoder<'static, BufReader<File>>>),
}

impl Sorter {
    pub fn new(limit: usize, folder: PathBuf, sequence: Sequence) -> Sorter {
        Sorter::by(sequence, limit, folder)
    }

    /// One that brings items of the same digest together.
    pub fn by_digest(limit: usize, folder: PathBuf) -> Sorter {
        Sorter::by(Sequence::Digests, limit, folder)
    }

    fn by(sequence: Sequence, limit: usize, folder: PathBuf) -> Sorter {
        let (waiting, runs) = (Vec::new(), Vec::new());
        Sorter { limit, folder, sequence, packs: true, waiting, size: 0, spilling: None, runs }
    }

    /// Whether runs from now on are compressed: they are half as long then, which takes as much work as sorting.
    pub fn pack(&mut self, packs: bool) {
        self.packs = packs;
    }

    pub fn push(&mut self, item: Item) -> Result<()> {
        self.size += item.size();
        self.waiting.push(item);
        if self.size > self.limit { self.spill() } else { Ok(()) }
    }

    /// Has what waits written to a file of its own; the first time half of it, which is as much as may be on its way while more
    /// comes in.
    fn spill(&mut self) -> Result<()> {
        let kept = if self.spilling.is_none() { self.waiting.len() / 2 } else { 0 };
        self.settle()?;
        let kept = self.waiting.split_off(self.waiting.len() - kept);
        let items = mem::replace(&mut self.waiting, kept);
        let size = items.iter().map(Item::size).sum();
        let (sequence, folder, packs) = (self.sequence, self.folder.clone(), self.packs);
        let thread = thread::spawn(move || dump(items, sequence, &folder, packs));
        self.spilling = Some(Spilling { size, thread });
        Ok(())
    }

    /// Waits for what is on its way.
    fn settle(&mut self) -> Result<()> {
        let Some(Spilling { size, thread }) = self.spilling.take() else { return Ok(()) };
        let run = thread.join().expect("sorting does not panic");
        self.size -= size;
        self.add(run)?;
        if self.runs.len() < MOST {
            return Ok(());
        }
        let runs = mem::take(&mut self.runs);
        let run = write(&self.folder, Merge::new(runs, self.sequence), self.packs);
        self.add(run)
    }

    fn add(&mut self, run: io::Result<SortedRun>) -> Result<()> {
        self.runs.push(run.with_context(|| {
            format!("{}: a temporary file cannot be written", self.folder.display())
        })?);
        Ok(())
    }

    /// All items in order.
    pub fn finish(self) -> Result<impl Iterator<Item = io::Result<Item>>> {
        self.finish_on(1)
    }

    /// The same; each of so many threads sorts a share of what waits.
    pub fn finish_on(mut self, threads: usize) -> Result<impl Iterator<Item = io::Result<Item>>> {
        self.settle()?;
        let sequence = self.sequence;
        let mut shares = shares(mem::take(&mut self.waiting), threads);
        thread::scope(|scope| {
            let (last, others) = shares.split_last_mut().expect("there is one at least");
            others.iter_mut().for_each(|share| drop(scope.spawn(move || sort(share, sequence))));
            sort(last, sequence);
        });
        self.runs.extend(shares.into_iter().map(|share| SortedRun::Memory(share.into_iter())));
        Ok(Merge::new(self.runs, sequence))
    }
}

/// Parts of about the same size, not more than so many.
fn shares(mut items: Vec<Item>, count: usize) -> Vec<Vec<Item>> {
    let size = items.len().div_ceil(count).max(SHARE);
    let mut shares = Vec::new();
    while items.len() > size {
        shares.push(items.split_off(items.len() - size));
    }
    shares.push(items);
    shares
}

/// Unstable sorting takes no memory; the number of the item makes it stable.
fn sort(items: &mut [Item], sequence: Sequence) {
    items.sort_unstable_by(|one, other| one.compare(other, sequence));
}

/// Sorts items, and writes them to a file.
fn dump(
    mut items: Vec<Item>,
    sequence: Sequence,
    folder: &Path,
    packs: bool,
) -> io::Result<SortedRun> {
    sort(&mut items, sequence);
    write(folder, items.into_iter().map(Ok), packs)
}

/// Writes items to a file without a name, to be read from its beginning.
fn write(
    folder: &Path,
    items: impl Iterator<Item = io::Result<Item>>,
    packs: bool,
) -> io::Result<SortedRun> {
    let mut writer = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder)?);
    if !packs {
        write_items(items, &mut writer)?;
        return Ok(SortedRun::Plain(rewound(writer)?));
    }
    let mut encoder = zstd::Encoder::new(writer, LEVEL)?;
    encoder.window_log(WINDOW_LOG)?;
    let mut writer = BufWriter::with_capacity(BUFFER, encoder);
    write_items(items, &mut writer)?;
    let encoder = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
    let decoder = zstd::Decoder::with_buffer(rewound(encoder.finish()?)?)?;
    Ok(SortedRun::Packed(BufReader::new(decoder)))
}

fn write_items(
    items: impl Iterator<Item = io::Result<Item>>,
    writer: &mut impl Write,
) -> io::Result<()> {
    for item in items {
        item?.write(writer)?;
    }
    Ok(())
}

/// The file that was written, at its beginning.
fn rewound(writer: BufWriter<File>) -> io::Result<BufReader<File>> {
    let mut file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(BufReader::with_capacity(BUFFER, file))
}

impl Iterator for SortedRun {
    type Item = io::Result<Item>;

    fn next(&mut self) -> Option<io::Result<Item>> {
        match self {
            SortedRun::Memory(items) => items.next().map(Ok),
            SortedRun::Plain(reader) => Item::read(reader).transpose(),
            SortedRun::Packed(reader) => Item::read(reader).transpose(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::Ends;

    /// Keys in and out of a sorter that holds so many bytes.
    fn sorted(keys: &[u8], limit: usize, reverse: bool, packs: bool) -> Vec<(u8, u8)> {
        let mut sorter = Sorter::new(limit, std::env::temp_dir(), Sequence::Keys { reverse });
        sorter.pack(packs);
        for (number, key) in (0..).zip(keys) {
            let bytes = [u8::try_from(number).unwrap()];
            let item = Item::new(vec![*key], bytes.to_vec().into(), Ends::LINE, number);
            sorter.push(item).unwrap();
        }
        let pair = |item: Item| (item.key()[0], item.bytes()[0]);
        sorter.finish().unwrap().map(|item| pair(item.unwrap())).collect()
    }

    #[test]
    fn the_order_does_not_depend_on_threads() {
        let key = |number: usize| vec![u8::try_from(number * 37 % 251).unwrap(); number % 3];
        let numbers = |threads: usize| -> Vec<u64> {
            let sequence = Sequence::Keys { reverse: false };
            let mut sorter = Sorter::new(1 << 30, std::env::temp_dir(), sequence);
            for number in 0..3 * SHARE + 1 {
                let item = Item::new(key(number), Vec::new().into(), Ends::LINE, number as u64);
                sorter.push(item).unwrap();
            }
            sorter.finish_on(threads).unwrap().map(|item| item.unwrap().number()).collect()
        };
        let one = numbers(1);
        assert_eq!(one.len(), 3 * SHARE + 1);
        assert!([2, 3, 7].iter().all(|&threads| numbers(threads) == one));
    }

    #[test]
    fn spilled_or_not_the_order_is_the_same_and_stable() {
        // With no memory at all, each is a run: more than are merged at a time.
        let keys: Vec<u8> = (0..255_u8).map(|n| n.wrapping_mul(37) % 10).collect();
        for reverse in [false, true] {
            let mut expected: Vec<(u8, u8)> = keys.iter().copied().zip(0..).collect();
            expected.sort_by_key(|&(key, _)| if reverse { 255 - key } else { key });
            for (limit, packs) in
                [(0, true), (0, false), (1000, true), (1000, false), (1 << 20, true)]
            {
                let found = sorted(&keys, limit, reverse, packs);
                assert_eq!(found, expected, "{limit} {reverse} {packs}");
            }
        }
    }
}
