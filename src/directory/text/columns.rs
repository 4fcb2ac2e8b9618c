//! Blocks into columns: each is filled to its foot before the next one begins.

use super::block::Paragraph;

/// The lines of one column.
pub type Column<'a> = Vec<&'a str>;

/// Columns of at most this height, of equal height if all blocks fit; and how many blocks they
/// took.
pub fn set<K>(blocks: &[Paragraph<K>], columns: usize, height: usize) -> (Vec<Column<'_>>, usize) {
    // What is at the top of a column has no gap above it.
    let with_gap = |block: &Paragraph<K>| block.lines.len() + usize::from(block.has_gap);
    let lines: usize = blocks.iter().map(with_gap).sum();
    for balanced in lines.saturating_sub(columns).div_ceil(columns)..height {
        let (filled, taken) = fill(blocks, columns, balanced);
        if taken == blocks.len() {
            return (filled, taken);
        }
    }
    fill(blocks, columns, height)
}

fn fill<K>(blocks: &[Paragraph<K>], columns: usize, height: usize) -> (Vec<Column<'_>>, usize) {
    let mut taken = 0;
    let mut filled = Vec::new();
    for _ in 0..columns {
        let (column, more) = fill_column(&blocks[taken..], height);
        filled.push(column);
        taken += more;
    }
    (filled, taken)
}

fn fill_column<K>(blocks: &[Paragraph<K>], height: usize) -> (Column<'_>, usize) {
    let mut column = Vec::new();
    for (taken, block) in blocks.iter().enumerate() {
        let has_gap = block.has_gap && !column.is_empty();
        // A heading goes with the entry below it.
        let below = blocks.get(taken + 1).filter(|_| block.is_heading);
        let needed =
            usize::from(has_gap) + block.lines.len() + below.map_or(0, |below| below.lines.len());
        // What is too long for any column must stand somewhere, and an entry below its heading.
        let may_end = taken > 0 && !blocks[taken - 1].is_heading;
        if column.len() + needed > height && may_end {
            return (column, taken);
        }
        if has_gap {
            column.push("");
        }
        column.extend(block.lines.iter().map(String::as_str));
    }
    (column, blocks.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gbr::Code;

    fn block(lines: Vec<String>, is_heading: bool) -> Paragraph {
        Paragraph { key: Code::BARE, lines, is_heading, has_gap: is_heading }
    }

    /// Upper case is a heading.
    fn blocks(text: &str) -> Vec<Paragraph> {
        text.chars().map(|c| block(vec![c.to_string()], c.is_uppercase())).collect()
    }

    fn columns(text: &str, columns: usize, height: usize) -> (Vec<String>, usize) {
        let blocks = blocks(text);
        let (filled, taken) = set(&blocks, columns, height);
        (filled.iter().map(|column| column.join("|")).collect(), taken)
    }

    #[test]
    fn columns_are_read_downwards_and_balanced() {
        assert_eq!(
            columns("abcdefg", 3, 10),
            (vec!["a|b|c".into(), "d|e|f".into(), "g".into()], 7)
        );
        assert_eq!(columns("abcdefg", 3, 2), (vec!["a|b".into(), "c|d".into(), "e|f".into()], 6));
    }

    #[test]
    fn headings_have_room_above_and_an_entry_below() {
        assert_eq!(columns("AbCd", 1, 9), (vec!["A|b||C|d".into()], 4));
        assert_eq!(columns("AbCdef", 2, 4), (vec!["A|b".into(), "C|d|e|f".into()], 6));
        assert_eq!(columns("Ab", 2, 9), (vec!["A|b".into(), String::new()], 2));
    }

    #[test]
    fn a_block_that_is_too_long_is_not_lost() {
        let long = block(vec!["x".into(); 5], false);
        let (filled, taken) = set(std::slice::from_ref(&long), 1, 3);
        assert_eq!((filled[0].len(), taken), (5, 1));
    }
}
