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
pub use diff::{DiffTo, diff, parse_query as parse_diff};
pub use history::{Page, Paged, number as revision_number, parse_query as parse_page, revisions};
pub use request::{ForkBody, PlanBody, from_form, inside_plan, own_prices, parse, parse_fork};
pub use stored::{now, scenario, stored_plan, url};
