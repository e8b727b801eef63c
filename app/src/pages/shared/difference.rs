//! What differs between two answers: settings by their names in the planner, figures in the units that people read.

mod figures;
mod runs;

use engine::units::{Bytes, BytesPerSecond, SamplesPerSecond, Seconds};
use scenario::fields::Value as Leaf;
use serde_json::Value;
use wire::v1::Scenario;
use wire::v1::plan::{DiffSide, FigureChange, PlanDiff, SettingChange};
use wording::format;

use crate::components::{row_head, scroll};
use crate::faults;
use crate::faults::prices::part_name;
use crate::fields::by_pointer;
use crate::locale::{Locale, colon, in_brackets};
use crate::messages::{bom_money as money, products, results, shared as text};
use crate::plan::words;
use markup::{Element, classed, el};

/// Draws both tables; figures that few ask for are folded.
#[must_use]
pub fn tables(difference: &PlanDiff, locale: Locale) -> Vec<Element> {
    let PlanDiff { from, to, settings, figures } = difference;
    if settings.is_empty() && figures.is_empty() {
        return vec![classed("p", "summary").with(text::diff_none(locale))];
    }
    let sides = [side(from, locale), side(to, locale)];
    let settings = if settings.is_empty() {
        classed("p", "fine").with(text::diff_same_settings(locale))
    } else {
        let rows = settings.iter().map(|change| setting(change, locale)).collect();
        table(text::diff_settings(locale), None, &sides, rows)
    };
    let is_known = |pointer: &str| label(pointer, locale).is_some() || runs::is_told_first(pointer);
    let (named, others): (Vec<_>, Vec<_>) = figures.iter().partition(|figure| is_known(&figure.pointer));
    let rows = |figures: Vec<&FigureChange>| figures.into_iter().map(|change| figure(change, locale)).collect::<Vec<_>>();
    let figures = if figures.is_empty() {
        classed("p", "fine").with(text::diff_same_figures(locale))
    } else {
        table(text::diff_figures(locale), Some(text::change(locale)), &sides, rows(named))
    };
    let more = (!others.is_empty()).then(|| {
        let summary = el("summary").with(text::diff_more(locale)).with(in_brackets(&others.len().to_string(), locale));
        let table = table(text::diff_more(locale), Some(text::change(locale)), &sides, rows(others));
        classed("details", "more").with(summary).with(scroll(text::diff_more(locale), table))
    });
    let mut parts =
        vec![el("h3").with(text::diff_settings(locale)), settings, el("h3").with(text::diff_figures(locale)), figures];
    parts.extend(more);
    parts
}

fn side(side: &DiffSide, locale: Locale) -> String {
    let versions = text::versions(locale, &side.engine_version, &side.catalog_version);
    let number = side.revision.to_string();
    if side.recomputed { text::side_now(locale, &number, &versions) } else { text::side_stored(locale, &number, &versions) }
}

fn table(caption: &'static str, last: Option<&'static str>, sides: &[String; 2], rows: Vec<Element>) -> Element {
    let mut heads: Vec<Element> = vec![el("td")];
    heads.extend(sides.iter().map(|side| el("th").attr("scope", "col").with(side.clone())));
    heads.extend(last.map(|last| el("th").attr("scope", "col").with(last)));
    classed("table", "difference")
        .with(el("caption").with(crate::components::hidden(caption)))
        .with(el("thead").with(el("tr").with(heads)))
        .with(el("tbody").with(rows))
}

fn setting(change: &SettingChange, locale: Locale) -> Element {
    let SettingChange { pointer, from, to } = change;
    let value =
        |value: &Option<Value>| el("td").with(value.as_ref().map_or_else(dash, |value| value_text(pointer, value, locale)));
    let name = own_price(pointer, locale).unwrap_or_else(|| faults::label(pointer, locale));
    el("tr").with(row_head().with(name)).with(value(from)).with(value(to))
}

/// The name of a price of the author's own, by its part.
fn own_price(pointer: &str, locale: Locale) -> Option<String> {
    let id = pointer.strip_prefix("/prices/").filter(|id| *id != "parts")?;
    let name = part_name(id).unwrap_or_else(|| id.replace(['-', '_', '/'], " "));
    Some(format!("{}{}{name}", money::yours(locale), colon(locale)))
}

/// A value as the planner's list or box would say it.
fn value_text(pointer: &str, value: &Value, locale: Locale) -> String {
    let leaf = match value {
        Value::String(text) => Some(Leaf::Text(text.clone())),
        Value::Number(number) => number.as_u64().map(Leaf::Integer).or_else(|| number.as_f64().map(Leaf::Number)),
        Value::Bool(flag) => Some(Leaf::Flag(*flag)),
        _ => None,
    };
    if matches!(pointer, "/hardware/owned" | "/prices/parts") {
        return parts(value).join(locale.pick(", ", "、"));
    }
    let mut scenario = Scenario::default();
    let field =
        by_pointer(pointer).filter(|field| field.pointer == pointer || field.leaf().is_some_and(|leaf| leaf.pointer == pointer));
    let said = field.zip(leaf).and_then(|(field, leaf)| {
        field.leaf()?.set(&mut scenario, leaf).ok()?;
        words::value_text(field, &scenario, locale)
    });
    said.unwrap_or_else(|| match value {
        Value::String(text) => crate::messages::run::word(pointer, text, locale).map_or_else(|| text.clone(), str::to_owned),
        Value::Array(sides) if pointer == "/serving/image_size" => {
            sides.iter().map(ToString::to_string).collect::<Vec<_>>().join(" × ")
        }
        Value::Bool(flag) => {
            let plain = if *flag { results::yes(locale) } else { results::no(locale) };
            crate::messages::run::word(pointer, &flag.to_string(), locale).unwrap_or(plain).to_owned()
        }
        Value::Number(number) => {
            number.as_u64().map_or_else(|| format::significant(number.as_f64().unwrap_or_default()), format::count)
        }
        other => values_text(other, locale),
    })
}

/// A list or an object in words: its values one after the other.
fn values_text(value: &Value, locale: Locale) -> String {
    let join = |values: Vec<String>| values.join(locale.pick(", ", "、"));
    match value {
        Value::Array(values) => join(values.iter().map(|value| values_text(value, locale)).collect()),
        Value::Object(members) => {
            join(members.iter().map(|(name, value)| format!("{name} {}", values_text(value, locale))).collect())
        }
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Parts by name: how many are there already, or what one costs.
fn parts(value: &Value) -> Vec<String> {
    let part = |part: &Value| {
        let id = part.get("id").and_then(Value::as_str)?;
        let name = part_name(id).unwrap_or_else(|| id.replace('-', " "));
        let quantity = part.get("quantity").and_then(Value::as_u64).filter(|quantity| *quantity != 1);
        let name = quantity.map_or_else(|| name.clone(), |quantity| format!("{} × {name}", format::count(quantity)));
        let currency = part.get("currency").and_then(Value::as_str).unwrap_or_default();
        let price = part.get("unit_price").and_then(Value::as_f64);
        Some(
            price
                .map_or_else(|| name.clone(), |price| format!("{name} {}", format::money(price, currency)).trim_end().to_owned()),
        )
    };
    value.as_array().into_iter().flatten().filter_map(part).collect()
}

fn figure(change: &FigureChange, locale: Locale) -> Element {
    let FigureChange { pointer, from, to, relative } = change;
    // What an answer of another version calls by a name that is not known here keeps its own.
    let name = name_of(pointer, locale);
    let name = name.unwrap_or_else(|| pointer.trim_start_matches('/').replace(['/', '_'], " "));
    let value = |value: &Option<Value>| el("td").with(value.as_ref().map_or_else(dash, |value| amount(pointer, value, locale)));
    el("tr").with(row_head().with(name)).with(value(from)).with(value(to)).with(el("td").with(relative.map(format::change)))
}

fn dash() -> String {
    "–".to_owned()
}

/// A figure in the unit that its place's name says.
fn amount(pointer: &str, value: &Value, locale: Locale) -> String {
    let name = pointer.rsplit('/').next().unwrap_or_default();
    let in_parts = pointer.contains("/parts/") || pointer.contains("/phases/") || pointer.contains("/reserve/");
    match value {
        Value::Number(number) => {
            let whole = number.as_u64().map(Bytes);
            let value = number.as_f64().unwrap_or_default();
            match (name, whole) {
                _ if name.ends_with("amount") => format::decimal(value, 2),
                _ if name.ends_with("_per_second") && pointer.starts_with("/speed/") && !name.ends_with("samples_per_second") => {
                    format::concise(value)
                }
                _ if name.ends_with("_rate") || name == "under_way" || pointer.starts_with("/speed/decode_range/") => {
                    format::concise(value)
                }
                _ if pointer.starts_with("/speed/batch_seconds_range/") => format::duration(Seconds::new(value.max(0.0)), locale),
                _ if pointer.ends_with("_seconds/p95") || name.ends_with("token_seconds") => {
                    format::measured_time(Seconds::new(value.max(0.0)), locale)
                }
                _ if name.ends_with("samples_per_second") => format::samples(SamplesPerSecond::new(value.max(0.0))),
                _ if name.ends_with("bytes_per_second") => format::rate(BytesPerSecond::new(value.max(0.0))),
                (_, Some(bytes)) if name.contains("bytes") || pointer.contains("_bytes/") || in_parts => format::bytes(bytes),
                _ if name.contains("bytes") => format!("−{}", format::bytes(Bytes(value.abs() as u64))),
                _ if name.ends_with("_gib") => format!("{} GiB", format::significant(value)),
                _ if name.contains("seconds") || pointer.contains("/speed/range") => {
                    format::duration(Seconds::new(value.max(0.0)), locale)
                }
                _ if name.ends_with("utilization") || name.ends_with("share") => format::percent(value),
                (_, Some(whole)) => format::count(whole.0),
                _ => format::significant(value),
            }
        }
        Value::Bool(true) => results::yes(locale).to_owned(),
        Value::Bool(false) => results::no(locale).to_owned(),
        Value::String(word) => figures::word(pointer, word, locale).map_or_else(|| word.clone(), str::to_owned),
        other => other.to_string(),
    }
}

/// The name of a figure; none where this version has no such figure.
fn name_of(pointer: &str, locale: Locale) -> Option<String> {
    let known = label(pointer, locale).map(str::to_owned);
    known.or_else(|| figures::name(pointer, locale)).or_else(|| runs::name(pointer, locale))
}

/// The name of a figure that readers know from the cards.
fn label(pointer: &str, locale: Locale) -> Option<&'static str> {
    Some(match pointer {
        "/vram/device_peak_bytes" => wording::process_vram(locale),
        "/vram/fits" => results::fits(locale),
        "/vram/verdict" => results::verdict(locale),
        "/vram/capacity_bytes" => wording::card_capacity(locale),
        "/vram/headroom_bytes" => text::headroom(locale),
        "/vram/allocated_peak_bytes" => wording::live_tensors(locale),
        "/vram/reserved_peak_bytes" => wording::reserved_vram(locale),
        "/vram/desktop_bytes" => wording::system_vram(locale),
        "/vram/parts/parameters" => results::parameters(locale),
        "/vram/parts/gradients" => results::gradients(locale),
        "/vram/parts/optimizer_state" => results::optimizer_state(locale),
        "/vram/parts/activations" => results::activations(locale),
        "/vram/parts/temporary" => results::temporary(locale),
        "/vram/parts/inputs" => results::inputs(locale),
        "/limits/max_micro_batch_size" => products::largest_batch(locale),
        "/ram/peak_bytes" => results::ram(locale),
        "/ram/minimum_gib" => results::kit_minimum(locale),
        "/ram/recommended_gib" => results::kit_recommended(locale),
        "/ram/comfortable_gib" => results::kit_comfortable(locale),
        "/speed/samples_per_second" => results::samples_per_second(locale),
        "/speed/step_seconds" => results::step_time(locale),
        "/speed/epoch_seconds" => results::epoch_time(locale),
        "/speed/first_epoch_seconds" => results::first_epoch(locale),
        "/speed/total_seconds" => text::total_time(locale),
        "/speed/gpu_utilization" => results::utilization(locale),
        "/speed/bound_by" => text::bound(locale),
        "/bom/price/amount" => text::price(locale),
        "/bom/price/known_amount" => text::known_price(locale),
        "/bom/price/unknown_parts" => text::unpriced(locale),
        "/bom/price/currency" => text::currency(locale),
        "/path/narrowest" => text::narrowest_stage(locale),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use markup::outer_html;
    use serde_json::json;

    fn sides() -> (DiffSide, DiffSide) {
        let side = DiffSide { revision: 1, recomputed: false, engine_version: "1".into(), catalog_version: "2".into() };
        (side.clone(), DiffSide { revision: 2, ..side })
    }

    #[test]
    fn settings_and_figures_are_named_as_on_the_page() {
        let (from, to) = sides();
        let setting = SettingChange { pointer: "/training/micro_batch_size".into(), from: Some(json!(32)), to: Some(json!(64)) };
        let figure = |pointer: &str, from: Value, to: Value, relative| FigureChange {
            pointer: pointer.into(),
            from: Some(from),
            to: Some(to),
            relative,
        };
        let figures = vec![
            figure("/vram/device_peak_bytes", json!(1_u64 << 30), json!(3_u64 << 30), Some(2.0)),
            figure("/vram/headroom_bytes", json!(1_u64 << 30), json!(-(1_i64 << 30)), Some(-2.0)),
            figure("/vram/timeline/0/parts/inputs", json!(1), json!(2), Some(1.0)),
        ];
        let html: String =
            tables(&PlanDiff { from, to, settings: vec![setting], figures }, Locale::En).iter().map(outer_html).collect();
        for part in [">32<", ">64<", "1.00 GiB", "3.00 GiB", "+200%", "−1.00 GiB", "−200%", "<details", "vram timeline 0"] {
            assert!(html.contains(part), "{part} in {html}");
        }
    }

    #[test]
    fn every_figure_and_every_setting_has_a_name_in_both_languages() {
        for locale in Locale::ALL {
            for pointer in api::plans::FIGURES {
                let name = name_of(pointer, locale);
                assert!(name.is_some_and(|name| !name.is_empty() && !name.contains('/')), "{pointer}");
            }
        }
    }

    #[test]
    fn parts_read_as_parts() {
        let owned = json!([{ "id": "rtx-4090", "quantity": 2 }, { "id": "case-tower-mid", "quantity": 1 }]);
        assert_eq!(value_text("/hardware/owned", &owned, Locale::En), "2 × GeForce RTX 4090, case tower mid");
        let prices = json!([{ "id": "rtx-4090", "unit_price": 1500.0, "currency": "USD" }, { "id": "case", "unit_price": 0.0 }]);
        assert_eq!(value_text("/prices/parts", &prices, Locale::Zh), "GeForce RTX 4090 1,500.00 USD、case 0.00");
    }

    /// Answers as they are stored, of plans that differ in nearly everything.
    #[test]
    fn no_row_shows_a_place_in_a_document() {
        let stored = |query: &str| {
            let asked = scenario::query::parse_string(query);
            assert!(asked.errors.is_empty(), "{query}: {:?}", asked.errors);
            serde_json::to_value(api::estimate(&asked.scenario).unwrap()).unwrap()
        };
        let answers = [
            "gpu=rtx-4090&model=resnet50",
            "gpu=a100-sxm4-80gb&gpus=8&model=llama-3-8b&method=qlora&targets=query-value&sharding=ddp&ram=16&owned=a100-sxm4-80gb:2,case-tower-mid",
            "gpu=h100-sxm5-80gb&gpus=2&model=llama-2-7b&method=full&sharding=zero-3&offload=all&deadline=3600&budget=9000&owned=rtx-4090",
            "gpu=m4-max-128gb&model=sd15&cache=latents",
            "gpu=custom&gpu.memory=24&gpu.bandwidth=900&gpu.fp16=80&gpu.fp32=40&gpu.name=mine&model=resnet50&image=320x224&batch=64&rate=700",
            "gpu=rtx-4090&config.type=llama&config.hidden=2048&config.layers=16&config.heads=16&config.vocab=32000&config.intermediate=5504&method=lora",
        ]
        .map(stored);
        let (from, to) = sides();
        for (first, second) in answers.iter().flat_map(|one| answers.iter().map(move |other| (one, other))) {
            let answer =
                |side: &DiffSide, estimate| api::plans::Answer { side: side.clone(), estimate, prices: None, price: None };
            let found = api::plans::diff(answer(&from, first), answer(&to, second));
            for locale in Locale::ALL {
                let html: String = tables(&found, locale).iter().map(outer_html).collect();
                assert!(!html.contains("<code"), "{html}");
                for cell in ["<td>", "<th scope=\"row\">"].iter().flat_map(|open| html.split(open).skip(1)) {
                    let cell = cell.split("</t").next().unwrap_or_default();
                    let is_raw = cell.contains(['{', '[', '"']) || cell.starts_with('/') || cell.contains("_bytes");
                    assert!(!is_raw, "{cell}");
                }
            }
        }
    }

    #[test]
    fn nothing_that_differs_is_said() {
        let (from, to) = sides();
        let parts = tables(&PlanDiff { from, to, settings: Vec::new(), figures: Vec::new() }, Locale::Zh);
        assert_eq!(parts.len(), 1);
    }
}
