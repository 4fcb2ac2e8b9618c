//! What the command line says that changes what is written: the command and its flags, in a form that can be compared.

use clap::ArgMatches;
use serde_json::{Map, Value, json};
use std::sync::OnceLock;

/// Flags about how a run goes, and not about what comes of it; and the files, which are compared one by one.
const UNHEEDED: [&str; 14] = [
    "files",
    "files_from",
    "glob",
    "output",
    "threads",
    "progress",
    "quiet",
    "verbose",
    "color",
    "faults",
    "all_faults",
    "resume",
    "force",
    "plugin_timeout",
];

static SAID: OnceLock<Value> = OnceLock::new();

/// Remembers what was typed after the name of a command.
pub fn remember(command: &str, matches: &ArgMatches) {
    let mut flags = Map::new();
    // Groups of flags are called like their types.
    let is_flag = |id: &&str| !UNHEEDED.contains(id) && !id.starts_with(|c: char| c.is_uppercase());
    for id in matches.ids().map(|id| id.as_str()).filter(is_flag) {
        if let Ok(Some(values)) = matches.try_get_raw(id) {
            let values = values.map(|value| value.as_encoded_bytes().escape_ascii().to_string());
            flags.insert(id.to_owned(), values.collect());
        }
    }
    SAID.get_or_init(|| json!({ "command": command, "flags": flags }));
}

/// What was remembered.
pub fn said() -> Value {
    SAID.get().cloned().unwrap_or_default()
}
