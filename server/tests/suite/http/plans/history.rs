//! Revisions in a list, and what differs between two answers.

use axum::http::Method;
use serde_json::{Value, json};

use server::store::Content;

use super::{bearer, change, create, early, path, retired, revise, roomy};
use crate::http::client::{Answer, SCENARIO, get};

/// Where the header `Link` leads, by relation.
fn link(answer: &Answer, relation: &str) -> Option<String> {
    let mut links = answer.header("link").split(", ");
    let of = |link: &str| link.strip_suffix(&format!(">; rel=\"{relation}\"")).map(str::to_owned);
    links.find_map(of).map(|link| link.trim_start_matches('<').to_owned())
}

fn numbers(answer: &Answer) -> Vec<u64> {
    answer.json()["revisions"].as_array().unwrap().iter().map(|line| line["revision"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn revisions_come_in_pages_the_newest_first() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    for base in 1..5 {
        assert_eq!(revise(&site, &created, base, &format!("revision {}", base + 1), "").await.status, 200);
    }
    let all = get(&site, &format!("{}/revisions", path(&created))).await;
    assert_eq!(numbers(&all), [5, 4, 3, 2, 1]);
    assert_eq!((link(&all, "next"), all.header("cache-control")), (None, "private, no-cache"));
    assert_eq!((&all.json()["newest"], &all.json()["id"]), (&json!(5), &created["id"]));
    let line = &all.json()["revisions"][0];
    assert_eq!(line["title"], "revision 5");
    assert_eq!(line["url"], format!("/p/{}/r/5", created["id"].as_str().unwrap()));
    assert_eq!(line["engine_version"], api::ENGINE_VERSION);
    assert!(line.get("estimate").is_none());

    let mut pages = Vec::new();
    let mut next = Some(format!("{}/revisions?limit=2", path(&created)));
    while let Some(path) = next {
        let page = get(&site, &path).await;
        assert_eq!(link(&page, "first").unwrap(), format!("{}/revisions?limit=2", super::path(&created)));
        next = link(&page, "next");
        pages.push(numbers(&page));
    }
    assert_eq!(pages, [vec![5, 4], vec![3, 2], vec![1]]);
    for (query, expected) in [
        ("before=3", vec![2, 1]),
        ("before=1", vec![]),
        ("before=9007199254740991", vec![5, 4, 3, 2, 1]),
        ("limit=1", vec![5]),
        ("limit=100", vec![5, 4, 3, 2, 1]),
    ] {
        assert_eq!(numbers(&get(&site, &format!("{}/revisions?{query}", path(&created))).await), expected, "{query}");
    }
}

#[tokio::test]
async fn parameters_at_fault_are_all_named() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    for (end, pointers) in [
        ("revisions?limit=0&before=0", vec!["/limit", "/before"]),
        ("revisions?limit=101", vec!["/limit"]),
        ("revisions?limit=&before=x", vec!["/limit", "/before"]),
        ("revisions?limit=-1&before=%2B1", vec!["/limit", "/before"]),
        ("revisions?limit=1.5", vec!["/limit"]),
        ("revisions?limit=%00", vec!["/limit"]),
        ("revisions?limit=99999999999999999999999999", vec!["/limit"]),
        ("revisions?before=99999999999999999999999999", vec!["/before"]),
        ("revisions?limit=1&limit=2&before=1&before=3", vec!["/limit", "/before"]),
        ("diff?from=0&to=tomorrow", vec!["/from", "/to"]),
        ("diff?from=&to=", vec!["/from", "/to"]),
        ("diff?to=Recomputed", vec!["/to"]),
        ("diff?to=-1", vec!["/to"]),
        ("diff?from=1&from=2&to=1&to=recomputed", vec!["/from", "/to"]),
        ("diff?from=99999999999999999999999999", vec!["/from"]),
        ("bom.json?recomputed=yes", vec!["/recomputed"]),
    ] {
        let problem = get(&site, &format!("{}/{end}", path(&created))).await.problem(422, "invalid-input");
        let found: Vec<&str> =
            problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
        assert_eq!(found, pointers, "{end}");
    }
}

/// A revision that changes nothing but a price shows what that does to the bill.
#[tokio::test]
async fn revisions_differ_in_their_prices() {
    let (site, store) = roomy().await;
    let created = create(&site).await;
    for (base, prices) in
        [(1, r#","prices":{"rtx-4090":1000}"#), (2, ""), (3, r#","prices":{"rtx-4090":1000,"currency":"CNY","cny_per_usd":7}"#)]
    {
        assert_eq!(revise(&site, &created, base, "priced", prices).await.status, 200);
    }
    let diff = async |query: &str| get(&site, &format!("{}/diff?{query}", path(&created))).await.json();
    let bill =
        async |number: u64| get(&site, &format!("{}/revisions/{number}/bom.json", path(&created))).await.json()["price"].clone();

    let found = diff("from=1&to=2").await;
    assert_eq!(found["settings"], json!([{ "pointer": "/prices/rtx-4090", "from": 1599, "to": 1000 }]));
    let (before, after) = (bill(1).await, bill(2).await);
    assert_eq!(before["known_amount"].as_f64().unwrap() - after["known_amount"].as_f64().unwrap(), 599.0);
    let figures = found["figures"].as_array().unwrap();
    let known = figures.iter().find(|figure| figure["pointer"] == "/bom/price/known_amount").unwrap();
    assert_eq!((&known["from"], &known["to"]), (&before["known_amount"], &after["known_amount"]));
    assert!(known["relative"].as_f64().is_some_and(|share| share < 0.0), "{known}");
    assert!(figures.iter().all(|figure| figure["pointer"].as_str().unwrap().starts_with("/bom/price/")), "{figures:?}");

    assert_eq!(diff("from=2&to=3").await["settings"], json!([{ "pointer": "/prices/rtx-4090", "from": 1000 }]));
    let found = diff("from=2&to=4").await;
    let figures = found["figures"].as_array().unwrap();
    assert!(figures.iter().any(|figure| figure["pointer"] == "/bom/price/currency" && figure["to"] == "CNY"), "{figures:?}");
    assert!(figures.iter().all(|figure| figure.get("relative").is_none()), "two currencies have no ratio: {figures:?}");
    let page = get(&site, &format!("/p/{}/diff?from=1&to=2", created["id"].as_str().unwrap())).await.text();
    assert!(page.contains("Sum of the known prices") && page.contains("Your prices: GeForce RTX 4090"), "{page}");

    // Prices of today against those of a bill that an early version stored.
    let bill = r#"{"price":{"amount":100.0,"currency":"USD","unknown_parts":1}}"#;
    let old = Content { bill: Some(bill.to_owned()), ..early() };
    let id = store.create(&old, None, None, jiff::Timestamp::now()).await.unwrap().id;
    let found = get(&site, &format!("/api/v1/plans/{id}/diff")).await.json();
    let known =
        found["figures"].as_array().unwrap().iter().find(|figure| figure["pointer"] == "/bom/price/known_amount").cloned();
    assert!(known.is_some_and(|known| known["from"] == 100.0 && known["to"].as_f64().unwrap() > 1000.0), "{found}");
}

#[tokio::test]
async fn two_revisions_differ_in_what_was_changed() {
    let (site, _) = roomy().await;
    let created = create(&site).await;
    let bearer = bearer(&created);
    let larger = SCENARIO.replace("\"micro_batch_size\":32", "\"micro_batch_size\":64");
    let headers = [("authorization", bearer.as_str()), ("if-match", "\"1\"")];
    let body = format!(r#"{{"scenario":{larger},"prices":{{"rtx-4090":1599}}}}"#);
    change(&site, Method::PUT, &created, &headers, &body).await;
    let diff = async |query: &str| get(&site, &format!("{}/diff{query}", path(&created))).await.json();

    let found = diff("?from=1&to=2").await;
    assert_eq!(found["settings"], json!([{ "pointer": "/training/micro_batch_size", "from": 32, "to": 64 }]));
    let figures = found["figures"].as_array().unwrap();
    let activations = figures.iter().find(|figure| figure["pointer"] == "/vram/parts/activations").unwrap();
    assert!((activations["relative"].as_f64().unwrap() - 1.0).abs() < 0.1, "twice the samples: {activations}");
    assert!(figures.iter().all(|figure| figure["pointer"] != "/vram/parts/parameters"));
    assert_eq!(
        (&found["from"]["revision"], &found["to"]["revision"], &found["to"]["recomputed"]),
        (&json!(1), &json!(2), &json!(false))
    );

    let back = diff("?from=2&to=1").await;
    assert_eq!(back["settings"][0]["from"], 64);
    for same in ["", "?to=recomputed", "?to=2", "?from=2", "?from=1&to=1"] {
        let found = diff(same).await;
        assert_eq!((&found["settings"], &found["figures"]), (&json!([]), &json!([])), "{same}");
    }
    assert_eq!(
        diff("").await["to"],
        json!({ "revision": 2, "recomputed": true, "engine_version": api::ENGINE_VERSION, "catalog_version": api::CATALOG_VERSION })
    );
    for missing in ["?from=3", "?to=3", "?from=9007199254740991"] {
        get(&site, &format!("{}/diff{missing}", path(&created))).await.problem(404, "not-found");
    }
    change(&site, Method::DELETE, &created, &[("authorization", &bearer)], "").await;
    for end in ["diff", "diff?from=1&to=2", "revisions", "bom.csv", "revisions/1/bom.csv"] {
        get(&site, &format!("{}/{end}", path(&created))).await.problem(410, "gone");
    }
}

#[tokio::test]
async fn an_old_plan_differs_from_what_is_computed_today() {
    let (site, store) = roomy().await;
    let now = jiff::Timestamp::now();
    let id = store.create(&early(), None, None, now).await.unwrap().id;
    let found = get(&site, &format!("/api/v1/plans/{id}/diff")).await.json();
    assert_eq!((&found["from"]["engine_version"], &found["from"]["recomputed"]), (&json!("0.0.1"), &json!(false)));
    assert_eq!((&found["to"]["engine_version"], &found["to"]["recomputed"]), (&json!(api::ENGINE_VERSION), &json!(true)));
    assert_eq!(found["settings"], json!([]));
    let pointers: Vec<&str> =
        found["figures"].as_array().unwrap().iter().map(|figure| figure["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers[0], "/vram/device_peak_bytes");
    assert!(pointers[1..].iter().all(|pointer| pointer.starts_with("/ram/reserve/")), "{pointers:?}");
    assert_eq!(found["figures"][0]["from"], 1);
    let added: &Value = &found["figures"][1];
    assert!(added.get("from").is_none() && added["to"].is_u64(), "{added}");

    let gone = store.create(&retired(), None, None, now).await.unwrap().id;
    let problem = get(&site, &format!("/api/v1/plans/{gone}/diff")).await.problem(422, "invalid-input");
    assert_eq!(problem["errors"][0]["pointer"], "/scenario/hardware/gpu");
    assert_eq!(get(&site, &format!("/api/v1/plans/{gone}/diff?to=1")).await.json()["figures"], json!([]));
}
