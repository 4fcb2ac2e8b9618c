//! The plan of the house: which part of `src` may use which.
//!
//! Both tables are read from the top down: whatever stands in a line may use what it names, and that must
//! stand in a line above it. So no two parts can use each other, not even by a detour.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The top-level modules. `format` alone is what stands in `src/format/mod.rs`, the traits and the table;
/// a single format has a name of its own.
const ROOMS: &[(&str, &str)] = &[
    ("guide", ""),
    ("gbr", ""),
    ("text", ""),
    ("fen", "text"),
    ("fault", "text"),
    ("row", ""),
    ("pipeline", ""),
    ("unpack", "text"),
    ("record", "text fault"),
    ("game", "gbr fault"),
    ("position_order", "gbr"),
    ("diagram", "gbr text"),
    ("index", "gbr"),
    ("similarity", "gbr"),
    ("tables", "gbr"),
    ("movetext", "text game"),
    ("play", "gbr text fault game movetext"),
    ("search", "gbr fen text game play"),
    ("study", "gbr record"),
    ("column", "gbr fen text record row game study"),
    ("format", "gbr fen text fault row pipeline record game movetext play column"),
    ("format::epd", ""),
    ("format::pgn", ""),
    ("scan", "fen gbr text row pipeline format"),
    ("run", "text fault row pipeline record game search play column format"),
    ("joint", "text fault record game format run"),
    ("arrange", "text record joint"),
    (
        "check",
        "gbr fen text fault row pipeline record game play study column format format::epd run",
    ),
    ("duplicate", "text record game movetext play column format format::epd format::pgn"),
    (
        "directory",
        "gbr fen text fault row record game play position_order diagram study column format format::epd run",
    ),
    (
        "verify",
        "gbr text fault row record game play column format format::pgn run tables check directory",
    ),
];

/// The same within `src/cli`, which may use all of the above and is known to none of it. Only `src/cli/mod.rs`
/// sees `command_line`.
const ROOMS_OF_CLI: &[(&str, &str)] = &[
    ("compression", ""),
    ("game_facts", ""),
    ("paragraphs", ""),
    ("program", ""),
    ("plugins", "compression program"),
    ("registry", "plugins"),
    ("flags_first", ""),
    ("system", ""),
    ("identity", "system"),
    ("size", ""),
    ("choice", ""),
    ("shell_word", ""),
    ("status", ""),
    ("table", ""),
    ("temporary", "system"),
    ("browser", "temporary"),
    ("input", "compression identity program registry system"),
    ("args", "choice input registry size"),
    ("collection", "args compression identity input registry system"),
    ("invocation", ""),
    ("interruption", "program"),
    ("journal", "system temporary"),
    ("console", "args input interruption journal program status system"),
    ("syzygy", "console"),
    ("listing", "console"),
    ("caret", "console"),
    ("tag_filter", "caret"),
    ("outside", "console system"),
    ("exit", "browser console outside status system temporary"),
    ("signals", "browser console interruption outside system temporary"),
    ("output", "compression exit identity input journal registry system temporary"),
    ("one_by_one", "console output program system"),
    ("intake", "args compression console exit input output registry"),
    (
        "indexed",
        "args compression console game_facts input intake output registry system temporary",
    ),
    ("side_by_side", "args console"),
    (
        "mirror",
        "args collection compression identity input invocation journal output system temporary",
    ),
    (
        "session",
        "args collection console identity input intake interruption mirror output side_by_side",
    ),
    (
        "commands",
        "one_by_one args browser choice compression console exit game_facts identity indexed input intake listing output outside caret program \
         registry session shell_word size status system syzygy table temporary tag_filter",
    ),
    (
        "command_line",
        "commands console flags_first invocation paragraphs program registry shell_word status system",
    ),
];

/// Where one part uses another.
struct Edge {
    file: PathBuf,
    from: String,
    to: String,
}

#[test]
fn modules_use_only_what_stands_below_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = edges(&src, &[], &["lib", "main", "cli"]);
    // Formats may use each other: EPD and PGN are written out of each other, lines of moves are PGN's.
    found.retain(|edge| edge.from != "format" || !edge.to.starts_with("format::"));
    hold(&found, ROOMS);
}

#[test]
fn rooms_of_the_program_use_only_what_stands_below_them() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    hold(&edges(&src, &["cli"], &["mod"]), ROOMS_OF_CLI);
}

#[test]
fn nothing_can_go_round_in_the_tables() {
    for table in [ROOMS, ROOMS_OF_CLI] {
        let mut above = BTreeSet::new();
        for (room, uses) in table {
            let up = uses.split_whitespace().find(|used| !above.contains(used));
            assert_eq!(up, None, "{room} uses what does not stand above it in the table");
            assert!(above.insert(room), "{room} stands in the table twice");
        }
    }
}

/// Formats and columns aside, which are named after what the user types, and the flags of each command.
#[test]
fn no_type_name_stands_for_two_things() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let is_plugin = |file: &Path| ["format", "column"].contains(&module(&src, file)[0].as_str());
    let (mut places, mut twice) = (BTreeMap::new(), Vec::new());
    for file in files(&src).into_iter().filter(|file| !is_plugin(file)) {
        let text = fs::read_to_string(&file).unwrap();
        for name in types(&text).into_iter().filter(|name| name != "Args") {
            if let Some(other) = places.insert(name.clone(), file.clone()) {
                twice.push(format!("{name}: {} and {}", other.display(), file.display()));
            }
        }
    }
    assert!(places.len() > 300, "{places:?}");
    assert!(twice.is_empty(), "\n{}", twice.join("\n"));
}

/// The types that a text defines, outside of its tests.
fn types(text: &str) -> Vec<String> {
    let code = without_comments(text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default());
    let named = code.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let at = words.iter().position(|word| matches!(*word, "struct" | "enum" | "trait"))?;
        let is_front = words[..at].iter().all(|word| word.starts_with("pub"));
        let name: String = words.get(at + 1)?.chars().take_while(|c| is_name(*c)).collect();
        (is_front && name.starts_with(char::is_uppercase)).then_some(name)
    });
    named.collect()
}

#[test]
fn edges_are_found_however_they_are_written() {
    let text = "use crate::a;\nuse crate::{b, c::{D, e}};\nlet x = crate::f::g::h(); // crate::no\n\
                use super::i::J;\nuse super::super::k;\n#[cfg(test)]\nmod tests {\nuse crate::no;\n}";
    let found: Vec<String> =
        paths(text, &["here", "file"]).iter().map(|to| to.join("::")).collect();
    assert_eq!(found, ["a", "b", "c", "f::g::h", "here::i::J", "k"]);
}

/// Every edge must be in the table.
fn hold(found: &[Edge], table: &[(&str, &str)]) {
    let mut wrong = Vec::new();
    for Edge { file, from, to } in found {
        let line = table.iter().find(|(room, _)| room == from);
        let uses = line.map(|(_, uses)| uses.split_whitespace().any(|used| used == to));
        let place = file.display();
        match uses {
            None => wrong.push(format!("{place}: {from} has no line in tests/layers.rs")),
            Some(false) => wrong.push(format!("{place}: {from} may not use {to}")),
            Some(true) => {}
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The edges between the rooms of a folder, which is that of module `parent`; some are not looked at.
fn edges(src: &Path, parent: &[&str], but: &[&str]) -> Vec<Edge> {
    let mut found = Vec::new();
    let folder = parent.iter().fold(src.to_owned(), |folder, name| folder.join(name));
    let (files, rooms) = (files(&folder), rooms(&folder));
    assert!(files.len() > 20, "{} is all there is in {}", files.len(), folder.display());
    for file in files {
        let module = module(src, &file);
        let from = module.get(parent.len()).cloned().unwrap_or_else(|| "mod".to_owned());
        if but.contains(&from.as_str()) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let names: Vec<&str> = module.iter().map(String::as_str).collect();
        for path in paths(&text, &names) {
            let Some(path) = within(&path, parent) else { continue };
            for to in ends(&path, &rooms).into_iter().filter(|to| *to != from) {
                found.push(Edge { file: file.clone(), from: from.clone(), to });
            }
        }
    }
    found
}

/// The room that a path leads to and, where it goes on to a single format, that too.
fn ends(path: &[String], rooms: &BTreeSet<String>) -> Vec<String> {
    let Some(room) = path.first().filter(|room| rooms.contains(*room)) else { return Vec::new() };
    let format = path.get(1).filter(|next| *room == "format" && is_module(next));
    let format = format.map(|next| format!("{room}::{next}"));
    std::iter::once(room.clone()).chain(format).collect()
}

/// A function of `src/format/mod.rs` is not a format.
fn is_module(name: &str) -> bool {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/format");
    src.join(name).is_dir() || src.join(name).with_extension("rs").is_file()
}

fn within(path: &[String], parent: &[&str]) -> Option<Vec<String>> {
    let (front, rest) = path.split_at_checked(parent.len())?;
    (front == parent).then(|| rest.to_vec())
}

/// The names of all modules in a folder, and of the folder's own file.
fn rooms(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

/// All source files below a folder, but for those that hold tests alone.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs")
            && !path.ends_with("tests.rs")
        {
            found.push(path);
        }
    }
    found
}

/// The module that a file holds, by its names from the top.
fn module(src: &Path, file: &Path) -> Vec<String> {
    let path = file.strip_prefix(src).unwrap().with_extension("");
    let mut names: Vec<String> =
        path.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
    names.pop_if(|last| last == "mod");
    names
}

/// Where the paths of a text lead that leave its module, from the top.
fn paths(text: &str, module: &[&str]) -> Vec<Vec<String>> {
    let code = without_comments(text.split("#[cfg(test)]\nmod ").next().unwrap_or_default());
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            if code[..at].ends_with("super::") || code[..at].ends_with(is_name) {
                continue;
            }
            let rest = &code[at..];
            let up = steps_up(rest);
            let base = if up == 0 { &[][..] } else { &module[..module.len().saturating_sub(up)] };
            let rest = &rest[start.len() * up.max(1)..];
            for names in branches(rest) {
                let base = base.iter().map(|name| (*name).to_owned());
                found.push(base.chain(names).collect());
            }
        }
    }
    found
}

/// How many modules up a path leads.
fn steps_up(path: &str) -> usize {
    path.strip_prefix("super::").map_or(0, |rest| 1 + steps_up(rest))
}

/// `a::b` is one path, `{a, b::{c, d}}` leads to `a` and `b`.
fn branches(text: &str) -> Vec<Vec<String>> {
    let Some(group) = text.strip_prefix('{') else { return vec![names(text)] };
    let mut depth = 0;
    let ends = |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth < 0 || depth == 0 && c == ','
    };
    let parts: Vec<&str> = group.split(ends).collect();
    let parts = parts.iter().take_while(|part| !part.contains(';'));
    parts.map(|part| names(part.trim())).filter(|names| !names.is_empty()).collect()
}

/// The names that a path begins with.
fn names(path: &str) -> Vec<String> {
    let end = path.find(|c: char| !is_name(c) && c != ':').unwrap_or(path.len());
    path[..end].split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn without_comments(text: &str) -> String {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join("\n")
}
