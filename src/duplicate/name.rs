//! Names as they are compared: `Réti, R.` and `RETI,R` are one.

use crate::text::fold::{append, is_mark};

/// A name without case, accents and dots. White space counts once, and not after a comma.
#[must_use]
pub fn fold(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    let mut is_apart = false;
    for letter in name.chars().filter(|&letter| letter != '.').flat_map(char::to_lowercase) {
        if letter.is_whitespace() {
            is_apart = true;
        } else if !is_mark(letter) {
            let is_free = folded.is_empty() || folded.ends_with(',') || letter == ',';
            if is_apart && !is_free {
                folded.push(' ');
            }
            is_apart = false;
            append(letter, &mut folded);
        }
    }
    folded
}

/// A value that says something: not missing, empty or `?`.
pub(super) fn known(value: Option<String>) -> Option<String> {
    let value = value?;
    let trimmed = value.trim();
    let is_known = trimmed.chars().any(|letter| letter != '?');
    is_known.then(|| trimmed.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_dots_make_no_other_name() {
        for (one, other) in [
            ("Réti, R.", "RETI,R"),
            ("Re\u{301}ti", "Réti"),
            ("Đurić,  Stefan", "duric, stefan "),
            ("Høi", "hoi"),
            ("Weiß", "WEISS"),
            ("İvanov", "ivanov"),
            ("Алёхин", "АЛЕХИН"),
            ("J.R. Capablanca", "JR Capablanca"),
        ] {
            assert_eq!(fold(one), fold(other), "{one} {other}");
        }
    }

    #[test]
    fn other_letters_make_another_name() {
        for (one, other) in [
            ("Müller", "Mueller"),
            ("Carlsen, M", "Carlsen, Magnus"),
            ("An Na", "Anna"),
            ("Толстой", "Толстои"),
        ] {
            assert_ne!(fold(one), fold(other), "{one} {other}");
        }
    }

    #[test]
    fn question_marks_say_nothing() {
        for value in [None, Some(""), Some(" ? "), Some("??")] {
            assert_eq!(known(value.map(str::to_owned)), None);
        }
        assert_eq!(known(Some(" ?a".into())).as_deref(), Some("?a"));
    }
}
