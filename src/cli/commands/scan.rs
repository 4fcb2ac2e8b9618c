//! `scan`: the codes in any text, with their places.

use crate::cli::args::{
    CollectionArgs, InputArgs, OutputArgs, ReportArgs, TalkArgs, TargetArgs, ThreadArgs,
};
use crate::cli::console::{Console, counted};
use crate::cli::exit;
use crate::cli::intake::Intake;
use crate::cli::output::{Output, ending};
use crate::cli::session::Session;
use crate::scan::{Hit, HitFormat, HitWriter, TextScan, Verdict};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// how to write what was found [default: by the ending of the output's name, or else text]
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: Option<HitFormat>,

    /// take codes alone as well, such as 0002.01 and 4100
    ///
    /// Prices and other numbers look like that too, so they count only when asked for. Dates
    /// and years do not count.
    #[arg(long)]
    bare: bool,

    /// texts and folders to read, in turn; none or - for standard input
    ///
    /// Plain text, what pdftotext or OCR make of a page, HTML and mail, in UTF-8 or Latin-1.
    /// gzip, zstd, bzip2 and xz are recognised by content. Of a folder, all files are read that end in .txt, .text, .md, .html, .htm
    /// or .eml, or in one of these and .zst, .gz, .bz2 or .xz.
    #[arg(value_name = "FILE", help_heading = "Input")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    among: CollectionArgs,

    #[command(flatten)]
    work: ThreadArgs,

    #[command(flatten)]
    target: TargetArgs,
    #[command(flatten)]
    talk: TalkArgs,
}

impl ValueEnum for HitFormat {
    fn value_variants<'a>() -> &'a [HitFormat] {
        use HitFormat::{Csv, Epd, Fen, Jsonl, Pgn, Text};
        &[Text, Epd, Fen, Csv, Jsonl, Pgn]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, help) = match self {
            HitFormat::Text => (
                "text",
                "a line per code, with tabs: place, form, text, FEN, ok or what is wrong, page if there are pages",
            ),
            HitFormat::Epd => {
                ("epd", "EPD of the positions that are complete, with the place as c0")
            }
            HitFormat::Fen => ("fen", "FEN of the positions that are complete"),
            HitFormat::Csv => ("csv", "a table with a heading"),
            HitFormat::Jsonl => ("jsonl", "JSON, one object a line"),
            HitFormat::Pgn => ("pgn", "a game without moves for each position that is complete"),
        };
        Some(PossibleValue::new(name).help(help))
    }
}

/// What was found so far.
#[derive(Default)]
struct Tally {
    ok: u64,
    open: u64,
    wrong: u64,
    /// Among the ok ones, those with words after them that may have mattered.
    unread: u64,
}

impl Tally {
    fn take(&mut self, hit: &Hit) {
        match hit.verdict() {
            Verdict::Ok => self.ok += 1,
            Verdict::Open => self.open += 1,
            Verdict::Wrong => self.wrong += 1,
        }
        self.unread += u64::from(hit.unread.is_some());
    }
}

pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let to = ending::format_of(args.to, args.target.output.as_deref())?.unwrap_or_default();
    let report = ReportArgs::of_talk(&args.talk);
    let input = InputArgs::of_texts(&args.files, &args.among, args.work);
    let output = OutputArgs::of_target(&args.target);
    let mut tally = Tally::default();
    Session::start(&input, &output, &report)?.run(|inputs, output| {
        let mut writer = HitWriter::new(to);
        output.write_all(&writer.head())?;
        let threads = input.threads().get();
        inputs.each(|intake| {
            // A little is done before a thread has started.
            let threads = if intake.input.is_little() { 0 } else { threads };
            let scan = TextScan::new().bare(args.bare).threads(threads);
            search(scan, intake, &mut writer, output, &mut tally)
        })?;
        conclude(inputs.console, &tally);
        Ok(())
    })
}

fn search(
    scan: TextScan,
    intake: &mut Intake<'_>,
    writer: &mut HitWriter,
    output: &mut Output,
    tally: &mut Tally,
) -> anyhow::Result<()> {
    scan.run(&mut intake.input, |hit| {
        tally.take(&hit);
        let written = output.write_all(&writer.hit(&intake.name, &hit));
        exit::or_leave(written.map_err(Into::into))
    })
}

fn conclude(console: &mut Console, tally: &Tally) {
    let Tally { ok, open, wrong, unread } = *tally;
    let mut summary = format!("{}, {ok} ok, {wrong} wrong", counted(ok + open + wrong, "code"));
    if open > 0 {
        summary += &format!(", {open} open");
    }
    if unread > 0 {
        summary += &format!(", {unread} with words that were not read");
    }
    console.conclude(summary, wrong > 0);
}
