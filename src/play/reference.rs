//! The reference lane: the audit's main line, read by pgn-reader and played by shakmaty.

use std::cell::RefCell;
use std::io::{self, Read};
use std::ops::{ControlFlow, Range};
use std::rc::Rc;

use pgn_reader::{Reader, SanPlus, Visitor};
use shakmaty::variant::VariantPosition;
use shakmaty::{EnPassantMode, Position, Setup};

use super::audit::{MainLine, audit};
use super::forgiving::{self, Attempt, Translation};
use super::{Played, Remark, Start};
use crate::fault::{FaultKind, Reason, Unplayed};
use crate::game::Change;
use crate::gbr::Material;
use crate::movetext::spelling::has_pawn_letter;
use crate::text::encoding::brief;

/// One reader for all games: a new one would clear its buffer for each. There is none before a game needs it.
pub(super) struct Reference {
    /// Whether every position is kept.
    keeps_path: bool,
    feed: Feed,
    reader: Option<Reader<Feed>>,
}

impl Default for Reference {
    fn default() -> Reference {
        Reference::new(false)
    }
}

impl Reference {
    pub(super) fn new(keeps_path: bool) -> Reference {
        Reference { keeps_path, feed: Feed::default(), reader: None }
    }

    pub(super) fn play(
        &mut self,
        bytes: &[u8],
        moves: usize,
        start: &Start,
        is_cut: bool,
    ) -> Played {
        let line = audit(bytes, moves, &start.setup, start.is_given, is_cut);
        let mut played = match start.position() {
            Ok((position, pardon)) => {
                let start = Track::new(position, self.keeps_path);
                let mut played = self.line(bytes, &line, &start, is_cut);
                if let Some(what) = pardon {
                    let remark = Remark::new(
                        FaultKind::IllegalPosition,
                        moves,
                        format!("the position has {what}"),
                    );
                    played.remarks.insert(0, remark);
                }
                played
            }
            Err(reason) => unplayable(&line, start, moves, &reason),
        };
        if line.is_doubtful() {
            // What the moves came to matters no longer, only what made them doubtful.
            played.last = None;
            played.remarks.retain(|remark| remark.kind.is_note());
        }
        played.marker = line.marker;
        played.remarks.extend(line.remarks);
        played
    }

    /// Plays the words as SAN; where that fails, in the ways people write.
    fn line(&mut self, bytes: &[u8], line: &MainLine, start: &Track, is_cut: bool) -> Played {
        let words: Vec<&[u8]> = line.words.iter().map(|word| &bytes[word.clone()]).collect();
        if let Some(played) = self.san(&words, start) {
            return played;
        }
        match forgiving::play(&words, start) {
            Attempt::Played(Translation { alphabet, track, notes }) => {
                let mut played = Played { alphabet, ..track.finish() };
                let remark = |(kind, word, text): forgiving::Note| {
                    Remark::new(kind, line.words[word].start, text)
                };
                played.remarks.extend(notes.into_iter().map(remark));
                played
            }
            Attempt::Failed { alphabet, track, word, reason } => {
                Played { alphabet, ..failed(bytes, line, track, word, reason, is_cut) }
            }
        }
    }

    /// Plays words that are all SAN; none if pgn-reader or shakmaty refuses one.
    fn san(&mut self, words: &[&[u8]], start: &Track) -> Option<Played> {
        let is_san = |word: &[u8]| !has_pawn_letter(word) && SanPlus::from_ascii(word).is_ok();
        if !words.iter().all(|word| is_san(word)) {
            return None;
        }
        self.feed.fill(words);
        let mut visitor = Replay { start };
        let reader = self.reader.get_or_insert_with(|| Reader::new(self.feed.clone()));
        let track = reader.read_game(&mut visitor);
        self.feed.clear();
        let track = track.ok()?.unwrap_or_else(|| Some(start.clone()))?;
        // Every word must have arrived, or a gap would go unseen.
        (track.plies as usize == words.len()).then(|| track.finish())
    }
}

/// A main line on its way.
#[derive(Clone)]
pub(super) struct Track {
    pub position: VariantPosition,
    pub plies: u32,
    trail: Vec<Change>,
    /// The position after each half-move, where somebody asks for them.
    path: Option<Vec<Setup>>,
}

impl Track {
    fn new(position: VariantPosition, keeps_path: bool) -> Track {
        let first = Change { ply: 0, material: Material::from_board(position.board()) };
        Track { position, plies: 0, trail: vec![first], path: keeps_path.then(Vec::new) }
    }

    pub(super) fn play(&mut self, m: shakmaty::Move) {
        let changes = m.is_capture() || m.is_promotion() || matches!(m, shakmaty::Move::Put { .. });
        self.position.play_unchecked(m);
        self.step();
        if changes {
            let material = Material::from_board(self.position.board());
            self.trail.push(Change { ply: self.plies, material });
        }
    }

    /// A null move, after which the game goes on from `position`.
    pub(super) fn pass(&mut self, position: VariantPosition) {
        self.position = position;
        self.step();
    }

    fn step(&mut self) {
        self.plies += 1;
        let setup = self.path.is_some().then(|| self.setup());
        if let (Some(path), Some(setup)) = (&mut self.path, setup) {
            path.push(setup);
        }
    }

    fn setup(&self) -> Setup {
        self.position.to_setup(EnPassantMode::Legal)
    }

    fn finish(self) -> Played {
        let last = self.setup();
        Played {
            may_be_mate: is_check(&last),
            last: Some(last),
            plies: self.plies,
            trail: self.trail,
            path: self.path.unwrap_or_default(),
            ..Played::default()
        }
    }
}

/// Whether whoever is to move is in check, by the rules of chess.
fn is_check(setup: &Setup) -> bool {
    let attacked = |king| setup.board.attacks_to(king, !setup.turn, setup.board.occupied()).any();
    setup.board.king_of(setup.turn).is_some_and(attacked)
}

/// Without a playable position only a game without moves has an end.
fn unplayable(line: &MainLine, start: &Start, moves: usize, reason: &str) -> Played {
    // As both messages say themselves.
    let reason = reason.strip_prefix("illegal position: ").unwrap_or(reason);
    let trail = vec![Change { ply: 0, material: start.material }];
    if line.words.is_empty() {
        let remark = Remark::new(
            FaultKind::IllegalPosition,
            moves,
            format!("the position is not legal: {reason}"),
        );
        let last = Some(start.setup.clone());
        return Played { last, trail, remarks: vec![remark], ..Played::default() };
    }
    let kind =
        if start.variant.is_none() { FaultKind::UnknownVariant } else { FaultKind::Unplayable };
    let message = format!("the moves cannot be played from this position: {reason}");
    Played { trail, remarks: vec![Remark::new(kind, moves, message)], ..Played::default() }
}

/// A main line that could not be played to its end.
fn failed(
    bytes: &[u8],
    line: &MainLine,
    track: Track,
    word: usize,
    reason: Reason,
    is_cut: bool,
) -> Played {
    let span: Range<usize> = line.words[word].clone();
    let at_end = is_cut && span.end == bytes.len() && line.marker.is_none();
    let reason = match reason {
        Reason::Languages(..) => reason,
        _ if at_end => Reason::Cut,
        _ => reason,
    };
    // Words after the end of the game are not played, but count.
    let plies = u32::try_from(word).expect("the audit takes no more words than MOST");
    let unplayed = unplayed(&track.position, plies, &bytes[span.clone()], false, reason);
    let remarks = vec![Remark::of_move(unplayed, span.start)];
    let path = track.path.unwrap_or_default();
    Played { plies: track.plies, trail: track.trail, path, remarks, ..Played::default() }
}

/// A word that was not played, so many half-moves after the start.
pub(super) fn unplayed(
    position: &VariantPosition,
    plies: u32,
    word: &[u8],
    in_variation: bool,
    reason: Reason,
) -> Unplayed {
    let (number, turn) = (position.fullmoves().get(), position.turn());
    Unplayed { ply: plies + 1, number, turn, word: brief(word), in_variation, reason }
}

/// Plays what pgn-reader reads.
struct Replay<'a> {
    start: &'a Track,
}

impl Visitor for Replay<'_> {
    type Tags = ();
    type Movetext = Track;
    type Output = Option<Track>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<Self::Output, Track> {
        ControlFlow::Continue(self.start.clone())
    }

    fn san(&mut self, track: &mut Track, san_plus: SanPlus) -> ControlFlow<Self::Output> {
        match san_plus.san.to_move(&track.position) {
            Ok(m) => {
                track.play(m);
                ControlFlow::Continue(())
            }
            Err(_) => ControlFlow::Break(None),
        }
    }

    fn end_game(&mut self, track: Track) -> Self::Output {
        Some(track)
    }
}

/// What the reader reads: one main line after another.
#[derive(Clone, Default)]
struct Feed(Rc<RefCell<FeedText>>);

#[derive(Default)]
struct FeedText {
    text: Vec<u8>,
    at: usize,
}

impl Feed {
    fn fill(&self, words: &[&[u8]]) {
        let mut line = self.0.borrow_mut();
        line.text.clear();
        line.at = 0;
        for word in words {
            line.text.extend_from_slice(word);
            line.text.push(b' ');
        }
        line.text.extend_from_slice(b"*\n\n");
    }

    fn clear(&self) {
        let mut line = self.0.borrow_mut();
        line.at = line.text.len();
    }
}

impl Read for Feed {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let mut line = self.0.borrow_mut();
        let rest = &line.text[line.at..];
        let count = rest.len().min(buf.len());
        buf[..count].copy_from_slice(&rest[..count]);
        line.at += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests;
