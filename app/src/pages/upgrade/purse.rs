//! The money of the page: what may be spent, what the card that goes would sell for, and the reader's own prices.

use scenario::FieldError;
use scenario::amount::written;
use scenario::limits;
use scenario::parts::CUSTOM;
use scenario::prices::{unit_price, within};
use scenario::query;
use wire::v1::Prices;
use wire::v1::prices::Currency;
use wire::v1::scenario::GpuChoice;

use crate::pages::bom::own::end_of_query;
use crate::plan::Plan;

/// The most to spend.
pub const SPEND: &str = "spend";
/// What the card that is there sells for.
pub const SELLS: &str = "card_sells";
/// Both.
pub const NAMES: [&str; 2] = [SPEND, SELLS];
/// The most to spend where nobody said it, in dollars. Judgment: what a card for games costs at the most, and what it needs around
/// it; cards for servers cost more, and whoever buys one says so.
const MOST_USD: f64 = 5000.0;

/// What the page's money is.
pub struct Purse {
    /// Prices with the amount to spend as their only step, and what the card brings.
    pub prices: Prices,
    /// The most to spend.
    pub most: f64,
    /// Both fields as they were typed.
    typed: [String; 2],
}

impl Purse {
    /// Reads both fields beside own prices; what is no amount is told, and left out. Where own prices are at fault no amount counts:
    /// it might be in a currency whose rate is not known.
    pub fn read(encoded: &str, plan: Option<&Plan>, own: Option<Prices>, errors: &mut Vec<FieldError>) -> Self {
        let is_faulty = own.is_none();
        let mut prices = own.unwrap_or_default();
        let pairs: Vec<(String, String)> = query::decode(encoded).collect();
        let typed = NAMES.map(|name| {
            let last = pairs.iter().rev().find(|(own, _)| own == name);
            last.map(|(_, text)| text.trim().to_owned()).unwrap_or_default()
        });
        let mut amount = |place: usize| {
            let text = Some(&typed[place]).filter(|text| !text.is_empty())?;
            let read = unit_price(text);
            let read = if place == 0 { read.and_then(|amount| within(limits::LADDER_STEP, amount)) } else { read };
            read.map_err(|reason| errors.push(FieldError::new(format!("/prices/{}", NAMES[place]), reason)))
                .ok()
                .filter(|_| !is_faulty)
        };
        // Prices that are in force have the rate of their currency; those that are not are in dollars.
        let usual = prices.per_usd(prices.currency()).map_or(MOST_USD, |rate| MOST_USD * rate);
        let most = amount(0).unwrap_or(usual);
        let card = plan.map_or(CUSTOM, card_of).to_owned();
        if let Some(amount) = amount(1) {
            prices.resale.insert(card, amount);
        }
        errors.extend(query::find_repeated(pairs.into_iter(), &NAMES).into_iter().map(|fault| fault.under("/prices")));
        prices.steps = vec![most];
        Self { prices, most, typed }
    }

    /// The currency of every amount.
    pub fn currency(&self) -> Currency {
        self.prices.currency()
    }

    /// What stands in the field with the amount to spend.
    pub fn spend(&self) -> &str {
        &self.typed[0]
    }

    /// What stands in the field with what the card brings, typed there or said in the address.
    pub fn sells(&self, plan: &Plan) -> String {
        let said = || self.prices.resale.get(card_of(plan)).map(|amount| written(*amount)).unwrap_or_default();
        if self.typed[1].is_empty() { said() } else { self.typed[1].clone() }
    }

    /// The prices as the form carries them along: the card has a field of its own.
    pub fn rest(&self, plan: &Plan) -> String {
        let mut rest = self.prices.clone();
        rest.resale.remove(card_of(plan));
        end_of_query(&rest)
    }

    /// The prices as links say them: the amount to spend is this page's own.
    pub fn query(&self) -> String {
        end_of_query(&self.prices)
    }
}

/// The id of the card that is there.
fn card_of(plan: &Plan) -> &str {
    plan.asked.hardware.gpu.as_ref().and_then(GpuChoice::id).or_else(|| plan.pinned.hardware.gpu.as_ref()?.id()).unwrap_or(CUSTOM)
}
