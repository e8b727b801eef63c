//! The PC that is there: a list for each kind of part, a box for more of them, and the way to have them read.

use scenario::parts::{FULL_TOWER, MID_TOWER, PartKind, known_part, parse_owned};
use wire::Locale;
use workstation::machines::{kit_name, name_on_pages};

use super::asked::Asked;
use super::fields::{field, field_of, products_around};
use crate::context::path_prefix;
use crate::fields::Catalog;
use crate::fields::controls::products;
use crate::messages::need as text;
use markup::{Element, classed, el};

/// Ids with the names that lists show.
type Rows = Vec<(&'static str, String)>;

/// The parameter that all controls share: those of a form add up.
const NAME: &str = "owned";

/// Draws the controls, folded where nothing is there.
pub fn fold(asked: &Asked, locale: Locale) -> Element {
    let mut said = said(asked);
    let is_open = !said.is_empty() || asked.fault(NAME).is_some();
    let none = || el("option").attr("value", "").with(text::own_none(locale));
    let mut lists: Vec<Element> = Vec::new();
    for (kind, (id, label)) in [
        (Catalog::Gpus, ("own-gpu", text::own_gpu(locale))),
        (Catalog::Cpus, ("own-cpu", text::own_cpu(locale))),
        (Catalog::Storages, ("own-storage", text::own_storage(locale))),
    ] {
        let chosen = take(&mut said, |id| crate::fields::options::name_of(kind, id).is_some());
        let list = products(kind, NAME, chosen.as_deref(), Some(none()), locale);
        lists.push(field(id, label, list, asked, locale));
    }
    let kits = || catalog::memory_kits().iter().map(|kit| (kit.id, name_on_pages(&kit_name(kit))));
    let classes = || catalog::platforms().iter().map(|board| (board.id, board.name.to_owned()));
    let supplies = |is_product: bool| {
        let all = catalog::power_supplies().iter().filter(move |supply| supply.product.is_some() == is_product);
        all.map(|supply| (supply.id, supply.name.to_owned())).collect::<Rows>()
    };
    let around = |kind| products_around(kind).into_iter().map(|(id, name)| (id, name.to_owned())).collect::<Rows>();
    let towers =
        || [(MID_TOWER, text::case_mid(locale)), (FULL_TOWER, text::case_full(locale))].map(|(id, name)| (id, name.to_owned()));
    for (id, label, kinds, rows) in [
        ("own-memory", text::own_memory(locale), Vec::new(), kits().collect::<Rows>()),
        ("own-board", text::own_board(locale), classes().collect(), around(PartKind::Board)),
        ("own-cooler", text::own_cooler(locale), Vec::new(), around(PartKind::Cooler)),
        ("own-psu", text::own_psu(locale), supplies(false), supplies(true)),
        ("own-case", text::own_case(locale), towers().to_vec(), around(PartKind::Case)),
    ] {
        let chosen = take(&mut said, |id| kinds.iter().chain(&rows).any(|(row, _)| *row == id));
        let option = |(id, name): (&'static str, String)| {
            el("option").attr("value", id).flag("selected", chosen.as_deref() == Some(id)).with(name)
        };
        let options = |rows: Rows| rows.into_iter().map(option).collect::<Vec<Element>>();
        let list = el("select").attr("name", NAME).with(none());
        let list = if kinds.is_empty() {
            list.with(options(rows))
        } else {
            // Who does not know the product knows its kind.
            let group = |label: &str, rows: Rows| el("optgroup").attr("label", label.to_owned()).with(options(rows));
            list.with(group(text::own_kinds(locale), kinds)).with(group(text::own_products(locale), rows))
        };
        lists.push(field(id, label, list, asked, locale));
    }
    let rest = said.join(", ");
    let others = el("input")
        .attr("type", "text")
        .attr("autocomplete", "off")
        .attr("spellcheck", "false")
        .attr("name", NAME)
        .attr("value", rest)
        .attr("aria-describedby", "e-owned owned-about");
    lists.push(field_of("field wide", NAME, text::own_others(locale), others, asked, locale));
    lists.push(classed("p", "fine wide").attr("id", "owned-about").with(text::own_others_about(locale)));
    let prefix = path_prefix().map_or("", |(prefix, _)| prefix);
    let machine = format!("{prefix}/machine?{}", scenario::query::to_string(&asked.scenario, &[]));
    let read = el("a").attr("href", machine).attr("rel", "nofollow").with(text::own_read(locale));
    el("details")
        .flag("open", is_open)
        .attr("data-testid", "own")
        .with(el("summary").with(text::own(locale)))
        .with(classed("p", "fine").with(text::own_about(locale)).with(" ").with(read))
        .with(el("fieldset").attr("aria-label", text::own(locale)).with(lists))
}

/// The parts as they were typed, each by itself; a text with one that is none stays as it was typed.
fn said(asked: &Asked) -> Vec<String> {
    let separators = [',', '，', ' '];
    let is_part = |word: &str| parse_owned(word).is_some_and(|part| known_part(&part.id, false).is_ok());
    let mut said = Vec::new();
    for text in asked.all_typed(NAME).map(str::trim) {
        let words = || text.split(separators).filter(|word| !word.is_empty());
        if words().all(is_part) {
            said.extend(words().map(str::to_owned));
        } else {
            said.push(text.to_owned());
        }
    }
    said
}

/// Takes the first single part of a kind out of the list: of more than one the box tells.
fn take(said: &mut Vec<String>, is_of_kind: impl Fn(&str) -> bool) -> Option<String> {
    let single = |text: &String| parse_owned(text).filter(|part| part.quantity == 1 && is_of_kind(&part.id));
    let place = said.iter().position(|text| single(text).is_some())?;
    parse_owned(&said.remove(place)).map(|part| part.id)
}
