//! The directory as one page for the browser, with all that it needs inside.
//!
//! Entries and records lie in the page as compressed JSON, in letters that no text can end or
//! escape from; the program of the page puts text into the document as text only.

use super::pack::pack;
use super::{Directory, Entry, page_index};
use crate::diagram::PIECES;
use crate::text::json_text::{self, append_list};
use memchr::memmem;
use std::borrow::Cow;
use std::io::{self, Write};
use std::thread;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// Parts of it that stand in other pages as well.
const FORM: &str = include_str!("page/form.html");
const ENTRIES: &str = include_str!("page/entries.html");
const KEYS: &str = include_str!("page/keys.html");

/// Each needs the ones before it.
const SCRIPTS: [&str; 17] = [
    include_str!("page/pattern.js"),
    include_str!("page/position.js"),
    include_str!("page/data.js"),
    include_str!("page/comment.js"),
    include_str!("page/playback.js"),
    include_str!("page/fen.js"),
    include_str!("page/words.js"),
    include_str!("page/search.js"),
    include_str!("page/diagram.js"),
    include_str!("page/list.js"),
    include_str!("page/moves.js"),
    include_str!("page/people.js"),
    include_str!("page/address.js"),
    include_str!("page/clipboard.js"),
    include_str!("page/theme.js"),
    include_str!("page/page.js"),
    include_str!("page/begin.js"),
];

/// How many records are compressed together: enough to be small, few enough to be unpacked at once.
pub(super) const BLOCK: usize = 256;

/// How many parts of a FEN have slashes between them.
const RANKS: usize = 8;

/// Stands for the FEN in a record.
const MARK: &str = "\u{1}";

impl Directory {
    /// One page for the browser with search and a board that plays, which needs nothing from anywhere else. It is packed on so many
    /// threads, with 0 on the caller's; the page does not depend on that.
    ///
    /// # Errors
    ///
    /// Returns why the data cannot be packed.
    pub fn to_html(&self, title: &str, threads: usize) -> io::Result<Vec<u8>> {
        write(self, title, threads)
    }

    /// What the list and the search of the page are made of, as JSON; for a page that has its scripts, and gets its data otherwise.
    #[must_use]
    pub fn to_index_json(&self) -> Vec<u8> {
        page_index::json(self)
    }

    /// The records of the page in their blocks, as JSON: what its scripts ask for by the number of the block.
    pub fn to_record_jsons(&self) -> impl Iterator<Item = Vec<u8>> {
        self.entries().chunks(BLOCK).map(records)
    }
}

fn write(directory: &Directory, title: &str, threads: usize) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = PAGE;
    while let Some((before, (name, behind))) =
        rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        out.extend_from_slice(before.as_bytes());
        match name {
            "title" => out.extend_from_slice(escaped(title).as_bytes()),
            "form" => out.extend_from_slice(FORM.trim_end().as_bytes()),
            "entries" => out.extend_from_slice(ENTRIES.trim_end().as_bytes()),
            "keys" => out.extend_from_slice(KEYS.trim_end().as_bytes()),
            "style" => out.extend_from_slice(STYLE.trim_end().as_bytes()),
            "pieces" => out.extend_from_slice(PIECES.trim_end().as_bytes()),
            "script" => out.extend_from_slice(SCRIPTS.join("\n").trim_end().as_bytes()),
            "index" => out.extend_from_slice(pack(&directory.to_index_json())?.as_bytes()),
            _ => write_records(directory.entries(), threads, &mut out)?,
        }
        rest = behind;
    }
    out.extend_from_slice(rest.as_bytes());
    Ok(out)
}

fn write_records(entries: &[Entry], threads: usize, out: &mut Vec<u8>) -> io::Result<()> {
    for (number, packed) in packed_blocks(entries, threads)?.iter().enumerate() {
        writeln!(out, "<script type=\"text/plain\" id=\"r{number}\">{packed}</script>")?;
    }
    Ok(())
}

/// All blocks in order. Most of the time goes into compressing, so that each thread does its share; not every system has threads.
fn packed_blocks(entries: &[Entry], threads: usize) -> io::Result<Vec<String>> {
    let pack_all = |share: &[Entry]| -> io::Result<Vec<String>> {
        share.chunks(BLOCK).map(|block| pack(&records(block))).collect()
    };
    if threads == 0 {
        return pack_all(entries);
    }
    let share = entries.len().div_ceil(BLOCK).div_ceil(threads).max(1) * BLOCK;
    thread::scope(|scope| {
        let shares = entries.chunks(share).map(|share| scope.spawn(move || pack_all(share)));
        let shares: Vec<_> = shares.collect();
        let mut blocks = Vec::new();
        for share in shares {
            blocks.append(&mut share.join().expect("packing does not panic")?);
        }
        Ok(blocks)
    })
}

/// All tags, all moves, and for which records the FEN was left out of the tags: the page knows it,
/// and it hardly compresses.
fn records(entries: &[Entry]) -> Vec<u8> {
    let heads: Vec<(Cow<'_, str>, u8)> = entries.iter().map(head).collect();
    let moves = entries.iter().map(|entry| entry.record[1].as_str());
    let plays = entries.iter().map(|entry| entry.playback.as_str());
    let mut out = b"[".to_vec();
    append_list(&heads, |(head, _), out| json_text::append(head, out), &mut out);
    out.push(b',');
    append_list(moves, json_text::append, &mut out);
    out.push(b',');
    append_list(&heads, |(_, is_marked), out| out.push(b'0' + is_marked), &mut out);
    out.push(b',');
    append_list(plays, json_text::append, &mut out);
    out.push(b']');
    out
}

/// The tags of a record, and 1 where a mark stands for the FEN.
fn head(entry: &Entry) -> (Cow<'_, str>, u8) {
    let head = entry.record[0].as_str();
    if head.contains(MARK) || !has_fen(head, &entry.fen) {
        return (head.into(), 0);
    }
    (head.replace(&entry.fen, MARK).into(), 1)
}

/// Whether the tags have this FEN. Where they have not as many slashes as one has, nobody needs to prepare a search for it.
fn has_fen(head: &str, fen: &str) -> bool {
    let slashes = memchr::memchr_iter(b'/', head.as_bytes()).count();
    slashes >= RANKS - 1 && memmem::find(head.as_bytes(), fen.as_bytes()).is_some()
}

/// Text in which nothing is a mark.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Job;
    use crate::column::At;
    use crate::directory::{Entries, EntryCollector, EntryDetail, Rule, Template};
    use crate::format::Pgn;

    #[test]
    fn every_place_of_the_page_is_filled() {
        let page = write(&Directory::default(), "{{script}} <b>", 1).unwrap();
        let text = String::from_utf8(page).unwrap();
        assert_eq!(text.matches("{{").count(), 2, "the title, twice");
        assert!(text.contains("<title>{{script}} &lt;b&gt;</title>"), "{text}");
        assert!(text.contains("class Page {") && text.contains("<g id=\"wK\""));
    }

    #[test]
    fn no_script_ends_before_its_end() {
        assert!(!SCRIPTS.join("").contains("</") && !STYLE.contains("</"));
    }

    #[test]
    fn the_page_does_not_depend_on_threads() {
        let pgn = "[Event \"a\"]\n\n1. e4 *\n\n".repeat(3 * BLOCK + 1);
        let rule = Rule { at: At::Start, template: Template::default(), before: 0 };
        let collector = EntryCollector { rule, detail: EntryDetail::Record, judge: None };
        let mut found = Entries::default();
        let run = Job::collect(&Pgn, collector).run(pgn.as_bytes(), |done| {
            found.append(&mut done.out);
            Ok::<_, io::Error>(())
        });
        assert!(run.is_ok());
        let directory = Directory::new(found.entries);
        let page = directory.to_html("a", 0).unwrap();
        assert!([1, 2, 7].iter().all(|&threads| directory.to_html("a", threads).unwrap() == page));
        assert_eq!(directory.to_record_jsons().count(), 4);
    }
}
