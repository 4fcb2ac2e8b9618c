//! What the redundancy of the notation is for: in come the parts of a text,
//! out comes what they mean together, or the first place where they disagree.

use shakmaty::{Bitboard, Board, ByColor, ByRole, Color, Rank, Role, Square};

use super::{
    Caption, Code, ErrorKind, Form, Material, Meaning, ParseError, Position,
    code::{MANY, PIECES},
    draft::{Control, Draft, Kings, Placed},
    solve,
};

/// The men of one side of a set.
const SET: u8 = 16;

/// Compares the parts of a text in any form.
pub(super) fn check(draft: &Draft, text: &[u8]) -> Result<Meaning, ParseError> {
    let check = Redundancy { draft, len: text.len() };
    let Some(kings) = &draft.kings else {
        return Ok(Meaning::Class(draft.code));
    };
    check.kings_differ(kings)?;
    if check.may_be_chance() {
        check.kings_are_apart(kings)?;
        check.men_are_few()?;
    }
    if check.is_caption(kings) {
        return check.caption(kings).map(Meaning::Caption);
    }
    let material = check.material()?;
    check.position(kings, &material).map(Meaning::Position)
}

/// Compares the parts of a text in the full notation, where pawns stand after
/// a point.
pub(super) fn check_strictly(draft: &Draft, text: &[u8]) -> Result<Position, ParseError> {
    let check = Redundancy { draft, len: text.len() };
    let Some(kings) = &draft.kings else {
        return Err(check.error(ErrorKind::Syntax, text.len(), "the kings", "none"));
    };
    check.kings_differ(kings)?;
    let material = check.material()?;
    check.pawns_are_pointed(&material)?;
    check.position(kings, &material)
}

struct Redundancy<'d> {
    draft: &'d Draft,
    len: usize,
}

impl Redundancy<'_> {
    /// Kings and a code with nothing else to hold them against may be two moves and a price.
    fn may_be_chance(&self) -> bool {
        match self.draft.form {
            Form::Dutch | Form::Encyclopaedia => true,
            Form::EgCaption => self.draft.control.is_none(),
            Form::Solver => self.draft.squares.men.is_empty(),
            _ => false,
        }
    }

    /// Without squares it is a caption, and also where they only repeat the kings.
    fn is_caption(&self, kings: &Kings) -> bool {
        let squares = &self.draft.squares.men;
        let repeated = squares.iter().map(|man| man.square).eq(kings.iter().map(|man| man.square));
        (squares.is_empty() || repeated) && self.draft.code != Code::BARE
    }

    fn caption(&self, kings: &Kings) -> Result<Caption, ParseError> {
        if let Some(again) = &self.draft.kings_again {
            self.same_kings(kings, again)?;
        }
        let men = match (self.draft.code.counts(), &self.draft.control) {
            (Some(material), _) => {
                self.control_agrees(&material)?;
                Some(material.men_by_color())
            }
            (None, Some(control)) => {
                self.readings(control)?;
                Some(control.men)
            }
            (None, None) => None,
        };
        let kings = kings.map(|king| king.square);
        Ok(Caption { kings, code: self.draft.code, men, indicator: self.draft.indicator })
    }

    fn position(&self, kings: &Kings, material: &Material) -> Result<Position, ParseError> {
        self.point_divides(material)?;
        let mut roles = ByRole::new_with(|_| Bitboard::EMPTY);
        let mut colors = ByColor::new_with(|_| Bitboard::EMPTY);
        let mut place = |color: Color, role, man: &Placed| {
            let square = self.free_square(colors.white | colors.black, role, man)?;
            *roles.get_mut(role) |= square;
            *colors.get_mut(color) |= square;
            Ok(())
        };
        place(Color::White, Role::King, &kings.white)?;
        place(Color::Black, Role::King, &kings.black)?;
        let mut squares = self.draft.squares.men.iter();
        for role in PIECES.into_iter().chain([Role::Pawn]) {
            for color in Color::ALL {
                for man in squares.by_ref().take(material.count(color, role).into()) {
                    place(color, role, man)?;
                }
            }
        }
        let board = Board::try_from_bitboards(roles, colors);
        let board = board.expect("every man has a square of his own");
        Ok(Position::from_checked(board, self.draft.indicator))
    }

    /// The square of a man, who may stand there.
    fn free_square(
        &self,
        occupied: Bitboard,
        role: Role,
        man: &Placed,
    ) -> Result<Square, ParseError> {
        let square = man.square;
        if occupied.contains(square) {
            let found = format!("`{square}` once more");
            return Err(self.error(ErrorKind::Occupied, man.left, "a free square", found));
        }
        if role == Role::Pawn && is_backrank(square) {
            let expected = "a pawn between the second and the seventh rank";
            return Err(self.error(ErrorKind::Backrank, man.left, expected, format!("`{square}`")));
        }
        Ok(square)
    }

    /// The numbers of men that code, squares and count agree on.
    fn material(&self) -> Result<Material, ParseError> {
        let code = self.draft.code;
        if let Some(material) = code.counts() {
            self.number_of_squares(material.total(), || format!("the code {code}"))?;
            self.control_agrees(&material)?;
            return Ok(material);
        }
        let Some(control) = &self.draft.control else {
            self.at_least(code)?;
            let expected = "a count of men, without which a 9 cannot be told";
            return Err(self.error(
                ErrorKind::Uncounted,
                self.draft.code_left,
                expected,
                format!("`{code}`"),
            ));
        };
        let men = control.men;
        let reason = || format!("the count {}", slashed(&men));
        self.number_of_squares(men.white + men.black, reason)?;
        self.readings(control)?.ok_or_else(|| self.several(control))
    }

    /// The one reading of the digits 9, or none where there are several.
    fn readings(&self, control: &Control) -> Result<Option<Material>, ParseError> {
        let readings = solve::readings(self.draft.code, control.men);
        match readings.count {
            0 => {
                let expected = format!("a count of men that fits {}", self.draft.code);
                Err(self.error(ErrorKind::Nine, control.left, expected, slashed(&control.men)))
            }
            1 => Ok(readings.first.first().copied()),
            _ => Ok(None),
        }
    }

    fn several(&self, control: &Control) -> ParseError {
        let readings = solve::readings(self.draft.code, control.men);
        let names: Vec<_> = readings.first.iter().map(Material::to_string).collect();
        let more = if (names.len() as i64) < readings.count { ", ..." } else { "" };
        let found = format!("{}: {}{more}", readings.count, names.join(", "));
        self.error(ErrorKind::Readings, self.draft.code_left, "one reading of the digits 9", found)
    }

    /// Without a count, a digit 9 is three men or more.
    fn at_least(&self, code: Code) -> Result<(), ParseError> {
        let squares = &self.draft.squares;
        let least = usize::from(code.least_counts().total()) - 2 + 3 * nines(code);
        if squares.men.len() >= least {
            return Ok(());
        }
        let expected = format!("at least {} for the code {code}", squares_text(least));
        let found = squares.men.len().to_string();
        Err(self.error(ErrorKind::Squares, squares.end_left, expected, found))
    }

    fn number_of_squares(
        &self,
        men: u8,
        reason: impl FnOnce() -> String,
    ) -> Result<(), ParseError> {
        let squares = &self.draft.squares;
        let expected = usize::from(men).saturating_sub(2);
        if squares.men.len() == expected {
            return Ok(());
        }
        let left = squares.men.get(expected).map_or(squares.end_left, |surplus| surplus.left);
        let found = squares.men.len().to_string();
        Err(self.error(
            ErrorKind::Squares,
            left,
            format!("{} for {}", squares_text(expected), reason()),
            found,
        ))
    }

    fn control_agrees(&self, material: &Material) -> Result<(), ParseError> {
        let men = material.men_by_color();
        match &self.draft.control {
            Some(control) if control.men != men => {
                let found = slashed(&control.men);
                Err(self.error(ErrorKind::Control, control.left, slashed(&men), found))
            }
            _ => Ok(()),
        }
    }

    fn point_divides(&self, material: &Material) -> Result<(), ParseError> {
        let pieces = usize::from(material.total() - 2 - material.pawns());
        match self.draft.squares.point {
            Some((before, left)) if before != pieces => {
                let expected = format!("{} before the point", squares_text(pieces));
                Err(self.error(ErrorKind::Point, left, expected, before.to_string()))
            }
            _ => Ok(()),
        }
    }

    fn pawns_are_pointed(&self, material: &Material) -> Result<(), ParseError> {
        let squares = &self.draft.squares;
        let pieces = usize::from(material.total() - 2 - material.pawns());
        match squares.men.get(pieces) {
            Some(pawn) if squares.point.is_none() => {
                let found = format!("`{}`", pawn.square);
                Err(self.error(ErrorKind::Point, pawn.left, "a point before the pawns", found))
            }
            _ => Ok(()),
        }
    }

    fn kings_differ(&self, kings: &Kings) -> Result<(), ParseError> {
        let ByColor { white, black } = kings;
        if white.square != black.square {
            return Ok(());
        }
        let found = format!("`{}` once more", black.square);
        Err(self.error(ErrorKind::Occupied, black.left, "a free square", found))
    }

    fn kings_are_apart(&self, kings: &Kings) -> Result<(), ParseError> {
        let ByColor { white, black } = kings;
        if white.square.distance(black.square) > 1 {
            return Ok(());
        }
        let found = format!("`{}{}`", white.square, black.square);
        Err(self.error(ErrorKind::Touching, white.left, "kings that do not touch", found))
    }

    /// Whether the men fit into two sets; a digit 9 may be three men of either side.
    fn men_are_few(&self) -> Result<(), ParseError> {
        let code = self.draft.code;
        let ByColor { white, black } = code.least_counts().men_by_color();
        let nines = nines(code) as u8;
        let fits = |whites: u8| white + 3 * whites <= SET && black + 3 * (nines - whites) <= SET;
        if (0..=nines).any(fits) {
            return Ok(());
        }
        let expected = format!("at most {SET} men a side");
        Err(self.error(ErrorKind::Men, self.draft.code_left, expected, format!("`{code}`")))
    }

    fn same_kings(&self, kings: &Kings, again: &Kings) -> Result<(), ParseError> {
        for (king, again) in kings.iter().zip(again.iter()) {
            if king.square != again.square {
                let expected = format!("the king on {} once more", king.square);
                let found = format!("`{}`", again.square);
                return Err(self.error(ErrorKind::Kings, again.left, expected, found));
            }
        }
        Ok(())
    }

    fn error(
        &self,
        kind: ErrorKind,
        left: usize,
        expected: impl Into<std::borrow::Cow<'static, str>>,
        found: impl Into<String>,
    ) -> ParseError {
        ParseError::new(kind, self.len.saturating_sub(left), expected, found)
    }
}

/// How many digits are 9; those of pawns never are.
fn nines(code: Code) -> usize {
    code.digits().iter().filter(|&&digit| digit == MANY).count()
}

fn squares_text(number: usize) -> String {
    format!("{number} square{}", if number == 1 { "" } else { "s" })
}

fn slashed(men: &ByColor<u8>) -> String {
    format!("{}/{}", men.white, men.black)
}

fn is_backrank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}
