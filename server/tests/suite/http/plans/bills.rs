//! Bills that are stored with plans.

use axum::http::{Method, StatusCode};
use serde_json::json;
use server::store::Content;

use super::{bearer, change, early, path, retired, roomy};
use crate::http::client::{SCENARIO, get, post_json};

/// A bill as an earlier catalog had it: of the shape of today, with a price of then.
fn priced(bill: &str) -> String {
    let mut bill: serde_json::Value = serde_json::from_str(bill).unwrap();
    bill["parts"][0]["unit_price"] = json!(77.25);
    bill["catalog_version"] = json!("2020.01");
    bill.to_string()
}

/// The bill of a plan's file, which ends with the plan.
fn without_plan(file: &str) -> String {
    let (bill, _) = file.rsplit_once(",\"plan\":{").expect("the plan");
    format!("{bill}}}")
}

#[tokio::test]
async fn the_stored_bill_is_shown_and_todays_where_it_is_asked_for() {
    let (site, store) = roomy().await;
    let today = post_json(&site, "/api/v1/bom", SCENARIO).await.text();
    let id =
        store.create(&Content { bill: Some(priced(&today)), ..early() }, None, None, jiff::Timestamp::now()).await.unwrap().id;
    let path = format!("/api/v1/plans/{id}");
    for end in ["", "/revisions/1"] {
        let stored = get(&site, &format!("{path}{end}/bom.json")).await;
        assert!(without_plan(&stored.text()) == priced(&today), "as it was stored");
        assert_eq!(stored.header("cache-control"), "private, no-cache");
        assert!(get(&site, &format!("{path}{end}/bom.json?recomputed=false")).await.text() == stored.text());
        assert!(without_plan(&get(&site, &format!("{path}{end}/bom.json?recomputed=true")).await.text()) == today);
        assert!(get(&site, &format!("{path}{end}/bom.csv")).await.text().contains("77.25"));
        assert!(!get(&site, &format!("{path}{end}/bom.csv?recomputed=true")).await.text().contains("77.25"));
        let chinese = get(&site, &format!("{path}{end}/bom.md?lang=zh")).await.text();
        assert!(chinese.contains("77.25") && chinese.contains("类别"), "{chinese}");
        assert!(get(&site, &format!("{path}{end}/bom.xlsx")).await.body.starts_with(b"PK"));
    }
    for missing in [
        "/revisions/2/bom.json",
        "/revisions/0/bom.json",
        "/revisions/01/bom.json",
        "/revisions/x/bom.json",
        "/revisions/1/bom.pdf",
    ] {
        get(&site, &format!("{path}{missing}")).await.problem(404, "not-found");
    }
}

#[tokio::test]
async fn each_revision_has_the_bill_of_its_own_prices() {
    let (site, _) = roomy().await;
    let plan = |price: u32| format!(r#"{{"scenario":{SCENARIO},"prices":{{"rtx-4090":{price}}}}}"#);
    let created = post_json(&site, "/api/v1/plans", plan(1000)).await.json();
    let bearer = bearer(&created);
    let headers = [("authorization", bearer.as_str()), ("if-match", "\"1\"")];
    assert_eq!(change(&site, Method::PUT, &created, &headers, &plan(2000)).await.status, StatusCode::OK);
    for (end, price) in [("/bom.json", 2000.0), ("/revisions/1/bom.json", 1000.0), ("/revisions/2/bom.json", 2000.0)] {
        for recomputed in [false, true] {
            let bill = get(&site, &format!("{}{end}?recomputed={recomputed}", path(&created))).await.json();
            assert_eq!(bill["parts"][0]["unit_price"], price, "{end}");
        }
    }
    // A copy has the bill of what it copies.
    let copy = post_json(&site, &format!("{}/fork", path(&created)), r#"{"revision":1}"#).await.json();
    assert_eq!(get(&site, &format!("{}/bom.json", path(&copy))).await.json()["parts"][0]["unit_price"], 1000.0);
    let chinese = get(&site, &format!("{}/bom.md?lang=zh", path(&copy))).await.text();
    let reason = |bill: serde_json::Value| bill["parts"][0]["reason"].as_str().unwrap().to_owned();
    let english = reason(get(&site, &format!("{}/bom.json", path(&copy))).await.json());
    assert!(!chinese.contains(&english), "what the same program stored it tells in the reader's language");
}

#[tokio::test]
async fn a_plan_without_a_bill_that_can_be_read_has_todays() {
    let (site, store) = roomy().await;
    let today = post_json(&site, "/api/v1/bom", SCENARIO).await.text();
    for bill in [None, Some("{}".to_owned()), Some(r#"{"parts":"early"}"#.to_owned())] {
        let id = store.create(&Content { bill, ..early() }, None, None, jiff::Timestamp::now()).await.unwrap().id;
        assert!(without_plan(&get(&site, &format!("/api/v1/plans/{id}/bom.json")).await.text()) == today);
    }
    let gone = store.create(&retired(), None, None, jiff::Timestamp::now()).await.unwrap().id;
    let problem = get(&site, &format!("/api/v1/plans/{gone}/bom.csv")).await.problem(422, "invalid-input");
    assert_eq!(problem["errors"][0]["pointer"], "/scenario/hardware/gpu");
    let kept = Content { bill: Some(priced(&today)), ..retired() };
    let kept = store.create(&kept, None, None, jiff::Timestamp::now()).await.unwrap().id;
    assert_eq!(get(&site, &format!("/api/v1/plans/{kept}/bom.csv")).await.status, StatusCode::OK, "what was stored stays");
    get(&site, &format!("/api/v1/plans/{kept}/bom.csv?recomputed=true")).await.problem(422, "invalid-input");
}

/// Who gets a file by mail finds the plan again by it.
#[tokio::test]
async fn every_file_names_its_plan() {
    let (site, store) = roomy().await;
    let today = post_json(&site, "/api/v1/bom", SCENARIO).await.text();
    for bill in [Some(priced(&today)), None] {
        let content = Content { title: "Lab 3".to_owned(), note: "=two\nlines".to_owned(), bill, ..early() };
        let id = store.create(&content, None, None, jiff::Timestamp::now()).await.unwrap().id;
        let link = format!("/p/{id}/r/1");
        let json = get(&site, &format!("/api/v1/plans/{id}/bom.json")).await.json();
        let plan = &json["plan"];
        assert_eq!((&plan["id"], &plan["revision"], &plan["title"]), (&json!(id.as_str()), &json!(1), &json!("Lab 3")));
        assert_eq!(plan["note"], "=two\nlines");
        let url = plan["url"].as_str().unwrap();
        assert!(url.starts_with("http://") && url.ends_with(&link), "{url}");
        for file in ["bom.csv", "bom.md", "bom.csv?lang=zh", "bom.md?lang=zh"] {
            let text = get(&site, &format!("/api/v1/plans/{id}/{file}")).await.text();
            assert!(text.contains("Lab 3") && text.contains(url), "{file}: {text}");
            assert!(!text.contains(",=two"), "{file}: {text}");
        }
        for page in [format!("/p/{id}/parts"), format!("/p/{id}/r/1/parts")] {
            let page = get(&site, &page).await.text();
            let sheet = page.split("data-testid=\"purchase-sheet\"").nth(1).expect("a sheet");
            assert!(sheet.contains("Lab 3") && sheet.contains("=two\nlines"), "{sheet}");
        }
    }
    let scenario = post_json(&site, "/api/v1/bom", SCENARIO).await.json();
    assert!(scenario.get("plan").is_none(), "a scenario is no plan");
}

/// By the catalog's prices it would be another bill than its author's.
#[tokio::test]
async fn own_prices_that_cannot_be_read_are_said_to_be_and_not_replaced() {
    let (site, store) = roomy().await;
    let today = post_json(&site, "/api/v1/bom", SCENARIO).await.text();
    for prices in [r#"{"parts":[{"id":"rtx-4090","unit_price":1,"of_a_newer_version":true}]}"#, r#"{"x": 1}"#] {
        let content = Content { prices: Some(prices.to_owned()), bill: Some(priced(&today)), ..early() };
        let plan = store.create(&content, None, None, jiff::Timestamp::now()).await.unwrap();
        let path = format!("/api/v1/plans/{}", plan.id);
        assert!(get(&site, &format!("{path}/bom.json")).await.text().contains("77.25"), "what was stored stays");
        get(&site, &format!("{path}/bom.json?recomputed=true")).await.problem(409, "newer-plan");
        get(&site, &format!("{path}/bom.csv?recomputed=true")).await.problem(409, "newer-plan");
        let compared = get(&site, &format!("/p/{}/compare", plan.id)).await.text();
        assert!(compared.contains("A newer version of Rigwise stored this plan") && !compared.contains("prose wide compare"));
        let copied = post_json(&site, &format!("{path}/fork"), r#"{"change":{"training":{"micro_batch_size":8}}}"#).await;
        copied.problem(409, "newer-plan");
        assert_eq!(post_json(&site, &format!("{path}/fork"), "{}").await.status, StatusCode::CREATED, "as it was stored");
    }
}
