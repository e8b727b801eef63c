//! How much one client may ask for, as arguments of the handlers they guard: plans written a minute, and processor time.
//!
//! A handler that takes [`WriteQuota`] or [`ComputeQuota`] first is not reached, and its body not read, by a client that has used up its share.
//! What a handler computes goes through the [`Share`] in them, which counts what it has really cost (`services::compute`).
//! Every answer to a counted request says what is left (`request::account`).

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;

use crate::problem::ApiError;
use crate::problem::page::fault_of;
use crate::request::{client, language};
use crate::services::compute::Share;
use crate::state::AppState;

/// Permission to save, change or revoke one plan, and to compute what is stored with it.
#[derive(Debug)]
pub struct WriteQuota(pub Share);

impl FromRequestParts<AppState> for WriteQuota {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let client = client::address(&parts.headers, &parts.extensions, state.trust_proxy);
        if let Some(writes) = &state.quotas.writes {
            writes.take(client, parts.extensions.get())?;
        }
        // A client that writes is told what is left of its writes, not of its computing.
        let share = Share::new(client, Arc::clone(&state.workers), None);
        Ok(Self(share.writing(state.quotas.writes.clone())))
    }
}

/// Permission to run the engine.
#[derive(Debug)]
pub struct ComputeQuota(pub Share);

impl FromRequestParts<AppState> for ComputeQuota {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let share = share_of(state, &parts.headers, &parts.extensions);
        share.check()?;
        Ok(Self(share))
    }
}

/// Permission to run the engine for a page: a reader who has used up its share gets a page that says so.
#[derive(Debug)]
pub struct PageQuota;

impl FromRequestParts<AppState> for PageQuota {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Response> {
        let quota = ComputeQuota::from_request_parts(parts, state).await;
        quota.map(|_| Self).map_err(|error| fault_of(&error, language::of(&parts.uri, &parts.headers)))
    }
}

/// Permission to compute, which a handler asks for once it knows that it has to.
#[derive(Debug)]
pub struct QuotaOnDemand(Share);

impl QuotaOnDemand {
    /// The permission.
    ///
    /// # Errors
    /// [`ApiError::TooManyRequests`] where the client has used up its share.
    pub fn ask(self) -> Result<Share, ApiError> {
        self.0.check()?;
        Ok(self.0)
    }
}

impl FromRequestParts<AppState> for QuotaOnDemand {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Self::Rejection> {
        Ok(Self(share_of(state, &parts.headers, &parts.extensions)))
    }
}

/// The share of the request's client, where the handler has not asked for a quota.
#[must_use]
pub fn share(state: &AppState, request: &Request) -> Share {
    share_of(state, request.headers(), request.extensions())
}

fn share_of(state: &AppState, headers: &HeaderMap, extensions: &Extensions) -> Share {
    let client = client::address(headers, extensions, state.trust_proxy);
    Share::new(client, Arc::clone(&state.workers), extensions.get().cloned())
}
