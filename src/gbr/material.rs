//! How many men of each colour and role: what a code is made from, and what
//! endgame tablebases are named after.

use std::{fmt, str::FromStr};

use shakmaty::{Board, ByColor, ByRole, Color, Role};

use super::{ParseError, parse, token::whole};

/// The order in which tablebase names list the men.
const NAMED: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Numbers of men by colour and role, kings included.
///
/// Its text is the tablebase name with the white men first: `KRBvKNN`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    counts: ByColor<ByRole<u8>>,
}

impl Material {
    /// One king a side and nothing else.
    pub const KINGS: Material = {
        let king = ByRole { pawn: 0, knight: 0, bishop: 0, rook: 0, queen: 0, king: 1 };
        Material { counts: ByColor { black: king, white: king } }
    };

    /// Counts the men on a board.
    #[inline]
    #[must_use]
    pub fn from_board(board: &Board) -> Material {
        Material { counts: board.material() }
    }

    /// Reads `KRBvKNN` or `KRBKNN`: white's men first.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the byte at which it is no such name.
    pub fn from_ascii(name: &[u8]) -> Result<Material, ParseError> {
        whole(parse::tablebase_name, name)
    }

    /// How many men of one colour and role there are.
    #[inline]
    #[must_use]
    pub fn count(&self, color: Color, role: Role) -> u8 {
        *self.counts.get(color).get(role)
    }

    /// How many men one side has, its king included.
    #[inline]
    #[must_use]
    pub fn men(&self, color: Color) -> u8 {
        self.counts.get(color).iter().sum()
    }

    /// How many men each side has, kings included: the count of a position.
    #[must_use]
    pub fn men_by_color(&self) -> ByColor<u8> {
        ByColor::new_with(|color| self.men(color))
    }

    /// How many pawns both sides have.
    #[must_use]
    pub fn pawns(&self) -> u8 {
        self.counts.white.pawn + self.counts.black.pawn
    }

    /// How many men both sides have.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.men(Color::White) + self.men(Color::Black)
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn reversed(&self) -> Material {
        Material { counts: self.counts.into_swapped() }
    }

    /// The caller keeps the total below 256.
    pub(super) fn add(&mut self, color: Color, role: Role, count: u8) {
        *self.counts.get_mut(color).get_mut(role) += count;
    }
}

impl From<ByColor<ByRole<u8>>> for Material {
    #[inline]
    fn from(counts: ByColor<ByRole<u8>>) -> Material {
        Material { counts }
    }
}

impl From<Material> for ByColor<ByRole<u8>> {
    fn from(material: Material) -> ByColor<ByRole<u8>> {
        material.counts
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_side(f, &self.counts.white)?;
        f.write_str("v")?;
        write_side(f, &self.counts.black)
    }
}

fn write_side(f: &mut fmt::Formatter<'_>, side: &ByRole<u8>) -> fmt::Result {
    for role in NAMED {
        for _ in 0..*side.get(role) {
            write!(f, "{}", role.upper_char())?;
        }
    }
    Ok(())
}

impl FromStr for Material {
    type Err = ParseError;

    fn from_str(name: &str) -> Result<Material, ParseError> {
        Material::from_ascii(name.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_list_white_first() {
        let material: Material = "KRBvKNN".parse().unwrap();
        assert_eq!(material.count(Color::White, Role::Bishop), 1);
        assert_eq!(material.count(Color::Black, Role::Knight), 2);
        assert_eq!((material.men(Color::White), material.men(Color::Black)), (3, 3));
        assert_eq!(material.to_string(), "KRBvKNN");
        assert_eq!(material.reversed().to_string(), "KNNvKRB");
    }

    #[test]
    fn names_may_leave_out_the_v() {
        assert_eq!("KNNKP".parse::<Material>(), "KNNvKP".parse());
    }

    #[test]
    fn bad_names_say_where() {
        assert_eq!("KNNvP".parse::<Material>().unwrap_err().byte(), 4);
        assert_eq!("KNN".parse::<Material>().unwrap_err().byte(), 3);
        let crowd = format!("K{}vK", "Q".repeat(300));
        assert!(crowd.parse::<Material>().is_err());
    }
}
