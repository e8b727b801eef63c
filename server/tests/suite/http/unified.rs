//! Devices that share the machine's memory: whatever is asked of them, there is one pool, one processor that is their own, and
//! nothing to plug in.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::http::client::{get, post_json, site};

/// Loads from one that the device holds easily to one that no such device does.
const LOADS: [&str; 4] = [
    "model=resnet50&batch=32",
    "model=resnet50",
    "model=llama-2-7b&method=full&precision=bf16-amp&batch=1",
    "model=llama-2-13b&method=full&precision=bf16-amp&batch=4",
];

/// What a page says outside lists of choices and addresses.
fn said(html: &str) -> String {
    let mut text = String::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        text.push_str(&rest[..at]);
        let hidden = ["select", "script", "style", "noscript"].iter().find(|name| rest[at + 1..].starts_with(**name));
        let end = hidden.map_or(">".to_owned(), |name| format!("</{name}>"));
        let Some(length) = rest[at..].find(&end) else { break };
        rest = &rest[at + length + end.len()..];
        text.push(' ');
    }
    text.push_str(rest);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Words of what is plugged into other machines.
fn has_parts_of_others(text: &str) -> Option<&'static str> {
    ["DIMM", "memory kit", "Smallest kit", "recommended kit", "Core i", "Ryzen 5", "EPYC", "Xeon", "Threadripper", "installed"]
        .into_iter()
        .find(|word| text.contains(word))
}

fn whole(value: &Value) -> u64 {
    value.as_u64().unwrap_or_default()
}

#[tokio::test]
async fn pages_answers_and_files_have_one_pool() {
    let site = site().await;
    for gpu in catalog::gpus().iter().filter(|gpu| gpu.segment == catalog::Segment::Unified) {
        let pool = gpu.spec.pool.unwrap().0;
        for (load, others) in LOADS.iter().flat_map(|load| ["", "&cpu=core-i9-13900k&ram=64&gpus=2"].map(|others| (load, others)))
        {
            let query = format!("gpu={}&{load}{others}", gpu.id);
            let estimate = get(&site, &format!("/api/v1/estimate?{query}")).await;
            assert_eq!(estimate.status, StatusCode::OK, "{query}: {}", estimate.text());
            let estimate = estimate.json();
            let (vram, ram) = (&estimate["vram"], &estimate["ram"]["phases"]["train"]);
            let host: u64 = ram.as_object().unwrap().values().map(whole).sum();
            if vram["fits"] == true {
                assert!(whole(&vram["device_peak_bytes"]) + host <= pool, "{query}: {vram} {ram}");
                assert!(whole(&vram["device_peak_bytes"]) <= whole(&vram["capacity_bytes"]), "{query}: {vram}");
            }
            let hardware = &estimate["inputs"]["hardware"];
            assert!(
                hardware["cpu"].is_null() && hardware["ram_gib"].is_null() && hardware["gpu_count"] == 1,
                "{query}: {hardware}"
            );
            let bill = get(&site, &format!("/api/v1/bom?{query}")).await.json();
            for part in bill["parts"].as_array().unwrap() {
                let kind = part["kind"].as_str().unwrap();
                assert!(!["memory", "cpu", "board", "psu", "case"].contains(&kind), "{query}: {part}");
            }
            for path in ["/plan?", "/bom?", "/api/v1/bom?file=md&", "/api/v1/bom?file=csv&"] {
                let answer = get(&site, &format!("{path}{query}")).await;
                assert_eq!(answer.status, StatusCode::OK, "{path}{query}");
                // A fixed bill compares with nothing; a plan that does not fit names other machines to buy.
                let text = said(&answer.text());
                assert_eq!(has_parts_of_others(&text), None, "{path}{query}: {text}");
            }
        }
    }
}

/// A plan that was stored for such a device keeps its pool on its page.
#[tokio::test]
async fn a_stored_plan_has_one_pool() {
    let site = site().await;
    for gpu in catalog::gpus().iter().filter(|gpu| gpu.segment == catalog::Segment::Unified) {
        let scenario =
            json!({ "hardware": { "gpu": gpu.id, "cpu": "core-i9-13900k", "ram_gib": 64 }, "model": { "id": "resnet50" } });
        let created = post_json(&site, "/api/v1/plans", json!({ "scenario": scenario }).to_string()).await;
        assert_eq!(created.status, StatusCode::CREATED, "{}", created.text());
        let id = created.json()["id"].as_str().unwrap().to_owned();
        for path in [format!("/p/{id}"), format!("/p/{id}/parts")] {
            let answer = get(&site, &path).await;
            assert_eq!(answer.status, StatusCode::OK, "{path}");
            let text = said(&answer.text());
            assert_eq!(has_parts_of_others(&text), None, "{} {path}: {text}", gpu.id);
        }
    }
}

/// A question that names a processor, or more memory than a pool has, is not about such a computer.
#[tokio::test]
async fn who_names_a_host_gets_no_computer_of_one_piece() {
    let site = site().await;
    for query in ["model=resnet50&cpu=ryzen-9-7950x", "model=bert-base&ram=1024"] {
        let answer = get(&site, &format!("/api/v1/recommend?{query}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{query}: {}", answer.text());
        for machine in answer.json()["machines"].as_array().unwrap() {
            let id = machine["hardware"]["gpu"].as_str().unwrap();
            assert!(catalog::gpu(id).unwrap().spec.pool.is_none(), "{query}: {id}");
        }
    }
}
