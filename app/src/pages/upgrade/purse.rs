//! The money of the page: what may be spent, what the card that goes would sell for, and the reader's own prices.

use scenario::FieldError;
use scenario::limits;
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
/// The most to spend where nobody said it, in dollars: the price of the dearest card that a desktop takes, and something around it.
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
    /// Reads both fields beside own prices; what is no amount is told, and left out.
    pub fn read(encoded: &str, plan: Option<&Plan>, mut prices: Prices, errors: &mut Vec<FieldError>) -> Self {
        let pairs: Vec<(String, String)> = query::decode(encoded).collect();
        let typed = NAMES.map(|name| {
            let last = pairs.iter().rev().find(|(own, _)| own == name);
            last.map(|(_, text)| text.trim().to_owned()).unwrap_or_default()
        });
        let mut amount = |place: usize| {
            let text = Some(&typed[place]).filter(|text| !text.is_empty())?;
            let read = unit_price(text);
            let read = if place == 0 { read.and_then(|amount| within(limits::LADDER_STEP, amount)) } else { read };
            read.map_err(|reason| errors.push(FieldError::new(format!("/prices/{}", NAMES[place]), reason))).ok()
        };
        let rate = prices.per_usd(prices.currency()).unwrap_or(1.0);
        let most = amount(0).unwrap_or(MOST_USD * rate);
        let card = plan.and_then(|plan| plan.asked.hardware.gpu.as_ref()).and_then(GpuChoice::id);
        if let (Some(amount), Some(card)) = (amount(1), card) {
            prices.resale.insert(card.to_owned(), amount);
        }
        errors.extend(query::find_repeated(pairs.into_iter(), &NAMES).into_iter().map(|fault| fault.under("/prices")));
        prices.steps = vec![most];
        Self { prices, most, typed }
    }

    /// The currency of every amount.
    pub fn currency(&self) -> Currency {
        self.prices.currency()
    }

    /// What was typed into a field.
    pub fn typed(&self, name: &str) -> &str {
        let place = NAMES.iter().position(|own| *own == name);
        place.map_or("", |place| &self.typed[place])
    }

    /// The prices as links say them: the amount to spend is this page's own.
    pub fn query(&self) -> String {
        end_of_query(&self.prices)
    }
}
