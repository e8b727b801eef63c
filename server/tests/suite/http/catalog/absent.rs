//! Plans and links whose products the catalog does not have: gone, spelled otherwise, or given by their own figures.

use axum::http::StatusCode;
use server::config::Limits;
use server::router::router;
use server::state::AppState;
use server::store::{Content, Store};

use crate::http::client::{SCENARIO, get, get_with, site};

/// A plan of which a part has left the catalog is kept, shown as it was stored, and opens with the nearest by one click.
#[tokio::test]
async fn a_stored_plan_whose_card_is_gone_is_shown_as_stored() {
    let store = Store::in_memory().await.unwrap();
    let estimate = api::estimate_json(SCENARIO).unwrap();
    let gone = |json: &str| json.replace("\"rtx-4090\"", "\"retired-example-gpu\"");
    let content = Content {
        title: "Old lab".to_owned(),
        note: String::new(),
        scenario: gone(SCENARIO),
        prices: None,
        result: gone(&serde_json::to_string(&estimate).unwrap()),
        bill: None,
        engine_version: "0.0.1".to_owned(),
        catalog_version: "2020.01".to_owned(),
    };
    let created = store.create(&content, None, None, jiff::Timestamp::now()).await.unwrap();
    let site = router(AppState::with_limits(store, Limits::default(), false));
    let path = format!("/p/{}", created.id);
    let answer = get(&site, &path).await;
    assert_eq!(answer.status, StatusCode::OK);
    let page = answer.text();
    // Both are what was stored: the peak in GiB as pages write it.
    let stored_peak = format!("{:.1} of ", estimate.vram.device_peak_bytes as f64 / 1_073_741_824.0);
    for expected in [
        "Old lab",
        "retired-example-gpu",
        "it never was a card",
        "data-testid=\"missing\"",
        "Open with GeForce RTX 4090 instead",
        "gpu=rtx-4090&amp;ram=64&amp;model=resnet50",
        &stored_peak,
        "2020.01",
    ] {
        assert!(page.contains(expected), "{expected} in {page}");
    }
    assert!(!page.contains("data-testid=\"recompute\""), "no figure of another card is offered as the plan's");
    let chinese = get_with(&site, &path, &[("cookie", "lang=zh")]).await.text();
    assert!(chinese.contains("此方案的部分内容已不在目录中"));
    let plan = get(&site, &format!("/api/v1/plans/{}", created.id)).await.json();
    assert_eq!(plan["scenario"]["hardware"]["gpu"], "retired-example-gpu");
    assert_eq!(plan["estimate"]["vram"]["device_peak_bytes"], estimate.vram.device_peak_bytes);
}

/// An old link to the planner is answered with the nearest, says so, and leads there by one click.
#[tokio::test]
async fn an_old_link_says_what_is_missing_and_offers_the_nearest() {
    let site = site().await;
    let page = get(&site, "/plan?v=1&gpu=retired-example-gpu&model=resnet50&batch=48&ref=mail").await;
    assert_eq!(page.status, StatusCode::OK);
    let page = page.text();
    for expected in [
        "`retired-example-gpu` is not in the catalog",
        "it never was a card",
        "href=\"/plan?v=1&amp;gpu=rtx-4090&amp;model=resnet50&amp;batch=48&amp;ref=mail\"",
        "Open with GeForce RTX 4090 instead",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
}

/// An id in another spelling is a fault, and what it means is one click away.
#[tokio::test]
async fn an_id_as_people_write_it_is_offered_as_it_is_listed() {
    let site = site().await;
    for (given, field, id) in [
        ("gpu=RTX+4090&model=resnet50", "gpu", "rtx-4090"),
        ("gpu=4090&model=resnet50", "gpu", "rtx-4090"),
        ("gpu=NVIDIA+H100+80GB+HBM3&model=resnet50", "gpu", "h100-sxm5-80gb"),
        ("gpu=rtx-4090&model=meta-llama/Llama-3.1-8B", "model", "llama-3.1-8b"),
        ("gpu=rtx-4090&model=Stable+Diffusion+XL", "model", "sdxl"),
        ("gpu=rtx-4090&model=resnet50&cpu=Ryzen+9+7950X", "cpu", "ryzen-9-7950x"),
    ] {
        let problem = get(&site, &format!("/api/v1/estimate?v=1&{given}")).await.problem(422, "invalid-input");
        assert_eq!(problem["errors"][0]["nearest"], id, "{given}");
        let page = get(&site, &format!("/plan?v=1&{given}")).await.text();
        let link = page.split("data-testid=\"instead\"").next().and_then(|before| before.rsplit("href=\"").next());
        assert!(link.is_some_and(|link| link.contains(&format!("{field}={id}"))), "{given}: {link:?}");
    }
}

#[tokio::test]
async fn a_card_by_its_own_figures_is_planned_by_query_and_by_form() {
    let site = site().await;
    let query = "v=1&gpu=custom&gpu.memory=48&gpu.bandwidth=900&gpu.fp32=60&gpu.bf16=120&model=resnet50&batch=32";
    let answer = get(&site, &format!("/api/v1/estimate?{query}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    let answer = answer.json();
    assert_eq!(answer["vram"]["capacity_bytes"].as_u64(), Some(48 << 30));
    assert_eq!(answer["inputs"]["hardware"]["gpu"]["bf16_dense_tflops"], 120.0);
    let page = get(&site, &format!("/plan?{query}")).await.text();
    for expected in ["<option value=\"custom\" selected", "name=\"gpu.bandwidth\"", "value=\"900\""] {
        assert!(page.contains(expected), "{expected}");
    }
    let problem = get(&site, "/api/v1/estimate?v=1&gpu=custom&gpu.memory=48&model=resnet50").await.problem(422, "invalid-input");
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().filter_map(|error| error["pointer"].as_str()).collect();
    assert_eq!(pointers, ["/hardware/gpu/memory_bandwidth_gb_per_s", "/hardware/gpu/fp32_tflops"]);
}
