//! The book as Chromium prints it: its pages counted, its text read back by pdftotext.

use crate::Test;
use crate::chromium::{Chromium, path};
use crate::folder::{Folder, entries_of, sample};
use std::collections::BTreeMap;
use std::process::Command;

pub const TESTS: &[Test] = &[
    ("a_book_has_every_entry_and_caption_once", sample_studies),
    ("a_large_book_has_right_numbers_and_heads", many_studies),
    ("names_of_any_script_and_length_are_printed", odd_names),
];

/// The text of each page; none where nothing can read it, which is told.
fn pages(pgn: &[u8], line: &str) -> Option<Vec<String>> {
    let folder = Folder::with("a.pgn", pgn);
    let browser = path().expect("the browser of the other tests");
    let line = format!("directory -q --layout book --browser-no-sandbox a.pgn -o a.pdf {line}");
    folder.run(&line).arg("--browser").arg(browser).assert().code(0);
    let run = Command::new("pdftotext")
        .args(["-raw", "-enc", "UTF-8"])
        .arg(folder.path("a.pdf"))
        .arg("-")
        .output();
    let Ok(run) = run else {
        println!("skipped: the text of the book (no pdftotext)");
        return None;
    };
    let text = String::from_utf8(run.stdout).unwrap();
    let pages: Vec<String> = text.split('\u{c}').map(str::to_owned).collect();
    Some(pages[..pages.len() - 1].to_vec())
}

fn is_code(word: &str) -> bool {
    word.len() == 7
        && word
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at == 4 { byte == b'.' } else { byte.is_ascii_digit() })
}

/// Lines that begin with a code and the squares of kings.
fn printed(pages: &[String]) -> Vec<String> {
    let is_square = |text: Option<&str>| {
        text.is_some_and(|it| {
            it.starts_with(char::is_alphabetic) && it.ends_with(|c: char| c.is_ascii_digit())
        })
    };
    let is_entry = |line: &&str| {
        line.get(..7).is_some_and(is_code)
            && is_square(line.get(8..10))
            && is_square(line.get(10..12))
    };
    let lines = pages.iter().flat_map(|page| page.lines());
    lines.filter(is_entry).map(|line| line.trim_end().to_owned()).collect()
}

/// The pages of a part, by the words above them.
fn part<'a>(pages: &'a [String], heads: &[&str]) -> Vec<&'a String> {
    let has_head = |page: &&String| {
        page.lines().take(3).any(|line| heads.iter().any(|head| line.starts_with(head)))
    };
    pages.iter().filter(has_head).collect()
}

fn sample_studies(_: &Chromium) {
    let pgn = sample("studies.pgn");
    for line in ["", "--paper letter --per-page 4", "--solutions beside"] {
        let Some(pages) = pages(&pgn, line) else { return };
        let all = pages.concat().replace('\n', " ");
        for entry in entries_of(&pgn) {
            let (code, kings) = (&entry[..7], &entry[8..12]);
            let caption = format!("{code} {kings} ");
            // Once in the directory, once below its diagram; two studies share code and kings.
            assert!(all.matches(&caption).count() >= 2, "{line}: {caption}");
        }
        for caption in [
            "3 Richard Réti",
            "1 Georges Emile Barbier and Fernando Saavedra",
            "14 Paul Heuäcker",
            "Deutschösterreichische",
        ] {
            assert!(all.contains(caption), "{line}: {caption}");
        }
        assert!(all.contains("1.c7 Rd6+ 2.Kb5"), "{line}: the moves");
    }
}

fn studies(count: usize) -> String {
    let study = |number: usize| {
        let (white, black) = (number * 7 % 24, 40 + number * 5 % 24);
        let mut squares = vec!['1'; 64];
        squares[white] = 'K';
        squares[black] = 'k';
        squares[32 + number % 8] = ['Q', 'R', 'B', 'N', 'r', 'b'][number / 5 % 6];
        let board = squares
            .chunks(8)
            .map(|rank| rank.iter().collect::<String>())
            .collect::<Vec<_>>()
            .join("/");
        format!(
            "[White \"Composer{}, A\"]\n[Date \"19{:02}.??.??\"]\n[Result \"1-0\"]\n[FEN \"{board} w - - 0 1\"]\n\n1-0\n\n",
            number % 83,
            number % 100
        )
    };
    (0..count).map(study).collect()
}

fn many_studies(_: &Chromium) {
    let pgn = studies(700);
    let Some(pages) = pages(pgn.as_bytes(), "") else { return };
    let directory = part(&pages, &["Wins"]);
    let texts: Vec<String> = directory.into_iter().cloned().collect();
    assert!(texts.len() >= 3, "{}", texts.len());
    let expected = entries_of(pgn.as_bytes());
    assert!(printed(&texts) == expected, "every entry is there once and in order");
    for page in &texts {
        let lines = printed(std::slice::from_ref(page));
        let (first, last) = (&lines[0][..7], &lines[lines.len() - 1][..7]);
        let head = if first == last { first.to_owned() } else { format!("{first} - {last}") };
        assert!(page.lines().any(|line| line == format!("Wins {head}")), "{head}: {page}");
    }
    // Every page but the first has its number, and the contents are right.
    for (page, number) in pages.iter().zip(1..).skip(1) {
        assert!(
            page.lines().any(|line| line.trim() == number.to_string()),
            "page {number}: {page}"
        );
    }
    let listed: BTreeMap<&str, usize> = pages[0]
        .lines()
        .filter_map(|line| line.rsplit_once(' '))
        .filter_map(|(title, page)| Some((title, page.parse().ok()?)))
        .collect();
    for title in ["Look-up directory", "Index of composers", "Studies"] {
        let page = pages.iter().position(|page| {
            page.lines().any(|line| line == title) && !page.contains("by GBR code")
        });
        assert_eq!(listed.get(title).copied(), page.map(|page| page + 1), "{title}: {listed:?}");
    }
    let captions =
        pages.iter().flat_map(|page| page.lines()).filter(|line| line.ends_with(" Win")).count();
    assert_eq!(captions, 700);
}

fn odd_names(_: &Chromium) {
    let long = "Wolkenkuckucksheim".repeat(17);
    let names = [long.as_str(), "Алехин, Александр", "Benkő, Pál", "?", "Šulc, Ř"];
    let study = |name: &str| {
        format!("[White \"{name}\"]\n[FEN \"8/8/8/1N6/8/2k5/8/K7 w - - 0 1\"]\n\n*\n\n")
    };
    let pgn: String = names.iter().map(|name| study(name)).collect();
    let Some(pages) = pages(pgn.as_bytes(), "") else { return };
    let all = pages.concat();
    for name in ["Александр Алехин", "Алехин, Александр 2", "Pál Benkő", "Ř. Šulc"]
    {
        assert!(all.contains(name), "{name}");
    }
    let letters: String = all.chars().filter(|c| c.is_alphabetic()).collect();
    assert_eq!(letters.matches(&long).count(), 3, "directory, index and caption have all of it");
    // Title, how to read, directory, index, diagrams: nothing ran over.
    assert_eq!(pages.len(), 5);
}
