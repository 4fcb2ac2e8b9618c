//! `directory`: the look-up directory of a collection, for print, programs and the browser.

mod book;
mod by_index;
mod printing;
mod search;

use crate::cli::args::{InputArgs, OutputArgs, PlayArgs, ReportArgs, TargetArgs};
use crate::cli::choice::{ENTRIES, one_of};
use crate::cli::console::{Console, counted};
use crate::cli::intake::Intake;
use crate::cli::output::ending;
use crate::cli::session::Session;
use crate::cli::syzygy;
use crate::cli::tag_filter::WhoseArgs;
use crate::column::At;
use crate::directory::{
    Directory, Entries, EntryCollector, EntryDetail, FIELDS, Rule, Sheet, SheetError, Template,
};
use crate::format::Source;
use crate::run::{Filter, Job, Judge};
use crate::search::Search;
use crate::tables::Tables;
use crate::verify::TableJudge;
use anyhow::{Result, anyhow, ensure};
use book::BookArgs;
use clap::ValueEnum;
use indicatif::HumanCount;
use printing::BrowserArgs;
use search::SearchArgs;
use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::PathBuf;
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
    /// With found, games in which nothing is found have no entry, and the page for the browser shows them from the
    /// position on, as find --cut writes them.
    #[arg(long, value_name = "WHERE", value_parser = one_of(ENTRIES), default_value = "start")]
    at: At,

    /// what stands above it, for markdown, html and pdf
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// what is made of it, for html [default: page; book for pdf]
    #[arg(long, value_name = "LAYOUT", value_enum)]
    layout: Option<LayoutArg>,

    /// for html: say how positions end with best play, by endgame tables
    ///
    /// The value of each entry, and at the moves of the main line and of variations who gives a win or a draw away; nothing where
    /// the tables do not know. The fifty-move rule is that of verify. DIR has Syzygy tables; several times for several
    /// folders.
    #[arg(long, value_name = "DIR")]
    tables: Vec<PathBuf>,

    #[command(flatten)]
    whose: WhoseArgs,
    #[command(flatten)]
    play: PlayArgs,
    #[command(flatten)]
    sheet: SheetArgs,
    #[command(flatten)]
    book: BookArgs,
    #[command(flatten)]
    browser: BrowserArgs,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    report: ReportArgs,
}

// The sheet that text is set on.
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
    /// columns for print, with a heading for each class; takes 50 bytes of memory an entry, 200 on an endless page
    Text,
    /// a table: claim, gbr, class, kings, reference, number, composers, turn, gbrpos, fen
    Csv,
    /// the same, an object a line
    Jsonl,
    /// headings and tables
    #[value(alias = "md")]
    Markdown,
    /// one page for the browser, with search and a board that plays; takes memory for all records at once, five times their size
    Html,
    /// a book, printed by a browser
    Pdf,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LayoutArg {
    /// one page for the browser, with search and a board that plays
    Page,
    /// pages to print: directory, index of composers, diagrams, solutions
    Book,
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
    let output = args.target.output.as_deref();
    let browser =
        (format == DirectoryFormat::Pdf).then(|| args.browser.find(output)).transpose()?;
    let search = match args.search.search(args.at)? {
        Ok(search) => search,
        Err(status) => return Ok(status.into()),
    };
    let output = OutputArgs::of_target(&args.target);
    Session::start(&args.input, &output, &args.report)?.run(|inputs, output| {
        let tables = args.open_tables(inputs.console)?;
        if search.is_some() {
            // Of an input without anything in it, nobody says so.
            inputs.console.find(0);
        }
        let judge = tables.as_ref().map(TableJudge);
        let (mut found, mut games) = (Entries::default(), 0);
        let judge = judge.as_ref().map(|judge| judge as &dyn Judge);
        let maker = EntryMaker { args, search: search.as_ref(), format, judge };
        for source in inputs.sources {
            if let Some(more) =
                by_index::collect(&maker, games, inputs.console, source, &mut found)?
            {
                games += more;
                continue;
            }
            inputs.open(source, |intake| maker.read(intake, &mut found, &mut games))?;
        }
        tables.iter().for_each(|tables| syzygy::tell_faults(tables, inputs.console));
        args.conclude(inputs.console, &found, games);
        // The program ends with it: the system takes its memory back at once, and each of a million texts by itself takes longer.
        let directory = ManuallyDrop::new(Directory::new(found.entries));
        Ok(output.write_all(&match format {
            DirectoryFormat::Text => return Ok(found.captions.write_text(&sheet, output)?),
            DirectoryFormat::Csv => directory.to_csv(),
            DirectoryFormat::Jsonl => directory.to_jsonl(),
            DirectoryFormat::Markdown => directory.to_markdown(args.title()).into_bytes(),
            DirectoryFormat::Html if args.is_book() => args.book(&directory).into_bytes(),
            DirectoryFormat::Pdf => {
                let browser = browser.as_ref().expect("one was looked for");
                browser.print(&args.book(&directory), printing::limit(directory.entries().len()))?
            }
            DirectoryFormat::Html => directory.to_html(args.title(), args.input.threads().get())?,
        })?)
    })
}

/// What makes entries of games.
struct EntryMaker<'a> {
    args: &'a Args,
    search: Option<&'a Search>,
    format: DirectoryFormat,
    /// Who knows how positions end; nobody where that is not shown.
    judge: Option<&'a dyn Judge>,
}

impl<'a> EntryMaker<'a> {
    /// Collects the entries of one input.
    fn read(&self, intake: &mut Intake<'_>, found: &mut Entries, games: &mut u64) -> Result<()> {
        intake.run(&self.job(intake.source(), *games), |_, done| {
            found.append(&mut done.out);
            *games += done.games;
            Ok(())
        })
    }

    /// So many games come before those of the input.
    fn job<'b>(&'b self, source: &'b dyn Source, before: u64) -> Job<'b, EntryCollector<'b>> {
        let EntryMaker { args, search, format, judge } = *self;
        let detail = match format {
            DirectoryFormat::Text => EntryDetail::Caption,
            DirectoryFormat::Html | DirectoryFormat::Pdf => EntryDetail::Record,
            _ => EntryDetail::Fields,
        };
        let collector = EntryCollector { rule: args.rule(before), detail, judge };
        let job = args.play.apply(&args.input, Job::collect(source, collector));
        let (position, variations) = (true, args.search.variations);
        let filter = |search| Filter { position, variations, ..Filter::new(search) };
        Job { only: search.map(filter), ..args.whose.apply(job) }
    }
}

impl Args {
    fn format(&self) -> Result<DirectoryFormat> {
        let format = ending::format_of(self.to, self.target.output.as_deref())?;
        let usual = if self.is_book() { DirectoryFormat::Html } else { DirectoryFormat::Text };
        Ok(format.unwrap_or(usual))
    }

    fn is_book(&self) -> bool {
        self.layout == Some(LayoutArg::Book)
    }

    fn book(&self, directory: &Directory) -> String {
        directory.to_book(self.title(), &self.book.book())
    }

    fn template(&self) -> Template {
        self.reference.clone().unwrap_or_default()
    }

    fn title(&self) -> &str {
        self.title.as_deref().unwrap_or("Directory")
    }

    /// A flag that would do nothing is a mistake of whoever typed it.
    fn refuse_unheeded(&self, format: DirectoryFormat) -> Result<()> {
        use DirectoryFormat::{Html, Markdown, Pdf, Text};
        let name = format.to_possible_value().map_or(String::new(), |it| it.get_name().to_owned());
        ensure!(
            self.layout.is_none() || matches!(format, Html | Pdf),
            "--layout has no meaning for {name}"
        );
        ensure!(
            self.layout != Some(LayoutArg::Page) || format == Html,
            "a PDF is a book: --layout page has no meaning for it"
        );
        let is_book = format == Pdf || self.is_book();
        let has_title = matches!(format, Markdown | Html | Pdf);
        let flags = (self.sheet.given().into_iter().map(|flag| (flag, format == Text)))
            .chain(self.book.given().into_iter().map(|flag| (flag, is_book)))
            .chain(self.browser.given().into_iter().map(|flag| (flag, format == Pdf)))
            .chain([
                (("--title", self.title.is_some()), has_title),
                (("--tables", !self.tables.is_empty()), format == Html && !is_book),
            ]);
        for ((flag, is_given), is_heeded) in flags {
            ensure!(
                !is_given || is_heeded,
                "{flag} has no meaning for {}",
                shown(is_book, &name, flag)
            );
        }
        self.book.refuse_contradiction()
    }

    fn open_tables(&self, console: &mut Console) -> Result<Option<Tables>> {
        (!self.tables.is_empty()).then(|| syzygy::open(&self.tables, console)).transpose()
    }

    fn rule(&self, before: u64) -> Rule {
        Rule { at: self.at, template: self.template(), before }
    }

    /// Says how many entries there are, and which tags of the template are nowhere: one may be
    /// misspelt.
    fn conclude(&self, console: &mut Console, found: &Entries, games: u64) {
        let entries = found.len() as u64;
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

/// What is made, in a message about a flag.
fn shown<'a>(is_book: bool, format: &'a str, flag: &str) -> &'a str {
    match is_book {
        true if flag.starts_with("--browser") => "a book in HTML",
        true => "a book",
        false => format,
    }
}

impl SheetArgs {
    /// The flags, and whether they are given.
    fn given(&self) -> [(&'static str, bool); 4] {
        [
            ("--width", self.width.is_some()),
            ("--columns", self.columns.is_some()),
            ("--page-length", self.page_length.is_some()),
            ("--no-headings", self.no_headings),
        ]
    }

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
