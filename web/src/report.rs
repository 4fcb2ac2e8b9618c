//! Faults, notes and wrong codes, for the page to show: all of them counted, the first of them told.

use gbr_pgn::Fault;
use gbr_pgn::check::Finding;
use gbr_pgn::fault::Place;
use serde_json::{Value, json};

/// More of a sort than this is a file that somebody saves and looks through.
const MOST: usize = 1000;

/// How many there are, and the first of them.
#[derive(Default)]
pub struct Tally {
    count: u64,
    list: Vec<Value>,
}

impl Tally {
    pub fn add(&mut self, told: impl FnOnce() -> Value) {
        self.count += 1;
        if self.list.len() < MOST {
            self.list.push(told());
        }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn into_json(self) -> Value {
        json!({ "count": self.count, "list": self.list })
    }
}

/// What is wrong, and what is odd.
#[derive(Default)]
pub struct Faults {
    faults: Tally,
    notes: Tally,
}

impl Faults {
    pub fn add(&mut self, fault: &Fault) {
        let tally = if fault.is_note() { &mut self.notes } else { &mut self.faults };
        tally.add(|| told(fault));
    }

    /// Puts both into an answer.
    pub fn put_into(self, answer: &mut Value) {
        answer["faults"] = self.faults.into_json();
        answer["notes"] = self.notes.into_json();
    }
}

fn told(fault: &Fault) -> Value {
    let mut told = placed(&fault.place);
    told["text"] = json!(fault.message);
    told
}

/// A code that disagrees with its position.
pub fn wrong(finding: &Finding) -> Value {
    let mut told = placed(&finding.place);
    told["tag"] = json!(finding.name);
    told["what"] = json!(finding.what);
    told["stored"] = json!(finding.stored);
    told["computed"] = json!(finding.computed);
    told["fen"] = json!(finding.fen);
    told
}

fn placed(place: &Place) -> Value {
    json!({ "line": place.line, "game": place.game, "players": place.players })
}
