//! Writes sorted records so that they are read back as the same records.

use super::item::Item;
use super::neighbours::Neighbours;
use super::spool::Spool;
use crate::arrange::{Arranged, Arranger};
use crate::fault::{Fault, FaultKind};
use crate::joint::{Ending, Joiner, Joints, Member};
use anyhow::{Result, ensure};
use std::io::Write;
use std::mem;
use std::path::PathBuf;

/// Where records came from: the numbers at which inputs begin, and their names.
pub type Origins = Vec<(u64, String)>;

/// Records come in in their order, and go out so far apart as they need.
pub struct Writing<'o, W> {
    /// Takes records before the arranger does, where they come in the order of their input.
    neighbours: Option<Neighbours>,
    arranger: Arranger<Item, Spool>,
    pen: Pen<'o, W>,
}

/// What there is to tell at the end: how many records were held back, and which run into others.
#[derive(Default)]
pub struct Told {
    pub held: u64,
    pub faults: Vec<(String, Fault)>,
}

/// What is written to, and what was written there last.
struct Pen<'o, W> {
    output: W,
    /// Whether the file can be left as it was.
    is_replacement: bool,
    joiner: &'o mut Joiner<'static>,
    origins: &'o Origins,
    before: Option<LastWritten>,
    faults: Vec<(String, Fault)>,
}

#[derive(Clone, Copy)]
struct LastWritten {
    number: u64,
    is_last: bool,
    ending: Ending,
}

/// What is kept of `--memory` for records that are held back, of each sort.
const SHARE: usize = 16;

impl<'o, W: Write> Writing<'o, W> {
    /// What the joiner wrote before comes before it here.
    pub fn begin(
        joiner: &'o mut Joiner<'static>,
        joints: Joints<'static>,
        origins: &'o Origins,
        (limit, folder): &(usize, PathBuf),
        output: W,
        is_replacement: bool,
    ) -> Writing<'o, W> {
        joiner.begin(Some(joints));
        let arranger = Arranger::new(|| Spool::new(folder.clone(), limit / SHARE));
        let (before, faults) = (None, Vec::new());
        let pen = Pen { output, is_replacement, joiner, origins, before, faults };
        Writing { neighbours: None, arranger, pen }
    }

    /// For records in the order of their input: what followed each other there stays together where it has to.
    pub fn in_order(self, joints: Joints<'static>) -> Writing<'o, W> {
        Writing { neighbours: Some(Neighbours::new(joints)), ..self }
    }

    /// See [`Joiner::begin_with`].
    pub fn begin_with(&mut self, mark: &'static [u8]) {
        self.pen.joiner.begin_with(mark);
    }

    pub fn add(&mut self, item: Item) -> Result<()> {
        let Writing { neighbours, arranger, pen } = self;
        let mut arrange = |item| arranger.add(item, &mut |item| pen.write(&item));
        match neighbours {
            Some(neighbours) => neighbours.add(item, &mut arrange),
            None => arrange(item),
        }
    }

    /// What has been written to.
    pub fn output(&mut self) -> &mut W {
        &mut self.pen.output
    }

    /// Writes what was held back, and the mark at the end where there may be one.
    pub fn end(mut self, mark: &[u8]) -> Result<(Told, W)> {
        let Writing { neighbours, arranger, pen } = &mut self;
        if let Some(neighbours) = neighbours {
            neighbours.finish(&mut |item| arranger.add(item, &mut |item| pen.write(&item)))?;
        }
        arranger.finish(&mut |item| pen.write(&item))?;
        if pen.before.is_none_or(|before| before.ending == Ending::Any) {
            pen.output.write_all(mark)?;
        }
        if !pen.joiner.is_sound_end() {
            pen.clash(None)?;
        }
        let told = Told { held: arranger.held(), faults: mem::take(&mut pen.faults) };
        Ok((told, self.pen.output))
    }
}

impl<W: Write> Pen<'_, W> {
    fn write(&mut self, item: &Item) -> Result<()> {
        let (bytes, is_last) = (item.bytes(), item.is_last);
        if item.goes_on() {
            self.joiner.go_on(bytes, is_last, &mut self.output)?;
        } else {
            let next = self.before.filter(|before| !before.is_last).map(|before| before.number + 1);
            let is_neighbour = next == Some(item.number());
            let member = Member { bytes, ends: item.ends(), is_neighbour, is_last };
            if !self.joiner.record(&member, &mut self.output)? {
                self.clash(Some(item.number()))?;
            }
        }
        let ending = item.ends().ending;
        self.before = Some(LastWritten { number: item.number(), is_last, ending });
        Ok(())
    }

    /// A record runs into the next one, and nothing is left to keep them apart.
    fn clash(&mut self, next: Option<u64>) -> Result<()> {
        let Some(before) = self.before else { return Ok(()) };
        let (file, record) = origin(self.origins, before.number);
        let next = next.map_or("the end of the output".to_owned(), |next| {
            let (file, record) = origin(self.origins, next);
            format!("record {record} of {file}")
        });
        let message =
            format!("record {record} runs into {next}, and nothing is left to keep them apart");
        ensure!(!self.is_replacement, "{file}: {message} (standard output would get them)");
        let file = file.to_owned();
        self.faults.push((file, Fault::of_input(FaultKind::RunsOn, message)));
        Ok(())
    }
}

/// The input that a record came from, and its number there.
pub fn origin(origins: &Origins, number: u64) -> (&str, u64) {
    let after = origins.partition_point(|(first, _)| *first <= number);
    let (first, name) = &origins[..after].last().expect("a record came from some input");
    (name, number - first + 1)
}
