//! A file that is written beside its target, and then put in its place.
//!
//! All of them are listed, so that an interrupted program can remove them.
//! The list's lock also guards the step that puts one in its place.

mod attributes;

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile, TempDir};

/// What the names of all our own files begin with.
pub const PREFIX: &str = ".gbr-pgn-";

/// The temporary files that exist.
type List = Vec<PathBuf>;

static LIST: Mutex<List> = Mutex::new(Vec::new());

fn list() -> MutexGuard<'static, List> {
    LIST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes all of them. While the guard is held, no target is replaced.
pub fn remove_all() -> MutexGuard<'static, List> {
    let list = list();
    for path in list.iter() {
        fs::remove_file(path).or_else(|_| fs::remove_dir_all(path)).ok();
    }
    list
}

/// One temporary file; removed when dropped.
pub struct Temporary {
    /// There until it is persisted or dropped.
    file: Option<NamedTempFile>,
    path: PathBuf,
}

impl Temporary {
    /// In the folder of `target`, with its permissions, or with those of any
    /// new file.
    pub fn beside(target: &Path) -> io::Result<Temporary> {
        // To open a pipe would wait for somebody who reads it.
        if fs::metadata(target).is_ok_and(|found| !found.is_dir() && !found.is_file()) {
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
        let temporary = Temporary::create(folder_of(target), mode)?;
        if let Some((file, old)) = old {
            // Only root can give a file away; for others it is theirs already
            // or cannot be helped.
            chown(&temporary.path, Some(old.uid()), Some(old.gid())).ok();
            attributes::copy(&file, temporary.inner().as_file());
            fs::set_permissions(&temporary.path, old.permissions())?;
        }
        Ok(temporary)
    }

    /// In the folder of a target that is new, with these permissions as far as those of any new file go.
    pub fn for_new(target: &Path, mode: u32) -> io::Result<Temporary> {
        Temporary::create(folder_of(target), mode & 0o777)
    }

    fn create(folder: &Path, mode: u32) -> io::Result<Temporary> {
        let mut list = list();
        let file = Builder::new()
            .prefix(PREFIX)
            .permissions(Permissions::from_mode(mode))
            .tempfile_in(folder)?;
        let path = file.path().to_owned();
        list.push(path.clone());
        Ok(Temporary { file: Some(file), path })
    }

    /// A handle to write with.
    pub fn file(&self) -> io::Result<File> {
        self.inner().as_file().try_clone()
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
        self.inner().as_file().sync_all()?;
        let _held = list();
        first()?;
        self.rename(target)
    }

    /// Puts it where no file is yet; it gets to the disk when the system sees fit.
    pub fn persist_new(mut self, target: &Path) -> io::Result<()> {
        let _held = list();
        self.rename(target)
    }

    fn rename(&mut self, target: &Path) -> io::Result<()> {
        match self.file.take() {
            Some(file) => Ok(file.persist(target).map(drop)?),
            None => Ok(()),
        }
    }

    fn inner(&self) -> &NamedTempFile {
        self.file.as_ref().expect("there until persisted")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut list = list();
        self.file.take();
        list.retain(|path| *path != self.path);
    }
}

/// A folder of files that are put in their place together; removed with all that is in it when dropped.
pub struct TemporaryFolder {
    folder: TempDir,
}

impl TemporaryFolder {
    /// In the same folder as `target`.
    pub fn beside(target: &Path) -> io::Result<TemporaryFolder> {
        let mut list = list();
        let permissions = Permissions::from_mode(0o777);
        let folder =
            Builder::new().prefix(PREFIX).permissions(permissions).tempdir_in(folder_of(target))?;
        list.push(folder.path().to_owned());
        Ok(TemporaryFolder { folder })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Puts it in the place of a folder that is not there or empty, and its files into one that is not.
    pub fn persist(self, target: &Path) -> io::Result<()> {
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

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
