//! The directory as Markdown: a heading for each part and class, a table below it.

use super::{Directory, Entry, classes};
use std::fmt::Write;

impl Directory {
    /// Markdown: a heading for each part and class, and a table below it.
    #[must_use]
    pub fn to_markdown(&self, title: &str) -> String {
        write(self, title)
    }
}

fn write(directory: &Directory, title: &str) -> String {
    let mut text = format!("# {}\n", escaped(title));
    for (section, entries) in directory.sections() {
        // Writing to memory cannot fail.
        let _ = write!(text, "\n## {} ({})\n", section.title(), entries.len());
        for (code, entries) in classes(entries) {
            let _ = write!(text, "\n### {code} {} ({})\n", code.words(), entries.len());
            text += "\n| code | kings | reference |\n|---|---|---|\n";
            entries.iter().for_each(|entry| text += &row(entry));
        }
    }
    text
}

fn row(entry: &Entry) -> String {
    let position = &entry.position;
    format!("| {} | {} | {} |\n", position.code(), position.kings(), escaped(&entry.reference))
}

/// Text in which nothing is a mark, whatever it holds.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '\\' | '|' | '*' | '_' | '`' | '[' | ']' | '#' | '~' | '!' | '$' => {
                escaped.extend(['\\', c]);
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_text() {
        assert_eq!(escaped("a|b *c* <script> [x](y)"), "a\\|b \\*c\\* &lt;script&gt; \\[x\\](y)");
    }
}
