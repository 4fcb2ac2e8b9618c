//! The properties of scanning, tried on random texts and on pieces of notation.

use crate::properties::{notation, scan};
use gbr_pgn::gbr::Form;
use proptest::{collection::vec, prelude::*};

/// What may say who is to move or what White achieves, and what only seems to.
const PHRASES: &[&str] = &[
    "+",
    "=",
    "-+",
    "-=",
    "- +",
    "\u{2013}=",
    "\u{2212} +",
    " +",
    " -=",
    " WTM",
    " btm",
    " White to move",
    " black to play",
    " Win",
    " DRAW",
    " wins",
    " White wins",
    " White draws",
    " Win in 86",
    " White wins in 78 moves",
    " Draw?",
    " White to move and win",
    " Black wins",
    " Black moves",
    " Black",
    " White to",
    " Winner",
    " (BTM)",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_scanned(text in vec(any::<u8>(), 0..400)) {
        scan::scan(&text);
    }

    #[test]
    fn pieces_of_notation_are_scanned(
        parts in vec(
            prop::sample::select(vec![
                "a1", "h8", "c3", "d2", " ", "\n", ".", "0000.00", "0116.00", "0000.11", "9", "4100", "3/3",
                "2/2", "+", "-", "=", "(", ")", "Win", "WTM", "BTM,", "ZAZ", ":", "<b>", "<br>", "&nbsp;", "\r\n> ",
                "\u{a0}", "\u{ad}", "\n\n\n", "x", "TT", "<a title=\"0116.00\">",
            ]),
            0..60,
        )
    ) {
        scan::scan(parts.concat().as_bytes());
    }

    #[test]
    fn notations_in_any_surroundings_are_scanned(
        before in ".{0,8}", code in "[0-2]{4}[.][0-2]{2}", squares in "([a-h][1-8]){0,6}[.]?([a-h][1-8]){0,3}",
        kings in "[a-h][1-8] ?[a-h][1-8]", behind in "( [1-5]/[1-5])?[-]?[+=]?[.]?", after in ".{0,8}"
    ) {
        scan::scan(format!("{before}{kings} {code} {squares}{behind}{after}").as_bytes());
        scan::scan(format!("{before}(+{code}{kings}{squares}){after}").as_bytes());
        scan::scan(format!("{before}{code}.{kings}{squares}{after}").as_bytes());
    }

    #[test]
    fn a_line_with_a_position_alone_is_scanned_as_it_is_decoded(
        men in vec(any::<u8>(), 3..40), form in prop::sample::select(Form::ALL[..9].to_vec()),
        phrases in vec((prop::sample::select(PHRASES), prop::sample::select(vec!["", ",", " "])), 0..3),
        stop in prop::sample::select(vec!["", ".", ":"]),
    ) {
        let Some(position) = notation::arrangement(&men) else { return Ok(()) };
        scan::line(&position.to_form(form));
        let phrases: String = phrases.iter().map(|(phrase, next)| format!("{next}{phrase}")).collect();
        let page = position.to_form(Form::Page);
        let placed = page.trim_end_matches(|last: char| !last.is_ascii_digit());
        scan::line(&format!("{placed}{phrases}{stop}"));
        let caption = position.to_form(Form::EgCaption);
        scan::line(&format!("{}{phrases}{stop}", &caption[..12]));
        let solver = position.to_form(Form::Solver);
        scan::line(&format!("{solver}{phrases}{stop}"));
    }
}
