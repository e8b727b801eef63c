//! The accelerators of the catalog, chosen and sorted by the address.

use catalog::find::Kind;
use catalog::{Confidence, GpuEntry, Segment};
use engine::units::{FlopsPerSecond, TFLOP};
use leptos::prelude::*;
use wording::format;

use super::choosing::{self, Choice, Chosen, Search};
use crate::context::{path_prefix, request_locale};
use crate::head::Title;
use crate::locale::{Locale, in_brackets};
use crate::messages::{pages, products as text};

/// Capacities to ask for, in GB as the box says them.
const CAPACITIES: [u64; 10] = [8, 12, 16, 24, 32, 48, 64, 80, 96, 128];

/// Draws the list.
#[component]
pub fn Gpus() -> impl IntoView {
    let locale = request_locale();
    let mut choices = choices(locale);
    let chosen = choosing::read_choices(&choices);
    let search = Search::of(&chosen, Kind::Gpu, text::search_gpus_hint(locale));
    search.name_order(&mut choices, locale);
    let gpus = filter_gpus(&chosen, &search);
    let form = choosing::form(choices, &chosen, &search, gpus.len(), catalog::gpus().len(), locale);
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let rows: Vec<_> = gpus.into_iter().map(|gpu| row(gpu, search.why(gpu.id, locale), prefix, locale)).collect();
    view! {
        <Title text=format!("{} · Rigwise", pages::gpus_title(locale)) />
        <section class="prose wide">
            <h1>{pages::gpus_title(locale)}</h1>
            <p>{pages::gpus_about(locale)}</p>
            {form}
            {table(rows, pages::gpus_title(locale), locale)}
        </section>
    }
}

/// A table of cards.
pub fn table(rows: Vec<AnyView>, caption: &'static str, locale: Locale) -> AnyView {
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=caption>
            <table class="catalog" data-testid="gpus">
                <thead>
                    <tr>
                        <th scope="col">{pages::gpu(locale)}</th>
                        <th scope="col">{wording::card_capacity(locale)}</th>
                        <th scope="col">{pages::bandwidth(locale)}</th>
                        <th scope="col">{pages::tensor_rate(locale)}</th>
                        <th scope="col">{text::price(locale)}</th>
                        <th scope="col">{pages::confidence(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A card in a table, with why it is there where that has to be said.
pub fn row(gpu: &'static GpuEntry, why: Option<String>, prefix: &str, locale: Locale) -> AnyView {
    let nominal = (!gpu.spec.memory_is_measured).then(|| in_brackets(pages::nominal(locale), locale));
    let rate = gpu.spec.fp16.or(gpu.spec.bf16).map(|rate| format::significant(rate.get() / TFLOP));
    let month = gpu.price.map(|price| price.date.get(..7).unwrap_or(price.date));
    let price = gpu.price.map_or_else(|| text::unknown(locale).to_owned(), |price| format::dollars(price.usd));
    view! {
        <tr>
            <th scope="row">
                <a href=format!("{prefix}/gpus/{}", gpu.id)>{gpu.name}</a>
                <span class="fine">{format!(" {} · {}", gpu.vendor, gpu.architecture)}</span>
                {why.map(choosing::reason)}
            </th>
            <td>{format::fine_gib(gpu.spec.memory.as_gib())} <span class="fine">{nominal}</span></td>
            <td>{format::rate(gpu.spec.memory_bandwidth)}</td>
            <td>{rate.unwrap_or_else(|| "–".to_owned())}</td>
            <td>{price} " " <span class="fine">{month}</span></td>
            <td>{confidence(gpu.confidence, locale)}</td>
        </tr>
    }
    .into_any()
}

/// A degree of trust in a word.
#[must_use]
pub const fn confidence(confidence: Confidence, locale: Locale) -> &'static str {
    match confidence {
        Confidence::High => pages::high(locale),
        Confidence::Medium => pages::medium(locale),
        Confidence::Low => pages::low(locale),
    }
}

/// What a card is made for.
#[must_use]
pub fn segment(segment: Segment, locale: Locale) -> &'static str {
    match segment {
        Segment::Consumer => text::consumer(locale),
        Segment::Workstation => text::workstation(locale),
        Segment::Datacenter => text::datacenter(locale),
        Segment::Unified => text::unified(locale),
        Segment::Laptop => text::laptop(locale),
    }
}

fn choices(locale: Locale) -> Vec<Choice> {
    let mut vendors: Vec<&str> = catalog::gpus().iter().map(|gpu| gpu.vendor).collect();
    vendors.sort_unstable();
    vendors.dedup();
    let word = |word: &str, name: &str| (word.to_owned(), name.to_owned());
    let segments = Segment::ALL.map(|kind| word(kind.as_str(), segment(kind, locale)));
    let sorts = [
        ("memory", text::by_memory(locale)),
        ("bandwidth", text::by_bandwidth(locale)),
        ("rate", text::by_rate(locale)),
        ("price", text::by_price(locale)),
    ];
    let any = text::any(locale);
    vec![
        Choice {
            name: "vendor",
            label: text::vendor(locale),
            open: any,
            words: vendors.into_iter().map(|name| word(name, name)).collect(),
        },
        Choice {
            name: "memory",
            label: text::memory_at_least(locale),
            open: any,
            words: CAPACITIES.iter().map(|gb| (gb.to_string(), format!("{gb} GB"))).collect(),
        },
        Choice { name: "segment", label: text::segment(locale), open: any, words: segments.to_vec() },
        Choice {
            name: "sort",
            label: text::sort(locale),
            open: text::by_name(locale),
            words: sorts.map(|(key, name)| word(key, name)).to_vec(),
        },
    ]
}

/// The cards that the address asks for, in its order: the likeliest first where it has words; most first, except that prices
/// begin with the lowest, unknown ones last.
fn filter_gpus(chosen: &Chosen, search: &Search) -> Vec<&'static GpuEntry> {
    let least = chosen.word("memory").and_then(|gb| gb.parse::<u64>().ok()).unwrap_or(0);
    let mut gpus: Vec<&GpuEntry> = search
        .rows(catalog::gpus(), catalog::gpu)
        .into_iter()
        .filter(|gpu| chosen.word("vendor").is_none_or(|vendor| gpu.vendor == vendor))
        .filter(|gpu| chosen.word("segment").is_none_or(|segment| gpu.segment.as_str() == segment))
        .filter(|gpu| gpu.marketing_gb >= least)
        .collect();
    let rate = |gpu: &GpuEntry| gpu.spec.fp16.or(gpu.spec.bf16).map_or(0.0, FlopsPerSecond::get);
    match chosen.word("sort") {
        Some("memory") => gpus.sort_by_key(|gpu| std::cmp::Reverse(gpu.spec.memory)),
        Some("bandwidth") => {
            gpus.sort_by(|a, b| b.spec.memory_bandwidth.get().total_cmp(&a.spec.memory_bandwidth.get()));
        }
        Some("rate") => gpus.sort_by(|a, b| rate(b).total_cmp(&rate(a))),
        Some("price") => gpus.sort_by(|a, b| match (a.price, b.price) {
            (Some(a), Some(b)) => a.usd.total_cmp(&b.usd),
            (a, b) => b.is_some().cmp(&a.is_some()),
        }),
        _ => {}
    }
    gpus
}
