//! The file as text: unpacked where it is compressed, refused where it is something else.

use crate::host::HostFile;
use crate::request::Request;
use flate2::bufread::MultiGzDecoder;
use gbr_pgn::format::{self, FORMATS, Source};
use gbr_pgn::text::sniff;
use std::io::{self, BufReader, Cursor, ErrorKind, Read};

/// How much is looked at to tell what a file is; as the program does.
const HEAD: u64 = 4096;

/// What a decoder is asked for at a time.
const STEP: usize = 8 << 10;

/// What the program unpacks and the page does not: each costs more room than most people would ever use.
const PACKED: [(&[u8], &str); 4] = [
    (b"PK\x03\x04", "is a zip archive; unpack it first"),
    (b"PK\x05\x06", "is an empty zip archive"),
    (b"\x28\xb5\x2f\xfd", "is compressed with zstd; unpack it first"),
    (b"\xfd7zXZ\0", "is compressed with xz; unpack it first"),
];

const BZIP2: &str = "is compressed with bzip2; unpack it first";

/// What people write articles in is an archive only to programs.
const OFFICE: &str = "is a document of an office program; copy its text";
const OLD_OFFICE: &[u8] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";

/// The names that the first file in such an archive begins with, and where they stand.
const OFFICE_NAMES: [&[u8]; 5] =
    [b"[Content_Types].xml", b"_rels/", b"docProps/", b"word/", b"mimetypeapplication/"];
const ZIP_NAME: usize = 30;

fn is_office(head: &[u8]) -> bool {
    let name = head.get(ZIP_NAME..).filter(|_| head.starts_with(b"PK\x03\x04"));
    let is_named =
        name.is_some_and(|name| OFFICE_NAMES.iter().any(|known| name.starts_with(known)));
    is_named || head.starts_with(OLD_OFFICE)
}

/// What a file is that is not unpacked here.
fn packed(head: &[u8]) -> Option<&'static str> {
    if is_office(head) {
        return Some(OFFICE);
    }
    // The level stands between the names of the format and of a block.
    let is_bzip2 = head.starts_with(b"BZh") && head.get(4..10) == Some(b"1AY&SY");
    let known = PACKED.iter().find(|(magic, _)| head.starts_with(magic));
    known.map(|(_, reason)| *reason).or(is_bzip2.then_some(BZIP2))
}

/// An open file, and how it begins.
pub struct Input {
    head: Vec<u8>,
    bytes: Box<dyn Read + Send>,
}

impl Input {
    /// Opens the file that the page holds.
    pub fn open() -> io::Result<Input> {
        let mut file = HostFile::default();
        let (head, late) = head_of(&mut file);
        if let Some(reason) = packed(&head) {
            return Err(io::Error::other(reason));
        }
        let is_gzip = head.starts_with(b"\x1f\x8b");
        let input = Input::new((head, late), file);
        let input = if is_gzip { input.unpacked() } else { input };
        match sniff::reason(&input.head) {
            Some(reason) => Err(io::Error::other(reason)),
            None => Ok(input),
        }
    }

    /// What was read to look at it is put before the rest again; an error met while looking is due after it.
    fn new((head, late): (Vec<u8>, Late), rest: impl Read + Send + 'static) -> Input {
        Input { head: head.clone(), bytes: Box::new(Cursor::new(head).chain(late).chain(rest)) }
    }

    fn unpacked(self) -> Input {
        let mut bytes = InSteps(MultiGzDecoder::new(BufReader::new(self.bytes)));
        Input::new(head_of(&mut bytes), bytes)
    }

    /// The format that it is read as.
    pub fn source(&self, request: &Request) -> &'static dyn Source {
        let named = request.from.as_deref().and_then(|name| FORMATS.by_name(name)?.source);
        named.unwrap_or_else(|| format::detect(&self.head))
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.bytes.read(buffer)
    }
}

/// An error that is due now, once.
struct Late(Option<io::Error>);

impl Read for Late {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// A decoder that fails does not say how much it had written by then: little is asked of it at a time, so that little is lost.
struct InSteps<R>(R);

impl<R: Read> Read for InSteps<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let end = buffer.len().min(STEP);
        self.0.read(&mut buffer[..end]).map_err(in_words)
    }
}

/// What a decoder says about a file, for people who never heard of one; what reading the file itself said stays.
fn in_words(error: io::Error) -> io::Error {
    let is_cut = error.to_string().starts_with("incomplete");
    match error.kind() {
        _ if is_cut => io::Error::other("ends too early"),
        ErrorKind::UnexpectedEof => io::Error::other("ends too early"),
        ErrorKind::InvalidInput | ErrorKind::InvalidData => {
            io::Error::other("holds compressed data that are not as they were packed")
        }
        _ => error,
    }
}

/// How it begins, and what kept it from being read any further.
fn head_of(file: &mut dyn Read) -> (Vec<u8>, Late) {
    let mut head = Vec::new();
    let read = file.take(HEAD).read_to_end(&mut head);
    (head, Late(read.err()))
}
