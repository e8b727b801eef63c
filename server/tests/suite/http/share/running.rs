//! Stored plans of models that run: kept by the form of the page about running, shown as that page answers.

use axum::http::StatusCode;
use axum::http::header::LOCATION;
use server::config::Limits;
use server::router::router;
use server::state::AppState;
use server::store::{Content, Store};

use super::{check_page, post, site};
use crate::http::client::{get, post_json};

/// Questions of both kinds of models, as the page's form sends them.
const SERVED: &str = "query=workload%3Dinference%26gpu%3Drtx-4090%26model%3Dllama-3.1-8b%26engine%3Dvllm%26concurrency%3D8";
const PASSED: &str = "query=workload%3Dinference%26gpu%3Drtx-4090%26model%3Dsdxl";
const SCENARIO: &str =
    r#"{"task":"inference","hardware":{"gpu":"rtx-4090"},"model":{"id":"llama-3.1-8b"},"serving":{"concurrency":8}}"#;

#[tokio::test]
async fn a_model_that_runs_is_kept_and_shown_as_it_is_answered() {
    let site = site().await;
    for (form, told) in [
        (SERVED, ["Tokens per second", "vllm serve", "Most at a time"]),
        (PASSED, ["Time of a batch", "diffusers", "Denoising steps"]),
    ] {
        let kept = post(&site, "/plan/save", &[], form).await;
        assert_eq!(kept.status, StatusCode::SEE_OTHER, "{}", kept.text());
        let path = kept.header("location").to_owned();
        let page = get(&site, &path).await;
        check_page(
            &page,
            200,
            &["Yes, it runs", "data-testid=\"settings\"", "/run?v=1&amp;workload=inference", told[0], told[1]],
        );
        assert!(!page.text().contains("/plan?"), "what runs is not asked of the planner");
        check_page(&get(&site, &format!("{path}?lang=zh")).await, 200, &["可以运行", "推理引擎"]);
        check_page(&get(&site, &format!("{path}/parts")).await, 200, &["data-testid=\"stored-bill\"", "Power supply"]);
        for view in ["improve", "code", "compare", "diagnose", "why"] {
            for plan in [path.clone(), format!("{path}/r/1")] {
                let answer = get(&site, &format!("{plan}/{view}")).await;
                assert_eq!(
                    (answer.status, answer.headers[LOCATION].to_str().unwrap()),
                    (StatusCode::SEE_OTHER, &*plan),
                    "{view}"
                );
            }
        }
        check_page(&get(&site, &format!("{path}/card")).await, 200, &["Yes, it runs", "RAM ", "part-0"]);
        assert_eq!(get(&site, &format!("{path}/preview.png")).await.status, StatusCode::OK);
        let query = page.text().split("/call?").nth(1).and_then(|rest| rest.split('"').next()).unwrap().replace("&amp;", "&");
        let calls = get(&site, &format!("/call?{query}")).await;
        check_page(&calls, 200, &["inference", "/run?"]);
        assert!(!calls.text().contains("/api/v1/recommend"), "a card is named");
    }
}

#[tokio::test]
async fn what_cannot_be_kept_leads_back_to_its_page() {
    let site = site().await;
    let answer =
        post(&site, "/plan/save", &[], "query=workload%3Dinference%26gpu%3Drtx-4090%26model%3Dllama-3.1-8b%26concurrency%3D0")
            .await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert!(answer.header("location").starts_with("/run?"), "{}", answer.header("location"));
}

#[tokio::test]
async fn a_change_is_a_revision_and_what_differs_has_names() {
    let site = site().await;
    let body = format!(r#"{{"title":"Chat","scenario":{SCENARIO}}}"#);
    let created = post_json(&site, "/api/v1/plans", body).await.json();
    let (id, key) = (created["id"].as_str().unwrap(), created["edit_key"].as_str().unwrap());
    let page = get(&site, &format!("/run?gpu=rtx-4090&model=llama-3.1-8b&concurrency=32&revise={id}.1")).await;
    check_page(&page, 200, &[&format!("/p/{id}/revise"), "Save as revision 2", &format!("name=\"revise\" value=\"{id}.1\"")]);
    let form = format!("{}&base=1&blank=keep&key={key}", SERVED.replace("%3D8", "%3D32"));
    let revised = post(&site, &format!("/p/{id}/revise"), &[], &form).await;
    assert_eq!((revised.status, revised.header("location")), (StatusCode::SEE_OTHER, &*format!("/p/{id}")), "{}", revised.text());
    let difference = get(&site, &format!("/p/{id}/diff?from=1&to=2")).await;
    check_page(&difference, 200, &["Requests at a time", "Tokens per second, all requests", "First token after"]);
    assert!(!difference.text().contains("speed decode"), "a figure has no name");

    let plan = get(&site, &format!("/api/v1/plans/{id}")).await.json();
    assert_eq!(plan["estimate"]["inputs"]["serving"]["concurrency"], 32);
    let change = r#"{"change":{"serving":{"concurrency":64}}}"#;
    let copy = post_json(&site, &format!("/api/v1/plans/{id}/fork"), change).await.json();
    let copy = get(&site, &format!("/api/v1/plans/{}", copy["id"].as_str().unwrap())).await.json();
    assert_eq!(copy["estimate"]["inputs"]["serving"]["concurrency"], 64);
    let bill = get(&site, &format!("/api/v1/plans/{id}/bom.json")).await.json();
    assert_eq!(bill["estimate"]["inputs"]["serving"]["concurrency"], 32);
    assert!(plan_page_says(&get(&site, &format!("/p/{id}")).await.text(), &bill), "the page has another price");
}

/// Whether a page's tile has the price of a bill.
fn plan_page_says(page: &str, bill: &serde_json::Value) -> bool {
    let price = wording::format::money(bill["price"]["amount"].as_f64().unwrap(), "USD");
    page.split("data-testid=\"tile-price\"").nth(1).is_some_and(|tile| tile[..200].contains(&price))
}

/// A machine around the cards of a question is the one that its answer counts with.
#[tokio::test]
async fn a_bill_is_of_the_machine_that_the_answer_counts_with() {
    let site = site().await;
    for (model, gpu) in [("llama-3.1-8b", "rtx-4090"), ("sdxl", "rtx-3060-12gb"), ("qwen3-235b-a22b", "rtx-4090")] {
        let query = format!("v=1&workload=inference&gpu={gpu}&model={model}");
        let answer = get(&site, &format!("/api/v1/estimate?{query}")).await.json();
        let bill = get(&site, &format!("/api/v1/bom?{query}")).await.json();
        assert_eq!(
            bill["hardware"]["ram_gib"].as_u64().unwrap() << 30,
            answer["ram"]["installed_bytes"].as_u64().unwrap(),
            "{model}"
        );
        assert_eq!(bill["estimate"]["vram"], answer["vram"], "{model}");
        assert!(bill["power"]["epoch_kwh"].is_null(), "nothing trains");
        let page = get(&site, &format!("/bom?{query}")).await;
        check_page(&page, 200, &["data-testid=\"to-run\"", "data-testid=\"bom-power\"", "purchase-sheet"]);
        assert!(!page.text().contains("poch"), "nothing trains: {model}");
        let run = get(&site, &format!("/run?{query}")).await.text();
        assert!(plan_page_says(&run, &bill), "{model}: another price on the page");
        let csv = get(&site, &format!("/api/v1/bom?{query}&file=csv")).await;
        assert!(csv.text().contains(gpu), "{}", csv.text());
        for file in ["xlsx", "md", "request.md"] {
            assert_eq!(get(&site, &format!("/api/v1/bom?{query}&file={file}")).await.status, StatusCode::OK, "{file}");
        }
    }
}

/// A card by its own figures is a card, and own prices go along or are refused in sight.
#[tokio::test]
async fn cards_and_prices_of_ones_own_are_kept() {
    let site = site().await;
    let custom = "gpu=custom&gpu.memory=24&gpu.bandwidth=900&gpu.fp16=80&gpu.fp32=40&gpu.name=mine";
    let page = get(&site, &format!("/bom?v=1&workload=inference&{custom}&model=llama-3.1-8b&price_in=USD&price.cpu=99")).await;
    check_page(&page, 200, &["mine", "data-testid=\"to-run\""]);
    assert!(!page.text().contains("any card") && !page.text().contains("gpu=any"), "a card was described");
    let query = "v=1&workload=inference&gpu=rtx-4090&model=llama-3.1-8b&prices_in=other&other_currency=EUR&other_rate=0.5";
    let bill = get(&site, &format!("/bom?{query}")).await.text();
    let back = bill.split("data-testid=\"to-run\"").next().and_then(|before| before.rsplit("href=\"").next()).unwrap();
    let back = back.split('"').next().unwrap().split('#').next().unwrap().replace("&amp;", "&");
    check_page(&get(&site, &back).await, 200, &["tile-price", " EUR"]);
    let faulty = get(&site, "/run?v=1&gpu=rtx-4090&model=llama-3.1-8b&pue=0.2").await;
    check_page(&faulty, 200, &["data-testid=\"prices-unused\"", "tile-price"]);
    // A saved plan's copy and its changes are told by the prices that were stored with it.
    let form = format!("{SERVED}%26own_prices%3Did%252Cunit_price%250Artx-4090%252C1500");
    let kept = post(&site, "/plan/save", &[], &form).await.header("location").to_owned();
    let page = get(&site, &kept).await.text();
    for testid in ["copy-plan", "revise-link", "levers"] {
        let (before, after) = page.split_once(&format!("data-testid=\"{testid}\"")).unwrap();
        let near = if testid == "levers" { after } else { before.rsplit("<a ").next().unwrap() };
        let href = near.split("href=\"").nth(1).unwrap().split('"').next().unwrap();
        assert!(href.contains("own_prices"), "{testid}: {href}");
    }
    // The call that the page of a comparison prints is taken.
    let query = "v=1&workload=inference&gpu=rtx-4090&model=llama-3.1-8b&with=rtx-3090&electricity_per_kwh=0.3&api_input=1&api_output=2&pue=1.2";
    check_page(&get(&site, &format!("/compare?{query}")).await, 200, &["data-testid=\"comparison\"", "/api/v1/compare?"]);
    assert_eq!(get(&site, &format!("/api/v1/compare?{query}")).await.status, StatusCode::OK);
    // Side by side a model stands as its own page says it: part of it in RAM, or moved to the card and back.
    for query in ["model=qwen3-235b-a22b&ram=256", "model=flux-dev", "model=llama-3.1-8b&pace=1000", "model=llama-3.1-8b"] {
        let own = get(&site, &format!("/run?v=1&gpu=rtx-4090&{query}")).await.text();
        let word = own.split("data-testid=\"verdict\">").nth(1).and_then(|rest| rest.split('<').next()).unwrap();
        let others = get(&site, &format!("/compare?v=1&workload=inference&gpu=rtx-4090&{query}&with=h200-sxm")).await.text();
        let row = others.split("data-testid=\"comparison\"").nth(1).unwrap().split("<td>").nth(2).unwrap();
        assert_eq!(row.split('<').next().unwrap(), word, "{query}");
    }
    // Side by side, each with the price of its own page.
    let compared = get(
        &site,
        "/compare?v=1&workload=inference&gpu=rtx-4090&model=llama-3.1-8b&with=rtx-3090&own_prices=id,unit_price%0Artx-3090,500",
    )
    .await;
    check_page(&compared, 200, &["data-testid=\"comparison\"", "own_prices"]);
    let faulty = get(&site, "/compare?v=1&workload=inference&gpu=rtx-4090&model=llama-3.1-8b&with=nope").await;
    check_page(&faulty, 200, &["2. ", "not in the catalog"]);
}

/// What an earlier version stored stays what it was.
#[tokio::test]
async fn an_old_answer_is_shown_as_it_was_stored() {
    let store = Store::in_memory().await.unwrap();
    let scenario = scenario::json::parse_scenario(SCENARIO.as_bytes()).unwrap();
    let mut result = serde_json::to_value(api::answer(&scenario, wire::Locale::En).unwrap()).unwrap();
    result["vram"]["device_peak_bytes"] = (7_u64 << 30).into();
    result["notes"] = serde_json::json!([{"code": "of-old", "level": "note", "detail": "What an earlier version said."}]);
    let content = |result: &serde_json::Value| Content {
        title: "Old chat".to_owned(),
        note: String::new(),
        scenario: SCENARIO.to_owned(),
        prices: None,
        result: result.to_string(),
        bill: None,
        engine_version: "0.0.1".to_owned(),
        catalog_version: "2020.01".to_owned(),
    };
    let plan = store.create(&content(&result), None, None, jiff::Timestamp::now()).await.unwrap();
    result.as_object_mut().unwrap().remove("speed");
    let shapeless = store.create(&content(&result), None, None, jiff::Timestamp::now()).await.unwrap();
    let site = router(AppState::with_limits(store, Limits::default(), false));
    let path = format!("/p/{}", plan.id);
    check_page(&get(&site, &path).await, 200, &["7.0 / 24.0 GiB", "What an earlier version said.", "?recomputed", "0.0.1"]);
    check_page(&get(&site, &format!("{path}?lang=zh")).await, 200, &["What an earlier version said.", "保存时的英文原文"]);
    // No bill was stored with it, and today's is not that of the stored answer.
    assert!(!get(&site, &path).await.text().contains("tile-price"));
    let today = get(&site, &format!("{path}?recomputed")).await;
    check_page(&today, 200, &["data-testid=\"compared\"", "7.00 GiB"]);
    assert!(!today.text().contains("What an earlier version said."));
    check_page(
        &get(&site, &format!("/p/{}", shapeless.id)).await,
        200,
        &["7.0 GiB", "The stored figures cannot be read in full"],
    );
}
