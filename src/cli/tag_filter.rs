//! Which games count at all: what their tags must say.

use crate::cli::caret::pointed;
use crate::run::Job;
use crate::search::TagQuery;

// For commands that pass over games. Those that write a file anew or answer for it do not have it: it would
// delete or hide.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct WhoseArgs {
    /// only games whose tags meet this condition, as in 'WhiteElo >= 2400 and Date >= 2010'
    ///
    /// Tags are compared by = != < <= > >=, or by ~ (contains, case and accents aside); has(Tag) asks whether there is one; and, or,
    /// not and brackets join all that. Case matters in the names of tags: there is a tag WhiteElo, and hardly ever one whiteelo.
    /// Numbers compare as numbers, dates by their known parts, texts stand in quotes. A comparison
    /// with a tag that is not there, or is not a number where one is wanted, is false. In EPD, opcodes are
    /// the tags. Faults are reported for all games.
    #[arg(long = "where", value_name = "QUESTION", value_parser = pointed::<TagQuery>)]
    tags: Option<TagQuery>,
}

impl WhoseArgs {
    /// Whether all games count.
    pub const fn is_everybody(&self) -> bool {
        self.tags.is_none()
    }

    /// Whether a condition is given.
    pub fn is_given(&self) -> bool {
        self.tags.is_some()
    }

    /// The job with that.
    pub fn apply<'a, C>(&'a self, job: Job<'a, C>) -> Job<'a, C> {
        Job { tags: self.tags.as_ref(), ..job }
    }
}
