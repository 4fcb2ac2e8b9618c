//! Large tables that were found to be good: a few lines of text that whoever runs us keeps, so that
//! nobody has to read the files again.

use std::{
    collections::BTreeMap,
    convert::Infallible,
    fmt, fs, io,
    path::{Path, PathBuf},
    str::FromStr,
    time::SystemTime,
};

/// Which files were checked, and what they looked like then.
///
/// A file counts as checked as long as its length and the time of its last change are the same. As
/// text it has a line for each file: length, time in nanoseconds and path, with tabs between them.
/// Lines that say anything else are passed over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckedTables {
    files: BTreeMap<String, FileStamp>,
}

/// What tells a file from one that was put in its place.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct FileStamp {
    len: u64,
    modified: u128,
}

impl FileStamp {
    fn of_file(path: &Path) -> io::Result<FileStamp> {
        let metadata = fs::metadata(path)?;
        let age = metadata.modified()?.duration_since(SystemTime::UNIX_EPOCH);
        let modified = age.map_err(io::Error::other)?.as_nanos();
        Ok(FileStamp { len: metadata.len(), modified })
    }
}

impl CheckedTables {
    /// Whether the file is the one that was checked.
    #[must_use]
    pub fn holds(&self, path: &Path) -> bool {
        let known = lasting(path).and_then(|path| self.files.get(&path).copied());
        known.is_some() && known == FileStamp::of_file(path).ok()
    }

    /// Remembers that the file is good. One whose path is not text, or of which the system does not
    /// tell the time, is forgotten again.
    pub fn record(&mut self, path: &Path) {
        if let (Some(lasting), Ok(stamp)) = (lasting(path), FileStamp::of_file(path)) {
            self.files.insert(lasting, stamp);
        }
    }
}

/// The path from the root, which means the same file in the next run; nothing where it does not fit
/// on a line.
fn lasting(path: &Path) -> Option<String> {
    let path: PathBuf = fs::canonicalize(path).ok()?;
    path.to_str().filter(|path| !path.contains(['\n', '\r'])).map(str::to_owned)
}

impl fmt::Display for CheckedTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.files
            .iter()
            .try_for_each(|(path, stamp)| writeln!(f, "{}\t{}\t{path}", stamp.len, stamp.modified))
    }
}

impl FromStr for CheckedTables {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<CheckedTables, Infallible> {
        let files = text.lines().filter_map(|line| {
            let mut fields = line.splitn(3, '\t');
            let len = fields.next()?.parse().ok()?;
            let modified = fields.next()?.parse().ok()?;
            Some((fields.next()?.to_owned(), FileStamp { len, modified }))
        });
        Ok(CheckedTables { files: files.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::test_tables;

    #[test]
    fn what_was_recorded_is_there_after_writing_and_reading() {
        let path = test_tables::folder().join("KPvK.rtbw");
        let mut checked = CheckedTables::default();
        assert!(!checked.holds(&path));
        checked.record(&path);
        assert!(checked.holds(&path));
        let read: CheckedTables = checked.to_string().parse().expect("infallible");
        assert_eq!(read, checked);
        assert!(!read.holds(&test_tables::folder().join("KPvK.rtbz")));
    }

    #[test]
    fn a_file_that_was_changed_is_not_the_one_that_was_checked() {
        let path = test_tables::folder().join("KPvK.rtbw");
        let mut checked = CheckedTables::default();
        checked.record(&path);
        let longer = checked.to_string().replacen("7824", "7888", 1);
        let read: CheckedTables = longer.parse().expect("infallible");
        assert!(!read.holds(&path));
    }

    #[test]
    fn lines_that_say_anything_else_are_passed_over() {
        let read: CheckedTables = "\nlarge\tnow\tKPvK.rtbw\n12\n".parse().expect("infallible");
        assert_eq!(read, CheckedTables::default());
    }
}
