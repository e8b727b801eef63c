//! The catalog: lists and items over the API, a page per card and model, ids that are not listed.

use axum::Router;
use axum::http::StatusCode;
use serde_json::Value;
use server::config::Limits;
use server::router::router;
use server::state::AppState;
use server::store::{Content, Store};

use crate::http::client::{Answer, SCENARIO, get, get_with, post_json, site, site_with};

/// Most bytes of a page of the catalog on the wire, compressed by brotli.
const PAGE_BUDGET: usize = 30_000;
/// Lists of the API, each with an id of it.
const LISTS: [(&str, &str); 10] = [
    ("gpus", "rtx-4090"),
    ("models", "resnet50"),
    ("cpus", "core-i9-13900k"),
    ("storage", "samsung-990-pro-2tb"),
    ("memory", "ddr5-udimm-2x32"),
    ("platforms", "am5"),
    ("power-supplies", "psu-1000-gold"),
    ("networks", "ethernet-100g"),
    ("cloud", ""),
    ("rules", "circuit-120v-15a"),
];

async fn unlimited() -> Router {
    site_with(Limits { writes_per_minute: None, compute_per_second: None, search_per_second: None }).await
}

/// The ids of a list of the API.
async fn ids(site: &Router, list: &str) -> Vec<String> {
    let items = get(site, &format!("/api/v1/catalog/{list}")).await.json()["items"].clone();
    items.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn every_item_of_every_list_is_found_by_its_id() {
    let site = site().await;
    let whole = get(&site, "/api/v1/catalog").await;
    let catalog = whole.json();
    for (list, known) in LISTS {
        let items = get(&site, &format!("/api/v1/catalog/{list}")).await.json();
        assert_eq!(items["catalog_version"], catalog["catalog_version"]);
        let name = list.replace('-', "_");
        assert_eq!(items["items"], catalog[&name], "{list} of the whole");
        let ids = ids(&site, list).await;
        assert!(ids.is_sorted() && !ids.is_empty(), "{list}");
        assert!(known.is_empty() || ids.iter().any(|id| id == known), "{known}");
        for (place, id) in ids.iter().enumerate().filter(|(place, _)| place % 7 == 0) {
            let single = get(&site, &format!("/api/v1/catalog/{list}/{id}")).await;
            assert_eq!(single.status, StatusCode::OK, "{list}/{id}");
            assert_eq!(single.json()["item"], items["items"][place], "{list}/{id}");
        }
    }
    let model = get(&site, "/api/v1/catalog/models/llama-2-7b").await.json();
    assert_eq!(model["item"]["hyper_parameters"]["hidden_size"], 4096);
    assert!(catalog["attributions"].as_array().is_some_and(|all| !all.is_empty()));
    assert!(catalog["retired"][0]["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
}

/// A client that has a list already gets 304, whichever encoding it was sent in.
#[tokio::test]
async fn a_known_answer_is_not_sent_again() {
    let site = site().await;
    let paths = LISTS.iter().map(|(list, _)| format!("/api/v1/catalog/{list}"));
    for path in paths.chain(["/api/v1/catalog".to_owned(), "/api/v1/catalog/gpus/rtx-4090".to_owned()]) {
        let answer = get(&site, &path).await;
        assert!(answer.header("cache-control").contains("max-age="), "{path}");
        let etag = answer.header("etag").to_owned();
        assert!(etag.starts_with('"') && etag.ends_with('"') && etag.len() > 10, "a strong tag: {etag}");
        let again = get_with(&site, &path, &[("if-none-match", &etag), ("accept-encoding", "br")]).await;
        assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0), "{path}");
        assert_eq!(again.header("etag"), etag);
        assert_eq!(get_with(&site, &path, &[("if-none-match", "\"other\"")]).await.status, StatusCode::OK, "{path}");
    }
}

#[tokio::test]
async fn an_id_that_is_not_listed_is_answered_with_the_nearest() {
    let site = site().await;
    for (list, typed, nearest) in [
        ("gpus", "rtx-409", "rtx-4090"),
        ("models", "resnet-50", "resnet50"),
        ("cpus", "13900k", "core-i9-13900k"),
        ("storage", "990-pro-2tb", "samsung-990-pro-2tb"),
        ("platforms", "am55", "am5"),
        ("gpus", "NVIDIA%20A100-SXM4-80GB", "a100-sxm4-80gb"),
        ("gpus", "apple%20192gb", "m2-ultra-192gb"),
        ("models", "Llama-3.1-8B-Instruct", "llama-3.1-8b"),
        ("gpus", "retired-example-gpu", "rtx-4090"),
    ] {
        let problem = get(&site, &format!("/api/v1/catalog/{list}/{typed}")).await.problem(404, "not-found");
        let error = &problem["errors"][0];
        assert_eq!((error["code"].as_str(), error["nearest"].as_str()), (Some("unknown-id"), Some(nearest)), "{problem}");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(nearest)), "{problem}");
    }
    let retired = get(&site, "/api/v1/catalog/gpus/retired-example-gpu").await.json();
    assert!(retired["detail"].as_str().is_some_and(|detail| detail.contains("it never was a card")), "{retired}");
    let asked = r#"{"hardware":{"gpu":"retired-example-gpu"},"model":{"id":"resnet50"}}"#;
    let problem = post_json(&site, "/api/v1/estimate", asked).await.problem(422, "invalid-input");
    assert_eq!(problem["errors"][0]["nearest"], "rtx-4090");
}

/// Words narrow a list, the likeliest first, and each hit says why it is there.
#[tokio::test]
async fn lists_of_the_api_are_searched_by_words() {
    let site = unlimited().await;
    for (list, words, first, because) in [
        ("gpus", "RTX4090", "rtx-4090", &["name"][..]),
        ("gpus", "%EF%BC%92%EF%BC%94%EF%BC%A7%EF%BC%A2+amd", "rx-7900-xtx", &["vendor", "memory"]),
        ("gpus", "a100+80", "a100-pcie-80gb", &["name", "memory"]),
        ("models", "8B", "llama-3-8b", &["parameters"]),
        ("models", "stable+diffusion+xl", "sdxl", &["name"]),
        ("cpus", "13900k", "core-i9-13900k", &["name"]),
    ] {
        let answer = get(&site, &format!("/api/v1/catalog/{list}?q={words}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{words}: {}", answer.text());
        let answer = answer.json();
        let (items, matches) = (answer["items"].as_array().unwrap(), answer["matches"].as_array().unwrap());
        assert_eq!(items.len(), matches.len(), "{words}");
        let all = get(&site, &format!("/api/v1/catalog/{list}")).await.json();
        assert!(items.len() < all["items"].as_array().unwrap().len() && all.get("matches").is_none(), "{words}");
        assert!(items.iter().all(|item| all["items"].as_array().unwrap().contains(item)), "{words}: rows are those of the list");
        assert_eq!((&items[0]["id"], &matches[0]["id"], &matches[0]["list"]), (&first.into(), &first.into(), &list.into()));
        assert_eq!((&matches[0]["exact"], &matches[0]["because"]), (&true.into(), &serde_json::json!(because)), "{words}");
    }
    let near = get(&site, "/api/v1/catalog/models?q=llama+3.3+8b").await.json();
    assert_eq!((&near["items"][0]["id"], &near["matches"][0]["exact"]), (&"llama-3-8b".into(), &false.into()));
    assert_eq!(near["matches"][0]["nearest"], serde_json::json!([{ "given": "3.3", "taken": "3" }]));
    let nothing = get(&site, "/api/v1/catalog/gpus?q=no+such+card").await.json();
    assert_eq!((&nothing["items"], &nothing["matches"]), (&serde_json::json!([]), &serde_json::json!([])));
    let empty = get(&site, "/api/v1/catalog/gpus?q=").await;
    assert_eq!(empty.body, get(&site, "/api/v1/catalog/gpus").await.body, "no words, no search");
    let long = get(&site, &format!("/api/v1/catalog/gpus?q={}", "x".repeat(201))).await.problem(422, "invalid-input");
    assert_eq!((&long["errors"][0]["pointer"], &long["errors"][0]["code"]), (&"/q".into(), &"too-long".into()));
    let other = get(&site, "/api/v1/catalog/storage?q=samsung").await.problem(422, "invalid-input");
    assert_eq!(other["errors"][0]["code"], "unknown-parameter");
    let twice = get(&site, "/api/v1/catalog/gpus?q=a&q=b").await.problem(422, "invalid-input");
    assert_eq!(twice["errors"][0]["code"], "duplicate");
    let found = get(&site, "/api/v1/catalog/gpus?q=4090").await;
    let again = get_with(&site, "/api/v1/catalog/gpus?q=4090", &[("if-none-match", found.header("etag"))]).await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
}

/// What words find costs the client's share; the lists themselves cost nothing.
#[tokio::test]
async fn a_search_is_on_its_clients_account() {
    let site = site().await;
    let counted = |answer: &Answer| answer.headers.contains_key("ratelimit");
    assert!(counted(&get(&site, "/api/v1/catalog/gpus?q=4090").await));
    assert!(!counted(&get(&site, "/api/v1/catalog/gpus").await));
}

#[track_caller]
fn check_size(path: &str, answer: &Answer) {
    assert_eq!(answer.status, StatusCode::OK, "{path}");
    assert_eq!(answer.header("content-encoding"), "br", "{path}");
    assert!(answer.body.len() <= PAGE_BUDGET, "{path} has {} bytes on the wire", answer.body.len());
}

#[tokio::test]
async fn every_card_and_model_has_a_page_within_its_budget() {
    let site = unlimited().await;
    let brotli = [("accept-encoding", "br")];
    let mut largest = (0, String::new());
    for list in ["gpus", "models"] {
        let pages = ids(&site, list).await.into_iter().map(|id| format!("/{list}/{id}"));
        let lists = [format!("/{list}"), format!("/{list}?sort=price"), format!("/{list}?family=decoder&vendor=NVIDIA")];
        for path in pages.chain(lists) {
            for language in ["/en", "/zh"] {
                let path = format!("{language}{path}");
                let answer = get_with(&site, &path, &brotli).await;
                check_size(&path, &answer);
                largest = largest.max((answer.body.len(), path));
            }
        }
    }
    println!("largest page of the catalog: {} bytes at {}", largest.0, largest.1);
}

#[tokio::test]
async fn a_cards_page_says_what_each_figure_rests_on_and_what_the_card_trains() {
    let site = unlimited().await;
    let page = get(&site, "/en/gpus/rtx-4090").await.text();
    for expected in [
        "24 GB on the box",
        "24,564 MiB",
        "read off a driver",
        "read in the source",
        "1,008 GB/s",
        "/plan?v=1&amp;gpu=rtx-4090",
        "history, not an offer",
        "ResNet-50",
        "QLoRA",
        "Largest micro-batch",
        "/en/gpus/rtx-3090",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    assert!(!page.contains("/pkg/rigwise.js"), "no script");
    let recalled = get(&site, "/en/gpus/v100-sxm2-32gb").await.text();
    assert!(recalled.contains("vendor figure, unverified") && recalled.contains("unknown"), "what is recalled is said to be");
    let chinese = get(&site, "/zh/gpus/rtx-4090").await.text();
    for expected in ["标称 24 GB", "能训练什么", "取自驱动程序读数"] {
        assert!(chinese.contains(expected), "{expected}");
    }
}

/// The figures of a page are those that the API gives for the plan that the row opens.
#[tokio::test]
async fn a_pages_live_figures_are_the_engines() {
    let site = unlimited().await;
    let page = get(&site, "/en/gpus/rtx-3060-12gb").await.text();
    let rows: Vec<&str> = page.split("/plan?v=1&amp;gpu=rtx-3060-12gb&amp;").skip(1).collect();
    assert_eq!(rows.len(), 8);
    for row in rows {
        let query = row.split('"').next().unwrap().replace("&amp;", "&");
        let answer = get(&site, &format!("/api/v1/estimate?v=1&gpu=rtx-3060-12gb&{query}")).await.json();
        let verdict = if answer["vram"]["fits"] == true { ["Fits", "Tight"].as_slice() } else { &["Does not fit"] };
        let row = row.split("</tr>").next().unwrap();
        assert!(verdict.iter().any(|word| row.contains(word)), "{query}: {row}");
        let largest = format!(">{}<", wording::format::count(answer["limits"]["max_micro_batch_size"].as_u64().unwrap()));
        assert!(row.contains(&largest), "{query}: {largest} in {row}");
    }
}

#[tokio::test]
async fn a_models_page_counts_its_parameters_and_shows_what_training_takes() {
    let site = unlimited().await;
    let page = get(&site, "/en/models/llama-3-8b").await.text();
    for expected in [
        "8,030,261,248",
        "Embedding tables",
        "4 bits (NF4",
        "hidden_size",
        "4096",
        "/plan?v=1&amp;gpu=rtx-4090&amp;model=llama-3-8b",
        "/en/need?v=1&amp;model=llama-3-8b",
        "GeForce RTX 4090",
        "transformers:",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    let chinese = get(&site, "/zh/models/resnet50").await.text();
    assert!(chinese.contains("25,557,032") && chinese.contains("训练需要什么"));
}

#[tokio::test]
async fn a_page_that_the_catalog_does_not_have_offers_the_nearest() {
    let site = site().await;
    for (path, nearest) in [
        ("/gpus/rtx-409", "\"/gpus/rtx-4090\""),
        ("/en/gpus/retired-example-gpu", "\"/en/gpus/rtx-4090\""),
        ("/zh/models/resnet-50", "\"/zh/models/resnet50\""),
    ] {
        let answer = get(&site, path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.header("content-type").starts_with("text/html"));
        assert!(answer.text().contains(nearest), "{path}: {nearest}");
    }
    let hostile = get(&site, "/gpus/%3Cscript%3Ealert(1)%3C%2Fscript%3E").await;
    assert_eq!(hostile.status, StatusCode::NOT_FOUND);
    assert!(!hostile.text().contains("<script>alert"), "{}", hostile.text());
}

/// The rows of a list's page, by the ids that they link to.
fn listed(page: &str, list: &str) -> Vec<String> {
    let link = format!("\"/{list}/");
    let rows = page.split_once("<tbody").unwrap().1.split(&link).skip(1);
    rows.map(|row| row.split('"').next().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn lists_are_chosen_and_sorted_by_their_address() {
    let site = unlimited().await;
    let page = async |query: &str| get(&site, &format!("/gpus?{query}")).await.text();
    let all = listed(&page("").await, "gpus");
    assert_eq!(all, ids(&site, "gpus").await);
    let items = get(&site, "/api/v1/catalog/gpus").await.json()["items"].clone();
    let item = |id: &String| items.as_array().unwrap().iter().find(|item| item["id"] == **id).unwrap().clone();

    let amd = listed(&page("vendor=AMD&memory=24&segment=consumer").await, "gpus");
    assert!(!amd.is_empty() && amd.len() < all.len());
    for id in &amd {
        let item = item(id);
        assert_eq!((item["vendor"].as_str(), item["segment"].as_str()), (Some("AMD"), Some("consumer")));
        assert!(item["marketing_gb"].as_u64() >= Some(24), "{id}");
    }
    let falls = |ids: &[String], key: &str| {
        let values: Vec<f64> = ids.iter().map(|id| item(id)[key].as_f64().unwrap()).collect();
        values.is_sorted_by(|more, less| more >= less)
    };
    assert!(falls(&listed(&page("sort=memory").await, "gpus"), "memory_bytes"));
    assert!(falls(&listed(&page("sort=bandwidth").await, "gpus"), "memory_bandwidth_gb_per_s"));
    let prices: Vec<Value> = listed(&page("sort=price").await, "gpus").iter().map(|id| item(id)["price"].clone()).collect();
    let known: Vec<f64> = prices.iter().map_while(|price| price["amount"].as_f64()).collect();
    assert!(known.is_sorted() && known.len() > 20);
    assert!(prices[known.len()..].iter().all(Value::is_null), "unknown prices come last");

    let odd = page("vendor=3dfx&colour=green").await;
    assert!(odd.contains("vendor, colour") && listed(&odd, "gpus").len() == all.len(), "what is not understood is said");
    let none = page("vendor=Apple&segment=datacenter").await;
    assert!(none.contains("Nothing in the catalog is like this"));
    let decoders = listed(&get(&site, "/models?family=decoder&sort=parameters").await.text(), "models");
    assert!(
        decoders.first().is_some_and(|id| id == "mixtral-8x7b") && !decoders.iter().any(|id| id == "resnet50"),
        "{decoders:?}"
    );
}

#[tokio::test]
async fn lists_are_searched_by_words_in_the_form() {
    let site = unlimited().await;
    let first = async |path: &str, list: &str| listed(&get(&site, path).await.text(), list).first().cloned();
    assert_eq!(first("/gpus?q=geforce+4090", "gpus").await.as_deref(), Some("rtx-4090"));
    assert_eq!(first("/gpus?q=RTX4090&vendor=&memory=&segment=&sort=", "gpus").await.as_deref(), Some("rtx-4090"));
    assert_eq!(first("/models?q=llama+8B", "models").await.as_deref(), Some("llama-3-8b"));
    let nvidia = listed(&get(&site, "/gpus?q=NVIDIA+24+GB&sort=bandwidth").await.text(), "gpus");
    let all = get(&site, "/api/v1/catalog/gpus").await.json();
    let bandwidth = |id: &String| {
        let item = all["items"].as_array().unwrap().iter().find(|item| item["id"] == **id).unwrap();
        assert_eq!((&item["vendor"], &item["marketing_gb"]), (&"NVIDIA".into(), &24.into()), "{id}");
        item["memory_bandwidth_gb_per_s"].as_f64().unwrap()
    };
    let rates: Vec<f64> = nvidia.iter().map(bandwidth).collect();
    assert!(rates.len() > 10 && rates.is_sorted_by(|more, less| more >= less), "{nvidia:?}");
    let cards = listed(&get(&site, "/gpus?q=24gb&vendor=AMD").await.text(), "gpus");
    assert_eq!(cards, ["rx-7900-xtx"], "words and choices hold together");

    let page = get(&site, "/en/models?q=llama+3.3+8b").await.text();
    for expected in [
        "type=\"search\"",
        "value=\"llama 3.3 8b\"",
        "Best match",
        "the catalog has no \u{201c}3.3\u{201d}, the nearest is \u{201c}3\u{201d}",
    ] {
        assert!(page.contains(expected), "{expected}");
    }
    let page = get(&site, "/zh/gpus?q=%E8%8B%B1%E4%BC%9F%E8%BE%BE+24GB").await.text();
    assert!(page.contains("value=\"英伟达 24GB\"") && page.contains("按厂商、显存或内存找到"), "{page}");
    let none = get(&site, "/gpus?q=xyzzy").await.text();
    assert!(none.contains("Nothing in the catalog is like this") && listed(&none, "gpus").is_empty());
    for (language, said) in [("en", "must have at most 200 characters"), ("zh", "最多 200 个字符")] {
        let long = get(&site, &format!("/{language}/gpus?q={}", "x".repeat(201))).await;
        assert_eq!(long.status, StatusCode::OK);
        let long = long.text();
        assert!(long.contains(said) && long.contains("aria-invalid=\"true\""), "{said}");
        assert!(long.contains(&"x".repeat(201)), "what was typed is still there");
    }
}

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

/// A box that offers products while one types asks for ids and names alone, of one list or of all.
#[tokio::test]
async fn products_are_searched_by_words_as_ids_and_names() {
    let site = unlimited().await;
    for (query, first) in [
        ("q=RTX4090", "rtx-4090"),
        ("q=llama+3.1+8b&list=models", "llama-3.1-8b"),
        ("q=4090&list=gpus&limit=1", "rtx-4090"),
        ("q=13900k&list=", "core-i9-13900k"),
    ] {
        let answer = get(&site, &format!("/api/v1/catalog/search?{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text());
        assert!(answer.body.len() < 4_000, "{query}: {} bytes", answer.body.len());
        let found = answer.json();
        assert_eq!((&found["matches"][0]["id"], &found["matches"][0]["exact"]), (&first.into(), &true.into()), "{query}");
    }
    let some = get(&site, "/api/v1/catalog/search?q=nvidia&limit=3").await.json();
    assert_eq!(some["matches"].as_array().map(Vec::len), Some(3));
    assert!(some["found"].as_u64().is_some_and(|found| found > 20), "{some}");
    for (query, pointer, code) in [
        ("", "/q", "required"),
        ("q=+", "/q", "required"),
        ("q=4090&list=drives", "/list", "unknown-value"),
        ("q=4090&limit=0", "/limit", "out-of-range"),
        ("q=4090&limit=many", "/limit", "wrong-type"),
        ("q=4090&lists=gpus", "/lists", "unknown-parameter"),
    ] {
        let problem = get(&site, &format!("/api/v1/catalog/search?{query}")).await.problem(422, "invalid-input");
        assert_eq!((&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]), (&pointer.into(), &code.into()), "{query}");
    }
}
