//! What to buy for a workload: every machine keeps what was asked, and says what it rests on.
#![cfg(feature = "json")]

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::Config;
use wire::Locale;
use wire::v1::choices::{Method, Offload, Optimizer};
use wire::v1::recommend::Machine;
use wire::v1::scenario::GpuChoice;
use wire::v1::{Problem, ProblemCode, Recommendation, Scenario};
use workstation::machines::{Refusal, What, machine_of, search};

fn asked(query: &str) -> Scenario {
    let parsed = scenario::query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
    parsed.scenario
}

#[track_caller]
fn recommended(query: &str) -> Recommendation {
    api::recommend(&asked(query)).unwrap_or_else(|problem| panic!("{query}: {problem:?}"))
}

#[track_caller]
fn refused(query: &str) -> Problem {
    api::recommend(&asked(query)).map_or_else(|problem| problem, |answer| panic!("{query}: {:?}", answer.machines.len()))
}

fn labeled<'a>(answer: &'a Recommendation, label: &str) -> &'a Machine {
    answer.machines.iter().find(|machine| machine.label == label).unwrap_or_else(|| panic!("no {label}"))
}

/// Share of a run that a reader of three digits does not see.
const SAME_RUN: f64 = 0.005;

/// Whether a machine's figures rest on more than a data sheet.
fn is_backed(machine: &Machine) -> bool {
    machine.parts.iter().all(|part| part.notes.iter().all(|note| !note.starts_with("no CUDA device")))
}

/// Whether a machine holds its run even at the high end of what it may take, and has the memory that is recommended.
fn is_comfortable(machine: &Machine) -> bool {
    let Machine { estimate, hardware, .. } = machine;
    let free = estimate.vram.capacity_bytes - estimate.vram.desktop_bytes;
    estimate.vram.range_bytes[1] <= free && estimate.ram.recommended_gib <= hardware.ram_gib.unwrap_or(0)
}

/// What holds for every answer, whatever was asked.
#[track_caller]
fn check_laws(query: &str, answer: &Recommendation) {
    let constraints = asked(query).constraints;
    let first = &answer.machines[0];
    assert_eq!(answer.recommended.scenario, first.scenario, "{query}");
    assert_eq!(answer.recommended.estimate, first.estimate, "{query}");
    let priced: Vec<bool> = answer.machines.iter().map(|machine| machine.price.unknown_parts == 0).collect();
    assert!(priced.is_sorted_by(|a, b| a >= b), "{query}: unknown prices come last: {priced:?}");
    for machine in &answer.machines {
        let Machine { hardware, parts, price, scenario, estimate, run_seconds, .. } = machine;
        assert!(estimate.vram.fits, "{query}");
        assert!(estimate.ram.minimum_gib <= hardware.ram_gib.unwrap_or(0), "{query}: {hardware:?}");
        let lighter = crate::support::lighter_and_no_slower(&asked(query), scenario, estimate, true);
        assert_eq!(lighter, Vec::<String>::new(), "{query}");
        let again = api::estimate(scenario).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
        assert_eq!(&again, estimate, "{query}");
        let all = [hardware.gpu.is_some(), hardware.cpu.is_some(), hardware.ram_gib.is_some(), hardware.storage.is_some()];
        assert_eq!(all, [true; 4], "{query}");
        let later = scenario.training.epochs.unwrap_or(1).saturating_sub(1) as f64;
        let run = estimate.speed.epoch_seconds.mul_add(later, estimate.speed.first_epoch_seconds);
        assert!((run - run_seconds).abs() <= run * 1e-9, "{query}: {run} {run_seconds}");
        let sum: f64 = parts.iter().filter_map(|part| Some(part.unit_price? * part.quantity as f64)).sum();
        assert!((sum - price.known_amount).abs() < 0.01, "{query}: {sum} {price:?}");
        assert_eq!((price.amount, price.complete), (price.complete.then_some(price.known_amount), price.unknown_parts == 0));
        let unknown = parts.iter().filter(|part| part.unit_price.is_none()).count() as u64;
        assert_eq!(unknown, price.unknown_parts, "{query}");
        assert!(parts.iter().all(|part| part.unit_price.is_none() || part.price_date.is_some()), "{query}");
        let oldest = parts.iter().filter_map(|part| part.price_date.clone()).min();
        assert_eq!(oldest, price.as_of, "{query}");
        assert!(constraints.deadline_seconds.is_none_or(|deadline| *run_seconds <= deadline), "{query}");
        let budget = constraints.budget.as_ref().and_then(|budget| budget.amount);
        assert!(budget.is_none_or(|budget| price.amount.is_some_and(|price| price <= budget)), "{query}");
        assert!(constraints.max_gpus.is_none_or(|most| hardware.gpu_count.unwrap_or(1) <= most), "{query}");
    }
    for machine in &answer.machines {
        let is_tight = !is_comfortable(machine);
        let says_so = machine.parts.iter().any(|part| part.notes.iter().any(|note| note.starts_with("tight")));
        assert!(!is_tight || (says_so && machine.why.contains("without a reserve")), "{query}: {machine:?}");
        let training = &machine.scenario.training;
        let is_cuda_only = training.method == Some(Method::Qlora) || training.optimizer == Some(Optimizer::Adamw8bit);
        assert!(!is_cuda_only || is_backed(machine), "{query}: {:?}", machine.parts);
    }
    let named: Vec<&Machine> = answer.machines.iter().filter(|machine| machine.label != "alternative").collect();
    assert!(named.iter().all(|machine| is_comfortable(machine)) || !answer.machines.iter().any(is_comfortable), "{query}");
    let is_backed_answer = named.iter().all(|machine| is_backed(machine));
    assert!(is_backed_answer || named.iter().all(|machine| machine.why.contains("data sheet")), "{query}");
    let known: Vec<&Machine> = answer
        .machines
        .iter()
        .filter(|machine| machine.price.unknown_parts == 0 && (is_backed(machine) || !is_backed_answer))
        // Faster cards on a host that does not suit them take no name.
        .filter(|machine| machine.reason_code != "unbalanced")
        .collect();
    if !known.is_empty() {
        let (cheapest, fastest) = (labeled(answer, "cheapest"), labeled(answer, "fastest"));
        let price = |machine: &Machine| machine.price.amount.expect("every part has a price");
        assert!(known.iter().all(|machine| price(cheapest) <= price(machine)), "{query}");
        // Times are read to three digits: a machine that is cheaper and as fast as far as one reads has both names.
        let same = 1.0 + 2.0 * SAME_RUN;
        assert!(known.iter().all(|machine| fastest.run_seconds <= machine.run_seconds * same), "{query}");
        let value = |machine: &Machine| price(machine) * machine.run_seconds;
        assert!(known.iter().all(|machine| value(labeled(answer, "best-value")) <= value(machine) * same), "{query}");
        let best = labeled(answer, "best-value");
        for (one, other) in [(best, fastest), (fastest, best), (cheapest, fastest), (cheapest, best)] {
            let is_same = price(one) <= price(other) && one.run_seconds <= other.run_seconds * (1.0 + SAME_RUN);
            assert!(!is_same || one.parts == other.parts, "{query}: {} and {} are one choice", one.label, other.label);
        }
    }
    check_reasons(query, answer);
    assert!(!answer.rejected.is_empty() && answer.rejected.len() <= 24, "{query}: {}", answer.rejected.len());
}

/// A name has its reason, no part of an unknown price makes anything cheap, and a row that costs less than the cheapest says
/// why it is not called so.
#[track_caller]
fn check_reasons(query: &str, answer: &Recommendation) {
    let cheapest = answer.machines.iter().find(|machine| machine.label == "cheapest");
    for machine in &answer.machines {
        let reason = machine.reason_code.as_str();
        match machine.label.as_str() {
            "cheapest" => assert_eq!((reason, machine.price.complete), ("lowest-price", true), "{query}"),
            "best-value" => assert_eq!((reason, machine.price.complete), ("lowest-price-times-run", true), "{query}"),
            "fastest" => assert_eq!(reason, "shortest-run", "{query}"),
            _ => assert!(
                ["fastest-for-price", "unconfirmed-platform", "incomplete-price", "no-reserve", "unbalanced"].contains(&reason),
                "{query}: {reason}"
            ),
        }
        let is_below = cheapest.is_some_and(|cheapest| machine.price.known_amount < cheapest.price.known_amount);
        if is_below && machine.label != "cheapest" {
            let says = match reason {
                "unconfirmed-platform" => "no measurement confirms",
                "incomplete-price" => "unpriced part",
                other => panic!("{query}: {other} is no reason to be cheaper than the cheapest"),
            };
            assert!(machine.why.contains(says), "{query}: {}", machine.why);
        }
        assert!(machine.price.complete || machine.why.contains("unpriced part"), "{query}: {}", machine.why);
    }
}

#[test]
fn a_classifier_for_two_thousand_dollars() {
    let query = "model=resnet50&budget=2000";
    let answer = recommended(query);
    check_laws(query, &answer);
    assert!(answer.rejected.iter().any(|row| row.reason.contains("over the budget")), "{:?}", answer.rejected);
    assert_eq!(answer, recommended(query), "the same question has the same answer");
}

#[test]
fn all_weights_of_seven_billion_take_more_than_one_consumer_card() {
    let query = "model=llama-2-7b&method=full&offload=none&budget=12000";
    let answer = recommended(query);
    check_laws(query, &answer);
    for Machine { scenario, parts, estimate, .. } in &answer.machines {
        assert_eq!(scenario.training.method, Some(Method::Full));
        assert!(estimate.vram.capacity_bytes > 40 << 30 || scenario.hardware.gpu_count > Some(1), "{parts:?}");
    }
    assert!(answer.rejected.iter().any(|row| row.reason.contains("does not hold")), "{:?}", answer.rejected);
}

/// Weights that lie in host memory leave little on the card: memory is cheaper than cards, and slower.
#[test]
fn with_offload_much_host_memory_is_cheapest_and_much_card_memory_fastest() {
    let query = "model=llama-2-7b&method=full&budget=20000";
    let answer = recommended(query);
    check_laws(query, &answer);
    let (cheapest, fastest) = (labeled(&answer, "cheapest"), labeled(&answer, "fastest"));
    assert!(cheapest.scenario.training.offload.is_some_and(|offload| offload != Offload::None), "{:?}", cheapest.scenario);
    assert!(cheapest.hardware.ram_gib >= Some(96), "{:?}", cheapest.hardware);
    let on_cards = |machine: &Machine| machine.estimate.vram.capacity_bytes * machine.hardware.gpu_count.unwrap_or(1);
    assert!(on_cards(fastest) > 2 * on_cards(cheapest), "{:?}", fastest.parts);
    assert!(fastest.run_seconds * 2.0 < cheapest.run_seconds, "{} {}", fastest.run_seconds, cheapest.run_seconds);
}

/// Four-bit weights need a library that is built for CUDA.
#[test]
fn quantized_weights_are_offered_on_cuda_cards_alone() {
    let query = "model=llama-2-7b&method=qlora&max_gpus=1";
    let answer = recommended(query);
    check_laws(query, &answer);
    assert!(answer.machines.iter().all(is_backed), "{:?}", answer.machines);
    let query = "model=llama-2-7b&optimizer=adamw-8bit&method=lora&max_gpus=1";
    let answer = recommended(query);
    check_laws(query, &answer);
    assert!(answer.machines.iter().all(is_backed), "{:?}", answer.machines);
}

#[test]
fn a_cheaper_card_without_cuda_is_an_alternative_that_says_so() {
    let query = "model=resnet50&budget=2000";
    let answer = recommended(query);
    assert!(answer.machines.iter().filter(|machine| machine.label != "alternative").all(is_backed));
    for machine in answer.machines.iter().filter(|machine| !is_backed(machine)) {
        assert!(machine.why.contains("by its data sheet") && machine.why.contains("no measurement"), "{}", machine.why);
    }
}

#[test]
fn adapters_of_seven_billion_take_one_card() {
    let query = "model=llama-2-7b&method=lora&max_gpus=1&budget=4000";
    let answer = recommended(query);
    check_laws(query, &answer);
    assert_eq!(labeled(&answer, "cheapest").hardware.gpu_count, Some(1));
}

#[test]
fn a_budget_that_buys_nothing_says_what_would() {
    let problem = refused("model=resnet50&budget=100");
    assert_eq!((problem.code, problem.status), (ProblemCode::ContradictoryConstraints, 422));
    let [error] = problem.errors.as_slice() else { panic!("{problem:?}") };
    assert_eq!((error.pointer.as_str(), error.code.as_str()), ("/constraints/budget/amount", "contradictory"));
    let least = error.minimum.unwrap();
    let query = format!("model=resnet50&budget={least}");
    check_laws(&query, &recommended(&query));
    assert_eq!(refused(&format!("model=resnet50&budget={}", least - 0.5)).code, ProblemCode::ContradictoryConstraints);
}

#[test]
fn a_deadline_that_nothing_keeps_says_what_would() {
    let problem = refused("model=resnet50&budget=1500&deadline=60");
    let fields: Vec<(&str, f64)> =
        problem.errors.iter().map(|error| (error.pointer.as_str(), error.minimum.unwrap_or_default())).collect();
    let seconds = fields.iter().find(|(pointer, _)| *pointer == "/constraints/deadline_seconds").unwrap().1;
    let query = format!("model=resnet50&budget=1500&deadline={seconds}");
    check_laws(&query, &recommended(&query));
}

#[test]
fn other_fields_at_fault_are_told_as_ever_and_an_estimate_needs_a_card() {
    let problem = refused("model=resnet51&batch=8");
    assert_eq!((problem.code, problem.errors[0].pointer.as_str()), (ProblemCode::InvalidInput, "/model/id"));
    let problem = api::estimate(&asked("model=resnet50")).unwrap_err();
    assert_eq!((problem.errors[0].pointer.as_str(), problem.errors[0].code.as_str()), ("/hardware/gpu", "required"));
}

#[test]
fn parts_that_were_asked_for_stay() {
    let query = "model=resnet50&budget=3000&cpu=core-i9-13900k&storage=samsung-990-pro-2tb&ram=64&gpus=2";
    let answer = recommended(query);
    check_laws(query, &answer);
    for Machine { hardware, .. } in &answer.machines {
        assert_eq!(hardware.cpu.as_deref(), Some("core-i9-13900k"));
        assert_eq!(hardware.storage.as_deref(), Some("samsung-990-pro-2tb"));
        assert_eq!((hardware.ram_gib, hardware.gpu_count), (Some(64), Some(2)));
    }
}

/// Four cards have no place on a desktop board: the processor that was asked for is in the way.
#[test]
fn a_processor_whose_boards_do_not_carry_the_cards_is_named() {
    let problem = refused("model=resnet50&batch=8&cpu=core-i9-13900k&gpus=4");
    assert_eq!(problem.code, ProblemCode::ContradictoryConstraints);
    assert_eq!(problem.errors.iter().map(|error| error.pointer.as_str()).collect::<Vec<_>>(), ["/hardware/cpu"]);
}

#[test]
fn more_cards_than_any_machine_takes_are_named_and_no_memory_is_blamed() {
    let problem = refused("model=resnet50&gpus=64");
    assert_eq!(problem.code, ProblemCode::ContradictoryConstraints);
    let error = &problem.errors[0];
    assert_eq!((error.pointer.as_str(), error.code.as_str()), ("/hardware/gpu_count", "contradictory"));
    assert!(error.detail.contains("number of GPUs"), "{}", error.detail);
}

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

/// Ten terabytes of pictures: disks serve a few files a second each, and three flash drives hold them as well.
#[test]
fn a_large_set_of_files_lies_on_several_flash_drives() {
    let query = "model=resnet50&samples=90000000&epochs=3";
    let answer = recommended(query);
    check_laws(query, &answer);
    let cheapest_disk = recommended(&format!("{query}&storage=seagate-exos-x18-16tb&drives=1"));
    let (on_disk, fastest) = (labeled(&cheapest_disk, "fastest"), labeled(&answer, "fastest"));
    assert!(on_disk.run_seconds > fastest.run_seconds * 4.0, "{} {}", on_disk.run_seconds, fastest.run_seconds);
    for label in ["best-value", "fastest"] {
        let Machine { hardware, estimate, parts, .. } = labeled(&answer, label);
        let drive = catalog::storage(hardware.storage.as_deref().unwrap()).unwrap();
        let count = hardware.storage_count.unwrap();
        assert!(drive.class.starts_with("nvme") && count >= 3, "{label}: {count} x {}", drive.id);
        assert!(drive.spec.capacity.0 * count > 90_000_000 * 110_000, "{label}: {count} x {}", drive.id);
        let part = parts.iter().find(|part| part.kind == "storage").unwrap();
        assert_eq!((part.id.as_str(), part.quantity), (drive.id, count), "{label}");
        assert!(part.notes.iter().any(|note| note.contains("striped")), "{label}: {:?}", part.notes);
        assert!(estimate.notes.iter().all(|note| note.code != "dataset-exceeds-storage"), "{label}: {:?}", estimate.notes);
    }
}

/// Drives that do not hold the data set make no machine that works; the number that would do is named, and does.
#[test]
fn too_few_drives_are_refused_with_the_number_that_would_do() {
    let query = "model=resnet50&samples=90000000&epochs=3";
    assert!(search(&asked(&format!("{query}&drives=1"))).is_ok(), "one hard disk holds the data set");
    for drive in ["samsung-9100-pro-2tb", "kingston-kc3000-1tb"] {
        let taken = |drives: u64| search(&asked(&format!("{query}&storage={drive}&drives={drives}")));
        let Err(workstation::machines::Failure::Contradictory(errors)) = taken(3) else { panic!("three of {drive} were taken") };
        let [error @ scenario::FieldError { pointer, reason: scenario::Reason::Contradictory(relax) }] = errors.as_slice() else {
            panic!("{errors:?}")
        };
        assert_eq!(pointer, "/hardware/storage_count");
        let least = relax.minimum().expect("a number of drives") as u64;
        // The field stands in front of what is wrong with it, alone as among others.
        let sentence =
            format!("hardware.storage_count is too small for the data set and its checkpoints; take at least {least} drives");
        assert_eq!(scenario::problem::invalid(&errors).detail, sentence);
        assert_eq!(error.detail(Locale::Zh), format!("少于数据集及其检查点所需，请至少选 {least} 块硬盘"));
        assert!(taken(least).is_ok(), "{least} of {drive}");
        assert!(taken(least - 1).is_err(), "{least} of {drive} are not the fewest");
    }
}

/// Rates of a striped volume are those of its drives together, in an estimate as in a search.
#[test]
fn each_drive_of_a_volume_adds_its_rate() {
    let rate = |drives: u64| {
        let query = format!("gpu=rtx-4090&model=resnet50&samples=90000000&storage=seagate-exos-x18-16tb&drives={drives}&ram=32");
        let answer = api::estimate(&asked(&query)).unwrap();
        assert_eq!(answer.inputs.hardware.storage_count, Some(drives));
        answer.path.storage_bytes_per_second
    };
    let [one, two, four] = [1, 2, 4].map(rate);
    assert!((two / one - 2.0).abs() < 1e-6 && (four / one - 4.0).abs() < 1e-6, "{one} {two} {four}");
}

proptest! {
    #![proptest_config(Config { cases: 4, ..Config::default() })]
    #[test]
    fn every_machine_keeps_what_was_asked(
        model in select(vec!["resnet18", "bert-base", "vit_b_16", "gpt2"]),
        budget in 400_u64..6000,
        hours in 1_u64..200,
        most in select(vec![1_u64, 2, 4]),
    ) {
        let query = format!("model={model}&budget={budget}&deadline={}&max_gpus={most}", hours * 3600);
        match api::recommend(&asked(&query)) {
            Ok(answer) => check_laws(&query, &answer),
            Err(problem) => {
                prop_assert_eq!(problem.code, ProblemCode::ContradictoryConstraints);
                prop_assert!(problem.errors.iter().all(|error| error.minimum.is_some()), "{:?}", problem);
            }
        }
    }
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
