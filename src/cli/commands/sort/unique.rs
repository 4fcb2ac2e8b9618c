//! `--unique`: leaves out records of the same game, in bounded memory.
//!
//! The rule is the library's ([`crate::duplicate`]); here records that may be the same are brought together.
//! Nearly all games start from one position, so that being next to each other in the order of positions says
//! nothing. The records are sorted twice instead, and who goes is known before the first one is written:
//!
//! 1. A worker gives each record a digest of what the same records have in common. Whole records go, by digest, into a
//!    sort of their own, which spills as the other does.
//! 2. Of that sort a record whose digest no other one has goes on at once: few have a like. The others are read once
//!    more and compared in full, one digest at a time. A digest that is the same by chance costs time and no record.
//! 3. What stays goes into the sort by position, what goes into a third one, if somebody wants it.
//!
//! Records of one digest come in the order of the input, and how many of them are held at a time is the same
//! for any `--memory`: so is the result.

use super::item::Item;
use super::sorter::Sorter;
use crate::Source;
use crate::cli::choice::{Choice, one_of};
use crate::duplicate::{Examiner, GameKin, GoneFor, Keep, Measure, Profile, Settled, Suspects};
use anyhow::{Context, Result, ensure};
use std::collections::HashMap;
use std::io;
use std::path::PathBuf;

// What the user says about records of the same game.
#[derive(clap::Args, Debug, Default)]
pub struct UniqueArgs {
    /// leave out records of the same game
    ///
    /// A record goes only if one that stays has the same players, date, result, variant, start and moves of the main
    /// line, and has all its comments, variations and glyphs too; of several alike the first stays. The summary says
    /// how many went.
    ///
    /// Players are the same without regard to case, accents and dots (Réti, R. is RETI,R). Moves are the same if
    /// they reach the same positions one after the other, however they are spelt. A tag that is missing or ? is like
    /// one that is missing or ?, and like no other. Of a date the known parts agree; only the record with the less
    /// exact one goes, and one that fits two dates stays. Records with different Round, UTCTime, Site, URL or Link stay; where one
    /// has such a tag and the other has not, only the other goes. A comment is the same at the same place with the same text, white space
    /// aside; a glyph at the same place with the same number (! is $1); a variation at the same place with all that
    /// is in it. A record without moves or with a fault goes only if it is the same byte for byte, white space
    /// and our tags aside; a line of EPD if its position and its operations are the same.
    ///
    /// WHAT asks for less. Comments, variations and glyphs still have to be in the record that stays, and so have the
    /// operations of EPD; --keep does without that.
    #[arg(long, value_name = "WHAT", value_parser = one_of(MEASURES), num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "game")]
    pub unique: Option<Measure>,

    /// of records of the same game keep this one, whatever comments the others have
    ///
    /// A record with the less exact date still goes before one with the more exact.
    #[arg(long, value_name = "WHICH", value_parser = one_of(KEEPS), requires = "unique")]
    pub keep: Option<Keep>,

    /// write the records that --unique leaves out to FILE
    ///
    /// It is complete before an output takes its place. FILE must be new or empty; a name that ends in .zst, .gz, .bz2
    /// or .xz selects compression.
    #[arg(long, value_name = "FILE", requires = "unique", conflicts_with = "check")]
    pub duplicates: Option<PathBuf>,

    /// leave out records in place without --duplicates, or by less than the whole game
    #[arg(long, requires = "unique")]
    pub yes: bool,

    /// Whether games go that are the beginning of longer ones.
    #[arg(skip)]
    pub prefix: bool,
}

pub const MEASURES: &[Choice<Measure>] = &[
    ("game", Measure::Game, "players, date, result, variant, start and moves, as above"),
    ("moves", Measure::Moves, "start and moves of the main line alone"),
    ("start", Measure::Start, "the position a game starts from, with the side to move"),
    ("final", Measure::Final, "the last position of its main line, with the side to move"),
];

pub const KEEPS: &[Choice<Keep>] = &[
    ("first", Keep::First, "the first"),
    ("last", Keep::Last, "the last"),
    ("most", Keep::Most, "the one with most comments and variations"),
];

impl UniqueArgs {
    /// What would be lost for good must be meant.
    pub fn ensure_meant(&self, in_place: bool) -> Result<()> {
        let Some(unique) = self.unique.filter(|_| in_place && !self.yes) else { return Ok(()) };
        ensure!(
            unique == Measure::Game,
            "--unique with less than the whole game and --in-place would take different games out \
             of the file; say --yes if that is meant"
        );
        ensure!(
            self.duplicates.is_some(),
            "--unique and --in-place take records out of the file for good; name a new file for them \
             with --duplicates, or say --yes"
        );
        Ok(())
    }
}

/// Finds the records that may go.
pub struct Unique {
    measure: Measure,
    keep: Option<Keep>,
    /// Whether games are looked for that begin others, and not those that are the same.
    is_of_kin: bool,
    sorter: Sorter,
}

impl Unique {
    /// With what the user says, in so many bytes of memory; none if all records stay.
    pub fn new(args: &UniqueArgs, limit: usize, folder: PathBuf) -> Option<Unique> {
        let measure = args.unique?;
        let sorter = Sorter::by_digest(limit, folder);
        Some(Unique { measure, keep: args.keep, is_of_kin: false, sorter })
    }

    /// Finds games that begin others, where these go.
    pub fn of_kin(args: &UniqueArgs, limit: usize, folder: PathBuf) -> Option<Unique> {
        let unique = Unique::new(args, limit, folder)?;
        args.prefix.then_some(Unique { is_of_kin: true, ..unique })
    }

    /// See [`Sorter::pack`].
    pub fn pack(&mut self, packs: bool) {
        self.sorter.pack(packs);
    }

    pub fn push(&mut self, item: Item) -> Result<()> {
        self.sorter.push(item)
    }

    /// Hands over all records: those that stay, those that go, and why these do. Returns how many stay because not all of
    /// their like could be held at a time.
    pub fn settle(
        self,
        source: &dyn Source,
        mut stay: impl FnMut(Item) -> Result<()>,
        mut go: impl FnMut(Item) -> Result<()>,
        mut tell: impl FnMut(GoneFor) -> Result<()>,
    ) -> Result<u64> {
        let mut uncompared = 0;
        let mut examiner = Examiner::new(source, self.measure);
        let mut items = self.sorter.finish()?.peekable();
        while let Some(first) = next(&mut items)? {
            let digest = first.digest();
            if !items.peek().is_some_and(|item| is_of(item, digest)) {
                stay(first)?;
                continue;
            }
            let mut group = Group::new(self.is_of_kin, self.keep);
            let (mut settled, mut reasons) = (Settled::default(), Vec::new());
            group.add(first, &mut examiner, &mut settled);
            while let Some(item) = items.next_if(|item| is_of(item, digest)) {
                group.add(readable(item)?, &mut examiner, &mut settled);
                reasons.append(&mut settled.reasons);
                hand_over(&mut settled, &mut stay, &mut go)?;
            }
            group.finish(&mut settled);
            reasons.append(&mut settled.reasons);
            hand_over(&mut settled, &mut stay, &mut go)?;
            uncompared += settled.uncompared;
            resolved(&reasons).try_for_each(&mut tell)?;
        }
        Ok(uncompared)
    }
}

/// Why records of a group go, each for one that stays. Who goes later is looked at first: then most of them lead to one that
/// stays in one step.
fn resolved(reasons: &[GoneFor]) -> impl Iterator<Item = GoneFor> {
    let mut keepers: HashMap<u64, u64> =
        reasons.iter().map(|gone| (gone.number, gone.keeper)).collect();
    reasons.iter().rev().map(move |gone| {
        let mut keeper = gone.keeper;
        while let Some(&other) = keepers.get(&keeper) {
            keeper = other;
        }
        keepers.insert(gone.number, keeper);
        GoneFor { keeper, ..*gone }
    })
}

/// Records with one digest.
enum Group {
    Same(Suspects<Item>),
    Kin(GameKin<Item>),
}

impl Group {
    fn new(is_of_kin: bool, keep: Option<Keep>) -> Group {
        if is_of_kin {
            Group::Kin(GameKin::new(keep.is_some()))
        } else {
            Group::Same(Suspects::new(keep))
        }
    }

    fn add(&mut self, item: Item, examiner: &mut Examiner<'_>, settled: &mut Settled<Item>) {
        let number = item.number();
        match self {
            Group::Same(suspects) => {
                let (before, record) = item.halves();
                let text = examiner.text(before, record);
                let examine = |item: &Item| examined(item, examiner);
                suspects.add(item, number, text, examine, settled);
            }
            Group::Kin(kin) => {
                let profile = examined(&item, examiner);
                kin.add(item, number, profile, settled);
            }
        }
    }

    fn finish(self, settled: &mut Settled<Item>) {
        match self {
            Group::Same(suspects) => suspects.finish(settled),
            Group::Kin(kin) => kin.finish(settled),
        }
    }
}

fn examined(item: &Item, examiner: &mut Examiner<'_>) -> Profile {
    let (before, record) = item.halves();
    examiner.examine(before, record)
}

fn hand_over(
    settled: &mut Settled<Item>,
    stay: &mut impl FnMut(Item) -> Result<()>,
    go: &mut impl FnMut(Item) -> Result<()>,
) -> Result<()> {
    settled.stay.drain(..).try_for_each(stay)?;
    settled.go.drain(..).try_for_each(go)
}

/// Whether an item has a digest; what cannot be read is met later.
fn is_of(item: &io::Result<Item>, digest: Option<u64>) -> bool {
    item.as_ref().is_ok_and(|item| item.digest() == digest)
}

fn next(items: &mut impl Iterator<Item = io::Result<Item>>) -> Result<Option<Item>> {
    items.next().map(readable).transpose()
}

fn readable(item: io::Result<Item>) -> Result<Item> {
    item.context("a temporary file cannot be read back")
}
