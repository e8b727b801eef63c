//! Renting the same cards against buying the machine.

use catalog::{CloudOffer, Confidence};
use wording::format::cents;

use super::book::Book;
use super::words;
use crate::machines::{Build, PartKind};
use engine::units::SECONDS_PER_HOUR;
use wire::locale::Locale;
use wire::v1::money::{EnergyCost, Rent, RentOffer};

/// Dated offers of the machine's own card, and after how long buying costs less than each.
pub fn rent(build: &Build, book: &Book, energy: &EnergyCost, locale: Locale) -> Rent {
    let gpu = build.candidate().entry.id;
    let hardware = &build.answer.scenario.hardware;
    let lines = book.lines(locale);
    let sum = book.sum(&lines);
    let mut cards = lines.iter().filter(|line| line.kind == PartKind::Gpu.as_str());
    let mut rent = Rent {
        gpu: gpu.to_owned(),
        gpus: hardware.total_gpus(),
        gpus_per_node: hardware.gpu_count,
        purchase: sum.amount,
        known_purchase: sum.known_amount,
        unknown_parts: sum.unknown_parts,
        is_card_priced: cards.all(|line| line.price().is_some()),
        energy_per_hour: energy.hour,
        run_hours: build.holds().then(|| build.run_seconds() / SECONDS_PER_HOUR),
        offers: Vec::new(),
        verdict: String::new(),
    };
    let mut offers: Vec<RentOffer> =
        catalog::cloud_offers_of(gpu).filter_map(|offer| self::offer(offer, &rent, energy, book, locale)).collect();
    offers.sort_by(|a, b| {
        let hours = |offer: &RentOffer| offer.break_even_hours.unwrap_or(f64::INFINITY);
        hours(a)
            .total_cmp(&hours(b))
            .then(b.is_comparable.cmp(&a.is_comparable))
            .then(a.per_hour.total_cmp(&b.per_hour))
            .then(a.id.cmp(&b.id))
    });
    rent.offers = offers;
    rent.verdict = words::rent_verdict(&rent, build.card(), book.currency(), locale);
    rent
}

fn offer(offer: &CloudOffer, rent: &Rent, energy: &EnergyCost, book: &Book, locale: Locale) -> Option<RentOffer> {
    let machines = rent.gpus.div_ceil(offer.gpu_count);
    let per_hour = book.dollars(offer.usd_per_hour)? * machines as f64;
    // A rented machine with more cards than ours is another machine, and so are several with fewer cards than one of our
    // nodes: the run's time rests on links between the cards that those do not have.
    let is_comparable = (rent.gpus_per_node..=rent.gpus).contains(&offer.gpu_count);
    let saved = per_hour - rent.energy_per_hour.unwrap_or(0.0);
    let is_compared = is_comparable && rent.is_card_priced && rent.run_hours.is_some();
    let hours = (is_compared && saved > 0.0).then(|| rent.known_purchase / saved);
    let mut shown = RentOffer {
        id: offer.id.to_owned(),
        provider: offer.provider.to_owned(),
        instance: offer.instance.to_owned(),
        region: offer.region.to_owned(),
        gpu_count: offer.gpu_count,
        machines,
        per_hour: cents(per_hour),
        per_gpu_hour: book.dollars(offer.usd_per_gpu_hour())?,
        spot_per_hour: offer.spot_usd_per_hour.and_then(|usd| Some(cents(book.dollars(usd)? * machines as f64))),
        date: offer.date.map(str::to_owned),
        source: offer.source.to_owned(),
        confidence: match offer.confidence {
            Confidence::High => "high",
            Confidence::Medium => "medium",
            Confidence::Low => "low",
        }
        .to_owned(),
        is_comparable,
        break_even_hours: hours,
        break_even_runs: hours.zip(rent.run_hours).map(|(hours, run)| hours / run.max(f64::MIN_POSITIVE)),
        break_even_years: hours.zip(energy.hours_per_year.filter(|hours| *hours > 0.0)).map(|(hours, year)| hours / year),
        detail: String::new(),
    };
    shown.detail = words::offer_detail(&shown, rent, book.currency(), locale);
    Some(shown)
}
