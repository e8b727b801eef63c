//! A machine: its parts with prices, the settings that the run takes on it, and all machines in one table.

use wire::Locale;
use wire::v1::Scenario;
use wire::v1::bom::Price;
use wire::v1::prices::Currency;
use wording::{format, price_age, price_in_words};
use workstation::machines;
use workstation::machines::{Build, Label, Machine, Part, PartKind, Purse};

use super::anchor::anchor;
use super::asked::Asked;
use super::run::{self, pin_machine};
use crate::components::{head, row_head, scroll};
use crate::fields::by_name;
use crate::locale::colon;
use crate::messages::{bom as bom_text, bom_link, need as text};
use crate::pages::bom;
use crate::plan::words::value_text;
use markup::{Element, classed, el};

/// Settings worth telling, by the planner's names.
const SETTINGS: [&str; 10] =
    ["method", "precision", "optimizer", "batch", "accumulation", "checkpointing", "sharding", "offload", "workers", "ram"];

/// Draws a machine that is the best in something.
pub fn card(asked: &Asked, place: usize, labels: &[Label], machine: &Machine, locale: Locale) -> Element {
    let build = &machine.build;
    let price = machines::price(build);
    let name = name(build);
    let testid = format!("machine-{}", labels.first().map_or("", |label| label.as_str()));
    let pinned = pin_machine(asked, build);
    let rows: Vec<Element> = build.parts.iter().map(|part| row(part, part.owned(build.owned()), &asked.purse, locale)).collect();
    let settings: Vec<Element> = SETTINGS.iter().filter_map(|field| setting(field, &pinned, locale)).collect();
    let order = format!("{}{}{name}", bom_link::link(locale), colon(locale));
    let caption = format!("{}{}{name}", text::parts(locale), colon(locale));
    let run = run::told(&pinned, locale).map(|run| classed("span", "fine").with(text::for_run(locale, &run)));
    let figures = classed("p", "figures")
        .with(el("strong").with(price_in_words(&price, |usd| asked.purse.told(usd), locale)))
        .with(outdated(&price, locale))
        .with(el("span").with(format::spelled_time(build.run_seconds(), locale)).with(" ").with(run));
    let table = el("table").with(head(&[text::part(locale), text::price(locale)])).with(el("tbody").with(rows));
    let open = classed("a", "button")
        .attr("href", format!("{}{}", href("/plan", &pinned), with_prices(asked)))
        .attr("aria-label", text::open_plan_of(locale, &name))
        .with(text::open_plan(locale));
    let bill = el("a")
        .attr("href", format!("{}{}", href("/bom", &pinned), with_prices(asked)))
        .attr("rel", "nofollow")
        .attr("aria-label", order)
        .with(bom_link::link(locale));
    classed("article", "card machine")
        .attr("id", anchor(place, labels))
        .attr("data-testid", testid)
        .with(classed("p", "kicker").with(spoken_labels(labels, locale)))
        .with(el("h3").with(name))
        .with(figures)
        .with(classed("p", "fine").with(about(&price, locale)))
        .with(el("p").with(sentence(&machines::label_why(machine, &asked.purse, locale), locale)))
        .with(classed("p", "fine").with(parts_line(build, locale)))
        .with(folded("parts", text::parts_and_prices(locale), scroll(caption, table)))
        .with(folded("settings", text::settings(locale), classed("dl", "settings").with(settings)))
        .with(classed("p", "actions").with(open).with(" ").with(bill))
}

/// What the machine is built around, in a line: its parts without those that only hold the others.
fn parts_line(build: &Build, locale: Locale) -> String {
    let is_named = |part: &&Part| matches!(part.kind, PartKind::Cpu | PartKind::Memory | PartKind::Storage | PartKind::Psu);
    let name = |part: &Part| {
        let name = part_name(part, locale);
        if part.quantity == 1 { name } else { format!("{} × {name}", part.quantity) }
    };
    build.parts.iter().filter(is_named).map(name).collect::<Vec<_>>().join(" · ")
}

fn part_name(part: &Part, locale: Locale) -> String {
    machines::name_on_pages(&machines::part_name(part, locale))
}

fn folded(testid: &'static str, summary: &'static str, body: Element) -> Element {
    classed("details", "more").attr("data-testid", testid).with(el("summary").with(summary)).with(body)
}

/// Draws every machine of the answer with its figures: what the picture shows, in numbers.
pub fn table(asked: &Asked, machines: &[(Vec<Label>, &Machine)], locale: Locale) -> Element {
    let columns = [text::machine(locale), text::label(locale), text::price(locale), text::run_time(locale)];
    let row = |(place, (labels, machine)): (usize, &(Vec<Label>, &Machine))| {
        let build = &machine.build;
        let plan = format!("{}{}", href("/plan", &pin_machine(asked, build)), with_prices(asked));
        let link = el("a").attr("href", plan).with(name(build));
        let why = classed("span", "fine note").with(sentence(&machines::label_why(machine, &asked.purse, locale), locale));
        let price = machines::price(build);
        let words = price_in_words(&price, |usd| asked.purse.told(usd), locale);
        el("tr")
            .attr("id", format!("row-{}", place + 1))
            .attr("data-reason", machine.reason().as_str())
            .with(row_head().with(link))
            .with(el("td").with(spoken_labels(labels, locale)).with(why))
            .with(el("td").attr("data-label", columns[2]).with(words).with(outdated(&price, locale)))
            .with(el("td").attr("data-label", columns[3]).with(format::spelled_time(build.run_seconds(), locale)))
    };
    let rows: Vec<Element> = machines.iter().enumerate().map(row).collect();
    let table =
        classed("table", "catalog offers").attr("data-testid", "machines").with(head(&columns)).with(el("tbody").with(rows));
    scroll(text::machines(locale), table)
}

/// `2 × GeForce RTX 4090`.
pub fn name(build: &Build) -> String {
    if build.cards() == 1 { build.card().to_owned() } else { format!("{} × {}", build.cards(), build.card()) }
}

pub fn spoken_labels(labels: &[Label], locale: Locale) -> String {
    let names: Vec<&str> = labels.iter().map(|label| machines::label_name(*label, locale)).collect();
    match names.split_last() {
        Some((last, several)) if !several.is_empty() => {
            format!("{}{}{last}", several.join(locale.pick(", ", "、")), text::and(locale))
        }
        _ => names.concat(),
    }
}

fn href(page: &str, pinned: &Scenario) -> String {
    format!("{page}?{}", scenario::query::to_string(&without_constraints(pinned), &[]))
}

/// The end of a query that tells the machine's money in the reader's currency and by the reader's prices.
pub fn with_prices(asked: &Asked) -> String {
    let known = Currency::from_word(asked.purse.currency()).zip(asked.purse.rate());
    let mut prices = asked.prices.clone();
    if let Some((currency, rate)) = known {
        prices.currency = Some(currency);
        prices.rates.insert(currency, rate);
    }
    bom::own::end_of_query(&prices)
}

/// Where the first of several machines stand side by side, and how many of them; nowhere with fewer than two.
pub fn comparison(asked: &Asked, machines: &[(Vec<Label>, &Machine)]) -> Option<(String, usize)> {
    let (least, most) = scenario::limits::COMPARE_ITEMS;
    let scenarios = machines.iter().take(most).map(|(_, machine)| without_constraints(&pin_machine(asked, &machine.build)));
    let scenarios: Vec<Scenario> = scenarios.collect();
    let address = || format!("/compare?{}{}", api::compare::address::to_string(&scenarios, &[]), with_prices(asked));
    (scenarios.len() >= least).then(|| (address(), scenarios.len()))
}

/// What the machine was chosen by is no part of the plan that runs on it.
fn without_constraints(pinned: &Scenario) -> Scenario {
    Scenario { constraints: wire::v1::scenario::Constraints::default(), ..pinned.clone() }
}

/// That prices in a sum are old, beside the sum.
fn outdated(price: &Price, locale: Locale) -> Option<Element> {
    machines::outdated_months(price).map(|months| classed("span", "outdated").with(price_age(months, locale)))
}

fn about(price: &Price, locale: Locale) -> Option<String> {
    price.as_of.as_deref().map(|month| text::as_of(locale, month))
}

fn row(part: &Part, owned: u64, purse: &Purse, locale: Locale) -> Element {
    let times = if part.quantity == 1 { String::new() } else { format!("{} × ", part.quantity) };
    let cost = match part.quantity - owned {
        0 => Some(0.0),
        bought => part.price.map(|price| price.usd * bought as f64),
    };
    let price = cost.map_or_else(|| text::unknown(locale).to_owned(), |usd| purse.told(usd));
    let each = part.price.map(|price| {
        let month = price.date.get(..7).unwrap_or(price.date);
        if part.quantity == 1 { month.to_owned() } else { text::price_each(locale, &purse.told(price.usd), month) }
    });
    let note = |words: String| classed("span", "fine note").with(words);
    let notes: Vec<Element> = part.notes.iter().map(|said| note(machines::part_note(said, locale))).collect();
    let there = (owned > 0).then(|| note(machines::owned_note(owned, part.quantity, locale)));
    let source = part.price_source(locale).map(note);
    // One reason is enough to read the list; the rest is there for whoever buys.
    let id = el("code").attr("translate", "no").with(part.id);
    let id = classed("span", "fine note").with(bom_text::id(locale)).with(colon(locale)).with(id);
    let more = classed("details", "more").with(el("summary").with(text::part_notes(locale))).with(notes).with(source).with(id);
    let what = row_head()
        .with(classed("span", "fine").with(machines::part_kind(part.kind, locale)))
        .with(classed("span", "what").with(format!("{times}{}", part_name(part, locale))))
        .with(note(machines::part_reason(&part.reason, locale)))
        .with(there)
        .with(more);
    el("tr").with(what).with(el("td").with(price).with(each.map(note)))
}

fn setting(name: &str, pinned: &Scenario, locale: Locale) -> Option<Element> {
    let field = by_name(name)?;
    let value = value_text(field, pinned, locale)?;
    Some(el("div").with(el("dt").with((field.label)(locale))).with(el("dd").with(value)))
}

/// A clause as a sentence: with a capital and a full stop.
pub fn sentence(clause: &str, locale: Locale) -> String {
    let mut letters = clause.chars();
    let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}{}", letters.as_str(), locale.pick(".", "。"))
}
