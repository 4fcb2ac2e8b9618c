//! `board`: positions as pictures, SVG, PNG or PDF.

mod look;
mod records;

use crate::cli::args::{ReportArgs, TargetArgs};
use crate::cli::one_by_one::{Complaint, complain, next_line, tell_of_more_lines};
use crate::cli::output::{Target, ending};
use crate::fen;
use crate::gbr::{Indicator, Position};
use anyhow::{Result, ensure};
use clap::ValueEnum;
use look::LookArgs;
use records::RecordArgs;
use shakmaty::Board;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// the position, in any form of GBR or as FEN, quoted or not; - for a line of standard input
    ///
    /// What is not a position may be files of records instead: with -o DIR/, which is new or empty, each record has a picture
    /// there, named by its number and its code.
    #[arg(value_name = "POSITION", required = true)]
    words: Vec<String>,

    /// format to write [default: by the ending of the output's name, or else svg]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<PictureFormat>,

    #[command(flatten)]
    look: LookArgs,
    #[command(flatten)]
    records: RecordArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    report: ReportArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureFormat {
    /// a drawing that can be scaled
    Svg,
    /// pixels
    Png,
    /// a page with the same drawing
    Pdf,
}

impl PictureFormat {
    const fn name(self) -> &'static str {
        match self {
            PictureFormat::Svg => "svg",
            PictureFormat::Png => "png",
            PictureFormat::Pdf => "pdf",
        }
    }
}

pub fn run(args: &Args) -> Result<ExitCode> {
    if let Some(files) = args.files() {
        return records::run(args, &files);
    }
    args.records.refuse()?;
    let format = args.format()?;
    args.look.check(format)?;
    let target = args.target.output.as_deref().map_or(Target::Stdout, Target::of_path);
    let is_screen = target == Target::Stdout && io::stdout().is_terminal();
    ensure!(
        format == PictureFormat::Svg || !is_screen,
        "a {} is nothing for a terminal: use -o FILE, or redirect it",
        format.name().to_uppercase()
    );
    let text = args.text()?;
    let position = match text.as_deref().map_err(Complaint::clone).and_then(read) {
        Ok(position) => position,
        Err(complaint) => {
            complain(text.as_deref().unwrap_or_default(), "", &complaint);
            return Ok(ExitCode::from(1));
        }
    };
    let caption = args.look.caption.as_deref().unwrap_or_default();
    let picture = args.look.picture((&position.0, position.1), caption, format)?;
    let mut output = target.open()?;
    output.write_all(&picture)?;
    output.finish()?;
    if !args.is_followed_by_others()? {
        return Ok(ExitCode::SUCCESS);
    }
    tell_of_more_lines();
    Ok(ExitCode::from(1))
}

impl Args {
    /// The files that are named instead of a position; none where one is.
    fn files(&self) -> Option<Vec<PathBuf>> {
        let output = self.target.output.as_deref();
        let has_folder = output.is_some_and(is_folder);
        if self.is_stdin() {
            return has_folder.then(Vec::new);
        }
        let files: Vec<PathBuf> = self.words.iter().map(PathBuf::from).collect();
        let is_position = || read(self.words.join(" ").trim_ascii().as_bytes()).is_ok();
        (files.iter().all(|path| path.exists()) && !is_position()).then_some(files)
    }

    fn format(&self) -> Result<PictureFormat> {
        let format = ending::format_of(self.to, self.target.output.as_deref())?;
        Ok(format.unwrap_or(PictureFormat::Svg))
    }

    fn is_stdin(&self) -> bool {
        self.words == ["-"]
    }

    fn text(&self) -> Result<Result<Vec<u8>, Complaint>> {
        let text = match self.is_stdin() {
            true => next_line(&mut io::stdin().lock(), &mut 0)?.unwrap_or(Ok(Vec::new())),
            false => Ok(self.words.join(" ").into_bytes()),
        };
        Ok(text.map(|text| text.trim_ascii().to_vec()))
    }

    /// Whether standard input has another line; somebody who types is not asked for one.
    fn is_followed_by_others(&self) -> Result<bool> {
        let is_piped = self.is_stdin() && !io::stdin().is_terminal();
        Ok(is_piped && next_line(&mut io::stdin().lock(), &mut 0)?.is_some())
    }
}

/// A name with a slash at its end, or one that a folder has.
fn is_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().ends_with(b"/") || path.is_dir()
}

/// A position in any form of GBR or as FEN.
///
/// A FEN has slashes between its ranks before anything else; a GBR position has none.
pub fn read(text: &[u8]) -> Result<(Board, Indicator), Complaint> {
    let first = text.split(u8::is_ascii_whitespace).next().expect("a first piece, if empty");
    if first.contains(&b'/') {
        let reading = fen::read(text)?;
        // Without a second field it is not said whose turn it is.
        let turn = (reading.fields > 1).then_some(reading.setup.turn);
        return Ok((reading.setup.board, Indicator { claim: None, turn }));
    }
    let position = Position::from_ascii(text)?;
    Ok((position.board().clone(), position.indicator()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fen_and_gbr_give_the_same_board() {
        let by_fen = read(b"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1").ok().unwrap();
        let by_gbr = read(b"a7d3 0116.00 b2b3c6d6 3/3 WTM.").ok().unwrap();
        assert_eq!(by_fen, by_gbr);
        assert_eq!(read(b"8/K7/2nn4/8/8/1B1k4/1R6/8").ok().unwrap().1, Indicator::default());
    }
}
