//! The directory as one page for the browser, with all that it needs inside.
//!
//! Entries and records lie in the page as compressed JSON in base 64, which no text can end or
//! escape from; the program of the page puts text into the document as text only.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use gbr_pgn::diagram::PIECES;
use gbr_pgn::directory::{Directory, Entry};
use gbr_pgn::fen::says_more_than_gbr;
use gbr_pgn::gbr::Code;
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use std::collections::{BTreeSet, HashMap};
use std::io::{self, Write};

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// Each needs the ones before it.
const SCRIPTS: [&str; 7] = [
    include_str!("page/pattern.js"),
    include_str!("page/position.js"),
    include_str!("page/data.js"),
    include_str!("page/search.js"),
    include_str!("page/diagram.js"),
    include_str!("page/list.js"),
    include_str!("page/page.js"),
];

/// How many records are compressed together: enough to be small, few enough to be unpacked at once.
const BLOCK: usize = 256;

/// Stands for the FEN in a record.
const MARK: &str = "\u{1}";

/// Writes the page.
pub fn write(directory: &Directory, title: &str) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = PAGE;
    while let Some((before, (name, behind))) =
        rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        out.extend_from_slice(before.as_bytes());
        match name {
            "title" => out.extend_from_slice(escaped(title).as_bytes()),
            "style" => out.extend_from_slice(STYLE.trim_end().as_bytes()),
            "pieces" => out.extend_from_slice(PIECES.trim_end().as_bytes()),
            "script" => out.extend_from_slice(SCRIPTS.join("\n").trim_end().as_bytes()),
            "index" => out.extend_from_slice(packed(&index(directory))?.as_bytes()),
            _ => write_records(directory.entries(), &mut out)?,
        }
        rest = behind;
    }
    out.extend_from_slice(rest.as_bytes());
    Ok(out)
}

fn write_records(entries: &[Entry], out: &mut Vec<u8>) -> io::Result<()> {
    for (number, block) in entries.chunks(BLOCK).enumerate() {
        let packed = packed(&block.iter().map(record).collect())?;
        writeln!(out, "<script type=\"text/plain\" id=\"r{number}\">{packed}</script>")?;
    }
    Ok(())
}

/// Tags and moves. The FEN, which the page knows and which does not compress, is left out of the
/// tags: a number behind them says so.
fn record(entry: &Entry) -> Value {
    let [head, moves] = &entry.record;
    if head.contains(MARK) || !head.contains(&entry.fen) {
        return json!([head, moves]);
    }
    json!([head.replace(&entry.fen, MARK), moves, 1])
}

/// What the list and the search need, by columns: they compress better than rows.
fn index(directory: &Directory) -> Value {
    let entries = directory.entries();
    let join = |text: fn(&Entry) -> String| entries.iter().map(text).collect::<Vec<_>>().join("\n");
    let (composers, composer) = names(entries);
    let codes: BTreeSet<Code> = entries.iter().map(|entry| entry.position.code()).collect();
    let class = |code: &Code| (code.to_string(), code.words().to_string());
    json!({
        "positions": join(|entry| entry.position.to_string()),
        "references": join(|entry| entry.reference.clone()),
        "composers": composers,
        "composer": composer,
        "fens": fens(entries),
        "classes": codes.iter().map(class).collect::<Vec<_>>(),
        "block": BLOCK,
    })
}

/// Each name once, and the number of its name for each entry.
fn names<'a>(entries: &'a [Entry]) -> (Vec<&'a str>, Vec<usize>) {
    let mut names = Vec::new();
    let mut known = HashMap::new();
    let number = |entry: &'a Entry| {
        let name = entry.composers.as_str();
        *known.entry(name).or_insert_with(|| {
            names.push(name);
            names.len() - 1
        })
    };
    let numbers = entries.iter().map(number).collect();
    (names, numbers)
}

/// The FENs that cannot be made from the notation: they say more, or a digit 9 says less.
fn fens(entries: &[Entry]) -> Value {
    let is_needed = |entry: &Entry| {
        let says_more = |fen: Fen| says_more_than_gbr(fen.as_setup());
        entry.position.code().has_nine() || entry.fen.parse().is_ok_and(says_more)
    };
    let needed = entries.iter().enumerate().filter(|(_, entry)| is_needed(entry));
    needed.map(|(number, entry)| (number.to_string(), Value::from(entry.fen.as_str()))).collect()
}

/// Compressed, in letters that mean nothing to HTML.
fn packed(value: &Value) -> io::Result<String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    serde_json::to_writer(&mut encoder, value)?;
    Ok(STANDARD.encode(encoder.finish()?))
}

/// Text in which nothing is a mark.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_of_the_page_is_filled() {
        let page = write(&Directory::default(), "{{script}} <b>").unwrap();
        let text = String::from_utf8(page).unwrap();
        assert_eq!(text.matches("{{").count(), 2, "the title, twice");
        assert!(text.contains("<title>{{script}} &lt;b&gt;</title>"), "{text}");
        assert!(text.contains("class Page {") && text.contains("<g id=\"wK\""));
    }

    #[test]
    fn no_script_ends_before_its_end() {
        assert!(!SCRIPTS.join("").contains("</") && !STYLE.contains("</"));
    }
}
