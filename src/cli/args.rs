//! The groups of flags that commands share. What each of them adds stands with the command.

use crate::cli::choice::{Choice, one_of};
use crate::cli::input::Part;
use crate::cli::registry;
use crate::cli::size::Size;
use crate::format::{Claims, Source};
use crate::play::Lane;
use crate::run::Job;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use glob::Pattern;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{self, Path, PathBuf};
use std::sync::OnceLock;
use std::thread;

// What is read, and how.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Input")]
pub struct InputArgs {
    /// files and folders to read, in turn; none or - for standard input
    ///
    /// gzip, zstd, bzip2 and xz are recognised by content, whatever the
    /// name, and are read to the last of their frames. A file that cannot be
    /// read is named, the others are read all the same, and the exit status
    /// is 2.
    ///
    /// Of a folder, all files are read that end in .pgn, .epd or .fen, or in one of these and .zst, .gz, .bz2 or .xz, in the
    /// order of their names, and so are its folders. The members of a .zip are read likewise. Hidden files, indexes and what is
    /// being written are not; links are followed to what is not read anyway. The summary says how many files were passed over.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub among: CollectionArgs,

    /// What files of a folder are read where nobody says which.
    #[arg(skip)]
    pub content: Content,

    /// what the input is [default: by content]
    #[arg(long, visible_alias = "from-format", value_name = "FORMAT", value_parser = source_names())]
    pub from: Option<String>,

    /// read one of N parts of each file, the Ith, as in 2/8
    ///
    /// For N programs, on as many machines, that share a file: together they read every record once, and of
    /// annotate, strip and find their outputs in order are that of one program. The file is plain, or compressed by this program
    /// (.zst), pzstd or bgzip. Every record is read as in the whole; PGN is parted only at a tag Event after a blank line of which
    /// that is certain, so a part may be empty. Numbers, lines and offsets count from the beginning of the part.
    #[arg(long, value_name = "I/N")]
    pub part: Option<Part>,

    #[command(flatten)]
    pub work: ThreadArgs,

    /// longest record that is read whole, as in 512K, 64M, 1G
    ///
    /// A longer one is a fault, and its bytes pass through untouched where the format
    /// stays the same. Whatever is read takes no more memory than five times as much, 32 MiB and 2 MiB a
    /// thread, besides the window of compressed data (at most 128 MiB). Tables take more for a value of that
    /// length.
    #[arg(long, value_name = "SIZE", default_value_t)]
    pub max_record: Size,
}

// On how many threads.
#[derive(Args, Clone, Copy, Debug, Default)]
pub struct ThreadArgs {
    /// threads that work at a time [default: all cores]
    ///
    /// At most 1024. The output does not depend on it.
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, help_heading = "Input")]
    threads: Option<NonZeroUsize>,
}

// Which files, besides those that are named.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Input")]
pub struct CollectionArgs {
    /// read the files that LIST names, too, one a line or between NUL bytes; - for standard input
    #[arg(long, value_name = "LIST")]
    pub files_from: Option<PathBuf>,

    /// of folders, read the files whose names match, as in '*.txt' or 'tour/**'
    ///
    /// Instead of those with the usual endings. A GLOB with a slash is about the path within the folder, any other about the
    /// name. Several times for several.
    #[arg(long, value_name = "GLOB", value_parser = glob)]
    pub glob: Vec<Pattern>,
}

fn glob(text: &str) -> Result<Pattern, String> {
    Pattern::new(text).map_err(|error| format!("{} at character {}", error.msg, error.pos + 1))
}

/// What is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Content {
    #[default]
    Games,
    /// Prose with codes in it.
    Texts,
}

impl InputArgs {
    /// For commands that have no flags about reading.
    pub fn of_files(files: &[PathBuf]) -> InputArgs {
        InputArgs { files: files.to_vec(), ..InputArgs::default() }
    }

    /// For commands that read text and no records.
    pub fn of_texts(files: &[PathBuf], among: &CollectionArgs, work: ThreadArgs) -> InputArgs {
        let (among, content) = (among.clone(), Content::Texts);
        InputArgs { among, content, work, ..InputArgs::of_files(files) }
    }

    /// Whether nothing is named that could be read.
    pub fn is_nothing(&self) -> bool {
        self.files.is_empty() && self.among.files_from.is_none()
    }

    /// How many workers to start.
    pub fn threads(&self) -> NonZeroUsize {
        // To find out takes longer than to read a little file, and it is asked for each.
        static CORES: OnceLock<NonZeroUsize> = OnceLock::new();
        let count = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        self.work.threads.unwrap_or_else(|| *CORES.get_or_init(count))
    }

    /// The longest record.
    pub fn limit(&self) -> usize {
        usize::try_from(self.max_record.0).unwrap_or(usize::MAX)
    }

    /// The job with what the user says about reading.
    pub fn apply<'a, C>(&self, job: Job<'a, C>) -> Job<'a, C> {
        Job { limit: self.limit(), threads: self.threads().get(), ..job }
    }
}

/// More threads than this are a slip of the keyboard, and more than a system can start.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST_THREADS);
    number.ok_or_else(|| format!("expected a number from 1 to {MOST_THREADS}"))
}

/// The formats that can be read, with those of plugins.
fn source_names() -> PossibleValuesParser {
    let value = |source: &dyn Source| PossibleValue::new(source.name()).help(source.help());
    registry::formats().sources().map(value).collect::<Vec<_>>().into()
}

// How games are played.
#[derive(Args, Clone, Copy, Debug)]
pub struct LaneArgs {
    /// how moves are played
    ///
    /// Both give the same result; reference does without the code that is there for
    /// speed alone.
    #[arg(long, value_name = "LANE", value_parser = one_of(LANES), default_value = "fast")]
    lane: Lane,
}

const LANES: &[Choice<Lane>] = &[("fast", Lane::Fast, ""), ("reference", Lane::Reference, "")];

impl LaneArgs {
    /// The job with what the user says about that, and about reading.
    pub fn apply<'a, C>(self, input: &InputArgs, job: Job<'a, C>) -> Job<'a, C> {
        Job { lane: self.lane, ..input.apply(job) }
    }
}

// How games are played and what is claimed of them.
#[derive(Args, Clone, Copy, Debug)]
pub struct PlayArgs {
    /// which games get the sign of a claim (+ or =)
    ///
    /// auto: studies. A study starts from a FEN of its own, in no variant, without ratings and
    /// time control, and its Black tag names no opponent; its Result 1-0 claims a win, 1/2-1/2 a
    /// draw. always: every game from a FEN of its own, whoever played. never: WTM or BTM throughout.
    /// A last position that refutes the claim gets no sign.
    #[arg(long, value_name = "WHEN", value_parser = one_of(WHEN_CLAIMED), default_value = "auto")]
    pub claims: Claims,

    #[command(flatten)]
    pub lane: LaneArgs,
}

const WHEN_CLAIMED: &[Choice<Claims>] =
    &[("auto", Claims::Auto, ""), ("never", Claims::Never, ""), ("always", Claims::Always, "")];

impl PlayArgs {
    /// Whether the user says nothing about claims.
    pub fn is_usual(self) -> bool {
        self.claims == Claims::Auto
    }

    /// The job with what the user says about that, and about reading.
    pub fn apply<'a, C>(self, input: &InputArgs, job: Job<'a, C>) -> Job<'a, C> {
        Job { claims: self.claims, ..self.lane.apply(input, job) }
    }
}

// Where the result goes.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub struct TargetArgs {
    /// write to FILE instead of standard output, or with annotate, strip, convert and sort to a file for each input in DIR/
    ///
    /// The ending of the name picks the format, where there are several, and .zst, .gz, .bz2 or .xz after
    /// it the compression; .zst is made on all threads, which takes 10 MiB more for each. FILE is replaced when all is done and well; a run that fails leaves it as it
    /// was. FILE may not be one of the input files.
    ///
    /// With a slash at its end it is a folder, new or empty, that gets a file for each input: under the path within the
    /// folder that is read or, where several are named, under the path as it was typed. Members of weekly.zip go to a folder weekly.zip.
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

impl TargetArgs {
    /// The one file that is written; none where it is a folder with a file for each input.
    pub fn file(&self) -> Option<&Path> {
        self.output.as_deref().filter(|_| self.folder().is_none())
    }

    /// The folder with a file for each input: its name ends in a slash.
    pub fn folder(&self) -> Option<&Path> {
        let is_folder = |path: &&Path| {
            let last = path.as_os_str().as_encoded_bytes().last();
            last.is_some_and(|&byte| path::is_separator(char::from(byte)))
        };
        self.output.as_deref().filter(is_folder)
    }
}

// Where the result goes, for commands that keep the format.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    #[command(flatten)]
    pub target: TargetArgs,

    /// replace each input file by its result
    ///
    /// Each is replaced when its result is complete, and keeps its
    /// permissions and its compression. One that cannot be read to its end
    /// stays as it is.
    #[arg(long, conflicts_with = "output")]
    pub in_place: bool,

    /// with --in-place: all files of the folders that are named
    // To require it asks for nothing beside -o, which excludes it.
    #[arg(short, long, requires = "in_place", conflicts_with = "output")]
    pub recursive: bool,

    /// with --in-place: keep each old file under its name with SUFFIX, as in .bak
    ///
    /// A backup that is there is never replaced: its file is left as it was, and the exit status is 2.
    #[arg(long, value_name = "SUFFIX", requires = "in_place", conflicts_with = "output", value_parser = backup)]
    pub backup: Option<OsString>,

    /// with --in-place: replace a file that has other names too (hard links), under this name alone
    ///
    /// Without it such a file is left as it was, and the exit status is 2.
    #[arg(long, requires = "in_place", conflicts_with = "output")]
    pub break_links: bool,

    #[command(flatten)]
    pub into: IntoArgs,

    /// What else is written: not to be read, should it be in a folder.
    #[arg(skip)]
    pub others: Vec<PathBuf>,
}

// How files get outputs of their own.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Output")]
pub struct IntoArgs {
    /// with -o DIR/: go on with a run that was interrupted
    ///
    /// Flags, inputs and outputs must be as they were; what is done is not done again. Faults, summary and exit status are those
    /// of the whole run.
    #[arg(long, requires = "output")]
    pub resume: bool,

    /// with -o DIR/: write into a DIR that is not empty, and replace files of the same names there
    #[arg(long, requires = "output", conflicts_with = "resume")]
    pub force: bool,

    /// give each output the times of its input, with -o DIR/ and in place
    #[arg(long)]
    pub times: bool,
}

/// An ending of names; one with a slash would lead elsewhere.
fn backup(text: &str) -> Result<OsString, &'static str> {
    let is_ending = !text.is_empty() && !text.contains(path::is_separator) && !text.contains('\0');
    is_ending.then(|| text.into()).ok_or("expected an ending of names, as in .bak or ~")
}

impl OutputArgs {
    /// For commands whose output is never the input.
    pub fn of_target(target: &TargetArgs) -> OutputArgs {
        OutputArgs { target: target.clone(), ..OutputArgs::default() }
    }

    /// All that is to be written.
    pub fn written(&self) -> Vec<&Path> {
        let target = self.target.output.as_deref();
        target.into_iter().chain(self.others.iter().map(PathBuf::as_path)).collect()
    }
}

// All that is outside of a run, for commands that write a format of their own.
#[derive(Args, Clone, Debug, Default)]
pub struct RunArgs {
    #[command(flatten)]
    pub input: InputArgs,
    #[command(flatten)]
    pub target: TargetArgs,
    #[command(flatten)]
    pub report: ReportArgs,
}

// What is said about the run, on standard error.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reports")]
pub struct ReportArgs {
    /// stop at the first fault
    ///
    /// The exit status is 1, and a target of --output or --in-place stays as
    /// it was.
    #[arg(long)]
    pub strict: bool,

    /// write every fault and note to FILE, one JSON object a line
    ///
    /// With file, line, offset (of the byte, in the decompressed file, from
    /// 0), game, players, kind, severity (fault or note) and message.
    #[arg(long, value_name = "FILE")]
    pub faults: Option<PathBuf>,

    /// show all faults, not just the first 20
    #[arg(long)]
    pub all_faults: bool,

    /// show notes as well: what was read in spite of its form
    #[arg(short, long, conflicts_with = "quiet")]
    pub verbose: bool,

    #[command(flatten)]
    pub talk: TalkArgs,
}

// What is said about any run, whether or not it reads records.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reports")]
pub struct TalkArgs {
    /// when to show progress
    ///
    /// auto: when standard error is a terminal and the result does not go to
    /// the same one.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub progress: When,

    /// show neither progress nor summary nor faults, only errors
    #[arg(short, long)]
    pub quiet: bool,

    /// when to use colour
    ///
    /// auto: on a terminal, unless NO_COLOR is set.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub color: When,
}

impl ReportArgs {
    /// Whether anybody hears of faults, or the run ends at the first.
    pub const fn tells_faults(&self) -> bool {
        !self.talk.quiet || self.strict || self.faults.is_some()
    }

    /// For commands that read text and no records, and so have no faults to tell.
    pub fn of_talk(talk: &TalkArgs) -> ReportArgs {
        ReportArgs { talk: talk.clone(), ..ReportArgs::default() }
    }
}

/// When to do what depends on the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// as the terminal and the environment suggest
    #[default]
    Auto,
    /// whatever standard error is
    Always,
    /// not at all
    Never,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_all_cores_or_as_told() {
        let work = ThreadArgs { threads: NonZeroUsize::new(3) };
        let args = InputArgs { work, ..InputArgs::default() };
        assert_eq!(args.threads().get(), 3);
        assert!(InputArgs::default().threads().get() >= 1);
    }
}
