//! Why a table is left out: told once for each file, in words that name it.

use std::{io, path::PathBuf, sync::Arc};

use thiserror::Error;

use super::Checksum;

/// A file of tables from which nothing is concluded.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file, or the folder with the tables, cannot be read.
    #[error("{}: cannot be read: {error}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: Arc<io::Error>,
    },
    /// Part of the file is missing, or it is not a table at all.
    #[error("{}: has {len} bytes, and tables have 16 more than a multiple of 64", path.display())]
    Length {
        /// The file.
        path: PathBuf,
        /// Its length in bytes.
        len: u64,
    },
    /// The file was damaged after it was made.
    #[error("{}: the checksum is {stored}, and the data make {made}", path.display())]
    Checksum {
        /// The file.
        path: PathBuf,
        /// What the file ends with.
        stored: Checksum,
        /// What it should end with.
        made: Checksum,
    },
    /// The file does not have the form of a table with this name.
    #[error("{}: is not a table of this name, or a damaged one", path.display())]
    Form {
        /// The file.
        path: PathBuf,
    },
    /// The table says that a position is worth more or less than the best move from it.
    #[error("{}: contradicts itself, or a table that captures and promotions lead to", path.display())]
    Contradiction {
        /// The file.
        path: PathBuf,
    },
}

impl TableError {
    pub(super) fn unreadable(path: impl Into<PathBuf>, error: io::Error) -> TableError {
        TableError::Unreadable { path: path.into(), error: Arc::new(error) }
    }

    /// The file or folder it is about.
    #[must_use]
    pub fn path(&self) -> &std::path::Path {
        match self {
            TableError::Unreadable { path, .. }
            | TableError::Length { path, .. }
            | TableError::Checksum { path, .. }
            | TableError::Form { path }
            | TableError::Contradiction { path } => path,
        }
    }
}
