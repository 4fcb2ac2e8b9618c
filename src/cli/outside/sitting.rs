//! The processes that answer for one output, from its first game until they end.
//!
//! Only the end of a program shows that it has said nothing more, which would mean that what it said before belongs to
//! other games. So an output is put in its place after they have ended.

use super::Outside;
use super::process::PluginProcess;
use super::trouble::Trouble;
use anyhow::{Context, Result};
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Those of them that nobody asks now, with the number of their plugin.
pub struct Sitting<'a> {
    pub outside: &'a Outside,
    idle: Mutex<Vec<(usize, PluginProcess)>>,
}

impl<'a> Sitting<'a> {
    pub fn new(outside: &'a Outside) -> Sitting<'a> {
        Sitting { outside, idle: Mutex::default() }
    }

    /// A process of a plugin, for one worker.
    pub fn take(&self, plugin: usize) -> Result<PluginProcess, Trouble> {
        let mut idle = self.idle();
        match idle.iter().position(|(number, _)| *number == plugin) {
            Some(at) => Ok(idle.swap_remove(at).1),
            None => {
                drop(idle);
                self.outside.plugins[plugin].take()
            }
        }
    }

    /// Takes it back, with nothing left to answer.
    pub fn give(&self, plugin: usize, process: PluginProcess) {
        self.idle().push((plugin, process));
    }

    /// They are to end now, and without another word, if what they said is to count.
    pub fn end(&self) -> Result<()> {
        let idle = mem::take(&mut *self.idle());
        idle.into_iter().try_for_each(|(plugin, process)| {
            process.end().with_context(|| self.outside.plugins[plugin].to_string())
        })
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(usize, PluginProcess)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
