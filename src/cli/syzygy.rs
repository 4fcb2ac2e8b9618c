//! The endgame tables of the user: where they are, which of them were checked, and what is wrong with them.

use crate::cli::console::Console;
use crate::tables::{CheckedTables, TableSettings, Tables};
use anyhow::{Context, Result, ensure};
use clap::Args;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::{env, fs};

/// Names folders, as other programs know it.
const VARIABLE: &str = "SYZYGY_PATH";

// Which tables are asked.
#[derive(Args, Clone, Debug, Default)]
pub struct TableArgs {
    /// folder with Syzygy tables, several times for several [default: SYZYGY_PATH]
    ///
    /// Files ending in .rtbw (win, draw, loss) and .rtbz (what the fifty-move rule needs), of up to seven men. The
    /// variable may name several folders, with colons between.
    #[arg(long = "tables", value_name = "DIR")]
    folders: Vec<PathBuf>,
}

impl TableArgs {
    /// All tables of the folders.
    pub fn open(&self, console: &mut Console) -> Result<Tables> {
        open(&self.folders()?, console)
    }

    /// Whether a folder is named on the command line.
    pub fn is_given(&self) -> bool {
        !self.folders.is_empty()
    }

    fn folders(&self) -> Result<Vec<PathBuf>> {
        if !self.folders.is_empty() {
            return Ok(self.folders.clone());
        }
        let paths = env::var_os(VARIABLE).unwrap_or_default();
        let paths: Vec<_> =
            env::split_paths(&paths).filter(|it| !it.as_os_str().is_empty()).collect();
        ensure!(!paths.is_empty(), "no tables: name their folder by --tables or {VARIABLE}");
        Ok(paths)
    }
}

/// All tables of some folders. What is wrong with some of them is for [`tell_faults`] to say, at the end.
pub fn open(folders: &[PathBuf], console: &mut Console) -> Result<Tables> {
    let (mut tables, checked) = (Tables::new(TableSettings::default()), remembered());
    for folder in folders {
        tables.add_directory(folder, &checked);
    }
    if tables.is_empty() {
        tell_faults(&tables, console);
    }
    let names: Vec<String> = folders.iter().map(|it| it.display().to_string()).collect();
    ensure!(!tables.is_empty(), "{}: there is no table in it", names.join(", "));
    Ok(tables)
}

/// Names every table from which nothing is concluded. Each is an error of the run.
pub fn tell_faults(tables: &Tables, console: &mut Console) {
    for fault in tables.faults() {
        console.fail(&anyhow::anyhow!("{fault}; nothing is concluded from it"));
    }
}

/// All tables of a folder, to be read from end to end.
pub fn unchecked(folder: &Path) -> Result<Tables> {
    let mut tables = Tables::new(TableSettings::default());
    tables.add_directory(folder, &CheckedTables::default());
    let bad = tables.faults().len();
    ensure!(tables.len() + bad > 0, "{}: there is no table in it", folder.display());
    Ok(tables)
}

/// Reads every table from end to end; what is good is remembered. Returns how many there are, and how many of them
/// are bad.
pub fn check(mut tables: Tables, console: &mut Console, is_verbose: bool) -> Result<(u64, u64)> {
    let all = (tables.len() + tables.faults().len()) as u64;
    let (mut checked, meter) = (remembered(), console.meter());
    let read = |len| {
        meter.fetch_add(len as u64, Ordering::Relaxed);
    };
    tables.check_all(&mut checked, read, |path| {
        console.advance(1, 1);
        if is_verbose {
            console.tell(&format!("{}: read", path.display()));
        }
    });
    if let Err(error) = remember(&checked) {
        console.tell(&format!("{error:#}; the tables will not be known as checked"));
    }
    tell_faults(&tables, console);
    Ok((all, tables.faults().len() as u64))
}

/// The file with what was checked; none where nobody says where such files go.
fn memory() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|it| it.join(".cache")));
    cache.map(|cache| cache.join("gbr-pgn").join("checked-tables"))
}

fn remembered() -> CheckedTables {
    let text = memory().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
    text.parse().unwrap_or_default()
}

fn remember(checked: &CheckedTables) -> Result<()> {
    let path = memory().context("neither XDG_CACHE_HOME nor HOME is set")?;
    let unwritable = || format!("{}: cannot be written", path.display());
    let folder = path.parent().context("a file has a folder")?;
    fs::create_dir_all(folder).with_context(unwritable)?;
    // Another run may read it at the same time.
    let file = tempfile::NamedTempFile::new_in(folder).with_context(unwritable)?;
    fs::write(file.path(), checked.to_string()).with_context(unwritable)?;
    file.persist(&path).with_context(unwritable)?;
    Ok(())
}
