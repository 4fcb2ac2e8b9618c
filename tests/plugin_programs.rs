//! Programs in any language behind `--plugin`: what they are asked, what is written of their answers, and that nothing is lost
//! when they misbehave.
//!
//! `MISBEHAVIOURS=1000` tries so many plugins that do at random what no plugin should; here it is a few.
#![cfg(feature = "cli")]

use crate::corpus::dice::Dice;
use crate::folder::{Folder, sample};
use crate::mirror::contents;
use std::env;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Announces a column.
const HELLO: &str = r#"read -r greeting; echo '{"columns": [{"tag": "Said", "key": "said"}]}'"#;

/// A plugin that does this for each line.
fn each(body: &str) -> String {
    format!("{HELLO}\nwhile read -r line; do\n{body}\ndone\n")
}

/// One that answers every game alike.
fn always(answer: &str) -> String {
    each(&format!("cat <<'END'\n{answer}\nEND"))
}

/// A folder with some inputs and a plugin.
fn folder(script: &str) -> Folder {
    let folder = Folder::with("p.sh", script.as_bytes());
    folder.write("games.pgn", GAMES.as_bytes());
    folder.write("lines.epd", LINES.as_bytes());
    folder
}

const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 *\n\n[White \"C\"]\n[Said \"mine\"]\n\n1. d4 *\n\n[White \"D\"]\n\n*\n";

const LINES: &str = "4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n4k3/8/8/8/8/8/8/4K3 b - - said \"mine\";\n";

/// The program with this plugin.
fn run(folder: &Folder, line: &str) -> Output {
    let mut command = folder.start(line);
    command.args(["--plugin", "sh p.sh", "--plugin-timeout", "60"]).stdin(Stdio::null());
    command.output().unwrap()
}

/// Standard output and standard error of a run that must end with `status`.
#[track_caller]
fn said(folder: &Folder, line: &str, status: i32) -> (String, String) {
    let output = run(folder, line);
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    let (out, told) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(status), "{line}: {told}");
    (out, told)
}

#[test]
fn an_answer_becomes_a_tag_after_ours() {
    let folder = folder(&always(r#"{"Said": "a \"b\" \\ c"}"#));
    let (out, _) = said(&folder, "annotate --tags GBR games.pgn", 0);
    assert_eq!(
        out,
        "[White \"A\"]\n[Black \"B\"]\n[GBR \"4888.88\"]\n[Said \"a \\\"b\\\" \\\\ c\"]\n\n1. e4 e5 *\n\n\
         [White \"C\"]\n[Said \"mine\"]\n[GBR \"4888.88\"]\n\n1. d4 *\n\n\
         [White \"D\"]\n[GBR \"4888.88\"]\n[Said \"a \\\"b\\\" \\\\ c\"]\n\n*\n"
    );
}

#[test]
fn an_answer_becomes_an_opcode_with_escapes() {
    let folder = folder(&always(r#"{"Said": "a \"b\"; \\"}"#));
    let (out, _) = said(&folder, "annotate --tags GBR lines.epd", 0);
    assert_eq!(
        out,
        "4k3/8/8/8/8/8/8/4K3 w - - said \"a \\\"b\\\"; \\\\\"; gbr \"0000.00\"; bm Kd2;\n\
         4k3/8/8/8/8/8/8/4K3 b - - gbr \"0000.00\"; said \"mine\";\n"
    );
}

#[test]
fn a_plugin_is_told_all_about_a_game() {
    let script = each("printf '%s\\n' \"$line\" >>asked; echo '{}'");
    let folder = folder(&format!(
        "{}\n",
        script.replace("read -r greeting;", "read -r greeting; echo \"$greeting\" >asked;")
    ));
    folder.write(
        "games.pgn",
        b"[White \"R\xe9ti\"]\n[Event \"a \\\"b\\\"\"]\n[White \"again\"]\n\n1. e4 d5 2. exd5 *\n\n\
          [Variant \"Chess960\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O *\n\n\
          [White \"x\"]\n\n1. e4 e4 *\n",
    );
    said(&folder, "annotate -j1 games.pgn", 1);
    let asked = String::from_utf8(folder.read("asked")).unwrap();
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(
        asked,
        format!(
            "{{\"gbr-pgn\": 1}}\n\
             {{\"number\":1,\"tags\":{{\"White\":\"Réti\",\"Event\":\"a \\\"b\\\"\"}},\"fen\":\"{start}\",\
             \"fenfinal\":\"rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2\",\"gbr\":\"4888.88\",\
             \"gbrfinal\":\"4888.87\",\"plies\":3,\"moves\":[\"e2e4\",\"d7d5\",\"e4d5\"]}}\n\
             {{\"number\":2,\"tags\":{{\"Variant\":\"Chess960\",\"FEN\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"}},\
             \"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\",\"fenfinal\":\"4k3/8/8/8/8/8/8/5RK1 b - - 1 1\",\
             \"gbr\":\"0100.00\",\"gbrfinal\":\"0100.00\",\"plies\":1,\"moves\":[\"e1h1\"]}}\n\
             {{\"number\":3,\"tags\":{{\"White\":\"x\"}},\"fen\":\"{start}\",\"fenfinal\":null,\"gbr\":\"4888.88\",\
             \"gbrfinal\":null,\"plies\":null,\"moves\":null}}\n"
        )
    );
}

#[test]
fn moves_are_the_same_in_both_lanes() {
    let folder = folder(&each("printf '%s\\n' \"$line\" >>asked; echo '{}'"));
    folder.write("games.pgn", &[&sample("games.pgn")[..], &sample("studies.pgn")].concat());
    let [fast, reference] = ["fast", "reference"].map(|lane| {
        said(&folder, &format!("annotate -j1 --lane {lane} games.pgn"), 0);
        let asked = folder.read("asked");
        fs::remove_file(folder.path("asked")).unwrap();
        String::from_utf8(asked).unwrap()
    });
    assert_eq!(fast, reference);
    assert!(fast.contains("\"e1g1\"") && fast.contains("\"c7c8r\""), "{fast}");
}

#[test]
fn threads_make_no_difference() {
    let echo = each("line=${line%%,*}; printf '{\"Said\": \"%s\"}\\n' \"${line#*:}\"");
    let folder = folder(&echo);
    folder.write("games.pgn", &many(6_000));
    let one = said(&folder, "annotate -j1 games.pgn", 0);
    let four = said(&folder, "annotate -j4 games.pgn", 0);
    assert!(one == four);
    assert!(one.0.contains("\n[Said \"6000\"]\n"));
}

/// So many games.
fn many(games: usize) -> Vec<u8> {
    let game = |n| {
        format!("[Event \"{n}\"]\n[White \"Somebody\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n")
    };
    (0..games).map(game).collect::<String>().into_bytes()
}

#[test]
fn an_empty_answer_changes_nothing() {
    for answer in ["{}", r#"{"Said": null}"#] {
        let folder = folder(&always(answer));
        for file in ["games.pgn", "lines.epd"] {
            let (plain, _) = folder.said(&format!("annotate {file}"), 0);
            assert_eq!(said(&folder, &format!("annotate {file} --replace Said"), 0).0, plain);
        }
    }
}

#[test]
fn a_tag_of_the_users_stays_with_a_note() {
    let folder = folder(&always(r#"{"Said": "new"}"#));
    let (out, told) = said(&folder, "annotate -v games.pgn", 0);
    assert!(out.contains("[Said \"mine\"]"));
    let note =
        "games.pgn:6: note: game 2 (C - ?): Said stands there already, and stays (--replace Said)";
    assert!(told.contains(note), "{told}");
    let (out, told) = said(&folder, "annotate -v lines.epd", 0);
    assert!(out.contains("said \"mine\";"));
    assert!(told.contains("lines.epd:2: note: game 2: Said stands there already"), "{told}");
    let (out, _) = said(&folder, "convert --to epd lines.epd", 0);
    assert!(out.ends_with("said \"mine\";\n") && out.contains("said \"new\";"), "{out}");
}

#[test]
fn replace_sets_it_where_it_stands() {
    let folder = folder(&always(r#"{"Said": "new"}"#));
    let (out, _) = said(&folder, "annotate --replace Said games.pgn", 0);
    assert!(out.contains("[White \"C\"]\n[Said \"new\"]\n[GBR "), "{out}");
    let (out, _) = said(&folder, "annotate --replace said lines.epd", 0);
    assert!(!out.contains("mine"), "{out}");
    folder.write("once.pgn", said(&folder, "annotate --replace Said games.pgn", 0).0.as_bytes());
    folder.write("p.sh", always(r#"{"Said": "newer"}"#).as_bytes());
    let kept = said(&folder, "annotate once.pgn", 0).0;
    assert_eq!(kept.as_bytes(), folder.read("once.pgn"));
    let replaced = said(&folder, "annotate --replace Said once.pgn", 0).0;
    assert_eq!(replaced, kept.replace("new", "newer"));
}

#[test]
fn several_plugins_answer_in_their_order() {
    let folder = folder(&always(r#"{"Said": "one"}"#));
    folder.write(
        "q.sh",
        always(r#"{"Other": "two"}"#).replace("Said", "Other").replace("said", "other").as_bytes(),
    );
    let mut command = folder.start("convert --to csv games.pgn");
    let output = command.args(["--plugin", "sh q.sh", "--plugin", "sh p.sh"]).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(out.lines().next().unwrap().ends_with(",other,said"), "{out}");
    assert!(out.lines().skip(1).all(|line| line.ends_with(",two,one")), "{out}");
    let output = folder
        .start("annotate games.pgn")
        .args(["--plugin", "sh p.sh", "--plugin", "sh p.sh"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        String::from_utf8(output.stderr).unwrap().contains("another plugin has the column Said")
    );
}

#[test]
fn answers_are_columns_of_tables_and_tags_and_opcodes_of_what_is_converted() {
    let folder = folder(&always(r#"{"Said": "{a,b}"}"#));
    let (out, _) = said(&folder, "convert --to jsonl games.pgn", 0);
    assert!(out.lines().all(|line| line.ends_with(",\"said\":\"{a,b}\"}")), "{out}");
    let (out, _) = said(&folder, "convert --to pgn lines.epd", 0);
    assert!(out.contains("0 1\"]\n[Said \"{a,b}\"]\n\n*\n"), "{out}");
    let (out, _) = said(&folder, "convert --to epd --at final games.pgn", 0);
    assert!(out.lines().all(|line| line.contains(" said \"{a,b}\";")), "{out}");
    let (_, told) = said(&folder, "convert --to fen games.pgn", 2);
    assert!(told.contains("--plugin has no meaning for fen"), "{told}");
    folder.write("p.sh", always(r#"{"Said": "x"}"#).as_bytes());
    let (out, _) = said(&folder, "convert --to pgn games.pgn", 0);
    assert_eq!(
        out,
        GAMES
            .replace("[Black \"B\"]\n", "[Black \"B\"]\n[Said \"x\"]\n")
            .replace("[White \"D\"]\n", "[White \"D\"]\n[Said \"x\"]\n")
    );
}

#[test]
fn what_a_plugin_says_is_wrong_is_a_fault_of_the_game() {
    let folder = folder(&always(r#"{"fault": "no such thing"}"#));
    let (out, told) = said(&folder, "annotate games.pgn", 1);
    assert_eq!(out, folder.said("annotate games.pgn", 0).0);
    assert!(told.contains("games.pgn:1: game 1 (A - B): plugin sh p.sh: no such thing"), "{told}");
    assert!(told.contains("3 faults"), "{told}");
}

#[test]
fn a_cell_that_cannot_be_written_is_a_fault_and_left_out() {
    let long = format!(r#"{{"Said": "{}"}}"#, "x".repeat((64 << 10) + 1));
    for (answer, why) in [
        (r#"{"Said": "a\nb"}"#, "control character"),
        (r#"{"Said": "a\u007fb"}"#, "control character"),
        (&long, "longer than 64 KiB"),
        (r#"{"Said": "a}"}"#, "has a brace"),
    ] {
        let folder = folder(&always(answer));
        let (out, told) = said(&folder, "annotate games.pgn", 1);
        assert_eq!(out, folder.said("annotate games.pgn", 0).0);
        assert!(
            told.contains("(A - B): plugin sh p.sh: the answer Said") && told.contains(why),
            "{told}"
        );
    }
    let folder = folder(&always(&format!(r#"{{"Said": "{}"}}"#, "x".repeat(64 << 10))));
    said(&folder, "annotate games.pgn", 0);
    let (out, told) = said(&folder, "annotate --max-record 100K games.pgn", 1);
    assert_eq!(out, folder.said("annotate games.pgn", 0).0);
    assert!(told.contains("longer than --max-record"), "{told}");
}

#[test]
fn names_that_are_not_for_plugins_are_refused_at_the_start() {
    let tags = [
        "Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN", "Variant",
        "GBR",
    ];
    let ours = ["GBRPosition", "GBRFinal", "GBRFinalPosition", "event", "fault", "a b", "1a", ""];
    let keys =
        ["gbr", "gbrpos", "bm", "am", "id", "c0", "c5", "c9", "hmvc", "fmvn", "gbrfinal", "a;b"];
    let tags = tags.iter().chain(&ours).map(|tag| format!(r#"{{"tag": "{tag}", "key": "x"}}"#));
    let keys = keys.iter().map(|key| format!(r#"{{"tag": "X", "key": "{key}"}}"#));
    for column in tags.chain(keys) {
        let folder =
            folder(&format!("read -r x; echo '{{\"columns\": [{column}]}}'; cat >/dev/null"));
        folder.write("out.pgn", b"old");
        let (out, told) = said(&folder, "annotate games.pgn -o out.pgn", 2);
        assert_eq!((out.as_str(), folder.read("out.pgn")), ("", b"old".to_vec()), "{column}");
        assert!(told.starts_with("gbr-pgn: plugin sh p.sh: answered '{"), "{told}");
        let why = ["is not for plugins", "is not a name"];
        assert!(why.iter().any(|why| told.contains(why)), "{told}");
    }
    let folder = folder(&always("{}").replace("\"said\"", "\"white\""));
    said(&folder, "annotate games.pgn", 0);
    let (_, told) = said(&folder, "convert --to csv games.pgn", 2);
    assert!(told.contains("there is a column white already"), "{told}");
    let (_, told) = said(&folder, "annotate games.pgn --replace Nobody", 2);
    assert!(told.contains("--replace Nobody: no plugin has a column of this name"), "{told}");
}

#[test]
fn columns_may_be_announced_before_the_greeting_is_read_and_behind_a_byte_order_mark() {
    let columns = HELLO.strip_prefix("read -r greeting; ").unwrap();
    for hello in [
        format!("{columns}; sleep 1; read -r greeting"),
        format!("printf '\\357\\273\\277'; {HELLO}"),
    ] {
        let folder = folder(&always(r#"{"Said": "x"}"#).replace(HELLO, &hello));
        let (out, _) = said(&folder, "annotate -j4 games.pgn", 0);
        assert_eq!(out.matches("[Said \"x\"]").count(), 2, "{hello}: {out}");
    }
}

#[test]
fn a_command_is_split_into_words_and_needs_no_shell() {
    let script = format!("printf '%s\\n' \"$@\" >words\n{}", always("{}"));
    let folder = folder(&script);
    let run = |plugin: &str| {
        let output =
            folder.start("annotate games.pgn").args(["--plugin", plugin]).output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run("sh p.sh 'a b' \"c;d\" $HOME e\\ f *").0, Some(0));
    assert_eq!(folder.read("words"), b"a b\nc;d\n$HOME\ne f\n*\n");
    for (plugin, why) in [
        (
            "nobody-has-this-program",
            "plugin nobody-has-this-program: cannot be started: No such file",
        ),
        ("sh 'p.sh", "all quotes closed"),
        (" ", "expected a command"),
    ] {
        let (status, told) = run(plugin);
        assert_eq!(status, Some(2));
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn what_it_says_on_standard_error_is_shown_with_its_name() {
    let folder = folder(&format!(
        "echo 'one\tline' >&2; echo two >&2\n{}; printf last >&2",
        always("{}").trim_end()
    ));
    let (_, told) = said(&folder, "annotate games.pgn -j1", 0);
    for line in [
        "gbr-pgn: plugin sh p.sh: one\\x09line\n",
        "plugin sh p.sh: two\n",
        "plugin sh p.sh: last\n",
    ] {
        assert!(told.contains(line), "{told}");
    }
}

/// What is told of a plugin that takes longer than a second. Where nothing is to be late, a busy machine gets all the time it needs.
const LATE: &str = "has not answered within 1s";
const LINGERS: &str = "has not ended within 1s";

fn timeout(why: &str) -> &'static str {
    if [LATE, LINGERS].contains(&why) { "1" } else { "60" }
}

/// Ways to go wrong in the middle, and what is told of it.
const WRONG: &[(&str, &str)] = &[
    ("exit 3", "ended (exit status: 3) before it had answered"),
    ("kill -9 $$", "ended (signal: 9 (SIGKILL)"),
    ("sleep 100", LATE),
    ("exec >&-; sleep 100", "closed its output before it had answered"),
    ("while :; do printf x; done", LATE),
    ("while :; do echo x >&2; done", LATE),
    ("printf '{}'; exit", "ended with '{}', and no line feed after it"),
    ("echo '{'", "answered '{': expected JSON ("),
    ("echo nonsense", "answered 'nonsense': expected JSON ("),
    ("echo", "answered '': expected JSON ("),
    ("echo '[]'", "answered '[]': expected a JSON object\n"),
    ("echo null", "answered 'null': expected a JSON object\n"),
    ("echo 5", "answered '5': expected a JSON object\n"),
    ("echo '{\"Other\": \"x\"}'", "Other is not one of its columns"),
    ("echo '{\"Said\": 3}'", "expected a text for Said"),
    (
        "echo '{\"Said\": \"x\", \"fault\": \"y\"}'",
        "expected a text as the fault, and nothing besides",
    ),
    ("printf '\\377\\n'", "expected JSON ("),
];

/// A plugin that does this at the 3,000th game.
fn breaking(what: &str) -> String {
    each(&format!("n=$((n+1)); if [ $n = 3000 ]; then {what}; else echo '{{\"Said\": \"x\"}}'; fi"))
}

#[test]
fn an_error_names_plugin_game_and_line_and_leaves_the_old_file() {
    let games = many(4_000);
    for (what, why) in WRONG {
        let folder = folder(&breaking(what));
        folder.write("games.pgn", &games);
        folder.write("out.pgn", b"old");
        let mut command = folder.start("annotate -j1 games.pgn -o out.pgn --plugin-timeout");
        let output = command.args([timeout(why), "--plugin", "sh p.sh"]).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{what}: {told}");
        let place = "gbr-pgn: games.pgn:14996: game 3000 (Somebody - ?): plugin sh p.sh: ";
        assert!(told.contains(place) && told.contains(why), "{what}: {told}");
        assert_eq!(folder.read("out.pgn"), b"old");
        assert_eq!(folder.names(), ["games.pgn", "lines.epd", "out.pgn", "p.sh"]);
    }
}

#[test]
fn an_error_leaves_a_file_in_place_and_whole_records_on_standard_output() {
    let games = many(4_000);
    let folder = folder(&breaking("exit 1"));
    folder.write("games.pgn", &games);
    said(&folder, "annotate -j1 --in-place games.pgn", 2);
    assert_eq!(folder.read("games.pgn"), games);
    let (out, _) = said(&folder, "annotate -j1 games.pgn", 2);
    assert!(out.ends_with("3. Bb5 a6 1-0\n\n"), "{}", &out[out.len().saturating_sub(200)..]);
    let written = out.matches("[Event ").count();
    assert!((1_000..3_000).contains(&written), "{written}");
}

#[test]
fn too_much_is_told_before_a_file_is_replaced() {
    for (script, why) in [
        (each("echo '{}'; echo '{}'"), "said more than it was asked"),
        (format!("{}; echo more", always("{}").trim_end()), "said more than it was asked: 'more'"),
        (format!("{}; exit 7", always("{}").trim_end()), "failed in the end (exit status: 7)"),
        (format!("{}; sleep 100", always("{}").trim_end()), LINGERS),
    ] {
        let folder = folder(&script);
        folder.write("out.pgn", b"old");
        let mut command = folder.start("annotate games.pgn -o out.pgn --plugin-timeout");
        let output = command.args([timeout(why), "--plugin", "sh p.sh"]).output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("plugin sh p.sh: ") && told.contains(why), "{told}");
        assert_eq!(folder.read("out.pgn"), b"old");
    }
}

#[test]
fn an_error_does_not_wait_for_the_input_to_end() {
    let folder = folder(&breaking("exit 1"));
    let mut command = folder.start("annotate");
    command
        .args(["--plugin", "sh p.sh"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut input, &many(20_000)).ok();
    let status = wait(&mut child, Duration::from_secs(30));
    assert_eq!(status, Some(2));
    drop(input);
}

/// The status of a process that ends by then; it is killed if it does not.
fn wait(child: &mut std::process::Child, limit: Duration) -> Option<i32> {
    let start = Instant::now();
    while start.elapsed() < limit {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    panic!("still running after {limit:?}");
}

#[test]
fn strip_removes_what_a_plugin_wrote_and_says_how_much() {
    let folder = folder(&always(r#"{"Said": "x"}"#));
    let plain = GAMES.replace("[Said \"mine\"]\n", "");
    folder.write("games.pgn", plain.as_bytes());
    folder.write("coded.pgn", said(&folder, "annotate games.pgn", 0).0.as_bytes());
    let (out, told) = folder.said("strip --remove Said coded.pgn", 0);
    assert_eq!(out, plain);
    assert!(told.contains(", 3 tags taken out"), "{told}");
    let (out, told) = folder.said("strip --remove said --remove bm lines.epd", 0);
    assert_eq!(out, "4k3/8/8/8/8/8/8/4K3 w - -\n4k3/8/8/8/8/8/8/4K3 b - -\n");
    assert!(told.contains(", 2 tags taken out"), "{told}");
    for name in
        ["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN", "Variant"]
    {
        let (out, told) = folder.said(&format!("strip --remove {name} coded.pgn"), 2);
        assert_eq!(out, "");
        assert!(told.contains(&format!("--remove {name}: ")), "{told}");
    }
}

#[test]
fn a_tag_stays_that_the_rest_could_not_be_read_without() {
    let folder = Folder::with("games.pgn", b"[Event \"a\"]\n[Odd \"}\"]\n\n1. e4 *\n");
    let (out, told) = folder.said("strip -v --remove Odd games.pgn", 0);
    assert_eq!(out.as_bytes(), folder.read("games.pgn"));
    assert!(
        told.contains("read in another way without the tag") && told.contains("0 tags taken out"),
        "{told}"
    );
}

/// A plugin that says the number that is in the first tag, but does something else where that is 17.
fn numbering(instead: &str) -> String {
    let number = "number=${line#*Event\\\":\\\"}; number=${number%%\\\"*}";
    let answer = "printf '{\"Said\": \"%s\"}\\n' \"$number\"";
    each(&format!("{number}; if [ \"$number\" = 17 ]; then {instead}; else {answer}; fi"))
}

/// A folder with files of one game each, and a plugin.
fn tree(script: &str) -> Folder {
    let folder = Folder::with("p.sh", script.as_bytes());
    for number in 0..40 {
        let game = format!("[Event \"{number}\"]\n[Said \"mine\"]\n\n1. e4 *\n");
        let game = if number % 5 > 0 { game.replace("[Said \"mine\"]\n", "") } else { game };
        folder.write(&format!("c/{}/{number}.pgn", number % 3), game.as_bytes());
    }
    folder
}

#[test]
fn each_file_of_a_folder_has_its_own_answers() {
    let folder = tree(&numbering("echo '{}'"));
    let (_, told) = said(&folder, "annotate c -j4 -o many/", 0);
    assert!(told.contains("40 games, 40 coded, 0 faults, 8 notes"), "{told}");
    said(&folder, "annotate c -j1 -o one/", 0);
    let many = contents(&folder.path("many"));
    assert_eq!(many, contents(&folder.path("one")));
    for (name, bytes) in &many {
        let number: u32 =
            name.rsplit('/').next().unwrap().trim_end_matches(".pgn").parse().unwrap();
        let text = String::from_utf8_lossy(bytes);
        let is_said = text.contains(&format!("[Said \"{number}\"]"));
        assert_eq!(is_said, !number.is_multiple_of(5) && number != 17, "{name}: {text}");
    }
    let (_, told) = folder.said("strip many --remove Said -o restored/", 0);
    assert!(told.contains("39 tags taken out"), "{told}");
    let plain = folder.said("strip c --remove Said -o plain/", 0).1;
    assert!(plain.contains("8 tags taken out"), "{plain}");
    assert_eq!(contents(&folder.path("restored")), contents(&folder.path("plain")));
    said(&folder, "convert c --to csv -j4 -o tables/", 0);
    let table = String::from_utf8(folder.read("tables/1/4.csv")).unwrap();
    assert!(table.ends_with(",4\n"), "{table}");
}

#[test]
fn a_run_that_a_plugin_ended_goes_on_once_the_plugin_is_mended() {
    let folder = tree(&numbering("echo '{}'"));
    let (_, whole) = said(&folder, "annotate c -o whole/", 0);
    let expected = contents(&folder.path("whole"));
    for instead in ["exit 3", "echo '{}'; echo '{}'", "echo nonsense"] {
        folder.write("p.sh", numbering(instead).as_bytes());
        fs::remove_dir_all(folder.path("out")).ok();
        let (_, told) = said(&folder, "annotate c -j2 -o out/", 2);
        assert!(told.contains("plugin sh p.sh: "), "{told}");
        let done = contents(&folder.path("out"));
        let is_right = |it: &&(String, Vec<u8>)| it.0.starts_with('.') || expected.contains(it);
        assert_eq!(done.iter().find(|it| !is_right(it)), None, "{instead}");
        assert!(!folder.path("out/2/17.pgn").exists());
        folder.write("p.sh", numbering("echo '{}'").as_bytes());
        let (_, told) = said(&folder, "annotate c -o out/ --resume --replace Said", 2);
        assert!(told.contains("other flags"), "{told}");
        let other = folder.start("annotate c -o out/ --resume --plugin").arg("sh ./p.sh").output();
        assert_eq!(other.unwrap().status.code(), Some(2));
        let (_, told) = said(&folder, "annotate c -o out/ --resume", 0);
        assert_eq!(told, whole);
        assert_eq!(contents(&folder.path("out")), expected);
    }
}

#[test]
fn several_inputs_of_one_output_ask_the_same_process() {
    let script = format!("echo start >>started\n{}", always(r#"{"Said": "x"}"#));
    let folder = folder(&script);
    said(&folder, "annotate -j1 games.pgn games.pgn games.pgn", 0);
    assert_eq!(folder.read("started"), b"start\n");
}

/// What a plugin may do next, by dice.
fn misbehaviour(dice: &mut Dice<'_>) -> String {
    let delay = dice.below(4);
    let bytes = dice.below(5_000);
    let steps = [
        "read -r line; echo '{}'".to_owned(),
        "read -r line; echo '{\"Said\": \"x\"}'".to_owned(),
        "for i in 1 2 3 4 5 6 7 8; do read -r line; echo '{\"Said\": \"y\"}'; done".to_owned(),
        "cat >/dev/null".to_owned(),
        "while read -r line; do echo '{}'; done".to_owned(),
        format!("sleep 0.{delay}"),
        format!("head -c {bytes} /dev/urandom"),
        format!("head -c {bytes} /dev/urandom >&2"),
        format!("exit {}", dice.below(3)),
        "kill -9 $$".to_owned(),
        "exec >&-".to_owned(),
        "exec <&-".to_owned(),
        "echo '{\"Said\": '".to_owned(),
        "echo '{}'".to_owned(),
        "printf '{\"Said\": \"half'".to_owned(),
        "sleep 60 &".to_owned(),
        "yes '{}' | head -5000".to_owned(),
    ];
    steps[dice.below(steps.len())].clone()
}

/// Whatever a plugin does: no hang, no half record, no lost byte, no file but the old one or a whole new one.
#[test]
fn nothing_is_lost_to_plugins_that_misbehave() {
    let times = env::var("MISBEHAVIOURS").map_or(40, |text| text.parse::<u64>().expect("a number"));
    let games = many(60);
    for seed in 0..times {
        let mut dice = Dice::new(1_000_003 * (seed + 1));
        let hello = if dice.below(12) == 0 { String::new() } else { HELLO.to_owned() };
        let steps: Vec<_> = (0..1 + dice.below(8)).map(|_| misbehaviour(&mut dice)).collect();
        let script = format!("{hello}\n{}\n", steps.join("\n"));
        let folder = folder(&script);
        folder.write("games.pgn", &games);
        let threads = 1 + dice.below(3);
        if dice.below(2) == 0 {
            to_standard_output(&folder, &script, threads, &games);
        } else {
            to_a_file(&folder, &script, threads, &games);
        }
    }
}

fn misbehaving(folder: &Folder, line: &str) -> (i32, Vec<u8>) {
    let mut command = folder.start(line);
    command.args(["--plugin", "sh p.sh", "--plugin-timeout", "0.3"]);
    let out = fs::File::create(folder.path("stdout")).unwrap();
    let mut child = command.stdin(Stdio::null()).stdout(out).stderr(Stdio::null()).spawn().unwrap();
    let status = wait(&mut child, Duration::from_secs(20)).expect("a status, and not a signal");
    assert!((0..=2).contains(&status), "{status}");
    (status, folder.read("stdout"))
}

fn to_standard_output(folder: &Folder, script: &str, threads: usize, games: &[u8]) {
    let (status, out) = misbehaving(folder, &format!("annotate -j{threads} games.pgn"));
    folder.write("written.pgn", &out);
    let (restored, _) = folder.said("strip -q --remove Said written.pgn", 0);
    assert!(games.starts_with(restored.as_bytes()), "{script}");
    assert!(restored.is_empty() || restored.ends_with("1-0\n\n"), "half a record: {script}");
    assert!(status == 2 || restored.as_bytes() == games, "{script}");
}

fn to_a_file(folder: &Folder, script: &str, threads: usize, games: &[u8]) {
    folder.write("out.pgn", b"old");
    let line = format!("annotate -j{threads} games.pgn -o out.pgn");
    let (status, _) = misbehaving(folder, &line);
    if status == 2 {
        assert_eq!(folder.read("out.pgn"), b"old", "{script}");
    } else {
        let (restored, _) = folder.said("strip -q --remove Said out.pgn", 0);
        assert!(restored.as_bytes() == games, "{script}");
    }
    assert_eq!(folder.names(), ["games.pgn", "lines.epd", "out.pgn", "p.sh", "stdout"], "{script}");
}

/// Whether a program is there; a word about it where it is not.
fn has(program: &str) -> bool {
    let is_there = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok();
    if !is_there {
        println!("skipped: there is no {program}");
    }
    is_there
}

/// A folder with the plugins that come with the program, and samples.
fn with_contrib() -> Folder {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new();
    symlink(root.join("contrib/plugins"), folder.path("plugins")).unwrap();
    symlink(root.join("samples"), folder.path("samples")).unwrap();
    folder
}

#[test]
fn the_plugin_in_python_names_openings() {
    if !has("python3") {
        return;
    }
    let folder = with_contrib();
    folder.write("g.pgn", "[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. a3 *\n\n[White \"c\"]\n\n1. Nf3 d5 *\n".as_bytes());
    let mut command = folder.start("convert --to csv --at start -q g.pgn");
    let output = command.args(["--plugin", "python3 plugins/openings.py"]).output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    let last: Vec<_> = out.lines().map(|line| line.rsplit(',').next().unwrap()).collect();
    assert_eq!(
        last,
        ["openingname", "Ruy Lopez", "", "", "Réti Opening"],
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A program that speaks UCI and thinks little of everything.
const ENGINE: &str = r#"import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci": print("uciok", flush=True)
    if word == "isready": print("readyok", flush=True)
    if word == "position": fen = line[13:]
    if word == "go": print("info depth 1 score " + ("mate 2" if "3Q" in fen else "cp 125") + "\ninfo depth 2 score cp 9 upperbound\nbestmove a1a2", flush=True)
    if word == "quit": break
"#;

#[test]
fn the_plugin_that_asks_an_engine_writes_its_value_for_white() {
    if !has("python3") {
        return;
    }
    let folder = with_contrib();
    folder.write("engine.py", ENGINE.as_bytes());
    folder.write("g.pgn", b"[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. e4 e5 *\n\n[FEN \"4k3/8/8/8/8/8/8/3QK3 w - - 0 1\"]\n\n*\n\n[White \"c\"]\n\n1. e5 *\n");
    let values = |engine: &str| {
        let mut command = folder.start("convert --to csv --at start -q g.pgn");
        command
            .args(["--plugin", &format!("python3 plugins/engine_value.py --nodes 2000 {engine}")]);
        let out = String::from_utf8(command.output().unwrap().stdout).unwrap();
        out.lines()
            .skip(1)
            .map(|line| line.rsplit(',').next().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(values("python3 engine.py"), ["-1.25", "+1.25", "#2", ""]);
    if has("stockfish") {
        let found = values("stockfish");
        // Queen against nothing: far ahead, or mate in so many.
        assert!(found[2].starts_with(['+', '#']) && found[3].is_empty(), "{found:?}");
        assert_eq!(found, values("stockfish"));
    }
}

#[test]
fn the_plugin_on_the_page_of_the_manual_works() {
    if !has("python3") {
        return;
    }
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/plugins.md")).unwrap();
    let code = page.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = Folder::with("long.py", code.as_bytes());
    let shuffle: String =
        (0..26).map(|n| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * n + 1, 2 * n + 2)).collect();
    folder.write(
        "g.pgn",
        format!("[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n{shuffle}*\n").as_bytes(),
    );
    let mut command = folder.start("annotate -q --tags GBR g.pgn");
    let out = command.args(["--plugin", "python3 long.py"]).output().unwrap().stdout;
    let out = String::from_utf8(out).unwrap();
    assert_eq!(out.matches("[LongGame \"yes\"]").count(), 1, "{out}");
    assert!(out.contains("[White \"b\"]\n[GBR \"4888.88\"]\n[LongGame \"yes\"]"), "{out}");
}

/// On Windows, Python takes a pipe for text of the code page unless it is told otherwise.
#[test]
fn plugins_in_python_read_utf_8_whatever_the_system_takes_text_to_be() {
    if !has("python3") {
        return;
    }
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/plugins.md")).unwrap();
    let code = page.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = with_contrib();
    folder.write("long.py", code.as_bytes());
    folder.write("engine.py", ENGINE.as_bytes());
    folder.write("g.pgn", "[White \"Álvarez\"]\n\n1. e4 e5 *\n".as_bytes());
    for plugin in ["long.py", "plugins/openings.py", "plugins/engine_value.py python3 engine.py"] {
        let mut command = folder.start("annotate g.pgn -o /dev/null");
        command.args(["--plugin", &format!("python3 {plugin}")]);
        let output = command.env("PYTHONIOENCODING", "cp1252").output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{plugin}: {told}");
    }
}

/// The question that the page shows is one that is asked.
#[test]
fn the_page_of_the_manual_shows_a_real_question() {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/plugins.md")).unwrap();
    let shown = page.split("```json\n").nth(1).unwrap().split("```").next().unwrap();
    let folder = folder(&each("printf '%s\\n' \"$line\" >>asked; echo '{}'"));
    folder.write("games.pgn", "[Event \"Casual\"]\n[White \"Réti\"]\n\n1. e4 e5 *\n".as_bytes());
    said(&folder, "annotate games.pgn", 0);
    assert_eq!(String::from_utf8(folder.read("asked")).unwrap(), shown);
}
