//! HTML as a reader sees it: tags and entities, as far as they may stand in or
//! around a notation.
//!
//! Only names that HTML has are taken for tags, so that `<` in other texts stays what it is.

use super::candidate::has_code;
use super::glyph::{Glyph, LONGEST, of_char};

/// Tags that change the look of words and do not part them.
const INLINE: &[&[u8]] = &[
    b"a", b"abbr", b"b", b"bdi", b"big", b"cite", b"code", b"del", b"em", b"font", b"i", b"ins",
    b"kbd", b"mark", b"nobr", b"s", b"samp", b"small", b"span", b"strong", b"sub", b"sup", b"tt",
    b"u", b"var", b"wbr",
];

/// Tags that begin a new cell.
const CELL: &[&[u8]] = &[b"img", b"td", b"th"];

/// Tags that begin a new line.
const BLOCK: &[&[u8]] = &[
    b"blockquote",
    b"body",
    b"br",
    b"center",
    b"dd",
    b"div",
    b"dl",
    b"dt",
    b"h1",
    b"h2",
    b"h3",
    b"h4",
    b"h5",
    b"h6",
    b"head",
    b"hr",
    b"html",
    b"li",
    b"ol",
    b"p",
    b"pre",
    b"section",
    b"table",
    b"tbody",
    b"thead",
    b"title",
    b"tr",
    b"ul",
];

/// Entities that stand for a character of some notation, or for a gap.
const ENTITIES: &[(&[u8], char)] = &[
    (b"nbsp", '\u{a0}'),
    (b"ensp", ' '),
    (b"emsp", ' '),
    (b"thinsp", ' '),
    (b"shy", '\u{ad}'),
    (b"zwnj", '\u{200c}'),
    (b"plus", '+'),
    (b"equals", '='),
    (b"minus", '-'),
    (b"ndash", '-'),
    (b"lpar", '('),
    (b"rpar", ')'),
    (b"sol", '/'),
    (b"period", '.'),
    (b"colon", ':'),
];

/// The tag that some bytes begin with, and its length.
pub(super) fn tag(bytes: &[u8]) -> Option<(Glyph, usize)> {
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    // Another `<` shows that the first was none; so nothing is looked at twice.
    let end = 1 + memchr::memchr2(b'<', b'>', bytes.get(1..)?)?;
    if bytes[end] != b'>' {
        return None;
    }
    let inside = &bytes[1..end];
    let name = inside.strip_prefix(b"/").unwrap_or(inside);
    let len = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let is_whole =
        name.get(len).is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'/'));
    let is_one_of =
        |names: &[&[u8]]| names.iter().any(|one| one.eq_ignore_ascii_case(&name[..len]));
    // A code in an attribute is read as text, or it would be missed.
    if !is_whole || has_code(inside) {
        None
    } else if is_one_of(INLINE) {
        Some((Glyph::Nothing, end + 1))
    } else if is_one_of(CELL) {
        Some((Glyph::Blank, end + 1))
    } else {
        is_one_of(BLOCK).then_some((Glyph::LineEnd, end + 1))
    }
}

/// The entity that some bytes begin with, and its length.
pub(super) fn entity(bytes: &[u8]) -> Option<(Glyph, usize)> {
    let bytes = &bytes[..bytes.len().min(12)];
    let end = memchr::memchr(b';', bytes)?;
    let name = &bytes[1..end];
    let char = match name.strip_prefix(b"#") {
        Some(number) => numeric(number)?,
        None => ENTITIES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((of_char(char), end + 1))
}

/// `43` or `x2B`
fn numeric(number: &[u8]) -> Option<char> {
    let number = str::from_utf8(number).ok()?;
    let code = match number.strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_part_words_or_do_not() {
        assert_eq!(tag(b"<b>x"), Some((Glyph::Nothing, 3)));
        assert_eq!(tag(b"</SPAN >"), Some((Glyph::Nothing, 8)));
        assert_eq!(tag(b"<br/>"), Some((Glyph::LineEnd, 5)));
        assert_eq!(tag(b"<td class=\"x\">"), Some((Glyph::Blank, 14)));
    }

    #[test]
    fn what_is_no_tag_stays() {
        for text in ["<", "<b", "<joe@example.org>", "< b>", "<b <i>", "<a title=\"0116.00\">"] {
            assert_eq!(tag(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn entities_are_what_they_stand_for() {
        assert_eq!(entity(b"&nbsp;x"), Some((Glyph::Blank, 6)));
        assert_eq!(entity(b"&#43;"), Some((Glyph::Ascii(b'+'), 5)));
        assert_eq!(entity(b"&#x2b;"), Some((Glyph::Ascii(b'+'), 6)));
        assert_eq!(entity(b"&eacute;"), None);
        assert_eq!(entity(b"& so;"), None);
    }
}
