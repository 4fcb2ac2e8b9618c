//! What stands below a diagram.

use super::extent::cut;
use super::person::people;
use super::quoted::{plain, text};
use crate::directory::Entry;
use crate::gbr::Claim;
use shakmaty::Color;

/// How many lines of which width a caption may take. What is longer is cut: it would push the others off
/// their places, and the index has all of the name.
#[derive(Clone, Copy)]
pub struct CaptionRoom {
    pub lines: usize,
    pub width: u32,
}

/// The composers or players, as people write them.
fn names(entry: &Entry) -> String {
    let opponents: Vec<String> =
        entry.credit.opponent.split("; ").filter(|it| !it.is_empty()).map(str::to_owned).collect();
    let sides = [people(&entry.credit.composers), people(&opponents)];
    let sides: Vec<String> = sides.into_iter().filter(|side| !side.is_empty()).collect();
    plain(&sides.join(" – "))
}

/// Names and year, for the beginning of a solution.
pub fn byline(entry: &Entry) -> String {
    let parts = [names(entry), entry.credit.year.clone()];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let parts = parts.join(", ");
    if parts.is_empty() { parts } else { format!("{parts}.") }
}

/// Source, number, year and award: `Rigaer Tageblatt No. 4, 1895; 1st prize`.
fn origin(entry: &Entry) -> String {
    let credit = &entry.credit;
    let diagram = match credit.diagram.as_str() {
        "" => String::new(),
        number => format!("No. {number}"),
    };
    let join = |parts: [&str; 2], between: &str| -> String {
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(between)
    };
    let place = join([&credit.source, &diagram], " ");
    plain(&join([&join([&place, &credit.year], ", "), &credit.award], "; "))
}

/// `Win`, or who is to move where nothing is claimed or it is not White.
pub fn stipulation(entry: &Entry) -> String {
    let indicator = entry.position.indicator();
    let claim = indicator.claim.map(|claim| match claim {
        Claim::Win => "Win",
        Claim::Draw => "Draw",
    });
    let turn = match indicator.turn_or_white() {
        Color::White => "White to move",
        Color::Black => "Black to move",
    };
    match (claim, indicator.turn_or_white()) {
        (Some(claim), Color::White) => claim.to_owned(),
        (Some(claim), Color::Black) => format!("{claim}, Black to move"),
        (None, _) => turn.to_owned(),
    }
}

/// The caption of an entry.
pub fn caption(entry: &Entry, room: CaptionRoom) -> String {
    // Two lines are for the code and the stipulation, a third of the others for the source.
    let lines = room.lines.saturating_sub(2);
    let third = lines.div_ceil(3);
    let (number, origin) = (entry.number, cut(&origin(entry), third, room.width));
    let names = cut(&format!("{number} {}", names(entry)), lines - third, room.width);
    let names = text(names.strip_prefix(&number.to_string()).unwrap_or(&names).trim_start());
    let origin = if origin.is_empty() { origin } else { format!("<i>{}</i><br>", text(&origin)) };
    let (code, kings) = (entry.position.code(), entry.position.kings());
    format!(
        "<figcaption><b>{number}</b> {names}<br>{origin}\
         <span class=\"code\">{code} {kings}</span> {}</figcaption>",
        stipulation(entry)
    )
}
