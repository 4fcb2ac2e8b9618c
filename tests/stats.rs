//! What stats counts, and how it shows it.
#![cfg(feature = "cli")]

use crate::folder::Folder;

/// Rook and pawn v rook, won by White in two plies; the rooks go, a pawn is left.
const WHITE: &str = "[FEN \"4k3/8/8/8/r7/8/P7/R3K3 w - - 0 1\"]\n[Result \"1-0\"]\n\n\
                     1. Kd2 Ke7 1-0\n\n";
/// The same with the colours exchanged; the pawn falls with the last ply.
const BLACK: &str = "[FEN \"4k3/8/8/8/r7/p7/8/R3K3 w - - 0 1\"]\n[Result \"0-1\"]\n\n\
                     1. Kd2 Ke7 2. Rxa3 Rxa3 0-1\n\n";

fn folder() -> Folder {
    Folder::with("a.pgn", [WHITE, WHITE, BLACK].concat().as_bytes())
}

fn stats(folder: &Folder, line: &str) -> String {
    folder.said(&format!("stats {line} -q"), 0).0
}

#[test]
fn csv_has_games_share_results_and_length_of_each_class() {
    let text = stats(&folder(), "--at start --to csv a.pgn");
    let expected = "code,name,class,games,share,white,draws,black,plies\n\
                    0400.10,KRPvKR,rook and pawn v rook,2,0.666667,2,0,0,2.00\n\
                    0400.01,KRvKRP,rook v rook and pawn,1,0.333333,0,0,1,4.00\n";
    assert_eq!(text, expected);
}

#[test]
fn final_is_the_default_and_any_counts_every_class_passed_through() {
    let folder = folder();
    let codes = |line: &str| -> Vec<String> {
        let text = stats(&folder, line);
        text.lines().skip(1).map(|line| line[..7].to_owned()).collect()
    };
    assert_eq!(codes("--to csv a.pgn"), ["0400.10", "0300.00"]);
    assert_eq!(codes("--at any --to csv a.pgn"), ["0400.10", "0300.00", "0400.00", "0400.01"]);
}

#[test]
fn both_colours_merge_reversed_classes_with_their_results() {
    let text = stats(&folder(), "--at start --both-colours --to csv a.pgn");
    assert_eq!(
        text.lines().nth(1),
        Some("0400.10,KRPvKR,rook and pawn v rook,3,1.000000,3,0,0,2.67")
    );
    assert_eq!(text.lines().count(), 2);
}

#[test]
fn top_cuts_the_list() {
    assert_eq!(stats(&folder(), "--at any --top 2 --to jsonl a.pgn").lines().count(), 2);
}

#[test]
fn jsonl_has_an_object_a_line() {
    let text = stats(&folder(), "--at start --top 1 --to jsonl a.pgn");
    let object: serde_json::Value = serde_json::from_str(text.trim()).unwrap();
    assert_eq!(object["code"], "0400.10");
    assert_eq!(object["class"], "rook and pawn v rook");
    assert_eq!((&object["games"], &object["white"]), (&2.into(), &2.into()));
}

#[test]
fn the_table_has_bars_that_fit() {
    let text = stats(&folder(), "--at start a.pgn");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("code     class"), "{text}");
    assert!(lines[1].starts_with("0400.10  rook and pawn v rook"), "{text}");
    let bar = |line: &str| line.chars().filter(|&c| c == '█').count();
    assert_eq!((bar(lines[1]), bar(lines[2])), (40, 20), "{text}");
    assert!(lines.iter().all(|line| line.chars().count() <= 120), "{text}");
}

#[test]
fn svg_is_a_picture_with_title_axis_and_classes_in_words() {
    let text = stats(&folder(), "--at start --to svg a.pgn");
    assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"), "{text}");
    for word in ["Classes of 3 games", "rook and pawn v rook", "0400.01", "White wins", "66.7%"] {
        assert!(text.contains(&format!(">{word}</text>")), "{word}");
    }
    assert!(text.contains(">first positions; all 2 classes</text>"), "{text}");
    let one = stats(&folder(), "--at start --top 1 --title Rooks --to svg a.pgn");
    let about = "3 games, first positions; the 1 most frequent of 2 classes";
    assert!(one.contains(&format!(">{about}</text>")), "{one}");
    // The marks of the axis, and the mean length of a class.
    for number in ["0", "1", "2", "4.0"] {
        assert!(text.contains(&format!(">{number}</text>")), "{number}");
    }
}

#[test]
fn bars_are_divided_by_result() {
    let text = stats(&folder(), "--at start --both-colours --to svg a.pgn");
    let widths = |shade: &str| -> Vec<u32> {
        let bars = text.lines().filter(|line| line.starts_with("<rect x") && line.contains(shade));
        let width = |line: &str| {
            line.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
        };
        bars.map(width).filter(|&width| width > 14).collect()
    };
    assert_eq!(widths("fill=\"#fff\""), [360], "all three are won");
    assert!(widths("#b5b5b5").is_empty() && widths("#3a3a3a").is_empty());
    assert!(text.contains(">won</text>") && text.contains("reversed classes counted as one"));
}

#[test]
fn html_has_the_picture_and_the_table() {
    let folder = folder();
    let run = folder.run("stats -q --at start a.pgn -o a.html --title").arg("A & <B>").assert();
    run.code(0);
    let html = String::from_utf8(folder.read("a.html")).unwrap();
    assert!(html.contains("<title>A &amp; &lt;B&gt;</title>") && !html.contains("<B>"));
    assert_eq!(html.matches("<svg ").count(), 1);
    let row = "<tr><th scope=\"row\">0400.10</th><td>rook and pawn v rook</td><td>2</td>\
               <td>66.67%</td><td>100%</td><td>0%</td><td>0%</td><td>2.0</td></tr>";
    assert!(html.contains(row), "{html}");
}

#[test]
fn a_title_is_for_pictures() {
    let (_, told) = folder().said("stats -q --title x a.pgn", 2);
    assert_eq!(told, "gbr-pgn: --title is for svg and html only\n");
}

#[test]
fn a_game_with_a_fault_counts_as_far_as_it_goes() {
    let folder = Folder::with("a.pgn", WHITE.replace("Ke7", "Ke3").as_bytes());
    let run = folder.run("stats --at start --to csv a.pgn").assert().code(1);
    let text = String::from_utf8_lossy(&run.get_output().stdout).into_owned();
    assert!(text.ends_with("0400.10,KRPvKR,rook and pawn v rook,1,1.000000,1,0,0,\n"), "{text}");
}
