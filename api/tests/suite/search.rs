//! What the advisor's search returns can be asked for again, with the same figures; what cannot be kept to is named with
//! what would do.

use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use scenario::error::{FieldError, Reason, Relax};
use scenario::query::parse_string;
use wire::v1::Scenario;
use wire::v1::choices::{Method, Optimizer, Precision, Sharding};
use wire::v1::recommend::NearestKind;

fn base() -> impl Strategy<Value = Scenario> {
    let models = vec![
        "resnet50",
        "bert-base",
        "gpt2-large",
        "llama-3.2-1b",
        "mistral-7b",
        "t5-base",
        "vit_b_16",
        "sd15",
        "sdxl",
        "qwen3-vl-2b",
    ];
    let gpus = vec!["rtx-3060-12gb", "rtx-4090", "a100-sxm4-80gb", "t4"];
    (select(models), select(gpus)).prop_map(|(model, gpu)| parse_string(&format!("gpu={gpu}&model={model}")).scenario)
}

prop_compose! {
    fn scenarios()(
        mut scenario in base(),
        gpu_count in option::weighted(0.3, select(vec![2_u64, 4])),
        precision in option::weighted(0.3, select(vec![Precision::Fp32, Precision::Bf16Amp, Precision::Bf16])),
        optimizer in option::weighted(0.3, select(vec![Optimizer::Adamw, Optimizer::SgdMomentum])),
        sharding in option::weighted(0.2, select(Sharding::ALL)),
        ram in option::weighted(0.5, select(vec![16_u64, 64, 256])),
        batch in option::weighted(0.3, 1_u64..64),
        steps in option::weighted(0.2, 1_u64..8),
        global_batch_size in option::weighted(0.3, select(vec![1_u64, 16, 30, 97, 512, 1000])),
        methods in option::weighted(0.3, subsequence(Method::ALL, 1..=2)),
        deadline_seconds in option::weighted(0.3, 10.0_f64..1e6),
        max_gpus in option::weighted(0.2, select(vec![1_u64, 2, 8])),
    ) -> Scenario {
        scenario.hardware.gpu_count = gpu_count;
        scenario.hardware.ram_gib = ram;
        let training = &mut scenario.training;
        (training.precision, training.optimizer, training.sharding) = (precision, optimizer, sharding);
        (training.micro_batch_size, training.gradient_accumulation_steps) = (batch, steps);
        let constraints = &mut scenario.constraints;
        (constraints.global_batch_size, constraints.methods) = (global_batch_size, methods);
        (constraints.deadline_seconds, constraints.max_gpus) = (deadline_seconds, max_gpus);
        scenario
    }
}

/// Writes what an error asks for into its constraint; false where there is nothing to write.
fn relax(scenario: &mut Scenario, reason: &Reason) -> bool {
    let Reason::Contradictory(relax) = reason else { return false };
    let constraints = &mut scenario.constraints;
    match relax {
        Relax::MultipleOf { above, .. } => constraints.global_batch_size = Some(*above),
        Relax::Exactly { value } => constraints.global_batch_size = Some(*value),
        Relax::OneOf { words } => {
            constraints.methods = Some(Method::ALL.iter().filter(|method| words.contains(&method.as_str())).copied().collect());
        }
        Relax::Seconds { least } => constraints.deadline_seconds = Some(least.ceil()),
        Relax::Gpus { least } => constraints.max_gpus = Some(*least),
        Relax::Drives { least } => scenario.hardware.storage_count = Some(*least),
        Relax::Money { .. }
        | Relax::PriceUnknown
        | Relax::Memory { .. }
        | Relax::HostMemory { .. }
        | Relax::Allow { .. }
        | Relax::LeaveOut
        | Relax::Parts => return false,
    }
    true
}

proptest! {
    #[test]
    fn plans_can_be_asked_for_again(asked in scenarios()) {
        let Ok(request) = scenario::resolve(&scenario::patch::with_single_method(&asked)) else { return Ok(()) };
        let Err(contradictions) = engine::recommend(&request, &api::feeding::market(&asked)) else {
            let answer = api::recommend(&asked).unwrap();
            let plan = &answer.recommended;
            let again = api::estimate(&plan.scenario);
            prop_assert!(again.is_ok(), "{:?}", again.err());
            prop_assert_eq!(&again.unwrap(), &wire::v1::Estimate { inputs: plan.estimate.inputs.clone(), ..plan.estimate.clone() });
            for plan in &answer.pareto {
                let again = api::estimate(&plan.scenario);
                prop_assert!(again.is_ok(), "{:?}", again.err());
                let again = again.unwrap();
                prop_assert!(again.vram.fits);
                prop_assert_eq!(again.vram.needed_bytes, plan.needed_bytes);
                prop_assert_eq!(again.speed.epoch_seconds, plan.epoch_seconds);
                prop_assert!(asked.constraints.deadline_seconds.is_none_or(|deadline| plan.run_seconds <= deadline));
            }
            for nearest in &answer.nearest {
                let again = api::estimate(&nearest.scenario);
                prop_assert!(again.is_ok(), "{:?}", again.err());
                let again = again.unwrap();
                prop_assert!(again.vram.fits, "{:?}", nearest.change);
                prop_assert_eq!(again.vram.device_peak_bytes, nearest.vram_bytes);
                prop_assert_eq!(again.speed.epoch_seconds, nearest.epoch_seconds);
                prop_assert!(nearest.kind == NearestKind::Card || nearest.gpu_count > 1);
            }
            return Ok(());
        };
        let errors: Vec<FieldError> = contradictions.iter().map(FieldError::from).collect();
        for error in errors {
            let mut relaxed = asked.clone();
            if !relax(&mut relaxed, &error.reason) {
                continue;
            }
            // A single method that is accepted is written into the field, so that the field's own error stands for it.
            let Ok(request) = scenario::resolve(&scenario::patch::with_single_method(&relaxed)) else { continue };
            let left = engine::recommend(&request, &engine::estimate::Market::default()).err().unwrap_or_default();
            prop_assert!(
                left.iter().map(FieldError::from).all(|other| other.pointer != error.pointer),
                "{error:?} -> {left:?}"
            );
        }
    }
}

#[test]
fn a_global_batch_is_kept_by_accumulation() {
    let mut asked = parse_string("gpu=rtx-3060-12gb&model=gpt2-large").scenario;
    asked.constraints.global_batch_size = Some(96);
    let plan = api::recommend(&asked).unwrap().recommended.scenario.training;
    assert_eq!(plan.micro_batch_size.unwrap() * plan.gradient_accumulation_steps.unwrap(), 96);
}

#[test]
fn contradictions_are_all_named() {
    let mut asked = parse_string("gpu=rtx-4090&gpus=4&model=resnet50&batch=32&sharding=ddp").scenario;
    asked.constraints.global_batch_size = Some(1000);
    asked.constraints.max_gpus = Some(2);
    asked.constraints.deadline_seconds = Some(1.0);
    let problem = api::recommend(&asked).unwrap_err();
    let pointers: Vec<&str> = problem.errors.iter().map(|error| error.pointer.as_str()).collect();
    assert_eq!(pointers, ["/constraints/max_gpus", "/constraints/global_batch_size", "/constraints/deadline_seconds"],);
}

#[test]
fn where_nothing_fits_the_nearest_hardware_is_named() {
    let asked =
        parse_string("gpu=rtx-3060-12gb&model=llama-2-7b&method=full&precision=fp32&offload=none&optimizer=adamw").scenario;
    let answer = api::recommend(&asked).unwrap();
    assert!(!answer.recommended.estimate.vram.fits && answer.pareto.is_empty());
    let card = answer.nearest.iter().find(|nearest| nearest.kind == NearestKind::Card).unwrap();
    assert!(api::estimate(&card.scenario).unwrap().vram.fits, "{}", card.gpu);
}

/// Cards with room and without, alone and beside others, fed well and badly: nothing that frees memory at the price of time
/// or code is recommended where a plan without it fits and is as fast.
#[test]
fn what_frees_memory_is_recommended_only_where_it_is_needed() {
    let models =
        ["resnet50", "vit_b_16", "convnext_base", "deeplabv3_resnet50", "bert-base", "gpt2-large", "llama-3.2-1b", "sd15"];
    let cards = ["rtx-3060-12gb", "rtx-4090", "rtx-4090&gpus=2", "a100-sxm4-80gb&gpus=4"];
    let hosts = ["", "&cpu=ryzen-5-5600x", "&storage=class-hdd-7200&ram=32&samples=2000000"];
    let mut found = Vec::new();
    for model in models {
        for card in cards {
            for host in hosts {
                let query = format!("gpu={card}&model={model}{host}");
                let parsed = parse_string(&query);
                assert!(parsed.errors.is_empty(), "{query}: {:?}", parsed.errors);
                let plan = api::recommend(&parsed.scenario).unwrap().recommended;
                let lighter = crate::support::lighter_and_no_slower(&parsed.scenario, &plan.scenario, &plan.estimate, false);
                found.extend(lighter.into_iter().map(|lighter| format!("{query}: {lighter}")));
            }
        }
    }
    assert!(found.is_empty(), "{} of them:\n{}", found.len(), found.join("\n"));
}
