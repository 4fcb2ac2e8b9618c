//! A book as PDF: which browser prints it, and what to do without one.

use crate::cli::browser::Browser;
use crate::cli::program;
use crate::cli::shell_word::quoted;
use anyhow::{Context, Result};
use std::env;
use std::path::{Path, PathBuf};
use std::time::Duration;

// Which browser prints.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Printing, for pdf")]
pub struct BrowserArgs {
    /// browser of the Chromium family that prints the book [default: the first one on the path]
    ///
    /// It is started without a window, with a profile of its own that is removed afterwards, and told to use no
    /// network.
    #[arg(long, value_name = "PROGRAM")]
    browser: Option<PathBuf>,

    /// start the browser without its sandbox, as root has to
    #[arg(long)]
    browser_no_sandbox: bool,
}

impl BrowserArgs {
    /// The browser; where there is none, the error says how to do without.
    pub fn find(&self, output: Option<&Path>) -> Result<Browser> {
        let browser = Browser::find(self.browser.as_deref(), !self.browser_no_sandbox);
        browser.with_context(|| {
            let missing = match &self.browser {
                Some(named) => format!("{}: is not a program", named.display()),
                None => "no browser of the Chromium family on the path, which is to print the PDF; name one by --browser"
                    .to_owned(),
            };
            let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
            format!("{missing}, or print by hand what this writes: {}", by_hand(words, output))
        })
    }

    /// The flags, and whether they are given.
    pub fn given(&self) -> [(&'static str, bool); 2] {
        [("--browser", self.browser.is_some()), ("--browser-no-sandbox", self.browser_no_sandbox)]
    }
}

/// The time that a browser has for so many diagrams; it needs a tenth of it.
pub fn limit(entries: usize) -> Duration {
    Duration::from_secs(120)
        + Duration::from_millis(250) * u32::try_from(entries).unwrap_or(u32::MAX)
}

/// The same command, as it writes HTML.
fn by_hand(words: impl Iterator<Item = String>, output: Option<&Path>) -> String {
    let pdf = output.map(|path| path.display().to_string()).filter(|it| it != "-");
    let html = pdf.as_ref().map(|pdf| format!("{}.html", pdf.strip_suffix(".pdf").unwrap_or(pdf)));
    let mut command = vec![program::name().to_owned()];
    let mut is_browser = false;
    for word in words {
        let is_value = std::mem::replace(&mut is_browser, word == "--browser");
        if is_value || word.starts_with("--browser") {
            continue;
        }
        let begin = pdf.as_ref().and_then(|pdf| word.strip_suffix(pdf.as_str()));
        command.push(match (begin, &html) {
            (Some(begin @ ("" | "-o" | "-o=" | "--output=")), Some(html)) => {
                format!("{begin}{html}")
            }
            _ if word == "pdf" => "html".to_owned(),
            _ if word == "--to=pdf" => "--to=html".to_owned(),
            _ => word,
        });
    }
    if !command.iter().any(|word| word.starts_with("--layout")) {
        command.push("--layout=book".to_owned());
    }
    command.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(line: &str, output: &str) -> String {
        by_hand(line.split(' ').map(str::to_owned), Some(Path::new(output)))
    }

    #[test]
    fn the_same_command_writes_html() {
        let expected = "gbr-pgn directory --layout book a.pgn -o a.html";
        assert_eq!(html("directory --layout book a.pgn -o a.pdf", "a.pdf"), expected);
        let line = "directory --browser x --browser-no-sandbox a.pgn -oa.pdf --title it's";
        let expected = "gbr-pgn directory a.pgn -oa.html --title 'it'\\''s' --layout=book";
        assert_eq!(html(line, "a.pdf"), expected);
        let expected = "gbr-pgn directory --to html -o x.html --layout=book";
        assert_eq!(html("directory --to pdf -o x", "x"), expected);
    }
}
