//! Whatever a tag holds comes out as text.

use crate::Test;
use crate::chromium::Chromium;
use crate::usage::sample;

pub const TESTS: &[Test] = &[
    ("hostile_tags_come_out_as_text", hostile_tags),
    ("latin_1_and_digits_9_are_read", latin_1_and_nines),
    ("castling_and_clocks_stay_in_the_fen", castling),
];

const HOSTILE: [&str; 9] = [
    "<script>window.caught = 1</script>",
    "</script><script>window.caught = 2</script>",
    "<!--<script>",
    "\"]};window.caught = 3;//",
    "<img src=x onerror=\"window.caught = 4\">",
    "javascript:window.caught = 5",
    "{{script}} ${window.caught = 6}",
    "&lt;b&gt; &#60;script&#62;",
    "\u{2028}window.caught = 7\u{2029}",
];

/// A brace would end the comment.
fn commented(text: &str) -> String {
    text.replace(['{', '}'], "")
}

fn hostile_tags(chromium: &Chromium) {
    let escaped = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let pgn: String = HOSTILE
        .iter()
        .map(|text| {
            let (text, comment) = (escaped(text), commented(text));
            format!(
                "[Event \"{text}\"]\n[White \"{text}\"]\n[Result \"1-0\"]\n\
                 [FEN \"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\"]\n\n{{{comment}}} 1-0\n\n"
            )
        })
        .collect();
    let line = "--reference |{White} {Event}| --title |</title><script>window.caught = 8</script>|";
    let page = chromium.open(pgn.as_bytes(), line);
    assert_eq!(page.shown("h1"), "</title><script>window.caught = 8</script>");
    for text in HOSTILE {
        page.wait_for_record();
        let line = text.replace(['\u{2028}', '\u{2029}'], " ").trim().to_owned();
        assert_eq!(page.shown("#reference"), format!("{line} {line}"));
        assert_eq!(page.shown("#tags dd"), text);
        let line = commented(text).replace(['\u{2028}', '\u{2029}'], " ").trim().to_owned();
        assert_eq!(page.shown("#solution"), format!("{line} 1-0"));
        page.press("j");
    }
    page.search("<script>");
    page.value("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(page.value("window.caught === undefined"), true);
    assert_eq!(page.value("document.querySelectorAll('img, b, iframe').length"), 0);
    assert_eq!(page.value("document.querySelectorAll('main script, #print script').length"), 0);
}

fn latin_1_and_nines(chromium: &Chromium) {
    let page = chromium.open(&sample("database.pgn"), "");
    assert_eq!(page.search("garcia"), "1 of 25 entries");
    page.wait_for_record();
    assert!(page.shown("#tags").contains("Ajedrez del Sur"));
    // Three knights have no number in the code.
    assert_eq!(page.search("KNNNvK"), "1 of 25 entries");
    assert_eq!(page.shown("#gbr"), "e1e4 0009.00 b1f1g1 4/1+.");
    assert_eq!(page.value("document.querySelectorAll('#diagram use').length"), 5);
    assert_eq!(page.search("KNNNNvK"), "0 of 25 entries");
    page.click("#both");
    assert_eq!(page.search("KvKNNN"), "1 of 25 entries");
}

fn castling(chromium: &Chromium) {
    let pgn = b"[White \"A\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20\"]\n\n*\n";
    let page = chromium.open(pgn, "");
    page.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    page.click("#copy-fen");
    page.wait("window.copied !== undefined");
    assert_eq!(page.text("window.copied"), "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20");
    assert_eq!(page.shown("#solution"), "The record has no moves.");
    // Glyphs are signs among the moves, and text in a comment.
    let pgn = b"[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra8+ $1 {costs $5}\nKd7 ; $2 or so\n2. Ra1 *\n";
    let page = chromium.open(pgn, "");
    page.wait_for_record();
    assert_eq!(page.shown("#solution"), "1. Ra8+! costs $5 1... Kd7 $2 or so 2. Ra1 ");
}
