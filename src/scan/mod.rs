//! Codes in running text: in comes any text, out comes every notation in it,
//! with its place and whether its parts agree.
//!
//! ```text
//!          glyph, markup        candidate          repair
//! bytes ----------------> Sheet ---------> Hit ------------> suggestion
//!        a stretch of plain text
//! ```
//!
//! 1. The text is read as a stream of glyphs: HTML tags and entities, mail quotes, blanks of
//!    any sort and line breaks become what a reader sees, one blank for any gap.
//! 2. Every form has a code in it, `0116.00`; that is what is looked for. What stands around it
//!    is read by the grammar of [`gbr`](crate::gbr), and that decides.
//!    What is far from any code is skipped before that.
//! 3. A stretch of fixed length around a code is all that is held, so memory does not grow with the text
//!    and time grows with its length, whatever it is.
//! 4. Where no code stands for longer than any notation, a text can be parted and others read on: [`TextScan`] does
//!    that on several threads.
//!
//! # Example
//!
//! ```
//! use gbr_pgn::scan::Scanner;
//!
//! let text = "It cost 1234.56 to learn that a7d3 0116.00\n> b2b3c6\n> d6 3/3+. is won.";
//! let hits: Vec<_> = Scanner::new(text.as_bytes()).collect::<Result<_, _>>()?;
//! assert_eq!(hits.len(), 1);
//! assert_eq!(hits[0].text, "a7d3 0116.00 b2b3c6d6 3/3+.");
//! assert_eq!((hits[0].place.line, hits[0].place.column), (1, 31));
//! # Ok::<_, std::io::Error>(())
//! ```

mod candidate;
mod chance;
mod column;
mod damaged;
mod glyph;
mod hit;
mod markup;
mod place;
mod plain_text;
mod repair;
mod scanner;
mod seam;
mod skim;
mod text_piece;
mod text_scan;
mod text_search;
mod unread_words;
mod writer;

pub use self::hit::{Hit, Verdict};
pub use self::place::TextPlace;
pub use self::repair::Repair;
pub use self::scanner::Scanner;
pub use self::text_scan::TextScan;
pub use self::writer::{HitFormat, HitWriter};
