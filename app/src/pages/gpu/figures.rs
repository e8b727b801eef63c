//! Every figure of a card: value with unit, evidence, confidence and source.

use catalog::{Evidence, GpuEntry};
use engine::hardware::NvlinkReach;
use engine::units::FlopsPerSecond;
use leptos::prelude::*;

use super::super::gpus::confidence;
use crate::format;
use crate::locale::{Locale, colon};
use crate::messages::products as text;

/// What stands between the source of the core figures and that of the tensor rates.
const OF_TENSORS: &str = "; tensor rates: ";

/// One row.
struct Figure {
    label: &'static str,
    value: String,
    /// What qualifies the value.
    note: Option<String>,
    evidence: String,
    /// Which of the sources below, from 1; none where there is no figure.
    source: Option<usize>,
}

/// The sources of a card in the order in which its figures name them.
struct Sources {
    core: &'static str,
    tensors: Option<&'static str>,
    price: Option<&'static str>,
}

impl Sources {
    fn of(gpu: &GpuEntry) -> Self {
        let (core, tensors) = match gpu.source.split_once(OF_TENSORS) {
            Some((core, tensors)) => (core, Some(tensors)),
            None => (gpu.source, None),
        };
        Self { core, tensors, price: gpu.price.map(|price| price.source) }
    }

    fn all(&self) -> Vec<&'static str> {
        [Some(self.core), self.tensors, self.price].into_iter().flatten().collect()
    }

    /// The number of a source as readers see it.
    fn number(&self, source: Option<&'static str>) -> Option<usize> {
        self.all().iter().position(|known| Some(*known) == source).map(|place| place + 1)
    }
}

/// Draws the figures with their sources.
pub fn section(gpu: &'static GpuEntry, locale: Locale) -> AnyView {
    let sources = Sources::of(gpu);
    let rows: Vec<_> = figures(gpu, &sources, locale).into_iter().map(row).collect();
    let notes: Vec<_> =
        (1..).zip(sources.all()).map(|(number, source)| view! { <li id=format!("source-{number}")>{source}</li> }).collect();
    view! {
        <h2 id="figures">{text::figures(locale)}</h2>
        <div class="scroll" tabindex="0" role="region" aria-label=text::figures(locale)>
            <table class="catalog figures" data-testid="figures">
                <thead>
                    <tr>
                        <th scope="col">{text::figure(locale)}</th>
                        <th scope="col">{text::value(locale)}</th>
                        <th scope="col">{text::evidence(locale)}</th>
                        <th scope="col">{text::source(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <h3>{text::sources(locale)}</h3>
        <ol class="notes-of-sources">{notes}</ol>
    }
    .into_any()
}

fn row(figure: Figure) -> AnyView {
    let note = figure.note.map(|note| view! { " " <span class="fine">{note}</span> });
    let source = figure.source.map(|number| view! { <a href=format!("#source-{number}")>{format!("[{number}]")}</a> });
    view! {
        <tr>
            <th scope="row">{figure.label}</th>
            <td>{figure.value}{note}</td>
            <td>{figure.evidence}</td>
            <td>{source}</td>
        </tr>
    }
    .into_any()
}

fn figures(gpu: &'static GpuEntry, sources: &Sources, locale: Locale) -> Vec<Figure> {
    let spec = &gpu.spec;
    let trusted = |evidence: &str| {
        let confidence = text::confidence_of(locale, confidence(gpu.confidence, locale));
        format!("{evidence}{}{confidence}", locale.pick(", ", "，"))
    };
    let core = |label: &'static str, value: String, note: Option<String>| Figure {
        label,
        value,
        note,
        evidence: trusted(text::vendor_figure(locale)),
        source: sources.number(Some(sources.core)),
    };
    let mib = format!("{} MiB", format::count(spec.memory.0 >> 20));
    let usable = if spec.memory_is_measured { text::read_off_driver(locale) } else { text::nominal_figure(locale) };
    let in_gib = format!("{} GiB", format::decimal(spec.memory.as_gib(), 2));
    let mut rows = vec![
        core(text::box_memory(locale), format!("{} GB {}", gpu.marketing_gb, gpu.memory_type), None),
        Figure { evidence: trusted(usable), ..core(text::usable_memory(locale), mib, Some(in_gib)) },
        core(text::memory_bandwidth(locale), format::rate(spec.memory_bandwidth), None),
    ];
    rows.extend(spec.l2.map(|cache| core(text::last_cache(locale), format::bytes(cache), None)));
    rows.push(core(text::fp32_rate(locale), rate(spec.fp32), None));
    for (label, known) in [
        (text::tf32_rate(locale), spec.tf32),
        (text::fp16_rate(locale), spec.fp16),
        (text::bf16_rate(locale), spec.bf16),
    ] {
        rows.push(tensor(label, known, gpu, sources, &trusted, locale));
    }
    if let Some(capability) = spec.compute_capability {
        let version = format!("{}.{}", capability / 10, capability % 10);
        rows.push(core(text::compute_capability(locale), version, None));
    }
    let link = format!("PCI Express {}.0 x{}", spec.pcie.generation, spec.pcie.lanes);
    rows.push(core(text::host_link(locale), link, Some(format::rate(spec.pcie.bandwidth()))));
    rows.push(match spec.nvlink {
        Some(rate) => {
            let reach = match spec.nvlink_reach {
                NvlinkReach::Pair => text::to_one_card(locale),
                NvlinkReach::Node => text::to_all_cards(locale),
            };
            core(text::card_link(locale), format::rate(rate), Some(reach.to_owned()))
        }
        None => core(text::card_link(locale), text::no_link(locale).to_owned(), None),
    });
    rows.push(power(gpu, &core, locale));
    rows.push(price(gpu, sources, locale));
    rows
}

fn rate(rate: FlopsPerSecond) -> String {
    format!("{} TFLOP/s", format::significant(rate.get() / 1e12))
}

fn tensor(
    label: &'static str,
    known: Option<FlopsPerSecond>,
    gpu: &GpuEntry,
    sources: &Sources,
    trusted: impl Fn(&str) -> String,
    locale: Locale,
) -> Figure {
    let evidence = match gpu.tensor_evidence {
        Evidence::Opened => text::opened(locale),
        Evidence::Derived => text::derived(locale),
        Evidence::Recalled => text::recalled(locale),
        Evidence::None => "",
    };
    match known {
        Some(known) => Figure {
            label,
            value: rate(known),
            note: None,
            evidence: trusted(evidence),
            source: sources.number(sources.tensors.or(Some(sources.core))),
        },
        None => Figure { label, value: text::not_there(locale).to_owned(), note: None, evidence: String::new(), source: None },
    }
}

fn power(
    gpu: &GpuEntry,
    core: impl Fn(&'static str, String, Option<String>) -> Figure,
    locale: Locale,
) -> Figure {
    let watts = gpu.spec.tdp.get();
    if watts <= 0.0 {
        let row = core(text::board_power(locale), text::unknown(locale).to_owned(), None);
        return Figure { evidence: String::new(), source: None, ..row };
    }
    let share = (gpu.devices_per_board > 1).then(|| text::share_of_board(locale, &gpu.devices_per_board.to_string()));
    core(text::board_power(locale), format!("{} W", format::significant(watts)), share)
}

fn price(gpu: &GpuEntry, sources: &Sources, locale: Locale) -> Figure {
    let label = text::price(locale);
    let Some(price) = gpu.price else {
        return Figure { label, value: text::unknown(locale).to_owned(), note: None, evidence: String::new(), source: None };
    };
    let board = (gpu.devices_per_board > 1).then(|| text::price_of_board(locale, &gpu.devices_per_board.to_string()));
    Figure {
        label,
        value: api::machines::money(price.usd),
        note: board,
        evidence: format!("{}{}{}", text::history(locale), colon(locale), price.date),
        source: sources.number(sources.price),
    }
}
