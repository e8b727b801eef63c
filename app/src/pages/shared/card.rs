//! A plan as a small card for other sites: no script, no form, no cookie, nothing but the stored verdict and a link.

use serde_json::Value;

use super::head::date;
use super::summary::summary;
use crate::components::bar::thin_bar;
use crate::components::patterns::patterns;
use crate::context::{GonePlan, StoredPlan};
use crate::locale::{Locale, html_lang};
use crate::messages::{pages, share as text};
use crate::pages::run::ran::Ran;
use crate::planner::results::title_of;
use engine::units::Bytes;
use leptos::prelude::RenderHtml as _;
use markup::{Element, classed, el, outer_html};

/// The whole document of a plan's card; `origin` is the site's scheme and host.
#[must_use]
pub fn document(stored: &StoredPlan, origin: &str, locale: Locale) -> String {
    let result: Value = serde_json::from_str(&stored.result_json).unwrap_or_default();
    let asked = scenario::query::parse_string(stored.query.trim_start_matches('?')).scenario;
    let subject = title_of(&asked, asked.hardware.gpu_count.unwrap_or(1) * asked.hardware.nodes.unwrap_or(1));
    let title = if stored.title.is_empty() { subject.clone() } else { stored.title.clone() };
    let summary = summary(&result, locale);
    let link = el("a")
        .attr("href", format!("{origin}/p/{}/r/{}", stored.id, stored.revision))
        .attr("target", "_blank")
        .attr("rel", "noopener")
        .with(text::card_open(locale));
    let about = text::card_meta(locale, date(&stored.created_at), &stored.revision.to_string());
    let under = (!stored.title.is_empty()).then(|| classed("p", "fine").with(subject));
    let body = classed("main", "embedded")
        .with(el("h1").with(title.clone()))
        .with(under)
        .with(summary.as_ref().map(|summary| summary.draw(locale)))
        .with(bar(&result, locale))
        .with(classed("p", "fine foot").with(about).with(" · ").with(link));
    let patterns = patterns().to_html();
    frame_document(&title, &format!("{patterns}{}", outer_html(&body)), locale)
}

/// A document for a frame. Titles come from authors: what writes the page escapes them.
fn frame_document(title: &str, body: &str, locale: Locale) -> String {
    let title = outer_html(&el("title").with(format!("{title} · Rigwise")));
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width, \
         initial-scale=1\"><meta name=\"color-scheme\" content=\"light dark\"><meta name=\"robots\" content=\"noindex\">{title}\
         <link rel=\"stylesheet\" href=\"/pkg/rigwise.css\"></head><body class=\"embed\">{body}</body></html>\n",
        html_lang(locale)
    )
}

/// The document in place of a card whose plan is not shown.
#[must_use]
pub fn absent_card(gone: Option<GonePlan>, locale: Locale) -> String {
    let title = match gone {
        None => pages::no_plan_title(locale),
        Some(GonePlan::Revoked) => pages::gone_title(locale),
        Some(GonePlan::Expired) => pages::expired_title(locale),
    };
    let body = classed("main", "embedded").with(el("h1").with(title)).with(classed("p", "fine").with("Rigwise"));
    frame_document(title, &outer_html(&body), locale)
}

/// The stored parts of the card's memory in one thin bar.
fn bar(result: &Value, locale: Locale) -> Option<Element> {
    if let Some(ran) = Ran::of_stored(result) {
        let [used, capacity, system] = ran.card();
        let parts = ran.segments(locale).into_iter().map(|segment| (segment.pattern, segment.amount));
        let parts: Vec<(usize, Bytes)> = parts.chain([(8, system)]).collect();
        return Some(thin_bar(&parts, capacity, (used + system).max(capacity).as_f64() * 1.02));
    }
    let whole = |pointer: &str| result.pointer(pointer).and_then(Value::as_u64);
    let names = ["parameters", "gradients", "optimizer_state", "activations", "temporary", "inputs"];
    let mut parts: Vec<(usize, Bytes)> = names
        .into_iter()
        .enumerate()
        .filter_map(|(pattern, name)| Some((pattern, Bytes(whole(&format!("/vram/parts/{name}"))?))))
        .collect();
    let [allocated, reserved, device] =
        ["allocated_peak_bytes", "reserved_peak_bytes", "device_peak_bytes"].map(|name| whole(&format!("/vram/{name}")));
    parts.push((6, Bytes(reserved?.saturating_sub(allocated?))));
    parts.push((7, Bytes(device?.saturating_sub(reserved?))));
    parts.push((8, Bytes(whole("/vram/desktop_bytes")?)));
    let capacity = Bytes(whole("/vram/capacity_bytes")?);
    let total: Bytes = parts.iter().map(|(_, amount)| *amount).sum();
    Some(thin_bar(&parts, capacity, total.0.max(capacity.0) as f64 * 1.02))
}
