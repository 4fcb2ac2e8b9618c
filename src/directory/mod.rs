//! The look-up directory of a collection: each position under its claim and class, with a
//! reference to where it is found.
//!
//! In come records and games; out come entries in the order of a printed directory: wins, draws,
//! what makes no claim; in each by code, White's king and Black's king. How it looks in print or
//! on a screen is not known here.
//!
//! # Example
//!
//! ```
//! use gbr_pgn::directory::Template;
//!
//! let template: Template = "{number}: {composer}, {Event} {year}".parse()?;
//! assert_eq!(template.tags(), ["Event"]);
//! assert!("{nubmer}".parse::<Template>().is_err());
//! # Ok::<_, gbr_pgn::directory::TemplateError>(())
//! ```

mod credit;
mod entry;
mod field;
mod list;
mod rule;
mod section;
mod template;

pub use self::credit::Credit;
pub use self::entry::Entry;
pub use self::field::{FIELDS, Field};
pub use self::list::{Directory, classes};
pub use self::rule::Rule;
pub use self::section::Section;
pub use self::template::{Template, TemplateError};
