//! `board`: a position as a picture, SVG or PNG.

use crate::cli::args::TargetArgs;
use crate::cli::one_by_one::{Complaint, complain, next_line, tell_of_more_lines};
use crate::cli::output::{Target, ending};
use crate::diagram::Diagram;
use crate::fen;
use crate::gbr::{Indicator, Position};
use anyhow::{Result, ensure};
use clap::ValueEnum;
use shakmaty::Board;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

/// Larger pictures would take all of the memory.
const LARGEST: u32 = 10_000;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// the position, in any form of GBR or as FEN, quoted or not; - for a line of standard input
    #[arg(value_name = "POSITION", required = true)]
    words: Vec<String>,

    /// format to write [default: by the ending of the output's name, or else svg]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<PictureFormat>,

    /// width in pixels
    #[arg(long, value_name = "N", default_value_t = 400)]
    size: u32,

    /// draw it from Black's side
    #[arg(long)]
    flip: bool,

    /// leave out the names of files and ranks
    #[arg(long)]
    no_coordinates: bool,

    #[command(flatten)]
    target: TargetArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureFormat {
    /// a drawing that can be scaled
    Svg,
    /// pixels
    Png,
}

pub fn run(args: &Args) -> Result<ExitCode> {
    ensure!((16..=LARGEST).contains(&args.size), "--size: expected 16 to {LARGEST}");
    let format = args.format()?;
    let target = args.target.output.as_deref().map_or(Target::Stdout, Target::of_path);
    let is_screen = target == Target::Stdout && io::stdout().is_terminal();
    ensure!(
        format == PictureFormat::Svg || !is_screen,
        "a PNG is nothing for a terminal: use -o FILE, or redirect it"
    );
    let text = args.text()?;
    let position = match text.as_deref().map_err(Complaint::clone).and_then(read) {
        Ok(position) => position,
        Err(complaint) => {
            complain(text.as_deref().unwrap_or_default(), "", &complaint);
            return Ok(ExitCode::from(1));
        }
    };
    args.draw(position, format, &target)?;
    if !args.is_followed_by_others()? {
        return Ok(ExitCode::SUCCESS);
    }
    tell_of_more_lines();
    Ok(ExitCode::from(1))
}

impl Args {
    fn draw(
        &self,
        (board, indicator): (Board, Indicator),
        format: PictureFormat,
        target: &Target,
    ) -> Result<()> {
        let diagram = Diagram {
            flipped: self.flip,
            coordinates: !self.no_coordinates,
            size: self.size,
            ..Diagram::new(&board, indicator)
        };
        let picture = match format {
            PictureFormat::Svg => diagram.to_svg().into_bytes(),
            PictureFormat::Png => diagram.to_png()?,
        };
        let mut output = target.open()?;
        output.write_all(&picture)?;
        Ok(output.finish()?)
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
