//! Flags that stand after positions, in commands whose positions may begin with a hyphen, as in `- - 0 1`: there the parser of
//! the command line takes all that follows for a position.

use std::ffi::{OsStr, OsString};

/// These commands.
const COMMANDS: [&str; 2] = ["encode", "decode"];

/// The words of a command line, with the flags of such a command put before its positions.
pub fn flags_first(
    words: impl IntoIterator<Item = OsString>,
    definition: impl FnOnce() -> clap::Command,
) -> Vec<OsString> {
    let mut words = words.into_iter();
    let mut all: Vec<OsString> = words.by_ref().take(2).collect();
    let Some(name) = all.get(1).and_then(|name| COMMANDS.into_iter().find(|known| name == known))
    else {
        all.extend(words);
        return all;
    };
    let definition = definition();
    let command = definition.find_subcommand(name).expect("a test asks for all of them");
    let mut others = Vec::new();
    while let Some(word) = words.next() {
        match is_flag(&word, command) {
            _ if word == "--" => {
                others.push(word);
                others.extend(words.by_ref());
            }
            None => others.push(word),
            Some(takes_value) => {
                all.push(word);
                all.extend(takes_value.then(|| words.next()).flatten());
            }
        }
    }
    all.extend(others);
    all
}

/// Whether a word is a flag of the command, and the next word its value.
fn is_flag(word: &OsStr, command: &clap::Command) -> Option<bool> {
    let word = word.to_str()?;
    if ["--help", "-h"].contains(&word) {
        return Some(false);
    }
    let name = word.strip_prefix("--").filter(|name| !name.is_empty())?;
    let (name, has_value) = name.split_once('=').map_or((name, false), |(name, _)| (name, true));
    let is_named = |flag: &&clap::Arg| {
        let names = [flag.get_long_and_visible_aliases(), flag.get_all_aliases()];
        names.into_iter().flatten().flatten().any(|known| known == name)
    };
    let flag = command.get_arguments().find(is_named)?;
    Some(flag.get_action().takes_values() && !has_value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::command_line::definition;

    fn put(line: &str) -> String {
        let words = line.split(',').map(OsString::from);
        let words = flags_first(words, definition);
        words.iter().map(|word| word.to_str().unwrap()).collect::<Vec<_>>().join(",")
    }

    #[test]
    fn all_commands_are_known_whose_positions_may_begin_with_a_hyphen() {
        let takes_hyphens = |command: &&clap::Command| {
            command.get_positionals().any(clap::Arg::is_allow_hyphen_values_set)
        };
        let definition = definition();
        let found = definition.get_subcommands().filter(takes_hyphens);
        assert!(found.map(clap::Command::get_name).eq(COMMANDS));
    }

    #[test]
    fn flags_after_positions_are_flags() {
        assert_eq!(
            put("gbr-pgn,decode,a7d3 0116.00,--board"),
            "gbr-pgn,decode,--board,a7d3 0116.00"
        );
        assert_eq!(put("g,encode,8/8,w,- -,--form,eg,0 1"), "g,encode,--form,eg,8/8,w,- -,0 1");
        assert_eq!(put("g,encode,8/8,--form=eg,-,-h"), "g,encode,--form=eg,-h,8/8,-");
        assert_eq!(put("g,decode,2/2,-+.,--strict"), "g,decode,--strict,2/2,-+.");
    }

    #[test]
    fn all_else_stays_where_it_is() {
        for line in
            ["g", "g,decode", "g,find,0*,a.pgn,--count", "g,decode,--,x,--board", "g,decode,--odd"]
        {
            assert_eq!(put(line), line);
        }
    }
}
