//! A class in words: `two knights v pawn`.

use std::fmt;

use shakmaty::{Color, Role};

use super::{
    Code, Material,
    code::{MANY, PIECES},
};

/// The numbers that a code can tell.
const NUMBERS: [&str; 9] = ["no", "", "two", "three", "four", "five", "six", "seven", "eight"];

/// The men of a class as people name them, White's first.
///
/// A digit 9 does not say whose men they are: they stand after the others, as in `pawn v
/// bare king, and three or more bishops`. Written with `{:#}`, the men are letters and a number of
/// pawns: `QRR+5 v QRB+6`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Words(Code);

impl Code {
    /// Its class in words.
    #[must_use]
    pub const fn words(self) -> Words {
        Words(self)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let men = self.0.least_counts();
        let [white, black] = [Color::White, Color::Black].map(|color| side(&men, color));
        let mut text = match (white.len(), black.len()) {
            _ if f.alternate() => {
                format!("{} v {}", letters(&men, Color::White), letters(&men, Color::Black))
            }
            (0, 0) => "bare kings".to_owned(),
            (3.., _) if white == black => format!("{} v the same", list(&white)),
            _ => format!("{} v {}", list(&white), list(&black)),
        };
        let many = self.0.digits().into_iter().zip(PIECES).filter(|&(digit, _)| digit == MANY);
        for (index, (_, role)) in many.enumerate() {
            text.push_str(if index == 0 { ", and three or more " } else { " and " });
            text.push_str(&plural(role));
        }
        f.pad(&text)
    }
}

/// What a side has besides its king.
fn side(men: &Material, color: Color) -> Vec<String> {
    let roles = PIECES.into_iter().chain([Role::Pawn]);
    let counted = roles.map(|role| (men.count(color, role), role));
    counted.filter(|&(count, _)| count > 0).map(|(count, role)| named(count, role)).collect()
}

fn named(count: u8, role: Role) -> String {
    match NUMBERS.get(usize::from(count)) {
        Some(&"") => name(role).to_owned(),
        Some(number) => format!("{number} {}", plural(role)),
        None => format!("{count} {}", plural(role)),
    }
}

fn plural(role: Role) -> String {
    format!("{}s", name(role))
}

const fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

/// `QRR+5`; a bare king is `K`.
fn letters(men: &Material, color: Color) -> String {
    let letters = |role: Role| role.upper_char().to_string().repeat(men.count(color, role).into());
    let mut text: String = PIECES.into_iter().map(letters).collect();
    if text.is_empty() {
        text.push('K');
    }
    match men.count(color, Role::Pawn) {
        0 => text,
        pawns => format!("{text}+{pawns}"),
    }
}

/// `a, b and c`
fn list(men: &[String]) -> String {
    match men {
        [] => "bare king".to_owned(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_have_names_in_words() {
        for (code, words) in [
            ("0000.00", "bare kings"),
            ("0002.01", "two knights v pawn"),
            ("1300.00", "queen v rook"),
            ("0116.00", "rook and bishop v two knights"),
            ("0400.10", "rook and pawn v rook"),
            ("0000.10", "pawn v bare king"),
            ("0000.02", "bare king v two pawns"),
            ("4100.33", "queen, rook and three pawns v queen and three pawns"),
            ("4888.88", "queen, two rooks, two bishops, two knights and eight pawns v the same"),
            ("0090.10", "pawn v bare king, and three or more bishops"),
            ("9009.00", "bare kings, and three or more queens and knights"),
        ] {
            assert_eq!(code.parse::<Code>().unwrap().words().to_string(), words);
        }
    }

    #[test]
    fn classes_have_short_names() {
        for (code, words) in [
            ("4888.87", "QRRBBNN+8 v QRRBBNN+7"),
            ("0002.01", "NN v K+1"),
            ("0090.10", "K+1 v K, and three or more bishops"),
        ] {
            assert_eq!(format!("{:#}", code.parse::<Code>().unwrap().words()), words);
        }
    }
}
