//! What each problem of the API means: a list, and the page that a problem's `type` leads to.

use leptos::prelude::*;
use serde_json::json;
use wire::v1::{Problem, ProblemCode};

use crate::context::{path_prefix, request_locale, request_path};
use crate::head::{Meta, Title};
use crate::locale::Locale;
use crate::messages::problems as text;
use crate::view::inside;
use markup::{Element, classed, el};

/// Draws the list.
#[component]
pub fn Problems() -> impl IntoView {
    let locale = request_locale();
    let page = list(path_prefix().map_or("", |(prefix, _)| prefix), locale);
    view! {
        <Title text=format!("{} · Rigwise", text::title(locale)) />
        <Meta name="description" content=text::description(locale) />
        <section class="prose reference">{inside(&page)}</section>
    }
}

/// Draws the page of the code in the path, or says that there is none.
#[component]
pub fn ProblemPage() -> impl IntoView {
    let locale = request_locale();
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let code = code_of(&request_path());
    let page = code.map_or_else(|| unknown(prefix, locale), |code| problem(code, prefix, locale));
    let title = code.map_or(text::no_such(locale), |code| code.title(locale));
    view! {
        <Title text=format!("{title} · Rigwise") />
        <section class="prose reference">{inside(&page)}</section>
    }
}

/// Whether a path names a problem that there is not; the language's prefix does not matter.
#[must_use]
pub fn is_unknown(path: &str) -> bool {
    let rest = ["/en/", "/zh/"].iter().find_map(|prefix| path.strip_prefix(prefix)).unwrap_or(path);
    rest.trim_start_matches('/').starts_with("problems/") && code_of(path).is_none()
}

fn code_of(path: &str) -> Option<ProblemCode> {
    ProblemCode::from_word(path.trim_end_matches('/').rsplit('/').next()?)
}

fn list(prefix: &str, locale: Locale) -> Element {
    let rows: Vec<Element> = ProblemCode::ALL
        .into_iter()
        .map(|code| {
            let link = el("a").attr("href", format!("{prefix}/problems/{}", code.as_str())).with(el("code").with(code.as_str()));
            el("tr")
                .with(el("th").attr("scope", "row").with(link))
                .with(el("td").with(code.status().to_string()))
                .with(el("td").with(code.title(locale)))
        })
        .collect();
    let table = classed("table", "plain")
        .with(crate::components::head(&[text::code(locale), text::status(locale), text::meaning(locale)]))
        .with(el("tbody").with(rows));
    el("section").with(el("h1").with(text::title(locale))).with(el("p").with(text::about(locale))).with(table)
}

fn problem(code: ProblemCode, prefix: &str, locale: Locale) -> Element {
    let explained = text::explained(code);
    let say = |(english, chinese): text::Both| el("p").with(locale.pick(english, chinese));
    let heading = |text: &'static str| el("h2").with(text);
    let facts = el("p")
        .with(el("code").with(code.as_str()))
        .with(" · ")
        .with(text::status(locale))
        .with(" ")
        .with(code.status().to_string());
    el("section")
        .with(classed("p", "kicker").with(el("a").attr("href", format!("{prefix}/problems")).with(text::all(locale))))
        .with(el("h1").with(code.title(locale)))
        .with(facts)
        .with(heading(text::when(locale)))
        .with(say(explained.when))
        .with(heading(text::todo(locale)))
        .with(say(explained.todo))
        .with(heading(text::example(locale)))
        .with(
            classed("pre", "call")
                .attr("tabindex", "0")
                .with(el("code").attr("lang", "en").attr("translate", "no").with(example(code))),
        )
        .with(classed("p", "fine").with(text::example_about(locale)))
}

/// An answer with this problem, as it comes over the wire.
#[must_use]
pub fn example(code: ProblemCode) -> String {
    let mut problem = Problem::new(code, text::explained(code).detail);
    let field =
        text::example_field(code).map(|(pointer, kind, detail)| json!([{ "pointer": pointer, "code": kind, "detail": detail }]));
    problem.errors = field.and_then(|field| serde_json::from_value(field).ok()).unwrap_or_default();
    let body = serde_json::to_string_pretty(&problem).unwrap_or_default();
    format!("HTTP/1.1 {}\nContent-Type: application/problem+json\n\n{body}", code.status())
}

fn unknown(prefix: &str, locale: Locale) -> Element {
    let link = classed("a", "button").attr("href", format!("{prefix}/problems")).with(text::all(locale));
    el("section")
        .with(el("h1").with(text::no_such(locale)))
        .with(el("p").with(text::no_such_about(locale)))
        .with(classed("p", "actions").with(link))
}

#[cfg(test)]
mod tests {
    use super::*;
    use markup::html_inside;

    #[test]
    fn every_code_is_explained_in_both_languages() {
        for code in ProblemCode::ALL {
            let explained = text::explained(code);
            for locale in Locale::ALL {
                let html = html_inside(&problem(code, "", locale));
                for (english, chinese) in [explained.when, explained.todo, (code.title(Locale::En), code.title(Locale::Zh))] {
                    let said = locale.pick(english, chinese);
                    assert!(html.contains(&html_inside(&el("p").with(said))), "{said} in {html}");
                    assert_ne!(english, chinese);
                }
            }
            assert!(example(code).contains(&format!("\"type\": \"/problems/{}\"", code.as_str())));
            assert_eq!(text::example_field(code).is_some(), example(code).contains("\"errors\""), "{}", code.as_str());
        }
    }

    #[test]
    fn a_code_that_there_is_not_is_not_a_page() {
        for (path, unknown) in [
            ("/problems/invalid-input", false),
            ("/zh/problems/gone", false),
            ("/problems", false),
            ("/problems/nothing", true),
            ("/en/problems/Gone", true),
            ("/gpus/gone", false),
        ] {
            assert_eq!(is_unknown(path), unknown, "{path}");
        }
    }
}
