//! What the same page looks like.

use crate::Test;
use crate::chromium::{Chromium, Page};
use crate::folder::sample;
use crate::web::{choose, open};

pub const TESTS: &[Test] = &[
    ("everything_fits_on_a_telephone", telephone),
    ("everything_can_be_reached_with_letters_twice_as_large", twice_as_large),
    ("everything_fits_on_half_a_screen_as_zoom_leaves_it", zoomed),
    ("it_is_as_light_as_the_reader_wants_it", light),
    ("it_is_as_dark_as_the_reader_wants_it", dark),
];

/// Studies, one of which has a wrong code, and one game that cannot be played.
fn studies() -> Vec<u8> {
    let pgn = String::from_utf8(sample("studies.pgn")).unwrap();
    let (first, rest) = pgn.split_once("\n\n").unwrap();
    let broken =
        "\n[White \"Reti, Richard\"]\n[Black \"Alekhine, Alexander\"]\n\n1. Nf3 g6 2. g4 Ke3 *\n";
    format!("{first}\n[GBR \"0400.10\"]\n\n{rest}{broken}").into_bytes()
}

fn fits(page: &Page) -> bool {
    page.value("document.documentElement.scrollWidth <= innerWidth") == true
}

/// Pictures of all parts of the page, each of which must not be wider than the screen.
fn all_parts(page: &Page, name: &str) {
    assert!(fits(page), "{name}: the start is too wide");
    page.picture(&format!("web-{name}-start.png"));
    choose(page, "studies.pgn");
    page.wait_for_record();
    for part in ["positions", "wrong", "problems", "save"] {
        page.click(&format!("#tab-{part}"));
        assert!(fits(page), "{name}: {part} is too wide");
        page.picture(&format!("web-{name}-{part}.png"));
    }
    page.value("document.querySelector('.saves button').click()");
    page.wait("document.querySelector('.saved').textContent.startsWith('Done')");
    assert!(fits(page), "{name}: what is said of a saved file is too wide");
    page.picture(&format!("web-{name}-saved.png"));
    page.value("document.getElementById('again').click()");
    choose(page, "magazine.txt");
    page.click("#tab-wrong");
    assert!(fits(page), "{name}: the wrong codes of a text are too wide");
    page.picture(&format!("web-{name}-magazine.png"));
    page.value("document.getElementById('again').click()");
    page.choose_files("#file", &["a.zip"]);
    page.wait("!document.getElementById('trouble').hidden");
    page.picture(&format!("web-{name}-refused.png"));
}

fn opened(chromium: &Chromium) -> Page {
    let (zip, magazine) = (sample("odd/71-zip.pgn"), sample("magazine.txt"));
    let files = [("studies.pgn", &studies()[..]), ("a.zip", &zip), ("magazine.txt", &magazine)];
    open(chromium, &files)
}

fn telephone(chromium: &Chromium) {
    let page = opened(chromium);
    page.resize(390, 844, true);
    page.wait("innerWidth === 390");
    all_parts(&page, "telephone");
}

fn twice_as_large(chromium: &Chromium) {
    let page = opened(chromium);
    page.resize(1280, 800, false);
    page.value("document.documentElement.style.fontSize = '200%'");
    all_parts(&page, "200");
}

fn zoomed(chromium: &Chromium) {
    let page = opened(chromium);
    page.resize(640, 400, false);
    all_parts(&page, "zoom");
}

fn light(chromium: &Chromium) {
    colours(chromium, "light", "rgb(255, 255, 255)");
}

fn dark(chromium: &Chromium) {
    colours(chromium, "dark", "rgb(22, 24, 27)");
}

fn colours(chromium: &Chromium, name: &str, paper: &str) {
    let page = opened(chromium);
    page.resize(1280, 800, false);
    page.prefer("prefers-color-scheme", name);
    assert_eq!(page.text("getComputedStyle(document.body).backgroundColor"), paper);
    all_parts(&page, name);
}
