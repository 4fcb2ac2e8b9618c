//! A game a line: its moves, or the FEN it starts from, a tab and its moves.
//!
//! ```text
//! 1. e4 e5 2. Nf3 { [%clk 0:03:00] } Nc6 1/2-1/2
//! 8/8/1KP5/3r4/8/8/8/k7 w - - 0 1<tab>1. c7 Rd6+ 1-0
//! ```
//!
//! Every line is a game, a blank one is a bad game: whoever sends lines counts what comes back.
//! Only LF ends a line, so a CR can stand for the line ends within a game.

use super::desk::Desk;
use super::position_faults::remark_men;
use super::source::{Boundary, Source};
use super::table::Format;
use super::{line, pgn};
use crate::fault::FaultKind;
use crate::game::Game;
use crate::play::{Movetext, Played, Start};
use crate::record::{Attribute, Frame, Record, RecordKind, Step};
use crate::text::bytes::is_white;
use shakmaty::CastlingMode;
use shakmaty::variant::Variant;

/// Its place in the table. It is not offered: convert would have no tags to write.
pub(super) static FORMAT: Format =
    Format { name: "moves", source: Some(&Moves), is_offered: false, writer: None };

/// Games without tags, one a line. No content is recognised as this format: it has to be asked for.
pub struct Moves;

impl Source for Moves {
    fn name(&self) -> &'static str {
        FORMAT.name
    }

    fn help(&self) -> &'static str {
        "games without tags, one a line: moves, or FEN, tab, moves"
    }

    fn recognises(&self, _head: &[u8]) -> bool {
        false
    }

    fn frame(&self, input: &[u8], at_end: bool, limit: usize, _: &mut Vec<Attribute>) -> Step {
        let len = match memchr::memchr(b'\n', input) {
            Some(at) => at + 1,
            None if at_end => input.len(),
            None if input.len() > limit => return Step::TooLong,
            None => return Step::More,
        };
        if len > limit {
            return Step::TooLong;
        }
        let begin = line::begin(input);
        let moves = memchr::memchr(b'\t', &input[..len]).map_or(begin, |tab| tab + 1);
        Step::Record(Frame::without_attributes(len, RecordKind::Game, moves))
    }

    fn resume(&self, input: &[u8], from: usize) -> Option<usize> {
        memchr::memchr(b'\n', input.get(from..)?).map(|at| from + at + 1)
    }

    fn boundary(&self) -> Boundary {
        Boundary::LineFeed
    }

    fn moves<'a>(&self, record: &Record<'a>) -> Option<(Start, Movetext<'a>)> {
        let start = start(record, &mut Game::default())?;
        Some((start, movetext(record, record.nul(record.frame.moves).is_some())))
    }

    fn decode(&self, record: &Record<'_>, desk: &mut Desk) -> Game {
        let mut game = Game::default();
        let Some(start) = start(record, &mut game) else { return game };
        let at = line::begin(record.bytes);
        remark_men(record, at, &start.setup.board, &start.material, &mut game);
        let nul = record.nul(record.frame.moves);
        let mut played = play(record, nul.is_some(), &start, desk);
        refuse_second(&mut played);
        pgn::remark_nul(record, nul, &played, &mut game);
        pgn::finish(record, start, played, &mut game);
        game
    }
}

/// The moves as if they began the line: what stands before them is not part of the game.
fn movetext<'a>(record: &Record<'a>, has_nul: bool) -> Movetext<'a> {
    let bytes = &record.bytes[record.frame.moves..];
    Movetext { bytes, at: line::begin(bytes), is_cut: false, has_nul }
}

fn play(record: &Record<'_>, has_nul: bool, start: &Start, desk: &mut Desk) -> Played {
    let mut played = desk.player.play(&movetext(record, has_nul), start);
    for remark in &mut played.remarks {
        remark.at += record.frame.moves;
    }
    played
}

/// After a result there may be another game, and the line has one row: which of them is meant?
fn refuse_second(played: &mut Played) {
    for remark in &mut played.remarks {
        if remark.kind == FaultKind::AfterResult {
            remark.kind = FaultKind::EarlyResult;
            played.last = None;
        }
    }
}

/// Where the game of a line starts from; none where it is not known.
fn start(record: &Record<'_>, game: &mut Game) -> Option<Start> {
    let (begin, moves) = (line::begin(record.bytes), record.frame.moves);
    let fen = record.bytes[begin..moves.max(begin)].trim_ascii();
    if !fen.is_empty() {
        let setup = pgn::given(record, fen, begin, game)?;
        return Some(Start::given(setup, Some(Variant::Chess), CastlingMode::Standard));
    }
    let fault = if record.bytes[moves..].iter().all(|&byte| is_white(byte)) {
        Some(record.fault(FaultKind::EmptyLine, 0, "an empty line, expected moves"))
    } else {
        pgn::no_beginning(record)
    };
    game.faults.extend(fault);
    (!game.has_fault()).then(|| Start::initial(Variant::Chess))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::Chunks;

    fn games(text: &[u8]) -> Vec<Game> {
        let mut desk = Desk::default();
        let chunks = Chunks::new(text, &Moves, 1000).map(Result::unwrap);
        chunks
            .flat_map(|chunk| {
                let decode = |record: Record<'_>| Moves.decode(&record, &mut desk);
                chunk.records().map(decode).collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn moves_behind_a_tab_are_read_like_those_of_a_whole_line() {
        for moves in ["%x\r1. e4 *", "\u{feff}1. e4 *", "1. e4 *"] {
            for text in [moves.to_owned(), format!("\t{moves}")] {
                let game = &games(text.as_bytes())[0];
                assert_eq!((game.plies, game.has_fault()), (1, false), "{text:?}");
            }
        }
    }

    /// Another line of the same chunk has none, and hears nothing of it.
    #[test]
    fn a_nul_behind_a_tab_is_told_where_it_is() {
        let text = b"1. e4 *\n8/8/1KP5/3r4/8/8/8/k7 w - - 0 1\t1. c7 {\0} *\n";
        let at = text.iter().position(|&byte| byte == 0).expect("a NUL byte") as u64;
        let [sound, odd] = &games(text)[..] else { panic!("two lines") };
        assert!(sound.faults.is_empty());
        let place = &odd.faults[0].place;
        assert_eq!((odd.faults[0].kind, odd.plies), (FaultKind::HarmlessNul, 1));
        assert_eq!((place.offset, place.line), (at, 2));
    }

    #[test]
    fn only_a_line_feed_ends_a_line() {
        assert_eq!(games(b"1. e4 *\r\n1. e4 ; a note\r1... e5 *\n\n1. d4 *").len(), 4);
        assert!(games(b"").is_empty());
    }

    #[test]
    fn a_carriage_return_ends_a_line_within_a_game() {
        let game = &games(b"1. e4 ; a note\r1... e5 *\n")[0];
        assert_eq!((game.plies, game.has_fault()), (2, false));
    }

    #[test]
    fn a_byte_order_mark_is_no_move() {
        let game = &games("\u{feff}1. e4 e5 1-0".as_bytes())[0];
        assert_eq!((game.plies, game.has_fault()), (2, false));
        let game = &games("\u{feff}4k3/P7/8/8/8/8/8/4K3 w - - 0 1\t1. a8=Q+".as_bytes())[0];
        assert_eq!((game.plies, game.has_fault()), (1, false));
    }

    #[test]
    fn a_game_without_moves_has_a_result() {
        let game = &games(b" 0-1\n")[0];
        assert_eq!((game.plies, game.has_fault(), game.last.is_some()), (0, false, true));
    }

    #[test]
    fn two_games_on_a_line_have_no_end() {
        let game = &games(b"1. e4 1-0 1. d4 0-1\n")[0];
        assert!(game.has_fault() && game.start.is_some() && game.last.is_none());
    }

    #[test]
    fn what_cannot_be_the_start_of_a_game_has_no_start() {
        for line in ["", "  \r\n", "\t", "15. e4 e5 *", "1... e5 *", "no FEN\t1. e4 *"] {
            let game = &games(format!("{line}\n").as_bytes())[0];
            assert!(game.start.is_none() && game.has_fault(), "{line:?}");
        }
        for line in ["no game", "1. Qh5 *", "\0"] {
            let game = &games(line.as_bytes())[0];
            assert!(game.start.is_none() && game.trail.is_empty() && game.has_fault(), "{line:?}");
        }
        let game = &games(b"4k3/P7/8/8/8/8/8/4K3 b - - 0 9\t9... Kd7 *\n")[0];
        assert_eq!((game.plies, game.has_fault()), (1, false));
    }
}
