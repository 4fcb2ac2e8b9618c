//! The plugin of examples/ does what it says.

use std::fs::File;

#[path = "../examples/plugin.rs"]
#[allow(dead_code, reason = "its main is not called")]
mod example;

#[test]
fn the_example_counts_the_men_of_every_study() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/studies.pgn");
    let mut out = Vec::new();
    example::count_men(File::open(path).unwrap(), &mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "white\tgbr\tmen\tmenfinal");
    assert_eq!(lines[1], "Barbier, Georges Emile; Saavedra, Fernando\t0300.10\t4\t4");
    assert_eq!(lines[3], "Réti, Richard\t0000.11\t4\t4");
    assert_eq!(lines.len(), 1 + 17);
    assert!(lines.iter().all(|line| line.split('\t').count() == 4), "{text}");
}
