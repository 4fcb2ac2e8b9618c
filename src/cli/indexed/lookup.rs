//! The index that stands beside a file, and whether it may be believed.

use super::standing::{hash_of, stamp_of};
use super::{path_of, settings_of};
use crate::cli::args::{InputArgs, ReportArgs};
use crate::cli::compression::Compression;
use crate::cli::console::Console;
use crate::cli::input::Source;
use crate::cli::registry;
use crate::cli::system;
use crate::cli::temporary::Temporary;
use crate::index::{ContentHash, Freshness, Index, IndexError, IndexResult, Stamp};
use std::fs::File;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// An index and its file, both open.
pub struct Lookup {
    pub index: Index<File>,
    /// Where it is.
    pub path: PathBuf,
    /// What it is about. All that is read of it is read through this one, whatever comes to stand in its place.
    pub file: File,
    /// What the file is called in messages.
    pub name: String,
    /// What the system says about the file now.
    pub now: Stamp,
}

/// What an index is worth.
pub enum Worth {
    /// It is that of the file.
    Fresh,
    /// It is that of the beginning of the file, which has this hash.
    Grown(ContentHash),
    /// It is not that of the file, or was made with other flags: why it is not used.
    Useless(&'static str),
}

impl Lookup {
    /// Opens a file and its index.
    pub fn open(file: &Path) -> IndexResult<Lookup> {
        let path = path_of(file);
        let name = file.display().to_string();
        let index = Index::open(File::open(&path)?)?;
        let file = File::open(file)?;
        let now = stamp_of(&file)?;
        Ok(Lookup { index, path, file, name, now })
    }

    /// The index of an input, if there is one that can be used; says why not where there is one that cannot.
    pub fn of(
        console: &mut Console,
        source: &Source,
        input: &InputArgs,
        report: &ReportArgs,
    ) -> Option<Lookup> {
        let Source::File(file) = source else { return None };
        let path = path_of(file);
        // To open a pipe would wait for somebody who writes to it.
        if !path.is_file() || !file.is_file() {
            return None;
        }
        let reason = match Lookup::open(file).and_then(|it| it.judged(input)) {
            Ok((lookup, Worth::Fresh)) => return Some(lookup),
            Ok((_, Worth::Grown(_))) => GROWN.to_owned(),
            Ok((_, Worth::Useless(reason))) => reason.to_owned(),
            Err(error) => error.to_string(),
        };
        if !report.talk.quiet {
            console.tell(&format!("{}: not used: {reason}", path.display()));
        }
        None
    }

    /// Finds out what it is worth.
    pub fn judged(mut self, input: &InputArgs) -> IndexResult<(Lookup, Worth)> {
        let verdict = self.judge(input)?;
        Ok((self, verdict))
    }

    fn judge(&mut self, input: &InputArgs) -> IndexResult<Worth> {
        let origin = self.index.origin();
        let has_format = input.from.as_ref().is_none_or(|from| *from == origin.format);
        let is_known = registry::source_by_name(&origin.format).is_some();
        if !has_format || !is_known || origin.settings != settings_of(input) {
            return Ok(Worth::Useless("the file was read with other flags, or another version"));
        }
        let (known, freshness) = (origin.hash, origin.stamp.compare(&self.now));
        let Freshness::Unsure { length, .. } = freshness else {
            return Ok(verdict(freshness, ContentHash::default()));
        };
        let hash = hash_of(&mut self.file, length)?;
        let settled = freshness.settle(known, hash.value());
        if settled == Freshness::Fresh {
            self.keep_stamp();
        }
        Ok(verdict(settled, hash))
    }

    /// Has the index remember that the file with this stamp is the one that it is about, so that nobody has to read all
    /// of it again to know that. Where it cannot be written, that is no loss.
    fn keep_stamp(&mut self) {
        let is_settled = self.now.compare(&self.now) == Freshness::Fresh;
        if is_settled {
            self.restamp().ok();
        }
    }

    fn restamp(&mut self) -> IndexResult<()> {
        let temporary = Temporary::of_index(&self.path)?;
        self.index.restamp(self.now, BufWriter::new(temporary.file()))?;
        Ok(temporary.persist(&self.path)?)
    }

    /// An answer, if there is one; says what became of the index otherwise.
    pub fn heard<T>(
        &self,
        answer: IndexResult<Option<T>>,
        console: &mut Console,
        report: &ReportArgs,
    ) -> Option<T> {
        let how = match &answer {
            Ok(Some(_)) => "used".to_owned(),
            Ok(None) => "not used, because the games have to be read".to_owned(),
            Err(error) => format!("not used: {error}"),
        };
        if report.verbose || answer.is_err() && !report.talk.quiet {
            console.tell(&format!("{}: {how}", self.path.display()));
        }
        answer.ok().flatten()
    }

    /// Whether the file is compressed.
    pub fn is_packed(&self) -> io::Result<bool> {
        let mut head = [0; 16];
        let length = system::read_at(&self.file, &mut head, 0)?;
        Ok(Compression::of_content(&head[..length]).is_some())
    }

    /// What reads the file.
    pub fn source(&self) -> IndexResult<&'static dyn crate::Source> {
        let source = registry::source_by_name(&self.index.origin().format);
        source.ok_or(IndexError::Damaged("a format that nobody knows"))
    }
}

const GROWN: &str = "games were put after it since; to bring it up to date, index it again";
const CHANGED: &str = "the file has changed since; to bring it up to date, index it again";

fn verdict(freshness: Freshness, hash: ContentHash) -> Worth {
    match freshness {
        Freshness::Fresh => Worth::Fresh,
        Freshness::Grown => Worth::Grown(hash),
        Freshness::Stale | Freshness::Unsure { .. } => Worth::Useless(CHANGED),
    }
}
