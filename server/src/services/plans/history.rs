//! The revisions of a plan, a page at a time, the newest first.

use jiff::Timestamp;
use scenario::error::Expected;
use scenario::limits::{IntegerRange, PLAN_REVISION, PLAN_REVISIONS};
use scenario::{FieldError, Reason, fields, query};
use wire::v1::Problem;
use wire::v1::plan::{PlanRevisions, RevisionSummary};

use super::stored::url;
use crate::store::{PlanId, RevisionLine, Store, StoreError};

/// Revisions on a page where the reader names no number.
const USUAL: u32 = 20;

/// Which page is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Most revisions on it.
    pub limit: u32,
    /// All of them are older than this revision; none: it begins with the newest.
    pub before: Option<u64>,
}

/// A page of revisions.
#[derive(Debug, Clone, PartialEq)]
pub struct Paged {
    /// The page.
    pub page: PlanRevisions,
    /// The page after it, where there is one.
    pub next: Option<Page>,
}

/// The page that a query asks for: `limit` revisions `before` one.
///
/// # Errors
/// A problem that names every parameter that cannot be read.
pub fn parse_query(encoded: &str) -> Result<Page, Problem> {
    let (mut limit, mut before, mut errors) = (None, None, Vec::new());
    for (name, value) in query::decode(encoded) {
        let read = match name.as_str() {
            "limit" => within(PLAN_REVISIONS, &value).map(|number| limit = Some(number)),
            "before" => number(&value).map(|number| before = Some(number)),
            // Of others: what the operation does not document, and what is said twice, is refused before this.
            _ => Ok(()),
        };
        errors.extend(read.err().map(|reason| FieldError::new(format!("/{name}"), reason)));
    }
    if !errors.is_empty() {
        return Err(scenario::problem::invalid(&errors));
    }
    Ok(Page { limit: limit.and_then(|number| u32::try_from(number).ok()).unwrap_or(USUAL), before })
}

/// The number of a revision.
///
/// # Errors
/// The text is no number, or one that no revision has.
pub fn number(text: &str) -> Result<u64, Reason> {
    within(PLAN_REVISION, text)
}

fn within(range: IntegerRange, text: &str) -> Result<u64, Reason> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Reason::WrongType { expected: Expected::Integer });
    }
    // Digits that are no number are too many of them.
    text.parse().ok().filter(|number| range.contains(*number)).ok_or_else(|| fields::integer_out_of_range(range))
}

/// A page of a plan's revisions.
///
/// # Errors
/// The plan is not there, was revoked or has expired.
pub async fn revisions(store: &Store, id: &PlanId, page: Page, now: Timestamp) -> Result<Paged, StoreError> {
    let found = store.revisions(id, page.before, page.limit, now).await?;
    let last = found.revisions.last().map(|line| line.number);
    Ok(Paged {
        next: last.filter(|_| found.more).map(|number| Page { limit: page.limit, before: Some(number) }),
        page: PlanRevisions {
            id: id.to_string(),
            newest: found.newest,
            revisions: found.revisions.into_iter().map(|line| summary(id, line)).collect(),
        },
    })
}

fn summary(id: &PlanId, line: RevisionLine) -> RevisionSummary {
    let RevisionLine { number, title, engine_version, catalog_version, created_at } = line;
    RevisionSummary {
        revision: number,
        url: format!("{}/r/{number}", url(id.as_str())),
        created_at: created_at.to_string(),
        title: (!title.is_empty()).then_some(title),
        engine_version,
        catalog_version,
    }
}
