//! The planner's form when its model was changed or pasted.

use axum::http::{Method, StatusCode};

use super::support::{FORM, check_page, save};
use crate::http::client::{get, get_with, request, send, site};

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
