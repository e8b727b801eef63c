//! One model on two to six machines side by side: the address is that of the page about running, with a `with` for each further
//! machine.

use std::collections::{BTreeMap, BTreeSet};

use api::compare::address::{self, WITH};
use api::compare::{RunMeasure, neighbors, run_comparison, run_faults};
use engine::units::{Bytes, SECONDS_PER_HOUR, Seconds};
use leptos::prelude::*;
use scenario::FieldError;
use scenario::query;
use wire::v1::choices::{ServingEngine, WeightsFormat};
use wire::v1::compare::{ComparedRun, RunComparison, RunSpeed};
use wire::v1::{Prices, Scenario};
use wording::{format, price_in_words};

use super::form::list;
use super::reading::ADD;
use super::table::{Cell, Group, Row, body};
use crate::components::{hidden, scroll};
use crate::context::request_origin;
use crate::fields::Catalog;
use crate::head::{Meta, Title};
use crate::locale::{Locale, colon};
use crate::messages::{compare as text, run, shared};
use crate::pages::bom::own::end_of_query;
use crate::pages::run::address as run_page;
use crate::pages::run::standing::Standing;
use crate::pages::shared::settings::decided;
use crate::view::inside;
use markup::{Element, classed, el};

/// What an address asks to compare.
struct Asked {
    scenarios: Vec<Scenario>,
    errors: Vec<FieldError>,
    /// Whether the machines beside the first one are a proposal.
    is_suggested: bool,
    prices: Prices,
}

impl Asked {
    fn read(encoded: &str) -> Self {
        let (prices, price_faults) = scenario::prices::from_query(query::decode(encoded));
        let prices = if price_faults.is_empty() { prices } else { Prices::default() };
        // What a machine is used for and sold for has no part in it.
        let prices = Prices { hours_per_day: None, days_per_year: None, resale: BTreeMap::default(), ..prices };
        let named = |(name, text): (String, String)| if name == ADD { (WITH.to_owned(), text) } else { (name, text) };
        let pairs: Vec<(String, String)> = query::decode(encoded).map(named).collect();
        let address = address::parse(&query::encode(pairs.iter().map(|(name, text)| (name.as_str(), text.as_str()))));
        let mut scenarios = address.scenarios();
        let is_suggested = scenarios.len() == 1 && !address.says_with;
        if is_suggested {
            scenarios.extend(neighbors(&scenarios[0]));
        }
        let mut errors = [address.errors(), price_faults].concat();
        if errors.is_empty() {
            errors = run_faults(&scenarios);
        }
        Self { scenarios, errors, is_suggested, prices }
    }

    /// The encoded query of some of the machines.
    fn query(&self, scenarios: &[Scenario]) -> String {
        format!("{}{}", address::to_string(scenarios, &[]), end_of_query(&self.prices))
    }
}

/// Draws the page.
pub fn page(encoded: &str, locale: Locale) -> AnyView {
    let asked = Asked::read(encoded);
    let model = asked.scenarios.first().map(crate::planner::results::model_of).unwrap_or_default();
    let compared = asked.errors.is_empty().then(|| run_comparison(&asked.scenarios, &asked.prices, locale));
    let answer = match compared {
        Some(Ok(found)) => answer(&asked, &found, locale),
        Some(Err(problem)) => vec![classed("p", "remedy").with(problem.told_in(locale).detail)],
        None => faults(&asked.errors, locale),
    };
    let suggested = asked.is_suggested.then(|| classed("p", "fine").with(text::run_suggested(locale)));
    let page = el("div")
        .with(el("h1").with(text::run_heading(locale, &model)))
        .with(classed("p", "lead").with(text::run_about(locale)))
        .with(suggested)
        .with(form(&asked, locale))
        .with(answer);
    view! {
        <Title text=format!("{} · Rigwise", text::run_title(locale)) />
        <Meta name="description" content=text::run_description(locale) />
        <Meta name="robots" content="noindex" />
        <section class="prose wide compare">{inside(&page)}</section>
    }
    .into_any()
}

/// What is wrong, machine by machine.
fn faults(errors: &[FieldError], locale: Locale) -> Vec<Element> {
    let line = |error: &FieldError| {
        let (machine, pointer) = match error.pointer.strip_prefix("/scenarios/").and_then(|rest| rest.split_once('/')) {
            Some((place, rest)) => (place.parse::<u64>().ok().map(|place| format!("{}. ", place + 1)), format!("/{rest}")),
            None => (None, error.pointer.clone()),
        };
        let label = crate::faults::label(&pointer, locale);
        let label = format!("{}{label}{}", machine.unwrap_or_default(), colon(locale));
        el("li").with(el("strong").with(label)).with(crate::faults::detail(error, locale))
    };
    let lines: Vec<Element> = errors.iter().map(line).collect();
    vec![classed("ul", "notes").attr("data-testid", "errors").attr("role", "alert").with(lines)]
}

/// A card to add, and a tick for each further machine.
fn form(asked: &Asked, locale: Locale) -> Element {
    let Some((first, others)) = asked.scenarios.split_first() else { return el("div") };
    let field = |name: &str, value: String| el("input").attr("type", "hidden").attr("name", name.to_owned()).attr("value", value);
    let kept: Vec<Element> = query::to_query(first, &[]).into_iter().map(|(name, value)| field(&name, value)).collect();
    let prices: Vec<Element> =
        query::decode(end_of_query(&asked.prices).trim_start_matches('&')).map(|(name, value)| field(&name, value)).collect();
    let ticks: Vec<Element> = others
        .iter()
        .enumerate()
        .map(|(place, other)| {
            let id = format!("f-machine-{}", place + 1);
            let tick = el("input").attr("type", "checkbox").attr("name", WITH).attr("id", id).flag("checked", true);
            let tick = tick.attr("value", address::variant(first, other));
            el("label").with(tick).with(format!(" {}. {}", place + 2, card(other)))
        })
        .collect();
    let add = list(Catalog::Gpus, None, Some(text::add_none(locale)), locale).attr("id", "f-add").attr("name", ADD);
    let field_of = |label: Element, control: Element| classed("div", "field wide").with(label).with(el("div").with(control));
    let ticks = classed("div", "field wide")
        .attr("role", "group")
        .attr("aria-labelledby", "n-others")
        .with(classed("span", "label").attr("id", "n-others").with(text::keep(locale)))
        .with(classed("div", "ticks").with(ticks));
    classed("form", "card compare-form")
        .attr("method", "get")
        .attr("action", "/compare")
        .with(el("div").flag("hidden", true).with(kept).with(prices).with(field(WITH, String::new())))
        .with(
            el("fieldset")
                .with(el("legend").with(text::run_change(locale)))
                .with(ticks)
                .with(field_of(el("label").attr("for", "f-add").with(text::add(locale)), add)),
        )
        .with(classed("p", "form-end").with(el("button").attr("type", "submit").with(text::submit(locale))))
}

/// A scenario's card, as the catalog or its author calls it.
fn card(scenario: &Scenario) -> String {
    let count = scenario.hardware.gpu_count.unwrap_or(1);
    let title = crate::planner::results::title_of(scenario, count);
    title.split_once(" · ").map_or(title.clone(), |(_, card)| card.to_owned())
}

fn answer(asked: &Asked, found: &RunComparison, locale: Locale) -> Vec<Element> {
    let groups = [running(found, locale), cost(found, locale), settings(asked, found, locale), notes(found, locale)];
    let bodies: Vec<Element> = groups
        .iter()
        .filter(|group| !group.rows.is_empty())
        .map(|group| body(group, &group.rows.iter().collect::<Vec<_>>(), found.scenarios.len()))
        .collect();
    let table = classed("table", "comparison").attr("data-testid", "comparison").with(heads(asked, found, locale)).with(bodies);
    let call = format!("curl '{}/api/v1/compare?{}'", request_origin(), asked.query(&asked.scenarios));
    vec![
        el("h2").with(text::side_by_side(locale)),
        scroll(text::side_by_side(locale), table),
        classed("p", "fine").with(text::run_best_about(locale)),
        el("h2").with(text::call(locale)),
        classed("pre", "call").attr("tabindex", "0").with(el("code").with(call)),
    ]
}

fn heads(asked: &Asked, found: &RunComparison, locale: Locale) -> Element {
    let columns = found.scenarios.iter().zip(&asked.scenarios).enumerate().map(|(place, (side, scenario))| {
        let prices = end_of_query(&asked.prices);
        let open = el("a")
            .attr("href", run_page(&format!("{}{prices}", query::to_string(scenario, &[]))))
            .attr("aria-label", text::run_open(locale, &side.label))
            .with(run::to_answer(locale));
        let remove = (asked.scenarios.len() > 2).then(|| {
            let mut rest = asked.scenarios.clone();
            rest.remove(place);
            let link = el("a").attr("href", format!("/compare?{}", asked.query(&rest))).attr("rel", "nofollow");
            (" · ", link.attr("aria-label", text::remove_of(locale, &side.label)).with(text::remove(locale)))
        });
        let links = classed("span", "fine screen-only").with(open).with(remove);
        el("th").attr("scope", "col").with(classed("span", "what").with(format!("{}. {}", place + 1, side.label))).with(links)
    });
    let corner = el("td").with(hidden(text::measure(locale)));
    el("thead").with(el("tr").with(corner).with(columns.collect::<Vec<_>>()))
}

/// A row of a figure; where not all share the best, those that have it say so.
fn row(
    label: &'static str,
    measure: Option<RunMeasure>,
    found: &RunComparison,
    locale: Locale,
    cell: impl Fn(&ComparedRun) -> Option<(String, Option<String>)>,
) -> Option<Row> {
    let cells: Vec<Option<(String, Option<String>)>> = found.scenarios.iter().map(cell).collect();
    cells.iter().any(Option::is_some).then(|| {
        let best = measure
            .and_then(|measure| found.best.iter().find(|best| best.pointer == measure.pointer()))
            .map_or(&[][..], |best| &best.scenarios);
        let is_best = |place: usize| best.len() < cells.len() && best.contains(&(place as u64));
        let drawn = cells.iter().enumerate().map(|(place, cell)| {
            let (text, fine) = cell.clone().unwrap_or_else(|| ("–".to_owned(), None));
            Cell { text, fine, best: is_best(place), ..Cell::default() }
        });
        Row { label, cells: drawn.collect(), best: text::best(locale) }
    })
}

fn running(found: &RunComparison, locale: Locale) -> Group {
    let time = |seconds: f64| format::measured_time(Seconds::new(seconds), locale);
    let tokens = |side: &ComparedRun| match side.speed {
        RunSpeed::Tokens(speed) if side.fits && !side.is_overloaded() => Some(speed),
        _ => None,
    };
    let passes = |side: &ComparedRun| match side.speed {
        RunSpeed::Passes(speed) if side.fits => Some(speed),
        _ => None,
    };
    let plain = |text: String| Some((text, None));
    let rows = [
        row(crate::messages::results::verdict(locale), None, found, locale, |side| {
            plain(Standing::of_compared(side).word(locale).to_owned())
        }),
        row(text::run_way(locale), None, found, locale, |side| {
            let serving = &side.inputs.serving;
            let words = [serving.engine.map(ServingEngine::as_str), serving.weights_format.map(WeightsFormat::as_str)];
            plain(words.into_iter().flatten().collect::<Vec<_>>().join(" · "))
        }),
        row(run::memory(locale), None, found, locale, |side| {
            let [used, capacity] = [side.vram.device_peak_bytes, side.vram.capacity_bytes].map(Bytes);
            plain(format!("{} / {}", format::gib_number(used), format::gib(capacity)))
        }),
        row(shared::run_most_requests(locale), Some(RunMeasure::Concurrency), found, locale, |side| {
            plain(format::count(side.limits.max_concurrency))
        }),
        row(shared::run_longest(locale), Some(RunMeasure::Context), found, locale, |side| {
            plain(format::count(side.limits.max_context?))
        }),
        row(run::speed(locale), Some(RunMeasure::Pace), found, locale, |side| {
            let [low, high] = tokens(side)?.decode_range.map(format::concise);
            Some((format::concise(tokens(side)?.decode_tokens_per_second), Some(run::likely(locale, &low, &high))))
        }),
        row(run::after_total(locale), Some(RunMeasure::Total), found, locale, |side| {
            let speed = tokens(side)?;
            Some((format::concise(speed.total_tokens_per_second), Some(run::at_once(locale, &format::count(speed.concurrency)))))
        }),
        row(run::first(locale), Some(RunMeasure::FirstToken), found, locale, |side| {
            plain(time(tokens(side)?.time_to_first_token_seconds))
        }),
        row(run::pictures(locale), Some(RunMeasure::Images), found, locale, |side| {
            plain(format::concise(passes(side)?.images_per_second?))
        }),
        row(run::videos_an_hour(locale), Some(RunMeasure::Videos), found, locale, |side| {
            plain(format::concise(passes(side)?.videos_per_second? * SECONDS_PER_HOUR))
        }),
        row(run::hours_an_hour(locale), Some(RunMeasure::Audio), found, locale, |side| {
            plain(format::concise(passes(side)?.audio_seconds_per_second?))
        }),
        row(run::texts(locale), Some(RunMeasure::Texts), found, locale, |side| {
            plain(format::concise(passes(side)?.texts_per_second?))
        }),
        row(text::ram(locale), Some(RunMeasure::Ram), found, locale, |side| {
            let [needed, installed] = [side.ram.peak_bytes, side.ram.installed_bytes].map(Bytes);
            plain(format!("{} / {}", format::gib_number(needed), format::gib(installed)))
        }),
    ];
    Group { name: text::run_group(locale), rows: rows.into_iter().flatten().collect() }
}

fn cost(found: &RunComparison, locale: Locale) -> Group {
    let rows = [
        row(text::price(locale), Some(RunMeasure::Price), found, locale, |side| {
            let price = side.price.as_ref()?;
            let words = price_in_words(price, |amount| format::whole_money(amount, &price.currency), locale);
            Some((words, price.as_of.as_ref().map(|month| text::price_as_of(locale, month))))
        }),
        row(run::buy_energy(locale), Some(RunMeasure::Energy), found, locale, |side| {
            let kwh = side.tokens.as_ref()?.kwh_per_million_tokens?;
            Some((format!("{} kWh", format::decimal(kwh, 2)), None))
        }),
    ];
    Group { name: text::group_cost(locale), rows: rows.into_iter().flatten().collect() }
}

/// Every setting that differs, or that somebody named.
fn settings(asked: &Asked, found: &RunComparison, locale: Locale) -> Group {
    let columns: Vec<_> =
        found.scenarios.iter().zip(&asked.scenarios).map(|(side, asked)| decided(asked, &side.inputs, locale)).collect();
    let mut names: Vec<&'static str> = columns.iter().flatten().map(|(name, ..)| *name).collect();
    let mut seen = BTreeSet::new();
    names.retain(|name| seen.insert(*name));
    let rows = names.into_iter().map(|name| {
        let cells = columns.iter().map(|column| {
            let value = column.iter().find(|(other, ..)| *other == name).map(|(_, value, _)| value.clone());
            Cell { text: value.unwrap_or_else(|| "–".to_owned()), ..Cell::default() }
        });
        Row { label: name, cells: cells.collect(), best: "" }
    });
    Group { name: text::group_settings(locale), rows: rows.collect() }
}

/// What is said of the answers and of orders.
fn notes(found: &RunComparison, locale: Locale) -> Group {
    let cells = found.scenarios.iter().map(|side| {
        let said = side.notes.iter().chain(&side.order_notes).map(|note| note.detail.clone());
        Cell { items: said.collect(), ..Cell::default() }
    });
    let cells: Vec<Cell> = cells.collect();
    let is_said = cells.iter().any(|cell| !cell.items.is_empty());
    let row = is_said.then(|| Row { label: text::group_notes(locale), cells, best: "" });
    Group { name: text::group_notes(locale), rows: row.into_iter().collect() }
}
