//! Machines side by side: as JSON by body and by query, and on their page.

use serde_json::{Value, json};

use crate::http::client::{SCENARIO, get, get_with, post_json, site};

const JOB: &str = "v=1&model=resnet50&precision=fp16-amp&batch=32";
const MACHINES: &str = "gpu=rtx-4090&ram=64&with=rtx-3090,gpus:2,sharding:ddp&with=gpu:rtx-3060-12gb,ram:32";

fn pointers(problem: &Value) -> Vec<&str> {
    problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn body_and_query_give_the_same_comparison() {
    let site = site().await;
    let scenario = |gpu: &str, count: Option<u64>, ram: u64| {
        let training = match count {
            Some(_) => json!({ "precision": "fp16-amp", "micro_batch_size": 32, "sharding": "ddp" }),
            None => json!({ "precision": "fp16-amp", "micro_batch_size": 32 }),
        };
        json!({ "hardware": { "gpu": gpu, "gpu_count": count, "ram_gib": ram }, "model": { "id": "resnet50" }, "training": training })
    };
    let body = json!({ "scenarios": [scenario("rtx-4090", None, 64), scenario("rtx-3090", Some(2), 64), scenario("rtx-3060-12gb", None, 32)] });
    let posted = post_json(&site, "/api/v1/compare", body.to_string()).await;
    assert_eq!(posted.status, 200, "{}", posted.text());
    let asked = get(&site, &format!("/api/v1/compare?{JOB}&{MACHINES}")).await.json();
    assert_eq!(posted.json(), asked);
    assert_eq!(asked["scenarios"].as_array().unwrap().len(), 3);
    let estimate = post_json(&site, "/api/v1/estimate", body["scenarios"][1].to_string()).await.json();
    for pointer in ["/inputs", "/vram/headroom_bytes", "/limits", "/speed/epoch_seconds", "/speed/range", "/notes"] {
        assert_eq!(asked["scenarios"][1].pointer(pointer), estimate.pointer(pointer), "{pointer}");
    }
    let gpus = asked["differences"].as_array().unwrap().iter().find(|one| one["pointer"] == "/inputs/hardware/gpu").unwrap();
    assert_eq!(gpus["values"], json!(["rtx-4090", "rtx-3090", "rtx-3060-12gb"]));
}

/// What a buyer pays decides which machine is the cheapest, in the currency that the buyer pays in, by body as by query.
#[tokio::test]
async fn own_prices_decide_which_machine_costs_least() {
    let site = site().await;
    let scenario = |gpu: &str| json!({ "hardware": { "gpu": gpu }, "model": { "id": "resnet50" } });
    let cheapest = |answer: &Value| {
        let best = answer["best"].as_array().unwrap().iter().find(|best| best["pointer"] == "/price/amount").unwrap();
        best["scenarios"].clone()
    };
    let mut body = json!({ "scenarios": [scenario("rtx-4090"), scenario("rtx-3060-12gb")] });
    let before = post_json(&site, "/api/v1/compare", body.to_string()).await.json();
    assert_eq!(cheapest(&before), json!([1]), "{before}");
    let parts = json!([{ "id": "rtx-4090", "unit_price": 100 }, { "id": "rtx-3060-12gb", "unit_price": 9000 }]);
    body["prices"] = json!({ "currency": "EUR", "rates": { "EUR": 0.5 }, "parts": parts });
    let posted = post_json(&site, "/api/v1/compare", body.to_string()).await;
    assert_eq!(posted.status, 200, "{}", posted.text());
    let own = posted.json();
    assert_eq!((cheapest(&own), &own["scenarios"][0]["price"]["currency"]), (json!([0]), &json!("EUR")));
    let bill = json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" }, "prices": body["prices"] });
    let bill = post_json(&site, "/api/v1/bom", bill.to_string()).await.json();
    assert_eq!(own["scenarios"][0]["price"]["amount"], bill["price"]["amount"], "a comparison costs what its bills cost");
    let table = "id%2Cunit_price%0Artx-4090%2C100%0Artx-3060-12gb%2C9000";
    let query = format!("gpu=rtx-4090&model=resnet50&with=rtx-3060-12gb&prices_in=EUR&rates=EUR:0.5&own_prices={table}");
    assert_eq!(get(&site, &format!("/api/v1/compare?{query}")).await.json(), own);
    // A currency without its rate, and a part that there is not.
    body["prices"] = json!({ "currency": "EUR", "parts": [{ "id": "rtx-409", "unit_price": 1 }] });
    let problem = post_json(&site, "/api/v1/compare", body.to_string()).await.problem(422, "invalid-input");
    assert_eq!(problem["errors"][0]["pointer"], "/prices/parts/0/id", "{problem}");
    body["prices"] = json!({ "currency": "EUR" });
    let problem = post_json(&site, "/api/v1/compare", body.to_string()).await.problem(422, "invalid-input");
    assert!(problem["errors"][0]["pointer"].as_str().unwrap().starts_with("/prices/"), "{problem}");
}

#[tokio::test]
async fn what_cannot_be_compared_is_named() {
    let site = site().await;
    let bad = r#"{"hardware":{"gpu":"rtx-4009","gpu_count":0},"model":{"id":"resnet50"},"training":{"batch":1}}"#;
    let body = format!(r#"{{"scenarios":[{SCENARIO},{SCENARIO},{bad}]}}"#);
    let problem = post_json(&site, "/api/v1/compare", body).await.problem(422, "invalid-input");
    let mut found = pointers(&problem);
    found.sort_unstable();
    assert_eq!(found, ["/scenarios/2/hardware/gpu", "/scenarios/2/hardware/gpu_count", "/scenarios/2/training/batch"]);
    for count in [0, 1, 7] {
        let body = format!(r#"{{"scenarios":[{}]}}"#, vec![SCENARIO; count].join(","));
        let problem = post_json(&site, "/api/v1/compare", body).await.problem(422, "invalid-input");
        assert_eq!(pointers(&problem), ["/scenarios"]);
        assert_eq!((&problem["errors"][0]["minimum"], &problem["errors"][0]["maximum"]), (&json!(2.0), &json!(6.0)));
    }
    for (query, pointer) in [
        ("gpu=rtx-4090&model=resnet50", "/scenarios"),
        ("gpu=rtx-4090&model=resnet50&batch=many&with=rtx-3090", "/training/micro_batch_size"),
        ("gpu=rtx-4090&model=resnet50&with=gpuz:1", "/scenarios/1/gpuz"),
        ("gpu=rtx-4090&model=resnet50&with=rtx-4009", "/scenarios/1/hardware/gpu"),
    ] {
        let problem = get(&site, &format!("/api/v1/compare?{query}")).await.problem(422, "invalid-input");
        assert_eq!(pointers(&problem), [pointer], "{query}");
    }
    post_json(&site, "/api/v1/compare", "{").await.problem(400, "malformed-json");
    post_json(&site, "/api/v1/compare", format!("{{{}}}", " ".repeat(1 << 20))).await.problem(413, "body-too-large");
}

/// The page shows table and pictures without scripts, and each machine leads on to its plan.
#[tokio::test]
async fn the_page_puts_machines_side_by_side() {
    let site = site().await;
    for (language, best) in [("en", "★ best"), ("zh", "★ 最佳")] {
        let page = get_with(&site, &format!("/compare?{JOB}&{MACHINES}"), &[("accept-language", language)]).await;
        assert_eq!(page.status, 200);
        let text = page.text();
        assert!(text.contains("data-testid=\"comparison\"") && text.contains("data-testid=\"prices\"") && text.contains(best));
        assert!(!text.contains("/planner.js") && !text.contains(" style=\""), "no script, no inline style");
        assert!(text.contains("href=\"/plan?v=1&amp;gpu=rtx-3090&amp;gpus=2"), "a machine leads to its plan");
        assert!(!text.contains("data-testid=\"error-summary\""), "{language}");
    }
    let faulty = get(&site, &format!("/compare?{JOB}&{MACHINES}&own_prices=id%2Cunit_price%0Artx-4090%2Ccheap")).await.text();
    assert!(
        faulty.contains("data-testid=\"error-summary\"") && faulty.contains("data-testid=\"comparison\""),
        "told and answered"
    );
    let all = get(&site, &format!("/compare?{JOB}&{MACHINES}")).await.text();
    let only = get(&site, &format!("/compare?{JOB}&{MACHINES}&only=differences")).await.text();
    let rows = |text: &str| text.matches("<th scope=\"row\">").count();
    assert!(rows(&only) < rows(&all), "{} {}", rows(&only), rows(&all));
    assert!(all.contains("&amp;only=differences\""));
    let english = get(&site, "/en/compare?v=1&gpu=rtx-4090").await;
    assert_eq!(english.header("location"), "/compare?v=1&gpu=rtx-4090");
}

/// A run that its card does not hold has no figures of its own.
#[tokio::test]
async fn what_a_card_does_not_hold_is_told_as_what_it_would_be() {
    let site = site().await;
    for (language, marked) in [("en", "if it fitted"), ("zh", "若能放下")] {
        let headers = [("accept-language", language)];
        let short = "/compare?v=1&model=llama-2-7b&method=full&with=rtx-4090&with=rtx-3090";
        let short = get_with(&site, short, &headers).await.text();
        // RAM, step, rate, epoch, the whole run and utilization of both cards, and what energy is known.
        assert!(short.matches(marked).count() >= 12, "{language}");
        let held = get_with(&site, "/compare?v=1&model=resnet50&with=rtx-4090&with=rtx-3090", &headers).await.text();
        assert!(!held.contains(marked), "{language}");
    }
}

#[tokio::test]
async fn one_machine_gets_its_neighbors_and_what_the_form_adds_is_there() {
    let site = site().await;
    let columns = |text: &str| text.matches("<th scope=\"col\"><span class=\"what\">").count();
    for query in ["", "?v=1&gpu=rtx-3090&model=bert-base", "?gpu.name=mine&gpu.memory=24&gpu.bandwidth=900&gpu.fp32=40"] {
        let page = get(&site, &format!("/compare{query}")).await.text();
        assert!((2..=4).contains(&columns(&page)), "{query}: {}", columns(&page));
        assert!(!page.contains("data-testid=\"error-summary\""), "{query}");
    }
    let added = get(&site, &format!("/compare?{JOB}&gpu=rtx-4090&with=&add=rtx-5090&add_gpus=2")).await.text();
    assert_eq!(columns(&added), 2);
    assert!(added.contains("value=\"gpu:rtx-5090,gpus:2\""));
    let plan = "https%3A%2F%2Frigwise.example%2Fplan%3Fv%3D1%26gpu%3Dl4%26model%3Dresnet50%26batch%3D8%23results";
    let pasted = get(&site, &format!("/compare?{JOB}&gpu=rtx-4090&with=&plan={plan}")).await.text();
    assert_eq!(columns(&pasted), 2);
    assert!(pasted.contains("value=\"gpu:l4,precision:,batch:8\""));
    // A list of machines alone: the first of them takes the first place.
    let listed = get(&site, "/compare?with=rtx-4090&with=rtx-3090,gpus:2&with=l40s").await.text();
    assert_eq!(columns(&listed), 3);
    assert!(listed.contains("value=\"gpu:rtx-3090,gpus:2\""));
    // Links go both ways.
    let planner = get(&site, "/plan?v=1&gpu=rtx-4090&model=resnet50").await.text();
    assert!(planner.contains("href=\"/compare?v=1&amp;gpu=rtx-4090&amp;model=resnet50\""));
    let need = get(&site, "/need?v=1&model=resnet50&budget=2000").await.text();
    assert!(need.contains("href=\"/compare?v=1&amp;gpu="));
}

#[tokio::test]
async fn a_page_that_cannot_compare_keeps_what_was_typed() {
    let site = site().await;
    let page = |query: &'static str| {
        let site = site.clone();
        async move { get(&site, &format!("/compare?{query}")).await.text() }
    };
    let summary = "data-testid=\"error-summary\"";
    // All boxes cleared: too few, and nothing is proposed in their place.
    let few = page("v=1&gpu=rtx-4090&model=resnet50&with=").await;
    assert!(few.contains(summary) && few.contains("2 to 6") && !few.contains("data-testid=\"comparison\""));
    let many = page("v=1&gpu=rtx-4090&with=l4&with=t4&with=l40s&with=rtx-3090&with=rtx-5090&with=rtx-a6000").await;
    assert!(
        many.contains(summary) && many.contains("2 to 6") && many.contains("value=\"gpu:rtx-a6000\""),
        "the seventh stays in the form"
    );
    let wrong = page("v=1&gpu=rtx-4090&model=resnet50&with=rtx-4009&with=rtx-3090").await;
    assert!(wrong.contains(summary) && wrong.contains("Use rtx-4090") && wrong.contains("data-testid=\"comparison\""));
    assert!(wrong.contains("with=gpu%3Artx-4090&amp;with=gpu%3Artx-3090"), "one click would do");
    let job = page("v=1&gpu=rtx-4090&model=resnet50&batch=many&with=rtx-3090").await;
    assert!(job.contains(summary) && job.contains("value=\"many\"") && job.contains("id=\"e-batch\""));
    // One fault of the job is told once.
    let shared = page("v=1&gpu=rtx-4090&model=resnet5&with=rtx-3090&with=l4").await;
    assert_eq!(shared.matches("resnet5`").count(), 2, "in the summary and beside the field");
    let syntax = page("v=1&gpu=rtx-4090&model=resnet50&with=gpuz:2,%3Cb%3E&with=rtx-3090").await;
    assert!(syntax.contains(summary) && syntax.contains("value=\"gpuz:2,&lt;b&gt;\"") && !syntax.contains("<b>\""));
    let pasted = page("v=1&gpu=rtx-4090&with=rtx-3090&plan=nonsense").await;
    assert!(pasted.contains(summary) && pasted.contains("value=\"nonsense\""));
    let contradictory = page("v=1&gpu=rtx-4090&model=resnet50&with=rtx-3090,method:qlora").await;
    assert!(contradictory.contains(summary) && contradictory.contains("Machine 2"));
}

/// A Mac runs its own system, whatever plans call it, unless one is asked for.
#[tokio::test]
async fn a_mac_is_not_said_to_run_linux() {
    let site = site().await;
    let page = get(&site, "/compare?v=1&gpu=rtx-4090&model=resnet50&with=m4-max-128gb").await.text();
    assert!(page.contains("<td>Linux</td><td>macOS</td>"), "{page}");
    let plan = get(&site, "/plan?v=1&gpu=m4-max-128gb&model=resnet50").await.text();
    assert!(plan.contains("macOS"), "{plan}");
}
