//! Own prices in searches and bills over HTTP: they decide, and what they found costs the same everywhere.

use serde_json::json;

use crate::http::client::{get, post_json, site};
use crate::http::money::links;

/// Own prices decide which machines are recommended, whether they are posted or in the address, and a part of the price zero is
/// there; what a search does not go by is told.
#[tokio::test]
async fn own_prices_decide_what_is_recommended() {
    let site = site().await;
    let cards = |answer: &serde_json::Value| {
        let parts = answer["machines"].as_array().expect("machines").iter().map(|machine| machine["parts"].as_array().unwrap());
        let cards =
            parts.flatten().filter(|part| part["kind"] == "gpu").map(|part| part["id"].as_str().unwrap_or_default().to_owned());
        cards.collect::<Vec<_>>()
    };
    let open = get(&site, "/api/v1/recommend?model=resnet50&budget=1500").await.json();
    assert!(cards(&open).iter().all(|card| card != "rtx-5090"), "{:?}", cards(&open));
    let body = json!({
        "model": { "id": "resnet50" }, "constraints": { "budget": { "amount": 1500 } },
        "prices": { "parts": [{ "id": "rtx-5090", "unit_price": 100, "currency": "EUR", "note": "Lab store" }], "rates": { "EUR": 0.5 } }
    });
    let posted = post_json(&site, "/api/v1/recommend", body.to_string()).await.json();
    assert!(cards(&posted).iter().any(|card| card == "rtx-5090"), "{:?}", cards(&posted));
    let parts = posted["machines"].as_array().expect("machines").iter().flat_map(|machine| machine["parts"].as_array().unwrap());
    let card = parts.clone().find(|part| part["id"] == "rtx-5090").expect("the card");
    assert_eq!((&card["unit_price"], &card["price_source"]), (&json!(200.0), &json!("own price: Lab store")));
    let table = "own_prices=id%2Cunit_price%2Ccurrency%2Cnote%0Artx-5090%2C100%2CEUR%2CLab%20store&rates=EUR:0.5";
    assert_eq!(get(&site, &format!("/api/v1/recommend?model=resnet50&budget=1500&{table}")).await.json(), posted);
    // A card that is there costs nothing, as one that is owned.
    let free = get(&site, "/api/v1/recommend?model=resnet50&budget=1500&own_prices=id%2Cunit_price%0Artx-4090%2C0").await.json();
    let owned = get(&site, "/api/v1/recommend?model=resnet50&budget=1500&owned=rtx-4090:1").await.json();
    assert_eq!(cards(&free), cards(&owned));
    assert_ne!(cards(&free), cards(&open));
    let unread = json!({ "model": { "id": "resnet50" }, "prices": { "pue": 1.2, "gpu": 100 } });
    let problem = post_json(&site, "/api/v1/recommend", unread.to_string()).await.problem(422, "invalid-input");
    let pointers: Vec<&str> =
        problem["errors"].as_array().unwrap().iter().filter_map(|error| error["pointer"].as_str()).collect();
    assert_eq!(pointers, ["/prices/pue", "/prices/parts/0/id"]);
}

/// Lines are told to the last decimal that their currency has, and to none beyond.
#[tokio::test]
async fn lines_of_bills_are_amounts_of_money() {
    let site = site().await;
    for (prices, line) in [
        (json!({ "parts": [{ "id": "crucial-p3-plus-1tb", "unit_price": 56.95 }] }), 170.85),
        (
            json!({ "currency": "KWD", "rates": { "KWD": 0.307 }, "parts": [{ "id": "crucial-p3-plus-1tb", "unit_price": 17.483 }] }),
            52.449,
        ),
    ] {
        let storage = json!({ "gpu": "rtx-4090", "storage": "seagate-exos-x18-16tb", "nodes": 3 });
        let body = json!({ "hardware": storage, "model": { "id": "resnet50" }, "prices": prices });
        let bill = post_json(&site, "/api/v1/bom", body.to_string()).await.json();
        let system = bill["parts"].as_array().unwrap().iter().find(|part| part["kind"] == "system-drive").expect("a drive");
        assert_eq!((&system["quantity"], &system["line_total"]), (&json!(3), &json!(line)), "{prices}");
    }
}

/// What a buyer pays decides which machines the page finds, in the currency of the budget, and goes along in every link.
#[tokio::test]
async fn own_prices_decide_which_machines_the_page_finds() {
    let site = site().await;
    let table = "own_prices=id%2Cunit_price%0Artx-5090%2C4900%0Artx-5060%2C63000";
    let query = format!("v=1&model=resnet50&budget=14000&currency=CNY&per_usd=7&{table}");
    let page = get(&site, &format!("/need?{query}")).await.text();
    let named = page.split("data-testid=\"machine-cheapest\"").nth(1).and_then(|rest| rest.split("</article>").next()).unwrap();
    assert!(!named.contains("RTX 5060<"), "a card for 9,000 dollars is in no machine for 2,000");
    assert!(page.contains("4,900 CNY") && page.contains("GeForce RTX 5090"));
    let to_bill =
        links(&page).into_iter().find(|link| link.starts_with("/bom?") && link.contains("gpu=rtx-5090")).expect("a bill");
    let api = get(&site, &format!("/api/v1{to_bill}")).await.json();
    assert_eq!((&api["price"]["currency"], &api["parts"][0]["unit_price"]), (&json!("CNY"), &json!(4900.0)), "{to_bill}");
    // The page finds what the API recommends by the same prices.
    let recommended = get(&site, &format!("/api/v1/recommend?{query}&prices_in=CNY&rates=CNY:7")).await.json();
    let gpu = recommended["machines"][0]["hardware"]["gpu"].as_str().expect("a card");
    let name = catalog::gpu(gpu).expect("a card of the catalog").name;
    assert!(named.contains(name), "{name}: {named}");
    // A list at fault is told at its field, and stays as it was typed; a budget that is too small keeps the prices in its remedy.
    let wrong = get(&site, "/need?v=1&model=resnet50&own_prices=id%2Cunit_price%0Artx-509%2C700").await.text();
    assert!(wrong.contains("id=\"e-own_prices\">line 2: `rtx-509`") && wrong.contains("rtx-509,700</textarea>"), "{wrong}");
    assert!(!wrong.contains("/api/v1/recommend?"), "a question with faults is no call");
    let twice =
        get(&site, "/need?v=1&model=resnet50&own_prices=id,unit_price%0Artx-5090,700&own_prices=id,unit_price%0Artx-5090,7")
            .await;
    assert!(twice.text().contains("id=\"error-summary-title\""), "two tables are not one");
    let poor = get(&site, &format!("/need?v=1&model=resnet50&budget=70&currency=CNY&per_usd=7&{table}")).await.text();
    assert!(links(&poor).iter().any(|link| link.starts_with("/need?") && link.contains("&own_prices=id")), "{:?}", links(&poor));
}

/// Whatever part own prices turn the search to, the bill of a machine that it found is that machine's, to the cent.
#[tokio::test]
async fn what_own_prices_found_costs_the_same_on_its_bill() {
    let site = site().await;
    for (own, scenario) in [
        (
            json!([{ "id": "montech-air-903-base", "unit_price": 1 }, { "id": "cooler-master-q300l", "unit_price": 5000 }]),
            json!({}),
        ),
        (
            json!([{ "id": "montech-century-ii-1200", "unit_price": 1 }, { "id": "msi-mag-a650bn", "unit_price": 5000 }]),
            json!({}),
        ),
        (
            json!([{ "id": "asrock-b550m-itx-ac", "unit_price": 5000 }, { "id": "ddr4-udimm-2x16", "unit_price": 5000 }]),
            json!({}),
        ),
        (json!([{ "id": "id-cooling-se-214-xt-argb", "unit_price": 5000 }]), json!({})),
        (
            json!([{ "id": "crucial-p3-plus-1tb", "unit_price": 500 }, { "id": "lexar-nm790-1tb", "unit_price": 1 }]),
            json!({ "storage": "seagate-exos-x18-16tb", "nodes": 2 }),
        ),
    ] {
        let prices = json!({ "parts": own });
        let body =
            json!({ "hardware": scenario, "model": { "id": "resnet50" }, "constraints": { "max_gpus": 2 }, "prices": prices });
        let found = post_json(&site, "/api/v1/recommend", body.to_string()).await.json();
        let machines = found["machines"].as_array().unwrap_or_else(|| panic!("{found}"));
        for machine in machines {
            let mut asked = machine["scenario"].clone();
            asked["prices"] = prices.clone();
            let bill = post_json(&site, "/api/v1/bom", asked.to_string()).await.json();
            assert_eq!(bill["price"]["known_amount"], machine["price"]["known_amount"], "{prices}: {}", machine["label"]);
        }
    }
}
