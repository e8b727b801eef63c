//! One figure of the card's memory under one name, and one of its capacity: every page, file, preview and answer has the same.

use std::io::Write as _;
use std::process::{Command, Stdio};

use axum::Router;
use axum::http::{Method, StatusCode};
use engine::units::Bytes;
use serde_json::{Value, json};
use wire::Locale;
use wording::format::{bytes, gib, gib_number};
use wording::{card_capacity, live_tensors, process_vram, system_vram, usable_vram};

use crate::http::client::{get, get_with, post_json, request, send, site};

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

/// What a reader sees of a page: its texts with a space where markup was.
fn seen(html: &str) -> String {
    let mut texts = String::new();
    for piece in html.split('<') {
        texts.push_str(piece.split_once('>').map_or(piece, |(_, text)| text));
        texts.push(' ');
    }
    let words: Vec<&str> = texts.split_whitespace().collect();
    words.join(" ")
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

/// What the command line answers.
fn command(scenario: &Value) -> Value {
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_rigwise")).arg("estimate").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("{scenario}\n").as_bytes()).unwrap();
    serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap()
}

/// What an estimate says of the card.
#[derive(Debug, PartialEq, Eq)]
struct Card {
    peak: u64,
    capacity: u64,
    system: u64,
    live: u64,
    range: [u64; 2],
}

impl Card {
    #[track_caller]
    fn of(vram: &Value) -> Self {
        let number = |name: &str| vram[name].as_u64().unwrap_or_else(|| panic!("{name} of {vram}"));
        let range = [0, 1].map(|place| vram["range_bytes"][place].as_u64().unwrap());
        Self {
            peak: number("device_peak_bytes"),
            capacity: number("capacity_bytes"),
            system: number("desktop_bytes"),
            live: number("allocated_peak_bytes"),
            range,
        }
    }

    fn peak(&self) -> String {
        gib(Bytes(self.peak))
    }

    fn capacity(&self) -> String {
        gib(Bytes(self.capacity))
    }

    /// What stands beside the process where the system takes something of its own.
    fn beside(&self, locale: Locale) -> String {
        let system = bytes(Bytes(self.system));
        match locale {
            _ if self.system == 0 => String::new(),
            Locale::En => format!(", plus {system} that the system takes"),
            Locale::Zh => format!("，另有系统占用 {system}"),
        }
    }

    /// How the verdict reads.
    fn verdict(&self, locale: Locale) -> String {
        let name = process_vram(locale);
        let (peak, capacity) = (gib_number(Bytes(self.peak)), gib_number(Bytes(self.capacity)));
        let system = self.beside(locale);
        match locale {
            Locale::En => format!("{name} {peak} of {capacity} GiB{system}"),
            Locale::Zh => format!("{name} {peak} / {capacity} GiB{system}"),
        }
    }

    /// How the card's sentence begins.
    fn sentence(&self, is_cuda: bool, locale: Locale) -> String {
        let (name, peak, capacity, system) = (process_vram(locale), self.peak(), self.capacity(), self.beside(locale));
        match (locale, is_cuda) {
            (Locale::En, true) => format!("{name} {peak} of {capacity}, which is what nvidia-smi will show{system}; "),
            (Locale::En, false) => format!("{name} {peak} of {capacity}{system}; "),
            (Locale::Zh, true) => format!("{name} {peak}，即 nvidia-smi 将显示的数值，容量 {capacity}{system}；"),
            (Locale::Zh, false) => format!("{name} {peak}，容量 {capacity}{system}；"),
        }
    }
}

/// Every amount that a text gives under a name.
fn under<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let figure = |rest: &'a str| {
        let rest = rest.trim_start_matches([' ', ':', '：']);
        let end = rest.find(|letter: char| !letter.is_ascii_digit() && letter != '.' && letter != ',').unwrap_or(rest.len());
        Some(rest[..end].trim_end_matches([',', '.'])).filter(|figure| !figure.is_empty())
    };
    text.match_indices(name).filter_map(|(place, name)| figure(&text[place + name.len()..])).collect()
}

/// Pages of the plan, as a link and stored, with its card for other sites and what they are told of it.
async fn check_plan(site: &Router, query: &str, id: &str, card: &Card, (language, locale): (&str, Locale)) {
    let (verdict, sentence) = (card.verdict(locale), card.sentence(!query.contains("rx-7900"), locale));
    for path in [format!("/plan?v=1&{query}"), format!("/p/{id}")] {
        let page = text(site, &path, language).await;
        let page = seen(&page);
        assert!(page.contains(&verdict) && page.contains(&sentence), "{path}: {verdict} / {sentence}");
        // No other figure has its name, and no figure of another kind goes without one.
        let named = under(&page, process_vram(locale));
        let is_it = |figure: &&str| *figure == gib_number(Bytes(card.peak));
        assert!(!named.is_empty() && named.iter().all(is_it), "{path}: {named:?}");
        assert!(card.system == 0 || page.contains(system_vram(locale)), "{path}: {}", system_vram(locale));
    }
    let planner = seen(&text(site, &format!("/plan?v=1&{query}"), language).await);
    let live = bytes(Bytes(card.live));
    let told = locale.pick("Live tensors peak at ", "存活张量峰值 ");
    assert!(planner.contains(&format!("{told}{live}")), "{query}: {told}{live}");
    let usable = gib(Bytes(card.capacity - card.system));
    assert!(planner.contains(&format!("{} {usable}", usable_vram(locale))), "{query}: {usable}");
    let stored = text(site, &format!("/p/{id}"), language).await;
    let told = stored.split("og:description").nth(1).unwrap().split('>').next().unwrap();
    assert!(told.contains(&verdict), "{query}: {told}");
    let embedded = text(site, &format!("/p/{id}/card?lang={}", locale.as_str()), language).await;
    assert!(embedded.contains(&verdict), "{query}: {verdict} in {embedded}");
}

/// What is said beside the plan: comparisons, bills, programs, diagnoses and advice.
async fn check_others(site: &Router, query: &str, card: &Card, (language, locale): (&str, Locale)) {
    let (name, peak, capacity) = (process_vram(locale), card.peak(), card.capacity());
    let compared = seen(&text(site, &format!("/compare?v=1&{query}&with=epochs:7"), language).await);
    let of = locale.pick("of ", "共 ");
    assert!(compared.contains(&format!("{name} {peak} {of}{capacity}")), "{query}: {name} {peak} {of}{capacity}");
    assert!(compared.contains(card_capacity(locale)), "{query}");
    let bill = seen(&text(site, &format!("/bom?v=1&{query}"), language).await);
    let row = locale.pick(format!("{name} {peak} on each card"), format!("每卡{name} {peak}"));
    assert!(bill.contains(&row), "{query}: {row}");
    let file = text(site, &format!("/api/v1/bom?v=1&{query}&file=md&lang={}", locale.as_str()), language).await;
    for (name, bytes) in [(name, card.peak), (card_capacity(locale), card.capacity), (live_tensors(locale), card.live)] {
        let rows: Vec<&str> = file.lines().filter(|row| row.contains(&format!("| {name} |"))).collect();
        let digits: String = rows.concat().chars().filter(|letter| *letter != ',').collect();
        assert!(rows.len() == 1 && digits.contains(&bytes.to_string()), "{query}: {name} {bytes}: {rows:?}");
    }
    let code = get_with(site, &format!("/api/v1/code?v=1&{query}&lang={}", locale.as_str()), &[]).await.json();
    for program in code["snippets"].as_array().unwrap() {
        let named = program["code"].as_str().unwrap();
        let figures = under(named, name);
        assert!(figures.iter().all(|figure| *figure == gib_number(Bytes(card.peak))), "{query}: {} {figures:?}", program["id"]);
        if program["id"] == "monitor" || program["id"] == "pytorch" {
            assert!(!figures.is_empty(), "{query}: {}", program["id"]);
        }
    }
    let diagnosis = seen(&text(site, &format!("/diagnose?v=1&{query}&see=out-of-memory"), language).await);
    assert!(!diagnosis.contains("<table") || (diagnosis.contains(name) && diagnosis.contains(&peak)), "{query}: {peak}");
    let advice = seen(&text(site, &format!("/plan/advice?v=1&{query}"), language).await);
    let before = locale.pick("Before", "之前");
    if advice.contains(before) {
        assert!(advice.contains(name) && advice.contains(&peak), "{query}: {name} {peak}");
    }
}

async fn check(site: &Router, query: &str) {
    let estimate = get(site, &format!("/api/v1/estimate?v=1&{query}")).await.json();
    let card = Card::of(&estimate["vram"]);
    let created = post_json(site, "/api/v1/plans", json!({ "scenario": estimate["inputs"] }).to_string()).await;
    assert_eq!(created.status, StatusCode::CREATED, "{query}: {}", created.text());
    let id = created.json()["id"].as_str().unwrap().to_owned();
    for language in [("en", Locale::En), ("zh-CN", Locale::Zh)] {
        check_plan(site, query, &id, &card, language).await;
        check_others(site, query, &card, language).await;
    }
    let compared = get(site, &format!("/api/v1/compare?v=1&{query}&with=epochs:7")).await.json();
    let side = &compared["scenarios"][0]["vram"];
    assert_eq!((side["device_peak_bytes"].as_u64(), side["capacity_bytes"].as_u64()), (Some(card.peak), Some(card.capacity)));
    let bill = get(site, &format!("/api/v1/bom?v=1&{query}")).await.json();
    let stored = get(site, &format!("/api/v1/plans/{id}")).await.json();
    let tool = tool(site, "estimate", estimate["inputs"].clone()).await;
    let command = command(&estimate["inputs"]);
    for (place, vram) in [
        ("bill", &bill["estimate"]["vram"]),
        ("plan", &stored["estimate"]["vram"]),
        ("tool", &tool["vram"]),
        ("command", &command["vram"]),
    ] {
        assert_eq!(Card::of(vram), card, "{query}: {place}");
    }
    let diagnosis = get(site, &format!("/api/v1/diagnose?v=1&{query}&see=out-of-memory")).await.json();
    assert_eq!(diagnosis["before"]["device_peak_bytes"].as_u64(), Some(card.peak), "{query}");
    let advice = get(site, &format!("/api/v1/recommend?v=1&{query}")).await.json();
    for lever in advice["levers"].as_array().unwrap() {
        assert_eq!(lever["vram_before_bytes"].as_u64(), Some(card.peak), "{query}: {}", lever["id"]);
    }
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

/// Machines that are searched for name the figure of the plan that is made for them.
#[tokio::test]
async fn machines_to_buy_name_the_figure_of_their_plan() {
    let site = site().await;
    let found = get(&site, "/api/v1/recommend?v=1&model=resnet50").await.json();
    let page = seen(&text(&site, "/need?v=1&model=resnet50", "en").await);
    let machines = found["machines"].as_array().unwrap();
    assert!(!machines.is_empty());
    for machine in machines {
        let card = Card::of(&machine["estimate"]["vram"]);
        let reason = machine["parts"][0]["reason"].as_str().unwrap();
        let row = format!("{} {} on each card", process_vram(Locale::En), card.peak());
        assert!(reason.starts_with(&row), "{row}: {reason}");
        let is_shown = ["cheapest", "best-value", "fastest"].iter().any(|label| machine["label"] == *label);
        assert!(!is_shown || page.contains(&row), "{row}");
    }
}

/// The worst of card, memory, drive and deadline is the word of every page that has one.
#[tokio::test]
async fn the_verdicts_word_is_the_same_everywhere() {
    let site = site().await;
    for (query, english, chinese) in [
        ("gpu=rtx-4090&model=resnet50&samples=100000000&bytes=10000000000000&epochs=3", "Drive too small", "硬盘容量不足"),
        ("gpu=rtx-4090&model=resnet50&samples=1281167&epochs=90&deadline=3600", "Too late", "超出期限"),
        ("gpu=rtx-4090&model=resnet50&ram=4", "Too little RAM", "内存不足"),
    ] {
        let estimate = get(&site, &format!("/api/v1/estimate?v=1&{query}")).await.json();
        let created = post_json(&site, "/api/v1/plans", json!({ "scenario": estimate["inputs"] }).to_string()).await;
        let id = created.json()["id"].as_str().unwrap().to_owned();
        for (language, word) in [("en", english), ("zh-CN", chinese)] {
            for path in [
                format!("/plan?v=1&{query}"),
                format!("/p/{id}"),
                format!("/p/{id}?recomputed=true"),
                format!("/p/{id}/card"),
                format!("/compare?v=1&{query}&with=gpu:rtx-3090"),
            ] {
                let page = text(&site, &path, language).await;
                let is_said = [format!("<strong>{word}</strong>"), format!("<td>{word}</td>")];
                let is_said = is_said.iter().any(|said| page.contains(said)) || seen(&page).contains(&format!("{word} "));
                assert!(is_said, "{path}: {word}");
                assert!(!page.contains("class=\"verdict fits\""), "{path}");
            }
        }
    }
}

/// The note on a data set that the drive does not hold asks for no more than the search for machines buys.
#[tokio::test]
async fn the_drives_that_a_note_asks_for_are_no_more_than_those_that_are_bought() {
    let site = site().await;
    let query = "model=resnet50&data=images&image=224&samples=100000000&bytes=10000000000000&epochs=3";
    let estimate = get(&site, &format!("/api/v1/estimate?v=1&gpu=rtx-4090&{query}")).await.json();
    let notes = estimate["notes"].as_array().unwrap();
    let note = notes.iter().find(|note| note["code"] == "dataset-exceeds-storage").unwrap()["detail"].as_str().unwrap();
    let asked = note.split("needs drives of ").nth(1).and_then(|rest| rest.split(" TB").next()).unwrap();
    let asked: f64 = asked.parse().unwrap();
    // One processor's machines, for the search over all of them takes as long as a request may where other tests run beside it.
    let part = if std::env::var_os("RIGWISE_THOROUGH").is_some() { "" } else { "&cpu=ryzen-9-9950x" };
    let machines = get(&site, &format!("/api/v1/recommend?v=1&{query}{part}")).await.json();
    let machines = machines["machines"].as_array().unwrap();
    assert!(!machines.is_empty());
    for machine in machines {
        let hardware = &machine["estimate"]["inputs"]["hardware"];
        let drive = catalog::storage(hardware["storage"].as_str().unwrap()).unwrap();
        let bought = drive.spec.capacity.as_f64() * hardware["storage_count"].as_f64().unwrap();
        assert!((10.0..=bought / 1e12).contains(&asked), "{note}: {bought}");
    }
}
