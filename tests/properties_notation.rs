//! The properties of the notation, tried on random bytes and arrangements.

use crate::properties::notation;
use proptest::{collection::vec, prelude::*};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_arrangement_survives_the_round_trip(bytes in vec(any::<u8>(), 3..130)) {
        notation::arrangement(&bytes).iter().for_each(notation::round_trip);
    }

    #[test]
    fn small_arrangements_survive_the_round_trip(bytes in vec(any::<u8>(), 3..16)) {
        notation::arrangement(&bytes).iter().for_each(notation::round_trip);
    }

    #[test]
    fn any_bytes_are_a_code_or_an_error(text in vec(any::<u8>(), 0..12)) {
        notation::code(&text);
    }

    #[test]
    fn likely_codes_are_read_or_refused(text in "[0-9.]{3,8}|K[QRBNP]{0,4}v?K[QRBNP]{0,10}") {
        notation::code(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_a_position_or_an_error(text in vec(any::<u8>(), 0..60)) {
        notation::position(&text);
    }

    #[test]
    fn likely_positions_are_read_or_refused(
        text in "[a-h][1-8][a-h][1-8] [0-2]{4}[.][0-2]{2} ([a-h][1-8]){0,4}[.]?([a-h][1-8]){0,2} [1-4]/[1-4][-]?[+=]?( WTM| Win)?[.:]?"
    ) {
        notation::position(text.as_bytes());
    }

    #[test]
    fn spoilt_positions_are_read_or_refused(
        bytes in vec(any::<u8>(), 3..30), at in any::<prop::sample::Index>(), byte in any::<u8>()
    ) {
        if let Some(position) = notation::arrangement(&bytes) {
            let mut text = position.to_string().into_bytes();
            let at = at.index(text.len());
            text[at] = byte;
            notation::position(&text);
        }
    }

    #[test]
    fn patterns_are_globs(text in r"([0-9?]|\[[0-9]{1,3}\]|\[[0-4]-[5-9]\]){0,4}[*]?([.]([0-8?]|\[[0-8]{1,2}\]){0,2}[*]?)?") {
        notation::pattern(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_a_pattern_or_an_error(text in vec(any::<u8>(), 0..12)) {
        notation::pattern(&text);
    }
}
