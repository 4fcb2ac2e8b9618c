//! A program of somebody else adds a source, a stage and a sink to gbr-pgn: `examples/extended.rs`.
#![cfg(feature = "cli")]

use std::env::consts::EXE_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The example, beside the program. `cargo test` builds it, `cargo test --test plugins` alone does not.
fn program() -> PathBuf {
    let folder = Path::new(env!("CARGO_BIN_EXE_gbr-pgn")).parent().unwrap().join("examples");
    let program = folder.join("extended").with_extension(EXE_EXTENSION);
    assert!(program.exists(), "not built yet: run cargo build --example extended");
    program
}

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(program());
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).stdin(Stdio::null());
    command.output().unwrap()
}

/// What it writes, when all is well.
fn written(arguments: &[&str]) -> String {
    let output = run(arguments);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// What it complains about.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

/// What it says when not all is well, whatever the status.
fn refused_or_faulty(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

const STUDIES: &str = "samples/studies.pgn";

#[test]
fn help_shows_all_that_was_added() {
    let help = written(&["convert", "--help"]);
    for shown in [
        "- latex:",
        "a LaTeX document with a diagram for each position",
        "- named:",
        "Columns added to tables:\n  year",
        "the year of the tag Date",
    ] {
        assert!(help.contains(shown), "{shown}: {help}");
    }
    assert!(written(&["find", "--help"]).contains("- latex:"));
    assert!(written(&["annotate", "--help"]).contains("- named:"));
}

#[test]
fn help_without_a_command_lists_what_was_added() {
    let help = written(&["--help"]);
    let (_, added) = help.split_once("\nAdded to gbr-pgn:\n").expect(&help);
    let added: Vec<Vec<&str>> =
        added.lines().map(|line| line.split_whitespace().take(2).collect()).collect();
    assert_eq!(added, [["named", "read"], ["latex", "written"], ["year", "column"]]);
}

#[test]
fn a_program_with_a_name_of_its_own_goes_by_it() {
    let version = written(&["--version"]);
    assert!(version.starts_with("extended ") && version.contains("(gbr-pgn "), "{version}");
    for command in ["annotate", "find", "completions"] {
        let help = written(&[command, "--help"]);
        assert!(help.contains(&format!("  extended {command} ")), "{help}");
        assert!(help.contains(&format!("Usage: extended {command} ")), "{help}");
        assert!(!help.contains("gbr-pgn"), "{help}");
    }
    for (arguments, told) in [
        (&["annotate", "no-such-file"][..], "extended: no-such-file: "),
        (&["decode", "x"], "extended: "),
        (&["games.pgn"], "did you mean extended annotate games.pgn?"),
        (&["help", "games"], "extended: there is no command games; extended help lists them"),
    ] {
        let said = refused_or_faulty(arguments);
        assert!(said.contains(told) && !said.contains("gbr-pgn"), "{said}");
    }
    let script = written(&["completions", "bash"]);
    assert!(script.contains("complete -F _extended"), "{script}");
}

#[test]
fn help_of_gbr_pgn_itself_shows_none_of_it() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gbr-pgn"));
    let output = command.args(["convert", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(!help.contains("latex") && !help.contains("added"), "{help}");
}

#[test]
fn completions_and_manual_know_the_names() {
    for shell in ["bash", "zsh", "fish"] {
        let script = written(&["completions", shell]);
        assert!(script.contains("latex") && script.contains("named"), "{shell}");
    }
    let folder = tempfile::tempdir().unwrap();
    written(&["man", folder.path().to_str().unwrap()]);
    let page = fs::read_to_string(folder.path().join("extended-convert.1")).unwrap();
    assert!(page.contains("latex") && page.contains("named") && page.contains("year"), "{page}");
}

#[test]
fn a_sink_has_one_head_and_one_foot_however_many_inputs_there_are() {
    for inputs in [&[STUDIES][..], &[STUDIES, "samples/games.pgn", STUDIES]] {
        let document = written(&[&["convert", "--quiet", "--to", "latex"], inputs].concat());
        assert!(document.starts_with("\\documentclass{article}\n"), "{document}");
        assert!(document.ends_with("\n\\end{document}\n"), "{document}");
        assert_eq!(document.matches("document}").count(), 2, "{document}");
        assert!(document.contains("\\texttt{b6a1 0300.10 d5.c6 2/2+.}"), "{document}");
    }
}

#[test]
fn the_ending_of_a_name_picks_an_added_sink() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("studies.tex.zst");
    written(&["convert", "--quiet", STUDIES, "-o", target.to_str().unwrap()]);
    assert!(fs::read(&target).unwrap().starts_with(&[0x28, 0xb5, 0x2f, 0xfd]));
    let target = folder.path().join("studies.latex");
    written(&["find", "--quiet", "0300.10", STUDIES, "-o", target.to_str().unwrap()]);
    let document = fs::read_to_string(&target).unwrap();
    assert!(document.ends_with("\\end{document}\n"), "{document}");
    let target = folder.path().join("studies.tex");
    let told = refused(&["annotate", STUDIES, "-o", target.to_str().unwrap()]);
    assert!(told.contains("cannot be written as"), "{told}");
}

#[test]
fn a_sink_refuses_the_flags_that_it_does_not_heed() {
    let told = refused(&["convert", "--full", "--to", "latex", STUDIES]);
    assert!(told.contains("--full has no meaning for latex"), "{told}");
    let document = written(&["convert", "--quiet", "--at", "final", "--to", "latex", STUDIES]);
    assert!(!document.contains("\\texttt{b6a1 0300.10 d5.c6 2/2+.}"), "{document}");
}

#[test]
fn an_added_stage_is_a_column_of_every_table() {
    let table = written(&["convert", "--quiet", "--to", "csv", STUDIES]);
    let mut lines = table.lines();
    assert!(lines.next().unwrap().ends_with(",year"), "{table}");
    assert!(lines.next().unwrap().ends_with(",1895"), "{table}");
    let objects = written(&["find", "--quiet", "0300.10", "--to", "jsonl", STUDIES]);
    assert!(objects.contains("\"year\":1895"), "{objects}");
}

#[test]
fn an_added_source_is_read_by_name_and_by_content() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("positions.txt");
    let text =
        "Saavedra: 8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\n# a note\n\nReti: 7K/8/k1P5/7p/8/8/8/8 w\n";
    fs::write(&list, text).unwrap();
    let list = list.to_str().unwrap();
    let codes = "b6a1 0300.10 d5.c6 2/2 WTM.\nh8a6 0000.11 .c6h5 2/2 WTM.\n";
    assert_eq!(written(&["convert", "--quiet", "--to", "gbr", list]), codes);
    assert_eq!(written(&["convert", "--quiet", "--from", "named", "--to", "gbr", list]), codes);
    assert_eq!(
        written(&["find", "--quiet", "0000.11", list]),
        text.lines().last().unwrap().to_owned() + "\n"
    );
    let told = refused(&["annotate", list]);
    assert!(told.contains("named has no place for codes"), "{told}");
}
