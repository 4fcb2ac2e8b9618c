//! The border to the page: a few functions on either side, and memory that both see.
//!
//! The page puts a request into memory that it was given by [`reserve`] and calls [`run`]; that calls back for bytes of the file
//! and hands over bytes. It is so little that the code which wasm-bindgen would add on both sides takes more room than it saves.
#![allow(unsafe_code)]

use std::io::{self, Read, Write};
use std::{panic, ptr};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Puts bytes of the file, from there on, into memory, and returns how many; below 0 where the file cannot be read.
    fn read(offset: f64, into: *mut u8, len: usize) -> i32;
    /// Takes bytes out of memory.
    fn write(channel: u32, bytes: *const u8, len: usize);
}

/// What bytes that the page gets are.
#[derive(Clone, Copy)]
pub enum Channel {
    /// What is to be saved.
    Saved = 0,
    /// What the list of entries is made of.
    Index = 1,
    /// The next block of their records.
    Records = 2,
    /// The answer, at the end.
    Answer = 3,
    /// What went wrong in the program itself; nothing follows.
    Panic = 4,
}

/// Hands bytes over.
pub fn give(channel: Channel, bytes: &[u8]) {
    // SAFETY: the page copies so many bytes before it returns, and keeps no pointer.
    unsafe { write(channel as u32, bytes.as_ptr(), bytes.len()) }
}

/// Memory for a request of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(len: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; len].into_boxed_slice()).cast()
}

/// Does what the request says, and hands the answer over.
///
/// # Safety
///
/// `request` comes from [`reserve`], with the same length, and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn run(request: *mut u8, len: usize) {
    panic::set_hook(Box::new(|panic| give(Channel::Panic, panic.to_string().as_bytes())));
    // SAFETY: as the caller promises.
    let request = unsafe { Box::from_raw(ptr::slice_from_raw_parts_mut(request, len)) };
    give(Channel::Answer, crate::answer(&request).to_string().as_bytes());
}

/// The file that the page holds, from its beginning.
#[derive(Default)]
pub struct HostFile {
    at: u64,
}

impl Read for HostFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // SAFETY: the page writes no more than so many bytes, and keeps no pointer.
        let count = unsafe { read(self.at as f64, buffer.as_mut_ptr(), buffer.len()) };
        let gone = || io::Error::other("cannot be read any more: was it moved, or changed?");
        let count = usize::try_from(count).map_err(|_| gone())?;
        self.at += count as u64;
        Ok(count.min(buffer.len()))
    }
}

/// Hands over what is to be saved.
pub struct Saved;

impl Write for Saved {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        give(Channel::Saved, bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
