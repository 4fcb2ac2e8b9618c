//! What somebody wrote about a game: comments, variations, glyphs, and all else that is neither tag nor main line.

use super::plain;
use super::sideline::Sidelines;
use crate::format::pgn::rules;
use crate::format::{Names, Source};
use crate::game::Game;
use crate::movetext::spelling::without_suffix;
use crate::movetext::token::{Token, TokenKind, Tokens};
use crate::record::{Attribute, Record};

/// The remarks of a record, each with its place.
///
/// A comment is known by its place and its text, white space folded; a glyph by its place and its number (`!` is
/// `$1`); a variation by its place and all that is in it, its moves by what they do as far as they can be played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commentary {
    /// In order, each but once.
    elements: Vec<Element>,
    /// Comments and variations, one in the other as well.
    weight: usize,
    /// The words of the main line, a blank between them.
    line: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Element {
    /// Half-moves of the main line before it.
    ply: u32,
    sort: CommentaryKind,
    text: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum CommentaryKind {
    /// Text before the record, and whatever stands among tags or moves and is nothing of the below.
    Other,
    Comment,
    Variation,
    Glyph,
}

impl Commentary {
    /// That of a record, before which some text stands.
    #[must_use]
    pub fn of_record(
        source: &dyn Source,
        before: &[u8],
        record: &Record<'_>,
        game: &Game,
    ) -> Commentary {
        let mut author = Author::default();
        author.add(0, CommentaryKind::Other, plain::folded(before));
        let operations = match source.names() {
            Names::Attributes => {
                author.pgn(record, game);
                return author.finish();
            }
            Names::Operations => plain::operations_of(record),
            Names::Nowhere => None,
        };
        author.all(operations.unwrap_or_else(|| vec![plain::of_record(source, record)]));
        author.finish()
    }

    /// That of a record which is known as text alone.
    #[must_use]
    pub fn of_text(before: &[u8]) -> Commentary {
        let mut author = Author::default();
        author.add(0, CommentaryKind::Other, plain::folded(before));
        author.finish()
    }

    /// How many comments and variations there are.
    #[must_use]
    pub const fn weight(&self) -> usize {
        self.weight
    }

    /// Whether all of it is in another one; the main lines need not be the same.
    #[must_use]
    pub fn is_in(&self, other: &Commentary) -> bool {
        let has = |element: &Element| other.elements.binary_search(element).is_ok();
        let Some(furthest) = self.elements.last() else { return true };
        self.elements.iter().all(has)
            && (self.line == other.line || furthest.ply as usize <= self.common(other))
    }

    /// How many words the main lines begin with in common.
    fn common(&self, other: &Commentary) -> usize {
        let is_blank = |byte: &u8| *byte == b' ';
        let words = self.line.split(is_blank).zip(other.line.split(is_blank));
        words.take_while(|(own, other)| own == other).count()
    }

    /// The same without the words of the main line, for records whose moves are known to be the same.
    #[must_use]
    pub fn without_line(self) -> Commentary {
        Commentary { line: Vec::new(), ..self }
    }
}

/// Collects remarks.
#[derive(Default)]
struct Author {
    found: Commentary,
    ply: u32,
    is_over: bool,
    /// The outermost variation that is open.
    variation: Vec<u8>,
}

impl Author {
    fn add(&mut self, ply: u32, sort: CommentaryKind, text: Vec<u8>) {
        if !text.is_empty() {
            self.found.elements.push(Element { ply, sort, text });
        }
    }

    fn all(&mut self, texts: Vec<Vec<u8>>) {
        texts.into_iter().for_each(|text| self.add(0, CommentaryKind::Other, text));
    }

    fn pgn(&mut self, record: &Record<'_>, game: &Game) {
        let moves = record.frame.moves;
        let spans = record.attributes.iter().map(Attribute::span);
        let head = plain::outside(moves, spans.filter(|span| span.end <= moves));
        self.all(head.into_iter().map(|part| plain::folded(&record.bytes[part])).collect());
        let mut sidelines = Sidelines::new(game, rules(record.attribute(b"Variant")));
        for token in Tokens::new(record.bytes, moves) {
            let text = &record.bytes[token.span.clone()];
            match token.kind {
                _ if sidelines.depth() > 0 => self.inside(&token, text, &mut sidelines),
                TokenKind::Open if !self.is_over => self.open(&mut sidelines),
                // Words beyond what was played are none of the main line.
                TokenKind::Word if !self.is_over && self.ply < game.plies => self.word(text),
                _ => self.outside(&token, text),
            }
        }
    }

    /// A token of the main line.
    fn outside(&mut self, token: &Token, text: &[u8]) {
        match token.kind {
            TokenKind::Comment => {
                let text = comment(text);
                self.found.weight += usize::from(!text.is_empty());
                self.add(self.ply, CommentaryKind::Comment, text);
            }
            TokenKind::Result(_) if !self.is_over => self.is_over = true,
            TokenKind::Glyph if !self.is_over => {
                self.add(self.ply, CommentaryKind::Glyph, glyph(text))
            }
            TokenKind::Number(_) | TokenKind::Dots if !self.is_over => {}
            _ => self.add(self.ply, CommentaryKind::Other, plain::folded(text)),
        }
    }

    fn open(&mut self, sidelines: &mut Sidelines<'_>) {
        sidelines.begin(self.ply);
        self.found.weight += 1;
    }

    fn word(&mut self, word: &[u8]) {
        if self.ply > 0 {
            self.found.line.push(b' ');
        }
        self.found.line.extend_from_slice(&spelt(word));
        self.ply += 1;
    }

    /// A token of a variation.
    fn inside(&mut self, token: &Token, text: &[u8], sidelines: &mut Sidelines<'_>) {
        let text = match token.kind {
            TokenKind::Number(_) | TokenKind::Dots => return,
            TokenKind::Close => {
                sidelines.end();
                if sidelines.depth() == 0 {
                    let variation = std::mem::take(&mut self.variation);
                    return self.add(self.ply, CommentaryKind::Variation, variation);
                }
                b")".to_vec()
            }
            TokenKind::Open => {
                self.open(sidelines);
                b"(".to_vec()
            }
            TokenKind::Comment => {
                self.found.weight += 1;
                [b"{", &comment(text)[..], b"}"].concat()
            }
            TokenKind::Glyph => glyph(text),
            TokenKind::Word => sidelines.play(text).map_or_else(|| spelt(text), String::into_bytes),
            _ => text.to_vec(),
        };
        self.variation.extend_from_slice(&text);
        self.variation.push(b' ');
    }

    fn finish(mut self) -> Commentary {
        self.found.elements.sort_unstable();
        self.found.elements.dedup();
        self.found
    }
}

/// The text of a comment.
fn comment(text: &[u8]) -> Vec<u8> {
    let inner = match text {
        [b'{', inner @ .., b'}'] | [b';', inner @ ..] => inner,
        _ => text,
    };
    plain::folded(crate::text::encoding::text(inner).as_bytes())
}

/// A glyph by its number, where it has one; check signs say nothing of their own.
fn glyph(text: &[u8]) -> Vec<u8> {
    let number = match text {
        b"!" => "$1",
        b"?" => "$2",
        b"!!" => "$3",
        b"??" => "$4",
        b"!?" => "$5",
        b"?!" => "$6",
        b"e.p." | b"ep" | b"+" | b"++" | b"#" => "",
        [b'$', digits @ ..] => {
            let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
            return [b"$", &digits[zeros..]].concat();
        }
        _ => return text.to_vec(),
    };
    number.as_bytes().to_vec()
}

/// A move without what may be left out: `e8=Q+` and `e8Q`, `0-0` and `O-O` are one.
fn spelt(word: &[u8]) -> Vec<u8> {
    let word = without_suffix(word);
    let kept = word.iter().filter(|byte| !b"x:=()/".contains(byte));
    if word.starts_with(b"0-0") {
        return kept.map(|&byte| if byte == b'0' { b'O' } else { byte }).collect();
    }
    kept.copied().collect()
}
