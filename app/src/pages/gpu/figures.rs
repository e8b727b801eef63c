//! Every figure of a card: value with unit, evidence, confidence and source.

use std::cell::RefCell;

use catalog::{Cooling, Evidence, GpuEntry, GpuForm, Price};
use engine::hardware::NvlinkReach;
use leptos::prelude::*;
use wording::format;

use super::super::gpus::confidence;
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
#[derive(Default)]
pub struct Sources(RefCell<Vec<&'static str>>);

impl Sources {
    /// The number of a source as readers see it.
    pub fn cite(&self, source: &'static str) -> usize {
        let mut known = self.0.borrow_mut();
        let place = known.iter().position(|other| *other == source).unwrap_or_else(|| {
            known.push(source);
            known.len() - 1
        });
        place + 1
    }
}

/// A link to a source by its number.
pub fn citation(number: usize) -> AnyView {
    view! { <a href=format!("#source-{number}")>{format!("[{number}]")}</a> }.into_any()
}

/// The sources that were named, by number.
pub fn list(sources: &Sources, locale: Locale) -> AnyView {
    let all = sources.0.borrow();
    let notes: Vec<_> =
        (1..).zip(all.iter()).map(|(number, source)| view! { <li id=format!("source-{number}")>{*source}</li> }).collect();
    view! {
        <h2 id="sources">{text::sources(locale)}</h2>
        <ol class="notes-of-sources">{notes}</ol>
    }
    .into_any()
}

/// Draws the figures, each with its source.
pub fn section(gpu: &'static GpuEntry, sources: &Sources, locale: Locale) -> AnyView {
    let rows: Vec<_> = figures(gpu, sources, locale).into_iter().map(row).collect();
    view! {
        <h2 id="figures">{text::figures(locale)}</h2>
        <div class="scroll" tabindex="0" role="region" aria-label=text::figures(locale)>
            <table class="catalog evidence" data-testid="figures">
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
    }
    .into_any()
}

fn row(figure: Figure) -> AnyView {
    let note = figure.note.map(|note| view! { " " <span class="fine">{note}</span> });
    let source = figure.source.map(citation);
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
    let (of_core, of_tensors) = gpu.source.split_once(OF_TENSORS).unwrap_or((gpu.source, gpu.source));
    let trusted = |evidence: &str| {
        let confidence = text::confidence_of(locale, confidence(gpu.confidence, locale));
        format!("{evidence}{}{confidence}", locale.pick(", ", "，"))
    };
    let core = |label: &'static str, value: String, note: Option<String>| Figure {
        label,
        value,
        note,
        evidence: trusted(text::vendor_figure(locale)),
        source: Some(sources.cite(of_core)),
    };
    let mib = format::mib(spec.memory);
    let usable = if spec.memory_is_measured { text::read_off_driver(locale) } else { text::nominal_figure(locale) };
    let in_gib = format::fine_gib(spec.memory.as_gib());
    let mut rows = vec![
        core(text::box_memory(locale), format!("{} GB {}", gpu.marketing_gb, gpu.memory_type), None),
        Figure { evidence: trusted(usable), ..core(wording::card_capacity(locale), mib, Some(in_gib)) },
        core(text::memory_bandwidth(locale), format::exact_rate(spec.memory_bandwidth), None),
    ];
    rows.extend(spec.l2.map(|cache| core(text::last_cache(locale), format::bytes(cache), None)));
    rows.push(core(text::fp32_rate(locale), format::tflops(spec.fp32), None));
    for (label, known) in
        [(text::tf32_rate(locale), spec.tf32), (text::fp16_rate(locale), spec.fp16), (text::bf16_rate(locale), spec.bf16)]
    {
        rows.push(match known {
            Some(known) => Figure {
                evidence: trusted(of_evidence(gpu.tensor_evidence, locale)),
                source: Some(sources.cite(of_tensors)),
                ..core(label, format::tflops(known), None)
            },
            None => bare(label, text::not_there(locale)),
        });
    }
    if let Some(capability) = spec.compute_capability {
        let version = format!("{}.{}", capability / 10, capability % 10);
        rows.push(core(text::compute_capability(locale), version, None));
    }
    let link = format!("PCI Express {}.0 x{}", spec.pcie.generation, spec.pcie.lanes);
    rows.push(core(text::host_link(locale), link, Some(format::exact_rate(spec.pcie.bandwidth()))));
    rows.push(match spec.nvlink {
        Some(rate) => {
            let reach = match spec.nvlink_reach {
                NvlinkReach::Bridge { cards: 2 } => text::to_one_card(locale).to_owned(),
                NvlinkReach::Bridge { cards } => text::to_bridged_cards(locale, &cards.to_string()),
                NvlinkReach::Node => text::to_all_cards(locale).to_owned(),
            };
            core(text::card_link(locale), format::exact_rate(rate), Some(reach))
        }
        None => core(text::card_link(locale), text::no_link(locale).to_owned(), None),
    });
    rows.push(power(gpu, core, locale));
    rows.extend(body(gpu, sources, core, locale));
    rows.push(price(gpu, text::price(locale), gpu.price, sources, locale));
    rows.push(price(gpu, text::launch_price(locale), gpu.launch_price, sources, locale));
    rows
}

/// A figure with up to two decimals, and no zeros behind them.
fn exact(value: f64) -> String {
    format::trimmed(value, 2)
}

/// A row that says that there is no figure.
fn bare(label: &'static str, value: &'static str) -> Figure {
    Figure { label, value: value.to_owned(), note: None, evidence: String::new(), source: None }
}

const fn of_evidence(evidence: Evidence, locale: Locale) -> &'static str {
    match evidence {
        Evidence::Opened => text::opened(locale),
        Evidence::Derived => text::derived(locale),
        Evidence::Recalled => text::recalled(locale),
        Evidence::None => "",
    }
}

fn power(gpu: &GpuEntry, core: impl Fn(&'static str, String, Option<String>) -> Figure, locale: Locale) -> Figure {
    let watts = gpu.spec.tdp.get();
    if watts <= 0.0 {
        return bare(text::board_power(locale), text::unknown(locale));
    }
    let share = (gpu.devices_per_board > 1).then(|| text::share_of_board(locale, &gpu.devices_per_board.to_string()));
    core(text::board_power(locale), format!("{} W", exact(watts)), share)
}

/// What it needs of the case and the power supply; what no source of its own has is the core figures'.
fn body(
    gpu: &'static GpuEntry,
    sources: &Sources,
    core: impl Fn(&'static str, String, Option<String>) -> Figure,
    locale: Locale,
) -> Vec<Figure> {
    let body = &gpu.body;
    let row = |label: &'static str, value: String, note: Option<String>| {
        let row = core(label, value, note);
        Figure { source: body.source.map(|source| sources.cite(source)).or(row.source), ..row }
    };
    let form = match body.form {
        GpuForm::Card => text::form_card(locale),
        GpuForm::Sxm => text::form_sxm(locale),
        GpuForm::Oam => text::form_oam(locale),
        GpuForm::Superchip => text::form_superchip(locale),
        GpuForm::Computer => text::form_computer(locale),
    };
    let cooling = match body.cooling {
        Cooling::Fans => text::cooled_by_fans(locale),
        Cooling::Blower => text::cooled_by_blower(locale),
        Cooling::Passive => text::cooled_by_chassis(locale),
        Cooling::Server => text::cooled_by_server(locale),
    };
    let mut rows = vec![row(text::mounted(locale), form.to_owned(), None), row(text::cooling(locale), cooling.to_owned(), None)];
    let partners = body.partner_cards.map(|cards| {
        text::partner_cards(locale, &exact(cards.median_length_mm), &exact(cards.longest_mm), &exact(cards.most_slots))
    });
    let sizes: Vec<String> = body
        .slot_width
        .map(|slots| text::slots(locale, &exact(slots)))
        .into_iter()
        .chain(body.length_mm.map(|length| format!("{} mm", exact(length))))
        .collect();
    if !sizes.is_empty() || partners.is_some() {
        let size = if sizes.is_empty() { text::unknown(locale).to_owned() } else { sizes.join(locale.pick(", ", "，")) };
        rows.push(row(text::size(locale), size, partners));
    }
    rows.extend(body.connectors.map(|connectors| row(text::connectors(locale), connectors.to_owned(), None)));
    rows.extend(body.system_power.map(|system| Figure {
        source: Some(sources.cite(system.source)),
        ..row(text::recommended_supply(locale), format!("{} W", exact(system.power.get())), None)
    }));
    rows
}

fn price(gpu: &GpuEntry, label: &'static str, price: Option<Price>, sources: &Sources, locale: Locale) -> Figure {
    let Some(price) = price else { return bare(label, text::unknown(locale)) };
    let board = (gpu.devices_per_board > 1).then(|| text::price_of_board(locale, &gpu.devices_per_board.to_string()));
    Figure {
        label,
        value: format::dollars(price.usd),
        note: board,
        evidence: format!("{}{}{}", text::history(locale), colon(locale), price.date),
        source: Some(sources.cite(price.source)),
    }
}
