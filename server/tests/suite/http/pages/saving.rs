//! The form that saves a plan, and the plan's page until it is revoked.

use axum::http::{Method, StatusCode};

use super::support::{check_page, save};
use crate::http::client::{get, request, send, site};

#[tokio::test]
async fn a_form_saves_a_plan_that_anyone_with_the_link_can_read() {
    let site = site().await;
    let form =
        "query=v%3D1%26gpu%3Drtx-4090%26model%3Dresnet50%26batch%3D64&title=%E5%AE%B6%E9%87%8C+%3Cb%3E&note=line+1%0D%0Aline+2";
    let saved = save(&site, &[("sec-fetch-site", "same-origin")], form).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let location = saved.header("location").to_owned();
    let id = location.strip_prefix("/p/").unwrap();
    let cookie = saved.header("set-cookie");
    assert!(
        cookie.contains(&format!("Path={location};")) && cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );

    let page = get(&site, &location).await;
    check_page(&page, 200);
    assert!(page.text().contains("家里 &lt;b"), "the title, as text");
    assert!(!page.text().contains("/planner.js"), "a shared plan needs no script");
    let plan = get(&site, &format!("/api/v1/plans/{id}")).await.json();
    assert_eq!(plan["title"], "家里 <b>");
    assert_eq!(plan["note"], "line 1\nline 2");
    assert_eq!(plan["scenario"]["training"]["micro_batch_size"], 64);

    // The planner's own fields may come directly as well.
    let saved = save(&site, &[], "v=1&gpu=rtx-4090&model=resnet50&batch=64").await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER);
    assert!(saved.header("location").starts_with("/p/"));
}

#[tokio::test]
async fn a_form_that_cannot_be_saved_says_why() {
    let site = site().await;
    let faulty = save(&site, &[], "query=v%3D1%26gpu%3Drtx-4009%26model%3Dresnet50").await;
    assert_eq!((faulty.status, faulty.header("location")), (StatusCode::SEE_OTHER, "/plan?v=1&gpu=rtx-4009&model=resnet50"));
    let unreadable = save(&site, &[], "v=1&gpu=rtx-4090&model=resnet50&batch=many").await;
    assert_eq!(unreadable.header("location"), "/plan?v=1&gpu=rtx-4090&model=resnet50&batch=many");

    let long = format!("gpu=rtx-4090&model=resnet50&title={}", "x".repeat(201));
    check_page(&save(&site, &[], &long).await, 422);
    let huge = format!("gpu=rtx-4090&note={}", "x".repeat(1 << 20));
    check_page(&save(&site, &[], &huge).await, 413);
    check_page(&save(&site, &[("sec-fetch-site", "cross-site")], "gpu=rtx-4090&model=resnet50").await, 403);
    let foreign = [("host", "rigwise.example"), ("origin", "https://evil.example")];
    check_page(&save(&site, &foreign, "gpu=rtx-4090&model=resnet50").await, 403);
    let json = send(&site, request(Method::POST, "/plan/save", &[("content-type", "application/json")], "{}")).await;
    check_page(&json, 415);
    assert!(json.text().contains("This type of form is not accepted"), "{}", json.text());
    let chinese = [("content-type", "application/json"), ("accept-language", "zh")];
    let json = send(&site, request(Method::POST, "/model", &chinese, "{}")).await;
    check_page(&json, 415);
    assert!(json.text().contains("不接受此类型的表单"), "{}", json.text());
}

#[tokio::test]
async fn a_revoked_plan_is_a_page_that_says_so() {
    let site = site().await;
    let saved = save(&site, &[], "gpu=rtx-4090&model=resnet50").await;
    let location = saved.header("location").to_owned();
    let key = saved.header("set-cookie").strip_prefix("edit_key=").unwrap().split(';').next().unwrap().to_owned();
    let path = format!("/api/v1/plans/{}", location.strip_prefix("/p/").unwrap());
    let revoked = send(&site, request(Method::DELETE, &path, &[("authorization", &format!("Bearer {key}"))], "")).await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT);
    check_page(&get(&site, &location).await, 410);
}
