//! Forms for a plan's owner, and for readers who want a copy: plain posts that lead to the plan's page, or say why nothing was
//! changed.

use app::plan::page_for;
use app::{Draft, PlanTask, Refusal};
use axum::body::Body;
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode, Uri};
use axum::response::Response;
use jiff::Timestamp;
use wire::v1::Scenario;

use super::form::{Fields, NotADay, expiry};
use super::read::{absent, find, task};
use crate::handlers::cookies::{self, lead_to, lead_to_new};
use crate::handlers::form::{self, lead_with_fields};
use crate::handlers::plans::conditions;
use crate::handlers::quota::WriteQuota;
use crate::problem::ApiError;
use crate::problem::page::{fault_of, fault_page};
use crate::request::client::is_same_site;
use crate::request::language;
use crate::services::bom;
use crate::services::compute::Share;
use crate::services::plans::{self, ForkBody, PlanBody};
use crate::state::AppState;
use crate::store::{Content, EditKey, PlanId, Revision, StoreError};

/// What a write takes before its form is read.
type Quota = Result<WriteQuota, ApiError>;

/// Why a form changed nothing.
enum Fault {
    /// A page says it, with a way on.
    Refused(Refusal),
    /// The page that answers this query shows what is wrong.
    Planner(String),
    /// Anything else.
    Failed(ApiError),
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Failed(ApiError::Store(error))
    }
}

/// `POST /p/{id}/revise`: a new revision, of other settings or of the same ones under other words.
pub async fn revise(quota: Quota, State(state): State<AppState>, Path(id): Path<String>, request: Request) -> Response {
    let (share, parts, fields) = match open(quota, &state, request).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    match save(&state, &share, &id, &parts, fields).await {
        Ok(()) => lead_to(&plans::url(&id)),
        Err(fault) => explain(&state, &id, fault, parts).await,
    }
}

/// `POST /p/{id}/fork`: a copy with a link and a key of its own.
pub async fn fork(quota: Quota, State(state): State<AppState>, Path(id): Path<String>, request: Request) -> Response {
    let (share, parts, fields) = match open(quota, &state, request).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let copied = async {
        let original = find(&state, &id, fields.revision).await?;
        let body = ForkBody { revision: Some(original.number), ..ForkBody::default() };
        plans::fork(&state.store, &share, &original.id, body, None, plans::now()).await.map_err(Fault::Failed)
    };
    match copied.await {
        Ok(created) => lead_to_new(&created, &parts.headers, state.trust_proxy),
        Err(fault) => explain(&state, &id, fault, parts).await,
    }
}

/// `POST /p/{id}/revoke`: takes a plan back for good.
pub async fn revoke(quota: Quota, State(state): State<AppState>, Path(id): Path<String>, request: Request) -> Response {
    let (_, parts, fields) = match open(quota, &state, request).await {
        Ok(opened) => opened,
        Err(refusal) => return *refusal,
    };
    let revoked = async {
        let plan = find(&state, &id, None).await?;
        let key = key(&fields, &parts).ok_or(Fault::Refused(Refusal::KeyMissing))?;
        Ok(state.store.revoke(&plan.id, &key, plans::now()).await?)
    };
    match revoked.await {
        Ok(()) => lead_to(&plans::url(&id)),
        Err(fault) => explain(&state, &id, fault, parts).await,
    }
}

/// The form of a request that may change something: of this site, within the client's share, readable.
async fn open(quota: Quota, state: &AppState, request: Request) -> Result<(Share, Parts, Fields), Box<Response>> {
    let (parts, body) = request.into_parts();
    let locale = language::of(&parts.uri, &parts.headers);
    if !is_same_site(&parts.headers, state.trust_proxy) {
        return Err(Box::new(fault_page(StatusCode::FORBIDDEN, locale)));
    }
    let WriteQuota(share) = quota.map_err(|error| Box::new(fault_of(&error, locale)))?;
    match form::read(Request::from_parts(parts.clone(), body), state, &share, Fields::read).await {
        Ok(fields) => Ok((share, parts, fields)),
        Err(unread) => Err(Box::new(unread.page(locale))),
    }
}

/// The key that was typed, or the one that the page's script sends in a header, which no form can.
fn key(fields: &Fields, parts: &Parts) -> Option<EditKey> {
    let typed = fields.key.as_ref().map(|key| EditKey::from_caller(key.expose()));
    typed.or_else(|| conditions::edit_key(&parts.headers).ok())
}

async fn save(state: &AppState, share: &Share, id: &str, parts: &Parts, fields: Fields) -> Result<(), Fault> {
    let now = plans::now();
    let newest = find(state, id, None).await?;
    let key = key(&fields, parts).ok_or(Fault::Refused(Refusal::KeyMissing))?;
    state.store.check_key(&newest.id, &key, now).await?;
    let Fields { mut draft, revision, keeps_blank, .. } = fields;
    if keeps_blank {
        keep_blank(&mut draft, &newest);
    }
    if draft.base != newest.number {
        return Err(Fault::Refused(Refusal::Outdated(Box::new(draft))));
    }
    let expires = expiry(&draft.expires, &draft.expires_on, newest.expires_at, now);
    let expires = expires.map_err(|NotADay| Fault::Refused(Refusal::ExpiryUnreadable))?;
    let content = content(state, share, &draft, revision.unwrap_or(draft.base), &newest).await?;
    share.weigh(plans::size(&content)).map_err(Fault::Failed)?;
    match append(state, &newest, &key, &content, expires, now).await {
        Err(StoreError::Stale { .. }) => Err(Fault::Refused(Refusal::Outdated(Box::new(draft)))),
        saved => Ok(saved?),
    }
}

async fn append(
    state: &AppState,
    newest: &Revision,
    key: &EditKey,
    content: &Content,
    expires: Option<Timestamp>,
    now: Timestamp,
) -> Result<(), StoreError> {
    state.store.append(&newest.id, key, newest.number, content, expires, now).await.map(|_| ())
}

/// Where the planner's form says nothing, title and note stay.
fn keep_blank(draft: &mut Draft, newest: &Revision) {
    for (typed, before) in [(&mut draft.title, &newest.content.title), (&mut draft.note, &newest.content.note)] {
        if typed.trim().is_empty() {
            typed.clone_from(before);
        }
    }
}

/// What is stored: settings from the planner with fresh figures, or those of a revision with the figures that it has.
async fn content(state: &AppState, share: &Share, draft: &Draft, revision: u64, newest: &Revision) -> Result<Content, Fault> {
    let id = newest.id.as_str();
    let (title, note) = (draft.title.clone(), draft.note.clone());
    let Some(query) = &draft.query else {
        let source = find(state, id, Some(revision)).await?;
        // The settings stay as they are stored, those included that only a newer version knows.
        let PlanBody { title, note, .. } = plans::from_form(&title, &note, Scenario::default()).map_err(|_| too_long())?;
        return Ok(Content { title, note, ..source.content });
    };
    let typed = query.clone();
    let parsed = share.run(move |_| scenario::query::parse_string(&typed)).await.map_err(Fault::Failed)?;
    // Encoded again: what came in a form need not be fit for a header.
    let back = || {
        let (revise, pairs) = (format!("{id}.{}", draft.base), scenario::query::decode(query).collect::<Vec<_>>());
        let pairs = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        scenario::query::encode(pairs.chain([("revise", revise.as_str())]))
    };
    if !parsed.errors.is_empty() {
        return Err(Fault::Planner(back()));
    }
    let mut body = plans::from_form(&title, &note, parsed.scenario).map_err(|_| too_long())?;
    // The planner knows nothing of the author's own prices; they go along.
    bom::own_prices(&newest.content).map_err(Fault::Failed)?;
    body.prices = newest.content.prices.as_deref().and_then(|prices| serde_json::from_str(prices).ok());
    let made = share.run(move |_| plans::content(&body)).await.map_err(Fault::Failed)?;
    made.map_err(|_| Fault::Planner(back()))
}

const fn too_long() -> Fault {
    Fault::Refused(Refusal::TooLong)
}

/// The page that says why nothing was changed. It is drawn at the plan's own address, which can be opened again.
async fn explain(state: &AppState, id: &str, fault: Fault, mut parts: Parts) -> Response {
    let locale = language::of(&parts.uri, &parts.headers);
    // What is no id is part of no address: a path that it is written into might lead to any page.
    parts.uri =
        PlanId::parse(id).and_then(|id| Uri::try_from(plans::url(id.as_str())).ok()).unwrap_or(Uri::from_static("/p/none"));
    parts.method = Method::GET;
    let request = Request::from_parts(parts, Body::empty());
    let refusal = match fault {
        Fault::Refused(refusal) => refusal,
        Fault::Failed(ApiError::Store(StoreError::WrongKey)) => Refusal::KeyWrong,
        Fault::Planner(query) => return lead_with_fields(&format!("{}?{query}", page_for(&query)), locale),
        Fault::Failed(ApiError::Store(error)) => return absent(state, error, request).await,
        Fault::Failed(error) => return fault_of(&error, locale),
    };
    let status = match refusal {
        Refusal::KeyMissing => StatusCode::UNAUTHORIZED,
        Refusal::KeyWrong => StatusCode::FORBIDDEN,
        Refusal::ExpiryUnreadable | Refusal::TooLong | Refusal::NotNumbers(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Refusal::NoSuchRevision => StatusCode::NOT_FOUND,
        Refusal::Outdated(_) => StatusCode::PRECONDITION_FAILED,
    };
    match find(state, id, None).await {
        Ok(revision) => {
            let mut response = task(state, &revision, PlanTask::Refused(refusal), request, status).await;
            cookies::keep_nowhere(&mut response);
            response
        }
        Err(error) => absent(state, error, request).await,
    }
}
