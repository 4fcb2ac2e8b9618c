//! Which columns have the same cell where a game ends as it begins.

use super::Stage;

/// For each stage, the earlier one whose cell is the same as its own in a game that ends as it begins. To look for them takes
/// longer than to copy a cell, so it is done once for many games.
pub(crate) struct Twins(Vec<Option<usize>>);

impl Twins {
    /// Looks for them.
    pub(crate) fn of(stages: &[&dyn Stage]) -> Twins {
        let keys: Vec<_> = stages.iter().map(|stage| stage.column().key).collect();
        let twin = |(number, stage): (usize, &&dyn Stage)| {
            let key = stage.twin()?;
            keys[..number].iter().position(|it| *it == key)
        };
        Twins(stages.iter().enumerate().map(twin).collect())
    }

    /// That of the stage with this number.
    pub(super) fn twin(&self, number: usize) -> Option<usize> {
        self.0[number]
    }
}
