//! How often each class comes up, and how its games end.

use crate::cli::game_facts;
use crate::format::Entry;
use crate::game::{Game, Marker};
use crate::gbr::Code;
use crate::index::ClassCount;
use crate::search::Span;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::AddAssign;

/// What is known of the games of a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Class {
    pub games: u64,
    /// With the colours of the class: where reversed classes are merged, White is the side
    /// named first.
    pub white: u64,
    pub draws: u64,
    pub black: u64,
    /// Games that were played to their end, and how many half-moves they had.
    played: u64,
    plies: u64,
}

impl Class {
    pub fn mean_plies(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "a mean is rounded anyway")]
        (self.played > 0).then(|| self.plies as f64 / self.played as f64)
    }

    /// That of one game.
    fn of_game(result: Option<Marker>, plies: Option<u32>) -> Class {
        let count = |wanted| u64::from(result == Some(wanted));
        let [white, draws, black] = [Marker::WhiteWins, Marker::Draw, Marker::BlackWins].map(count);
        let played = u64::from(plies.is_some());
        Class { games: 1, white, draws, black, played, plies: plies.unwrap_or(0).into() }
    }

    /// The same with the colours exchanged.
    const fn reversed(self) -> Class {
        Class { white: self.black, black: self.white, ..self }
    }
}

impl From<&ClassCount> for Class {
    fn from(count: &ClassCount) -> Class {
        let ClassCount { games, wins, draws, played, plies } = *count;
        Class { games, white: wins.white, draws, black: wins.black, played, plies }
    }
}

impl AddAssign for Class {
    fn add_assign(&mut self, other: Class) {
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.played += other.played;
        self.plies += other.plies;
    }
}

/// The classes of all games.
#[derive(Default)]
pub struct ClassTally {
    /// Whether reversed classes are one.
    pub merged: bool,
    /// Games that have a class.
    pub games: u64,
    /// By the numbers of their codes.
    classes: HashMap<u32, Class, BuildHasherDefault<CodeHasher>>,
}

/// Spreads the numbers of codes. Nobody can choose many that collide, as there are not that many codes, and a general hash took
/// a third of the time.
#[derive(Default)]
struct CodeHasher(u64);

impl Hasher for CodeHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    fn write_u32(&mut self, number: u32) {
        // The golden ratio; the highest bits count as much as the lowest.
        const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(SPREAD);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl ClassTally {
    pub fn new(merged: bool) -> ClassTally {
        ClassTally { merged, ..ClassTally::default() }
    }

    /// Takes a game, of which these positions count.
    pub fn add_entry(&mut self, entry: &Entry<'_>, span: Span) {
        let (result, plies) = (game_facts::result(entry), game_facts::plies(entry.game));
        self.add_game(classes(entry.game, span), result, plies);
    }

    /// Takes a game with the classes that count of it.
    fn add_game(&mut self, mut codes: Vec<Code>, result: Option<Marker>, plies: Option<u32>) {
        // Passed through twice, as in crazyhouse, a class counts once for a game.
        codes.sort_unstable();
        codes.dedup();
        self.games += u64::from(!codes.is_empty());
        for code in codes {
            self.add(code, Class::of_game(result, plies));
        }
    }

    /// Takes over what others counted.
    pub fn append(&mut self, other: &ClassTally) {
        self.games += other.games;
        for (&number, &class) in &other.classes {
            match Code::from_number(number).filter(|_| self.merged) {
                Some(code) => self.add(code, class),
                None => *self.classes.entry(number).or_default() += class,
            }
        }
    }

    /// Takes games of one class.
    pub fn add(&mut self, code: Code, class: Class) {
        let name = if self.merged { stronger_first(code) } else { code };
        let class = if name == code { class } else { class.reversed() };
        *self.classes.entry(name.number()).or_default() += class;
    }

    /// The most frequent classes first.
    pub fn ranking(&self, top: usize) -> Vec<(Code, Class)> {
        let named = |(&number, &class)| Code::from_number(number).map(|code| (code, class));
        let mut ranking: Vec<_> = self.classes.iter().filter_map(named).collect();
        ranking.sort_unstable_by_key(|&(code, class)| (std::cmp::Reverse(class.games), code));
        ranking.truncate(top);
        ranking
    }

    pub fn share(&self, class: &Class) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "a share is rounded anyway")]
        (class.games as f64 / (self.games.max(1)) as f64)
    }
}

/// The classes that count of a game.
fn classes(game: &Game, span: Span) -> Vec<Code> {
    match span {
        Span::Start => game_facts::code(game.start.as_ref()).into_iter().collect(),
        Span::Final => game_facts::code(game.end()).into_iter().collect(),
        Span::Any => game_facts::passed(game).map(|(_, code)| code).collect(),
    }
}

/// The class or its reverse: the one in which White has more, as tablebases are named.
fn stronger_first(code: Code) -> Code {
    let worth = |code: Code| {
        let [q, r, b, n, white, black] = code.digits().map(i32::from);
        let lead = |digit: i32| if digit == 9 { 0 } else { digit % 3 - digit / 3 };
        9 * lead(q) + 5 * lead(r) + 3 * (lead(b) + lead(n)) + white - black
    };
    let reversed = code.reversed();
    if (worth(reversed), reversed) > (worth(code), code) { reversed } else { code }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(merged: bool, games: &[(&[&str], Marker)]) -> Vec<(String, Class)> {
        let mut tally = ClassTally::new(merged);
        for (codes, result) in games {
            let codes = codes.iter().map(|code| code.parse().unwrap()).collect();
            tally.add_game(codes, Some(*result), None);
        }
        tally
            .ranking(usize::MAX)
            .into_iter()
            .map(|(code, class)| (code.to_string(), class))
            .collect()
    }

    #[test]
    fn a_class_counts_once_for_a_game() {
        let ranking = tally(false, &[(&["0400.10", "0100.10", "0400.10"], Marker::Draw)]);
        let class = Class { games: 1, draws: 1, ..Class::default() };
        assert_eq!(ranking, [("0100.10".into(), class), ("0400.10".into(), class)]);
    }

    #[test]
    fn merged_classes_have_the_stronger_side_first_and_its_wins() {
        let games: [(&[&str], Marker); 3] = [
            (&["0400.10"], Marker::WhiteWins),
            (&["0400.01"], Marker::BlackWins),
            (&["0400.01"], Marker::WhiteWins),
        ];
        let class = Class { games: 3, white: 2, black: 1, ..Class::default() };
        assert_eq!(tally(true, &games), [("0400.10".into(), class)]);
        assert_eq!(tally(false, &games).len(), 2);
    }
}
