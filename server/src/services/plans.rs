//! Plans between the wire and the store: checks what is to be saved, estimates it, and gives it back.

mod answer;
mod change;
mod content;
mod diff;
mod history;
mod request;
mod stored;

pub use answer::answer;
pub use change::{create, fork, revise, size};
pub use content::content;
pub use diff::{DiffTo, asked as diff_asked, diff};
pub use history::{Page, Paged, asked as page_asked, revisions};
pub use request::{ForkBody, PlanBody, from_form, inside_plan, parse, parse_fork};
pub use stored::{now, scenario, shown, url};
