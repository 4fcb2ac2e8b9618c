//! GLOB as SQLite and DuckDB have it, as far as patterns use it: `*`, `?` and
//! sets. Written plainly, to be compared with the masks of the library.

pub fn glob(pattern: &[u8], text: &[u8]) -> bool {
    match (pattern.split_first(), text.split_first()) {
        (None, None) => true,
        (Some((b'*', rest)), None) => glob(rest, text),
        (Some((b'*', rest)), Some((_, more))) => glob(rest, text) || glob(pattern, more),
        (Some((b'?', rest)), Some((_, more))) => glob(rest, more),
        (Some((b'[', set)), Some((byte, more))) => {
            let end = set.iter().position(|&b| b == b']').expect("an end of the set");
            in_set(&set[..end], *byte) && glob(&set[end + 1..], more)
        }
        (Some((wanted, rest)), Some((byte, more))) => wanted == byte && glob(rest, more),
        _ => false,
    }
}

fn in_set(set: &[u8], byte: u8) -> bool {
    match set {
        [first, b'-', last, rest @ ..] => (*first..=*last).contains(&byte) || in_set(rest, byte),
        [one, rest @ ..] => *one == byte || in_set(rest, byte),
        [] => false,
    }
}
