//! The picture of one position.
#![cfg(feature = "cli")]

use crate::folder::{Folder, sample};

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
    let expected =
        "a.jpg: cannot be written as jpg: expected a name that ends in .svg, .png or .pdf";
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

#[test]
fn a_file_of_records_has_a_picture_of_each_named_by_number_and_code() {
    let folder = Folder::with("a.pgn", &sample("studies.pgn"));
    let (_, told) = folder.said("board a.pgn -o d/", 0);
    assert_eq!(told, "gbr-pgn: 17 pictures, 17 games\n");
    let names = folder.names_in("d");
    assert_eq!(names.len(), 17);
    assert_eq!(names[..3], ["0001-0300.10.svg", "0002-0300.10.svg", "0003-0000.11.svg"]);
    let single = board(&folder, "b6a1 0300.10 d5.c6 2/2+.", "");
    assert_eq!(folder.read("d/0001-0300.10.svg"), single);
    folder.said("board -q a.pgn a.pgn --to png --at final -o e", 0);
    let names = folder.names_in("e");
    assert_eq!((names.len(), names[33].as_str()), (34, "0034-0116.00.png"));
}

#[test]
fn a_folder_of_records_is_drawn_like_its_files() {
    let folder = Folder::with("c/a.pgn", &sample("studies.pgn"));
    folder.write("c/b/a.pgn", &sample("studies.pgn"));
    let (_, told) = folder.said("board c", 2);
    let expected = "c: is a folder of records: expected -o DIR/ for a picture of each";
    assert_eq!(told, format!("gbr-pgn: {expected}\n"));
    for _ in 0..2 {
        let (_, told) = folder.said("board c -o c/pictures/ --force", 0);
        assert_eq!(told, "gbr-pgn: 34 pictures, 34 games\n");
    }
    assert_eq!(folder.names_in("c/pictures").len(), 34);
}

#[test]
fn a_folder_that_is_not_empty_needs_force() {
    let folder = Folder::with("a.pgn", &sample("studies.pgn"));
    folder.write("d/x", b"mine");
    let (_, told) = folder.said("board a.pgn -o d/", 2);
    assert_eq!(told, "gbr-pgn: d/: is not empty; with --force, files there are replaced\n");
    assert_eq!(folder.names_in("d"), ["x"]);
    folder.said("board -q a.pgn -o d/ --force", 0);
    assert_eq!((folder.names_in("d").len(), folder.read("d/x")), (18, b"mine".to_vec()));
}

#[test]
fn records_come_from_standard_input_too() {
    let folder = Folder::new();
    folder.run("board -q - -o d/").write_stdin(sample("studies.pgn")).assert().code(0);
    assert_eq!(folder.names_in("d").len(), 17);
}

#[test]
fn a_position_is_a_position_even_if_a_file_is_called_so() {
    let folder = Folder::with("4k3/8/8/8/8/8/8/4K3", b"");
    let svg = board(&folder, "4k3/8/8/8/8/8/8/4K3", "");
    assert!(svg.starts_with(b"<svg"));
}

#[test]
fn what_does_not_fit_a_file_or_a_position_is_refused() {
    let folder = Folder::with("a.pgn", &sample("studies.pgn"));
    for (line, error) in [
        ("a.pgn", "a.pgn: is a file of records: expected -o DIR/ for a picture of each"),
        ("a.pgn -o a.svg", "a.svg: pictures of records go into a folder: expected -o DIR/"),
        ("4k3/8/8/8/8/8/8/4K3 --force", "--force is for files of records only"),
        ("4k3/8/8/8/8/8/8/4K3 --at final", "--at is for files of records only"),
        ("4k3/8/8/8/8/8/8/4K3 --dpi 300", "--dpi has no meaning for svg"),
        ("4k3/8/8/8/8/8/8/4K3 --to png --dpi 9999", "--dpi: expected 1 to 2400 with --size 400"),
    ] {
        assert_eq!(folder.said(&format!("board {line}"), 2).1, format!("gbr-pgn: {error}\n"));
    }
    for line in ["--arrow a1", "--arrow a1a1", "--arrow a1i9", "--mark e9"] {
        folder.said(&format!("board 4k3/8/8/8/8/8/8/4K3 {line}"), 2);
    }
    assert_eq!(folder.names(), ["a.pgn"]);
}

#[test]
fn styles_differ_and_print_needs_black_alone() {
    let folder = Folder::new();
    let svg = |style: &str| {
        String::from_utf8(board(&folder, POSITION, &format!("--style {style}"))).unwrap()
    };
    assert_eq!(svg("wood").into_bytes(), board(&folder, POSITION, ""));
    assert!(svg("grey").contains("#c4c4c4") && !svg("grey").contains("#b8976c"));
    let print = svg("print");
    let colours: std::collections::BTreeSet<&str> = print
        .split("\"#")
        .skip(1)
        .map(|it| it.split('"').next().unwrap())
        .filter(|it| it.len() == 3)
        .collect();
    assert_eq!(colours.into_iter().collect::<Vec<_>>(), ["000", "fff"]);
    assert!(print.contains("href=\"#hatch\"") && print.contains("<g id=\"hatch\">"));
    assert!(
        print.contains("href=\"#rim-bN\"") && !print.contains("href=\"#rim-bK\""),
        "d3 is light"
    );
}

#[test]
fn three_hundred_dots_an_inch_are_in_the_picture() {
    let png = board(&Folder::new(), POSITION, "--to png --dpi 300");
    assert_eq!(size_of(&png), (1250, 1206));
    let at = png.windows(4).position(|it| it == b"pHYs").unwrap();
    assert_eq!(png[at + 4..at + 13], [0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1]);
}

#[test]
fn captions_are_outlines_below_the_board() {
    let folder = Folder::with("a.pgn", &sample("studies.pgn"));
    let svg = String::from_utf8(board(&folder, POSITION, "--caption Алехин")).unwrap();
    assert!(!svg.contains("<text") && svg.contains("scale(.017)"), "{svg}");
    assert!(svg.contains("knights c6, d6. Алехин</desc>"), "{svg}");
    let run =
        folder.run("board -q a.pgn -o d/ --caption").arg("{number}: {composer} {year}").assert();
    run.code(0);
    let third = String::from_utf8(folder.read("d/0003-0000.11.svg")).unwrap();
    assert!(third.contains(" 3: Réti 1921</desc>"), "{third}");
    let (_, told) = folder.said("board a.pgn -o e/ --caption {nmber}", 2);
    assert!(told.starts_with("gbr-pgn: --caption: unknown field {nmber}"), "{told}");
}

#[test]
fn arrows_and_marks_are_drawn() {
    let svg = board(&Folder::new(), POSITION, "--arrow a1h8 --arrow b2b3 --mark e4 --mark a1");
    let svg = String::from_utf8(svg).unwrap();
    assert_eq!(svg.matches("class=\"arrow\"").count(), 2);
    assert_eq!(svg.matches("class=\"mark\"").count(), 2);
}

#[test]
fn pdf_is_a_page_of_the_same_size_with_a_title() {
    let pdf = board(&Folder::new(), POSITION, "--to pdf --size 320 --caption Réti");
    assert!(pdf.starts_with(b"%PDF-1.4\n") && pdf.ends_with(b"%%EOF\n"));
    let text = String::from_utf8_lossy(&pdf).into_owned();
    assert!(text.contains("/MediaBox[0 0 240 "), "{text}");
    assert!(text.contains("<feff005200e90074006900"), "the caption is in the title: {text}");
}
