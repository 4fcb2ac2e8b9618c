//! What plugins say about the games of one input, and which of it may be written.
//!
//! A tag or opcode of the user's stays. What cannot be written as it is meant is a fault of its game, and left out.

use super::answer::{self, PluginAnswer};
use super::plugin::OutsidePlugin;
use super::process::{PluginProcess, Questions};
use super::question;
use super::sitting::Sitting;
use super::trouble::Trouble;
use crate::fault::{Fault, FaultKind};
use crate::format::Names;
use crate::row::Column;
use crate::run::{Advice, Adviser, Inquiry, Reply};
use crate::text::encoding::brief;
use std::io;
use std::iter;
use std::sync::Arc;

/// The longest cell.
const LONGEST: usize = 64 << 10;

/// What a tag or an operation takes besides its name and its value.
const FRAME: usize = 16;

/// The plugins, and the input that they are asked about.
pub struct Consultation<'a> {
    sitting: &'a Sitting<'a>,
    /// What the input is called in messages.
    file: String,
    /// Whether cells are put into records as they stand.
    is_edit: bool,
    /// The longest record that is read.
    limit: usize,
}

impl Sitting<'_> {
    /// Asks about an input.
    pub fn consult(&self, file: &str, is_edit: bool, limit: usize) -> Consultation<'_> {
        Consultation { sitting: self, file: file.to_owned(), is_edit, limit }
    }
}

impl Consultation<'_> {
    /// An error that names the game.
    fn failure(
        &self,
        inquiry: &Inquiry<'_>,
        plugin: &OutsidePlugin,
        trouble: &Trouble,
    ) -> io::Error {
        let message = format!("{plugin}: {trouble}");
        let fault = inquiry.record.fault(FaultKind::Plugin, 0, message);
        io::Error::other(format!("{}:{fault}", self.file))
    }

    /// Takes in what one of them answers; its first column is the one at `first`.
    fn add(
        &self,
        plugin: &OutsidePlugin,
        first: usize,
        inquiry: &Inquiry<'_>,
        answer: PluginAnswer,
        reply: &mut Reply,
    ) {
        let cells = match answer {
            PluginAnswer::Cells(cells) => cells,
            PluginAnswer::Fault(text) => {
                let text = format!("{plugin}: {}", brief(text.as_bytes()));
                reply.faults.push(inquiry.record.fault(FaultKind::Plugin, 0, text));
                return;
            }
        };
        for (column, cell) in cells {
            match self.objection(plugin, &plugin.columns[column], inquiry, &cell, reply) {
                Some(fault) => reply.faults.push(fault),
                None => {
                    reply.cells.resize(self.sitting.outside.columns.len(), None);
                    reply.cells[first + column] = Some(cell.into_bytes());
                }
            }
        }
    }

    /// Why a cell is not written.
    fn objection(
        &self,
        plugin: &OutsidePlugin,
        column: &Column,
        inquiry: &Inquiry<'_>,
        cell: &str,
        reply: &Reply,
    ) -> Option<Fault> {
        let tag = column.tag;
        let fault = |what: String| {
            let message = format!("{plugin}: {what}, so that it is left out");
            Some(inquiry.record.fault(FaultKind::Plugin, 0, message))
        };
        if let Some(control) = cell.chars().find(|it| it.is_control()) {
            return fault(format!("the answer {tag} has the control character {control:?}"));
        }
        if cell.len() > LONGEST {
            return fault(format!("the answer {tag} is longer than {} KiB", LONGEST >> 10));
        }
        if !self.is_edit {
            return None;
        }
        if self.is_users(column, inquiry) {
            let message = format!("{tag} stands there already, and stays (--replace {tag})");
            return Some(inquiry.record.fault(FaultKind::UsersOwn, 0, message));
        }
        // A comment that is never closed, in a record before, would end with it.
        if inquiry.source.names() == Names::Attributes && cell.contains(['{', '}']) {
            return fault(format!("the answer {tag} has a brace, which could end a comment"));
        }
        let size = |cell: &[u8]| 2 * cell.len() + tag.len() + FRAME;
        let cells = reply.cells.iter().flatten().map(|cell| size(cell));
        let added: usize = cells.chain(iter::once(size(cell.as_bytes()))).sum();
        if inquiry.record.bytes.len() + added > self.limit {
            return fault(format!("the record would be longer than --max-record with {tag}"));
        }
        None
    }

    /// Whether the record says something under that name, which nobody may replace.
    fn is_users(&self, column: &Column, inquiry: &Inquiry<'_>) -> bool {
        let name = match inquiry.source.names() {
            Names::Attributes => column.tag,
            Names::Operations => column.key,
            Names::Nowhere => return false,
        };
        if self.sitting.outside.replaced.iter().any(|it| it == column.tag || it == column.key) {
            return false;
        }
        let mut is_there = false;
        inquiry.source.each_value(inquiry.record, &mut |other, _| {
            is_there |= other == name.as_bytes();
        });
        is_there
    }
}

impl Adviser for Consultation<'_> {
    fn columns(&self) -> &[Column] {
        &self.sitting.outside.columns
    }

    fn engage(&self) -> Box<dyn Advice + '_> {
        let processes = self.sitting.outside.plugins.iter().map(|_| None).collect();
        Box::new(Panel { consultation: self, processes })
    }
}

/// The processes that one worker asks, one of each plugin.
struct Panel<'a> {
    consultation: &'a Consultation<'a>,
    processes: Vec<Option<PluginProcess>>,
}

impl Advice for Panel<'_> {
    fn ask(&mut self, inquiries: &[Inquiry<'_>]) -> io::Result<Vec<Reply>> {
        let Panel { consultation, processes } = self;
        let mut questions = Vec::new();
        inquiries.iter().for_each(|inquiry| question::append(inquiry, &mut questions));
        let questions = Arc::new(questions);
        let mut replies: Vec<Reply> = inquiries.iter().map(|_| Reply::default()).collect();
        let mut first = 0;
        for (number, place) in processes.iter_mut().enumerate() {
            let plugin = &consultation.sitting.outside.plugins[number];
            let process = place.take().map_or_else(|| consultation.sitting.take(number), Ok);
            let asked = process.map_err(|trouble| (0, trouble)).and_then(|process| {
                asked(plugin, process, Arc::clone(&questions), inquiries.len(), |at, answer| {
                    consultation.add(plugin, first, &inquiries[at], answer, &mut replies[at]);
                })
            });
            let failure = |(at, trouble): (usize, Trouble)| {
                let inquiry = &inquiries[at.min(inquiries.len() - 1)];
                consultation.failure(inquiry, plugin, &trouble)
            };
            *place = Some(asked.map_err(failure)?);
            first += plugin.columns.len();
        }
        Ok(replies)
    }
}

/// Asks one of them, which is given back only while all is well.
fn asked(
    plugin: &OutsidePlugin,
    mut process: PluginProcess,
    questions: Questions,
    count: usize,
    mut take: impl FnMut(usize, PluginAnswer),
) -> Result<PluginProcess, (usize, Trouble)> {
    process.exchange(questions, count, |at, line| {
        take(at, answer::read(line, &plugin.columns)?);
        Ok(())
    })?;
    Ok(process)
}

impl Drop for Panel<'_> {
    fn drop(&mut self) {
        for (number, process) in self.processes.drain(..).enumerate() {
            process.into_iter().for_each(|it| self.consultation.sitting.give(number, it));
        }
    }
}
