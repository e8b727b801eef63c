//! Names of machines and reasons against others, held against prices and times.

use wire::v1::recommend::Machine;
use wire::v1::scenario::GpuChoice;
use workstation::machines::{Refusal, What, machine_of, search};

use super::asking::{asked, labeled, recommended};
use super::laws::check_laws;

#[test]
fn several_nodes_whose_network_has_no_price_are_called_neither_cheap_nor_good_value() {
    let query = "model=resnet50&batch=8&method=full&nodes=2&gpus=2";
    let answer = recommended(query);
    check_laws(query, &answer);
    assert!(answer.machines.iter().all(|machine| machine.price.unknown_parts > 0), "{:?}", answer.machines.len());
    let labels: Vec<&str> = answer.machines.iter().map(|machine| machine.label.as_str()).collect();
    assert!(labels.iter().all(|label| ["fastest", "alternative"].contains(label)), "{labels:?}");
    let (first, fastest) = (&answer.machines[0], labeled(&answer, "fastest"));
    assert!(first.price.known_amount <= fastest.price.known_amount && first.run_seconds >= fastest.run_seconds);
    let fewest = answer.machines.iter().map(|machine| machine.price.unknown_parts).min();
    assert_eq!(Some(first.price.unknown_parts), fewest, "an unknown price never looks cheap");
    assert_eq!(first.reason_code, "incomplete-price");
}

#[test]
fn machines_without_a_known_price_come_last_and_say_so() {
    let query = "model=bert-base&max_gpus=1";
    let answer = recommended(query);
    check_laws(query, &answer);
    let unpriced: Vec<&Machine> = answer.machines.iter().filter(|machine| machine.price.unknown_parts > 0).collect();
    assert!(unpriced.iter().all(|machine| machine.why.contains("unpriced part")), "{unpriced:?}");
}

#[test]
fn labels_are_not_decided_by_what_nobody_reads() {
    let query = "model=llama-3-8b&method=lora&samples=20000&seq=2048&epochs=3&budget=8000";
    check_laws(query, &recommended(query));
}

/// Every figure of a reason holds against the machine itself, once it is named.
#[test]
fn reasons_hold_once_the_machine_is_named() {
    for query in [
        "model=llama-2-7b&method=qlora&epochs=3&samples=20000&seq=2048",
        "model=resnet50&budget=2000",
        "model=bert-base&samples=50000",
        "model=sd15&method=lora&samples=2000",
        "model=gpt2&method=full",
    ] {
        let outcome = search(&asked(query)).unwrap();
        let budget = asked(query).constraints.budget.and_then(|budget| budget.amount);
        for row in &outcome.rejected {
            let What::Cards(name) = &row.what else { continue };
            let (count, id) = name.split_once(" x ").map_or((1, name.as_str()), |(count, id)| (count.parse().unwrap(), id));
            let mut scenario = asked(query);
            scenario.constraints = wire::v1::scenario::Constraints::default();
            scenario.hardware.gpu = Some(GpuChoice::Id(id.to_owned()));
            scenario.hardware.gpu_count = Some(count);
            scenario.training.sharding = (count > 1).then_some(wire::v1::choices::Sharding::Ddp);
            let Ok(Some(build)) = machine_of(&scenario) else { continue };
            let (bill, run) = (build.bill(), build.run_seconds());
            match row.reason {
                Refusal::Dominated { dearer, slower, by } if build.holds() => {
                    let named = outcome.machines.iter().map(|machine| &machine.build);
                    let better: Vec<_> = named.filter(|build| (build.candidate().entry.id, build.cards()) == by).collect();
                    let least = better.iter().map(|build| build.run_seconds()).fold(f64::INFINITY, f64::min);
                    assert!(slower <= (run - least) * 1.0001, "{query}: {name} {slower} of {}", run - least);
                    let cheapest = better.iter().map(|build| build.bill().amount).fold(f64::INFINITY, f64::min);
                    let is_held = dearer.is_none_or(|dearer| bill.unknown_parts > 0 || dearer <= bill.amount - cheapest + 0.01);
                    assert!(is_held, "{query}: {name} {dearer:?} of {}", bill.amount - cheapest);
                }
                Refusal::LeadsInNothing { price: Some(price), is_least: false, .. } => {
                    let bills = outcome.machines.iter().filter_map(|machine| machine.build.bill().whole());
                    let least = bills.fold(f64::INFINITY, f64::min);
                    assert!(price >= least, "{query}: {name} costs {price}, less than the cheapest at {least}");
                }
                // What is known of its price is more than the budget: that is the reason.
                Refusal::PriceUnknown { known } => {
                    assert!(budget.is_some_and(|budget| known <= budget), "{query}: {name} {known}");
                }
                _ => {}
            }
        }
    }
}
