//! Which files of a folder are to be read, by their names.

use crate::cli::args::{Content, InputArgs};
use crate::cli::compression::ending_of_name;
use crate::cli::registry;
use glob::{MatchOptions, Pattern};
use std::path::{Component, Path};

/// What games are kept in.
const GAMES: [&str; 3] = ["pgn", "epd", "fen"];

/// What prose is kept in.
const TEXTS: [&str; 6] = ["txt", "text", "md", "html", "htm", "eml"];

/// Names of files.
pub struct Wanted {
    content: Content,
    globs: Vec<Pattern>,
}

impl Wanted {
    pub fn new(args: &InputArgs) -> Wanted {
        Wanted { content: args.content, globs: args.among.glob.clone() }
    }

    /// Whether a file is to be read that has this path within its folder.
    pub fn takes(&self, path: &Path) -> bool {
        let ending = ending_of_name(path).unwrap_or_default();
        match self.globs.is_empty() {
            // An index is about games, and has none.
            false => ending != "gbrx" && self.globs.iter().any(|glob| matches(glob, path)),
            true => match self.content {
                Content::Texts => TEXTS.contains(&ending.as_str()),
                Content::Games => GAMES.contains(&ending.as_str()) || is_of_plugin(&ending),
            },
        }
    }
}

/// Whether a file of a folder is looked into.
pub fn is_archive(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("zip"))
}

/// Whether a member of an archive is hidden, or in a folder that is: macOS puts such a file beside each that it packs.
pub fn is_hidden(member: &Path) -> bool {
    let is_hidden = |part: Component<'_>| match part {
        Component::Normal(name) => name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    };
    member.components().any(is_hidden)
}

/// Whether somebody else's format is read from files with this ending.
fn is_of_plugin(ending: &str) -> bool {
    registry::added_by_ending(ending).is_some_and(|format| format.source.is_some())
}

/// A pattern with a slash is about the path within the folder, any other about the name. Names that are not Unicode match, too.
fn matches(glob: &Pattern, path: &Path) -> bool {
    let options = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
    let is_about_path = glob.as_str().contains('/');
    let text = path.file_name().filter(|_| !is_about_path).unwrap_or(path.as_os_str());
    glob.matches_with(&text.to_string_lossy(), options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(globs: &[&str], path: &str) -> bool {
        let mut args = InputArgs::default();
        args.among.glob = globs.iter().map(|&glob| Pattern::new(glob).unwrap()).collect();
        Wanted::new(&args).takes(Path::new(path))
    }

    #[test]
    fn games_are_known_by_their_ending_in_any_case_packed_or_not() {
        for name in ["a.pgn", "b/A.PGN", "a.Epd.ZST", "a.fen.gz", "a.pgn.bz2", "a.pgn.xz"] {
            assert!(takes(&[], name), "{name}");
        }
        for name in ["a.txt", "pgn", "a.pgn.bak", "a.zst", "a.pgn.gbrx", "a.pgn~"] {
            assert!(!takes(&[], name), "{name}");
        }
    }

    #[test]
    fn a_glob_is_about_the_name_or_with_a_slash_about_the_path() {
        assert!(takes(&["*.txt"], "a/b.txt") && !takes(&["*.txt"], "a/b.pgn"));
        assert!(takes(&["a/*.pgn"], "a/b.pgn") && !takes(&["a/*.pgn"], "a/b/c.pgn"));
        assert!(takes(&["a/**"], "a/b/c.pgn") && takes(&["x", "[bc].*"], "a/b.pgn"));
        assert!(!takes(&["*"], "a.pgn.gbrx"));
    }
}
