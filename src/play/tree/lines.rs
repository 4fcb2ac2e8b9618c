//! The line that is being played, and the lines around it that wait for it to end.

use shakmaty::variant::VariantPosition;
use shakmaty::{Move, Position as _};

use crate::play::forgiving::{Understood, passed};

/// How many lines with moves may wait for a variation within them. Empty brackets do not count: they
/// take no memory.
pub const DEEPEST: usize = 1 << 17;

/// A move, and where it was played.
struct Branch<N> {
    position: VariantPosition,
    /// The note of the position, and that of the one after the move.
    notes: [N; 2],
    /// None where the turn passed.
    played: Option<Move>,
    /// Half-moves since the start, with this one.
    ply: u32,
    /// How many variations in the same place were open around the line without a move in them, as in `((`.
    empty: usize,
}

/// The line that is played, and those around it.
pub(super) struct OpenLines<N> {
    start: (VariantPosition, N),
    /// The last move of each line that waits.
    waiting: Vec<Branch<N>>,
    position: VariantPosition,
    /// What the caller has to say of the position.
    pub note: N,
    /// The last move of the line that is played.
    last: Option<Branch<N>>,
    ply: u32,
    empty: usize,
    depth: usize,
    is_over: bool,
}

impl<N: Clone> OpenLines<N> {
    pub(super) fn new(start: VariantPosition, note: N) -> OpenLines<N> {
        let (position, start) = (start.clone(), (start, note.clone()));
        let (waiting, last) = (Vec::new(), None);
        OpenLines {
            start,
            waiting,
            position,
            note,
            last,
            ply: 0,
            empty: 0,
            depth: 0,
            is_over: false,
        }
    }

    pub(super) fn into_start(self) -> VariantPosition {
        self.start.0
    }

    pub(super) fn position(&self) -> &VariantPosition {
        &self.position
    }

    /// The position before the last move of the line.
    pub(super) fn before(&self) -> Option<&VariantPosition> {
        self.last.as_ref().map(|last| &last.position)
    }

    pub(super) fn ply(&self) -> u32 {
        self.ply
    }

    /// How many variations are open.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// Whether no more moves of the line are played.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Plays no more moves of the line.
    pub(super) fn end(&mut self) {
        self.is_over = true;
    }

    /// Plays a move, and returns it; none where the turn passes.
    pub(super) fn play(&mut self, found: Understood) -> Option<Move> {
        let before = self.position.clone();
        let played = match found {
            Understood::Move(m, _) => {
                self.position.play_unchecked(m);
                Some(m)
            }
            Understood::Null(position) => {
                self.position = position;
                None
            }
        };
        self.ply += 1;
        let notes = [self.note.clone(), self.note.clone()];
        let (ply, empty) = (self.ply, self.empty);
        self.last = Some(Branch { position: before, notes, played, ply, empty });
        played
    }

    /// Begins a variation; false where it would be too deep.
    pub(super) fn open(&mut self) -> bool {
        if self.last.is_none() {
            self.empty += 1;
        } else if self.waiting.len() == DEEPEST {
            return false;
        } else if let Some(mut last) = self.last.take() {
            last.notes[1] = self.note.clone();
            self.waiting.push(last);
            self.go_back();
            self.empty = 0;
        }
        self.depth += 1;
        true
    }

    /// Ends a variation; false where none is open.
    pub(super) fn close(&mut self) -> bool {
        if self.depth == 0 {
            return false;
        }
        self.depth -= 1;
        self.is_over = false;
        if self.empty > 0 {
            self.empty -= 1;
            self.go_back();
        } else if let Some(branch) = self.waiting.pop() {
            self.resume(branch);
        }
        true
    }

    /// Goes to where the line began.
    fn go_back(&mut self) {
        let (position, note, ply) = match self.waiting.last() {
            Some(branch) => (&branch.position, &branch.notes[0], branch.ply - 1),
            None => (&self.start.0, &self.start.1, 0),
        };
        (self.position, self.note, self.ply) = (position.clone(), note.clone(), ply);
        self.last = None;
    }

    /// Goes on in a line that waited.
    fn resume(&mut self, branch: Branch<N>) {
        self.position = match branch.played {
            Some(m) => {
                let mut position = branch.position.clone();
                position.play_unchecked(m);
                position
            }
            None => passed(&branch.position).expect("the turn has passed here before"),
        };
        (self.ply, self.empty) = (branch.ply, branch.empty);
        self.note = branch.notes[1].clone();
        self.last = Some(branch);
    }
}
