//! What a card once cost, and what an hour of it cost where it is rented.

use catalog::{CloudOffer, GpuEntry, PricePoint};
use leptos::prelude::*;
use wire::v1::prices::Currency;
use wording::format;

use super::super::gpus::confidence;
use super::figures::{Sources, citation};
use crate::locale::Locale;
use crate::messages::{pages, products as text};

/// Rented machines that are shown, cheapest per card first.
const OFFERS: usize = 8;

/// Draws older prices and offers; nothing where none are known.
pub fn section(gpu: &'static GpuEntry, sources: &Sources, locale: Locale) -> Option<AnyView> {
    let past: Vec<_> = catalog::price_history(gpu.id).iter().rev().map(|point| row(point, sources, locale)).collect();
    let mut offers: Vec<&CloudOffer> = catalog::cloud_offers_of(gpu.id).collect();
    offers.sort_by(|a, b| a.usd_per_gpu_hour().total_cmp(&b.usd_per_gpu_hour()));
    offers.truncate(OFFERS);
    let rented: Vec<_> = offers.into_iter().map(|offer| draw_offer(offer, sources, locale)).collect();
    if past.is_empty() && rented.is_empty() {
        return None;
    }
    let past = (!past.is_empty()).then(|| table(text::older_prices(locale), text::price(locale), past, locale));
    let rented = (!rented.is_empty()).then(|| table(text::rented(locale), text::per_hour(locale), rented, locale));
    Some(
        view! {
            <h2 id="prices">{text::prices(locale)}</h2>
            {past}
            {rented}
        }
        .into_any(),
    )
}

fn table(caption: &'static str, of: &'static str, rows: Vec<AnyView>, locale: Locale) -> AnyView {
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=caption>
            <table class="catalog">
                <caption>{caption}</caption>
                <thead>
                    <tr>
                        <th scope="col">{text::what(locale)}</th>
                        <th scope="col">{of}</th>
                        <th scope="col">{pages::confidence(locale)}</th>
                        <th scope="col">{text::source(locale)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(point: &'static PricePoint, sources: &Sources, locale: Locale) -> AnyView {
    let money = |usd: Option<f64>| usd.map(format::dollars);
    let price = match (money(point.low_usd), money(point.high_usd)) {
        (Some(low), Some(high)) if low == high => low,
        (Some(low), Some(high)) => format!("{low} – {high}"),
        (Some(low), None) => text::above(locale, &low),
        (None, Some(high)) => text::below(locale, &high),
        (None, None) => text::unknown(locale).to_owned(),
    };
    view! {
        <tr>
            <th scope="row">{point.date}</th>
            <td>{price}</td>
            <td>{confidence(point.confidence, locale)}</td>
            <td>{citation(sources.cite(point.source))}</td>
        </tr>
    }
    .into_any()
}

fn draw_offer(offer: &'static CloudOffer, sources: &Sources, locale: Locale) -> AnyView {
    let hour = |usd: f64| format::money(usd, Currency::USD.as_str());
    let name = format!("{} · {}", offer.provider, offer.instance);
    let cards = text::cards(locale, &offer.gpu_count.to_string());
    let date = offer.date.unwrap_or(text::undated(locale));
    let each = (offer.gpu_count > 1).then(|| text::each_card(locale, &hour(offer.usd_per_gpu_hour())));
    view! {
        <tr>
            <th scope="row">{name} " " <span class="fine">{format!("{cards} · {} · {date}", offer.region)}</span></th>
            <td>{hour(offer.usd_per_hour)} " " <span class="fine">{each}</span></td>
            <td>{confidence(offer.confidence, locale)}</td>
            <td>{citation(sources.cite(offer.source))}</td>
        </tr>
    }
    .into_any()
}
