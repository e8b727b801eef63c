//! Own prices over HTTP: beside a scenario, in a query, on the page, and with a stored plan.

use axum::http::{Method, StatusCode};
use serde_json::json;

use crate::http::client::{get, post_json, request, send, site};

const QUERY: &str = "v=1&gpu=rtx-4090&model=resnet50&batch=64";

/// What a page's tile says of the machine's price.
fn tile(page: &str) -> &str {
    let after = page.split("data-testid=\"tile-price\"").nth(1).expect("a tile with a price");
    after.split_once('>').and_then(|(_, text)| text.split('<').next()).expect("a text")
}

/// The links of a page, as browsers read them.
pub fn links(page: &str) -> Vec<String> {
    page.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(|link| link.replace("&amp;", "&")).collect()
}

#[tokio::test]
async fn own_prices_go_before_the_catalogs_in_body_and_query() {
    let site = site().await;
    let body = json!({
        "hardware": { "gpu": "rtx-4090" },
        "model": { "id": "resnet50" },
        "training": { "micro_batch_size": 64 },
        "prices": { "currency": "CNY", "cny_per_usd": 7, "electricity_per_kwh": 0.6, "parts_csv": "id,unit_price\nrtx-4090,12999" }
    });
    let posted = post_json(&site, "/api/v1/bom", body.to_string()).await;
    assert_eq!(posted.status, StatusCode::OK, "{}", posted.text());
    let bill = posted.json();
    assert_eq!((&bill["price"]["currency"], &bill["parts"][0]["unit_price"]), (&json!("CNY"), &json!(12_999.0)));
    assert!(bill["money"]["energy"]["run"].as_f64().is_some_and(|cost| cost > 0.0), "{}", bill["money"]["energy"]);
    let query =
        format!("{QUERY}&prices_in=CNY&cny_per_usd=7&electricity_per_kwh=0.6&own_prices=id%2Cunit_price%0Artx-4090%2C12999");
    assert_eq!(get(&site, &format!("/api/v1/bom?{query}")).await.json(), bill);
    let page = get(&site, &format!("/bom?{query}")).await;
    assert_eq!(page.status, StatusCode::OK);
    for part in [
        "12,999.00 CNY",
        "data-testid=\"bom-ladder\"",
        "data-testid=\"bom-energy\"",
        "name=\"price.rtx-4090\" value=\"12999\"",
        "prices_in=CNY",
    ] {
        assert!(page.text().contains(part), "{part}");
    }
}

#[tokio::test]
async fn a_table_with_faults_is_refused_with_its_lines() {
    let site = site().await;
    let body =
        r#"{"hardware":{"gpu":"rtx-4090"},"model":{"id":"resnet50"},"prices":{"parts_csv":"id,unit_price\nrtx-409,1\ncase,-2"}}"#;
    let answer = post_json(&site, "/api/v1/bom", body).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    let problem = answer.json();
    assert_eq!(problem["errors"][0]["pointer"], "/prices/parts_csv/line/2/id");
    assert_eq!((&problem["errors"][0]["nearest"], &problem["errors"][1]["minimum"]), (&json!("rtx-4090"), &json!(0.0)));
    let page = get(&site, &format!("/bom?{QUERY}&own_prices=id%2Cunit_price%0Acase%2C-2")).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("line 2, the price must be between"), "{}", page.text());
}

#[tokio::test]
async fn a_stored_plans_prices_are_those_of_its_bill() {
    let site = site().await;
    let plan = json!({
        "scenario": { "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" } },
        "prices": { "parts": [{ "id": "rtx-4090", "unit_price": 1234.5 }] }
    });
    let created = post_json(&site, "/api/v1/plans", plan.to_string()).await;
    assert_eq!(created.status, StatusCode::CREATED, "{}", created.text());
    let id = created.json()["id"].as_str().unwrap().to_owned();
    let bill = get(&site, &format!("/api/v1/plans/{id}/bom.json")).await.json();
    assert_eq!(bill["parts"][0]["unit_price"], 1234.5);
    let short = json!({ "scenario": plan["scenario"], "prices": { "rtx-4090": 1599 } });
    let id = post_json(&site, "/api/v1/plans", short.to_string()).await.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(get(&site, &format!("/api/v1/plans/{id}/bom.json")).await.json()["parts"][0]["unit_price"], 1599.0);
    let faulty = json!({ "scenario": plan["scenario"], "prices": { "parts_csv": "id,price\nrtx-4090,-1" } });
    let problem = post_json(&site, "/api/v1/plans", faulty.to_string()).await.problem(422, "invalid-input");
    assert_eq!(problem["errors"][0]["pointer"], "/prices/parts_csv/line/2/unit_price");
}

/// A price beside a part says what the table says, in files and links too; a fault is told at its field.
#[tokio::test]
async fn a_price_beside_a_part_goes_wherever_the_bill_goes() {
    let site = site().await;
    let page = get(&site, &format!("/bom?{QUERY}&price.rtx-4090=1234.5&price.case-tower-mid=")).await.text();
    assert!(page.contains("1,234.50 USD") && page.contains("name=\"price.rtx-4090\" value=\"1234.5\""), "{page}");
    for format in ["csv", "xlsx", "md", "json"] {
        let link = page.split("href=\"").map(|rest| rest.split('"').next().unwrap());
        let link = link.into_iter().find(|link| link.contains(&format!("file={format}"))).unwrap().replace("&amp;", "&");
        let file = get(&site, &link).await;
        assert_eq!(file.status, StatusCode::OK, "{link}");
        assert!(format == "xlsx" || file.text().contains("1234.5") || file.text().contains("1,234.50"), "{link}");
    }
    let page = get(&site, &format!("/bom?{QUERY}&price.rtx-4090=dear")).await.text();
    assert!(page.contains("href=\"#price-rtx-4090\"") && page.contains("id=\"price-rtx-4090-error\""), "{page}");
    assert!(page.contains("data-testid=\"prices-unused\"") && page.contains("value=\"dear\""), "{page}");
}

/// A plan that is kept from the bill has the prices of the bill, and its pages and links say them.
#[tokio::test]
async fn a_plan_is_kept_with_the_prices_of_its_bill() {
    let site = site().await;
    let prices = "%26own_prices%3Did%252Cunit_price%250Artx-4090%252C1234.5%26prices_in%3DEUR%26rates%3DEUR%253A0.5";
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    let save =
        async |form: String| send(&site, request(Method::POST, "/plan/save", &headers, form)).await.header("location").to_owned();
    let path = save(format!("query={}{prices}", QUERY.replace('&', "%26").replace('=', "%3D"))).await;
    let bill = get(&site, &format!("/api/v1/plans/{}/bom.json", path.trim_start_matches("/p/"))).await.json();
    assert_eq!((&bill["parts"][0]["unit_price"], &bill["price"]["currency"]), (&json!(1234.5), &json!("EUR")));
    for page in [path.clone(), format!("{path}/parts")] {
        let page = get(&site, &page).await.text();
        assert!(page.contains("data-testid=\"purchase-sheet\"") && page.contains("1,234.50 EUR"), "{page}");
    }
    assert!(get(&site, &format!("{path}/parts")).await.text().contains("rates=EUR%3A0.5"), "computed anew with the same prices");
    let faulty = save("query=v%3D1%26gpu%3Drtx-4090%26model%3Dresnet50%26prices_in%3DEUR".to_owned()).await;
    assert!(faulty.starts_with("/bom?"), "{faulty}");
    // What is typed beside a part is kept as a table is, in the currency that it was typed in.
    let fields = "price.rtx-4090=3000&price_in=USD&prices_in=EUR&rates=EUR:0.5";
    let path = save(format!("{QUERY}&{fields}")).await;
    let bill = get(&site, &format!("/api/v1/plans/{}/bom.json", path.trim_start_matches("/p/"))).await.json();
    assert_eq!((&bill["parts"][0]["unit_price"], &bill["price"]["currency"]), (&json!(1500.0), &json!("EUR")));
    for fault in ["price.rtx-4090=dear", "price_in=ZZZ&price.rtx-4090=1"] {
        let back = save(format!("{QUERY}&{fault}")).await;
        assert!(back.starts_with("/bom?") && back.contains("price"), "{back}");
    }
}

/// Any currency whose rate is given; none without.
#[tokio::test]
async fn amounts_are_in_the_currency_that_was_chosen() {
    let site = site().await;
    let page =
        get(&site, &format!("/bom?{QUERY}&prices_in=other&other_currency=EUR&other_rate=0.5&price_in=USD&price.rtx-4090=3000"))
            .await;
    let page = page.text();
    assert!(page.contains("1,500.00 EUR") && page.contains("value=\"1500\""), "{page}");
    assert!(page.contains("rates=EUR%3A0.5") && page.contains("A US dollar is 0.5 EUR."), "{page}");
    let body = json!({
        "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" }, "training": { "micro_batch_size": 64 },
        "prices": { "currency": "EUR", "rates": { "EUR": 0.5 }, "parts": [{ "id": "rtx-4090", "unit_price": 3000, "currency": "USD" }] }
    });
    let posted = post_json(&site, "/api/v1/bom", body.to_string()).await.json();
    assert_eq!((&posted["price"]["currency"], &posted["parts"][0]["unit_price"]), (&json!("EUR"), &json!(1500.0)));
    assert_eq!(posted["money"]["rates"], json!({ "EUR": 0.5 }));
    let asked = format!("{QUERY}&prices_in=EUR&rates=EUR:0.5&own_prices=id%2Cunit_price%2Ccurrency%0Artx-4090%2C3000%2CUSD");
    assert_eq!(get(&site, &format!("/api/v1/bom?{asked}")).await.json(), posted);
    let problem = get(&site, &format!("/api/v1/bom?{QUERY}&prices_in=EUR")).await.problem(422, "invalid-input");
    assert_eq!(
        (&problem["errors"][0]["pointer"], &problem["errors"][0]["code"]),
        (&json!("/prices/rates/EUR"), &json!("rate-required"))
    );
    let page = get(&site, &format!("/bom?{QUERY}&prices_in=CNY")).await.text();
    assert!(page.contains("href=\"#m-cny_per_usd\"") && page.contains("id=\"m-cny_per_usd-error\""), "{page}");
}

/// A list of prices with a fault is told in plain words, and the bill below says that it is without them.
/// The lines of rent and purchase are drawn where an offer of the machine's own shape is compared, with the hours of the answer.
#[tokio::test]
async fn rent_and_purchase_cross_where_the_answer_says() {
    let site = site().await;
    let mut drawn = 0;
    for machine in ["gpu=rtx-4090", "gpu=rtx-4090&gpus=2", "gpu=rtx-3060-12gb", "gpu=h100-sxm5-80gb&gpus=8"] {
        let query = format!("v=1&{machine}&model=resnet50&batch=64");
        let rent = get(&site, &format!("/api/v1/bom?{query}")).await.json()["money"]["rent"].clone();
        let offers = rent["offers"].as_array().expect("offers").iter().filter(|offer| offer["break_even_hours"].is_number());
        let cheapest = offers.min_by(|a, b| a["per_hour"].as_f64().unwrap().total_cmp(&b["per_hour"].as_f64().unwrap()));
        for (language, hours) in [("en", " h"), ("zh", " 小时后")] {
            let page = get(&site, &format!("/bom?{query}&lang={language}")).await.text();
            assert_eq!(page.contains("data-testid=\"break-even\""), cheapest.is_some(), "{machine} in {language}");
            let Some(offer) = cheapest else { continue };
            drawn += 1;
            let crossing = wording::format::decimal(offer["break_even_hours"].as_f64().unwrap(), 0) + hours;
            assert!(page.contains(&crossing), "{machine} in {language}: no `{crossing}`");
        }
    }
    assert!(drawn > 0, "no machine of the table is for rent");
}

/// A sum of old prices says so beside it, wherever a machine is offered; one of today's own prices does not.
#[tokio::test]
async fn old_prices_are_marked_beside_their_sum() {
    let site = site().await;
    let need = "/need?v=1&model=resnet50&batch=64&samples=50000&budget=3000";
    let bill = get(&site, &format!("/api/v1/bom?{QUERY}")).await.json();
    for (language, marked) in [("en", "prices up to "), ("zh", " 个月前")] {
        for page in [need.to_owned(), format!("/bom?{QUERY}"), format!("/plan?{QUERY}")] {
            let shown = get(&site, &format!("{page}&lang={language}")).await.text();
            assert!(shown.contains(marked), "{page} in {language}: {shown}");
        }
        let lines = bill["parts"].as_array().expect("parts").iter();
        let own: Vec<String> = lines.map(|part| format!("price.{}=100", part["id"].as_str().expect("an id"))).collect();
        let shown = get(&site, &format!("/bom?{QUERY}&{}&lang={language}", own.join("&"))).await.text();
        assert!(shown.contains("data-testid=\"bom-total\"") && !shown.contains(marked), "{language}: {shown}");
    }
}

#[tokio::test]
async fn a_bill_without_ones_own_prices_says_so() {
    let site = site().await;
    let own = "own_prices=id%2Cunit_price%0Artx-4090%2C1500%0Afoo%2C3";
    let page = get(&site, &format!("/bom?{QUERY}&{own}")).await.text();
    assert!(page.contains("line 3: `foo` is no part of the catalog"), "{page}");
    assert!(!page.contains("parts_csv"), "{page}");
    let (before, after) = page.split_once("data-testid=\"prices-unused\"").expect("the page says so");
    assert!(!before.contains("data-testid=\"bom-parts\"") && after.contains("data-testid=\"bom-parts\""));
    assert!(after.contains(">Without your prices"), "{}", &after[..200]);
    // The files are of the bill that is shown, and the list stays in the form to be mended.
    let files: Vec<&str> = page.split("href=\"/api/v1/bom?").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert!(!files.is_empty() && files.iter().all(|file| !file.contains("own_prices")), "{files:?}");
    assert!(page.contains("foo,3</textarea>"), "{page}");
    let right = get(&site, &format!("/bom?{QUERY}&own_prices=id%2Cunit_price%0Artx-4090%2C1500")).await.text();
    assert!(!right.contains("prices-unused"), "{right}");
}

/// What the next money buys is about this machine; machines with other cards are a link away.
#[tokio::test]
async fn the_ladder_leads_to_other_machines_for_the_same_job() {
    let site = site().await;
    let page = get(&site, &format!("/bom?{QUERY}&epochs=3&deadline=86400")).await.text();
    let link = page.split("data-testid=\"other-machines\"").next().unwrap().rsplit("href=\"").next().unwrap();
    let link = link.split('"').next().unwrap().replace("&amp;", "&");
    assert!(link.starts_with("/need?") && !link.contains("gpu=") && !link.contains("cpu="), "{link}");
    for said in ["model=resnet50", "batch=64", "epochs=3", "deadline=86400"] {
        assert!(link.contains(said), "{link}");
    }
    let machines = get(&site, &link).await.text();
    assert!(machines.contains("data-testid=\"machine-"), "{link}");
}

/// A saved plan costs the same wherever one looks at it, and its tile stays with the plan.
#[tokio::test]
async fn a_saved_plan_has_one_price_in_all_its_views() {
    let site = site().await;
    let plan = json!({
        "scenario": { "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" }, "training": { "micro_batch_size": 64 } },
        "prices": { "currency": "EUR", "rates": { "EUR": 0.5 }, "parts": [{ "id": "rtx-4090", "unit_price": 7777 }] }
    });
    let id = post_json(&site, "/api/v1/plans", plan.to_string()).await.json()["id"].as_str().unwrap().to_owned();
    let bill = get(&site, &format!("/api/v1/plans/{id}/bom.json")).await.json();
    let amount = bill["price"]["amount"].as_f64().expect("all prices are known");
    for path in [format!("/p/{id}"), format!("/p/{id}/r/1")] {
        for query in ["", "?recomputed"] {
            let page = get(&site, &format!("{path}{query}")).await.text();
            let told = wording::format::money(amount, "EUR");
            assert!(tile(&page).contains(&told), "{told}: {}", tile(&page));
            assert!(links(&page).contains(&format!("{path}/parts")), "{path}");
            assert!(links(&page).iter().all(|link| !link.starts_with("/bom?")), "{path}");
        }
        let compared = get(&site, &format!("{path}/compare")).await.text();
        let told = wording::format::whole_money(amount, "EUR");
        assert!(compared.contains(&told), "{told}");
        assert!(!compared.contains(" USD<") && compared.contains("price, EUR"), "all machines are told in one currency");
    }
}

/// Currency, rate and own prices go along from the bill to every other page of the plan and back.
#[tokio::test]
async fn the_pages_of_a_plan_pass_its_prices_on() {
    let site = site().await;
    let prices = "prices_in=EUR&rates=EUR:0.5&price.rtx-4090=7777";
    let bill = get(&site, &format!("/bom?{QUERY}&{prices}")).await.text();
    assert!(links(&bill).iter().any(|link| link.starts_with("/need?") && link.ends_with("&currency=EUR&per_usd=0.5")));
    let bar = bill.split("data-testid=\"views\"").nth(1).and_then(|rest| rest.split("</nav>").next()).expect("a bar");
    let bar = links(bar);
    assert!(bar.len() > 6 && bar.iter().all(|link| link.contains("prices_in=EUR") && link.contains("7777")), "{bar:?}");
    let json = get(&site, &format!("/api/v1/bom?{QUERY}&prices_in=EUR&rates=EUR:0.5&own_prices=id,price%0Artx-4090,7777")).await;
    let amount = json.json()["price"]["amount"].as_f64().expect("all prices are known");
    for link in bar {
        let page = get(&site, link.split('#').next().unwrap()).await;
        assert_eq!(page.status, StatusCode::OK, "{link}");
        let page = page.text();
        assert!(!page.contains("data-testid=\"unknown-names\""), "{link}");
        if link.starts_with("/plan") {
            assert!(tile(&page).contains(&wording::format::money(amount, "EUR")), "{link}: {}", tile(&page));
        }
        if link.starts_with("/compare") {
            assert!(page.contains(&wording::format::whole_money(amount, "EUR")), "{link}");
        }
        let back =
            links(&page).into_iter().any(|link| link.starts_with("/bom?") && link.contains("EUR") && link.contains("7777"));
        assert!(back, "{link}");
    }
    let machines = get(&site, "/need?model=resnet50&budget=3000&currency=EUR&per_usd=0.5").await.text();
    let onward = links(&machines);
    for page in ["/plan?", "/bom?", "/compare?"] {
        let mut of_page = onward.iter().filter(|link| link.starts_with(page) && link.contains("gpu=")).peekable();
        assert!(of_page.peek().is_some(), "{page}");
        assert!(of_page.all(|link| link.contains("prices_in=EUR&rates=EUR%3A0.5")), "{page}");
    }
}
