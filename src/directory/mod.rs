//! The look-up directory of a collection: each position under its claim and class, with a
//! reference to where it is found.
//!
//! In come records and games; out come entries in the order of a printed directory: wins, draws,
//! what makes no claim; in each by code, White's king and Black's king. [`Directory`] writes itself as Markdown and as
//! tables and, with the feature `pages`, as text in columns, as one page for the browser and as a book to print.
//!
//! # Example
//!
//! ```
//! use gbr_pgn::Job;
//! use gbr_pgn::column::At;
//! use gbr_pgn::directory::{Directory, Entries, EntryCollector, EntryDetail, Rule};
//! use gbr_pgn::format::Pgn;
//!
//! let pgn = b"[White \"Saavedra, Fernando\"]\n[Result \"1-0\"]\n[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n1-0\n";
//! let rule = Rule { at: At::Start, template: "{number} {composer}".parse()?, before: 0 };
//! let job = Job::collect(&Pgn, EntryCollector { rule, detail: EntryDetail::Fields, judge: None });
//! let mut found = Entries::default();
//! job.run(&pgn[..], |done| {
//!     found.append(&mut done.out);
//!     Ok::<_, std::io::Error>(())
//! })?;
//! let directory = Directory::new(found.entries);
//! assert!(directory.to_markdown("Studies").contains("| 0300.10 | b6a1 | 1 Saavedra |"));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! What entries refer to is a template:
//!
//! ```
//! use gbr_pgn::directory::Template;
//!
//! let template: Template = "{number}: {composer}, {Event} {year}".parse()?;
//! assert_eq!(template.tags(), ["Event"]);
//! assert!("{nubmer}".parse::<Template>().is_err());
//! # Ok::<_, gbr_pgn::directory::TemplateError>(())
//! ```

#[cfg(feature = "pages")]
mod book;
mod captions;
mod collect;
pub(crate) mod credit;
mod entry;
mod field;
#[cfg(feature = "pages")]
mod html;
mod list;
mod markdown;
#[cfg(feature = "pages")]
mod pack;
#[cfg(feature = "pages")]
mod page_index;
mod playback;
#[cfg(feature = "pages")]
mod printed_list;
mod rows;
mod rule;
mod section;
mod template;
#[cfg(feature = "pages")]
mod text;
mod verdict;

#[cfg(feature = "pages")]
pub use self::book::{Book, Paper, Solutions};
pub use self::captions::Captions;
pub use self::collect::{Entries, EntryCollector, EntryDetail};
pub use self::entry::Entry;
#[cfg(feature = "cli")]
pub(crate) use self::field::FIELDS;
pub use self::list::Directory;
use self::list::classes;
pub use self::rule::Rule;
pub use self::section::Section;
pub use self::template::{Template, TemplateError};
#[cfg(feature = "pages")]
pub use self::text::{Sheet, SheetError};
