//! What the notation promises: the grammar and its tables of texts, the printed
//! forms, patterns as GLOBs. One test per promise.

use std::{collections::BTreeMap, fs, path::PathBuf};

use gbr_pgn::gbr::{
    Caption, Claim, Code, Form, Indicator, Material, Meaning, ParseError, Pattern, Position,
    Prefix, Reading,
};
use shakmaty::Color;

fn read(path: &str) -> String {
    fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)).expect(path)
}

/// The lines of a table that are neither blank nor a comment, by columns.
fn table(path: &str) -> Vec<Vec<String>> {
    let lines = read(path);
    let rows = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    rows.map(|row| {
        row.split('\t').map(|cell| cell.replace("\\n", "\n").replace("\\t", "\t")).collect()
    })
    .collect()
}

fn indicator_text(indicator: Indicator) -> String {
    let turn = indicator.turn.map_or('-', Color::char);
    let claim = indicator.claim.map_or('-', |claim| if claim == Claim::Win { '+' } else { '=' });
    format!("{turn} {claim}")
}

fn caption_text(caption: &Caption) -> String {
    let men = caption.men.map_or("-".into(), |men| format!("{}/{}", men.white, men.black));
    let (white, black) = (caption.kings.white, caption.kings.black);
    format!("{white}{black} {} {men} {}", caption.code, indicator_text(caption.indicator))
}

fn meaning_text(meaning: &Meaning) -> String {
    match meaning {
        Meaning::Position(position) => {
            format!("{} {}", position.board().board_fen(), indicator_text(position.indicator()))
        }
        Meaning::Caption(caption) => caption_text(caption),
        Meaning::Class(code) => code.to_string(),
    }
}

#[test]
fn accepted_texts_mean_what_the_table_says() {
    let rows = table("grammar/accept.tsv");
    assert!(rows.len() >= 120, "{}", rows.len());
    for row in rows {
        let [_, form, meaning, text] = &row[..4] else { panic!("{row:?}") };
        let reading: Reading = text.parse().unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(reading.form.name(), form, "{text:?}");
        assert_eq!(&meaning_text(&reading.meaning), meaning, "{text:?}");
    }
}

#[test]
fn every_form_is_in_the_table() {
    let rows = table("grammar/accept.tsv");
    for form in Form::ALL {
        assert!(rows.iter().filter(|row| row[1] == form.name()).count() >= 4, "{form}");
    }
}

#[test]
fn strict_mode_takes_what_the_table_calls_strict() {
    for row in table("grammar/accept.tsv") {
        let strict = Position::from_ascii_strict(row[3].as_bytes());
        assert_eq!(strict.is_ok(), row[0] == "strict", "{row:?}: {strict:?}");
    }
}

#[test]
fn strict_mode_takes_what_is_written() {
    for row in table("grammar/accept.tsv") {
        if let Ok(position) = row[3].parse::<Position>() {
            let written = position.to_string();
            let again = Position::from_ascii_strict(written.as_bytes()).expect("strict");
            assert_eq!(again.board(), position.board());
            assert_eq!(again.to_string(), written);
        }
    }
}

fn refusal(mode: &str, text: &[u8]) -> ParseError {
    let error = match mode {
        "text" => Position::from_ascii(text).err(),
        "strict" => Position::from_ascii_strict(text).err(),
        "code" => Code::from_ascii(text).err(),
        "pattern" => Pattern::from_ascii(text).err(),
        "name" => Material::from_ascii(text).err(),
        _ => panic!("{mode}"),
    };
    error.unwrap_or_else(|| panic!("taken as {mode}: {:?}", String::from_utf8_lossy(text)))
}

#[test]
fn rejected_texts_fail_where_and_as_the_table_says() {
    let rows = table("grammar/reject.tsv");
    assert!(rows.len() >= 80, "{}", rows.len());
    for row in rows {
        let [mode, byte, message, text] = &row[..] else { panic!("{row:?}") };
        let error = refusal(mode, text.as_bytes());
        assert_eq!(
            (error.byte().to_string(), error.to_string()),
            (byte.clone(), message.clone()),
            "{text:?}"
        );
    }
}

#[test]
fn carets_stand_under_the_byte() {
    let text = b"h5g7 4010.67 9/8 Draw";
    let error = refusal("text", text);
    assert_eq!(error.to_string(), "the code makes 9/9, the text says 9/8");
    assert_eq!(error.caret(text), "h5g7 4010.67 9/8 Draw\n             ^");
}

/// Grammars, and the files that have their functions.
const GRAMMARS: &[(&str, &[&str])] = &[
    ("gbr", &["gbr/parse", "gbr/parse/parts", "gbr/parse/pattern", "gbr/parse/phrase"]),
    ("board", &["search/formation/parse"]),
    ("imbalance", &["search/imbalance", "search/relation"]),
    ("where", &["search/tags/parse", "search/relation"]),
];

/// The rules of a grammar by name, blanks made equal.
fn rules_of_grammar(name: &str) -> BTreeMap<String, String> {
    let grammar = read(&format!("grammar/{name}.abnf"));
    let lines = grammar.lines().map(|line| line.split(';').next().unwrap_or_default());
    rules(lines)
}

/// The rules that stand above functions that read a text, by the name of the function.
fn rules_of_functions(files: &[&str]) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for name in files {
        let path = format!("src/{name}.rs");
        let source = read(&path);
        let lines: Vec<_> = source.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let Some(name) = name_of_rule(line) else { continue };
            let above = lines[..number].iter().rev().take_while(|line| line.starts_with("// "));
            let mut above: Vec<_> = above.map(|line| &line[3..]).collect();
            above.reverse();
            let rule = rules(above.into_iter()).remove(&name);
            found.insert(
                name.clone(),
                rule.unwrap_or_else(|| panic!("{path}: no rule above {name}")),
            );
        }
    }
    found
}

/// The rule that a function is for: what it reads is called `i`.
fn name_of_rule(line: &str) -> Option<String> {
    let (name, rest) = line.split_once("(i: Input<'_>")?;
    let (more, _) = rest.split_once(") -> Parsed<'_,")?;
    let is_rule = ["", ", depth: usize", ", is_date: bool"].contains(&more);
    let name = name.rsplit_once("fn ")?.1;
    is_rule.then(|| name.replace('_', "-"))
}

/// A rule starts at the left edge; what is indented goes on with it.
fn rules<'a>(lines: impl Iterator<Item = &'a str>) -> BTreeMap<String, String> {
    let mut rules: Vec<String> = Vec::new();
    for line in lines.filter(|line| !line.trim().is_empty()) {
        match rules.last_mut().filter(|_| line.starts_with(' ')) {
            Some(rule) => *rule += line,
            None => rules.push(line.to_owned()),
        }
    }
    let words = rules.iter().map(|rule| rule.split_whitespace().collect::<Vec<_>>().join(" "));
    words.map(|rule| (rule.split(' ').next().expect("name").to_owned(), rule)).collect()
}

#[test]
fn grammar_and_functions_have_the_same_rules() {
    for (name, files) in GRAMMARS {
        assert_eq!(rules_of_grammar(name), rules_of_functions(files), "{name}");
    }
}

#[test]
fn grammar_uses_no_rule_that_it_does_not_define() {
    const CORE: &[&str] = &["", "SP", "HTAB", "CR", "LF", "ALPHA", "DIGIT", "DQUOTE"];
    for (name, _) in GRAMMARS {
        let grammar = rules_of_grammar(name);
        for rule in grammar.values() {
            let body = rule.split_once(" = ").expect("=").1;
            let bare: String = body.split('"').step_by(2).collect::<Vec<_>>().join(" ");
            let words = bare.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '%');
            for word in
                words.map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-'))
            {
                let is_core = CORE.contains(&word) || word.starts_with('%');
                assert!(is_core || grammar.contains_key(word), "{word} in {rule}");
            }
        }
    }
}

#[test]
fn ambiguous_nines_list_their_readings() {
    let error = "a1h8 9900.00 b1c1d1e1f1g1h1 8/1+.".parse::<Position>().unwrap_err();
    assert_eq!(error.found(), "2: KQQQQRRRvK, KQQQRRRRvK");
    let many = "a1h8 9999.00 b1c1d1e1f1g1h1a2b2c2d2e2f2g2 15/1+.".parse::<Position>().unwrap_err();
    assert_eq!(many.found().matches('v').count(), 8);
    assert!(many.found().starts_with("10: ") && many.found().ends_with(", ..."));
}

#[test]
fn nines_are_solved_from_the_count() {
    let position: Position = "a1a8 0090.01 b1c1d1e1f1.b7 6/2+.".parse().unwrap();
    assert_eq!(Material::from_board(position.board()).to_string(), "KBBBBBvKP");
}

#[test]
fn a_text_may_begin_with_a_position() {
    let prose = b"a7d3 0116.00 b2b3c6d6 3/3+. The '3/3' is a control";
    let prefix = Prefix::from_ascii(prose).unwrap();
    assert_eq!((prefix.form, prefix.len), (Form::Page, 27));
    let captions = b"c5g6 0000.22 3/3 Win   g8g3 0700.20 4/3 Draw";
    let prefix = Prefix::from_ascii(captions).unwrap();
    assert_eq!((prefix.form, prefix.len), (Form::EgCaption, 20));
    assert_eq!(Prefix::from_ascii(b"The 3/3 is a control"), None);
}

#[test]
fn a_text_may_begin_with_a_position_that_contradicts_itself() {
    let prefix = Prefix::from_ascii(b"h5g7 4010.67 9/8 Draw, as printed").unwrap();
    assert_eq!((prefix.form, prefix.len), (Form::EgCaption, 21));
    assert_eq!(prefix.meaning.unwrap_err().byte(), 13);
}
