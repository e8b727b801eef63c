//! What holds for every answer, whatever was asked.

use wire::v1::Recommendation;
use wire::v1::choices::Method;
use wire::v1::recommend::Machine;

use super::asking::{asked, is_backed, labeled};

/// Share of a run that a reader of three digits does not see.
const SAME_RUN: f64 = 0.005;

/// Whether a machine holds its run even at the high end of what it may take, and has the memory that is recommended.
fn is_comfortable(machine: &Machine) -> bool {
    let Machine { estimate, hardware, .. } = machine;
    let free = estimate.vram.capacity_bytes - estimate.vram.desktop_bytes;
    estimate.vram.range_bytes[1] <= free && estimate.ram.recommended_gib <= hardware.ram_gib.unwrap_or(0)
}

/// What holds for every answer, whatever was asked.
#[track_caller]
pub fn check_laws(query: &str, answer: &Recommendation) {
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
        let unknown = parts.iter().filter(|part| part.unit_price.is_none() && !part.included).count() as u64;
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
        let is_of_bitsandbytes =
            training.optimizer.is_some_and(|optimizer| engine::training::Optimizer::from(optimizer).needs_bitsandbytes());
        let is_cuda_only = training.method == Some(Method::Qlora) || is_of_bitsandbytes;
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
