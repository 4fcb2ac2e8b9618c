//! Which records are the same game, and which of them may go.
//!
//! In: records one by one. Out: for each whether it stays. The rule leans to one side: a record goes only
//! where another one that stays says the same and more.
//!
//! 1. Two records are the same by their essentials. What these are depends on the [`Measure`]: of a
//!    [`Game`](Measure::Game) the players, the result, the variant, the start and the moves of the main line, that
//!    is the positions they reach, however they are spelt. What has no moves or a fault is the same only byte for
//!    byte, white space and our tags aside.
//! 2. The details of the two, date, round, time, site and address, may be known to one of them alone. Then
//!    only the one that knows less may go; where it would fit two that differ, it stays.
//! 3. A record goes only where its commentary, comments, variations and glyphs, is in the other one
//!    too. Whoever does not want that says with [`Keep`] which one stays.
//!
//! "Knows no more" and "says no more" are transitive, so that what stays does not depend on the order in which
//! records are compared, and nothing that went lacks its like among what stays.
//!
//! Where that is asked for, a game goes, too, that is the beginning of a longer one of the same players, date, round and
//! result ([`GameKin`]).
//!
//! A [`digest`] brings records together that may be the same; it never decides. An [`Examiner`]
//! reads a record once more and makes its [`Profile`], with the whole main line. A [`Suspects`] takes the profiles of all
//! records with one digest and settles who goes.

mod beginning;
mod commentary;
mod date;
mod details;
mod essentials;
mod examiner;
mod group;
mod measure;
mod name;
mod plain;
mod profile;
mod sideline;

pub use self::beginning::GameKin;
pub use self::essentials::{digest, kin_digest};
pub use self::examiner::Examiner;
pub use self::group::{GoneFor, Settled, Suspects, WhyGone};
pub use self::measure::{Keep, Measure};
pub use self::profile::Profile;
