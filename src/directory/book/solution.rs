//! The moves in print: the main line in bold letters, variations in brackets, comments as text.
//!
//! In come the items of a playback; see there for what they mean.

use super::BookPart;
use super::caption::byline;
use super::items::ItemReader;
use super::quoted::text;
use super::signs::{said, sign};
use crate::directory::Entry;

/// All solutions, in the order of the studies; none where no study has moves.
pub fn part(entries: &[Entry]) -> Option<BookPart> {
    let mut entries: Vec<&Entry> = entries.iter().collect();
    entries.sort_unstable_by_key(|entry| entry.number);
    let solutions: Vec<String> = entries.iter().filter_map(|entry| paragraph(entry)).collect();
    if solutions.is_empty() {
        return None;
    }
    let mut part = BookPart::new("solutions", "Solutions");
    part.flow("solutions", &format!("<div class=\"text\">\n{}</div>\n", solutions.concat()));
    Some(part)
}

fn paragraph(entry: &Entry) -> Option<String> {
    let (number, by, moves) = (entry.number, text(&byline(entry)), moves(entry)?);
    let by = if by.is_empty() { by } else { format!("<i>{by}</i> ") };
    Some(format!("<p><a href=\"#n{number}\" class=\"no\">{number}</a> {by}{moves}</p>\n"))
}

/// The moves of an entry as HTML; none where it has none.
pub fn moves(entry: &Entry) -> Option<String> {
    let items = entry.playback.as_str();
    let has_words = entry.record[1].contains(char::is_alphabetic);
    if items.is_empty() || items == "?" && !has_words {
        return None;
    }
    let (fen, home, items) = head(items).unwrap_or((&entry.fen, 0, items));
    let mut reader = ItemReader::new(items, &entry.record[1]);
    let mut print = Print { first: first_ply(fen), home, ..Print::default() };
    while let Some(letter) = reader.letter() {
        print.item(letter, &mut reader);
    }
    print.end(&reader);
    Some(print.out)
}

/// Where the moves start, if that is not the diagram, and which of them leads to it: `@fen,2;`.
fn head(items: &str) -> Option<(&str, usize, &str)> {
    let (head, rest) = items.strip_prefix('@')?.split_once(';')?;
    let (fen, home) = head.split_once(',')?;
    Some((fen, home.parse().ok()?, rest))
}

/// Half-moves before a position, as its FEN counts them: 2 before the first of White.
fn first_ply(fen: &str) -> u32 {
    let mut fields = fen.split(' ').skip(1);
    let is_black = fields.next() == Some("b");
    let full = fields.last().and_then(|full| full.parse().ok()).unwrap_or(1).clamp(1, 1 << 20);
    2 * full + u32::from(is_black)
}

/// A line that is printed: half-moves since the start, and how many there were when it began.
#[derive(Clone, Copy, Default)]
struct MoveLine {
    ply: u32,
    begin: u32,
}

/// What is printed so far.
#[derive(Default)]
struct Print {
    out: String,
    first: u32,
    /// Which move leads to the diagram, if one does.
    home: usize,
    count: usize,
    line: MoveLine,
    waiting: Vec<MoveLine>,
    /// Whether the next thing follows without a blank.
    is_glued: bool,
    /// Whether a move of Black has its number already.
    is_numbered: bool,
    has_ended: bool,
}

impl Print {
    fn item(&mut self, letter: char, reader: &mut ItemReader) {
        match letter {
            'm' | 'n' | 'x' => self.played(letter, reader),
            // What tables say of it is for the page that plays.
            'v' => reader.pass_letters(2),
            '(' => self.open(),
            ')' => self.close(),
            '{' => {
                let said = said(&reader.word());
                if !said.is_empty() {
                    self.put(&text(&said));
                    self.is_numbered = false;
                }
            }
            '$' => {
                let (written, number) = (reader.word(), reader.number());
                self.glyph(sign(&written, number));
            }
            '!' => self.fault(reader),
            _ => {
                self.put("<i>No move can be played from this position.</i>");
                self.has_ended = true;
                self.put(&text(&reader.rest()));
            }
        }
    }

    fn put(&mut self, html: &str) {
        if !self.is_glued && !self.out.is_empty() {
            self.out.push(' ');
        }
        self.is_glued = false;
        self.out += html;
    }

    fn put_of_line(&mut self, html: &str) {
        match self.waiting.is_empty() {
            true => self.put(&format!("<b>{html}</b>")),
            false => self.put(html),
        }
    }

    fn played(&mut self, letter: char, reader: &mut ItemReader) {
        let word = if letter == 'n' { reader.next_word() } else { reader.word() };
        let letters = match letter {
            'n' => 1,
            'm' => 2,
            _ => 2 * reader.number(),
        };
        reader.pass_letters(letters);
        let place = self.first + self.line.ply;
        let number = match (place % 2, self.is_numbered) {
            (0, _) => format!("{}.", place / 2),
            (_, false) => format!("{}...", place / 2),
            (_, true) => String::new(),
        };
        self.put_of_line(&format!("{number}{}", text(&word)));
        self.is_numbered = true;
        self.line.ply += 1;
        self.count += 1;
        if self.count == self.home {
            self.put("<i>(diagram)</i>");
            self.is_numbered = false;
        }
    }

    /// A judgement stands at its move, any other sign after it.
    fn glyph(&mut self, sign: &str) {
        self.is_glued = sign.chars().all(|c| matches!(c, '!' | '?'));
        self.put_of_line(&text(sign));
    }

    /// A variation stands instead of the last move of its line; where there is none, at the same place.
    fn open(&mut self) {
        let ply = self.line.ply - u32::from(self.line.ply > self.line.begin);
        self.waiting.push(self.line);
        self.line = MoveLine { ply, begin: ply };
        let bracket = if self.waiting.len() % 2 == 1 { "(" } else { "[" };
        self.put(bracket);
        (self.is_glued, self.is_numbered) = (true, false);
    }

    fn close(&mut self) {
        let bracket = if self.waiting.len() % 2 == 1 { ")" } else { "]" };
        self.is_glued = true;
        self.put(bracket);
        self.line = self.waiting.pop().unwrap_or_default();
        self.is_numbered = false;
    }

    fn fault(&mut self, reader: &mut ItemReader) {
        let passed = reader.number();
        reader.pass(passed);
        let length = reader.number();
        let said = text(&reader.own_words(length));
        self.put(&format!("<i>{said}</i>"));
        self.is_numbered = false;
        if self.waiting.is_empty() {
            self.has_ended = true;
            self.put(&text(&reader.rest()));
        }
    }

    /// The result, or whatever else is left of the text.
    fn end(&mut self, reader: &ItemReader) {
        if self.has_ended {
            return;
        }
        let rest = reader.rest();
        let results = [("1/2-1/2", "½–½"), ("1-0", "1–0"), ("0-1", "0–1")];
        let found = results
            .into_iter()
            .find_map(|(written, printed)| Some((rest.trim_end().strip_suffix(written)?, printed)));
        let (before, result) = found.unwrap_or((&rest, ""));
        if before.contains(char::is_alphabetic) {
            self.put("<i>Nothing more is played:</i>");
            self.put(&text(&rest));
        } else if !result.is_empty() {
            self.put(&format!("<span class=\"result\">{result}</span>"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Job;
    use crate::column::At;
    use crate::directory::{Entries, EntryCollector, EntryDetail, Rule, Template};
    use crate::format::Pgn;

    fn printed(at: At, pgn: &str) -> Option<String> {
        let rule = Rule { at, template: Template::default(), before: 0 };
        let job =
            Job::collect(&Pgn, EntryCollector { rule, detail: EntryDetail::Record, judge: None });
        let mut found = Entries::default();
        let add = |done: &mut crate::run::Done<Entries>| {
            found.append(&mut done.out);
            Ok::<_, std::io::Error>(())
        };
        job.run(pgn.as_bytes(), add).unwrap();
        moves(&found.entries[0])
    }

    #[test]
    fn the_main_line_is_bold_and_variations_are_in_brackets() {
        let pgn = "[Event \"é\"]\n\n1. e4! {is [%clk 1] <or> best} 1... e5 (1... c5 2. Nf3 $14 (2. Nc3) 2... d6) 2. Nf3 *\n";
        let expected = "<b>1.e4</b><b>!</b> is (or else) best <b>1...e5</b> \
                        (1...c5 2.Nf3 ⩲ [2.Nc3] 2...d6) <b>2.Nf3</b>";
        assert_eq!(printed(At::Start, pgn).unwrap(), expected);
    }

    #[test]
    fn numbers_go_on_from_the_fen() {
        let pgn = "[FEN \"8/2P5/1K6/3r4/8/8/8/k7 b - - 0 41\"]\n\n41... Rd6+ 42. Kb5 1-0\n";
        assert_eq!(
            printed(At::Start, pgn).unwrap(),
            "<b>41...Rd6+</b> <b>42.Kb5</b> <span class=\"result\">1–0</span>"
        );
    }

    #[test]
    fn a_fault_ends_its_line_and_the_rest_is_printed_as_it_is() {
        let pgn = "[Event \"x\"]\n\n1. e4 e4 2. Né3 1-0\n";
        let printed = printed(At::Start, pgn).unwrap();
        let (before, after) =
            printed.split_once("<i>Nothing more of this line is played: ").unwrap();
        assert_eq!(before, "<b>1.e4</b> ");
        assert!(after.ends_with(".</i> e4 2. Né3 1-0"), "{after}");
    }

    #[test]
    fn what_is_no_word_is_told_and_printed_as_it_is() {
        let pgn = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 <b> 1-0\n";
        let printed = printed(At::Start, pgn).unwrap();
        assert!(printed.contains("is in doubt: '&lt;' is not part of a move.</i> "), "{printed}");
        assert!(printed.ends_with(" &lt;b&gt; 1-0"), "{printed}");
    }

    #[test]
    fn what_has_no_moves_has_no_solution() {
        assert_eq!(printed(At::Start, "[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n1-0\n"), None);
        // White cannot move while Black is in check.
        assert_eq!(printed(At::Start, "[FEN \"8/8/8/1N6/8/2k5/8/K7 w - - 0 1\"]\n\n1-0\n"), None);
    }

    #[test]
    fn the_move_that_leads_to_the_diagram_is_shown() {
        let pgn = "[Event \"x\"]\n\n1. e4 (1. d4) 1... e5 2. Nf3 1-0\n";
        let expected = "<b>1.e4</b> (1.d4) <b>1...e5</b> <b>2.Nf3</b> <i>(diagram)</i> <span class=\"result\">1–0</span>";
        assert_eq!(printed(At::Final, pgn).unwrap(), expected);
    }
}
