//! Files that appear under their names only when they are complete.

mod aside;
mod companions;
mod draft;
mod fresh;
mod links;
mod paths;

pub use aside::Aside;
pub use companions::keep_companions;
pub use draft::Draft;
pub use fresh::Fresh;
pub use links::resolve;
pub use paths::with_suffix;
