//! A record on its way through the sort, in memory and in a temporary file.

use super::shared_bytes::SharedBytes;
use crate::arrange::{Arranged, Gathered};
use crate::joint::Ends;
use std::cmp::Ordering;
use std::io::{self, Read, Write};

/// What an item takes in memory besides its bytes: itself, and what the allocator keeps.
const OVERHEAD: usize = size_of::<Item>() * 2 + 16;

/// One record with its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    key: Box<[u8]>,
    /// How the key begins, as a number: most differ there already.
    prefix: u64,
    record: SharedBytes,
    /// Whether its input ends with it.
    pub is_last: bool,
    /// Its place in the input.
    number: u64,
    /// What helps to find its like, where somebody looks for that; most sorts do not, and their items stay small.
    pub mark: Option<Box<Fingerprint>>,
    ends: Ends,
    /// Whether it is a piece that belongs to the one before, or what is left at the end of an input.
    goes_on: bool,
    is_rest: bool,
}

/// What may tell that a record is the same as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// The same for the same records.
    pub digest: u64,
    /// The same for games that may begin each other, where somebody asks.
    pub kin: Option<u64>,
    /// How many bytes of text go before the record itself.
    pub before: usize,
}

/// What items are sorted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequence {
    Keys {
        reverse: bool,
    },
    Digests,
    /// As they were read.
    Numbers,
}

impl Item {
    /// A record; without a key it has no place in the order and comes last.
    pub fn new(key: Vec<u8>, record: SharedBytes, ends: Ends, number: u64) -> Item {
        let (prefix, key) = (prefix(&key), key.into_boxed_slice());
        let (is_last, goes_on, is_rest, mark) = (false, false, false, None);
        Item { key, prefix, record, is_last, number, ends, goes_on, is_rest, mark }
    }

    /// The next record of an input, or the next piece of one: all of it together.
    pub fn gathered(
        key: Vec<u8>,
        gathered: &Gathered<'_>,
        record: SharedBytes,
        number: u64,
    ) -> Item {
        let Gathered { ends, goes_on, is_rest, .. } = *gathered;
        Item { goes_on, is_rest, ..Item::new(key, record, ends, number) }
    }

    /// Records that followed each other, as one; none of none.
    pub fn of_neighbours(mut items: Vec<Item>) -> Option<Item> {
        let last = items.pop()?;
        let Some(first) = items.first() else { return Some(last) };
        let ends = Ends { beginning: first.ends.beginning, is_plain: false, ..last.ends };
        let number = first.number;
        let bytes: Vec<&[u8]> = items.iter().chain([&last]).map(Item::bytes).collect();
        let together = Item::new(Vec::new(), bytes.concat().into(), ends, number);
        Some(Item { is_last: last.is_last, ..together })
    }

    /// Another piece of it follows.
    pub fn be_piece(&mut self) {
        self.ends = Ends::PIECE;
    }

    pub fn goes_on(&self) -> bool {
        self.goes_on
    }

    #[cfg(test)]
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    pub fn bytes(&self) -> &[u8] {
        &self.record
    }

    /// Its place in the input.
    pub fn number(&self) -> u64 {
        self.number
    }

    pub fn digest(&self) -> Option<u64> {
        self.mark.as_ref().map(|mark| mark.digest)
    }

    /// Is known from here on by what it shares with games that it may begin; false where there is no such thing.
    pub fn be_of_kin(&mut self) -> bool {
        let kin = self.mark.as_ref().and_then(|mark| mark.kin);
        if let (Some(mark), Some(kin)) = (&mut self.mark, kin) {
            mark.digest = kin;
        }
        kin.is_some()
    }

    /// The text that goes before the record, and the record itself.
    pub fn halves(&self) -> (&[u8], &[u8]) {
        self.bytes().split_at(self.mark.as_ref().map_or(0, |mark| mark.before))
    }

    /// How much memory it takes, about.
    pub fn size(&self) -> usize {
        self.key.len() + self.record.len() + OVERHEAD
    }

    /// Equal items keep their order, also in reverse.
    pub fn compare(&self, other: &Item, sequence: Sequence) -> Ordering {
        let unlike = match sequence {
            Sequence::Keys { reverse } => {
                let keys = self.prefix.cmp(&other.prefix).then_with(|| self.key.cmp(&other.key));
                directed(keys, [&self.key, &other.key], reverse)
            }
            Sequence::Digests => self.digest().cmp(&other.digest()),
            Sequence::Numbers => Ordering::Equal,
        };
        unlike.then(self.number.cmp(&other.number))
    }

    pub fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        writer.write_all(&self.number.to_le_bytes())?;
        writer.write_all(&(self.record.len() as u64).to_le_bytes())?;
        writer.write_all(&(self.key.len() as u64).to_le_bytes())?;
        let flags = [self.is_last, self.goes_on, self.is_rest, self.mark.is_some()];
        writer.write_all(&flags.map(u8::from))?;
        writer.write_all(&self.ends.to_bytes())?;
        if let Some(mark) = &self.mark {
            writer.write_all(&mark.digest.to_le_bytes())?;
            writer.write_all(&[u8::from(mark.kin.is_some())])?;
            writer.write_all(&mark.kin.unwrap_or_default().to_le_bytes())?;
            writer.write_all(&(mark.before as u64).to_le_bytes())?;
        }
        writer.write_all(&self.key)?;
        writer.write_all(&self.record)
    }

    /// The next item of a file; none at its end.
    pub fn read(reader: &mut impl Read) -> io::Result<Option<Item>> {
        let mut first = [0; 8];
        if reader.read(&mut first[..1])? == 0 {
            return Ok(None);
        }
        reader.read_exact(&mut first[1..])?;
        let (len, key_len) = (length(reader)?, length(reader)?);
        let [is_last, goes_on, is_rest, has_mark] = array(reader)?.map(|flag: u8| flag != 0);
        let ends = Ends::from_bytes(array(reader)?);
        let mark = if has_mark { Some(Box::new(Fingerprint::read(reader)?)) } else { None };
        let (mut key, mut record) = (vec![0; key_len], vec![0; len]);
        reader.read_exact(&mut key)?;
        reader.read_exact(&mut record)?;
        let number = u64::from_le_bytes(first);
        let item = Item::new(key, record.into(), ends, number);
        Ok(Some(Item { is_last, goes_on, is_rest, mark, ..item }))
    }
}

impl Fingerprint {
    fn read(reader: &mut impl Read) -> io::Result<Fingerprint> {
        let digest = u64::from_le_bytes(array(reader)?);
        let [has_kin] = array(reader)?;
        let kin = Some(u64::from_le_bytes(array(reader)?)).filter(|_| has_kin != 0);
        Ok(Fingerprint { digest, kin, before: length(reader)? })
    }
}

impl Arranged for Item {
    fn ends(&self) -> Ends {
        self.ends
    }

    fn is_rest(&self) -> bool {
        self.is_rest
    }
}

/// The order of two keys; an empty one is last in either direction.
pub fn compare_keys(one: &[u8], other: &[u8], reverse: bool) -> Ordering {
    directed(one.cmp(other), [one, other], reverse)
}

/// The same for keys of which it is known how they compare.
fn directed(keys: Ordering, [one, other]: [&[u8]; 2], reverse: bool) -> Ordering {
    let keys = if reverse { keys.reverse() } else { keys };
    one.is_empty().cmp(&other.is_empty()).then(keys)
}

/// The first eight bytes, the first one highest. Zeros for those that are missing tell nothing wrong.
fn prefix(key: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    let length = key.len().min(8);
    bytes[..length].copy_from_slice(&key[..length]);
    u64::from_be_bytes(bytes)
}

fn length(reader: &mut impl Read) -> io::Result<usize> {
    usize::try_from(u64::from_le_bytes(array(reader)?)).map_err(io::Error::other)
}

fn array<const N: usize>(reader: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    reader.read_exact(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_back_from_a_file() {
        let mut marked = Item::new(b"key".to_vec(), b"textrecord".to_vec().into(), Ends::LINE, 3);
        marked.mark = Some(Box::new(Fingerprint { digest: 5, kin: Some(6), before: 4 }));
        assert_eq!(marked.halves(), (&b"text"[..], &b"record"[..]));
        let items = [
            marked.clone(),
            Item { is_last: true, number: 7, mark: None, ..marked.clone() },
            Item {
                goes_on: true,
                ..Item::new(Vec::new(), Vec::new().into(), Ends::PIECE, u64::MAX)
            },
        ];
        let mut file = Vec::new();
        items.iter().for_each(|item| item.write(&mut file).unwrap());
        let mut reader = &file[..];
        for item in items {
            assert_eq!(Item::read(&mut reader).unwrap(), Some(item));
        }
        assert_eq!(Item::read(&mut reader).unwrap(), None);
    }

    /// Whatever they begin with, and however long they are.
    #[test]
    fn items_are_in_the_order_of_their_keys() {
        let bytes = [0, 1, 255];
        let short = (0..3).flat_map(|length| vec![vec![7; 7 + length], vec![0; length]]);
        let keys: Vec<Vec<u8>> = short
            .flat_map(|key| bytes.map(|byte| [&key[..], &[byte]].concat()))
            .chain([vec![7; 8], b"k".to_vec()])
            .collect();
        for (one, other) in keys.iter().flat_map(|one| keys.iter().map(move |other| (one, other))) {
            let [first, second] =
                [one, other].map(|key| Item::new(key.clone(), Vec::new().into(), Ends::LINE, 1));
            let sequence = Sequence::Keys { reverse: false };
            assert_eq!(first.compare(&second, sequence), one.cmp(other), "{one:?} {other:?}");
        }
    }

    #[test]
    fn without_a_key_an_item_is_last_in_either_direction() {
        let keyed = Item::new(b"a".to_vec(), Vec::new().into(), Ends::LINE, 2);
        let keyless = Item::new(Vec::new(), Vec::new().into(), Ends::LINE, 1);
        for reverse in [false, true] {
            let sequence = Sequence::Keys { reverse };
            assert_eq!(keyed.compare(&keyless, sequence), Ordering::Less);
        }
    }
}
