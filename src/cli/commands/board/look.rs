//! What a picture looks like.

use super::PictureFormat;
use crate::cli::choice::{STYLES, one_of};
use crate::diagram::{BoardStyle, Diagram};
use crate::gbr::Indicator;
use anyhow::{Result, ensure};
use shakmaty::{Bitboard, Board, Square};

/// Larger pictures would take all of the memory.
const LARGEST: u32 = 10_000;

/// The pixels of an inch where nobody says how many there are.
const SCREEN: u32 = 96;

// How boards are drawn.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Look")]
pub struct LookArgs {
    /// width in pixels, of which an inch has 96
    #[arg(long, value_name = "N", default_value_t = 400)]
    size: u32,

    /// pixels an inch, for png: 300 makes a picture of the same size for print
    #[arg(long, value_name = "N")]
    dpi: Option<u32>,

    /// how squares look
    #[arg(long, value_name = "STYLE", value_parser = one_of(STYLES), default_value = "wood")]
    style: BoardStyle,

    /// text below the board; for files, fields in braces as in --reference of directory [default: none]
    ///
    /// For example '{number} {composer}, {source} {year}'. Letters are Latin, Greek or Cyrillic; any other is drawn as a box.
    #[arg(long, value_name = "TEXT")]
    pub caption: Option<String>,

    /// draw an arrow, as in a1h8; may be repeated
    #[arg(long, value_name = "SQUARES", value_parser = arrow)]
    arrow: Vec<[Square; 2]>,

    /// mark a square, as in e4; may be repeated
    #[arg(long, value_name = "SQUARE", value_parser = square)]
    mark: Vec<Square>,

    /// draw it from Black's side
    #[arg(long)]
    flip: bool,

    /// leave out the names of files and ranks
    #[arg(long)]
    no_coordinates: bool,
}

fn square(text: &str) -> Result<Square, String> {
    text.parse().map_err(|_| "expected a square, as in e4".to_owned())
}

fn arrow(text: &str) -> Result<[Square; 2], String> {
    let expected = || "expected two squares, as in a1h8".to_owned();
    let (from, to) = text.split_at_checked(2).ok_or_else(expected)?;
    let arrow = [from, to].map(|text| text.parse().ok());
    match arrow {
        [Some(from), Some(to)] if from != to => Ok([from, to]),
        _ => Err(expected()),
    }
}

impl LookArgs {
    /// Refuses what cannot be drawn, or would do nothing.
    pub fn check(&self, format: PictureFormat) -> Result<()> {
        ensure!((16..=LARGEST).contains(&self.size), "--size: expected 16 to {LARGEST}");
        let Some(dpi) = self.dpi else { return Ok(()) };
        ensure!(format == PictureFormat::Png, "--dpi has no meaning for {}", format.name());
        let most = LARGEST * SCREEN / self.size;
        ensure!((1..=most).contains(&dpi), "--dpi: expected 1 to {most} with --size {}", self.size);
        Ok(())
    }

    /// A position as a picture.
    pub fn picture(
        &self,
        (board, indicator): (&Board, Indicator),
        caption: &str,
        format: PictureFormat,
    ) -> Result<Vec<u8>> {
        let diagram = Diagram {
            flipped: self.flip,
            coordinates: !self.no_coordinates,
            size: self.size,
            style: self.style,
            marked: self.mark.iter().copied().collect::<Bitboard>(),
            arrows: &self.arrow,
            caption,
            ..Diagram::new(board, indicator)
        };
        Ok(match (format, self.dpi) {
            (PictureFormat::Svg, _) => diagram.to_svg().into_bytes(),
            (PictureFormat::Png, None) => diagram.to_png()?,
            (PictureFormat::Png, Some(dpi)) => diagram.to_png_at(dpi)?,
            (PictureFormat::Pdf, _) => diagram.to_pdf()?,
        })
    }
}
