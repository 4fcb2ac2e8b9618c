//! An output in the format of a sink, as far as that goes on a terminal or compressed.

use super::Output;
use crate::format::{Sink, SinkWriter};
use crate::row::Column;
use anyhow::ensure;
use std::io::{self, IsTerminal};

/// An output with what the format has before its first record and after its last.
pub type Bound<'o> = SinkWriter<&'o mut Output>;

/// Begins with what comes before the first record.
pub fn begin<'o>(
    sink: &dyn Sink,
    columns: &[Column],
    output: &'o mut Output,
) -> anyhow::Result<Bound<'o>> {
    let may_be_binary = may_be_binary(output);
    let bound = SinkWriter::begin(sink, columns, output)?;
    if bound.takes_rows() {
        may_be_binary?;
    }
    Ok(bound)
}

/// Formats that put rows together are not text, and compressed already.
fn may_be_binary(output: &Output) -> anyhow::Result<()> {
    ensure!(
        !output.is_stdout() || !io::stdout().is_terminal(),
        "this format is not text for a terminal; name a file with -o"
    );
    ensure!(
        !output.is_compressed(),
        "this format is compressed already, and nobody reads it compressed twice; name the file \
         without .zst, .gz, .bz2 or .xz"
    );
    Ok(())
}
