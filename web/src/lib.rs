//! gbr-pgn for a page in the browser.
//!
//! In: a request as JSON and a file, which the page reads out piece by piece as it is asked for. Out: an answer as JSON and, where
//! something is to be saved, its bytes: those that the program writes.
//!
//! | module | what it holds |
//! |---|---|
//! | [`host`] | the border to the page, and all that is not safe |
//! | [`request`] | what the page asks for |
//! | [`input`] | the file: unpacked, and refused where it is not text |
//! | [`look`], [`prose`] | what is in it: records, or a text with codes |
//! | [`save`] | what it is made into |
//! | [`report`] | faults and wrong codes, for the page to show |
//!
//! Everything runs on the thread that asks, and what a run holds does not grow with the file, but for the page of a
//! directory, which has all records in it.

mod host;
mod input;
mod look;
mod prose;
mod report;
mod request;
mod save;

use request::{Request, Task};
use serde_json::{Value, json};
use std::io;

/// Does what is asked for. What cannot be done is an answer, too.
fn answer(request: &[u8]) -> Value {
    let done = Request::read(request).and_then(|request| act(&request));
    done.unwrap_or_else(|error| json!({ "error": error.to_string() }))
}

fn act(request: &Request) -> io::Result<Value> {
    match &request.task {
        Task::Look => look::look(request),
        Task::Annotate => save::annotate(request),
        Task::Convert(settings) => save::convert(request, settings),
        Task::Check(format) => save::check(request, *format),
        Task::Scan(format) => prose::scan(request, *format),
        Task::Page => save::page(request),
    }
}
