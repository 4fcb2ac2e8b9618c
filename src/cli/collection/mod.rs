//! What is to be read: files that are named, those in folders, and those that a list names.
//!
//! In: what the command line says. Out: the inputs in a stable order, before any of them is read; how many files were passed
//! over, and what could not be looked into.

mod list;
mod walk;
mod wanted;

use crate::cli::args::InputArgs;
use crate::cli::identity::Identity;
use crate::cli::input::Source;
use crate::cli::input::archive::{self, DirectoryLine, Hindrance};
use anyhow::{Result, anyhow, ensure};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use walk::FolderWalk;
use wanted::Wanted;

/// Why a member of an archive stays as it is.
pub const IN_ARCHIVE: &str =
    "an archive is not changed in place; unpack it first, or write its members elsewhere";

/// All inputs of a run.
#[derive(Debug, Default)]
pub struct InputList {
    pub inputs: Vec<ListedInput>,
    /// The folders that were named.
    pub folders: Vec<PathBuf>,
    /// How many files in them are not to be read.
    pub passed_over: u64,
    /// What could not be looked into.
    pub problems: Vec<anyhow::Error>,
}

/// An input, and the folder that was named, where it is in one.
#[derive(Debug, PartialEq, Eq)]
pub struct ListedInput {
    pub source: Source,
    pub folder: Option<Arc<Path>>,
}

impl InputList {
    /// What the command line says; of what is to be written, nothing that is in a folder is read.
    pub fn gather(args: &InputArgs, written: &[&Path]) -> Result<InputList> {
        let mut words = args.files.clone();
        if let Some(list) = &args.among.files_from {
            let stdin = Path::new("-");
            let is_twice = list == stdin && words.iter().any(|word| word == stdin);
            ensure!(!is_twice, "standard input cannot be both the list of files and one of them");
            words.extend(list::read(list)?);
        } else if words.is_empty() {
            words.push("-".into());
        }
        let wanted = Wanted::new(args);
        let written = written.iter().filter_map(|path| Identity::of_any(path)).collect();
        Ok(expand(&words, &wanted, FolderWalk::new(&wanted, written)))
    }

    /// Leaves out what is found in folders and cannot be changed where it is.
    pub fn leave_members(&mut self) {
        let is_member = |listed: &mut ListedInput| {
            listed.folder.is_some() && matches!(listed.source, Source::Member(_))
        };
        let left = self.inputs.extract_if(.., is_member);
        self.problems.extend(left.map(|it| anyhow!("{}: {IN_ARCHIVE}", it.source.name())));
    }
}

/// Folders become what is in them, and archives their members, wherever they stand among the words.
fn expand(words: &[PathBuf], wanted: &Wanted, mut walk: FolderWalk<'_>) -> InputList {
    let is_folder = |word: &PathBuf| word != Path::new("-") && word.is_dir();
    for (number, word) in words.iter().enumerate().filter(|(_, word)| is_folder(word)) {
        walk.folder(number, word);
    }
    walk.follow_links();
    let mut found = walk.found().into_iter().peekable();
    let (passed_over, problems) = (walk.passed_over, walk.problems);
    let mut collection = InputList { passed_over, problems, ..InputList::default() };
    for (number, word) in words.iter().enumerate() {
        let before = collection.inputs.len() + collection.problems.len();
        let mut is_new = true;
        if is_folder(word) {
            let files = iter::from_fn(|| found.next_if(|file| file.word == number));
            let folder = Arc::from(word.as_path());
            files.for_each(|file| collection.add_found(file.path, &folder, wanted));
            collection.folders.push(word.clone());
            is_new = walk.read.contains(&number);
        } else if word.is_file() && archive::is_archive(word) {
            collection.add_archive(word, None, wanted);
        } else {
            collection.inputs.push(ListedInput { source: Source::of_path(word), folder: None });
        }
        if collection.inputs.len() + collection.problems.len() == before && is_new {
            let problem = "there is nothing in it that is to be read; --glob says what is";
            collection.problems.push(anyhow!("{}: {problem}", word.display()));
        }
    }
    collection
}

impl InputList {
    fn add_found(&mut self, path: PathBuf, folder: &Arc<Path>, wanted: &Wanted) {
        let folder = Some(Arc::clone(folder));
        if wanted::is_archive(&path) {
            self.add_archive(&path, folder, wanted);
        } else {
            self.inputs.push(ListedInput { source: Source::File(path), folder });
        }
    }

    /// The members of an archive that are to be read; one that cannot be is named.
    fn add_archive(&mut self, path: &Path, folder: Option<Arc<Path>>, wanted: &Wanted) {
        let lines = match archive::files(path) {
            Ok(lines) => lines,
            Err(cause) => {
                self.problems.push(anyhow!("{}: {cause}", path.display()));
                return;
            }
        };
        for DirectoryLine { member, hindrance } in lines {
            let name = Path::new(&member.name);
            let (is_wanted, is_hidden) = (wanted.takes(name), wanted::is_hidden(name));
            let source = Source::Member(member);
            match hindrance {
                _ if is_hidden => self.passed_over += 1,
                Some(Hindrance::Nested) => self.hinder(&source, Hindrance::Nested),
                Some(hindrance) if is_wanted => self.hinder(&source, hindrance),
                None if is_wanted => {
                    self.inputs.push(ListedInput { source, folder: folder.clone() });
                }
                _ => self.passed_over += 1,
            }
        }
    }

    fn hinder(&mut self, source: &Source, hindrance: Hindrance) {
        self.problems.push(anyhow!("{}: {hindrance}", source.name()));
    }
}
