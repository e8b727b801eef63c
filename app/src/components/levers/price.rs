//! What a change of hardware costs.

use engine::estimate::Change;
use wording::format;
use workstation::machines::Bought;

use crate::locale::Locale;
use crate::messages::glance as words;
use crate::plan::Plan;

/// What the parts of a change cost; nothing is said of settings.
pub(super) fn price(plan: &Plan, changes: &[Change], locale: Locale) -> Option<String> {
    match Bought::by(changes, &plan.pinned, &plan.estimate.scenario.hardware) {
        Bought::Nothing => None,
        Bought::Unpriced => Some(words::change_price_unknown(locale).to_owned()),
        Bought::For { usd, as_of } => Some(words::change_price(locale, &format::dollars(usd), as_of)),
    }
}
