//! The host beside the accelerators: memory by part, the data path from the disk to the card, and what that makes of an
//! epoch.
//!
//! The path is a chain of stages that work at the same time on different batches, so the narrowest one sets the rate.
//! Memory is what the stages, the framework and the copies of weights occupy at once.

pub mod cores;
pub mod decoding;
pub mod drives;
pub mod feed;
pub mod kits;
pub mod loader;
pub mod loading;
pub mod path;
pub mod phases;
pub mod pictures;
pub mod pool;
pub mod processes;
pub mod ram;
pub mod sample;
pub mod shortage;
pub mod sizes;
mod sound;
pub mod speed;

pub use loader::recommended_loader;
pub use path::data_path;
pub use ram::ram;
pub use speed::speed;
