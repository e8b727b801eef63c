//! A scenario is one machine: every page, file and answer that names or prices it has the same.

use std::io::Cursor;

use axum::Router;
use axum::http::{Method, StatusCode};
use calamine::{Data, Reader as _, Xlsx};
use serde_json::{Value, json};

use crate::http::client::{Answer, get, post_json, request, send, site};
use crate::http::markup::is_thorough;

/// Cards of every class, numbers, models, hosts given in part, in full or not at all.
const SCENARIOS: [&str; 50] = [
    "gpu=rtx-4090&model=resnet50",
    "gpu=rtx-4090&model=resnet50&ram=64",
    "gpu=rtx-4090&model=resnet50&ram=40",
    "gpu=rtx-4090&model=resnet50&os=windows&display=true",
    "gpu=rtx-4090&model=resnet50&storage=class-sata-ssd",
    "gpu=rtx-4090&model=resnet50&cpu=ryzen-9-7950x",
    "gpu=rtx-4090&model=resnet50&cpu=ryzen-9-7950x&ram=128&storage=samsung-990-pro-4tb",
    "gpu=rtx-4090&model=resnet50&cpu=epyc-9554&ram=512",
    "gpu=rtx-4090&gpus=2&sharding=ddp&model=resnet50",
    "gpu=rtx-4090&gpus=4&sharding=ddp&model=resnet50",
    "gpu=rtx-4090&gpus=8&sharding=ddp&model=resnet50",
    "gpu=rtx-4090&gpus=2&nodes=2&sharding=ddp&model=resnet50",
    "gpu=rtx-4090&model=llama-2-7b&method=qlora&seq=512",
    "gpu=rtx-4090&model=llama-2-7b&method=lora&ram=64&seq=512",
    "gpu=rtx-4090&model=bert-base&batch=32",
    "gpu=rtx-4090&model=sd15&cache=latents",
    "gpu=rtx-4090&model=resnet50&samples=90000000",
    "gpu=rtx-3060-12gb&model=resnet18",
    "gpu=rtx-3060-12gb&model=unet",
    "gpu=rtx-3090&model=gpt2",
    "gpu=rtx-3090&gpus=2&sharding=zero-2&model=gpt2",
    "gpu=rtx-5090&model=densenet121",
    "gpu=rtx-5090&model=llama-3-8b&method=qlora&seq=512&os=windows",
    "gpu=rtx-5070-ti&model=densenet121",
    "gpu=titan-rtx&model=resnet101",
    "gpu=titan-v&model=resnet50",
    "gpu=rtx-a6000&model=gpt2-medium",
    "gpu=rtx-6000-ada&gpus=4&sharding=ddp&model=bert-large",
    "gpu=a100-pcie-80gb&model=bert-large",
    "gpu=a100-sxm4-80gb&gpus=8&sharding=zero-3&model=llama-2-13b&method=lora&seq=512",
    "gpu=h100-sxm5-80gb&gpus=8&sharding=zero-3&model=llama-2-7b&seq=512",
    "gpu=h100-sxm5-80gb&gpus=8&nodes=2&sharding=zero-3&model=llama-2-7b&seq=512",
    "gpu=h100-sxm5-80gb&model=resnet50",
    "gpu=h100-nvl-94gb&model=llama-2-7b&method=lora&seq=512",
    "gpu=gh200-96gb&model=resnet50",
    "gpu=l4&model=bert-base",
    "gpu=l40s&gpus=2&sharding=ddp&model=resnet50",
    "gpu=t4&model=resnet18",
    "gpu=v100-sxm2-32gb&model=resnet50",
    "gpu=p40&model=resnet50",
    "gpu=mi300x&gpus=8&sharding=ddp&model=resnet50",
    "gpu=rx-7900-xtx&model=resnet50",
    "gpu=arc-a770-16gb&model=resnet18",
    "gpu=m3-ultra-512gb&model=bert-base",
    "gpu=m4-max-128gb&model=resnet50",
    "gpu=gb10-dgx-spark&model=gpt2",
    "gpu.name=mine&gpu.memory=20&gpu.bandwidth=800&gpu.fp32=40&model=resnet50",
    "gpu.name=mine&gpu.memory=20&gpu.bandwidth=800&gpu.fp32=40&gpu.bf16=80&gpus=2&sharding=ddp&model=resnet50&ram=64",
    "gpu.name=mine&gpu.memory=48&gpu.bandwidth=800&gpu.fp32=40&gpus=4&sharding=ddp&model=bert-base&storage=class-hdd-7200",
    "gpu=ascend-910b3&model=resnet50",
];

const XLSX: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

async fn json_of(site: &Router, path: &str) -> Value {
    let answer = get(site, path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text());
    answer.json()
}

async fn page(site: &Router, path: &str) -> String {
    let answer = get(site, path).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text());
    unescaped(&answer.text())
}

/// Markup's names of letters as the letters.
fn unescaped(html: &str) -> String {
    [("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
        .iter()
        .fold(html.to_owned(), |text, (name, letter)| text.replace(name, letter))
}

/// What a tool of the protocol for language models answers.
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

/// Every cell of a workbook's first sheet as text.
fn cells(file: &Answer) -> Vec<Vec<String>> {
    let mut book: Xlsx<_> = calamine::open_workbook_from_rs(Cursor::new(file.body.clone())).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    let text = |cell: &Data| cell.to_string();
    sheet.rows().map(|row| row.iter().map(text).collect()).collect()
}

/// The cards, processor, memory and drive that a bill lists: kind, id and how many.
fn lines(bill: &Value) -> Vec<(String, String, u64)> {
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let all = bill["parts"].as_array().unwrap().iter();
    all.map(|part| (word(&part["kind"]), word(&part["id"]), part["quantity"].as_u64().unwrap())).collect()
}

/// The scenario that a page's shell command posts.
fn posted(page: &str) -> Value {
    let document = page.split("<<'JSON'\n").nth(1).unwrap().split("\nJSON\n").next().unwrap();
    serde_json::from_str(document).unwrap()
}

/// Grouped by thousands with two decimals, as pages write amounts.
fn spoken(amount: f64) -> String {
    let cents = format!("{amount:.2}");
    let (whole, rest) = cents.split_once('.').unwrap();
    let mut grouped = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{grouped}.{rest}")
}

/// The files of a bill list its lines.
async fn check_files(site: &Router, query: &str, bill: &Value) {
    let known = bill["price"]["known_amount"].as_f64().unwrap();
    let csv = get(site, &format!("/api/v1/bom?{query}&file=csv")).await.text();
    let markdown = get(site, &format!("/api/v1/bom?{query}&file=md")).await.text();
    let workbook = get(site, &format!("/api/v1/bom?{query}&file=xlsx")).await;
    assert_eq!(workbook.header("content-type"), XLSX);
    let workbook = cells(&workbook);
    for (part, (kind, id, quantity)) in bill["parts"].as_array().unwrap().iter().zip(lines(bill)) {
        assert!(csv.contains(&format!(",{kind},{id},")), "{query}: {kind} {id} in {csv}");
        let row = workbook.iter().find(|row| row[1] == kind && row[2] == id);
        assert_eq!(row.map(|row| row[4].clone()), Some(quantity.to_string()), "{query}: {kind} {id}");
        let name = part["name"].as_str().unwrap().replace('|', "\\|");
        assert!(markdown.contains(&name), "{query}: {name} in {markdown}");
    }
    if known > 0.0 {
        let is_known = |row: &Vec<String>| row[6].parse::<f64>().is_ok_and(|amount| (amount - known).abs() < 0.005);
        assert!(workbook.iter().any(is_known), "{query}: {known} in {workbook:?}");
        assert!(markdown.contains(&spoken(known)), "{query}: {known} in {markdown}");
    }
}

/// A stored plan has the machine of its scenario, in its answer, its bill and on its pages.
async fn check_stored(site: &Router, query: &str, asked: &Value, estimate: &Value, bill: &Value) {
    let created = post_json(site, "/api/v1/plans", json!({ "scenario": asked }).to_string()).await;
    assert_eq!(created.status, StatusCode::CREATED, "{query}: {}", created.text());
    let id = created.json()["id"].as_str().unwrap().to_owned();
    let stored = json_of(site, &format!("/api/v1/plans/{id}")).await;
    assert_eq!(stored["estimate"]["inputs"]["hardware"], estimate["inputs"]["hardware"], "{query}");
    let of_plan = json_of(site, &format!("/api/v1/plans/{id}/bom.json")).await;
    assert_eq!((&of_plan["hardware"], &of_plan["parts"], &of_plan["price"]), (&bill["hardware"], &bill["parts"], &bill["price"]));
    let shown = page(site, &format!("/p/{id}/parts")).await;
    for part in bill["parts"].as_array().unwrap() {
        let name = part["name"].as_str().unwrap();
        assert!(shown.contains(name), "{query}: {name}");
    }
}

/// Asks everybody for a scenario's machine.
async fn check(site: &Router, query: &str) {
    let estimate = json_of(site, &format!("/api/v1/estimate?v=1&{query}")).await;
    let hardware = &estimate["inputs"]["hardware"];
    let bill = json_of(site, &format!("/api/v1/bom?v=1&{query}")).await;
    assert_eq!(&bill["hardware"], hardware, "{query}");
    assert_eq!(bill["estimate"]["inputs"], estimate["inputs"], "{query}");
    // What the figures count with is what is listed.
    for (kind, id, quantity) in lines(&bill) {
        match kind.as_str() {
            "gpu" if hardware["gpu"].is_string() => assert_eq!(hardware["gpu"], id.as_str(), "{query}"),
            "cpu" => assert_eq!(hardware["cpu"], id.as_str(), "{query}"),
            "storage" => assert_eq!(hardware["storage"], id.as_str(), "{query}"),
            "memory" if !query.contains("ram=40") => {
                let kit = json_of(site, &format!("/api/v1/catalog/memory/{id}")).await["item"].take();
                let gib = kit["modules"].as_u64().unwrap() * kit["module_gib"].as_u64().unwrap() * quantity
                    / hardware["nodes"].as_u64().unwrap();
                assert_eq!(hardware["ram_gib"], gib, "{query}: {quantity} x {id}");
            }
            _ => {}
        }
    }
    let compared = json_of(site, &format!("/api/v1/compare?v=1&{query}&with=epochs:7")).await;
    let side = &compared["scenarios"][0];
    assert_eq!((&side["inputs"]["hardware"], &side["price"]), (hardware, &bill["price"]), "{query}");
    for path in ["/api/v1/code?", "/api/v1/diagnose?see=low-utilization&"] {
        assert_eq!(&json_of(site, &format!("{path}v=1&{query}")).await["inputs"]["hardware"], hardware, "{path}{query}");
    }
    let asked = posted(&page(site, &format!("/call?v=1&{query}")).await);
    let again = post_json(site, "/api/v1/estimate", asked.to_string()).await.json();
    assert_eq!(again["inputs"], estimate["inputs"], "{query}");
    assert_eq!(tool(site, "estimate", asked.clone()).await["inputs"]["hardware"], *hardware, "{query}");
    let price = page(site, &format!("/bom?v=1&{query}")).await;
    for part in bill["parts"].as_array().unwrap() {
        let name = part["name"].as_str().unwrap();
        assert!(price.contains(name), "{query}: {name}");
    }
    if let Some(processor) = hardware["cpu"].as_str().filter(|_| !query.contains("cpu=")) {
        let name = json_of(site, &format!("/api/v1/catalog/cpus/{processor}")).await["item"]["name"].as_str().unwrap().to_owned();
        assert!(page(site, &format!("/plan?v=1&{query}")).await.contains(&format!("Auto: {name}")), "{query}: {name}");
    }
    check_files(site, query, &bill).await;
    check_stored(site, query, &asked, &estimate, &bill).await;
}

#[tokio::test]
async fn a_scenario_is_one_machine_wherever_one_asks() {
    let site = site().await;
    let mut failed = Vec::new();
    // Every other one; proofs ask for all.
    for query in SCENARIOS.into_iter().step_by(if is_thorough() { 1 } else { 2 }) {
        let site = site.clone();
        if tokio::spawn(async move { check(&site, query).await }).await.is_err() {
            failed.push(query);
        }
    }
    assert!(failed.is_empty(), "{} of {}: {failed:#?}", failed.len(), SCENARIOS.len());
}
