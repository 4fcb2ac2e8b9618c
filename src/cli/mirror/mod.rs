//! `-o DIR/`: an output for each input, in the same tree.
//!
//! In: the inputs and the folder. Out: where the output of each goes, or why that cannot be, before anything is written; and which of them
//! are done already.

mod place;
mod planned_input;

pub use planned_input::PlannedInput;

use crate::cli::args::IntoArgs;
use crate::cli::collection::{InputList, ListedInput};
use crate::cli::identity::Identity;
use crate::cli::input::Source;
use crate::cli::invocation;
use crate::cli::journal::{self, Journal, Past, SizeAndTime};
use crate::cli::temporary;
use anyhow::{Context, Result, bail, ensure};
use place::{Places, place_of};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};

/// A folder of outputs.
pub struct Mirror {
    folder: PathBuf,
    /// Where the output of each input goes, in the folder.
    places: Vec<PathBuf>,
    /// What is known of each input.
    known: Vec<Option<PlannedInput>>,
    plan: Vec<String>,
    /// What was done before.
    pub past: Option<Past>,
    /// Whether nothing is in it that another one put there.
    is_own: bool,
}

impl Mirror {
    /// Finds out where everything goes; files that are converted get this ending. Nothing is written.
    pub fn plan(
        folder: &Path,
        collection: &InputList,
        args: &IntoArgs,
        ending: Option<&str>,
        threads: usize,
    ) -> Result<Mirror> {
        refuse_inside(folder, &collection.folders)?;
        let is_sole = collection.folders.len() == 1
            && collection.inputs.iter().all(|listed| listed.folder.is_some());
        let mut places = Places::default();
        for listed in &collection.inputs {
            places.add(&listed.source, place_of(listed, is_sole, ending)?)?;
        }
        let places = places.finish()?;
        let known = PlannedInput::of_all(&collection.inputs, threads);
        let plan = lines_of(&collection.inputs, &known, &places);
        let folder = folder.to_owned();
        let mut mirror = Mirror { folder, places, known, plan, past: None, is_own: true };
        mirror.look(args)?;
        if mirror.folder.exists() {
            mirror.refuse_inputs(&collection.inputs)?;
        }
        Ok(mirror)
    }

    /// Looks at what is in the folder.
    fn look(&mut self, args: &IntoArgs) -> Result<()> {
        let shown = self.folder.display().to_string();
        // With its slash, a file would not be there.
        if !self.folder.components().as_path().exists() {
            return Ok(());
        }
        ensure!(self.folder.is_dir(), "{shown}: is not a folder");
        if args.resume {
            self.past = Past::read(&self.folder, self.plan.iter().cloned())?;
        }
        if let Some(past) = &self.past {
            return self.refuse_changed(past);
        }
        let is_interrupted = journal::path_in(&self.folder).exists();
        let is_empty =
            fs::read_dir(&self.folder)?.all(|entry| entry.is_ok_and(|it| is_left_over(&it.path())));
        self.is_own = is_empty;
        ensure!(
            args.force || !is_interrupted,
            "{shown}: has a run in it that was interrupted; --resume goes on with it, --force begins anew"
        );
        ensure!(
            args.force || is_empty,
            "{shown}: is not empty{}; --force replaces files of the same names there",
            if args.resume { ", and has no run in it to go on with" } else { "" }
        );
        Ok(())
    }

    /// Outputs that are done must be as the run left them.
    fn refuse_changed(&self, past: &Past) -> Result<()> {
        for (number, stamp) in past.done() {
            let path = self.path(number);
            let is_same = SizeAndTime::of_path(&path).is_ok_and(|found| found == *stamp);
            ensure!(is_same, "{}: is not as the run left it; --force begins anew", path.display());
        }
        Ok(())
    }

    /// No input may be replaced by an output.
    fn refuse_inputs(&self, inputs: &[ListedInput]) -> Result<()> {
        let there =
            (0..self.places.len()).filter_map(|number| Identity::of_path(&self.path(number)));
        let there: BTreeSet<_> = there.collect();
        let replaced = inputs.iter().map(|listed| &listed.source).find(|source| {
            !there.is_empty() && source.identity().is_some_and(|identity| there.contains(&identity))
        });
        match replaced {
            Some(source) => {
                bail!("{}: is input and output; to change it, use --in-place", source.name())
            }
            None => Ok(()),
        }
    }

    /// Whether nothing that is to be written can be there already.
    pub fn is_into_empty(&self) -> bool {
        self.is_own && self.past.is_none()
    }

    /// What is known of an input.
    pub fn known(&self, number: usize) -> Option<PlannedInput> {
        self.known[number]
    }

    /// Where the output of an input goes.
    pub fn path(&self, number: usize) -> PathBuf {
        self.folder.join(&self.places[number])
    }

    /// Makes the folders, and the journal.
    pub fn begin(&self) -> Result<Journal> {
        if self.is_own {
            temporary::sweep(&self.folder);
        }
        make(&self.folder)?;
        // First the journal: a folder with anything else in it and no journal is somebody else's.
        let journal = match &self.past {
            Some(_) => Journal::go_on(&self.folder),
            None => Journal::begin(&self.folder, self.plan.iter().cloned()),
        }?;
        let folders: BTreeSet<_> = self.places.iter().filter_map(|place| place.parent()).collect();
        folders.into_iter().try_for_each(|folder| make(&self.folder.join(folder)))?;
        Ok(journal)
    }
}

fn make(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())
}

/// A folder cannot be written into while it is read.
fn refuse_inside(folder: &Path, inputs: &[PathBuf]) -> Result<()> {
    let real = real(folder)?;
    for input in inputs {
        let input_real = input.canonicalize().with_context(|| input.display().to_string())?;
        ensure!(
            !real.starts_with(&input_real),
            "{}: is in {}, which is read: name a folder outside of it",
            folder.display(),
            input.display()
        );
    }
    Ok(())
}

/// Where a folder is, or would be.
fn real(folder: &Path) -> Result<PathBuf> {
    let is_up = folder.components().any(|part| part == std::path::Component::ParentDir);
    for known in folder.ancestors() {
        let known = if known == Path::new("") { Path::new(".") } else { known };
        if let Ok(real) = known.canonicalize() {
            let rest = folder.strip_prefix(known).unwrap_or(folder);
            ensure!(
                rest == Path::new("") || !is_up,
                "{}: leads through .. to a folder that is not there",
                folder.display()
            );
            return Ok(real.join(rest));
        }
    }
    bail!("{}: is nowhere", folder.display())
}

/// What must be the same when the run goes on.
fn lines_of(
    inputs: &[ListedInput],
    known: &[Option<PlannedInput>],
    places: &[PathBuf],
) -> Vec<String> {
    let version = env!("CARGO_PKG_VERSION");
    let head = json!(["gbr-pgn", version, invocation::said()]).to_string();
    let files = inputs.iter().zip(known).zip(places);
    let files = files.map(|((listed, known), place)| line_of(&listed.source, *known, place));
    let end = json!(["begin", inputs.len()]).to_string();
    iter::once(head).chain(files).chain([end]).collect()
}

fn line_of(source: &Source, known: Option<PlannedInput>, place: &Path) -> String {
    let stamp = known.map(|known| known.stamp().to_pair());
    let name =
        source.path().map(|path| path.as_os_str().as_encoded_bytes().escape_ascii().to_string());
    let member = match source {
        Source::Member(member) => Some(&member.name),
        _ => None,
    };
    let place = place.as_os_str().as_encoded_bytes().escape_ascii().to_string();
    serde_json::to_string(&("input", name, member, stamp, place))
        .expect("text and numbers can be written")
}

/// Whether it is what a run that was killed before it could do anything may have left.
fn is_left_over(path: &Path) -> bool {
    temporary::is_one(path) || path.file_name() == journal::half_in(Path::new("")).file_name()
}
