//! What the tables say of one position: a position in, its value or why that is open out.

use shakmaty::{Chess, Position};
use shakmaty_syzygy::{AmbiguousWdl, MaybeRounded, Metric, ProbeError, SyzygyError, Wdl};

use super::{FiftyMoves, Open, TableError, TableKind, TableName, Tables, Value};

/// How far it is to the next capture or pawn move with best play: the DTZ of the tables.
///
/// It is not a distance to mate, and starts again at each capture.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Distance {
    /// Plies; above 0 where the side to move wins, below 0 where it loses, 0 in a draw. Above 100, or
    /// below -100, the fifty-move rule makes it a draw.
    pub plies: i32,
    /// Whether it may be one ply further, because the table counts moves and not plies.
    pub rounded: bool,
}

impl Tables {
    /// What White achieves from this position.
    ///
    /// The end of a game by mate, stalemate or lack of material needs no tables. Repetitions are not
    /// thought of. What was read from a table without a known checksum is told only where it agrees
    /// with what the tables say of the positions after every move.
    ///
    /// # Errors
    ///
    /// Nothing can be said. A table that turns out to be damaged is named by [`Tables::faults`], too.
    pub fn value(&self, position: &Chess, fifty: FiftyMoves) -> Result<Value, Open> {
        let value = Value::new(self.trusted(position, fifty)?, position.turn());
        Ok(match fifty {
            FiftyMoves::Kept => value,
            FiftyMoves::SetAside => value.without_fifty_moves(),
        })
    }

    /// The distance to the next capture or pawn move. The clock of the position is not counted.
    ///
    /// # Errors
    ///
    /// Nothing can be said, as for [`Tables::value`]; this needs the DTZ file as well.
    pub fn distance(&self, position: &Chess) -> Result<Distance, Open> {
        let wdl = self.wdl(position)?;
        self.agree(position, wdl, FiftyMoves::Kept)?;
        let dtz = self.dtz(position)?;
        let rounded = dtz.precise().is_none();
        Ok(Distance { plies: dtz.ignore_rounding().0, rounded })
    }

    /// For the side to move, with what the fifty-move rule makes of it.
    fn trusted(&self, position: &Chess, fifty: FiftyMoves) -> Result<Wdl, Open> {
        let clock = match fifty {
            FiftyMoves::Kept => position.halfmoves(),
            FiftyMoves::SetAside => 0,
        };
        if clock == 0 && !self.needs_trust(men(position), TableKind::Wdl) {
            return self.wdl(position);
        }
        if let Some(wdl) = ended(position) {
            return Ok(wdl);
        }
        let wdl = self.wdl(position)?;
        self.agree(position, wdl, fifty)?;
        match wdl {
            Wdl::Win | Wdl::Loss if clock > 0 => {
                let wdl = AmbiguousWdl::from_dtz_and_halfmoves(self.dtz(position)?, clock);
                wdl.unambiguous().ok_or(Open::FiftyMoves)
            }
            // The clock cannot change these.
            _ => Ok(wdl),
        }
    }

    /// For the side to move, as if a capture or pawn move had just been played.
    pub(super) fn wdl(&self, position: &Chess) -> Result<Wdl, Open> {
        // The tables know the ends of games, too; those outside them are looked for afterwards, because
        // that takes as long as a look into the tables.
        self.looked_up(position).or_else(|open| ended(position).ok_or(open))
    }

    fn looked_up(&self, position: &Chess) -> Result<Wdl, Open> {
        // A capture may lead into the tables and decide; looking for two of them takes too long.
        let men = men(position);
        if men > self.most_men() + 1 {
            return Err(Open::Men { men, most: self.most_men() });
        }
        self.base.probe_wdl_after_zeroing(position).map_err(|error| self.open(position, error))
    }

    fn dtz(&self, position: &Chess) -> Result<MaybeRounded<shakmaty_syzygy::Dtz>, Open> {
        if self.needs_trust(men(position), TableKind::Dtz) {
            let name = TableName::of_board(position.board(), TableKind::Dtz);
            return Err(Open::UncheckedTable(name));
        }
        self.base.probe_dtz(position).map_err(|error| self.open(position, error))
    }

    /// Says in our words why a probe gave nothing.
    fn open(&self, position: &Chess, error: SyzygyError) -> Open {
        match error {
            SyzygyError::Castling => Open::Castling,
            SyzygyError::TooManyPieces => Open::Men { men: men(position), most: self.most_men() },
            SyzygyError::MissingTable { metric, material } => self.missing(name(metric, &material)),
            SyzygyError::ProbeFailed { metric, material, error } => {
                let name = name(metric, &material);
                self.set_aside(name, *error);
                Open::DamagedTable(name)
            }
        }
    }

    fn missing(&self, name: TableName) -> Open {
        match name.kind() {
            _ if self.is_left_out(name) => Open::DamagedTable(name),
            TableKind::Wdl => Open::MissingTable(name),
            TableKind::Dtz => Open::NoDtz(name),
        }
    }

    fn set_aside(&self, name: TableName, error: ProbeError) {
        let path = self.path(name).expect("only files that were added are probed");
        self.store.fail(match error {
            ProbeError::Read { error } => TableError::unreadable(path, error),
            ProbeError::Magic { .. } | ProbeError::CorruptedTable { .. } => {
                TableError::Form { path }
            }
        });
    }
}

pub(super) fn men(position: &Chess) -> u8 {
    position.board().occupied().count() as u8
}

/// The value of the end of a game, for the side to move.
pub(super) fn ended(position: &Chess) -> Option<Wdl> {
    if position.is_insufficient_material() {
        return Some(Wdl::Draw);
    }
    let outcome = position.outcome().known()?;
    Some(Wdl::from_outcome(outcome, position.turn()))
}

fn name(metric: Metric, material: &shakmaty_syzygy::Material) -> TableName {
    let material = material.to_string().parse().expect("both write the names of tables alike");
    TableName::new(
        material,
        match metric {
            Metric::Wdl => TableKind::Wdl,
            Metric::Dtz => TableKind::Dtz,
        },
    )
}
