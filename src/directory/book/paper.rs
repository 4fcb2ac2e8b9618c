//! Paper, and what fits on it. All lengths are in tenths of a millimetre.

/// What a book is printed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8½ by 11 inches.
    Letter,
}

/// The margins: above, at the sides, below.
const MARGINS: [u32; 3] = [220, 180, 200];

/// The height of a line of small print.
pub const LINE: u32 = 36;

/// The size of its letters.
pub const EM: u32 = 28;

/// The room between two columns.
pub const GUTTER: u32 = 50;

impl Paper {
    const fn size(self) -> (u32, u32) {
        match self {
            Paper::A4 => (2100, 2970),
            Paper::Letter => (2159, 2794),
        }
    }

    /// What there is within the margins.
    pub(super) const fn room(self) -> (u32, u32) {
        let [above, side, below] = MARGINS;
        let (width, height) = self.size();
        (width - 2 * side, height - above - below)
    }

    /// Lines of small print on a page.
    pub(super) const fn lines(self) -> usize {
        (self.room().1 / LINE) as usize
    }

    /// The width of one of so many columns, in hundredths of the size of the letters.
    pub(super) const fn column(self, columns: u32) -> u32 {
        let (width, _) = self.room();
        (width - (columns - 1) * GUTTER) / columns * 100 / EM
    }

    pub(super) fn css(self) -> String {
        let [above, side, below] = MARGINS.map(millimetres);
        let name = match self {
            Paper::A4 => "A4",
            Paper::Letter => "letter",
        };
        let (width, height) = self.room();
        format!(
            "@page{{size:{name};margin:{above} {side} {below}}}\n\
             :root{{--line:{};--em:{};--gutter:{};--width:{};--height:{}}}\n",
            millimetres(LINE),
            millimetres(EM),
            millimetres(GUTTER),
            millimetres(width),
            millimetres(height),
        )
    }
}

/// `25.5mm`
pub fn millimetres(tenths: u32) -> String {
    format!("{}.{}mm", tenths / 10, tenths % 10)
}

/// A page of diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    pub columns: u32,
    pub rows: u32,
    /// The width and the height of each place, with what keeps it apart from the others.
    pub place: (u32, u32),
}

impl Grid {
    /// The first page of a part has a heading as well.
    pub const fn of(paper: Paper, per_page: u8) -> Grid {
        let (columns, rows) = match per_page {
            0..=4 => (2, 2),
            5 | 6 => (2, 3),
            7..=9 => (3, 3),
            _ => (3, 4),
        };
        let (width, height) = paper.room();
        Grid { columns, rows, place: (width / columns, height / rows) }
    }

    pub const fn places(self) -> usize {
        (self.columns * self.rows) as usize
    }
}
