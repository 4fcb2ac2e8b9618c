//! Whether Black can lead the play back to where it has been: a waste of time by White, proved.

use shakmaty::{Board, Chess, Color, EnPassantMode, Position};

/// How many plies the way back may have.
const PLIES: u32 = 4;

/// Whether Black can force one of the earlier positions from here, whatever White plays that keeps
/// the claim.
///
/// `keeps` says of a position with Black to move whether White has what is claimed there.
pub(super) fn forced(from: &Chess, earlier: &[&Chess], keeps: &impl Fn(&Chess) -> bool) -> bool {
    // Whoever can capture en passant has just seen a pawn move, and the way back has none.
    let lasting =
        earlier.iter().filter(|position| position.ep_square(EnPassantMode::Legal).is_none());
    let goals: Vec<_> = lasting.copied().collect();
    reached(from, &goals, keeps, PLIES)
}

fn reached(from: &Chess, goals: &[&Chess], keeps: &impl Fn(&Chess) -> bool, plies: u32) -> bool {
    let near: Vec<_> = goals.iter().copied().filter(|goal| may_reach(from, goal, plies)).collect();
    if near.is_empty() {
        return false;
    }
    if near.iter().any(|goal| same(from, goal)) {
        return true;
    }
    if plies == 0 {
        return false;
    }
    let mut after = successors(from);
    match from.turn() {
        Color::Black => after.any(|(_, after)| reached(&after, &near, keeps, plies - 1)),
        Color::White => {
            let kept: Vec<_> = after.filter(|(_, after)| keeps(after)).collect();
            // After a capture or pawn move there is no way back.
            !kept.is_empty()
                && kept.iter().all(|(zeroing, _)| !zeroing)
                && kept.iter().all(|(_, after)| reached(after, &near, keeps, plies - 1))
        }
    }
}

/// The positions after each move, and whether it was a capture or pawn move.
fn successors(position: &Chess) -> impl Iterator<Item = (bool, Chess)> + '_ {
    position.legal_moves().into_iter().map(|mv| {
        let mut after = position.clone();
        after.play_unchecked(mv);
        (mv.is_zeroing(), after)
    })
}

fn same(one: &Chess, other: &Chess) -> bool {
    one.turn() == other.turn()
        && one.board() == other.board()
        && one.castles().castling_rights() == other.castles().castling_rights()
}

/// Whether so many plies can be enough: each side has to move every man that stands elsewhere. It
/// never says no where there is a way.
fn may_reach(from: &Chess, goal: &Chess, plies: u32) -> bool {
    let first = from.turn();
    let moves = |color| if color == first { plies.div_ceil(2) } else { plies / 2 };
    Color::ALL.into_iter().all(|color| elsewhere(from.board(), goal.board(), color) <= moves(color))
}

/// Men of one side that the goal does not have where they stand; more than there are, if the goal has
/// other men.
fn elsewhere(from: &Board, goal: &Board, color: Color) -> u32 {
    if from.material_side(color) != goal.material_side(color) {
        return u32::MAX;
    }
    let kept = |role: shakmaty::Role| {
        (from.by_piece(role.of(color)) & goal.by_piece(role.of(color))).count() as u32
    };
    let kept: u32 = shakmaty::Role::ALL.into_iter().map(kept).sum();
    from.by_color(color).count() as u32 - kept
}
