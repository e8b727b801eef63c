//! One figure of the card's memory, and one of its capacity: every page, file and answer reads the same.

use api::Locale;
use app::components::vram;
use app::format::{bytes, gib, gib_number};
use axum::Router;
use axum::http::{Method, StatusCode};
use engine::units::Bytes;
use serde_json::{Value, json};

use crate::client::{get, get_with, post_json, request, send, site};

const SCENARIOS: [&str; 10] = [
    "gpu=rtx-4090&model=resnet50",
    "gpu=rtx-4090&model=resnet50&display=true&os=windows",
    "gpu=rtx-4090&model=resnet50&batch=512&precision=fp32",
    "gpu=rtx-4090&gpus=2&sharding=ddp&model=resnet50&batch=64",
    "gpu=rtx-3060-12gb&model=llama-2-7b&method=qlora&seq=512",
    "gpu=rtx-3090&model=gpt2&batch=4",
    "gpu=a100-sxm4-80gb&gpus=8&sharding=zero-3&model=llama-2-7b&seq=512",
    "gpu=h100-sxm5-80gb&model=bert-large&batch=32",
    "gpu=rtx-5090&model=sd15&batch=2",
    "gpu=rx-7900-xtx&model=resnet18&batch=64",
];

async fn text(site: &Router, path: &str, language: &str) -> String {
    let answer = get_with(site, path, &[("accept-language", language)]).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text());
    answer.text()
}

async fn tool(site: &Router, name: &str, arguments: Value) -> Value {
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": name, "arguments": arguments } });
    let headers = [
        ("content-type", "application/json"),
        ("accept", "application/json, text/event-stream"),
        ("mcp-protocol-version", "2025-06-18"),
    ];
    let mut message = send(site, request(Method::POST, "/mcp", &headers, call.to_string())).await.json();
    message["result"]["structuredContent"].take()
}

/// What an estimate says of the card.
#[derive(Debug, PartialEq, Eq)]
struct Card {
    peak: u64,
    capacity: u64,
    system: u64,
    range: [u64; 2],
}

impl Card {
    #[track_caller]
    fn of(vram: &Value) -> Self {
        let number = |name: &str| vram[name].as_u64().unwrap_or_else(|| panic!("{name} of {vram}"));
        let range = [0, 1].map(|place| vram["range_bytes"][place].as_u64().unwrap());
        Self { peak: number("device_peak_bytes"), capacity: number("capacity_bytes"), system: number("desktop_bytes"), range }
    }

    /// The sentence above the bar.
    fn summary(&self, is_cuda: bool, locale: Locale) -> String {
        let [low, high] = self.range;
        vram::summary([self.peak, self.capacity, self.system, low, high].map(Bytes), is_cuda, locale)
    }

    /// How the verdict reads.
    fn verdict(&self, locale: Locale) -> String {
        let (peak, capacity) = (gib_number(Bytes(self.peak)), gib_number(Bytes(self.capacity)));
        let system = bytes(Bytes(self.system));
        match locale {
            Locale::En => format!("{peak} of {capacity} GiB VRAM, beside {system} of the system"),
            Locale::Zh => format!("显存 {peak} / {capacity} GiB，另有系统占用 {system}"),
        }
    }
}

async fn check(site: &Router, query: &str) {
    let estimate = get(site, &format!("/api/v1/estimate?v=1&{query}")).await.json();
    let card = Card::of(&estimate["vram"]);
    let is_cuda = !query.contains("rx-7900");
    let created = post_json(site, "/api/v1/plans", json!({ "scenario": estimate["inputs"] }).to_string()).await;
    assert_eq!(created.status, StatusCode::CREATED, "{query}: {}", created.text());
    let id = created.json()["id"].as_str().unwrap().to_owned();
    for (language, locale) in [("en", Locale::En), ("zh-CN", Locale::Zh)] {
        let (verdict, summary) = (card.verdict(locale), card.summary(is_cuda, locale));
        for path in [format!("/plan?v=1&{query}"), format!("/p/{id}")] {
            let page = text(site, &path, language).await;
            assert!(page.contains(&verdict) && page.contains(&summary), "{path}: {verdict} / {summary}");
        }
        let embedded = text(site, &format!("/p/{id}/card?lang={}", locale.as_str()), language).await;
        assert!(embedded.contains(&verdict), "{query}: {verdict} in {embedded}");
        let compared = text(site, &format!("/compare?v=1&{query}&with=epochs:7"), language).await;
        let (peak, capacity) = (gib(Bytes(card.peak)), gib(Bytes(card.capacity)));
        let of = locale.pick("of ", "共 ");
        assert!(compared.contains(&peak) && compared.contains(&format!("{of}{capacity}")), "{query}: {peak} of {capacity}");
        if is_cuda {
            let code = text(site, &format!("/api/v1/code?v=1&{query}&lang={}", locale.as_str()), language).await;
            let said = match locale {
                Locale::En => format!("Estimate: {peak} of "),
                Locale::Zh => format!("估算：每卡 {peak} / "),
            };
            assert!(code.contains(&said), "{query}: {said}");
        }
    }
    let compared = get(site, &format!("/api/v1/compare?v=1&{query}&with=epochs:7")).await.json();
    let side = &compared["scenarios"][0]["vram"];
    assert_eq!((side["device_peak_bytes"].as_u64(), side["capacity_bytes"].as_u64()), (Some(card.peak), Some(card.capacity)));
    let bill = get(site, &format!("/api/v1/bom?v=1&{query}")).await.json();
    let stored = get(site, &format!("/api/v1/plans/{id}")).await.json();
    let tool = tool(site, "estimate", estimate["inputs"].clone()).await;
    for (place, vram) in [("bill", &bill["estimate"]["vram"]), ("plan", &stored["estimate"]["vram"]), ("tool", &tool["vram"])] {
        assert_eq!(Card::of(vram), card, "{query}: {place}");
    }
    let diagnosis = get(site, &format!("/api/v1/diagnose?v=1&{query}&see=out-of-memory")).await.json();
    assert_eq!(diagnosis["before"]["device_peak_bytes"].as_u64(), Some(card.peak), "{query}");
}

#[tokio::test]
async fn the_cards_memory_reads_the_same_everywhere() {
    let site = site().await;
    let mut failed = Vec::new();
    for query in SCENARIOS {
        let site = site.clone();
        if tokio::spawn(async move { check(&site, query).await }).await.is_err() {
            failed.push(query);
        }
    }
    assert!(failed.is_empty(), "{} of {}: {failed:#?}", failed.len(), SCENARIOS.len());
}
