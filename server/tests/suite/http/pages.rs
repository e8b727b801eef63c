//! Pages: status, language, policy, the form that saves a plan.

use axum::Router;
use axum::http::{Method, StatusCode};

use super::markup::routes;
use crate::http::client::{Answer, get, get_with, request, send, site};

const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

async fn save(site: &Router, headers: &[(&str, &str)], form: &str) -> Answer {
    let mut all = vec![FORM];
    all.extend_from_slice(headers);
    send(site, request(Method::POST, "/plan/save", &all, form.to_owned())).await
}

#[track_caller]
fn check_page(answer: &Answer, status: u16) {
    assert_eq!(answer.status, status, "{}", answer.text());
    assert!(answer.header("content-type").starts_with("text/html"), "{answer:?}");
}

/// The pages that take no parameter in their path: each has a route in every language too.
fn bare(site: &Router) -> Vec<String> {
    let routes = routes::of(site);
    let is_page = |route: &&String| routes.contains(&if *route == "/" { "/zh".to_owned() } else { format!("/zh{route}") });
    routes.iter().filter(is_page).filter(|route| !route.contains('{')).cloned().collect()
}

#[tokio::test]
async fn every_page_is_drawn_in_both_languages() {
    let site = site().await;
    let bare = bare(&site);
    let with_a_query = [
        "/plan?v=1&gpu=rtx-4090&model=resnet50",
        "/code?v=1&gpu=rtx-4090&model=mistral-7b&method=qlora",
        "/diagnose?v=1&gpu=rtx-4090&model=resnet50&see=out-of-memory&seen_step=3",
        "/compare?v=1&gpu=rtx-4090&model=resnet50&with=rtx-3090,gpus:2&only=differences",
        "/need?v=1&model=resnet50&budget=1500",
    ];
    for path in bare.iter().map(String::as_str).chain(with_a_query) {
        for (language, tag) in [("en", "lang=\"en\""), ("zh", "lang=\"zh-CN\"")] {
            let answer = get_with(&site, path, &[("accept-language", language)]).await;
            check_page(&answer, 200);
            assert_eq!(answer.header("content-language"), language, "{path}");
            assert!(answer.text().contains(tag), "{path} {language}");
        }
    }
    for (path, tag) in [("/en", "lang=\"en\""), ("/zh", "lang=\"zh-CN\""), ("/zh/gpus", "lang=\"zh-CN\"")] {
        let answer = get(&site, path).await;
        check_page(&answer, 200);
        assert!(answer.text().contains(tag), "{path}");
    }
    let plan = get(&site, "/zh/plan?v=1&gpu=rtx-4090").await;
    assert_eq!((plan.status, plan.header("location")), (StatusCode::PERMANENT_REDIRECT, "/plan?v=1&gpu=rtx-4090"));
}

/// The browser tests that run axe, which are skipped without scripts, name every page by its address.
#[tokio::test]
async fn axe_looks_at_every_page() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../end2end/specs");
    let read = |entry: std::io::Result<std::fs::DirEntry>| std::fs::read_to_string(entry.unwrap().path()).unwrap();
    let specs: String =
        std::fs::read_dir(folder).unwrap().map(read).filter(|spec| spec.contains("'axe needs scripts'")).collect();
    let is_named = |page: &String| {
        let addresses = ["'/", "'/en/", "'/zh/"].map(|start| page.replacen('/', start, 1));
        addresses.iter().any(|address| ["'", "?"].iter().any(|end| specs.contains(&format!("{address}{end}"))))
    };
    let missed: Vec<String> = bare(&site().await).into_iter().filter(|page| !is_named(page)).collect();
    assert_eq!(missed, Vec::<String>::new(), "pages without a row in end2end/specs/accessibility.spec.ts");
}

#[tokio::test]
async fn what_is_not_there_is_a_page_in_the_readers_language() {
    let site = site().await;
    for path in ["/nothing", "/p/abcdefghijklmnopqrstuvwxyz", "/p/short", "/p/", "/zh/nothing", "/lang/de"] {
        check_page(&get(&site, path).await, 404);
    }
    let chinese = get_with(&site, "/p/short", &[("cookie", "lang=zh")]).await;
    check_page(&chinese, 404);
    assert!(chinese.text().contains("lang=\"zh-CN\""));
    check_page(&send(&site, request(Method::POST, "/plan", &[], "")).await, 405);
    check_page(&send(&site, request(Method::DELETE, "/nothing", &[], "")).await, 405);
    assert_eq!(get(&site, "/pkg/missing.js").await.status, StatusCode::NOT_FOUND);
}

/// Only what the page itself carries may run, and nothing of it may be framed or sent elsewhere.
#[tokio::test]
async fn pages_allow_only_their_own_scripts() {
    let site = site().await;
    let answer = get(&site, "/plan").await;
    let policy = answer.header("content-security-policy").to_owned();
    for part in [
        "default-src 'none'",
        "'wasm-unsafe-eval'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
    ] {
        assert!(policy.contains(part), "{part} in {policy}");
    }
    assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
    let nonce = policy.split("'nonce-").nth(1).unwrap().split('\'').next().unwrap();
    let scripts = format!("; script-src 'nonce-{nonce}' 'wasm-unsafe-eval';");
    assert!(policy.contains(&scripts), "a file of this site runs only where a page names it with the nonce: {policy}");
    assert!(nonce.len() >= 22, "128 bits in base 64");
    let html = answer.text();
    let scripts: Vec<&str> = html.split("<script").skip(1).collect();
    assert!(!scripts.is_empty(), "the planner is live");
    for script in scripts {
        let tag = script.split('>').next().unwrap();
        assert!(tag.contains(&format!("nonce=\"{nonce}\"")), "every script has the nonce: {script:.80}");
    }
    assert!(!html.contains(" style=\""), "inline styles are blocked by the policy");
    let again = get(&site, "/plan").await;
    assert_ne!(again.header("content-security-policy"), policy, "a nonce is used once");
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    let site = site().await;
    for path in ["/", "/nothing", "/api/v1/catalog/gpus", "/api/v1/nothing", "/healthz", "/pkg/missing.js"] {
        let answer = get(&site, path).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), value, "{path}");
        }
        assert!(answer.header("permissions-policy").contains("camera=()"), "{path}");
        assert!(answer.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert!(!answer.header("x-request-id").is_empty(), "{path}");
        assert!(!answer.headers.contains_key("server"), "{path}");
    }
}

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

#[tokio::test]
async fn a_form_saves_a_plan_that_anyone_with_the_link_can_read() {
    let site = site().await;
    let form =
        "query=v%3D1%26gpu%3Drtx-4090%26model%3Dresnet50%26batch%3D64&title=%E5%AE%B6%E9%87%8C+%3Cb%3E&note=line+1%0D%0Aline+2";
    let saved = save(&site, &[("sec-fetch-site", "same-origin")], form).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let location = saved.header("location").to_owned();
    let id = location.strip_prefix("/p/").unwrap();
    let cookie = saved.header("set-cookie");
    assert!(
        cookie.contains(&format!("Path={location};")) && cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );

    let page = get(&site, &location).await;
    check_page(&page, 200);
    assert!(page.text().contains("家里 &lt;b"), "the title, as text");
    assert!(!page.text().contains("/pkg/rigwise.js"), "a shared plan needs no script");
    let plan = get(&site, &format!("/api/v1/plans/{id}")).await.json();
    assert_eq!(plan["title"], "家里 <b>");
    assert_eq!(plan["note"], "line 1\nline 2");
    assert_eq!(plan["scenario"]["training"]["micro_batch_size"], 64);

    // The planner's own fields may come directly as well.
    let saved = save(&site, &[], "v=1&gpu=rtx-4090&model=resnet50&batch=64").await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER);
    assert!(saved.header("location").starts_with("/p/"));
}

#[tokio::test]
async fn a_form_that_cannot_be_saved_says_why() {
    let site = site().await;
    let faulty = save(&site, &[], "query=v%3D1%26gpu%3Drtx-4009%26model%3Dresnet50").await;
    assert_eq!((faulty.status, faulty.header("location")), (StatusCode::SEE_OTHER, "/plan?v=1&gpu=rtx-4009&model=resnet50"));
    let unreadable = save(&site, &[], "v=1&gpu=rtx-4090&model=resnet50&batch=many").await;
    assert_eq!(unreadable.header("location"), "/plan?v=1&gpu=rtx-4090&model=resnet50&batch=many");

    let long = format!("gpu=rtx-4090&model=resnet50&title={}", "x".repeat(201));
    check_page(&save(&site, &[], &long).await, 422);
    let huge = format!("gpu=rtx-4090&note={}", "x".repeat(1 << 20));
    check_page(&save(&site, &[], &huge).await, 413);
    check_page(&save(&site, &[("sec-fetch-site", "cross-site")], "gpu=rtx-4090&model=resnet50").await, 403);
    let foreign = [("host", "rigwise.example"), ("origin", "https://evil.example")];
    check_page(&save(&site, &foreign, "gpu=rtx-4090&model=resnet50").await, 403);
    let json = send(&site, request(Method::POST, "/plan/save", &[("content-type", "application/json")], "{}")).await;
    check_page(&json, 415);
    assert!(json.text().contains("This type of form is not accepted"), "{}", json.text());
    let chinese = [("content-type", "application/json"), ("accept-language", "zh")];
    let json = send(&site, request(Method::POST, "/model", &chinese, "{}")).await;
    check_page(&json, 415);
    assert!(json.text().contains("不接受此类型的表单"), "{}", json.text());
}

#[tokio::test]
async fn a_revoked_plan_is_a_page_that_says_so() {
    let site = site().await;
    let saved = save(&site, &[], "gpu=rtx-4090&model=resnet50").await;
    let location = saved.header("location").to_owned();
    let key = saved.header("set-cookie").strip_prefix("edit_key=").unwrap().split(';').next().unwrap().to_owned();
    let path = format!("/api/v1/plans/{}", location.strip_prefix("/p/").unwrap());
    let revoked = send(&site, request(Method::DELETE, &path, &[("authorization", &format!("Bearer {key}"))], "")).await;
    assert_eq!(revoked.status, StatusCode::NO_CONTENT);
    check_page(&get(&site, &location).await, 410);
}

/// The value that a page's form holds for a name.
#[track_caller]
fn hidden(html: &str, name: &str) -> String {
    let from = html.split(&format!("name=\"{name}\" value=\"")).nth(1).unwrap_or_else(|| panic!("{name} in {html}"));
    from.split('"').next().unwrap().replace("&amp;", "&")
}

#[tokio::test]
async fn a_form_whose_model_was_changed_is_reset_and_says_so() {
    let site = site().await;
    let link = "/plan?v=1&gpu=h200-sxm&model=llama-3-8b&method=lora&rank=64&seq=4096&batch=2";
    let before = get(&site, link).await;
    assert_eq!(hidden(&before.text(), "drawn_for"), "llama-3-8b lora");
    for (language, said) in [
        (
            "en",
            "These do not apply to ViT base, patch 16 (torchvision) and were reset: Method, LoRA rank, Sequence length, tokens",
        ),
        ("zh", "以下各项不适用于 ViT base, patch 16 (torchvision)，已恢复为自动：训练方法、LoRA 秩、序列长度，token"),
    ] {
        let form = format!("{}&image=&cpu=&drawn_for=llama-3-8b+lora", link.replace("llama-3-8b", "vit_b_16"));
        let answer = get_with(&site, &form, &[("accept-language", language)]).await;
        check_page(&answer, 200);
        let html = answer.text();
        assert!(html.contains(said), "{html}");
        assert!(!html.contains("error-summary") && html.contains("<h1>ViT base, patch 16 (torchvision) · "), "{html}");
        assert_eq!(hidden(&html, "drawn_for"), "vit_b_16 ");
        assert_eq!(hidden(&html, "query"), "v=1&gpu=h200-sxm&model=vit_b_16&batch=2");
    }
    // The link itself, without a form behind it, is told what contradicts what.
    let link = get(&site, &link.replace("llama-3-8b", "vit_b_16")).await;
    let html = link.text();
    assert!(
        html.contains("does not apply to ViT base, patch 16 (torchvision); choose Full training or Frozen backbone"),
        "{html}"
    );
    assert!(html.contains("Showing the answer for ViT base, patch 16 (torchvision) · "), "{html}");
}

const CONFIG: &str = "{ \"model_type\": \"llama\", \"vocab_size\": 32000, \"hidden_size\": 4096, \"intermediate_size\": 11008, \"num_hidden_layers\": 32, \"num_attention_heads\": 32, \"x</textarea><xss>\": [1] }";

#[tokio::test]
async fn a_pasted_configuration_is_the_model_of_every_page() {
    let site = site().await;
    let config = scenario::query::encode(std::iter::once(("config", CONFIG)));
    let form = format!("v=1&gpu=h200-sxm&model=resnet50&cache=ram&image=224&drawn_for=resnet50+&{config}");
    let lead = send(&site, request(Method::POST, "/plan/model", &[FORM], form)).await;
    assert_eq!(lead.status, StatusCode::SEE_OTHER);
    let address = lead.header("location").to_owned();
    assert!(
        address.starts_with("/plan?") && address.contains("config.type=llama&config.vocab=32000") && address.len() < 300,
        "{address}"
    );
    let page = get(&site, &address).await.text();
    assert!(page.contains("Own model (llama, 6.7 B parameters)") && page.contains("were reset: Image size, pixels"), "{page}");
    let query = hidden(&page, "query");
    for path in ["/plan", "/plan/improve", "/code", "/bom", "/diagnose", "/call", "/compare"] {
        let html = get(&site, &format!("{path}?{query}")).await.text();
        assert!(!html.contains("error-summary"), "{path}: {html}");
        assert!(html.contains("config.hidden=4096") || html.contains("name=\"config.hidden\""), "{path}: {html}");
    }
    let cards = get(&site, &format!("/plan/advice?{query}&lang=en")).await;
    assert_eq!(cards.status, StatusCode::OK);
    assert!(cards.text().contains("config.hidden=4096"), "{}", cards.text());
    // A stored plan keeps it.
    let saved = save(&site, &[], &scenario::query::encode(std::iter::once(("query", query.as_str())))).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.text());
    let stored = get(&site, saved.header("location")).await.text();
    assert!(stored.contains("Own model (llama)") && stored.contains("config.hidden=4096"), "{stored}");
    // What cannot be read comes back as it was typed, as text.
    for broken in [format!("{CONFIG}}}"), "</textarea><xss>".to_owned()] {
        let lead = send(
            &site,
            request(
                Method::POST,
                "/plan/model",
                &[FORM],
                scenario::query::encode([("v", "1"), ("config", broken.as_str())].into_iter()),
            ),
        )
        .await;
        let page = get(&site, lead.header("location")).await.text();
        assert!(page.contains("is not JSON") && page.contains("&lt;xss&gt;") && !page.contains("<xss>"), "{page}");
    }
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
            let unread = get_with(&site, &format!("{path}?v=1&{plan}&lang=de"), &headers).await.text();
            assert!(!unread.contains(&format!("<html lang=\"{tag}\"")), "{path} de");
        }
    }
    for path in ["/plan", "/plan/improve", "/code", "/bom", "/diagnose", "/compare", "/need", "/call"] {
        let page = get(&site, &format!("{path}?v=1&{plan}&lang=de")).await.text();
        let note = page.split("data-testid=\"unknown-names\"").nth(1).unwrap_or_default();
        assert!(note.split("</p>").next().unwrap().contains("lang"), "{path}");
    }
    // The reader's choice is not undone by the address that it leads back to.
    let chosen = get(&site, "/lang/en?to=%2Fplan%3Fv%3D1%26gpu%3Drtx-4090%26lang%3Dzh").await;
    assert_eq!(chosen.header("location"), "/plan?v=1&gpu=rtx-4090");
}

/// A deadline that no plan can keep is told in hours.
#[tokio::test]
async fn pages_tell_long_times_in_hours() {
    let site = site().await;
    let query = "v=1&gpu=rtx-4090&model=resnet50&samples=1281167&epochs=90&deadline=3600";
    let (plan, need) = ("is shorter than the fastest plan, which takes ", "a machine that keeps the rest takes ");
    for (path, said) in
        [(format!("/plan?{query}"), plan), (format!("/plan/advice?lang=en&{query}"), plan), (format!("/need?{query}"), need)]
    {
        let page = get(&site, &path).await.text();
        assert!(page.contains(said) && !page.contains(" seconds<"), "{path}: {page}");
    }
    let problem = get(&site, &format!("/api/v1/recommend?{query}")).await.problem(422, "contradictory-constraints");
    assert!(problem["errors"][0]["detail"].as_str().unwrap().ends_with(" seconds"), "{problem}");
}

/// Why a change gains nothing is true of the plan, and a change's name says what it changes.
#[tokio::test]
async fn changes_are_named_and_refused_for_what_they_are() {
    let site = site().await;
    let reason = |advice: &serde_json::Value, id: &str| {
        let rejected = advice["rejected"].as_array().unwrap().clone();
        let found = rejected.into_iter().find(|one| one["id"] == id || one["what"] == id);
        found
            .and_then(|found| found["reason"].as_str().map(str::to_owned))
            .unwrap_or_else(|| panic!("{id} of {}", advice["rejected"]))
    };
    let query = "/api/v1/recommend?v=1&gpu=rtx-4090&model=llama-3-8b&seq=512&method=qlora";
    let advice = get(&site, query).await.json();
    assert_eq!(reason(&advice, "eight-bit-base"), "the base weights are in 4 bits already");
    assert_eq!(reason(&advice, "qlora"), "it is set already");
    assert_eq!(reason(&advice, "lora"), "what is set covers it already");
    assert_eq!(reason(&advice, "ddp"), "it takes more than one GPU");
    assert_eq!(reason(&advice, "zero-3"), "it takes more than one GPU");
    let changed = query.replace("/api/v1/recommend?v=1", "/plan/advice?lang=en&v=1") + "&targets=all-linear&rank=8";
    let cards = get(&site, &changed).await.text();
    assert!(cards.contains("QLoRA, 4 bits, rank 4, at query and value"), "{cards}");
}
