//! One run over one input, in the order of the input and on many threads: bytes as they were read, chunks of
//! whole records, and what a job makes of them.

mod advised;
mod adviser;
pub(crate) mod buffer_pool;
mod builder;
mod chunk;
mod collector;
mod cutter;
mod input_start;
mod job;
mod judged_search;
pub(crate) mod long_record;
mod portion;
mod variation_search;
mod writing;

pub use self::adviser::{Advice, Adviser, Inquiry, Reply};
pub use self::chunk::Chunk;
#[doc(hidden)] // For the tests of this crate.
pub use self::chunk::Chunks;
pub use self::collector::{Collector, GameCollector, SinkCollector};
#[doc(hidden)] // For the program and the tests of this crate.
pub use self::collector::{MarkCollector, Marked};
pub use self::input_start::InputStart;
#[doc(hidden)] // The same.
pub use self::job::GROWTH;
pub use self::job::{Done, Filter, Job, LIMIT, Task};
pub use self::judged_search::{Judge, Judged};
