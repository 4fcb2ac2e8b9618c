//! The picture of one position.
#![cfg(feature = "cli")]

use crate::folder::Folder;

const POSITION: &str = "a7d3 0116.00 b2b3c6d6 3/3+.";

fn board(folder: &Folder, text: &str, line: &str) -> Vec<u8> {
    let run = folder.run(&format!("board {line}")).arg(text).assert().code(0);
    run.get_output().stdout.clone()
}

/// Width and height, as its head says.
fn size_of(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn svg_goes_to_standard_output() {
    let svg = String::from_utf8(board(&Folder::new(), POSITION, "")).unwrap();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(svg.contains(&format!("<title>{POSITION} White to move, White wins</title>")));
    assert_eq!(svg.matches("<use ").count(), 6);
}

#[test]
fn gbr_and_fen_draw_the_same() {
    let folder = Folder::new();
    let gbr = board(&folder, "a7d3 0116.00 b2b3c6d6 3/3 WTM.", "");
    assert_eq!(board(&folder, "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1", ""), gbr);
    let run = folder.run("board -").write_stdin("(0116.00a7d3b2b3c6d6)\n").assert().code(0);
    let svg = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(svg.contains("<desc>White: king a7, rook b2, bishop b3. Black: king d3"), "{svg}");
}

#[test]
fn a_position_need_not_be_quoted() {
    let folder = Folder::new();
    let quoted = board(&folder, "8/K7/2nn4/8/8/1B1k4/1R6/8 b - - 0 1", "");
    let words = folder.run("board 8/K7/2nn4/8/8/1B1k4/1R6/8 b - - 0 1").assert().code(0);
    assert_eq!(words.get_output().stdout, quoted);
    let words = folder.run("board a7d3 0116.00 b2b3c6d6 3/3 BTM.").assert().code(0);
    assert_eq!(words.get_output().stdout, quoted);
}

#[test]
fn of_many_lines_the_first_is_drawn_and_that_is_told() {
    let folder = Folder::new();
    let one = folder.run("board -").write_stdin(format!("\n{POSITION}\n\n")).assert().code(0);
    assert_eq!(one.get_output().stdout, board(&folder, POSITION, ""));
    let many = format!("{POSITION}\na7d4 0116.00 b2b3c6d6 3/3+.\n");
    let many = folder.run("board -").write_stdin(many).assert().code(1);
    assert_eq!(many.get_output().stdout, one.get_output().stdout);
    let told = String::from_utf8_lossy(&many.get_output().stderr).into_owned();
    assert_eq!(told, "gbr-pgn: <stdin>: there are more lines than the one that was read\n");
}

#[test]
fn the_ending_of_the_output_selects_the_format() {
    let folder = Folder::new();
    board(&folder, POSITION, "--size 320 -o a.png");
    board(&folder, POSITION, "-o a.svg");
    assert_eq!(size_of(&folder.read("a.png")), (320, 308));
    assert!(folder.read("a.svg").starts_with(b"<svg"));
    assert_eq!(size_of(&board(&folder, POSITION, "--to png")), (400, 386));
}

#[test]
fn an_ending_that_is_no_format_is_refused() {
    let folder = Folder::new();
    let run = folder.run("board -o a.jpg").arg(POSITION).assert().code(2);
    let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    let expected = "a.jpg: cannot be written as jpg: expected a name that ends in .svg or .png";
    assert_eq!(error, format!("gbr-pgn: {expected}\n"));
    assert!(folder.names().is_empty());
    board(&folder, POSITION, "--to png -o a.picture");
    assert_eq!(folder.names(), ["a.picture"]);
}

#[test]
fn the_pixels_show_the_men() {
    let folder = Folder::new();
    let full = board(&folder, POSITION, "--to png");
    let other = board(&folder, "a7d4 0116.00 b2b3c6d6 3/3+.", "--to png");
    let flipped = board(&folder, POSITION, "--to png --flip");
    let bare = board(&folder, POSITION, "--to png --no-coordinates --size 386");
    assert!(full != other && full != flipped);
    assert_eq!(size_of(&bare), (386, 372));
}

#[test]
fn a_text_that_cannot_be_read_is_shown_with_a_caret() {
    let folder = Folder::new();
    for (text, caret) in
        [("a7d3 0116.00 b2b3c6 3/3+.", "\n                     ^\n"), ("8/8/x w", "\n      ^\n")]
    {
        let run = folder.run("board -o a.svg").arg(text).assert().code(1);
        let told = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(told.contains(text) && told.ends_with(caret), "{told}");
    }
    assert_eq!(folder.names(), Vec::<String>::new());
}
