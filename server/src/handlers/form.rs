//! Forms on their way in, for pages without a script: read within the sender's share, and led on to an address that is no longer
//! than browsers and servers take.

use axum::extract::{FromRequest as _, RawForm, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use wire::Locale;

use super::cookies::lead_to;
use crate::limits::{ADDRESS_BYTES, FORM_FIELDS};
use crate::problem::ApiError;
use crate::problem::page::{fault_of, fault_page};
use crate::services::compute::Share;
use crate::state::AppState;

/// The fields of a form, in its order.
pub type Pairs = Vec<(String, String)>;

/// Why a form was not read.
#[derive(Debug)]
pub enum Unread {
    /// What was sent is at fault.
    Status(StatusCode),
    /// It is no fault of the form.
    Failed(ApiError),
}

impl Unread {
    /// A page that says so.
    pub fn page(&self, locale: Locale) -> Response {
        match self {
            Self::Status(status) => fault_page(*status, locale),
            Self::Failed(error) => fault_of(error, locale),
        }
    }
}

/// Reads a form to its end, and makes something of its fields; both are the sender's to pay for.
///
/// # Errors
/// Where it is no form, is too long or has too many fields, or the sender's share is used up.
pub async fn read<T: Send + 'static>(
    request: Request,
    state: &AppState,
    share: &Share,
    make: impl FnOnce(Pairs) -> T + Send + 'static,
) -> Result<T, Unread> {
    let RawForm(bytes) =
        RawForm::from_request(request, state).await.map_err(|rejection| Unread::Status(rejection.into_response().status()))?;
    if bytes.split(|byte| *byte == b'&').count() > FORM_FIELDS {
        return Err(Unread::Status(StatusCode::PAYLOAD_TOO_LARGE));
    }
    let made = share.run(move |_| make(scenario::query::decode(&String::from_utf8_lossy(&bytes)).collect())).await;
    made.map_err(Unread::Failed)
}

/// Leads on to an address with the form's fields, or says that they are too long for one.
#[must_use]
pub fn lead_with_fields(address: &str, locale: Locale) -> Response {
    if address.len() > ADDRESS_BYTES { fault_page(StatusCode::PAYLOAD_TOO_LARGE, locale) } else { lead_to(address) }
}
