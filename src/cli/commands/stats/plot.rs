//! The statistics as a picture: a bar for each class, in shades that print, above an axis.

use super::table::percent;
use super::tally::{Class, ClassTally};
use crate::diagram::escaped;
use crate::gbr::Code;
use indicatif::HumanCount;
use std::fmt::Write;

const WIDTH: u32 = 1000;
const ROW: u32 = 28;
/// What is above the first bar, and what is below the last one.
const HEAD: u32 = 128;
const FOOT: u32 = 54;

/// Where columns begin, or where they end for numbers.
const CODE: u32 = 24;
const CLASS: u32 = 92;
const BARS: (u32, u32) = (396, 756);
const NUMBERS: [(u32, &str); 3] = [(828, "games"), (896, "share"), (976, "mean plies")];

/// Letters of a name that fit on one line, and on each of two lines in small print.
const NAME: usize = 46;
const HALF: usize = 54;

const SMALL: &str = " font-size=\"11\"";

/// Of more classes there is no picture.
const MOST: usize = 2000;

/// White paper, two greys that every printer tells apart, and lines for what is not known.
const SHADES: [&str; 4] = ["#fff", "#b5b5b5", "#3a3a3a", "url(#lines)"];

/// What stands above the bars.
pub struct Heading {
    pub title: String,
    pub about: String,
}

/// Draws the classes as SVG.
pub fn svg(tally: &ClassTally, ranking: &[(Code, Class)], heading: &Heading) -> String {
    let ranking = &ranking[..ranking.len().min(MOST)];
    let axis = Axis::to(ranking.iter().map(|(_, class)| class.games).max().unwrap_or(1));
    let rows = u32::try_from(ranking.len()).unwrap_or(u32::MAX);
    let height = HEAD + rows * ROW + FOOT;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" \
         font-size=\"13\">\n<title>{0}</title>\n<defs><pattern id=\"lines\" width=\"5\" height=\"5\" \
         patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><rect width=\"5\" height=\"5\" fill=\"#fff\"/>\
         <path d=\"M0 0v5\" stroke=\"#000\"/></pattern></defs>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{CODE}\" y=\"36\" font-size=\"22\">{0}</text>\n<text x=\"{CODE}\" y=\"58\" fill=\"#444\">{1}</text>\n",
        escaped(&heading.title),
        escaped(&heading.about),
    );
    legend(tally.merged, &mut svg);
    heads(&mut svg);
    axis.draw(rows, &mut svg);
    for ((code, class), row) in ranking.iter().zip(0..) {
        let top = HEAD + row * ROW;
        name(*code, top, &mut svg);
        bar(class, &axis, top, &mut svg);
        numbers(tally, class, top, &mut svg);
    }
    svg + "</svg>\n"
}

fn put(x: u32, y: u32, more: &str, text: &str, svg: &mut String) {
    // Writing to memory cannot fail.
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\"{more}>{}</text>", escaped(text));
}

fn legend(merged: bool, svg: &mut String) {
    let [won, lost] = if merged { ["won", "lost"] } else { ["White wins", "Black wins"] };
    let names = [won, "draws", lost, "no result"];
    for ((name, shade), x) in names.into_iter().zip(SHADES).zip((BARS.0..).step_by(104)) {
        block((x, 72), (x + 14, 86), shade, svg);
        put(x + 20, 84, "", name, svg);
    }
}

fn heads(svg: &mut String) {
    let y = HEAD - 12;
    put(CODE, y, " font-weight=\"bold\"", "code", svg);
    put(CLASS, y, " font-weight=\"bold\"", "class", svg);
    for (end, name) in NUMBERS {
        put(end, y, " font-weight=\"bold\" text-anchor=\"end\"", name, svg);
    }
}

/// In words on one line or two, or in letters where those are too many.
fn name(code: Code, top: u32, svg: &mut String) {
    put(CODE, top + 18, "", &code.to_string(), svg);
    let words = code.words().to_string();
    let (white, black) = words.split_once(" v ").unwrap_or((&words, ""));
    if words.len() <= NAME {
        put(CLASS, top + 18, "", &words, svg);
    } else if white.len().max(black.len() + 2) <= HALF {
        put(CLASS, top + 12, SMALL, white, svg);
        put(CLASS, top + 24, SMALL, &format!("v {black}"), svg);
    } else {
        put(CLASS, top + 18, "", &format!("{:#}", code.words()), svg);
    }
}

/// The bar of a class in four parts.
fn bar(class: &Class, axis: &Axis, top: u32, svg: &mut String) {
    let known = class.white + class.draws + class.black;
    let parts = [class.white, class.draws, class.black, class.games.saturating_sub(known)];
    let mut games = 0;
    for (part, shade) in parts.into_iter().zip(SHADES) {
        let from = axis.place(games);
        games += part;
        if part > 0 {
            block((from, top + 5), (axis.place(games), top + ROW - 5), shade, svg);
        }
    }
}

fn numbers(tally: &ClassTally, class: &Class, top: u32, svg: &mut String) {
    let plies = class.mean_plies().map_or_else(|| "–".into(), |plies| format!("{plies:.1}"));
    let texts = [HumanCount(class.games).to_string(), percent(tally.share(class), 1), plies];
    for ((end, _), text) in NUMBERS.into_iter().zip(texts) {
        put(end, top + 18, " text-anchor=\"end\"", &text, svg);
    }
}

/// A filled rectangle with a thin line around it.
fn block(from: (u32, u32), to: (u32, u32), shade: &str, svg: &mut String) {
    let (width, height) = (to.0 - from.0, to.1 - from.1);
    let _ = writeln!(
        svg,
        "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"{shade}\" stroke=\"#000\" \
         stroke-width=\".8\"/>",
        from.0, from.1
    );
}

/// How many games are how far from the left.
struct Axis {
    /// From mark to mark.
    step: u64,
    end: u64,
}

impl Axis {
    /// Round numbers up to the first that is not less than `most`.
    fn to(most: u64) -> Axis {
        let rounds = (0..19).flat_map(|zeros| [1, 2, 5].map(|digit| digit * 10_u64.pow(zeros)));
        let step = rounds.into_iter().find(|step| most.div_ceil(*step) <= 6).unwrap_or(most.max(1));
        Axis { step, end: most.div_ceil(step).max(1).saturating_mul(step) }
    }

    fn place(&self, games: u64) -> u32 {
        let room = u128::from(BARS.1 - BARS.0);
        let along = u128::from(games) * room / u128::from(self.end);
        BARS.0 + u32::try_from(along).expect("no longer than the room")
    }

    /// Thin lines behind the bars, and their numbers below.
    fn draw(&self, rows: u32, svg: &mut String) {
        let foot = HEAD + rows * ROW + 4;
        for games in (0..=self.end / self.step).map(|mark| mark * self.step) {
            let x = self.place(games);
            let _ = writeln!(svg, "<path d=\"M{x} {HEAD}V{foot}\" stroke=\"#ccc\"/>");
            let label = HumanCount(games).to_string();
            put(
                x,
                foot + 16,
                " text-anchor=\"middle\" fill=\"#444\" font-size=\"12\"",
                &label,
                svg,
            );
        }
        let (from, to) = BARS;
        let _ = writeln!(svg, "<path d=\"M{from} {foot}H{to}\" stroke=\"#000\"/>");
        put(
            u32::midpoint(from, to),
            foot + 36,
            " text-anchor=\"middle\" fill=\"#444\"",
            "games",
            svg,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_ends_with_a_round_number_and_has_few_marks() {
        for (most, step, end) in
            [(0, 1, 1), (1, 1, 1), (6, 1, 6), (7, 2, 8), (42, 10, 50), (1_234, 500, 1_500)]
        {
            let axis = Axis::to(most);
            assert_eq!((axis.step, axis.end), (step, end), "{most}");
            assert_eq!((axis.place(0), axis.place(end)), BARS);
        }
        assert!(Axis::to(u64::MAX).end >= u64::MAX / 2);
    }
}
