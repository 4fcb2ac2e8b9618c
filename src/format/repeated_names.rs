//! Our names that stand in a record more than once.

use crate::column::ANNOTATIONS;
use crate::row::Column;

/// Finds our columns that come up a second time.
#[derive(Default)]
pub(super) struct RepeatedNames {
    seen: Vec<Column>,
}

impl RepeatedNames {
    /// Whether the column that is meant is one of ours and was seen before.
    pub(super) fn is_second(&mut self, is_meant: impl Fn(&Column) -> bool) -> bool {
        let own = ANNOTATIONS.iter().map(|stage| stage.column()).find(is_meant);
        own.is_some_and(|column| {
            let is_second = self.seen.contains(&column);
            if !is_second {
                self.seen.push(column);
            }
            is_second
        })
    }
}
