//! A client that talks to the router directly.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use http_body_util::BodyExt as _;
use serde_json::Value;
use server::config::Limits;
use server::router::router;
use server::state::AppState;
use server::store::Store;
use tower::ServiceExt as _;

use crate::database::server_database;

/// A site with an empty store and the usual limits.
pub async fn site() -> Router {
    site_with(Limits::default()).await
}

/// A site with other limits.
pub async fn site_with(limits: Limits) -> Router {
    let store = match server_database().await {
        Some(url) => Store::open(&url).await.unwrap(),
        None => Store::in_memory().await.unwrap(),
    };
    router(AppState::with_limits(store, limits, false))
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("no header {name} in {self:?}")).to_str().unwrap()
    }

    /// Checks that this is a problem with a status and a code, and returns it.
    #[track_caller]
    pub fn problem(&self, status: u16, code: &str) -> Value {
        assert_eq!(self.status, status, "{}", self.text());
        assert_eq!(self.header("content-type"), "application/problem+json");
        assert_eq!(self.header("cache-control"), "no-store");
        let problem = self.json();
        assert_eq!(problem["code"], code);
        assert_eq!(problem["status"], status);
        assert_eq!(problem["type"], format!("/problems/{code}"));
        for member in ["title", "detail"] {
            assert!(problem[member].as_str().is_some_and(|text| !text.is_empty()), "{member}");
        }
        problem
    }
}

pub async fn send(site: &Router, request: Request<Body>) -> Answer {
    let response = site.clone().oneshot(request).await.unwrap();
    let (parts, body) = response.into_parts();
    Answer { status: parts.status, headers: parts.headers, body: body.collect().await.unwrap().to_bytes().to_vec() }
}

pub fn request(method: Method, path: &str, headers: &[(&str, &str)], body: impl Into<Body>) -> Request<Body> {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    request.body(body.into()).unwrap()
}

pub async fn get(site: &Router, path: &str) -> Answer {
    send(site, request(Method::GET, path, &[], Body::empty())).await
}

pub async fn get_with(site: &Router, path: &str, headers: &[(&str, &str)]) -> Answer {
    send(site, request(Method::GET, path, headers, Body::empty())).await
}

pub async fn post_json(site: &Router, path: &str, body: impl Into<Body>) -> Answer {
    send(site, request(Method::POST, path, &[("content-type", "application/json")], body)).await
}

/// A scenario that every model of the catalog's first day can answer.
pub const SCENARIO: &str = r#"{"id":"mine","hardware":{"gpu":"rtx-4090","ram_gib":64},"model":{"id":"resnet50"},"training":{"precision":"fp16-amp","micro_batch_size":32}}"#;
