//! A stage and a sink of one's own, run over a file of studies:
//! how many men stand on the board, as tab-separated values.
//!
//! `cargo run --locked --no-default-features --example plugin`

use std::fs::File;
use std::io::{self, Write};

use gbr_pgn::column::{At, Code, Roster};
use gbr_pgn::format::Entry;
use gbr_pgn::format::Pgn;
use gbr_pgn::run::Task;
use gbr_pgn::{Column, Game, Job, Record, Sink, Stage};

/// A stage finds out one thing about a game: here, how many men there are.
struct Men(At);

impl Stage for Men {
    fn column(&self) -> Column {
        match self.0 {
            At::Start => Column::number("Men", "men"),
            At::Final => Column::number("MenFinal", "menfinal"),
            At::Found => Column::number("MenFound", "menfound"),
        }
    }

    fn at(&self) -> Option<At> {
        Some(self.0)
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        // A game that cannot be played has no final position, and so no cell.
        let Some(setup) = self.0.of(game) else { return false };
        write!(out, "{}", setup.board.occupied().count()).is_ok()
    }
}

/// A sink writes the cells of a row, whatever they mean: here, with tabs between.
struct Tsv;

impl Sink for Tsv {
    fn head(&self, columns: &[Column], out: &mut Vec<u8>) {
        append_line(columns.iter().map(|column| column.key.as_bytes()), out);
    }

    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        // Text between the games is a record too.
        if entry.record.is_game() {
            append_line(entry.row.cells().map(Option::unwrap_or_default), out);
        }
    }
}

fn append_line<'a>(cells: impl Iterator<Item = &'a [u8]>, out: &mut Vec<u8>) {
    for (number, cell) in cells.enumerate() {
        if number > 0 {
            out.push(b'\t');
        }
        out.extend(cell.iter().map(|&byte| if byte == b'\t' { b' ' } else { byte }));
    }
    out.push(b'\n');
}

/// Runs both over an input.
pub fn count_men(input: File, mut output: impl Write) -> io::Result<()> {
    let stages: [&dyn Stage; 4] =
        [&Roster("White", "white"), &Code(At::Start), &Men(At::Start), &Men(At::Final)];
    let job = Job::new(&Pgn, Task::Find(&stages), &Tsv);
    output.write_all(&job.head())?;
    job.run(input, |done| output.write_all(&done.out))
}

fn main() -> io::Result<()> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/studies.pgn");
    count_men(File::open(path)?, io::stdout())
}
