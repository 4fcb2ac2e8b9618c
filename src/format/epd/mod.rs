//! EPD: a position on each line, then operations. Lines of FEN are read as EPD.

mod fields;
mod opcodes;
mod operation;
mod sink;
mod source;

use super::table::{Format, Setting, Writer};

pub use self::fields::fields;
pub use self::opcodes::{AnsweredOpcodes, OpcodeRemoval, Opcodes};
pub use self::operation::{Operation, operand_value, operands, operations};
use self::operation::{ends_in_backslash, is_unclosed};
use self::sink::AnsweredEpd;
pub use self::sink::EpdWriter;
pub use self::source::Epd;

/// Its place in the table.
pub(super) static FORMAT: Format = Format {
    name: NAME,
    source: Some(&Epd),
    is_offered: true,
    writer: Some(Writer {
        help: "EPD with gbr and gbrpos, one line per position",
        endings: &[],
        heeds: &[Setting::At, Setting::Answers],
        is_full: false,
        keeps_records: false,
        make: |settings| {
            let writer = EpdWriter { at: settings.at.clone() };
            if settings.answers { Box::new(AnsweredEpd(writer)) } else { Box::new(writer) }
        },
    }),
};

const NAME: &str = "epd";
