//! What one segment says to a question: for each game the first ply at which it is wanted.

use std::io::{Read, Seek};

use super::IndexResult;
use super::dictionary::ForceEntry;
use super::facts::Flags;
use super::game_column::Facet;
use super::open_segment::{Opened, Squares};
use super::postings::Posting;
use super::query::{Moment, Query, Term};

/// The ply of a game in which nothing was found.
const NEVER: u32 = u32::MAX;

/// What was found in each game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Earliest {
    ply: u32,
    force: u32,
    is_certain: bool,
}

impl Earliest {
    const NONE: Earliest = Earliest { ply: NEVER, force: 0, is_certain: true };

    /// The ply, and the place of its force in the dictionary.
    pub(super) fn found(self) -> Option<(u32, u32)> {
        (self.ply != NEVER).then_some((self.ply, self.force))
    }

    /// Whether the game is wanted, as far as this goes.
    pub(super) fn is_wanted(self, query: &Query) -> bool {
        (self.ply != NEVER) != query.invert || !self.is_certain
    }

    pub(super) const fn is_certain(self) -> bool {
        self.is_certain
    }

    fn note(&mut self, ply: u32, force: u32, is_certain: bool) {
        if ply < self.ply {
            (self.ply, self.force) = (ply, force);
        }
        self.is_certain &= is_certain;
    }
}

/// Asks a segment; these are the forces that the question takes.
pub(super) fn ask<R: Read + Seek>(
    opened: &mut Opened<'_, R>,
    forces: &[ForceEntry],
    query: &Query,
) -> IndexResult<Vec<Earliest>> {
    let mut found = vec![Earliest::NONE; opened.segment.games as usize];
    let taken = |term: &Term| -> Vec<ForceEntry> {
        forces.iter().filter(|force| term.takes(force)).copied().collect()
    };
    let wanted = query.terms.iter().map(|term| (term, taken(term)));
    let wanted: Vec<_> = wanted.filter(|(_, wanted)| !wanted.is_empty()).collect();
    if wanted.is_empty() {
        return Ok(found);
    }
    let columns = Columns::read(opened, query)?;
    for (term, wanted) in wanted {
        let asked = Question { term, query, columns: &columns };
        match query.at {
            Moment::Start | Moment::Final if query.lasts <= 1 => {
                asked.ask_ends(opened, &wanted, &mut found)?;
            }
            Moment::Any if query.lasts <= 1 => {
                asked.ask_postings(opened, &wanted, &mut found)?;
            }
            _ => asked.ask_runs(opened, &wanted, &mut found)?,
        }
    }
    if query.claim.is_some() {
        let is_other = |flags: &Flags| flags.claim() != query.claim;
        let others = found.iter_mut().zip(&columns.flags).filter(|(_, flags)| is_other(flags));
        others.for_each(|(found, _)| *found = Earliest::NONE);
    }
    Ok(found)
}

/// For each number in the columns of ends, whether it is one of these forces.
pub(super) fn ends_in<R>(opened: &Opened<'_, R>, forces: &[ForceEntry]) -> Vec<bool> {
    let mut is_in = vec![false; opened.segment.forces() as usize + 1];
    forces.iter().for_each(|force| is_in[force.id as usize + 1] = true);
    is_in
}

/// What is known about the games beside their force; empty where nobody asks.
struct Columns {
    plies: Vec<u32>,
    flags: Vec<Flags>,
    /// At the start, or at the end if that is what counts.
    kings: Vec<Squares>,
}

impl Columns {
    fn read<R: Read + Seek>(opened: &mut Opened<'_, R>, query: &Query) -> IndexResult<Columns> {
        let has_turn = query.terms.iter().any(|term| term.turn.is_some());
        let has_kings = query.terms.iter().any(|term| term.kings.is_some());
        let needs_flags = has_turn || query.claim.is_some() || query.at == Moment::Final;
        let facet = if query.at == Moment::Final { Facet::EndKings } else { Facet::StartKings };
        let needs_plies = has_kings || query.at == Moment::Final;
        Ok(Columns {
            plies: if needs_plies { opened.plies()? } else { Vec::new() },
            flags: if needs_flags { opened.flags()? } else { Vec::new() },
            kings: if has_kings { opened.kings(facet)? } else { Vec::new() },
        })
    }
}

/// A term, and what it is asked of.
struct Question<'a> {
    term: &'a Term,
    query: &'a Query,
    columns: &'a Columns,
}

/// The force of a term, on the board from one ply to another without a break.
struct Presence<'a> {
    game: usize,
    postings: &'a [(u32, Posting)],
}

impl Question<'_> {
    /// The first or last positions.
    fn ask_ends<R: Read + Seek>(
        &self,
        opened: &mut Opened<'_, R>,
        wanted: &[ForceEntry],
        found: &mut [Earliest],
    ) -> IndexResult<()> {
        let is_start = self.query.at == Moment::Start;
        let facet = if is_start { Facet::Starts } else { Facet::Ends };
        let is_wanted = ends_in(opened, wanted);
        for (game, number) in opened.ends(facet)?.into_iter().enumerate() {
            let ply = if is_start { 0 } else { self.columns.plies[game] };
            if is_wanted[number as usize] && self.is_turn(game, ply) && self.has_kings(game) {
                found[game].note(ply, number - 1, true);
            }
        }
        Ok(())
    }

    /// All positions, one by one.
    fn ask_postings<R: Read + Seek>(
        &self,
        opened: &mut Opened<'_, R>,
        wanted: &[ForceEntry],
        found: &mut [Earliest],
    ) -> IndexResult<()> {
        opened.each_posting(wanted, |force, posting| {
            let (game, last) = (posting.game as usize, posting.ply + posting.stay - 1);
            if let Some(ply) = self.first_turn(game, posting.ply, last) {
                self.note_any(game, ply, force.id, found);
            }
        })
    }

    /// Positions with the force on the board for some time.
    fn ask_runs<R: Read + Seek>(
        &self,
        opened: &mut Opened<'_, R>,
        wanted: &[ForceEntry],
        found: &mut [Earliest],
    ) -> IndexResult<()> {
        let mut postings = Vec::new();
        opened.each_posting(wanted, |force, posting| {
            postings.push((force.id, posting));
        })?;
        postings.sort_unstable_by_key(|(_, posting)| (posting.game, posting.ply));
        let is_next = |(_, one): &(u32, Posting), (_, next): &(u32, Posting)| {
            one.game == next.game && one.ply + one.stay == next.ply
        };
        for run in postings.chunk_by(is_next) {
            let [(_, first), ..] = run else { continue };
            self.ask_run(&Presence { game: first.game as usize, postings: run }, found);
        }
        Ok(())
    }

    fn ask_run(&self, run: &Presence<'_>, found: &mut [Earliest]) {
        let (game, first, last) = (run.game, run.first(), run.last());
        if last - first + 1 < self.query.lasts {
            return;
        }
        match self.query.at {
            Moment::Any => {
                if let Some(ply) = self.first_turn(game, first, last) {
                    self.note_any(game, ply, run.force(ply), found);
                }
            }
            Moment::Start if first == 0 => self.note_end(run, 0, found),
            Moment::Final if self.is_end(game, last) => self.note_end(run, last, found),
            Moment::Start | Moment::Final => {}
        }
    }

    /// Notes the first or last position of a game.
    fn note_end(&self, run: &Presence<'_>, ply: u32, found: &mut [Earliest]) {
        if self.is_turn(run.game, ply) && self.has_kings(run.game) {
            found[run.game].note(ply, run.force(ply), true);
        }
    }

    /// Notes a position on the way. Where the kings stand is known only if there is no other.
    fn note_any(&self, game: usize, ply: u32, force: u32, found: &mut [Earliest]) {
        let is_known = self.term.kings.is_none() || self.columns.plies[game] == 0;
        if !is_known || self.has_kings(game) {
            found[game].note(ply, force, is_known);
        }
    }

    /// Whether a ply is the last of a game whose end is known.
    fn is_end(&self, game: usize, ply: u32) -> bool {
        ply == self.columns.plies[game] && self.columns.flags[game].end_turn().is_some()
    }

    fn is_turn(&self, game: usize, ply: u32) -> bool {
        self.term.turn.is_none() || self.term.is_turn(self.columns.flags[game].start_turn(), ply)
    }

    fn first_turn(&self, game: usize, first: u32, last: u32) -> Option<u32> {
        match self.term.turn {
            None => Some(first),
            Some(_) => self.term.first_turn(self.columns.flags[game].start_turn(), first, last),
        }
    }

    fn has_kings(&self, game: usize) -> bool {
        self.term.kings.is_none() || self.term.has_kings(self.columns.kings[game])
    }
}

impl Presence<'_> {
    fn first(&self) -> u32 {
        self.postings.first().map_or(0, |(_, posting)| posting.ply)
    }

    fn last(&self) -> u32 {
        self.postings.last().map_or(0, |(_, posting)| posting.ply + posting.stay - 1)
    }

    /// The force at a ply of the stretch.
    fn force(&self, ply: u32) -> u32 {
        let after = self.postings.partition_point(|(_, posting)| posting.ply <= ply);
        self.postings[after.saturating_sub(1)].0
    }
}
