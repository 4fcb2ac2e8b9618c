//! Texts answered one by one: in come arguments, or the lines of standard input
//! where there are none; out comes one answer for each. A bad one is shown on
//! standard error with a caret, and the rest is done.

use std::{
    io::{self, BufRead, BufWriter, IsTerminal, Read, Write},
    process::ExitCode,
};

use crate::cli::console::escape::{Escaped, turns_around};
use crate::cli::output::reader;
use crate::cli::{program, system};
use crate::fen::FenError;
use crate::gbr::{ParseError, caret};
use crate::text::bytes::BOM;
use anyhow::Context;

/// A line that is longer is not a position; it must not fill the memory.
const LONGEST_LINE: u64 = 1 << 20;

/// What standard input is called in messages.
const STDIN: &str = "<stdin>";

/// Why a text has no answer.
#[derive(Clone)]
pub struct Complaint {
    pub message: String,
    pub byte: usize,
}

impl From<ParseError> for Complaint {
    fn from(error: ParseError) -> Complaint {
        Complaint { message: error.to_string(), byte: error.byte() }
    }
}

impl From<FenError> for Complaint {
    fn from(error: FenError) -> Complaint {
        Complaint { message: format!("not a FEN: {error}"), byte: error.byte }
    }
}

/// Answers every text; status 1 if there was a bad one.
pub fn answer_each(
    texts: &[String],
    answer: impl FnMut(&[u8], &mut Vec<u8>) -> Result<(), Complaint>,
) -> anyhow::Result<ExitCode> {
    let mut desk = Desk { output: output()?, answer, text: Vec::new(), bad: 0 };
    let written = match texts {
        [] => desk.answer_lines(io::stdin().lock())?,
        _ => texts.iter().try_for_each(|text| desk.answer(text.as_bytes(), None)),
    };
    match written.and_then(|()| desk.output.flush()) {
        Ok(()) => Ok(ExitCode::from(u8::from(desk.bad > 0))),
        // Whoever read this has seen enough.
        Err(error) if system::is_reader_gone(&error) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error).context("standard output"),
    }
}

/// A person wants each answer at once; a pipe wants them fast.
fn output() -> io::Result<Box<dyn Write>> {
    let stdout = io::stdout();
    reader::watch()?;
    Ok(if stdout.is_terminal() { Box::new(stdout) } else { Box::new(BufWriter::new(stdout)) })
}

struct Desk<F> {
    output: Box<dyn Write>,
    answer: F,
    /// The answer that is being written.
    text: Vec<u8>,
    bad: u64,
}

impl<F: FnMut(&[u8], &mut Vec<u8>) -> Result<(), Complaint>> Desk<F> {
    /// The outer error is one of reading, the inner one of writing.
    fn answer_lines(&mut self, mut input: impl BufRead) -> anyhow::Result<io::Result<()>> {
        let mut number = 0;
        while let Some(text) = next_line(&mut input, &mut number)? {
            let answered = match text {
                Ok(text) => self.answer(&text, Some(number)),
                Err(complaint) => self.refuse(b"", Some(number), &complaint),
            };
            if let Err(error) = answered {
                return Ok(Err(error));
            }
        }
        Ok(Ok(()))
    }

    /// Answers an argument, or the line of this number.
    fn answer(&mut self, text: &[u8], line: Option<u64>) -> io::Result<()> {
        self.text.clear();
        match (self.answer)(text, &mut self.text) {
            Ok(()) => self.output.write_all(&self.text),
            Err(complaint) => self.refuse(text, line, &complaint),
        }
    }

    fn refuse(&mut self, text: &[u8], line: Option<u64>, complaint: &Complaint) -> io::Result<()> {
        let place = line.map_or_else(String::new, |line| format!("{STDIN}:{line}: "));
        self.bad += 1;
        // The answers before it stand before it on a terminal too.
        self.output.flush()?;
        complain(text, &place, complaint);
        Ok(())
    }
}

/// The next line that is not blank, without a byte-order mark before the first; counts lines. One that is longer
/// than any position is not read.
pub fn next_line(
    input: &mut impl BufRead,
    number: &mut u64,
) -> anyhow::Result<Option<Result<Vec<u8>, Complaint>>> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let part = input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        if part.context("standard input")? == 0 {
            return Ok(None);
        }
        *number += 1;
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            input.skip_until(b'\n').context("standard input")?;
            let message = format!("a line of more than {LONGEST_LINE} bytes is not read");
            return Ok(Some(Err(Complaint { message, byte: 0 })));
        }
        if *number == 1 && line.starts_with(BOM) {
            line.drain(..BOM.len());
        }
        line.truncate(line.trim_ascii_end().len());
        if !line.is_empty() {
            return Ok(Some(Ok(line)));
        }
    }
}

/// Says that of many lines only one is answered.
pub fn tell_of_more_lines() {
    let told = "there are more lines than the one that was read";
    let _ = writeln!(io::stderr(), "{}: {STDIN}: {told}", program::name());
}

/// Shows what is wrong with a text, and where.
pub fn complain(text: &[u8], place: &str, complaint: &Complaint) {
    let shown = match text {
        [] => String::new(),
        _ => "\n".to_owned() + &caret(text, complaint.byte),
    };
    let shown = shown.replace('\n', "\n  ").replace(turns_around, " ");
    let message = Escaped(&complaint.message);
    // Nobody to tell is no reason to stop.
    let _ = writeln!(io::stderr(), "{}: {place}{message}{shown}", program::name());
}
