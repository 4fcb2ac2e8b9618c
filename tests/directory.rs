//! What directory writes: entries in their order, and how they are set for print.
#![cfg(feature = "cli")]

use crate::folder::{Folder, sample};
use std::collections::BTreeMap;

/// As many as a book once had.
const STUDIES: usize = 203;

fn folder() -> Folder {
    Folder::with("a.pgn", &sample("studies.pgn"))
}

fn directory(folder: &Folder, line: &str) -> String {
    folder.said(&format!("directory -q {line}"), 0).0
}

/// A man on each square of a walk over the board, as FEN.
fn placement(men: &[(char, usize)]) -> String {
    let mut squares = [None; 64];
    for &(man, square) in men {
        squares[square] = Some(man);
    }
    let rank = |rank: &[Option<char>]| -> String {
        rank.iter().map(|man| man.map_or("1".to_owned(), String::from)).collect()
    };
    squares.chunks(8).map(rank).collect::<Vec<_>>().join("/")
}

/// Studies of twelve classes, with kings that walk about: two wins for each draw, and
/// every tenth without a claim.
fn book() -> String {
    let pieces = ["Q", "R", "B", "N", "q", "r", "b", "n", "Rr", "BN", "Bn", "Nb"];
    let mut pgn = String::new();
    for number in 0..STUDIES {
        let kings = [('K', number * 7 % 24), ('k', 40 + number * 5 % 24)];
        let others = pieces[number * 5 / 3 % pieces.len()].chars().zip(32..);
        let men: Vec<_> = kings.into_iter().chain(others).collect();
        let result = match number % 10 {
            9 => "*",
            0 | 3 | 6 => "1/2-1/2",
            _ => "1-0",
        };
        pgn += &format!(
            "[Event \"Book\"]\n[Date \"19{:02}.??.??\"]\n[White \"{}, A\"]\n[Result \"{result}\"]\n\
             [FEN \"{} w - - 0 1\"]\n\n{result}\n\n",
            number % 100,
            if number % 17 == 0 { "Kasparian-Tattersall the Younger" } else { "Réti" },
            placement(&men),
        );
    }
    pgn
}

/// The columns of one page, each from its head to its foot, and one after the other.
fn downwards(page: &str, starts: &[usize]) -> Vec<String> {
    let mut lines = Vec::new();
    let mut part: Vec<Vec<char>> = Vec::new();
    let mut flush = |part: &mut Vec<Vec<char>>| {
        for (index, &start) in starts.iter().enumerate() {
            let end = starts.get(index + 1).copied().unwrap_or(usize::MAX);
            for line in part.iter() {
                let cut = line.get(start.min(line.len())..end.min(line.len())).unwrap();
                let text: String = cut.iter().collect();
                if !text.trim().is_empty() {
                    lines.push(text.trim_end().to_owned());
                }
            }
        }
        part.clear();
    };
    for line in page.lines() {
        if is_title(line) {
            flush(&mut part);
        } else {
            part.push(line.chars().collect());
        }
    }
    flush(&mut part);
    lines
}

fn is_title(line: &str) -> bool {
    ["Wins (", "Draws (", "Without a claim ("].iter().any(|title| line.starts_with(title))
}

fn is_entry(line: &str) -> bool {
    line.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

#[test]
fn the_sample_is_printed_as_it_should_be() {
    let text = directory(&folder(), "a.pgn");
    assert_eq!(text, String::from_utf8(sample("studies.directory.txt")).unwrap());
}

#[test]
fn columns_are_read_downwards_over_pages() {
    let folder = Folder::with("book.pgn", book().as_bytes());
    let expected: Vec<String> = directory(&folder, "--to csv --reference {number} book.pgn")
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            [cells[1], cells[3], cells[4]].join(" ")
        })
        .collect();
    assert_eq!(expected.len(), STUDIES);
    let text =
        directory(&folder, "--reference {number} --width 75 --columns 3 --page-length 20 book.pgn");
    let mut printed = Vec::new();
    for page in text.split('\u{c}') {
        printed.extend(downwards(page, &[0, 26, 52]).into_iter().filter(|line| is_entry(line)));
    }
    let words = |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(printed.iter().map(words).collect::<Vec<_>>(), expected);
}

#[test]
fn pages_are_as_long_and_as_wide_as_told_and_begin_with_a_number() {
    let folder = Folder::with("book.pgn", book().as_bytes());
    for (width, length) in [(80, 24), (30, 60), (50, 60), (132, 10)] {
        let line = format!("--width {width} --page-length {length} book.pgn");
        let text = directory(&folder, &line);
        let pages: Vec<&str> = text.split('\u{c}').collect();
        assert!(pages.len() > 1, "{line}");
        for (number, page) in (1..).zip(&pages) {
            let title = page.lines().next().unwrap();
            assert!(is_title(title) && title.ends_with(&format!("page {number}")), "{title}");
            assert!(page.lines().count() <= length, "page {number} of {line}");
            for line in page.lines() {
                assert!(line.chars().count() <= width, "{line:?} is wider than {width}");
            }
        }
    }
}

#[test]
fn a_page_says_what_part_and_which_codes_it_shows() {
    let folder = Folder::with("book.pgn", book().as_bytes());
    let text = directory(&folder, "--columns 2 --page-length 30 book.pgn");
    let pages: Vec<&str> = text.split('\u{c}').collect();
    assert!(pages[0].starts_with("Wins ("), "{}", pages[0]);
    assert!(pages[1].starts_with("Wins ("), "{}", pages[1]);
    assert!(pages[1].lines().next().unwrap().contains("), continued: "), "{}", pages[1]);
    let (_, below) = pages[0].split_once('\n').unwrap();
    let codes = || below.split_whitespace().filter(|word| word.len() == 7 && is_entry(word));
    let title = format!("): {} to {} ", codes().min().unwrap(), codes().max().unwrap());
    assert!(pages[0].contains(&title), "{title} in {}", pages[0]);
}

#[test]
fn headings_name_the_class_and_count_its_entries() {
    let folder = Folder::with("book.pgn", book().as_bytes());
    let text = directory(&folder, "--width 40 --columns 1 --page-length 0 book.pgn");
    assert!(!text.contains('\u{c}') && !text.contains("page 1"));
    let mut counts: BTreeMap<(usize, String), (usize, usize)> = BTreeMap::new();
    let (mut section, mut class) = (0, String::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with(' ')) {
        if is_title(line) {
            section += 1;
        } else if is_entry(line) {
            counts.get_mut(&(section, class.clone())).expect("a heading above it").1 += 1;
        } else {
            let (words, count) = line.trim_end_matches(')').split_once(" (").unwrap();
            class = words.to_owned();
            counts.insert((section, class.clone()), (count.parse().unwrap(), 0));
        }
    }
    assert_eq!(section, 3);
    assert_eq!(counts.values().map(|(_, found)| found).sum::<usize>(), STUDIES);
    assert!(counts.values().all(|(told, found)| told == found), "{counts:?}");
    assert!(counts.keys().any(|(_, class)| class == "rook v rook"), "{counts:?}");
}

#[test]
fn no_heading_stands_at_the_foot_of_a_column() {
    let folder = Folder::with("book.pgn", book().as_bytes());
    for length in 10..40 {
        let text = directory(&folder, &format!("--width 30 --page-length {length} book.pgn"));
        for page in text.split('\u{c}') {
            let last = page.lines().last().unwrap();
            assert!(is_entry(last) || last.starts_with("   "), "{length}: {page}");
        }
    }
}

#[test]
fn long_references_go_on_below() {
    let folder = Folder::with("book.pgn", book().as_bytes());
    let text = directory(&folder, "--width 40 --columns 1 book.pgn");
    assert!(text.contains("1 Kasparian-Tattersall\n             the Younger 1900\n"), "{text}");
}

#[test]
fn columns_are_as_wide_as_their_characters() {
    let pgn = book().replace("Réti", "Алехин").replace("Kasparian-Tattersall the Younger", "漢字");
    let folder = Folder::with("book.pgn", pgn.as_bytes());
    let text = directory(&folder, "--columns 2 --no-headings --page-length 0 book.pgn");
    assert!(text.contains("漢字"));
    let starts = |line: &str| -> Vec<usize> {
        let mut place = 0;
        let mut starts = Vec::new();
        let mut before = ' ';
        for c in line.chars() {
            if before == ' ' && c.is_ascii_digit() && (place == 0 || place == 41) {
                starts.push(place);
            }
            place += if matches!(c, '漢' | '字') { 2 } else { 1 };
            before = c;
        }
        starts
    };
    let entries: Vec<&str> =
        text.lines().filter(|line| line.len() > 50 && !is_title(line)).collect();
    assert!(entries.len() > 90);
    for line in entries {
        assert_eq!(starts(line), [0, 41], "{line}");
    }
}

#[test]
fn the_reference_is_what_the_template_says() {
    let folder = folder();
    let text = directory(&folder, "--reference {White},{Event}:{year}/{number} --to csv a.pgn");
    let (_, line) = text.split_once("h8a6,").unwrap();
    assert!(
        line.starts_with("\"Réti, Richard,Deutschösterreichische Tageszeitung:1921/3\",3,"),
        "{line}"
    );
}

#[test]
fn study_databases_have_composers_sources_and_diagrams() {
    let folder = Folder::with("a.pgn", &sample("database.pgn"));
    let text =
        directory(&folder, "--reference {diagram};{award};{source};{composer} --to csv a.pgn");
    assert!(text.contains(",12;special prize;Ajedrez del Sur;García & Öberg,17,"), "{text}");
}

#[test]
fn an_unknown_field_is_an_error_that_lists_the_known_ones() {
    let run = folder().run("directory --reference {yaer} a.pgn").assert().code(2);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    for word in ["unknown field {yaer}", "{number}", "{composer}", "{year}", "{White}"] {
        assert!(told.contains(word), "{told}");
    }
}

#[test]
fn a_tag_that_no_record_has_is_told() {
    let run = folder().run("directory --reference {Evnet}{Event} a.pgn").assert().code(0);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(told.contains("no record has a tag Evnet\n") && !told.contains("Event\n"), "{told}");
}

#[test]
fn numbers_go_on_from_file_to_file() {
    let folder = folder();
    folder.write("b.pgn", &sample("studies.pgn"));
    let text = directory(&folder, "--to csv --reference {number} a.pgn b.pgn");
    let numbers: Vec<&str> = text
        .lines()
        .filter(|line| line.contains(",0000.11,"))
        .map(|line| line.split(',').nth(4).unwrap())
        .collect();
    assert_eq!(numbers, ["3", "20"]);
}

#[test]
fn the_threads_do_not_change_it() {
    let folder = Folder::with("book.pgn", book().repeat(20).as_bytes());
    assert_eq!(directory(&folder, "-j 1 book.pgn"), directory(&folder, "-j 4 book.pgn"));
}

#[test]
fn games_can_be_listed_by_their_last_position() {
    let text = directory(&folder(), "--at final --to csv a.pgn");
    assert!(text.contains("win,0400.00,rook v rook,b3a1,1 Barbier & Saavedra 1895,"), "{text}");
}

#[test]
fn a_game_without_a_position_has_no_entry_and_a_fault() {
    let folder = folder();
    folder.write("b.pgn", b"[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n[Result \"1-0\"]\n\n1-0\n");
    let run = folder.run("directory --to csv a.pgn b.pgn").assert().code(1);
    assert_eq!(String::from_utf8_lossy(&run.get_output().stdout).lines().count(), 18);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(told.ends_with("gbr-pgn: 17 entries, 18 games, 1 fault\n"), "{told}");
}

#[test]
fn digits_9_that_can_be_read_in_two_ways_have_entries_too() {
    let pgn = b"[FEN \"k1nnn3/8/8/8/8/8/8/K1BBB3 w - - 0 1\"]\n[Result \"1-0\"]\n\n1-0\n";
    let text = directory(&Folder::with("a.pgn", pgn), "--to csv a.pgn");
    assert!(text.contains(",a1a8 0099.00 c1d1e1c8d8e8 4/4+.,"), "{text}");
    let pgn = b"[FEN \"kbbb4/8/8/8/8/8/8/KBBB4 w - - 0 1\"]\n[Result \"1-0\"]\n\n1-0\n";
    assert_eq!(directory(&Folder::with("a.pgn", pgn), "--to csv a.pgn").lines().count(), 2);
}

#[test]
fn the_ending_of_the_output_selects_the_format() {
    let folder = folder();
    for (name, start) in [
        ("a.csv", "claim,gbr,"),
        ("a.jsonl", "{\"claim\":\"win\","),
        ("a.md", "# Directory\n\n## Wins (14)\n\n### 0010.12 bishop and pawn v two pawns (1)\n"),
        ("a.txt", "Wins (14): "),
    ] {
        directory(&folder, &format!("a.pgn -o {name}"));
        let text = String::from_utf8(folder.read(name)).unwrap();
        assert!(text.starts_with(start), "{name}: {text}");
    }
}

#[test]
fn flags_without_a_meaning_are_refused() {
    for line in ["--to csv --columns 2", "--to jsonl --page-length 0", "--title x", "--columns 0"] {
        folder().run(&format!("directory {line} a.pgn")).assert().code(2);
    }
    let run = folder().run("directory --columns 4 a.pgn").assert().code(2);
    let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(told.contains("4 columns do not fit into 80 characters"), "{told}");
}

#[test]
fn found_lists_the_position_that_is_looked_for() {
    let folder = Folder::with("a.pgn", &sample("studies.pgn"));
    let line = "directory -q --at found -e KRvKR --to csv --reference {number} a.pgn";
    let (table, _) = folder.said(line, 0);
    let (found, _) = folder.said("find -q KRvKR --to csv a.pgn", 0);
    let column = |text: &str, name: &str| {
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let at = rows.headers().unwrap().iter().position(|head| head == name).unwrap();
        let cells = rows.records().map(|row| row.unwrap()[at].to_owned());
        let mut cells: Vec<String> = cells.collect();
        cells.sort();
        cells
    };
    assert_eq!(column(&table, "fen"), column(&found, "fenfound"));
    assert_eq!(column(&table, "fen").len(), 2);
}

#[test]
fn a_page_tells_which_games_cannot_be_cut_where_they_are_found() {
    let game = "[FEN \"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1\"]\n\n1. Kxe2 {never closed\n";
    let folder = Folder::with("a.pgn", game.as_bytes());
    let (_, text) = folder.said("directory --at found -e KvK -o a.html a.pgn", 0);
    assert!(text.contains("cannot be cut") && text.contains("its moves are left out"), "{text}");
    let (_, text) = folder.said("directory --at found -e KvK -o a.csv a.pgn", 0);
    assert!(!text.contains("cannot be cut"), "{text}");
}

#[test]
fn what_to_look_for_goes_with_found_alone() {
    let folder = Folder::with("a.pgn", &sample("studies.pgn"));
    for flags in ["-e KRvKR", "--at final --lasts 3", "--at found", "--at found -e KRvKx"] {
        folder.run(&format!("directory {flags} a.pgn")).assert().code(2);
    }
}

#[test]
fn the_page_does_not_depend_on_the_number_of_threads() {
    let folder = Folder::with("a.pgn", book().as_bytes());
    let page = |threads| directory(&folder, &format!("--to html --threads {threads} a.pgn"));
    assert_eq!(page(1), page(3));
}

#[test]
fn tables_have_a_meaning_for_the_page_alone() {
    let (_, said) = folder().said("directory --tables . a.pgn", 2);
    assert!(said.contains("--tables has no meaning for text"), "{said}");
    let (_, said) = folder().said("directory --tables . --to html a.pgn", 2);
    assert!(said.contains("there is no table in it"), "{said}");
}
