//! The index of a file: which games have which force, so that nobody has to read them again.
//!
//! In: what was found out about each game, by workers, in order. Out: bytes that stand beside the file; and later,
//! out of these bytes, answers. Nothing here opens files or asks the system what time it is.
//!
//! # How it is made
//!
//! ```text
//!           Harvest::add_game           Builder::add             Builder::finish
//! Facts ---------------------> Harvest ---------------> segments ----------------> bytes
//!        all workers at a time          one by one, packed by threads
//! ```
//!
//! When something was put after the file, [`Index::resume`] goes on from the last game that this cannot change; the bytes are
//! those of an index made at once.
//!
//! # What is in it
//!
//! Columns of our own. A Parquet file beside the games was the other choice, which any engine reads. But that of
//! `convert`, which has the names of the players as well, takes 9.9 % of the games to our 6.6 % and more than twice
//! the time to write; it has no lists of games by force, so that every question reads a column of all games; and it
//! would bring thirty crates into a library that only wants to find a game. For other engines there is `convert`.
//!
//! | part | what it holds |
//! |---|---|
//! | head | eight bytes: name and version |
//! | segment, many times | some ten thousand games: the columns below |
//! | table | for each code how many games start, end and pass through it, and what is taken then |
//! | contents | the [`Origin`], and where each part is |
//! | tail | where the contents are, their checksum, and the head again |
//!
//! | in a segment | for each | |
//! |---|---|---|
//! | places | game | bytes since the game before, length, lines, and a 32-bit sum of the bytes |
//! | facts | game | half-moves, outcome, claim, what is known, texts before it |
//! | ends | game | force and kings at the start and at the end |
//! | dictionary | force | its code, its men where the code does not tell, and the lengths of its lists |
//! | games | force | the games that have it, as steps from one to the next |
//! | plies | force | in each of these games, from which ply on and for how long |
//! | remarks | record | whatever was said about it, to be said again |
//! | detours | game in which men do not only go one by one | all its codes |
//!
//! Numbers are short where they are small (LEB128), each column is packed by zstd, and each packed part
//! has a checksum (XXH3) that is verified whenever it is read. A question reads the parts that it is about: how many games
//! start, end or are somewhere within a pattern is in the table, but for the detours.
//!
//! # What it answers
//!
//! [`Index::find`] and [`Index::count`]: force by pattern, tablebase name and number of men, at the start, at the end or
//! anywhere, for how long, with whom to move and which claim; where the kings stand at the start and at the end.
//! [`Index::classes`]: how often each class comes up, and how its games end. [`Index::by_code`]: the games of each class.
//! [`Index::outlines`]: what puts games in order. [`Index::facts`] and [`Index::remarks`]: everything else that was put in.
//!
//! It cannot say where the kings stood on the way: such games are named as uncertain. Nor does it know tags, moves, or where
//! the other men stand.
//!
//! # When it is believed
//!
//! [`Stamp::compare`] decides whether an index still belongs to its file, with a [`ContentHash`] where that is not sure.
//! Each record that is read by its place must have the [`sum`](sum()) of its [`Location`].
//! What is damaged is an [`IndexError`], never a wrong answer; what somebody made up on purpose cannot take more memory
//! than a part may have (16 MiB) beside a few times its own size.
//!
//! # Example
//!
//! ```
//! use std::io::Cursor;
//! use gbr_pgn::gbr::Material;
//! use gbr_pgn::index::{
//!     Builder, ContentHash, Facts, Harvest, Index, Location, Origin, PositionFacts, Query, Stamp, sum,
//! };
//! use shakmaty::{ByColor, Color, Square};
//!
//! let file = b"4k3/8/8/8/8/8/8/R3K3 w - -\n4k3/8/8/8/8/8/8/Q3K3 w - -\n";
//! let mut harvest = Harvest::default();
//! let mut offset = 0;
//! for (line, (record, name)) in (1..).zip(file.split_inclusive(|&b| b == b'\n').zip(["KRvK", "KQvK"])) {
//!     let material: Material = name.parse()?;
//!     let kings = ByColor { white: Some(Square::E1), black: Some(Square::E8) };
//!     let standing = Some(PositionFacts { material, kings, turn: Color::White });
//!     let length = record.len() as u64;
//!     let facts = Facts {
//!         location: Location { offset, length, line, sum: sum(record) },
//!         outcome: None,
//!         claim: None,
//!         plies: 0,
//!         is_played: false,
//!         is_coded: true,
//!         is_initial: false,
//!         start: standing,
//!         end: standing,
//!     };
//!     harvest.add_game(&facts, [(0, material)])?;
//!     offset += length;
//! }
//! let mut builder = Builder::new(Vec::new(), 1)?;
//! builder.add(harvest)?;
//! let bytes = builder.finish(Origin {
//!     stamp: Stamp { size: offset, modified: 0, changed: None, identity: None, taken: 0 },
//!     hash: ContentHash::of(file),
//!     length: offset,
//!     settled: 0,
//!     format: "epd".into(),
//!     settings: String::new(),
//!     frames: Vec::new(),
//! })?;
//!
//! let mut index = Index::open(Cursor::new(bytes))?;
//! let query = Query::any_of(["1*".parse()?]);
//! assert_eq!(index.count(&query)?, Some(1));
//! let queen = index.find(&query).next().expect("there is one")?;
//! assert_eq!((queen.number, queen.location.line), (2, 2));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```

mod builder;
mod class;
mod code_counts;
mod code_set;
mod code_sieve;
mod content_hash;
mod contents;
mod detour;
mod dictionary;
mod error;
mod facts;
mod file;
mod game_column;
mod harvest;
mod matching_games;
mod open_segment;
mod packet;
mod postings;
mod query;
mod remark;
mod resume;
mod segment;
mod segment_answer;
mod segment_tally;
mod segment_writer;
mod stamp;
mod varint;

#[cfg(test)]
mod hostile;

pub use self::builder::Builder;
pub use self::class::{ClassCount, ClassCounts};
pub use self::content_hash::{ContentHash, sum};
pub use self::contents::{FrameStart, Origin};
pub use self::error::{IndexError, IndexResult};
pub use self::facts::{CodeAndKings, Facts, Location, Outline, PositionFacts};
pub use self::file::{Index, IndexedRemark};
pub use self::harvest::Harvest;
pub use self::query::{Match, Moment, Query, Term};
pub use self::resume::Resumption;
pub use self::stamp::{Freshness, Stamp};

/// The first bytes of an index, and the last: a name, the version, and what shows that line ends were changed on the way.
const HEAD: [u8; 8] = *b"GBRX\x03\r\n\0";

/// How long the last part is.
const TAIL: usize = 32;

/// The first bytes of the databases that earlier versions made.
const SQLITE: &[u8; 16] = b"SQLite format 3\0";
