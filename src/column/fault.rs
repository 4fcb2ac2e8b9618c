//! What is wrong with a game: `illegal-move: ply 9 (5. Bxh7): illegal move`.

use super::Stage;
use crate::game::Game;
use crate::record::Record;
use crate::row::Column;

/// The kind and the message of the first fault; notes do not count.
pub struct Fault;

impl Stage for Fault {
    fn column(&self) -> Column {
        Column::text("Fault", "fault")
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        let Some(fault) = game.faults.iter().find(|fault| !fault.is_note()) else { return false };
        out.extend_from_slice(fault.kind.name().as_bytes());
        out.extend_from_slice(b": ");
        out.extend_from_slice(one_line(&fault.message).as_bytes());
        true
    }
}

/// A message quotes the record, which may hold anything; a cell of it stays on its line.
fn one_line(message: &str) -> String {
    let is_break = |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    message.replace(is_break, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_is_one_line_for_every_reader() {
        assert_eq!(one_line("a\tb\r\nc\u{85}d\u{2028}e\0f é"), "a b  c d e f é");
    }
}
