//! The examples of README.md show what the program really prints on a terminal.
//!
//! `README=update cargo test --locked --test tests readme::` writes it into the file.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// What a shell prints, with the program and the samples at hand.
fn print(folder: &Folder, line: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin!("gbr-pgn");
    let mut paths = vec![program.parent().unwrap().to_owned()];
    paths.extend(env::split_paths(&env::var_os("PATH").unwrap()));
    let run = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{line}")])
        .current_dir(folder.path(""))
        .env("PATH", env::join_paths(paths).unwrap())
        .output()
        .unwrap();
    String::from_utf8(run.stdout).unwrap()
}

/// The text with the output of each `$ ` line of its console blocks put in anew.
fn refreshed(text: &str, folder: &Folder) -> String {
    let (mut new, mut in_block, mut in_output) = (String::new(), false, false);
    for line in text.lines() {
        if line.starts_with("```") {
            in_block = line == "```console";
            in_output = false;
        }
        let command = line.strip_prefix("$ ").filter(|_| in_block);
        if command.is_some() || !in_output {
            new.push_str(line);
            new.push('\n');
        }
        if let Some(command) = command {
            new.push_str(&print(folder, command));
            in_output = true;
        }
    }
    new
}

/// The plugin that the README shows.
const PLIES: &str = r#"read -r greeting
echo '{"columns": [{"tag": "Length", "key": "length"}]}'
while read -r game; do
    plies=${game##*\"plies\":}
    echo "{\"Length\": \"${plies%%,*} plies\"}"
done
"#;

#[test]
fn every_example_prints_what_it_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Folder::new();
    symlink(root.join("samples"), folder.path("samples")).unwrap();
    folder.write("plies.sh", PLIES.as_bytes());
    let text = fs::read_to_string(root.join("README.md")).unwrap();
    let new = refreshed(&text, &folder);
    if env::var_os("README").is_some_and(|wish| wish == "update") {
        fs::write(root.join("README.md"), &new).unwrap();
        return;
    }
    assert!(text.matches("\n$ gbr-pgn ").count() > 10, "the examples are gone");
    for (number, (shown, printed)) in text.lines().zip(new.lines()).enumerate() {
        assert_eq!(shown, printed, "line {} of README.md", number + 1);
    }
    assert_eq!(text.lines().count(), new.lines().count(), "README.md is cut short");
}
