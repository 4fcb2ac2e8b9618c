//! Extended attributes: what people, and systems, note about a file.

use rustix::fs::{XattrFlags, fgetxattr, flistxattr, flistxattr_query, fsetxattr};
use std::ffi::CStr;
use std::fs::File;

/// More than any system takes.
const LONGEST: usize = 64 << 10;

/// Gives a file those of another one, as far as the system allows that.
pub fn copy(from: &File, to: &File) {
    // Most files have none, and to know that takes no room.
    let is_none = flistxattr_query(from).is_ok_and(|size| size == 0);
    if is_none {
        return;
    }
    let mut names = vec![0; LONGEST];
    let Ok(len) = flistxattr(from, &mut names[..]) else { return };
    let mut value = vec![0; LONGEST];
    for name in names[..len].split_inclusive(|&byte| byte == 0) {
        let Ok(name) = CStr::from_bytes_with_nul(name) else { continue };
        if let Ok(len) = fgetxattr(from, name, &mut value[..]) {
            fsetxattr(to, name, &value[..len], XattrFlags::empty()).ok();
        }
    }
}
