//! Goes through folders, and what they link to.
//!
//! What is really in a folder comes first: a link leads only to what was not there already, so nothing is read twice and no
//! circle is followed.

use super::wanted::{self, Wanted};
use crate::cli::identity::Identity;
use anyhow::anyhow;
use std::collections::HashSet;
use std::fs::{self, DirEntry, FileType};
use std::io;
use std::mem;
use std::path::{Path, PathBuf};

/// A walk through all folders of a command line.
pub struct FolderWalk<'a> {
    wanted: &'a Wanted,
    /// What is to be written.
    written: Vec<Identity>,
    seen: HashSet<Identity>,
    found: Vec<FoundFile>,
    links: Vec<FolderLink>,
    /// The words whose folders nobody had gone through before.
    pub read: HashSet<usize>,
    pub passed_over: u64,
    pub problems: Vec<anyhow::Error>,
}

/// A file, and by which word of the command line.
pub struct FoundFile {
    pub word: usize,
    pub path: PathBuf,
    identity: Option<Identity>,
    is_link: bool,
}

/// A link to a folder, in the folder that was named.
struct FolderLink {
    word: usize,
    root: PathBuf,
    path: PathBuf,
}

/// Where the walk is.
#[derive(Clone, Copy)]
struct Here<'p> {
    word: usize,
    root: &'p Path,
    /// The folder that is being gone through.
    identity: Identity,
}

impl<'a> FolderWalk<'a> {
    pub fn new(wanted: &'a Wanted, written: Vec<Identity>) -> FolderWalk<'a> {
        FolderWalk {
            wanted,
            written,
            seen: HashSet::new(),
            found: Vec::new(),
            links: Vec::new(),
            read: HashSet::new(),
            passed_over: 0,
            problems: Vec::new(),
        }
    }

    /// Goes through a folder that was named.
    pub fn folder(&mut self, word: usize, root: &Path) {
        if self.enter(word, root, root) {
            self.read.insert(word);
        }
    }

    /// Goes through what links lead to, as long as that is something new.
    pub fn follow_links(&mut self) {
        while !self.links.is_empty() {
            for link in mem::take(&mut self.links) {
                if !self.enter(link.word, &link.root, &link.path) {
                    self.passed_over += 1;
                }
            }
        }
    }

    /// All files in the order of their words and names. A link to a file that is among them itself is not.
    pub fn found(&mut self) -> Vec<FoundFile> {
        let mut found = mem::take(&mut self.found);
        found.sort_by(|one, other| (one.word, &one.path).cmp(&(other.word, &other.path)));
        if found.iter().any(|file| file.is_link) {
            let real = found.iter().filter(|file| !file.is_link).map(|file| file.identity);
            let mut read: HashSet<Identity> = real.flatten().collect();
            let before = found.len();
            let mut is_new = |identity: Identity| read.insert(identity);
            found.retain(|file| !file.is_link || file.identity.is_none_or(&mut is_new));
            self.passed_over += (before - found.len()) as u64;
        }
        found
    }

    /// Goes through a folder, unless somebody did or it is to be written; says whether it did.
    fn enter(&mut self, word: usize, root: &Path, path: &Path) -> bool {
        let Some(identity) = Identity::of_any(path) else {
            // It was there a moment ago.
            self.fail(path, &io::ErrorKind::NotFound.into());
            return false;
        };
        if self.written.contains(&identity) || !self.seen.insert(identity) {
            return false;
        }
        match entries(path) {
            Ok(entries) => {
                let here = Here { word, root, identity };
                entries.into_iter().for_each(|entry| self.entry(here, &entry));
            }
            Err(cause) => self.fail(path, &cause),
        }
        true
    }

    fn entry(&mut self, here: Here<'_>, entry: &DirEntry) {
        let path = entry.path();
        let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        match entry.file_type() {
            _ if is_own(entry) => {}
            _ if is_hidden => self.passed_over += 1,
            Ok(kind) if kind.is_dir() => drop(self.enter(here.word, here.root, &path)),
            Ok(kind) if kind.is_symlink() => self.link(here, path),
            Ok(kind) => self.file(here, path, Identity::of_entry(here.identity, entry), kind),
            Err(cause) => self.fail(&path, &cause),
        }
    }

    fn file(&mut self, here: Here<'_>, path: PathBuf, identity: Option<Identity>, kind: FileType) {
        if self.is_written(identity) {
            return;
        }
        if !kind.is_file() || !self.takes(here, &path) {
            self.passed_over += 1;
            return;
        }
        self.found.push(FoundFile { word: here.word, path, identity, is_link: false });
    }

    fn link(&mut self, here: Here<'_>, path: PathBuf) {
        let Here { word, root, .. } = here;
        match fs::metadata(&path) {
            Ok(found) if found.is_dir() => {
                self.links.push(FolderLink { word, root: root.to_owned(), path });
            }
            Ok(found) if found.is_file() && self.takes(here, &path) => {
                let identity = Identity::of_any(&path);
                if !self.is_written(identity) {
                    self.found.push(FoundFile { word, path, identity, is_link: true });
                }
            }
            Err(cause) if self.takes(here, &path) => self.fail(&path, &cause),
            _ => self.passed_over += 1,
        }
    }

    fn is_written(&self, identity: Option<Identity>) -> bool {
        identity.is_some_and(|identity| self.written.contains(&identity))
    }

    fn takes(&self, here: Here<'_>, path: &Path) -> bool {
        wanted::is_archive(path) || self.wanted.takes(path.strip_prefix(here.root).unwrap_or(path))
    }

    fn fail(&mut self, path: &Path, cause: &io::Error) {
        self.problems.push(anyhow!("{}: {cause}", path.display()));
    }
}

/// Temporary files, journals and indexes of this program are not among what is passed over.
fn is_own(entry: &DirEntry) -> bool {
    let name = entry.file_name();
    let name = name.as_encoded_bytes();
    name.starts_with(b".gbr-pgn-") || name.ends_with(b".gbrx")
}

/// What is in a folder, by name.
fn entries(path: &Path) -> io::Result<Vec<DirEntry>> {
    let mut entries = fs::read_dir(path)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_cached_key(DirEntry::file_name);
    Ok(entries)
}
