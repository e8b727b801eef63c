//! Pages: status, language, policy, the form that saves a plan.

mod language;
mod model;
mod policy;
mod saving;
mod support;
mod wording;

use axum::Router;
use axum::http::{Method, StatusCode};

use crate::http::client::{get, get_with, request, send, site};
use crate::http::markup::routes;
use support::check_page;

/// The pages that take no parameter in their path: each has a route in every language too.
fn bare(site: &Router) -> Vec<String> {
    let routes = routes::of(site);
    let is_page = |route: &&String| routes.contains(&if *route == "/" { "/zh".to_owned() } else { format!("/zh{route}") });
    routes.iter().filter(is_page).filter(|route| !route.contains('{')).cloned().collect()
}

#[tokio::test]
async fn every_page_is_drawn_in_both_languages() {
    let site = site().await;
    let bare = bare(&site);
    let with_a_query = [
        "/plan?v=1&gpu=rtx-4090&model=resnet50",
        "/code?v=1&gpu=rtx-4090&model=mistral-7b&method=qlora",
        "/diagnose?v=1&gpu=rtx-4090&model=resnet50&see=out-of-memory&seen_step=3",
        "/compare?v=1&gpu=rtx-4090&model=resnet50&with=rtx-3090,gpus:2&only=differences",
        "/need?v=1&model=resnet50&budget=1500",
    ];
    for path in bare.iter().map(String::as_str).chain(with_a_query) {
        for (language, tag) in [("en", "lang=\"en\""), ("zh", "lang=\"zh-CN\"")] {
            let answer = get_with(&site, path, &[("accept-language", language)]).await;
            check_page(&answer, 200);
            assert_eq!(answer.header("content-language"), language, "{path}");
            assert!(answer.text().contains(tag), "{path} {language}");
        }
    }
    for (path, tag) in [("/en", "lang=\"en\""), ("/zh", "lang=\"zh-CN\""), ("/zh/gpus", "lang=\"zh-CN\"")] {
        let answer = get(&site, path).await;
        check_page(&answer, 200);
        assert!(answer.text().contains(tag), "{path}");
    }
    let plan = get(&site, "/zh/plan?v=1&gpu=rtx-4090").await;
    assert_eq!((plan.status, plan.header("location")), (StatusCode::PERMANENT_REDIRECT, "/plan?v=1&gpu=rtx-4090"));
}

/// The browser tests that run axe, which are skipped without scripts, name every page by its address.
#[tokio::test]
async fn axe_looks_at_every_page() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../end2end/specs");
    let read = |entry: std::io::Result<std::fs::DirEntry>| std::fs::read_to_string(entry.unwrap().path()).unwrap();
    let specs: String =
        std::fs::read_dir(folder).unwrap().map(read).filter(|spec| spec.contains("'axe needs scripts'")).collect();
    let is_named = |page: &String| {
        let addresses = ["'/", "'/en/", "'/zh/"].map(|start| page.replacen('/', start, 1));
        addresses.iter().any(|address| ["'", "?"].iter().any(|end| specs.contains(&format!("{address}{end}"))))
    };
    let missed: Vec<String> = bare(&site().await).into_iter().filter(|page| !is_named(page)).collect();
    assert_eq!(missed, Vec::<String>::new(), "pages without a row in end2end/specs/accessibility.spec.ts");
}

#[tokio::test]
async fn what_is_not_there_is_a_page_in_the_readers_language() {
    let site = site().await;
    for path in ["/nothing", "/p/abcdefghijklmnopqrstuvwxyz", "/p/short", "/p/", "/zh/nothing", "/lang/de"] {
        check_page(&get(&site, path).await, 404);
    }
    let chinese = get_with(&site, "/p/short", &[("cookie", "lang=zh")]).await;
    check_page(&chinese, 404);
    assert!(chinese.text().contains("lang=\"zh-CN\""));
    check_page(&send(&site, request(Method::POST, "/plan", &[], "")).await, 405);
    check_page(&send(&site, request(Method::DELETE, "/nothing", &[], "")).await, 405);
    assert_eq!(get(&site, "/pkg/missing.js").await.status, StatusCode::NOT_FOUND);
}
