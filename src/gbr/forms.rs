//! The ways in which the notation is printed: which there are, and how a
//! position is written in each.

use std::fmt;

use shakmaty::Color;

use super::{
    Code, Position,
    caption::{sign, words},
    write::Text,
};

/// A printed form of the notation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `a7d3 0116.00 b2b3c6d6 3/3+.`: the full notation.
    Page,
    /// `a7d3 0116.00 b2b3c6d6 3/3 Win:` in the running text of EG.
    EgText,
    /// `c5g6 0000.22 3/3 Win` over a diagram in EG.
    EgCaption,
    /// `(+0016.32d4g7)` in databases of studies.
    Database,
    /// `=0323.12g3g1` in encyclopaedias.
    Encyclopaedia,
    /// `(+0031.10a1h8h1f4a7)` in Probleemblad.
    Probleemblad,
    /// `+ ZAZ 0002.01 c3b1` in Dutch books.
    Dutch,
    /// `0000.02.a1a8.a2b2` in a German encyclopaedia.
    German,
    /// `e1h2 0153.22 a1b2f3a2a5d2f2d3g5`: the three fields of a solving program.
    Solver,
    /// `0002.01` or `4100`: the code alone.
    Class,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 10] = [
        Form::Page,
        Form::EgText,
        Form::EgCaption,
        Form::Database,
        Form::Encyclopaedia,
        Form::Probleemblad,
        Form::Dutch,
        Form::German,
        Form::Solver,
        Form::Class,
    ];

    /// One word in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Form::Page => "page",
            Form::EgText => "eg",
            Form::EgCaption => "caption",
            Form::Database => "database",
            Form::Encyclopaedia => "encyclopaedia",
            Form::Probleemblad => "probleemblad",
            Form::Dutch => "dutch",
            Form::German => "german",
            Form::Solver => "solver",
            Form::Class => "class",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Position {
    /// The text in one of the printed forms; what a form has no room for
    /// (squares, turn, claim) is left out.
    #[must_use]
    pub fn to_form(&self, form: Form) -> String {
        self.write(form).as_str().to_owned()
    }

    pub(super) fn write(&self, form: Form) -> Text {
        let mut text = Text::new();
        match form {
            Form::Page => self.page(&mut text),
            Form::EgText => self.eg_text(&mut text),
            Form::EgCaption => self.eg_caption(&mut text),
            Form::Database => self.database(&mut text),
            Form::Encyclopaedia => self.encyclopaedia(&mut text),
            Form::Probleemblad => self.probleemblad(&mut text),
            Form::Dutch => self.dutch(&mut text),
            Form::German => self.german(&mut text),
            Form::Solver => self.solver(&mut text),
            Form::Class => text.code(self.code()),
        }
        text
    }

    fn page(&self, text: &mut Text) {
        self.heading(text, self.code());
        self.squares(text);
        text.control(self.material());
        text.signs(self.indicator());
        text.push(b".");
    }

    fn eg_text(&self, text: &mut Text) {
        self.heading(text, self.code());
        self.squares(text);
        text.control(self.material());
        text.push_str(words(self.indicator()));
        text.push(b":");
    }

    fn eg_caption(&self, text: &mut Text) {
        self.heading(text, self.code());
        text.control(self.material());
        text.push_str(words(self.indicator()));
    }

    fn database(&self, text: &mut Text) {
        text.push(b"(");
        self.encyclopaedia(text);
        text.push(b")");
    }

    fn encyclopaedia(&self, text: &mut Text) {
        text.push_str(sign(self.indicator()));
        text.code(self.code());
        text.kings(self.board());
    }

    fn probleemblad(&self, text: &mut Text) {
        text.push(b"(");
        self.encyclopaedia(text);
        text.pieces(self.board(), self.material());
        text.pawns(self.board(), self.material());
        text.push(b")");
    }

    fn dutch(&self, text: &mut Text) {
        if self.indicator().claim.is_some() {
            text.push_str(sign(self.indicator()));
            text.push(b" ");
        }
        if self.indicator().turn == Some(Color::Black) {
            text.push(b"ZAZ ");
        }
        text.code(self.code());
        text.push(b" ");
        text.kings(self.board());
    }

    fn german(&self, text: &mut Text) {
        text.code(self.code());
        text.push(b".");
        text.kings(self.board());
        text.pieces(self.board(), self.material());
        text.pointed_pawns(self.board(), self.material());
    }

    fn solver(&self, text: &mut Text) {
        self.heading(text, self.code());
        if !self.is_bare() {
            text.push(b" ");
            text.pieces(self.board(), self.material());
            text.pawns(self.board(), self.material());
        }
    }

    fn heading(&self, text: &mut Text, code: Code) {
        text.kings(self.board());
        text.push(b" ");
        text.code(code);
    }

    fn squares(&self, text: &mut Text) {
        if !self.is_bare() {
            text.push(b" ");
            text.pieces(self.board(), self.material());
            text.pointed_pawns(self.board(), self.material());
        }
    }

    fn is_bare(&self) -> bool {
        self.board().occupied() == self.board().kings()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gbr::{Claim, Indicator};

    #[test]
    fn every_form_is_written() {
        let board = shakmaty::Board::from_ascii_board_fen(b"8/8/8/8/8/2K5/3p4/1k3NN1").unwrap();
        let win = Indicator::claim(Claim::Win, Color::Black);
        let position = Position::new(board, win).unwrap();
        for (form, text) in Form::ALL.into_iter().zip([
            "c3b1 0002.01 f1g1.d2 3/2-+.",
            "c3b1 0002.01 f1g1.d2 3/2 BTM, Win:",
            "c3b1 0002.01 3/2 BTM, Win",
            "(+0002.01c3b1)",
            "+0002.01c3b1",
            "(+0002.01c3b1f1g1d2)",
            "+ ZAZ 0002.01 c3b1",
            "0002.01.c3b1f1g1.d2",
            "c3b1 0002.01 f1g1d2",
            "0002.01",
        ]) {
            assert_eq!(position.to_form(form), text);
        }
    }
}
