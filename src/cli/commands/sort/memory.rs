//! How much is held in memory, and where the rest goes.

use crate::cli::size::Size;
use anyhow::{Result, ensure};
use std::env;
use std::path::PathBuf;

#[derive(clap::Args, Clone, Debug)]
pub struct MemoryArgs {
    /// memory to use, about, as in 128M, 2G
    ///
    /// What does not fit goes to temporary files, compressed unless the input is a plain file.
    #[arg(long, value_name = "SIZE", default_value_t = Size(512 << 20))]
    memory: Size,

    /// folder for temporary files [default: TMPDIR, or /tmp]
    ///
    /// They are gone when the program ends, in whatever way.
    #[arg(long, value_name = "FOLDER")]
    temp_dir: Option<PathBuf>,
}

impl MemoryArgs {
    pub const fn bytes(&self) -> u64 {
        self.memory.0
    }

    /// Where temporary files go.
    pub fn folder(&self) -> Result<PathBuf> {
        let folder = self.temp_dir.clone().unwrap_or_else(env::temp_dir);
        ensure!(folder.is_dir(), "{}: is not a folder for temporary files", folder.display());
        Ok(folder)
    }
}
