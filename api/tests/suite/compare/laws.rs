//! Laws of comparisons of machines at random.

use api::compare::address;
use api::comparison;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::Config;
use serde_json::Value as Json;
use wire::Locale;
use wire::v1::compare::Better;
use wire::v1::{Prices, Scenario};

use super::asking::{asked, check_against_estimate, json};

fn machine() -> impl Strategy<Value = String> {
    let card = select(catalog::gpus().iter().map(|gpu| gpu.id).collect::<Vec<_>>());
    let count = select(vec!["", "&gpus=2&sharding=ddp", "&gpus=8&sharding=ddp"]);
    let ram = select(vec!["", "&ram=16", "&ram=128"]);
    let rest = select(vec!["", "&batch=8", "&cpu=ryzen-9-7950x", "&checkpointing=full&batch=4", "&id=mine", "&precision=fp32"]);
    (card, count, ram, rest).prop_map(|(card, count, ram, rest)| format!("gpu={card}{count}{ram}{rest}"))
}

fn jobs() -> impl Strategy<Value = (&'static str, Vec<String>)> {
    let job = select(vec![
        "model=resnet50",
        "model=bert-base&samples=1000",
        "model=sd15&method=lora",
        "model=qwen2.5-0.5b&method=lora&seq=256",
    ]);
    (job, prop::collection::vec(machine(), 2..=6))
}

proptest! {
    #![proptest_config(Config { cases: 24, ..Config::default() })]

    /// The order of the scenarios permutes the columns and nothing else.
    #[test]
    fn order_has_no_part_in_it((job, machines) in jobs(), keys in prop::collection::vec(any::<Index>(), 6)) {
        let all: Vec<Scenario> = machines.iter().map(|machine| asked(&format!("{job}&{machine}"))).collect();
        let Ok(before) = comparison(&all, &Prices::default(), Locale::En) else {
            let faults = all.iter().filter(|one| scenario::resolve(one).is_err()).count();
            prop_assert!(faults > 0);
            return Ok(());
        };
        // `order[new]` is the number of the old place.
        let mut order: Vec<usize> = (0..all.len()).collect();
        for (place, key) in keys.iter().enumerate().take(all.len()) {
            order.swap(place, key.index(all.len()));
        }
        let shuffled: Vec<Scenario> = order.iter().map(|&old| all[old].clone()).collect();
        let after = comparison(&shuffled, &Prices::default(), Locale::En).unwrap();
        for (new, &old) in order.iter().enumerate() {
            prop_assert_eq!(&after.scenarios[new], &before.scenarios[old]);
        }
        prop_assert_eq!(after.differences.len(), before.differences.len());
        for (one, other) in after.differences.iter().zip(&before.differences) {
            prop_assert_eq!(&one.pointer, &other.pointer);
            let permuted: Vec<Json> = order.iter().map(|&old| other.values[old].clone()).collect();
            prop_assert_eq!(&one.values, &permuted);
            prop_assert!(one.values.iter().any(|value| value != &one.values[0]));
        }
        for (one, other) in after.best.iter().zip(&before.best) {
            let mut permuted: Vec<u64> = one.scenarios.iter().map(|&new| order[usize::try_from(new).unwrap()] as u64).collect();
            permuted.sort_unstable();
            prop_assert_eq!(&permuted, &other.scenarios, "{}", other.pointer);
        }
        // Each column is what an estimate says of it alone.
        check_against_estimate(&all[0], &before.scenarios[0]);
        // And nobody beats the best.
        for best in &before.best {
            let value = |place: usize| json(&before.scenarios[place]).pointer(&best.pointer).and_then(Json::as_f64);
            let Some(&first) = best.scenarios.first() else { continue };
            let top = value(usize::try_from(first).unwrap()).unwrap();
            for (place, side) in before.scenarios.iter().enumerate() {
                let known = best.pointer != "/price/amount" || side.price.unknown_parts == 0;
                let Some(other) = value(place).filter(|_| side.holds && known) else { continue };
                let slack = top.abs() * 2.1e-3;
                match best.better {
                    Better::Higher => prop_assert!(other <= top + slack, "{} {other} {top}", best.pointer),
                    Better::Lower => prop_assert!(other >= top - slack, "{} {other} {top}", best.pointer),
                }
            }
        }
    }

    /// An address says exactly the scenarios that it was written for.
    #[test]
    fn addresses_round_trip((job, machines) in jobs(), name in "[ -~]{0,12}") {
        let mut all: Vec<Scenario> = machines.iter().map(|machine| asked(&format!("{job}&{machine}"))).collect();
        let mut own = asked(&format!("{job}&gpu.memory=24&gpu.bandwidth=900&gpu.fp32=40&targets=q,v"));
        if let (Some(wire::v1::scenario::GpuChoice::Custom(card)), false) = (&mut own.hardware.gpu, name.trim().is_empty()) {
            card.name = Some(name.trim().to_owned());
        }
        let place = all.len() / 2;
        all[place] = own;
        let back = address::parse(&address::to_string(&all, &[("ref".to_owned(), "mail".to_owned())]));
        prop_assert_eq!(back.errors(), Vec::new());
        prop_assert_eq!(back.scenarios(), all);
        prop_assert_eq!(back.job.unknown, [("ref".to_owned(), "mail".to_owned())]);
    }
}
