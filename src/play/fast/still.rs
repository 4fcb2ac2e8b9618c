//! Records that are no more than a position: what most records of collections of studies are.
//!
//! In: a start, and text in which no move may stand. Out: what a board would have made of it.

use shakmaty::{Bitboard, Setup};

use super::line_text::marker;
use crate::game::Change;
use crate::play::{Played, Start};
use crate::text::bytes::skip_white;

/// What becomes of a record with a result marker and no moves; none where there is anything else, or where it is not plain to
/// see that the position is legal and nobody in check.
pub(super) fn play(bytes: &[u8], moves: usize, start: &Start) -> Option<Played> {
    let marker = marker(bytes, skip_white(bytes, moves))?;
    super::plain_checkers(start).filter(|checkers| checkers.is_empty())?;
    let trail = vec![Change { ply: 0, material: start.material }];
    let last = Setup {
        // What other rules know of, whatever the start said of it.
        promoted: Bitboard::EMPTY,
        pockets: None,
        remaining_checks: None,
        ..start.setup.clone()
    };
    Some(Played { last: Some(last), trail, marker: Some(marker), ..Played::default() })
}
