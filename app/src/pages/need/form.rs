//! The form: what is trained, what it may cost or take, what the machine must suit, and what is there already.

use scenario::prices::OWN;
use wire::Locale;
use wire::v1::choices::{CaseStyle, Circuit, Vendor};
use wording::format;
use workstation::machines;

use super::asked::Asked;
use super::fields::{detail, field, field_of, number, with_own};
use super::owned;
use crate::context::request_path;
use crate::faults;
use crate::fields::controls::{list, products};
use crate::fields::{Catalog, Field, Kind, Text, by_name};
use crate::locale::colon;
use crate::messages::{bom_money, need as text};
use crate::plan::words::{model_name, value_text};
use markup::{Element, classed, el, text_area};

/// Where the answer stands on the page: whoever asks sees it at once.
pub const ANSWER: &str = "machines";
/// Deadlines to choose from, in seconds: an hour to a month.
const DEADLINES: [u64; 9] = [3600, 14_400, 43_200, 86_400, 172_800, 259_200, 604_800, 1_209_600, 2_592_000];
/// Numbers of cards to choose from.
const CARDS: [u64; 4] = [1, 2, 4, 8];
/// The planner's fields that describe a workload.
const WORKLOAD: [&str; 8] = ["model", "samples", "epochs", "image", "seq", "method", "precision", "batch"];
/// Currencies to choose from; others are taken by their codes.
const CURRENCIES: [(&str, Text); 13] = [
    ("USD", text::usd),
    ("CNY", text::cny),
    ("EUR", text::eur),
    ("GBP", text::gbp),
    ("JPY", text::jpy),
    ("KRW", text::krw),
    ("INR", text::inr),
    ("TWD", text::twd),
    ("HKD", text::hkd),
    ("SGD", text::sgd),
    ("CAD", text::cad),
    ("AUD", text::aud),
    ("CHF", text::chf),
];

/// Draws the form with what was asked in it.
pub fn form(asked: &Asked, locale: Locale) -> Element {
    let mut workload: Vec<Element> =
        WORKLOAD.iter().filter_map(|name| by_name(name)).map(|field| of_workload(field, asked, locale)).collect();
    workload.push(classed("p", "fine wide").with(text::workload_about(locale)));
    let hidden =
        |name: &str, text: &str| el("input").attr("type", "hidden").attr("name", name.to_owned()).attr("value", text.to_owned());
    let kept: Vec<Element> = asked.kept().into_iter().map(|(name, text)| hidden(name, text)).collect();
    let group = |legend: &'static str, fields: Vec<Element>| el("fieldset").with(el("legend").with(legend)).with(fields);
    classed("form", "card need-form")
        .attr("method", "get")
        .attr("action", format!("{}#{ANSWER}", request_path()))
        .with(hidden("v", scenario::query::VERSION))
        .with(kept)
        .with(group(text::workload(locale), workload))
        .with(group(text::limits(locale), money(asked, locale)))
        .with(group(text::wishes(locale), wishes(asked, locale)))
        .with(owned::fold(asked, locale))
        .with(own_prices(asked, locale))
        .with(kept_line(asked, locale))
        .with(
            classed("p", "form-end")
                .with(el("button").attr("type", "submit").attr("data-testid", "find").with(text::find(locale))),
        )
}

/// Budget, currency and its rate, deadline.
fn money(asked: &Asked, locale: Locale) -> Vec<Element> {
    let deadline = asked.scenario.constraints.deadline_seconds.map(|seconds| seconds.round() as u64);
    // What is no time stays as it was typed.
    let chosen = deadline.map(|seconds| seconds.to_string()).or_else(|| asked.typed("deadline").map(str::to_owned));
    let times = with_own(&DEADLINES, deadline);
    let times = times.into_iter().map(|seconds| (seconds.to_string(), format::spelled_time(seconds as f64, locale)));
    let typed = asked.typed("currency").map(str::to_ascii_uppercase);
    let currencies = CURRENCIES.iter().map(|(code, name)| ((*code).to_owned(), name(locale).to_owned()));
    let currency = list("currency", None, typed.as_deref(), currencies);
    let rate = number("per_usd", asked, text::rate_open(locale).to_owned()).attr("aria-describedby", "e-per_usd rate-about");
    vec![
        field("budget", text::budget(locale), number("budget", asked, text::no_budget(locale).to_owned()), asked, locale),
        field("currency", text::currency(locale), currency, asked, locale),
        field("per_usd", text::rate(locale), rate, asked, locale),
        field(
            "deadline",
            text::deadline(locale),
            list("deadline", Some(text::no_deadline(locale).into()), chosen.as_deref(), times),
            asked,
            locale,
        ),
        classed("p", "fine wide").attr("id", "rate-about").with(text::rate_about(locale)),
    ]
}

/// Number of cards, circuit, case, brands.
fn wishes(asked: &Asked, locale: Locale) -> Vec<Element> {
    let cards = with_own(&CARDS, asked.scenario.constraints.max_gpus);
    let cards = cards.into_iter().map(|count| (count.to_string(), count.to_string()));
    let circuits = Circuit::ALL.iter().filter_map(|word| {
        let machines::Circuit { carries, volts, amperes } = machines::Circuit::of(*word)?;
        let watts = format::decimal(carries.get(), 0);
        Some((word.as_str().to_owned(), text::circuit_of(locale, &volts.to_string(), &amperes.to_string(), &watts)))
    });
    let most = list("max_gpus", Some(text::no_limit(locale).into()), asked.typed("max_gpus"), cards);
    let circuit = list("circuit", Some(text::any_circuit(locale).into()), asked.typed("circuit"), circuits);
    let cases = CaseStyle::ALL.iter().map(|style| (style.as_str().to_owned(), text::case_of(*style, locale).to_owned()));
    let case = list("case", Some(text::any_case(locale).into()), asked.typed("case"), cases);
    vec![
        field("max_gpus", text::max_gpus(locale), most, asked, locale),
        field("circuit", text::circuit(locale), circuit, asked, locale),
        field("case", text::case(locale), case, asked, locale),
        brands(asked, locale),
    ]
}

/// A table of the reader's own prices, folded where there is none.
fn own_prices(asked: &Asked, locale: Locale) -> Element {
    let typed = asked.typed(OWN).unwrap_or_default();
    let area = text_area(OWN, "4", typed)
        .attr("spellcheck", "false")
        .attr("aria-describedby", "e-own_prices own-prices-about")
        .attr("placeholder", "id,unit_price");
    let fields = vec![
        field_of("field wide", OWN, bom_money::own(locale), area, asked, locale),
        classed("p", "fine wide").attr("id", "own-prices-about").with(text::own_prices_about(locale)),
    ];
    el("details")
        .flag("open", !typed.is_empty())
        .attr("data-testid", "own-prices")
        .with(el("summary").with(text::own_prices(locale)))
        .with(el("fieldset").attr("aria-label", text::own_prices(locale)).with(fields))
}

/// A box to tick for each maker.
fn brands(asked: &Asked, locale: Locale) -> Element {
    let left_out = asked.scenario.constraints.excluded_vendors.clone().unwrap_or_default();
    let boxes: Vec<Element> = Vendor::ALL
        .iter()
        .map(|vendor| {
            let tick = el("input")
                .attr("type", "checkbox")
                .attr("name", "without")
                .attr("value", vendor.as_str())
                .flag("checked", left_out.contains(vendor));
            el("label").with(tick).with(" ").with(maker(*vendor))
        })
        .collect();
    let fault = asked.fault("without").map(|error| detail(error, &asked.purse, locale));
    classed("div", "field brands")
        .attr("id", "n-without")
        .attr("role", "group")
        .attr("aria-labelledby", "without-label")
        .with(classed("span", "label").attr("id", "without-label").with(text::without(locale)))
        .with(classed("div", "ticks").with(boxes))
        .with(classed("p", "field-error").attr("id", "e-without").with(fault))
}

/// A maker's name, the same in every language.
pub const fn maker(vendor: Vendor) -> &'static str {
    match vendor {
        Vendor::Nvidia => "NVIDIA",
        Vendor::Amd => "AMD",
        Vendor::Intel => "Intel",
        Vendor::Huawei => "Huawei",
        Vendor::Apple => "Apple",
    }
}

/// A field of the planner, by the same name; what is taken where it is left empty stands in it.
fn of_workload(of: &'static Field, asked: &Asked, locale: Locale) -> Element {
    let assumed = asked.assumed.as_ref();
    let typed = asked.typed(of.name);
    let control = match of.kind {
        Kind::Catalog(catalog) => models(catalog, asked, locale),
        Kind::Words(words) => {
            let single = match asked.scenario.constraints.methods.as_deref() {
                Some([method]) if of.name == "method" => Some(method.as_str()),
                _ => None,
            };
            let words = words.iter().map(|(word, name)| ((*word).to_owned(), name(locale).to_owned()));
            list(of.name, Some(text::chosen(locale).into()), typed.or(single), words)
        }
        _ if of.name == "batch" => number(of.name, asked, text::chosen(locale).to_owned()),
        _ => {
            let value = assumed.map(|assumed| value_text(of, assumed, locale));
            let open = match value {
                Some(Some(value)) => text::assumed(locale, &value),
                Some(None) => text::unread(locale).to_owned(),
                None => String::new(),
            };
            number(of.name, asked, open)
        }
    };
    let class = if of.name == "model" { "field wide" } else { "field" };
    field_of(class, of.name, (of.label)(locale), control, asked, locale)
}

/// The list of models; one by its own configuration, which travels along, is in no list.
fn models(catalog: Catalog, asked: &Asked, locale: Locale) -> Element {
    let own = asked.scenario.model.config.is_some().then(|| {
        let name = model_name(&asked.scenario, locale);
        el("option").attr("value", scenario::form::OWN_MODEL).flag("selected", true).with(name)
    });
    let chosen = asked.typed("model").or(asked.scenario.model.id.as_deref()).filter(|_| own.is_none());
    products(catalog, "model", chosen, own, locale)
}

/// What the link asks beside the form, and the way to do without it.
fn kept_line(asked: &Asked, locale: Locale) -> Option<Element> {
    let kept = asked.kept();
    if kept.is_empty() {
        return None;
    }
    let said: Vec<String> = kept
        .iter()
        .filter_map(|(name, text)| {
            let pointer = scenario::fields::Field::by_name(name)?.pointer;
            Some(format!("{} {text}", faults::label(pointer, locale)))
        })
        .collect();
    let rest = asked.pairs.iter().filter(|(name, _)| kept.iter().all(|(other, _)| other != name));
    let rest = scenario::query::encode(rest.map(|(name, text)| (name.as_str(), text.as_str())));
    let without = el("a").attr("href", format!("{}?{rest}", request_path())).attr("rel", "nofollow").with(text::kept_out(locale));
    let line = [text::kept(locale), colon(locale), &said.join(locale.pick(", ", "、"))].concat();
    Some(classed("p", "fine").attr("data-testid", "kept").with(line).with(" · ").with(without))
}
