//! Names as people write them.

/// `Vlasak, E` is E. Vlasak, and `Saavedra, Fernando` Fernando Saavedra.
pub fn person(name: &str) -> String {
    let (surname, given) = name.split_once(',').unwrap_or((name, ""));
    let given = given.split(',').map(str::trim).collect::<Vec<_>>().join(" ");
    format!("{} {}", with_dots(given.trim()), surname.trim()).trim().to_owned()
}

/// Initials get their dots.
fn with_dots(given: &str) -> String {
    let letters: Vec<char> = given.chars().collect();
    let mut dotted = String::new();
    for (at, &c) in letters.iter().enumerate() {
        dotted.push(c);
        let is_first = at.checked_sub(1).is_none_or(|before| is_between(letters[before]));
        let is_last = letters.get(at + 1).is_none_or(|&after| after != '.' && is_between(after));
        if c.is_alphabetic() && is_first && is_last {
            dotted.push('.');
        }
    }
    dotted
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, '.' | '-')
}

/// `A, B and C`
pub fn people(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| person(name)).collect();
    match names.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_turned_round() {
        for (name, expected) in [
            ("Vlasak, E", "E. Vlasak"),
            ("Saavedra, Fernando", "Fernando Saavedra"),
            ("Guy, R K", "R. K. Guy"),
            ("Roycroft, A.J.", "A.J. Roycroft"),
            ("Benkő, P-J", "P.-J. Benkő"),
            ("Алехин, А", "А. Алехин"),
            ("Anon", "Anon"),
            ("", ""),
        ] {
            assert_eq!(person(name), expected);
        }
    }

    #[test]
    fn several_are_listed() {
        let names = ["Platov, V", "Platov, M", "Rinck, H"].map(String::from);
        assert_eq!(people(&names), "V. Platov, M. Platov and H. Rinck");
        assert_eq!(people(&names[..1]), "V. Platov");
        assert_eq!(people(&[]), "");
    }
}
