//! What `-o NAME` promises: the ending picks the format in every command, or the run is refused.
#![cfg(feature = "cli")]

use crate::folder::Folder;

const STUDY: &[u8] = b"[Event \"a\"]\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n[Result \"1-0\"]\n[GBR \"9999.99\"]\n\n1-0\n";

fn folder() -> Folder {
    let folder = Folder::with("a.pgn", STUDY);
    folder.write("a.epd", b"8/8/1KP5/3r4/8/8/8/k7 w - - gbr \"x\";\n");
    folder.write("a.txt", b"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\n");
    folder.write("magazine.txt", b"see a7d3 0116.00 b2b3c6d6 3/3+. there\n");
    folder
}

/// Commands, the name of an output, and how that begins then.
const PICKED: &[(&str, &str, &str)] = &[
    ("stats a.pgn", "s.svg", "<svg"),
    ("stats a.pgn", "s.csv", "code,"),
    ("stats a.pgn", "s.jsonl", "{"),
    ("stats a.pgn", "s.txt", "code "),
    ("find 0* a.pgn", "f.csv", "number,"),
    ("find 0* a.pgn", "f.pgn", "[Event \"a\"]"),
    ("find 0* a.pgn", "f.epd", "8/8/1KP5/3r4/8/8/8/k7 w - - c0 "),
    ("find 0* a.epd", "f.epd", "8/8/1KP5/3r4/8/8/8/k7 w - - gbr \"x\";\n"),
    ("find 0* a.epd", "f.pgn", "[Event \"?\"]"),
    ("find 0* a.pgn --list", "f.tsv", "a.pgn\t1\t"),
    ("find 0* a.pgn --count", "f.txt", "1\n"),
    ("check a.pgn", "w.jsonl", "{\"file\":\"a.pgn\""),
    ("check a.pgn", "w.csv", "file,"),
    ("check --fix a.pgn", "w.pgn", "[Event \"a\"]"),
    ("convert a.pgn", "c.fen", "8/8/"),
    ("convert a.pgn", "c.ndjson", "{"),
    ("scan magazine.txt", "s.csv", "file,"),
    ("scan magazine.txt", "s.pgn", "[Event"),
    ("rows a.txt", "r.csv", ","),
    ("directory a.pgn", "d.md", "# "),
    ("directory a.pgn", "d.htm", "<!doctype html>"),
    ("annotate a.pgn", "x.pgn", "[Event \"a\"]"),
    ("annotate a.epd", "x.fen", "8/8/"),
    ("sort a.epd", "x.epd", "8/8/"),
];

#[test]
fn the_ending_picks_the_format_in_every_command() {
    let folder = folder();
    for (line, name, beginning) in PICKED {
        folder.run(&format!("{line} -o {name}")).output().unwrap();
        let text = String::from_utf8_lossy(&folder.read(name)).into_owned();
        assert!(text.starts_with(beginning), "{line} -o {name}: {text}");
    }
}

#[test]
fn the_ending_before_that_of_a_compression_counts() {
    let folder = folder();
    for ending in ["zst", "gz", "bz2", "xz"] {
        folder.run(&format!("stats a.pgn -o s.csv.{ending}")).assert().code(0);
        let packed = folder.read(&format!("s.csv.{ending}"));
        assert!(!packed.starts_with(b"code"), "{ending}");
        // What is compressed is CSV: find reads it as text that is not a game.
        let run = folder.run(&format!("scan s.csv.{ending}")).assert().code(0);
        assert!(run.get_output().stdout.is_empty());
    }
}

/// Commands and names that are refused before anything is written, and the endings that are offered.
const REFUSED: &[(&str, &str, &str)] = &[
    ("annotate a.pgn", "x.csv", ".pgn, .epd or .fen"),
    ("annotate a.epd", "x.pgn", ".epd or .fen"),
    ("annotate a.pgn", "x.epd", ".pgn"),
    ("strip a.pgn", "x.html", ".pgn, .epd or .fen"),
    ("sort a.pgn", "x.csv", ".pgn, .epd, .fen or .gbr"),
    ("sort a.pgn", "x.fen", ".pgn"),
    ("check --fix a.pgn", "x.jsonl", ".pgn, .epd or .fen"),
    ("check a.pgn", "x.pgn", ".txt, .csv or .jsonl"),
    ("stats a.pgn", "s.pdf", ".txt, .csv, .jsonl, .svg or .html"),
    ("directory a.pgn", "d.docx", ".txt, .csv, .jsonl, .md, .html or .pdf"),
    ("directory a.pgn", "d.docx.zst", ".txt, .csv, .jsonl, .md, .html or .pdf"),
    ("find 0* a.pgn", "f.svg", ".pgn, .epd, .fen, .gbr, .csv, .tsv, .jsonl or .parquet"),
    ("find 0* a.pgn --list", "f.csv", ".txt or .tsv"),
    ("find 0* a.pgn --count", "f.csv", ".txt"),
    ("convert a.pgn", "c.png", ".pgn, .epd, .fen, .gbr, .csv, .tsv, .jsonl or .parquet"),
    ("scan magazine.txt", "s.html", ".txt, .epd, .fen, .csv, .jsonl or .pgn"),
    ("rows a.txt", "r.parquet", ".tsv, .csv or .jsonl"),
];

#[test]
fn an_ending_of_another_format_is_refused_with_those_that_can_be_written() {
    let folder = folder();
    let before = folder.names();
    for (line, name, offered) in REFUSED {
        let run = folder.run(&format!("{line} -o {name}")).assert().code(2).stdout("");
        let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        let expected = format!("expected a name that ends in {offered}\n");
        assert!(error.ends_with(&expected), "{line} -o {name}: {error}");
        assert_eq!(folder.names(), before, "{line} -o {name}");
    }
}

#[test]
fn a_refused_output_leaves_the_old_file() {
    let folder = folder();
    folder.write("x.csv", b"old");
    folder.run("annotate a.pgn -o x.csv").assert().code(2);
    assert_eq!(folder.read("x.csv"), b"old");
    folder.write("x.pgn", b"old");
    folder.run("annotate a.epd -o x.pgn").assert().code(2);
    assert_eq!(folder.read("x.pgn"), b"old");
}

#[test]
fn json_is_refused_with_a_word_for_jsonl() {
    let folder = folder();
    for line in ["stats a.pgn", "find 0* a.pgn", "check a.pgn", "convert a.pgn", "directory a.pgn"]
    {
        let run = folder.run(&format!("{line} -o x.json")).assert().code(2);
        let error = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(error.contains("end its name in .jsonl"), "{line}: {error}");
    }
}

#[test]
fn a_typed_format_may_not_contradict_the_ending() {
    let folder = folder();
    for line in ["stats a.pgn --to svg", "convert a.pgn --to jsonl", "directory a.pgn --to html"] {
        folder.run(&format!("{line} -o x.csv")).assert().code(2);
        assert!(!folder.path("x.csv").exists(), "{line}");
        folder.run(&format!("{line} -o x.bak")).assert().code(0);
    }
}

#[test]
fn an_ending_that_nobody_knows_is_the_usual_format() {
    let folder = folder();
    for name in ["out.bak", "out", "/dev/null", "a.b.c"] {
        for line in
            ["annotate a.pgn", "stats a.pgn", "find 0* a.pgn", "directory a.pgn", "sort a.pgn"]
        {
            folder.run(&format!("{line} -o {name}")).assert().code(0);
        }
    }
    folder.run("find 0* a.pgn -o out.bak").assert().code(0);
    assert_eq!(folder.read("out.bak"), STUDY);
}

/// Where there is nothing in a file, its name says what it is.
#[test]
fn lines_of_comments_or_nothing_stay_what_they_are_called() {
    let folder = Folder::with("a.epd", b"");
    folder.write("b.epd", b"# a comment\n\n");
    for command in ["annotate", "strip", "sort", "check --fix"] {
        for name in ["a.epd", "b.epd"] {
            folder.run(&format!("{command} {name} -o out.epd")).assert().code(0);
            assert_eq!(folder.read("out.epd"), folder.read(name), "{command} {name}");
        }
    }
}

#[test]
fn an_output_that_cannot_be_made_is_named_as_it_was_typed() {
    let (_, text) = folder().said("convert -o no/x.csv a.pgn", 2);
    let cause = "No such file or directory (os error 2)";
    assert_eq!(text, format!("gbr-pgn: no/x.csv: cannot be written: {cause}\n"));
}
