//! Bounds hold for every machine of the set that they are of.

use super::*;
use crate::machines::platform::Platform;
use scenario::query::parse_string;

/// Every machine that the catalog gives, with some of the processors, kits and drives left out, costs and takes no less than
/// the sets that it is in say at the least.
#[test]
fn no_machine_undercuts_the_bounds_of_its_sets() {
    // Every fifth card in `cargo xtask soak laws`, a share of them with every change.
    let stride = if std::env::var_os("RIGWISE_THOROUGH").is_some() { 5 } else { 9 };
    for query in [
        "model=resnet18&batch=8&method=full&precision=fp32",
        "model=gpt2&batch=4&method=full&ram=128",
        "model=resnet50&samples=3000000",
        "model=resnet50&samples=12000000&epochs=3&max_gpus=1",
        "model=resnet50&samples=25000000&epochs=3&max_gpus=2",
        "model=resnet50&samples=90000000&epochs=3&max_gpus=2",
        "model=resnet50&samples=90000000&epochs=3&max_gpus=1&owned=samsung-990-pro-2tb:1",
        "model=llama-2-7b&method=qlora&samples=2000&seq=512&gpus=1",
        "model=qwen3-next-80b-a3b&method=lora&samples=2000&seq=2048&gpus=4",
        "model=gpt2&batch=4&method=full&owned=rtx-3060-12gb:1,rtx-4090:2",
        "model=resnet18&batch=8&method=full&owned=case-tower-mid,rtx-5090:1,epyc-9554:1,ddr5-udimm-2x32:1,samsung-990-pro-2tb:2",
    ] {
        let mut market = crate::machines::question::survey(&parse_string(query).scenario).expect("a workload");
        for place in (0..market.prospects.len()).step_by(stride) {
            let prospect = market.prospects[place];
            let Within::Spots(seats) = market.card(place) else { continue };
            for (seat, spot) in seats.into_iter().step_by(2) {
                let Within::Spots(stocks) = market.within(spot) else { panic!("{query}: no memory") };
                let mut machines = Vec::new();
                for (stock, spot) in stocks {
                    // What a plan with endless drives says of it comes first, where it says more.
                    let mut looked = market.within(spot);
                    if let Within::Spots(spots) = &looked
                        && let [(refined, same)] = spots[..]
                        && same == spot
                    {
                        assert!(refined.run >= stock.run && refined.price >= stock.price, "{query}");
                        looked = market.within(spot);
                    }
                    let Within::Spots(spots) = looked else { continue };
                    machines.extend(spots.into_iter().map(|(least, spot)| (stock, least, spot)));
                }
                for (stock, least, spot) in machines.into_iter().step_by(3) {
                    let Within::Build(build) = market.within(spot) else { continue };
                    let (own, name) = (exact(build), build.name());
                    let parts: Vec<_> = build.parts.iter().map(|part| (part.id, part.quantity)).collect();
                    assert_eq!((own.unknown, own.price), (least.unknown, least.price), "{query}: {name} {parts:?}");
                    for (set, bound) in [("machine", least), ("stock", stock), ("seat", seat), ("card", prospect.least())] {
                        let training = &build.answer.scenario.training;
                        assert!(bound.run <= own.run, "{set} {query}: {name} {parts:?}: {} {} {training:?}", bound.run, own.run);
                        assert!(!bound.is_tight || own.is_tight, "{set} {query}: {name} {parts:?}");
                        assert!(!bound.is_wanting || own.is_wanting, "{set} {query}: {name} {parts:?}");
                        assert!(bound.unknown <= own.unknown, "{query}: {name} {parts:?}");
                        assert!(bound.unknown < own.unknown || bound.price <= own.price + 0.01, "{query}: {name} {parts:?}");
                    }
                }
            }
        }
    }
}

/// A whole computer costs and takes no less than is said of it before it is planned on.
#[test]
fn no_whole_computer_undercuts_its_bounds() {
    let mut breaches = Vec::new();
    for query in [
        "model=llama-2-7b&method=qlora&epochs=3&samples=20000&seq=2048",
        "model=llama-2-7b&method=lora&samples=5000&seq=512",
        "model=gpt2&method=full",
        "model=resnet50",
        "model=bert-base&batch=32",
        "model=sd15&method=lora&samples=2000",
    ] {
        let mut market = crate::machines::question::survey(&parse_string(query).scenario).expect("a workload");
        for place in 0..market.prospects.len() {
            let prospect = market.prospects[place];
            if Platform::of(&prospect.candidate.entry, prospect.candidate.count) != Platform::Unified {
                continue;
            }
            let Within::Build(build) = market.card(place) else { continue };
            let (own, least) = (exact(build), prospect.least());
            if least.run > own.run || (own.unknown == 0 && least.price > own.price + 0.01) {
                breaches.push(format!(
                    "{query}: {} {:.0} s and {} USD, at the least {:.0} s and {} USD",
                    build.name(),
                    own.run,
                    own.price,
                    least.run,
                    least.price
                ));
                breaches.push(format!("{:?} {:?}", prospect.pace, build.answer.scenario.training));
            }
        }
    }
    assert!(breaches.is_empty(), "{}", breaches.join("\n"));
}
