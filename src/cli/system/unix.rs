//! Linux, macOS and their like.

use super::{FileId, FileTimes, attributes};
use rustix::event::{PollFd, PollFlags, poll};
use rustix::process::{Pid, Signal, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::flag;
use signal_hook::iterator::Signals;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, DirEntry, File, Metadata, Permissions};
use std::io::{self, Write};
pub use std::os::fd::AsFd as Stream;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirEntryExt, FileExt, FileTypeExt, MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;
use tempfile::Builder;

/// Shells report a program that died of a signal as 128 + its number.
const BASE: i32 = 128;

/// How long what is to be done at the end may take before a second signal ends the program without it.
const PATIENCE: Duration = Duration::from_millis(500);

/// What was typed; shells have put names in the place of wildcards.
pub fn arguments() -> impl Iterator<Item = OsString> {
    env::args_os()
}

/// Which regular file this is; none for devices and pipes.
pub fn file_id(file: &File) -> Option<FileId> {
    id_of(&file.metadata().ok()?)
}

/// Which regular file a path leads to, through symbolic links.
pub fn id_of_path(path: &Path) -> Option<FileId> {
    id_of(&fs::metadata(path).ok()?)
}

fn id_of(found: &Metadata) -> Option<FileId> {
    found.is_file().then_some((found.dev(), found.ino()))
}

/// The same for whatever is there, a folder too.
pub fn id_of_any(path: &Path) -> Option<FileId> {
    fs::metadata(path).ok().map(|found| (found.dev(), found.ino()))
}

/// Which file an entry of a folder is, without asking once more; a link is itself.
pub fn id_of_entry(folder: FileId, entry: &DirEntry) -> Option<FileId> {
    Some((folder.0, entry.ino()))
}

/// How many names a file has.
pub fn count_names(path: &Path) -> u64 {
    fs::metadata(path).map_or(1, |found| found.nlink())
}

/// The name of a file that a list has, whatever its bytes are.
pub fn path_of_bytes(bytes: &[u8]) -> PathBuf {
    OsStr::from_bytes(bytes).into()
}

/// Which start of the system this is; none where that is not known.
pub fn boot_id() -> Option<&'static str> {
    static ID: OnceLock<Option<String>> = OnceLock::new();
    let id = ID.get_or_init(|| fs::read_to_string("/proc/sys/kernel/random/boot_id").ok());
    id.as_deref().map(str::trim)
}

/// Has all that was written to a file's disk get there.
pub fn sync_disk(file: &File) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    return Ok(rustix::fs::syncfs(file)?);
    // Where it is not known that the system was started anew, every file is there already.
    #[cfg(not(target_os = "linux"))]
    file.sync_all()
}

/// Has the system write a part of a file to its disk, and does not wait for that. Where nothing is waited for, it does so when it
/// sees fit.
pub fn begin_to_store(file: &File, offset: u64, length: u64) {
    // Linux begins to write what it is told nobody needs; what is being written stays in memory.
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{Advice, fadvise};
        fadvise(file, offset, std::num::NonZeroU64::new(length), Advice::DontNeed).ok();
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (file, offset, length);
}

/// Whether a path leads to something that is there, and is neither a file nor a folder.
pub fn is_device(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| !found.is_dir() && !found.is_file())
}

/// When a file was changed.
pub fn times(found: &Metadata) -> FileTimes {
    const SECOND: i64 = 1_000_000_000;
    let nanoseconds = |seconds: i64, rest: i64| seconds.saturating_mul(SECOND).saturating_add(rest);
    FileTimes {
        modified: nanoseconds(found.mtime(), found.mtime_nsec()),
        changed: Some(nanoseconds(found.ctime(), found.ctime_nsec())),
    }
}

/// A standard stream as a file of its own, without the standard library's
/// buffer and lock around it.
pub fn duplicate(stream: impl Stream) -> io::Result<File> {
    Ok(File::from(stream.as_fd().try_clone_to_owned()?))
}

/// Where a result goes that has no file.
pub fn standard_output() -> io::Result<Box<dyn Write + Send>> {
    Ok(Box::new(duplicate(io::stdout())?))
}

/// Reads from a place in a file, wherever others read in it.
pub fn read_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<usize> {
    FileExt::read_at(file, bytes, offset)
}

/// Gives a new file the owner, the rights and the extended attributes of the old one that it is to replace.
pub fn adopt((path, new): (&Path, &File), (old, found): (&File, &Metadata)) -> io::Result<()> {
    // Only root can give a file away; for others it is theirs already
    // or cannot be helped.
    chown(path, Some(found.uid()), Some(found.gid())).ok();
    attributes::copy(old, new);
    fs::set_permissions(path, found.permissions())
}

/// The rights of a file.
pub fn mode(found: &Metadata) -> u32 {
    found.permissions().mode()
}

/// Rights of what is to be made, before the user's mask takes some away.
pub fn with_mode<'b, 'p, 's>(
    builder: &'b mut Builder<'p, 's>,
    mode: u32,
) -> &'b mut Builder<'p, 's> {
    builder.permissions(Permissions::from_mode(mode))
}

/// A new file in a folder that has no name so far, and is gone when it is closed without one; none where there are no such files.
#[cfg(target_os = "linux")]
pub fn nameless(folder: &Path, mode: u32) -> Option<File> {
    use rustix::fs::{Mode, OFlags, open};
    use std::sync::LazyLock;
    // Only through this folder can it get a name.
    static HAS_NAMES: LazyLock<bool> = LazyLock::new(|| Path::new("/proc/self/fd").is_dir());
    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = HAS_NAMES.then(|| open(folder, flags, Mode::from_raw_mode(mode)))?;
    file.ok().map(File::from)
}

#[cfg(not(target_os = "linux"))]
pub fn nameless(_folder: &Path, _mode: u32) -> Option<File> {
    None
}

/// Gives such a file a name that nothing else has.
#[cfg(target_os = "linux")]
pub fn give_name(file: &File, path: &Path) -> io::Result<()> {
    // For everybody since Linux 6.10, and for root before. Where it is refused, that is not tried again.
    static HAS_HANDLES: AtomicBool = AtomicBool::new(true);
    if HAS_HANDLES.load(Ordering::Relaxed) {
        match name_by_handle(file, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                HAS_HANDLES.store(false, Ordering::Relaxed);
            }
            named => return named,
        }
    }
    name_by_path(file, path)
}

#[cfg(target_os = "linux")]
fn name_by_handle(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    Ok(linkat(file, "", CWD, path, AtFlags::EMPTY_PATH)?)
}

/// There are more folders on this way.
#[cfg(target_os = "linux")]
fn name_by_path(file: &File, path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};
    use std::os::fd::AsRawFd;
    let number = file.as_raw_fd();
    Ok(linkat(CWD, format!("/proc/self/fd/{number}"), CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
pub fn give_name(_file: &File, _path: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Has a thread call `end` with the status to leave with when somebody wants the program to end: Ctrl-C, SIGTERM, or a
/// terminal that goes away. Whoever has to ask again, because that takes long, ends it on the spot.
pub fn on_interrupt(end: impl FnOnce(i32) + Send + 'static) -> io::Result<()> {
    let is_late = Arc::new(AtomicBool::new(false));
    // Under nohup a terminal may go away.
    let hang_up = (!is_ignored(SIGHUP)).then_some(SIGHUP);
    let signals = [SIGINT, SIGTERM].into_iter().chain(hang_up);
    for signal in signals.clone() {
        flag::register_conditional_shutdown(signal, BASE + signal, Arc::clone(&is_late))?;
    }
    // Taken and not looked at: a file that grows beyond `ulimit -f` is to be an
    // error of writing, like a full disk, and not sudden death.
    flag::register(SIGXFSZ, Arc::default())?;
    let mut signals = Signals::new(signals)?;
    let wait = move || {
        if let Some(signal) = signals.forever().next() {
            // A program and its group may be sent the same signal at once: that is no second thought.
            let rise = move || {
                thread::sleep(PATIENCE);
                is_late.store(true, Ordering::Relaxed);
            };
            thread::Builder::new().spawn(rise).ok();
            end(BASE + signal);
        }
    };
    thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
}

/// Whether whoever started the program wants it to ignore a signal; so it is, too, where the system has no file
/// that says so.
fn is_ignored(signal: i32) -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|digits| u64::from_str_radix(digits.trim(), 16).ok());
    ignored.is_none_or(|ignored| ignored >> (signal - 1) & 1 == 1)
}

/// Whether this is the error of writing to a pipe that nobody reads any more.
pub fn is_reader_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// Has a thread call `end` when whoever reads a pipe goes away.
pub fn on_reader_gone(pipe: File, end: impl FnOnce() + Send + 'static) -> io::Result<()> {
    if !pipe.metadata()?.file_type().is_fifo() {
        return Ok(());
    }
    let wait = move || {
        // Asked for nothing, the system tells of errors alone: the other end is closed.
        let mut ends = [PollFd::new(&pipe, PollFlags::empty())];
        while poll(&mut ends, None) == Err(rustix::io::Errno::INTR) {}
        if ends[0].revents().contains(PollFlags::ERR) {
            end();
        }
    };
    thread::Builder::new().name("reader".into()).spawn(wait).map(drop)
}

/// The words of a command, as a shell would have them; none where a quote is not closed.
pub fn split_words(command: &str) -> Option<Vec<String>> {
    shlex::split(command)
}

/// Has what a command starts be a group of its own, with all that it starts in turn.
pub fn lead_group(command: &mut Command) -> &mut Command {
    command.process_group(0)
}

/// Ends a process that leads a group, and all of the group. One that has ended already may have left others behind; as long as
/// there are any, nobody else gets its number.
pub fn kill_group(child: &mut Child) {
    if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
        kill_process_group(pid, Signal::KILL).ok();
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_file_gets_its_name_in_either_way_and_only_a_free_one() {
        type Give = fn(&File, &Path) -> io::Result<()>;
        let folder = tempfile::tempdir().unwrap();
        let ways: [(&str, Give); 3] =
            [("any", give_name), ("handle", name_by_handle), ("path", name_by_path)];
        for (name, give) in ways {
            let path = folder.path().join(name);
            let Some(file) = nameless(folder.path(), 0o600) else { return };
            match give(&file, &path) {
                // Linux before 6.10.
                Err(error) if name == "handle" && error.kind() == io::ErrorKind::NotFound => {}
                given => {
                    given.unwrap();
                    assert!(path.is_file());
                    let kind = give(&file, &path).unwrap_err().kind();
                    assert_eq!(kind, io::ErrorKind::AlreadyExists, "{name}");
                }
            }
        }
    }
}
