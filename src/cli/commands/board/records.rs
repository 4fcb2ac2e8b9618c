//! A picture for each record of some files.

use super::{Args, PictureFormat};
use crate::cli::args::{InputArgs, OutputArgs};
use crate::cli::choice::{POSITIONS, one_of};
use crate::cli::console::counted;
use crate::cli::output::{check_folder, ending, left_as_it_was};
use crate::cli::session::{Inputs, Session};
use crate::cli::temporary::TemporaryFolder;
use crate::column::At;
use crate::directory::{Rule, Template};
use crate::fault::Fault;
use crate::format::Entry;
use crate::run::{Chunk, Collector, Job};
use anyhow::{Context, Result, bail, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

// What is for files only.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Files of records")]
pub struct RecordArgs {
    /// which position of a game is drawn [default: start]
    #[arg(long, value_name = "WHERE", value_parser = one_of(POSITIONS))]
    at: Option<At>,

    /// write into a DIR that is not empty, and replace files of the same names there
    #[arg(long)]
    force: bool,
}

impl RecordArgs {
    /// Refuses flags where there is a single position.
    pub fn refuse(&self) -> Result<()> {
        ensure!(self.at.is_none(), "--at is for files of records only");
        ensure!(!self.force, "--force is for files of records only");
        Ok(())
    }
}

/// A picture, and the name of its file.
type Drawn = (String, Result<Vec<u8>>);

/// Draws the records of a chunk.
struct PictureCollector<'a> {
    args: &'a Args,
    rule: Rule,
    format: PictureFormat,
}

impl Collector for PictureCollector<'_> {
    type Value = Vec<Drawn>;

    fn begin(&self, _: &Chunk) -> Vec<Drawn> {
        Vec::new()
    }

    fn add(&self, found: &Entry<'_>, all: &mut Vec<Drawn>) -> Option<Fault> {
        let record = Some(found.record).filter(|record| record.is_game())?;
        let entry = self.rule.entry(found.source, record, found.game)?;
        let caption = self.args.look.caption.as_ref().map_or("", |_| &entry.reference);
        let position = (entry.position.board(), entry.position.indicator());
        let picture = self.args.look.picture(position, caption, self.format);
        let (number, code) = (entry.number, entry.position.code());
        all.push((format!("{number:04}-{code}.{}", self.format.name()), picture));
        None
    }
}

/// Draws all records of the files, and puts the pictures into the folder.
pub fn run(args: &Args, files: &[PathBuf]) -> Result<ExitCode> {
    let shown = files.first().map_or("<stdin>".into(), |file| file.display().to_string());
    let Some(folder) = args.target.output.as_deref() else {
        let what = if files.iter().any(|file| file.is_dir()) { "folder" } else { "file" };
        bail!("{shown}: is a {what} of records: expected -o DIR/ for a picture of each");
    };
    let is_picture =
        ending::format_of::<PictureFormat>(None, Some(folder)).is_ok_and(|it| it.is_some());
    ensure!(
        folder.is_dir() || !is_picture,
        "{}: pictures of records go into a folder: expected -o DIR/",
        folder.display()
    );
    let format = args.to.unwrap_or(PictureFormat::Svg);
    args.look.check(format)?;
    let template = args.look.caption.as_deref().map_or(Ok(Template::default()), str::parse);
    let template = template.context("--caption")?;
    check_folder(folder, args.records.force, files)?;
    let input = InputArgs::of_files(files);
    let output = OutputArgs { others: vec![folder.to_owned()], ..OutputArgs::default() };
    let session = Session::start(&input, &output, &args.report)?;
    session.read(|inputs| draw(args, &input, template, format, folder, inputs))
}

fn draw(
    args: &Args,
    input: &InputArgs,
    template: Template,
    format: PictureFormat,
    folder: &Path,
    inputs: &mut Inputs<'_>,
) -> Result<()> {
    let before = inputs.console.errors();
    let temporary = TemporaryFolder::beside(folder)?;
    let (mut games, mut pictures) = (0, 0);
    inputs.each(|intake| {
        let at = args.records.at.unwrap_or(At::Start);
        let rule = Rule { at, template: template.clone(), before: games };
        let collector = PictureCollector { args, rule, format };
        let job = input.apply(Job::collect(intake.source(), collector));
        intake.run(&job, |_, done| {
            games += done.games;
            pictures += done.out.len() as u64;
            done.out.drain(..).try_for_each(|drawn| write(temporary.path(), drawn))
        })
    })?;
    let summary = format!("{}, {}", counted(pictures, "picture"), counted(games, "game"));
    inputs.console.conclude(summary, false);
    if inputs.console.errors() != before {
        inputs.console.tell(&left_as_it_was(folder));
    } else if pictures > 0 {
        temporary.persist(folder)?;
    }
    Ok(())
}

fn write(folder: &Path, (name, picture): Drawn) -> Result<()> {
    fs::write(folder.join(&name), picture?).with_context(|| format!("{name}: cannot be written"))
}
