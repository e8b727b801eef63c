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
    kits.iter().map(|kit| price(kit.as_ref(), locale)).collect()
}

/// The price of a kit, where there is one.
#[must_use]
pub fn price(kit: Option<&RamKit>, locale: Locale) -> Node {
    let words = match kit {
        None => text::price_none(locale).to_owned(),
        Some(RamKit { to_buy: 0, .. }) => text::price_there(locale).to_owned(),
        Some(RamKit { amount: None, name, quantity, .. }) => text::price_unknown_of(locale, &several(*quantity, name)),
        Some(RamKit { amount: Some(amount), as_of, name, quantity, .. }) => {
            let month = as_of.as_deref().unwrap_or("–");
            text::price_of(locale, &several(*quantity, name), &format::dollars(*amount), month)
        }
    };
    Node::Text(words.into())
}

/// `8 × 64 GB DDR5 RDIMM`.
fn several(quantity: u64, name: &str) -> String {
    let name = name_on_pages(name);
    if quantity == 1 { name } else { format!("{} × {name}", format::count(quantity)) }
}
