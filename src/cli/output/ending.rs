//! What the ending of an output's name says about its format: one rule for every command.
//!
//! The ending before that of a compression picks the format. One that belongs to a format the command
//! cannot write is refused before anything is written; one that nobody knows leaves the choice open.

use crate::cli::compression::ending_of_name;
use crate::cli::registry;
use crate::format::Source;
use anyhow::{Context, Result, bail, ensure};
use clap::ValueEnum;
use std::iter;
use std::path::Path;

/// Endings that are not the name of their format.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("txt", TEXT),
    ("md", "markdown"),
    ("htm", "html"),
    ("xhtml", "html"),
    ("ndjson", "jsonl"),
    ("jpeg", "jpg"),
    ("tif", "tiff"),
];

/// Formats that a single command writes, or people might expect one to write, besides those of the table. A file
/// called like one of them must not hold something else.
const FURTHER: &[&str] = &[
    "json", "markdown", "html", "svg", "png", "pdf", "jpg", "gif", "webp", "tiff", "bmp", "eps",
    "ps", "tex", "rtf", "doc", "docx", "odt", "xls", "xlsx", "ods", "xml", "yaml", "yml", "toml",
    "arrow", "feather", "avro", "orc", "db", "sqlite", "sql", "zip", "7z", "rar", "tar", "tgz",
    "cbh", "cbv", "cbf", "si4", "si5", "gbrx",
];

/// Text is what a file without any ending may hold, too: whoever has no format of this name writes its
/// usual one.
const TEXT: &str = "text";

/// What files end in that keep a record for each game or position as it stands there.
pub fn of_records() -> Vec<&'static str> {
    registry::formats().sources().flat_map(of_source).collect()
}

/// The same for those that have a place for codes.
pub fn of_edited() -> Vec<&'static str> {
    let sources = registry::formats().sources();
    let edited = sources.filter(|source| source.editor(false).is_some());
    edited.flat_map(of_source).collect()
}

fn of_source(source: &dyn Source) -> impl Iterator<Item = &'static str> + use<> {
    iter::once(source.name()).chain(source.other_endings().iter().copied())
}

/// The format of an output: as typed, or as its name ends; none where neither says anything.
pub fn format_of<F: ValueEnum>(typed: Option<F>, output: Option<&Path>) -> Result<Option<F>> {
    let values: Vec<_> = F::value_variants().iter().filter_map(F::to_possible_value).collect();
    let name_of = |format: &F| {
        let value = format.to_possible_value().expect("what can be typed has a name");
        value.get_name().to_owned()
    };
    let names: Vec<&str> = values.iter().map(|value| value.get_name()).collect();
    let by_name = |name: &str| F::from_str(name, true).ok();
    let ended = name_of_output(output, &names)?.and_then(|name| by_name(&name));
    if let (Some(typed), Some(ended), Some(path)) = (&typed, &ended, output) {
        refuse_contradiction(&name_of(typed), &name_of(ended), path)?;
    }
    Ok(typed.or(ended))
}

/// The same for formats that are known by their names, one of `names`.
pub fn name_of_format(
    typed: Option<&str>,
    output: Option<&Path>,
    names: &[&str],
) -> Result<Option<String>> {
    let ended = name_of_output(output, names)?;
    if let (Some(typed), Some(ended), Some(path)) = (typed, &ended, output) {
        refuse_contradiction(typed, ended, path)?;
    }
    Ok(typed.map(str::to_owned).or(ended))
}

/// Refuses an output that is called like anything but one of `names`.
pub fn refuse_other_than(names: &[&str], output: Option<&Path>) -> Result<()> {
    name_of_output(output, names).map(drop)
}

/// Refuses an output that is called like another format than that of the records of this input.
pub fn refuse_other(input: &str, source: &dyn Source, output: Option<&Path>) -> Result<()> {
    refuse_other_than(&of_source(source).collect::<Vec<_>>(), output)
        .with_context(|| format!("{input}: is {}", source.name()))
}

/// Which of `names` an output ends like; none where its ending says nothing.
fn name_of_output(output: Option<&Path>, names: &[&str]) -> Result<Option<String>> {
    let Some(path) = output else { return Ok(None) };
    let Some(ending) = ending_of_name(path) else { return Ok(None) };
    let other = OTHER_NAMES.iter().find(|(other, _)| *other == ending);
    let added = registry::added_by_ending(&ending).map(|format| format.name);
    let name = other.map_or(&*ending, |(_, name)| name);
    if let Some(name) = [added, Some(name)].into_iter().flatten().find(|name| names.contains(name))
    {
        return Ok(Some(name.to_owned()));
    }
    let is_written = registry::formats().writers().any(|(format, _)| format.name == name);
    if !is_written && !FURTHER.contains(&name) && added.is_none() {
        return Ok(None);
    }
    let shown = path.display();
    ensure!(
        name != "json" || !names.contains(&"jsonl"),
        "{shown}: JSON is written as one object a line: end its name in .jsonl"
    );
    bail!("{shown}: cannot be written as {name}: expected a name that ends in {}", listed(names))
}

fn refuse_contradiction(typed: &str, ended: &str, path: &Path) -> Result<()> {
    let shown = path.display();
    ensure!(typed == ended, "--to {typed} and the name {shown} contradict each other");
    Ok(())
}

/// `.csv, .jsonl or .svg`
fn listed(names: &[&str]) -> String {
    let endings: Vec<String> =
        names.iter().map(|name| format!(".{}", usual_ending(name))).collect();
    match endings.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// What people end the names of such files in.
fn usual_ending(name: &str) -> &str {
    match name {
        TEXT => "txt",
        "markdown" => "md",
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
    enum Picture {
        Text,
        Jsonl,
        Markdown,
    }

    fn of(typed: Option<Picture>, name: &str) -> Result<Option<Picture>, String> {
        format_of(typed, Some(Path::new(name))).map_err(|error| error.to_string())
    }

    #[test]
    fn the_ending_picks_the_format_before_that_of_a_compression() {
        assert_eq!(of(None, "a.jsonl"), Ok(Some(Picture::Jsonl)));
        assert_eq!(of(None, "folder.csv/a.JSONL.zst"), Ok(Some(Picture::Jsonl)));
        assert_eq!(of(None, "a.txt.gz"), Ok(Some(Picture::Text)));
        assert_eq!(of(None, "a.md"), Ok(Some(Picture::Markdown)));
    }

    #[test]
    fn an_ending_that_nobody_knows_leaves_the_choice_open() {
        for name in ["out.bak", "/dev/null", "csv", "a.zst", "a.jsonl.bak"] {
            assert_eq!(of(None, name), Ok(None), "{name}");
            assert_eq!(of(Some(Picture::Jsonl), name), Ok(Some(Picture::Jsonl)), "{name}");
        }
    }

    #[test]
    fn the_ending_of_another_format_is_refused_with_those_that_can_be_written() {
        let error = of(None, "a.pdf").unwrap_err();
        assert_eq!(
            error,
            "a.pdf: cannot be written as pdf: expected a name that ends in .txt, .jsonl or .md"
        );
        assert!(of(Some(Picture::Jsonl), "a.csv").is_err());
        assert!(of(None, "a.docx").is_err());
    }

    #[test]
    fn json_is_refused_with_a_word_for_jsonl() {
        let error = of(None, "a.json").unwrap_err();
        assert_eq!(error, "a.json: JSON is written as one object a line: end its name in .jsonl");
    }

    #[test]
    fn a_typed_format_may_not_contradict_the_ending() {
        let error = of(Some(Picture::Jsonl), "a.md").unwrap_err();
        assert_eq!(error, "--to jsonl and the name a.md contradict each other");
        assert_eq!(of(Some(Picture::Jsonl), "a.jsonl"), Ok(Some(Picture::Jsonl)));
    }

    #[test]
    fn text_is_the_usual_format_of_who_has_no_other() {
        let picked = name_of_format(None, Some(Path::new("a.txt")), &of_records());
        assert_eq!(picked.unwrap(), None);
    }
}
