//! King and pawn against king, worked out backwards from the ends of the game without any tables, and
//! compared with what the tables say of every position.

use gbr_pgn::tables::{FiftyMoves, Value};
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Role, Setup, Square};

use super::tables;

/// A position: the kings, the pawn, and who is to move. Squares count from a1 = 0 to h8 = 63.
#[derive(Copy, Clone)]
struct Ending {
    white: u8,
    pawn: u8,
    black: u8,
    white_to_move: bool,
}

fn distance(one: u8, other: u8) -> u8 {
    (one % 8).abs_diff(other % 8).max((one / 8).abs_diff(other / 8))
}

fn king_moves(from: u8) -> impl Iterator<Item = u8> {
    let steps = [-9, -8, -7, -1, 1, 7, 8, 9].into_iter();
    let squares = steps.filter_map(move |step| from.checked_add_signed(step));
    squares.filter(move |to| *to < 64 && distance(from, *to) == 1)
}

/// Whether a white pawn attacks a square.
fn pawn_attacks(pawn: u8, square: u8) -> bool {
    square / 8 == pawn / 8 + 1 && (square % 8).abs_diff(pawn % 8) == 1
}

impl Ending {
    /// All of them, legal or not, with the pawn on the files a to d: the others are mirrored.
    fn all() -> impl Iterator<Item = Ending> {
        let pawns = (8..56).filter(|pawn| pawn % 8 < 4);
        let placed = pawns.flat_map(|pawn| (0..64).map(move |white| (pawn, white)));
        let kings = placed.flat_map(|(pawn, white)| (0..64).map(move |black| (pawn, white, black)));
        kings.flat_map(|(pawn, white, black)| {
            [true, false].map(|white_to_move| Ending { white, pawn, black, white_to_move })
        })
    }

    fn index(self) -> usize {
        let squares = usize::from(self.white) << 12 | usize::from(self.pawn) << 6;
        (squares | usize::from(self.black)) << 1 | usize::from(self.white_to_move)
    }

    fn legal(self) -> bool {
        self.white != self.pawn
            && self.black != self.pawn
            && distance(self.white, self.black) > 1
            && !(self.white_to_move && pawn_attacks(self.pawn, self.black))
    }

    /// Whether White wins, as far as the positions one move on are known to be won.
    fn wins(self, won: &[bool]) -> bool {
        if self.white_to_move { self.white_wins(won) } else { self.black_loses(won) }
    }

    fn white_wins(self, won: &[bool]) -> bool {
        let king = king_moves(self.white).map(|white| Ending { white, ..self });
        let mut king = king.map(|after| Ending { white_to_move: false, ..after });
        king.any(|after| after.legal() && won[after.index()])
            || self.pawn_moves().into_iter().any(|pawn| self.pawn_wins(pawn, won))
    }

    fn pawn_moves(self) -> Vec<u8> {
        let free = |square: u8| square != self.white && square != self.black;
        let one = self.pawn + 8;
        match free(one) {
            true if self.pawn < 16 && free(one + 8) => vec![one, one + 8],
            true => vec![one],
            false => Vec::new(),
        }
    }

    fn pawn_wins(self, pawn: u8, won: &[bool]) -> bool {
        if pawn < 56 {
            return won[Ending { pawn, white_to_move: false, ..self }.index()];
        }
        // A queen or rook wins unless it is lost at once, or it is stalemate.
        [true, false].into_iter().any(|queen| !self.escapes(pawn, queen))
    }

    /// Whether Black, to move, gets away from a queen or rook that a pawn has just become.
    fn escapes(self, piece: u8, queen: bool) -> bool {
        let lost = distance(self.black, piece) == 1 && distance(self.white, piece) > 1;
        let check = self.attacks(piece, self.black, queen);
        let stuck = king_moves(self.black).all(|to| {
            to == piece && distance(self.white, piece) <= 1
                || distance(self.white, to) <= 1
                || to != piece && self.attacks(piece, to, queen)
        });
        lost || stuck && !check
    }

    /// Whether a queen or rook attacks a square; the black king, which moves away, is not in between.
    fn attacks(self, from: u8, to: u8, queen: bool) -> bool {
        let (file, rank) = (file_of(to) - file_of(from), rank_of(to) - rank_of(from));
        let straight = file == 0 || rank == 0;
        if from == to || !(straight || queen && file.abs() == rank.abs()) {
            return false;
        }
        let step = file.signum() + 8 * rank.signum();
        let between = (1..file.abs().max(rank.abs())).map(|steps| i16::from(from) + steps * step);
        between.into_iter().all(|square| square != i16::from(self.white))
    }

    fn black_loses(self, won: &[bool]) -> bool {
        let after =
            king_moves(self.black).map(|black| Ending { black, white_to_move: true, ..self });
        let attacked = |to: u8| distance(self.white, to) <= 1 || pawn_attacks(self.pawn, to);
        let legal: Vec<_> = after.filter(|after| !attacked(after.black)).collect();
        match legal.is_empty() {
            true => pawn_attacks(self.pawn, self.black),
            // Taking the pawn is a draw.
            false => legal.iter().all(|after| after.black != self.pawn && won[after.index()]),
        }
    }

    fn position(self, pawns: Color) -> Chess {
        let mut setup = Setup::empty();
        let men = [
            (self.white, Role::King, pawns),
            (self.pawn, Role::Pawn, pawns),
            (self.black, Role::King, !pawns),
        ];
        for (square, role, color) in men {
            let square = Square::new(u32::from(square));
            let square = pawns.fold_wb(square, square.flip_vertical());
            setup.board.set_piece_at(square, role.of(color));
        }
        setup.turn = if self.white_to_move { pawns } else { !pawns };
        Chess::from_setup(setup, CastlingMode::Standard).expect("a legal position")
    }
}

fn file_of(square: u8) -> i16 {
    i16::from(square % 8)
}

fn rank_of(square: u8) -> i16 {
    i16::from(square / 8)
}

/// Which positions White wins.
fn worked_out() -> Vec<bool> {
    let legal: Vec<_> = Ending::all().filter(|ending| ending.legal()).collect();
    let mut won = vec![false; 64 * 64 * 64 * 2];
    loop {
        let more: Vec<_> = legal
            .iter()
            .filter(|ending| !won[ending.index()] && ending.wins(&won))
            .map(|ending| ending.index())
            .collect();
        if more.is_empty() {
            return won;
        }
        more.into_iter().for_each(|index| won[index] = true);
    }
}

#[test]
fn kpvk_is_what_it_is_worked_out_to_be() {
    let tables = tables();
    let won = worked_out();
    let legal = Ending::all().filter(|ending| ending.legal());
    let mut wins = 0;
    for ending in legal {
        let is_won = won[ending.index()];
        wins += usize::from(is_won);
        // Every position for White, and some of them for Black, who has the same table.
        let white = tables.value(&ending.position(Color::White), FiftyMoves::SetAside);
        assert_eq!(white, Ok(if is_won { Value::Win } else { Value::Draw }), "{}", ending.index());
        if ending.index() % 16 < 2 {
            let black = tables.value(&ending.position(Color::Black), FiftyMoves::SetAside);
            assert_eq!(black, Ok(if is_won { Value::Loss } else { Value::Draw }));
        }
    }
    // Known since the first table of this ending was made.
    assert_eq!(wins, 111_282);
}
