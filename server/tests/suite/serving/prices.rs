//! Price lists of the buyer's own shops, while a server runs: written, changed, broken and mended.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use super::process::{SCENARIO, Server};

const BILL: &str = "/api/v1/bom?v=1&gpu=rtx-4090&model=resnet50&batch=64&ram=64&cpu=core-i9-13900k";
const SEARCH: &str = "/api/v1/recommend?v=1&model=resnet18&batch=8&method=full&precision=fp32&samples=1000";

fn write(folder: &TempDir, name: &str, text: &str) {
    // In one step, as a list that is half written is a broken one.
    let aside = folder.path().join(".aside");
    fs::write(&aside, text).unwrap();
    fs::rename(aside, folder.path().join(name)).unwrap();
}

fn json(server: &Server, path: &str) -> Value {
    body(&server.get(path, &[]))
}

fn body(answer: &str) -> Value {
    let body = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer}")).1;
    serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"))
}

/// The line of the card.
fn card(answer: &Value) -> Value {
    answer["parts"].as_array().unwrap_or_else(|| panic!("{answer}")).iter().find(|part| part["kind"] == "gpu").unwrap().clone()
}

#[track_caller]
fn until_price(server: &Server, expected: f64) -> Value {
    let begin = Instant::now();
    loop {
        let card = card(&json(server, BILL));
        if card["unit_price"] == expected {
            return card;
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "{expected}: {card}");
        std::thread::sleep(Duration::from_millis(200));
    }
}

fn check(folder: &Path, language: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rigwise"));
    command.args(["prices", "check", "--language", language]).arg(folder).output().unwrap()
}

#[test]
fn a_list_decides_while_the_server_runs_and_a_broken_one_does_not() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "rates.csv", "currency;per_usd\nEUR;0,8\n");
    write(&folder, "shop.csv", "id;price;currency;vendor;date\nrtx-4090;1.600,00;EUR;A shop;2026-10-03\n");
    let server = Server::start(&[("RIGWISE_PRICES", folder.path().to_str().unwrap()), ("RIGWISE_SEARCH_PER_SECOND", "0")]);
    let first = until_price(&server, 2000.0);
    assert_eq!((&first["price_source"], &first["price_date"]), (&"A shop, 2026-10-03".into(), &"2026-10".into()));
    // In the list's own currency the price is what the shop says, whatever the reader's rate.
    let euro = json(&server, &format!("{BILL}&prices_in=EUR&rates=EUR:0.9"));
    assert_eq!(card(&euro)["unit_price"], 1600.0);
    // The request's own price goes first.
    let own = json(&server, &format!("{BILL}&own_prices=id%2Cunit_price%0Artx-4090%2C5"));
    assert_eq!(card(&own)["unit_price"], 5.0);

    write(&folder, "shop.csv", "id;price;currency;vendor\nrtx-4090;0,80;EUR;A shop\n");
    until_price(&server, 1.0);
    let found = json(&server, SEARCH);
    let machines = found["machines"].as_array().unwrap_or_else(|| panic!("{found}"));
    assert_eq!(machines[0]["hardware"]["gpu"], "rtx-4090", "the cheapest card by the list is in the machine that is recommended");
    assert_eq!(card(&machines[0])["unit_price"], 1.0);

    write(&folder, "shop.csv", "id;price;currency\nrtx-4090;900;EUR\nrtx-409;5;EUR\n");
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(card(&json(&server, BILL))["unit_price"], 1.0, "the last good list stays");
    write(&folder, "shop.csv", "id;price;currency\nrtx-4090;900;USD\n");
    until_price(&server, 900.0);
    let log = server.stop();
    assert!(log.contains("shop.csv: line 3, id: `rtx-409` is not in the catalog; the nearest is `rtx-4090`"), "{log}");
}

/// Bills are stored in English: a page in Chinese says the same figures, whatever list came into force since.
#[test]
fn a_saved_plan_costs_the_same_in_both_languages() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "shop.csv", "id,price,currency,vendor,part_number\nrtx-4090,1000,USD,First shop,A-1\n");
    let server = Server::start(&[("RIGWISE_PRICES", folder.path().to_str().unwrap())]);
    let created = body(&server.post("/api/v1/plans", &[], &format!("{{\"scenario\":{SCENARIO}}}")));
    let path = created["url"].as_str().unwrap_or_else(|| panic!("{created}"));
    let told = |shop: &str, other: &str, is_foreign: bool| {
        for page in [path.to_owned(), format!("{path}/parts")] {
            for language in ["en", "zh"] {
                let text = server.get(&page, &[&format!("Cookie: lang={language}")]);
                assert!(text.contains(shop) && !text.contains(other), "{page} in {language}: {text}");
            }
        }
        let parts = server.get(&format!("{path}/parts"), &["Cookie: lang=zh"]);
        assert_eq!(parts.contains("保存时的英文原文"), is_foreign, "{parts}");
    };
    for _ in 0..2 {
        told("First shop", "Second shop", false);
    }
    write(&folder, "shop.csv", "id,price,currency,vendor,part_number\nrtx-4090,900,USD,Second shop,B-1\n");
    until_price(&server, 900.0);
    told("First shop", "Second shop", true);
    for language in ["en", "zh"] {
        let file = |asked: &str| {
            card(&json(&server, &format!("/api/v1{}/bom.json?lang={language}{asked}", path.replace("/p/", "/plans/"))))
        };
        assert_eq!(
            (file("")["unit_price"].as_f64(), file("")["part_number"].as_str()),
            (Some(1000.0), Some("A-1")),
            "{language}"
        );
        assert_eq!(file("&recomputed=true")["unit_price"], 900.0, "{language}: today's bill is today's where it is asked for");
    }
    server.stop();
}

#[test]
fn lists_are_checked_beforehand() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder, "shop.json", r#"{"rates": {"EUR": 0.8}, "prices": [{"id": "rtx-4090", "price": 1, "currency": "EUR"}]}"#);
    write(&folder, "notes.txt", "not a list");
    let good = check(folder.path(), "en");
    assert!(good.status.success(), "{good:?}");
    assert_eq!(String::from_utf8(good.stdout).unwrap(), "parts with a price: 1\n1 USD = 0.8 EUR\n");
    write(&folder, "other.csv", "id,price,currency\nrtx-4080,5,GBP\n");
    write(&folder, "book.xlsx", "no workbook");
    let bad = check(folder.path(), "zh");
    let told = String::from_utf8(bad.stderr).unwrap();
    assert!(!bad.status.success() && told.contains("book.xlsx: "), "{told}");
    fs::remove_file(folder.path().join("book.xlsx")).unwrap();
    let told = String::from_utf8(check(folder.path(), "en").stderr).unwrap();
    assert!(told.contains("other.csv: line 2, currency: needs a rate of exchange"), "{told}");
    let none = check(&folder.path().join("none"), "en");
    assert!(!none.status.success());
}
