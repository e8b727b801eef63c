//! What a kit of memory costs, in words: only the server knows it.

use engine::estimate::RamLadder;
use wire::v1::estimate::RamKit;
use wording::format;
use workstation::machines::name_on_pages;

use crate::locale::Locale;
use crate::messages::ladder as text;
use crate::plan::Plan;
use markup::Node;

/// The prices of a plan's ladder, step by step.
#[must_use]
pub fn prices(plan: &Plan, ladder: &RamLadder, locale: Locale) -> Vec<Node> {
    let kits = api::ladder::kits(&plan.asked, &plan.estimate, ladder);
    let planned = ladder.rungs.iter().position(|rung| rung.is_installed);
    column(&kits.iter().map(Option::as_ref).collect::<Vec<_>>(), planned, locale)
}

/// What the kit of each step costs, where there is one; one that does not go into the board of the planned step says so.
#[must_use]
pub fn column(kits: &[Option<&RamKit>], planned: Option<usize>, locale: Locale) -> Vec<Node> {
    let board = planned.and_then(|place| kits.get(place).copied().flatten()).and_then(memory_type);
    let said = |kit: Option<&RamKit>| {
        let other = kit.and_then(memory_type).filter(|own| board.is_some_and(|board| board != *own));
        let words = match other {
            Some(other) => text::price_on_board(locale, &price(kit, locale), other),
            None => price(kit, locale),
        };
        Node::Text(words.into())
    };
    kits.iter().map(|kit| said(*kit)).collect()
}

fn memory_type(kit: &RamKit) -> Option<&'static str> {
    catalog::memory_kits().iter().find(|listed| listed.id == kit.id).map(|listed| listed.memory_type)
}

fn price(kit: Option<&RamKit>, locale: Locale) -> String {
    match kit {
        None => text::price_none(locale).to_owned(),
        Some(RamKit { to_buy: 0, .. }) => text::price_there(locale).to_owned(),
        Some(RamKit { amount: None, name, quantity, .. }) => text::price_unknown_of(locale, &several(*quantity, name)),
        Some(RamKit { amount: Some(amount), as_of, name, quantity, .. }) => {
            let month = as_of.as_deref().unwrap_or("–");
            text::price_of(locale, &several(*quantity, name), &format::dollars(*amount), month)
        }
    }
}

/// `8 × 64 GB DDR5 RDIMM`.
fn several(quantity: u64, name: &str) -> String {
    let name = name_on_pages(name);
    if quantity == 1 { name } else { format!("{} × {name}", format::count(quantity)) }
}
