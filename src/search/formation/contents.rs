//! Who may stand on a square: any of twelve sorts of men, or nobody.

use std::fmt;

use shakmaty::{Bitboard, Color, Piece, Role};

use crate::play::Sight;

/// Some of thirteen sorts, a bit for each: the men of White, of Black, and nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occupants(u16);

/// How many sorts of men a side has.
const ROLES: u16 = 6;

/// One of the thirteen sorts, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occupant(u8);

impl Occupant {
    /// All of them; men come first, as they are counted faster than squares without any.
    pub(super) const ALL: [Occupant; 13] = {
        let mut sorts = [Occupant(0); 13];
        let mut number = 0;
        while number < 13 {
            sorts[number as usize] = Occupant(number);
            number += 1;
        }
        sorts
    };

    /// The squares on which such a man stands, or nobody.
    #[inline]
    pub(super) fn squares(self, sight: &Sight<'_>) -> Bitboard {
        let role = |number: u8| Role::ALL[usize::from(number)];
        match self.0 {
            number @ 0..6 => sight.men(Color::White, role(number)),
            number @ 6..12 => sight.men(Color::Black, role(number - 6)),
            _ => sight.empty(),
        }
    }
}

/// Roles in the order of their numbers.
const LETTERS: &[u8; 12] = b"PNBRQKpnbrqk";

impl Occupants {
    pub(super) const NOTHING: Occupants = Occupants(0);
    pub(super) const EMPTY: Occupants = Occupants(1 << 12);
    pub(super) const WHITE: Occupants = Occupants((1 << ROLES) - 1);
    pub(super) const BLACK: Occupants = Occupants(Occupants::WHITE.0 << ROLES);
    pub(super) const MEN: Occupants = Occupants(Occupants::WHITE.0 | Occupants::BLACK.0);
    pub(super) const ANY: Occupants = Occupants(Occupants::MEN.0 | Occupants::EMPTY.0);
    pub(super) const NO_PAWN: Occupants = Occupants(Occupants::ANY.0 & !(1 | 1 << ROLES));

    /// Who stands on a square.
    pub(super) fn of(piece: Option<Piece>) -> Occupants {
        let number = |piece: Piece| piece.role as u16 - 1 + piece.color.fold_wb(0, ROLES);
        piece.map_or(Occupants::EMPTY, |piece| Occupants(1 << number(piece)))
    }

    /// What a letter or a sign of a pattern stands for.
    pub(super) fn from_sign(sign: u8) -> Option<Occupants> {
        Some(match sign {
            b'?' => Occupants::ANY,
            b'!' => Occupants::MEN,
            b'_' => Occupants::EMPTY,
            b'A' => Occupants::WHITE,
            b'a' => Occupants::BLACK,
            b'm' => Occupants::NO_PAWN,
            letter => Occupants(1 << LETTERS.iter().position(|&own| own == letter)?),
        })
    }

    pub(super) const fn or(self, other: Occupants) -> Occupants {
        Occupants(self.0 | other.0)
    }

    /// The men that are not among these.
    pub(super) const fn other_men(self) -> Occupants {
        Occupants(Occupants::MEN.0 & !self.0)
    }

    /// Whether a sort is among them.
    pub(super) const fn include(self, sort: Occupant) -> bool {
        self.0 >> sort.0 & 1 == 1
    }

    /// Whether they are one sort and nothing else.
    pub(super) const fn is_only(self, sort: Occupant) -> bool {
        self.0 == 1 << sort.0
    }

    /// The same with the colours exchanged.
    pub(super) const fn reversed(self) -> Occupants {
        let (white, black) = (self.0 & Occupants::WHITE.0, self.0 & Occupants::BLACK.0);
        Occupants(self.0 & Occupants::EMPTY.0 | white << ROLES | black >> ROLES)
    }

    /// The squares on which any of these stands, or nobody, where that is among them.
    pub(super) fn squares(self, sight: &Sight<'_>) -> Bitboard {
        let sorts = Occupant::ALL.into_iter().filter(|&sort| self.include(sort));
        sorts.fold(Bitboard::EMPTY, |squares, sort| squares | sort.squares(sight))
    }
}

/// The shortest sign for it, or a set in brackets.
impl fmt::Display for Occupants {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let signs = LETTERS.iter().chain(b"?!_Aam");
        let is_own = |sign: &&u8| Occupants::from_sign(**sign) == Some(*self);
        if let Some(&sign) = signs.clone().find(is_own) {
            return write!(f, "{}", char::from(sign));
        }
        f.write_str("[")?;
        for (&sign, sort) in LETTERS.iter().chain(b"_").zip(Occupant::ALL) {
            if self.include(sort) {
                write!(f, "{}", char::from(sign))?;
            }
        }
        f.write_str("]")
    }
}
