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
    /// White's and Black's, with a byte for each role: men come and go by one addition.
    counts: [u64; 2],
}

/// One man of a role.
const fn one(role: Role) -> u64 {
    1 << (8 * (role as u32 - 1))
}

fn side(color: Color) -> usize {
    color.fold_wb(0, 1)
}

fn packed(counts: ByRole<u8>) -> u64 {
    counts.zip_role().into_iter().map(|(role, count)| one(role) * u64::from(count)).sum()
}

impl Material {
    /// One king a side and nothing else.
    pub const KINGS: Material = Material { counts: [one(Role::King); 2] };

    /// Counts the men on a board.
    #[inline]
    #[must_use]
    pub fn from_board(board: &Board) -> Material {
        Material::from(board.material())
    }

    /// Reads `KRBvKNN`, `KRBKNN`, `krbvknn` or `RBvNN`: white's men first.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the byte at which it is not such a name.
    pub fn from_ascii(name: &[u8]) -> Result<Material, ParseError> {
        whole(parse::tablebase_name, name)
    }

    /// How many men of one colour and role there are.
    #[inline]
    #[must_use]
    pub fn count(&self, color: Color, role: Role) -> u8 {
        (self.counts[side(color)] / one(role)) as u8
    }

    /// How many men one side has, its king included.
    #[inline]
    #[must_use]
    pub fn men(&self, color: Color) -> u8 {
        // All bytes add up in the highest one: there are fewer than 256 men.
        (self.counts[side(color)].wrapping_mul(0x0101_0101_0101_0101) >> 56) as u8
    }

    /// How many men each side has, kings included: the count of a position.
    #[must_use]
    pub fn men_by_color(&self) -> ByColor<u8> {
        ByColor::new_with(|color| self.men(color))
    }

    /// How many pawns both sides have.
    #[must_use]
    pub fn pawns(&self) -> u8 {
        self.count(Color::White, Role::Pawn) + self.count(Color::Black, Role::Pawn)
    }

    /// How many men both sides have.
    #[must_use]
    pub fn total(&self) -> u8 {
        self.men(Color::White) + self.men(Color::Black)
    }

    /// The same with the colours exchanged.
    #[must_use]
    pub fn reversed(&self) -> Material {
        let [white, black] = self.counts;
        Material { counts: [black, white] }
    }

    /// The caller keeps the total below 256.
    pub(super) fn add(&mut self, color: Color, role: Role, count: u8) {
        self.counts[side(color)] += one(role) * u64::from(count);
    }

    /// The same without a man who is taken; the caller knows that there is one.
    #[inline(always)]
    pub(crate) fn without(self, color: Color, role: Role) -> Material {
        self.changed(color, one(role).wrapping_neg())
    }

    /// The same with another man for a pawn.
    #[inline(always)]
    pub(crate) fn promoted(self, color: Color, role: Role) -> Material {
        self.changed(color, one(role).wrapping_sub(one(Role::Pawn)))
    }

    /// Adds to one of the sides, which is the same work for either of them: whose man it is cannot be guessed.
    #[inline(always)]
    fn changed(self, color: Color, more: u64) -> Material {
        let [white, black] = self.counts;
        let whites = u64::from(color.is_white()).wrapping_neg();
        Material { counts: [white.wrapping_add(more & whites), black.wrapping_add(more & !whites)] }
    }
}

impl From<ByColor<ByRole<u8>>> for Material {
    #[inline]
    fn from(counts: ByColor<ByRole<u8>>) -> Material {
        Material { counts: [packed(counts.white), packed(counts.black)] }
    }
}

impl From<Material> for ByColor<ByRole<u8>> {
    fn from(material: Material) -> ByColor<ByRole<u8>> {
        ByColor::new_with(|color| ByRole::new_with(|role| material.count(color, role)))
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_side(f, Color::White)?;
        f.write_str("v")?;
        self.write_side(f, Color::Black)
    }
}

impl Material {
    fn write_side(&self, f: &mut fmt::Formatter<'_>, color: Color) -> fmt::Result {
        for role in NAMED {
            for _ in 0..self.count(color, role) {
                write!(f, "{}", role.upper_char())?;
            }
        }
        Ok(())
    }
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
    fn men_come_and_go() {
        let material: Material = "KRPvKNP".parse().unwrap();
        assert_eq!(material.without(Color::Black, Role::Knight).to_string(), "KRPvKP");
        assert_eq!(material.promoted(Color::Black, Role::Queen).to_string(), "KRPvKQN");
        assert_eq!(material.promoted(Color::White, Role::Knight).to_string(), "KRNvKNP");
        assert_eq!((material.pawns(), material.total()), (2, 6));
        assert_eq!(Material::from(ByColor::<ByRole<u8>>::from(material)), material);
    }

    #[test]
    fn names_may_leave_out_the_v() {
        for name in ["KNNKP", "knnvkp", "NNvP", "KNNvP", "nnVkp"] {
            assert_eq!(name.parse::<Material>(), "KNNvKP".parse(), "{name}");
        }
    }

    #[test]
    fn bad_names_say_where() {
        assert_eq!("KNNv".parse::<Material>().unwrap_err().byte(), 4);
        assert_eq!("KNN".parse::<Material>().unwrap_err().byte(), 3);
        let crowd = format!("K{}vK", "Q".repeat(300));
        assert!(crowd.parse::<Material>().is_err());
    }
}
