//! The properties of scanning, tried on random texts and on pieces of notation.

#[path = "properties/scan.rs"]
mod scan;

use proptest::{collection::vec, prelude::*};

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
}
