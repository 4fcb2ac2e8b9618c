//! All tests that run the library or the program from outside, in one binary: linking takes longer than most of
//! them. The page in a browser (`tests/browser/`) is the other binary.
//!
//! It is not called `main.rs`: then proptest would not look for the seeds of old failures beside the files.
//!
//! Each file is about one topic, which its line below names; a new promise goes where its topic is. A file that
//! needs the program says `#![cfg(feature = "cli")]`: the rest runs with `--no-default-features` too.

// What the tests share.

// Inputs that are played by dice, the same in every run.
#[path = "../benches/corpus/mod.rs"]
mod corpus;
// A folder for each test, in which the program is run.
#[cfg(feature = "cli")]
mod folder;
// A program whose input pipe stays open.
mod open_pipe;
// What holds for every input whatever. The fuzz targets try the same functions.
mod properties;
// Prose with codes in it.
#[cfg(feature = "cli")]
mod prose;

// The library.

// The promises about whole files, on damaged inputs of all sorts.
mod files;
// Records that are made to take forever.
mod hostile;
// The fast lane against the reference lane.
mod lanes;
// Which part of `src/` may use which.
mod layers;
// Reading and writing GBR codes, positions and patterns.
mod notation;
// The odd files of `samples/odd`, and what is expected of each.
mod odd;
// Operations of EPD, made at random.
mod properties_epd;
// An index of games that are made at random, and damage to it.
mod properties_index;
// Codes and positions, made at random.
mod properties_notation;
// Texts with codes in them, made at random.
mod properties_scan;
// Questions, made at random.
mod properties_search;
// What a search finds, in main lines and variations.
mod search;
// How alike two positions are, and that searches for them miss nothing.
mod similarity;
// Endgame tables: what they say, what is left open, and what damage cannot do.
mod tables;

// The commands, each in its file.

mod annotate;
mod board;
// The book of `directory`.
mod book;
mod check;
mod convert;
mod directory;
mod encode_decode;
mod find;
mod find_cut;
mod find_positions;
mod find_split;
mod find_variations;
mod find_where;
// What find makes of endgame tables.
mod find_verdict;
mod index;
// What other commands have of an index.
mod index_commands;
// What becomes of the index when it or its file is changed, cut or damaged.
mod index_trust;
// Programs in any language behind `--plugin`.
mod plugin_programs;
mod rows;
mod scan;
mod similar;
mod sort;
mod stats;
// `sort --unique`.
mod unique;
// The command unique.
mod unique_command;
// What verify proves, tells and leaves open.
mod verify;

// What holds for all commands.

// One test for each shape of bad input: what comes out, byte for byte.
mod bad_input;
// Members of zip archives as inputs.
mod archives;
// Folders as inputs.
mod collections;
// Every command, in everything that can happen to a run from outside.
mod commands;
// What stays of a file that is changed in place.
mod in_place;
// What is written after something else is read back as the records that it is.
mod joints;
// How much memory a run takes at most.
mod memory;
// `-o DIR/`: an output for each input.
mod mirror;
// Where output goes, and what becomes of a target.
mod outputs;
// A program of somebody else, with formats and columns of its own.
mod plugins;
// What convert writes as Parquet.
mod parquet;
// Parts of a file: `--part`.
mod part;
// The examples of README.md.
mod readme;
// A run into a folder that was interrupted, and goes on.
mod resume;
// Files, compression, exit statuses, and runs that end badly.
mod shell;
// Help, hints and messages.
mod usage;

/// A file that nobody names would never run, and nobody would notice.
#[test]
fn every_file_of_this_folder_is_run() {
    let named: Vec<&str> = include_str!("tests.rs")
        .lines()
        .filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'))
        .collect();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let is_source = path.extension().is_some_and(|ending| ending == "rs");
        assert!(!is_source || name == "tests" || named.contains(&name), "no `mod {name};`");
    }
}
