//! The same page with files that nobody sends in good faith, or that are large.

use crate::Test;
use crate::chromium::{Chromium, Page};
use crate::folder::sample;
use crate::web::{choose, open};
use std::fmt::Write;
use std::thread;
use std::time::Duration;
use std::{env, fs};

pub const TESTS: &[Test] = &[
    ("text_out_of_files_is_never_run", scripts),
    ("what_is_not_text_is_refused_with_advice", refused),
    ("a_folder_that_is_dropped_is_called_a_folder", folder),
    ("a_file_that_is_gone_is_told_in_a_sentence", gone),
    ("a_game_of_8000_plies_and_bytes_that_are_not_text_are_taken", odd),
    ("a_large_file_is_read_while_the_page_goes_on", large),
    ("reading_can_be_cancelled_and_begun_again", cancelled),
];

fn scripts(chromium: &Chromium) {
    let attack =
        "<img src=x onerror='window.attacked = 1'><script>window.attacked = 2</script></script><b>";
    let pgn = format!(
        "[Event \"{attack}\"]\n[White \"{attack}\"]\n[Black \"{attack}\"]\n[GBR \"{attack}\"]\n[FEN \"{attack}\"]\n\n{{{attack}}} 1. {attack} *\n\n\
         [White \"{attack}\"]\n[GBR \"1\"]\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n{{{attack}}} 1. c7 {{{attack}}} Rd6+ 2. Kx9 *\n"
    );
    let name = "<b onclick=1>.pgn";
    let page = open(chromium, &[(name, pgn.as_bytes())]);
    choose(&page, name);
    page.wait_for_record();
    for tab in ["wrong", "problems", "save", "positions"] {
        page.click(&format!("#tab-{tab}"));
    }
    assert_eq!(page.value("window.attacked === undefined"), true);
    assert_eq!(
        page.value(
            "document.querySelectorAll('#banner b, #stage b, #stage img, #stage script').length"
        ),
        0
    );
    assert!(page.shown("#panel-problems").contains("line"));
}

/// What is said about a file that cannot be opened.
fn trouble(page: &Page, name: &str) -> String {
    page.value("document.getElementById('trouble').hidden = true");
    page.choose_files("#file", &[name]);
    page.wait("!document.getElementById('trouble').hidden");
    page.shown("#trouble")
}

fn refused(chromium: &Chromium) {
    let noise: Vec<u8> =
        (0..4096_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let advice = "Open it, select all of its text, copy it, and paste it here.";
    let office = |name| format!("{name} is a document of an office program.{advice}");
    let (word, writer, old) = (office("a.docx"), office("a.odt"), office("a.doc"));
    let zip_of = |name: &[u8]| [&b"PK\x03\x04"[..], &[0; 26], name].concat();
    let files: [(&str, &[u8], &str); 13] = [
        ("a.docx", &zip_of(b"[Content_Types].xml"), &word),
        ("a.odt", &zip_of(b"mimetypeapplication/vnd.oasis.opendocument.text"), &writer),
        ("a.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0\0\0", &old),
        (
            "a.rtf",
            b"{\\rtf1 hello}",
            "There is no game, no position and no GBR code in a.rtf.Open it, select",
        ),
        ("noise.pgn", &noise, "noise.pgn is binary data.Have the program"),
        ("a.zip", &sample("odd/71-zip.pgn"), "a.zip is a zip archive.Unpack it first"),
        ("a.zst", &sample("odd/71-zstd.pgn"), "a.zst is compressed with zstd.Unpack it first"),
        (
            "u.pgn",
            &sample("odd/07-utf-16.pgn"),
            "u.pgn is UTF-16 text.Open it in a text editor and save it as UTF-8",
        ),
        ("a.bz2", b"BZh11AY&SY\x8e\xc8", "a.bz2 is compressed with bzip2.Unpack it first"),
        (
            "cut.gz",
            &sample("odd/72-two-members.pgn.gz")[..15],
            "cut.gz is damaged: it ends too early.Get it once more",
        ),
        ("a.pdf", b"%PDF-1.5 x", "a.pdf is a PDF.Open it, select all"),
        ("empty.pgn", b"", "empty.pgn is empty."),
        ("hello.txt", b"hello", "There is no game, no position and no GBR code in hello.txt."),
    ];
    let page = open(chromium, &files.map(|(name, bytes, _)| (name, bytes)));
    for (name, _, expected) in files {
        let said = trouble(&page, name);
        assert!(said.starts_with(expected), "{name}: {said}");
    }
}

fn folder(chromium: &Chromium) {
    let page = open(chromium, &[("studies.pgn", &sample("studies.pgn"))]);
    fs::create_dir(page.folder.path("studies")).unwrap();
    page.drop_file("#drop", "studies");
    page.wait("!document.getElementById('trouble').hidden");
    let said = page.shown("#trouble");
    assert_eq!(said, "studies is a folder.Open it, and drop the files that are in it.");
}

fn gone(chromium: &Chromium) {
    let page = open(chromium, &[("studies.pgn", &sample("studies.pgn"))]);
    choose(&page, "studies.pgn");
    fs::remove_file(page.folder.path("studies.pgn")).unwrap();
    page.click("#tab-save");
    page.value("document.querySelector('.saves button').click()");
    page.wait("document.querySelector('.saved').classList.contains('bad')");
    assert_eq!(
        page.shown(".saved"),
        "Not saved: the file cannot be read any more: was it moved, or changed?"
    );
}

fn odd(chromium: &Chromium) {
    let mut long = String::from("[Event \"long\"]\n\n");
    let round = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for ply in 0..8000 {
        write!(long, "{} ", round[ply % 4]).expect("writing into memory");
    }
    long += "*\n\n";
    let nested =
        format!("[Event \"deep\"]\n\n1. e4 {} *\n", "(1. d4 ".repeat(5000) + &")".repeat(5000));
    let odd = [
        long.as_bytes(),
        nested.as_bytes(),
        b"\n[Event \"\xff\xfe\0\"]\n\n1. e4 {\xe9\x80} e5 *\n",
    ]
    .concat();
    let page = open(chromium, &[("odd.pgn", &odd)]);
    choose(&page, "odd.pgn");
    page.wait_for_record();
    assert_eq!(page.shown("#count"), "3 entries");
    page.press("End");
    page.click("#tab-save");
    page.value("document.querySelector('.saves button').click()");
    let expected = page.folder.run("annotate -q odd.pgn").output().unwrap().stdout;
    assert!(page.saved("odd-gbr.pgn") == expected);
}

/// The sample so many times that it has about so many megabytes.
fn megabytes(count: usize) -> Vec<u8> {
    let games = sample("games.pgn");
    games.repeat((count << 20).div_ceil(games.len()))
}

/// `LARGE=100` makes it so many megabytes.
fn large(chromium: &Chromium) {
    let count = env::var("LARGE").map_or(3, |count| count.parse().expect("LARGE is a number"));
    let pgn = megabytes(count);
    let page = open(chromium, &[("large.pgn", &pgn)]);
    page.value(
        "(() => { window.worst = 0; let last = performance.now(); setInterval(() => { \
         const now = performance.now(); worst = Math.max(worst, now - last); last = now; }, 10); \
         const bar = document.getElementById('progress'); window.values = new Set(); \
         new MutationObserver(() => values.add(bar.value)).observe(bar, { attributes: true }); })()",
    );
    // What the page waits for anyway, because others use the machine.
    thread::sleep(Duration::from_secs(1));
    let idle = page.value("[worst, worst = 0][0]");
    page.value("window.began = performance.now()");
    page.choose_files("#file", &["large.pgn"]);
    page.wait_long("document.body.dataset.opened === 'large.pgn'");
    let read = page.value("performance.now() - window.began");
    page.wait_for_record();
    let summary = page.shown("#summary");
    assert!(summary.contains("are shown; what you save has all of them"), "{summary}");
    assert_eq!(page.value("window.values.size > 2"), true, "the bar moves");
    page.value("window.began = performance.now()");
    page.click("#tab-save");
    page.value("document.querySelector('.saves button').click()");
    page.wait_long("document.querySelector('.saved').textContent.startsWith('Done')");
    let (saved, worst) =
        (page.value("performance.now() - window.began"), page.value("window.worst"));
    println!(
        "{count} MB: read in {read} ms, annotated in {saved} ms; the page did not answer for {worst} ms at most, \
         without a file for {idle} ms"
    );
    if env::var_os("TIMES").is_some() {
        assert!(worst.as_f64().unwrap_or(f64::MAX) < 250.0, "{worst} ms");
    }
    let expected = page.folder.run("annotate -q large.pgn").output().unwrap().stdout;
    assert!(page.saved("large-gbr.pgn") == expected);
}

fn cancelled(chromium: &Chromium) {
    let page =
        open(chromium, &[("large.pgn", &megabytes(10)), ("studies.pgn", &sample("studies.pgn"))]);
    page.value(
        "(() => { const timer = setInterval(() => { if (document.getElementById('work').hidden) return; \
         clearInterval(timer); document.getElementById('cancel').click(); }, 1); })()",
    );
    page.choose_files("#file", &["large.pgn"]);
    page.wait("document.activeElement.id === 'choose' && !document.getElementById('start').hidden");
    choose(&page, "studies.pgn");
    assert_eq!(page.shown("#count"), "17 entries");
}
