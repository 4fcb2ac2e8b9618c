//! The parts of a text as they stand there, before anyone has asked whether
//! they agree.
//!
//! A place is kept as the number of bytes *left* from there to the end: that
//! is what a parser knows.

use shakmaty::{ByColor, Square};

use super::{Code, Form, Indicator};

/// Room for the men of most positions.
const USUAL: usize = 16;

/// One text in one of the forms.
#[derive(Debug)]
pub(super) struct Draft {
    pub form: Form,
    pub code: Code,
    /// Bytes left from the code on.
    pub code_left: usize,
    pub kings: Option<Kings>,
    /// Some captions print the kings once more.
    pub kings_again: Option<Kings>,
    pub squares: Squares,
    pub control: Option<Control>,
    pub indicator: Indicator,
}

/// A square, and the bytes left from it on.
#[derive(Copy, Clone, Debug)]
pub(super) struct Placed {
    pub square: Square,
    pub left: usize,
}

/// White's king and Black's.
pub(super) type Kings = ByColor<Placed>;

/// The squares after the code.
#[derive(Debug, Default)]
pub(super) struct Squares {
    pub men: Vec<Placed>,
    /// How many squares stand before the point, and the bytes left from it on.
    pub point: Option<(usize, usize)>,
    /// Bytes left after the last of them.
    pub end_left: usize,
}

/// The count of men, and the bytes left from it on.
#[derive(Copy, Clone, Debug)]
pub(super) struct Control {
    pub men: ByColor<u8>,
    pub left: usize,
}

impl Draft {
    pub(super) fn new(form: Form, (code, code_left): (Code, usize)) -> Draft {
        Draft {
            form,
            code,
            code_left,
            kings: None,
            kings_again: None,
            squares: Squares::default(),
            control: None,
            indicator: Indicator::default(),
        }
    }

    pub(super) fn kings(self, kings: Kings) -> Draft {
        Draft { kings: Some(kings), ..self }
    }

    pub(super) fn squares(self, squares: Squares) -> Draft {
        Draft { squares, ..self }
    }

    pub(super) fn control(self, control: Control) -> Draft {
        Draft { control: Some(control), ..self }
    }

    pub(super) fn indicator(self, indicator: Indicator) -> Draft {
        Draft { indicator, ..self }
    }
}

impl Squares {
    /// The first of some squares.
    pub(super) fn starting(man: Placed) -> Squares {
        Squares { men: Vec::with_capacity(USUAL), ..Squares::default() }.with(man)
    }

    pub(super) fn with(mut self, man: Placed) -> Squares {
        self.men.push(man);
        // A square is two bytes long.
        self.end_left = man.left - 2;
        self
    }

    /// These are the pawns after a point that has so many bytes left.
    pub(super) fn behind_point(self, left: usize) -> Squares {
        Squares { point: Some((0, left)), ..self }
    }

    /// These are the pieces before the pawns, if there are any.
    pub(super) fn before(mut self, pawns: Option<Squares>) -> Squares {
        if let Some(pawns) = pawns {
            self.point = pawns.point.map(|(_, left)| (self.men.len(), left));
            self.men.extend(pawns.men);
            self.end_left = pawns.end_left;
        }
        self
    }
}
