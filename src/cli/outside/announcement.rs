//! What a plugin says first: the columns that it will fill, and which of them it may.

use super::answer::FAULT;
use super::process::quoted;
use super::trouble::Trouble;
use crate::column::ANNOTATIONS;
use crate::row::Column;
use crate::text::bytes::BOM;
use serde_json::{Value, from_slice};

/// The version of the protocol, and the line that says so.
pub const GREETING: &[u8] = b"{\"gbr-pgn\": 1}\n";

/// Tags that decide what a game is: the roster, and how it starts.
pub const ESSENTIAL: [&str; 10] =
    ["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "FEN", "Variant"];

/// Opcodes that other programs know.
const KNOWN: [&str; 7] = ["gbr", "gbrpos", "bm", "am", "id", "hmvc", "fmvn"];

/// Reads the columns.
pub fn read(line: &[u8]) -> Result<Vec<Column>, Trouble> {
    let wrong = |why: &str| Trouble::Answer(quoted(line), why.to_owned());
    const EXPECTED: &str = "expected {\"columns\": [{\"tag\": \"Name\", \"key\": \"name\"}]}";
    // Some languages mark the beginning of whatever they write.
    let value: Value =
        from_slice(line.strip_prefix(BOM).unwrap_or(line)).map_err(|_| wrong(EXPECTED))?;
    let columns = value.get("columns").and_then(Value::as_array).ok_or_else(|| wrong(EXPECTED))?;
    let mut found: Vec<Column> = Vec::new();
    for column in columns {
        let tag = column.get("tag").and_then(Value::as_str).ok_or_else(|| wrong(EXPECTED))?;
        let key = match column.get("key") {
            None => tag.to_ascii_lowercase(),
            Some(key) => key.as_str().ok_or_else(|| wrong(EXPECTED))?.to_owned(),
        };
        refuse(tag, &key).map_err(|why| wrong(&why))?;
        let is_twice = found.iter().any(|other| other.tag == tag || other.key == key);
        if is_twice {
            return Err(wrong(&format!("{tag} stands there twice")));
        }
        // Columns live as long as the program, and there are a few of these.
        found.push(Column::answer(tag.to_owned().leak(), key.leak()));
    }
    if found.is_empty() { Err(wrong("expected one column at least")) } else { Ok(found) }
}

/// Whether a plugin may write under these names.
fn refuse(tag: &str, key: &str) -> Result<(), String> {
    for name in [tag, key] {
        if !is_name(name) {
            let name = name.escape_debug();
            return Err(format!(
                "'{name}' is not a name: expected a letter, then letters, digits and underscores"
            ));
        }
    }
    let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
    let own = ANNOTATIONS.iter().map(|stage| stage.column());
    let is_own_tag = own.clone().any(|column| is(tag, column.tag));
    if is_own_tag || is(tag, FAULT) || ESSENTIAL.iter().any(|other| is(tag, other)) {
        return Err(format!("the tag {tag} is not for plugins"));
    }
    let is_comment = matches!(key.as_bytes(), [b'c' | b'C', b'0'..=b'9']);
    let is_own_key = own.clone().any(|column| is(key, column.key));
    if is_own_key || is_comment || KNOWN.iter().any(|other| is(key, other)) {
        return Err(format!("the opcode {key} is not for plugins"));
    }
    Ok(())
}

/// The longest name.
const LONGEST: usize = 255;

/// Whether a tag or an opcode may be called so.
pub fn is_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    name.as_bytes().first().is_some_and(u8::is_ascii_alphabetic)
        && name.bytes().all(is_part)
        && name.len() <= LONGEST
}
