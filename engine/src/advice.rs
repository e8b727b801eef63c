//! What to change: single levers ranked, and what feeds the GPUs better.

pub mod apply;
pub mod feeding;
pub mod levers;
