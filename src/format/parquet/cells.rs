//! Cells on their way from a worker to the file: each with its length before it.

/// The length of a cell that is not there.
const NONE: u32 = u32::MAX;

/// What a cell may hold. A page of Parquet counts its bytes in 31 bits, and holds several cells.
const LONGEST: usize = 1 << 28;

/// Appends a cell. What is no UTF-8 is taken for Latin-1; what no page can hold is left out.
pub fn append(cell: Option<&[u8]>, out: &mut Vec<u8>) {
    let Some(cell) = cell.filter(|cell| cell.len() <= LONGEST / 2) else {
        return out.extend(NONE.to_le_bytes());
    };
    let text = match str::from_utf8(cell) {
        Ok(text) => text,
        Err(_) => &crate::text::encoding::text(cell),
    };
    // Latin-1 at most doubles, so it fits.
    out.extend((text.len() as u32).to_le_bytes());
    out.extend_from_slice(text.as_bytes());
}

/// Takes the first cell off; none where nothing is left.
pub fn take<'a>(rest: &mut &'a [u8]) -> Option<Option<&'a [u8]>> {
    let (length, behind) = rest.split_first_chunk::<4>()?;
    let length = u32::from_le_bytes(*length);
    if length == NONE {
        *rest = behind;
        return Some(None);
    }
    let (cell, behind) = behind.split_at_checked(length as usize)?;
    *rest = behind;
    Some(Some(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_taken_as_they_were_appended() {
        let mut out = Vec::new();
        for cell in [Some(&b"a\0b"[..]), None, Some(b""), Some(b"Andr\xe9")] {
            append(cell, &mut out);
        }
        let mut rest = &out[..];
        let taken: Vec<_> = std::iter::from_fn(|| take(&mut rest)).collect();
        let expected = [Some(&b"a\0b"[..]), None, Some(b""), Some("André".as_bytes())];
        assert_eq!(taken, expected);
    }
}
