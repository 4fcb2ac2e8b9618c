//! What is in a file: its records counted, their codes compared, what is wrong told, and the first of them to be shown.

use crate::host::{Channel, give};
use crate::input::Input;
use crate::prose;
use crate::report::{self, Faults, Tally};
use crate::request::Request;
use gbr_pgn::check::{Check, CheckTally, Checked};
use gbr_pgn::column::At;
use gbr_pgn::directory::{Directory, Entries, EntryCollector, EntryDetail, Rule, Template};
use gbr_pgn::fault::FaultKind;
use gbr_pgn::format::Entry;
use gbr_pgn::run::{Chunk, Collector};
use gbr_pgn::{Fault, Job};
use serde_json::{Value, json};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Entries that are shown, and bytes of their records: what a telephone can hold, and more than anyone leafs through.
const MOST_ENTRIES: usize = 5000;
const MOST_BYTES: usize = 24 << 20;

/// Looks through the whole file once. Where there is no record in it, it is a text, and is looked through as one.
pub fn look(request: &Request) -> io::Result<Value> {
    if request.from.as_deref() == Some("text") {
        return prose::look(request);
    }
    let found = records(request, Input::open()?)?;
    let is_prose = request.from.is_none() && found["games"] == 0 && found["texts"] != 0;
    if is_prose { prose::look(request) } else { Ok(found) }
}

fn records(request: &Request, input: Input) -> io::Result<Value> {
    let source = input.source(request);
    let job = Job::collect(source, LookCollector::default());
    let (mut faults, mut wrong, mut codes) =
        (Faults::default(), Tally::default(), CheckTally::default());
    let (mut games, mut coded, mut texts, mut entries) = (0, 0, 0, Entries::default());
    let read = job.run(input, |done| {
        games += done.games;
        coded += done.coded;
        texts += done.texts;
        let (checked, found) = &mut done.out;
        codes += checked.tally;
        checked.findings.iter().for_each(|finding| wrong.add(|| report::wrong(finding)));
        entries.append(found);
        // That a line contradicts itself is among the wrong codes already.
        let is_told = |fault: &&Fault| fault.kind != FaultKind::BadNotation;
        done.faults.iter().filter(is_told).for_each(|fault| faults.add(fault));
        Ok::<_, io::Error>(())
    });
    let shown = entries.entries.len();
    show(&Directory::new(entries.entries));
    let mut answer = json!({
        "kind": "records",
        "format": source.name(),
        "isEditable": source.editor(false).is_some(),
        "games": games,
        "coded": coded,
        "texts": texts,
        "shown": shown,
        "agree": codes.agree,
        "wrong": wrong.into_json(),
        // What came before is sound.
        "damage": read.err().map(|error| error.to_string()),
    });
    faults.put_into(&mut answer);
    Ok(answer)
}

/// Hands over what the page shows entries with.
pub fn show(directory: &Directory) {
    give(Channel::Index, &directory.to_index_json());
    for block in directory.to_record_jsons() {
        give(Channel::Records, &block);
    }
}

/// What makes entries for the browser.
pub fn entries(template: Template) -> EntryCollector<'static> {
    let rule = Rule { at: At::Start, template, before: 0 };
    EntryCollector { rule, detail: EntryDetail::Record, judge: None }
}

/// Compares codes, and collects entries while there is room for more.
struct LookCollector {
    check: Check<'static>,
    entries: EntryCollector<'static>,
    room: AtomicUsize,
    bytes: AtomicUsize,
}

impl Default for LookCollector {
    fn default() -> LookCollector {
        LookCollector {
            check: Check::default(),
            entries: entries(Template::default()),
            room: AtomicUsize::new(MOST_ENTRIES),
            bytes: AtomicUsize::new(MOST_BYTES),
        }
    }
}

impl LookCollector {
    /// Takes room for an entry; false where there is none.
    fn takes(&self, entry: &Entry<'_>) -> bool {
        let (room, bytes) = (self.room.load(Relaxed), self.bytes.load(Relaxed));
        let is_taken = entry.record.is_game() && room > 0 && bytes > 0;
        if is_taken {
            self.room.store(room - 1, Relaxed);
            self.bytes.store(bytes.saturating_sub(entry.record.bytes.len()), Relaxed);
        }
        is_taken
    }
}

impl Collector for LookCollector {
    type Value = (Checked, Entries);

    fn begin(&self, chunk: &Chunk) -> Self::Value {
        (self.check.begin(chunk), self.entries.begin(chunk))
    }

    fn add(&self, entry: &Entry<'_>, (checked, found): &mut Self::Value) -> Option<Fault> {
        let note = self.check.add(entry, checked);
        if self.takes(entry) { note.or(self.entries.add(entry, found)) } else { note }
    }
}
