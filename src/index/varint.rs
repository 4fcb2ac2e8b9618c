//! Numbers as bytes: small ones are short.
//!
//! Seven bits a byte, the lowest first; all but the last byte have their top bit set (LEB128). What is
//! read back is doubted: it may have been damaged, or made up.

use super::{IndexError, IndexResult};

/// Appends a number.
#[inline]
pub(super) fn put(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a number that may be negative, so that those near zero are short.
pub(super) fn put_signed(number: i64, out: &mut Vec<u8>) {
    put((number.cast_unsigned() << 1) ^ (number >> 63).cast_unsigned(), out);
}

/// Appends a text after its length.
pub(super) fn put_bytes(bytes: &[u8], out: &mut Vec<u8>) {
    put(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}

/// Reads what was put, from the front.
#[derive(Clone)]
pub(super) struct NumberReader<'a> {
    rest: &'a [u8],
}

impl<'a> NumberReader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> NumberReader<'a> {
        NumberReader { rest: bytes }
    }

    #[inline]
    pub(super) fn next(&mut self) -> IndexResult<u64> {
        match self.rest {
            [byte, rest @ ..] if *byte < 0x80 => {
                self.rest = rest;
                Ok(u64::from(*byte))
            }
            _ => self.long(),
        }
    }

    fn long(&mut self) -> IndexResult<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let Some((byte, rest)) = self.rest.split_first() else { break };
            self.rest = rest;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(IndexError::Damaged("a number that does not end"))
    }

    #[inline]
    pub(super) fn next_u32(&mut self) -> IndexResult<u32> {
        u32::try_from(self.next()?).map_err(|_| IndexError::Damaged("a number that is too large"))
    }

    pub(super) fn next_signed(&mut self) -> IndexResult<i64> {
        let number = self.next()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    /// A number of things that take at least a byte each: no room is made for more than there can be.
    pub(super) fn next_count(&mut self) -> IndexResult<usize> {
        let count = self.next()?;
        let count = usize::try_from(count).ok().filter(|&count| count <= self.rest.len());
        count.ok_or(IndexError::Damaged("more things than there is room for"))
    }

    pub(super) fn take(&mut self, count: usize) -> IndexResult<&'a [u8]> {
        let (taken, rest) =
            self.rest.split_at_checked(count).ok_or(IndexError::Damaged("an end too early"))?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn take_array<const N: usize>(&mut self) -> IndexResult<[u8; N]> {
        let (taken, rest) =
            self.rest.split_first_chunk().ok_or(IndexError::Damaged("an end too early"))?;
        self.rest = rest;
        Ok(*taken)
    }

    pub(super) fn take_bytes(&mut self) -> IndexResult<&'a [u8]> {
        let count = self.next_count()?;
        self.take(count)
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// Says whether all was read, as it should be.
    pub(super) fn end(self) -> IndexResult<()> {
        if self.is_empty() { Ok(()) } else { Err(IndexError::Damaged("bytes after the end")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_both_ways() {
        let numbers = [0, 1, 127, 128, 300, 16_383, 16_384, u64::from(u32::MAX), u64::MAX];
        let mut out = Vec::new();
        numbers.iter().for_each(|&number| put(number, &mut out));
        let signed = [0, -1, 1, i64::MIN, i64::MAX];
        signed.iter().for_each(|&number| put_signed(number, &mut out));
        let mut read = NumberReader::new(&out);
        assert!(numbers.iter().all(|&number| read.next() == Ok(number)));
        assert!(signed.iter().all(|&number| read.next_signed() == Ok(number)));
        assert!(read.is_empty());
    }

    #[test]
    fn numbers_that_do_not_end_are_refused() {
        for bytes in [
            &[][..],
            &[0x80],
            &[0xff; 12],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2],
        ] {
            assert!(NumberReader::new(bytes).next().is_err(), "{bytes:?}");
        }
        assert!(NumberReader::new(&[5, 1, 1]).next_count().is_err());
    }
}
