//! How a worker hands records to the sort: each with its key before it.

use gbr_pgn::duplicate::{self, Measure};
use gbr_pgn::order;
use gbr_pgn::record::Kind;
use gbr_pgn::sink::{Entry, Sink};

/// Writes the key and the bytes of each record, with their lengths.
pub struct Keyed {
    /// By the last position of the main line, not the first.
    pub by_final: bool,
    /// What makes records the same, where somebody looks for that.
    pub unique: Option<Measure>,
}

/// A record as the sink wrote it.
pub struct Part<'a> {
    /// Empty where there is no code.
    pub key: &'a [u8],
    pub bytes: &'a [u8],
    /// The same for the same records; none for what is not a game, or where nobody asks.
    pub digest: Option<u64>,
    /// Text between games goes with the game behind it.
    pub is_between: bool,
}

const HEAD: usize = 11;

impl Sink for Keyed {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let at = out.len();
        out.extend_from_slice(&[0; HEAD]);
        let setup = if self.by_final { entry.game.end() } else { entry.game.start.as_ref() };
        if let Some(setup) = setup.filter(|_| entry.record.is_game()) {
            order::append_key(&setup.board, out);
        }
        let key = u16::try_from(out.len() - at - HEAD).unwrap_or_default();
        let is_between = matches!(entry.record.frame.kind, Kind::Text | Kind::Empty);
        out[at..at + 2].copy_from_slice(&key.to_le_bytes());
        let unique = self.unique.filter(|_| entry.record.is_game());
        out[at + 2] = u8::from(is_between) | u8::from(unique.is_some()) << 1;
        if let Some(measure) = unique {
            let digest = duplicate::digest(entry.record, entry.game, measure);
            out.extend_from_slice(&digest.to_le_bytes());
        }
        let len = entry.record.bytes.len() as u64;
        out[at + 3..at + HEAD].copy_from_slice(&len.to_le_bytes());
        out.extend_from_slice(entry.record.bytes);
    }
}

/// Reads back what the sink wrote.
pub fn parts(mut out: &[u8]) -> impl Iterator<Item = Part<'_>> {
    std::iter::from_fn(move || {
        let (head, rest) = out.split_first_chunk::<HEAD>()?;
        let [k0, k1, flags, len @ ..] = *head;
        let (key, rest) = rest.split_at(usize::from(u16::from_le_bytes([k0, k1])));
        let (digest, rest) = match rest.split_first_chunk::<8>() {
            Some((digest, rest)) if flags & 2 != 0 => (Some(u64::from_le_bytes(*digest)), rest),
            _ => (None, rest),
        };
        let (bytes, rest) = rest.split_at(usize::try_from(u64::from_le_bytes(len)).ok()?);
        out = rest;
        Some(Part { key, bytes, digest, is_between: flags & 1 != 0 })
    })
}
