//! The judgement of a game: its moves and its result in, what the tables make of them out.

use shakmaty::{Chess, KnownOutcome};

use super::{Judgement, Matter, MoveTree, Open, Ruling, Standing, Value};

/// Judges a game by what `value` says of the positions of its main line.
///
/// - `verdict`: a move after which the game is worth something else, where both values are known.
/// - `result`: the game ended in another way than its last position would. Nobody need be at fault:
///   there are clocks, resignations and agreed draws.
/// - `open`: the last position, where nothing is known of it, and the first of each stretch of
///   positions that only the fifty-move rule leaves open.
///
/// A game without a result is borne out where its last position is known.
pub fn judge_game(
    tree: &MoveTree,
    result: Option<KnownOutcome>,
    value: impl Fn(&Chess) -> Result<Value, Open>,
) -> Judgement {
    let ids: Vec<_> = std::iter::once(None).chain(tree.main_line().into_iter().map(Some)).collect();
    let values: Vec<_> = ids.iter().map(|id| value(tree.position(*id))).collect();
    let last = if tree.is_broken() { Err(Open::Moves) } else { values[values.len() - 1] };

    let mut matters: Vec<_> = values
        .windows(2)
        .enumerate()
        .filter_map(|(index, pair)| Some((index + 1, change(pair[0], pair[1])?)))
        .collect();
    matters.extend(end(last, result).map(|matter| (ids.len() - 1, matter)));
    matters.dedup();
    let ruling = |(ply, matter): (usize, Matter)| Ruling { ply, id: ids[ply], matter };
    let rulings = matters.into_iter().map(ruling).collect();
    Judgement { standing: standing(last, result), rulings, values }
}

/// What a move changes.
fn change(was: Result<Value, Open>, is: Result<Value, Open>) -> Option<Matter> {
    match (was, is) {
        (Ok(was), Ok(is)) if was != is => Some(Matter::Verdict { was, is }),
        (Ok(_) | Err(Open::Men { .. } | Open::Castling), Err(reason)) if by_clock(reason) => {
            Some(Matter::Open(reason))
        }
        _ => None,
    }
}

/// Whether it is only the fifty-move rule that leaves a position open.
const fn by_clock(reason: Open) -> bool {
    matches!(reason, Open::FiftyMoves | Open::NoDtz(_))
}

/// What there is to say about the last position.
fn end(last: Result<Value, Open>, result: Option<KnownOutcome>) -> Option<Matter> {
    match (last, result) {
        (Err(reason), _) => Some(Matter::Open(reason)),
        (Ok(is), Some(told)) if is.outcome() != told => Some(Matter::Result { told, is }),
        (Ok(_), _) => None,
    }
}

fn standing(last: Result<Value, Open>, result: Option<KnownOutcome>) -> Standing {
    match (last, result) {
        (Err(reason), _) => Standing::Open(reason),
        (Ok(is), Some(told)) if is.outcome() != told => Standing::Failing,
        (Ok(_), _) => Standing::Proved,
    }
}
