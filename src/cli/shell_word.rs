//! Words of a command line that somebody is to type.

/// A word as a shell reads it.
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./=,:+@%".contains(c);
    match word {
        "" => "''".to_owned(),
        _ if word.chars().all(is_plain) => word.to_owned(),
        _ => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_one_word() {
        let words = ["", "a b", "it's", "a/b-c.pgn", "4*"];
        assert_eq!(words.map(quoted), ["''", "'a b'", "'it'\\''s'", "a/b-c.pgn", "'4*'"]);
    }
}
