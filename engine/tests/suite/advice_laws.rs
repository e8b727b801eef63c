//! Laws of the advisor: what it recommends holds whatever was left open and whatever has to be kept to, and nothing that
//! is at hand improves it.

use crate::support::host::{bert_base, card, data, desktop, llama_2, lora, resnet50, scenario, stable_diffusion};
use engine::architecture::{Architecture, Decoder};
use engine::device::roofline::training_gpus;
use engine::estimate::{
    Advice, Change, Contradiction, Effect, Estimate, FrontPlan, Lever, LeverKind, Market, Nearest, Offer, Recommendation,
    run_time,
};
use engine::hardware::Gpu;
use engine::inputs::{Constraints, Field, Request, Scenario};
use engine::search::{quick, recommend};
use engine::training::MethodKind;
use engine::training::{
    ActivationCheckpointing, AdapterDtype, Cache, Data, DataKind, Method, Offload, Optimizer, Precision, Sharding,
};
use engine::units::{Bytes, BytesPerSecond, FlopsPerSecond, Seconds};
use proptest::prelude::*;
use proptest::sample::subsequence;

/// Every field that may be left open.
const FIELDS: [Field; 19] = [
    Field::Ram,
    Field::Method,
    Field::Precision,
    Field::Optimizer,
    Field::ActivationCheckpointing,
    Field::Attention,
    Field::MicroBatchSize,
    Field::GradientAccumulationSteps,
    Field::NumWorkers,
    Field::PrefetchFactor,
    Field::PinMemory,
    Field::PersistentWorkers,
    Field::Cache,
    Field::OptimizerImplementation,
    Field::LossLogits,
    Field::MemoryFormat,
    Field::Sharding,
    Field::Offload,
    Field::BatchedPreprocessing,
];
/// Plans that differ by less than this share are one to the eye; a little above the advisor's own threshold.
const VISIBLE: f64 = 0.035;
/// A lever that gains less than this is not worth its change; a little above the advisor's own threshold.
const WORTHWHILE: f64 = 0.006;

fn jobs() -> impl Strategy<Value = (Architecture, DataKind)> {
    prop_oneof![
        2 => Just((resnet50(), DataKind::Images)),
        2 => Just((bert_base(), DataKind::Text)),
        2 => Just((llama_2(2048, 5504, 16, 16), DataKind::Text)),
        2 => Just((llama_2(4096, 11008, 32, 32), DataKind::Text)),
        1 => Just((stable_diffusion(), DataKind::Latents)),
    ]
}

prop_compose! {
    fn cards()(
        memory_gib in prop_oneof![Just(6_u64), Just(12), Just(24), Just(80)],
        bandwidth_gb_per_s in 200.0_f64..3000.0,
        tflops in 10.0_f64..1000.0,
        has_bf16 in any::<bool>(),
    ) -> Gpu {
        let tensor = FlopsPerSecond::from_tflops(tflops);
        Gpu {
            memory: Bytes::from_gib(memory_gib),
            memory_bandwidth: BytesPerSecond::from_gb_per_s(bandwidth_gb_per_s),
            fp32: FlopsPerSecond::from_tflops(tflops / 3.0),
            tf32: has_bf16.then_some(tensor),
            fp16: Some(tensor),
            bf16: has_bf16.then_some(tensor),
            ..card()
        }
    }
}

fn methods() -> impl Strategy<Value = Vec<MethodKind>> {
    let kinds = vec![MethodKind::Full, MethodKind::Lora, MethodKind::Qlora, MethodKind::FrozenBackbone];
    prop_oneof![2 => Just(Vec::new()), 1 => subsequence(kinds, 1..=2)]
}

prop_compose! {
    fn constraints()(
        global_batch_size in prop_oneof![3 => Just(None), 1 => prop_oneof![Just(1_u64), Just(30), Just(64), Just(97), Just(1024)].prop_map(Some)],
        methods in methods(),
        deadline in prop_oneof![3 => Just(None), 1 => (1.0_f64..1e6).prop_map(|seconds| Some(Seconds::new(seconds)))],
        max_gpus in prop_oneof![4 => Just(None), 1 => prop_oneof![Just(1_u64), Just(8)].prop_map(Some)],
    ) -> Constraints {
        Constraints { global_batch_size, methods, deadline, max_gpus }
    }
}

prop_compose! {
    fn requests()(
        (model, kind) in jobs(),
        gpu in cards(),
        (gpu_count, sharding) in prop_oneof![3 => Just((1_u64, Sharding::None)), 1 => Just((2, Sharding::None)), 1 => Just((4, Sharding::Zero2))],
        precision in prop_oneof![Just(Precision::Fp32), Just(Precision::Fp16Amp)],
        checkpointing in prop_oneof![Just(ActivationCheckpointing::None), Just(ActivationCheckpointing::Full)],
        offload in prop_oneof![3 => Just(Offload::None), 1 => Just(Offload::Optimizer)],
        with_lora in any::<bool>(),
        ram_gib in prop_oneof![Just(16_u64), Just(64), Just(256)],
        (micro_batch_size, steps) in prop_oneof![Just((1_u64, 1_u64)), Just((32, 1)), Just((4, 4))],
        slow_drive in any::<bool>(),
        open in prop_oneof![1 => Just(FIELDS.to_vec()), 3 => subsequence(FIELDS.to_vec(), 0..=FIELDS.len())],
        constraints in constraints(),
    ) -> Request {
        let mut asked = scenario(model, data(kind, 20_000, if kind == DataKind::Text { 2_000 } else { 110_000 }));
        asked.hardware = desktop();
        (asked.hardware.gpu, asked.hardware.gpu_count, asked.hardware.ram) = (gpu, gpu_count, Bytes::from_gib(ram_gib));
        if slow_drive {
            asked.hardware.storage.sequential_read = BytesPerSecond::from_mb_per_s(200.0);
            asked.hardware.storage.random_read_iops = 150.0;
        }
        let training = &mut asked.training;
        (training.precision, training.activation_checkpointing, training.offload) = (precision, checkpointing, offload);
        (training.micro_batch_size, training.gradient_accumulation_steps) = (micro_batch_size, steps);
        training.sharding = sharding;
        training.loader.cache = Cache::None;
        if with_lora && asked.model.takes_adapters() && !open.contains(&Field::Method) {
            training.method = Method::Lora(engine::training::Lora { adapter_dtype: AdapterDtype::Fp32, ..lora() });
        }
        if open.contains(&Field::Optimizer) {
            training.optimizer = Optimizer::Adamw;
        }
        Request { scenario: asked, open, constraints }
    }
}

fn market() -> Market {
    let larger = |id, gib| Offer { id, spec: Gpu { memory: Bytes::from_gib(gib), ..card() } };
    Market { cards: vec![larger("card-16", 16), larger("card-48", 48), larger("card-141", 141)], ..Market::default() }
}

/// The request with every field pinned to a plan.
fn pinned(request: &Request, plan: &Scenario) -> Request {
    Request { scenario: plan.clone(), open: Vec::new(), constraints: request.constraints.clone() }
}

fn holds(estimate: &Estimate) -> bool {
    estimate.vram.fit.fits() && estimate.ram.minimum <= estimate.scenario.hardware.ram
}

/// What a plan would have to change in fields that were not left open.
fn touched(request: &Request, plan: &Scenario) -> Vec<&'static str> {
    let (a, b) = (&request.scenario, plan);
    let (s, t) = (&a.training, &b.training);
    let (old, new) = (&s.loader, &t.loader);
    let all = [
        (Field::Ram, "ram", a.hardware.ram == b.hardware.ram),
        (Field::Method, "method", s.method == t.method),
        (Field::Precision, "precision", s.precision == t.precision),
        (Field::Optimizer, "optimizer", s.optimizer == t.optimizer),
        (Field::ActivationCheckpointing, "checkpointing", s.activation_checkpointing == t.activation_checkpointing),
        (Field::Attention, "attention", s.attention == t.attention),
        (Field::MicroBatchSize, "micro-batch", s.micro_batch_size == t.micro_batch_size),
        (Field::GradientAccumulationSteps, "steps", s.gradient_accumulation_steps == t.gradient_accumulation_steps),
        (Field::NumWorkers, "workers", old.num_workers == new.num_workers),
        (Field::PrefetchFactor, "prefetch", old.prefetch_factor == new.prefetch_factor),
        (Field::PinMemory, "pin", old.pin_memory == new.pin_memory),
        (Field::PersistentWorkers, "persistent", old.persistent_workers == new.persistent_workers),
        (Field::Cache, "cache", old.cache == new.cache),
        (Field::OptimizerImplementation, "implementation", s.optimizer_implementation == t.optimizer_implementation),
        (Field::LossLogits, "loss", s.loss_logits == t.loss_logits),
        (Field::MemoryFormat, "format", s.memory_format == t.memory_format),
        (Field::Sharding, "sharding", s.sharding == t.sharding),
        (Field::Offload, "offload", s.offload == t.offload),
        (Field::BatchedPreprocessing, "batched", old.batched_preprocessing == new.batched_preprocessing),
    ];
    all.into_iter().filter(|(field, _, same)| !same && !request.open.contains(field)).map(|(_, name, _)| name).collect()
}

fn keeps_constraints(request: &Request, plan: &Estimate) -> Result<(), TestCaseError> {
    let Scenario { hardware, training, .. } = &plan.scenario;
    let Constraints { global_batch_size, deadline, max_gpus, .. } = request.constraints;
    prop_assert!(request.constraints.accepts(&training.method), "{:?}", training.method);
    let samples = training.micro_batch_size * training.gradient_accumulation_steps * training_gpus(hardware, training);
    prop_assert!(global_batch_size.is_none_or(|global| global == samples), "{samples}");
    prop_assert!(max_gpus.is_none_or(|most| hardware.total_gpus() <= most));
    if holds(plan) {
        prop_assert!(deadline.is_none_or(|deadline| run_time(plan) <= deadline), "{:?}", run_time(plan));
    }
    Ok(())
}

/// Each contradiction says what would resolve it.
fn relaxations_resolve(request: &Request, contradictions: &[Contradiction]) -> Result<(), TestCaseError> {
    prop_assert!(!contradictions.is_empty());
    for contradiction in contradictions {
        let mut relaxed = vec![request.clone()];
        match contradiction {
            Contradiction::GlobalBatch { multiple_of, nearest: (below, above) } => {
                prop_assert!(below % multiple_of == 0 && above % multiple_of == 0 && below < above);
                let global = request.constraints.global_batch_size.unwrap_or_default();
                prop_assert!(*below < global && global < *above, "{below} {global} {above}");
                relaxed = [*below, *above]
                    .into_iter()
                    .filter(|value| *value > 0)
                    .map(|value| {
                        let mut request = request.clone();
                        request.constraints.global_batch_size = Some(value);
                        request
                    })
                    .collect();
            }
            Contradiction::GlobalBatchSet { given } => relaxed[0].constraints.global_batch_size = Some(*given),
            Contradiction::Method { given } => relaxed[0].constraints.methods.push(*given),
            Contradiction::NoMethod { suited } => relaxed[0].constraints.methods.clone_from(suited),
            Contradiction::Deadline { shortest } => relaxed[0].constraints.deadline = Some(*shortest),
            Contradiction::MaxGpus { given } => relaxed[0].constraints.max_gpus = Some(*given),
        }
        for request in relaxed {
            let again = recommend(&request, &Market::default()).err().unwrap_or_default();
            let kind = std::mem::discriminant(contradiction);
            prop_assert!(again.iter().all(|other| std::mem::discriminant(other) != kind), "{contradiction:?} -> {again:?}");
        }
    }
    Ok(())
}

/// Whether a lever is a setting that a search may pull: over open fields and within constraints.
fn is_at_hand(request: &Request, lever: &Lever) -> bool {
    let is_open = |change: &Change| change.field().is_some_and(|field| request.open.contains(&field));
    let is_kept = |change: &Change| match change {
        Change::Method(method) => request.constraints.accepts(method),
        Change::Sharding(_) => request.constraints.global_batch_size.is_none(),
        _ => true,
    };
    let all = || lever.change.iter().chain(&lever.follows);
    let regroups = lever.change.iter().any(|change| matches!(change, Change::MicroBatchSize(_)))
        != lever.change.iter().any(|change| matches!(change, Change::GradientAccumulationSteps(_)));
    let keeps_batch = !regroups || request.constraints.global_batch_size.is_none();
    lever.kind == LeverKind::Setting && all().all(is_open) && all().all(is_kept) && keeps_batch
}

/// No single lever over open fields improves a plan by more than is worth a change.
fn no_lever_improves(request: &Request, plan: &Estimate) -> Result<(), TestCaseError> {
    let Advice::Ok(again) = recommend(&pinned(request, &plan.scenario), &market()) else {
        return Err(TestCaseError::fail("the plan itself is refused"));
    };
    for lever in again.levers.iter().filter(|lever| is_at_hand(request, lever)) {
        prop_assert!(!lever.fits || holds(plan), "{} would make it fit", lever.id);
        let gains = lever.after.epoch.get() < plan.speed.epoch.get() * (1.0 - WORTHWHILE);
        prop_assert!(
            !(lever.fits && lever.effect_on_results == Effect::None && gains),
            "{}: {:?} -> {:?}",
            lever.id,
            plan.speed.epoch,
            lever.after.epoch
        );
    }
    Ok(())
}

/// Whether a plan is at least as good in everything, and better in something.
fn dominates(plan: &FrontPlan, other: &FrontPlan) -> bool {
    let measures = |plan: &FrontPlan| (plan.epoch.get(), plan.headroom, plan.effect_on_results);
    let (a, b) = (measures(plan), measures(other));
    a.0 <= b.0 && a.1 >= b.1 && a.2 <= b.2 && a != b
}

/// A plan that is said to leave the results as they are has as many samples in an update as was asked, where the batch was.
fn keeps_updates(request: &Request, plan: &FrontPlan) -> Result<(), TestCaseError> {
    let is_given = !request.open.contains(&Field::MicroBatchSize) && request.constraints.global_batch_size.is_none();
    if is_given && plan.effect_on_results == Effect::None {
        let samples = |scenario: &Scenario| scenario.training.micro_batch_size * scenario.training.gradient_accumulation_steps;
        prop_assert_eq!(samples(&plan.scenario), samples(&request.scenario), "{:?}", plan.changes);
    }
    Ok(())
}

fn is_a_front(request: &Request, front: &[FrontPlan], recommended: &Estimate) -> Result<(), TestCaseError> {
    prop_assert_eq!(front.iter().filter(|plan| plan.recommended).count(), usize::from(holds(recommended)));
    prop_assert!(front.len() <= 12);
    prop_assert!(front.windows(2).all(|pair| pair[0].epoch <= pair[1].epoch));
    for plan in front {
        prop_assert!(!front.iter().any(|other| dominates(other, plan)), "{:?}", plan.changes);
        prop_assert_eq!(touched(request, &plan.scenario), Vec::<&str>::new());
        let alone = engine::answer::estimate(&pinned(request, &plan.scenario));
        let same = FrontPlan::of(&alone, plan.changes.clone(), plan.effect_on_results, plan.recommended);
        prop_assert_eq!(&same, plan);
        prop_assert!(holds(&alone));
        keeps_constraints(request, &alone)?;
        keeps_updates(request, plan)?;
        prop_assert!(!plan.recommended || plan.scenario == recommended.scenario);
    }
    Ok(())
}

/// Whether what a lever leads to is at least as good as a plan in time and memory, and visibly better in one of them.
fn is_beyond(lever: &Lever, plan: &FrontPlan) -> bool {
    let (epoch, needed) = (plan.epoch.get(), plan.vram_needed.as_f64());
    let (lever_epoch, lever_needed) = (lever.after.epoch.get(), lever.after.vram_needed.as_f64());
    let is_visible = lever_epoch < epoch * (1.0 - VISIBLE) || lever_needed < needed * (1.0 - VISIBLE);
    // A search installs no more host memory than the processor takes.
    let has_host = lever.after.ram_minimum <= plan.scenario.hardware.cpu.max_memory;
    lever.fits && has_host && lever_epoch <= epoch && lever_needed <= needed && is_visible
}

/// No single lever leads from what was asked to a plan that is ahead of one of the front. Accumulation alone puts other
/// samples into an update, which is for whoever pulls it; and what was asked, and so a lever's run, may miss a deadline or a
/// global batch.
fn no_lever_is_ahead(request: &Request, advice: &Recommendation) -> Result<(), TestCaseError> {
    let accumulates = |lever: &Lever| lever.change.iter().any(|change| matches!(change, Change::GradientAccumulationSteps(_)));
    if request.constraints.deadline.is_some() || request.constraints.global_batch_size.is_some() {
        return Ok(());
    }
    for lever in advice.levers.iter().filter(|lever| is_at_hand(request, lever) && !accumulates(lever)) {
        for plan in advice.front.iter().filter(|plan| !plan.recommended) {
            let is_as_gentle = lever.effect_on_results <= plan.effect_on_results;
            prop_assert!(!(is_as_gentle && is_beyond(lever, plan)), "{} is ahead of {:?}", lever.id, plan.changes);
        }
        // What is recommended may take more memory than another plan, but no more time at the same price to the results. A
        // batch that a search chooses fits by its high estimate, that of a lever by its own.
        let is_batch_given = !request.open.contains(&Field::MicroBatchSize);
        for plan in advice.front.iter().filter(|plan| plan.recommended && is_batch_given) {
            // Two small differences may be more than one.
            let is_as_gentle = lever.effect_on_results == Effect::None;
            let is_faster = lever.fits
                && lever.after.ram_minimum <= plan.scenario.hardware.cpu.max_memory
                && lever.after.epoch.get() < plan.epoch.get() * (1.0 - VISIBLE);
            prop_assert!(!(is_as_gentle && is_faster), "{} is faster than {:?}", lever.id, plan.changes);
        }
    }
    Ok(())
}

/// Mistral 7B on a card of 24 GB: full training passes in 16 bits with everything offloaded only, adapters without.
fn mistral_on_24_gb() -> Request {
    let Architecture::Decoder(decoder) = llama_2(4096, 14_336, 32, 32) else { unreachable!("it is a decoder") };
    let mut asked =
        scenario(Architecture::Decoder(Decoder { num_key_value_heads: 8, ..decoder }), data(DataKind::Text, 100_000, 2048));
    asked.hardware = desktop();
    (asked.training.precision, asked.training.micro_batch_size) = (Precision::Bf16Amp, 1);
    Request { scenario: asked, open: FIELDS.to_vec(), constraints: Constraints::default() }
}

/// Llama 2 13B in full on eight cards of 80 GB, where every gentle field alone is not enough: offload and shards together do
/// as much to the results as shards of everything, and cost more time.
#[test]
fn gentle_fields_that_do_more_together_end_no_search() {
    let mut asked = scenario(llama_2(5120, 13_824, 40, 40), data(DataKind::Text, 50_000, 8192));
    asked.data.sequence_length = 4096;
    asked.hardware = desktop();
    asked.hardware.gpu.memory = Bytes::from_gib(80);
    (asked.hardware.gpu_count, asked.hardware.cpu.max_memory) = (8, Bytes::from_gib(2048));
    asked.training.precision = Precision::Bf16Amp;
    let request = Request { scenario: asked, open: FIELDS.to_vec(), constraints: Constraints::default() };
    let Advice::Ok(advice) = recommend(&request, &market()) else { panic!("nothing contradicts") };
    assert!(holds(&advice.recommended) && advice.why != engine::estimate::Why::KeepsDeadline, "{:?}", advice.why);
    let training = &advice.recommended.scenario.training;
    assert_eq!((training.sharding, training.offload), (Sharding::Zero3, Offload::None), "{training:?}");
    no_lever_is_ahead(&request, &advice).expect("no lever of what was asked is ahead");
}

#[test]
fn adapters_are_on_the_front_without_offload() {
    let request = mistral_on_24_gb();
    let Advice::Ok(advice) = recommend(&request, &market()) else { panic!("nothing contradicts") };
    let fastest = |kind: MethodKind| {
        let is_plain = |plan: &&FrontPlan| {
            let training = &plan.scenario.training;
            MethodKind::of(&training.method) == kind && training.offload == Offload::None
        };
        advice.front.iter().find(is_plain)
    };
    for (id, kind) in [("lora", MethodKind::Lora), ("qlora", MethodKind::Qlora)] {
        let lever = advice.levers.iter().find(|lever| lever.id == id).expect("it is listed");
        assert!(lever.fits, "{id}");
        let plan = fastest(kind).unwrap_or_else(|| panic!("no {id} without offload"));
        assert!(plan.epoch <= lever.after.epoch, "{id}: {:?}", plan.epoch);
    }
    assert!(advice.front[0].effect_on_results == Effect::ChangesMethod && fastest(MethodKind::Lora) == advice.front.first());
}

#[test]
fn nothing_beside_a_plan_of_the_front_is_ahead_of_it() {
    let large = mistral_on_24_gb();
    let with = |model: Architecture, data: Data| {
        let mut request = large.clone();
        (request.scenario.model, request.scenario.data) = (model, data);
        request
    };
    let small = [
        with(resnet50(), data(DataKind::Images, 50_000, 110_000)),
        with(bert_base(), data(DataKind::Text, 100_000, 2048)),
        with(stable_diffusion(), data(DataKind::Latents, 20_000, 110_000)),
    ];
    for request in small.iter().chain([&large]) {
        let Advice::Ok(advice) = recommend(request, &market()) else { panic!("nothing contradicts") };
        no_lever_is_ahead(request, &advice).expect("no lever of what was asked is ahead");
        for plan in advice.front.iter().filter(|plan| !plan.recommended) {
            let Advice::Ok(again) = recommend(&pinned(request, &plan.scenario), &market()) else {
                panic!("a plan of the front is a plan")
            };
            for lever in &again.levers {
                let keeps = lever.effect_on_results == Effect::None && is_at_hand(request, lever);
                assert!(!(keeps && is_beyond(lever, plan)), "{} is ahead of {:?}", lever.id, plan.changes);
            }
        }
    }
}

proptest! {
    #[test]
    fn what_is_recommended_holds(request in requests()) {
        let advice = recommend(&request, &market());
        prop_assert_eq!(&advice, &recommend(&request, &market()));
        let advice = match advice {
            Ok(advice) => advice,
            Err(contradictions) => return relaxations_resolve(&request, &contradictions),
        };
        let plan = &advice.recommended;
        prop_assert_eq!(touched(&request, &plan.scenario), Vec::<&str>::new());
        keeps_constraints(&request, plan)?;
        prop_assert_eq!(&engine::answer::estimate(&pinned(&request, &plan.scenario)), plan);
        is_a_front(&request, &advice.front, plan)?;
        no_lever_is_ahead(&request, &advice)?;
        no_lever_improves(&request, plan)?;
        for nearest in &advice.nearest {
            let (Nearest::Card { plan, .. } | Nearest::Cards { plan, .. }) = nearest;
            prop_assert!(holds(plan));
            keeps_constraints(&request, plan)?;
        }
        prop_assert!(!holds(plan) || advice.nearest.is_empty());
    }

    #[test]
    fn the_plan_for_a_comparison_is_a_plan(request in requests()) {
        let plan = match quick(&request) {
            Ok(plan) => plan,
            Err(contradictions) => return relaxations_resolve(&request, &contradictions),
        };
        let estimate = engine::answer::estimate(&pinned(&request, &plan.scenario));
        prop_assert_eq!(touched(&request, &plan.scenario), Vec::<&str>::new());
        keeps_constraints(&request, &estimate)?;
        prop_assert_eq!((plan.epoch, plan.vram_needed, plan.run), (estimate.speed.epoch, estimate.vram.needed, run_time(&estimate)));
        prop_assert_eq!(plan.ram_minimum, estimate.ram.minimum);
        prop_assert!(!plan.fits || holds(&estimate));
    }
}
