//! The book: what stands on which page, and how it gets printed.
#![cfg(feature = "cli")]

use crate::folder::{Folder, entries_of, sample};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// Two studies of one class and three of another, and one that says next to nothing.
fn studies() -> String {
    let study = |white: &str, tags: &str, fen: &str, moves: &str| {
        format!(
            "[White \"{white}\"]\n{tags}[Result \"1-0\"]\n[FEN \"{fen} w - - 0 1\"]\n\n{moves} 1-0\n\n"
        )
    };
    let rook =
        |file: char| format!("8/8/1KP5/8/8/8/8/k2{}", if file == 'd' { "r4" } else { "1r3" });
    [
        study(
            "Réti, R",
            "[Date \"1921.??.??\"]\n[Event \"Kagans\"]\n",
            &rook('d'),
            "1. c7 (1. Kb7)",
        ),
        study("Алехин, Александр", "", &rook('e'), ""),
        study(
            "Vlasak=E Polasek=J",
            "[Black \"(0001.00a1c3b5)\"]\n[Event \"1st prize, EG #4\"]\n",
            "8/8/8/1N6/8/2k5/8/K7",
            "",
        ),
        study("?", "", "8/8/8/2N5/8/2k5/8/K7", ""),
        study("Réti, R", "", "8/8/8/3N4/8/2k5/8/K7", ""),
        "[FEN \"8/8/8/8/8/2k5/8/K7 b - - 0 1\"]\n\n*\n".to_owned(),
    ]
    .concat()
}

fn book(pgn: &[u8], line: &str) -> String {
    let folder = Folder::with("a.pgn", pgn);
    folder.said(&format!("directory -q --layout book a.pgn -o a.html {line}"), 0);
    String::from_utf8(folder.read("a.html")).unwrap()
}

/// What stands between the marks of HTML, on lines.
fn words(html: &str) -> String {
    let mut words = String::new();
    for part in html.split('<') {
        let (mark, text) = part.split_once('>').unwrap_or(("", part));
        if ["/div", "/p", "/li", "br", "/figcaption", "/h2", "/h3"].contains(&mark) {
            words.push('\n');
        }
        words += &text.replace('\n', "");
    }
    words.replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"")
}

/// The pages that are set line by line: name and content.
fn leaves(html: &str) -> Vec<(&str, &str)> {
    let sections = html.split("<section class=\"").skip(1);
    sections
        .filter_map(|section| {
            let (_, rest) = section.split_once("style=\"page:")?;
            rest.split_once("\">\n")
        })
        .collect()
}

/// What stands above a page on the right.
fn head<'a>(html: &'a str, page: &str) -> &'a str {
    let (_, rule) = html.split_once(&format!("@page {page}{{")).expect(page);
    let (_, rule) = rule.split_once("@top-right{content:\"").unwrap();
    rule.split_once('"').unwrap().0
}

/// The entries of the directory, each on one line.
fn entries(html: &str) -> Vec<String> {
    let mut entries: Vec<String> = Vec::new();
    for (_, leaf) in leaves(html).into_iter().filter(|(page, _)| page.starts_with("directory")) {
        for line in leaf.lines().filter_map(|line| line.strip_prefix("<div>")) {
            let text = words(line).trim_end().to_owned();
            match line {
                _ if line.starts_with("<a ") => entries.push(text),
                _ if line.starts_with("<span class=\"more\"") => {
                    let last = entries.last_mut().unwrap();
                    *last = format!("{last} {text}");
                }
                _ => {}
            }
        }
    }
    entries
}

#[test]
fn every_entry_is_in_the_directory_once_and_in_order() {
    for pgn in [studies().into_bytes(), sample("studies.pgn"), sample("database.pgn")] {
        assert_eq!(entries(&book(&pgn, "")), entries_of(&pgn));
    }
}

#[test]
fn only_a_class_with_three_entries_has_a_heading() {
    let html = book(studies().as_bytes(), "");
    let headings: Vec<&str> = html.lines().filter(|line| line.starts_with("<div><i>")).collect();
    assert_eq!(headings, ["<div><i>knight v bare king (3)</i></div>"]);
}

#[test]
fn pages_say_which_codes_are_on_them_and_no_heading_is_left_alone() {
    let many: String = (0..400).map(|_| studies()).collect();
    let html = book(many.as_bytes(), "");
    let pages: Vec<_> =
        leaves(&html).into_iter().filter(|(page, _)| page.starts_with("directory")).collect();
    assert!(pages.len() > 5, "{}", pages.len());
    for (page, leaf) in pages {
        let columns: Vec<&str> = leaf.split("<div class=\"column\">").skip(1).collect();
        let last = |column: &&str| {
            column.trim().lines().rfind(|it| it.starts_with("<div>")).map(str::to_owned)
        };
        for line in columns.iter().filter_map(last) {
            assert!(!line.starts_with("<div><i>"), "{page}: {line}");
        }
        let code = |line: &str| words(line).split(' ').next().unwrap().to_owned();
        let lines: Vec<&str> = leaf.lines().filter(|line| line.starts_with("<div><a ")).collect();
        for end in [lines[0], lines[lines.len() - 1]] {
            assert!(head(&html, page).contains(&code(end)), "{page}: {end}");
        }
    }
}

#[test]
fn a_caption_has_number_names_source_award_code_and_stipulation() {
    let html = book(studies().as_bytes(), "");
    let captions: Vec<String> = html
        .split("<figcaption>")
        .skip(1)
        .map(|it| words(it.split("</figcaption>").next().unwrap()))
        .collect();
    // The first is that of the example.
    assert_eq!(captions[1], "1 R. Réti\nKagans, 1921\n0300.10 b6a1 Win");
    assert_eq!(captions[2], "2 Александр Алехин\n0300.10 b6a1 Win");
    assert_eq!(captions[3], "3 E. Vlasak and J. Polasek\nEG No. 4; 1st prize\n0001.00 a1c3 Win");
    assert_eq!(captions[4], "4 \n0001.00 a1c3 Win");
    assert_eq!(captions[6], "6 \n0000.00 a1c3 Black to move");
    assert_eq!(captions.len(), 7);
}

#[test]
fn the_index_has_each_name_with_its_numbers() {
    let html = book(studies().as_bytes(), "");
    let (_, index) = leaves(&html).into_iter().find(|(page, _)| *page == "names0").unwrap();
    let lines: Vec<String> = index
        .lines()
        .filter_map(|line| line.strip_prefix("<div>"))
        .map(|line| words(line).trim().to_owned())
        .collect();
    assert_eq!(lines, ["Polasek, J 3", "Réti, R 1, 5", "Vlasak, E 3", "Алехин, Александр 2"]);
}

#[test]
fn solutions_are_at_the_end_or_beside_or_nowhere() {
    let pgn = studies();
    let solution = "<b>1.c7</b> (1.Kb7) <span class=\"result\">1–0</span>";
    for (line, place) in [("", "class=\"solutions\""), ("--solutions beside", "class=\"beside\"")] {
        let html = book(pgn.as_bytes(), line);
        let (_, after) = html.split_once(place).expect(place);
        assert_eq!(after.matches(solution).count(), 1, "{line}");
    }
    assert!(!book(pgn.as_bytes(), "--solutions none").contains(solution));
}

#[test]
fn contents_give_the_page_of_each_part() {
    for line in ["", "--per-page 4", "--per-page 12 --paper letter"] {
        let many: String = (0..30).map(|_| studies()).collect();
        let html = book(many.as_bytes(), line);
        let (_, contents) = html.split_once("<ol class=\"contents\">").unwrap();
        let listed =
            contents.split_once("</ol>").unwrap().0.lines().filter(|it| it.starts_with("<li>"));
        let pages = leaves(&html);
        for item in listed {
            let anchor = item.split_once("href=\"#").unwrap().1.split_once('"').unwrap().0;
            let id = format!("<h2 id=\"{anchor}\">");
            let page = pages.iter().position(|(_, leaf)| leaf.contains(&id)).unwrap() + 1;
            assert!(item.ends_with(&format!("<span>{page}</span></li>")), "{item}: {page}");
        }
    }
}

#[test]
fn a_page_has_as_many_diagrams_as_told() {
    for per_page in [4, 6, 9, 12] {
        let many: String = (0..4).map(|_| studies()).collect();
        let html = book(many.as_bytes(), &format!("--per-page {per_page}"));
        let pages = leaves(&html);
        let counts = pages.iter().filter(|(page, _)| page.starts_with("studies"));
        let counts: Vec<usize> =
            counts.map(|(_, leaf)| leaf.matches("<figure id=").count()).collect();
        assert_eq!(counts.iter().sum::<usize>(), 24);
        assert!(counts[..counts.len() - 1].iter().all(|&count| count == per_page), "{counts:?}");
    }
}

#[test]
fn tags_are_text_wherever_they_stand() {
    let hostile = "</style></title><script>alert(1)</script>\\\\\\\" {}<b>";
    let pgn = format!(
        "[White \"{hostile}\"]\n[Event \"{hostile}\"]\n[FEN \"8/8/8/8/8/2k5/8/K7 b - - 0 1\"]\n\n\
         1... Kb3 {{ {} }} *\n",
        hostile.replace(['{', '}'], "")
    );
    let folder = Folder::with("a.pgn", pgn.as_bytes());
    folder
        .run("directory -q --layout book a.pgn -o a.html")
        .args(["--title", hostile])
        .assert()
        .code(0);
    let html = String::from_utf8(folder.read("a.html")).unwrap();
    assert!(!html.contains("<script") && !html.contains("<b>\""), "{html}");
    assert_eq!(html.matches("</style>").count(), 1);
    assert_eq!(html.matches("</title>\n<style>").count(), 1);
}

#[test]
fn a_book_needs_nothing_from_anywhere_else() {
    let html = book(&sample("studies.pgn"), "");
    let linked = ["src=", "url(", "@import", "<link", "<script", "http://", "https://"];
    let own = html.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for word in linked {
        assert!(!own.contains(word), "{word}");
    }
}

#[test]
fn flags_without_a_meaning_are_refused() {
    let folder = Folder::with("a.pgn", studies().as_bytes());
    for (line, error) in [
        ("--per-page 6", "--per-page has no meaning for text"),
        ("--layout book --width 60", "--width has no meaning for a book"),
        ("--layout book --to csv", "--layout has no meaning for csv"),
        ("--layout page -o a.pdf", "a PDF is a book: --layout page has no meaning for it"),
        ("--layout book --browser x", "--browser has no meaning for a book in HTML"),
        (
            "--layout book --solutions beside --per-page 6",
            "--per-page has no meaning with --solutions beside",
        ),
    ] {
        let (_, told) = folder.said(&format!("directory -q a.pgn {line}"), 2);
        assert_eq!(told, format!("gbr-pgn: {error}\n"), "{line}");
    }
    assert_eq!(folder.names(), ["a.pgn"]);
}

#[test]
fn without_a_browser_the_command_for_html_is_told() {
    let folder = Folder::with("a.pgn", studies().as_bytes());
    let mut run = folder.run("directory -q --layout book a.pgn -o");
    let run = run.arg("my book.pdf").env("PATH", "/nowhere").assert().code(2);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    let command = "gbr-pgn directory -q --layout book a.pgn -o 'my book.html'";
    assert_eq!(
        told,
        format!(
            "gbr-pgn: no browser of the Chromium family on the path, which is to print the PDF; \
             name one by --browser, or print by hand what this writes: {command}\n"
        )
    );
    assert_eq!(folder.names(), ["a.pgn"]);
}

/// A folder with a program in it that passes for a browser.
fn with_browser(script: &str) -> Folder {
    let folder = Folder::with("a.pgn", studies().as_bytes());
    folder.write("browser", format!("#!/bin/sh\n{script}\n").as_bytes());
    fs::set_permissions(folder.path("browser"), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

#[test]
fn a_browser_gets_a_profile_of_its_own_and_no_network() {
    let folder = with_browser(
        "for word; do case $word in --print-to-pdf=*) pdf=${word#*=};; esac; done\n\
         { echo %PDF-; printf '%s\\n' \"$@\"; echo %%EOF; } > \"$pdf\"",
    );
    folder.said("directory -q a.pgn -o a.pdf --browser ./browser", 0);
    let words = String::from_utf8(folder.read("a.pdf")).unwrap();
    let word = |begin: &str| words.lines().find_map(|line| line.strip_prefix(begin)).expect(begin);
    assert!(!fs::exists(word("--user-data-dir=")).unwrap(), "it is removed");
    assert_eq!(word("--host-resolver-rules="), "MAP * ~NOTFOUND");
    assert!(word("file://").ends_with("/book.html"));
    assert!(!words.contains("--no-sandbox"));
    folder.said("directory -q a.pgn -o a.pdf --browser ./browser --browser-no-sandbox", 0);
    assert!(String::from_utf8(folder.read("a.pdf")).unwrap().contains("\n--no-sandbox\n"));
}

#[test]
fn a_browser_that_fails_leaves_the_old_file() {
    let folder = with_browser("echo 'no room left' >&2; exit 3");
    folder.write("a.pdf", b"old");
    let (_, told) = folder.said("directory -q a.pgn -o a.pdf --browser ./browser", 2);
    assert_eq!(told, "gbr-pgn: ./browser: did not print the page: no room left\n");
    assert_eq!(folder.read("a.pdf"), b"old");
    let folder = with_browser("echo 'Running as root without --no-sandbox is not supported' >&2");
    let (_, told) = folder.said("directory -q a.pgn -o a.pdf --browser ./browser", 2);
    assert!(told.contains("--browser-no-sandbox starts it without"), "{told}");
}
