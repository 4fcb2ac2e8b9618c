//! The look-up directory: code, kings and reference, in columns.

use super::BookPart;
use super::extent::{broken, extent};
use super::leaf::{self, LeafChapter};
use super::paper::Paper;
use super::quoted::text;
use crate::directory::text::block::{Paragraph, leading_digits};
use crate::directory::{Directory, Entry, classes};
use crate::gbr::Code;

/// The room for `0116.00 a7d3`, which the style sheet has too.
const CAPTION: u32 = 780;

/// A class with fewer entries has no heading: the code of each says enough.
const CLASS: usize = 3;

/// How references are set.
struct Setting {
    /// The width of a column.
    width: u32,
    /// The digits of the longest number, where all references begin with one.
    digits: usize,
}

/// The directory on its pages.
pub fn part(directory: &Directory, paper: Paper) -> BookPart {
    let mut part = BookPart::new("directory", "Look-up directory");
    let (columns, setting) = setting(directory.entries(), paper);
    let chapter = |(section, entries): (crate::directory::Section, &[Entry])| LeafChapter {
        title: format!("{} ({})", section.title(), entries.len()),
        blocks: blocks(entries, &setting),
    };
    let chapters: Vec<LeafChapter<Code>> = directory.sections().map(chapter).collect();
    for page in leaf::pages(&chapters, columns as usize, paper.lines()) {
        let body: String = page.iter().map(leaf::LeafPart::html).collect();
        let codes: Vec<String> = page.iter().map(|it| it.range(Code::to_string)).collect();
        let titles: Vec<&str> = page.iter().map(|it| it.chapter.title.as_str()).collect();
        let titles = titles.iter().map(|title| title.split(" (").next().unwrap_or_default());
        let above = titles.collect::<Vec<_>>().join(", ");
        part.leaf(&format!("lines c{columns}"), [&above, &codes.join(", ")], &body);
    }
    part
}

/// As many columns as four in five entries fit into.
fn setting(entries: &[Entry], paper: Paper) -> (u32, Setting) {
    let digits = entries.iter().map(|entry| leading_digits(&entry.reference));
    let digits = digits.collect::<Option<Vec<usize>>>();
    let digits = digits.and_then(|all| all.into_iter().max()).unwrap_or(0);
    let fitting = |columns: &u32| {
        let room = paper.column(*columns).saturating_sub(CAPTION);
        let fits = |entry: &&Entry| extent(&entry.reference) <= room;
        entries.iter().filter(fits).count() * 5 >= entries.len() * 4
    };
    let columns = (2..=4).take_while(fitting).last().unwrap_or(1);
    (columns, Setting { width: paper.column(columns), digits })
}

fn blocks(entries: &[Entry], setting: &Setting) -> Vec<Paragraph> {
    let mut blocks = Vec::new();
    let mut is_below_heading = false;
    for (code, entries) in classes(entries) {
        let has_heading = entries.len() >= CLASS;
        if has_heading {
            blocks.push(heading(code, entries.len(), setting));
        }
        for (index, entry) in entries.iter().enumerate() {
            // What has no heading does not belong to the one above.
            let has_gap = is_below_heading && !has_heading && index == 0;
            blocks.push(Paragraph { has_gap, ..line(entry, setting) });
        }
        is_below_heading = has_heading;
    }
    blocks
}

/// In words, or in letters where those would take many lines.
fn heading(code: Code, count: usize, setting: &Setting) -> Paragraph {
    let set = |name: String| broken(&format!("{name} ({count})"), setting.width, setting.width);
    let in_words = set(code.words().to_string());
    let lines = if in_words.len() <= 2 { in_words } else { set(format!("{:#}", code.words())) };
    let lines = lines.iter().map(|line| format!("<i>{}</i>", text(line))).collect();
    Paragraph { key: code, lines, is_heading: true, has_gap: true }
}

fn line(entry: &Entry, setting: &Setting) -> Paragraph {
    let (code, kings) = (entry.position.code(), entry.position.kings());
    let digits = leading_digits(&entry.reference).filter(|_| setting.digits > 0).unwrap_or(0);
    let (number, rest) = entry.reference.split_at(digits);
    let room = setting.width.saturating_sub(CAPTION);
    let taken =
        if setting.digits == 0 { 0 } else { extent(&"0".repeat(setting.digits)) + extent(" ") };
    let mut parts = broken(rest.trim_start(), room.saturating_sub(taken), room).into_iter();
    let number = match setting.digits {
        0 => String::new(),
        // Numbers stand below one another.
        digits => format!("<span class=\"number\" style=\"width:{digits}ch\">{number}</span> "),
    };
    let first = text(&parts.next().unwrap_or_default());
    let first = format!(
        "<a href=\"#n{}\"><span class=\"code\">{code} {kings}</span> {number}{first}</a>",
        entry.number
    );
    let more = parts.map(|part| format!("<span class=\"more\">{}</span>", text(&part)));
    let lines = std::iter::once(first).chain(more).collect();
    Paragraph { key: code, lines, is_heading: false, has_gap: false }
}
