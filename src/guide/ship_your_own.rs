//! A gbr-pgn of your own, with everything that gbr-pgn has and what you add.
//!
//! The program is a function of this crate, `cli::main`. It takes `Plugins`: sources, stages and sinks, which are
//! then offered wherever those of this crate are:
//!
//! | you add | it is |
//! |---|---|
//! | a [`Source`](crate::Source) | read by all commands that read games, by content, before the formats of this crate are asked, or by name; annotated if it has an [editor](crate::Source::editor) |
//! | a [`Stage`](crate::Stage) | a column of the tables of `convert` and, unless it is about the start or the end of a game, of `find` |
//! | a [`Sink`](crate::Sink) | a format of `convert` and `find`, with `--to` or by the ending of `-o` |
//!
//! All of them are in `--help`, in the completions for shells and in the manual. A name that gbr-pgn or another
//! plugin has already is refused at the start. `Plugins::named` gives the program a name of its own: messages
//! begin with it, and the examples in the help use it.
//!
//! The whole of such a program, in a crate that depends on this one:
//!
#![cfg_attr(feature = "cli", doc = "```no_run")]
#![cfg_attr(not(feature = "cli"), doc = "```ignore")]
//! use gbr_pgn::cli::{self, Plugins};
//! use gbr_pgn::format::{Entry, Writer};
//! use gbr_pgn::{Column, Sink};
//!
//! struct Latex;
//!
//! impl Sink for Latex {
//!     fn head(&self, _: &[Column], out: &mut Vec<u8>) {
//!         out.extend_from_slice(b"\\documentclass{article}\n\\begin{document}\n");
//!     }
//!
//!     fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
//!         if let Some(white) = entry.record.text(b"White") {
//!             out.extend_from_slice(format!("{white}\n\n").as_bytes());
//!         }
//!     }
//!
//!     fn foot(&self, _: &[Column], out: &mut Vec<u8>) {
//!         out.extend_from_slice(b"\\end{document}\n");
//!     }
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     let latex = Writer::new("a LaTeX document", |_| Box::new(Latex)).endings(&["tex"]);
//!     let plugins = Plugins::new().named("endings", "1.0.0");
//!     cli::main(plugins.sink("latex", latex))
//! }
//! ```
//!
//! `examples/extended.rs` is a complete example with a source, a stage and a sink; the tests run it.
