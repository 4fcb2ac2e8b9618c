//! Where the output of an input goes within the folder of outputs.

use crate::cli::collection::ListedInput;
use crate::cli::compression::Compression;
use crate::cli::input::Source;
use crate::cli::output::ending;
use crate::text::fold::fold;
use anyhow::{Result, bail, ensure};
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

/// The place of an input: its path as it was typed or, where all is in one folder, its path there. What is converted gets another ending.
pub fn place_of(listed: &ListedInput, is_sole: bool, ending: Option<&str>) -> Result<PathBuf> {
    let ListedInput { source, folder } = listed;
    let (path, member) = match source {
        Source::Member(member) => (&*member.archive, Some(&member.name)),
        Source::File(path) => (path.as_path(), None),
        Source::Part { path, .. } => (path.as_path(), None),
        Source::Stdin | Source::Verbatim => {
            bail!("standard input has no name for a file in -o DIR/")
        }
    };
    let folder = folder.as_deref().filter(|_| is_sole);
    let within = folder.and_then(|folder| path.strip_prefix(folder).ok()).unwrap_or(path);
    let place = match (within.is_absolute(), within.file_name()) {
        // Where a file is on this machine says nothing about where it should be in the folder.
        (true, Some(name)) => PathBuf::from(name),
        _ => within.components().filter(|part| *part != Component::CurDir).collect(),
    };
    let is_plain = place.components().all(|part| matches!(part, Component::Normal(_)));
    ensure!(
        is_plain && place != Path::new(""),
        "{}: leads through .. and would not be in -o DIR/; name it from another folder",
        source.name()
    );
    let place = member.map_or(place.clone(), |name| place.join(name));
    Ok(ending.map_or(place.clone(), |ending| with_format(&place, ending)))
}

/// `games.csv.zst` of `games.pgn.zst`. Formats that are packed themselves are not packed again.
fn with_format(place: &Path, format: &str) -> PathBuf {
    let packed = place.extension().filter(|_| Compression::of_name(place).is_some());
    let bare = packed.map_or(place.to_owned(), |_| place.with_extension(""));
    let is_format = bare.extension().is_some_and(|own| {
        let own = own.to_string_lossy().to_ascii_lowercase();
        ending::of_records().contains(&own.as_str()) || own == "txt"
    });
    let stem = if is_format { bare.with_extension("") } else { bare };
    let mut name = stem.into_os_string();
    name.push(format!(".{format}"));
    if let Some(packed) = packed.filter(|_| format != "parquet") {
        name.push(".");
        name.push(packed);
    }
    name.into()
}

/// Places, each of which must be one of its own on every system.
#[derive(Default)]
pub struct Places {
    places: Vec<PathBuf>,
    /// Whose each is, by its name without case.
    taken: HashMap<String, usize>,
    names: Vec<String>,
}

impl Places {
    pub fn add(&mut self, source: &Source, place: PathBuf) -> Result<()> {
        let folded = fold(&place.to_string_lossy());
        let number = self.places.len();
        if let Some(other) = self.taken.insert(folded, number) {
            let (one, other) = (source.name(), &self.names[other]);
            bail!("{other} and {one}: both would be written to {}", place.display());
        }
        self.places.push(place);
        self.names.push(source.name());
        Ok(())
    }

    /// All of them, unless one would have to be a file and a folder.
    pub fn finish(self) -> Result<Vec<PathBuf>> {
        for (place, name) in self.places.iter().zip(&self.names) {
            let above = place.ancestors().skip(1).filter(|above| *above != Path::new(""));
            for above in above {
                if let Some(other) = self.taken.get(&fold(&above.to_string_lossy())) {
                    let other = &self.names[*other];
                    bail!(
                        "{name}: would be written into {}, which {other} is written to",
                        above.display()
                    );
                }
            }
        }
        Ok(self.places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    fn place(path: &str, folder: &str, is_sole: bool, ending: Option<&str>) -> Option<String> {
        let folder = (!folder.is_empty()).then(|| Arc::from(Path::new(folder)));
        let listed = ListedInput { source: Source::File(path.into()), folder };
        let place = place_of(&listed, is_sole, ending).ok()?;
        Some(place.display().to_string())
    }

    #[test]
    fn the_tree_is_that_of_the_folder_or_as_it_was_typed() {
        assert_eq!(place("c/d/a.pgn", "c", true, None).as_deref(), Some("d/a.pgn"));
        assert_eq!(place("../c//d/a.pgn", "../c/", true, None).as_deref(), Some("d/a.pgn"));
        assert_eq!(place("c/d/a.pgn", "c", false, None).as_deref(), Some("c/d/a.pgn"));
        assert_eq!(place("./c/a.pgn", "", false, None).as_deref(), Some("c/a.pgn"));
        assert_eq!(place("/far/c/a.pgn", "", false, None).as_deref(), Some("a.pgn"));
        assert_eq!(place("../a.pgn", "", false, None), None);
    }

    #[test]
    fn what_is_converted_gets_another_ending() {
        let converted = |name: &str, format: &str| place(name, "", false, Some(format));
        assert_eq!(converted("a.pgn", "csv").as_deref(), Some("a.csv"));
        assert_eq!(converted("d.x/a.b.PGN.zst", "csv").as_deref(), Some("d.x/a.b.csv.zst"));
        assert_eq!(converted("a.pgn.gz", "parquet").as_deref(), Some("a.parquet"));
        assert_eq!(converted("a.2024", "epd").as_deref(), Some("a.2024.epd"));
    }
}
