//! What the server hands to the pages of one request.

use std::sync::Arc;

use leptos::prelude::use_context;
use leptos_router::location::RequestUrl;
use wire::v1::Prices;
use wire::v1::bom::Bom;
use wire::v1::plan::{PlanDiff, RevisionSummary};

use crate::locale::Locale;

/// The language that the reader's cookie or browser asks for; a language in the path wins over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestLocale(pub Locale);

/// Scheme and host under which the reader sees the site, without a slash at the end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestOrigin(pub String);

/// What a reader has pasted, for the one page that reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PastedText {
    /// The text.
    pub text: Arc<str>,
    /// The query of the plan that it is for; may be empty.
    pub plan: Arc<str>,
}

/// The plan behind `/p/{id}` is no longer shown, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GonePlan {
    /// Its creator revoked it.
    Revoked,
    /// It was shown until the day that its owner chose.
    Expired,
}

/// A stored revision of a plan, as the server read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPlan {
    /// The id in the link.
    pub id: String,
    /// Number of the revision, from 1.
    pub revision: u64,
    /// What its author called it; may be empty.
    pub title: String,
    /// What its author wrote about it; may be empty.
    pub note: String,
    /// The planner's query, without a leading `?`; of what this version knows.
    pub query: String,
    /// Names of settings that a newer version stored and this one does not know, such as `training.example`; where there are
    /// any, the plan is shown as it was stored and not computed.
    pub unknown: Vec<String>,
    /// The API's answer when the plan was stored, as JSON.
    pub result_json: String,
    /// The engine that gave that answer.
    pub engine_version: String,
    /// The catalog that it was given with.
    pub catalog_version: String,
    /// When it was stored, RFC 3339.
    pub created_at: String,
    /// Number of the plan's newest revision.
    pub newest: u64,
    /// When the plan stops being shown, RFC 3339, if ever.
    pub expires_at: Option<String>,
}

impl StoredPlan {
    /// Whether it runs a model in place of training one: such a plan has no views beside its own page and its parts.
    #[must_use]
    pub fn is_run(&self) -> bool {
        crate::plan::page_for(&self.query) == crate::plan::RUN
    }

    /// Whether other versions than the site's made the stored answer.
    #[must_use]
    pub fn is_old(&self) -> bool {
        self.engine_version != engine::VERSION || self.catalog_version != catalog::VERSION
    }
}

/// What the page of a stored plan shows beside the plan.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SharedView {
    /// Whether today's figures are asked for in place of the stored ones.
    pub recomputed: bool,
    /// The edit key, on the one page that shows it.
    pub new_key: Option<String>,
    /// Revisions, the newest first, as many as a page lists.
    pub revisions: Vec<RevisionSummary>,
    /// What differs from today's figures, or between two revisions where those are asked for.
    pub difference: Option<PlanDiff>,
    /// The author's own prices, which every sum on the plan's pages goes by; the catalog's where there are none.
    pub prices: Prices,
    /// Whether its author's prices are of a kind that only a newer version reads, so that what it costs is not known here.
    pub has_unread_prices: bool,
    /// The bill, for paper, where there is one.
    pub bill: Option<Box<PlanBill>>,
}

/// A stored plan's bill of materials.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanBill {
    /// The bill itself.
    pub bom: Bom,
    /// Whether it is the one that was stored; plans of early versions have none, and theirs is computed today.
    pub is_stored: bool,
    /// Whether its texts were written anew in the reader's language, beside the stored figures.
    pub is_translated: bool,
    /// The author's own prices that it was made with, as far as this version can read them.
    pub prices: Prices,
}

/// A page about a stored plan other than the plan's own.
#[derive(Debug, Clone, PartialEq)]
pub enum PlanTask {
    /// Its parts and their prices.
    Parts(Box<PlanBill>),
    /// The plan in another way.
    View(PlanView),
    /// The difference between two revisions.
    Compare,
    /// Whether the plan is really to be revoked.
    Revoke,
    /// A change was not made.
    Refused(Refusal),
}

/// A way to see a stored plan other than its own page, at an address below that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanView {
    /// Every change that pays, and the plans to choose from.
    Improve,
    /// Its machine beside others.
    Compare,
    /// Programs that run it.
    Code,
    /// What may be wrong with the run.
    Diagnose,
    /// How its figures come about.
    Why,
}

impl PlanView {
    /// All of them, as they stand in the bar, where the parts of the machine come after the first.
    pub const ALL: [Self; 5] = [Self::Improve, Self::Compare, Self::Code, Self::Diagnose, Self::Why];

    /// What its address adds to that of the plan.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::Improve => "/improve",
            Self::Code => "/code",
            Self::Compare => "/compare",
            Self::Diagnose => "/diagnose",
            Self::Why => "/why",
        }
    }

    /// Whether it is worked out anew from the settings; else it is what was stored.
    #[must_use]
    pub const fn computes(self) -> bool {
        !matches!(self, Self::Why)
    }
}

/// Why a change of a plan was not made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// No edit key came with it.
    KeyMissing,
    /// The edit key is another plan's.
    KeyWrong,
    /// The chosen day is no day to come.
    ExpiryUnreadable,
    /// Title or note is too long.
    TooLong,
    /// Revisions to compare that are none: each parameter with what is wrong with it, in the reader's language.
    NotNumbers(Vec<(String, String)>),
    /// A revision to compare that the plan does not have.
    NoSuchRevision,
    /// Somebody else saved a revision in between.
    Outdated(Box<Draft>),
}

/// What was to be saved as a revision.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// The revision that it was based on.
    pub base: u64,
    /// The planner's query, where the settings were changed.
    pub query: Option<String>,
    /// The title as it was typed.
    pub title: String,
    /// The note as it was typed.
    pub note: String,
    /// The expiry as it was chosen.
    pub expires: String,
    /// The day, where a day was chosen.
    pub expires_on: String,
}

/// Path and query of the request.
#[must_use]
pub fn request_url() -> String {
    use_context::<RequestUrl>().map_or_else(|| "/".to_owned(), |url| url.as_ref().to_owned())
}

/// The path of the request, without its query.
#[must_use]
pub fn request_path() -> String {
    let url = request_url();
    let path = url.split(['?', '#']).next().unwrap_or("/");
    // The integration may hand over a whole URL; only the part from the first slash of the path on matters here.
    let path = path.split_once("://").map_or(path, |(_, rest)| rest.find('/').map_or("/", |slash| &rest[slash..]));
    if path.starts_with('/') { path.to_owned() } else { format!("/{path}") }
}

/// The query of the request, without `?`.
#[must_use]
pub fn request_query() -> String {
    request_url().split_once('?').map(|(_, query)| query.split('#').next().unwrap_or("").to_owned()).unwrap_or_default()
}

/// The language prefix of the path, `/en` or `/zh`, where there is one.
#[must_use]
pub fn path_prefix() -> Option<(&'static str, Locale)> {
    let path = request_path();
    [("/en", Locale::En), ("/zh", Locale::Zh)]
        .into_iter()
        .find(|(prefix, _)| path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
}

/// The language to answer in.
#[must_use]
pub fn request_locale() -> Locale {
    path_prefix()
        .map(|(_, locale)| locale)
        .or_else(|| use_context::<RequestLocale>().map(|RequestLocale(locale)| locale))
        .unwrap_or_default()
}

/// Scheme and host of the site, for commands that readers copy.
#[must_use]
pub fn request_origin() -> String {
    use_context::<RequestOrigin>().map_or_else(|| "http://127.0.0.1:3000".to_owned(), |RequestOrigin(origin)| origin)
}
