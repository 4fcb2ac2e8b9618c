//! What the page asks for: JSON in, a task and its file out.

use gbr_pgn::check::FindingFormat;
use gbr_pgn::scan::HitFormat;
use serde_json::Value;
use std::io;

/// What to do, and with which file.
pub struct Request {
    pub task: Task,
    /// What the file is called.
    pub name: String,
    /// The format that it is read as; by content where it is not said.
    pub from: Option<String>,
    /// What stands above a directory.
    pub title: String,
}

pub enum Task {
    /// What is in it.
    Look,
    Annotate,
    Convert(Table),
    Check(FindingFormat),
    Scan(HitFormat),
    /// The directory for the browser.
    Page,
}

/// What is converted into.
pub struct Table {
    pub to: String,
    pub spreadsheet: bool,
}

impl Request {
    pub fn read(json: &[u8]) -> io::Result<Request> {
        let said: Value = serde_json::from_slice(json)?;
        let text = |key: &str| said[key].as_str().map(str::to_owned);
        Ok(Request {
            task: Task::read(&said)?,
            name: text("name").unwrap_or_default(),
            from: text("from"),
            title: text("title").unwrap_or_else(|| "Directory".to_owned()),
        })
    }
}

impl Task {
    fn read(said: &Value) -> io::Result<Task> {
        let to = said["to"].as_str().unwrap_or_default();
        Ok(match said["task"].as_str().unwrap_or_default() {
            "look" => Task::Look,
            "annotate" => Task::Annotate,
            "convert" => {
                let spreadsheet = said["spreadsheet"].as_bool().unwrap_or_default();
                Task::Convert(Table { to: to.to_owned(), spreadsheet })
            }
            "check" if to == "csv" => Task::Check(FindingFormat::Csv),
            "check" => Task::Check(FindingFormat::Text),
            "scan" => Task::Scan(match to {
                "csv" => HitFormat::Csv,
                "pgn" => HitFormat::Pgn,
                "epd" => HitFormat::Epd,
                _ => HitFormat::Text,
            }),
            "page" => Task::Page,
            other => return Err(io::Error::other(format!("nothing is called {other:?}"))),
        })
    }
}
