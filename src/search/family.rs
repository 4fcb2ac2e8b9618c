//! Endings by the names that players have for them: `rook-ending` and the like.

use std::fmt;

use shakmaty::{Color, Role};

use crate::gbr::Material;

/// A family of endings. Who has the better of it does not matter: the same with the colours exchanged is in it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Family {
    /// `pawn-ending`
    Pawn,
    /// `rook-ending`
    Rook,
    /// `queen-ending`
    Queen,
    /// `bishop-ending`
    Bishop,
    /// `knight-ending`
    Knight,
    /// `minor-ending`
    Minor,
    /// `rook-and-minor-ending`
    RookAndMinor,
}

/// Sorts of pieces of which each side must have one.
type Needs = &'static [&'static [Role]];

impl Family {
    /// All of them, in the order of the help.
    pub const ALL: [Family; 7] = [
        Family::Pawn,
        Family::Rook,
        Family::Queen,
        Family::Bishop,
        Family::Knight,
        Family::Minor,
        Family::RookAndMinor,
    ];

    /// What people type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Family::Pawn => "pawn-ending",
            Family::Rook => "rook-ending",
            Family::Queen => "queen-ending",
            Family::Bishop => "bishop-ending",
            Family::Knight => "knight-ending",
            Family::Minor => "minor-ending",
            Family::RookAndMinor => "rook-and-minor-ending",
        }
    }

    /// What it is, in a line for the help.
    #[must_use]
    pub const fn help(self) -> &'static str {
        match self {
            Family::Pawn => "kings and pawns, at least one pawn",
            Family::Rook => "besides kings and pawns only rooks, at least one on each side",
            Family::Queen => "besides kings and pawns only queens, at least one on each side",
            Family::Bishop => "besides kings and pawns only bishops, at least one on each side",
            Family::Knight => "besides kings and pawns only knights, at least one on each side",
            Family::Minor => {
                "besides kings and pawns only bishops and knights, at least one of them on each side"
            }
            Family::RookAndMinor => {
                "besides kings and pawns only rooks, bishops and knights, \
                 at least a rook and a bishop or knight on each side"
            }
        }
    }

    /// The family with this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }

    /// The family that somebody means who does not type its name as it is: `Pawn ending`, `rookendings`.
    #[must_use]
    pub fn meant_by(text: &str) -> Option<Family> {
        let letters = |text: &str| text.to_lowercase().replace([' ', '-', '_'], "");
        let typed = letters(text);
        let typed = typed.strip_suffix('s').unwrap_or(&typed);
        Family::ALL.into_iter().find(|family| letters(family.name()) == typed)
    }

    const fn needs(self) -> Needs {
        match self {
            Family::Pawn => &[],
            Family::Rook => &[&[Role::Rook]],
            Family::Queen => &[&[Role::Queen]],
            Family::Bishop => &[&[Role::Bishop]],
            Family::Knight => &[&[Role::Knight]],
            Family::Minor => &[&[Role::Bishop, Role::Knight]],
            Family::RookAndMinor => &[&[Role::Rook], &[Role::Bishop, Role::Knight]],
        }
    }

    /// Whether these men make such an ending.
    #[must_use]
    pub fn takes(self, material: &Material) -> bool {
        let needs = self.needs();
        let is_needed = |role: Role| needs.iter().any(|sort| sort.contains(&role));
        let is_side = |color| {
            let has = |role: &Role| material.count(color, *role) > 0;
            let pieces = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
            needs.iter().all(|sort| sort.iter().any(has))
                && pieces.iter().all(|role| is_needed(*role) || !has(role))
        };
        is_side(Color::White)
            && is_side(Color::Black)
            && (self != Family::Pawn || material.pawns() > 0)
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn families(material: &str) -> Vec<&'static str> {
        let material: Material = material.parse().expect("a name");
        Family::ALL.iter().filter(|family| family.takes(&material)).map(|f| f.name()).collect()
    }

    #[test]
    fn endings_are_named_after_their_pieces() {
        for (material, names) in [
            ("KPvK", &["pawn-ending"][..]),
            ("KvKPP", &["pawn-ending"]),
            ("KvK", &[]),
            ("KRPvKR", &["rook-ending"]),
            ("KRRvKR", &["rook-ending"]),
            ("KRPvK", &[]),
            ("KRvKP", &[]),
            ("KQvKQP", &["queen-ending"]),
            ("KQRvKQ", &[]),
            ("KBPvKB", &["bishop-ending", "minor-ending"]),
            ("KNvKNP", &["knight-ending", "minor-ending"]),
            ("KBPvKN", &["minor-ending"]),
            ("KBNvKB", &["minor-ending"]),
            ("KBvK", &[]),
            ("KRBvKRN", &["rook-and-minor-ending"]),
            ("KRBvKR", &[]),
            ("KQRBvKRN", &[]),
        ] {
            assert_eq!(families(material), names, "{material}");
        }
    }

    #[test]
    fn names_are_read_back() {
        for family in Family::ALL {
            assert_eq!(Family::by_name(family.name()), Some(family));
            assert!(!family.help().contains('\n') && !family.help().ends_with('.'));
        }
    }
}
