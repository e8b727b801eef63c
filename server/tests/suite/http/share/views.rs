//! Views of stored plans, each at an address below the plan's or a revision's.

use axum::http::StatusCode;
use server::config::Limits;

use super::{check_page, post, saved, site_with_old_plan};
use crate::http::client::{Answer, get, get_with, site_with};

/// What the bar of a page leads to.
#[track_caller]
fn bar_of(page: &Answer) -> (String, Vec<String>) {
    let text = page.text();
    let bar = text.split("data-testid=\"views\"").nth(1).expect("a bar").split("</nav>").next().unwrap().to_owned();
    let links = bar.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap().to_owned()).collect();
    (bar, links)
}

#[tokio::test]
async fn every_view_of_a_stored_plan_stays_the_stored_plan() {
    let limits = Limits { writes_per_minute: None, compute_per_second: None, search_per_second: None };
    let site = site_with(limits).await;
    let (path, key, _) = saved(&site).await;
    let words = format!("base=1&revision=1&title=Second&note=&expires=never&key={key}");
    assert_eq!(post(&site, &format!("{path}/revise"), &[], &words).await.status, StatusCode::SEE_OTHER);
    let own = [
        ("", "data-testid=\"glance\""),
        ("/parts", "data-testid=\"bom-parts\""),
        ("/improve", "data-testid=\"levers\""),
        ("/code", "data-testid=\"program-"),
        ("/compare", "data-testid=\"comparison\""),
        ("/diagnose", "?see=out-of-memory"),
        ("/why", "id=\"figure-vram.device_peak_bytes\""),
    ];
    for at in [path.clone(), format!("{path}/r/1"), format!("{path}/r/2")] {
        let (_, links) = bar_of(&get(&site, &at).await);
        assert_eq!(links.len(), own.len() + 1, "{links:?}");
        for (view, part) in own {
            // The second time, that of the plan itself was drawn before.
            for _ in 0..2 {
                let page = get(&site, &format!("{at}{view}")).await;
                check_page(&page, 200, &["content=\"noindex\"", part]);
                assert_eq!(page.header("cache-control"), "private, no-cache");
                let (bar, links) = bar_of(&page);
                assert!(bar.contains(&format!("href=\"{at}{view}\" aria-current=\"page\"")), "{at}{view}: {bar}");
                assert!(links.iter().all(|link| link.starts_with(&at) || link == "#share"), "{at}{view}: {links:?}");
                let others = own.iter().filter(|(other, _)| *other != view && !other.is_empty());
                assert!(others.clone().all(|(_, part)| !page.text().contains(part)), "{at}{view}");
            }
            let chinese = get_with(&site, &format!("{at}{view}"), &[("cookie", "lang=zh")]).await;
            check_page(&chinese, 200, &["lang=\"zh-CN\"", "方案视图", "依据"]);
        }
    }
    // What a revision's question leads to is the revision's as well.
    let asked = get(&site, &format!("{path}/r/1/diagnose?see=out-of-memory")).await;
    check_page(&asked, 200, &["data-testid=\"checks\"", &format!("action=\"{path}/r/1/diagnose\"")]);
    let rows = get(&site, &format!("{path}/r/1/compare?only=differences")).await;
    let [all, different] = ["", "?only=differences"].map(|rows| format!("href=\"{path}/r/1/compare{rows}\""));
    check_page(&rows, 200, &["data-testid=\"comparison\"", &all, &different]);
    for nowhere in ["/r/9/why", "/r/x/code", "/r/1/nothing", "/nothing"] {
        assert_eq!(get(&site, &format!("{path}{nowhere}")).await.status, StatusCode::NOT_FOUND, "{nowhere}");
    }
    assert_eq!(post(&site, &format!("{path}/revoke"), &[], &format!("key={key}")).await.status, StatusCode::SEE_OTHER);
    for (view, _) in own {
        assert_eq!(get(&site, &format!("{path}{view}")).await.status, StatusCode::GONE, "{view}");
    }
}

#[tokio::test]
async fn the_reasons_of_an_old_plan_are_those_that_were_stored() {
    let (site, plan) = site_with_old_plan(21 << 30).await;
    let path = format!("/p/{}", plan.id);
    let stored = get(&site, &path).await;
    check_page(&stored, 200, &[&format!("href=\"{path}/why#figure-vram.device_peak_bytes\"")]);
    assert!(!stored.text().contains("data-testid=\"figures\"") && !stored.text().contains("data-testid=\"settings\""));
    let reasons = get(&site, &format!("{path}/why")).await;
    let cards = ["figures", "step", "settings", "old-versions"].map(|card| format!("data-testid=\"{card}\""));
    check_page(&reasons, 200, &cards.each_ref().map(String::as_str));
    // Figures that are asked for today have theirs on the page, which no other view has.
    let today = get(&site, &format!("{path}?recomputed")).await;
    check_page(&today, 200, &["data-testid=\"figures\"", "data-testid=\"settings\"", "href=\"#figure-vram.device_peak_bytes\""]);
    // What is computed says so.
    let code = get(&site, &format!("{path}/code")).await;
    check_page(&code, 200, &["data-testid=\"recomputed\"", "engine 0.0.1, catalog 2020.01", "data-testid=\"program-"]);
}
