//! Nothing of the catalog that one names beats what the search for machines found.
//!
//! The attack: ask without naming parts, then name each part and pairs of them, and look for a machine that costs less and is
//! no slower, or that is faster and costs no more, than one which was recommended before.
#![cfg(feature = "json")]

use wire::v1::Scenario;
use wire::v1::prices::{OwnPrice, Prices};
use wire::v1::scenario::GpuChoice;
use workstation::machines::{Build, Failure, Label, Machine, machine_of, search};
use workstation::price_list::{under, with_own};

/// What is asked: image models, language models in full and by adapters, diffusion; small sets and large ones.
const WORKLOADS: [&str; 21] = [
    "model=resnet50",
    "model=resnet50&samples=1281167&epochs=90",
    "model=vit_b_16&samples=1281167",
    "model=convnext_base&samples=300000",
    "model=swin_b&samples=1281167",
    "model=fasterrcnn_resnet50_fpn&samples=118000",
    "model=maskrcnn_resnet50_fpn&samples=118000",
    "model=deeplabv3_resnet50&samples=20000",
    "model=resnet50&samples=90000000&epochs=3",
    "model=resnet50&budget=3000",
    "model=resnet50&samples=1281167&deadline=172800",
    "model=bert-base&samples=500000",
    "model=gpt2-large&method=full",
    "model=llama-3.2-1b&method=full",
    "model=llama-2-7b&method=full",
    "model=llama-2-7b&method=lora",
    "model=llama-2-7b&method=qlora",
    "model=llama-2-13b&method=qlora&samples=50000",
    "model=qwen3-next-80b-a3b&method=qlora&samples=5000",
    "model=sd15&method=lora&samples=2000",
    "model=sdxl&method=lora",
];

fn asked(query: &str) -> Scenario {
    let parsed = scenario::query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{query}: {:?}", parsed.errors);
    parsed.scenario
}

/// What a machine costs in full, and its run; nothing where the price of a part is not known.
fn figures(build: &Build) -> Option<(f64, f64)> {
    let bill = build.bill();
    (bill.unknown_parts == 0).then(|| (bill.amount, build.run_seconds()))
}

/// Whether a machine gives what a name asks for: it holds the run with room to spare on a host that suits its cards, and its card
/// was compared with measurements.
fn is_sound(build: &Build) -> bool {
    build.lacks().is_none() && build.is_backed()
}

/// What a machine has of that, for the comparison of two that lack some of it.
fn comfort(build: &Build) -> (bool, bool) {
    (build.short_of_reserve().is_none(), build.imbalance.is_none())
}

/// Whether one machine has less of price or run, and no more of the other; rounding of sums is no difference.
fn beats(one: (f64, f64), other: (f64, f64)) -> bool {
    let less = |a: f64, b: f64| a < b * (1.0 - 1e-9);
    let no_more = |a: f64, b: f64| a <= b * (1.0 + 1e-9);
    no_more(one.0, other.0) && no_more(one.1, other.1) && (less(one.0, other.0) || less(one.1, other.1))
}

fn told(build: &Build) -> String {
    let parts: Vec<String> = build.parts.iter().map(|part| format!("{} x {}", part.quantity, part.id)).collect();
    format!("{:?} {}", figures(build), parts.join(", "))
}

/// What a name may not leave behind.
fn breach(query: &str, open: &[Machine], named: &str, build: &Build) -> Option<String> {
    let own = figures(build)?;
    let beaten = open.iter().find(|machine| {
        let comparable = is_sound(build) || !is_sound(&machine.build) && comfort(build) == comfort(&machine.build);
        comparable && figures(&machine.build).is_some_and(|held| beats(own, held))
    });
    beaten.map(|machine| {
        format!("{query}: {named} gives {}\n   which beats {} {}", told(build), machine.label.as_str(), told(&machine.build))
    })
}

/// Whether a machine with a reserve is cheaper than the cheapest, or faster than the fastest.
fn lead(query: &str, leader: &impl Fn(Label) -> Option<(f64, f64)>, named: &str, build: &Build) -> Option<String> {
    let (price, run) = figures(build).filter(|_| is_sound(build))?;
    if leader(Label::Cheapest).is_some_and(|(least, _)| price < least * (1.0 - 1e-9)) {
        return Some(format!("{query}: {named} is cheaper: {}", told(build)));
    }
    // Times are read to three digits.
    let is_faster = leader(Label::Fastest).is_some_and(|(_, least)| run < least * (1.0 - 0.0051));
    is_faster.then(|| format!("{query}: {named} is faster: {}", told(build)))
}

/// The parts that are named, one or two at once; every `stride`-th of them.
fn names(stride: usize) -> Vec<Vec<(&'static str, String)>> {
    let cpus: Vec<_> = catalog::cpus().iter().map(|cpu| ("cpu", cpu.id.to_owned())).collect();
    let drives: Vec<_> = catalog::storages().iter().map(|drive| ("storage", drive.id.to_owned())).collect();
    let kits: Vec<_> = [16, 32, 48, 64, 96, 128, 192, 256].into_iter().map(|gib: u64| ("ram", gib.to_string())).collect();
    let counts: Vec<_> = [1, 2, 4, 8].into_iter().map(|count: u64| ("gpus", count.to_string())).collect();
    let drive_counts: Vec<_> = [1, 2, 3].into_iter().map(|count: u64| ("drives", count.to_string())).collect();
    let all: Vec<_> = [&cpus, &drives, &kits, &counts, &drive_counts].into_iter().flatten().cloned().collect();
    let mut names: Vec<Vec<(&'static str, String)>> = all.iter().map(|one| vec![one.clone()]).collect();
    for (at, one) in all.iter().enumerate() {
        names.extend(all[at + 1..].iter().filter(|other| other.0 != one.0).map(|other| vec![one.clone(), other.clone()]));
    }
    // Boards, coolers, memory, supplies, cases and systems: what goes together around them is chosen for each.
    names.extend(scenario::parts::choosable().map(|id| vec![("parts", id.to_owned())]));
    names.into_iter().step_by(stride).collect()
}

/// Names parts beside every workload, and single cards with a host as it is chosen for them: what beats the open answer.
fn breaches(workloads: &[&str], stride: usize) -> Vec<String> {
    let mut found = Vec::new();
    for (turn, query) in workloads.iter().enumerate() {
        let open = match search(&asked(query)) {
            Ok(outcome) => outcome.machines,
            Err(failure) => panic!("{query}: {failure:?}"),
        };
        for label in [Label::Cheapest, Label::BestValue, Label::Fastest] {
            assert!(open.iter().any(|machine| machine.label == label), "{query}: {label:?}");
        }
        let leader =
            |label: Label| open.iter().find(|machine| machine.label == label).and_then(|machine| figures(&machine.build));
        for parts in names(stride).into_iter().skip(turn % 2) {
            let named = parts.iter().map(|(name, value)| format!("&{name}={value}")).collect::<Vec<_>>().concat();
            let answer = match search(&asked(&format!("{query}{named}"))) {
                Ok(outcome) => outcome.machines,
                // Parts that do not go together, or drives that do not hold the data set.
                Err(Failure::Contradictory(_)) => continue,
                Err(failure) => panic!("{query}{named}: {failure:?}"),
            };
            for machine in &answer {
                found.extend(breach(query, &open, &named, &machine.build));
                found.extend(lead(query, &leader, &named, &machine.build));
            }
        }
        for card in catalog::gpus().iter().step_by(stride.min(4)) {
            for count in [1, 2, 4] {
                let mut scenario = asked(query);
                scenario.hardware.gpu = Some(GpuChoice::Id(card.id.to_owned()));
                scenario.hardware.gpu_count = Some(count);
                scenario.training.sharding = (count > 1).then_some(wire::v1::choices::Sharding::Ddp);
                scenario.constraints = wire::v1::scenario::Constraints::default();
                let limits = &asked(query).constraints;
                let Ok(Some(build)) = machine_of(&scenario) else { continue };
                let budget = limits.budget.as_ref().and_then(|budget| budget.amount).unwrap_or(f64::INFINITY);
                let is_allowed = figures(&build).is_some_and(|(price, run)| {
                    price <= budget && limits.deadline_seconds.is_none_or(|deadline| run <= deadline)
                });
                if is_allowed && build.lacks().is_none() && build.answer.vram.fit.fits() {
                    let named = format!("{count} x {}", card.id);
                    found.extend(breach(query, &open, &named, &build));
                    found.extend(lead(query, &leader, &named, &build));
                }
            }
        }
    }
    found
}

/// A sample: every workload in turn would take minutes.
#[test]
fn what_one_names_beats_nothing_that_was_recommended() {
    let found = breaches(
        &["model=resnet50&samples=1281167&epochs=90", "model=vit_b_16&samples=1281167", "model=llama-2-7b&method=qlora"],
        307,
    );
    assert!(found.is_empty(), "{} breaches:\n{}", found.len(), found.join("\n"));
}

/// Names every drive of a price beside sets of pictures of which one drive or two hold as many.
fn check_every_drive(samples: &[u64], stride: usize) {
    for samples in samples {
        let query = format!("model=resnet50&samples={samples}&epochs=3&max_gpus=1&precision=bf16-amp&method=full");
        let open = search(&asked(&query)).unwrap_or_else(|failure| panic!("{query}: {failure:?}")).machines;
        for drive in catalog::storages().iter().filter(|drive| drive.price.is_some()).step_by(stride) {
            let Ok(answer) = search(&asked(&format!("{query}&storage={}", drive.id))) else { continue };
            let found: Vec<_> =
                answer.machines.iter().filter_map(|machine| breach(&query, &open, drive.id, &machine.build)).collect();
            assert!(found.is_empty(), "{}", found.join("\n"));
        }
    }
}

/// Two cheap drives ask for another board than one dear drive, and hard disks for a drive beside them that the machine starts from.
#[test]
fn no_drive_that_one_names_beats_what_was_recommended() {
    check_every_drive(&[12_000_000], 5);
}

#[test]
#[ignore = "minutes: cargo xtask soak search runs it"]
fn none_of_all_drives_beats_what_was_recommended() {
    check_every_drive(&[12_000_000, 25_000_000, 40_000_000, 90_000_000], 1);
}

/// Own prices that turn the market over: what was dear is cheap, and what the search prunes by is what the buyer pays.
#[test]
fn nothing_beats_what_was_recommended_under_own_prices() {
    let own = |id: &str, unit_price: f64| OwnPrice { id: id.to_owned(), unit_price, currency: None, note: None };
    let parts = vec![own("rtx-5090", 700.0), own("rtx-5060", 900.0), own("ddr5-udimm-2x32", 20.0), own("core-i5-12400f", 2000.0)];
    let prices = Prices { parts, ..Prices::default() };
    let found = under(with_own(&prices), || breaches(&["model=resnet50&samples=1281167&epochs=90"], 401));
    assert!(found.is_empty(), "{} breaches:\n{}", found.len(), found.join("\n"));
}

/// What one has already makes no machine dearer and none slower.
#[test]
fn an_owned_part_takes_nothing_away() {
    let owned = ["crucial-p3-plus-1tb", "ddr5-udimm-2x32", "core-i9-13900k", "psu-1000-gold", "case-tower-mid"];
    for query in ["model=resnet50&samples=1281167&epochs=90", "model=llama-2-7b&method=qlora"] {
        let labels = |query: &str| {
            let machines = search(&asked(query)).map_or_else(|failure| panic!("{query}: {failure:?}"), |found| found.machines);
            [Label::Cheapest, Label::Fastest]
                .map(|label| machines.iter().find(|machine| machine.label == label).map(|machine| figures(&machine.build)))
        };
        let [cheapest, fastest] = labels(query).map(|found| found.flatten().expect("machines with known prices lead"));
        for part in owned {
            let with = format!("{query}&owned={part}:1");
            let [lower, quicker] = labels(&with).map(|found| found.flatten().expect("and still do"));
            assert!(lower.0 <= cheapest.0 * (1.0 + 1e-9), "{with}: {lower:?} instead of {cheapest:?}");
            assert!(quicker.1 <= fastest.1 * 1.0051, "{with}: {quicker:?} instead of {fastest:?}");
        }
    }
}

/// Every machine that is recommended has drives for what the run keeps; a whole computer has one.
#[test]
fn a_recommended_machine_stores_its_run() {
    for query in
        ["model=llama-2-7b&method=lora&epochs=1&bytes=60000000000000", "model=resnet50&bytes=10000000000000&samples=90000000"]
    {
        let machines = search(&asked(query)).map_or_else(|failure| panic!("{query}: {failure:?}"), |found| found.machines);
        assert!(!machines.is_empty(), "{query}");
        for machine in machines {
            let scenario = &machine.build.answer.scenario;
            let (stored, room) = (scenario.data.bytes_on_disk, scenario.hardware.storage.capacity);
            assert!(stored <= room, "{query}: {} in {}", stored.as_f64(), told(&machine.build));
        }
    }
}

/// A run that no host holds is told what it lacks.
#[test]
fn a_run_that_no_host_holds_is_not_called_a_large_model() {
    let Err(Failure::Contradictory(errors)) = search(&asked("model=resnet50&samples=40000000000&epochs=1")) else {
        panic!("no machine holds the index of so many files");
    };
    assert_eq!(errors[0].pointer, "/hardware/ram_gib", "{errors:?}");
}

/// All workloads, every part and pairs of them.
#[test]
#[ignore = "half an hour: cargo xtask soak runs it"]
fn no_part_of_the_catalog_beats_what_was_recommended() {
    let stride = std::env::var("RIGWISE_LAW_STRIDE").ok().and_then(|stride| stride.parse().ok()).unwrap_or(7);
    let workloads: Vec<&str> = match std::env::var("RIGWISE_LAW_ONLY") {
        Ok(only) => WORKLOADS.into_iter().filter(|query| *query == only).collect(),
        Err(_) => WORKLOADS.to_vec(),
    };
    // Workloads take their turns on all cores.
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let found: Vec<String> = std::thread::scope(|scope| {
        let turns: Vec<_> = (0..cores)
            .map(|turn| {
                let own: Vec<&str> = workloads.iter().copied().skip(turn).step_by(cores).collect();
                scope.spawn(move || breaches(&own, stride))
            })
            .collect();
        turns.into_iter().flat_map(|turn| turn.join().expect("a turn ends")).collect()
    });
    assert!(found.is_empty(), "{} breaches:\n{}", found.len(), found.join("\n"));
}
