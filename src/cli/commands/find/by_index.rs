//! What the index of a file answers, so that the file need not be read.

use super::Run;
use super::form::{OutputForm, Written};
use crate::cli::console::{Console, StrictStop};
use crate::cli::exit;
use crate::cli::indexed::{self, Answer, Lookup, Wish};
use crate::cli::input::Source;
use crate::cli::listing;
use crate::cli::output::{Bound, Joined, JointFaults};
use crate::index::Query;
use crate::joint::{Chain, Joints, Member};
use anyhow::{Result, ensure};
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
        let mut joints = JointFaults::default();
        let found = match (self.judge, output) {
            (Some(_), output) => {
                let output = output.map(|output| (output, &mut joints));
                self.judge_by_index(console, &mut index, &answer, &query, output)
            }
            (None, Some(output)) => {
                let written = (output, &mut joints);
                self.write_by_index(&mut index, &answer, (&query, wish), written)
            }
            (None, None) => Ok(answer.found),
        };
        let found = match found {
            // It is told in its place.
            Err(error) if error.is::<StrictStop>() => 0,
            found => found?,
        };
        console.find(found);
        // At once, as a scan is left.
        exit::or_leave(answer.conclude_with(joints, &mut index, console))?;
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
        index: &mut Lookup,
        answer: &Answer,
        (query, wish): (&Query, Wish),
        (output, joints): (&mut Joined<Bound<'_>>, &mut JointFaults),
    ) -> Result<u64> {
        let name = index.name.clone();
        match wish {
            Wish::Count => {}
            Wish::Places => answer.places(index, query, |hit| {
                let line = listing::line_of(&name, hit);
                Ok(output.output().write_all(line.as_bytes())?)
            })?,
            Wish::Records => {
                let limit = self.args.input.limit();
                let (source, end) = (index.source()?, index.index.origin().length);
                let mut chain = Chain::new(Joints::new(source, limit), end);
                output.begin(&name, Some(source), limit);
                answer.records(index, query, limit, |hit, bytes| {
                    let place = hit.location.offset;
                    self.write_record(place, &chain.member(place, bytes), output, joints)
                })?;
                output.end_input()?;
            }
        }
        Ok(answer.found)
    }

    /// Writes a record that begins at a place, and notes what is wrong about it, or that nothing is to be written after it.
    pub fn write_record(
        &self,
        place: u64,
        member: &Member<'_>,
        output: &mut Joined<Bound<'_>>,
        joints: &mut JointFaults,
    ) -> Result<()> {
        let Some(fault) = output.record(member)? else { return Ok(()) };
        joints.add(place, fault);
        ensure!(!self.args.report.strict, StrictStop);
        Ok(())
    }
}
