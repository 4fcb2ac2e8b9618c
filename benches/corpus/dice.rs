//! Random choices: out of a seed, or out of the bytes that a fuzzer makes.

/// The same seed or bytes give the same choices on every machine.
pub struct Dice<'a> {
    /// Choices that are made already; after them the seed decides.
    bytes: &'a [u8],
    state: u64,
}

impl Dice<'static> {
    pub fn new(seed: u64) -> Dice<'static> {
        Dice { bytes: &[], state: seed }
    }
}

impl<'a> Dice<'a> {
    pub fn from_bytes(bytes: &'a [u8]) -> Dice<'a> {
        Dice { bytes, state: 0 }
    }

    /// A number below `limit`, which is at most 2^16.
    pub fn below(&mut self, limit: usize) -> usize {
        match self.bytes {
            [byte, rest @ ..] if limit <= 256 => {
                self.bytes = rest;
                usize::from(*byte) % limit
            }
            [low, high, rest @ ..] => {
                self.bytes = rest;
                usize::from(u16::from_le_bytes([*low, *high])) % limit
            }
            _ => (self.roll() >> 32) as usize % limit,
        }
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    pub fn pick<T: Copy>(&mut self, things: &[T]) -> T {
        things[self.below(things.len())]
    }

    /// Splitmix64.
    fn roll(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
