//! The properties of questions, tried on random bytes and on texts that look like questions.

use crate::properties::search;
use proptest::{collection::vec, prelude::*};

/// A rank with a star or two and few other items.
const RANK: &str = r"[*]|8|[?]{8}|[*]([KPkpAam?!_]|\[[QRqrAa_]{1,3}\]|\[\^[Pp]\]){1,2}[*]?|([KPkp?m]|[1-2]){1,4}[*]";

/// A part of a question about tags.
const TEST: &str = r#"(not )?\(?(White|Date|Elo|has) ?(>=|<|=|!=|~) ?("[a-z\\"]{0,3}"|[0-9]{1,4}([.][0-9]{1,2}){0,2}|-3)\)?"#;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_asked_or_an_error(text in vec(any::<u8>(), 0..40)) {
        search::asked(&text);
    }

    #[test]
    fn likely_questions_are_read_or_refused(
        text in r"[KQRBNPkqrbnp1-8]{1,8}(/[KQRBNPkqrbnp1-8]{1,4}){7}( [wb])?|[a-z]{2,6}-ending|[a-h][1-8][a-h][1-8] 0[01]00[.]00 [a-h][1-8] 2/1( BTM)?[.]|K[QRBN]?v?K[QR]?"
    ) {
        search::asked(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_a_formation_or_an_error(text in vec(any::<u8>(), 0..40)) {
        search::formation(&text, &[]);
    }

    #[test]
    fn formations_take_what_they_say(ranks in vec(RANK, 8), board in vec(any::<u8>(), 0..64)) {
        search::formation(ranks.join("/").as_bytes(), &board);
    }

    /// On most ranks anything may be, so that there is something to take.
    #[test]
    fn formations_of_one_rank_take_what_they_say(rank in RANK, board in vec(any::<u8>(), 64)) {
        search::formation(format!("*/*/*/{rank}/*/*/*/*").as_bytes(), &board);
    }

    #[test]
    fn any_bytes_are_an_imbalance_or_an_error(text in vec(any::<u8>(), 0..20)) {
        search::imbalance(&text);
    }

    #[test]
    fn likely_imbalances_are_read_or_refused(
        text in "(Q|R|P|minor|men| )(=|!=|<=|>) ?-?[0-9]{1,2}(,(B|N|P)(<|>=)[0-9])?"
    ) {
        search::imbalance(text.as_bytes());
    }

    #[test]
    fn any_bytes_are_a_query_or_an_error(text in vec(any::<u8>(), 0..40), value in vec(any::<u8>(), 0..8)) {
        search::query(&text, &value);
    }

    #[test]
    fn likely_queries_are_read_or_refused(
        tests in vec(TEST, 1..4), words in vec("and|or", 4), value in "[0-9.?]{0,10}"
    ) {
        let text: Vec<_> = tests.iter().zip(&words).map(|(test, word)| format!("{test} {word} ")).collect();
        let text = text.concat();
        search::query(text.trim_end_matches(" and ").trim_end_matches(" or ").as_bytes(), value.as_bytes());
    }
}
