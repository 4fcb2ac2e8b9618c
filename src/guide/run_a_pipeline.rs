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
//! [`Job`]: crate::Job
//! [`Job::run`]: crate::Job::run
//! [`Stage`]: crate::Stage
//! [`Sink`]: crate::Sink
//! [`Collector`]: crate::run::Collector
