//! The files of the tables as the crate that probes them reads them: small ones whole in memory, pages
//! of large ones. A file is checked when it is opened, unless it is too large for that.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
};

use shakmaty_syzygy::filesystem::{Filesystem, RandomAccessFile, ReadHint};

use super::{
    Checksum, TableError,
    page_cache::{PAGE, PageCache},
};

/// How much memory tables may take, and which are checked without being asked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TableSettings {
    /// Files of up to so many bytes are checked before their first use.
    pub check_up_to: u64,
    /// Files of up to so many bytes are held in memory as a whole.
    pub whole_up_to: u64,
    /// Bytes that all files held as a whole may have together.
    pub whole_memory: u64,
    /// Bytes of the pages that are held of all other files.
    pub page_memory: u64,
}

impl Default for TableSettings {
    /// All tables of five men are checked, and those of four men are in memory.
    fn default() -> TableSettings {
        const MEBIBYTE: u64 = 1 << 20;
        TableSettings {
            check_up_to: 256 * MEBIBYTE,
            whole_up_to: 8 * MEBIBYTE,
            whole_memory: 256 * MEBIBYTE,
            page_memory: 256 * MEBIBYTE,
        }
    }
}

/// Opens files, and remembers which of them are no good.
pub(super) struct TableStore {
    settings: TableSettings,
    whole_left: AtomicU64,
    pages: Arc<PageCache>,
    paged: AtomicU32,
    failed: Mutex<HashMap<PathBuf, TableError>>,
    copies: Mutex<HashMap<PathBuf, Copies>>,
}

/// What else there is of a table than the file that the crate knows.
#[derive(Default)]
struct Copies {
    paths: Vec<PathBuf>,
    /// The file that was opened; from then on it is used, or none.
    opened: Option<PathBuf>,
}

impl TableStore {
    pub(super) fn new(settings: TableSettings) -> TableStore {
        TableStore {
            settings,
            whole_left: AtomicU64::new(settings.whole_memory),
            pages: Arc::new(PageCache::new(settings.page_memory)),
            paged: AtomicU32::new(0),
            failed: Mutex::default(),
            copies: Mutex::default(),
        }
    }

    /// Has a file opened where those before it cannot be.
    pub(super) fn add_copy(&self, first: &Path, copy: &Path) {
        self.copies().entry(first.into()).or_default().paths.push(copy.into());
    }

    /// Which file is used where the crate asks for the first one of a table.
    pub(super) fn in_use(&self, first: &Path) -> PathBuf {
        let opened = self.copies().get(first).and_then(|copies| copies.opened.clone());
        opened.unwrap_or_else(|| first.into())
    }

    /// Those that may be opened: the one that was opened before, or all.
    fn candidates(&self, first: &Path) -> Vec<PathBuf> {
        match self.copies().get(first) {
            Some(Copies { opened: Some(opened), .. }) => vec![opened.clone()],
            Some(Copies { paths, .. }) => [&[first.into()], &paths[..]].concat(),
            None => vec![first.into()],
        }
    }

    fn copies(&self) -> MutexGuard<'_, HashMap<PathBuf, Copies>> {
        self.copies.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets a file aside for good.
    pub(super) fn fail(&self, error: TableError) {
        self.failed().entry(error.path().to_path_buf()).or_insert(error);
    }

    /// Why each of the files that were set aside is no good.
    pub(super) fn failures(&self) -> Vec<TableError> {
        self.failed().values().cloned().collect()
    }

    /// Whether a file was set aside.
    pub(super) fn has_failed(&self, path: &Path) -> bool {
        self.failed().contains_key(path)
    }

    fn failed(&self) -> MutexGuard<'_, HashMap<PathBuf, TableError>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn content(&self, path: &Path) -> Result<Box<dyn RandomAccessFile>, TableError> {
        let unreadable = |error| TableError::unreadable(path, error);
        let len = fs::metadata(path).map_err(unreadable)?.len();
        if len <= self.settings.whole_up_to && self.reserve(len) {
            let bytes = fs::read(path).map_err(unreadable)?;
            self.settings.check_bytes(path, &bytes)?;
            return Ok(Box::new(WholeFile(bytes.into_boxed_slice())));
        }
        if len <= self.settings.check_up_to {
            check_file(path, &mut |_| ())?;
        }
        let file = Mutex::new(File::open(path).map_err(unreadable)?);
        let number = self.paged.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(PagedFile { file, number, pages: Arc::clone(&self.pages) }))
    }

    /// Whether there is room for so many bytes more; it is taken then.
    fn reserve(&self, len: u64) -> bool {
        let taken = |left: u64| left.checked_sub(len);
        self.whole_left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, taken).is_ok()
    }
}

impl TableSettings {
    fn check_bytes(&self, path: &Path, bytes: &[u8]) -> Result<(), TableError> {
        if bytes.len() as u64 > self.check_up_to {
            return Ok(());
        }
        let len = bytes.len() as u64;
        let sums = Checksum::of_bytes(bytes);
        compare(path, sums.ok_or(TableError::Length { path: path.into(), len })?)
    }
}

/// Reads a file from end to end and compares its checksum; `read` is told of the bytes as they go by.
pub(super) fn check_file(path: &Path, read: &mut dyn FnMut(usize)) -> Result<(), TableError> {
    let unreadable = |error| TableError::unreadable(path, error);
    let file = File::open(path).map_err(unreadable)?;
    let len = file.metadata().map_err(unreadable)?.len();
    if !Checksum::fits(len) {
        return Err(TableError::Length { path: path.into(), len });
    }
    let file = BufReader::new(MeteredFile { file, read });
    compare(path, Checksum::of_reader(file, len).map_err(unreadable)?)
}

/// A file that tells of what is read of it.
struct MeteredFile<'a> {
    file: File,
    read: &'a mut dyn FnMut(usize),
}

impl Read for MeteredFile<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let len = self.file.read(buf)?;
        (self.read)(len);
        Ok(len)
    }
}

fn compare(path: &Path, (stored, made): (Checksum, Checksum)) -> Result<(), TableError> {
    if stored == made {
        return Ok(());
    }
    Err(TableError::Checksum { path: path.into(), stored, made })
}

impl Filesystem for TableStore {
    fn regular_file_size(&self, path: &Path) -> io::Result<u64> {
        let metadata = fs::metadata(path)?;
        if metadata.is_file() {
            Ok(metadata.len())
        } else {
            Err(io::ErrorKind::InvalidInput.into())
        }
    }

    fn read_dir(&self, path: &Path) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect()
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn RandomAccessFile>> {
        // The crate tries again at every probe, so a file that failed must not be read again.
        let mut candidates = self.candidates(path);
        candidates.retain(|path| !self.has_failed(path));
        for candidate in candidates {
            match self.content(&candidate) {
                Ok(content) => {
                    self.copies().entry(path.into()).or_default().opened = Some(candidate);
                    return Ok(content);
                }
                Err(error) => self.fail(error),
            }
        }
        Err(io::ErrorKind::Other.into())
    }
}

/// A file in memory.
struct WholeFile(Box<[u8]>);

impl RandomAccessFile for WholeFile {
    fn read_at(&self, buf: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let rest = usize::try_from(offset).ok().and_then(|from| self.0.get(from..));
        let rest = rest.unwrap_or_default();
        let len = rest.len().min(buf.len());
        buf[..len].copy_from_slice(&rest[..len]);
        Ok(len)
    }

    // What every probe does three times.
    fn read_exact_at(&self, buf: &mut [u8], offset: u64, _: ReadHint) -> io::Result<()> {
        let from = usize::try_from(offset).map_err(|_| io::ErrorKind::UnexpectedEof)?;
        let bytes = from.checked_add(buf.len()).and_then(|end| self.0.get(from..end));
        let bytes = bytes.ok_or(io::ErrorKind::UnexpectedEof)?;
        // An entry of the sparse index, the lengths of sixteen blocks, and blocks of 32 and 64 bytes with what follows them:
        // copies of a length that the compiler knows make a probe some per cent faster.
        match buf.len() {
            6 => copy::<6>(bytes, buf),
            32 => copy::<32>(bytes, buf),
            36 => copy::<36>(bytes, buf),
            68 => copy::<68>(bytes, buf),
            _ => buf.copy_from_slice(bytes),
        }
        Ok(())
    }
}

fn copy<const N: usize>(from: &[u8], to: &mut [u8]) {
    if let (Some(from), Some(to)) = (from.first_chunk::<N>(), to.first_chunk_mut::<N>()) {
        *to = *from;
    }
}

/// A file of which pages are in memory.
struct PagedFile {
    file: Mutex<File>,
    number: u32,
    pages: Arc<PageCache>,
}

impl RandomAccessFile for PagedFile {
    fn read_at(&self, buf: &mut [u8], offset: u64, _: ReadHint) -> io::Result<usize> {
        let page = offset / PAGE;
        let from = (offset % PAGE) as usize;
        let len = buf.len().min(PAGE as usize - from);
        self.pages.read((self.number, page), from, &mut buf[..len], || load(&self.file, page))
    }
}

fn load(file: &Mutex<File>, page: u64) -> io::Result<Box<[u8]>> {
    // Every reader seeks first, so where a panicking one left off does not matter.
    let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
    file.seek(SeekFrom::Start(page * PAGE))?;
    let mut bytes = Vec::with_capacity(PAGE as usize);
    file.by_ref().take(PAGE).read_to_end(&mut bytes)?;
    Ok(bytes.into_boxed_slice())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::test_tables;

    /// Every byte of a table, read in stretches that begin and end anywhere.
    fn read_all(content: &dyn RandomAccessFile, len: usize) -> Vec<u8> {
        let mut bytes = vec![0; len];
        for (number, stretch) in bytes.chunks_mut(97).enumerate() {
            content
                .read_exact_at(stretch, 97 * number as u64, ReadHint::Data)
                .expect("bytes of the file");
        }
        bytes
    }

    #[test]
    fn whole_and_paged_files_have_the_same_bytes() {
        let path = test_tables::folder().join("KRvK.rtbz");
        let expected = fs::read(&path).expect("a readable file");
        assert!(expected.len() as u64 > PAGE);
        for whole_up_to in [0, u64::MAX] {
            let settings = TableSettings { whole_up_to, ..TableSettings::default() };
            let content = TableStore::new(settings).open(&path).expect("a good table");
            assert_eq!(read_all(&*content, expected.len()), expected);
            let past = content.read_u8_at(expected.len() as u64, ReadHint::Data);
            assert_eq!(past.map_err(|error| error.kind()), Err(io::ErrorKind::UnexpectedEof));
        }
    }

    #[test]
    fn files_are_paged_when_the_memory_for_whole_ones_is_used_up() {
        let store =
            TableStore::new(TableSettings { whole_memory: 300, ..TableSettings::default() });
        let paged = |name| {
            let before = store.paged.load(Ordering::Relaxed);
            store.open(&test_tables::folder().join(name)).expect("a good table");
            store.paged.load(Ordering::Relaxed) > before
        };
        assert!(!paged("KRvK.rtbw")); // 208 bytes
        assert!(paged("KQvK.rtbw")); // 272 bytes
        assert!(!paged("KBvK.rtbw")); // 80 bytes
    }

    #[test]
    fn a_copy_is_opened_where_the_first_file_cannot_be_and_no_other_after_it() {
        let store = TableStore::new(TableSettings::default());
        let (first, copy) = (Path::new("no such folder/KRvK.rtbw"), test_tables::folder());
        store.add_copy(first, &copy.join("KRvK.rtbw"));
        store.add_copy(first, &copy.join("KQvK.rtbw"));
        store.open(first).expect("the copy is good");
        assert_eq!(store.in_use(first), copy.join("KRvK.rtbw"));
        assert!(store.has_failed(first));
        store.fail(TableError::Form { path: copy.join("KRvK.rtbw") });
        assert!(store.open(first).is_err());
    }

    #[test]
    fn a_file_that_failed_is_not_opened_again() {
        let store = TableStore::new(TableSettings::default());
        let path = Path::new("no such folder/KPvK.rtbw");
        assert!(store.open(path).is_err());
        assert!(store.has_failed(path));
        assert!(store.open(path).is_err());
        assert_eq!(store.failures().len(), 1);
    }
}
