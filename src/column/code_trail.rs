//! Every code that a main line passes through, `4888.88 4888.77 4888.76`, and from which ply on, `0 3 4`.

use super::Stage;
use crate::game::Game;
use crate::gbr;
use crate::record::Record;
use crate::row::Column;
use crate::text::decimal;

/// The codes in the order in which they come up, as far as the moves could be played.
pub struct Trail;

impl Stage for Trail {
    fn column(&self) -> Column {
        Column::codes("GBRTrail", "trail")
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        list(game, out, |_, code, out| code.append_ascii_to(out))
    }
}

/// The plies from which on the codes of the [`Trail`] are on the board.
pub struct TrailPly;

impl Stage for TrailPly {
    fn column(&self) -> Column {
        Column::numbers("GBRTrailPly", "trailply")
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        list(game, out, |ply, _, out| decimal::append(ply.into(), out))
    }
}

/// Appends something for each force that has a code, with a space between.
fn list(game: &Game, out: &mut Vec<u8>, append: impl Fn(u32, gbr::Code, &mut Vec<u8>)) -> bool {
    let begin = out.len();
    for change in &game.trail {
        if let Ok(code) = gbr::Code::from_material(&change.material) {
            if out.len() > begin {
                out.push(b' ');
            }
            append(change.ply, code, out);
        }
    }
    out.len() > begin
}
