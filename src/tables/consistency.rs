//! What is believed of tables without a known checksum: only what agrees with the positions one move
//! further on.

use shakmaty::{CastlingMode, Chess, Color, FromSetup, Position, Role, Setup, Square};
use shakmaty_syzygy::Wdl;

use super::{
    FiftyMoves, Open, TableError, TableKind, TableName, Tables,
    probe::{ended, men},
};

/// Positions of a table that are tried before it is used for the first time.
const TRIALS: usize = 64;

impl Tables {
    /// Whether a value may be told; where not, a table that is to blame is set aside.
    pub(super) fn agree(&self, position: &Chess, wdl: Wdl, fifty: FiftyMoves) -> Result<(), Open> {
        if !self.needs_trust(men(position), TableKind::Wdl) {
            return Ok(());
        }
        let name = TableName::of_board(position.board(), TableKind::Wdl);
        self.try_out(name);
        if self.path(name).is_some_and(|path| self.store.has_failed(&path)) {
            return Err(Open::DamagedTable(name));
        }
        match self.agreement(position, wdl) {
            Agreement::Full => Ok(()),
            Agreement::ButForTheClock if fifty == FiftyMoves::SetAside => Ok(()),
            Agreement::ButForTheClock | Agreement::Untested => Err(Open::UncheckedTable(name)),
            Agreement::None => Err(self.blame(position, name)),
        }
    }

    fn agreement(&self, position: &Chess, wdl: Wdl) -> Agreement {
        let value = |after: &Chess| ended(after).map_or_else(|| self.wdl(after), Ok);
        let values: Vec<_> =
            successors(position).map(|after| value(&after).map(|wdl| -wdl)).collect();
        let Some(best) = values.iter().flatten().max() else { return Agreement::Untested };
        if values.iter().any(Result::is_err) && *best != Wdl::Win {
            return Agreement::Untested;
        }
        match (wdl, *best) {
            (wdl, best) if wdl == best => Agreement::Full,
            // The position after the move is valued as if the clock had started there.
            (Wdl::CursedWin, Wdl::Win) | (Wdl::BlessedLoss, Wdl::Loss) => Agreement::ButForTheClock,
            _ => Agreement::None,
        }
    }

    /// Sets aside the table of the position, or one that its moves lead to: whichever has no known
    /// checksum.
    fn blame(&self, position: &Chess, own: TableName) -> Open {
        let after =
            successors(position).map(|after| TableName::of_board(after.board(), own.kind()));
        let to_blame = std::iter::once(own).chain(after).find(|name| self.is_unchecked(*name));
        let Some(name) = to_blame else { return Open::UncheckedTable(own) };
        let path = self.path(name).expect("an unchecked table is one that was added");
        self.store.fail(TableError::Contradiction { path });
        Open::DamagedTable(name)
    }

    /// Tries some positions of an unchecked table before its first use.
    fn try_out(&self, name: TableName) {
        if !self.is_unchecked(name) || !self.first_use(name) {
            return;
        }
        let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
        for position in (0..TRIALS).filter_map(|_| random_position(name, &mut dice)) {
            let Ok(wdl) = self.wdl(&position) else { continue };
            if !position.legal_moves().is_empty()
                && self.agreement(&position, wdl) == Agreement::None
            {
                self.blame(&position, name);
                return;
            }
        }
    }

    fn first_use(&self, name: TableName) -> bool {
        let mut tried = self.tried.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        tried.insert(name)
    }
}

/// How the value of a position and the best value after a move go together.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Agreement {
    Full,
    ButForTheClock,
    None,
    /// Not all positions after a move are in the tables.
    Untested,
}

fn successors(position: &Chess) -> impl Iterator<Item = Chess> + '_ {
    position.legal_moves().into_iter().map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        after
    })
}

/// Random numbers that are the same each time (xorshift).
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % bound
    }
}

/// Men of a table anywhere on the board; nothing where they cannot stand like that.
fn random_position(name: TableName, dice: &mut Dice) -> Option<Chess> {
    let mut setup = Setup::empty();
    let colors = Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| (color, role)));
    for (color, role) in colors {
        for _ in 0..name.material().count(color, role) {
            let square = Square::ALL[dice.below(64)];
            if setup.board.piece_at(square).is_some() {
                return None;
            }
            setup.board.set_piece_at(square, role.of(color));
        }
    }
    setup.turn = if dice.below(2) == 0 { Color::White } else { Color::Black };
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}
