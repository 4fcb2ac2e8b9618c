//! Data in a page: JSON, compressed, in printable letters that mean nothing to HTML.
//!
//! Thirteen bits are two of 91 letters, which takes a thirteenth less than base 64 does. Up to six
//! bits that are left are one letter, so that no byte too many comes out.

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;
use std::io;

/// What begins marks and escapes; the page leaves out the same.
const LEFT_OUT: &[u8] = b"<&\\";

const LETTERS: u32 = 91;
const BITS: u32 = 13;

/// Packs a value.
pub fn pack(value: &Value) -> io::Result<String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    serde_json::to_writer(&mut encoder, value)?;
    Ok(letters(&encoder.finish()?))
}

/// The bits of the bytes, lowest first; the last letters are filled up with zeros.
fn letters(bytes: &[u8]) -> String {
    let alphabet: Vec<char> =
        (b'!'..=b'~').filter(|letter| !LEFT_OUT.contains(letter)).map(char::from).collect();
    let letter = |number: u32| alphabet[number as usize];
    let mut text = String::with_capacity(bytes.len() * 5 / 4);
    let (mut bits, mut count) = (0, 0);
    for &byte in bytes {
        bits |= u32::from(byte) << count;
        count += 8;
        if count >= BITS {
            let number = bits & ((1 << BITS) - 1);
            text.extend([letter(number / LETTERS), letter(number % LETTERS)]);
            bits >>= BITS;
            count -= BITS;
        }
    }
    match count {
        0 => {}
        1..=6 => text.push(letter(bits)),
        _ => text.extend([letter(bits / LETTERS), letter(bits % LETTERS)]),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_letters_are_thirteen_bits() {
        assert_eq!(letters(b""), "");
        assert_eq!(letters(&[0]), "!!");
        assert_eq!(letters(&[1, 0]), "!\"!");
        assert_eq!(letters(&[91, 0, 0, 0]), "\"!!!!");
        assert_eq!(letters(&[0; 13]).len(), 16);
    }

    #[test]
    fn no_letter_means_anything_to_html() {
        let bytes: Vec<u8> = (0..60_000u32).flat_map(|n| (n * 7919).to_le_bytes()).collect();
        let text = letters(&bytes);
        assert!(
            text.bytes().all(|letter| letter.is_ascii_graphic() && !LEFT_OUT.contains(&letter))
        );
        let used: std::collections::BTreeSet<u8> = text.bytes().collect();
        assert_eq!(used.len(), 91);
    }
}
