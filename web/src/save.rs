//! What a file is made into: the bytes that the program writes for it.

use crate::host::Saved;
use crate::input::Input;
use crate::look::entries;
use crate::prose;
use crate::report::Faults;
use crate::request::{Request, Table};
use gbr_pgn::Job;
use gbr_pgn::check::{Check, FindingFormat, FindingWriter};
use gbr_pgn::column::{STAGES, Stage};
use gbr_pgn::directory::{Directory, Entries, Template};
use gbr_pgn::format::{FORMATS, Settings};
use gbr_pgn::run::{Done, Task};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Hands over what `gbr-pgn annotate` writes.
pub fn annotate(request: &Request) -> io::Result<Value> {
    let input = Input::open()?;
    let source = input.source(request);
    let nowhere = || io::Error::other(format!("{} has no place for codes", source.name()));
    written(&Job::annotate(source).ok_or_else(nowhere)?, input)
}

/// Hands over what `gbr-pgn convert` writes.
pub fn convert(request: &Request, table: &Table) -> io::Result<Value> {
    let Some(writer) = FORMATS.by_name(&table.to).and_then(|format| format.writer.as_ref()) else {
        return Err(io::Error::other(format!("{} cannot be written", table.to)));
    };
    let mut settings = Settings::default();
    settings.spreadsheet = table.spreadsheet;
    let sink = (writer.make)(&settings);
    let stages: Vec<&dyn Stage> = STAGES.iter().map(|stage| *stage as &dyn Stage).collect();
    let input = Input::open()?;
    written(&Job::new(input.source(request), Task::Find(&stages), &*sink), input)
}

fn written(job: &Job<'_>, input: Input) -> io::Result<Value> {
    Ok(told(&job.write(input, Saved)?))
}

/// How it went.
fn told(done: &Done<()>) -> Value {
    let mut faults = Faults::default();
    done.faults.iter().for_each(|fault| faults.add(fault));
    let mut answer = json!({ "games": done.games, "coded": done.coded });
    faults.put_into(&mut answer);
    answer
}

/// Hands over what `gbr-pgn check` writes.
pub fn check(request: &Request, format: FindingFormat) -> io::Result<Value> {
    let writer = FindingWriter::new(format);
    let input = Input::open()?;
    Saved.write_all(&writer.head())?;
    let job = Job::collect(input.source(request), Check::default());
    job.run(input, |done| {
        let rows = done.out.findings.iter();
        rows.map(|finding| writer.finding(&request.name, finding))
            .try_for_each(|row| Saved.write_all(&row))
    })?;
    Ok(json!({}))
}

/// Hands over what `gbr-pgn directory --to html` writes.
pub fn page(request: &Request) -> io::Result<Value> {
    if request.from.as_deref() == Some("text") {
        return prose::page(request);
    }
    let input = Input::open()?;
    let mut found = Entries::default();
    let job = Job::collect(input.source(request), entries(Template::default()));
    job.run(input, |done| {
        found.append(&mut done.out);
        Ok::<_, io::Error>(())
    })?;
    Saved.write_all(&Directory::new(found.entries).to_html(&request.title, 0)?)?;
    Ok(json!({}))
}
