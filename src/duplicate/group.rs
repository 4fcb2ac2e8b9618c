//! Records that may be the same, and who of them goes.

use super::details::Details;
use super::measure::Keep;
use super::profile::Profile;

/// The records of one digest, of which those that are still in question are held.
///
/// Of records that know the same details, one that says no more than another goes at once. For the rest all
/// of them must be known: a year alone fits one date or two.
pub struct Suspects<T> {
    keep: Option<Keep>,
    classes: Vec<Vec<Held<T>>>,
    held: usize,
    size: usize,
    /// Some were not held, so that who knows less cannot be settled.
    is_overfull: bool,
}

struct Held<T> {
    number: u64,
    text: Vec<u8>,
    profile: Profile,
    token: T,
}

/// What became of the records of a group.
#[derive(Debug)]
#[non_exhaustive]
pub struct Settled<T> {
    /// They stay.
    pub stay: Vec<T>,
    /// They go.
    pub go: Vec<T>,
    /// Why each of these goes.
    pub reasons: Vec<GoneFor>,
    /// How many of those that stay could not be compared with all others.
    pub uncompared: u64,
}

/// A record that goes, by its number, in favour of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoneFor {
    /// Its own number.
    pub number: u64,
    /// That of the other one, which may go itself in favour of a third.
    pub keeper: u64,
    /// What made it go.
    pub why: WhyGone,
}

/// Why a record goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyGone {
    /// The other one is the same, white space and our tags aside.
    Same,
    /// All its comments, variations and glyphs are in the other one.
    Said,
    /// The user said which one stays.
    Kept,
    /// The other one knows more of date, round, time or site.
    Known,
    /// It is the beginning of the other one.
    Begun,
}

impl<T> Settled<T> {
    /// Lets a record go.
    pub(super) fn go(&mut self, token: T, number: u64, keeper: u64, why: WhyGone) {
        self.go.push(token);
        self.reasons.push(GoneFor { number, keeper, why });
    }
}

impl<T> Default for Settled<T> {
    fn default() -> Settled<T> {
        Settled { stay: Vec::new(), go: Vec::new(), reasons: Vec::new(), uncompared: 0 }
    }
}

/// At most so many records of a group are held, or so many bytes of them. What is beyond stays unless it goes at once;
/// so much of one game, each time in other words, is not a database.
pub(super) const MOST: usize = 4096;
pub(super) const LARGEST: usize = 16 << 20;

impl<T> Suspects<T> {
    /// An empty one.
    #[must_use]
    pub fn new(keep: Option<Keep>) -> Suspects<T> {
        Suspects { keep, classes: Vec::new(), held: 0, size: 0, is_overfull: false }
    }

    /// Takes the next record, in the order of the input, with its number and its [text](super::Examiner::text), and puts
    /// into `settled` who goes by it.
    pub fn add(
        &mut self,
        token: T,
        number: u64,
        text: Vec<u8>,
        examine: impl FnOnce(&T) -> Profile,
        settled: &mut Settled<T>,
    ) {
        let mut all = self.classes.iter_mut().flatten();
        if let Some(twin) = all.find(|held| held.text == text) {
            if self.keep != Some(Keep::Last) {
                return settled.go(token, number, twin.number, WhyGone::Same);
            }
            let goes = std::mem::replace(&mut twin.token, token);
            let old = std::mem::replace(&mut twin.number, number);
            return settled.go(goes, old, number, WhyGone::Same);
        }
        let new = Held { number, text, profile: examine(&token), token };
        let is_same = |class: &Vec<Held<T>>| class[0].profile.is_same(&new.profile);
        match self.classes.iter().position(is_same) {
            Some(class) => self.join(class, new, settled),
            None => self.hold(None, new, settled),
        }
    }

    /// Compares a record with those of its class.
    fn join(&mut self, at: usize, new: Held<T>, settled: &mut Settled<T>) {
        let (class, keep) = (&mut self.classes[at], self.keep);
        let why = if keep.is_some() { WhyGone::Kept } else { WhyGone::Said };
        if let Some(held) =
            class.iter().find(|held| goes_at_once(&new.profile, &held.profile, keep))
        {
            return settled.go(new.token, new.number, held.number, why);
        }
        let goes = |held: &mut Held<T>| gives_way(&held.profile, &new.profile, keep);
        for gone in class.extract_if(.., goes) {
            self.held -= 1;
            self.size -= gone.size();
            settled.go(gone.token, gone.number, new.number, why);
        }
        self.hold(Some(at), new, settled);
    }

    /// Holds a record, in a class or in one of its own, if there is room.
    fn hold(&mut self, class: Option<usize>, new: Held<T>, settled: &mut Settled<T>) {
        let size = new.size();
        let has_room = self.held == 0 || (self.held < MOST && self.size + size <= LARGEST);
        // A class is never left empty.
        let has_place = has_room || class.is_some_and(|class| self.classes[class].is_empty());
        if !has_place {
            self.is_overfull = true;
            settled.uncompared += 1;
            return settled.stay.push(new.token);
        }
        self.held += 1;
        self.size += size;
        match class {
            Some(class) => self.classes[class].push(new),
            None => self.classes.push(vec![new]),
        }
    }

    /// Settles what is left.
    pub fn finish(self, settled: &mut Settled<T>) {
        for class in self.classes {
            let keepers: Vec<Option<u64>> = match self.is_overfull {
                true => vec![None; class.len()],
                false => (0..class.len()).map(|at| knows_more(at, &class, self.keep)).collect(),
            };
            for (held, keeper) in class.into_iter().zip(keepers) {
                match keeper {
                    Some(keeper) => settled.go(held.token, held.number, keeper, WhyGone::Known),
                    None => settled.stay.push(held.token),
                }
            }
        }
    }
}

impl<T> Held<T> {
    /// The record itself, its text and its comments take about as much each.
    fn size(&self) -> usize {
        self.profile.size() + 3 * self.text.len()
    }
}

/// Whether a new record goes in favour of one that is held, as both know the same.
fn goes_at_once(new: &Profile, held: &Profile, keep: Option<Keep>) -> bool {
    new.details == held.details
        && match keep {
            None => new.commentary.is_in(&held.commentary),
            Some(Keep::First) => true,
            Some(Keep::Last) => false,
            Some(Keep::Most) => new.commentary.weight() <= held.commentary.weight(),
        }
}

/// Whether a record that is held goes in favour of a new one that did not go at once.
fn gives_way(held: &Profile, new: &Profile, keep: Option<Keep>) -> bool {
    held.details == new.details && (keep.is_some() || held.commentary.is_in(&new.commentary))
}

/// The one of its class that a record goes for, because it knows more, and all that the record says. What fits
/// two that differ stays.
fn knows_more<T>(at: usize, class: &[Held<T>], keep: Option<Keep>) -> Option<u64> {
    let own = &class[at].profile;
    let is_above = |other: &Profile, own: &Profile| {
        other.details != own.details && other.details.covers(&own.details)
    };
    let above: Vec<_> = class.iter().filter(|held| is_above(&held.profile, own)).collect();
    let is_top =
        |one: &&&Held<T>| !above.iter().any(|other| is_above(&other.profile, &one.profile));
    let mut tops = above.iter().filter(is_top).map(|top| &top.profile.details);
    let first = tops.next()?;
    if !tops.all(|other: &Details| other == first) {
        return None;
    }
    let says_all =
        |other: &&&Held<T>| keep.is_some() || own.commentary.is_in(&other.profile.commentary);
    above.iter().find(says_all).map(|keeper| keeper.number)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duplicate::{Examiner, Measure};
    use crate::format::Pgn;

    /// The numbers of the records that stay, from 0.
    fn staying(records: &[&str], measure: Measure, keep: Option<Keep>) -> Vec<usize> {
        let mut examiner = Examiner::new(&Pgn, measure);
        let mut group = Suspects::new(keep);
        let mut settled = Settled::default();
        for (number, record) in (0..).zip(records) {
            let text = examiner.text(b"", record.as_bytes());
            let examine = |token: &&str| examiner.examine(b"", token.as_bytes());
            group.add(*record, number, text, examine, &mut settled);
        }
        group.finish(&mut settled);
        assert_eq!(settled.stay.len() + settled.go.len(), records.len());
        let number = |token: &str| {
            records.iter().position(|record| std::ptr::eq(*record, token)).expect("a record")
        };
        let mut numbers: Vec<_> = settled.stay.into_iter().map(number).collect();
        numbers.sort_unstable();
        numbers
    }

    fn games(variants: &[(&str, &str)]) -> Vec<String> {
        let game = |(tags, moves): &(&str, &str)| {
            format!("[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n{tags}\n\n{moves} 1-0\n\n")
        };
        variants.iter().map(game).collect()
    }

    /// Who stays of games with these tags and moves.
    fn stay(variants: &[(&str, &str)], keep: Option<Keep>) -> Vec<usize> {
        let games = games(variants);
        let games: Vec<&str> = games.iter().map(String::as_str).collect();
        staying(&games, Measure::Game, keep)
    }

    #[test]
    fn spelling_makes_no_other_game() {
        let moves =
            ["1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O", "1.Ng1f3 Ng8-f6 2.g2g3 g6 3.Bg2 Bg7 4.0-0"];
        assert_eq!(stay(&[("", moves[0]), ("", moves[1])], None), [0]);
        assert_eq!(stay(&[("", "1. e4"), ("", "1. e4 e5")], None), [0, 1]);
        // Other moves on the way to the same position.
        assert_eq!(stay(&[("", "1. e4 e5 2. d4"), ("", "1. d4 e5 2. e4")], None), [0, 1]);
    }

    #[test]
    fn of_dates_the_less_exact_one_goes_unless_it_fits_two() {
        let [day, year, other] =
            [r#"[Date "2020.05.01"]"#, r#"[Date "2020.??.??"]"#, r#"[Date "2020.06.01"]"#];
        for keep in [None, Some(Keep::First), Some(Keep::Last), Some(Keep::Most)] {
            assert_eq!(stay(&[(year, "1. e4"), (day, "1. e4")], keep), [1]);
            assert_eq!(stay(&[(day, "1. e4"), (year, "1. e4")], keep), [0]);
            assert_eq!(stay(&[(year, "1. e4"), (day, "1. e4"), (other, "1. e4")], keep), [0, 1, 2]);
            assert_eq!(stay(&[("", "1. e4"), (day, "1. e4")], keep), [0, 1]);
        }
    }

    #[test]
    fn differing_rounds_are_different_games() {
        let [one, two, none] = [r#"[Round "1"]"#, r#"[Round "2"]"#, r#"[Round "?"]"#];
        assert_eq!(stay(&[(one, "1. e4"), (two, "1. e4")], None), [0, 1]);
        assert_eq!(stay(&[(none, "1. e4"), (two, "1. e4")], None), [1]);
        assert_eq!(stay(&[(none, "1. e4"), (two, "1. e4"), (one, "1. e4")], None), [0, 1, 2]);
    }

    #[test]
    fn no_comment_variation_or_glyph_goes_that_is_nowhere_else() {
        let plain = ("", "1. e4 e5");
        let full = ("", "1. e4 {best\n by test} e5! (1... c5 2. Nf3 {x} d6)");
        assert_eq!(stay(&[plain, full, plain], None), [1]);
        for part in ["1. e4 {best by test} e5", "1. e4 e5 $1", "1. e4 e5 (1...c5 2.Nf3 {x} d6)"] {
            assert_eq!(stay(&[("", part), full], None), [1], "{part}");
        }
        for more in ["1. e4 e5 {best by test}", "1. e4 e5?", "1. e4 e5 (1... c5)", "1. e4! e5"] {
            assert_eq!(stay(&[full, ("", more)], None), [0, 1], "{more}");
        }
    }

    #[test]
    fn variations_are_the_same_by_their_moves() {
        let [one, other] = [
            "1. e4 e5 (1... c5 2. Nf3 (2. Ngf3) (2. d4 cxd4) 2... Nc6) 2. Nf3 (2. O-O-O x)",
            "1. e4 e5 ( c7c5 Ng1f3 (2. Nf3) (2.d2d4 cd4) Nb8-c6+) 2. Nf3 (2. 0-0-0 x)",
        ];
        assert_eq!(stay(&[("", one), ("", other)], None), [0]);
        let third = one.replace("Nc6", "Na6");
        assert_eq!(stay(&[("", one), ("", &third)], None), [0, 1]);
    }

    #[test]
    fn keep_says_which_one_stays() {
        let games = [("", "1. e4 {a}"), ("", "1. e4 {b} (1. d4)"), ("", "1. e4 {c}")];
        assert_eq!(stay(&games, None), [0, 1, 2]);
        assert_eq!(stay(&games, Some(Keep::First)), [0]);
        assert_eq!(stay(&games, Some(Keep::Last)), [2]);
        assert_eq!(stay(&games, Some(Keep::Most)), [1]);
    }

    #[test]
    fn of_the_same_position_one_stays_unless_it_has_comments_of_its_own() {
        let texts =
            games(&[("", "1. e4 e5"), ("", "1. d4"), ("", "1. d4 {x} d5"), ("", "1. d4 {x}")]);
        let all: Vec<&str> = texts.iter().map(String::as_str).collect();
        assert_eq!(staying(&all, Measure::Start, None), [2]);
        assert_eq!(staying(&all, Measure::Final, None), [0, 2, 3]);
        assert_eq!(staying(&all, Measure::Start, Some(Keep::First)), [0]);
    }

    #[test]
    fn what_has_no_moves_or_a_fault_is_compared_byte_for_byte() {
        let text = "[White \"A\"]\n\n*\n\n";
        let coded = "[White \"A\"]\n[GBR \"4888.88\"]\n\n *\n";
        let other = "[White \"a\"]\n\n*\n\n";
        assert_eq!(staying(&[text, coded, other], Measure::Game, None), [0, 2]);
        let bad = ["1. e4 e4 *\n", "1. e4  e4 *", "1.e4 e4 *\n"];
        assert_eq!(staying(&bad, Measure::Game, None), [0, 2]);
    }

    #[test]
    fn more_than_is_held_stays() {
        let texts: Vec<String> =
            (0..MOST + 10).map(|n| format!("[Round \"{n}\"]\n\n1. e4 *\n\n")).collect();
        let mut all: Vec<&str> = texts.iter().map(String::as_str).collect();
        let none = "[Round \"?\"]\n\n1. e4 *\n\n";
        all.push(none);
        assert_eq!(staying(&all, Measure::Game, None).len(), MOST + 11);
        assert_eq!(staying(&[&texts[0], none], Measure::Game, None), [0]);
    }
}
