//! The form: the machine part by part, what runs on it, and what may be spent.

use scenario::amount::written;
use scenario::parts::PartKind;
use scenario::query;
use wire::v1::bom::Part;
use wire::v1::scenario::GpuChoice;
use wording::format;
use workstation::machines::name_on_pages;

use super::purse::{Purse, SELLS, SPEND};
use crate::context::{path_prefix, request_path, request_query};
use crate::fields::controls::{number, products};
use crate::fields::{Catalog, Text};
use crate::locale::Locale;
use crate::messages::upgrade as text;
use crate::pages::need::fields::products_around;
use crate::plan::Plan;
use markup::{Element, classed, el};

/// Where the answer stands on the page: whoever asks sees it at once.
pub const ANSWER: &str = "upgrades";
/// Parameters that the form has controls for.
const SHOWN: [&str; 7] = ["gpu", "gpus", "cpu", "ram", "storage", "model", "parts"];
/// Parts around the card that are named by one parameter.
const AROUND: [(PartKind, Text); 4] =
    [(PartKind::Board, text::board), (PartKind::Cooler, text::cooler), (PartKind::Psu, text::psu), (PartKind::Case, text::case)];

/// Draws the form; the parts are those that the machine is counted with.
pub fn form(plan: &Plan, parts: &[Part], purse: &Purse, locale: Locale) -> Element {
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let read = format!("{prefix}/machine?{}", plan.query());
    let read = el("a").attr("href", read).attr("rel", "nofollow").with(text::read(locale));
    let mut machine = machine(plan, parts, locale);
    machine.push(classed("p", "fine wide").with(read));
    let code = purse.currency().as_str();
    let run = products(Catalog::Models, "model", plan.asked.model.id.as_deref(), own_model(plan, locale), locale);
    let money = vec![
        field(SPEND, &text::spend(locale, code), number(SPEND, Some(purse.spend()), written(purse.most))),
        field(SELLS, &text::sells(locale, code), number(SELLS, Some(&purse.sells(plan)), text::sells_open(locale).to_owned())),
        classed("p", "fine wide").with(text::money_about(locale)),
    ];
    let group = |legend: &'static str, fields: Vec<Element>| el("fieldset").with(el("legend").with(legend)).with(fields);
    classed("form", "card need-form")
        .attr("method", "get")
        .attr("action", format!("{}#{ANSWER}", request_path()))
        .attr("data-testid", "upgrade-form")
        .with(kept(plan, parts, purse))
        .with(group(text::machine(locale), machine))
        .with(group(text::run(locale), vec![field("model", text::model(locale), run)]))
        .with(group(text::money(locale), money))
        .with(classed("p", "form-end").with(el("button").attr("type", "submit").with(text::find(locale))))
}

/// What the form sends beside its own fields: the rest of the plan, and the reader's prices.
fn kept(plan: &Plan, parts: &[Part], purse: &Purse) -> Vec<Element> {
    let around =
        |id: &String| parts.iter().any(|part| part.id == *id && AROUND.iter().any(|(kind, _)| kind.as_str() == part.kind));
    let named = plan.asked.hardware.parts.iter().flatten().filter(|id| !around(id)).map(|id| ("parts".to_owned(), id.clone()));
    let rest = query::to_query(&plan.asked, &plan.unknown).into_iter().filter(|(name, _)| !SHOWN.contains(&name.as_str()));
    let prices = purse.rest(plan);
    let prices = query::decode(prices.trim_start_matches('&'));
    let hidden = |(name, value): (String, String)| el("input").attr("type", "hidden").attr("name", name).attr("value", value);
    rest.chain(named).chain(prices).map(hidden).collect()
}

/// What is in the machine; a list says what stands for a part that nobody named.
fn machine(plan: &Plan, parts: &[Part], locale: Locale) -> Vec<Element> {
    let (asked, pinned) = (&plan.asked.hardware, &plan.pinned.hardware);
    let card = asked.gpu.as_ref().map(|gpu| gpu.id().unwrap_or(query::OWN_CARD));
    let decided = |kind: Catalog, id: Option<&String>| {
        let name = id.and_then(|id| crate::fields::options::name_of(kind, id));
        name.map(|name| el("option").attr("value", "").with(text::counted_with(locale, name)))
    };
    // What cannot be read stays as it was typed.
    let query = request_query();
    let typed = |name: &str, value: Option<u64>| {
        let as_typed = || query::decode(&query).filter(|(other, _)| other == name).last().map(|(_, text)| text);
        value.map(|value| value.to_string()).or_else(as_typed).unwrap_or_default()
    };
    let open = |value: Option<u64>| value.map(format::count).unwrap_or_default();
    let mut fields = vec![
        field(
            "gpu",
            text::gpu(locale),
            products(Catalog::Gpus, "gpu", card.or(pinned.gpu.as_ref().and_then(GpuChoice::id)), None, locale),
        ),
        field("gpus", text::gpus(locale), number("gpus", Some(&typed("gpus", asked.gpu_count)), open(pinned.gpu_count))),
        field(
            "cpu",
            text::cpu(locale),
            products(Catalog::Cpus, "cpu", asked.cpu.as_deref(), decided(Catalog::Cpus, pinned.cpu.as_ref()), locale),
        ),
        field("ram", text::ram(locale), number("ram", Some(&typed("ram", asked.ram_gib)), open(pinned.ram_gib))),
        field(
            "storage",
            text::storage(locale),
            products(
                Catalog::Storages,
                "storage",
                asked.storage.as_deref(),
                decided(Catalog::Storages, pinned.storage.as_ref()),
                locale,
            ),
        ),
    ];
    fields.extend(AROUND.iter().filter_map(|(kind, label)| around(*kind, label(locale), plan, parts, locale)));
    fields
}

/// The list of a part around the card; none where the machine has no such line, as a whole computer has not.
fn around(kind: PartKind, label: &str, plan: &Plan, parts: &[Part], locale: Locale) -> Option<Element> {
    let part = parts.iter().find(|part| part.kind == kind.as_str())?;
    let named = plan.asked.hardware.parts.iter().flatten().find(|id| **id == part.id);
    let open = match named {
        Some(_) => text::not_known(locale).to_owned(),
        None => text::counted_with(locale, &name_on_pages(&part.name)),
    };
    let options = products_around(kind)
        .into_iter()
        .map(|(id, name)| el("option").attr("value", id).flag("selected", named.is_some_and(|named| named == id)).with(name));
    let list =
        el("select").attr("name", "parts").with(el("option").attr("value", "").with(open)).with(options.collect::<Vec<_>>());
    Some(field(kind.as_str(), label, list))
}

/// A model by its configuration stays what it is, until one is chosen.
fn own_model(plan: &Plan, locale: Locale) -> Option<Element> {
    let name = plan.asked.model.id.is_none().then(|| crate::plan::words::model_name(&plan.asked, locale));
    name.map(|name| el("option").attr("value", "").with(name))
}

fn field(id: &str, label: &str, control: Element) -> Element {
    let id = format!("u-{id}");
    classed("div", "field")
        .with(el("label").attr("for", id.clone()).with(label.to_owned()))
        .with(el("div").with(control.attr("id", id)))
}
