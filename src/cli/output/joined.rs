//! An output into which several inputs go, one after the other: what is missing between them is put there, and
//! what could not be told apart any more is told, or refused.

use super::Output;
use crate::fault::{Fault, FaultKind};
use crate::format::Source;
use crate::joint::{Joiner, Joints, Member};
use anyhow::{Result, bail};
use std::io::Write;

/// Written through by whoever writes records of more than one input, or not all of one.
pub struct Joined<W> {
    output: W,
    joiner: Joiner<'static>,
    /// Whether a file is to be replaced, which can be left as it was.
    is_replacement: bool,
    /// Whether all of one input is written, and nothing else: that needs no care.
    is_alone: bool,
    /// The input that is being written, and the last one of which something was.
    name: String,
    before: String,
    /// What these are written in.
    format: Option<&'static str>,
    format_before: Option<&'static str>,
}

impl<W: Write> Joined<W> {
    pub fn new(output: W, is_replacement: bool, is_alone: bool) -> Joined<W> {
        Joined {
            output,
            joiner: Joiner::default(),
            is_replacement,
            is_alone,
            name: String::new(),
            before: String::new(),
            format: None,
            format_before: None,
        }
    }

    /// An input begins, which is written in this format; none where nothing belongs between rows.
    pub fn begin(&mut self, name: &str, format: Option<&'static dyn Source>, limit: usize) {
        name.clone_into(&mut self.name);
        let format = format.filter(|_| !self.is_alone);
        self.format = format.map(|format| format.name());
        self.joiner.begin(format.map(|format| Joints::new(format, limit)));
    }

    /// Writes whole records of the input as they follow each other there; returns what is wrong about it.
    pub fn stretch(&mut self, bytes: &[u8], is_settled: bool) -> Result<Option<Fault>> {
        let holds = self.joiner.stretch(bytes, is_settled, &mut self.output)?;
        self.judge(holds, !bytes.trim_ascii().is_empty())
    }

    /// Writes one record of the input; returns what is wrong about it.
    pub fn record(&mut self, member: &Member<'_>) -> Result<Option<Fault>> {
        let holds = self.joiner.record(member, &mut self.output)?;
        self.judge(holds, true)
    }

    /// The input has ended, of which single records were written.
    pub fn end_input(&mut self) -> Result<()> {
        Ok(self.joiner.end_input(&mut self.output)?)
    }

    fn judge(&mut self, holds: bool, is_something: bool) -> Result<Option<Fault>> {
        let is_mixed = self.format_before.is_some_and(|format| Some(format) != self.format);
        let is_mixed = is_something && is_mixed;
        let fault = (is_mixed || !holds).then(|| self.fault(is_mixed));
        if let Some(fault) = fault.as_ref().filter(|_| self.is_replacement) {
            bail!("{}: {} (standard output would get it)", self.name, fault.message);
        }
        if is_something {
            self.before.clone_from(&self.name);
            self.format_before = self.format;
        }
        Ok(fault)
    }

    fn fault(&self, is_mixed: bool) -> Fault {
        let Joined { name, before, .. } = self;
        let message = match (is_mixed, self.format, self.format_before) {
            (true, Some(format), Some(other)) => {
                format!("is {format}, and {before} is {other}: one file cannot be read as both")
            }
            _ if name == before => {
                "a game runs into the next one that is written, and both would be read as one"
                    .to_owned()
            }
            _ => format!("the end of {before} runs into it, and both would be read as one"),
        };
        Fault::of_input(FaultKind::RunsOn, message)
    }

    /// What the format binds, or the output itself, once no input follows.
    pub fn end(mut self) -> Result<W> {
        self.joiner.end(&mut self.output)?;
        Ok(self.output)
    }

    /// For what is not a record: a line of a list.
    pub fn output(&mut self) -> &mut W {
        &mut self.output
    }
}

impl<'o> Joined<&'o mut Output> {
    /// For whole inputs, so many of them.
    pub fn of(output: &'o mut Output, inputs: usize) -> Joined<&'o mut Output> {
        let is_replacement = output.is_replacement();
        Joined::new(output, is_replacement, inputs == 1)
    }
}
