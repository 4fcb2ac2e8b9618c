//! Whole files: read, play, find out, and write or collect.
//!
//! A [`Job`] says what is read, what is to be found out about each record and what becomes of it. It reads anything that is
//! `Read`, works on as many threads as it is told to, and hands over what was done in the order of the input, chunk by chunk, in
//! bounded memory.
//!
//! # The same file, annotated
//!
//! ```
//! use gbr_pgn::{Job, format};
//!
//! let pgn = b"[Event \"?\"]\n[Result \"*\"]\n\n1. e4 *\n";
//! let job = Job::annotate(format::detect(pgn)).expect("PGN has tags").threads(2);
//! let mut out = Vec::new();
//! let done = job.write(&pgn[..], &mut out)?;
//! assert!(String::from_utf8_lossy(&out).contains("[GBR \"4888.88\"]\n"));
//! // What is wrong with a record does not end the run.
//! assert!(done.faults.iter().all(|fault| fault.is_note()));
//! # Ok::<_, std::io::Error>(())
//! ```
//!
//! # A table, out of several inputs
//!
//! Each [`Stage`] fills one cell of a row, and a [`Sink`] writes the rows. There is one head and one foot, however many
//! inputs there are.
//!
//! ```
//! use gbr_pgn::column::{At, Code, Plies, Roster};
//! use gbr_pgn::format::{Pgn, Tsv};
//! use gbr_pgn::run::Task;
//! use gbr_pgn::{Job, Stage};
//!
//! let stages: [&dyn Stage; 3] = [&Roster("White", "white"), &Plies, &Code(At::Final)];
//! let job = Job::new(&Pgn, Task::Find(&stages), &Tsv);
//! let mut output = job.begin(Vec::new())?;
//! for name in ["Ada", "Bob"] {
//!     let pgn = format!("[White \"{name}\"]\n\n1. e4 d5 2. exd5 *\n");
//!     job.append(pgn.as_bytes(), &mut output)?;
//! }
//! let table = output.end()?;
//! assert_eq!(table, b"white\tplies\tgbrfinal\nAda\t3\t4888.87\nBob\t3\t4888.87\n");
//! # Ok::<_, std::io::Error>(())
//! ```
//!
//! # A value of your own
//!
//! A [`Collector`] makes a value of each chunk, on the workers, and [`Job::run`] hands the values over in order:
//!
//! ```
//! use gbr_pgn::fault::Fault;
//! use gbr_pgn::format::{Entry, Pgn};
//! use gbr_pgn::run::{Chunk, Collector};
//! use gbr_pgn::Job;
//!
//! /// The length of the longest main line.
//! struct Longest;
//!
//! impl Collector for Longest {
//!     type Value = u32;
//!
//!     fn begin(&self, _: &Chunk) -> u32 {
//!         0
//!     }
//!
//!     fn add(&self, entry: &Entry<'_>, longest: &mut u32) -> Option<Fault> {
//!         *longest = entry.game.plies.max(*longest);
//!         None
//!     }
//! }
//!
//! let mut longest = 0;
//! Job::collect(&Pgn, Longest).threads(2).run(&b"1. e4 e5 *\n\n1. d4 *\n"[..], |done| {
//!     longest = done.out.max(longest);
//!     Ok::<_, std::io::Error>(())
//! })?;
//! assert_eq!(longest, 2);
//! # Ok::<_, std::io::Error>(())
//! ```
//!
//! # Pages and pictures
//!
//! What the program writes besides tables is written by the library, so that other programs can write it too. A
//! [`Directory`] is Markdown, CSV and JSON lines and, with the feature `pages`, text in columns, a page for the
//! browser and a book; a
//! [`HitWriter`] writes what a scan finds; a [`Diagram`] is SVG and, with the feature `pictures`, pixels.
//!
#![cfg_attr(feature = "pages", doc = "```")]
#![cfg_attr(not(feature = "pages"), doc = "```ignore")]
//! use gbr_pgn::column::At;
//! use gbr_pgn::diagram::Diagram;
//! use gbr_pgn::directory::{Directory, Entries, EntryCollector, EntryDetail, Rule, Sheet, Template};
//! use gbr_pgn::format::Pgn;
//! use gbr_pgn::gbr::Position;
//! use gbr_pgn::scan::{HitFormat, HitWriter, Scanner};
//! use gbr_pgn::Job;
//!
//! let pgn = b"[White \"Saavedra, Fernando\"]\n[Date \"1895.??.??\"]\n[Result \"1-0\"]\n\
//!             [FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n1-0\n";
//! let rule = Rule { at: At::Start, template: Template::default(), before: 0 };
//! let mut found = Entries::default();
//! // The page shows the moves of each entry, so it needs the text of the record.
//! Job::collect(&Pgn, EntryCollector { rule, detail: EntryDetail::Record, judge: None }).run(&pgn[..], |done| {
//!     found.append(&mut done.out);
//!     Ok::<_, std::io::Error>(())
//! })?;
//! let directory = Directory::new(found.entries);
//! let text = directory.to_text(&Sheet::default());
//! assert!(text.contains("0300.10 b6a1 1 Saavedra 1895"), "{text}");
//! assert!(directory.to_html("Studies", 1)?.starts_with(b"<!doctype html>"));
//! assert!(directory.to_csv().starts_with(b"claim,gbr,class,"));
//!
//! let mut hits = HitWriter::new(HitFormat::Fen);
//! let mut fens = hits.head();
//! for hit in Scanner::new(&b"A win: a7d3 0116.00 b2b3c6d6 3/3+."[..]) {
//!     fens.extend(hits.hit("magazine.txt", &hit?));
//! }
//! assert_eq!(fens, b"8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 0 1\n");
//!
//! let position = Position::from_ascii(b"b6a1 0300.10 d5.c6 2/2+.")?;
//! let picture = Diagram::new(position.board(), position.indicator()).to_svg();
//! assert!(picture.starts_with("<svg "));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Diagram`]: crate::diagram::Diagram
//! [`Directory`]: crate::directory::Directory
//! [`HitWriter`]: crate::scan::HitWriter
//! [`Job`]: crate::Job
//! [`Job::run`]: crate::Job::run
//! [`Stage`]: crate::Stage
//! [`Sink`]: crate::Sink
//! [`Collector`]: crate::run::Collector
