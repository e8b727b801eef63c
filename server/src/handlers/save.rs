//! The planner's "create link" button without a script: a plain form that leads to the new plan's page.

use app::pages::bom::own::Own;
use app::plan::page_for;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;

use super::cookies::lead_to_new;
use super::form::{self, Pairs, Unread, lead_with_fields};
use super::share::expiry;
use crate::handlers::quota::WriteQuota;
use crate::problem::ApiError;
use crate::problem::page::{fault_of, fault_page};
use crate::request::client::is_same_site;
use crate::request::language::Language;
use crate::services::compute::Share;
use crate::services::plans::{self, PlanBody};
use crate::state::AppState;
use crate::store::Created;

/// The form's own fields; all others are the planner's parameters.
const TITLE: &str = "title";
const NOTE: &str = "note";
/// The planner's parameters as one field, where the form does not repeat them.
const QUERY: &str = "query";
/// For how long the link is to work.
const EXPIRES: &str = "expires";
/// Fields of the same form that only a change of a plan takes.
const OTHERS: [&str; 3] = ["key", "base", "blank"];

/// `POST /plan/save`: stores the plan of the form and leads to it; a plan with faults leads back to the planner, which shows them.
pub async fn save(
    State(state): State<AppState>,
    Language(locale): Language,
    headers: HeaderMap,
    quota: Result<WriteQuota, ApiError>,
    request: Request,
) -> Response {
    if !is_same_site(&headers, state.trust_proxy) {
        return fault_page(StatusCode::FORBIDDEN, locale);
    }
    let stored = match quota {
        Ok(WriteQuota(share)) => store(&state, &share, request).await,
        Err(error) => Err(Fault::Failed(error)),
    };
    match stored {
        Ok(created) => lead_to_new(&created, &headers, state.trust_proxy),
        Err(Fault::Planner(query)) => lead_with_fields(&format!("{}?{query}", page_for(&query)), locale),
        Err(Fault::Bill(query)) => lead_with_fields(&format!("/bom?{query}"), locale),
        Err(Fault::Status(status)) => fault_page(status, locale),
        Err(Fault::Failed(error)) => fault_of(&error, locale),
    }
}

/// Why a form was not saved.
enum Fault {
    /// The page that answers this query shows what is wrong.
    Planner(String),
    /// The page of parts and prices at this query shows what is wrong with prices.
    Bill(String),
    /// A page says it.
    Status(StatusCode),
    /// A page says it, and the log says more.
    Failed(ApiError),
}

impl From<Unread> for Fault {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Status(status) => Self::Status(status),
            Unread::Failed(error) => Self::Failed(error),
        }
    }
}

async fn store(state: &AppState, share: &Share, request: Request) -> Result<Created, Fault> {
    let (body, query) = form::read(request, state, share, plan_in).await??;
    match plans::create(&state.store, share, body, None, plans::now()).await {
        Ok(created) => Ok(created),
        Err(ApiError::Input(_)) => Err(Fault::Planner(query)),
        Err(error) => Err(Fault::Failed(error)),
    }
}

/// The plan that a form asks for, and the planner's query for it.
fn plan_in(fields: Pairs) -> Result<(PlanBody, String), Fault> {
    let (mut title, mut note, mut expires, mut pairs) = (String::new(), String::new(), String::new(), Vec::new());
    for (name, value) in fields {
        match name.as_str() {
            TITLE => value.trim().clone_into(&mut title),
            // Browsers send line ends as two characters; the limit counts one, as the page's own does.
            NOTE => note = value.trim().replace("\r\n", "\n"),
            EXPIRES => expires = value,
            // Fields of the button that changes a plan; the key is in no address.
            name if OTHERS.contains(&name) => {}
            QUERY => pairs.extend(scenario::query::decode(value.trim_start_matches('?'))),
            _ => pairs.push((name, value)),
        }
    }
    let query = scenario::query::encode(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())));
    let parsed = scenario::query::parse(pairs.into_iter());
    // A form may say prices as the bill's page does, beside each part.
    let Some(prices) = Own::read(&query).prices else { return Err(Fault::Bill(query)) };
    if !parsed.errors.is_empty() {
        return Err(Fault::Planner(query));
    }
    let mut body =
        plans::from_form(&title, &note, parsed.scenario).map_err(|_| Fault::Status(StatusCode::UNPROCESSABLE_ENTITY))?;
    body.prices = plans::own_prices(&prices);
    body.expires = expiry(&expires, "", None, plans::now()).map_err(|_| Fault::Status(StatusCode::BAD_REQUEST))?;
    Ok((body, query))
}
