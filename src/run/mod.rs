//! One run over one input, in the order of the input and on many threads: bytes as they were read, chunks of
//! whole records, and what a job makes of them.

pub(crate) mod bulk;
mod chunk;
mod collector;
mod cutter;
mod job;
mod onset;
mod portion;
pub(crate) mod spare;
mod writing;

pub use self::chunk::{Chunk, Chunks};
pub use self::collector::{Collector, GameCollector, MarkCollector, Marked, SinkCollector};
pub use self::job::{Done, Filter, GROWTH, Job, LIMIT, Task};
pub use self::onset::Onset;
