//! The two members of the CityHash family that Syzygy tables are signed with: bytes in, 256 or 128
//! bits out, as words of 64 bits.
//!
//! The family has changed between its versions, and no kept crate has the members that use CRC32C.
//! What is below is version 1.0.3, which the generator of the tables uses.

/// Odd factors of the family.
const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K3: u64 = 0xc949_d7c7_509e_6557;
const MIX: u64 = 0x9ddf_ea08_eb38_2d69;

/// Bytes of one step and of one round of [`crc256`].
const STEP: usize = 40;
const ROUND: usize = 6 * STEP;

/// The longest text that [`crc128`] hashes without CRC32C.
const SHORT: usize = 900;

/// The word that begins at a byte.
fn word(bytes: &[u8], at: usize) -> u64 {
    let word = bytes[at..at + 8].try_into().expect("a slice of eight bytes");
    u64::from_le_bytes(word)
}

fn shift_mix(value: u64) -> u64 {
    value ^ (value >> 47)
}

/// Makes one word of two.
fn join(low: u64, high: u64) -> u64 {
    let a = shift_mix((low ^ high).wrapping_mul(MIX));
    shift_mix((high ^ a).wrapping_mul(MIX)).wrapping_mul(MIX)
}

/// CityHashCrc256.
pub(super) fn crc256(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() >= ROUND {
        return Mixer::new(bytes, 0).run(bytes);
    }
    let mut padded = [0; ROUND];
    padded[..bytes.len()].copy_from_slice(bytes);
    Mixer::new(&padded, !(bytes.len() as u32)).run(&padded)
}

/// CityHashCrc128 of at least 16 bytes.
pub(super) fn crc128(bytes: &[u8]) -> [u64; 2] {
    if bytes.len() > SHORT {
        let [_, _, low, high] = crc256(bytes);
        return [low, high];
    }
    let (seed, rest) = bytes.split_at(16);
    let seed = [word(seed, 0) ^ K3, word(seed, 8)];
    if rest.len() < 128 { murmur(rest, seed) } else { long128(rest, seed) }
}

/// Five words that are stirred, and the CRC32C of all that went through each of them.
struct Mixer {
    state: [u64; 5],
    carried: u64,
    start: [u64; 2],
    lanes: [Crc; 5],
}

impl Mixer {
    /// Takes at least one round of bytes.
    fn new(bytes: &[u8], seed: u32) -> Mixer {
        let len = bytes.len() as u64;
        let b = word(bytes, 96).wrapping_add(K0);
        let start = [join(b, len), word(bytes, 120).wrapping_mul(K0).wrapping_add(len)];
        let a = word(bytes, 56).wrapping_add(K0);
        let e = word(bytes, 184).wrapping_add(u64::from(seed));
        Mixer {
            state: [a, b, start[0], start[1], e],
            carried: start[0].wrapping_add(start[1]),
            start,
            lanes: [seed, 0, 0, 0, 0].map(Crc::new),
        }
    }

    fn run(mut self, bytes: &[u8]) -> [u64; 4] {
        let mut rounds = bytes.chunks_exact(ROUND);
        for round in &mut rounds {
            for pair in round.chunks_exact(2 * STEP) {
                self.step(&pair[..STEP], 1, 1);
                self.step(&pair[STEP..], K0, 0);
            }
        }
        let rest = rounds.remainder();
        let mut steps = rest.chunks_exact(STEP);
        for step in &mut steps {
            self.step(step, K0, 0);
        }
        if !steps.remainder().is_empty() {
            self.step(&bytes[bytes.len() - STEP..], K0, 0); // some of them for the second time
        }
        self.finish()
    }

    fn step(&mut self, bytes: &[u8], factor: u64, odd: u32) {
        let [a, b, c, d, e] = self.state;
        let from = [(b, 41), (c, 27), (d, 41), (e, 33), (self.carried, 25)];
        for (at, (value, turn)) in from.into_iter().enumerate() {
            let stirred = value.rotate_right(turn ^ odd).wrapping_mul(factor);
            self.state[at] = stirred.wrapping_add(word(bytes, 8 * at));
            self.lanes[at].push(self.state[at]);
        }
        self.carried = a;
    }

    fn finish(self) -> [u64; 4] {
        let [a, b, c, d, e] = self.state;
        let [f, g, h, i, j] = self.lanes.map(Crc::finish);
        let j = j.wrapping_add(i << 32);
        let a = join(a, j);
        let h = h.wrapping_add(g << 32);
        let b = b.wrapping_add(h);
        let c = join(c, f).wrapping_add(i);
        let d = join(d, e.wrapping_add(self.start[0]));
        let j = j.wrapping_add(e);
        let i = i.wrapping_add(join(h, self.carried));
        let e = join(a, d).wrapping_add(j);
        let f = join(b, c).wrapping_add(a);
        let g = join(j, i).wrapping_add(c);

        let first = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
        let a = scale(a.wrapping_add(g)).wrapping_add(b);
        let second = self.start[1].wrapping_add(a).wrapping_add(first);
        let a = scale(a).wrapping_add(c);
        let third = a.wrapping_add(second);
        let a = scale(a.wrapping_add(e));
        [first, second, third, a.wrapping_add(third)]
    }
}

fn scale(value: u64) -> u64 {
    shift_mix(value.wrapping_mul(K0)).wrapping_mul(K0)
}

/// The CRC32C of words, one after the other, without the inversions at both ends.
///
/// The words are gathered first: the crate is at its best with more than eight bytes at once.
struct Crc {
    register: u32,
    words: Vec<u8>,
}

impl Crc {
    const GATHERED: usize = 4096;

    fn new(register: u32) -> Crc {
        Crc { register, words: Vec::with_capacity(Crc::GATHERED) }
    }

    fn push(&mut self, word: u64) {
        self.words.extend_from_slice(&word.to_le_bytes());
        if self.words.len() == Crc::GATHERED {
            self.settle();
        }
    }

    fn settle(&mut self) {
        self.register = !crc32c::crc32c_append(!self.register, &self.words);
        self.words.clear();
    }

    fn finish(mut self) -> u64 {
        self.settle();
        u64::from(self.register)
    }
}

/// CityHash128 of 16 to 127 bytes, a multiple of 16.
fn murmur(bytes: &[u8], [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let len = bytes.len() as u64;
    let (mut c, mut d);
    if bytes.len() <= 16 {
        a = shift_mix(a.wrapping_mul(K1)).wrapping_mul(K1);
        c = b.wrapping_mul(K1).wrapping_add(sixteen(bytes));
        d = shift_mix(a.wrapping_add(word(bytes, 0)));
    } else {
        c = join(word(bytes, bytes.len() - 8).wrapping_add(K1), a);
        d = join(b.wrapping_add(len), c.wrapping_add(word(bytes, bytes.len() - 16)));
        a = a.wrapping_add(d);
        for pair in bytes[..bytes.len() - 16].chunks_exact(16) {
            a = (a ^ shift_mix(word(pair, 0).wrapping_mul(K1)).wrapping_mul(K1)).wrapping_mul(K1);
            b ^= a;
            c = (c ^ shift_mix(word(pair, 8).wrapping_mul(K1)).wrapping_mul(K1)).wrapping_mul(K1);
            d ^= c;
        }
    }
    let (a, b) = (join(a, c), join(d, b));
    [a ^ b, join(b, a)]
}

/// CityHash64 of 16 bytes.
fn sixteen(bytes: &[u8]) -> u64 {
    let (a, b) = (word(bytes, 0), word(bytes, 8));
    join(a, b.wrapping_add(16).rotate_right(16)) ^ b
}

/// CityHash128 of 128 bytes or more.
fn long128(bytes: &[u8], [x, y]: [u64; 2]) -> [u64; 2] {
    let z = (bytes.len() as u64).wrapping_mul(K1);
    let v = (y ^ K1).rotate_right(49).wrapping_mul(K1).wrapping_add(word(bytes, 0));
    let v = [v, v.rotate_right(42).wrapping_mul(K1).wrapping_add(word(bytes, 8))];
    let w = [
        y.wrapping_add(z).rotate_right(35).wrapping_mul(K1).wrapping_add(x),
        x.wrapping_add(word(bytes, 88)).rotate_right(53).wrapping_mul(K1),
    ];
    let mut mill = Mill { x, y, z, v, w };
    let whole = bytes.len() / 128 * 128;
    for block in bytes[..whole].chunks_exact(64) {
        mill.turn(block);
    }
    mill.finish(bytes, bytes.len() - whole)
}

/// The 56 bytes that [`long128`] stirs.
struct Mill {
    x: u64,
    y: u64,
    z: u64,
    v: [u64; 2],
    w: [u64; 2],
}

impl Mill {
    fn turn(&mut self, block: &[u8]) {
        let Mill { x, y, z, v, w } = *self;
        let x = x.wrapping_add(y).wrapping_add(v[0]).wrapping_add(word(block, 8));
        let x = x.rotate_right(37).wrapping_mul(K1) ^ w[1];
        let y = y.wrapping_add(v[1]).wrapping_add(word(block, 48));
        let y = y.rotate_right(42).wrapping_mul(K1);
        let y = y.wrapping_add(v[0]).wrapping_add(word(block, 40));
        let z = z.wrapping_add(w[0]).rotate_right(33).wrapping_mul(K1);
        self.v = weak(block, v[1].wrapping_mul(K1), x.wrapping_add(w[0]));
        self.w = weak(&block[32..], z.wrapping_add(w[1]), y.wrapping_add(word(block, 16)));
        (self.x, self.y, self.z) = (z, y, x);
    }

    /// Hashes what is left over, 32 bytes at a time from the end: the last ones reach back into what
    /// was hashed before.
    fn finish(self, bytes: &[u8], left: usize) -> [u64; 2] {
        let Mill { mut x, mut y, mut z, mut v, mut w } = self;
        x = x.wrapping_add(v[0].wrapping_add(z).rotate_right(49).wrapping_mul(K0));
        z = z.wrapping_add(w[0].rotate_right(37).wrapping_mul(K0));
        for done in (32..left + 32).step_by(32) {
            let tail = &bytes[bytes.len() - done..];
            y = x.wrapping_add(y).rotate_right(42).wrapping_mul(K0).wrapping_add(v[1]);
            w[0] = w[0].wrapping_add(word(tail, 16));
            x = x.wrapping_mul(K0).wrapping_add(w[0]);
            z = z.wrapping_add(w[1]).wrapping_add(word(tail, 0));
            w[1] = w[1].wrapping_add(v[0]);
            v = weak(tail, v[0].wrapping_add(z), v[1]);
        }
        let x = join(x, v[0]);
        let y = join(y.wrapping_add(z), w[0]);
        [
            join(x.wrapping_add(v[1]), w[1]).wrapping_add(y),
            join(x.wrapping_add(w[1]), y.wrapping_add(v[1])),
        ]
    }
}

/// A quick hash of 32 bytes and two words.
fn weak(bytes: &[u8], a: u64, b: u64) -> [u64; 2] {
    let [w, x, y, z] = [0, 8, 16, 24].map(|at| word(bytes, at));
    let a = a.wrapping_add(w);
    let b = b.wrapping_add(a).wrapping_add(z).rotate_right(21);
    let c = a.wrapping_add(x).wrapping_add(y);
    [c.wrapping_add(z), b.wrapping_add(c.rotate_right(44)).wrapping_add(a)]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the crate cityhash-rs says of them.
    #[test]
    fn texts_of_up_to_900_bytes_hash_as_in_version_1_0_3() {
        for (len, expected) in [
            (32, 137988767767249328989389260078402331118_u128),
            (64, 281894127913312254464147540807079440916),
            (96, 294710858006616070656877896909587938266),
            (128, 23677098115432148222833526345174081524),
            (160, 10646357285793170388122587462371978333),
            (512, 3824159961330500015581492610431272846),
            (896, 281240663323578640437295649676889821549),
        ] {
            let bytes: Vec<u8> = (0..len).map(|at| (at * 7 + 3) as u8).collect();
            let [first, second] = crc128(&bytes);
            assert_eq!(u128::from(first) << 64 | u128::from(second), expected, "{len} bytes");
        }
    }
}
