//! gbr-pgn with three things of one's own: a format to read, a column, and a format to write.
//!
//! `cargo run --example extended -- convert samples/studies.pgn -o studies.tex`

use std::borrow::Cow;
use std::io::Write;
use std::process::ExitCode;

use gbr_pgn::cli::{self, Plugins};
use gbr_pgn::column::At;
use gbr_pgn::fault::FaultKind;
use gbr_pgn::format::{Desk, Entry, Setting, Writer};
use gbr_pgn::gbr::Position;
use gbr_pgn::{Column, Game, Record, Sink, Source, Stage, fen};

fn main() -> ExitCode {
    let latex = Writer::new("a LaTeX document with a diagram for each position", |settings| {
        Box::new(Latex { at: settings.at.clone() })
    });
    let latex = latex.endings(&["tex"]).heeds(&[Setting::At]);
    let plugins = Plugins::new().named("extended", env!("CARGO_PKG_VERSION"));
    cli::main(plugins.source(Named).stage(Year).sink("latex", latex))
}

/// A source says where its records end, which for lines is known already, and what they say: here,
/// `Saavedra: 8/8/1KP5/3r4/8/8/8/k7 w`.
struct Named;

impl Source for Named {
    fn name(&self) -> &'static str {
        "named"
    }

    fn help(&self) -> &'static str {
        "positions with names, one a line"
    }

    fn recognises(&self, head: &[u8]) -> bool {
        head.split(|&byte| byte == b'\n').next().and_then(position).is_some()
    }

    fn decode(&self, record: &Record<'_>, _: &mut Desk) -> Game {
        match position(record.bytes) {
            // Blank lines and # comments are records too.
            _ if !record.is_game() => Game::default(),
            Some(position) => Game::of_position(position.setup),
            None => {
                let fault =
                    record.fault(FaultKind::BadFen, 0, "expected a name, a colon and a FEN");
                Game { faults: vec![fault], ..Game::default() }
            }
        }
    }
}

fn position(line: &[u8]) -> Option<fen::ReadFen> {
    let colon = line.iter().position(|&byte| byte == b':')?;
    fen::read(line[colon + 1..].trim_ascii()).ok()
}

/// A stage finds out one thing about a game: here, what its tag Date says of the year.
struct Year;

impl Stage for Year {
    fn column(&self) -> Column {
        Column::number("Year", "year")
    }

    fn help(&self) -> &'static str {
        "the year of the tag Date"
    }

    fn cell(&self, record: &Record<'_>, _: &Game, out: &mut Vec<u8>) -> bool {
        let date = record.attribute(b"Date").unwrap_or_default();
        let year = date.split(|&byte| byte == b'.').next().unwrap_or_default();
        out.extend_from_slice(year);
        year.len() == 4 && year.iter().all(u8::is_ascii_digit)
    }
}

/// A sink writes records, and what comes before the first and after the last of them.
struct Latex {
    at: Vec<At>,
}

impl Sink for Latex {
    fn head(&self, _: &[Column], out: &mut Vec<u8>) {
        out.extend_from_slice(
            b"\\documentclass{article}\n\\usepackage{chessboard}\n\\begin{document}\n",
        );
    }

    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        // Text between the games is a record too, and has no positions.
        for at in &self.at {
            let Some(setup) = at.of(entry.game) else { continue };
            let title = entry.record.text(b"White").unwrap_or_default();
            let fen = fen::write(setup);
            let gbr = Position::new(setup.board.clone(), at.indicator(entry.game, setup.turn));
            let gbr = gbr.map(|position| position.to_string()).unwrap_or_default();
            // Writing to memory cannot fail.
            let _ = writeln!(
                out,
                "\\section*{{{}}}\n\\chessboard[setfen={fen}]\n\n\\texttt{{{gbr}}}",
                escaped(&title)
            );
        }
    }

    fn foot(&self, _: &[Column], out: &mut Vec<u8>) {
        out.extend_from_slice(b"\\end{document}\n");
    }
}

/// Text in which nothing is a command.
fn escaped(text: &str) -> String {
    let escape = |c| match c {
        '\\' => Cow::from("\\textbackslash{}"),
        '~' => Cow::from("\\textasciitilde{}"),
        '^' => Cow::from("\\textasciicircum{}"),
        '&' | '%' | '$' | '#' | '_' | '{' | '}' => Cow::from(format!("\\{c}")),
        c => Cow::from(c.to_string()),
    };
    text.chars().map(escape).collect()
}
