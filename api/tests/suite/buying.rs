//! What a buyer says beside the workload: a currency with its rate, brands, the outlet, the PC that is there.
#![cfg(feature = "json")]

use wire::v1::recommend::Machine;
use wire::v1::{Problem, ProblemCode, Recommendation, Scenario};
use workstation::machines::{Failure, search};

use crate::support::is_tried;

fn asked(query: &str) -> Scenario {
    let parsed = scenario::query::parse_string(query);
    assert!(parsed.errors.is_empty(), "{query}: {:?}", parsed.errors);
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

/// The one field at fault, with its code and the value that would do.
#[track_caller]
fn fault(problem: &Problem) -> (&str, &str, Option<f64>) {
    let [error] = problem.errors.as_slice() else { panic!("{problem:?}") };
    (&error.pointer, &error.code, error.minimum)
}

fn part<'a>(machine: &'a Machine, kind: &str) -> Option<&'a wire::v1::bom::Part> {
    machine.parts.iter().find(|part| part.kind == kind)
}

fn prices(answer: &Recommendation) -> Vec<Option<f64>> {
    answer.machines.iter().map(|machine| machine.price.amount).collect()
}

#[test]
fn a_budget_in_another_currency_is_held_against_dollars_at_the_callers_rate() {
    let query = "model=resnet50&budget=14200&currency=CNY";
    assert_eq!(fault(&refused(query)), ("/constraints/budget/per_usd", "rate-required", None));
    let dollars = recommended("model=resnet50&budget=2000");
    assert_eq!(prices(&recommended(&format!("{query}&per_usd=7.1"))), prices(&dollars));
    let told = recommended("model=resnet50&budget=2000000&currency=jpy&per_usd=1000");
    assert_eq!(prices(&told), prices(&dollars), "codes are taken in small letters, and of every currency");
    assert!(told.recommended.why.contains(" JPY"), "{}", told.recommended.why);
    // What would do is said in the same currency, and does.
    let least = fault(&refused("model=resnet50&budget=700&currency=CNY&per_usd=7.1")).2.expect("an amount");
    recommended(&format!("model=resnet50&budget={least}&currency=CNY&per_usd=7.1"));
    refused(&format!("model=resnet50&budget={}&currency=CNY&per_usd=7.1", least - 8.0));
    // A rate beside no currency is not read; a dollar is one dollar.
    assert_eq!(prices(&recommended("model=resnet50&budget=2000&per_usd=7.1")), prices(&dollars));
    assert_eq!(prices(&recommended("model=resnet50&budget=2000&currency=USD&per_usd=1")), prices(&dollars));
    for card in ["", "&gpu=rtx-4090"] {
        let query = format!("model=resnet50&budget=2000&currency=USD&per_usd=2{card}");
        assert_eq!(fault(&refused(&query)).0, "/constraints/budget/per_usd", "{query}");
    }
}

/// Three thousand in one country, and three in another.
#[test]
fn a_budget_that_two_countries_read_apart_is_refused() {
    for (budget, amount) in [("3.000", None), ("3,000", None), ("3000", Some(3000.0)), ("2999,50", Some(2999.5))] {
        let parsed = scenario::query::parse_string(&format!("model=resnet50&budget={budget}"));
        let faults: Vec<&str> = parsed.errors.iter().map(scenario::FieldError::code).collect();
        assert_eq!(faults, if amount.is_none() { vec!["ambiguous-number"] } else { Vec::new() }, "{budget}");
        let read = parsed.scenario.constraints.budget.and_then(|budget| budget.amount);
        assert_eq!(read, amount, "{budget}");
    }
    let mut scenario = asked("model=resnet50&budget=12");
    scenario.constraints.budget.as_mut().unwrap().amount = Some(12.345);
    assert_eq!(asked(&scenario::query::to_string(&scenario, &[])), scenario, "what a link says is read again");
}

#[test]
fn a_currency_is_a_code_that_exists() {
    for code in ["yuan", "C", "12X", "$$$", "ZZZ", "XXX"] {
        let parsed = scenario::query::parse_string(&format!("model=resnet50&budget=2000&per_usd=2&currency={code}"));
        let faults: Vec<&str> = parsed.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(faults, ["/constraints/budget/currency"], "{code}");
    }
}

#[test]
fn brands_that_are_left_out_are_in_no_machine() {
    for (without, makers) in [("nvidia", vec!["NVIDIA"]), ("nvidia,intel", vec!["NVIDIA", "Intel"]), ("amd", vec!["AMD"])] {
        let answer = recommended(&format!("model=resnet50&without={without}"));
        for machine in &answer.machines {
            let gpu = part(machine, "gpu").and_then(|part| catalog::gpu(&part.id)).expect("a card");
            let cpu = part(machine, "cpu").and_then(|part| catalog::cpu(&part.id));
            assert!(!makers.contains(&gpu.vendor), "{without}: {}", gpu.id);
            assert!(cpu.is_none_or(|cpu| !makers.contains(&cpu.vendor)), "{without}: {cpu:?}");
        }
        assert!(answer.rejected.iter().any(|row| row.reason.contains("left out")), "{:?}", answer.rejected);
    }
    // What is there already is used, and no more of it is bought.
    let answer = recommended("model=resnet50&without=nvidia&owned=rtx-4090");
    let own: Vec<_> =
        answer.machines.iter().filter_map(|machine| part(machine, "gpu")).filter(|part| part.id == "rtx-4090").collect();
    assert!(!own.is_empty() && own.iter().all(|part| (part.quantity, part.owned) == (1, 1)), "{own:?}");
    let problem = refused("model=resnet50&without=nvidia,amd,intel,huawei,apple");
    assert_eq!(problem.code, ProblemCode::ContradictoryConstraints);
    let problem = refused("model=llama-2-7b&method=qlora&without=nvidia");
    assert_eq!(fault(&problem), ("/constraints/excluded_vendors", "contradictory", None));
    assert!(problem.errors[0].detail.contains("nvidia"), "{problem:?}");
}

#[test]
fn machines_on_a_circuit_draw_no_more_than_it_carries() {
    for (circuit, carries) in [("120v-15a", 1440.0), ("100v-15a", 1200.0), ("230v-10a", 2300.0)] {
        let query = format!("model=llama-2-7b&method=lora&circuit={circuit}");
        let answer = recommended(&query);
        for machine in &answer.machines {
            let bill = api::bom(&machine.scenario).unwrap_or_else(|problem| panic!("{query}: {problem:?}"));
            let wall = bill.power.node_wall_w.unwrap_or_else(|| panic!("{query}: no power"));
            assert!(wall <= carries + 0.5, "{query}: {wall} W");
            let ids =
                |parts: &[wire::v1::bom::Part]| parts.iter().map(|part| (part.id.clone(), part.quantity)).collect::<Vec<_>>();
            assert_eq!(ids(&bill.parts), ids(&machine.parts), "{query}: the bill is that of the machine");
            assert!(bill.notes.iter().all(|note| !note.code.starts_with("circuit")), "{query}: {:?}", bill.notes);
        }
    }
    // What needs more says on which circuits it would run, and does.
    let query = "model=llama-2-7b&method=full&offload=none&gpus=8&circuit=";
    let problem = refused(&format!("{query}100v-15a"));
    assert_eq!(fault(&problem), ("/hardware/circuit", "contradictory", None));
    let would_do: Vec<&str> =
        wire::v1::choices::Circuit::WORDS.iter().copied().filter(|word| problem.errors[0].detail.contains(word)).collect();
    assert!(!would_do.is_empty(), "{problem:?}");
    for word in would_do {
        recommended(&format!("{query}{word}"));
    }
}

#[test]
fn where_neither_money_nor_time_alone_is_enough_both_are_said_and_do() {
    let mut scenario = asked("model=resnet50&budget=100&deadline=1");
    let Err(Failure::Apart(errors)) = search(&scenario) else { panic!("one of the two is not enough") };
    for error in errors {
        let scenario::Reason::Contradictory(relax) = &error.reason else { panic!("{error:?}") };
        let least = relax.minimum().expect("a figure").ceil();
        match error.pointer.as_str() {
            "/constraints/deadline_seconds" => scenario.constraints.deadline_seconds = Some(least),
            "/constraints/budget/amount" => scenario.constraints.budget.as_mut().expect("a budget").amount = Some(least),
            pointer => panic!("{pointer}"),
        }
    }
    search(&scenario).unwrap_or_else(|failure| panic!("{failure:?}"));
    assert!(matches!(search(&asked("model=resnet50&budget=100")), Err(Failure::Contradictory(_))));
}

/// A machine that needs 32 GB buys none where 64 GB of a kind that it takes are there, in whichever kits.
#[test]
fn memory_that_is_there_is_not_bought_again() {
    let all = ["ddr5-udimm-2x32", "ddr4-udimm-2x32", "ddr4-udimm-4x16", "ddr5-udimm-2x16:2", "ddr5-udimm-1x48:2"];
    let queries = ["model=resnet50", "model=resnet50&budget=3000", "model=vit_b_16&max_gpus=1&budget=2500"];
    for (turn, query) in queries.into_iter().enumerate() {
        let without = recommended(query);
        for (_, owned) in all.iter().enumerate().filter(|(place, _)| is_tried(turn + place, 3)) {
            let with = recommended(&format!("{query}&owned={owned}"));
            let cheapest = with.machines.iter().find(|machine| machine.label == "cheapest").expect("a cheapest");
            let memory = part(cheapest, "memory").expect("memory");
            assert_eq!((memory.owned, memory.bought()), (memory.quantity, 0), "{query} {owned}: {memory:?}");
            assert!(cheapest.price.amount < without.machines[0].price.amount, "{query} {owned}");
        }
    }
}

#[test]
fn a_machine_that_was_read_keeps_its_memory() {
    let text = "0, NVIDIA GeForce RTX 4090, 24564 MiB, 550.54.14\nModel name: AMD Ryzen 9 7950X 16-Core Processor\nMemTotal: 65690000 kB\n";
    let text = format!("index, name, memory.total [MiB], driver_version\n{text}");
    let need = api::machine::read_machine(&text, wire::Locale::En).need.expect("a link");
    let query = need.split_once('?').expect("a query").1;
    let answer = recommended(query);
    let memory = part(&answer.machines[0], "memory").expect("memory");
    assert_eq!((memory.id.as_str(), memory.owned, memory.bought()), ("ddr5-udimm-2x32", 1, 0), "{need}");
}

#[test]
fn a_case_of_the_kind_that_was_asked_for_holds_every_machine() {
    for style in ["small", "silenced"] {
        let query = format!("model=resnet50&max_gpus=1&case={style}");
        let answer = recommended(&query);
        for machine in &answer.machines {
            let Some(case) = part(machine, "case") else { continue };
            let case = catalog::case(&case.id).unwrap_or_else(|| panic!("{query}: {}", case.id));
            let is_of = if style == "small" { case.volume_l.is_some_and(|liters| liters <= 30.0) } else { case.is_silenced };
            assert!(is_of, "{query}: {}", case.id);
            let bill = api::bill::bom(&machine.scenario).unwrap();
            assert_eq!(bill.parts.iter().find(|part| part.kind == "case").map(|part| part.id.as_str()), Some(case.id), "{query}");
            assert!(bill.notes.iter().all(|note| note.code != "case-not-as-asked"), "{query}");
        }
        let any = recommended("model=resnet50&max_gpus=1");
        let least = |answer: &Recommendation| prices(answer).into_iter().flatten().fold(f64::INFINITY, f64::min);
        assert!(least(&answer) >= least(&any), "a wish makes nothing cheaper");
    }
    // Eight cards go into no such case: the wish is what to give up.
    let problem = refused("model=llama-2-7b&method=full&gpus=8&case=small");
    let (pointer, code, _) = fault(&problem);
    assert_eq!((pointer, code), ("/hardware/case", "contradictory"));
    // A machine that was stated says that it is not so.
    let stated = scenario::query::parse_string("gpu=rtx-4090&gpus=4&cpu=epyc-9554&ram=256&model=resnet50&case=small").scenario;
    let bill = api::bill::bom(&stated).unwrap();
    assert!(bill.notes.iter().any(|note| note.code == "case-not-as-asked"), "{:?}", bill.notes);
}
