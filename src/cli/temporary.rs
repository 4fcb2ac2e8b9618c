//! A file that is written beside its target, and then put in its place.
//!
//! All of them are listed, so that an interrupted program can remove them.
//! The list's lock also guards the step that puts one in its place.

use std::env;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{Builder, NamedTempFile, TempDir};

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
        let old = match OpenOptions::new().write(true).open(target) {
            Ok(old) => Some(old.metadata()?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let mode = if old.is_some() { 0o600 } else { 0o666 };
        let temporary = Temporary::create(folder_of(target), mode)?;
        if let Some(old) = old {
            // Only root can give a file away; for others it is theirs already
            // or cannot be helped.
            chown(&temporary.path, Some(old.uid()), Some(old.gid())).ok();
            fs::set_permissions(&temporary.path, old.permissions())?;
        }
        Ok(temporary)
    }

    fn create(folder: &Path, mode: u32) -> io::Result<Temporary> {
        let mut list = list();
        let file = Builder::new()
            .prefix(".gbr-pgn-")
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
    pub fn persist(mut self, target: &Path) -> io::Result<()> {
        // First to the disk, or a power cut may leave the name of the one
        // file with the emptiness of the other.
        self.inner().as_file().sync_all()?;
        let _held = list();
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
        TemporaryFolder::create(folder_of(target), 0o777)
    }

    /// For what nobody else is to see, among the temporary files of the system.
    pub fn private() -> io::Result<TemporaryFolder> {
        TemporaryFolder::create(&env::temp_dir(), 0o700)
    }

    fn create(folder: &Path, mode: u32) -> io::Result<TemporaryFolder> {
        let mut list = list();
        let permissions = Permissions::from_mode(mode);
        let folder =
            Builder::new().prefix(".gbr-pgn-").permissions(permissions).tempdir_in(folder)?;
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

fn folder_of(target: &Path) -> &Path {
    match target.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}
