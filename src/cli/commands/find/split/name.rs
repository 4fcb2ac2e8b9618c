//! Names of files that every system takes.

use crate::text::fold::fold;
use std::collections::HashSet;

/// What has no value.
const UNKNOWN: &str = "unknown";

/// Longer names are cut: there must be room for a number and an ending.
const LONGEST: usize = 120;

/// Devices that some systems see in any file of that name, whatever its ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The names that were given so far. Two are the same where some system takes them for the same.
#[derive(Default)]
pub struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// A name for a value that no other value has: the value itself, as far as that can be a name. What has no value is
    /// called unknown, and no value is.
    pub fn name(&mut self, value: Option<&str>, ending: &str) -> String {
        let unknown = format!("{UNKNOWN}.{ending}");
        let Some(value) = value else { return unknown };
        self.taken.insert(unknown);
        let safe = safe(value);
        let numbered = |number: usize| match number {
            1 => format!("{safe}.{ending}"),
            _ => format!("{safe} ({number}).{ending}"),
        };
        let mut names = (1..).map(numbered);
        names.find(|name| self.taken.insert(fold(name))).expect("numbers do not end")
    }
}

/// The value without what some system does not take in a name.
fn safe(value: &str) -> String {
    let is_bad = |c: char| c.is_control() || "<>:\"/\\|?*\u{fffd}".contains(c) || is_invisible(c);
    let text: String = value.chars().map(|c| if is_bad(c) { '_' } else { c }).collect();
    let end = (0..=LONGEST).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let text = text.get(..end).unwrap_or(&text);
    let text = text.trim().trim_end_matches(['.', ' ']);
    match text {
        "" => "_".to_owned(),
        _ if text.starts_with(['.', '-', '~']) || is_device(text) => format!("_{text}"),
        _ => text.to_owned(),
    }
}

/// Marks that a person does not see, and that turn what follows around.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

fn is_device(text: &str) -> bool {
    let stem = text.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let port = stem.strip_prefix("com").or_else(|| stem.strip_prefix("lpt"));
    let is_port = port.is_some_and(|port| port.chars().count() == 1);
    DEVICES.contains(&stem.as_str()) || is_port
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_on_every_system() {
        for (value, name) in [
            ("0400.10", "0400.10.pgn"),
            ("Müller, K", "Müller, K.pgn"),
            ("a/b\\c:d*?", "a_b_c_d__.pgn"),
            ("con", "_con.pgn"),
            ("Aux.b", "_Aux.b.pgn"),
            ("COM1", "_COM1.pgn"),
            ("company", "company.pgn"),
            ("end...", "end.pgn"),
            (" x ", "x.pgn"),
            ("..", "_.pgn"),
            ("-rf", "_-rf.pgn"),
            ("", "_ (2).pgn"),
            ("a\nb\u{202e}", "a_b_.pgn"),
        ] {
            let mut names = Names::default();
            if value.is_empty() {
                names.name(Some(""), "pgn");
            }
            assert_eq!(names.name(Some(value), "pgn"), name, "{value:?}");
        }
        let long = Names::default().name(Some(&"ü".repeat(500)), "pgn");
        assert!(long.len() <= LONGEST + 4, "{long}");
    }

    #[test]
    fn values_with_one_name_get_numbers() {
        let mut names = Names::default();
        let all = ["Euwe", "EUWE", "a/b", "a:b", "a?b"].map(|value| names.name(Some(value), "pgn"));
        assert_eq!(all, ["Euwe.pgn", "EUWE (2).pgn", "a_b.pgn", "a_b (2).pgn", "a_b (3).pgn"]);
    }

    #[test]
    fn no_value_is_called_like_what_has_none() {
        let mut names = Names::default();
        assert_eq!(names.name(Some("Unknown"), "pgn"), "Unknown (2).pgn");
        assert_eq!(names.name(None, "pgn"), "unknown.pgn");
    }
}
