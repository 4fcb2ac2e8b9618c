//! What the tags of a study say, where they follow the conventions of study
//! databases: White holds the composers, Black the code and flags, Event award, source and number.

use crate::gbr::{Form, Prefix};
use crate::record::Record;

/// Words that end the name of an award.
const AWARDS: &[&str] = &[
    "award",
    "cm",
    "comm",
    "commendation",
    "commendations",
    "commended",
    "hm",
    "mention",
    "mentions",
    "place",
    "prize",
    "prizes",
    "recommendation",
];

/// The parts of the tags; empty where there is nothing of the sort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Study {
    /// `Vlasak, E` for `Vlasak=E`, each.
    pub composers: Vec<String>,
    /// `1st prize`
    pub award: String,
    /// Where it was published.
    pub source: String,
    /// The number of its diagram there, without the `#`.
    pub number: String,
    /// `U1`, `(c)`, `TT` and so on.
    pub flags: Vec<String>,
}

impl Study {
    /// Reads the tags of a record; none where its Black tag holds no code.
    #[must_use]
    pub fn of_record(record: &Record<'_>) -> Option<Study> {
        let black = record.text(b"Black")?;
        let (code, _) = in_brackets(&black)?;
        let flags = &black.trim_start()[code.len()..];
        let (award, source, number) = publication(&record.text(b"Event").unwrap_or_default());
        Some(Study {
            composers: composers(&record.text(b"White").unwrap_or_default()),
            award,
            source,
            number,
            flags: flags.split_whitespace().map(str::to_owned).collect(),
        })
    }
}

/// The code that a name begins with, without flags. Most names are just names.
pub(crate) fn in_brackets(name: &str) -> Option<(String, Form)> {
    // The grammar would try all of its other forms on each name of a player.
    let name = Some(name.trim_start()).filter(|name| name.starts_with('('))?;
    let end = name.find(')')?;
    let prefix = Prefix::from_ascii(name.as_bytes())?;
    let is_listed = matches!(prefix.form, Form::Database | Form::Probleemblad);
    is_listed.then(|| (name[..=end].to_owned(), prefix.form))
}

/// `Barbier=G Van den Ende=J` are two: a name ends with the word that has the initials. Names
/// without initials of this sort have a `;` between them: `Platov, V; Platov, M`.
#[must_use]
pub(crate) fn composers(white: &str) -> Vec<String> {
    let mut composers = Vec::new();
    for part in white.split(';') {
        append_composers(part, &mut composers);
    }
    composers.retain(|composer| !matches!(composer.as_str(), "?" | "-"));
    composers
}

fn append_composers(white: &str, composers: &mut Vec<String>) {
    let mut name: Vec<&str> = Vec::new();
    for word in white.split_whitespace() {
        match word.split_once('=') {
            Some((last, initials)) => {
                name.push(last);
                composers.push(format!("{}, {initials}", name.join(" ")));
                name.clear();
            }
            None => name.push(word),
        }
    }
    if !name.is_empty() {
        composers.push(name.join(" "));
    }
}

/// Award, source and number: `1st prize, Rigaer Tageblatt #4`.
fn publication(event: &str) -> (String, String, String) {
    let (rest, number) = match event.rsplit_once('#') {
        Some((rest, number)) if !number.trim().contains(char::is_whitespace) => (rest, number),
        _ => (event, ""),
    };
    let (awards, sources): (Vec<&str>, Vec<&str>) =
        rest.split(',').map(str::trim).filter(|part| !part.is_empty()).partition(is_award);
    let source = sources.join(", ");
    let source = if source == "?" { String::new() } else { source };
    (awards.join(", "), source, number.trim().to_owned())
}

fn is_award(part: &&str) -> bool {
    let last = part.rsplit(char::is_whitespace).next().expect("a last piece, if empty");
    AWARDS.contains(&last.trim_end_matches('.').to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(event: &str) -> (String, String, String) {
        publication(event)
    }

    #[test]
    fn composers_end_with_their_initials() {
        assert_eq!(composers("Vlasak=E Polasek=J"), ["Vlasak, E", "Polasek, J"]);
        assert_eq!(composers("Van den Ende=J Anon"), ["Van den Ende, J", "Anon"]);
        assert_eq!(composers("Platov, V; Platov, M"), ["Platov, V", "Platov, M"]);
        assert_eq!(composers("?"), Vec::<String>::new());
    }

    #[test]
    fn an_event_is_award_source_and_number() {
        let of = |event| {
            let (award, source, number) = parts(event);
            format!("{award}|{source}|{number}")
        };
        assert_eq!(of("1st prize, Rigaer Tageblatt #4"), "1st prize|Rigaer Tageblatt|4");
        assert_eq!(of("Three knights, Handbuch #9"), "|Three knights, Handbuch|9");
        assert_eq!(of("2nd hon. mention, A, B"), "2nd hon. mention|A, B|");
        assert_eq!(of("? #1"), "||1");
        assert_eq!(of(""), "||");
    }
}
