//! What the targets try: the properties of `tests/`, and the games that they are tried on.

#[path = "../../benches/corpus/mod.rs"]
pub mod corpus;
#[path = "../../tests/properties/mod.rs"]
pub mod properties;
