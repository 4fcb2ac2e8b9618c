//! What a table is called: the men it is about and what it knows of them, from the name of its file.

use std::{ffi::OsStr, fmt, path::Path};

use shakmaty::{Board, Color, Role};

use crate::gbr::Material;

/// What a table holds for each position.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TableKind {
    /// Win, draw or loss: files ending in `.rtbw`.
    Wdl,
    /// How many plies it is to the next capture or pawn move: files ending in `.rtbz`.
    Dtz,
}

impl TableKind {
    /// The ending of the files, without the point.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            TableKind::Wdl => "rtbw",
            TableKind::Dtz => "rtbz",
        }
    }

    fn from_ending(ending: &OsStr) -> Option<TableKind> {
        [TableKind::Wdl, TableKind::Dtz].into_iter().find(|kind| ending == kind.ending())
    }
}

/// The name of a table: `KRvK.rtbw`.
///
/// The side with more men comes first, or with stronger ones; one table serves both colours.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableName {
    material: Material,
    kind: TableKind,
}

impl TableName {
    /// Tables have up to seven men.
    pub const MOST_MEN: u8 = 7;

    /// The table in which a position with these men is found.
    #[must_use]
    pub fn of_board(board: &Board, kind: TableKind) -> TableName {
        TableName::new(Material::from_board(board), kind)
    }

    pub(super) fn new(material: Material, kind: TableKind) -> TableName {
        let (white, black) = (strength(&material, Color::White), strength(&material, Color::Black));
        TableName { material: if white < black { material.reversed() } else { material }, kind }
    }

    /// Reads the name of a file; nothing where it is not that of a table for standard chess.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<TableName> {
        let kind = TableKind::from_ending(path.extension()?)?;
        let stem = path.file_stem()?.to_str()?;
        let material: Material =
            stem.parse().ok().filter(|read: &Material| read.to_string() == stem)?;
        let kings = Color::ALL.map(|color| material.count(color, Role::King));
        let fits = kings == [1, 1] && (3..=TableName::MOST_MEN).contains(&material.total());
        fits.then(|| TableName::new(material, kind))
    }

    /// What the table holds.
    #[must_use]
    pub const fn kind(&self) -> TableKind {
        self.kind
    }

    /// How many men each of its positions has.
    #[must_use]
    pub fn men(&self) -> u8 {
        self.material.total()
    }

    /// The men, with the stronger side as White.
    #[must_use]
    pub const fn material(&self) -> Material {
        self.material
    }
}

/// What the names are ordered by: how many men, then how many queens, rooks, bishops, knights.
fn strength(material: &Material, color: Color) -> [u8; 5] {
    let [queens, rooks, bishops, knights] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight]
        .map(|role| material.count(color, role));
    [material.men(color), queens, rooks, bishops, knights]
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.material, self.kind.ending())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Option<String> {
        TableName::of_file(Path::new(name)).map(|name| name.to_string())
    }

    #[test]
    fn the_stronger_side_comes_first() {
        assert_eq!(read("KRBvKNN.rtbw").as_deref(), Some("KRBvKNN.rtbw"));
        assert_eq!(read("KNNvKRB.rtbz").as_deref(), Some("KRBvKNN.rtbz"));
        assert_eq!(read("KvKP.rtbw").as_deref(), Some("KPvK.rtbw"));
        assert_eq!(read("KPvKB.rtbw").as_deref(), Some("KBvKP.rtbw"));
    }

    #[test]
    fn other_files_are_not_tables() {
        for name in [
            "KPvK.txt",
            "KPvK",
            "KPK.rtbw",
            "kpvk.rtbw",
            "KPvP.rtbw",
            "KKvK.rtbw",
            "KvK.rtbw",
            "README.md",
            "KPPPvKPPP.rtbw",
            "KPvK.rtbw.bak",
            "PKvK.rtbw",
            "",
        ] {
            assert_eq!(read(name), None, "{name}");
        }
    }
}
