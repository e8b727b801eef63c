//! Stored plans: the texts that people give them, and what differs between two of their answers.

mod diff;
mod figures;
mod told;

pub use diff::{Answer, diff};
pub use figures::FIGURES;
pub use scenario::visible::{is_visible, line, paragraphs};
pub use told::{not_modeled, without_foreign_figures};
