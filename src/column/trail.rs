//! Every code that a main line passes through: `4888.88 4888.77 4888.76`.

use super::Stage;
use crate::game::Game;
use crate::gbr;
use crate::record::Record;
use crate::row::Column;

/// The codes in the order in which they come up, as far as the moves could be played.
pub struct Trail;

impl Stage for Trail {
    fn column(&self) -> Column {
        Column::codes("GBRTrail", "trail")
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        let begin = out.len();
        for change in &game.trail {
            if let Ok(code) = gbr::Code::from_material(&change.material) {
                if out.len() > begin {
                    out.push(b' ');
                }
                code.append_ascii_to(out);
            }
        }
        out.len() > begin
    }
}
