//! What is chosen for a reader, attacked: no way to serve beats what is left open, and what an answer proposes does what it says.
#![cfg(feature = "json")]

use engine::serving::{is_met, memory};
use proptest::prelude::*;
use scenario::resolve::resolve_serving;
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::choices::{ServingEngine, ServingOffload, WeightsFormat, Workload};
use wire::v1::estimate::Served;
use wire::v1::scenario::{GpuChoice, Serving, ServingParallel};

const CARDS: [&str; 8] =
    ["rtx-3060-12gb", "rtx-4090", "rtx-5090", "a100-sxm4-80gb", "h200-sxm", "rx-7900-xtx", "m2-ultra-192gb", "v100-sxm2-32gb"];
const MODELS: [&str; 14] = [
    "llama-3.1-8b",
    "llama-3.1-70b",
    "gemma-2-9b",
    "mistral-7b",
    "qwen3-30b-a3b",
    "qwen3-235b-a22b",
    "qwen2.5-0.5b",
    "gpt-oss-20b",
    "gpt-oss-120b",
    "gemma-3-27b",
    "deepseek-r1",
    "qwen3-next-80b-a3b",
    "qwen3.6-27b",
    "glm-4.5-air",
];

fn any_scenario() -> impl Strategy<Value = Scenario> {
    let host = prop_oneof![Just(None), Just(Some(8_u64)), Just(Some(32)), Just(Some(128)), Just(Some(512))];
    let lengths = (prop::option::of(1_u64..60_000), prop::option::of(1_u64..9000), prop::option::of(1_u64..100));
    let engines = prop::option::weighted(0.3, prop::sample::select(ServingEngine::ALL));
    let formats = prop::option::weighted(0.3, prop::sample::select(WeightsFormat::ALL));
    let counts = prop_oneof![3 => Just(1_u64), 1 => Just(2), 1 => Just(4), 1 => Just(8)];
    (prop::sample::select(&CARDS[..]), counts, prop::sample::select(&MODELS[..]), host, lengths, engines, formats).prop_map(
        |(card, count, model, ram, (prompt, output, concurrency), engine, format)| {
            let mut scenario = Scenario { task: Some(Workload::Inference), ..Scenario::default() };
            scenario.hardware.gpu = Some(GpuChoice::Id(card.to_owned()));
            scenario.hardware.gpu_count = Some(count);
            scenario.hardware.ram_gib = ram;
            scenario.model.id = Some(model.to_owned());
            scenario.serving = Serving {
                engine,
                weights_format: format,
                prompt_tokens: prompt,
                output_tokens: output,
                concurrency,
                ..Serving::default()
            };
            scenario
        },
    )
}

/// The answer; none where the scenario does not go together.
fn answered(scenario: &Scenario) -> Option<Served> {
    api::serve(scenario, Locale::En).ok()
}

fn works(scenario: &Scenario) -> bool {
    resolve_serving(scenario).is_ok_and(|served| memory::of(&served.question).works())
}

/// A scenario with an engine, a format and a place for the model, all else as it was.
fn with(scenario: &Scenario, engine: ServingEngine, format: WeightsFormat, place: (ServingOffload, Option<u64>)) -> Scenario {
    let (offload, offload_layers) = place;
    let offload = (engine == ServingEngine::LlamaCpp).then_some(offload);
    let serving =
        Serving { engine: Some(engine), weights_format: Some(format), offload, offload_layers, ..scenario.serving.clone() };
    Scenario { serving, ..scenario.clone() }
}

/// Every way to serve what a scenario asks, within the engine and the format that it names, or whatever it names.
fn ways(scenario: &Scenario, as_named: bool) -> Vec<Scenario> {
    let named = if as_named { scenario.serving.clone() } else { Serving::default() };
    let layers = scenario.model.id.as_deref().and_then(catalog::listed_model).map_or(1, |model| match &model.architecture {
        engine::architecture::Architecture::Decoder(decoder) => decoder.num_hidden_layers,
        _ => 1,
    });
    let places: Vec<_> = [(ServingOffload::None, None), (ServingOffload::Experts, None)]
        .into_iter()
        .chain((1..=layers).step_by(7).chain([layers]).map(|blocks| (ServingOffload::Layers, Some(blocks))))
        .collect();
    let mut ways = Vec::new();
    for &engine in ServingEngine::ALL.iter().filter(|engine| named.engine.is_none_or(|only| only == **engine)) {
        for &format in WeightsFormat::ALL.iter().filter(|format| named.weights_format.is_none_or(|only| only == **format)) {
            let count = if engine == ServingEngine::LlamaCpp { places.len() } else { 1 };
            ways.extend(places[..count].iter().map(|&place| with(scenario, engine, format, place)));
            let cards = scenario.hardware.gpu_count.filter(|&cards| cards > 1);
            ways.extend(cards.map(|cards| {
                let mut staged = with(scenario, engine, format, (ServingOffload::None, None));
                staged.serving.parallel.pipeline = Some(cards);
                staged
            }));
        }
    }
    ways
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// A reader who is told no is told so rightly: no way works, or the answer names one that does.
    #[test]
    fn no_answer_is_a_dead_end(scenario in any_scenario()) {
        let Some(answer) = answered(&scenario) else {
            prop_assert!(!ways(&scenario, true).iter().any(works), "refused, and yet some way works");
            return Ok(());
        };
        if !answer.fits && answer.instead.is_none() {
            let way = ways(&scenario, false).into_iter().find(works);
            prop_assert!(way.is_none(), "{:?}", way.map(|way| way.serving));
        }
    }

    /// Who asks for a pace or a first token and leaves open how the model lies on the cards gets it, where any split in the same engine and
    /// format gives it.
    #[test]
    fn no_split_meets_what_the_answer_misses(scenario in any_scenario(), pace in 5.0_f64..80.0, wait in 0.1_f64..5.0) {
        let mut asked = scenario;
        asked.serving.min_tokens_per_second = Some(pace);
        asked.serving.max_time_to_first_token_seconds = Some(wait);
        let Ok(chosen) = resolve_serving(&asked) else { return Ok(()) };
        if asked.hardware.gpu_count == Some(1) || is_met(&chosen.question) || !memory::of(&chosen.question).works() {
            return Ok(());
        }
        let cards = asked.hardware.gpu_count.unwrap_or(1);
        for data in (1..=cards).filter(|data| cards.is_multiple_of(*data)) {
            for tensor in (1..=cards / data).filter(|tensor| (cards / data).is_multiple_of(*tensor)) {
                let parallel = ServingParallel { data: Some(data), tensor: Some(tensor), ..ServingParallel::default() };
                let (engine, format) = (chosen.inputs.serving.engine, chosen.inputs.serving.weights_format);
                let serving = Serving { parallel, engine, weights_format: format, ..asked.serving.clone() };
                let Ok(other) = resolve_serving(&Scenario { serving, ..asked.clone() }) else { continue };
                let works = memory::of(&other.question).works();
                prop_assert!(!(works && is_met(&other.question)), "{:?}", other.inputs.serving);
            }
        }
    }

    /// An answer's inputs, its levers and what it proposes instead, asked again, are what they were said to be.
    #[test]
    fn what_is_proposed_does_what_it_says(scenario in any_scenario()) {
        let Some(answer) = answered(&scenario) else { return Ok(()) };
        let again = answered(&answer.inputs).expect("inputs go together");
        let json = |answer: &Served| serde_json::to_value(answer).expect("answers are JSON");
        let (again, first) = (json(&again), json(&answer));
        // What is proposed instead may choose what was open, and now is not.
        for (name, value) in first.as_object().expect("an answer is an object").iter().filter(|(name, _)| *name != "instead") {
            prop_assert_eq!(&again[name], value, "{}", name);
        }
        let proposed = answer.levers.iter().map(|lever| (&lever.serving, &lever.after));
        for (serving, after) in proposed.chain(answer.instead.iter().map(|other| (&other.serving, &other.after))) {
            let asked = Scenario { serving: serving.clone(), ..scenario.clone() };
            let found = answered(&asked).expect("what is proposed goes together");
            prop_assert_eq!(found.fits, after.fits, "{:?}", serving);
            prop_assert_eq!(found.limits, after.limits, "{:?}", serving);
            prop_assert_eq!(found.vram.device_peak_bytes, after.device_peak_bytes);
            prop_assert_eq!(found.ram.peak_bytes, after.ram_peak_bytes);
            prop_assert_eq!(found.speed.alone_tokens_per_second, after.alone_tokens_per_second);
            prop_assert_eq!(found.speed.total_tokens_per_second, after.total_tokens_per_second);
        }
    }
}
