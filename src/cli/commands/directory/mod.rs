//! `directory`: the look-up directory of a collection, for print, programs and the browser.

mod search;

use crate::cli::args::{InputArgs, OutputArgs, PlayArgs, ReportArgs, TargetArgs};
use crate::cli::console::{Console, counted};
use crate::cli::intake::Intake;
use crate::cli::output::ending;
use crate::cli::session::Session;
use crate::cli::tag_filter::WhoseArgs;
use crate::column::At;
use crate::directory::{
    Directory, Entries, EntryCollector, FIELDS, Rule, Sheet, SheetError, Template,
};
use crate::run::{Filter, Job};
use crate::search::Search;
use anyhow::{Result, anyhow, ensure};
use clap::ValueEnum;
use indicatif::HumanCount;
use search::{EntryArg, SearchArgs};
use std::io::Write;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// format to write [default: by the ending of the output's name, or else text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<DirectoryFormat>,

    /// what entries refer to [default: '{number} {composer} {year}']
    #[arg(long, value_name = "TEMPLATE", long_help = reference_help())]
    reference: Option<Template>,

    /// which position of a game is listed
    ///
    /// With found, games in which nothing is found have no entry.
    #[arg(long, value_name = "WHERE", value_enum, default_value_t)]
    at: EntryArg,

    /// what stands above it, for markdown and html
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    #[command(flatten)]
    whose: WhoseArgs,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    sheet: SheetArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    report: ReportArgs,
}

/// The sheet that text is set on.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Text")]
struct SheetArgs {
    /// characters a line [default: 80]
    #[arg(long, value_name = "N")]
    width: Option<usize>,

    /// columns, which are read downwards [default: as many as most entries fit into]
    #[arg(long, value_name = "N")]
    columns: Option<usize>,

    /// lines a page, 0 for one endless page [default: 60]
    ///
    /// A form feed stands between pages; each begins with its number and the part of the
    /// directory that it shows.
    #[arg(long, value_name = "N")]
    page_length: Option<usize>,

    /// leave out the names of the classes
    #[arg(long)]
    no_headings: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum DirectoryFormat {
    /// columns for print, with a heading for each class
    Text,
    /// a table: claim, gbr, class, kings, reference, number, composers, turn, gbrpos, fen
    Csv,
    /// the same, an object a line
    Jsonl,
    /// headings and tables
    #[value(alias = "md")]
    Markdown,
    /// one page for the browser, with search and a board that plays; takes memory for all records at once
    Html,
}

/// Out of the library's table.
fn reference_help() -> String {
    let mut help = String::from(
        "what entries refer to [default: '{number} {composer} {year}']\n\n\
         Text with fields in braces; what is empty or \"?\" leaves neither blanks nor commas. A \
         field is the name of a tag, such as {White} or {Event}, or one of these:\n",
    );
    for (name, _, meaning) in FIELDS {
        help += &format!("\n{:11}  {meaning}", format!("{{{name}}}"));
    }
    help
}

pub fn run(args: &Args) -> Result<ExitCode> {
    let format = args.format()?;
    args.refuse_unheeded(format)?;
    let sheet = args.sheet.sheet()?;
    let search = match args.search.search(args.at)? {
        Ok(search) => search,
        Err(status) => return Ok(status.into()),
    };
    let output = OutputArgs::of_target(&args.target);
    Session::start(&args.input, &output, &args.report)?.run(|inputs, output| {
        let (mut found, mut games) = (Entries::default(), 0);
        inputs.each(|intake| {
            let rule = args.rule(games);
            args.read(intake, rule, search.as_ref(), &mut found, &mut games, format)
        })?;
        args.conclude(inputs.console, &found, games);
        let directory = Directory::new(found.entries);
        Ok(output.write_all(&match format {
            DirectoryFormat::Text => directory.to_text(&sheet).into_bytes(),
            DirectoryFormat::Csv => directory.to_csv(),
            DirectoryFormat::Jsonl => directory.to_jsonl(),
            DirectoryFormat::Markdown => directory.to_markdown(args.title()).into_bytes(),
            DirectoryFormat::Html => directory.to_html(args.title())?,
        })?)
    })
}

impl Args {
    fn format(&self) -> Result<DirectoryFormat> {
        let format = ending::format_of(self.to, self.target.output.as_deref())?;
        Ok(format.unwrap_or(DirectoryFormat::Text))
    }

    fn template(&self) -> Template {
        self.reference.clone().unwrap_or_default()
    }

    fn title(&self) -> &str {
        self.title.as_deref().unwrap_or("Directory")
    }

    /// A flag that would do nothing is a mistake of whoever typed it.
    fn refuse_unheeded(&self, format: DirectoryFormat) -> Result<()> {
        let name = format.to_possible_value().map_or(String::new(), |it| it.get_name().to_owned());
        let SheetArgs { width, columns, page_length, no_headings } = self.sheet;
        let is_text = format == DirectoryFormat::Text;
        for (flag, is_given, is_heeded) in [
            ("--width", width.is_some(), is_text),
            ("--columns", columns.is_some(), is_text),
            ("--page-length", page_length.is_some(), is_text),
            ("--no-headings", no_headings, is_text),
            (
                "--title",
                self.title.is_some(),
                matches!(format, DirectoryFormat::Markdown | DirectoryFormat::Html),
            ),
        ] {
            ensure!(!is_given || is_heeded, "{flag} has no meaning for {name}");
        }
        Ok(())
    }

    fn rule(&self, before: u64) -> Rule {
        Rule { at: self.at.at(), template: self.template(), before }
    }

    /// Collects the entries of one input.
    fn read(
        &self,
        intake: &mut Intake<'_>,
        rule: Rule,
        search: Option<&Search>,
        found: &mut Entries,
        games: &mut u64,
        format: DirectoryFormat,
    ) -> Result<()> {
        let collect = EntryCollector { rule, with_record: format == DirectoryFormat::Html };
        let job = self.play.apply(&self.input, Job::collect(intake.source(), collect));
        let (position, variations) = (true, self.search.variations);
        let filter = |search| Filter { search, invert: false, position, variations };
        let job = Job { only: search.map(filter), ..self.whose.apply(job) };
        intake.run(&job, |_, done| {
            found.append(&mut done.out);
            *games += done.games;
            Ok(())
        })
    }

    /// Says how many entries there are, and which tags of the template are nowhere: one may be
    /// misspelt.
    fn conclude(&self, console: &mut Console, found: &Entries, games: u64) {
        let entries = found.entries.len() as u64;
        let noun = if entries == 1 { "entry" } else { "entries" };
        let games = counted(games, "game");
        console.conclude(format!("{} {noun}, {games}", HumanCount(entries)), false);
        for (index, tag) in self.template().tags().iter().take(64).enumerate() {
            if found.tags >> index & 1 == 0 && entries > 0 && !self.report.talk.quiet {
                console.tell(&format!("--reference: no record has a tag {tag}"));
            }
        }
    }
}

impl SheetArgs {
    fn sheet(&self) -> Result<Sheet> {
        let (width, page_length) = (self.width.unwrap_or(80), self.page_length.unwrap_or(60));
        let sheet = Sheet::new(width, self.columns, page_length, !self.no_headings);
        sheet.map_err(|error| match error {
            SheetError::NoColumns => anyhow!("--columns 0: expected one or more"),
            SheetError::Narrow { needed } => anyhow!(
                "{} do not fit into {width} characters: expected a --width of {needed} or more",
                self.columns.map_or("entries".to_owned(), |n| format!("{n} columns")),
            ),
            SheetError::Short { needed } => {
                anyhow!("--page-length {page_length} is too short: expected {needed} or more, or 0")
            }
        })
    }
}
