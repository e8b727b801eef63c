//! The language of a page, by a reader's choice and by its address.

use axum::http::StatusCode;

use crate::http::client::{get, get_with, site};

#[tokio::test]
async fn a_reader_chooses_a_language_and_comes_back() {
    let site = site().await;
    let answer = get(&site, "/lang/zh?to=%2Fplan%3Fv%3D1%26gpu%3Drtx-4090").await;
    assert_eq!((answer.status, answer.header("location")), (StatusCode::SEE_OTHER, "/plan?v=1&gpu=rtx-4090"));
    assert!(answer.header("set-cookie").starts_with("lang=zh; Path=/;"));
    assert_eq!(get(&site, "/lang/zh?to=/en/gpus").await.header("location"), "/zh/gpus");
    for to in ["https://evil.example", "//evil.example", "/%5Cevil.example", ""] {
        assert_eq!(get(&site, &format!("/lang/en?to={to}")).await.header("location"), "/", "{to}");
    }
    let page = get_with(&site, "/plan", &[("cookie", "lang=zh"), ("accept-language", "en")]).await;
    assert!(page.text().contains("lang=\"zh-CN\""));
}

/// A page's address may name its language; what names none of ours is told like any other parameter that is not read.
#[tokio::test]
async fn an_address_may_name_the_language_of_its_page() {
    let site = site().await;
    let plan = "gpu=rtx-4090&model=resnet50";
    for path in [
        "/plan",
        "/plan/improve",
        "/code",
        "/bom",
        "/diagnose",
        "/compare",
        "/need",
        "/upgrade",
        "/run",
        "/call",
        "/gpus",
        "/models/resnet50",
        "/accuracy",
    ] {
        for (lang, other, tag) in [("zh", "en", "zh-CN"), ("en", "zh", "en")] {
            let headers = [("accept-language", other), ("cookie", &*format!("lang={other}"))];
            let page = get_with(&site, &format!("{path}?v=1&{plan}&lang={lang}"), &headers).await;
            assert!(page.text().contains(&format!("<html lang=\"{tag}\"")), "{path} {lang}");
            assert!(!page.text().contains("data-testid=\"unknown-names\""), "{path} {lang}");
            if lang == "en" {
                continue;
            }
            let unread = get_with(&site, &format!("{path}?v=1&{plan}&lang=de"), &headers).await.text();
            assert!(!unread.contains(&format!("<html lang=\"{tag}\"")), "{path} de");
        }
    }
    for path in ["/plan", "/plan/improve", "/code", "/bom", "/diagnose", "/compare", "/need", "/upgrade", "/run", "/call"] {
        let page = get(&site, &format!("{path}?v=1&{plan}&lang=de")).await.text();
        let note = page.split("data-testid=\"unknown-names\"").nth(1).unwrap_or_default();
        assert!(note.split("</p>").next().unwrap().contains("lang"), "{path}");
    }
    // The reader's choice is not undone by the address that it leads back to.
    let chosen = get(&site, "/lang/en?to=%2Fplan%3Fv%3D1%26gpu%3Drtx-4090%26lang%3Dzh").await;
    assert_eq!(chosen.header("location"), "/plan?v=1&gpu=rtx-4090");
}
