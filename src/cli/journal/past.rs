//! What a journal says of the run that it is about.

use super::line::{Counts, PastLine, SizeAndTime, boot_id, read};
use super::path_in;
use crate::fault::Fault;
use anyhow::{Context, Result, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Which files are done.
pub struct Past {
    path: PathBuf,
    /// How many lines say what is to be done.
    plan: usize,
    done: BTreeMap<usize, (SizeAndTime, Counts)>,
}

impl Past {
    /// Reads the journal of a folder, if there is one and it is about this plan.
    pub fn read(folder: &Path, plan: impl Iterator<Item = String>) -> Result<Option<Past>> {
        let path = path_in(folder);
        if !path.is_file() {
            return Ok(None);
        }
        let shown = folder.display();
        cut_half_line(&path)?;
        let mut lines = lines(&path)?;
        let mut count = 0;
        for (number, expected) in plan.enumerate() {
            let found = lines.next().transpose()?.unwrap_or_default();
            count += 1;
            if found == expected {
                continue;
            }
            ensure!(number > 0, "{shown}: was begun with other flags, or by another version");
            bail!("{shown}: cannot go on: {} is not as it was", name_in(&expected, &found));
        }
        let mut past = Past { path: path.clone(), plan: count, done: BTreeMap::new() };
        past.take(lines)?;
        Ok(Some(past))
    }

    /// Believes of what is done all that cannot have been lost.
    fn take(&mut self, lines: impl Iterator<Item = Result<String>>) -> Result<()> {
        let (mut start, mut recent) = (String::new(), BTreeMap::new());
        for line in lines {
            match self.parsed(&line?)? {
                PastLine::Boot(boot) if boot == start => {}
                PastLine::Boot(boot) => {
                    recent.clear();
                    start = boot;
                }
                PastLine::Synced => self.done.append(&mut recent),
                PastLine::Done(number, stamp, counts) => {
                    recent.insert(number, (stamp, counts));
                }
                PastLine::Fault(..) => {}
            }
        }
        if start == boot_id() {
            self.done.append(&mut recent);
        }
        Ok(())
    }

    fn parsed(&self, line: &str) -> Result<PastLine> {
        read(line)
            .filter(|line| self.is_planned(line))
            .with_context(|| format!("{}: is damaged; --force begins anew", self.path.display()))
    }

    /// Whether a line is about a file of the plan, which has a line for each, one before them and one after.
    fn is_planned(&self, line: &PastLine) -> bool {
        match line {
            PastLine::Fault(number, ..) | PastLine::Done(number, ..) => {
                number.saturating_add(2) < self.plan
            }
            PastLine::Boot(_) | PastLine::Synced => true,
        }
    }

    /// The files that are done, by their numbers, and what their outputs were.
    pub fn done(&self) -> impl Iterator<Item = (usize, &SizeAndTime)> {
        self.done.iter().map(|(number, (stamp, _))| (*number, stamp))
    }

    pub fn is_done(&self, number: usize) -> bool {
        self.done.contains_key(&number)
    }

    pub fn count(&self) -> usize {
        self.done.len()
    }

    /// Tells once more what was told of the files that are done.
    pub fn replay(
        &self,
        mut fault: impl FnMut(&str, &Fault) -> Result<()>,
        mut count: impl FnMut(&Counts),
    ) -> Result<()> {
        let mut waiting = BTreeMap::<usize, Vec<(String, Fault)>>::new();
        let mut told = BTreeSet::new();
        for line in lines(&self.path)?.skip(self.plan) {
            match self.parsed(&line?)? {
                PastLine::Fault(number, file, fault) if self.is_done(number) => {
                    waiting.entry(number).or_default().push((file, fault));
                }
                PastLine::Done(number, stamp, counts) => {
                    let faults = waiting.remove(&number).unwrap_or_default();
                    let is_kept = self.done.get(&number) == Some(&(stamp, counts));
                    if is_kept && told.insert(number) {
                        faults.iter().try_for_each(|(file, told)| fault(file, told))?;
                        count(&counts);
                    }
                }
                // What was told of a file in hand when the run ended is told again when it is done.
                PastLine::Boot(_) => waiting.clear(),
                _ => {}
            }
        }
        Ok(())
    }
}

fn lines(path: &Path) -> Result<impl Iterator<Item = Result<String>> + use<>> {
    let shown = path.display().to_string();
    let file = File::open(path).with_context(|| shown.clone())?;
    Ok(BufReader::new(file).lines().map(move |line| line.with_context(|| shown.clone())))
}

/// The last line may be half there.
fn cut_half_line(path: &Path) -> Result<()> {
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    let whole = memchr::memrchr(b'\n', &bytes).map_or(0, |at| at + 1);
    if whole < bytes.len() {
        OpenOptions::new().write(true).open(path)?.set_len(whole as u64)?;
    }
    Ok(())
}

/// What a line of the plan is about.
fn name_in(expected: &str, found: &str) -> String {
    let name = |line: &str| -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        (value.get(0)? == "input").then(|| value.get(1)?.as_str().map(str::to_owned))?
    };
    name(expected).or_else(|| name(found)).unwrap_or_else(|| "the list of inputs".to_owned())
}
