//! Bills of materials over HTTP: as JSON, as files, of stored plans, and on their page.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};

use crate::http::client::{Answer, SCENARIO, get, get_with, post_json, request, send, site};

const QUERY: &str = "v=1&gpu=rtx-4090&gpus=2&model=resnet50&batch=64&ram=64&cpu=core-i9-13900k&sharding=ddp";
const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

#[track_caller]
fn check_file(answer: &Answer, media: &str, extension: &str) {
    assert_eq!(answer.status, StatusCode::OK, "{answer:?}");
    assert!(answer.header("content-type").starts_with(media), "{}", answer.header("content-type"));
    let disposition = answer.header("content-disposition");
    let name = disposition.strip_prefix("attachment; filename=\"").and_then(|rest| rest.strip_suffix('"'));
    let name = name.unwrap_or_else(|| panic!("{disposition}"));
    assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte)), "{name}");
    assert!(name.starts_with("rigwise-bom-") && name.ends_with(&format!(".{extension}")), "{name}");
    match extension {
        "csv" => assert!(answer.body.starts_with("\u{feff}".as_bytes())),
        "xlsx" => assert!(answer.body.starts_with(b"PK\x03\x04")),
        "md" | "request.md" => assert!(answer.text().starts_with("# ")),
        _ => assert!(answer.json()["parts"].is_array()),
    }
}

#[tokio::test]
async fn body_and_query_give_the_same_bill() {
    let site = site().await;
    let body = r#"{"hardware":{"gpu":"rtx-4090","gpu_count":2,"ram_gib":64,"cpu":"core-i9-13900k"},"model":{"id":"resnet50"},"training":{"micro_batch_size":64,"sharding":"ddp"}}"#;
    let posted = post_json(&site, "/api/v1/bom", body).await;
    assert_eq!(posted.status, StatusCode::OK, "{}", posted.text());
    assert_eq!(posted.header("content-type"), "application/json");
    assert!(!posted.headers.contains_key("content-disposition"), "a program reads it at once");
    let bill = posted.json();
    assert_eq!(bill, get(&site, &format!("/api/v1/bom?{QUERY}")).await.json());
    assert_eq!(bill["hardware"]["gpu_count"], 2);
    let kinds: Vec<&str> = bill["parts"].as_array().unwrap().iter().map(|part| part["kind"].as_str().unwrap()).collect();
    assert!(kinds.contains(&"gpu") && kinds.contains(&"cpu"), "{kinds:?}");
    let unknown = bill["parts"].as_array().unwrap().iter().filter(|part| part["unit_price"].is_null()).count();
    assert_eq!(bill["price"]["unknown_parts"], unknown as u64);
    let estimate = post_json(&site, "/api/v1/estimate", body).await.json();
    assert_eq!(bill["estimate"]["vram"], estimate["vram"]);
    assert_eq!(post_json(&site, "/api/v1/bom", SCENARIO).await.json()["id"], "mine");
}

#[tokio::test]
async fn a_bill_comes_as_the_file_that_is_asked_for() {
    let site = site().await;
    for (media, extension) in [("text/csv", "csv"), (XLSX, "xlsx"), ("text/markdown", "md")] {
        let accepted = get_with(&site, &format!("/api/v1/bom?{QUERY}"), &[("accept", media)]).await;
        check_file(&accepted, media, extension);
        assert!(accepted.header("vary").contains("accept"));
        let named = get(&site, &format!("/api/v1/bom?{QUERY}&file={extension}")).await;
        check_file(&named, media, extension);
        assert!(named.body == accepted.body, "the same bill gives the same bytes");
        let headers = [("content-type", "application/json"), ("accept", media)];
        check_file(&send(&site, request(Method::POST, "/api/v1/bom", &headers, SCENARIO)).await, media, extension);
    }
    check_file(&get(&site, &format!("/api/v1/bom?{QUERY}&file=json")).await, "application/json", "json");
    check_file(&get(&site, &format!("/api/v1/bom?{QUERY}&file=request.md")).await, "text/markdown", "request.md");
    let browser = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    assert_eq!(get_with(&site, &format!("/api/v1/bom?{QUERY}"), &browser).await.header("content-type"), "application/json");
}

#[tokio::test]
async fn files_are_in_the_language_that_is_asked_for() {
    let site = site().await;
    let chinese = get(&site, &format!("/api/v1/bom?{QUERY}&file=csv&lang=zh")).await;
    assert_eq!(chinese.header("content-language"), "zh");
    assert!(chinese.text().starts_with("\u{feff}类别,"), "{}", chinese.text());
    assert!(chinese.text().contains(",rtx-4090,"), "ids have no language");
    let english = get(&site, &format!("/api/v1/bom?{QUERY}&file=md")).await.text();
    assert!(english.contains("## Parts") && english.contains("## Sources"));
}

#[tokio::test]
async fn what_has_no_bill_is_named() {
    let site = site().await;
    for query in ["v=1&gpu=rtx-4009&model=resnet50", "v=1&gpu=rtx-4090", "v=1&gpu=rtx-4090&model=resnet50&batch=0"] {
        get(&site, &format!("/api/v1/bom?{query}&file=csv")).await.problem(422, "invalid-input");
    }
    get(&site, "/api/v1/bom?v=1&model=resnet50&budget=50&currency=USD&file=csv").await.problem(422, "contradictory-constraints");
    for (query, pointer) in [("file=pdf", "/file"), ("lang=fr", "/lang"), ("file=csv&lang=french", "/lang")] {
        let problem = get(&site, &format!("/api/v1/bom?{QUERY}&{query}")).await.problem(422, "invalid-input");
        assert_eq!(problem["errors"][0]["pointer"], pointer);
    }
    post_json(&site, "/api/v1/bom", r#"{"hardware":{"gpu":"rtx-4090"},"modle":{}}"#).await.problem(422, "invalid-input");
    post_json(&site, "/api/v1/bom", "{").await.problem(400, "malformed-json");
    send(&site, request(Method::POST, "/api/v1/bom", &[("content-type", "text/csv")], "a,b"))
        .await
        .problem(415, "unsupported-media-type");
    post_json(&site, "/api/v1/bom", " ".repeat(2 << 20)).await.problem(413, "body-too-large");
    send(&site, request(Method::DELETE, "/api/v1/bom", &[], "")).await.problem(405, "method-not-allowed");
}

/// Where no card is named, the bill is that of the machine that is recommended first.
#[tokio::test]
async fn a_workload_without_a_card_gets_the_first_machines_bill() {
    let site = site().await;
    let query = "v=1&model=resnet50&budget=1500&currency=USD&max_gpus=1";
    let bill = get(&site, &format!("/api/v1/bom?{query}")).await.json();
    let first = get(&site, &format!("/api/v1/recommend?{query}")).await.json()["machines"][0].clone();
    assert_eq!((&bill["parts"], &bill["price"], &bill["hardware"]), (&first["parts"], &first["price"], &first["hardware"]));
}

/// A name that somebody gives a card ends up in cells and in a header.
#[tokio::test]
async fn a_cards_own_name_is_a_text_everywhere() {
    let site = site().await;
    let name = "=cmd|' /C calc'!A0\r\nSet-Cookie: x=\"y\"";
    let card = json!({"name": name, "memory_gib": 24, "memory_bandwidth_gb_per_s": 1000, "fp32_tflops": 80});
    let body = json!({"hardware": {"gpu": card}, "model": {"id": "resnet50"}}).to_string();
    for (extension, media) in [("csv", "text/csv"), ("xlsx", XLSX), ("md", "text/markdown")] {
        let answer = post_json(&site, &format!("/api/v1/bom?file={extension}"), body.clone()).await;
        check_file(&answer, media, extension);
        assert!(!answer.headers.contains_key("set-cookie"));
        if extension == "csv" {
            let text = answer.text();
            assert!(!text.contains(",=cmd") && !text.contains("\n=cmd") && !text.contains("\"=cmd"), "{text}");
        }
    }
}

#[tokio::test]
async fn a_stored_plan_has_its_bill_as_files() {
    let site = site().await;
    let created = post_json(&site, "/api/v1/plans", format!(r#"{{"scenario":{SCENARIO}}}"#)).await.json();
    let path = format!("/api/v1/plans/{}", created["id"].as_str().unwrap());
    let files = [("application/json", "json"), ("text/csv", "csv"), (XLSX, "xlsx"), ("text/markdown", "md")];
    for (media, extension) in files.into_iter().chain([("text/markdown", "request.md")]) {
        check_file(&get(&site, &format!("{path}/bom.{extension}")).await, media, extension);
    }
    let bill = get(&site, &format!("{path}/bom.json")).await.json();
    assert_eq!(bill["parts"], post_json(&site, "/api/v1/bom", SCENARIO).await.json()["parts"]);
    let chinese = get(&site, &format!("{path}/bom.csv?lang=zh")).await.text();
    assert!(chinese.contains("类别"));
    for french in ["bom.csv?lang=fr", "revisions/1/bom.md?lang=fr"] {
        let problem = get(&site, &format!("{path}/{french}")).await.problem(422, "invalid-input");
        assert_eq!((&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]), (&json!("/lang"), &json!("unknown-value")));
    }

    for file in ["bom.pdf", "bom", "bom.", "bom.csv.exe", "parts.csv", "parts"] {
        get(&site, &format!("{path}/{file}")).await.problem(404, "not-found");
    }
    for id in ["abcdefghijklmnopqrstuvwxyz", "short", "%00"] {
        get(&site, &format!("/api/v1/plans/{id}/bom.csv")).await.problem(404, "not-found");
    }
    let bearer = format!("Bearer {}", created["edit_key"].as_str().unwrap());
    let revoked = send(&site, request(Method::DELETE, &path, &[("authorization", &bearer)], "")).await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT);
    get(&site, &format!("{path}/bom.xlsx")).await.problem(410, "gone");
}

#[tokio::test]
async fn the_reference_has_every_file() {
    let document = get(&site().await, "/api/v1/openapi.json").await.json();
    for (path, method) in [
        ("/api/v1/bom", "post"),
        ("/api/v1/bom", "get"),
        ("/api/v1/plans/{id}/{file}", "get"),
        ("/api/v1/plans/{id}/revisions/{number}/{file}", "get"),
    ] {
        let content: &Value = &document["paths"][path][method]["responses"]["200"]["content"];
        for media in ["application/json", "text/csv", XLSX, "text/markdown"] {
            assert!(content[media].is_object(), "{method} {path} {media}: {content}");
        }
    }
    assert!(document["components"]["schemas"]["Bom"].is_object());
}

/// The page has everything without a script, in both languages, and leads to files and back to the plan.
#[tokio::test]
async fn the_page_lists_parts_with_sources() {
    let site = site().await;
    for (tag, word, other) in [("en", "All parts", "全部部件"), ("zh", "全部部件", "All parts")] {
        let page = get_with(&site, &format!("/bom?{QUERY}&ref=mail&file=csv&lang={tag}"), &[("accept-language", tag)]).await;
        assert_eq!(page.status, StatusCode::OK);
        let page = page.text();
        assert!(page.contains(word) && !page.contains(other), "{tag}");
        assert!(!page.contains("/planner.js"), "no script");
        for part in ["bom-parts", "bom-total", "bom-notes", "bom-power", "bom-memory", "bom-sources", "part-gpu", "part-cpu"] {
            assert!(page.contains(&format!("data-testid=\"{part}\"")), "{part}");
        }
        assert!(page.contains("href=\"#source-1\"") && page.contains("id=\"source-1\""));
        for extension in ["csv", "xlsx", "md", "request.md", "json"] {
            let file = format!("&amp;file={extension}&amp;lang={tag}\"");
            assert!(page.contains(&file) && !page.contains(&format!("ref=mail{file}")), "the API takes no parameters of others");
        }
        assert!(page.contains("href=\"/plan?v=1&amp;gpu=rtx-4090"));
        assert!(!page.contains("file=csv&amp;file="), "the files' parameters stay here");
    }
    let faults = get(&site, "/bom?v=1&gpu=rtx-4009&model=resnet50").await.text();
    assert!(faults.contains("data-testid=\"error-summary\"") && faults.contains("data-testid=\"bom-parts\""));
    let planner = get(&site, &format!("/plan?{QUERY}")).await.text();
    assert!(planner.contains("href=\"/bom?v=1&amp;gpu=rtx-4090"), "the planner leads there");
    let machines = get(&site, "/need?v=1&model=resnet50&budget=2000").await.text();
    assert!(machines.contains("href=\"/bom?v=1&amp;gpu="), "so does each machine");
    let neutral = get(&site, "/zh/bom?v=1&gpu=rtx-4090").await;
    assert_eq!((neutral.status, neutral.header("location")), (StatusCode::PERMANENT_REDIRECT, "/bom?v=1&gpu=rtx-4090"));
}
