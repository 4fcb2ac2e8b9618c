//! What may go wrong with a program outside: the run cannot go on.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;
use thiserror::Error;

/// Why it is of no more use.
#[derive(Debug, Error)]
pub enum Trouble {
    #[error("cannot be started: {0}")]
    Start(io::Error),
    #[error("has not answered within {0:?}")]
    Late(Duration),
    #[error("has not ended within {0:?} after its input did")]
    Lingers(Duration),
    #[error("ended ({0}) before it had answered")]
    Ended(ExitStatus),
    #[error("closed its output before it had answered")]
    Closed,
    #[error("ended with {0}, and no line feed after it")]
    Unfinished(String),
    #[error("failed in the end ({0})")]
    Failed(ExitStatus),
    #[error("said more than it was asked: {0}")]
    TooMuch(String),
    #[error("answered what it had not read")]
    Unread,
    #[error("answered with more than {} MiB on one line", .0 >> 20)]
    TooLong(usize),
    #[error("answered {0}: {1}")]
    Answer(String, String),
    #[error("cannot be talked to: {0}")]
    Talk(#[from] io::Error),
}
