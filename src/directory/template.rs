//! How a reference is made: text with fields in braces.
//!
//! ```text
//! template = *(text / "{{" / "}}" / "{" name "}")
//! ```
//!
//! A name that begins with a capital is that of a tag, any other that of a [`Field`]. In a line
//! of EPD, a tag is an opcode of the same name.

use std::str::FromStr;

use super::credit::known;
use super::field::{FIELDS, Field, Subject};

/// A text with fields in it: `{number} {composer}, {Event} {year}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    parts: Vec<TemplatePiece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum TemplatePiece {
    Text(String),
    Field(Field),
    Tag(String),
}

/// Why a text is not a template.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// There is no such field.
    #[error(
        "unknown field {{{name}}}, expected one of {}, or the name of a tag, such as {{White}}",
        fields()
    )]
    Unknown {
        /// What stands in the braces.
        name: String,
    },
    /// A brace without its other half.
    #[error("{brace} without {missing} in byte {byte}; a brace itself is written twice")]
    Brace {
        /// The one that is there.
        brace: char,
        /// The one that is not.
        missing: char,
        /// Where it is, from 0.
        byte: usize,
    },
}

fn fields() -> String {
    let names: Vec<String> = FIELDS.iter().map(|(name, ..)| format!("{{{name}}}")).collect();
    names.join(" ")
}

impl Default for Template {
    /// Number, composer and year.
    fn default() -> Template {
        let blank = || TemplatePiece::Text(" ".into());
        let fields = [Field::Number, Field::Composer, Field::Year].map(TemplatePiece::Field);
        let [number, composer, year] = fields;
        Template { parts: vec![number, blank(), composer, blank(), year] }
    }
}

impl Template {
    /// The tags that it names.
    #[must_use]
    pub fn tags(&self) -> Vec<&str> {
        let mut tags = Vec::new();
        for part in &self.parts {
            if let TemplatePiece::Tag(name) = part {
                tags.push(name.as_str());
            }
        }
        tags
    }

    /// Appends the reference of one entry, on one line. What is empty leaves neither blanks nor commas.
    pub(super) fn fill(&self, subject: &Subject<'_>, out: &mut String) {
        let start = out.len();
        let mut is_gappy = false;
        for part in &self.parts {
            let before = out.len();
            match part {
                TemplatePiece::Text(text) => out.push_str(text),
                TemplatePiece::Field(field) => append_line(&field.text(subject), out),
                TemplatePiece::Tag(name) => append_line(&tag(subject, name), out),
            }
            is_gappy |= out.len() == before;
        }
        if is_gappy {
            let reference = closed(&out[start..]);
            out.truncate(start);
            out.push_str(&reference);
        }
    }
}

fn tag(subject: &Subject<'_>, name: &str) -> String {
    known(subject.source.value(subject.record, name.as_bytes()).unwrap_or_default())
}

/// Appends the words of a text. Line ends and characters that steer a terminal are not text.
fn append_line(text: &str, out: &mut String) {
    let start = out.len();
    let words = text.split(|c: char| c.is_whitespace() || is_blank(c));
    for word in words.filter(|word| !word.is_empty()) {
        if out.len() > start {
            out.push(' ');
        }
        out.push_str(word);
    }
}

fn without_controls(text: &str) -> String {
    text.replace(is_blank, " ")
}

fn is_blank(c: char) -> bool {
    c.is_control() || is_separator(c)
}

/// What ends a line for some readers.
fn is_separator(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

/// The text without what stood between fields that are empty.
fn closed(text: &str) -> String {
    let mut text = text.to_owned();
    for empty in ["()", "[]"] {
        text = text.replace(empty, "");
    }
    let mut words: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        let is_doubled = words.last().is_none_or(|last| last.ends_with(is_mark));
        if !(is_doubled && word.chars().all(is_mark)) {
            words.push(word);
        }
    }
    words.join(" ").trim_matches(|c: char| c.is_whitespace() || is_mark(c)).replace(" ,", ",")
}

fn is_mark(c: char) -> bool {
    matches!(c, ',' | ';' | ':' | '-' | '–' | '/')
}

impl FromStr for Template {
    type Err = TemplateError;

    fn from_str(text: &str) -> Result<Template, TemplateError> {
        let mut parts = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(at) = rest.find(['{', '}']) {
            plain.push_str(&rest[..at]);
            let byte = text.len() - rest.len() + at;
            let (braces, behind) = (&rest[at..], &rest[at + 1..]);
            if let Some(after) = braces.strip_prefix("{{").or(braces.strip_prefix("}}")) {
                plain.push_str(&braces[..1]);
                rest = after;
            } else if braces.starts_with('}') {
                return Err(TemplateError::Brace { brace: '}', missing: '{', byte });
            } else {
                let missing = TemplateError::Brace { brace: '{', missing: '}', byte };
                let (name, after) = behind.split_once('}').ok_or(missing)?;
                push_text(&mut plain, &mut parts);
                parts.push(field(name)?);
                rest = after;
            }
        }
        plain.push_str(rest);
        push_text(&mut plain, &mut parts);
        Ok(Template { parts })
    }
}

fn push_text(plain: &mut String, parts: &mut Vec<TemplatePiece>) {
    if !plain.is_empty() {
        parts.push(TemplatePiece::Text(without_controls(&std::mem::take(plain))));
    }
}

fn field(name: &str) -> Result<TemplatePiece, TemplateError> {
    let is_tag = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match Field::by_name(name) {
        Some(field) => Ok(TemplatePiece::Field(field)),
        None if is_tag => Ok(TemplatePiece::Tag(name.to_owned())),
        None => Err(TemplateError::Unknown { name: name.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_empty_leaves_no_trace() {
        for (text, expected) in [
            ("Réti, Kagans 1921", "Réti, Kagans 1921"),
            (", Kagans 1921", "Kagans 1921"),
            ("Réti,  1921", "Réti, 1921"),
            ("Réti, , 1921", "Réti, 1921"),
            ("Réti, Kagans ", "Réti, Kagans"),
            ("Réti ()", "Réti"),
            ("(1st prize) Réti []", "(1st prize) Réti"),
            ("3:  1921", "3: 1921"),
            ("Réti - ", "Réti"),
            (" , ", ""),
        ] {
            assert_eq!(closed(text), expected, "{text}");
        }
    }

    #[test]
    fn the_default_is_number_composer_year() {
        assert_eq!("{number} {composer} {year}".parse(), Ok(Template::default()));
    }

    #[test]
    fn unknown_fields_are_named_with_the_known_ones() {
        let error = "{number} {yaer}".parse::<Template>().unwrap_err().to_string();
        assert!(error.starts_with("unknown field {yaer}, expected one of {number} {composer} "));
        assert!(error.ends_with("or the name of a tag, such as {White}"), "{error}");
        assert!("{}".parse::<Template>().is_err());
        assert!("{White Elo}".parse::<Template>().is_err());
    }

    #[test]
    fn braces_are_written_twice() {
        let text = |text: &str| vec![TemplatePiece::Text(text.into())];
        assert_eq!("{{x}}".parse::<Template>().unwrap().parts, text("{x}"));
        for (bad, byte) in [("a{number", 1), ("é}", 2)] {
            let error = bad.parse::<Template>().unwrap_err();
            assert!(
                matches!(error, TemplateError::Brace { byte: at, .. } if at == byte),
                "{error}"
            );
        }
    }

    #[test]
    fn references_stay_on_one_line() {
        let mut line = String::from("x ");
        append_line(" a\r\n b\u{1b}[2J\u{2028}c ", &mut line);
        assert_eq!(line, "x a b [2J c");
        let template: Template = "a\n{number}\u{2029}".parse().unwrap();
        assert_eq!(template.parts[0], TemplatePiece::Text("a ".into()));
        assert_eq!(template.parts[2], TemplatePiece::Text(" ".into()));
    }
}
