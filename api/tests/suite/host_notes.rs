//! What an answer says of a host that is too small: which notes, with figures and a remedy, in both languages.
#![cfg(feature = "json")]

use serde_json::{Value as Json, json};
use wire::locale::Locale;
use wire::v1::Scenario;
use wording::note_detail;

/// A picture classifier on a common machine, with changes merged in.
fn scenario(hardware: &Json, data: &Json, training: &Json) -> Scenario {
    let mut document =
        json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" }, "data": data, "training": training });
    for (key, value) in hardware.as_object().expect("an object") {
        document["hardware"][key] = value.clone();
    }
    serde_json::from_value(document).expect("a scenario")
}

#[track_caller]
fn check(hardware: &Json, data: &Json, training: &Json, code: &str, english: &[&str], chinese: &[&str]) {
    let answer = engine::answer::estimate(&scenario::resolve(&scenario(hardware, data, training)).expect("nothing at fault"));
    let note = answer.notes.iter().find(|note| note.code() == code).unwrap_or_else(|| panic!("{code} in {:?}", answer.notes));
    for (locale, words) in [(Locale::En, english), (Locale::Zh, chinese)] {
        let text = note_detail(note, locale);
        for word in words {
            assert!(text.contains(word), "{word} in {text}");
        }
    }
}

#[test]
fn each_shortage_is_named_with_figures_and_a_remedy() {
    let none = json!({});
    check(
        &json!({ "ram_gib": 4 }),
        &none,
        &none,
        "ram-below-minimum",
        &["4.0 GiB", "missing", "install 16 GiB"],
        &["4.0 GiB", "请安装至少 16 GiB"],
    );
    check(
        &json!({ "ram_gib": 4 }),
        &none,
        &none,
        "ram-below-system",
        &["take 5.0 GiB", "install 16 GiB"],
        &["5.0 GiB", "16 GiB"],
    );
    check(
        &json!({ "ram_gib": 6 }),
        &none,
        &none,
        "ram-paging",
        &["pages", "MiB", "swap file", "cut the loader to"],
        &["换页", "交换空间", "加载进程减到"],
    );
    check(
        &json!({ "ram_gib": 32 }),
        &json!({ "samples": 1_281_167 }),
        &json!({ "loader": { "cache": "ram" } }),
        "cache-exceeds-ram",
        &["131.2 GiB", "install 192 GiB"],
        &["131.2 GiB", "192 GiB"],
    );
    check(
        &json!({ "storage": "samsung-990-pro-2tb" }),
        &json!({ "samples": 40_000_000 }),
        &none,
        "dataset-exceeds-storage",
        &["4.4 TB", "2.0 TB", "by 2.4 TB", "4.9 TB"],
        &["4.4 TB", "2.4 TB", "4.9 TB"],
    );
    check(
        &json!({ "gpu_count": 4, "cpu": "core-i9-13900k" }),
        &none,
        &json!({ "sharding": "ddp" }),
        "lanes-shared",
        &["4 cards", "20 PCIe lanes", "x4 instead of x16"],
        &["4 块显卡", "20 条", "x4"],
    );
}

#[test]
fn weights_that_page_while_loading_are_named() {
    let document = json!({
        // One copy passes through the first process, which hands the other its shards.
        "hardware": { "gpu": "rtx-4090", "gpu_count": 2, "ram_gib": 16 },
        "model": { "id": "llama-2-7b" },
        "training": { "method": "lora", "sharding": "zero-3", "loader": { "num_workers": 2 } }
    });
    let answer = api::estimate(&serde_json::from_value(document).unwrap()).unwrap();
    assert!(answer.notes.iter().any(|note| note.code == "ram-staging-paged"));
    let shortage = answer.ram.shortage.unwrap();
    assert_eq!(shortage.missing_bytes, 0);
    assert!(shortage.staging_missing_bytes > 1 << 30);
    assert_eq!(answer.speed.step_parts.paging_seconds, 0.0);
}

#[test]
fn more_than_two_cards_come_with_a_processor_that_has_lanes_for_them() {
    for (gpu_count, cpu) in [(1, "core-i9-13900k"), (2, "core-i9-13900k"), (3, "epyc-9554"), (8, "epyc-9554")] {
        let answer =
            api::estimate(&scenario(&json!({ "gpu_count": gpu_count }), &json!({}), &json!({ "sharding": "ddp" }))).unwrap();
        assert_eq!(answer.inputs.hardware.cpu.as_deref(), Some(cpu));
        assert_eq!(answer.notes.iter().any(|note| note.code == "lanes-shared"), gpu_count == 2);
    }
}

#[test]
fn a_machine_that_holds_the_run_says_nothing_of_it() {
    let answer = api::estimate(&scenario(&json!({ "ram_gib": 64 }), &json!({}), &json!({}))).unwrap();
    assert_eq!(answer.ram.shortage, None);
    let codes = ["ram-below-minimum", "ram-below-system", "ram-paging", "ram-staging-paged", "cache-exceeds-ram", "lanes-shared"];
    assert!(answer.notes.iter().all(|note| !codes.contains(&note.code.as_str())));
}

/// Updates on the host go as fast as its memory: two channels of DDR4-3200 do in an hour what two of DDR5-5600 do in 34 minutes.
#[test]
fn an_update_on_the_host_takes_as_long_as_its_memory_is_slow() {
    let offload = |cpu: &str| {
        let query = format!("gpu=rtx-3090&model=llama-3.2-1b&method=full&offload=optimizer&batch=1&ram=128&cpu={cpu}");
        let parsed = scenario::query::parse_string(&query);
        assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
        let answer = api::estimate(&parsed.scenario).unwrap();
        let ladder = answer.ram.ladder.expect("a ladder").memory_bytes_per_second;
        (answer.speed.step_parts.offload_seconds, ladder)
    };
    let ((old, old_rate), (new, new_rate)) = (offload("ryzen-9-5950x"), offload("ryzen-9-9950x"));
    assert_eq!((old_rate, new_rate), (51.2e9 * 0.6, 89.6e9 * 0.6));
    // What travels over PCI Express 4.0 takes the same time on both.
    let update = 1_235_814_400.0 * 28.0;
    let expected = update / old_rate - update / new_rate;
    assert!((old - new - expected).abs() < 0.02 * expected, "{old} {new} {expected}");
}
