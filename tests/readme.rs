//! The examples of README.md and of the manual in docs/ show what the program really prints on a terminal.
//!
//! `README=update cargo test --locked --test tests readme::` writes it into the files.
#![cfg(feature = "cli")]

use crate::folder::Folder;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
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

/// What stands between two fences, or outside of them.
#[derive(Clone, Copy, PartialEq)]
enum Block {
    Prose,
    /// Commands after `$ `, each with its output below it.
    Console,
    /// Commands alone, to be pasted as they stand; the next block of text is their output.
    Script,
    Output,
    Other,
}

impl Block {
    fn after(self, fence: &str) -> Block {
        match fence {
            "```" if self != Block::Prose => Block::Prose,
            "```console" => Block::Console,
            "```sh" => Block::Script,
            "```text" => Block::Output,
            _ => Block::Other,
        }
    }
}

/// The text with the output of its commands put in anew.
fn refreshed(text: &str, folder: &Folder) -> String {
    let (mut new, mut block, mut script, mut in_output) =
        (String::new(), Block::Prose, String::new(), false);
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        if is_fence {
            block = block.after(line);
            in_output = false;
        }
        let command = line.strip_prefix("$ ").filter(|_| block == Block::Console);
        if command.is_some() || !in_output {
            new.push_str(line);
            new.push('\n');
        }
        match block {
            Block::Script if is_fence => script.clear(),
            Block::Script => script = script + line + "\n",
            Block::Output if is_fence && !script.is_empty() => {
                new.push_str(&print(folder, &std::mem::take(&mut script)));
                in_output = true;
            }
            _ => {}
        }
        if let Some(command) = command {
            new.push_str(&print(folder, command));
            in_output = true;
        }
    }
    new
}

/// README.md, and the pages of the manual.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let is_text = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "md");
    let mut pages: Vec<PathBuf> = docs.filter(is_text).collect();
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

#[test]
fn every_example_prints_what_it_shows() {
    let mut examples = 0;
    for page in pages() {
        let folder = Folder::new();
        for shown in ["samples", "contrib"] {
            let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(shown);
            symlink(place, folder.path(shown)).unwrap();
        }
        let text = fs::read_to_string(&page).unwrap();
        let new = refreshed(&text, &folder);
        if env::var_os("README").is_some_and(|wish| wish == "update") {
            fs::write(&page, &new).unwrap();
            continue;
        }
        examples += text.matches("\n$ ").count() + text.matches("```sh\n").count();
        for (number, (shown, printed)) in text.lines().zip(new.lines()).enumerate() {
            assert_eq!(shown, printed, "line {} of {}", number + 1, page.display());
        }
        assert_eq!(text.lines().count(), new.lines().count(), "{}: cut short", page.display());
    }
    assert!(examples > 30 || env::var_os("README").is_some(), "the examples are gone");
}

#[test]
fn every_link_leads_somewhere() {
    let mut links = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let (path, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = page.parent().unwrap().join(path);
            let target = if path.is_empty() { page.clone() } else { target };
            assert!(target.exists(), "{}: {link}", page.display());
            let is_heading = |line: &str| {
                line.to_lowercase().replace(' ', "-").ends_with(&format!("#-{heading}"))
            };
            let has_heading = || fs::read_to_string(&target).unwrap().lines().any(is_heading);
            assert!(heading.is_empty() || has_heading(), "{}: {link}", page.display());
            links += 1;
        }
    }
    assert!(links > 20, "the links are gone");
}

#[test]
fn every_command_has_a_page_that_the_readme_names() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    for page in pages().iter().filter(|page| !page.ends_with("README.md")) {
        let name = page.file_name().unwrap().to_str().unwrap();
        assert!(readme.contains(&format!("(docs/{name})")), "{name}");
    }
    assert!(readme.len() <= 8000, "{} bytes are too many to be read at once", readme.len());
}
