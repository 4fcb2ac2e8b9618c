//! GBR codes (Guy, Blandford, Roycroft) for chess databases: which men are on the board, as six digits
//! that sort.
//!
//! The notation is in [`gbr`], without any input or output. The rest reads games
//! and positions, plays them, computes codes, and writes them: into the same bytes
//! ([`Job::annotate`], [`Job::strip`]) or into another format. Apart from endgame
//! tables, only the program `gbr-pgn`, which is the module `cli`, opens files.
//!
//! # Flow
//!
//! ```text
//!           Source::frame       Source::decode     Stage::cell     Sink::write
//! bytes -------------> Record -------------> Game -----------> Row ----------> bytes
//!     workers in turn        |        workers in parallel              |   the caller
//! ```
//!
//! 1. A [`Source`] finds where a [`Record`] ends. Records tile the input: every byte
//!    belongs to exactly one, text that is not a game included. One worker reads ahead; they take turns at cutting what
//!    was read into a [`Chunk`] of whole records each.
//! 2. The source reads the record into a [`Game`]: the position it starts from, the one it
//!    ends with, the force on the way, and what is wrong with it as [`Fault`]s. Moves are played in [`play`].
//! 3. Each [`Stage`] appends one cell to the [`Row`] of the game.
//! 4. A [`Collector`](run::Collector) makes of records and rows whatever is wanted, one value for each chunk: mostly
//!    the bytes that a [`Sink`] writes. The values are handed over in the order of the input, whatever the number of
//!    threads.
//!
//! Data goes one way. A record does not know of games, a game holds no text, a row does not know
//! what it will be written as.
//!
//! # Example
//!
//! Annotates PGN in memory:
//!
//! ```
//! use gbr_pgn::{Job, format};
//!
//! let pgn = b"[FEN \"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\"]\n[Result \"1-0\"]\n\n1. Kb6 1-0\n";
//! let job = Job::annotate(format::detect(pgn)).expect("PGN has tags");
//! let mut out = job.head();
//! job.run(&pgn[..], |done| {
//!     assert!(done.faults.is_empty());
//!     out.extend_from_slice(&done.out);
//!     Ok::<_, std::io::Error>(())
//! })?;
//! assert!(out.starts_with(
//!     b"[FEN \"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\"]\n\
//!       [Result \"1-0\"]\n\
//!       [GBR \"0116.00\"]\n\
//!       [GBRPosition \"a7d3 0116.00 b2b3c6d6 3/3+.\"]\n\
//!       [GBRFinal \"0116.00\"]\n\
//!       [GBRFinalPosition \"b6d3 0116.00 b2b3c6d6 3/3-+.\"]\n"
//! ));
//! # Ok::<_, std::io::Error>(())
//! ```
//!
//! # Where to begin
//!
//! The [`guide`] has a page for each aim: [encoding boards](guide::encode_boards), [matching
//! patterns](guide::match_patterns), [running a pipeline](guide::run_a_pipeline), [writing a
//! format](guide::write_a_format) and [shipping a gbr-pgn of your own](guide::ship_your_own).
//!
//! # Overview
//!
//! | what | where |
//! |---|---|
//! | code, position, pattern, reading every printed form | [`gbr::Code`] [`gbr::Position`] [`gbr::Pattern`] [`gbr::Reading`] |
//! | a run: what is read, found out and written | [`Job`] [`Task`](run::Task) [`Done`](run::Done) |
//! | what becomes of each record | [`Collector`](run::Collector) |
//! | formats to read | [`Source`] [`format::detect`] |
//! | things to find out | [`Stage`] [`column::STAGES`] [`column::ANNOTATIONS`] |
//! | formats to write | [`Sink`] [`format::Settings`] [`format::Binding`] |
//! | every format, and what it can do | [`mod@format`] [`format::FORMATS`] |
//! | what to look for: in the force, on squares, in tags | [`Search`] [`search::Asked`] [`search::Formation`] [`search::TagQuery`] [`run::Filter`] |
//! | what flows | [`Chunk`] [`Record`] [`Game`] [`Row`] [`Fault`] |
//! | FEN as people write it | [`fen`] |
//! | how moves are played | [`play`] |
//! | the moves with their variations | [`play::tree::Walk`] |
//! | how alike positions are, and what differs | [`similarity`] |
//! | stored codes compared with positions and moves | [`check`] |
//! | codes in any text | [`scan`] |
//! | tags of studies: composers, award, source, flags | [`study`] |
//! | values of positions, claims and results, by endgame tables | `tables` (a feature) |
//! | whether the records of a run are borne out by the tables | `verify` (the same feature) |
//! | a position as a picture | [`diagram::Diagram`] |
//! | the order of positions | [`position_order`] |
//! | the look-up directory: entries in order, in print and in the browser | [`directory`] |
//! | which games have which force, without reading them again | `index` (a feature) |
//! | files as they are stored, compressed or not | `unpack` (a feature) |
//! | rules, boards and squares | [`shakmaty`] |
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `cli` (on by default) | the program itself, `cli::main`, and all of the others |
//! | `index` | the module of that name |
//! | `pages` | the directory as text in columns, as a page for the browser and as a book |
//! | `parquet` | the sink of that name |
//! | `pictures` | diagrams in pixels and as PDF |
//! | `tables` | the module of that name, and `verify` |
//! | `unpack` | the module of that name |
//!
//! To use it as a library, set `default-features = false`.
#![forbid(unsafe_code)]
#![warn(missing_docs)]

#[doc(hidden)] // For the tests and the fuzz targets of this crate.
pub mod arrange;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod column;
pub mod diagram;
pub mod directory;
#[cfg(feature = "cli")]
mod duplicate;
pub mod fault;
pub mod fen;
pub mod format;
pub mod game;
pub mod gbr;
pub mod guide;
#[cfg(feature = "index")]
pub mod index;
#[doc(hidden)] // The same.
pub mod joint;
mod movetext;
mod pipeline;
pub mod play;
pub mod position_order;
pub mod record;
pub mod row;
pub mod run;
pub mod scan;
pub mod search;
pub mod similarity;
pub mod study;
#[cfg(feature = "tables")]
pub mod tables;
#[doc(hidden)] // The same.
pub mod text;
#[cfg(feature = "unpack")]
pub mod unpack;
#[cfg(feature = "tables")]
pub mod verify;

pub use shakmaty;

pub use self::column::Stage;
pub use self::fault::Fault;
pub use self::format::{Sink, Source};
pub use self::game::Game;
pub use self::record::Record;
pub use self::row::{Column, Row};
pub use self::run::{Chunk, Job};
pub use self::search::Search;
