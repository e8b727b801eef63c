//! Addresses and headers: every route with every parameter.

use std::collections::{BTreeMap, BTreeSet};

use axum::Router;
use axum::http::{Method, StatusCode};
use server::config::Limits;
use server::router::{document, router};
use server::state::AppState;
use server::store::Store;

use super::{Judge, MARKUP, encoded, is_thorough, names, routes};
use crate::http::client::{get, get_with, request, send};

/// A plan that every page of the engine can answer.
const BASE: &str = "v=1&gpu=rtx-4090&model=resnet50";
/// Pages that answer a whole scenario, each parameter of which is looked at by itself on the first of them.
const OF_SCENARIOS: [&str; 12] = [
    "/plan",
    "/plan/speed",
    "/plan/improve",
    "/plan/why",
    "/code",
    "/call",
    "/diagnose",
    "/bom",
    "/compare",
    "/need",
    "/upgrade",
    "/run",
];
/// Headers that say something about the reader.
const HEADERS: [&str; 12] = [
    "accept-language",
    "cookie",
    "referer",
    "user-agent",
    "x-request-id",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-for",
    "if-none-match",
    "if-match",
    "authorization",
    "origin",
];

pub async fn site() -> Router {
    let limits = Limits { writes_per_minute: None, compute_per_second: None, search_per_second: None };
    router(AppState::with_limits(Store::in_memory().await.unwrap(), limits, true))
}

/// Right values for the parameters of paths; a route with another one is not covered until it has a value here.
fn right(path: &str, plan: &str) -> BTreeMap<&'static str, String> {
    let id = match path {
        path if path.contains("/p/{id}") || path.contains("/plans/{id}") => plan,
        path if path.contains("/code/{id}") => "pytorch",
        path if path.contains("/docs/api/{id}") => "estimate",
        path if path.contains("/models/{id}") => "resnet50",
        path if path.contains("/gpus/{id}") => "rtx-4090",
        _ => "nothing",
    };
    [
        ("id", id),
        ("number", "1"),
        ("code", "invalid-input"),
        ("language", "zh"),
        ("file", "bom.md"),
        ("format", "md"),
        ("*file", "x.js"),
        ("*rest", "x"),
    ]
    .map(|(name, value)| (name, value.to_owned()))
    .into()
}

async fn plan(site: &Router) -> String {
    let form = ("content-type", "application/x-www-form-urlencoded");
    let saved = send(site, request(Method::POST, "/plan/save", &[form], BASE)).await;
    saved.header("location").trim_start_matches("/p/").to_owned()
}

/// `{markup}=x&x={markup}` and every name with the text, after what the page needs.
fn hostile<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let pairs = names.filter(|name| *name != "v").map(|name| (name, MARKUP));
    format!("{BASE}&{}", scenario::query::encode(pairs))
}

/// Visits the routes that are `meant`, in every way that an address and a header have; what of them showed a text of the reader's.
async fn visit(meant: impl Fn(&str) -> bool) -> BTreeSet<String> {
    let site = site().await;
    let (plan, document) = (plan(&site).await, document());
    let mut judge = Judge::default();
    for route in routes::of(&site).into_iter().filter(|route| meant(route)) {
        let right = right(&route, &plan);
        let parameters = routes::parameters(&route);
        assert!(
            parameters.iter().all(|name| right.contains_key(name)),
            "{route}: this test knows no value for a parameter of it"
        );
        let address = routes::filled(&route, &right);
        let plain = get(&site, &format!("{address}?{BASE}")).await;
        let is_documented = document.paths.paths.contains_key(&route);
        if plain.status == StatusCode::METHOD_NOT_ALLOWED {
            // What is only posted to is visited with the stored plans, or is a call of the API with a body.
            assert!(routes::POSTED.contains(&route.as_str()) || is_documented, "{route} is not covered by any test of markup");
            continue;
        }
        judge.look(&route, "as it is", &plain);
        for name in &parameters {
            let mut wrong = right.clone();
            wrong.insert(name, encoded(MARKUP));
            judge.look(&route, name, &get(&site, &format!("{}?{BASE}", routes::filled(&route, &wrong))).await);
        }
        let is_known =
            plain.status != StatusCode::NOT_FOUND || right["id"] == "nothing" || route.contains("{*") || route == "/api/";
        assert!(is_known, "{address}: this test should know what there is under {route}");
        let is_page = plain.headers.get("content-type").is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
        let forms = if is_page { names::of_forms(&plain.text()) } else { BTreeSet::new() };
        // The same pages as without a language in front.
        let is_prefixed = route.starts_with("/en") || route.starts_with("/zh");
        let mut all: Vec<String> = names::of_tables(&document).union(&forms).cloned().collect();
        all.extend([MARKUP.to_owned(), "x".to_owned()]);
        // A fault in one parameter can hide another, so that they come a few at a time where pages read them.
        let share = match OF_SCENARIOS.iter().position(|page| *page == route) {
            Some(0) if is_thorough() => 1,
            Some(0) => 4,
            Some(_) if is_thorough() => 8,
            None if forms.is_empty() || is_prefixed => all.len(),
            None if is_thorough() => 16,
            Some(_) | None => 64,
        };
        for some in all.chunks(share) {
            let query = hostile(some.iter().map(String::as_str));
            judge.look(&route, &some.join(" "), &get(&site, &format!("{address}?{query}")).await);
        }
        let query = hostile(std::iter::once("x"));
        let headers = HEADERS.map(|name| (name, MARKUP));
        judge.look(&route, "headers", &get_with(&site, &format!("{address}?{query}"), &headers).await);
        judge.look(&route, "host", &get_with(&site, &address, &[("host", MARKUP)]).await);
        let cookies = format!("lang={}; edit_key={}", MARKUP.replace(';', ""), MARKUP.replace(';', ""));
        judge.look(&route, "cookies", &get_with(&site, &address, &[("cookie", &cookies)]).await);
    }
    assert!(judge.wrong.is_empty(), "{} of {}:\n{}", judge.wrong.len(), judge.count, judge.wrong.join("\n"));
    judge.shown
}

/// The page with every parameter by itself, which takes longest: in parts, so that they run beside each other.
async fn visit_page(page: &str) {
    let shown = visit(|route| route == page).await;
    assert!(shown.contains(page), "{page} shows no text of the reader's, so it proves nothing: {shown:?}");
}

#[tokio::test]
async fn no_address_puts_an_element_into_the_planner() {
    visit_page(OF_SCENARIOS[0]).await;
}

#[tokio::test]
async fn no_address_puts_an_element_into_a_view_of_a_plan() {
    for page in &OF_SCENARIOS[1..8] {
        visit_page(page).await;
    }
}

#[tokio::test]
async fn no_address_puts_an_element_into_a_page_of_machines() {
    for page in &OF_SCENARIOS[8..] {
        visit_page(page).await;
    }
}

#[tokio::test]
async fn no_address_puts_an_element_into_any_other_page() {
    visit(|route| !OF_SCENARIOS.contains(&route)).await;
    let site = site().await;
    let mut judge = Judge::default();
    for path in ["/nothing", "/p", "/en", "/api/v1", "/pkg"] {
        judge.look("fallback", path, &get(&site, &format!("{path}/{}?{BASE}&x={}", encoded(MARKUP), encoded(MARKUP))).await);
    }
    assert!(judge.wrong.is_empty(), "{} of {}:\n{}", judge.wrong.len(), judge.count, judge.wrong.join("\n"));
}

/// The cards of the advisor go into the page as they come.
#[tokio::test]
async fn every_choice_of_language_keeps_markup_out() {
    let site = site().await;
    let mut judge = Judge::default();
    for (turn, language) in ["en", "zh"].into_iter().enumerate() {
        // The languages take turns; proofs ask each page in both.
        for (_, page) in OF_SCENARIOS.into_iter().enumerate().filter(|(place, _)| is_thorough() || (place + turn) % 2 == 0) {
            let query = format!(
                "{BASE}&gpu.name={}&id={}&cpu={}&x={}",
                encoded(MARKUP),
                encoded(MARKUP),
                encoded(MARKUP),
                encoded(MARKUP)
            );
            judge.look(page, language, &get_with(&site, &format!("{page}?{query}"), &[("accept-language", language)]).await);
        }
    }
    assert!(judge.wrong.is_empty(), "{}", judge.wrong.join("\n"));
}
