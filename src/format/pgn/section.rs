//! The tags of one record, while they are being read.
//!
//! In: tags, one by one. Out: those of this record, up to the first that begins another game.

use std::collections::HashSet;

use super::tag::{self, Tag};
use crate::record::{Frame, RecordKind, attribute};

/// The tags of a record as far as they have been read.
pub(super) struct Section<'a, 't> {
    /// They stand after those of other records.
    tags: &'t mut Vec<Tag>,
    others: usize,
    /// How many of all there may be.
    most: usize,
    /// Whether a blank line stands after the last of them.
    pub blank_line: bool,
    /// Names so far: filled only once a blank line makes them matter.
    names: Option<HashSet<&'a [u8]>>,
}

impl<'a, 't> Section<'a, 't> {
    #[inline(always)]
    pub(super) fn new(tags: &'t mut Vec<Tag>, limit: usize) -> Section<'a, 't> {
        let others = tags.len();
        Section {
            others,
            most: others + attribute::most(limit),
            tags,
            blank_line: false,
            names: None,
        }
    }

    /// The record with these tags.
    pub(super) fn game(&self, moves: usize, len: usize) -> Frame {
        Frame { len, kind: RecordKind::Game, attributes: self.tags.len() - self.others, moves }
    }

    /// Whether a tag with this name begins another game, as it stands after a blank line.
    fn is_over(&mut self, input: &'a [u8], name: &[u8]) -> bool {
        // Our tags come and go; where games begin must not depend on them.
        let tags = &self.tags[self.others..];
        if tags.is_empty() || name.starts_with(tag::OWN) {
            return false;
        }
        let names =
            self.names.get_or_insert_with(|| tags.iter().map(|tag| &input[tag.name()]).collect());
        name == b"Event" || names.contains(name)
    }

    /// Takes a tag, unless it begins another game, and returns the place after it.
    #[inline(always)]
    pub(super) fn add(&mut self, input: &'a [u8], tag: Tag) -> Option<usize> {
        if self.blank_line && self.is_over(input, &input[tag.name()]) {
            return None;
        }
        if self.tags.len() > self.most {
            return Some(self.replace_last(tag));
        }
        self.tags.push(tag);
        if let Some(names) = &mut self.names {
            names.insert(&input[tag.name()]);
        }
        Some(tag.span().end)
    }

    /// One more than there may be tells that there are too many.
    #[cold]
    fn replace_last(&mut self, tag: Tag) -> usize {
        self.tags.pop();
        self.tags.push(tag);
        tag.span().end
    }

    /// After the last tag.
    pub(super) fn end(&self) -> usize {
        self.tags[self.others..].last().map_or(0, |tag| tag.span().end)
    }
}
