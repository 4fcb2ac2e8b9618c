//! The judgement of a study: its moves and its claim in, what the tables make of them out.

use shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use super::{
    Given, Judgement, Matter, MoveId, MoveTree, Open, Ruling, Standing, Value, forced_return,
};
use crate::gbr::Claim;

/// How many positions of the main line are looked for when a move may lead back: solutions have fewer, and records
/// that have more were made to take forever.
const MOST_EARLIER: usize = 256;

/// After so much has been told of a study, no way back is looked for, for the same reason.
const MOST_TOLD: usize = 2048;

/// Judges a study by what `value` says of its positions.
///
/// - `claim`: the claim does not hold at the start (a draw must be exactly that), or a White move of
///   the main line does not keep it, or a Black one shows that it was gone before.
/// - `sideline`: the same in variations in which Black alone departs from what is written first.
/// - `alternative`: another White move would have kept it, for every White move of the main line.
/// - `open`: the first position on which all depends and of which nothing is known.
///
/// A claim that is gone is told once, and again only after it was back.
pub fn judge_study(
    tree: &MoveTree,
    claim: Claim,
    value: impl Fn(&Chess) -> Result<Value, Open>,
) -> Judgement {
    let (rulings, values, main) = (Vec::new(), Vec::new(), tree.main_line());
    let mut study = StudyTrial { tree, claim, value, main, rulings, values, open: None };
    study.start();
    for index in 0..study.main.len() {
        study.alternatives(index);
    }
    let standing = study.standing();
    if let (Standing::Open(reason), Some(open)) = (standing, study.open.take()) {
        study.rulings.push(Ruling { matter: Matter::Open(reason), ..open });
    }
    study.rulings.sort_by_key(|ruling| ruling.id);
    Judgement { standing, rulings: study.rulings, values: study.values }
}

struct StudyTrial<'a, V> {
    tree: &'a MoveTree,
    claim: Claim,
    value: V,
    /// The moves of the main line.
    main: Vec<MoveId>,
    rulings: Vec<Ruling>,
    values: Vec<Result<Value, Open>>,
    /// The first position of the main line of which the value is needed and not known.
    open: Option<Ruling>,
}

/// Where a walk through the tree has got to.
#[derive(Copy, Clone)]
struct ClaimState {
    /// The value of the position.
    value: Result<Value, Open>,
    /// Whether it was told that the claim is gone, and it has not come back since.
    gone: bool,
    /// Whether this is the main line.
    main: bool,
}

impl<V: Fn(&Chess) -> Result<Value, Open>> StudyTrial<'_, V> {
    fn start(&mut self) {
        let value = (self.value)(self.tree.position(None));
        let claimed = Value::from(self.claim).outcome();
        let gone = value.is_ok_and(|value| value.outcome() != claimed);
        if let (Ok(is), true) = (value, gone) {
            let was = Some(Value::from(self.claim));
            self.rulings.push(Ruling { ply: 0, id: None, matter: Matter::Claim { was, is } });
        }
        self.note(None, value, true);
        self.walk(ClaimState { value, gone, main: true });
    }

    /// Goes through all lines in which White plays what is written first.
    fn walk(&mut self, start: ClaimState) {
        let tree = self.tree;
        let mut ahead: Vec<_> = tree.next(None).iter().rev().map(|id| (*id, start)).collect();
        while let Some((id, before)) = ahead.pop() {
            if tree.mover(id) == Color::White && !tree.goes_on(id) {
                continue;
            }
            let main = before.main && tree.goes_on(id);
            let after = self.step(id, ClaimState { main, ..before });
            ahead.extend(tree.next(Some(id)).iter().rev().map(|id| (*id, after)));
        }
    }

    fn step(&mut self, id: MoveId, before: ClaimState) -> ClaimState {
        let value = (self.value)(self.tree.position(Some(id)));
        // Where the position before a Black move is known, no move of Black's can take the claim away.
        let counts = self.tree.mover(id) == Color::White || before.value.is_err();
        if before.main {
            self.note(Some(id), value, self.tree.mover(id) == Color::White);
        }
        let Some(is) = value.ok().filter(|_| counts) else { return ClaimState { value, ..before } };
        let kept = is.keeps(self.claim);
        let was_kept = before.value.is_ok_and(|value| value.keeps(self.claim));
        if !kept && (was_kept || !before.gone) {
            self.tell_gone(id, before, is);
        }
        ClaimState { value, gone: !kept, ..before }
    }

    fn tell_gone(&mut self, id: MoveId, before: ClaimState, is: Value) {
        let was = before.value.ok();
        let matter =
            if before.main { Matter::Claim { was, is } } else { Matter::Sideline { was, is } };
        self.rulings.push(Ruling { ply: self.tree.ply(id), id: Some(id), matter });
    }

    /// Keeps the value of a position of the main line.
    fn note(&mut self, id: Option<MoveId>, value: Result<Value, Open>, needed: bool) {
        self.values.push(value);
        if let (Err(reason), true, None) = (value, needed, &self.open) {
            let ply = id.map_or(0, |id| self.tree.ply(id));
            self.open = Some(Ruling { ply, id, matter: Matter::Open(reason) });
        }
    }

    fn standing(&mut self) -> Standing {
        if self.rulings.iter().any(|ruling| matches!(ruling.matter, Matter::Claim { .. })) {
            return Standing::Failing;
        }
        if self.tree.is_broken() && self.open.is_none() {
            let id = self.main.last().copied();
            let ply = id.map_or(0, |id| self.tree.ply(id));
            self.open = Some(Ruling { ply, id, matter: Matter::Open(Open::Moves) });
        }
        match &self.open {
            Some(Ruling { matter: Matter::Open(reason), .. }) => Standing::Open(*reason),
            _ => Standing::Proved,
        }
    }

    fn alternatives(&mut self, index: usize) {
        let id = self.main[index];
        if self.tree.mover(id) == Color::Black {
            return;
        }
        let before = self.tree.before(id);
        let main = self.tree.played(id);
        let others = before.legal_moves().into_iter().filter(|other| *other != main);
        let mut kept: Vec<_> =
            others.filter_map(|other| self.alternative(index, id, other)).collect();
        kept.sort_by_key(|(san, _)| san.clone());
        let rulings = kept.into_iter().map(|(_, matter)| Ruling {
            ply: self.tree.ply(id),
            id: Some(id),
            matter,
        });
        self.rulings.extend(rulings);
    }

    fn alternative(&self, index: usize, id: MoveId, other: Move) -> Option<(String, Matter)> {
        let before = self.tree.before(id);
        let mut after = before.clone();
        after.play_unchecked(other);
        let is = (self.value)(&after).ok().filter(|value| value.keeps(self.claim))?;
        let also = SanPlus::from_move(before.clone(), other);
        let matter = Matter::Alternative {
            also,
            is,
            given: self.given(id, other),
            returns: !other.is_zeroing()
                && self.rulings.len() < MOST_TOLD
                && self.returns(index, &after),
            first: index < 2,
        };
        Some((also.to_string(), matter))
    }

    fn given(&self, id: MoveId, other: Move) -> Option<Given> {
        let siblings = self.tree.next(self.tree.parent(id)).iter();
        let given = siblings.copied().find(|sibling| self.tree.played(*sibling) == other)?;
        let mark = self.tree.mark(given);
        Some(mark.map_or(Given::Variation, |mark| Given::Marked(mark.to_owned())))
    }

    /// Whether Black can lead the play back to a position of the main line before the move number
    /// `index`.
    fn returns(&self, index: usize, after: &Chess) -> bool {
        let before = self.main[..index].iter().rev();
        // There is no way back over a capture or pawn move.
        let lasting = before.take_while(|id| !self.tree.played(**id).is_zeroing());
        let reached = lasting.map(|id| self.tree.position(self.tree.parent(*id)));
        let here = std::iter::once(self.tree.before(self.main[index]));
        let earlier: Vec<_> = here.chain(reached).take(MOST_EARLIER).collect();
        let keeps = |position: &Chess| {
            // What is not known may keep the claim, so the proof has to hold there as well.
            (self.value)(position).map_or(true, |value| value.keeps(self.claim))
        };
        forced_return::forced(after, &earlier, &keeps)
    }
}
