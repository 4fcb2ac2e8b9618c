//! What the page looks like: on screens of all sizes, in the dark, on paper.

use crate::Test;
use crate::chromium::Chromium;
use crate::usage::sample;

pub const TESTS: &[Test] = &[
    ("wide_screens_have_list_and_entry_side_by_side", wide),
    ("a_telephone_has_them_one_below_the_other", telephone),
    ("a_link_shows_its_entry_on_a_telephone", link_on_telephone),
    ("large_letters_fit_a_small_telephone", large_letters),
    ("below_the_board_of_a_telephone_the_move_stays_in_sight", in_sight),
    ("it_is_dark_where_the_reader_wants_it", dark),
    ("paper_has_all_entries", paper),
];

const SAAVEDRA: &str = "#0300.10-b6a1-d5.c6";

/// Left, top, width and height of an element.
fn place(page: &crate::chromium::Page, id: &str) -> [f64; 4] {
    let script = format!(
        "(() => {{ const it = document.getElementById('{id}').getBoundingClientRect(); \
         return JSON.stringify([it.x, it.y, it.width, it.height]); }})()"
    );
    serde_json::from_str(&page.text(&script)).unwrap()
}

fn wide(chromium: &Chromium) {
    let page = chromium.open_at(&sample("studies.pgn"), "--title |Famous studies|", SAAVEDRA);
    page.resize(1280, 800, false);
    page.wait("innerWidth === 1280");
    let (list, entry) = (place(&page, "list"), place(&page, "entry"));
    assert!(list[0] + list[2] <= entry[0] && (list[1] - entry[1]).abs() < 1.0);
    assert_eq!(page.value("document.documentElement.scrollHeight <= innerHeight"), true);
    page.wait_for_record();
    page.picture("wide.png");
}

fn telephone(chromium: &Chromium) {
    let page = chromium.open_at(&sample("studies.pgn"), "--title |Famous studies|", SAAVEDRA);
    page.resize(390, 844, true);
    page.wait("innerWidth === 390");
    let (list, entry) = (place(&page, "list"), place(&page, "entry"));
    assert!(list[1] + list[3] <= entry[1] + 1.0, "{list:?} {entry:?}");
    assert_eq!(page.value("document.documentElement.scrollWidth <= innerWidth"), true);
    page.picture("telephone.png");
    page.click("#rows [aria-posinset='12']");
    page.wait("Math.abs(document.getElementById('entry').getBoundingClientRect().y) < 2");
    assert_eq!(page.shown("#reference"), "4 Lasker 1890");
    page.wait_for_record();
    page.picture("telephone-entry.png");
}

fn link_on_telephone(chromium: &Chromium) {
    let page = chromium.open(&sample("studies.pgn"), "");
    page.resize(390, 844, true);
    page.wait("innerWidth === 390");
    assert_eq!(page.value("scrollY"), 0, "without a link, the list is at the top");
    page.go(&format!("{SAAVEDRA}@7"));
    page.wait("document.querySelector('[aria-current]')?.textContent === '4. Kb3'");
    let board = place(&page, "diagram");
    assert!(board[1] >= 0.0 && board[1] + board[3] <= 844.0, "{board:?}");
    page.picture("telephone-link.png");
}

fn large_letters(chromium: &Chromium) {
    let page = chromium.open_at(&sample("studies.pgn"), "--title |Famous studies|", SAAVEDRA);
    page.resize(360, 740, true);
    page.value("document.documentElement.style.fontSize = '200%'");
    page.wait_for_record();
    page.wait("innerWidth === 360");
    assert_eq!(page.value("document.documentElement.scrollWidth <= 360"), true);
    let is_apart = "(() => { const rows = [...document.querySelectorAll('#rows .row')].map((row) => row.getBoundingClientRect()); \
         return rows.length > 5 && rows.every((row, place) => !place || row.top >= rows[place - 1].bottom - 1); })()";
    assert_eq!(page.value(is_apart), true, "rows do not overlap");
    page.picture("telephone-large.png");
}

fn in_sight(chromium: &Chromium) {
    let page = chromium.open_at(&sample("studies.pgn"), "--title |Famous studies|", SAAVEDRA);
    page.resize(360, 740, true);
    page.wait("innerWidth === 360");
    page.wait_for_record();
    // The board is at the top, and the first moves below it.
    page.value("scrollTo(0, document.querySelector('.board').offsetTop + 1)");
    page.value("for (let step = 0; step < 40; step++) document.getElementById('forth').click()");
    page.wait("document.querySelector('#solution [aria-current]') !== null");
    let is_seen = "(() => { const move = document.querySelector('#solution [aria-current]').getBoundingClientRect(); \
         const board = document.querySelector('.board').getBoundingClientRect(); \
         return board.top < 1 && move.top >= board.bottom && move.bottom <= innerHeight; })()";
    assert_eq!(page.value(is_seen), true);
    page.picture("telephone-last-move.png");
}

fn dark(chromium: &Chromium) {
    let page = chromium.open_at(&sample("studies.pgn"), "--title |Famous studies|", SAAVEDRA);
    let paper = "getComputedStyle(document.body).backgroundColor";
    page.prefer("prefers-color-scheme", "light");
    assert_eq!(page.text(paper), "rgb(255, 255, 255)");
    page.prefer("prefers-color-scheme", "dark");
    assert_eq!(page.text(paper), "rgb(22, 24, 27)");
    page.resize(1280, 800, false);
    page.wait_for_record();
    page.picture("dark.png");
}

fn paper(chromium: &Chromium) {
    let page = chromium.open_at(&sample("studies.pgn"), "--title |Famous studies|", SAAVEDRA);
    page.wait_for_record();
    page.value("addEventListener('beforeprint', () => { window.printed = document.querySelectorAll('#print p').length; })");
    let pdf = page.pdf();
    assert!(pdf.starts_with(b"%PDF-"));
    assert_eq!(page.value("window.printed"), 17);
    assert_eq!(page.value("document.querySelectorAll('#print p').length"), 0, "gone afterwards");
    // A search is printed as it is.
    page.search("reti");
    page.pdf();
    assert_eq!(page.value("window.printed"), 3);
    if let Some(folder) = std::env::var_os("SCREENSHOTS") {
        std::fs::write(std::path::Path::new(&folder).join("print.pdf"), pdf).unwrap();
    }
}
