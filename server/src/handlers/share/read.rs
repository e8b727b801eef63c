//! Pages of a plan: its newest revision, one by number, what differs between two, and the question before it is revoked.

use app::{GonePlan, PlanTask, Refusal, SharedView};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::Response;
use scenario::FieldError;

use crate::cache::pages::{Asked, Drawn};
use crate::handlers::cookies;
use crate::handlers::pages::draw::{self, Shown};
use crate::handlers::quota::{self, PageQuota};
use crate::problem::ApiError;
use crate::problem::page::fault_of;
use crate::request::client;
use crate::request::language::locale_of;
use crate::services::bom;
use crate::services::plans::{self, DiffTo};
use crate::state::AppState;
use crate::store::{PlanId, Revision, StoreError};

/// Revisions that a page lists.
const LISTED: u32 = 30;

/// `GET /p/{id}`: the newest revision, as it was stored.
pub async fn newest(_: PageQuota, State(state): State<AppState>, Path(id): Path<String>, request: Request) -> Response {
    let asked = page_key(&state, &request);
    if let Some(page) = cached_page(&state, &id, None, asked).await {
        return page;
    }
    let found = find(&state, &id, None).await;
    plan(&state, found, request).await
}

/// `GET /p/{id}/r/{number}`: one revision; it never changes.
pub async fn revision(
    _: PageQuota,
    State(state): State<AppState>,
    Path((id, number)): Path<(String, String)>,
    request: Request,
) -> Response {
    let asked = page_key(&state, &request);
    if let Ok(number) = number.parse()
        && let Some(page) = cached_page(&state, &id, Some(number), asked).await
    {
        return page;
    }
    let found = find_numbered(&state, &id, &number).await;
    plan(&state, found, request).await
}

/// `GET /p/{id}/diff?from=1&to=2`: what differs between two revisions; left out, the newest and the one before it.
pub async fn difference(_: PageQuota, State(state): State<AppState>, Path(id): Path<String>, request: Request) -> Response {
    let revision = match find(&state, &id, None).await {
        Ok(revision) => revision,
        Err(error) => return absent(&state, error, request).await,
    };
    let share = quota::share(&state, &request);
    let (from, to) = match revisions_to_compare(request.uri().query().unwrap_or_default(), revision.newest) {
        Ok(revisions) => revisions,
        Err(faults) => {
            let locale = locale_of(&request);
            let refusal = Refusal::NotNumbers(faults.iter().map(|fault| (fault.name(), fault.detail(locale))).collect());
            return task(&state, &revision, PlanTask::Refused(refusal), request, StatusCode::UNPROCESSABLE_ENTITY).await;
        }
    };
    let difference = plans::diff(&state.store, &share, &revision.id, Some(from), DiffTo::Revision(to), plans::now()).await;
    match difference {
        Ok(difference) => {
            let mut view = view(&state, &revision, request.headers()).await;
            view.difference = Some(difference);
            draw(&state, &revision, view, Some(PlanTask::Compare), request, StatusCode::OK).await
        }
        // The plan is there: what is not is a revision of it.
        Err(ApiError::Store(StoreError::NotFound)) => {
            task(&state, &revision, PlanTask::Refused(Refusal::NoSuchRevision), request, StatusCode::NOT_FOUND).await
        }
        Err(ApiError::Store(error)) => absent(&state, error, request).await,
        Err(error) => fault_of(&error, locale_of(&request)),
    }
}

/// `GET /p/{id}/parts`: the newest revision's bill of materials, as it was stored.
pub async fn parts(_: PageQuota, State(state): State<AppState>, Path(id): Path<String>, request: Request) -> Response {
    let found = find(&state, &id, None).await;
    bill(&state, found, request).await
}

/// `GET /p/{id}/r/{number}/parts`: one revision's bill of materials.
pub async fn parts_of_revision(
    _: PageQuota,
    State(state): State<AppState>,
    Path((id, number)): Path<(String, String)>,
    request: Request,
) -> Response {
    let found = find_numbered(&state, &id, &number).await;
    bill(&state, found, request).await
}

async fn bill(state: &AppState, found: Result<Revision, StoreError>, request: Request) -> Response {
    let revision = match found {
        Ok(revision) => revision,
        Err(error) => return absent(state, error, request).await,
    };
    let (locale, of) = (locale_of(&request), revision.clone());
    // Plans of early versions have no bill, and computing one takes as long as an estimate.
    match quota::share(state, &request).run(move |_| bom::page_bill(&of, locale)).await.and_then(|shown| shown) {
        Ok(bill) => task(state, &revision, PlanTask::Parts(Box::new(bill)), request, StatusCode::OK).await,
        Err(error) => fault_of(&error, locale),
    }
}

/// The two revisions that a query names, or every parameter that names none.
fn revisions_to_compare(query: &str, newest: u64) -> Result<(u64, u64), Vec<FieldError>> {
    let (mut from, mut to, mut errors) = (None, None, Vec::new());
    for (name, value) in scenario::query::decode(query) {
        let named = match name.as_str() {
            "from" => &mut from,
            "to" => &mut to,
            _ => continue,
        };
        match plans::revision_number(&value) {
            Ok(number) => *named = Some(number),
            Err(reason) => errors.push(FieldError::new(format!("/{name}"), reason)),
        }
    }
    let to = to.unwrap_or(newest);
    if errors.is_empty() { Ok((from.unwrap_or_else(|| to.saturating_sub(1).max(1)), to)) } else { Err(errors) }
}

/// `GET /p/{id}/revoke`: whether the plan is really to be revoked.
pub async fn revocation(State(state): State<AppState>, Path(id): Path<String>, request: Request) -> Response {
    match find(&state, &id, None).await {
        Ok(revision) => task(&state, &revision, PlanTask::Revoke, request, StatusCode::OK).await,
        Err(error) => absent(&state, error, request).await,
    }
}

/// A page about a plan other than the plan's own.
pub async fn task(state: &AppState, revision: &Revision, task: PlanTask, request: Request, status: StatusCode) -> Response {
    let view = view(state, revision, request.headers()).await;
    draw(state, revision, view, Some(task), request, status).await
}

/// The revision of a plan with this number, or the newest.
pub async fn find(state: &AppState, id: &str, number: Option<u64>) -> Result<Revision, StoreError> {
    let id = PlanId::parse(id).ok_or(StoreError::NotFound)?;
    match number {
        Some(number) => state.store.revision(&id, number, plans::now()).await,
        None => state.store.latest(&id, plans::now()).await,
    }
}

/// The revision with the number in a path; what is no number was never a revision's.
pub async fn find_numbered(state: &AppState, id: &str, number: &str) -> Result<Revision, StoreError> {
    match number.parse() {
        Ok(number) => find(state, id, Some(number)).await,
        Err(_) => Err(StoreError::NotFound),
    }
}

/// The page of a plan that is not shown, with the reason.
pub async fn absent(state: &AppState, error: StoreError, request: Request) -> Response {
    let (shown, status) = match error {
        StoreError::Revoked => (Shown::Gone(GonePlan::Revoked), StatusCode::GONE),
        StoreError::Expired => (Shown::Gone(GonePlan::Expired), StatusCode::GONE),
        StoreError::NotFound => (Shown::Address, StatusCode::NOT_FOUND),
        error => return fault_of(&ApiError::Store(error), locale_of(&request)),
    };
    draw::render(state, request, shown, status).await
}

/// What a request for a plan's page asks for; none where that is more than the plain page, or the page shows a key.
fn page_key(state: &AppState, request: &Request) -> Option<Asked> {
    let (uri, headers) = (request.uri(), request.headers());
    if uri.query().is_some() || cookies::unshown_key(headers).is_some() {
        return None;
    }
    let (origin, prices) = (client::origin(headers, state.trust_proxy), state.workers.prices.version());
    Some(Asked::new(uri.path().to_owned(), locale_of(request), origin, prices))
}

/// The page of a revision, the newest where no number is named, as it was drawn before for somebody else.
async fn cached_page(state: &AppState, id: &str, number: Option<u64>, asked: Option<Asked>) -> Option<Response> {
    let asked = asked?;
    // What is wrong with a plan is for the code that reads it to say.
    let head = state.store.head(&PlanId::parse(id)?, plans::now()).await.ok()?;
    let key = asked.key(number.unwrap_or(head.newest), head.newest, head.expires_at);
    state.pages.get(&key).map(|page| page.again())
}

async fn plan(state: &AppState, found: Result<Revision, StoreError>, request: Request) -> Response {
    let revision = match found {
        Ok(revision) => revision,
        Err(error) => return absent(state, error, request).await,
    };
    // Before anything is computed, so that what a newer list changes meanwhile is not kept as the newer one's.
    let key = page_key(state, &request).map(|asked| asked.key(revision.number, revision.newest, revision.expires_at));
    let mut view = view(state, &revision, request.headers()).await;
    let query = request.uri().query().unwrap_or_default();
    view.recomputed = scenario::query::decode(query).any(|(name, _)| name == "recomputed");
    if view.recomputed && plans::stored_plan(&revision).is_ok_and(|stored| stored.is_old()) {
        let share = quota::share(state, &request);
        let difference =
            plans::diff(&state.store, &share, &revision.id, Some(revision.number), DiffTo::Recomputed, plans::now()).await;
        // What this version cannot compute has no difference; the page says what is missing.
        view.difference = difference.ok();
    }
    if !view.recomputed {
        let of = revision.clone();
        let locale = locale_of(&request);
        // For paper; a plan without a bill is printed without one.
        let bill = quota::share(state, &request).run(move |_| bom::page_bill(&of, locale)).await;
        view.bill = bill.and_then(|bill| bill).ok().map(Box::new);
    }
    let (shows_key, path) = (view.new_key.is_some() && request.method() == Method::GET, plans::url(revision.id.as_str()));
    let locale = locale_of(&request);
    match draw_plan(state, &revision, view, None, request, StatusCode::OK).await {
        Ok(page) => {
            if let Some(key) = key {
                state.pages.keep(key, &page);
            }
            let mut response = page.into_response();
            if shows_key {
                cookies::mark_shown(&mut response, &path);
            }
            response
        }
        Err(error) => fault_of(&error, locale),
    }
}

/// What a plan's pages show beside the plan.
async fn view(state: &AppState, revision: &Revision, headers: &HeaderMap) -> SharedView {
    let revisions = if revision.newest > 1 {
        let page = plans::Page { limit: LISTED, before: None };
        // A page without its list is better than none.
        let found = plans::revisions(&state.store, &revision.id, page, plans::now()).await;
        found.map(|found| found.page.revisions).unwrap_or_default()
    } else {
        Vec::new()
    };
    let new_key = cookies::unshown_key(headers).map(|key| key.expose().to_owned());
    let prices = bom::own_prices(&revision.content);
    let has_unread_prices = prices.is_err();
    SharedView { new_key, revisions, prices: prices.unwrap_or_default(), has_unread_prices, ..SharedView::default() }
}

async fn draw(
    state: &AppState,
    revision: &Revision,
    view: SharedView,
    task: Option<PlanTask>,
    request: Request,
    status: StatusCode,
) -> Response {
    let locale = locale_of(&request);
    let drawn = draw_plan(state, revision, view, task, request, status).await;
    drawn.map_or_else(|error| fault_of(&error, locale), Drawn::into_response)
}

async fn draw_plan(
    state: &AppState,
    revision: &Revision,
    view: SharedView,
    task: Option<PlanTask>,
    request: Request,
    status: StatusCode,
) -> Result<Drawn, ApiError> {
    let stored = plans::stored_plan(revision)?;
    draw::draw(state, request, Shown::Plan(Box::new((stored, view, task))), status).await
}
