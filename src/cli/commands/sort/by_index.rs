//! `sort --check` by an index: how far a file has to be read to see that it is not in order.
//!
//! An index knows code and kings of the first and last position of each game, and so the first game that is for certain in
//! the wrong place; whether one before it is, is found out by reading up to there. A file that is in order has to be read,
//! since the other men decide between games of the same code and kings. So has a file that is to be sorted: all of
//! its bytes are wanted.

use super::item::compare_keys;
use super::order::Order;
use super::{Args, Keyed};
use crate::cli::console::Console;
use crate::cli::indexed::{Answer, Lookup};
use crate::cli::input::Source;
use crate::cli::system;
use crate::column::At;
use crate::gbr::Code;
use crate::index::{Facts, IndexResult, Location, PositionFacts};
use crate::position_order;
use anyhow::Result;
use shakmaty::{Color, Role};
use std::cmp::Ordering;
use std::io::{Read, Seek};

/// Where more than one in so many bytes would be read, all of them are, on all cores and once.
const SHARE: u64 = 4;

impl Args {
    /// Looks whether a file is in order; none where all of it has to be read.
    pub fn check_by_index(&self, console: &mut Console, source: &Source) -> Result<Option<Order>> {
        let index = || Lookup::of(console, source, &self.input, &self.report);
        let Some(mut index) = self.unique.measure().is_none().then(index).flatten() else {
            return Ok(None);
        };
        let found = self.first_wrong(&mut index);
        let Some((answer, order)) = index.heard(found, console, &self.report) else {
            return Ok(None);
        };
        answer.conclude(&mut index, console)?;
        Ok(Some(order))
    }

    fn first_wrong(&self, index: &mut Lookup) -> IndexResult<Option<(Answer, Order)>> {
        let Some(answer) = Answer::said(index, &self.report)? else { return Ok(None) };
        let Some(late) = self.first_late(index)? else { return Ok(None) };
        let end = late.offset.saturating_add(late.length);
        if end > index.index.origin().length / SHARE || index.is_packed()? {
            return Ok(None);
        }
        let order = self.order_up_to(index, end)?;
        Ok(order.filter(Order::is_wrong).map(|order| (answer, order)))
    }

    /// The first game that comes too late, whatever other men there are.
    fn first_late(&self, index: &mut Lookup) -> IndexResult<Option<Location>> {
        let mut before = None;
        for facts in index.index.facts() {
            let facts = facts?;
            let Some(key) = caption(&facts, self.at.at()) else { return Ok(None) };
            let is_late =
                |before: &Vec<u8>| compare_keys(before, &key, self.reverse) == Ordering::Greater;
            if before.as_ref().is_some_and(is_late) {
                return Ok(Some(facts.location));
            }
            before = Some(key);
        }
        Ok(None)
    }

    /// Looks at the records before a place, after which another one begins; none where that cannot be so.
    fn order_up_to(&self, index: &Lookup, end: u64) -> IndexResult<Option<Order>> {
        let (source, name) = (index.source()?, &index.name);
        let (mut file, mut last) = (index.file.try_clone()?, [0]);
        system::read_exact_at(&file, &mut last, end.saturating_sub(1))?;
        // The last word of a file may be cut; that of another record is not.
        if last != *b"\n" {
            return Ok(None);
        }
        file.rewind()?;
        let mut order = Order::new(self.reverse);
        order.begin_file();
        self.job(source).run(file.take(end), |done| -> IndexResult<()> {
            done.out.records().for_each(|(_, keyed): (_, &Keyed)| order.look_at(keyed, name));
            Ok(())
        })?;
        Ok(Some(order))
    }
}

/// The first bytes of a game's key; empty where it has none, and none where they are not known.
fn caption(facts: &Facts, at: At) -> Option<Vec<u8>> {
    let standing = if at == At::Final { facts.end } else { facts.start };
    let mut key = Vec::new();
    if let Some(PositionFacts { material, kings, .. }) = standing {
        let is_single = |color| material.count(color, Role::King) <= 1;
        if !Color::ALL.into_iter().all(is_single) {
            return None;
        }
        if let Ok(code) = Code::from_material(&material) {
            position_order::append_caption(code, kings, &mut key);
        }
    }
    Some(key)
}
