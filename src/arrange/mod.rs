//! An order in which records can be written and are read back as they are.
//!
//! In: records in the order that is wanted. Out: the same records, in that order as far as it goes. One that
//! would run into its follower is held back until the next one that keeps it apart, nearly always the next
//! with a tag; one that ends in a comment or a tag goes to the very end.

mod gather;

pub use self::gather::{Gathered, Gatherer};

use crate::joint::{Beginning, Ending, Ends};
use std::marker::PhantomData;

/// Takes records that are held back, and gives them back in the same order.
pub trait Queue<T> {
    /// Why it may fail.
    type Error;

    /// Puts one after the others.
    ///
    /// # Errors
    ///
    /// Returns why it could not be kept.
    fn push(&mut self, item: T) -> Result<(), Self::Error>;

    /// Takes out the first.
    ///
    /// # Errors
    ///
    /// Returns why it could not be got back.
    fn pop(&mut self) -> Result<Option<T>, Self::Error>;
}

impl<T> Queue<T> for std::collections::VecDeque<T> {
    type Error = std::convert::Infallible;

    fn push(&mut self, item: T) -> Result<(), Self::Error> {
        self.push_back(item);
        Ok(())
    }

    fn pop(&mut self) -> Result<Option<T>, Self::Error> {
        Ok(self.pop_front())
    }
}

/// What is arranged.
pub trait Arranged {
    /// Its ends.
    fn ends(&self) -> Ends;

    /// Whether it is not a record, but what is left at the end of an input: white space and comments.
    fn is_rest(&self) -> bool;
}

/// Holds records back. What has been written ends in such a way that anything may follow.
pub struct Arranger<T, Q> {
    /// Records that wait for one that can follow the last of them; each can follow the one before it.
    open: Waiting<T, Q>,
    /// One that cannot follow them, but they it.
    lead: Option<T>,
    lead_in_order: bool,
    /// Records that can do neither.
    shut: Waiting<T, Q>,
    /// Those for the very end: what is left of inputs, and what ends in a comment or a tag.
    rests: Waiting<T, Q>,
    comments: Waiting<T, Q>,
    endless: Waiting<T, Q>,
    held: u64,
}

/// Records that wait.
struct Waiting<T, Q> {
    queue: Q,
    len: u64,
    /// How many of them no other record has overtaken yet.
    in_order: u64,
    first: Beginning,
    last: Ending,
    item: PhantomData<T>,
}

impl<T: Arranged, Q: Queue<T>> Waiting<T, Q> {
    fn new(queue: Q) -> Waiting<T, Q> {
        Waiting {
            queue,
            len: 0,
            in_order: 0,
            first: Beginning::Other,
            last: Ending::Any,
            item: PhantomData,
        }
    }

    fn push(&mut self, item: T) -> Result<(), Q::Error> {
        if self.len == 0 {
            self.first = item.ends().beginning;
        }
        self.last = item.ends().ending;
        (self.len, self.in_order) = (self.len + 1, self.in_order + 1);
        self.queue.push(item)
    }

    fn pop(&mut self) -> Result<Option<T>, Q::Error> {
        self.len = self.len.saturating_sub(1);
        self.in_order = self.in_order.min(self.len);
        self.queue.pop()
    }

    fn empty<E: From<Q::Error>>(
        &mut self,
        write: &mut impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        while let Some(item) = self.pop()? {
            write(item)?;
        }
        Ok(())
    }

    /// Another record goes first.
    fn overtaken(&mut self) -> u64 {
        std::mem::take(&mut self.in_order)
    }
}

impl<T: Arranged, Q: Queue<T>> Arranger<T, Q> {
    /// With queues of this sort.
    pub fn new(mut queue: impl FnMut() -> Q) -> Arranger<T, Q> {
        let mut line = || Waiting::new(queue());
        let (open, shut) = (line(), line());
        let (rests, comments, endless) = (line(), line(), line());
        let (lead, lead_in_order) = (None, false);
        Arranger { open, lead, lead_in_order, shut, rests, comments, endless, held: 0 }
    }

    /// How many records have been overtaken by others.
    pub const fn held(&self) -> u64 {
        self.held
    }

    /// Takes the next record, and hands over what can be written by now.
    ///
    /// # Errors
    ///
    /// Returns what `write` or a queue failed with.
    pub fn add<E: From<Q::Error>>(
        &mut self,
        item: T,
        write: &mut impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let Ends { beginning, ending, .. } = item.ends();
        match ending {
            _ if item.is_rest() => return Ok(self.rests.push(item)?),
            Ending::Nothing | Ending::Never => return Ok(self.endless.push(item)?),
            Ending::Comment => {
                self.held += self.endless.overtaken();
                return Ok(self.comments.push(item)?);
            }
            Ending::Any | Ending::Tag | Ending::Event => {}
        }
        self.held += self.endless.overtaken() + self.comments.overtaken();
        let follows = self.open.len == 0 || self.open.last.takes(beginning);
        match (follows, ending) {
            (true, Ending::Any) => self.close(item, write),
            (false, Ending::Any) => {
                self.held += self.open.overtaken() + self.shut.overtaken();
                self.held += u64::from(std::mem::take(&mut self.lead_in_order));
                write(item)
            }
            (true, _) => {
                self.held += self.shut.overtaken();
                Ok(self.open.push(item)?)
            }
            (false, _) if self.lead.is_none() && ending.takes(self.open.first) => {
                self.held += self.open.overtaken() + self.shut.overtaken();
                (self.lead, self.lead_in_order) = (Some(item), true);
                Ok(())
            }
            (false, _) => Ok(self.shut.push(item)?),
        }
    }

    /// Writes what was open, and this record after it; then another may be open.
    fn close<E: From<Q::Error>>(
        &mut self,
        item: T,
        write: &mut impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        self.held += self.shut.overtaken();
        self.lead.take().map_or(Ok(()), &mut *write)?;
        self.open.empty(write)?;
        write(item)?;
        if let Some(next) = self.shut.pop()? {
            self.open.push(next)?;
            // It has been counted.
            self.open.overtaken();
        }
        Ok(())
    }

    /// Hands over all that is left.
    ///
    /// # Errors
    ///
    /// Returns what `write` or a queue failed with.
    pub fn finish<E: From<Q::Error>>(
        &mut self,
        write: &mut impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        self.rests.empty(write)?;
        self.lead.take().map_or(Ok(()), &mut *write)?;
        let Arranger { open, shut, comments, endless, .. } = self;
        [open, shut, comments, endless].into_iter().try_for_each(|line| line.empty(write))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;
    use std::convert::Infallible;

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Game(char, Ends);

    impl Arranged for Game {
        fn ends(&self) -> Ends {
            self.1
        }

        fn is_rest(&self) -> bool {
            self.0 == '-'
        }
    }

    /// Upper case begins with a tag, lower case with moves. A, B, C have a marker, M, N have none, X ends in a
    /// comment, Z in nothing that could be told.
    fn arranged(games: &str) -> (String, u64) {
        let mut arranger = Arranger::new(VecDeque::new);
        let mut written = String::new();
        let mut write = |game: Game| {
            written.push(game.0);
            Ok::<_, Infallible>(())
        };
        for name in games.chars() {
            let beginning =
                if name.is_ascii_uppercase() { Beginning::Event } else { Beginning::Other };
            let ending = match name.to_ascii_lowercase() {
                'm' | 'n' => Ending::Tag,
                'x' => Ending::Comment,
                'z' => Ending::Nothing,
                _ => Ending::Any,
            };
            let ends = Ends { beginning, ending, is_plain: false };
            arranger.add(Game(name, ends), &mut write).unwrap();
        }
        arranger.finish(&mut write).unwrap();
        (written, arranger.held())
    }

    #[test]
    fn a_record_waits_for_one_that_keeps_it_apart() {
        for (games, expected, held) in [
            ("ABCabc", "ABCabc", 0),
            ("AMBC", "AMBC", 0),
            ("AMNB", "AMNB", 0),
            ("AMabB", "AabMB", 1),
            ("AMNaB", "AaMNB", 2),
            ("AMa", "AaM", 1),
            ("AmBnC", "AmBnC", 0),
            ("AmnBC", "AmBnC", 1),
            ("AMn", "AnM", 1),
            ("AMnaB", "AanMB", 2),
        ] {
            assert_eq!(arranged(games), (expected.to_owned(), held), "{games}");
        }
    }

    #[test]
    fn what_ends_in_a_comment_goes_to_the_end() {
        assert_eq!(arranged("AXBCM"), ("ABCMX".to_owned(), 1));
        assert_eq!(arranged("ZAXB"), ("ABXZ".to_owned(), 2));
        assert_eq!(arranged("ABX"), ("ABX".to_owned(), 0));
    }

    #[test]
    fn what_is_left_of_an_input_comes_last() {
        assert_eq!(arranged("A-B"), ("AB-".to_owned(), 0));
    }
}
