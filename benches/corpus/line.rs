//! Legal moves from a legal position, chosen by dice and played by shakmaty.

use shakmaty::san::SanPlus;
use shakmaty::{Bitboard, Board, Color, Piece, Role, Square};
use shakmaty::{CastlingMode, Chess, FromSetup, Move, Position, PositionError, Setup};

use super::dice::Dice;

/// A main line.
pub struct Line {
    pub start: Chess,
    /// Whether it starts from another position than games do.
    pub is_given: bool,
    pub moves: Vec<Move>,
    /// The same in SAN.
    pub words: Vec<String>,
    pub last: Chess,
}

impl Line {
    /// From the initial position.
    pub fn game(longest: usize, dice: &mut Dice<'_>) -> Line {
        Line::play(Chess::default(), false, longest, dice)
    }

    /// From any position.
    pub fn study(longest: usize, dice: &mut Dice<'_>) -> Line {
        Line::play(position(dice), true, longest, dice)
    }

    fn play(start: Chess, is_given: bool, longest: usize, dice: &mut Dice<'_>) -> Line {
        let mut last = start.clone();
        let (mut moves, mut words) = (Vec::new(), Vec::new());
        while moves.len() < longest
            && let Some(m) = choice(&last, dice)
        {
            words.push(SanPlus::from_move_and_play_unchecked(&mut last, m).to_string());
            moves.push(m);
        }
        Line { start, is_given, moves, words, last }
    }

    /// The position after some of the moves.
    pub fn position(&self, plies: usize) -> Chess {
        let mut position = self.start.clone();
        self.moves[..plies].iter().for_each(|&m| position.play_unchecked(m));
        position
    }
}

/// One of the legal moves. The rare kinds are preferred, for they are the hard ones.
pub fn choice(position: &Chess, dice: &mut Dice<'_>) -> Option<Move> {
    let legal = position.legal_moves();
    let rare: Vec<Move> = legal
        .iter()
        .copied()
        .filter(|m| m.is_castle() || m.is_promotion() || m.is_en_passant())
        .collect();
    match (legal.is_empty(), rare.is_empty()) {
        (true, _) => None,
        (_, false) if dice.one_in(3) => Some(dice.pick(&rare)),
        _ => Some(dice.pick(&legal)),
    }
}

/// A legal position that could be the start of a study.
pub fn position(dice: &mut Dice<'_>) -> Chess {
    loop {
        let made = Chess::from_setup(setup(dice), CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_ep_square);
        if let Ok(position) = made {
            return position;
        }
    }
}

/// Kings, and men of few kinds, so that several of them can often make the same move.
fn setup(dice: &mut Dice<'_>) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = dice.pick(&Color::ALL);
    setup.halfmoves = dice.below(120) as u32;
    setup.fullmoves = setup.fullmoves.saturating_add(dice.below(150) as u32);
    if dice.one_in(3) {
        setup.castling_rights = castles(&mut setup.board);
    } else {
        for color in Color::ALL {
            put(&mut setup.board, Piece { color, role: Role::King }, dice);
        }
    }
    let kinds = [dice.pick(&OFFICERS), dice.pick(&OFFICERS), Role::Pawn];
    for _ in 0..dice.below(20) {
        let piece = Piece { color: dice.pick(&Color::ALL), role: dice.pick(&kinds) };
        put(&mut setup.board, piece, dice);
    }
    setup.ep_square = en_passant(&setup);
    setup
}

const OFFICERS: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// Puts kings and rooks where they castle.
fn castles(board: &mut Board) -> Bitboard {
    for color in Color::ALL {
        let home = |at: u32| Square::new(at + color.fold_wb(0, 56));
        board.set_piece_at(home(4), Piece { color, role: Role::King });
        board.set_piece_at(home(0), Piece { color, role: Role::Rook });
        board.set_piece_at(home(7), Piece { color, role: Role::Rook });
    }
    Bitboard::CORNERS
}

/// Puts a man on an empty square that suits it, if the dice find one.
fn put(board: &mut Board, piece: Piece, dice: &mut Dice<'_>) {
    let square = Square::new(dice.below(64) as u32);
    let is_fit = piece.role != Role::Pawn || !Bitboard::BACKRANKS.contains(square);
    if is_fit && board.piece_at(square).is_none() {
        board.set_piece_at(square, piece);
    }
}

/// Where a pawn might just have passed; shakmaty knows whether it can have.
fn en_passant(setup: &Setup) -> Option<Square> {
    let (rank, behind) = setup.turn.fold_wb((4, 8), (3, -8));
    let pawns = setup.board.by_piece(Piece { color: !setup.turn, role: Role::Pawn });
    let passed = pawns.into_iter().rfind(|pawn| u32::from(pawn.rank()) == rank);
    passed?.offset(behind)
}
