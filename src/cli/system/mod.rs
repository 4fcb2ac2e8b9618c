//! What each operating system does in its own way, under the same names for all of them.
//!
//! Windows has neither owners of files as Unix has them, nor the time at which a file's status changed, nor signals; what
//! follows from that is said where it matters.

#[cfg(unix)]
mod attributes;
#[cfg(any(windows, test))]
mod console_text;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use self::unix::{
    Stream, adopt, arguments, begin_to_store, boot_id, count_names, duplicate, file_id, give_name,
    id_of_any, id_of_entry, id_of_path, is_device, is_reader_gone, kill_group, lead_group, mode,
    nameless, on_interrupt, on_reader_gone, path_of_bytes, read_at, split_words, standard_output,
    sync_disk, times, with_mode,
};
#[cfg(windows)]
pub use self::windows::{
    Stream, adopt, arguments, begin_to_store, boot_id, count_names, duplicate, file_id, give_name,
    id_of_any, id_of_entry, id_of_path, is_device, is_reader_gone, kill_group, lead_group, mode,
    nameless, on_interrupt, on_reader_gone, path_of_bytes, read_at, split_words, standard_output,
    sync_disk, times, with_mode,
};

use std::fs::File;
use std::io;

/// Which file it is, among all files of the machine: the device it is on, and its number there.
pub type FileId = (u64, u64);

/// When a file was changed, in nanoseconds since 1970.
pub struct FileTimes {
    /// Its content.
    pub modified: i64,
    /// Its content, name or rights; this time cannot be set by hand. None where the system has no such time.
    pub changed: Option<i64>,
}

/// Reads exactly as many bytes as there is room for, from a place in a file.
pub fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match read_at(file, bytes, offset) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
