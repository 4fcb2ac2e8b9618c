//! An index that is open: what it is asked for, and what it answers.

use std::collections::BTreeMap;
use std::io::{Read, Seek, SeekFrom, Write};

use super::builder::Builder;
use super::class::{self, ClassCounts};
use super::code_counts::{CodeCount, CodeReader, CodeTable, CodeTally};
use super::code_set::CodeSet;
use super::content_hash::checksum;
use super::contents::{Contents, Origin};
use super::facts::{Facts, Outline};
use super::matching_games;
use super::open_segment::Opened;
use super::packet::Unpacker;
use super::query::{Match, Moment, Query};
use super::segment_tally::SegmentTally;
use super::stamp::Stamp;
use super::{HEAD, IndexError, IndexResult, SQLITE, TAIL};
use crate::gbr::Code;

/// An index, in a file or in memory.
///
/// Of the file nothing is read but what an answer needs, and each part of it is checked before it is believed.
pub struct Index<R> {
    pub(super) file: Unpacker<R>,
    pub(super) contents: Contents,
}

/// Something that was said about a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexedRemark {
    /// The number of the game, from 1; none for a text between games.
    pub game: Option<u64>,
    /// What was said.
    pub text: Vec<u8>,
}

impl<R: Read + Seek> Index<R> {
    /// Reads the table of contents.
    ///
    /// # Errors
    ///
    /// [`IndexError`]: it is not an index, is one of another version, or is damaged.
    pub fn open(mut file: R) -> IndexResult<Index<R>> {
        let length = file.seek(SeekFrom::End(0))?;
        check_head(&mut file, length)?;
        let begin = HEAD.len() as u64;
        let tail_at = length.checked_sub(TAIL as u64).filter(|&at| at >= begin).ok_or(CUT)?;
        file.seek(SeekFrom::Start(tail_at))?;
        let mut tail = [0; TAIL];
        file.read_exact(&mut tail)?;
        let ([offset, size, sum, head], _) = tail.as_chunks::<8>() else { return Err(CUT) };
        let [offset, size, sum] = [offset, size, sum].map(|bytes| u64::from_le_bytes(*bytes));
        let is_whole = offset >= begin && offset.checked_add(size) == Some(tail_at);
        if *head != HEAD || !is_whole {
            return Err(CUT);
        }
        file.seek(SeekFrom::Start(offset))?;
        let mut bytes = Vec::new();
        (&mut file).take(size).read_to_end(&mut bytes)?;
        if checksum(&bytes) != sum {
            return Err(IndexError::Damaged("the checksum of its contents does not agree"));
        }
        let contents = Contents::read(&bytes, begin, offset)?;
        Ok(Index { file: Unpacker::new(file)?, contents })
    }

    /// What it was made from.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.contents.origin
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.contents.segments.iter().map(|segment| u64::from(segment.games)).sum()
    }

    /// How many of them could be read without a fault.
    #[must_use]
    pub fn coded(&self) -> u64 {
        self.contents.segments.iter().map(|segment| u64::from(segment.coded)).sum()
    }

    /// How many pieces of text there are that are not games.
    #[must_use]
    pub fn texts(&self) -> u64 {
        self.contents.segments.iter().map(|segment| segment.texts).sum()
    }

    /// How many games are wanted; none where some of them would have to be played.
    ///
    /// # Errors
    ///
    /// [`IndexError`]: a part that it needs is damaged.
    pub fn count(&mut self, query: &Query) -> IndexResult<Option<u64>> {
        if let Some(codes) = CodeSet::of(query) {
            return self.count_codes(&codes, query).map(Some);
        }
        let mut count = 0;
        for segment in &self.contents.segments {
            let mut opened = Opened::new(segment, &mut self.file);
            match matching_games::count(&mut opened, query)? {
                Some(more) => count += more,
                None => return Ok(None),
            }
        }
        Ok(Some(count))
    }

    /// The games that are wanted, in the order of the file. A game that is [not certain](Match::is_certain) has to be played.
    ///
    /// An error is the last thing to be taken: what follows it is not whole.
    pub fn find<'a>(
        &'a mut self,
        query: &'a Query,
    ) -> impl Iterator<Item = IndexResult<Match>> + 'a {
        self.each(move |opened, before| matching_games::list(opened, before, query))
    }

    /// All games in the order of the file, with all that is known about them but their trails.
    pub fn facts(&mut self) -> impl Iterator<Item = IndexResult<Facts>> + '_ {
        self.each(|opened, _| opened.facts())
    }

    /// All games in the order of the file, with no more than what puts them in order by their last position, or else by
    /// their first.
    pub fn outlines(&mut self, by_last: bool) -> impl Iterator<Item = IndexResult<Outline>> + '_ {
        self.each(move |opened, _| opened.outlines(by_last))
    }

    /// Hands over everything that was said about records, in the order of the file.
    ///
    /// # Errors
    ///
    /// [`IndexError`]: a part that it needs is damaged. What was handed over before is not whole.
    pub fn remarks(&mut self, mut take: impl FnMut(IndexedRemark)) -> IndexResult<()> {
        let mut before = 0;
        for segment in &self.contents.segments {
            Opened::new(segment, &mut self.file).each_remark(|remark| {
                let game = remark.is_game.then(|| before + u64::from(remark.games) + 1);
                take(IndexedRemark { game, text: remark.text });
            })?;
            before += u64::from(segment.games);
        }
        Ok(())
    }

    /// How many games there are of each class at a moment.
    ///
    /// # Errors
    ///
    /// [`IndexError`]: a part that it needs is damaged.
    pub fn classes(&mut self, at: Moment) -> IndexResult<ClassCounts> {
        let mut counts = ClassCounts::default();
        for segment in &self.contents.segments {
            class::count(&mut Opened::new(segment, &mut self.file), at, &mut counts)?;
        }
        Ok(counts)
    }

    /// The numbers of the games of each class at a moment, in the order of the codes and of the file. Games without a
    /// class are in none.
    ///
    /// # Errors
    ///
    /// [`IndexError`]: a part that it needs is damaged.
    pub fn by_code(&mut self, at: Moment) -> IndexResult<BTreeMap<Code, Vec<u64>>> {
        let (mut lists, mut before) = (BTreeMap::new(), 0);
        for segment in &self.contents.segments {
            class::list(&mut Opened::new(segment, &mut self.file), at, before, &mut lists)?;
            before += u64::from(segment.games);
        }
        Ok(lists)
    }

    /// Reads all of it, for whoever wants to know whether it is whole.
    ///
    /// # Errors
    ///
    /// [`IndexError`]: some part is damaged.
    pub fn verify(&mut self) -> IndexResult<()> {
        let mut codes = CodeTable::default();
        for segment in &self.contents.segments {
            let mut opened = Opened::new(segment, &mut self.file);
            let tally = SegmentTally::of(&opened.harvest()?);
            opened.check_detours(&tally.detours)?;
            codes.add(tally.tallies);
        }
        if codes == self.codes()? { Ok(()) } else { Err(OTHER_GAMES) }
    }

    /// Writes the same index with another stamp: for a file whose content was found to be the same.
    ///
    /// # Errors
    ///
    /// What writing returns, or [`IndexError::Damaged`].
    pub fn restamp(&mut self, stamp: Stamp, out: impl Write) -> IndexResult<()> {
        let mut builder = Builder::new(out, 1)?;
        builder.codes = self.codes()?;
        for segment in &self.contents.segments {
            builder.copy(segment, &mut self.file)?;
        }
        let origin = Origin { stamp, ..self.contents.origin.clone() };
        builder.finish(origin).map(drop)
    }

    /// How many games have one of these codes.
    fn count_codes(&mut self, codes: &CodeSet, query: &Query) -> IndexResult<u64> {
        let mut count = CodeCount::new(codes, query.at);
        self.each_code(|number, tally| count.add(number, tally))?;
        let mut found = count.games().ok_or(OTHER_GAMES)?;
        if query.at == Moment::Any {
            for segment in &self.contents.segments {
                found += Opened::new(segment, &mut self.file).count_detours(codes)?;
            }
        }
        let others = self.games().checked_sub(found).ok_or(OTHER_GAMES)?;
        Ok(if query.invert { others } else { found })
    }

    /// The table of codes.
    pub(super) fn codes(&mut self) -> IndexResult<CodeTable> {
        let mut codes = CodeTable::default();
        self.each_code(|number, tally| codes.add([(number, *tally)]))?;
        Ok(codes)
    }

    fn each_code(&mut self, mut take: impl FnMut(u32, &CodeTally)) -> IndexResult<()> {
        let mut reader = CodeReader::default();
        for packet in &self.contents.codes {
            reader.each(&self.file.unpack(packet)?, &mut take)?;
        }
        Ok(())
    }

    /// What is read from each segment, given how many games come before it.
    fn each<'a, T: 'a>(
        &'a mut self,
        mut read: impl FnMut(&mut Opened<'_, R>, u64) -> IndexResult<Vec<T>> + 'a,
    ) -> impl Iterator<Item = IndexResult<T>> + 'a {
        let Index { file, contents } = self;
        let mut before = 0;
        contents.segments.iter().flat_map(move |segment| {
            let read = read(&mut Opened::new(segment, file), before);
            before += u64::from(segment.games);
            let (things, error) =
                read.map_or_else(|error| (Vec::new(), Some(error)), |it| (it, None));
            things.into_iter().map(Ok).chain(error.map(Err))
        })
    }
}

const OTHER_GAMES: IndexError = IndexError::Damaged("a table of other games");

const CUT: IndexError = IndexError::Damaged("its end is missing");

fn check_head(file: &mut (impl Read + Seek), length: u64) -> IndexResult<()> {
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    file.take(length.min(SQLITE.len() as u64)).read_to_end(&mut head)?;
    if head == SQLITE {
        return Err(IndexError::Older);
    }
    let head = head.first_chunk::<{ HEAD.len() }>().ok_or(IndexError::NotAnIndex)?;
    let version = |head: &[u8; HEAD.len()]| head[4];
    match head {
        _ if *head == HEAD => Ok(()),
        _ if head[..4] == HEAD[..4] && version(head) != version(&HEAD) => {
            Err(IndexError::OtherVersion(version(head)))
        }
        _ => Err(IndexError::NotAnIndex),
    }
}
