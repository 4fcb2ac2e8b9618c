//! What the index of a file answers, so that the file need not be read.

use super::Run;
use super::form::{OutputForm, Written};
use crate::cli::console::Console;
use crate::cli::indexed::{self, Answer, Lookup, Wish};
use crate::cli::input::Source;
use crate::cli::listing;
use crate::cli::output::{Bound, Joined};
use crate::index::Query;
use crate::joint::{Chain, Joints};
use anyhow::Result;
use std::io::Write;

impl Run<'_> {
    /// Answers from the index of a file, and says how many games were found; none where the file has to be read.
    pub fn by_index(
        &self,
        console: &mut Console,
        source: &Source,
        output: Option<&mut Joined<Bound<'_>>>,
    ) -> Result<Option<u64>> {
        let args = self.args;
        let Some((query, wish)) = self.question() else { return Ok(None) };
        let Some(mut index) = Lookup::of(console, source, &args.input, &args.report) else {
            return Ok(None);
        };
        let is_kept = matches!(self.form, OutputForm::Count | OutputForm::List)
            || self.form.keeps(index.source()?);
        let answer = match is_kept {
            true => Answer::to(&mut index, &query, wish, &args.input, &args.report),
            false => Ok(None),
        };
        let Some(answer) = index.heard(answer, console, &args.report) else { return Ok(None) };
        let found = match (self.judge, output) {
            (Some(_), output) => {
                self.judge_by_index(console, &mut index, &answer, &query, output)?
            }
            (None, Some(output)) => {
                self.write_by_index(console, &mut index, &answer, (&query, wish), output)?;
                answer.found
            }
            (None, None) => answer.found,
        };
        console.find(found);
        answer.conclude(&mut index, console)?;
        Ok(Some(found))
    }

    /// What the index is asked, and for what; none where it does not know enough.
    fn question(&self) -> Option<(Query, Wish)> {
        let args = self.args;
        let wish = match self.form {
            OutputForm::Format(Written { is_typed: true, .. }) => return None,
            _ if self.judge.is_some() => Wish::Records,
            OutputForm::Count => Wish::Count,
            OutputForm::List => Wish::Places,
            OutputForm::Records | OutputForm::Format(Written { is_typed: false, .. }) => {
                Wish::Records
            }
        };
        let is_usual = args.play.is_usual() && args.whose.is_everybody();
        let is_known = is_usual && !args.variations && !args.cut;
        // What is not found otherwise is not asked of tables, but wanted then.
        let is_known = is_known && !(args.invert && self.judge.is_some());
        let query = is_known.then(|| indexed::question(self.search, args.invert)).flatten()?;
        Some((query, wish))
    }

    fn write_by_index(
        &self,
        console: &mut Console,
        index: &mut Lookup,
        answer: &Answer,
        (query, wish): (&Query, Wish),
        output: &mut Joined<Bound<'_>>,
    ) -> Result<()> {
        let name = index.name.clone();
        match wish {
            Wish::Count => Ok(()),
            Wish::Places => answer.places(index, query, |hit| {
                let line = listing::line_of(&name, hit);
                Ok(output.output().write_all(line.as_bytes())?)
            }),
            Wish::Records => {
                let limit = self.args.input.limit();
                let (source, end) = (index.source()?, index.index.origin().length);
                let mut chain = Chain::new(Joints::new(source, limit), end);
                output.begin(&name, Some(source), limit);
                answer.records(index, query, limit, |hit, bytes| {
                    let member = chain.member(hit.location.offset, bytes);
                    console.faults(&name, output.record(&member)?.as_slice())
                })?;
                output.end_input()
            }
        }
    }
}
