//! Reads a record once more, to compare all of it.

use shakmaty::Board;

use super::commentary::Commentary;
use super::details::Details;
use super::essentials::Essentials;
use super::measure::Measure;
use super::plain;
use super::profile::Profile;
use crate::format::{Claims, Desk, Source};
use crate::play::Lane;
use crate::record::{Attribute, Frame, Line, Record, RecordKind, Step};

/// Makes profiles.
pub struct Examiner<'s> {
    source: &'s dyn Source,
    measure: Measure,
    desk: Desk,
    attributes: Vec<Attribute>,
}

impl<'s> Examiner<'s> {
    /// For records of a format.
    #[must_use]
    pub fn new(source: &'s dyn Source, measure: Measure) -> Examiner<'s> {
        let lane = if measure.needs_moves() { Lane::Recording } else { Lane::Fast };
        let desk = Desk::new(lane, Claims::Never);
        Examiner { source, measure, desk, attributes: Vec::new() }
    }

    /// The text of a record, before which some text stands, without what does not count: where that is the same, all
    /// is the same, and nothing needs to be played.
    pub fn text(&mut self, before: &[u8], bytes: &[u8]) -> Vec<u8> {
        let text = match self.frame(bytes) {
            Some(frame) => plain::of_record(self.source, &record(bytes, frame, &self.attributes)),
            None => plain::of_bytes(bytes),
        };
        // No other NUL byte stands so: it is not white space.
        [&plain::of_bytes(before)[..], b"\n\0\n", &text].concat()
    }

    /// The profile of a record, before which some text stands.
    pub fn examine(&mut self, before: &[u8], bytes: &[u8]) -> Profile {
        let Some(frame) = self.frame(bytes) else { return of_text(before, bytes) };
        let record = record(bytes, frame, &self.attributes);
        let game = self.source.decode(&record, &mut self.desk);
        let essentials = Essentials::of_record(self.source, &record, &game, self.measure);
        if matches!(essentials, Essentials::Text(_) | Essentials::Line(..)) {
            return of_essentials(before, essentials);
        }
        let commentary = Commentary::of_record(self.source, before, &record, &game);
        let are_moves = essentials.are_moves();
        Profile {
            path: if are_moves { game.path.into_iter().map(board).collect() } else { Vec::new() },
            details: match self.measure {
                Measure::Game => Details::of_record(&record),
                _ => Details::default(),
            },
            commentary: if are_moves { commentary.without_line() } else { commentary },
            essentials,
        }
    }

    /// The frame of bytes that are one game, also without what stood around them.
    fn frame(&mut self, bytes: &[u8]) -> Option<Frame> {
        self.attributes.clear();
        match self.source.frame(bytes, true, bytes.len(), &mut self.attributes) {
            Step::Record(frame) if frame.len == bytes.len() && frame.kind == RecordKind::Game => {
                Some(frame)
            }
            _ => None,
        }
    }
}

fn record<'a>(bytes: &'a [u8], frame: Frame, attributes: &'a [Attribute]) -> Record<'a> {
    Record {
        bytes,
        frame,
        attributes,
        offset: 0,
        line: Line::known(1),
        number: 1,
        is_last: false,
        may_have_nul: true,
    }
}

fn board(setup: shakmaty::Setup) -> Board {
    setup.board
}

fn of_text(before: &[u8], bytes: &[u8]) -> Profile {
    of_essentials(before, Essentials::Text(plain::of_bytes(bytes)))
}

/// Where the essentials say all, only the text before the record is left to be looked at.
fn of_essentials(before: &[u8], essentials: Essentials) -> Profile {
    let commentary = Commentary::of_text(before);
    Profile { essentials, path: Vec::new(), details: Details::default(), commentary }
}
