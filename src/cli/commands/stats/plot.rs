//! The statistics as a picture: a bar for each class, in the colours of its results.

use super::tally::{Class, ClassTally};
use crate::gbr::Code;
use anyhow::{Result, anyhow};
use plotters::coord::Shift;
use plotters::prelude::*;

const WIDTH: u32 = 960;
const ROW: u32 = 24;
const HEAD: u32 = 64;
/// The widest name that fits before the bars.
const NAME: usize = 46;
/// Where the bars begin, and how far they reach.
const BARS: (i32, i32) = (400, 820);

const WHITE_WINS: RGBColor = RGBColor(232, 225, 205);
const DRAWS: RGBColor = RGBColor(150, 150, 150);
const BLACK_WINS: RGBColor = RGBColor(60, 56, 54);
const UNKNOWN: RGBColor = RGBColor(214, 180, 120);
const LINE: RGBColor = RGBColor(90, 90, 90);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws the classes as SVG.
pub fn svg(tally: &ClassTally, ranking: &[(Code, Class)]) -> Result<String> {
    let rows = u32::try_from(ranking.len()).unwrap_or(u32::MAX).clamp(1, 2000);
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (WIDTH, HEAD + rows * ROW + 12));
        let area = area.into_drawing_area();
        draw(&area, tally, ranking)
            .map_err(|error| anyhow!("the plot cannot be drawn: {error}"))?;
    }
    Ok(text)
}

type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

fn draw(area: &Area<'_>, tally: &ClassTally, ranking: &[(Code, Class)]) -> Drawn {
    area.fill(&WHITE)?;
    write(area, 16, 14, 20, &format!("classes of {} games", tally.games))?;
    legend(area, tally.merged)?;
    let most = ranking.first().map_or(1, |(_, class)| class.games.max(1));
    for ((code, class), row) in ranking.iter().zip(0_i32..2000) {
        let top = HEAD as i32 + row * ROW as i32;
        write(area, 16, top + 4, 15, &code.to_string())?;
        let words = code.words().to_string();
        let words = if words.len() <= NAME { words } else { format!("{:#}", code.words()) };
        write(area, 80, top + 4, 15, &words)?;
        let end = bar(area, class, most, top)?;
        let share = tally.share(class) * 100.0;
        write(area, end + 8, top + 4, 15, &format!("{} ({share:.1} %)", class.games))?;
    }
    area.present()
}

fn legend(area: &Area<'_>, merged: bool) -> Drawn {
    let [won, lost] = if merged { ["won", "lost"] } else { ["White wins", "Black wins"] };
    let entries = [(won, WHITE_WINS), ("draws", DRAWS), (lost, BLACK_WINS), ("other", UNKNOWN)];
    for ((name, color), at) in entries.into_iter().zip([400, 510, 590, 700]) {
        block(area, (at, 38), (at + 12, 50), color)?;
        write(area, at + 18, 37, 15, name)?;
    }
    Ok(())
}

/// The bar of a class in four parts; returns where it ends.
fn bar(
    area: &Area<'_>,
    class: &Class,
    most: u64,
    top: i32,
) -> Result<i32, DrawingAreaErrorKind<std::io::Error>> {
    let length = |games: u64| {
        let room = u64::from((BARS.1 - BARS.0).unsigned_abs());
        BARS.0 + i32::try_from(games * room / most).expect("no longer than the room")
    };
    let known = class.white + class.draws + class.black;
    let parts = [
        (class.white, WHITE_WINS),
        (class.draws, DRAWS),
        (class.black, BLACK_WINS),
        (class.games.saturating_sub(known), UNKNOWN),
    ];
    let mut games = 0;
    for (part, color) in parts {
        let from = length(games);
        games += part;
        if part > 0 {
            block(area, (from, top + 3), (length(games), top + ROW as i32 - 3), color)?;
        }
    }
    Ok(length(games))
}

/// A filled rectangle with a thin line around it.
fn block(area: &Area<'_>, from: (i32, i32), to: (i32, i32), color: RGBColor) -> Drawn {
    area.draw(&Rectangle::new([from, to], color.filled()))?;
    area.draw(&Rectangle::new([from, to], LINE))
}

fn write(area: &Area<'_>, x: i32, y: i32, size: i32, text: &str) -> Drawn {
    area.draw(&Text::new(text.to_owned(), (x, y), ("sans-serif", size).into_font().color(&BLACK)))
}
