//! What the program calls itself: gbr-pgn, or what a program with plugins is called.

use std::sync::OnceLock;

/// The name that is typed, and the version that goes with it.
#[derive(Clone, Copy)]
pub struct Program {
    pub name: &'static str,
    pub version: &'static str,
}

static PROGRAM: OnceLock<Program> = OnceLock::new();

/// The name in all texts of this crate.
const GBR_PGN: &str = "gbr-pgn";

/// From now on it has this name.
pub fn rename(program: Program) {
    PROGRAM.get_or_init(|| program);
}

/// What it was renamed to.
pub fn own() -> Option<Program> {
    PROGRAM.get().copied()
}

pub fn name() -> &'static str {
    own().map_or(GBR_PGN, |program| program.name)
}

/// A text about gbr-pgn with the name that the user knows.
pub fn renamed(text: &str) -> String {
    text.replace(GBR_PGN, name())
}
