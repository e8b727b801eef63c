//! The reference's first page: how to begin, what holds everywhere, and every operation with a link to its own page.

use super::document::Operation;
use super::frame::{Frame, block, english};
use crate::locale::Locale;
use crate::messages::reference as text;
use markup::{Element, classed, el};

/// A scenario to begin with.
const SCENARIO: &str = r#"{"hardware": {"gpu": "rtx-4090"}, "model": {"id": "resnet50"}}"#;
/// The way to the query parameters.
const QUERY: &str = "v=1&gpu=rtx-4090&model=resnet50";

/// Draws the page.
pub fn draw(frame: Frame<'_>, origin: &str) -> Element {
    let locale = frame.locale;
    let sections = sections(frame, origin);
    let contents: Vec<Element> =
        sections.iter().map(|(id, title, _)| el("li").with(el("a").attr("href", format!("#{id}")).with(*title))).collect();
    let sections: Vec<Element> = sections
        .into_iter()
        .map(|(id, title, content)| el("section").attr("id", id).with(el("h2").with(title)).with(content))
        .collect();
    el("section")
        .with(el("h1").with(text::title(locale)))
        .with(classed("p", "lead").with(text::lead(locale)))
        .with(
            classed("p", "actions")
                .with(classed("a", "button").attr("href", "/api/v1/openapi.json").with(text::document(locale)))
                .with(classed("span", "fine").with(text::version(locale, env!("CARGO_PKG_VERSION")))),
        )
        .with(el("nav").attr("aria-label", text::contents(locale)).with(classed("ul", "contents").with(contents)))
        .with(sections)
}

type Section = (&'static str, &'static str, Vec<Element>);

fn sections(frame: Frame<'_>, origin: &str) -> Vec<Section> {
    let Frame { prefix, locale, .. } = frame;
    let say = |text: &'static str| classed("p", "measure").with(text);
    let link = |path: &str, label: &'static str| el("p").with(el("a").attr("href", format!("{prefix}{path}")).with(label));
    let one = |id, title, about: &'static str| -> Section { (id, title, vec![say(about)]) };
    vec![
        ("quick", text::quick(locale), quick(origin, locale)),
        one("units", text::units(locale), text::units_about(locale)),
        ("operations", text::operations(locale), operations(frame)),
        (
            "parameters",
            text::parameters(locale),
            vec![say(text::parameters_about(locale)), link("/docs/parameters", text::parameters_link(locale))],
        ),
        ("errors", text::errors(locale), vec![say(text::errors_about(locale)), link("/problems", text::errors_link(locale))]),
        ("keys", text::auth(locale), vec![say(text::auth_about(locale)), block("Authorization: Bearer <edit key>".to_owned())]),
        one("idempotency", text::idempotency(locale), text::idempotency_about(locale)),
        one("conditional", text::conditional(locale), text::conditional_about(locale)),
        one("pages", text::pages(locale), text::pages_about(locale)),
        ("batch", text::batch(locale), vec![say(text::batch_about(locale)), block(batch(origin))]),
        one("limits", text::limits(locale), text::limits_about(locale)),
        one("cors", text::cors(locale), text::cors_about(locale)),
        one("versions", text::versions(locale), text::versions_about(locale)),
        ("mcp", text::tools(locale), vec![say(text::tools_about(locale)), block(format!("{origin}/mcp"))]),
    ]
}

fn quick(origin: &str, locale: Locale) -> Vec<Element> {
    let say = |text: &'static str| classed("p", "measure").with(text);
    let curl =
        format!("curl '{origin}/api/v1/estimate' \\\n  --header 'Content-Type: application/json' \\\n  --data '{SCENARIO}'");
    let python = format!(
        "import json\nimport urllib.request\n\n\
         scenario = {SCENARIO}\n\
         request = urllib.request.Request(\n    \"{origin}/api/v1/estimate\",\n    json.dumps(scenario).encode(),\n    \
         {{\"Content-Type\": \"application/json\"}},\n)\n\
         with urllib.request.urlopen(request) as response:\n    estimate = json.load(response)\n\
         print(estimate[\"vram\"][\"fits\"], estimate[\"vram\"][\"device_peak_bytes\"] / 2**30, \"GiB\")"
    );
    vec![
        say(text::quick_about(locale)),
        el("h3").with("curl"),
        block(curl),
        el("h3").with("Python"),
        block(python),
        say(text::quick_link(locale)),
        block(format!("curl '{origin}/api/v1/estimate?{QUERY}'")),
        el("p")
            .with(text::quick_page(locale))
            .with(" ")
            .with(el("a").attr("href", format!("/call?{QUERY}")).with(text::quick_page_link(locale))),
    ]
}

fn batch(origin: &str) -> String {
    format!(
        "curl '{origin}/api/v1/estimate/batch' \\\n  --header 'Content-Type: application/json' \\\n  --data '[{SCENARIO}, {SCENARIO}]'"
    )
}

/// Every operation, by tag.
fn operations(frame: Frame<'_>) -> Vec<Element> {
    let locale = frame.locale;
    let mut all = vec![classed("p", "fine").with(text::english(locale))];
    for (tag, said) in frame.document.tags() {
        let rows: Vec<Element> = frame
            .document
            .operations()
            .filter(|operation| operation.tag() == tag)
            .map(|operation| row(operation, frame))
            .collect();
        if !rows.is_empty() {
            all.push(el("h3").with(name(tag, locale)));
            all.push(classed("p", "fine").with(english(said, locale)));
            all.push(classed("ul", "operations").with(rows));
        }
    }
    all
}

fn row(operation: Operation<'_>, frame: Frame<'_>) -> Element {
    let link =
        el("a").attr("href", format!("{}/docs/api/{}", frame.prefix, operation.id)).with(el("code").with(operation.heading()));
    el("li").with(link).with(" ").with(english(operation.text("summary"), frame.locale))
}

fn name(tag: &str, locale: Locale) -> String {
    match tag {
        "engine" => text::tag_engine(locale).to_owned(),
        "plans" => text::tag_plans(locale).to_owned(),
        "catalog" => text::tag_catalog(locale).to_owned(),
        "reference" => text::tag_reference(locale).to_owned(),
        "health" => text::tag_health(locale).to_owned(),
        other => other.to_owned(),
    }
}
