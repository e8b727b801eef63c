//! Diagnoses over HTTP: as JSON by body and by query, and on their page.

use axum::Router;
use axum::http::Method;

use crate::http::client::{Answer, get, get_with, post_json, request, send, site};

const QUERY: &str = "v=1&gpu=rtx-4090&gpus=2&model=resnet50&batch=64&workers=0&sharding=none&cpu=core-i9-13900k";

#[tokio::test]
async fn body_and_query_give_the_same_diagnosis() {
    let site = site().await;
    let body = r#"{"scenario":{"hardware":{"gpu":"rtx-4090","gpu_count":2,"cpu":"core-i9-13900k"},"model":{"id":"resnet50"},"training":{"micro_batch_size":64,"sharding":"none","loader":{"num_workers":0}}},"symptom":"throughput-below-estimate","observed":{"samples_per_second":100}}"#;
    let posted = post_json(&site, "/api/v1/diagnose", body).await.json();
    let asked = get(&site, &format!("/api/v1/diagnose?{QUERY}&see=throughput-below-estimate&seen_rate=100")).await.json();
    assert_eq!(posted, asked);
    assert_eq!(posted["observed"]["samples_per_second"], 100.0);

    let idle = get(&site, &format!("/api/v1/diagnose?{QUERY}&see=second-card-idle&lang=zh")).await.json();
    let first = &idle["checks"][0];
    assert_eq!((&first["id"], &first["verdict"]), (&"no-data-parallelism".into(), &"likely".into()));
    assert!(first["text"].as_str().is_some_and(|text| text.contains("闲置")));
    assert_eq!(first["remedies"][0]["change"]["training"]["sharding"], "ddp");
    assert!(first["remedies"][0]["after"]["samples_per_second"].as_f64() > idle["before"]["samples_per_second"].as_f64());
}

#[tokio::test]
async fn what_cannot_be_diagnosed_is_named() {
    let site = site().await;
    let body =
        r#"{"scenario":{"hardware":{"gpu":"rtx-4009"},"model":{"id":"resnet50"}},"symptom":"slow","observed":{"step":-1}}"#;
    let problem = post_json(&site, "/api/v1/diagnose", body).await.problem(422, "invalid-input");
    let pointers: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| error["pointer"].as_str().unwrap()).collect();
    assert_eq!(pointers, ["/symptom", "/observed/step", "/scenario/hardware/gpu"]);
    for query in ["", "&see=", "&see=slow", "&see=out-of-memory&seen_step=x", "&see=low-utilization&seen_rate=0"] {
        get(&site, &format!("/api/v1/diagnose?{QUERY}{query}")).await.problem(422, "invalid-input");
    }
    get(&site, "/api/v1/diagnose?gpu=rtx-4009&model=resnet50&see=low-utilization").await.problem(422, "invalid-input");
}

/// The page asks, answers and leads back to the plan with every remedy, without scripts.
#[tokio::test]
async fn the_page_asks_and_answers() {
    let site = site().await;
    let questions = get(&site, &format!("/diagnose?{QUERY}")).await.text();
    assert!(!questions.contains("data-testid=\"checks\""), "nothing is answered before it is asked");
    for symptom in wire::v1::diagnose::Symptom::WORDS {
        assert!(questions.contains(&format!("&amp;see={symptom}\"")), "{symptom}");
        let page = get(&site, &format!("/diagnose?{QUERY}&see={symptom}")).await.text();
        assert!(page.contains("data-testid=\"checks\"") && !page.contains("/planner.js"), "{symptom}");
    }
    let page = get_with(&site, &format!("/diagnose?{QUERY}&see=second-card-idle"), &[("accept-language", "zh")]).await.text();
    assert!(page.contains("data-testid=\"check-no-data-parallelism\""));
    assert!(
        page.contains("href=\"/plan?v=1&amp;gpu=rtx-4090") && page.contains("sharding=ddp"),
        "a remedy leads to the plan with it"
    );
    assert!(!page.contains("/plan?v=1&amp;gpu=rtx-4090&amp;see="), "the question stays here");
    let planner = get(&site, &format!("/plan?{QUERY}")).await.text();
    assert!(planner.contains("href=\"/diagnose?v=1&amp;gpu=rtx-4090"), "the planner leads there");
    let faults = get(&site, &format!("/diagnose?{QUERY}&see=out-of-memory&seen_step=soon")).await.text();
    assert!(faults.contains("data-testid=\"error-summary\""));
}

const MESSAGE: &str = "CUDA out of memory. Tried to allocate 112.00 MiB. GPU 0 has a total capacity of 139.81 GiB of which 24.12 MiB is \
    free. Process 7 has 127.15 GiB memory in use. Including non-PyTorch memory, this process has 12.62 GiB memory in use. Of the \
    allocated memory 12.01 GiB is allocated by PyTorch, and 50.00 MiB is reserved by PyTorch but unallocated. <script>alert(1)</script>";

async fn post_form(site: &Router, path: &str, fields: &[(&str, &str)]) -> Answer {
    let body = scenario::query::encode(fields.iter().copied());
    send(site, request(Method::POST, path, &[("content-type", "application/x-www-form-urlencoded")], body)).await
}

#[tokio::test]
async fn a_message_is_read_from_text_and_from_json() {
    let site = site().await;
    let json =
        post_json(&site, "/api/v1/message", serde_json::json!({ "text": MESSAGE, "language": "zh" }).to_string()).await.json();
    let first = &json["messages"][0];
    assert_eq!((&first["id"], &first["cause"]), (&"card-memory".into(), &"other-processes".into()));
    assert_eq!(first["observed"]["other_programs_bytes"], 136_526_272_921_u64);
    // What is read goes into a diagnosis as it is.
    let asked = serde_json::json!({
        "scenario": { "hardware": { "gpu": "h200-sxm" }, "model": { "id": "resnet50" } },
        "symptom": first["symptom"], "observed": first["observed"],
    });
    let found = post_json(&site, "/api/v1/diagnose", asked.to_string()).await.json();
    assert_eq!((&found["checks"][0]["id"], &found["checks"][0]["verdict"]), (&"other-programs".into(), &"likely".into()));
    let path = json["diagnosis"].as_str().expect("a symptom has a page");
    let page = get(&site, &format!("{path}&gpu=h200-sxm&model=resnet50")).await.text();
    assert!(page.contains("data-testid=\"check-other-programs\""));
}

/// A pasted message is answered for the plan that it came with, and without one by its own figures; no text becomes markup.
#[tokio::test]
async fn the_page_reads_a_message() {
    let site = site().await;
    for (plan, compared) in [("v=1&gpu=h200-sxm&model=resnet50", true), ("", false)] {
        let form = [("text", MESSAGE), ("plan", plan)];
        let page = post_form(&site, "/diagnose", &form).await.text();
        assert!(page.contains("data-testid=\"message-card-memory\"") && page.contains("data-testid=\"seen\""), "{plan}");
        assert_eq!(page.contains("data-testid=\"check-other-programs\""), compared, "{plan}");
        assert!(!page.contains("<script>alert"), "{plan}");
    }
    let page = post_form(&site, "/diagnose", &[("text", "all is well"), ("plan", "")]).await.text();
    assert!(page.contains("data-testid=\"nothing-known\""));
    let start = get(&site, "/diagnose").await.text();
    assert!(start.contains("name=\"text\"") && !start.contains("data-testid=\"verdict\""), "no plan is made up");
}

/// A pasted start is compared with the question of its address, where it is told how long the page may take: a body that asks for
/// machines to buy starts no search, and no text becomes markup.
#[tokio::test]
async fn a_start_is_compared_with_the_question_of_its_address() {
    let site = site().await;
    let said = "Available KV cache memory: 1.29 GiB <script>alert(1)</script>";
    for path in ["/run?gpu=rtx-4090&model=llama-3.1-8b&engine=vllm&weights=bf16", "/run", "/zh/run"] {
        let page = post_form(&site, path, &[("text", said), ("plan", "gpu=any&model=kimi-k2")]).await.text();
        assert!(page.contains("data-testid=\"check\"") && page.contains("data-testid=\"tile-vram\""), "{path}");
        assert!(!page.contains("data-testid=\"machines\"") && !page.contains("<script>alert"), "{path}");
    }
}
