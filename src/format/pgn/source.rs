//! PGN: tags and moves.

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, Color, Position as _, Setup};

use super::{event, frame, study_claim};
use crate::fault::{Fault, FaultKind};
use crate::fen;
use crate::format::desk::Desk;
use crate::format::pgn::tag::{Flaw, OWN, Tag};
use crate::format::pgn::{AnsweredTags, TagRemoval, Tags};
use crate::format::position_faults::{remark_last_men, remark_men};
use crate::format::repeated_names::RepeatedNames;
use crate::format::sink::Sink;
use crate::format::source::{Boundary, Names, Source};
use crate::game::Game;
use crate::game::Marker;
use crate::gbr::Claim;
use crate::movetext::token;
use crate::play::{Movetext, Played, Remark, Start};
use crate::record::{Opening, Record, RecordKind, Step};
use crate::text::bytes::is_white;
use crate::text::encoding::{brief, text};
use crate::text::quoted::unescape;

/// Games and studies in Portable Game Notation.
pub struct Pgn;

impl Source for Pgn {
    fn name(&self) -> &'static str {
        super::NAME
    }

    fn help(&self) -> &'static str {
        "games and studies in Portable Game Notation"
    }

    /// Anything may stand before the first tag, so PGN is what no other format recognises.
    fn recognises(&self, _head: &[u8]) -> bool {
        false
    }

    fn frame(&self, input: &[u8], at_end: bool, limit: usize, tags: &mut Vec<Tag>) -> Step {
        frame::frame(input, at_end, limit, tags)
    }

    fn resume(&self, input: &[u8], from: usize) -> Option<usize> {
        event::resume(input, from)
    }

    fn opening(&self, input: &[u8], reach: usize) -> Opening {
        event::opening(input, reach)
    }

    fn undecided(&self, input: &[u8]) -> usize {
        event::undecided(input)
    }

    fn boundary(&self) -> Boundary {
        Boundary::BlankLine
    }

    fn names(&self) -> Names {
        Names::Attributes
    }

    fn editor(&self, strip: bool) -> Option<&'static dyn Sink> {
        Some(if strip { &Tags { strip: true } } else { &Tags { strip: false } })
    }

    fn answer_editor(&self) -> Option<&'static dyn Sink> {
        Some(&AnsweredTags)
    }

    fn remover(&self) -> Option<&'static dyn Sink> {
        Some(&TagRemoval)
    }

    fn moves<'a>(&self, record: &Record<'a>) -> Option<(Start, Movetext<'a>)> {
        if !record.is_game() || no_beginning(record).is_some() {
            return None;
        }
        let unused = &mut Game::default();
        let start = Header::read(record, unused).start(record, unused)?;
        Some((start, movetext(record, record.nul(0).is_some())))
    }

    fn decode(&self, record: &Record<'_>, desk: &mut Desk) -> Game {
        match record.frame.kind {
            RecordKind::Game => decode(record, desk),
            RecordKind::Text => not_a_game(record),
            RecordKind::Empty | RecordKind::Piece { .. } => Game::default(),
        }
    }
}

fn not_a_game(record: &Record<'_>) -> Game {
    let at = record.bytes.iter().position(|&byte| !is_white(byte)).unwrap_or(0);
    let fault = if record.bytes[at..].starts_with(b"{") {
        record.fault(FaultKind::UnclosedComment, at, "'{' is never closed")
    } else {
        record.fault(FaultKind::NotAGame, at, "text that is not a game")
    };
    Game { faults: vec![fault], ..Game::default() }
}

fn decode(record: &Record<'_>, desk: &mut Desk) -> Game {
    let mut game = Game::default();
    let header = Header::read(record, &mut game);
    if let Some(fault) = no_beginning(record) {
        game.faults.push(fault);
        return game;
    }
    let Some(start) = header.start(record, &mut game) else { return game };
    let fen_at = header.fen.map_or(record.section().start, |(_, at)| at);
    if start.is_given || start.variant != Some(Variant::Chess) {
        remark_men(record, fen_at, &start.setup.board, &start.material, &mut game);
    }
    let nul = record.nul(0);
    let played = desk.player.play(&movetext(record, nul.is_some()), &start);
    if start.is_given {
        game.claim = study_claim::claim(record, &start, header.result, played.marker, desk.claims);
    }
    remark_result(record, &header, &played, &mut game);
    remark_nul(record, nul, &played, &mut game);
    remark_last(record, &start, &played, &mut game);
    finish(record, start, played, &mut game);
    game
}

fn movetext<'a>(record: &Record<'a>, has_nul: bool) -> Movetext<'a> {
    let is_cut = record.is_last && !record.bytes.last().is_some_and(|&byte| is_white(byte));
    Movetext { bytes: record.bytes, at: record.frame.moves, is_cut, has_nul }
}

/// Tells what is amiss with the last position, where its rules or a claim leave room for that.
fn remark_last(record: &Record<'_>, start: &Start, played: &Played, game: &mut Game) {
    let (Some(last), Some(change)) = (&played.last, played.trail.last()) else { return };
    // By the rules of chess no king goes, and no pawn comes.
    if start.variant != Some(Variant::Chess) {
        remark_last_men(record, &last.board, &change.material, game);
    }
    if let Some(claim) = game.claim
        && let Some(reason) = study_claim::refutation(claim, start, last)
    {
        game.is_refuted = true;
        let claimed = match claim {
            Claim::Win => "a win",
            Claim::Draw => "a draw",
        };
        let message = format!("{claimed} is claimed, but at the end {reason}: no sign there");
        let at = record.bytes.trim_ascii_end().len();
        game.faults.push(record.fault(FaultKind::ClaimRefuted, at, message));
    }
}

/// Whether no tags, but for those of ours, which come and go, say that it is a game, and from where.
pub(super) fn is_untagged(record: &Record<'_>) -> bool {
    record.attributes.iter().all(|tag| record.bytes[tag.name()].starts_with(OWN))
}

/// Moves without tags that begin at move 15, or with Black's, are a piece of a game:
/// where they start from is not known, even if they can be played from the initial position.
pub(in crate::format) fn no_beginning(record: &Record<'_>) -> Option<Fault> {
    if !is_untagged(record) {
        return None;
    }
    let first = token::first_number(record.bytes, record.frame.moves)?;
    let text = &record.bytes[first.span.clone()];
    let is_black = text.ends_with(b"..") || text.ends_with("…".as_bytes());
    if first.kind == token::TokenKind::Number(1) && !is_black {
        return None;
    }
    let message = format!(
        "moves without tags begin with {}, expected 1.",
        crate::text::encoding::brief(text)
    );
    Some(record.fault(FaultKind::NoBeginning, first.span.start, message))
}

/// Takes over what was played.
pub(in crate::format) fn finish(
    record: &Record<'_>,
    start: Start,
    played: Played,
    game: &mut Game,
) {
    game.trail = played.trail;
    game.start = Some(start.setup);
    game.last = played.last;
    game.plies = played.plies;
    game.path = played.path;
    game.found = played.found.map(|found| *found);
    game.marker = played.marker;
    for remark in played.remarks {
        let Remark { kind, at, message, unplayed } = remark;
        game.faults.push(Fault { unplayed, ..record.fault(kind, at, message) });
    }
    if game.plies == 0 && !start.is_given && is_untagged(record) {
        forget_start(game);
    }
}

/// Nothing shows where moves without tags start from if not even the first can be played.
fn forget_start(game: &mut Game) {
    // Kings in the centre end a game, but with them alone none has begun.
    for fault in game.faults.iter_mut().filter(|fault| fault.kind == FaultKind::KingsInCentre) {
        fault.kind = FaultKind::NoBeginning;
        fault.message = "moves without tags begin with kings put on centre squares".into();
    }
    let is_known = |fault: &Fault| fault.kind == FaultKind::TwoLanguages;
    if game.has_fault() && !game.faults.iter().any(is_known) {
        (game.start, game.last) = (None, None);
        game.trail.clear();
    }
}

/// Reads the FEN that stands at `at`; none where it cannot be played from.
pub(in crate::format) fn given(
    record: &Record<'_>,
    fen: &[u8],
    at: usize,
    game: &mut Game,
) -> Option<Setup> {
    let (kind, message) = match fen::read(fen) {
        Ok(reading) if reading.fields >= 2 => {
            let note = reading.oddity.map(|oddity| format!("the FEN has {oddity}"));
            game.faults.extend(note.map(|note| record.fault(FaultKind::OddFen, at, note)));
            return Some(reading.setup);
        }
        Ok(_) => {
            (FaultKind::BadFen, "the FEN does not say whose turn it is, expected w or b".to_owned())
        }
        Err(error) => {
            (FaultKind::BadFen, format!("the FEN \"{}\" cannot be read: {error}", brief(fen)))
        }
    };
    game.faults.push(record.fault(kind, at, message));
    None
}

/// The names that [`Header::tag`] takes.
const NAMES: [&[u8]; 4] = [b"FEN", b"SetUp", b"Result", b"Variant"];

/// Whether a name may be one that matters: its first letter and its length tell, without a branch for
/// each of them.
fn may_matter(name: &[u8]) -> bool {
    const LENGTHS: [u16; 256] = {
        let mut table = [0; 256];
        let mut at = 0;
        while at < NAMES.len() {
            assert!(NAMES[at].len() < 15, "longer names count as one length");
            table[NAMES[at][0] as usize] |= 1 << NAMES[at].len();
            at += 1;
        }
        table[OWN[0] as usize] = u16::MAX;
        table
    };
    name.first().is_some_and(|&first| LENGTHS[usize::from(first)] >> name.len().min(15) & 1 == 1)
}

/// The tags that matter for playing.
#[derive(Default)]
struct Header<'a> {
    fen: Option<(&'a [u8], usize)>,
    variant: Option<&'a [u8]>,
    result: Option<&'a [u8]>,
    setup: Option<(&'a [u8], usize)>,
    /// A FEN tag that is broken or contradicts another.
    bad_fen: Option<(usize, &'static str)>,
}

impl<'a> Header<'a> {
    fn read(record: &Record<'a>, game: &mut Game) -> Header<'a> {
        let mut header = Header::default();
        let mut repeated = RepeatedNames::default();
        for tag in record.attributes {
            if tag.flaw.is_none() && !may_matter(&record.bytes[tag.name()]) {
                continue;
            }
            if let Some(flaw) = tag.flaw {
                remark_flaw(record, tag, flaw, game);
            }
            let name = &record.bytes[tag.name()];
            if name.starts_with(OWN) && tag.is_whole() {
                remark_own(record, tag, &mut repeated, game);
            }
            header.tag(tag, name, &record.bytes[tag.value()]);
        }
        header
    }

    /// Takes over a tag; all of these names are in [`NAMES`].
    fn tag(&mut self, tag: &Tag, name: &[u8], value: &'a [u8]) {
        match name {
            b"FEN" => self.fen(tag, value),
            b"SetUp" => self.setup = Some((value, tag.span().start)),
            b"Result" => self.result = Some(value),
            b"Variant" => self.variant = Some(value),
            _ => {}
        }
    }

    fn fen(&mut self, tag: &Tag, value: &'a [u8]) {
        let at = tag.span().start;
        if !tag.is_whole() {
            self.bad_fen = Some((at, "the FEN tag is broken"));
        } else if self.fen.is_some_and(|(other, _)| other != value) {
            self.bad_fen = Some((at, "two FEN tags that differ"));
        }
        self.fen = Some((value, at));
    }

    /// The position the game starts from; none where the FEN cannot be read.
    fn start(&self, record: &Record<'_>, game: &mut Game) -> Option<Start> {
        // A FEN might have followed in what was cut off.
        if game.faults.iter().any(|fault| fault.kind == FaultKind::Truncated) {
            return None;
        }
        if let Some((at, message)) = self.bad_fen {
            game.faults.push(record.fault(FaultKind::BadFen, at, message));
            return None;
        }
        let (variant, mode) = rules(self.variant);
        let Some((value, at)) = self.fen else {
            if self.lacks_fen(record, game) {
                return None;
            }
            // Rules that are not known are taken to begin as chess does; the moves are not played.
            let initial = Start::initial(variant.unwrap_or(Variant::Chess));
            return Some(Start { variant, mode, ..initial });
        };
        let setup = given(record, &unescape(value), at, game)?;
        self.remark_setup(record, game);
        Some(Start::given(setup, variant, mode))
    }

    /// Whether a position is announced that nobody gives.
    fn lacks_fen(&self, record: &Record<'_>, game: &mut Game) -> bool {
        let Some((value, at)) = self.setup else { return false };
        let is_announced = value.trim_ascii() == b"1";
        if is_announced {
            let message = "SetUp \"1\" without a FEN: the start is not known";
            game.faults.push(record.fault(FaultKind::NoFen, at, message));
        }
        is_announced
    }

    fn remark_setup(&self, record: &Record<'_>, game: &mut Game) {
        if let Some((b"0", at)) = self.setup {
            let message = "SetUp \"0\" contradicts the FEN, which is used";
            game.faults.push(record.fault(FaultKind::SetUp, at, message));
        }
    }
}

/// Whose rules a Variant tag asks for; none if they are not known.
pub(crate) fn rules(name: Option<&[u8]>) -> (Option<Variant>, CastlingMode) {
    let Some(name) = name else { return (Some(Variant::Chess), CastlingMode::Standard) };
    let plain: Vec<u8> = name
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .map(u8::to_ascii_lowercase)
        .collect();
    let variant = match plain.as_slice() {
        b"chess960" | b"fischerandom" | b"fischerrandom" | b"freestyle" | b"freestylechess" => {
            return (Some(Variant::Chess), CastlingMode::Chess960);
        }
        b"" | b"standard" | b"fromposition" | b"chess" | b"normal" | b"regular" => Variant::Chess,
        b"crazyhouse" => Variant::Crazyhouse,
        b"kingofthehill" | b"koth" => Variant::KingOfTheHill,
        b"threecheck" | b"3check" => Variant::ThreeCheck,
        b"antichess" => Variant::Antichess,
        b"atomic" => Variant::Atomic,
        b"horde" => Variant::Horde,
        b"racingkings" => Variant::RacingKings,
        _ => return (None, CastlingMode::Standard),
    };
    (Some(variant), CastlingMode::Standard)
}

fn remark_flaw(record: &Record<'_>, tag: &Tag, flaw: Flaw, game: &mut Game) {
    let is_cut = record.is_last && flaw == Flaw::Unclosed && tag.span().end == record.bytes.len();
    let kind = if is_cut { FaultKind::Truncated } else { FaultKind::OddTag };
    if game.faults.iter().all(|fault| fault.kind != kind) {
        let name = text(&record.bytes[tag.name()]);
        let message = if is_cut {
            format!("the input ends in the tag {name}")
        } else {
            format!("tag {name}: {}", flaw.message())
        };
        game.faults.push(record.fault(kind, tag.span().start, message));
    }
}

/// Our tags that stand there more than once: the first is set, the others go.
fn remark_own(record: &Record<'_>, tag: &Tag, repeated: &mut RepeatedNames, game: &mut Game) {
    let name = &record.bytes[tag.name()];
    let is_first_remark = game.faults.iter().all(|fault| fault.kind != FaultKind::OwnTwice);
    if repeated.is_second(|column| column.tag.as_bytes() == name) && is_first_remark {
        let message = format!("tag {} more than once", text(name));
        game.faults.push(record.fault(FaultKind::OwnTwice, tag.span().start, message));
    }
}

/// Result tag, marker and board: what disagrees is told and never edited.
fn remark_result(record: &Record<'_>, header: &Header<'_>, played: &Played, game: &mut Game) {
    let Some(marker) = played.marker else { return };
    let at = record.frame.moves;
    if let Some(result) = header.result
        && Marker::from_ascii(result) != Some(marker)
        && !matches!(result, b"?" | b"")
    {
        let message = format!(
            "the Result tag says {}, the moves end with {}",
            brief(result),
            marker.as_str()
        );
        game.faults.push(record.fault(FaultKind::ResultMismatch, at, message));
    } else if header.fen.is_none()
        && played.may_be_mate
        && let Some(last) = &played.last
        // Only who is to move can be mated.
        && marker != last.turn.fold_wb(Marker::BlackWins, Marker::WhiteWins)
        && let Some(mated) = mated(last)
    {
        let mated = mated.fold_wb("White", "Black");
        let message = format!("{mated} is mated, the moves end with {}", marker.as_str());
        game.faults.push(record.fault(FaultKind::ResultMismatch, at, message));
    }
}

/// The side that is checkmated.
fn mated(setup: &Setup) -> Option<Color> {
    let position =
        VariantPosition::from_setup(Variant::Chess, setup.clone(), CastlingMode::Chess960).ok()?;
    position.is_checkmate().then_some(setup.turn)
}

/// NUL bytes in comments and tags do no harm, but nobody means them.
pub(in crate::format) fn remark_nul(
    record: &Record<'_>,
    nul: Option<usize>,
    played: &Played,
    game: &mut Game,
) {
    let Some(at) = nul else { return };
    if played.remarks.iter().all(|remark| remark.kind != FaultKind::NulByte) {
        let message = format!("NUL byte at offset {}", record.offset + at as u64);
        game.faults.push(record.fault(FaultKind::HarmlessNul, at, message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_that_the_header_takes_may_matter() {
        for name in NAMES {
            assert!(may_matter(name), "{}", text(name));
        }
        for own in crate::column::ANNOTATIONS {
            assert!(may_matter(own.column().tag.as_bytes()), "{}", own.column().tag);
        }
        for name in ["", "Site", "Event", "BlackTitle", "WhiteRatingDiff"] {
            assert!(!may_matter(name.as_bytes()), "{name}");
        }
    }
}
