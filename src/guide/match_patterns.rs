//! Patterns of forces, and games that pass through one.
//!
//! A [`Pattern`] is a code with open places: `?` is any digit, `[14]` or `[0-3]` some of them, `*` the rest.
//! The name of a tablebase, `KRPvKR`, is a pattern too.
//!
//! ```
//! use gbr_pgn::gbr::{Code, Pattern};
//!
//! let rook_endings: Pattern = "0400.*".parse()?;
//! assert!(rook_endings.matches("0400.10".parse::<Code>()?));
//! assert!(!rook_endings.matches("0410.10".parse::<Code>()?));
//!
//! let one_pawn: Pattern = "KRPvKR".parse()?;
//! assert_eq!(one_pawn.to_string(), "0400.10");
//! assert_eq!(one_pawn.reversed().to_string(), "0400.01");
//! # Ok::<_, gbr_pgn::gbr::ParseError>(())
//! ```
//!
//! A [`Search`] looks for patterns along the main line of a game, and a [`Filter`] lets a [`Job`] go on with the games in which it
//! finds one. [`lasting`](crate::Search::lasting) asks for two plies in a row; with
//! [`with_position`](crate::run::Filter::with_position) the sink is given the position that was found; and the task fills no cells, since this sink
//! writes positions and no rows:
//!
//! ```
//! use gbr_pgn::format::{Gbr, Pgn};
//! use gbr_pgn::run::{Filter, Task};
//! use gbr_pgn::column::At;
//! use gbr_pgn::gbr::Pattern;
//! use gbr_pgn::{Job, Search};
//!
//! let pgn = b"[FEN \"8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\"]\n\n1. c7 Rd6+ 2. Kb5 Rd5+ 3. Kb4 Rd4+ \
//!             4. Kb3 Rd3+ 5. Kc2 Rd4 6. c8=R Ra4 7. Kb3 1-0\n";
//! let search = Search::from("KRvKR".parse::<Pattern>()?).lasting(2);
//! let filter = Filter::new(&search).with_position();
//! let sink = Gbr { at: vec![At::Found] };
//! let job = Job::new(&Pgn, Task::Find(&[]), &sink).only(filter);
//! let mut out = Vec::new();
//! let done = job.write(&pgn[..], &mut out)?;
//! assert_eq!(done.found, 1);
//! assert_eq!(out, b"c2a1 0400.00 c8d4 2/2-+.\n");
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! What is wanted may say more than the force. An [`Asked`] reads whatever people type, a code, a tablebase, a family
//! (`rook-ending`) or a position; a [`Want`] has fields for the rest: men on squares, kings, turn, bishops. A
//! [`TagQuery`] asks for tags: with
//! [`Job::asking`](crate::Job::asking) a job goes on only with the games of which it is true.
//!
//! ```
//! use gbr_pgn::gbr::Pattern;
//! use gbr_pgn::search::{Asked, TagQuery, Want};
//! use gbr_pgn::Search;
//!
//! let rooks: Asked = "rook-ending".parse()?;
//! let seventh = Want {
//!     formations: vec!["*/*R*/*/*/*/*/*/*".parse()?], // a rook of White on the seventh rank
//!     ..Want::force(Pattern::ANY)
//! };
//! let search = Search::default().or(rooks.want()).or(seventh).lasting(4);
//! assert!(search.needs_positions()); // the second of them does
//!
//! let strong: TagQuery = "WhiteElo >= 2400 and not White ~ \"engine\"".parse()?;
//! let tags = |name: &str| (name == "WhiteElo").then_some("2510");
//! assert!(strong.takes(tags));
//! # Ok::<_, Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Asked`]: crate::search::Asked
//! [`TagQuery`]: crate::search::TagQuery
//! [`Want`]: crate::search::Want
//! [`Pattern`]: crate::gbr::Pattern
//! [`Search`]: crate::Search
//! [`Filter`]: crate::run::Filter
//! [`Job`]: crate::Job
