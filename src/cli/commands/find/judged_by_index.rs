//! What tables say of the games that an index names: it knows where to look, and they decide.

use super::Run;
use super::form::OutputForm;
use crate::cli::console::Console;
use crate::cli::indexed::{Answer, Lookup};
use crate::cli::listing;
use crate::cli::output::{Bound, Joined, JointFaults};
use crate::format::{Entry, Source};
use crate::gbr::Material;
use crate::index::{Match, Query};
use crate::joint::{Chain, Joints};
use crate::run::{GameCollector, Job};
use anyhow::Result;
use std::io::Write;

/// The ply of what is found, and the force.
type Place = (u32, Material);

impl Run<'_> {
    /// Writes those of the games named by an index that end as they must, and says how many there are.
    pub fn judge_by_index(
        &self,
        console: &mut Console,
        index: &mut Lookup,
        answer: &Answer,
        query: &Query,
        mut output: Option<(&mut Joined<Bound<'_>>, &mut JointFaults)>,
    ) -> Result<u64> {
        let (name, limit) = (index.name.clone(), self.args.input.limit());
        let (source, end) = (index.source()?, index.index.origin().length);
        let mut chain = Chain::new(Joints::new(source, limit), end);
        let is_kept = self.form.keeps(source);
        if let Some((output, _)) = output.as_mut().filter(|_| is_kept) {
            output.begin(&name, Some(source), limit);
        }
        let mut found = 0;
        answer.records(index, query, limit, |hit, bytes| {
            let Some(place) = self.judge_record(console, source, bytes)? else { return Ok(()) };
            found += 1;
            let Some((output, joints)) = &mut output else { return Ok(()) };
            if is_kept {
                let place = hit.location.offset;
                return self.write_record(place, &chain.member(place, bytes), output, joints);
            }
            self.list(&name, &Match { found: Some(place), ..*hit }, output)
        })?;
        if let Some((output, _)) = output.filter(|_| is_kept) {
            output.end_input()?;
        }
        Ok(found)
    }

    fn list(&self, name: &str, hit: &Match, output: &mut Joined<Bound<'_>>) -> Result<()> {
        if matches!(self.form, OutputForm::List) {
            output.output().write_all(listing::line_of(name, hit).as_bytes())?;
        }
        Ok(())
    }

    /// Where it is found in a record; what is wrong with that the index has told.
    fn judge_record(
        &self,
        console: &mut Console,
        source: &dyn Source,
        bytes: &[u8],
    ) -> Result<Option<Place>> {
        let places = GameCollector::new(|entry: &Entry<'_>, places: &mut Vec<Place>| {
            places.extend(entry.game.found.as_ref().map(|found| (found.ply, found.material)));
        });
        let job = Job { threads: 0, ..self.job(source, places) };
        let mut found = None;
        job.run(bytes, |done| -> Result<()> {
            found = found.or(done.out.first().copied());
            console.leave_open(done.open);
            Ok(())
        })?;
        Ok(found)
    }
}
