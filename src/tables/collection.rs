//! All tables that were found: folders in, one collection out, with the files left out that are not
//! good.

use std::{
    collections::{HashMap, HashSet},
    fmt, fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use shakmaty::Chess;
use shakmaty_syzygy::Tablebase;

use super::{
    CheckedTables, Checksum, TableError, TableKind, TableName, TableSettings,
    table_files::{TableStore, check_file},
};

/// Endgame tables, added file by file; shared by all threads.
///
/// What they say of a position is in [`Tables::value`].
pub struct Tables {
    pub(super) base: Tablebase<Chess>,
    pub(super) store: Arc<TableStore>,
    pub(super) tried: Mutex<HashSet<TableName>>,
    settings: TableSettings,
    /// Those with the same name are taken for copies of one table, of which the first good one is used.
    files: HashMap<TableName, Vec<TableFile>>,
    left_out: Vec<TableError>,
    least_unchecked: LeastUnchecked,
}

#[derive(Debug)]
struct TableFile {
    path: PathBuf,
    len: u64,
    /// Checked at some other time, so that it is not checked before its first use.
    remembered: bool,
}

/// Men of the smallest table of each kind that is used without its checksum being known.
struct LeastUnchecked {
    wdl: u8,
    dtz: u8,
}

impl LeastUnchecked {
    fn of(&mut self, kind: TableKind) -> &mut u8 {
        match kind {
            TableKind::Wdl => &mut self.wdl,
            TableKind::Dtz => &mut self.dtz,
        }
    }
}

impl Tables {
    /// An empty collection.
    #[must_use]
    pub fn new(settings: TableSettings) -> Tables {
        let store = Arc::new(TableStore::new(settings));
        Tables {
            base: Tablebase::with_filesystem(store.clone()),
            store,
            tried: Mutex::default(),
            settings,
            files: HashMap::new(),
            left_out: Vec::new(),
            least_unchecked: LeastUnchecked { wdl: u8::MAX, dtz: u8::MAX },
        }
    }

    /// Adds every table in a folder, and returns how many are new. Other files are passed over.
    ///
    /// A second file of a table is used where the first one turns out to be no good. A file that cannot be
    /// read, or has a length that no table has, is left out and told by [`Tables::faults`]; so is a folder
    /// that cannot be read.
    pub fn add_directory(&mut self, folder: &Path, checked: &CheckedTables) -> usize {
        let before = self.len();
        match paths(folder) {
            Ok(paths) => paths.iter().for_each(|path| self.add_file(path, checked)),
            Err(error) => self.left_out.push(TableError::unreadable(folder, error)),
        }
        self.len() - before
    }

    /// Adds one file, as [`Tables::add_directory`] does.
    pub fn add_file(&mut self, path: &Path, checked: &CheckedTables) {
        let Some(name) = TableName::of_file(path) else { return };
        if self.files(name).iter().any(|file| file.path == path) {
            return;
        }
        let added = self.table(path, checked).and_then(|file| self.insert(name, file));
        self.left_out.extend(added.err());
    }

    fn insert(&mut self, name: TableName, file: TableFile) -> Result<(), TableError> {
        let unreadable = |error| TableError::unreadable(&file.path, error);
        match self.files(name).first() {
            Some(first) => self.store.add_copy(&first.path, &file.path),
            None => self.base.add_file(&file.path).map_err(unreadable)?,
        }
        self.files.entry(name).or_default().push(file);
        if self.is_unchecked(name) {
            let least = self.least_unchecked.of(name.kind());
            *least = name.men().min(*least);
        }
        Ok(())
    }

    fn table(&self, path: &Path, checked: &CheckedTables) -> Result<TableFile, TableError> {
        let unreadable = |error| TableError::unreadable(path, error);
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if metadata.is_dir() {
            return Err(unreadable(io::ErrorKind::IsADirectory.into()));
        }
        let len = metadata.len();
        if !Checksum::fits(len) {
            return Err(TableError::Length { path: path.into(), len });
        }
        let remembered = len > self.settings.check_up_to && checked.holds(path);
        Ok(TableFile { path: path.into(), len, remembered })
    }

    /// Reads every file from end to end, whatever its length, and leaves out those with a wrong
    /// checksum. What is good is added to `checked`. `read` is told of the bytes as they go by, and after each file, `done` is
    /// called with its path.
    ///
    /// This takes about a second for each gigabyte, and more where the disk is slower than that.
    pub fn check_all(
        &mut self,
        checked: &mut CheckedTables,
        mut read: impl FnMut(usize),
        mut done: impl FnMut(&Path),
    ) {
        let mut names: Vec<_> = self.files.keys().copied().collect();
        names.sort_by_key(|name| (name.men(), name.to_string()));
        for name in names {
            for file in &self.files[&name] {
                match check_file(&file.path, &mut read) {
                    Ok(()) => checked.record(&file.path),
                    Err(error) => self.left_out.push(error),
                }
                done(&file.path);
            }
        }
        self.start_again(checked);
    }

    /// Opens nothing that was left out, and forgets what was opened before.
    fn start_again(&mut self, checked: &CheckedTables) {
        let bad: HashSet<_> = self.left_out.iter().map(TableError::path).collect();
        let good = self.files.values().flatten().filter(|file| !bad.contains(&*file.path));
        let good: Vec<_> = good.map(|file| file.path.clone()).collect();
        let left_out = std::mem::take(&mut self.left_out);
        *self = Tables::new(self.settings);
        good.iter().for_each(|path| self.add_file(path, checked));
        self.left_out.extend(left_out);
    }

    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.values().map(Vec::len).sum()
    }

    /// Whether there is no table at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// How many bytes the files have together.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.files.values().flatten().map(|file| file.len).sum()
    }

    /// How many men the largest tables have.
    #[must_use]
    pub fn most_men(&self) -> u8 {
        self.base.max_pieces() as u8
    }

    /// The files that were left out, and why, as far as that is known by now: most are looked at when
    /// they are first needed.
    #[must_use]
    pub fn faults(&self) -> Vec<TableError> {
        let mut faults = [self.left_out.clone(), self.store.failures()].concat();
        faults.sort_by(|one, other| one.path().cmp(other.path()));
        faults
    }

    /// Whether a file of this name was left out.
    pub(super) fn is_left_out(&self, name: TableName) -> bool {
        let named = |error: &TableError| TableName::of_file(error.path()) == Some(name);
        self.left_out.iter().any(named)
    }

    /// The file that is used of a table.
    pub(super) fn path(&self, name: TableName) -> Option<PathBuf> {
        self.files(name).first().map(|file| self.store.in_use(&file.path))
    }

    fn files(&self, name: TableName) -> &[TableFile] {
        self.files.get(&name).map_or(&[], Vec::as_slice)
    }

    /// Whether the table is used without its checksum being known.
    pub(super) fn is_unchecked(&self, name: TableName) -> bool {
        let unchecked = |file: &TableFile| file.len > self.settings.check_up_to && !file.remembered;
        self.files(name).iter().any(unchecked)
    }

    /// Whether some table of a kind that such a position leads to is used without its checksum being
    /// known: captures and promotions never make men more.
    pub(super) fn needs_trust(&self, men: u8, kind: TableKind) -> bool {
        men >= match kind {
            TableKind::Wdl => self.least_unchecked.wdl,
            TableKind::Dtz => self.least_unchecked.dtz,
        }
    }
}

/// The files of a folder, in the order of their names.
fn paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder)?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("files", &self.len()).finish_non_exhaustive()
    }
}
