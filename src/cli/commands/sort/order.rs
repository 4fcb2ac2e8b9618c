//! `sort --check`: whether records are in order already.

use super::item::compare_keys;
use super::key::Keyed;
use crate::joint::Ending;
use std::cmp::Ordering;

/// Looks at records one after the other, and remembers the first that is in the wrong place.
pub struct Order {
    reverse: bool,
    /// The key of the last game; none before the first.
    before: Option<Vec<u8>>,
    /// The number of the last game of this file, from 1.
    game: u64,
    /// The first game that is in the wrong place: its file and number.
    wrong: Option<(String, u64)>,
}

impl Order {
    pub fn new(reverse: bool) -> Order {
        Order { reverse, before: None, game: 0, wrong: None }
    }

    pub fn begin_file(&mut self) {
        self.game = 0;
    }

    pub fn look_at(&mut self, keyed: &Keyed, file: &str) {
        if keyed.is_between() {
            return;
        }
        self.game += 1;
        let is_late = !self.may_follow(&keyed.key);
        // One that would have run into its follower was held back.
        if is_late && keyed.ends.ending != Ending::Any {
            return;
        }
        if self.wrong.is_none() && is_late {
            self.wrong = Some((file.to_owned(), self.game));
        }
        let before = self.before.get_or_insert_default();
        before.clear();
        before.extend_from_slice(&keyed.key);
    }

    fn may_follow(&self, key: &[u8]) -> bool {
        let Some(before) = &self.before else { return true };
        compare_keys(before, key, self.reverse) != Ordering::Greater
    }

    pub fn is_wrong(&self) -> bool {
        self.wrong.is_some()
    }

    /// What to tell, and whether anything is wrong.
    pub fn verdict(&self) -> (String, bool) {
        match &self.wrong {
            None => ("in order".to_owned(), false),
            Some((file, 1)) => (
                format!(
                    "{file}: not in order: the first game belongs before the last one of the file before"
                ),
                true,
            ),
            Some((file, game)) => {
                let before = game - 1;
                (format!("{file}: not in order: game {game} belongs before game {before}"), true)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::joint::Ends;
    use crate::record::RecordKind;

    fn wrong(keys: &[&str], reverse: bool) -> Option<u64> {
        let mut order = Order::new(reverse);
        for key in keys {
            let (key, ends) = match key.strip_prefix('!') {
                Some(key) => (key, Ends { ending: Ending::Tag, ..Ends::LINE }),
                None => (*key, Ends::LINE),
            };
            let keyed =
                Keyed { key: key.into(), digest: None, kin: None, kind: RecordKind::Game, ends };
            order.look_at(&keyed, "a");
        }
        order.wrong.map(|(_, game)| game)
    }

    #[test]
    fn the_first_game_in_the_wrong_place_is_found() {
        assert_eq!(wrong(&["a", "b", "b", "c", "", ""], false), None);
        assert_eq!(wrong(&["a", "c", "b", "a"], false), Some(3));
        assert_eq!(wrong(&["c", "b", "b", ""], true), None);
        assert_eq!(wrong(&["", "a"], false), Some(2));
    }

    /// A game without an end of its own may come late, but not early.
    #[test]
    fn what_was_held_back_is_in_its_place() {
        assert_eq!(wrong(&["a", "c", "!b", "d"], false), None);
        assert_eq!(wrong(&["a", "!c", "b"], false), Some(3));
    }
}
