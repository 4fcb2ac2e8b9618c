//! The page that `web/build` makes: what is opened, shown and saved.

use crate::Test;
use crate::chromium::{Chromium, Page};
use crate::folder::{Folder, sample};
use std::io::ErrorKind;
use std::net::TcpListener;
use std::path::PathBuf;
use std::{env, fs};

pub const TESTS: &[Test] = &[
    ("a_file_that_is_dropped_is_saved_as_the_program_writes_it", dropped),
    ("a_file_that_is_chosen_is_shown_with_boards_that_play", chosen),
    ("wrong_codes_are_listed_and_lead_to_their_game", wrong_codes),
    ("problems_are_told_with_their_place", problems),
    ("the_text_of_a_magazine_is_scanned_as_the_program_does", magazine),
    ("a_text_of_captions_alone_lists_its_codes", captions),
    ("positions_that_are_pasted_are_shown", pasted),
    ("several_files_are_opened_one_at_a_time", several),
    ("a_file_can_be_read_as_something_else", read_as),
    ("gzip_is_unpacked_and_damage_is_told", compressed),
    ("the_keyboard_alone_is_enough", keyboard),
    ("nothing_is_asked_of_any_network", offline),
];

/// The page to try; none where there is none.
pub fn page() -> Option<PathBuf> {
    env::var_os("WEB_PAGE").map(PathBuf::from)
}

/// The page in a folder with these files.
pub fn open(chromium: &Chromium, files: &[(&str, &[u8])]) -> Page {
    let folder = Folder::new();
    fs::copy(page().expect("WEB_PAGE"), folder.path("a.html")).expect("WEB_PAGE is a file");
    files.iter().for_each(|(name, bytes)| folder.write(name, bytes));
    let page = chromium.open_folder(folder, "");
    page.save_into_folder();
    page
}

/// Opens a file of the folder, and waits until it is shown.
pub fn choose(page: &Page, name: &str) {
    page.choose_files("#file", &[name]);
    page.wait(&format!("document.body.dataset.opened === '{name}'"));
}

/// Saves what a button offers, and returns it.
fn save(page: &Page, name: &str) -> Vec<u8> {
    page.value(&format!(
        "[...document.querySelectorAll('.saves button')].find((it) => it.textContent === 'Save {name}').click()"
    ));
    page.saved(name)
}

fn saves_as(page: &Page, name: &str, line: &str, status: i32) {
    let expected = page.folder.run(line).assert().code(status).get_output().stdout.clone();
    assert!(save(page, name) == expected, "{name} is not what {line} writes");
}

fn dropped(chromium: &Chromium) {
    let page = open(chromium, &[("studies.pgn", &sample("studies.pgn"))]);
    page.drop_file("#drop", "studies.pgn");
    page.wait("document.body.dataset.opened === 'studies.pgn'");
    assert_eq!(page.shown("#summary"), "17 games, each with its code.");
    page.click("#tab-save");
    for (name, line) in [
        ("studies-gbr.pgn", "annotate -q studies.pgn"),
        ("studies.csv", "convert -q --to csv studies.pgn"),
        ("studies-spreadsheet.csv", "convert -q --to csv --spreadsheet studies.pgn"),
        ("studies.html", "directory -q --to html --title studies studies.pgn"),
        ("studies-wrong-codes.csv", "check -q --to csv studies.pgn"),
    ] {
        saves_as(&page, name, line, 0);
    }
    assert!(page.shown(".saved").starts_with("Done, studies-gbr.pgn, 8 kB. 17 games, 17 coded."));
    assert_eq!(page.folder.read("studies.pgn"), sample("studies.pgn"));
}

fn chosen(chromium: &Chromium) {
    let page = open(chromium, &[("studies.pgn", &sample("studies.pgn"))]);
    choose(&page, "studies.pgn");
    assert_eq!(page.shown("#count"), "17 entries");
    assert_eq!(page.shown("#head"), "0010.12 d5f8");
    page.wait_for_record();
    assert!(page.shown("#solution").starts_with("1. Bh6+ Kg8"));
    page.press("ArrowRight");
    assert!(page.shown("#said").starts_with("1. Bh6+. Black to move."));
    assert_eq!(page.search("0116.00"), "1 of 17 entries");
    assert_eq!(page.shown("#tab-positions"), "Positions (17)");
}

fn wrong_codes(chromium: &Chromium) {
    let pgn = String::from_utf8(sample("studies.pgn")).unwrap();
    let (first, rest) = pgn.split_once("\n\n").unwrap();
    let wrong = format!("{first}\n[GBR \"0400.10\"]\n\n{rest}");
    let page = open(chromium, &[("w.pgn", wrong.as_bytes())]);
    choose(&page, "w.pgn");
    assert!(
        page.shown("#summary").ends_with("1 code in the file is wrong."),
        "{}",
        page.shown("#summary")
    );
    assert_eq!(page.shown("#tab-wrong"), "Wrong codes (1)");
    page.click("#tab-wrong");
    let row = page.shown("#panel-wrong tbody tr");
    assert!(row.contains("GBR 0400.10") && row.contains("0300.10the men"), "{row}");
    page.click("#panel-wrong tbody button");
    page.wait_for_record();
    assert_eq!(page.text("document.activeElement.id"), "panel-positions");
    assert!(page.shown("#reference").starts_with("1 "));
    page.click("#tab-save");
    saves_as(&page, "w-wrong-codes.csv", "check -q --to csv w.pgn", 1);
    saves_as(&page, "w-gbr.pgn", "annotate -q w.pgn", 0);
}

fn problems(chromium: &Chromium) {
    let pgn = b"[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Ke3 *\n\n[White \"C\"]\n\n1. d4 *\n";
    let page = open(chromium, &[("p.pgn", pgn)]);
    choose(&page, "p.pgn");
    assert_eq!(page.shown("#summary"), "2 games, 1 of them coded. 1 problem.");
    page.click("#tab-problems");
    let row = page.shown("#panel-problems tbody tr");
    assert!(row.contains("game 1, line 4, A - B") && row.contains("Ke3"), "{row}");
    page.click("#tab-save");
    saves_as(&page, "p-gbr.pgn", "annotate -q p.pgn", 1);
}

fn magazine(chromium: &Chromium) {
    let page = open(chromium, &[("magazine.txt", &sample("magazine.txt"))]);
    choose(&page, "magazine.txt");
    let summary = page.shown("#summary");
    assert!(summary.starts_with("A text with ") && summary.contains(" wrong."), "{summary}");
    page.wait("document.querySelectorAll('#diagram use').length > 0");
    page.click("#tab-wrong");
    assert!(page.shown("#panel-wrong tbody tr").contains("line "));
    page.click("#tab-save");
    saves_as(&page, "magazine-codes.csv", "scan -q --to csv magazine.txt", 1);
    saves_as(&page, "magazine-positions.pgn", "scan -q --to pgn magazine.txt", 1);
}

/// After a file with problems, none of which must be left to be seen.
fn captions(chromium: &Chromium) {
    let text =
        b"f5h1 0041.01 3/3 Win     d5d8 0011.02 3/3 Win\n    [397]                    [398]\n";
    let page = open(chromium, &[("a.txt", text), ("studies.pgn", &sample("studies.pgn"))]);
    choose(&page, "studies.pgn");
    choose(&page, "a.txt");
    assert_eq!(
        page.shown("#summary"),
        "A text with 2 codes: 2 right. None says where all men stand, so there is no board to show."
    );
    assert_eq!(page.text("document.querySelector('[aria-selected=true]').id"), "tab-wrong");
    let rows = page.shown("#panel-wrong tbody");
    assert!(rows.contains("f5h1 0041.01 3/3 Win") && rows.contains("line 1, column 26"), "{rows}");
    assert_eq!(page.shown("#panel-problems"), "");
}

fn pasted(chromium: &Chromium) {
    let page = open(chromium, &[]);
    for (text, head, summary) in [
        ("8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1", "0116.00 a7d3", "1 position, with its code."),
        ("a7d3 0116.00 b2b3c6d6 3/3+.", "0116.00 a7d3", "1 position, with its code."),
        ("1. e4 e5 *", "4888.88 e1e8", "1 game, with its code."),
    ] {
        page.value("document.getElementById('text').select()");
        page.type_text(text);
        page.value("document.body.dataset.opened = ''");
        page.click("#read");
        page.wait("document.body.dataset.opened === 'pasted.txt'");
        assert_eq!((page.shown("#head"), page.shown("#summary")), (head.into(), summary.into()));
        page.click("#again");
    }
    page.value("document.getElementById('text').select()");
    page.type_text("Dear editor, thank you.");
    page.click("#read");
    page.wait("!document.getElementById('trouble').hidden");
    assert!(page.shown("#trouble").starts_with("There is no game, no position and no GBR code"));
    assert_eq!(page.text("document.getElementById('text').value"), "Dear editor, thank you.");
}

fn several(chromium: &Chromium) {
    let files = [("a.pgn", sample("studies.pgn")), ("b.epd", sample("studies.epd"))];
    let page = open(chromium, &files.each_ref().map(|(name, bytes)| (*name, &bytes[..])));
    page.choose_files("#file", &["a.pgn", "b.epd"]);
    page.wait("document.body.dataset.opened === 'a.pgn'");
    page.value(
        "(() => { const it = document.getElementById('which'); it.selectedIndex = 1; \
         it.dispatchEvent(new Event('change')); })()",
    );
    page.wait("document.body.dataset.opened === 'b.epd'");
    assert_eq!(page.shown("h1"), "b.epd");
    page.click("#tab-save");
    saves_as(&page, "b-gbr.epd", "annotate -q b.epd", 0);
}

fn read_as(chromium: &Chromium) {
    let page = open(chromium, &[("studies.epd", &sample("studies.epd"))]);
    choose(&page, "studies.epd");
    assert_eq!(page.shown("#from option"), "EPD, FEN");
    page.value(
        "(() => { document.body.dataset.opened = ''; const it = document.getElementById('from'); it.value = 'pgn'; \
         it.dispatchEvent(new Event('change')); })()",
    );
    page.wait("!document.getElementById('trouble').hidden || document.body.dataset.opened !== ''");
    assert!(!page.shown("#summary").contains("each with its code"));
}

fn compressed(chromium: &Chromium) {
    let gz = sample("odd/72-two-members.pgn.gz");
    let cut = &gz[..gz.len() - 20];
    let page = open(chromium, &[("two.pgn.gz", &gz), ("cut.pgn.gz", cut)]);
    choose(&page, "two.pgn.gz");
    page.click("#tab-save");
    saves_as(&page, "two-gbr.pgn", "annotate -q two.pgn.gz", 0);
    page.choose_files("#file", &["cut.pgn.gz"]);
    page.wait("document.body.dataset.opened === 'cut.pgn.gz'");
    let summary = page.shown("#summary");
    let damaged = "The file is damaged: it ends too early. What comes before that place is shown.";
    assert!(summary.contains(damaged), "{summary}");
    page.click("#tab-save");
    assert!(page.shown("#panel-save").starts_with("Nothing can be saved"));
}

fn keyboard(chromium: &Chromium) {
    let page = open(chromium, &[]);
    let focus = |id: &str| page.value(&format!("document.getElementById('{id}').focus()"));
    focus("choose");
    for _ in 0..3 {
        page.press("Tab");
    }
    assert_eq!(page.text("document.activeElement.id"), "example");
    page.press("Enter");
    page.wait("document.body.dataset.opened === 'example.pgn'");
    focus("tab-positions");
    page.press("ArrowRight");
    assert_eq!(page.text("document.activeElement.id"), "tab-wrong");
    assert_eq!(page.value("document.getElementById('panel-wrong').hidden"), false);
    assert_eq!(page.text("document.activeElement.getAttribute('aria-selected')"), "true");
    page.press("ArrowLeft");
    page.press("Tab");
    assert_eq!(page.text("document.activeElement.id"), "search");
    focus("tab-save");
    page.press("Enter");
    page.press("Tab");
    page.press("Enter");
    page.wait("document.querySelector('.saved').textContent.startsWith('Done')");
    assert_eq!(page.text("document.activeElement.textContent"), "Save example-gbr.pgn");
    for id in ["again", "from", "search", "list", "which"] {
        let named = format!(
            "(() => {{ const it = document.getElementById('{id}'); \
             return Boolean(it.labels?.length || it.getAttribute('aria-label') || it.textContent.trim()); }})()"
        );
        assert_eq!(page.value(&named), true, "{id} has no name");
    }
}

/// Somebody listens, and hears nothing: neither while a file is read and saved, nor when the page and a worker of it try.
fn offline(chromium: &Chromium) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    let pgn = format!(
        "[Event \"<img src='{address}'>\"]\n[Site \"{address}\"]\n\n1. e4 {{{address}}} *\n"
    );
    let page = open(chromium, &[("a.pgn", pgn.as_bytes())]);
    choose(&page, "a.pgn");
    page.click("#tab-save");
    saves_as(&page, "a-gbr.pgn", "annotate -q a.pgn", 0);
    let tried = format!("fetch('{address}').then(() => 'fetched', () => 'refused')");
    assert_eq!(page.text(&tried), "refused");
    let script = format!(
        "fetch(`{address}`).then(() => postMessage(`fetched`), () => postMessage(`refused`))"
    );
    let worker = format!(
        "new Promise((told) => {{ new Worker(URL.createObjectURL(new Blob([\"{script}\"]))).onmessage = ({{ data }}) => told(data); }})"
    );
    assert_eq!(page.text(&worker), "refused");
    let heard = listener.accept();
    assert!(heard.is_err_and(|error| error.kind() == ErrorKind::WouldBlock), "somebody called");
    assert_eq!(page.value("performance.getEntriesByType('resource').filter((it) => !it.name.startsWith('blob:')).length"), 0);
}
