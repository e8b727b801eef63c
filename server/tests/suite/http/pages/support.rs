//! A form that is sent, and a page that comes back.

use axum::Router;
use axum::http::Method;

use crate::http::client::{Answer, request, send};

pub const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

pub async fn save(site: &Router, headers: &[(&str, &str)], form: &str) -> Answer {
    let mut all = vec![FORM];
    all.extend_from_slice(headers);
    send(site, request(Method::POST, "/plan/save", &all, form.to_owned())).await
}

#[track_caller]
pub fn check_page(answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert!(answer.header("content-type").starts_with("text/html"), "{answer:?}");
}
