//! The moves of an entry: listed, clicked, played by keys and fingers, linked to.

use crate::Test;
use crate::chromium::{Chromium, Page};
use crate::usage::sample;
use std::fmt::Write;

pub const TESTS: &[Test] = &[
    ("moves_are_played_by_clicks_and_buttons", clicks),
    ("moves_are_played_by_keys", keys),
    ("moves_are_played_by_fingers", fingers),
    ("variations_are_set_apart_to_any_depth", deep_variations),
    ("marks_and_glyphs_are_words_and_signs", marks),
    ("arrows_and_squares_are_drawn", drawings),
    ("castling_and_promotion_change_all_their_squares", special_moves),
    ("the_fen_that_is_copied_is_that_of_the_board", copied_fens),
    ("what_tables_say_stands_at_entries_and_moves", verdicts),
    ("nothing_is_said_where_tables_do_not_know", unknown_verdicts),
    ("screen_readers_hear_move_and_position", heard),
    ("links_lead_to_moves", links),
    ("a_fault_is_told_where_the_moves_end", faults),
    ("an_entry_at_the_end_can_be_played_back", backwards),
    ("a_game_of_eight_thousand_plies_is_played", long_game),
    ("a_thousand_nested_variations_are_listed", nested),
    ("hostile_comments_are_text", hostile),
    ("text_that_turns_its_direction_turns_nothing_else", turned),
    ("men_in_hand_are_not_on_the_board", pocket),
    ("names_are_written_as_people_write_them", names),
    ("classes_fold", folding),
    ("boards_have_three_looks", themes),
];

const SAAVEDRA: &str = "#0300.10-b6a1-d5.c6";

/// As HHdb writes studies, with what lichess writes into comments.
const NESTED: &str = "[Event \"1st prize Magazine #123\"]\n[White \"Vlasak=E Hlinka=M\"]\n\
    [Black \"(+0300.10b6a1)\"]\n[Date \"1985.??.??\"]\n[Result \"1-0\"]\n\
    [FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n\
    {[%csl Gc8,Rd5][%cal Gc6c8,Rd5d8] <main> so} 1. c7 $1 {[%clk 0:01:00][%eval 3.2]} Rd6+ \
    (1... Rd1 2. c8=Q (2. Kb5 Rd5+ (2... Kb2 3. c8=Q (3. c8=R $6 Rd5+ (3... Rd6 {<cook> fourth}) 4. Kb6) Rd6) \
    3. Kb4 $2 {<eg>}) 2... Rd6+ {<or>} 3. Kc5 $18) 2. Kb5 {<unheard of>} Rd5+ 3. Kb4 1-0\n\n";

fn open(chromium: &Chromium, pgn: &[u8], place: &str) -> Page {
    let page = chromium.open_at(pgn, "", place);
    page.wait_for_record();
    page
}

fn studies(chromium: &Chromium) -> Page {
    open(chromium, &sample("studies.pgn"), SAAVEDRA)
}

fn moved(page: &Page) -> String {
    page.text("document.querySelector('[aria-current]')?.textContent ?? ''")
}

fn men(page: &Page) -> String {
    page.shown("#diagram desc")
}

/// The button with these words.
fn click(page: &Page, words: &str) {
    page.value(&format!(
        "[...document.querySelectorAll('.line button')].find((it) => it.textContent === '{words}').click()"
    ));
}

fn clicks(chromium: &Chromium) {
    let page = studies(chromium);
    assert_eq!(moved(&page), "");
    page.click("#solution button");
    assert_eq!(moved(&page), "1. c7");
    assert_eq!(men(&page), "White: king b6, pawn c7. Black: king a1, rook d5.");
    assert_eq!(page.value("document.querySelectorAll('#diagram .changed').length"), 2);
    page.click("#forth");
    assert_eq!(moved(&page), "Rd6+");
    page.click("#last");
    assert_eq!(moved(&page), "7. Kb3");
    assert_eq!(page.value("document.getElementById('forth').disabled"), true);
    page.click("#first");
    assert_eq!((moved(&page), page.place()), (String::new(), SAAVEDRA.into()));
    let weight = |text: &str| {
        page.text(&format!(
            "getComputedStyle([...document.querySelectorAll('.line button')]\
             .find((it) => it.textContent === '{text}')).fontWeight"
        ))
    };
    assert_eq!((weight("6. c8=R!"), weight("6. c8=Q?")), ("700".into(), "400".into()));
}

fn keys(chromium: &Chromium) {
    let page = studies(chromium);
    for (key, now) in [
        ("ArrowRight", "1. c7"),
        ("ArrowRight", "Rd6+"),
        ("ArrowLeft", "1. c7"),
        ("ArrowLeft", ""),
        ("ArrowLeft", ""),
        ("End", "7. Kb3"),
        ("ArrowLeft", "6... Ra4"),
        ("ArrowLeft", "6. c8=R!"),
        ("ArrowDown", "6. c8=Q?"),
        ("End", "7. Qxc4"),
        ("ArrowLeft", "Rc4+"),
        ("ArrowLeft", "6. c8=Q?"),
        ("ArrowUp", "6. c8=R!"),
        ("Home", ""),
    ] {
        page.press(key);
        assert_eq!(moved(&page), now, "{key}");
    }
    // Where somebody types, keys write.
    page.search("1895");
    page.press("ArrowLeft");
    assert_eq!(moved(&page), "");
    // In the list they go on with the moves, but for up and down.
    page.value("document.getElementById('list').focus()");
    page.press("ArrowRight");
    assert_ne!(moved(&page), "");
}

fn fingers(chromium: &Chromium) {
    let page = studies(chromium);
    page.resize(360, 740, true);
    page.wait("innerWidth === 360");
    page.value("document.querySelector('.player').scrollIntoView({ block: 'center' })");
    page.tap("#forth");
    page.wait("document.querySelector('[aria-current]')?.textContent === '1. c7'");
    page.tap("#forth");
    page.wait("document.querySelector('[aria-current]')?.textContent === 'Rd6+'");
    let size = "Math.min(...[...document.querySelectorAll('.player button')].map((it) => it.offsetHeight))";
    assert!(page.value(size).as_f64().unwrap() >= 44.0, "large enough for a finger");
}

fn deep_variations(chromium: &Chromium) {
    let page = open(chromium, NESTED.as_bytes(), "");
    let depth = "(() => { let depth = 0; for (let it = [...document.querySelectorAll('.line button')]\
        .find((it) => it.textContent === '3... Rd6'); it.id !== 'solution'; it = it.parentElement) depth++; return depth; })()";
    assert_eq!(page.value(depth), 7, "a button in the main line and five within");
    click(&page, "3... Rd6");
    assert_eq!(men(&page), "White: king b5, rook c8. Black: king b2, rook d6.");
    click(&page, "3. Kb4?");
    assert_eq!(men(&page), "White: king b4, pawn c7. Black: king a1, rook d5.");
    page.resize(1280, 800, false);
    page.picture("deep.png");
}

fn marks(chromium: &Chromium) {
    let page = open(chromium, NESTED.as_bytes(), "");
    let text = page.text("document.getElementById('solution').textContent.replace(/\\s+/g, ' ')");
    assert_eq!(
        text.trim(),
        "(main line) so 1. c7! Rd6+ 1... Rd1 2. c8=Q 2. Kb5 Rd5+ 2... Kb2 3. c8=Q 3. c8=R?! Rd5+ 3... Rd6 \
         (cook: solves it as well) fourth 4. Kb6 3... Rd6 3. Kb4? (for example) 2... Rd6+ (or else) 3. Kc5 +− \
         2. Kb5 <unheard of> 2... Rd5+ 3. Kb4 1-0"
    );
}

fn drawings(chromium: &Chromium) {
    let page = open(chromium, NESTED.as_bytes(), "");
    let count =
        |what: &str| page.value(&format!("document.querySelectorAll('#diagram .{what}').length"));
    assert_eq!((count("ring"), count("arrow")), (2.into(), 2.into()));
    page.resize(1280, 800, false);
    page.picture("arrows.png");
    page.press("ArrowRight");
    assert_eq!((count("ring"), count("arrow")), (0.into(), 0.into()));
}

fn special_moves(chromium: &Chromium) {
    let pgn =
        b"[FEN \"4k2r/1P6/8/8/2p5/8/3P4/R3K3 w Qk - 0 1\"]\n\n1. O-O-O O-O 2. d4 cxd3 3. b8=N *\n";
    let page = open(chromium, pgn, "");
    page.press("End");
    let after = "White: king c1, rook d1, knight b8. Black: king g8, rook f8, pawn d3.";
    assert_eq!(men(&page), after);
}

fn copied_fens(chromium: &Chromium) {
    let pgn =
        b"[FEN \"4k2r/1P6/8/8/2p5/8/3P4/R3K3 w Qk - 0 1\"]\n\n1. O-O-O O-O 2. d4 cxd3 3. b8=N *\n";
    let page = open(chromium, pgn, "");
    page.value("navigator.clipboard.writeText = async (text) => { window.copied = text; }");
    for fen in [
        "4k2r/1P6/8/8/2p5/8/3P4/R3K3 w Qk - 0 1",
        "4k2r/1P6/8/8/2p5/8/3P4/2KR4 b k - 1 1",
        "5rk1/1P6/8/8/2p5/8/3P4/2KR4 w - - 2 2",
        "5rk1/1P6/8/8/2pP4/8/8/2KR4 b - d3 0 2",
        "5rk1/1P6/8/8/8/3p4/8/2KR4 w - - 0 3",
        "1N3rk1/8/8/8/8/3p4/8/2KR4 b - - 0 3",
    ] {
        page.value("window.copied = null");
        page.click("#copy-fen");
        page.wait("window.copied !== null");
        assert_eq!(page.text("window.copied"), fen);
        page.press("ArrowRight");
    }
}

const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/tables");

fn verdicts(chromium: &Chromium) {
    let page = chromium.open(&sample("opposition.pgn"), &format!("--tables {TABLES}"));
    page.wait_for_record();
    let shown = |name: &str| {
        page.search(name);
        page.wait_for_record();
        (page.shown("#verdict"), page.shown("#solution").replace('\n', " "))
    };
    let (verdict, moves) = shown("c5b7");
    assert_eq!(verdict, "With best play: White wins.");
    assert!(moves.contains("2. f4 White gives the win away: drawn"), "{moves}");
    let (verdict, moves) = shown("e4e6");
    assert_eq!(verdict, "With best play: drawn.");
    assert!(moves.contains("64. Kd5 Kd8 Black gives the draw away: White wins 65. Kd6"), "{moves}");
    page.resize(1280, 800, false);
    page.picture("verdict.png");
}

fn unknown_verdicts(chromium: &Chromium) {
    let page = chromium.open(&sample("studies.pgn"), &format!("--tables {TABLES}"));
    page.wait_for_record();
    assert_eq!(page.shown("#verdict"), "");
    assert_eq!(page.value("document.querySelectorAll('.verdict').length"), 0);
}

fn heard(chromium: &Chromium) {
    let page = studies(chromium);
    assert_eq!(page.text("document.getElementById('said').getAttribute('aria-live')"), "polite");
    page.press("ArrowRight");
    let said = "1. c7. Black to move. White: king b6, pawn c7. Black: king a1, rook d5.";
    assert_eq!(page.shown("#said"), said);
    page.press("Home");
    assert!(page.shown("#said").starts_with("Start. White to move. White: king b6, pawn c6."));
    page.press("j");
    assert_eq!(page.shown("#said"), "");
}

fn links(chromium: &Chromium) {
    let page = studies(chromium);
    page.press("ArrowRight");
    page.press("ArrowRight");
    assert_eq!(page.place(), format!("{SAAVEDRA}@2"));
    assert_eq!(page.text("document.getElementById('link').hash"), format!("{SAAVEDRA}@2"));
    page.go(&format!("{SAAVEDRA}@12"));
    page.wait("document.querySelector('[aria-current]')?.textContent === '6. c8=Q?'");
    assert_eq!(page.place(), format!("{SAAVEDRA}@12"));
    // A move that is not there is passed over.
    for node in ["@999", "@x", "@-1"] {
        page.go(&format!("{SAAVEDRA}{node}"));
        page.wait_for_record();
        assert_eq!((page.shown("#head"), moved(&page)), ("0300.10 b6a1".into(), String::new()));
    }
}

fn faults(chromium: &Chromium) {
    let pgn = b"[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra8+ Kd7 (1... Ke7 2. Qh8 Kd6) 2. Nf3 Kc7 *\n";
    let folder = crate::folder::Folder::with("a.pgn", pgn);
    folder.run("directory -q a.pgn -o a.html").assert().code(1);
    let page = chromium.open_folder(folder, "");
    page.wait_for_record();
    let text = page.shown("#solution");
    assert!(text.contains("Nothing more of this line is played: in a variation, 2. Qh8"), "{text}");
    assert!(text.contains("2. Nf3") && text.contains("Kc7"), "the rest is shown: {text}");
    page.press("End");
    assert_eq!(moved(&page), "Kd7");
}

fn backwards(chromium: &Chromium) {
    let page = chromium.open(b"[White \"A\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", "--at final");
    page.wait_for_record();
    assert_eq!(moved(&page), "Qh4#");
    page.press("Home");
    assert!(men(&page).starts_with("White: king e1, queen d1, rooks a1, h1,"), "{}", men(&page));
    page.press("ArrowRight");
    assert_eq!(moved(&page), "1. f3");
}

fn long_game(chromium: &Chromium) {
    let mut pgn = String::from("[White \"A\"]\n\n");
    for number in 0..2000 {
        let n = 2 * number + 1;
        let _ = write!(pgn, "{n}. Nf3 Nf6 {}. Ng1 Ng8 ", n + 1);
    }
    let page = open(chromium, (pgn + "*\n").as_bytes(), "");
    assert_eq!(page.value("document.querySelectorAll('.line button').length"), 8000);
    page.press("End");
    assert_eq!(moved(&page), "Ng8");
    page.press("ArrowLeft");
    assert_eq!(moved(&page), "4000. Ng1");
    let time: f64 = page.text("document.body.dataset.moved").parse().unwrap();
    println!("     {time} ms for a move of 8,000");
    if std::env::var_os("TIMES").is_some() {
        assert!(time < 16.0, "{time}");
    }
}

fn nested(chromium: &Chromium) {
    let depth = 1000;
    let pgn = format!(
        "[White \"A\"]\n\n1. e4 e5 {}{} 2. Nf3 *\n",
        "(1... c5 ".repeat(depth),
        ")".repeat(depth)
    );
    let page = open(chromium, pgn.as_bytes(), "");
    assert_eq!(page.value("document.querySelectorAll('.line button').length"), depth + 3);
    page.press("End");
    assert_eq!(moved(&page), "2. Nf3");
}

fn hostile(chromium: &Chromium) {
    let texts = [
        "<script>window.caught = 1</script>",
        "<img src=x onerror=\"window.caught = 2\">",
        "</div><b>",
        "[%csl <b>][%cal Ga1\"onload=\"x]",
        "<or onclick=x>",
        "&lt;b&gt;",
    ];
    let comments: String = texts.iter().map(|text| format!("{{{text}}} ")).collect();
    let pgn = format!(
        "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra8+ {comments}(1. Kd2 {comments}) *\n"
    );
    let page = open(chromium, pgn.as_bytes(), "");
    let shown = page.shown("#solution");
    for text in texts.iter().filter(|text| !text.starts_with("[%")) {
        assert!(shown.contains(text), "{text} in {shown}");
    }
    page.press("ArrowRight");
    assert_eq!(page.value("window.caught === undefined"), true);
    assert_eq!(
        page.value("document.querySelectorAll('img, b, main script, [onload], [onclick]').length"),
        0
    );
}

fn turned(chromium: &Chromium) {
    // An override and an isolate that are never closed.
    let pgn = "[White \"\u{202e}\u{2066}Bidi\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 0 1\"]\n\n1. Ra8+ {\u{202e}\u{2066}turned} Kd7 2. Ra1 1-0\n";
    let page = open(chromium, pgn.as_bytes(), "");
    let lefts = "[...document.querySelectorAll('#solution button, #solution .result')].map((it) => it.getBoundingClientRect().x)";
    assert_eq!(page.value(&format!("{lefts}.every((x, at, all) => !at || all[at - 1] < x)")), true);
    let link = "document.getElementById('link').getBoundingClientRect().x >= document.getElementById('reference').getBoundingClientRect().right";
    assert_eq!(page.value(link), true);
}

fn pocket(chromium: &Chromium) {
    let pgn = b"[White \"A\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@e4 Nf6 *\n";
    let page = open(chromium, pgn, "");
    assert!(men(&page).starts_with("White: king e1, queen d1,"), "{}", men(&page));
    page.press("End");
    assert_eq!(moved(&page), "Nf6");
    assert!(men(&page).contains("pawns a2, b2, c2, d2, f2, g2, h2, e4."), "{}", men(&page));
    // Men that were pawns, and men in hand from the start.
    let pgn = b"[White \"A\"]\n[Variant \"Crazyhouse\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/Q~3K3[Np] w - - 0 1\"]\n\n1. N@e4 P@e7 *\n";
    let page = open(chromium, pgn, "");
    assert_eq!(men(&page), "White: king e1, queen a1. Black: king e8.");
    page.press("End");
    assert_eq!(men(&page), "White: king e1, queen a1, knight e4. Black: king e8, pawn e7.");
}

fn names(chromium: &Chromium) {
    let page = open(chromium, NESTED.as_bytes(), "");
    assert_eq!(page.shown("#people"), "E. Vlasak and M. Hlinka");
    let game = b"[White \"Carlsen, Magnus\"]\n[Black \"Anand, V\"]\n\n1. e4 *\n";
    let page = open(chromium, game, "");
    assert_eq!(page.shown("#people"), "Magnus Carlsen – V. Anand");
    assert_eq!(page.search("anand"), "1 entry");
    assert_eq!(page.search("kasparov"), "0 of 1 entry");
}

fn folding(chromium: &Chromium) {
    let page = studies(chromium);
    let rows = || page.value("document.querySelectorAll('.row[role=option]').length");
    page.click("#fold");
    assert_eq!(rows(), 0);
    // An entry that is stepped to is shown.
    page.press("j");
    assert_eq!(rows(), 2, "its class");
    page.click("#fold");
    assert!(rows().as_u64().unwrap() > 5);
    page.value("document.getElementById('list').scrollTop = 0");
    page.wait("document.querySelector('.row.section') !== null");
    page.click(".row.section");
    assert_eq!(
        page.value("document.querySelector('.row.section').classList.contains('folded')"),
        true
    );
}

fn themes(chromium: &Chromium) {
    let page = studies(chromium);
    let dark = |theme: &str| {
        page.value(&format!(
            "document.getElementById('theme').value = '{theme}'; \
             document.getElementById('theme').dispatchEvent(new Event('change'))"
        ));
        page.text("getComputedStyle(document.querySelector('#diagram .dark')).fill")
    };
    let looks = ["wood", "grey", "print"].map(dark);
    assert!(looks[0] != looks[1] && looks[1] != looks[2] && looks[0] != looks[2], "{looks:?}");
}
