//! What a machine's run costs in energy, when buying it goes before renting, and which upgrade is worth its money.

use std::collections::BTreeMap;

mod tokens;

pub use tokens::{TokenBreakEven, TokenMoney};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bom::Price;
use super::prices::Currency;
use super::scenario::Scenario;

/// The money of a bill beside the prices of its parts; every amount is in `currency`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Money {
    /// Currency of every amount.
    pub currency: Currency,
    /// Yuan for a US dollar, as it was given.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cny_per_usd: Option<f64>,
    /// What a US dollar is in other currencies, as it was given.
    #[serde(skip_serializing_if = "BTreeMap::is_empty", default)]
    #[schema(value_type = BTreeMap<String, f64>)]
    pub rates: BTreeMap<Currency, f64>,
    /// What energy costs.
    pub energy: EnergyCost,
    /// What renting the same cards costs, and when buying goes before it.
    pub rent: Rent,
    /// What the next money is best spent on.
    pub ladder: Ladder,
}

/// Energy and its cost, of all nodes; none where a power or an input is not known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct EnergyCost {
    /// Price of a kilowatt-hour, as it was given.
    pub electricity_per_kwh: Option<f64>,
    /// What the site draws for a watt of the machine.
    pub pue: f64,
    /// What all nodes draw at the wall on average while they train, in watts.
    pub mean_wall_w: Option<f64>,
    /// Cost of an hour of training.
    pub hour: Option<f64>,
    /// Cost of an epoch.
    pub epoch: Option<f64>,
    /// Cost of the whole run.
    pub run: Option<f64>,
    /// Hours of training a year, as they were given.
    pub hours_per_year: Option<f64>,
    /// Energy of a year at the site, in kilowatt-hours.
    pub year_kwh: Option<f64>,
    /// Cost of a year.
    pub year: Option<f64>,
    /// What stands in the way of the figures that are missing, in a sentence each.
    pub missing: Vec<String>,
}

/// Renting in place of buying.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(from = "StoredRent")]
pub struct Rent {
    /// The card, by id; only offers of the same card are compared.
    pub gpu: String,
    /// Cards of all nodes.
    pub gpus: u64,
    /// Cards of each node: only rented machines with at least as many are compared, as others are not joined like them.
    pub gpus_per_node: u64,
    /// What the machine costs; null unless the price of every part is known.
    #[schema(required)]
    pub purchase: Option<f64>,
    /// Sum of the prices that are known, by which break-evens are worked out.
    pub known_purchase: f64,
    /// The price of the cards is known; without it there is no break-even.
    pub is_card_priced: bool,
    /// Parts of it whose price is not known: with them every break-even is later than it says.
    pub unknown_parts: u64,
    /// Cost of energy for an hour of training; none where it is not known, and then it is not in the break-even, which is later
    /// with it.
    pub energy_per_hour: Option<f64>,
    /// Hours of the whole run; null where the machine does not hold it, and then nothing is compared.
    #[schema(required)]
    pub run_hours: Option<f64>,
    /// Dated offers of the past, the earliest break-even first; empty where nobody lists the card.
    pub offers: Vec<RentOffer>,
    /// The outcome in a sentence.
    pub verdict: String,
}

impl Rent {
    /// What the machine costs, in a currency.
    #[must_use]
    pub fn price(&self, currency: &str) -> Price {
        Price::of(self.known_purchase, self.unknown_parts, currency, None).with_cards(!self.is_card_priced)
    }
}

/// Rent as any version wrote it: earlier ones had the sum of what was known as the purchase.
#[derive(Deserialize)]
struct StoredRent {
    gpu: String,
    gpus: u64,
    gpus_per_node: Option<u64>,
    purchase: Option<f64>,
    known_purchase: Option<f64>,
    is_card_priced: bool,
    unknown_parts: u64,
    energy_per_hour: Option<f64>,
    run_hours: Option<f64>,
    offers: Vec<RentOffer>,
    verdict: String,
}

impl From<StoredRent> for Rent {
    fn from(stored: StoredRent) -> Self {
        let StoredRent { gpu, gpus, gpus_per_node, purchase, known_purchase, is_card_priced, .. } = stored;
        let StoredRent { unknown_parts, energy_per_hour, run_hours, offers, verdict, .. } = stored;
        let known_purchase = known_purchase.or(purchase).unwrap_or(0.0);
        let purchase = (unknown_parts == 0).then_some(known_purchase);
        let gpus_per_node = gpus_per_node.unwrap_or(gpus);
        Self {
            gpu,
            gpus,
            gpus_per_node,
            purchase,
            known_purchase,
            is_card_priced,
            unknown_parts,
            energy_per_hour,
            run_hours,
            offers,
            verdict,
        }
    }
}

/// What a rented machine once cost: history, not an offer of today.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct RentOffer {
    /// Id in the catalog.
    pub id: String,
    /// Who rents it out.
    pub provider: String,
    /// The provider's name of it.
    pub instance: String,
    /// Where it stands.
    pub region: String,
    /// Cards of one such machine.
    pub gpu_count: u64,
    /// Machines that have as many cards as the bill together, or more.
    pub machines: u64,
    /// Price of an hour of all of them, on demand.
    pub per_hour: f64,
    /// Price of an hour of one card, on demand.
    pub per_gpu_hour: f64,
    /// Price of an hour of all of them where they can be taken back at any time.
    pub spot_per_hour: Option<f64>,
    /// Day or month of the price; none where the list has no date.
    pub date: Option<String>,
    /// Who listed it.
    pub source: String,
    /// Trust in the row: `high`, `medium` or `low`.
    pub confidence: String,
    /// Whether it is the bill's machine: no more cards than the bill, and no fewer than one of its nodes. What is not is listed
    /// and never compared.
    #[serde(default)]
    pub is_comparable: bool,
    /// Hours of training after which buying cost less; none where the price of the cards is not known, where rent costs no more
    /// than the energy alone, where the rented machine is not comparable, and where the bill's machine does not hold the run.
    pub break_even_hours: Option<f64>,
    /// Runs after which buying cost less; none as for `break_even_hours`.
    pub break_even_runs: Option<f64>,
    /// Years after which buying cost less, at the hours of training a year that were given; none as for `break_even_hours`.
    pub break_even_years: Option<f64>,
    /// What it says, in a sentence.
    pub detail: String,
}

/// What the next money is best spent on, by epoch time gained for it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Ladder {
    /// The run holds on the machine as it is; where it does not, upgrades are those that make it run, the cheapest first.
    pub runs: bool,
    /// Steady epoch on the machine as it is, in seconds.
    pub epoch_seconds: f64,
    /// Each amount with what it buys.
    pub steps: Vec<LadderStep>,
    /// Changes that were estimated.
    pub estimated: u64,
    /// Parts that are better by their data sheets, or changes that gain, whose price is not known: they are not proposed.
    pub unpriced: u64,
    /// The changes up to the largest amount that no other beats in both price and gain, the cheapest first: each costs more than
    /// the one before and gains more.
    #[serde(default)]
    pub front: Vec<Upgrade>,
    /// What mends a machine whose parts do not go together, such as a supply that is too small, to be paid before anything else;
    /// null where nothing is at fault that other parts would mend.
    #[serde(default)]
    pub mend: Option<Mend>,
}

/// Parts in the place of others with which a machine does not work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Mend {
    /// Every part that comes.
    pub comes: Vec<Moved>,
    /// Every part whose place it takes.
    pub goes: Vec<Moved>,
    /// What they cost together; null where the price of one is not known.
    pub cost: Option<f64>,
}

/// An amount and what it is best spent on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct LadderStep {
    /// The amount.
    pub budget: f64,
    /// At most three changes that cost no more, the most gained per unit of money first, none of which another beats in both
    /// price and gain; empty: keep the money.
    pub upgrades: Vec<Upgrade>,
    /// The change with the shortest epoch that costs no more; often the first of `upgrades`.
    pub fastest: Option<Upgrade>,
    /// The outcome in a sentence.
    pub verdict: String,
}

/// A change of the machine with its price and its gain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Upgrade {
    /// `memory`, `storage`, `cpu`, `gpu` (another card) or `gpu-count` (more of it).
    #[schema(example = "memory")]
    pub kind: String,
    /// Id of the part that comes.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How many of it the machine then has, in all nodes.
    pub quantity: u64,
    /// Merges into the bill's `estimate.inputs` (RFC 7396); an estimate of the outcome has the figures below.
    pub change: Scenario,
    /// What must be paid for it: the price of every part that comes, those that change along with it counted; never negative.
    /// What is sold is in `net_cost`.
    pub cost: f64,
    /// What remains to pay once what goes is sold at `prices.resale`; below nothing where it brings more. Changes are ranked by it.
    #[serde(default)]
    pub net_cost: f64,
    /// Every part that comes: the one above, and what it needs around it.
    #[serde(default)]
    pub comes: Vec<Moved>,
    /// Every part of the machine that is no longer in it.
    #[serde(default)]
    pub goes: Vec<Moved>,
    /// Steady epoch after the change, in seconds.
    pub epoch_seconds: f64,
    /// Seconds that an epoch is shorter by; none where the run does not hold without the change.
    pub gain_seconds: Option<f64>,
    /// Share of the epoch that is gained.
    pub gain_share: Option<f64>,
    /// Seconds of an epoch gained for a unit of money; none where it costs nothing more, or the run does not hold without it.
    pub gain_seconds_per_unit: Option<f64>,
    /// It in a sentence.
    pub why: String,
}

/// A part that a change brings or sets free.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Moved {
    /// Kind of part, as on the bill.
    #[schema(example = "psu")]
    pub kind: String,
    /// Id of the part.
    pub id: String,
    /// Its name.
    pub name: String,
    /// How many, in all nodes.
    pub quantity: u64,
    /// What they cost together, or bring by `prices.resale`; null where that is not known.
    pub amount: Option<f64>,
}
