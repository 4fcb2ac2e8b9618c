//! `--split`: a file for each code, family or value of a tag, in a folder that appears when all is done.

mod name;
mod open_file;

use super::{OutputForm, Run};
use crate::cli::input::Source as From;
use crate::cli::intake::Intake;
use crate::cli::output::{check_folder, left_as_it_was};
use crate::cli::session::Inputs;
use crate::cli::temporary::TemporaryFolder;
use crate::format::Entry;
use crate::gbr::Code;
use crate::joint::{self, Joints};
use crate::search::Family;
use anyhow::{Context, Result, ensure};
use name::Names;
use open_file::{Pile, RecordOrigin};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// Bytes that wait before they are written, in all files together.
const WAITING: usize = 16 << 20;

// Where the files go, and what each is about.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Output")]
pub struct SplitArgs {
    /// write a file for each code into DIR, which is new or empty
    ///
    /// The files appear when all is done. Their names are safe on every system; values that would share a name get (2), (3).
    /// Records without a value are in a file called unknown.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["list", "count", "output"])]
    pub split: Option<PathBuf>,

    /// what has a file: code or family of the position that is found, or the name of a tag [default: code]
    ///
    /// Case matters in the names of tags: White is not white.
    #[arg(long, value_name = "WHAT", requires = "split", value_parser = division)]
    split_by: Option<Division>,

    /// write into a DIR that is not empty, and replace files of the same names there
    #[arg(long, requires = "split")]
    force: bool,
}

/// What records of one file share.
#[derive(Clone, Debug)]
enum Division {
    Code,
    Family,
    Tag(String),
}

fn division(text: &str) -> Result<Division, String> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match text {
        "code" => Ok(Division::Code),
        "family" => Ok(Division::Family),
        _ if !text.is_empty() && text.bytes().all(is_part) => Ok(Division::Tag(text.to_owned())),
        _ => Err("expected code, family or the name of a tag".to_owned()),
    }
}

impl Division {
    /// The value of a record; none where it has none.
    fn value(&self, entry: &Entry<'_>) -> Option<String> {
        let material = entry.game.found.as_ref().map(|found| &found.material);
        match self {
            Division::Tag(tag) => entry.source.value(entry.record, tag.as_bytes()),
            Division::Code => {
                material.and_then(|it| Code::from_material(it).ok()).map(|code| code.to_string())
            }
            Division::Family => material.map(|material| {
                let family = Family::ALL.into_iter().find(|family| family.takes(material));
                family.map_or("other", Family::name).to_owned()
            }),
        }
    }
}

impl SplitArgs {
    /// Refuses what cannot be split before anything is read.
    pub fn check(&self, form: &OutputForm, invert: bool, files: &[PathBuf]) -> Result<()> {
        let Some(folder) = &self.split else { return Ok(()) };
        ensure!(form.keeps_records(), "--split writes records as they are, or --to pgn");
        let is_tag = matches!(self.split_by, Some(Division::Tag(_)));
        ensure!(!invert || is_tag, "--invert finds games, not positions: --split-by needs a tag");
        check_folder(folder, self.force, files)
    }
}

/// The files that are being written.
struct Split {
    folder: TemporaryFolder,
    names: Names,
    piles: HashMap<(Option<String>, &'static str), Pile>,
    waiting: usize,
}

/// Searches all inputs, and puts the files in their place.
pub fn run(run: &Run<'_>, args: &SplitArgs, folder: &Path, inputs: &mut Inputs<'_>) -> Result<()> {
    let before = inputs.console.errors();
    let temporary = TemporaryFolder::beside(folder)
        .with_context(|| format!("{}: cannot be written", folder.display()))?;
    let mut split =
        Split { folder: temporary, names: Names::default(), piles: HashMap::new(), waiting: 0 };
    let division = args.split_by.clone().unwrap_or(Division::Code);
    for (index, source) in inputs.sources.iter().enumerate() {
        let source: &From = source;
        inputs.open(source, |intake| split.input(run, &division, index, intake))?;
    }
    if inputs.console.errors() != before {
        inputs.console.tell(&left_as_it_was(folder));
        return Ok(());
    }
    split.end(folder)
}

impl Split {
    /// Writes what is found in one input.
    fn input(
        &mut self,
        run: &Run<'_>,
        division: &Division,
        index: usize,
        intake: &mut Intake<'_>,
    ) -> Result<()> {
        let (source, name) = (intake.source(), intake.name.clone());
        let (sink, format) = run.form.written(source).expect("records are written");
        let limit = run.args.input.limit();
        let joints = Joints::new(format, limit);
        let marked = joint::linked_with(sink, joints, run.args.cut, |entry| division.value(entry));
        let job = run.job(source, marked);
        let origin = RecordOrigin { index, name: &name, format, limit };
        intake.run(&job, |console, done| {
            let mut records = done.out.records().filter(|(bytes, _)| !bytes.is_empty());
            records.try_for_each(|(bytes, (link, value))| {
                let pile = self.pile(value.as_deref(), format.name());
                console.faults(&name, pile.add(bytes, link, origin)?.as_slice())?;
                self.wait(bytes.len())
            })
        })
    }

    fn pile(&mut self, value: Option<&str>, ending: &'static str) -> &mut Pile {
        let Split { folder, names, piles, .. } = self;
        let new = || Pile::new(folder.path().join(names.name(value, ending)));
        piles.entry((value.map(str::to_owned), ending)).or_insert_with(new)
    }

    /// Lets bytes wait, as long as they are not many.
    fn wait(&mut self, bytes: usize) -> Result<()> {
        self.waiting += bytes;
        if self.waiting < WAITING {
            return Ok(());
        }
        self.waiting = 0;
        self.piles.values_mut().try_for_each(Pile::flush)
    }

    /// Puts all files in their place.
    fn end(self, folder: &Path) -> Result<()> {
        let is_nothing = self.piles.is_empty();
        self.piles.into_values().try_for_each(Pile::end)?;
        if is_nothing { Ok(()) } else { Ok(self.folder.persist(folder)?) }
    }
}
