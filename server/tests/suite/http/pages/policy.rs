//! What a page may load, and the headers that say so.

use crate::http::client::{get, site};

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
