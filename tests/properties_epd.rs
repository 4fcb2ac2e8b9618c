//! What convert does with lines of EPD, tried on random operations.

use crate::properties::epd;
use proptest::{collection::vec, prelude::*, sample::select};

const POSITIONS: &[&str] = &[
    // Of two fields, so that operations may look like the others.
    "4k3/8/8/8/8/8/8/4K3 w",
    "8/K7/2nn4/8/8/1B1k4/1R6/8 w - -",
    "8/K7/2nn4/8/8/1B1k4/1R6/8 b - - 0 12",
    "8/K7/2nn4/8/8/1B1k4/1R6/8 w - - 3+2 0 1",
    // Nothing that could be coded, so that there is none of our opcodes.
    "8/8/8/8/8/PPPP4/PPPPPPPP/K6k w - -",
];

/// Strings and words as they may stand in a file.
const OPERANDS: &[&str] = &[
    "20",
    "e4",
    "Nf3",
    "+1.5",
    "a\"b",
    "\"\"",
    "\"a; b\"",
    "\" gbr \"",
    "\"say \\\"no\\\"; gbr 1; \"",
    "\"\\\\\"",
    "\"a\\\\\\\"b\"",
    "\"C:\\\\dir\"",
    "\"\\n\"",
    "\"tab\there\"",
    "\"x\"y",
    "\"Dvo\u{159}\u{e1}k\"",
];

/// Pieces of lines, sound and broken.
const PIECES: &[&str] = &[
    ";",
    ";",
    " ",
    " ",
    "\"",
    "\"",
    "\\",
    "\\",
    "\\\"",
    "\\\";",
    "\\\\\"",
    "a",
    "0",
    "1",
    "+",
    "-",
    "3+3",
    "id",
    " c0 \"",
    " c9 \" ",
    " gbr",
    " gbrpos \"x\";",
    " hmvc 5",
    " fmvn 0;",
    " hmvc 007;",
    "\"C:\\\"",
    "\n",
    "\0",
    " 0 1;",
    " 3+3 0 1;",
];

/// Names that are not ours.
fn name() -> impl Strategy<Value = String> {
    "[a-zD][a-z0-9]{0,4}".prop_filter("ours", |it| !["gbr", "hmvc", "fmvn"].contains(&&**it))
}

/// Lines that were not kept once.
#[test]
fn convert_keeps_strings_in_the_place_of_opcodes() {
    for rest in [
        r#"\\" gbrpos "x";"C:\"\";"C:\""#,
        r#""x"y; "C:\""#,
        r#"hmvc 007;""C:\" 0 1;"\";-"#,
        r#""!";!;"#,
    ] {
        epd::convert_keeps_operations(format!("{} {rest}", POSITIONS[0]).as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Seen from outside: what was put together by hand is in the line, byte for byte.
    #[test]
    fn convert_keeps_every_epd_operation(
        position in select(&POSITIONS[1..]),
        operations in vec((name(), vec(select(OPERANDS), 0..4), select(vec!["", ";", " ; ", ";;\t"])), 0..8),
    ) {
        let mut line = format!("{position} ");
        let mut expected = Vec::new();
        for (name, operands, empty) in &operations {
            let operation = [&[name.as_str()], operands.as_slice()].concat();
            line.push_str(&format!("{empty}{};", operation.join("  ")));
            expected.push(format!(" {};", operation.join(" ")));
        }
        let converted = String::from_utf8(epd::convert(line.as_bytes())).expect("UTF-8");
        for operation in expected {
            prop_assert!(converted.contains(&operation), "{line}\n{converted}\n{operation}");
        }
        epd::convert_keeps_operations(line.as_bytes());
    }

    #[test]
    fn convert_keeps_the_operations_of_broken_lines(
        position in select(POSITIONS), pieces in vec(select(PIECES), 0..24)
    ) {
        epd::convert_keeps_operations(format!("{position} {}", pieces.concat()).as_bytes());
    }

    #[test]
    fn convert_keeps_what_any_bytes_say(position in select(POSITIONS), bytes in vec(any::<u8>(), 0..80)) {
        epd::convert_keeps_operations(&[position.as_bytes(), b" ", &bytes].concat());
    }
}
