//! What the console prints, on a buffer in the place of standard error.

use super::*;
use crate::cli::args::TalkArgs;
use crate::fault::{FaultKind, Place};
use std::fs;
use std::sync::{Arc, Mutex};

/// A standard error that can be read afterwards.
#[derive(Clone, Default)]
struct Screen(Arc<Mutex<Vec<u8>>>);

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Screen {
    fn lines(&self) -> Vec<String> {
        let bytes = self.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap().lines().map(str::to_owned).collect()
    }
}

fn console(args: ReportArgs) -> (Console, Screen) {
    let screen = Screen::default();
    (Console::to(Box::new(screen.clone()), args), screen)
}

fn fault(kind: FaultKind, line: u64) -> Fault {
    let players = Some("White - Black".to_owned());
    let place = Place { line, offset: 10 * line, game: Some(line), players };
    Fault::new(kind, place, "this is wrong")
}

fn faults(number: u64) -> Vec<Fault> {
    (1..=number).map(|line| fault(FaultKind::IllegalMove, line)).collect()
}

#[test]
fn a_fault_names_file_line_game_and_players() {
    let (mut console, screen) = console(ReportArgs::default());
    console.faults("a.pgn", &faults(1)).unwrap();
    assert_eq!(screen.lines(), ["a.pgn:1: game 1 (White - Black): this is wrong"]);
}

#[test]
fn twenty_faults_are_shown_and_the_others_counted() {
    let (mut console, screen) = console(ReportArgs::default());
    console.faults("a.pgn", &faults(15)).unwrap();
    console.faults("b.pgn", &faults(1_317)).unwrap();
    assert_eq!(console.finish().unwrap(), Status::Faults);
    let lines = screen.lines();
    assert_eq!(lines.len(), 22);
    assert_eq!(lines[20], "... and 1,312 more faults (--all-faults shows them)");
    assert_eq!(lines[21], "gbr-pgn: 0 games, 0 coded, 1,332 faults, 0 notes");
}

#[test]
fn all_faults_are_shown_on_demand() {
    let (mut console, screen) = console(ReportArgs { all_faults: true, ..Default::default() });
    console.faults("a.pgn", &faults(50)).unwrap();
    assert_eq!(screen.lines().len(), 50);
}

#[test]
fn notes_are_counted_and_shown_only_on_demand() {
    let note = [fault(FaultKind::OddTag, 7)];
    for (verbose, shown, told) in [(false, 0, "1 note (-v shows it)"), (true, 1, "1 note")] {
        let (mut console, screen) = console(ReportArgs { verbose, ..Default::default() });
        console.faults("a.pgn", &note).unwrap();
        assert_eq!(screen.lines().len(), shown);
        assert_eq!(console.finish().unwrap(), Status::Success);
        assert!(screen.lines().last().unwrap().ends_with(&format!("0 faults, {told}")));
    }
}

#[test]
fn strict_ends_at_the_first_fault_but_not_at_a_note() {
    let (mut console, screen) = console(ReportArgs { strict: true, ..Default::default() });
    console.faults("a.pgn", &[fault(FaultKind::OddTag, 1)]).unwrap();
    let error = console.faults("a.pgn", &faults(5)).unwrap_err();
    assert!(error.is::<StrictStop>());
    assert_eq!(screen.lines().len(), 1);
}

#[test]
fn quiet_leaves_only_errors_and_the_status() {
    let (mut console, screen) = console(ReportArgs { talk: silent(), ..Default::default() });
    console.faults("a.pgn", &faults(30)).unwrap();
    console.fail(&anyhow::anyhow!("b.pgn: is missing"));
    assert_eq!(console.finish().unwrap(), Status::Failure);
    assert_eq!(screen.lines(), ["gbr-pgn: b.pgn: is missing"]);
}

#[test]
fn the_summary_counts_with_separators() {
    let (console, screen) = console(ReportArgs::default());
    console.advance(1_234, 1_230);
    assert_eq!(console.finish().unwrap(), Status::Success);
    assert_eq!(screen.lines(), ["gbr-pgn: 1,234 games, 1,230 coded, 0 faults, 0 notes"]);
}

#[test]
fn hostile_names_do_not_reach_the_terminal() {
    let (mut console, screen) = console(ReportArgs::default());
    let mut hostile = fault(FaultKind::BadFen, 1);
    hostile.place.players = Some("\u{1b}]0;x\u{7} - B".to_owned());
    console.faults("a\u{1b}.pgn", &[hostile]).unwrap();
    assert_eq!(screen.lines(), ["a\\x1b.pgn:1: game 1 (\\x1b]0;x\\x07 - B): this is wrong"]);
}

#[test]
fn the_log_has_every_fault_and_note_as_json() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let args =
        ReportArgs { talk: silent(), faults: Some(file.path().into()), ..Default::default() };
    let mut console = Console::new(&args, &Stage::default()).unwrap();
    console
        .faults("a.pgn", &[fault(FaultKind::IllegalMove, 3), fault(FaultKind::OddTag, 4)])
        .unwrap();
    let text = fs::read_to_string(file.path()).unwrap();
    let values: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        values[0],
        serde_json::json!({
            "file": "a.pgn", "line": 3, "offset": 30, "game": 3, "players": "White - Black",
            "kind": "illegal-move", "severity": "fault", "message": "this is wrong",
        })
    );
    assert_eq!(values[1]["severity"], "note");
}

#[test]
fn the_log_on_a_full_disk_is_an_error_with_its_name() {
    let args = ReportArgs { faults: Some("/dev/full".into()), ..Default::default() };
    let mut console = Console::new(&args, &Stage::default()).unwrap();
    let error = console.faults("a.pgn", &faults(1)).unwrap_err().to_string();
    assert!(error.starts_with("/dev/full: cannot be written"), "{error}");
}

fn silent() -> TalkArgs {
    TalkArgs { quiet: true, ..Default::default() }
}
