//! One operation: what it takes, what it answers, and a call to paste.

use api::call::shell_quoted;
use serde_json::Value;

use super::document::{Operation, text};
use super::frame::{Frame, back, block, english};
use super::schema::{Schemas, bounds, type_of};
use crate::components::head;
use crate::messages::reference as words;
use markup::{Element, classed, el};

/// More query parameters than this are the planner's, which have a page of their own.
const FEW: usize = 20;

/// Draws the page.
pub fn draw<'a>(operation: Operation<'a>, frame: Frame<'a>, origin: &str) -> Element {
    let locale = frame.locale;
    let description = operation.text("description");
    let mut schemas = Schemas::new(frame);
    let mut page = el("section")
        .with(back(frame))
        .with(el("h1").attr("lang", "en").with(english(operation.text("summary").trim_end_matches('.'), locale)))
        .with(classed("p", "endpoint").with(el("code").with(operation.heading())))
        .with((!description.is_empty()).then(|| el("p").with(english(description, locale))))
        .with(is_secured(operation.value).then(|| classed("p", "remedy").with(words::needs_key(locale))))
        .with(block(curl(operation, origin)));
    let parameters = parameters(operation);
    if !parameters.is_empty() {
        page = page.with(el("h2").with(words::parameter(locale))).with(table(&parameters, frame));
    }
    if let Some(contents) = operation.value.pointer("/requestBody/content").and_then(Value::as_object) {
        page = page.with(el("h2").with(words::request(locale)));
        for (kind, content) in contents {
            page = page.with(el("p").with(el("code").with(kind.clone())));
            page = page.with(content.get("schema").map(|schema| schemas.draw(schema)));
        }
    }
    page = page.with(el("h2").with(words::responses(locale)));
    for (status, response) in operation.value.get("responses").and_then(Value::as_object).into_iter().flatten() {
        let status = if status == "default" { words::other_status(locale).to_owned() } else { status.clone() };
        page = page.with(el("h3").with(status)).with(el("p").with(english(text(response, "description"), locale)));
        page = page.with(headers(response, frame));
        for (kind, content) in response.get("content").and_then(Value::as_object).into_iter().flatten() {
            page = page.with(el("p").with(el("code").with(kind.clone())));
            page = page.with(content.get("schema").map(|schema| schemas.draw(schema)));
        }
    }
    page
}

fn is_secured(operation: &Value) -> bool {
    operation.get("security").and_then(Value::as_array).is_some_and(|ways| !ways.is_empty())
}

fn parameters(operation: Operation<'_>) -> Vec<&Value> {
    operation.value.get("parameters").and_then(Value::as_array).into_iter().flatten().collect()
}

fn table(parameters: &[&Value], frame: Frame<'_>) -> Element {
    let locale = frame.locale;
    let is_planners = |parameter: &&&Value| {
        text(parameter, "in") == "query"
            && (text(parameter, "name") == "v" || scenario::fields::Field::by_name(text(parameter, "name")).is_some())
    };
    let of_planner = parameters.iter().filter(is_planners).count() > FEW;
    let rows: Vec<Element> = parameters
        .iter()
        .filter(|parameter| !(of_planner && is_planners(parameter)))
        .map(|parameter| {
            let schema = parameter.get("schema").unwrap_or(&Value::Null);
            let required = parameter.get("required").and_then(Value::as_bool).unwrap_or(false);
            let takes = type_of(schema);
            let takes = bounds(schema).map_or_else(|| takes.clone(), |bounds| format!("{takes}, {bounds}"));
            el("tr")
                .with(el("th").attr("scope", "row").with(el("code").with(text(parameter, "name").to_owned())))
                .with(
                    el("td")
                        .with(text(parameter, "in").to_owned())
                        .with(required.then(|| format!(", {}", words::required(locale)))),
                )
                .with(el("td").with(takes))
                .with(el("td").with(english(text(parameter, "description"), locale)))
        })
        .collect();
    let table = (!rows.is_empty()).then(|| {
        let names = [words::parameter(locale), words::place(locale), words::takes(locale), words::meaning(locale)];
        classed("div", "table")
            .attr("tabindex", "0")
            .attr("role", "region")
            .attr("aria-label", words::parameter(locale))
            .with(classed("table", "plain").with(head(&names)).with(el("tbody").with(rows)))
    });
    let link = of_planner.then(|| {
        el("p").with(el("a").attr("href", format!("{}/docs/parameters", frame.prefix)).with(words::parameters_link(locale)))
    });
    el("div").with(table).with(link)
}

fn headers(response: &Value, frame: Frame<'_>) -> Option<Element> {
    let headers = response.get("headers")?.as_object()?;
    let rows: Vec<Element> = headers
        .iter()
        .map(|(name, header)| {
            el("li").with(el("code").with(name.clone())).with(" ").with(english(text(header, "description"), frame.locale))
        })
        .collect();
    Some(el("div").with(classed("p", "fine").with(words::headers(frame.locale))).with(classed("ul", "fields").with(rows)))
}

/// A call with the document's own examples.
fn curl(operation: Operation<'_>, origin: &str) -> String {
    let mut path = operation.path.to_owned();
    let mut query: Vec<(&str, String)> = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for parameter in parameters(operation) {
        let name = text(parameter, "name");
        let example = parameter.get("example").map(|example| example.get(0).unwrap_or(example));
        let example = example.map(|example| example.as_str().map_or_else(|| example.to_string(), str::to_owned));
        match (text(parameter, "in"), example) {
            ("path", Some(example)) => path = path.replace(&format!("{{{name}}}"), &example),
            ("query", Some(example)) => query.push((name, example)),
            ("header", Some(example)) => lines.push(format!("--header {}", shell_quoted(&format!("{name}: {example}")))),
            _ => {}
        }
    }
    if is_secured(operation.value) {
        lines.push("--header \"Authorization: Bearer $EDIT_KEY\"".to_owned());
    }
    if operation.method == "delete" {
        lines.push("--request DELETE".to_owned());
    }
    let content = operation.value.pointer("/requestBody/content").and_then(Value::as_object);
    let content = content.and_then(|content| content.get_key_value("application/json").or_else(|| content.iter().next()));
    if let Some((kind, content)) = content {
        if operation.method != "post" {
            lines.push(format!("--request {}", operation.method.to_uppercase()));
        }
        lines.push(format!("--header 'Content-Type: {kind}'"));
        if let Some(example) = content.get("example") {
            let body = serde_json::to_string(example).unwrap_or_default();
            lines.push(format!("--data {}", shell_quoted(&body)));
        }
    }
    let query = scenario::query::encode(query.iter().map(|(name, value)| (*name, value.as_str())));
    let query = if query.is_empty() { query } else { format!("?{query}") };
    let url = shell_quoted(&format!("{origin}{path}{query}"));
    std::iter::once(format!("curl {url}")).chain(lines).collect::<Vec<_>>().join(" \\\n  ")
}
