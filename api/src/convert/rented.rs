//! What tokens cost on rented machines.

use catalog::CloudOffer;
use engine::serving::{Answer, Offload};
use engine::units::SECONDS_PER_HOUR;
use scenario::resolve::Served;
use wire::v1::estimate::ServedRent;
use wire::v1::scenario::GpuChoice;

/// Tokens that prices are told for.
const MILLION: f64 = 1e6;

/// Dated prices of machines with exactly these cards, the cheapest tokens first; none of a plan that does not run.
pub fn rented(served: &Served, answer: &Answer) -> Vec<ServedRent> {
    let Some(GpuChoice::Id(gpu)) = &served.inputs.hardware.gpu else { return Vec::new() };
    let (Some(load), Some(full)) = (answer.load, answer.loads.last()) else { return Vec::new() };
    // Of requests that come by chance the load is what they bring: hours without them are paid for as well.
    let asked = load.output_tokens_per_second;
    let is_kept_up_with = answer.queue.as_ref().is_none_or(|queue| queue.seen.is_some());
    if !answer.memory.works() || !is_kept_up_with {
        return Vec::new();
    }
    let cards = served.question.hardware.gpu_count;
    // What the host computes takes as long as its own processor needs.
    if served.question.settings.offload != Offload::None {
        return Vec::new();
    }
    let holds = |offer: &&CloudOffer| offer.gpu_count == cards && offer.memory.is_none_or(|memory| memory >= answer.memory.host);
    let mut offers: Vec<&CloudOffer> = catalog::cloud_offers_of(gpu).filter(holds).collect();
    offers.sort_by(|a, b| a.usd_per_hour.total_cmp(&b.usd_per_hour).then(a.id.cmp(b.id)));
    offers.into_iter().map(|offer| rent(offer, asked, full.output_tokens_per_second)).collect()
}

fn rent(offer: &CloudOffer, asked: f64, full: f64) -> ServedRent {
    let price = |tokens_per_second: f64| offer.usd_per_hour * MILLION / (tokens_per_second * SECONDS_PER_HOUR);
    ServedRent {
        id: offer.id.to_owned(),
        provider: offer.provider.to_owned(),
        instance: offer.instance.to_owned(),
        usd_per_hour: offer.usd_per_hour,
        usd_per_million_tokens: price(asked),
        usd_per_million_tokens_full: price(full),
        date: offer.date.map(str::to_owned),
        source: offer.source.to_owned(),
    }
}
