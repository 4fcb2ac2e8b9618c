//! A format of your own: a [`Source`] reads it, a [`Sink`] writes it.
//!
//! # Reading
//!
//! A source says where a record ends and what it says. Both are pure functions of bytes, so workers call them anywhere and in any
//! order. For a format with a record on each line, besides its name, its help and
//! [`recognises`](crate::Source::recognises), only [`decode`](crate::Source::decode) is left to write. Others say
//! in [`frame`](crate::Source::frame) where a record ends, in [`boundary`](crate::Source::boundary) what keeps two of them apart, and in
//! [`resume`](crate::Source::resume) and [`undecided`](crate::Source::undecided) where to go on after one that is too long. Records tile the input: every byte belongs to exactly one, blank
//! lines and text between games included.
//!
//! # Writing
//!
//! A sink has a [`head`](crate::Sink::head), a [`write`](crate::Sink::write) for each record, also for those that are not games, and a
//! [`foot`](crate::Sink::foot). It has no state, for workers write at the same time. A format of rows, whatever they are about, is a
//! [`RowFormat`](crate::format::RowFormat), and one in which rows have to be put together first, such as Parquet, has a
//! [`Binding`](crate::format::Binding).
//!
//! # Both
//!
//! Positions with names, read from lines, and an HTML list of their codes:
//!
//! ```
//! use gbr_pgn::column::{At, Code};
//! use gbr_pgn::fault::FaultKind;
//! use gbr_pgn::format::{Desk, Entry};
//! use gbr_pgn::run::Task;
//! use gbr_pgn::{Column, Game, Job, Record, Sink, Source, Stage, fen};
//!
//! /// `Saavedra: 8/8/1KP5/3r4/8/8/8/k7 w - - 0 1`, one a line.
//! struct Named;
//!
//! impl Source for Named {
//!     fn name(&self) -> &'static str {
//!         "named"
//!     }
//!
//!     fn help(&self) -> &'static str {
//!         "positions with names, one a line"
//!     }
//!
//!     fn recognises(&self, _head: &[u8]) -> bool {
//!         false // only by name
//!     }
//!
//!     fn decode(&self, record: &Record<'_>, _: &mut Desk) -> Game {
//!         if !record.is_game() {
//!             return Game::default(); // a blank line, or one that begins with #
//!         }
//!         let colon = record.bytes.iter().position(|&byte| byte == b':').map_or(0, |at| at + 1);
//!         match fen::read(record.bytes[colon..].trim_ascii()) {
//!             Ok(reading) => Game::of_position(reading.setup),
//!             Err(error) => {
//!                 let fault = record.fault(FaultKind::BadFen, colon, error.to_string());
//!                 Game { faults: vec![fault], ..Game::default() }
//!             }
//!         }
//!     }
//! }
//!
//! struct List;
//!
//! impl Sink for List {
//!     fn head(&self, _: &[Column], out: &mut Vec<u8>) {
//!         out.extend_from_slice(b"<ul>\n");
//!     }
//!
//!     fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
//!         if let Some(code) = entry.row.cell(0) {
//!             out.extend_from_slice(&[b"<li>", code, b"\n"].concat());
//!         }
//!     }
//!
//!     fn foot(&self, _: &[Column], out: &mut Vec<u8>) {
//!         out.extend_from_slice(b"</ul>\n");
//!     }
//! }
//!
//! let text = "Saavedra: 8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\n\nnobody: x\n";
//! let stages: [&dyn Stage; 1] = [&Code(At::Start)];
//! let mut out = Vec::new();
//! let done = Job::new(&Named, Task::Find(&stages), &List).write(text.as_bytes(), &mut out)?;
//! assert_eq!(out, b"<ul>\n<li>0300.10\n</ul>\n");
//! assert_eq!(done.faults[0].place.line, 3);
//! # Ok::<_, std::io::Error>(())
//! ```
//!
//! To make a format part of the program, see [`ship_your_own`](super::ship_your_own).
//!
//! [`Source`]: crate::Source
//! [`Sink`]: crate::Sink
