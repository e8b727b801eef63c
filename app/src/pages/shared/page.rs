//! What the parts of a stored plan's page are drawn from.

use scenario::query;
use serde_json::Value;
use wire::v1::Scenario;

use super::summary;
use crate::context::{PlanView, SharedView, StoredPlan, request_locale, request_origin, request_path};
use crate::locale::Locale;
use crate::messages::pages as text;
use crate::pages::bom::own::end_of_query;
use crate::pages::run::Asked;
use crate::plan::instead::{Instead, instead};
use crate::plan::{page_for, read_or_preset};
use crate::planner::results::title_of;

/// A plan as it was stored, and how its page shows it.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) stored: StoredPlan,
    pub(super) view: SharedView,
    /// The stored query as the planner writes it, whatever stood in the database.
    pub(super) query: String,
    /// The stored answer.
    pub(super) result: Value,
    pub(super) origin: String,
    /// Whether the reader came by the address of the revision, which never changes.
    pub(super) is_fixed: bool,
    pub(super) locale: Locale,
}

impl Page {
    pub(super) fn new(stored: StoredPlan, view: SharedView) -> Self {
        let pairs: Vec<_> = query::decode(stored.query.trim_start_matches('?')).collect();
        let asked = request_path();
        let below = asked.strip_prefix(&format!("/p/{}/r/{}", stored.id, stored.revision));
        Self {
            is_fixed: below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')),
            query: query::encode(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()))),
            result: serde_json::from_str(&stored.result_json).unwrap_or_default(),
            origin: request_origin(),
            locale: request_locale(),
            stored,
            view,
        }
    }

    /// Where the plan is on this site.
    pub(super) fn path(&self) -> String {
        format!("/p/{}", self.stored.id)
    }

    /// Where this revision is on this site.
    pub(super) fn revision_path(&self) -> String {
        format!("/p/{}/r/{}", self.stored.id, self.stored.revision)
    }

    /// Where what is shown is on this site: the newest revision is the plan itself, unless the reader came to the revision.
    pub(super) fn here(&self) -> String {
        let is_plan = self.stored.revision == self.stored.newest && !self.is_fixed;
        if is_plan { self.path() } else { self.revision_path() }
    }

    /// Where its figures are explained.
    pub(super) fn why(&self) -> String {
        self.here() + PlanView::Why.path()
    }

    /// Where its parts are, with their prices.
    pub(super) fn parts(&self) -> String {
        self.here() + "/parts"
    }

    /// Where its settings can be tried, as they are.
    pub(super) fn question(&self) -> String {
        // Of a model that runs its page tells what the machine costs.
        let prices = if self.is_run() { end_of_query(&self.view.prices) } else { String::new() };
        format!("{}?{}{prices}", page_for(&self.query), self.query)
    }

    /// Whether it runs a model in place of training one.
    pub(super) fn is_run(&self) -> bool {
        self.stored.is_run()
    }

    /// What its author called it, or that nobody did.
    pub(super) fn title(&self) -> String {
        if self.stored.title.is_empty() { text::shared_untitled(self.locale).to_owned() } else { self.stored.title.clone() }
    }

    /// What was asked.
    pub(super) fn scenario(&self) -> Scenario {
        query::parse_string(&self.query).scenario
    }

    /// Model and card, by their ids where the catalog has no name.
    pub(super) fn subject(&self) -> String {
        let asked = self.scenario();
        title_of(&asked, asked.hardware.gpu_count.unwrap_or(1) * asked.hardware.nodes.unwrap_or(1))
    }

    /// Whether other versions than today's made the stored figures.
    pub(super) fn is_old(&self) -> bool {
        self.stored.is_old()
    }

    /// The verdict as it was stored.
    pub(super) fn summary(&self) -> Option<summary::Summary> {
        summary::summary(&self.result, self.locale)
    }

    /// Whether a newer version stored settings that this one does not know: nothing of such a plan is computed here, since
    /// what is left of it would be another plan.
    pub(super) fn is_newer(&self) -> bool {
        !self.stored.unknown.is_empty()
    }

    /// What of the plan this catalog does not list, if anything.
    pub(super) fn missing(&self) -> Option<Instead> {
        let errors = if self.is_run() { Asked::unanswered(&self.query).errors() } else { read_or_preset(&self.query).1 };
        instead(&self.query, &errors)
    }
}
