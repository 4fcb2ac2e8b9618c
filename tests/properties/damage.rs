//! The text of a main line, and what can go wrong in it.

use shakmaty::san::San;
use shakmaty::{Chess, Position, Role, Square};

use crate::corpus::dice::Dice;
use crate::corpus::line::{Line, choice};
use crate::corpus::{numbered, variation};

/// The tokens of the moves.
#[derive(Clone, Debug)]
pub struct Text {
    tokens: Vec<String>,
    /// For each ply, its token.
    plies: Vec<usize>,
}

/// What a king's word may say of where it comes from, and where it goes when it castles.
const FROM: &[&str] = &["", "a", "e", "1", "8", "e1", "e8", "x"];
const CASTLED: &[&str] = &["g1", "c1", "g8", "c8"];

/// Tokens that are put between others.
const INTRUDERS: &[&str] = &[
    "{c}",
    "{",
    "}",
    "{\n}",
    "(Nf3)",
    "(1. e4 e5)",
    "(",
    ")",
    "([)",
    "(<)",
    "(;)",
    "(\0)",
    "(})",
    "({)})",
    "(Q)",
    "(e8(Q))",
    "(1-0)",
    "(\n%)",
    "$1",
    "$",
    "$1e4",
    "!?",
    "!",
    "+-",
    "=",
    "e.p.",
    "N",
    "D",
    "--",
    "Z0",
    "0000",
    "*",
    "1-0",
    "1/2-1/2",
    "1/2",
    ";c\n",
    ";c",
    "\n% x\n",
    "%",
    "...",
    ".",
    "…",
    "..e4",
    "0.",
    "1.",
    "5.",
    "05.",
    "1000.",
    "7",
    "[",
    "]",
    "\0",
    "\t",
    "\r",
    "\r\n",
    "\n",
    "\x0c",
    "<",
    ">",
    "O-O",
    "0-0",
    "O-O-O",
    "e4",
    "Nf3",
    "a8=Q",
    "a8(Q)",
    "Ra8(Q)",
    "exd6e.p.",
    "e41-0",
    "Nf30-1",
    "O-O1/2-1/2",
    "Pf3",
];

/// Bytes that stand, or could stand, in moves.
const BYTES: &[u8] = b"abcdefgh12345678NBRQKPxO0-=+#.!?(){}[]<>;%$*:/ \n\r\t\0";

impl Text {
    /// The line as the standard writes it.
    pub fn of(line: &Line) -> Text {
        let tokens = numbered(line);
        let is_move = |at: &usize| !tokens[*at].ends_with('.');
        let plies = (0..tokens.len()).filter(is_move).collect();
        Text { tokens, plies }
    }

    /// All of it, with things between that change nothing.
    pub fn written(&self, header: String, dice: &mut Dice<'_>) -> Vec<u8> {
        let is_adorned = dice.one_in(2);
        let mut text = header;
        for token in &self.tokens {
            text.push_str(token);
            let is_tight = token.ends_with('.') && is_adorned && dice.one_in(3);
            text.push_str(if is_tight {
                ""
            } else {
                dice.pick(&[" ", " ", " ", "\n", "  ", "\r\n"])
            });
            if is_adorned && dice.one_in(12) {
                text.push_str(dice.pick(&[
                    "$14 ",
                    "! ",
                    "{[%clk 0:01:02]} ",
                    "(1. e4 {b} (d4)) ",
                    "... ",
                ]));
            }
        }
        text.push_str("*\n");
        text.into_bytes()
    }

    /// Spoils one place.
    pub fn damage(&mut self, line: &Line, dice: &mut Dice<'_>) {
        let Some(at) = (!self.tokens.is_empty()).then(|| dice.below(self.tokens.len())) else {
            return;
        };
        match dice.below(10) {
            0 => drop(self.tokens.remove(at)),
            1 => self.tokens.insert(at, dice.pick(INTRUDERS).to_owned()),
            2 => self.glue(at, dice),
            3 => {
                self.tokens[at] =
                    format!("{}{}", dice.below(40), dice.pick(&[".", "...", " .", ""]))
            }
            4 => self.spoil_byte(at, dice),
            _ => self.damage_move(line, dice),
        }
        let count = self.tokens.len();
        self.plies.retain(|&at| at < count);
    }

    /// Two tokens, or a token and an intruder, without white space between.
    fn glue(&mut self, at: usize, dice: &mut Dice<'_>) {
        if dice.one_in(2) && at + 1 < self.tokens.len() {
            let next = self.tokens.remove(at + 1);
            self.tokens[at].push_str(&next);
        } else {
            self.tokens[at].push_str(dice.pick(INTRUDERS));
        }
    }

    fn spoil_byte(&mut self, at: usize, dice: &mut Dice<'_>) {
        let token = &mut self.tokens[at];
        let byte = char::from(dice.pick(BYTES));
        let place = dice.below(token.len() + 1);
        if !token.is_char_boundary(place) {
            return;
        }
        if dice.one_in(2) && place < token.len() && token.is_ascii() {
            token.remove(place);
        }
        token.insert(place, byte);
    }

    /// Writes another move, or the same one in another way. The tokens may have shifted
    /// by then: so much the worse for the text.
    fn damage_move(&mut self, line: &Line, dice: &mut Dice<'_>) {
        let Some(ply) = (!self.plies.is_empty()).then(|| dice.below(self.plies.len())) else {
            return;
        };
        let position = line.position(ply);
        let word = &line.words[ply];
        let other = match dice.below(8) {
            0 => choice(&position, dice).map(|m| San::from_move(&position, m).to_string()),
            1 | 2 => pseudo_legal(&position, dice),
            3 => Some(toggled(word, 'x', 1)),
            4 => {
                Some(word.replace(['Q', 'R', 'B', 'N'], dice.pick(&["Q", "R", "B", "N", "K", ""])))
            }
            5 => Some(disambiguated(word, line.moves[ply].from(), dice)),
            // What looks like castling, and is not.
            6 => Some(format!("K{}{}", dice.pick(FROM), dice.pick(CASTLED))),
            _ => Some(toggled(word, dice.pick(&['+', '#']), word.len())),
        };
        if let Some(other) = other {
            self.tokens[self.plies[ply]] = other;
        }
        if dice.one_in(6) {
            let place = self.plies[ply] + 1;
            self.tokens.insert(place, variation(&position, dice));
        }
    }
}

/// The word without a sign, or with it at a place.
fn toggled(word: &str, sign: char, place: usize) -> String {
    if word.contains(sign) {
        return word.replace(sign, "");
    }
    let mut word = word.to_owned();
    word.insert(place.min(word.len()), sign);
    word
}

/// A move that a man makes by its nature, whatever becomes of its king.
fn pseudo_legal(position: &Chess, dice: &mut Dice<'_>) -> Option<String> {
    let board = position.board();
    let men: Vec<Square> = board.by_color(position.turn()).into_iter().collect();
    let from = dice.pick(&men);
    let role = board.role_at(from)?;
    let targets: Vec<Square> = board.attacks_from(from).into_iter().collect();
    let to = dice.pick(if targets.is_empty() { &men } else { &targets });
    let letter = if role == Role::Pawn { String::new() } else { role.upper_char().to_string() };
    let is_capture = board.piece_at(to).is_some() || role == Role::Pawn && from.file() != to.file();
    let sign = if is_capture { "x" } else { "" };
    let origin = match (role, dice.below(4)) {
        (Role::Pawn, _) if is_capture => from.file().to_string(),
        (Role::Pawn, _) | (_, 0) => String::new(),
        (_, 1) => from.file().to_string(),
        (_, 2) => from.rank().to_string(),
        _ => from.to_string(),
    };
    Some(format!("{letter}{origin}{sign}{to}"))
}

/// A piece's move that says more or less of where it comes from, and perhaps something wrong.
fn disambiguated(word: &str, from: Option<Square>, dice: &mut Dice<'_>) -> String {
    let (Some(from), true) = (from, word.starts_with(['N', 'B', 'R', 'Q', 'K'])) else {
        return word.to_owned();
    };
    let plain = word.trim_end_matches(['+', '#']);
    let target = &plain[plain.len() - 2..];
    let sign = if word.contains('x') { "x" } else { "" };
    let from = if dice.one_in(4) { Square::new(dice.below(64) as u32) } else { from };
    let origin = match dice.below(4) {
        0 => String::new(),
        1 => from.file().to_string(),
        2 => from.rank().to_string(),
        _ => from.to_string(),
    };
    format!("{}{origin}{sign}{target}", &word[..1])
}
