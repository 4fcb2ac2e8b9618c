//! Pages of files that are too large for memory: the ones used last, within a bound, shared by all
//! threads.

use std::{
    collections::HashMap,
    io,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Bytes of a page. A probe reads at most a few hundred bytes in each of three places.
pub(super) const PAGE: u64 = 8192;

/// Parts of the cache that are locked on their own.
const SHARDS: usize = 16;

/// Which page: the number of the file, and of the page in it.
pub(super) type PageId = (u32, u64);

/// As many pages as fit the memory it was given.
pub(super) struct PageCache {
    shards: [Mutex<Shard>; SHARDS],
}

impl PageCache {
    /// Takes the number of bytes that the pages may have together; there is room for at least one
    /// page in each shard.
    pub(super) fn new(memory: u64) -> PageCache {
        let room = (memory / PAGE / SHARDS as u64).max(1) as usize;
        PageCache { shards: std::array::from_fn(|_| Mutex::new(Shard::new(room))) }
    }

    /// Copies bytes of a page, which is loaded where it is not in memory.
    ///
    /// The page may be shorter than all others, at the end of a file; then fewer bytes are copied.
    pub(super) fn read(
        &self,
        id: PageId,
        from: usize,
        into: &mut [u8],
        load: impl FnOnce() -> io::Result<Box<[u8]>>,
    ) -> io::Result<usize> {
        if let Some(copied) = self.shard(id).copy(id, from, into) {
            return Ok(copied);
        }
        // The shard is not locked while the disk works; at worst two threads load the same page.
        let page = load()?;
        let copied = copy(&page, from, into);
        self.shard(id).insert(id, page);
        Ok(copied)
    }

    fn shard(&self, id: PageId) -> MutexGuard<'_, Shard> {
        // Pages that stand together in a file are in different shards.
        let shard = (u64::from(id.0) + id.1) as usize % SHARDS;
        // A shard is whole between any two of its statements that can panic.
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn copy(page: &[u8], from: usize, into: &mut [u8]) -> usize {
    let page = page.get(from..).unwrap_or_default();
    let len = page.len().min(into.len());
    into[..len].copy_from_slice(&page[..len]);
    len
}

/// A clock: the hand goes round, and the first page not used since its last visit makes room.
struct Shard {
    room: usize,
    slots: Vec<CachedPage>,
    places: HashMap<PageId, usize>,
    hand: usize,
}

struct CachedPage {
    id: PageId,
    page: Box<[u8]>,
    used: bool,
}

impl Shard {
    fn new(room: usize) -> Shard {
        Shard { room, slots: Vec::new(), places: HashMap::new(), hand: 0 }
    }

    fn copy(&mut self, id: PageId, from: usize, into: &mut [u8]) -> Option<usize> {
        let slot = &mut self.slots[*self.places.get(&id)?];
        slot.used = true;
        Some(copy(&slot.page, from, into))
    }

    fn insert(&mut self, id: PageId, page: Box<[u8]>) {
        if self.places.contains_key(&id) {
            return;
        }
        let slot = CachedPage { id, page, used: false };
        if self.slots.len() < self.room {
            self.places.insert(id, self.slots.len());
            self.slots.push(slot);
            return;
        }
        let place = self.oldest();
        self.places.remove(&self.slots[place].id);
        self.places.insert(id, place);
        self.slots[place] = slot;
    }

    fn oldest(&mut self) -> usize {
        loop {
            let place = self.hand;
            self.hand = (place + 1) % self.room;
            if !std::mem::take(&mut self.slots[place].used) {
                return place;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn loaded(cache: &PageCache, id: PageId) -> bool {
        let loads = Cell::new(false);
        let mut byte = [0];
        let page = || {
            loads.set(true);
            Ok(vec![id.1 as u8; 4].into_boxed_slice())
        };
        assert_eq!(cache.read(id, 3, &mut byte, page).expect("a page"), 1);
        assert_eq!(byte[0], id.1 as u8);
        loads.get()
    }

    #[test]
    fn a_page_is_loaded_once_while_there_is_room() {
        let cache = PageCache::new(1 << 20);
        assert!(loaded(&cache, (0, 5)));
        assert!(!loaded(&cache, (0, 5)));
        assert!(loaded(&cache, (1, 5)));
    }

    #[test]
    fn no_more_pages_are_kept_than_there_is_room_for() {
        let cache = PageCache::new(SHARDS as u64 * 3 * PAGE);
        for page in 0..1000 {
            loaded(&cache, (0, page));
        }
        let kept: usize =
            (0..SHARDS).map(|shard| cache.shards[shard].lock().expect("a lock").slots.len()).sum();
        assert_eq!(kept, SHARDS * 3);
    }

    #[test]
    fn pages_in_use_stay() {
        let cache = PageCache::new(SHARDS as u64 * 4 * PAGE);
        loaded(&cache, (0, 0));
        let again = (1..1000).filter(|page| {
            loaded(&cache, (0, *page));
            loaded(&cache, (0, 0))
        });
        assert_eq!(again.count(), 0);
    }

    #[test]
    fn a_page_that_cannot_be_loaded_is_tried_again() {
        let cache = PageCache::new(1 << 20);
        let failed = cache.read((0, 0), 0, &mut [0], || Err(io::ErrorKind::Other.into()));
        assert!(failed.is_err());
        assert!(loaded(&cache, (0, 0)));
    }
}
