//! Kings, code, count and claim without any squares: how studies are captioned
//! and listed. It names a class with its kings, not a position.

use std::fmt;

use shakmaty::{ByColor, Square};

use super::{Claim, Code, Indicator};

/// What is printed over a diagram or in a directory.
///
/// Its text is the form of EG, `c5g6 0000.22 3/3 Win`; where the men are not
/// known, that of the databases, `(+0000.22c5g6)`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive] // made by reading, which compares code and men
pub struct Caption {
    /// Where the kings stand.
    pub kings: ByColor<Square>,
    /// The class.
    pub code: Code,
    /// The men of each side, kings included; none where a digit 9 leaves it open.
    pub men: Option<ByColor<u8>>,
    /// Side to move and claim.
    pub indicator: Indicator,
}

impl fmt::Display for Caption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByColor { white, black } = self.kings;
        let code = self.code;
        match &self.men {
            Some(men) => {
                write!(f, "{white}{black} {code} {}/{}", men.white, men.black)?;
                f.write_str(words(self.indicator))
            }
            None => write!(f, "({}{code}{white}{black})", sign(self.indicator)),
        }
    }
}

/// The indicator in the words of EG, with the blank before them.
pub(super) const fn words(indicator: Indicator) -> &'static str {
    use shakmaty::Color::Black;
    match (indicator.claim, indicator.turn) {
        (Some(Claim::Win), Some(Black)) => " BTM, Win",
        (Some(Claim::Win), _) => " Win",
        (Some(Claim::Draw), Some(Black)) => " BTM, Draw",
        (Some(Claim::Draw), _) => " Draw",
        (None, _) => indicator.as_str(),
    }
}

/// The claim alone, as the databases print it: they do not mark Black to move.
pub(super) const fn sign(indicator: Indicator) -> &'static str {
    match indicator.claim {
        Some(Claim::Win) => "+",
        Some(Claim::Draw) => "=",
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use crate::gbr::{Meaning, Reading};

    fn written(text: &str) -> String {
        match text.parse::<Reading>().expect("a caption").meaning {
            Meaning::Caption(caption) => caption.to_string(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn captions_are_written_as_eg_prints_them() {
        assert_eq!(written("c5g6 0000.22 3/3 Win"), "c5g6 0000.22 3/3 Win");
        assert_eq!(written("h5f7 0613.51 7/5 BTM, Win"), "h5f7 0613.51 7/5 BTM, Win");
        assert_eq!(written("(=0001.33b7d6)"), "b7d6 0001.33 5/4 Draw");
    }

    #[test]
    fn unknown_men_are_left_out() {
        assert_eq!(written("+0090.01a1a8"), "(+0090.01a1a8)");
    }
}
