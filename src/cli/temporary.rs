//! A file that is written beside its target, and then put in its place.
//!
//! All of them are listed, so that an interrupted program can remove them.
//! The list's lock also guards the step that puts one in its place, which several threads may take at a time.

use crate::cli::system;
use std::env;
use std::fs::{self, DirEntry, File, FileTimes, Metadata, OpenOptions};
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;
use tempfile::{Builder, NamedTempFile, TempDir};

/// What the names of all our own files begin with.
pub const PREFIX: &str = ".gbr-pgn-";
const INDEX_PREFIX: &str = ".gbr-pgn-index-";

/// One that nobody has written to for so long, and that nobody holds a lock on, is left over.
const OLD: Duration = Duration::from_secs(60);

/// The temporary files that exist.
type List = Vec<PathBuf>;

static LIST: RwLock<List> = RwLock::new(Vec::new());

/// To be changed by one at a time.
fn list() -> RwLockWriteGuard<'static, List> {
    LIST.write().unwrap_or_else(PoisonError::into_inner)
}

/// Held while something is put in its place: nobody ends the program in the middle of that.
fn placing() -> RwLockReadGuard<'static, List> {
    LIST.read().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all of them. While the guard is held, no target is replaced.
pub fn remove_all() -> RwLockWriteGuard<'static, List> {
    let list = list();
    for path in list.iter() {
        fs::remove_file(path).or_else(|_| fs::remove_dir_all(path)).ok();
    }
    list
}

/// One temporary file; removed when dropped.
pub struct Temporary {
    /// There until it is persisted or dropped.
    file: Option<TemporaryFile>,
    path: PathBuf,
}

enum TemporaryFile {
    Named(NamedTempFile),
    /// Gone with the program however that ends, and sooner made than one with a name that it does not keep.
    Nameless(File),
}

impl Temporary {
    /// In the folder of `target`, with its permissions, or with those of any
    /// new file.
    pub fn beside(target: &Path) -> io::Result<Temporary> {
        Temporary::named(target, PREFIX)
    }

    /// The same for an index. What killed runs left of others in the folder is removed: it would stay for ever, as nobody
    /// sees it.
    pub fn of_index(target: &Path) -> io::Result<Temporary> {
        remove_left_over(folder_of(target));
        let temporary = Temporary::named(target, INDEX_PREFIX)?;
        // Where the system has no locks, nobody takes it for left over either.
        temporary.file().try_lock().ok();
        Ok(temporary)
    }

    fn named(target: &Path, prefix: &str) -> io::Result<Temporary> {
        // To open a pipe would wait for somebody who reads it.
        if system::is_device(target) {
            let kind = io::ErrorKind::InvalidInput;
            return Err(io::Error::new(kind, "is not a regular file, and cannot be replaced"));
        }
        // Replacing a file needs no right to write to it; ask all the same,
        // because someone may have protected it on purpose.
        let old = match OpenOptions::new().read(true).write(true).open(target) {
            Ok(old) => {
                let metadata = old.metadata()?;
                Some((old, metadata))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let mode = if old.is_some() { 0o600 } else { 0o666 };
        let temporary = Temporary::create(folder_of(target), prefix, mode)?;
        if let Some((file, old)) = old {
            system::adopt((&temporary.path, temporary.file()), (&file, &old))?;
        }
        Ok(temporary)
    }

    /// In the folder of a target of one of many, with these permissions as far as those of any new file go.
    pub fn of_many(target: &Path, mode: u32) -> io::Result<Temporary> {
        Temporary::create(folder_of(target), PREFIX, mode & 0o777)
    }

    /// The same for a target that is not there, with no name until then; none where the system has no such files.
    pub fn nameless(target: &Path, mode: u32) -> Option<Temporary> {
        let file = system::nameless(folder_of(target), mode & 0o777)?;
        Some(Temporary { file: Some(TemporaryFile::Nameless(file)), path: PathBuf::new() })
    }

    /// Whether nobody sees it before it is in its place.
    pub fn is_nameless(&self) -> bool {
        matches!(self.file, Some(TemporaryFile::Nameless(_)))
    }

    fn create(folder: &Path, prefix: &str, mode: u32) -> io::Result<Temporary> {
        let mut list = list();
        let mut builder = Builder::new();
        let file = system::with_mode(builder.prefix(prefix), mode)
            .tempfile_in(folder)
            .map_err(without_path)?;
        let path = file.path().to_owned();
        list.push(path.clone());
        Ok(Temporary { file: Some(TemporaryFile::Named(file)), path })
    }

    /// The handle that it was made with.
    pub fn file(&self) -> &File {
        match self.file.as_ref().expect("there until persisted") {
            TemporaryFile::Named(file) => file.as_file(),
            TemporaryFile::Nameless(file) => file,
        }
    }

    /// Puts it in the place of `target`.
    pub fn persist(self, target: &Path) -> io::Result<()> {
        self.persist_after(target, || Ok(()))
    }

    /// The same, once something else is done that nobody may interrupt.
    pub fn persist_after(
        mut self,
        target: &Path,
        first: impl FnOnce() -> io::Result<()>,
    ) -> io::Result<()> {
        // First to the disk, or a power cut may leave the name of the one
        // file with the emptiness of the other.
        self.file().sync_all()?;
        let _held = placing();
        first()?;
        self.rename(target).map(drop)
    }

    /// Puts it where no file is yet; it gets to the disk when the system sees fit. Returns what its size and time are for good,
    /// where that is known.
    pub fn persist_new(mut self, target: &Path) -> io::Result<Option<Metadata>> {
        let _held = placing();
        self.rename(target)
    }

    fn rename(&mut self, target: &Path) -> io::Result<Option<Metadata>> {
        match self.file.take() {
            // Some systems change its time when it is closed.
            Some(TemporaryFile::Named(file)) => replace(file, target).map(|()| None),
            Some(TemporaryFile::Nameless(file)) => {
                let found = file.metadata().ok();
                match system::give_name(&file, target) {
                    Ok(()) => Ok(found),
                    Err(_) => copy(&file, target).map(|()| None),
                }
            }
            None => Ok(None),
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // What has no name is not listed, and is gone when it is closed.
        if !self.path.as_os_str().is_empty() {
            let mut list = list();
            self.file.take();
            list.retain(|path| *path != self.path);
        }
    }
}

/// A folder of files that are put in their place together; removed with all that is in it when dropped.
pub struct TemporaryFolder {
    folder: TempDir,
}

impl TemporaryFolder {
    /// In the same folder as `target`.
    pub fn beside(target: &Path) -> io::Result<TemporaryFolder> {
        TemporaryFolder::create(folder_of(target), 0o777)
    }

    /// For what nobody else is to see, among the temporary files of the system.
    pub fn private() -> io::Result<TemporaryFolder> {
        TemporaryFolder::create(&env::temp_dir(), 0o700)
    }

    fn create(folder: &Path, mode: u32) -> io::Result<TemporaryFolder> {
        let mut list = list();
        let mut builder = Builder::new();
        let folder = system::with_mode(builder.prefix(PREFIX), mode)
            .tempdir_in(folder)
            .map_err(without_path)?;
        list.push(folder.path().to_owned());
        Ok(TemporaryFolder { folder })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Adds bytes to the end of one of its files, which is open no longer than that. Once an interrupted
    /// program removes the folder, none appears in it any more.
    pub fn append(path: &Path, bytes: &[u8]) -> io::Result<()> {
        let _held = list();
        OpenOptions::new().create(true).append(true).open(path)?.write_all(bytes)
    }

    /// Puts it in the place of a folder that is not there or empty, and its files into one that is not.
    pub fn persist(&self, target: &Path) -> io::Result<()> {
        let _held = list();
        let is_there = target.exists() && fs::remove_dir(target).is_err();
        if !is_there {
            return fs::rename(self.folder.path(), target);
        }
        for file in fs::read_dir(self.folder.path())? {
            let file = file?;
            fs::rename(file.path(), target.join(file.file_name()))?;
        }
        Ok(())
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let mut list = list();
        fs::remove_dir_all(self.folder.path()).ok();
        list.retain(|path| path != self.folder.path());
    }
}

/// Renames a file over another one, which somebody may have open: on Windows, the standard library knows a way.
fn replace(file: NamedTempFile, target: &Path) -> io::Result<()> {
    let (file, path) = file.keep()?;
    drop(file);
    fs::rename(&path, target).inspect_err(|_| {
        fs::remove_file(&path).ok();
    })
}

/// Puts a copy of a file without a name in the place of a target: somebody else has made one there by now, or the system knows such
/// files but does not name them.
fn copy(mut file: &File, target: &Path) -> io::Result<()> {
    let found = file.metadata()?;
    let mut builder = Builder::new();
    let mut named = system::with_mode(builder.prefix(PREFIX), system::mode(&found))
        .tempfile_in(folder_of(target))
        .map_err(without_path)?;
    file.rewind()?;
    io::copy(&mut file, &mut named)?;
    let times = FileTimes::new().set_modified(found.modified()?).set_accessed(found.accessed()?);
    named.as_file().set_times(times)?;
    named.as_file().sync_all()?;
    replace(named, target)
}

/// An error that does not name what nobody typed: the temporary file that could not be made. The crate keeps its cause to
/// itself but for the text.
fn without_path(error: io::Error) -> io::Error {
    let text = error.to_string();
    match text.split_once(" at path ") {
        Some((cause, _)) => io::Error::new(error.kind(), cause),
        None => error,
    }
}

/// Whether a name is one that a temporary file has: what it begins with, and six letters and digits.
pub fn is_one(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let rest = name.strip_prefix(PREFIX).unwrap_or_default();
    rest.len() == 6 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Removes the temporary files that a run left in a folder of its own when it was killed.
pub fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => sweep(&entry.path()),
            Ok(kind) if kind.is_file() && is_one(&entry.path()) => {
                fs::remove_file(entry.path()).ok();
            }
            _ => {}
        }
    }
}

/// Removes temporary files of indexes that nobody writes any more.
fn remove_left_over(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let is_named = |entry: &DirEntry| {
        entry.file_name().to_str().is_some_and(|name| name.starts_with(INDEX_PREFIX))
    };
    for entry in entries.flatten().filter(is_named) {
        if is_left_over(&entry).unwrap_or(false) {
            fs::remove_file(entry.path()).ok();
        }
    }
}

fn is_left_over(entry: &DirEntry) -> io::Result<bool> {
    let found = entry.metadata()?;
    let is_old = found.modified()?.elapsed().is_ok_and(|age| age >= OLD);
    // To open a pipe would wait for somebody who writes to it.
    Ok(found.is_file() && is_old && File::open(entry.path())?.try_lock().is_ok())
}

/// The folder that a target is in.
pub fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Duration;

    /// One of each kind that the system has, with the same bytes in it.
    fn of_many(target: &Path) -> Vec<Temporary> {
        let named = Temporary::of_many(target, 0o640).unwrap();
        let all: Vec<_> =
            [Some(named), Temporary::nameless(target, 0o640)].into_iter().flatten().collect();
        all.iter().for_each(|temporary| temporary.file().write_all(b"new").unwrap());
        all
    }

    #[test]
    fn a_new_file_is_in_its_place_and_nothing_else_is() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("a.pgn");
        for temporary in of_many(&target) {
            assert!(!target.exists());
            temporary.persist_new(&target).unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"new");
            fs::remove_file(&target).unwrap();
        }
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_target_that_somebody_made_meanwhile_is_replaced() {
        let root = tempfile::tempdir().unwrap();
        let target = root.path().join("a.pgn");
        for temporary in of_many(&target) {
            fs::write(&target, "somebody else's").unwrap();
            temporary.persist_new(&target).unwrap();
            assert_eq!(fs::read(&target).unwrap(), b"new");
        }
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_without_a_name_is_not_seen() {
        let root = tempfile::tempdir().unwrap();
        let temporary = Temporary::nameless(&root.path().join("a.pgn"), 0o640);
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
        drop(temporary);
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }

    #[test]
    fn no_file_appears_in_a_folder_while_all_are_being_removed() {
        let root = tempfile::tempdir().unwrap();
        let folder = TemporaryFolder::beside(&root.path().join("out")).unwrap();
        let path = folder.path().join("a");
        let removing = list();
        thread::scope(|scope| {
            let appending = scope.spawn(|| TemporaryFolder::append(&path, b"x"));
            thread::sleep(Duration::from_millis(50));
            assert!(!path.exists());
            drop(removing);
            appending.join().unwrap().unwrap();
        });
        assert_eq!(fs::read(&path).unwrap(), b"x");
    }
}
