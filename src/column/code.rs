//! The GBR code of a position: `0116.00`.

use super::{At, Stage};
use crate::game::Game;
use crate::gbr;
use crate::record::Record;
use crate::row::Column;

/// The code of one of the positions.
pub struct Code(pub At);

impl Stage for Code {
    fn column(&self) -> Column {
        match self.0 {
            At::Start => Column::code("GBR", "gbr"),
            At::Final => Column::code("GBRFinal", "gbrfinal"),
            At::Found => Column::code("GBRFound", "gbrfound"),
        }
    }

    fn at(&self) -> Option<At> {
        Some(self.0)
    }

    fn twin(&self) -> Option<&'static str> {
        (self.0 == At::Final).then(|| Code(At::Start).column().key)
    }

    fn cell(&self, _: &Record<'_>, game: &Game, out: &mut Vec<u8>) -> bool {
        let code = self.0.material(game).and_then(|men| gbr::Code::from_material(men).ok());
        code.inspect(|code| code.append_ascii_to(out)).is_some()
    }
}
