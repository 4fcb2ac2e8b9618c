//! The command line: which commands there are, and what is said about one that is none of them.

use crate::cli::commands::{
    annotate, board, check, completions, convert, decode, directory, encode, find, help, index,
    man, rows, scan, similar, sort, stats, strip, unique, verify,
};
use crate::cli::console;
use crate::cli::flags_first::flags_first;
use crate::cli::invocation;
use crate::cli::paragraphs::flowing;
use crate::cli::program::{self, Program};
use crate::cli::registry;
use crate::cli::shell_word;
use crate::cli::status::Status;
use crate::cli::system;
use crate::column::Stage;
use crate::gbr::{Pattern, Reading};
use clap::error::{ContextKind, ContextValue};
use clap::{ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use std::path::{self, Path};
use std::process;

/// annotate chess databases with GBR codes
///
/// Examples:
///   gbr-pgn annotate games.pgn > coded.pgn
///   gbr-pgn annotate games.pgn.zst -o coded.pgn.zst
///   gbr-pgn annotate --in-place *.pgn
///   gbr-pgn strip coded.pgn > games.pgn
///   gbr-pgn convert --to csv games.pgn > games.csv
///
/// A GBR code says which men are on the board: 0116.00 is rook and bishop
/// against two knights, without pawns.
///
/// Exit status: 0 all well; 1 finished, but there were faults; 2 wrong usage,
/// or something could not be read or written; 130 interrupted.
#[derive(Debug, Parser)]
#[command(name = "gbr-pgn", version, arg_required_else_help = true, verbatim_doc_comment)]
#[command(subcommand_required = true, disable_help_subcommand = true, max_term_width = 100)]
#[command(disable_help_flag = true, disable_version_flag = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// print help; --help prints more than -h
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,

    /// print version
    #[arg(short = 'V', long, action = ArgAction::Version)]
    version: Option<bool>,
}

/// What to do. Flags are defined as soon as somebody wants to know them: those of all commands take longer than a small file. A
/// documentation comment on a group of flags would take the place of what is said here.
#[derive(Debug, Subcommand)]
#[command(defer = true)]
pub enum Command {
    /// write PGN or EPD with the codes put in
    ///
    /// Examples:
    ///   gbr-pgn annotate games.pgn > coded.pgn
    ///   gbr-pgn annotate games.pgn.zst -o coded.pgn.zst
    ///   gbr-pgn annotate --in-place *.pgn
    #[command(verbatim_doc_comment)]
    Annotate(annotate::Args),
    /// take the codes out again
    ///
    /// Examples:
    ///   gbr-pgn strip coded.pgn > games.pgn
    ///   gbr-pgn strip --in-place *.pgn
    #[command(verbatim_doc_comment)]
    Strip(strip::Args),
    /// write games and positions in another format
    ///
    /// Examples:
    ///   gbr-pgn convert --to csv games.pgn > games.csv
    ///   gbr-pgn convert studies.pgn -o studies.epd.zst
    ///   gbr-pgn convert games.pgn.zst -o games.parquet
    ///   gbr-pgn convert --to fen --at final games.pgn
    #[command(verbatim_doc_comment)]
    Convert(convert::Args),
    /// write the records in which a force or a position comes up
    ///
    /// Examples:
    ///   gbr-pgn find KNNvKP games.pgn > knights.pgn
    ///   gbr-pgn find KRPvKR --both-colours --lasts 6 --count games.pgn
    ///   gbr-pgn find -e '0400.*' -e '4000.*' --at final games.pgn
    ///   gbr-pgn find 0002.01 --to epd games.pgn
    ///   gbr-pgn find rook-ending --where 'WhiteElo >= 2400' --cut --to pgn games.pgn > set.pgn
    ///   gbr-pgn find '8/8/1KP5/3r4/8/8/8/k7 w' --mirror --list studies.pgn
    ///   gbr-pgn find --board '*/*/*/*/*/*/*PPP/*' --bishops opposite games.pgn
    ///
    /// PATTERN is one of these:
    ///   a code in which ? stands for any digit, [14] or [0-3] for some, and * for the rest
    ///     (0002.*, 0?1?.1*, 4*); 0002 is 0002.00: two knights and no pawns
    ///   the name of a tablebase, White's men first (KNNvKP, knnvkp, NNvP)
    ///   a family of endings (pawn-ending, rook-ending and others)
    ///   a position, as FEN or in any printed form of GBR
    /// Instead of it or besides, --board says which men stand where, and --bishops and
    /// --imbalance how the sides differ.
    ///
    /// Exit status: 0 something was found; 1 nothing was; 2 wrong usage, or something could
    /// not be read or written.
    #[command(verbatim_doc_comment)]
    Find(find::Args),
    /// rank positions by how alike they are: has this been composed before?
    ///
    /// Examples:
    ///   gbr-pgn similar '8/8/1KP5/3r4/8/8/8/k7 w - - 0 1' studies.pgn
    ///   gbr-pgn similar b6a1 0300.10 d5.c6 2/2+. --at any --within 3 studies.pgn
    ///   gbr-pgn similar --from submissions.pgn studies.pgn -o anticipations.html
    ///   gbr-pgn similar --all --groups studies.pgn
    ///
    /// Each hit comes with what it costs, where it is, how it corresponds ("mirrored") and what differs in words:
    /// "+ black pawn a7, Rb3 on b4". Take the position that was looked for, do what the words say, and you have
    /// the hit; squares are those of the hit.
    ///
    /// The cost is the least over all correspondences of the price of the correspondence and of what differs then:
    ///   a king's step by which a man of the same kind and colour is moved   1, at most 3 for a man
    ///   a pawn more or less                                                 2
    ///   another man more or less                                            3
    ///   the other side to move                                              1
    /// Men are matched in the cheapest way. Correspondences have these prices, several of them their sum:
    ///   as it is                                                            0
    ///   mirrored: left and right change places                              1/2
    ///   colours reversed, and the ranks turned                              1/2
    ///   shifted by one to three files                                       1/2
    ///   without pawns in both: turned or mirrored in any other way,
    ///   instead of mirrored                                                 1/2
    /// A shift may take men off the board, who are then charged the steps back to it. The cost is 0 only for the
    /// same position, whatever castling rights, en passant square and clocks say. Nothing within the cost is missed.
    ///
    /// Where the games of --from have moves, hits of equal cost are ordered by how many first moves of the main
    /// lines agree; then they are in the order of the input.
    ///
    /// Exit status: 0 something was found; 1 nothing was within the cost; 2 wrong usage, a bad position, or
    /// something could not be read or written.
    #[command(verbatim_doc_comment)]
    Similar(similar::Args),
    /// read a game from each line, write a row for each
    ///
    /// Examples:
    ///   gbr-pgn rows < moves.txt > codes.tsv
    ///   gbr-pgn rows --to csv --heading moves.txt.zst -o codes.csv
    ///
    /// A line is the moves of a game, or the FEN it starts from (or nothing), a tab and the moves.
    /// Comments, variations and the result may stand among them; a CR stands for a line end within.
    /// Each line gives exactly one row, in the same order, also one that is empty, too long or no
    /// game: gbr, gbrpos (start), gbrfinal, gbrfinalpos, fenfinal, plies, trail (the codes on the
    /// way, with a space between), fault (what is wrong, or nothing). No cell holds a tab or a line
    /// end. Nobody claims anything: the signs are WTM and BTM.
    ///
    /// Standard input is taken as it is; files may be compressed.
    ///
    /// Exit status: 0 every line has its row, whatever is in it, for the engines that start this
    /// program take anything else for a crash; 1 stopped by --strict; 2 wrong usage, or something
    /// could not be read or written.
    #[command(verbatim_doc_comment)]
    Rows(rows::Args),
    /// write whole records in the order of their codes
    ///
    /// Examples:
    ///   gbr-pgn sort studies.pgn > sorted.pgn
    ///   gbr-pgn sort --at final games.pgn.zst -o sorted.pgn.zst
    ///   gbr-pgn sort --memory 2G huge.pgn -o sorted.pgn
    ///   gbr-pgn sort --unique --duplicates gone.pgn a.pgn b.pgn -o one.pgn
    ///
    /// By code, White's king, Black's king, and the squares of the other men; records of the same
    /// position keep their order. Records without a code come last. Text between games goes
    /// with the game after it.
    #[command(verbatim_doc_comment)]
    Sort(sort::Args),
    /// write every game once, out of a whole collection
    ///
    /// Examples:
    ///   gbr-pgn unique collection -o all.pgn.zst
    ///   gbr-pgn unique --report gone.csv --duplicates gone.pgn a.pgn b.zip > one.pgn
    ///   gbr-pgn unique --prefix --keep most collection -o all.pgn
    ///
    /// Records stay in the order in which they are read, byte for byte. One goes only if another one that stays has the
    /// same players, date, result, variant, start and moves, and all its comments; the summary says how many went.
    #[command(verbatim_doc_comment)]
    Unique(unique::Args),
    /// count classes and how their games end
    ///
    /// Examples:
    ///   gbr-pgn stats games.pgn
    ///   gbr-pgn stats --at any --both-colours --top 50 games.pgn
    ///   gbr-pgn stats --to svg games.pgn > classes.svg
    ///
    /// Shares of wins and draws are those among games with a result; plies is the mean length of
    /// the games.
    #[command(verbatim_doc_comment)]
    Stats(stats::Args),
    /// write a look-up directory: code, kings and where to find it
    ///
    /// Examples:
    ///   gbr-pgn directory studies.pgn
    ///   gbr-pgn directory studies.pgn --reference '{White}, {Event} {year}' --columns 1
    ///   gbr-pgn directory studies.pgn -o studies.html
    ///   gbr-pgn directory studies.pgn --layout book -o studies.pdf
    ///
    /// Wins, then draws, then positions without a claim; each by code, White's king and Black's
    /// king, and then as in the input. All entries are held in memory. A game without a position
    /// that can be written has no entry, and a fault.
    #[command(verbatim_doc_comment)]
    Directory(directory::Args),
    /// make find answer at once: write FILE.gbrx beside FILE
    ///
    /// Examples:
    ///   gbr-pgn index games.pgn
    ///   gbr-pgn find KNNvKP games.pgn
    ///
    /// find, stats, directory --at found and sort answer from the index of a file that has
    /// not changed since (-v says so) what they would find in the file: the same bytes, faults, status
    /// and summary. An index that is stale or damaged
    /// is reported and not used. Games put after the others are added by another run of index, which
    /// reads little more than them.
    #[command(verbatim_doc_comment)]
    Index(index::Args),
    /// compare the codes in a database with its positions
    ///
    /// Examples:
    ///   gbr-pgn check database.pgn
    ///   gbr-pgn check --to csv *.pgn > wrong.csv
    ///   gbr-pgn check --fix --in-place coded.pgn
    #[command(verbatim_doc_comment)]
    Check(check::Args),
    /// compare claims and results with endgame tables
    ///
    /// Examples:
    ///   gbr-pgn verify --tables syzygy studies.pgn
    ///   gbr-pgn find --men 2-5 '*' games.pgn | gbr-pgn verify --tables syzygy --to csv -
    ///   gbr-pgn verify --check-tables syzygy
    ///
    /// A study that claims a win is proved if White wins at the start and after every White move of the main line; one
    /// that claims a draw, if it is exactly drawn at the start and White has at least a draw after every White move.
    ///
    /// A sideline is a variation of Black's, without a White alternative on the way, in which the claim is lost. An
    /// alternative is another White move in a position of the main line that keeps the claim, with the mark that the file
    /// gives it (<or>, <cook>, ?). It returns where the tables prove that Black can force, within 4 plies, a position
    /// that the main line has had by then. Whether it spoils the study is not for tables to say.
    ///
    /// A game is proved if it ended as its last position does with best play; results are never rewritten. Each move
    /// that changes the verdict is shown, where both verdicts are known.
    ///
    /// What the tables cannot say is open, and nothing is concluded from a table that is damaged. Every file is checked
    /// before its first use; one of more than 256 MiB only by --check-tables, and until then what it says is taken
    /// only where the positions after every move agree.
    ///
    /// Exit status: 0 nothing fails; 1 a claim fails or a result differs, or there were faults; 2 wrong usage, no
    /// tables, a damaged table, or something could not be read or written.
    #[command(verbatim_doc_comment)]
    Verify(verify::Args),
    /// find codes in any text, and say which contradict themselves
    ///
    /// Examples:
    ///   gbr-pgn scan magazine.txt
    ///   pdftotext magazine.pdf - | gbr-pgn scan --to csv
    ///   gbr-pgn scan --to epd *.html > positions.epd
    #[command(verbatim_doc_comment)]
    Scan(scan::Args),
    /// write positions in GBR notation
    ///
    /// Examples:
    ///   gbr-pgn encode '8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1'
    ///   gbr-pgn encode --code < positions.fen
    #[command(verbatim_doc_comment)]
    Encode(encode::Args),
    /// read positions in GBR notation, in any printed form
    ///
    /// Examples:
    ///   gbr-pgn decode 'a7d3 0116.00 b2b3c6d6 3/3+.'
    ///   gbr-pgn decode --board '(+0116.00a7d3b2b3c6d6)'
    #[command(verbatim_doc_comment)]
    Decode(decode::Args),
    /// draw a position, or all of a file
    ///
    /// Examples:
    ///   gbr-pgn board 'a7d3 0116.00 b2b3c6d6 3/3+.' -o diagram.svg
    ///   gbr-pgn board '8/8/1KP5/3r4/8/8/8/k7 w - - 0 1' -o diagram.png --size 800
    ///   gbr-pgn board studies.pgn -o diagrams/ --to png --dpi 300 --style print --caption '{number} {composer} {year}'
    ///
    /// The picture says in its title and description what it shows. A disc beside the board is on
    /// the side that is to move.
    #[command(verbatim_doc_comment)]
    Board(board::Args),
    /// print a completion script for a shell
    ///
    /// Examples:
    ///   gbr-pgn completions bash > ~/.local/share/bash-completion/completions/gbr-pgn
    ///   gbr-pgn completions fish > ~/.config/fish/completions/gbr-pgn.fish
    #[command(verbatim_doc_comment)]
    Completions(completions::Args),
    /// print the help of a command
    ///
    /// Examples:
    ///   gbr-pgn help find
    #[command(verbatim_doc_comment)]
    Help(help::Args),
    /// write the manual, one page per command
    ///
    /// Examples:
    ///   gbr-pgn man ~/.local/share/man/man1
    #[command(verbatim_doc_comment)]
    Man(man::Args),
}

/// Reads the command line; ends the program on wrong usage and on `--help`.
/// The second part is the command's name.
pub fn parse() -> (Command, String) {
    let words = flags_first(system::arguments(), definition);
    // Whatever there is to say about a line, and its help, is said by the whole definition.
    let matches = named().try_get_matches_from(&words);
    let mut matches = matches
        .or_else(|_| definition().try_get_matches_from(&words))
        .unwrap_or_else(|error| explain(&error));
    let (name, said) = matches.subcommand().expect("clap asks for a command");
    let name = name.to_owned();
    invocation::remember(&name, said);
    let cli = Cli::from_arg_matches_mut(&mut matches).unwrap_or_else(|error| error.exit());
    (cli.command, name)
}

/// Ends the program with what is wrong. Who forgets the command types what it would be about in its place: a
/// command that is spelt a little like that would not help.
fn explain(error: &clap::Error) -> ! {
    let advice = match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(word)) => advice(word),
        _ => None,
    };
    let Some(advice) = advice else { error.exit() };
    console::print_error(&anyhow::anyhow!("{advice}"));
    process::exit(Status::Failure as i32)
}

/// What to say about a word that is not a command, but a file, a position or a pattern.
fn advice(word: &str) -> Option<String> {
    let path = Path::new(word);
    let command = match path.extension().and_then(|ending| ending.to_str()) {
        _ if Reading::from_ascii(word.as_bytes()).is_ok() => "decode",
        _ if word.parse::<Pattern>().is_ok() => "find",
        Some("txt" | "pdf" | "html" | "htm") if path.exists() => "scan",
        _ if path.exists() || word.contains('.') || word.contains(path::is_separator) => "annotate",
        _ => return None,
    };
    let (name, quoted) = (program::name(), shell_word::quoted(word));
    Some(format!("{word} is not a command; did you mean {name} {command} {quoted}?"))
}

/// The whole command line, for help, completions and manual.
pub fn definition() -> clap::Command {
    let mut definition = named();
    definition.build();
    if program::own().is_some() {
        definition = retold(definition).mut_subcommands(retold);
    }
    let definition = flowed(definition);
    let Some(columns) = added_columns() else { return with_added(definition) };
    let add = |command: clap::Command| command.after_help(columns.clone());
    TABLES.iter().fold(with_added(definition), |all, table| all.mut_subcommand(table, add))
}

/// The commands under the name of the program, without anything that is only told.
fn named() -> clap::Command {
    let Some(Program { name, version }) = program::own() else { return Cli::command() };
    let version = format!("{version} (gbr-pgn {})", env!("CARGO_PKG_VERSION"));
    Cli::command().name(name).version(&*version.leak())
}

/// The commands with tables that have the columns of plugins.
const TABLES: [&str; 2] = ["convert", "find"];

/// The same with paragraphs that flow, in the program's help and in that of each command.
fn flowed(definition: clap::Command) -> clap::Command {
    let flowed = |command: clap::Command| {
        let long = command.get_long_about().map(|text| flowing(&text.to_string()));
        long.into_iter().fold(command, clap::Command::long_about)
    };
    flowed(definition).mut_subcommands(flowed)
}

/// The same with the name of a program that is not called gbr-pgn in all that is said about it: its examples can be typed.
fn retold(command: clap::Command) -> clap::Command {
    let long = command.get_long_about().map(|text| program::renamed(&text.to_string()));
    let command = long.into_iter().fold(command, clap::Command::long_about);
    command.mut_args(|arg| {
        let help = arg.get_help().map(|text| program::renamed(&text.to_string()));
        let long = arg.get_long_help().map(|text| program::renamed(&text.to_string()));
        let arg = help.into_iter().fold(arg, clap::Arg::help);
        long.into_iter().fold(arg, clap::Arg::long_help)
    })
}

/// The same with what plugins brought at the end of its help.
fn with_added(definition: clap::Command) -> clap::Command {
    let read = registry::added_formats().iter().filter_map(|format| {
        format.source.map(|source| added_line(format.name, "read", source.help()))
    });
    let written = registry::added_formats().iter().filter_map(|format| {
        format.writer.as_ref().map(|writer| added_line(format.name, "written", writer.help))
    });
    let columns = registry::added_stages()
        .iter()
        .map(|stage| added_line(stage.column().key, "column", stage.help()));
    let lines: Vec<String> = read.chain(written).chain(columns).collect();
    if lines.is_empty() {
        return definition;
    }
    definition.after_help(format!("Added to gbr-pgn:\n{}", lines.join("\n")))
}

fn added_line(name: &str, what: &str, help: &str) -> String {
    format!("  {name:14} {what:8} {help}")
}

/// What the help says about the columns of plugins, where there are any.
fn added_columns() -> Option<String> {
    let line = |stage: &&dyn Stage| format!("  {:14} {}", stage.column().key, stage.help());
    let lines: Vec<String> = registry::added_stages().iter().map(line).collect();
    (!lines.is_empty()).then(|| format!("Columns added to tables:\n{}", lines.join("\n")))
}

/// Prints what `gbr-pgn COMMAND -h` prints, on standard error.
pub fn print_short_help(command: &str) {
    let mut definition = definition();
    if let Some(command) = definition.find_subcommand_mut(command) {
        anstream::eprint!("{}", command.render_help().ansi());
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        definition().debug_assert();
    }

    #[test]
    fn in_place_excludes_output_and_recursive_needs_it() {
        let refused = |line: &str| Cli::try_parse_from(line.split(' ')).is_err();
        assert!(refused("gbr-pgn annotate -r a.pgn"));
        assert!(!refused("gbr-pgn annotate -r --in-place a"));
        assert!(refused("gbr-pgn annotate --in-place a.pgn -o b.pgn"));
        assert!(!refused("gbr-pgn annotate --in-place a.pgn"));
    }

    /// What a flag takes in each command that has it: nothing, or what its value is called.
    fn values_of_flags() -> BTreeMap<String, BTreeSet<String>> {
        let mut values = BTreeMap::<_, BTreeSet<_>>::new();
        for flag in definition().get_subcommands().flat_map(clap::Command::get_arguments) {
            let names = flag.get_long_and_visible_aliases().unwrap_or_default();
            let takes = flag.get_action().takes_values();
            let value = flag.get_value_names().filter(|_| takes).map(|names| names.join(" "));
            for name in names {
                values
                    .entry(name.to_owned())
                    .or_default()
                    .insert(value.clone().unwrap_or_default());
            }
        }
        values
    }

    #[test]
    fn a_flag_takes_the_same_in_every_command() {
        // similar asks for the positions of a file; convert can do both positions at once; decode draws what find
        // looks for.
        const EXPECTED: [(&str, &[&str]); 3] = [
            ("at", &["LIST", "WHERE"]),
            ("board", &["", "PATTERN"]),
            ("from", &["FILE", "FORMAT"]),
        ];
        let values = values_of_flags();
        let several = values.iter().filter(|(_, values)| values.len() > 1);
        let several: Vec<_> = several
            .map(|(name, values)| (name.as_str(), values.iter().map(String::as_str).collect()))
            .collect();
        let expected: Vec<_> = EXPECTED.map(|(name, values)| (name, values.to_vec())).into();
        assert_eq!(several, expected);
        assert_eq!(values["from-format"], BTreeSet::from(["FORMAT".to_owned()]));
    }

    /// Two lines that belong to one paragraph.
    fn broken(text: &str) -> Option<String> {
        let lines: Vec<&str> = text.lines().collect();
        let is_text = |line: &str| !line.is_empty() && !line.starts_with(' ');
        // A table has columns.
        let is_broken = |pair: &&[&str]| pair.iter().all(|it| is_text(it) && !it.contains("  "));
        lines.windows(2).find(is_broken).map(|pair| pair.join("\n"))
    }

    #[test]
    fn no_help_breaks_a_line_within_a_paragraph() {
        let definition = definition();
        let commands = std::iter::once(&definition).chain(definition.get_subcommands());
        for command in commands {
            let about = command.get_long_about().into_iter();
            let of_flags = command.get_arguments().filter_map(|arg| arg.get_long_help());
            for text in about.chain(of_flags) {
                assert_eq!(broken(&text.to_string()), None, "{}", command.get_name());
            }
        }
    }

    #[test]
    fn every_command_shows_examples_in_its_long_help() {
        for command in definition().get_subcommands() {
            let help = command.get_long_about().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains("\nExamples:\n"), "{}: {help}", command.get_name());
        }
    }
}
