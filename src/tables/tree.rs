//! The moves of a record with their variations, as plain data: what a judgement is made of.

use shakmaty::{Chess, Color, Move, PlayError, Position, san::SanPlus};

/// One move of a [`MoveTree`]. Moves compare in the order in which they were added.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveId(usize);

/// A starting position, the moves from it, and what else could have been played.
///
/// Of the moves from one position, the first one added goes on with the line; all others begin
/// variations.
#[derive(Clone, Debug)]
pub struct MoveTree {
    start: Chess,
    first: Vec<MoveId>,
    moves: Vec<TreeMove>,
    broken: bool,
}

#[derive(Clone, Debug)]
struct TreeMove {
    parent: Option<MoveId>,
    played: Move,
    after: Chess,
    ply: usize,
    mark: Option<String>,
    next: Vec<MoveId>,
}

impl MoveTree {
    /// A tree without moves.
    #[must_use]
    pub fn new(start: Chess) -> MoveTree {
        MoveTree { start, first: Vec::new(), moves: Vec::new(), broken: false }
    }

    /// Adds a move after `parent`, or at the start.
    ///
    /// # Errors
    ///
    /// The move is not legal there.
    pub fn push(
        &mut self,
        parent: Option<MoveId>,
        played: Move,
    ) -> Result<MoveId, Box<PlayError<Chess>>> {
        let after = self.position(parent).clone().play(played).map_err(Box::new)?;
        let id = MoveId(self.moves.len());
        let ply = 1 + parent.map_or(0, |parent| self.ply(parent));
        self.moves.push(TreeMove { parent, played, after, ply, mark: None, next: Vec::new() });
        match parent {
            Some(parent) => self.moves[parent.0].next.push(id),
            None => self.first.push(id),
        }
        Ok(id)
    }

    /// Notes what the record itself says of a move: `<or>`, `?`. See [`mark`](super::mark).
    pub fn set_mark(&mut self, id: MoveId, mark: String) {
        self.moves[id.0].mark = Some(mark);
    }

    /// Says that the main line goes on, with something that cannot be played.
    pub fn set_broken(&mut self) {
        self.broken = true;
    }

    /// Whether the main line is not all that the record has.
    #[must_use]
    pub const fn is_broken(&self) -> bool {
        self.broken
    }

    /// The moves of the main line.
    #[must_use]
    pub fn main_line(&self) -> Vec<MoveId> {
        let first = self.first.first().copied();
        std::iter::successors(first, |id| self.next(Some(*id)).first().copied()).collect()
    }

    /// The moves that were added after a move, or at the start.
    #[must_use]
    pub fn next(&self, id: Option<MoveId>) -> &[MoveId] {
        id.map_or(&self.first, |id| &self.moves[id.0].next)
    }

    /// The position after a move, or the start.
    #[must_use]
    pub fn position(&self, id: Option<MoveId>) -> &Chess {
        id.map_or(&self.start, |id| &self.moves[id.0].after)
    }

    /// The position in which a move is played.
    #[must_use]
    pub fn before(&self, id: MoveId) -> &Chess {
        self.position(self.parent(id))
    }

    pub(super) fn parent(&self, id: MoveId) -> Option<MoveId> {
        self.moves[id.0].parent
    }

    /// How many plies lead from the start to the position after a move.
    #[must_use]
    pub fn ply(&self, id: MoveId) -> usize {
        self.moves[id.0].ply
    }

    /// The move itself.
    #[must_use]
    pub fn played(&self, id: MoveId) -> Move {
        self.moves[id.0].played
    }

    /// Who plays a move.
    #[must_use]
    pub fn mover(&self, id: MoveId) -> Color {
        self.before(id).turn()
    }

    /// The move as it is written, without its number: `Kc2`.
    #[must_use]
    pub fn san(&self, id: MoveId) -> SanPlus {
        SanPlus::from_move(self.before(id).clone(), self.played(id))
    }

    /// The move with its number: `7. Kc2`, `7... Kb4`.
    #[must_use]
    pub fn numbered(&self, id: MoveId) -> String {
        format!("{} {}", self.number(id), self.san(id))
    }

    /// The number that stands before a move: `7.`, `7...`
    #[must_use]
    pub fn number(&self, id: MoveId) -> String {
        let dots = self.mover(id).fold_wb(".", "...");
        format!("{}{dots}", self.before(id).fullmoves())
    }

    pub(super) fn mark(&self, id: MoveId) -> Option<&str> {
        self.moves[id.0].mark.as_deref()
    }

    /// Whether a move goes on with its line, and does not begin a variation.
    pub(super) fn goes_on(&self, id: MoveId) -> bool {
        self.next(self.parent(id)).first() == Some(&id)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, fen::Fen, san::San};

    use super::*;

    fn played(tree: &MoveTree, id: Option<MoveId>, san: &str) -> Move {
        let san: San = san.parse().expect("a move");
        san.to_move(tree.position(id)).expect("a legal move")
    }

    #[test]
    fn the_first_move_added_goes_on_with_the_line() {
        let mut tree = MoveTree::new(Chess::default());
        let e4 = tree.push(None, played(&tree, None, "e4")).expect("legal");
        let d4 = tree.push(None, played(&tree, None, "d4")).expect("legal");
        let e5 = tree.push(Some(e4), played(&tree, Some(e4), "e5")).expect("legal");
        assert_eq!(tree.main_line(), [e4, e5]);
        assert!(tree.goes_on(e4) && tree.goes_on(e5) && !tree.goes_on(d4));
        assert_eq!((tree.ply(e5), tree.mover(e5)), (2, Color::Black));
        assert_eq!(tree.next(None), [e4, d4]);
    }

    #[test]
    fn illegal_moves_are_not_added() {
        let mut tree = MoveTree::new(Chess::default());
        let e4 = played(&tree, None, "e4");
        let first = tree.push(None, e4).expect("legal");
        assert!(tree.push(Some(first), e4).is_err());
        assert_eq!(tree.main_line(), [first]);
    }

    #[test]
    fn moves_are_numbered_from_the_fen() {
        let fen: Fen = "7K/8/k1P5/7p/8/8/8/8 b - - 0 9".parse().expect("a FEN");
        let start: Chess = fen.into_position(CastlingMode::Standard).expect("a position");
        let mut tree = MoveTree::new(start);
        let h4 = tree.push(None, played(&tree, None, "h4")).expect("legal");
        let kg7 = tree.push(Some(h4), played(&tree, Some(h4), "Kg7")).expect("legal");
        assert_eq!([h4, kg7].map(|id| tree.numbered(id)), ["9... h4", "10. Kg7"]);
    }
}
