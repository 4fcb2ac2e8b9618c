//! GBR text: a position on each line, in any of the printed forms.
//!
//! ```text
//! a7d3 0116.00 b2b3c6d6 3/3+.
//! (=0341.23f3e7a3c8b2h8c6f7d3e5f6)
//! ```

use crate::fault::FaultKind;
use crate::format::desk::{Claims, Desk};
use crate::format::line;
use crate::format::source::Source;
use crate::game::{Change, Game};
use crate::gbr::Position;
use crate::record::Record;
use crate::text::bytes::{before_blanks, line_stop, skip_blanks};

/// Positions in GBR notation.
pub struct Text;

impl Source for Text {
    fn name(&self) -> &'static str {
        super::NAME
    }

    fn help(&self) -> &'static str {
        "positions in GBR notation, one a line, in any printed form"
    }

    fn recognises(&self, head: &[u8]) -> bool {
        line::first(head).is_some_and(|line| {
            // As most files begin, and no form does: to say what is wrong with a line takes longer than to see that.
            line[0] != b'[' && Position::from_ascii(line.trim_ascii_end()).is_ok()
        })
    }

    fn decode(&self, record: &Record<'_>, desk: &mut Desk) -> Game {
        if record.is_game() { decode(record, desk.claims) } else { Game::default() }
    }
}

fn decode(record: &Record<'_>, claims: Claims) -> Game {
    let line = record.bytes;
    let start = skip_blanks(line, line::begin(line));
    let end = before_blanks(line, line_stop(line, start));
    let mut game = Game::default();
    match Position::from_ascii(&line[start..end.max(start)]) {
        Ok(position) => {
            let setup = position.to_setup();
            let material = *position.material();
            game.trail.push(Change { ply: 0, material });
            game.start = Some(setup);
            game.claim = position.indicator().claim.filter(|_| claims != Claims::Never);
        }
        Err(error) => {
            let at = start + error.byte();
            let message = format!("at byte {}: {error}", at + 1);
            game.faults.push(record.fault(FaultKind::BadNotation, at, message));
        }
    }
    game
}
