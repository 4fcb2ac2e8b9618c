use super::*;
use crate::column::At;
use crate::directory::{Entries, EntryCollector, EntryDetail, Rule};
use crate::format::Pgn;
use crate::gbr::Pattern;
use crate::play::Movetext;
use crate::run::{Filter, Job};
use crate::search::Search;
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Piece};

/// The items, and the text they refer to, of the one record of a file.
fn played(pgn: &[u8], at: At) -> (String, String, String) {
    let rule = Rule { at, template: "{number}".parse().unwrap(), before: 0 };
    only_entry(
        &Job::collect(&Pgn, EntryCollector { rule, detail: EntryDetail::Record, judge: None }),
        pgn,
    )
}

fn only_entry(job: &Job<'_, EntryCollector<'_>>, pgn: &[u8]) -> (String, String, String) {
    let mut found = Entries::default();
    job.run(pgn, |done| {
        found.append(&mut done.out);
        Ok::<_, std::io::Error>(())
    })
    .unwrap();
    let entry = found.entries.remove(0);
    (entry.playback, entry.record[1].clone(), entry.fen)
}

/// The same for a search, which may look into variations.
fn found(pgn: &[u8], pattern: &str, variations: bool) -> (String, String, String) {
    let rule = Rule { at: At::Found, template: "{number}".parse().unwrap(), before: 0 };
    let search = Search::from(pattern.parse::<Pattern>().unwrap());
    let only = Some(Filter { position: true, variations, ..Filter::new(&search) });
    let job = Job {
        only,
        ..Job::collect(&Pgn, EntryCollector { rule, detail: EntryDetail::Record, judge: None })
    };
    only_entry(&job, pgn)
}

/// Reads items as the page does.
struct Reader<'a> {
    items: std::str::Chars<'a>,
    text: Vec<u16>,
    at: usize,
}

impl Reader<'_> {
    fn number(&mut self) -> usize {
        let mut number = 0;
        loop {
            let digit = self.items.next().unwrap() as usize - 48;
            number = number * 32 + digit % 32;
            if digit < 32 {
                return number;
            }
        }
    }

    fn square(&mut self) -> Square {
        Square::new(self.items.next().unwrap() as u32 - 48)
    }

    fn next_word(&mut self) -> String {
        let is = |unit: u16, others: &str| {
            char::from_u32(unit.into()).is_some_and(|letter| others.contains(letter))
        };
        let rest = |at: usize| self.text[at..].iter();
        let between = rest(self.at).take_while(|unit| is(**unit, " \t\r\n0123456789.")).count();
        let begin = self.at + between;
        let is_word = |unit: &&u16| {
            is(**unit, "12345678+#")
                || u8::try_from(**unit).is_ok_and(|it| it.is_ascii_alphabetic())
        };
        self.at = begin + rest(begin).take_while(is_word).count();
        String::from_utf16(&self.text[begin..self.at]).unwrap()
    }

    fn word(&mut self) -> String {
        let begin = self.at + self.number();
        self.at = begin + self.number();
        String::from_utf16(&self.text[begin..self.at]).unwrap()
    }
}

/// The words of the items, each move with the board after it.
fn rebuilt((items, text, fen): &(String, String, String)) -> Vec<String> {
    let (head, items) = match items.strip_prefix('@') {
        Some(rest) => rest.split_once(';').unwrap(),
        None => ("", items.as_str()),
    };
    let fen = head.split_once(',').map_or(fen.as_str(), |(fen, _)| fen);
    let start = fen.parse::<Fen>().unwrap().into_setup().board;
    let mut reader = Reader { items: items.chars(), text: text.encode_utf16().collect(), at: 0 };
    // The boards before and after the last move, of each line.
    let mut lines = vec![[start.clone(), start]];
    let mut met = Vec::new();
    while let Some(letter) = reader.items.next() {
        let line = lines.last_mut().unwrap();
        met.push(match letter {
            'm' | 'n' | 'x' => {
                line[0] = line[1].clone();
                let word = if letter == 'n' { reader.next_word() } else { reader.word() };
                change((letter, &word), &mut reader, &mut line[1]);
                format!("{word} {}", line[1])
            }
            '(' => {
                let before = line[0].clone();
                lines.push([before.clone(), before]);
                "(".into()
            }
            ')' => lines.pop().map(|_| ")".into()).unwrap(),
            '{' => reader.word(),
            '$' => format!("{} {}", reader.word(), reader.number()),
            '!' => {
                reader.at += reader.number();
                let length = reader.number();
                reader.items.by_ref().take(length).collect()
            }
            other => panic!("{other}"),
        });
    }
    met
}

fn change((letter, word): (char, &str), reader: &mut Reader<'_>, board: &mut Board) {
    if letter != 'x' {
        let from = reader.square();
        let word = word.trim_end_matches(['+', '#']);
        let to = match letter {
            'm' => reader.square(),
            _ => word[word.len() - 2..].parse().unwrap(),
        };
        let man = board.remove_piece_at(from).unwrap();
        board.set_piece_at(to, man);
        return;
    }
    for _ in 0..reader.number() {
        let at = reader.square();
        board.discard_piece_at(at);
        if let Some(man) = Piece::from_char(reader.items.next().unwrap()) {
            board.set_piece_at(at, man);
        }
    }
}

/// The same by the walk.
fn walked(start: &Start, text: &str) -> Vec<String> {
    let moves = Movetext { bytes: text.as_bytes(), at: 0, is_cut: false, has_nul: false };
    let mut walk = Walk::new(&mut Player::default(), &moves, start).unwrap();
    let mut met = Vec::new();
    while let Some(visit) = walk.next() {
        met.extend(match visit {
            Visit::Move(node) => Some(format!("{} {}", &text[node.span], walk.position().board())),
            Visit::Begin(_) => Some("(".into()),
            Visit::End => Some(")".into()),
            Visit::Comment(span) => Some(text[span].into()),
            Visit::Glyph { span, nag } => Some(format!("{} {}", &text[span], nag.unwrap_or(0))),
            Visit::Fault(remark) => {
                Some(format!("Nothing more of this line is played: {}.", remark.message))
            }
            Visit::Doubt(remark) => {
                Some(format!("How the moves end is in doubt: {}.", remark.message))
            }
            Visit::Result(_) => None,
        });
    }
    met
}

fn given(fen: &str, variant: shakmaty::variant::Variant) -> Start {
    let setup = fen.parse::<Fen>().unwrap().into_setup();
    Start::given(setup, Some(variant), shakmaty::CastlingMode::Standard)
}

#[track_caller]
fn agrees(variant: shakmaty::variant::Variant, fen: &str, text: &str) -> usize {
    let pgn = format!("[Variant \"{variant}\"]\n[FEN \"{fen}\"]\n\n{text}\n\n");
    let expected = walked(&given(fen, variant), text);
    assert_eq!(rebuilt(&played(pgn.as_bytes(), At::Start)), expected, "{text}");
    expected.len()
}

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn every_kind_of_move_changes_the_squares_it_changes() {
    use shakmaty::variant::Variant::{Atomic, Chess, Crazyhouse};
    let castling = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(agrees(Chess, castling, "1. O-O O-O-O 2. bxc8=N *"), 2, "castling through check");
    assert_eq!(agrees(Chess, castling, "1. O-O (1. O-O-O) (1. bxa8=N O-O) (1. b8=Q+) *"), 11);
    assert_eq!(agrees(Chess, ARRAY, "1. e4 a6 2. e5 d5 3. exd6 -- 4. -- *"), 7);
    assert_eq!(agrees(Atomic, ARRAY, "1. Nf3 a6 2. Ne5 a5 3. Nxd7 *"), 5);
    let house = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 2";
    assert_eq!(agrees(Crazyhouse, house, "2. exd5 Qxd5 3. P@e6 *"), 3);
}

#[test]
fn texts_are_counted_as_the_page_counts() {
    let text = "{ä 𝄞 €} 1. e4! {𝄞} e5 $14 (1... c5 {日本} 2. Nf3) 2. ♘f3 {z} *";
    agrees(shakmaty::variant::Variant::Chess, ARRAY, text);
    let latin = b"[White \"A\"]\n\n{\xe4\xe4} 1. e4 {\xfc} e5 *\n";
    let (items, text, _) = played(latin, At::Final);
    assert!(
        text.trim_start().starts_with("{ää}") && items.starts_with(&format!("@{ARRAY},2;{{")),
        "{items}"
    );
}

#[test]
fn a_fault_ends_the_moves_and_is_told() {
    let text = "1. e4 e5 2. Qh8 (2. d4) Nc6 *";
    let (items, ..) = played(format!("[FEN \"{ARRAY}\"]\n\n{text}\n").as_bytes(), At::Start);
    assert!(
        items.ends_with("Nothing more of this line is played: ply 3 (2. Qh8): illegal move."),
        "{items}"
    );
    let (items, text, _) = played(b"[White \"A\"]\n\n1. e4 e5 } 1-0\n", At::Start);
    assert!(
        items.contains("How the moves end is in doubt: ")
            && items.ends_with("the moves around it are doubtful."),
        "{text}: {items}"
    );
    assert_eq!(played(b"[Variant \"Chaturanga 9\"]\n\n1. e4 *\n", At::Start).0, "?");
    assert_eq!(played(b"[White \"A\"]\n\n1-0\n", At::Start).0, "");
}

#[test]
fn an_entry_that_is_not_the_first_position_is_found_among_the_moves() {
    let (items, ..) = played(b"[White \"A\"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 *\n", At::Final);
    assert!(items.starts_with(&format!("@{ARRAY},5;n")), "{items}");
}

#[test]
fn a_line_with_nothing_beside_it_is_the_same_by_both_ways() {
    use shakmaty::variant::Variant::Chess;
    let castling = "r3k2r/1P6/8/8/2p5/8/3P4/R3K2R w KQkq - 0 1";
    assert_eq!(agrees(Chess, castling, "1. O-O-O Kf7 2. d4 cxd3 3. bxa8=N+ Rxa8 1-0"), 6);
    assert_eq!(agrees(Chess, ARRAY, "1.e4 e5 2.Nf3 Nc6\n3. Bb5 a6 4.Bxc6 dxc6 5. 0-0 1/2-1/2"), 9);
    assert_eq!(agrees(Chess, ARRAY, "1. e4 d5 2. e4xd5 Qd8xd5 3. Nb1-c3 *"), 5);
}

#[test]
fn an_entry_that_was_found_has_its_moves_from_there_on() {
    let pgn = b"[White \"A\"]\n\n1. e4 d5 {a} (1... Nf6 2. e5 Ne4 {b} 3. d3 Nxf2 4. Kxf2 {c} (4. h3) Nc6) 2. exd5 {d} Qxd5 3. Nc3 *\n";
    let main = found(pgn, "4888.87", false);
    assert_eq!(main.1.trim(), "{d} 2... Qxd5 3. Nc3 *");
    assert!(main.0.starts_with('{') && main.2.ends_with(" b KQkq - 0 2"), "{main:?}");
    let boards = rebuilt(&main);
    assert_eq!(boards[0], "{d}");
    assert_eq!(boards[2], "Nc3 rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR");
    let aside = found(pgn, "4885.78", true);
    assert_eq!(aside.1.trim(), "{c} 4... Nc6 *");
    assert_eq!(rebuilt(&aside)[1], "Nc6 r1bqkb1r/pppppppp/2n5/4P3/8/3P4/PPP2KPP/RNBQ1BNR");
}

/// Moves and variations by chance.
fn text_of(dice: &[u16]) -> String {
    let mut lines: Vec<[Chess; 2]> = vec![[Chess::default(), Chess::default()]];
    let mut text = String::new();
    for &die in dice {
        let depth = lines.len();
        let [before, after] = lines.last_mut().unwrap();
        match die % 16 {
            0 => {
                let from = before.clone();
                lines.push([from.clone(), from]);
                text += "(";
            }
            1 if depth > 1 => {
                lines.pop();
                text += ") ";
            }
            2 => text += "{é𝄞} ",
            3 => text += "$5 ",
            _ => {
                let legal = after.legal_moves();
                if legal.is_empty() {
                    continue;
                }
                let chosen = legal[usize::from(die / 16) % legal.len()];
                *before = after.clone();
                text += &format!("{} ", SanPlus::from_move_and_play_unchecked(after, chosen));
            }
        }
    }
    text + &")".repeat(lines.len() - 1) + "*"
}

proptest! {
    #[test]
    fn lines_by_chance_are_those_of_the_walk(dice in prop::collection::vec(any::<u16>(), 0..120)) {
        let moves: Vec<u16> = dice.into_iter().filter(|die| die % 16 > 3).collect();
        agrees(shakmaty::variant::Variant::Chess, ARRAY, &text_of(&moves));
    }

    #[test]
    fn positions_after_every_move_are_those_of_the_walk(dice in prop::collection::vec(any::<u16>(), 0..120)) {
        agrees(shakmaty::variant::Variant::Chess, ARRAY, &text_of(&dice));
    }
}
