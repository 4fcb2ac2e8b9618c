//! Search, filters, links, keys and copying.

use crate::Test;
use crate::chromium::{Chromium, Page};
use std::fs;

pub const TESTS: &[Test] = &[
    ("the_first_entry_is_shown_with_diagram_and_solution", the_first_entry_is_shown),
    ("nothing_is_fetched", nothing_is_fetched),
    ("search_takes_patterns_and_names_of_tablebases", search_takes_patterns),
    ("search_takes_squares_of_kings", search_takes_squares_of_kings),
    ("search_takes_composers_with_or_without_accents", search_takes_composers),
    ("search_takes_a_whole_position_and_several_words", search_takes_several_words),
    ("search_takes_men_years_and_fens_in_words", search_takes_phrases),
    ("search_finds_names_as_they_are_shown", search_finds_names_as_they_are_shown),
    ("search_says_what_it_cannot_read", search_says_what_it_cannot_read),
    ("both_colours_find_reversed_classes_and_kings", both_colours),
    ("claims_filter_the_list", claims_filter),
    ("links_lead_to_entries", links_lead_to_entries),
    ("the_same_position_twice_has_two_links", two_links),
    ("keyboard_alone_is_enough", keyboard),
    ("screen_readers_are_told_what_is_chosen", screen_readers),
    ("buttons_copy_gbr_fen_and_record", copying),
];

pub fn sample(name: &str) -> Vec<u8> {
    fs::read(format!("{}/samples/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn studies(chromium: &Chromium) -> Page {
    chromium.open(&sample("studies.pgn"), "")
}

fn the_first_entry_is_shown(chromium: &Chromium) {
    let page = chromium.open(&sample("studies.pgn"), "--title |Famous studies|");
    assert_eq!(page.shown("h1"), "Famous studies");
    assert_eq!(page.shown("#count"), "17 entries");
    assert_eq!(page.shown("#head"), "0010.12 d5f8");
    assert_eq!(page.shown("#words"), "bishop and pawn v two pawns. White to move, White wins.");
    assert_eq!(page.value("document.querySelectorAll('#diagram use').length"), 6);
    let men = "White: king d5, bishop e3, pawn g6. Black: king f8, pawns e7, h7.";
    assert_eq!(page.shown("#diagram desc"), men);
    page.wait_for_record();
    assert!(page.shown("#solution").starts_with("1. Bh6+ Kg8 2. g7 Kf7 2... e6+"));
    assert!(page.shown("#tags").contains("Novoye Vremya"));
    let headings = page
        .text("[...document.querySelectorAll('.row.section')].map((it) => it.textContent).join()");
    assert_eq!(headings, "Wins (14)");
    assert!(
        page.text("document.getElementById('rows').textContent")
            .contains("bishop and knight v two pawns (1)")
    );
}

fn nothing_is_fetched(chromium: &Chromium) {
    let page = studies(chromium);
    assert_eq!(page.value("performance.getEntriesByType('resource').length"), 0);
    let tried = "fetch('https://example.org/').then(() => 'fetched', () => 'refused')";
    assert_eq!(page.text(tried), "refused");
}

fn search_takes_patterns(chromium: &Chromium) {
    let page = studies(chromium);
    for (text, count, first) in [
        ("0116.00", "1 of 17 entries", "17"),
        ("0300.10", "2 of 17 entries", "1 Barbier & Saavedra 1895"),
        ("0?1?.*", "7 of 17 entries", "5 Troitzky 1895"),
        ("[03][1-4]*.[12]1", "2 of 17 entries", "15 Capablanca & Lasker 1914"),
        ("KPvKR", "2 of 17 entries", "1 Barbier & Saavedra 1895"),
        ("KRBKNN", "1 of 17 entries", "17"),
        ("01", "4 of 17 entries", "15 Capablanca & Lasker 1914"),
        ("4888.88", "0 of 17 entries", ""),
    ] {
        assert_eq!(page.search(text), count, "{text}");
        assert_eq!(page.references().first().map_or("", String::as_str), first, "{text}");
    }
    page.search("0116.00");
    assert_eq!(page.shown("#head"), "0116.00 a7d3", "the first one found is shown");
}

fn search_takes_squares_of_kings(chromium: &Chromium) {
    let page = studies(chromium);
    for (text, count) in [
        ("a7d3", "1 of 17 entries"),
        ("b6??", "2 of 17 entries"),
        ("d5[df]8", "2 of 17 entries"),
        ("a7", "2 of 17 entries"),
        ("d3a7", "0 of 17 entries"),
    ] {
        assert_eq!(page.search(text), count, "{text}");
    }
}

fn search_takes_composers(chromium: &Chromium) {
    let page = studies(chromium);
    for (text, count) in [
        ("Réti", "3 of 17 entries"),
        ("RETI", "3 of 17 entries"),
        ("heuacker", "1 of 17 entries"),
        ("prokes", "1 of 17 entries"),
        ("emanuel", "2 of 17 entries"),
        ("1895", "3 of 17 entries"),
        ("nobody", "0 of 17 entries"),
    ] {
        assert_eq!(page.search(text), count, "{text}");
    }
}

fn search_takes_several_words(chromium: &Chromium) {
    let page = studies(chromium);
    assert_eq!(page.search("reti 0110.01"), "1 of 17 entries");
    assert_eq!(page.search("b6a1 0300.10 d5.c6 2/2+."), "1 of 17 entries");
    assert_eq!(page.search("reti lasker"), "0 of 17 entries");
    assert_eq!(page.search(" "), "17 entries");
}

fn search_takes_phrases(chromium: &Chromium) {
    let page = studies(chromium);
    for (text, count, reading) in [
        (
            "rook and bishop v two knights",
            "1 of 17 entries",
            "White has 1 rook, 1 bishop, any pawns, Black 2 knights, any pawns",
        ),
        ("pawn v rook", "2 of 17 entries", "White has 1 pawn, Black 1 rook"),
        ("two knights", "2 of 17 entries", "either side has 2 knights or more"),
        ("1921-1922 réti", "2 of 17 entries", "of the years 1921 to 1922"),
        ("8/8/1KP5/3r4/8/8/8/k7", "1 of 17 entries", "the position of the FEN"),
        ("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", "1 of 17 entries", "the position of the FEN"),
        ("8/8/1KP5/3r4/8/8/8/k7 b - -", "0 of 17 entries", "the position of the FEN"),
        ("Weekly", "2 of 17 entries", "“Weekly” in names, awards, sources and references"),
        ("a7", "2 of 17 entries", "a king on a7"),
        ("1930-1921", "5 of 17 entries", "of the years 1921 to 1930"),
        ("1895", "3 of 17 entries", "the year, number or code 1895."),
        ("17", "1 of 17 entries", "the number 17, or codes that begin with 17."),
        ("KPvKR", "2 of 17 entries", "the men of KPvKR."),
        ("a7d3 3/3+.", "1 of 17 entries", "kings on a7d3; 3/3+ in the position."),
        ("WTM", "0 of 17 entries", "WTM in the position."),
        ("1895-", "0 of 17 entries", "“1895-” in names"),
        ("1-0", "0 of 17 entries", "“1-0” in names"),
        ("12345", "0 of 17 entries", "the number 12345."),
        ("Deutsche Schachzeitung", "1 of 17 entries", "“Deutsche” and “Schachzeitung” in names"),
    ] {
        assert_eq!(page.search(text), count, "{text}");
        let told = page.shown("#reading");
        assert!(told.starts_with("Read as: ") && told.contains(reading), "{text}: {told}");
    }
    let pgn = b"[Event \"1st prize Magazine #123\"]\n[White \"A=B\"]\n[Black \"(+0116.00a7d3)\"]\n\
        [FEN \"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\"]\n\n*\n";
    let page = chromium.open(pgn, "");
    for (text, count) in [
        ("prize", "1 entry"),
        ("#123", "1 entry"),
        ("diagram 124", "0 of 1 entry"),
        ("magazine", "1 entry"),
        ("123", "1 entry"),
        ("a=b", "1 entry"),
        ("a=c", "0 of 1 entry"),
    ] {
        assert_eq!(page.search(text), count, "{text}");
    }
    let pgn = String::from_utf8(pgn.to_vec()).unwrap().replace("#123", "#98765");
    let page = chromium.open(pgn.as_bytes(), "");
    assert_eq!(page.search("98765"), "1 entry", "a number of five digits");
    assert_eq!(page.search("9876"), "0 of 1 entry");
}

fn search_finds_names_as_they_are_shown(chromium: &Chromium) {
    let page = studies(chromium);
    for (text, count) in [
        ("Georges Emile Barbier and Fernando Saavedra", "1 of 17 entries"),
        ("Barbier & Saavedra", "1 of 17 entries"),
        ("Lasker, Emanuel", "2 of 17 entries"),
    ] {
        assert_eq!(page.search(text), count, "{text}");
    }
    let game = b"[White \"Dominguez Perez,L\"]\n[Black \"Giri,A\"]\n\n1. e4 *\n";
    let page = chromium.open(game, "");
    let shown = page.shown("#people");
    for text in [&*shown, "A. Giri", "dominguez perez - giri", "Giri v Dominguez", "Giri,A"] {
        assert_eq!(page.search(text), "1 entry", "{text}");
    }
    assert_eq!(page.search("Giri v Anand"), "0 of 1 entry");
}

fn search_says_what_it_cannot_read(chromium: &Chromium) {
    let page = studies(chromium);
    assert!(
        page.search("[3-1]*").starts_with("[3-1]* is not a pattern"),
        "{}",
        page.shown("#count")
    );
    assert_eq!(page.search("0116.00"), "1 of 17 entries");
}

fn both_colours(chromium: &Chromium) {
    let page = studies(chromium);
    assert_eq!(page.search("KRvKP"), "0 of 17 entries");
    page.click("#both");
    assert_eq!(page.shown("#count"), "2 of 17 entries");
    // Black's king on a1 is White's on a8, and White's on b6 is Black's on b3.
    assert_eq!(page.search("KRvKP a8b3"), "2 of 17 entries");
    assert_eq!(page.search("KRvKP b6a1"), "0 of 17 entries");
    page.click("#both");
    assert_eq!(page.search("KRvKP a8b3"), "0 of 17 entries");
}

fn claims_filter(chromium: &Chromium) {
    let page = studies(chromium);
    let claims = page.shown("#claims");
    assert_eq!(claims, "Claim all (17) wins (14) draws (3)", "only those that there are");
    page.click("#claims label:nth-of-type(3) input");
    assert_eq!(page.shown("#count"), "3 of 17 entries");
    assert_eq!(page.shown(".row.section"), "Draws (3)");
    assert_eq!(page.search("reti"), "1 of 17 entries");
    page.click("#claims label:nth-of-type(1) input");
    assert_eq!(page.shown("#count"), "3 of 17 entries");
}

fn links_lead_to_entries(chromium: &Chromium) {
    let page = chromium.open_at(&sample("studies.pgn"), "", "#0116.00-a7d3-b2b3c6d6");
    assert_eq!(page.shown("#head"), "0116.00 a7d3");
    assert_eq!(page.place(), "#0116.00-a7d3-b2b3c6d6");
    page.value("location.hash = '#0000.11-h8a6-.c6h5'");
    page.wait("document.getElementById('head').textContent === '0000.11 h8a6'");
    // What hides the entry is put aside.
    page.search("0116.00");
    assert_eq!(page.place(), "#0116.00-a7d3-b2b3c6d6");
    // What is not an address at all is told, and changes nothing.
    page.value("location.hash = '#%'");
    page.wait("document.getElementById('count').textContent.includes('no entry %')");
    page.value("location.hash = '#0100.02-h5c4-f1.d3e3'");
    page.wait("document.getElementById('head').textContent === '0100.02 h5c4'");
    assert_eq!(page.shown("#count"), "17 entries");
    assert_eq!(page.text("document.getElementById('link').hash"), "#0100.02-h5c4-f1.d3e3");
    page.go("#1111.11-a1a3");
    assert_eq!(page.shown("#count"), "There is no entry 1111.11-a1a3.");
}

fn two_links(chromium: &Chromium) {
    let twice = [sample("studies.pgn"), b"\n".to_vec(), sample("studies.pgn")].concat();
    let page = chromium.open_at(&twice, "", "#0116.00-a7d3-b2b3c6d6~2");
    assert_eq!(page.shown("#reference"), "34");
    page.press("k");
    assert_eq!(page.shown("#reference"), "17");
    assert_eq!(page.place(), "#0116.00-a7d3-b2b3c6d6");
}

fn keyboard(chromium: &Chromium) {
    let page = studies(chromium);
    let focus = || page.text("document.activeElement.id");
    for (key, head) in [
        ("j", "0011.02 d5d8"),
        ("j", "0011.23 h3e3"),
        ("k", "0011.02 d5d8"),
        ("k", "0010.12 d5f8"),
        ("k", "0010.12 d5f8"),
    ] {
        page.press(key);
        assert_eq!(page.shown("#head"), head, "{key}");
    }
    page.press("/");
    assert_eq!(focus(), "search");
    page.search("reti");
    page.press("ArrowDown");
    assert_eq!(page.shown("#reference"), "10 Réti 1923");
    page.press("Enter");
    assert_eq!(focus(), "list");
    page.press_with_shift("End");
    assert_eq!(page.shown("#reference"), "3 Réti 1921");
    page.press("ArrowUp");
    assert_eq!(page.shown("#reference"), "10 Réti 1923");
    page.press_with_shift("Home");
    assert_eq!(page.shown("#reference"), "9 Réti 1922");
    page.press("Escape");
    assert_eq!(page.shown("#count"), "17 entries");
    assert_eq!(page.shown("#reference"), "9 Réti 1922", "the chosen one stays");
    // Letters that are typed are no commands.
    page.search("j");
    assert_eq!(page.text("document.getElementById('search').value"), "j");
}

fn screen_readers(chromium: &Chromium) {
    let page = studies(chromium);
    page.press("j");
    let chosen = "document.getElementById(document.getElementById('list').getAttribute('aria-activedescendant'))";
    let attribute = |name: &str| page.text(&format!("{chosen}.getAttribute('{name}')"));
    assert_eq!(attribute("role"), "option");
    assert_eq!(attribute("aria-selected"), "true");
    assert_eq!((attribute("aria-posinset"), attribute("aria-setsize")), ("2".into(), "17".into()));
    let label = "0011.02 d5d8 11 Gunst 1922, bishop and knight v two pawns";
    assert_eq!(attribute("aria-label"), label);
    assert_eq!(page.value("document.querySelectorAll('[aria-selected=true]').length"), 1);
    assert_eq!(page.text("document.getElementById('count').getAttribute('role')"), "status");
    // Everything that can be used has a name.
    let nameless = "[...document.querySelectorAll('button, input, [role=listbox]')]\
        .filter((it) => !(it.textContent.trim() || it.labels?.[0]?.textContent.trim() || it.ariaLabel)).length";
    assert_eq!(page.value(nameless), 0);
}

fn copying(chromium: &Chromium) {
    let page = chromium.open_at(&sample("studies.pgn"), "", "#0300.10-b6a1-d5.c6");
    page.wait_for_record();
    let record = String::from_utf8(sample("studies.pgn")).unwrap();
    let record = record.split("\n\n[Event").next().unwrap().trim().to_owned() + "\n";
    let copies = [
        ("#copy-gbr", "GBR copied", "b6a1 0300.10 d5.c6 2/2+.".to_owned()),
        ("#copy-fen", "FEN copied", "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1".to_owned()),
        ("#copy-record", "record copied", record),
    ];
    // With the clipboard, and where the browser keeps it from the page.
    for clipboard in [
        "navigator.clipboard.writeText = async (text) => { window.copied = text; }",
        "navigator.clipboard.writeText = async () => { throw new Error('no'); }; \
         addEventListener('copy', () => { window.copied = document.activeElement.value; })",
    ] {
        page.value(clipboard);
        for (button, told, text) in &copies {
            page.value("window.copied = null");
            page.click(button);
            page.wait("window.copied !== null");
            page.wait(&format!("document.getElementById('copied').textContent === '{told}'"));
            assert_eq!(&page.text("window.copied"), text, "{button}");
        }
    }
}
