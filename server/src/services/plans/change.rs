//! Plans that are made and grow: created, copied, revised. Forms and the API come here alike.

use jiff::Timestamp;

use super::content::content;
use super::request::{ForkBody, PlanBody};
use super::stored::unreadable;
use crate::problem::ApiError;
use crate::services::bom;
use crate::services::compute::Share;
use crate::store::{Content, Created, EditKey, Idempotency, PlanId, Revision, Store};

/// Stores a plan with its estimate and its bill.
///
/// # Errors
/// A problem that names every field at fault, or why nothing could be stored.
pub async fn create(
    store: &Store,
    share: &Share,
    body: PlanBody,
    idempotency: Option<&Idempotency>,
    now: Timestamp,
) -> Result<Created, ApiError> {
    let expires = body.expires;
    let content = share.run(move |_| content(&body)).await??;
    share.weigh(size(&content))?;
    Ok(store.create(&content, expires, idempotency, now).await?)
}

/// Stores a copy of a plan under an id and a key of its own. Without a change the copy keeps figures, bill and versions as
/// they were stored; with one it is estimated again.
///
/// # Errors
/// The plan is not there any more, or a problem that names every field of the change at fault.
pub async fn fork(
    store: &Store,
    share: &Share,
    id: &PlanId,
    asked: ForkBody,
    idempotency: Option<&Idempotency>,
    now: Timestamp,
) -> Result<Created, ApiError> {
    let original = match asked.revision {
        Some(number) => store.revision(id, number, now).await?,
        None => store.latest(id, now).await?,
    };
    let ForkBody { title, note, change, expires, .. } = asked;
    let mut copy = original.content;
    copy.title = title.unwrap_or(copy.title);
    copy.note = note.unwrap_or(copy.note);
    if let Some(change) = change {
        copy = share.run(move |_| change_copy(&copy, &change)).await??;
    }
    share.weigh(size(&copy))?;
    Ok(store.create(&copy, expires, idempotency, now).await?)
}

/// Bytes that a revision takes on the disk.
#[must_use]
pub fn size(content: &Content) -> usize {
    let Content { title, note, scenario, prices, result, bill, engine_version: _, catalog_version: _ } = content;
    let may_be = [prices, bill].map(|text| text.as_ref().map_or(0, String::len));
    [title, note, scenario, result].map(String::len).iter().chain(&may_be).sum()
}

/// What is stored of a copy whose scenario changes.
fn change_copy(copy: &Content, change: &serde_json::Value) -> Result<Content, ApiError> {
    let scenario = serde_json::from_str(&copy.scenario).map_err(unreadable)?;
    let prices = copy.prices.as_deref().map(serde_json::from_str).transpose().map_err(unreadable)?;
    // Other prices than the author's would be another bill.
    bom::own_prices(copy)?;
    let scenario = scenario::json::fork(scenario, change)?;
    let body = PlanBody { title: copy.title.clone(), note: copy.note.clone(), scenario, prices, expires: None };
    Ok(content(&body)?)
}

/// Adds a revision after `base`, which must be the newest, and sets or clears when the plan expires.
///
/// # Errors
/// The key is another plan's, the plan is not there any more or has a newer revision, or every field at fault.
pub async fn revise(
    store: &Store,
    share: &Share,
    id: &PlanId,
    key: &EditKey,
    base: u64,
    body: PlanBody,
    now: Timestamp,
) -> Result<Revision, ApiError> {
    let expires_at = body.expires;
    let content = share.run(move |_| content(&body)).await??;
    share.weigh(size(&content))?;
    let number = store.append(id, key, base, &content, expires_at, now).await?;
    // Made of what was just stored, so that a change right after this one cannot appear in its place.
    Ok(Revision { id: id.clone(), number, newest: number, content, created_at: now, expires_at })
}
