//! A text with codes in it, as magazines print them.

use crate::host::Saved;
use crate::input::Input;
use crate::look::{entries, show};
use crate::report::Tally;
use crate::request::Request;
use gbr_pgn::Job;
use gbr_pgn::directory::{Directory, Entries, TemplateError};
use gbr_pgn::format::Pgn;
use gbr_pgn::scan::{Hit, HitFormat, HitWriter, Scanner, Verdict};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Where in the text a position stands is what its entry refers to.
const REFERENCE: &str = "{number} {Event}";

/// Positions that are shown, in bytes of PGN: some ten thousand.
const MOST_BYTES: usize = 2 << 20;

/// What was found so far.
#[derive(Default)]
struct HitTally {
    ok: u64,
    open: u64,
    codes: Tally,
    wrong: Tally,
}

impl HitTally {
    fn take(&mut self, hit: &Hit) {
        match hit.verdict() {
            Verdict::Ok => self.ok += 1,
            Verdict::Open => self.open += 1,
            Verdict::Wrong => self.wrong.add(|| told(hit)),
        }
        self.codes.add(|| told(hit));
    }
}

fn told(hit: &Hit) -> Value {
    json!({
        "line": hit.place.line,
        "column": hit.place.column,
        "page": hit.page,
        "text": hit.text,
        "verdict": hit.verdict().name(),
        "problem": hit.meaning.as_ref().err().map(ToString::to_string),
        "suggestion": hit.repair().map(|repair| repair.text),
        "unread": hit.unread,
    })
}

/// Looks through the whole text once, and shows the positions in it.
pub fn look(request: &Request) -> io::Result<Value> {
    let (mut found, mut pgn) = (HitTally::default(), Vec::new());
    let read = each(|writer, hit| {
        found.take(hit);
        let game = writer.hit(&request.name, hit);
        if pgn.len() < MOST_BYTES {
            pgn.extend(game);
        }
        Ok(())
    });
    let damage = match read {
        Err(error) if found.codes.is_empty() => return Err(error),
        read => read.err().map(|error| error.to_string()),
    };
    let directory = directory_of(&pgn)?;
    let shown = directory.entries().len();
    show(&directory);
    Ok(json!({
        "kind": "text",
        "format": "text",
        "isEditable": false,
        "ok": found.ok,
        "open": found.open,
        "codes": found.codes.into_json(),
        "wrong": found.wrong.into_json(),
        "shown": shown,
        "damage": damage,
    }))
}

/// Hands over what `gbr-pgn scan` writes.
pub fn scan(request: &Request, format: HitFormat) -> io::Result<Value> {
    let mut writer = HitWriter::new(format);
    Saved.write_all(&writer.head())?;
    each(|_, hit| Saved.write_all(&writer.hit(&request.name, hit)))?;
    Ok(json!({}))
}

/// Hands over the directory of all positions in it: that of what `gbr-pgn scan --to pgn` writes.
pub fn page(request: &Request) -> io::Result<Value> {
    let mut pgn = Vec::new();
    each(|writer, hit| {
        pgn.extend(writer.hit(&request.name, hit));
        Ok(())
    })?;
    Saved.write_all(&directory_of(&pgn)?.to_html(&request.title, 0)?)?;
    Ok(json!({}))
}

/// Gives each code of the text to `take`, with what writes it as a game.
fn each(mut take: impl FnMut(&mut HitWriter, &Hit) -> io::Result<()>) -> io::Result<()> {
    let mut writer = HitWriter::new(HitFormat::Pgn);
    for hit in Scanner::new(Input::open()?) {
        take(&mut writer, &hit?)?;
    }
    Ok(())
}

fn directory_of(pgn: &[u8]) -> io::Result<Directory> {
    let template = REFERENCE.parse().map_err(|error: TemplateError| io::Error::other(error))?;
    let mut found = Entries::default();
    Job::collect(&Pgn, entries(template)).run(pgn, |done| {
        found.append(&mut done.out);
        Ok::<_, io::Error>(())
    })?;
    Ok(Directory::new(found.entries))
}
