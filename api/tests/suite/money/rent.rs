//! Renting against buying.

use wire::v1::prices::Prices;

use super::{in_yuan, own, priced};

fn prices() -> Prices {
    Prices { electricity_per_kwh: Some(0.15), hours_per_day: Some(8.0), ..Prices::default() }
}

#[test]
fn buying_and_renting_cost_the_same_at_the_break_even() {
    let mut compared = 0;
    for query in [
        "gpu=rtx-4090&model=resnet50",
        "gpu=a100-sxm4-80gb&gpus=8&model=llama-2-7b&sharding=zero-3",
        "gpu=h100-pcie-80gb&model=resnet50",
    ] {
        let bom = priced(query, &prices());
        let rent = &bom.money.as_deref().unwrap().rent;
        assert_eq!((rent.purchase, rent.unknown_parts), (bom.price.amount, bom.price.unknown_parts));
        assert!((rent.known_purchase - bom.price.known_amount).abs() < 0.01);
        assert!((rent.run_hours.unwrap() * 3600.0 - crate::bom::trained(&bom).speed.total_seconds).abs() < 1.0, "{rent:?}");
        for offer in &rent.offers {
            let listed = catalog::cloud_offer(&offer.id).unwrap();
            assert_eq!((listed.gpu, offer.date.as_deref()), (rent.gpu.as_str(), listed.date), "never another card");
            assert!(offer.machines * offer.gpu_count >= rent.gpus);
            if let Some(hours) = offer.break_even_hours {
                compared += 1;
                assert!(offer.gpu_count <= rent.gpus);
                let bought = rent.known_purchase + hours * rent.energy_per_hour.unwrap();
                let rented = hours * offer.per_hour;
                assert!((bought - rented).abs() < bought * 1e-3, "{bought} {rented}");
                assert!((offer.break_even_runs.unwrap() * rent.run_hours.unwrap() - hours).abs() < hours * 1e-9);
                assert!((offer.break_even_years.unwrap() * 2920.0 - hours).abs() < hours * 1e-9);
            }
            if offer.date.is_none() {
                assert!(offer.detail.contains("date of the price not known"), "{offer:?}");
            }
        }
        assert!(rent.offers.is_sorted_by_key(|offer| offer.break_even_hours.unwrap_or(f64::INFINITY)));
    }
    assert!(compared > 0);
}

#[test]
fn a_card_that_nobody_rents_out_is_not_compared_with_another() {
    let card = catalog::gpus()
        .iter()
        .find(|card| card.segment == catalog::Segment::Consumer && catalog::cloud_offers_of(card.id).next().is_none())
        .unwrap();
    let bom = priced(&format!("gpu={}&model=resnet18&batch=1", card.id), &prices());
    let rent = &bom.money.as_deref().unwrap().rent;
    assert!(rent.offers.is_empty());
    assert!(rent.verdict.contains("no offer") && rent.verdict.contains(card.name), "{}", rent.verdict);
}

#[test]
fn energy_and_unknown_parts_are_said_to_make_it_later() {
    let query = "gpu=h100-sxm5-80gb&gpus=8&model=llama-2-7b&sharding=zero-3";
    let card = vec![own("h100-sxm5-80gb", 25_000.0)];
    let without = priced(query, &Prices { parts: card.clone(), ..Prices::default() });
    let rent = &without.money.as_deref().unwrap().rent;
    assert!(rent.unknown_parts > 0 && !rent.offers.is_empty());
    assert!(
        rent.verdict.contains("unpriced part") && rent.verdict.contains("counting electricity it would take longer"),
        "{}",
        rent.verdict
    );
    let with = priced(query, &Prices { parts: card, ..prices() });
    let hours = |bom: &wire::v1::bom::Bom| bom.money.as_deref().unwrap().rent.offers[0].break_even_hours.unwrap();
    assert!(hours(&with) > hours(&without));
}

#[test]
fn without_the_price_of_the_cards_nothing_is_said_of_buying() {
    let card =
        catalog::gpus().iter().find(|card| card.price.is_none() && catalog::cloud_offers_of(card.id).next().is_some()).unwrap();
    let joined = catalog::cloud_offers_of(card.id).map(|offer| offer.gpu_count).max().unwrap();
    let bom = priced(&format!("gpu={}&gpus={joined}&model=bert-base&sharding=ddp", card.id), &prices());
    let rent = &bom.money.as_deref().unwrap().rent;
    assert!(!rent.is_card_priced && !rent.offers.is_empty());
    assert!(rent.offers.iter().all(|offer| offer.break_even_hours.is_none()), "{:?}", rent.offers);
    assert!(rent.verdict.contains("the price of the cards is not known"), "{}", rent.verdict);
}

#[test]
fn the_currency_does_not_move_the_break_even() {
    let query = "gpu=rtx-4090&model=resnet50";
    let hours = |prices: &Prices| -> Vec<Option<f64>> {
        let bom = priced(query, prices);
        bom.money.unwrap().rent.offers.iter().map(|offer| offer.break_even_hours).collect()
    };
    let (dollars, yuan) = (hours(&Prices::default()), hours(&in_yuan(7.0)));
    assert!(!dollars.is_empty());
    for (a, b) in dollars.iter().zip(&yuan) {
        let (Some(a), Some(b)) = (a, b) else { continue };
        assert!((a - b).abs() < a * 1e-3, "{a} {b}");
    }
}

/// Cards of several rented machines are not joined as those of one node are, and the run's time rests on that.
#[test]
fn several_cards_are_compared_with_machines_that_have_them_joined() {
    for (query, per_node) in [
        ("gpu=h100-sxm5-80gb&gpus=8&model=llama-2-7b&sharding=zero-3&implementation=fsdp2", 8),
        ("gpu=h100-sxm5-80gb&gpus=8&nodes=2&model=llama-2-7b&sharding=zero-3", 8),
        ("gpu=a100-sxm4-80gb&gpus=4&model=llama-2-7b&sharding=zero-3", 4),
        ("gpu=rtx-4090&model=resnet50", 1),
    ] {
        let bom = priced(query, &Prices { parts: vec![own("h100-sxm5-80gb", 25_000.0)], ..prices() });
        let rent = &bom.money.as_deref().unwrap().rent;
        assert_eq!(rent.gpus_per_node, per_node, "{query}");
        let run = rent.run_hours.unwrap();
        let compared: Vec<f64> =
            rent.offers.iter().filter(|offer| offer.is_comparable).map(|offer| offer.per_hour * run).collect();
        for offer in &rent.offers {
            assert_eq!(offer.is_comparable, (per_node..=rent.gpus).contains(&offer.gpu_count), "{query}: {offer:?}");
            assert!(offer.is_comparable || offer.break_even_hours.is_none(), "{query}: {offer:?}");
            let is_apart = offer.gpu_count < per_node;
            assert_eq!(offer.detail.contains("separate machines"), is_apart, "{query}: {offer:?}");
        }
        if per_node == 4 {
            assert!(compared.is_empty() && rent.verdict.contains("no machine with 4 joined"), "{query}: {}", rent.verdict);
            continue;
        }
        let cheapest = compared.into_iter().fold(f64::INFINITY, f64::min);
        assert!(cheapest.is_finite(), "{query}: a machine of this size is listed");
        let spoken = if cheapest >= 100.0 { cheapest.round() } else { (cheapest * 100.0).round() / 100.0 };
        let told = rent.verdict.replace(',', "");
        assert!(told.contains(&format!("costs {spoken} USD")), "{query}: {cheapest} {}", rent.verdict);
    }
}
