//! Other parts of a bill's lines: what is offered goes together with the rest, costs what it says, and beats nothing.

use api::Desk;
use api::bill::bom_with;
use api::swaps::swaps;
use wire::v1::estimate::NoteLevel;
use wire::v1::{Prices, Scenario};
use workstation::bom::{Severity, View, findings};
use workstation::machines::{Failure, search};

const PLANS: [&str; 7] = [
    "gpu=rtx-4090&model=resnet50",
    "gpu=rtx-5090&gpus=2&model=llama-3.1-8b&method=qlora",
    "gpu=rtx-3060-12gb&cpu=core-i5-13600k&ram=64&model=resnet50",
    "gpu=rtx-pro-6000-blackwell-maxq&gpus=4&cpu=tr-pro-9975wx&ram=512&model=llama-3.1-8b&sharding=zero-3",
    "gpu=rtx-4070&model=resnet50&parts=fractal-design-north,seasonic-prime-tx-1600-atx3",
    "gpu=h100-sxm5-80gb&gpus=8&model=llama-3.1-8b&sharding=zero-3",
    "gpu=rtx-4090&model=resnet50&owned=fractal-design-north:1,ddr5-udimm-2x32:1",
];

fn asked(query: &str) -> Scenario {
    let parsed = scenario::query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{query}: {:?}", parsed.errors);
    parsed.scenario
}

/// The scenario with a part chosen as a reader chooses it.
fn with(plan: &Scenario, kind: &str, named: Option<&str>, id: &str) -> Scenario {
    let mut changed = plan.clone();
    let hardware = &mut changed.hardware;
    match kind {
        "cpu" => hardware.cpu = Some(id.to_owned()),
        "storage" => hardware.storage = Some(id.to_owned()),
        _ => {
            let others = plan.hardware.parts.iter().flatten().filter(|id| Some(id.as_str()) != named);
            hardware.parts = Some(others.cloned().chain([id.to_owned()]).collect());
        }
    }
    changed
}

fn num_problems(bom: &wire::v1::bom::Bom) -> usize {
    bom.notes.iter().filter(|note| note.level == NoteLevel::Problem).count()
}

/// Every part that is offered is put into its line, as a reader would.
#[test]
fn a_part_that_is_offered_stands_in_its_line_for_what_was_said() {
    let prices = Prices::default();
    for query in PLANS {
        let plan = asked(query);
        let before = bom_with(&plan, &prices).unwrap();
        let lines = swaps(&mut Desk::default(), &plan, &prices);
        assert!(!lines.is_empty(), "{query}");
        for line in &lines {
            assert!(!line.swaps.is_empty(), "{query}: {} has not even what stands there", line.kind);
        }
        for line in &lines {
            for swap in line.swaps.iter().step_by(5) {
                let changed = with(&plan, line.kind, line.named, swap.id);
                let after = bom_with(&changed, &prices).unwrap_or_else(|problem| panic!("{query} {swap:?}: {problem:?}"));
                assert!(after.parts.iter().any(|part| part.kind == line.kind && part.id == swap.id), "{query} {swap:?}");
                assert!(num_problems(&after) <= num_problems(&before), "{query} {swap:?}: {:?}", after.notes);
                let known = after.price.amount.zip(before.price.amount);
                let known = known.filter(|_| after.price.unknown_parts == before.price.unknown_parts);
                let difference = known.map(|(after, before)| (after - before) * 100.0);
                assert_eq!(
                    difference.map(f64::round),
                    swap.difference.map(|amount| (amount * 100.0).round()),
                    "{query} {swap:?}"
                );
            }
        }
    }
}

/// What nobody named was chosen as the cheapest of all that goes together: no other part of any line makes it cheaper. Processor
/// and drive are those that the estimate counts with.
#[test]
fn no_other_part_makes_the_machine_cheaper() {
    for query in PLANS.iter().filter(|query| !query.contains("parts=")) {
        let lines = swaps(&mut Desk::default(), &asked(query), &Prices::default());
        for line in lines.iter().filter(|line| !["cpu", "storage"].contains(&line.kind)) {
            let cheapest = line.swaps.iter().filter_map(|swap| swap.difference).fold(0.0, f64::min);
            assert!(cheapest > -0.005, "{query}: {} {:?}", line.kind, line.swaps.first());
        }
    }
}

/// A part that is named beside no card and no processor is in every machine that is recommended, or no machine with it holds the
/// run: nothing is chosen before it that does not go with it.
fn check_named_alone(stride: usize) -> usize {
    let mut found = 0;
    for id in scenario::parts::choosable().step_by(stride) {
        match search(&asked(&format!("model=resnet50&parts={id}"))) {
            Ok(outcome) => {
                for machine in &outcome.machines {
                    assert!(machine.build.parts.iter().any(|part| part.id == id), "{id}: {:#?}", machine.build.parts);
                    let found = findings(&View::of(&machine.build));
                    let problems: Vec<_> = found.iter().filter(|found| found.severity() == Severity::Problem).collect();
                    assert!(problems.is_empty(), "{id}: {problems:?} {:?}", machine.build.key());
                }
                found += 1;
            }
            Err(Failure::Contradictory(_)) => {}
            Err(failure) => panic!("{id}: {failure:?}"),
        }
    }
    found
}

#[test]
fn a_part_that_is_named_alone_is_in_every_machine_that_is_found() {
    assert!(check_named_alone(61) > 3);
}

#[test]
#[ignore = "minutes: cargo xtask soak search runs it"]
fn every_part_that_is_named_alone_is_in_every_machine_that_is_found() {
    assert!(check_named_alone(1) > 100);
}

/// A case that is none of the kind that was asked for is told at once, before anything is planned.
#[test]
fn a_case_that_is_none_of_the_kind_is_refused() {
    for (query, is_refused) in [
        ("model=resnet50&parts=fractal-design-north&case=small", true),
        ("model=resnet50&parts=nvidia-dgx-h100&case=silenced", true),
        ("model=resnet50&parts=fractal-design-terra&case=small", false),
    ] {
        let pointers = match search(&asked(query)) {
            Err(Failure::Invalid(errors)) => errors.iter().map(|error| error.pointer.clone()).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        assert_eq!(pointers == ["/hardware/parts"], is_refused, "{query}: {pointers:?}");
    }
}
