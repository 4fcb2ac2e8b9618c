//! Letters without their accents: `é`, `É` and `e` are one to whoever looks for a name.

/// Lower-case letters with an accent, a stroke or the like, by the letter without it.
///
/// A letter of its own that happens to be written with a mark, as the Cyrillic short i, is not among them.
const MARKED: &[(&str, &str)] = &[
    ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
    ("ae", "æǣǽ"),
    ("b", "ƀḃḅḇ"),
    ("c", "çćĉċčḉ"),
    ("d", "ðďđḋḍḏḑḓ"),
    ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
    ("f", "ḟ"),
    ("g", "ĝğġģǧǵḡ"),
    ("h", "ĥħȟḣḥḧḩḫẖ"),
    ("i", "ìíîïĩīĭįıǐȉȋḭḯỉị"),
    ("j", "ĵǰ"),
    ("k", "ķǩḱḳḵ"),
    ("l", "ĺļľłḷḹḻḽ"),
    ("m", "ḿṁṃ"),
    ("n", "ñńņňǹṅṇṉṋ"),
    ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
    ("oe", "œ"),
    ("p", "ṕṗ"),
    ("r", "ŕŗřȑȓṙṛṝṟ"),
    ("s", "śŝşšșṡṣṥṧṩ"),
    ("ss", "ß"),
    ("t", "ţťŧțṫṭṯṱẗ"),
    ("th", "þ"),
    ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
    ("v", "ṽṿ"),
    ("w", "ŵẁẃẅẇẉẘ"),
    ("x", "ẋẍ"),
    ("y", "ýÿŷȳẏẙỳỵỷỹ"),
    ("z", "źżžẑẓẕ"),
    ("α", "ά"),
    ("ε", "έ"),
    ("η", "ή"),
    ("ι", "ΐίϊ"),
    ("ο", "ό"),
    ("υ", "ΰϋύ"),
    ("ω", "ώ"),
    ("е", "ѐё"),
];

/// A text without case and accents.
#[must_use]
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase).filter(|&letter| !is_mark(letter)) {
        append(letter, &mut folded);
    }
    folded
}

/// An accent that is a character of its own.
pub(crate) const fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

/// Appends a lower-case letter without its accent.
pub(crate) fn append(letter: char, folded: &mut String) {
    let marked = |(_, marked): &&(&str, &str)| marked.contains(letter);
    let plain = if letter.is_ascii() { None } else { MARKED.iter().find(marked) };
    match plain {
        Some((plain, _)) => folded.push_str(plain),
        None => folded.push(letter),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_are_left_out() {
        for (text, folded) in [
            ("Réti, R.", "reti, r."),
            ("Re\u{301}ti", "reti"),
            ("ĐURIĆ", "duric"),
            ("Weiß", "weiss"),
            ("Алёхин", "алехин"),
            ("Толстой", "толстой"),
        ] {
            assert_eq!(fold(text), folded);
        }
    }
}
