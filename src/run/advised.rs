//! A chunk of which somebody is asked about the games.

use super::job::{Bench, Done};
use super::{Advice, Adviser, Chunk, Collector, Inquiry, Job, Reply};
use crate::fault::Fault;
use crate::game::Game;
use crate::play::{self, Player};
use crate::record::{Record, RecordKind};
use crate::row::Column;
use shakmaty::uci::UciMove;

/// A record that waits for what is said about it.
struct AskedRecord<'r> {
    record: Record<'r>,
    game: Game,
    /// The moves of a game that is asked about.
    moves: Option<Vec<UciMove>>,
    /// None where nobody knows.
    is_wanted: Option<bool>,
}

impl AskedRecord<'_> {
    fn is_asked_about(&self) -> bool {
        self.is_wanted == Some(true) && self.record.is_game()
    }
}

impl<C: Collector> Job<'_, C> {
    /// What becomes of a chunk. Where somebody has no answer, nothing does.
    pub(super) fn work_advised<'b>(
        &self,
        adviser: &'b dyn Adviser,
        chunk: &Chunk,
        columns: &[Column],
        bench: &mut Bench<'b>,
    ) -> Done<C::Value> {
        let waiting: Vec<_> =
            chunk.records().map(|record| self.read_ahead(record, bench)).collect();
        let mut done = Done::new(self.collector.begin(chunk), chunk.is_settled);
        match self.replies(adviser, &waiting, bench) {
            Ok(replies) => self.settle(waiting, replies, columns, bench, &mut done),
            Err(error) => done.failure = Some(error),
        }
        done
    }

    /// Reads a record, and its moves if it is to be asked about.
    fn read_ahead<'r>(&self, record: Record<'r>, bench: &mut Bench<'_>) -> AskedRecord<'r> {
        let mut game = self.game(&record, &mut bench.desk);
        let recorded = bench.moves.as_ref().and_then(|moves| moves.take());
        let is_wanted = self.passes(&record, &mut game, &mut bench.player);
        let is_known = is_wanted == Some(true) && record.is_game() && game.last.is_some();
        let read = || recorded.or_else(|| self.moves(&record, &game, &mut bench.player));
        let moves = is_known.then(read).flatten();
        AskedRecord { record, game, moves, is_wanted }
    }

    fn moves(&self, record: &Record<'_>, game: &Game, player: &mut Player) -> Option<Vec<UciMove>> {
        if game.plies == 0 {
            return Some(Vec::new());
        }
        let (start, moves) = self.source.moves(record)?;
        play::main_moves(player, &moves, &start)
    }

    fn replies<'b>(
        &self,
        adviser: &'b dyn Adviser,
        waiting: &[AskedRecord<'_>],
        bench: &mut Bench<'b>,
    ) -> std::io::Result<Vec<Reply>> {
        let asked = waiting.iter().filter(|it| it.is_asked_about());
        let inquiries: Vec<_> = asked
            .map(|AskedRecord { record, game, moves, .. }| {
                let source = self.source;
                Inquiry { source, record, game, moves: moves.as_deref() }
            })
            .collect();
        if inquiries.is_empty() {
            return Ok(Vec::new());
        }
        let advice: &mut Box<dyn Advice + 'b> =
            bench.advice.get_or_insert_with(|| adviser.engage());
        advice.ask(&inquiries)
    }

    /// Collects the records with what was said about them.
    fn settle(
        &self,
        waiting: Vec<AskedRecord<'_>>,
        replies: Vec<Reply>,
        columns: &[Column],
        bench: &mut Bench<'_>,
        done: &mut Done<C::Value>,
    ) {
        let mut replies = replies.into_iter();
        for one in waiting {
            let reply = if one.is_asked_about() { replies.next() } else { None };
            let Reply { cells, faults } = reply.unwrap_or_default();
            let AskedRecord { record, game, is_wanted, .. } = one;
            done.games += u64::from(record.is_game());
            done.texts += u64::from(record.frame.kind == RecordKind::Text);
            let mut told = game.faults.clone();
            done.open += u64::from(is_wanted.is_none());
            if is_wanted == Some(true) {
                self.fill(&record, &game, columns, bench);
                bench.row.extend(columns.len(), &cells);
                told.extend(self.hand_over(&record, &game, columns, &bench.row, done));
            }
            told.extend(faults);
            let is_coded = game.start.is_some() && told.iter().all(Fault::is_note);
            done.coded += u64::from(is_coded);
            done.faults.append(&mut told);
        }
    }
}
