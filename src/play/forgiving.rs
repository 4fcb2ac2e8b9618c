//! Plays a main line in the ways people write it: long algebraic, figurines, captures
//! without sign, the letters of other languages.

use shakmaty::san::San;
use shakmaty::variant::VariantPosition;
use shakmaty::{Color, EnPassantMode, Move, Position};

use super::reference::Track;
use crate::fault::{FaultKind, Reason};
use crate::movetext::spelling::{self, Alphabet, ENGLISH, FOREIGN, Spelling};
use crate::text::encoding::{brief, excerpt};

/// What sort of note, the word it belongs to, and what to say.
pub(super) type Note = (FaultKind, usize, String);

pub(super) enum Attempt {
    Played(Translation),
    Failed { alphabet: Alphabet, track: Track, word: usize, reason: Reason },
}

/// A way to play all the words.
pub(super) struct Translation {
    pub alphabet: Alphabet,
    pub track: Track,
    pub notes: Vec<Note>,
}

/// Plays the words with the standard's letters, or with those of the one language
/// in which all of them play.
pub(super) fn play(words: &[&[u8]], start: &Track) -> Attempt {
    match attempt(words, start, ENGLISH) {
        Attempt::Played(english) => {
            let rivals = FOREIGN.iter().filter(|&&alphabet| is_rival(words, alphabet));
            agreed(words, start, english, rivals)
        }
        failed if words.iter().all(|word| is_english(word)) => failed,
        failed => {
            let mut languages = FOREIGN.iter();
            match languages.find_map(|&alphabet| foreign(words, start, alphabet)) {
                Some(first) => agreed(words, start, first, languages),
                None => failed,
            }
        }
    }
}

/// Whether a word can be nothing but English.
fn is_english(word: &[u8]) -> bool {
    Spelling::read(word, ENGLISH).is_some() && !spelling::has_pawn_letter(word)
}

/// The words in another language, if they play to the end.
fn foreign(words: &[&[u8]], start: &Track, alphabet: Alphabet) -> Option<Translation> {
    let Attempt::Played(mut translation) = attempt(words, start, alphabet) else { return None };
    let notes = &mut translation.notes;
    notes.retain(|note| note.0 != FaultKind::OddMoves);
    notes.push((FaultKind::OddMoves, 0, format!("the moves are in {}", alphabet.name)));
    Some(translation)
}

/// Whether a language has another man for the letter P, which the standard does not write: the letters that it
/// does write mean what it says.
fn is_rival(words: &[&[u8]], alphabet: Alphabet) -> bool {
    words.iter().any(|word| {
        spelling::has_pawn_letter(word)
            && Spelling::read(word, ENGLISH) != Spelling::read(word, alphabet)
    })
}

/// The first of them, unless another language ends elsewhere.
fn agreed<'a>(
    words: &[&[u8]],
    start: &Track,
    first: Translation,
    mut others: impl Iterator<Item = &'a Alphabet>,
) -> Attempt {
    let is_elsewhere = |other: &Translation| other.track.position != first.track.position;
    let rival = others.find_map(|&alphabet| foreign(words, start, alphabet).filter(is_elsewhere));
    match rival {
        Some(rival) => divided(words, start, [first.alphabet, rival.alphabet]),
        None => Attempt::Played(first),
    }
}

/// The words as far as two languages read them alike.
fn divided(words: &[&[u8]], start: &Track, [one, other]: [Alphabet; 2]) -> Attempt {
    let is_alike = |word: &&&[u8]| Spelling::read(word, one) == Spelling::read(word, other);
    let word = words.iter().take_while(is_alike).count();
    let (Attempt::Played(Translation { track, .. }) | Attempt::Failed { track, .. }) =
        attempt(&words[..word], start, one);
    let reason = Reason::Languages(one.name, other.name);
    Attempt::Failed { alphabet: one, track, word, reason }
}

fn attempt(words: &[&[u8]], start: &Track, alphabet: Alphabet) -> Attempt {
    let mut so_far = Translation { alphabet, track: start.clone(), notes: Vec::new() };
    for (index, word) in words.iter().enumerate() {
        let Translation { track, notes, .. } = &mut so_far;
        match find(word, &track.position, alphabet) {
            Ok(Understood::Move(m, is_odd)) => {
                if is_odd {
                    add(notes, odd(index, word));
                }
                track.play(m);
            }
            Ok(Understood::Null(position)) => {
                track.pass(position);
                add(notes, (FaultKind::NullMove, index, "a null move passes the turn".into()));
            }
            Err(reason) => return ended(so_far, words, index, reason),
        }
    }
    Attempt::Played(so_far)
}

/// One note of a kind is enough.
fn add(notes: &mut Vec<Note>, note: Note) {
    if notes.iter().all(|other| other.0 != note.0) {
        notes.push(note);
    }
}

fn odd(index: usize, word: &[u8]) -> Note {
    let text = excerpt(&brief(word));
    (FaultKind::OddMoves, index, format!("'{text}' is not how the standard writes this move"))
}

/// What a word means in a position.
pub(super) enum Understood {
    /// A move, and whether the standard writes it otherwise.
    Move(Move, bool),
    /// The turn passes, and the game goes on from here.
    Null(VariantPosition),
}

/// The one legal move that a word means.
pub(super) fn find(
    word: &[u8],
    position: &VariantPosition,
    alphabet: Alphabet,
) -> Result<Understood, Reason> {
    let spelling = Spelling::read(word, alphabet).ok_or(Reason::NotAMove)?;
    if spelling == Spelling::Null {
        return passed(position).map(Understood::Null).ok_or(Reason::Illegal);
    }
    let legal = position.legal_moves();
    let mut matching = legal.iter().filter(|m| spelling.matches(m));
    let Some(&m) = matching.next() else { return Err(Reason::Illegal) };
    if matching.next().is_some() {
        return Err(Reason::Ambiguous);
    }
    Ok(Understood::Move(m, !is_standard(word, m)))
}

/// Whether the word is SAN for this move, disambiguated or not. Castling with
/// zeros and `e.p.` are so common that nobody wants to hear of them.
fn is_standard(word: &[u8], m: Move) -> bool {
    let word = spelling::without_suffix(word);
    matches!(word, b"0-0" | b"0-0-0") || San::from_ascii(word).is_ok_and(|san| san.matches(m))
}

/// The position with the other side to move; none in check.
pub(super) fn passed(position: &VariantPosition) -> Option<VariantPosition> {
    if position.is_check() {
        return None;
    }
    let mode = position.castles().mode();
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.ep_square = None;
    setup.halfmoves = setup.halfmoves.saturating_add(1);
    if setup.turn == Color::Black {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.swap_turn();
    VariantPosition::from_setup(position.variant(), setup, mode)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check)
        .ok()
}

/// A word that cannot be played: past the end of the game, kings put in the centre, or a fault.
fn ended(mut so_far: Translation, words: &[&[u8]], index: usize, reason: Reason) -> Attempt {
    let rest = &words[index..];
    let Translation { alphabet, track, notes } = &mut so_far;
    if reason != Reason::NotAMove && track.position.legal_moves().is_empty() {
        let text = "moves after the end of the game are not played".into();
        add(notes, (FaultKind::AfterEnd, index, text));
    } else if rest.len() <= 2 && rest.iter().all(|word| spelling::puts_king_in_centre(word)) {
        let text = "kings put on centre squares are not played".into();
        add(notes, (FaultKind::KingsInCentre, index, text));
    } else {
        let alphabet = *alphabet;
        return Attempt::Failed { alphabet, track: so_far.track, word: index, reason };
    }
    Attempt::Played(so_far)
}
