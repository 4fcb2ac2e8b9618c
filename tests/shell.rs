//! What holds for all commands, whatever they do between reading and
//! writing: files, compression, exit statuses, and runs that end badly.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const GAME: &[u8] = b"[Event \"0\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n";

/// Games that differ, so that damage to their compressed form shows.
fn games(number: usize) -> Vec<u8> {
    let game = |n| format!("[Event \"{n}\"]\n[Result \"*\"]\n\n1. e4 e5 *\n\n");
    (0..number).flat_map(|n| game(n).into_bytes()).collect()
}

/// Three games; the moves of the second and of the third cannot be played.
const FAULTY: &[u8] = b"[Event \"0\"]\n\n1. e4 e5 *\n\n\
    [Event \"1\"]\n\n1. e4 Ke2 *\n\n[Event \"2\"]\n\n1. Qh5 *\n";

/// The four compressions by the ending of their names.
const ENDINGS: [&str; 4] = ["gz", "zst", "bz2", "xz"];

fn compress(ending: &str, bytes: &[u8]) -> Vec<u8> {
    match ending {
        "gz" => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap()
        }
        "bz2" => {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), Default::default());
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap()
        }
        "zst" => {
            let mut encoder = zstd::Encoder::new(Vec::new(), 3).unwrap();
            encoder.include_checksum(true).unwrap();
            encoder.write_all(bytes).unwrap();
            encoder.finish().unwrap()
        }
        "xz" => liblzma::encode_all(bytes, 1).unwrap(),
        _ => unreachable!(),
    }
}

fn decompress(ending: &str, bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    match ending {
        "gz" => flate2::read::MultiGzDecoder::new(bytes).read_to_end(&mut out),
        "bz2" => bzip2::read::MultiBzDecoder::new(bytes).read_to_end(&mut out),
        "zst" => zstd::Decoder::new(bytes).unwrap().read_to_end(&mut out),
        "xz" => liblzma::read::XzDecoder::new_multi_decoder(bytes).read_to_end(&mut out),
        _ => unreachable!(),
    }
    .unwrap();
    out
}

/// Standard error of a run with this line, which must end with `status`.
fn complaint(folder: &Folder, line: &str, status: i32) -> String {
    let run = folder.run(line).assert().code(status);
    String::from_utf8(run.get_output().stderr.clone()).unwrap()
}

// Input

#[test]
fn plain_files_are_read_in_turn() {
    let folder = Folder::with("a.pgn", b"1. a3 *\n\n");
    folder.write("b.pgn", b"1. b3 *\n\n");
    let joined = "1. b3 *\n\n1. a3 *\n\n1. b3 *\n\n";
    folder.run("strip b.pgn a.pgn b.pgn").assert().success().stdout(joined);
}

#[test]
fn standard_input_is_read_without_files_and_for_a_dash() {
    let folder = Folder::with("a.pgn", b"1. a3 *\n\n");
    let typed = "1. h3 *\n\n";
    folder.run("strip").write_stdin(typed).assert().success().stdout(typed);
    let joined = format!("1. a3 *\n\n{typed}1. a3 *\n\n");
    folder.run("strip a.pgn - a.pgn").write_stdin(typed).assert().success().stdout(joined);
}

#[test]
fn compression_is_told_by_content_and_not_by_name() {
    for ending in ENDINGS {
        let folder = Folder::with("a.pgn", &compress(ending, &games(5000)));
        folder.write("b.pgn.gz", GAME);
        let whole = [&games(5000), GAME].concat();
        folder.run("strip a.pgn b.pgn.gz").assert().success().stdout(whole);
    }
}

#[test]
fn compressed_frames_are_read_to_the_last_from_a_pipe_too() {
    for ending in ENDINGS {
        let frames = [compress(ending, &games(3000)), compress(ending, GAME)].concat();
        let folder = Folder::with("a.pgn", &frames);
        let whole = [&games(3000), GAME].concat();
        folder.run("strip a.pgn").assert().success().stdout(whole.clone());
        folder.run("strip").write_stdin(frames).assert().success().stdout(whole);
    }
}

#[test]
fn skippable_frames_of_zstd_are_skipped_wherever_they_are() {
    let skippable = b"\x50\x2a\x4d\x18\x04\x00\x00\x00skip";
    let frame = compress("zst", GAME);
    let bytes = [skippable, &frame[..], skippable, &frame[..], skippable].concat();
    let folder = Folder::with("a.pgn.zst", &bytes);
    folder.run("strip a.pgn.zst").assert().success().stdout(GAME.repeat(2));
}

#[test]
fn truncated_data_gives_its_sound_part_and_names_the_compressed_offset() {
    for ending in ENDINGS {
        let whole = compress(ending, &games(20_000));
        let cut = whole.len() - 5;
        let folder = Folder::with("a.pgn", &whole[..cut]);
        let run = folder.run("strip a.pgn").assert().code(2);
        let output = run.get_output();
        assert!(games(20_000).starts_with(&output.stdout), "{ending}");
        assert!(output.stdout.len() > games(12_000).len(), "{ending}: {}", output.stdout.len());
        let expected = format!("a.pgn: compressed data ends too early at byte {cut}\n");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(&expected), "{ending}: {errors}");
    }
}

#[test]
fn corrupt_data_ends_with_2_and_names_the_place() {
    for ending in ENDINGS {
        let mut bytes = compress(ending, &games(20_000));
        let middle = bytes.len() / 2;
        bytes[middle] ^= 0x55;
        let folder = Folder::with("a.pgn", &bytes);
        let errors = complaint(&folder, "strip a.pgn", 2);
        assert!(errors.contains("a.pgn: compressed data is corrupt at about byte"), "{errors}");
    }
}

#[test]
fn archives_are_refused_with_advice() {
    let folder = Folder::with("games", b"7z\xbc\xaf\x27\x1c\0\x04");
    let errors = complaint(&folder, "annotate games", 2);
    assert!(errors.contains("games: is a 7z archive; unpack it"), "{errors}");
}

#[test]
fn utf_16_and_binary_are_refused_before_anything_is_written() {
    let utf_16: Vec<u8> = "[Event \"x\"]".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, reason) in [(&utf_16[..], "UTF-16"), (b"\x7fELF", "program"), (&[1; 99], "binary")]
    {
        let folder = Folder::with("a", bytes);
        let run = folder.run("annotate a").assert().code(2).stdout("");
        let errors = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
        assert!(errors.contains(reason), "{errors}");
    }
}

#[test]
fn a_file_that_cannot_be_read_costs_itself_and_the_status() {
    let folder = Folder::with("a.pgn", b"a");
    fs::create_dir(folder.path("folder")).unwrap();
    let run = folder.run("strip missing.pgn folder a.pgn").assert().code(2).stdout("a");
    let errors = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(errors.contains("gbr-pgn: missing.pgn: No such file"), "{errors}");
    assert!(
        errors.contains("gbr-pgn: folder: there is nothing in it that is to be read"),
        "{errors}"
    );
}

// Output

#[test]
fn the_ending_of_the_output_selects_its_compression() {
    let folder = Folder::with("a.pgn", &games(2000));
    for ending in ENDINGS {
        let name = format!("out.pgn.{ending}");
        folder.run(&format!("strip a.pgn -o {name}")).assert().success().stdout("");
        assert!(decompress(ending, &folder.read(&name)) == games(2000), "{ending}");
    }
}

#[test]
fn an_output_file_appears_whole_and_leaves_no_other() {
    let folder = Folder::with("a.pgn", GAME);
    folder.write("out.pgn", b"old and longer than the new one, so that a rest would show");
    folder.run("strip a.pgn -o out.pgn").assert().success();
    assert_eq!(folder.read("out.pgn"), GAME);
    assert_eq!(folder.names(), ["a.pgn", "out.pgn"]);
}

#[test]
fn a_failing_run_leaves_the_old_output_as_it_was() {
    let whole = compress("zst", &games(20_000));
    let folder = Folder::with("cut.zst", &whole[..whole.len() - 5]);
    folder.write("out.pgn", b"old");
    for input in ["cut.zst", "missing.pgn", "out.pgn cut.zst -o"] {
        let errors = complaint(&folder, &format!("strip {input} -o out.pgn"), 2);
        assert!(!errors.is_empty());
        assert_eq!(folder.read("out.pgn"), b"old");
    }
    assert_eq!(folder.names(), ["cut.zst", "out.pgn"]);
}

#[test]
fn a_strict_run_with_a_fault_leaves_the_old_output_as_it_was() {
    let folder = Folder::with("a.pgn", FAULTY);
    folder.write("out.pgn", b"old");
    let errors = complaint(&folder, "annotate --strict a.pgn -o out.pgn", 1);
    let expected = "a.pgn:7: game 2: ply 2 (1... Ke2): illegal move\n\
                    gbr-pgn: stopped at the first fault (--strict)\n";
    assert_eq!(errors, expected);
    assert_eq!(folder.read("out.pgn"), b"old");
    assert_eq!(folder.names(), ["a.pgn", "out.pgn"]);
}

#[test]
fn faults_end_with_1_and_the_output_is_complete() {
    let folder = Folder::with("a.pgn", FAULTY);
    let errors = complaint(&folder, "annotate a.pgn -o out.pgn --faults faults.jsonl", 1);
    assert!(errors.ends_with("gbr-pgn: 3 games, 1 coded, 2 faults, 0 notes\n"), "{errors}");
    assert_eq!(String::from_utf8_lossy(&folder.read("out.pgn")).matches("[GBR \"").count(), 3);
    folder.run("strip out.pgn").assert().success().stdout(FAULTY);
    let log = String::from_utf8(folder.read("faults.jsonl")).unwrap();
    assert_eq!(log.lines().count(), 2);
    assert!(log.contains("\"offset\":44"), "{log}");
}

#[test]
fn a_full_disk_is_an_error_that_names_the_output() {
    let folder = Folder::with("a.pgn", &games(10_000));
    let errors = complaint(&folder, "strip a.pgn -o /dev/full", 2);
    assert!(errors.starts_with("gbr-pgn: /dev/full: cannot be written: No space"), "{errors}");

    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let run = folder.start("strip a.pgn").stdout(full).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    let errors = String::from_utf8_lossy(&run.stderr);
    assert!(errors.starts_with("gbr-pgn: <stdout>: cannot be written: No space"), "{errors}");
}

#[test]
fn a_full_disk_is_an_error_even_for_the_last_byte() {
    let folder = Folder::with("a.pgn", GAME);
    complaint(&folder, "annotate a.pgn -o /dev/full", 2);
}

#[test]
fn a_device_is_written_and_not_replaced() {
    let folder = Folder::with("a.pgn", GAME);
    folder.run("strip a.pgn -o /dev/null").assert().success();
    folder.run("strip a.pgn -o /dev/stdout").assert().success().stdout(GAME);
}

#[test]
fn a_missing_folder_is_an_error_that_names_the_output() {
    let folder = Folder::with("a.pgn", GAME);
    let errors = complaint(&folder, "annotate a.pgn -o no/out.pgn", 2);
    assert!(errors.starts_with("gbr-pgn: no/out.pgn: cannot be written: No such"), "{errors}");
    let errors = complaint(&folder, "stats a.pgn -o no/", 2);
    assert_eq!(errors, "gbr-pgn: no/: cannot be written: names a folder\n");
}

#[test]
fn a_file_size_limit_is_an_error_and_leaves_no_file() {
    let folder = Folder::with("a.pgn", &games(20_000));
    let program = assert_cmd::cargo::cargo_bin!("gbr-pgn").display().to_string();
    let line = format!("ulimit -f 100; exec {program} strip a.pgn -o out.pgn");
    let mut shell = Command::new("sh");
    let run = shell.args(["-c", &line]).current_dir(folder.path("")).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert!(run.stderr.starts_with(b"gbr-pgn: out.pgn: cannot be written: File too large"));
    assert_eq!(folder.names(), ["a.pgn"]);
}

#[test]
fn permissions_of_the_output_are_kept() {
    let folder = Folder::with("a.pgn", GAME);
    folder.write("out.pgn", b"old");
    fs::set_permissions(folder.path("out.pgn"), fs::Permissions::from_mode(0o640)).unwrap();
    folder.run("annotate a.pgn -o out.pgn").assert().success();
    let mode = fs::metadata(folder.path("out.pgn")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
}

#[test]
fn a_new_output_has_the_permissions_of_any_new_file() {
    let folder = Folder::with("a.pgn", GAME);
    folder.run("annotate a.pgn -o out.pgn").assert().success();
    let mode = |name| fs::metadata(folder.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("out.pgn"), mode("a.pgn"));
}

#[test]
fn the_file_behind_a_symbolic_link_is_replaced_and_the_link_stays() {
    let folder = Folder::with("a.pgn", GAME);
    folder.write("real.pgn", b"old");
    symlink("real.pgn", folder.path("link.pgn")).unwrap();
    symlink("new.pgn", folder.path("dangling.pgn")).unwrap();
    folder.run("strip a.pgn -o link.pgn").assert().success();
    folder.run("strip a.pgn -o dangling.pgn").assert().success();
    assert!(folder.path("link.pgn").is_symlink() && folder.path("dangling.pgn").is_symlink());
    assert_eq!((folder.read("real.pgn"), folder.read("new.pgn")), (GAME.into(), GAME.into()));
}

#[test]
fn one_file_is_not_input_and_output_under_any_name() {
    let folder = Folder::with("a.pgn", GAME);
    symlink("a.pgn", folder.path("soft.pgn")).unwrap();
    fs::hard_link(folder.path("a.pgn"), folder.path("hard.pgn")).unwrap();
    for output in ["a.pgn", "./a.pgn", "soft.pgn", "hard.pgn"] {
        let errors = complaint(&folder, &format!("annotate a.pgn -o {output}"), 2);
        assert!(errors.contains("a.pgn: is input and output"), "{errors}");
        assert_eq!(folder.read("a.pgn"), GAME);
    }
}

#[test]
fn one_file_is_not_standard_input_and_standard_output() {
    let folder = Folder::with("a.pgn", GAME);
    let append = || OpenOptions::new().append(true).open(folder.path("a.pgn")).unwrap();
    let stdin = File::open(folder.path("a.pgn")).unwrap();
    let run = folder.start("annotate").stdin(stdin).stdout(append()).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    let run = folder.start("annotate a.pgn").stdout(append()).output().unwrap();
    assert_eq!(run.status.code(), Some(2));
    assert_eq!(folder.read("a.pgn"), GAME);
}

#[test]
fn the_log_of_faults_does_not_overwrite_a_database() {
    let folder = Folder::with("a.pgn", GAME);
    complaint(&folder, "annotate a.pgn --faults a.pgn", 2);
    complaint(&folder, "annotate --in-place a.pgn --faults ./a.pgn", 2);
    assert_eq!(folder.read("a.pgn"), GAME);
}

#[test]
fn output_and_log_of_faults_are_not_one_file_under_any_name() {
    let folder = Folder::with("a.pgn", FAULTY);
    fs::create_dir(folder.path("sub")).unwrap();
    symlink("x.pgn", folder.path("link")).unwrap();
    symlink(folder.path("sub"), folder.path("same")).unwrap();
    for log in ["x.pgn", "./x.pgn", "sub/../x.pgn", "link"] {
        let told = complaint(&folder, &format!("annotate a.pgn -o x.pgn --faults {log}"), 2);
        assert_eq!(told, "gbr-pgn: the output cannot take the faults as well\n", "{log}");
    }
    complaint(&folder, "annotate a.pgn -o link --faults x.pgn", 2);
    complaint(&folder, "annotate a.pgn -o sub/y.pgn --faults same/y.pgn", 2);
    assert_eq!(folder.names(), ["a.pgn", "link", "same", "sub"]);
    folder.write("old.pgn", GAME);
    fs::hard_link(folder.path("old.pgn"), folder.path("hard.pgn")).unwrap();
    complaint(&folder, "annotate a.pgn -o old.pgn --faults hard.pgn", 2);
    assert_eq!(folder.read("old.pgn"), GAME);
    folder.run("annotate a.pgn -o /dev/null --faults /dev/null").assert().code(1);
    folder.run("annotate a.pgn -o x.pgn --faults sub/x.pgn").assert().code(1);
    complaint(&folder, "index a.pgn --faults ./a.pgn.gbrx", 2);
}

// In place

#[test]
fn in_place_keeps_compression_permissions_and_links() {
    for ending in ENDINGS {
        // The name says nothing: what counts is the content.
        let folder = Folder::with("a.pgn", &compress(ending, &games(500)));
        fs::set_permissions(folder.path("a.pgn"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("a.pgn", folder.path("link")).unwrap();
        folder.run("strip --in-place link").assert().success().stdout("");
        assert!(decompress(ending, &folder.read("a.pgn")) == games(500), "{ending}");
        let mode = fs::metadata(folder.path("a.pgn")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert!(folder.path("link").is_symlink());
        assert_eq!(folder.names(), ["a.pgn", "link"]);
    }
}

#[test]
fn what_was_not_there_is_not_said_to_be_left() {
    let folder = Folder::with("old.pgn", GAME);
    for (name, told) in
        [("new.pgn", "new.pgn: not written"), ("old.pgn", "old.pgn: left as it was")]
    {
        let errors = complaint(&folder, &format!("annotate missing.pgn -o {name}"), 2);
        assert!(errors.contains(told), "{errors}");
    }
    assert_eq!(folder.names(), ["old.pgn"]);
}

#[test]
fn in_place_leaves_a_damaged_file_as_it_is_and_does_the_others() {
    let whole = compress("gz", &games(20_000));
    let folder = Folder::with("cut.gz", &whole[..whole.len() - 9]);
    folder.write("good.pgn", GAME);
    let errors = complaint(&folder, "strip --in-place cut.gz missing good.pgn", 2);
    assert!(errors.contains("cut.gz: left as it was"), "{errors}");
    assert_eq!(errors.matches("missing:").count(), 1, "{errors}");
    assert_eq!(folder.read("cut.gz"), &whole[..whole.len() - 9]);
    assert_eq!(folder.read("good.pgn"), GAME);
    assert_eq!(folder.names(), ["cut.gz", "good.pgn"]);
}

#[test]
fn in_place_needs_files() {
    let folder = Folder::new();
    complaint(&folder, "annotate --in-place", 2);
    complaint(&folder, "annotate --in-place -", 2);
    complaint(&folder, "annotate --in-place /dev/null", 2);
}

// Runs that end early

#[test]
fn a_reader_that_goes_away_ends_the_run_quietly_with_0() {
    let folder = Folder::with("a.pgn", &games(100_000));
    let mut command = folder.start("strip a.pgn");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut start = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    let run = child.wait_with_output().unwrap();
    assert_eq!((run.status.code(), &run.stderr[..]), (Some(0), &b""[..]));
}

#[test]
fn a_standard_error_that_goes_away_does_not_stop_the_work() {
    let folder = Folder::with("a.pgn", &FAULTY.repeat(2500));
    let mut command = folder.start("annotate a.pgn -o out.pgn --all-faults");
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stderr.take());
    assert_eq!(child.wait().unwrap().code(), Some(1));
    folder.run("strip out.pgn").assert().success().stdout(FAULTY.repeat(2500));
}

/// A run that waits for more input, with its temporary file there.
fn start_and_wait(folder: &Folder, line: &str) -> Child {
    wait_for_temporary(folder, folder.start(line))
}

fn wait_for_temporary(folder: &Folder, mut command: Command) -> Child {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    child.stdin.as_ref().unwrap().write_all(&games(10_000)).unwrap();
    let is_there = || folder.names().iter().any(|name| name.starts_with(".gbr-pgn-"));
    wait_until(is_there, &mut child);
    child
}

/// Waits for a temporary file of a run.
fn wait_until(is_there: impl Fn() -> bool, child: &mut Child) {
    let start = Instant::now();
    while !is_there() {
        assert!(start.elapsed() < Duration::from_secs(20), "no temporary file");
        assert!(child.try_wait().unwrap().is_none(), "the run ended by itself");
        thread::sleep(Duration::from_millis(5));
    }
}

fn kill(child: &Child, signal: &str) {
    let line = format!("kill -{signal} {}", child.id());
    assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
}

#[test]
fn an_interrupted_run_leaves_the_old_output_and_nothing_else() {
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = Folder::with("out.pgn", b"old");
        let mut child = start_and_wait(&folder, "annotate -o out.pgn");
        if signal == "HUP" && ignores_hang_up(child.id()) {
            child.kill().unwrap();
            skipped("a run that is hung up: these tests run under nohup, and so does the program");
            continue;
        }
        kill(&child, signal);
        assert_eq!(child.wait().unwrap().code(), Some(status));
        assert_eq!(folder.names(), ["out.pgn"]);
        assert_eq!(folder.read("out.pgn"), b"old");
    }
}

/// So many files that it is interrupted while it makes them.
#[test]
fn an_interrupted_split_leaves_nothing() {
    let long = "x".repeat(880);
    let game = |at| format!("[White \"{at}\"]\n[Black \"{long}\"]\n\n1. e4 *\n\n");
    let games: String = (0..20_000).map(game).collect();
    let folder = Folder::new();
    let mut command = folder.start("find -q * --split out --split-by White");
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        // The program goes away while it is being written to.
        scope.spawn(|| stdin.write_all(games.as_bytes()).ok());
        wait_until(|| has_hidden_file(&folder), &mut child);
        kill(&child, "TERM");
        assert_eq!(child.wait().unwrap().code(), Some(143));
    });
    assert_eq!(folder.names(), [""; 0]);
}

/// Whether there is a file in a hidden folder.
fn has_hidden_file(folder: &Folder) -> bool {
    let hidden = folder.names().into_iter().find(|name| name.starts_with(".gbr-pgn-"));
    let entries = hidden.and_then(|name| fs::read_dir(folder.path(&name)).ok());
    entries.is_some_and(|mut entries| entries.next().is_some())
}

/// Says what a test leaves out, past the harness, which shows nothing of tests that pass.
fn skipped(what: &str) {
    let _ = writeln!(io::stderr(), "\nskipped: {what}");
}

/// Whether a process does not hear when its terminal goes away, as far as the system tells.
fn ignores_hang_up(process: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.is_none_or(|digits| digits.trim().ends_with(['1', '3', '5', '7', '9', 'b', 'd', 'f']))
}

#[test]
fn a_run_under_nohup_outlives_its_terminal() {
    let folder = Folder::new();
    let program = folder.start("annotate -o out.pgn");
    let mut command = Command::new("nohup");
    command.arg(program.get_program()).args(program.get_args()).current_dir(folder.path(""));
    let mut child = wait_for_temporary(&folder, command);
    kill(&child, "HUP");
    drop(child.stdin.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(folder.names(), ["out.pgn"]);
}

#[test]
fn a_second_interrupt_does_no_harm() {
    for _ in 0..5 {
        let folder = Folder::with("out.pgn", b"old");
        let mut child = start_and_wait(&folder, "annotate -o out.pgn");
        // At once, as `timeout` and some terminals send it to a program and to its group.
        let line = format!("kill -INT {0}; kill -INT {0}; true", child.id());
        assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        assert_eq!(folder.read("out.pgn"), b"old");
        assert_eq!(folder.names(), ["out.pgn"]);
    }
}

// The command line

#[test]
fn wrong_usage_ends_with_2() {
    let folder = Folder::new();
    for line in ["", "nonsense", "annotate --nonsense", "annotate --in-place a -o b"] {
        complaint(&folder, line, 2);
    }
}

#[test]
fn quiet_says_nothing_and_verbose_does_not_go_with_it() {
    let folder = Folder::with("a.pgn", FAULTY);
    assert_eq!(complaint(&folder, "annotate -q a.pgn", 1), "");
    complaint(&folder, "annotate -q -v a.pgn", 2);
}

#[test]
fn progress_is_shown_off_a_terminal_only_on_demand() {
    let folder = Folder::new();
    for (line, shown) in [("annotate", false), ("annotate --progress always", true)] {
        let mut command = folder.start(line);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        thread::sleep(Duration::from_millis(700));
        drop(child.stdin.take());
        let errors = child.wait_with_output().unwrap().stderr;
        assert_eq!(errors.contains(&0x1b), shown, "{}", String::from_utf8_lossy(&errors));
    }
}

#[test]
fn completions_and_manual_are_made() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = folder.run(&format!("completions {shell}")).assert().success();
        assert!(String::from_utf8_lossy(&run.get_output().stdout).contains("in-place"));
    }
    folder.run("man pages").assert().success();
    assert!(folder.path("pages/gbr-pgn-annotate.1").exists());
}

/// What bash offers for the last word.
fn completed_by_bash(folder: &Folder, words: &[&str]) -> String {
    let [.., before, last] = words else { panic!("two words at least") };
    let script = format!(
        "source gbr-pgn.bash; of=$(complete -p gbr-pgn); of=${{of##*-F }}; COMP_WORDS=({}); COMP_CWORD={}
        ${{of%% *}} gbr-pgn '{last}' '{before}'; echo \"${{COMPREPLY[*]}}\"",
        words.join(" "),
        words.len() - 1
    );
    let output = Command::new("bash").args(["-c", &script]).current_dir(folder.path("")).output();
    String::from_utf8(output.unwrap().stdout).unwrap().trim().to_owned()
}

#[test]
fn bash_completes_commands_flags_and_values() {
    let folder = Folder::new();
    let run = folder.run("completions bash").assert().success();
    folder.write("gbr-pgn.bash", &run.get_output().stdout);
    for (words, offered) in [
        (&["gbr-pgn", "ann"][..], "annotate"),
        (&["gbr-pgn", "annotate", "--in"], "--in-place"),
        (&["gbr-pgn", "annotate", "--claims", "n"], "never"),
        (&["gbr-pgn", "find", "-q", "--verd"], "--verdict"),
        (&["gbr-pgn", "convert", "--to", "j"], "jsonl"),
    ] {
        assert_eq!(completed_by_bash(&folder, words), offered, "{words:?}");
    }
}

#[test]
fn more_threads_than_1024_are_refused() {
    let folder = Folder::with("a.pgn", GAME);
    for number in ["1025", "1000000", "9223372036854775807", "99999999999999999999", "0", "-1", "x"]
    {
        let told = complaint(&folder, &format!("annotate a.pgn --threads={number}"), 2);
        assert!(told.contains("expected a number from 1 to 1024"), "{told}");
    }
    folder.run("annotate a.pgn -j 1024").assert().code(0);
}

/// A pipe that nobody writes to or reads.
fn make_pipe(folder: &Folder, name: &str) {
    let made = Command::new("mkfifo").arg(folder.path(name)).status().unwrap();
    assert!(made.success());
}

#[test]
fn an_index_is_neither_of_a_pipe_nor_in_its_place() {
    let folder = Folder::with("a.pgn", GAME);
    make_pipe(&folder, "pipe");
    make_pipe(&folder, "a.pgn.gbrx");
    let told = |line: &str| {
        let run = folder.run(line).timeout(Duration::from_secs(20)).assert().code(2);
        String::from_utf8(run.get_output().stderr.clone()).unwrap()
    };
    let of_pipe = told("index pipe");
    assert!(of_pipe.contains("pipe: is not a regular file, and cannot have an index"), "{of_pipe}");
    let in_place = told("index a.pgn");
    assert!(in_place.contains("a.pgn.gbrx: is not a regular file, and cannot be"), "{in_place}");
    let find = folder.run("find --count 4888.88 a.pgn").timeout(Duration::from_secs(20)).assert();
    assert_eq!(find.code(0).get_output().stdout, b"1\n");
    assert_eq!(folder.names(), ["a.pgn", "a.pgn.gbrx", "pipe"]);
}

/// What turns the direction of writing around, or steers a terminal.
const HOSTILE: &str = "x\u{1b}[2J\u{9b}\u{202e}\u{2066}\u{61c}\ty\nz";

fn is_harmless(text: &[u8]) -> bool {
    let steers = |c: char| c.is_control() && !matches!(c, '\n' | '\t' | '\u{c}');
    let turns = |c: char| matches!(c, '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !String::from_utf8_lossy(text).contains(|c: char| steers(c) || turns(c))
}

#[test]
fn nothing_in_a_file_or_its_name_can_steer_a_terminal() {
    let folder = Folder::new();
    let study = format!(
        "[Event \"{HOSTILE}\"]\n[White \"{HOSTILE}\"]\n[Black \"(+0116.01a7d3) {HOSTILE}\"]\n[Result \"1-0\"]\n\
         [SetUp \"1\"]\n[FEN \"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\"]\n[GBR \"{HOSTILE}\"]\n\n1-0\n"
    );
    folder.write(HOSTILE, study.as_bytes());
    folder.write("text", format!("a7d3 0116.00 b2b3c6 3/3+. {HOSTILE}\n{HOSTILE}").as_bytes());
    fs::copy(folder.path("text"), folder.path(&format!("{HOSTILE}.txt"))).unwrap();
    for (line, file) in [
        ("find --list 0116.00", HOSTILE.to_owned()),
        ("directory --reference {White},{Black},{Event}", HOSTILE.to_owned()),
        ("check", HOSTILE.to_owned()),
        ("stats", HOSTILE.to_owned()),
        ("scan", format!("{HOSTILE}.txt")),
        ("scan --to epd", HOSTILE.to_owned()),
        ("index -v", HOSTILE.to_owned()),
        ("find --list 0116.00", HOSTILE.to_owned()),
        ("encode", format!("8/8/{HOSTILE}")),
        ("decode", format!("a7d3 {HOSTILE}")),
        ("annotate", format!("not there {HOSTILE}")),
    ] {
        let run = folder.run(line).arg(&file).output().unwrap();
        assert!(!run.stdout.is_empty() || !run.stderr.is_empty(), "{line}");
        for text in [&run.stdout, &run.stderr] {
            assert!(is_harmless(text), "{line}: {}", text.escape_ascii());
        }
        if line.contains("--list") {
            assert_eq!(String::from_utf8_lossy(&run.stdout).lines().count(), 1);
            assert!(
                run.stdout
                    .starts_with(b"x\\x1b[2J\\x9b\\u{202e}\\u{2066}\\u{61c}\\x09y\\x0az\t1\t")
            );
        }
    }
}
