//! The list of `--files-from`: one name a line or, where there is a NUL byte in it, between these.

use crate::cli::system;
use crate::text::bytes::BOM;
use crate::text::sniff;
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// So many bytes tell UTF-16, which some shells write into any file: its NUL bytes would part the letters.
const MARK: usize = 2;

/// The names in a list; `-` is standard input.
pub fn read(list: &Path) -> Result<Vec<PathBuf>> {
    let is_stdin = list == Path::new("-");
    let name = if is_stdin { "<stdin>".into() } else { list.display().to_string() };
    let bytes = if is_stdin { stdin() } else { fs::read(list) };
    let bytes = bytes.with_context(|| name.clone())?;
    if let Some(reason) = bytes.get(..MARK).and_then(sniff::reason) {
        bail!("{name}: {reason}");
    }
    let names = names(&bytes);
    ensure!(!names.is_empty(), "{name}: names no file");
    Ok(names)
}

fn stdin() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
}

fn names(bytes: &[u8]) -> Vec<PathBuf> {
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    let has_nul = memchr::memchr(0, bytes).is_some();
    let end = if has_nul { 0 } else { b'\n' };
    let names = bytes.split(|&byte| byte == end);
    // Lists are written on other systems, too.
    let bare = names.map(|name| name.strip_suffix(b"\r").filter(|_| !has_nul).unwrap_or(name));
    bare.filter(|name| !name.is_empty()).map(system::path_of_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_on_lines_or_between_nul_bytes() {
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(names(b"a.pgn\nb c.pgn\r\n\n"), paths(&["a.pgn", "b c.pgn"]));
        assert_eq!(names(b"a\nb.pgn\0c.pgn\r\0"), paths(&["a\nb.pgn", "c.pgn\r"]));
        assert_eq!(names(b"\xef\xbb\xbfa.pgn\n"), paths(&["a.pgn"]));
        assert!(names(b"\n").is_empty());
    }
}
