//! Lines of GBR notation: read in any printed form, written in one.

mod sink;
mod source;

use super::table::{Format, Setting, Writer};

pub use self::sink::Gbr;
pub use self::source::Text;

/// Its place in the table.
pub(super) static FORMAT: Format = Format {
    name: NAME,
    source: Some(&Text),
    is_offered: true,
    writer: Some(Writer {
        help: "GBR positions, one line each",
        endings: &[],
        heeds: &[Setting::At],
        is_full: false,
        keeps_records: false,
        make: |settings| Box::new(Gbr { at: settings.at.clone() }),
    }),
};

const NAME: &str = "gbr";
