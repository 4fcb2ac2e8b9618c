//! FEN as people paste it: dashes of any length, a capital `W`, a slash too
//! many, too many blanks. Legality is not asked for: a code needs only the men.

use shakmaty::{
    Setup,
    fen::{Fen, ParseFenError},
};

use crate::answer::Complaint;

/// What typesetting makes of a hyphen, in UTF-8 and in Windows-1252.
const DASHES: [&[u8]; 5] =
    ["‐".as_bytes(), "–".as_bytes(), "—".as_bytes(), "−".as_bytes(), b"\x96"];

/// A position, and whether its FEN was spelt as the standard has it.
pub struct Read {
    pub setup: Setup,
    pub is_usual: bool,
}

/// Reads a FEN, or as many of its fields as there are.
pub fn read(text: &[u8]) -> Result<Read, Complaint> {
    let fields: Vec<&[u8]> =
        text.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty()).collect();
    let usual: Vec<Vec<u8>> =
        fields.iter().enumerate().map(|(number, field)| usual(number, field)).collect();
    let usual = usual.join(&b' ');
    match Fen::from_ascii(&usual) {
        Ok(fen) => Ok(Read { setup: fen.into_setup(), is_usual: usual == text }),
        Err(error) => Err(complaint(text, &fields, &error)),
    }
}

/// A field in the spelling of the standard.
fn usual(number: usize, field: &[u8]) -> Vec<u8> {
    match number {
        0 => field.strip_suffix(b"/").unwrap_or(field).to_vec(),
        1 => field.to_ascii_lowercase(),
        _ if DASHES.contains(&field) => b"-".to_vec(),
        _ => field.to_vec(),
    }
}

fn complaint(text: &[u8], fields: &[&[u8]], error: &ParseFenError) -> Complaint {
    let (field, expected) = match error {
        ParseFenError::InvalidTurn => (1, "w or b"),
        ParseFenError::InvalidCastling => (2, "castling rights or -"),
        ParseFenError::InvalidEpSquare => (3, "an en passant square or -"),
        ParseFenError::InvalidRemainingChecks | ParseFenError::InvalidHalfmoveClock => {
            (4, "the number of moves without pawn move or capture")
        }
        ParseFenError::InvalidFullmoves => (5, "the number of the move"),
        ParseFenError::InvalidFen | ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
            return board_complaint(text, fields.first().copied().unwrap_or_default());
        }
    };
    let byte = fields.get(field).map_or(text.len(), |part| offset(text, part));
    Complaint { message: format!("not a FEN: expected {expected}"), byte }
}

/// The first rank that is not eight files wide, or the first odd letter.
fn board_complaint(text: &[u8], board: &[u8]) -> Complaint {
    let start = offset(text, board);
    let (mut rank, mut files) = (8, 0);
    for (at, byte) in board.iter().enumerate() {
        files += match byte {
            b'1'..=b'8' => u32::from(byte - b'0'),
            b'/' if files == 8 && rank > 1 => {
                (rank, files) = (rank - 1, 0);
                continue;
            }
            byte if b"KQRBNPkqrbnp".contains(byte) => 1,
            b'~' => 0,
            _ => return in_rank(rank, start + at),
        };
        if files > 8 {
            return in_rank(rank, start + at);
        }
    }
    in_rank(rank, start + board.len())
}

fn in_rank(rank: u32, byte: usize) -> Complaint {
    let message =
        format!("not a FEN: expected eight files on each of eight ranks, lost on rank {rank}");
    Complaint { message, byte }
}

/// Where a part of a text begins.
fn offset(text: &[u8], part: &[u8]) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len())
}
