//! Which files of a folder are to be read, by their names.

use crate::cli::args::{Content, InputArgs};
use crate::cli::compression::ending_of_name;
use crate::cli::registry;
use anyhow::Result;
use globset::{GlobBuilder, GlobMatcher};
use std::path::Path;

/// What games are kept in.
const GAMES: [&str; 3] = ["pgn", "epd", "fen"];

/// What prose is kept in.
const TEXTS: [&str; 6] = ["txt", "text", "md", "html", "htm", "eml"];

/// Names of files.
pub struct Wanted {
    content: Content,
    globs: Vec<NameGlob>,
}

/// A pattern of the user's; one with a slash is about the path within the folder.
struct NameGlob {
    matcher: GlobMatcher,
    is_path: bool,
}

impl Wanted {
    pub fn new(args: &InputArgs) -> Result<Wanted> {
        let globs = args.among.glob.iter().map(|text| NameGlob::new(text));
        Ok(Wanted { content: args.content, globs: globs.collect::<Result<_>>()? })
    }

    /// Whether a file is to be read that has this path within its folder.
    pub fn takes(&self, path: &Path) -> bool {
        let ending = ending_of_name(path).unwrap_or_default();
        match self.globs.is_empty() {
            // An index is about games, and has none.
            false => ending != "gbrx" && self.globs.iter().any(|glob| glob.takes(path)),
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

/// Whether somebody else's format is read from files with this ending.
fn is_of_plugin(ending: &str) -> bool {
    registry::added_by_ending(ending).is_some_and(|format| format.source.is_some())
}

impl NameGlob {
    fn new(text: &str) -> Result<NameGlob> {
        let glob = GlobBuilder::new(text).literal_separator(true).build()?;
        Ok(NameGlob { matcher: glob.compile_matcher(), is_path: text.contains('/') })
    }

    fn takes(&self, path: &Path) -> bool {
        let name = path.file_name().map_or(path, Path::new);
        self.matcher.is_match(if self.is_path { path } else { name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn takes(globs: &[&str], path: &str) -> bool {
        let mut args = InputArgs::default();
        args.among.glob = globs.iter().map(|&glob| glob.to_owned()).collect();
        Wanted::new(&args).unwrap().takes(Path::new(path))
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
