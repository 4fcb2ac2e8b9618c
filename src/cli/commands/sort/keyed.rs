//! How a worker hands records to the sort: each with its key before it.

use crate::duplicate::{self, Measure};
use crate::format::{Entry, Sink};
use crate::joint::{Ends, Joints};
use crate::order;
use crate::record::Kind;

/// Writes the key and the bytes of each record, with their lengths.
pub struct Keyed {
    /// By the last position of the main line, not the first.
    pub by_final: bool,
    /// What makes records the same, where somebody looks for that.
    pub unique: Option<Measure>,
    /// How records may follow each other.
    pub joints: Joints<'static>,
}

/// A record as the sink wrote it.
pub struct Part<'a> {
    /// Empty where there is no code.
    pub key: &'a [u8],
    pub bytes: &'a [u8],
    /// The same for the same records; none for what is not a game, or where nobody asks.
    pub digest: Option<u64>,
    pub kind: Kind,
    pub ends: Ends,
}

impl Part<'_> {
    /// Text between games goes with the game after it.
    pub fn is_between(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Empty)
    }
}

const HEAD: usize = 14;

/// Beside the number of the kind.
const HAS_DIGEST: u8 = 1 << 7;

const KINDS: [Kind; 5] = [
    Kind::Game,
    Kind::Empty,
    Kind::Text,
    Kind::Piece { first: true },
    Kind::Piece { first: false },
];

impl Sink for Keyed {
    fn write(&self, entry: &Entry<'_>, out: &mut Vec<u8>) {
        let at = out.len();
        out.extend_from_slice(&[0; HEAD]);
        let setup = if self.by_final { entry.game.end() } else { entry.game.start.as_ref() };
        if let Some(setup) = setup.filter(|_| entry.record.is_game()) {
            order::append_key(&setup.board, out);
        }
        let key = u16::try_from(out.len() - at - HEAD).unwrap_or_default();
        let kind = KINDS.iter().position(|&kind| kind == entry.record.frame.kind);
        out[at..at + 2].copy_from_slice(&key.to_le_bytes());
        let unique = self.unique.filter(|_| entry.record.is_game());
        let kind = kind.and_then(|kind| u8::try_from(kind).ok()).unwrap_or_default();
        out[at + 2] = kind | if unique.is_some() { HAS_DIGEST } else { 0 };
        out[at + 3..at + 6].copy_from_slice(&self.joints.ends(entry.record).to_bytes());
        if let Some(measure) = unique {
            let digest = duplicate::digest(entry.source, entry.record, entry.game, measure);
            out.extend_from_slice(&digest.to_le_bytes());
        }
        let len = entry.record.bytes.len() as u64;
        out[at + 6..at + HEAD].copy_from_slice(&len.to_le_bytes());
        out.extend_from_slice(entry.record.bytes);
    }
}

/// Reads back what the sink wrote.
pub fn parts(mut out: &[u8]) -> impl Iterator<Item = Part<'_>> {
    std::iter::from_fn(move || {
        let (head, rest) = out.split_first_chunk::<HEAD>()?;
        let [k0, k1, flags, e0, e1, e2, len @ ..] = *head;
        let (key, rest) = rest.split_at(usize::from(u16::from_le_bytes([k0, k1])));
        let (digest, rest) = match rest.split_first_chunk::<8>() {
            Some((digest, rest)) if flags & HAS_DIGEST != 0 => {
                (Some(u64::from_le_bytes(*digest)), rest)
            }
            _ => (None, rest),
        };
        let (bytes, rest) = rest.split_at(usize::try_from(u64::from_le_bytes(len)).ok()?);
        out = rest;
        let kind = *KINDS.get(usize::from(flags & !HAS_DIGEST))?;
        Some(Part { key, bytes, digest, kind, ends: Ends::from_bytes([e0, e1, e2]) })
    })
}
