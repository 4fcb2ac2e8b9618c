//! The statistics as a table with bars.

use super::tally::{Class, ClassTally};
use crate::gbr::Code;
use std::fmt::Write;

/// The widest that names of classes get.
const NAME: usize = 48;

/// The narrowest bar that is worth drawing, and the widest.
const BAR: (usize, usize) = (8, 40);

/// Eighths of a block.
const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/// Draws the table for a terminal of this width.
pub fn draw(tally: &ClassTally, ranking: &[(Code, Class)], width: usize) -> String {
    let names: Vec<String> = ranking.iter().map(|(code, _)| shortened(*code)).collect();
    let widest = names.iter().map(String::len).max().unwrap_or(0).max(5);
    let [won, lost] = if tally.merged { ["won", "lost"] } else { ["white", "black"] };
    let head = format!(
        "{:7}  {:widest$}  {:>9}  {:>7}  {:>5}  {:>5}  {:>5}  {:>6}",
        "code", "class", "games", "share", won, "draw", lost, "plies"
    );
    let room = width.saturating_sub(head.chars().count() + 2).min(BAR.1);
    let most = ranking.first().map_or(1, |(_, class)| class.games);
    let mut text = head + "\n";
    for ((code, class), name) in ranking.iter().zip(names) {
        let bar = if room < BAR.0 { String::new() } else { bar(class.games, most, room) };
        let line = format!(
            "{code}  {name:widest$}  {:>9}  {:>7}  {}  {}  {}  {:>6}  {bar}",
            class.games,
            percent(tally.share(class), 2),
            part(class.white, class),
            part(class.draws, class),
            part(class.black, class),
            class.mean_plies().map_or_else(|| "-".into(), |plies| format!("{plies:.1}")),
        );
        // Writing to memory cannot fail.
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// In words, or in letters where those are too many.
fn shortened(code: Code) -> String {
    let words = code.words().to_string();
    if words.len() <= NAME { words } else { format!("{:#}", code.words()) }
}

pub fn percent(share: f64, places: usize) -> String {
    format!("{:.places$}%", share * 100.0)
}

/// The share of some games among those of a class that have a result.
pub fn part(games: u64, class: &Class) -> String {
    let all = class.white + class.draws + class.black;
    if all == 0 {
        return format!("{:>5}", "-");
    }
    #[expect(clippy::cast_precision_loss, reason = "a share is rounded anyway")]
    let share = games as f64 / all as f64;
    format!("{:>5}", percent(share, 0))
}

/// A bar of at most `room` blocks, to an eighth of a block.
fn bar(games: u64, most: u64, room: usize) -> String {
    let eighths = games * (room as u64) * 8 / most.max(1);
    let eighths = usize::try_from(eighths).expect("no longer than the room").max(1);
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_share() {
        assert_eq!(bar(8, 8, 4), "████");
        assert_eq!(bar(3, 8, 4), "█▌");
        assert_eq!(bar(0, 8, 4), "▏");
    }

    #[test]
    fn long_names_are_in_letters() {
        assert_eq!(shortened("4888.88".parse().unwrap()), "QRRBBNN+8 v QRRBBNN+8");
        assert_eq!(shortened("0002.01".parse().unwrap()), "two knights v pawn");
    }
}
