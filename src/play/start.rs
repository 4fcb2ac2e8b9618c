//! From where, and by which rules, a main line is played.

use std::sync::LazyLock;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Board, CastlingMode, PositionError, Setup};

use crate::gbr::Material;

/// The starting position and its rules.
#[derive(Clone, Debug)]
pub struct Start {
    /// Everything that FEN can say, legal or not.
    pub setup: Setup,
    /// Whose rules; none for a variant that is not known.
    pub variant: Option<Variant>,
    /// Whether castling is Chess960's.
    pub mode: CastlingMode,
    /// Whether the record itself gave the position.
    pub is_given: bool,
    /// The force on the board.
    pub material: Material,
}

/// The force of the initial position, which nearly every game asks for.
static INITIAL: LazyLock<Material> = LazyLock::new(|| Material::from_board(&Board::new()));

impl Start {
    /// The initial position of a variant.
    #[must_use]
    pub fn initial(variant: Variant) -> Start {
        let setup = match variant {
            Variant::Chess => Setup::initial(),
            other => initial_of(other),
        };
        let material = match variant {
            Variant::Chess => *INITIAL,
            _ => Material::from_board(&setup.board),
        };
        let mode = CastlingMode::Standard;
        Start { setup, variant: Some(variant), mode, is_given: false, material }
    }

    /// A position that the record itself gives.
    #[must_use]
    pub fn given(setup: Setup, variant: Option<Variant>, mode: CastlingMode) -> Start {
        let material = Material::from_board(&setup.board);
        Start { setup, variant, mode, is_given: true, material }
    }

    /// A position that can be played on, and what had to be forgiven for it.
    pub(crate) fn position(&self) -> Result<(VariantPosition, Option<&'static str>), String> {
        let Some(variant) = self.variant else { return Err("its rules are not known".into()) };
        let mut setup = self.setup.clone();
        if !distinguishes_pockets(variant) {
            setup.pockets = None;
        }
        let first = VariantPosition::from_setup(variant, setup.clone(), self.mode);
        let is_standard = self.mode == CastlingMode::Standard;
        if first.is_err() && is_standard && needs_chess960(&setup) {
            return forgive(VariantPosition::from_setup(variant, setup, CastlingMode::Chess960));
        }
        forgive(first)
    }
}

fn initial_of(variant: Variant) -> Setup {
    use shakmaty::{EnPassantMode, Position as _};
    VariantPosition::new(variant).to_setup(EnPassantMode::Legal)
}

const fn distinguishes_pockets(variant: Variant) -> bool {
    matches!(variant, Variant::Crazyhouse)
}

/// Castling rights that only Chess960 can honour.
fn needs_chess960(setup: &Setup) -> bool {
    CastlingMode::detect(setup) == CastlingMode::Chess960
}

type Made = Result<VariantPosition, PositionError<VariantPosition>>;
type Pardon = fn(PositionError<VariantPosition>) -> Made;

/// Real studies have impossible en passant squares, too many men, castling rights without
/// rooks. None of that keeps their moves from being played.
fn forgive(made: Made) -> Result<(VariantPosition, Option<&'static str>), String> {
    let mut forgiven = None;
    let mut made = made;
    let pardons: [(&str, Pardon); 4] = [
        ("an en passant square that cannot be", PositionError::ignore_invalid_ep_square),
        (
            "castling rights without king or rook in place",
            PositionError::ignore_invalid_castling_rights,
        ),
        ("more men than a game can have", PositionError::ignore_too_much_material),
        ("a check that cannot come about", PositionError::ignore_impossible_check),
    ];
    for (what, pardon) in pardons {
        if let Err(error) = made {
            let before = error.kinds();
            made = pardon(error);
            let changed = made.as_ref().err().is_none_or(|error| error.kinds() != before);
            if changed {
                forgiven = forgiven.or(Some(what));
            }
        }
    }
    made.map(|position| (position, forgiven)).map_err(|error| error.to_string())
}
