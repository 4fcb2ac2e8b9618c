use super::*;

const TAGS: &[(&str, &str)] = &[
    ("White", "Carlsen, Magnus"),
    ("Black", "Réti, Richard"),
    ("WhiteElo", "2830"),
    ("BlackElo", "?"),
    ("Date", "2010.06.??"),
    ("EventDate", "????.??.??"),
    ("Result", "1/2-1/2"),
    ("ECO", "B33"),
    ("Round", "3.1"),
    ("Annotator", ""),
];

fn is_so(query: &str) -> bool {
    let query: TagQuery = query.parse().unwrap_or_else(|error| panic!("{query}: {error}"));
    query.takes(|name| TAGS.iter().find(|(tag, _)| *tag == name).map(|(_, value)| value))
}

#[test]
fn numbers_compare_as_numbers() {
    for query in ["WhiteElo >= 2400", "WhiteElo>900", "WhiteElo = 2830.0", "Round < 10"] {
        assert!(is_so(query), "{query}");
    }
    assert!(is_so("WhiteElo != 2400") && is_so("WhiteElo > -1") && is_so("WhiteElo <= +2830"));
}

#[test]
fn what_is_no_number_is_false() {
    for query in ["BlackElo > 0", "BlackElo <= 0", "BlackElo != 0", "White > 0", "Annotator = 0"] {
        assert!(!is_so(query), "{query}");
        assert!(is_so(&format!("not {query}")), "{query}");
    }
}

#[test]
fn a_comparison_with_a_missing_tag_is_false_and_not_of_it_true() {
    for query in ["Site = \"x\"", "Site != \"x\"", "Elo < 1", "Site ~ \"\"", "has(Site)"] {
        assert!(!is_so(query), "{query}");
        assert!(is_so(&format!("not {query}")), "{query}");
    }
    assert!(is_so("has(White)") && is_so("has ( Annotator )"));
}

#[test]
fn dates_compare_by_their_known_parts() {
    for query in [
        "Date >= 2010",
        "Date = 2010",
        "Date <= 2010",
        "Date = 2010.06",
        "Date = 2010-6",
        "Date > 2010.05.31",
        "Date < 2010/07",
        "Date != 2009",
        "Date < 2011.01.01",
        "Date >= \"2010.06\"",
        "EventDate = \"????.??.??\"",
        "Date != \"foo\"",
        "Date <= 2010.12.31 and Date > 2010.02.31",
    ] {
        assert!(is_so(query), "{query}");
    }
    for query in [
        "Date > 2010",
        "Date = 2010.06.01",
        "Date != 2010.06.01",
        "Date >= 2010.06.01",
        "EventDate > 0",
        "EventDate != 2010",
    ] {
        assert!(!is_so(query), "{query}");
    }
}

#[test]
fn a_text_is_found_in_another_without_case_and_accents() {
    assert!(is_so("White ~ \"carlsen\"") && is_so("Black ~ \"RETI\"") && is_so("White ~ \"N, M\""));
    assert!(is_so("Black ~ \"réTi, r\"") && !is_so("White ~ \"reti\""));
    let query: TagQuery = "White ~ \"müller\"".parse().expect("a query");
    // Latin-1, as older files have it.
    assert!(query.takes(|_| Some(b"M\xfcller, Karsten")));
}

#[test]
fn texts_compare_byte_by_byte() {
    assert!(is_so("Result = \"1/2-1/2\"") && !is_so("Result = \"1-0\""));
    assert!(is_so("ECO >= \"B20\" and ECO <= \"B99\"") && !is_so("White = \"carlsen, magnus\""));
    assert!(is_so("White != \"x\"") && is_so("Annotator = \"\""));
    let query: TagQuery = r#"Site = "a \"b\" \\ c""#.parse().expect("a query");
    assert!(query.takes(|_| Some(r#"a "b" \ c"#)));
}

#[test]
fn not_comes_before_and_and_that_before_or() {
    for (query, answer) in [
        ("has(White) or has(Site) and has(Site)", true),
        ("(has(White) or has(Site)) and has(Site)", false),
        ("not has(Site) or has(White)", true),
        ("not (has(Site) or has(White))", false),
        ("not not has(White)", true),
        ("NOT has(Site) AND Has(White)", true),
        ("not(has(Site))and(has(White))", true),
    ] {
        assert_eq!(is_so(query), answer, "{query}");
    }
}

#[test]
fn bad_queries_say_where() {
    for (query, byte) in [
        ("", 0),
        ("White", 5),
        ("White =", 7),
        ("White = Carlsen", 8),
        ("White ~ 5", 8),
        ("White = \"x", 10),
        ("WhiteElo >= 2400 and", 20),
        ("WhiteElo >= 2400 BlackElo", 17),
        ("and", 0),
        ("(has(White)", 11),
        ("has White", 4),
        ("has()", 4),
        ("Date >= x", 8),
        ("Date >= 2010.06.17.1", 8),
        ("Date >= \"foo\"", 8),
        ("Date < \"2010.??.??\"", 7),
        ("EventDate >= \"2010.13\"", 13),
        ("Date = 2010.13.45", 12),
        ("Date = 2010.0", 12),
        ("Date = 2010-12-32", 15),
        ("WhiteElo > 1.2.3", 11),
        ("WhiteElo => 3", 10),
        (")", 0),
    ] {
        let error = query.parse::<TagQuery>().expect_err(query);
        assert_eq!(error.byte(), byte, "{query}: {error}");
    }
    let error = "Date = 2010.13.45".parse::<TagQuery>().unwrap_err();
    assert_eq!(error.to_string(), "expected a month from 1 to 12, found `13.45`");
    let error = "White Carlsen".parse::<TagQuery>().unwrap_err();
    assert_eq!(error.to_string(), "expected `=`, `!=`, `<`, `<=`, `>`, `>=`, `~`, found `Carlsen`");
}

#[test]
fn nesting_is_bounded() {
    let nested = |depth| format!("{}has(White){}", "(".repeat(depth), ")".repeat(depth));
    assert!(nested(100).parse::<TagQuery>().is_ok());
    for query in [nested(101), nested(100_000), "not ".repeat(100_000) + "has(White)"] {
        let error = query.parse::<TagQuery>().unwrap_err();
        assert_eq!(error.expected(), "at most 100 brackets within each other");
    }
    let long = vec!["has(White)"; 100_000].join(" and ");
    assert!(is_so(&long));
}
