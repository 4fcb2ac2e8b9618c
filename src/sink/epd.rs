//! EPD, one line per position, opcodes in ASCII order.

use std::io::Write as _;

use shakmaty::Setup;

use super::{Entry, Format, Sink};
use crate::record::Record;
use crate::stage::{At, Code, Position, Stage as _};

pub(super) const FORMAT: Format = Format {
    name: "epd",
    help: "EPD with gbr and gbrpos, one line per position",
    make: |settings| Box::new(Epd { at: settings.at.clone() }),
};

/// EPD lines.
pub struct Epd {
    /// Which positions of a game.
    pub at: Vec<At>,
}

impl Sink for Epd {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        for &at in &self.at {
            if let Some(setup) = at.of(entry.game) {
                line(entry, at, setup, out);
            }
        }
    }
}

fn line(entry: &Entry<'_>, at: At, setup: &Setup, out: &mut Vec<u8>) {
    let fen = crate::fen::write(setup).to_string();
    let position: Vec<&str> = fen.split(' ').take(4).collect();
    let name = match at {
        At::Start => "start",
        At::Final => "final",
    };
    // Writing to memory cannot fail.
    let _ = write!(out, "{} c0 \"{name}\"; fmvn {};", position.join(" "), setup.fullmoves);
    operation(out, " gbr ", |out| Code(at).cell(entry.record, entry.game, out));
    operation(out, " gbrpos ", |out| Position(at).cell(entry.record, entry.game, out));
    let _ = write!(out, " hmvc {};", setup.halfmoves);
    if let Some(id) = id(entry.record) {
        operation(out, " id ", |out| write!(out, "{id}").is_ok());
    }
    out.push(b'\n');
}

/// An operation with a quoted operand, or nothing where there is none.
fn operation(out: &mut Vec<u8>, opcode: &str, operand: impl FnOnce(&mut Vec<u8>) -> bool) {
    let start = out.len();
    out.extend_from_slice(opcode.as_bytes());
    out.push(b'"');
    if operand(out) {
        out.extend_from_slice(b"\";");
    } else {
        out.truncate(start);
    }
}

/// `White - Black, Event, Date`. An EPD string cannot hold quotes or line ends.
fn id(record: &Record<'_>) -> Option<String> {
    let mut parts = vec![record.players()?];
    parts.extend(record.text(b"Event"));
    parts.extend(record.text(b"Date"));
    let plain = |c: char| {
        if c.is_control() {
            ' '
        } else if c == '"' {
            '\''
        } else {
            c
        }
    };
    Some(parts.join(", ").chars().map(plain).collect())
}
