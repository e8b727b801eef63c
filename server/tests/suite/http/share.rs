//! Stored plans for people: pages, forms, the card for other sites.

mod running;
mod views;

use axum::Router;
use axum::http::{Method, StatusCode};
use server::config::Limits;
use server::router::router;
use server::state::AppState;
use server::store::{Content, Created, Store};

use crate::http::client::{Answer, SCENARIO, get, get_with, request, send};

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");
const QUERY: &str = "query=v%3D1%26gpu%3Drtx-4090%26model%3Dresnet50%26batch%3D64";

/// A site with a plan that an earlier version stored: its peak is what the test says.
async fn site_with_old_plan(peak: u64) -> (Router, Created) {
    let store = Store::in_memory().await.unwrap();
    let mut result: serde_json::Value = serde_json::to_value(api::estimate_json(SCENARIO).unwrap()).unwrap();
    result["vram"]["device_peak_bytes"] = peak.into();
    result["notes"] = serde_json::json!([{"code": "of-old", "level": "note", "detail": "What an earlier version said."}]);
    let scenario = scenario::json::parse_scenario(SCENARIO.as_bytes()).unwrap();
    let mut bill = api::bill::bom_with_in(&scenario, &wire::v1::Prices::default(), wire::Locale::En).unwrap();
    "A card of old".clone_into(&mut bill.parts[0].name);
    let content = Content {
        title: "Old lab".to_owned(),
        note: String::new(),
        scenario: SCENARIO.to_owned(),
        prices: None,
        result: result.to_string(),
        bill: Some(serde_json::to_string(&bill).unwrap()),
        engine_version: "0.0.1".to_owned(),
        catalog_version: "2020.01".to_owned(),
    };
    let created = store.create(&content, None, None, jiff::Timestamp::now()).await.unwrap();
    (router(AppState::with_limits(store, Limits::default(), false)), created)
}

async fn site() -> Router {
    crate::http::client::site().await
}

async fn post(site: &Router, path: &str, headers: &[(&str, &str)], form: &str) -> Answer {
    let mut all = vec![FORM];
    all.extend_from_slice(headers);
    send(site, request(Method::POST, path, &all, form.to_owned())).await
}

/// Saves a plan by the planner's form; its path and its cookies as a browser sends them back.
async fn saved(site: &Router) -> (String, String, String) {
    let answer = post(site, "/plan/save", &[], QUERY).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
    let pairs: Vec<&str> =
        answer.headers.get_all("set-cookie").iter().map(|line| line.to_str().unwrap().split(';').next().unwrap()).collect();
    let key = pairs[0].strip_prefix("edit_key=").unwrap().to_owned();
    (answer.header("location").to_owned(), key, pairs.join("; "))
}

#[track_caller]
fn check_page(answer: &Answer, status: u16, parts: &[&str]) {
    let text = answer.text();
    assert_eq!(answer.status, status, "{text}");
    assert!(answer.header("content-type").starts_with("text/html"), "{answer:?}");
    for part in parts {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[tokio::test]
async fn an_old_plan_shows_what_was_stored_and_today_only_when_asked() {
    let (site, plan) = site_with_old_plan(21 << 30).await;
    let path = format!("/p/{}", plan.id);
    let stored = get(&site, &path).await;
    check_page(
        &stored,
        200,
        &["VRAM of the process 21 of 24.0 GiB", "0.0.1", "2020.01", "data-testid=\"verdict\"", "?recomputed"],
    );
    let today = get(&site, &format!("{path}?recomputed")).await;
    check_page(&today, 200, &["data-testid=\"compared\"", "0.0.1", "21.0 GiB", "data-testid=\"to-stored\""]);
    assert!(!stored.text().contains("data-testid=\"compared\""));
    let chinese = get_with(&site, &path, &[("cookie", "lang=zh")]).await;
    check_page(&chinese, 200, &["由引擎 0.0.1", "保存时的英文原文", "What an earlier version said."]);
}

#[tokio::test]
async fn the_parts_of_an_old_plan_are_those_that_were_stored() {
    let (site, plan) = site_with_old_plan(21 << 30).await;
    let path = format!("/p/{}", plan.id);
    assert!(get(&site, &path).await.text().contains(&format!("{path}/parts")));
    for path in [format!("{path}/parts"), format!("{path}/r/1/parts")] {
        let parts = get(&site, &path).await;
        check_page(&parts, 200, &["A card of old", "engine 0.0.1 and catalog 2020.01", "/revisions/1/bom.csv", "/bom?v=1"]);
        let chinese = get_with(&site, &path, &[("cookie", "lang=zh")]).await;
        check_page(&chinese, 200, &["A card of old", "不再变化", "保存时的英文原文"]);
    }
    assert_eq!(get(&site, &format!("{path}/r/2/parts")).await.status, StatusCode::NOT_FOUND);
    let (of_today, _, _) = saved(&site).await;
    let chinese = get_with(&site, &format!("{of_today}/parts"), &[("cookie", "lang=zh")]).await;
    check_page(&chinese, 200, &["不再变化", "data-testid=\"bom-parts\""]);
    assert!(!chinese.text().contains("保存时的英文原文"));
}

#[tokio::test]
async fn a_key_is_shown_once_and_never_in_an_address() {
    let site = site().await;
    let (path, key, cookies) = saved(&site).await;
    let first = get_with(&site, &path, &[("cookie", &cookies)]).await;
    check_page(&first, 200, &["data-testid=\"created\"", &format!("#key={key}"), "/plan?v=1&amp;gpu=rtx-4090"]);
    assert_eq!(first.header("cache-control"), "no-store");
    let forgotten = first.header("set-cookie");
    assert!(forgotten.starts_with(&format!("edit_key=; Path={path};")) && forgotten.contains("Max-Age=0"), "{forgotten}");
    assert!(!get(&site, &path).await.text().contains(&key));
}

#[tokio::test]
async fn whoever_holds_the_key_changes_words_settings_and_expiry() {
    let site = site().await;
    let (path, key, _) = saved(&site).await;
    let revise = format!("{path}/revise");
    let words = "base=1&revision=1&title=Second&note=&expires=30";
    check_page(&post(&site, &revise, &[], words).await, 401, &["data-testid=\"refused\""]);
    check_page(&post(&site, &revise, &[], &format!("{words}&key=wrong")).await, 403, &["data-testid=\"refused\""]);
    check_page(&post(&site, &revise, &[("sec-fetch-site", "cross-site")], &format!("{words}&key={key}")).await, 403, &[]);
    let unreadable = format!("base=1&title=x&expires=date&expires_on=soon&key={key}");
    check_page(&post(&site, &revise, &[], &unreadable).await, 422, &[]);

    let changed = post(&site, &revise, &[], &format!("{words}&key={key}")).await;
    assert_eq!((changed.status, changed.header("location")), (StatusCode::SEE_OTHER, path.as_str()), "{}", changed.text());
    check_page(&get(&site, &path).await, 200, &["Second", "revision 2 of 2", "The link works until"]);

    // From the planner: other settings, the words left as they are, the key pasted as an edit link.
    let planner =
        format!("base=2&blank=keep&title=&note=&expires=keep&{}&key=http%3A%2F%2Fx%23key%3D{key}", QUERY.replace("64", "32"));
    assert_eq!(post(&site, &revise, &[], &planner).await.status, StatusCode::SEE_OTHER);
    check_page(&get(&site, &path).await, 200, &["Second", "revision 3 of 3", "batch=32", "The link works until"]);
    check_page(&get(&site, &format!("{path}/r/1")).await, 200, &["data-testid=\"older\"", "batch=64"]);
    check_page(&get(&site, &format!("{path}/diff?from=1&to=3")).await, 200, &["data-testid=\"difference\"", ">64<", ">32<"]);
    check_page(&get(&site, &format!("{path}/r/9")).await, 404, &[]);
    check_page(&get(&site, &format!("{path}/diff?from=9&to=3")).await, 404, &["its newest revision is revision 3"]);
    // The API's words for what is no revision, and the plan is not said to be missing.
    for (query, said) in [
        ("from=0&to=1", "“from” must be between 1 and"),
        ("from=a", "“from” must be a whole number, not negative."),
        ("from=1&to=", "“to” must be a whole number, not negative."),
        ("from=x&to=99999999999999999999", "“to” must be between 1 and"),
    ] {
        check_page(&get(&site, &format!("{path}/diff?{query}")).await, 422, &["data-testid=\"refused\"", said]);
    }
    let chinese = get_with(&site, &format!("{path}/diff?from=0"), &[("accept-language", "zh")]).await;
    check_page(&chinese, 422, &["无法比较这些版本", "“from”须"]);

    // Somebody who has not seen the third revision loses nothing.
    let late = post(&site, &revise, &[], &format!("base=2&revision=2&title=Mine&note=typed+text&key={key}")).await;
    check_page(&late, 412, &["data-testid=\"theirs\"", "typed text", "value=\"Mine\"", "name=\"base\" value=\"3\""]);
    assert!(!late.text().contains(&key));
}

/// A browser sends its cookies with every form that leads to the plan, also with forms on other sites: cookies open nothing.
#[tokio::test]
async fn a_form_of_this_site_changes_nothing_without_the_key() {
    let site = site().await;
    let (path, key, cookies) = saved(&site).await;
    let of_browser = [("sec-fetch-site", "same-origin"), ("cookie", cookies.as_str())];
    for (task, form) in [("revise", "base=1&revision=1&title=Stolen"), ("revoke", ""), ("revoke", "key=")] {
        check_page(&post(&site, &format!("{path}/{task}"), &of_browser, form).await, 401, &["data-testid=\"refused\""]);
    }
    let page = get(&site, &path).await.text();
    assert!(!page.contains("Stolen") && page.contains("revision 1 of 1"));

    let bearer = format!("Bearer {key}");
    let of_script = [("sec-fetch-site", "same-origin"), ("authorization", bearer.as_str())];
    let words = "base=1&revision=1&title=Ours";
    let elsewhere = [("sec-fetch-site", "cross-site"), ("authorization", bearer.as_str())];
    check_page(&post(&site, &format!("{path}/revise"), &elsewhere, words).await, 403, &[]);
    let revised = post(&site, &format!("{path}/revise"), &of_script, words).await;
    assert_eq!(revised.status, StatusCode::SEE_OTHER, "{}", revised.text());
    check_page(&get(&site, &path).await, 200, &["Ours", "revision 2 of 2"]);
}

#[tokio::test]
async fn a_plan_is_copied_by_anyone_and_revoked_by_its_owner() {
    let site = site().await;
    let (path, key, _) = saved(&site).await;
    let copied = post(&site, &format!("{path}/fork"), &[], "revision=1").await;
    assert_eq!(copied.status, StatusCode::SEE_OTHER, "{}", copied.text());
    let copy = copied.header("location").to_owned();
    assert_ne!(copy, path);

    check_page(&get(&site, &format!("{path}/revoke")).await, 200, &["data-testid=\"revoke-form\""]);
    check_page(&post(&site, &format!("{path}/revoke"), &[], "").await, 401, &[]);
    let revoked = post(&site, &format!("{path}/revoke"), &[], &format!("key={key}")).await;
    assert_eq!((revoked.status, revoked.header("location")), (StatusCode::SEE_OTHER, path.as_str()));
    for gone in [path.clone(), format!("{path}/r/1"), format!("{path}/diff"), format!("{path}/revoke"), format!("{path}/card")] {
        check_page(&get(&site, &gone).await, 410, &["revoked"]);
    }
    check_page(&post(&site, &format!("{path}/fork"), &[], "revision=1").await, 410, &[]);
    check_page(&get(&site, &copy).await, 200, &[]);
    check_page(&get(&site, "/p/abcdefghijklmnopqrstuvwxyz").await, 404, &["No plan has this link"]);
}

#[tokio::test]
async fn a_card_may_be_framed_and_nothing_else_may() {
    let site = site().await;
    let (path, key, cookies) = saved(&site).await;
    let card = get_with(&site, &format!("{path}/card"), &[("cookie", &cookies)]).await;
    check_page(&card, 200, &["data-testid=\"verdict\"", "rel=\"noopener\""]);
    assert!(card.header("content-security-policy").contains("frame-ancestors *"));
    assert!(!card.headers.contains_key("x-frame-options") && !card.headers.contains_key("set-cookie"));
    for part in ["<script", "<form", "<input", " style=", &key] {
        assert!(!card.text().contains(part), "{part}");
    }
    let page = get(&site, &path).await;
    assert_eq!(page.header("x-frame-options"), "DENY");
    assert!(page.header("content-security-policy").contains("frame-ancestors 'none'"));

    let code = get_with(&site, &format!("{path}/qr.svg"), &[("host", "rigwise.example")]).await;
    assert_eq!((code.status, code.header("content-type")), (StatusCode::OK, "image/svg+xml"));
    assert!(code.text().starts_with("<svg") && !code.text().contains("style="));
}

#[tokio::test]
async fn previews_and_snippets_carry_no_markup_of_the_author() {
    let site = site().await;
    let form = format!("{QUERY}&title=%3Cb%3E%5Bx%5D(javascript%3A1)%7C");
    let path = post(&site, "/plan/save", &[], &form).await.header("location").to_owned();
    let page = get_with(&site, &path, &[("host", "rigwise.example")]).await.text();
    assert!(page.contains("**[&amp;lt;b&amp;gt;\\[x\\](javascript:1)\\|](http://rigwise.example"), "{page}");
    for property in ["og:title", "og:description", "og:image"] {
        let tag = page.split("<meta").find(|tag| tag.contains(property)).unwrap();
        let tag = tag.split('>').next().unwrap();
        assert!(!tag.contains("javascript") && tag.contains("content=\""), "{tag}");
    }
    assert!(page.contains(&format!("http://rigwise.example{path}/preview.png")));
    let card = get(&site, &format!("{path}/card")).await.text();
    assert!(!card.contains("<b>") && card.contains("&lt;b&gt;"), "{card}");
}

/// What a form carries leads back to the planner as an address, whatever it is.
#[tokio::test]
async fn settings_at_fault_lead_back_without_what_no_header_holds() {
    let site = site().await;
    let (path, key, _) = saved(&site).await;
    let form = "base=1&query=v%3D1%26gpu%3Drtx-4090%26model%3Dresnet50%26batch%3Dmany%0D%0ASet-Cookie%3A+x%3Dy";
    let answer = post(&site, &format!("{path}/revise"), &[], &format!("{form}&key={key}")).await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.text());
    let back = answer.header("location");
    assert!(
        back.starts_with("/plan?v=1&gpu=rtx-4090&model=resnet50&batch=many%0D%0ASet-Cookie") && back.contains("&revise="),
        "{back}"
    );
    assert!(!answer.headers.contains_key("set-cookie"));
}

/// What a page says, whatever its nonce.
#[track_caller]
fn without_nonce(page: &Answer) -> String {
    let policy = page.header("content-security-policy");
    let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).unwrap();
    let text = page.text();
    assert!(text.contains(&format!("nonce=\"{nonce}\"")), "the page's scripts run by this answer's nonce");
    text.replace(nonce, "")
}

/// What is left of the reader's share of computing, in milliseconds.
#[track_caller]
fn left(answer: &Answer) -> u64 {
    answer.header("ratelimit").split("r=").nth(1).unwrap().split(';').next().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_page_that_was_drawn_before_costs_nothing_and_says_the_same() {
    let limits = Limits { compute_per_second: std::num::NonZeroU32::new(300), ..Limits::default() };
    let site = crate::http::client::site_with(limits).await;
    let (path, _, _) = saved(&site).await;
    let first_revision = format!("{path}/r/1");
    let mut seen = Vec::new();
    for (path, headers) in
        [(&path, &[][..]), (&path, &[("cookie", "lang=zh")]), (&path, &[("host", "plans.example")]), (&first_revision, &[])]
    {
        let drawn = get_with(&site, path, headers).await;
        let again = get_with(&site, path, headers).await;
        assert_eq!(again.status, StatusCode::OK);
        assert_eq!(without_nonce(&again), without_nonce(&drawn), "{path} {headers:?}");
        assert_ne!(again.header("content-security-policy"), drawn.header("content-security-policy"), "no nonce comes twice");
        for name in ["content-type", "content-language", "cache-control", "vary"] {
            assert_eq!(again.header(name), drawn.header(name), "{name}");
        }
        assert!(left(&drawn) <= left(&again) + 1, "drawing it again would cost {} to {}", left(&drawn), left(&again));
        seen.push(without_nonce(&drawn));
    }
    assert!(seen[1].contains("lang=\"zh-CN\"") && seen[2].contains("http://plans.example/p/"));
    assert!(!seen[3].contains("plans.example") && seen[0] != seen[1]);
    // What is asked beyond the page itself is not the page.
    check_page(&get(&site, &format!("{path}?recomputed")).await, 200, &["<html"]);
}

#[tokio::test]
async fn a_page_that_was_drawn_before_is_gone_with_its_plan() {
    let site = site().await;
    let (path, key, _) = saved(&site).await;
    let authorization = format!("Bearer {key}");
    for _ in 0..2 {
        let page = get(&site, &path).await;
        check_page(&page, 200, &["<html"]);
        assert!(!page.text().contains("A second thought"));
    }
    // A new revision is shown at once, and the one before says that it is not the newest any more.
    check_page(&get(&site, &format!("{path}/r/1")).await, 200, &["<html"]);
    let fields = format!("base=1&key={key}&title=A+second+thought&note=&expires=never&{QUERY}");
    assert_eq!(post(&site, &format!("{path}/revise"), &[], &fields).await.status, StatusCode::SEE_OTHER);
    check_page(&get(&site, &path).await, 200, &["A second thought"]);
    check_page(&get(&site, &format!("{path}/r/1")).await, 200, &["data-testid=\"older\""]);
    // So is that it expires, and that it was revoked.
    let fields = format!("base=2&key={key}&title=A+second+thought&note=&expires=date&expires_on=2099-01-31&revision=2");
    assert_eq!(post(&site, &format!("{path}/revise"), &[], &fields).await.status, StatusCode::SEE_OTHER);
    for _ in 0..2 {
        check_page(&get(&site, &path).await, 200, &["2099-01-31"]);
        check_page(&get(&site, &format!("{path}/r/2")).await, 200, &["2099-01-31"]);
    }
    let api = format!("/api/v1/plans/{}", path.strip_prefix("/p/").unwrap());
    let revoked = send(&site, request(Method::DELETE, &api, &[("authorization", &authorization)], "")).await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT);
    for path in [path.clone(), format!("{path}/r/1"), format!("{path}/r/2")] {
        check_page(&get(&site, &path).await, 410, &["<html"]);
    }
}

/// The store says what time it is, and a page that was kept must not outlive its plan.
#[tokio::test]
async fn a_page_that_was_drawn_before_expires_with_its_plan() {
    let store = Store::in_memory().await.unwrap();
    let site = router(AppState::with_limits(store.clone(), Limits::default(), false));
    let (path, _, _) = saved(&site).await;
    let id = server::store::PlanId::parse(path.strip_prefix("/p/").unwrap()).unwrap();
    let content = store.latest(&id, jiff::Timestamp::now()).await.unwrap().content;
    let soon = jiff::Timestamp::now() + jiff::SignedDuration::from_secs(3);
    let created = store.create(&content, Some(soon), None, jiff::Timestamp::now()).await.unwrap();
    let path = format!("/p/{}", created.id);
    for _ in 0..2 {
        assert_eq!(get(&site, &path).await.status, StatusCode::OK);
    }
    tokio::time::sleep(std::time::Duration::from_secs(4)).await;
    assert_eq!(get(&site, &path).await.status, StatusCode::GONE);
}
