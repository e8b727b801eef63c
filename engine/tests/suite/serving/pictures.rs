//! Pictures in prompts: tokens as processors count them, towers as they were traced, and laws of more and larger pictures.

use engine::architecture::{Halves, Resizing, Tower, TowerVariant};
use engine::serving::gguf::GgufType;
use engine::serving::{Pictures, Question, ServingEngine, WeightsFormat, load, memory, pictures, plain, speed};
use engine::units::MIB;
use proptest::prelude::*;

use super::machines::{gguf, llama_8b, machine, question, settings};

const QWEN25: Tower = Tower {
    variant: TowerVariant::Qwen25,
    depth: 32,
    hidden_size: 1280,
    intermediate_size: 3420,
    num_heads: 16,
    patch_size: 14,
    spatial_merge_size: 2,
    resizing: Resizing::Within { min_pixels: 3136, max_pixels: 12_845_056, halves: Halves::Even },
};
const QWEN3: Tower = Tower {
    variant: TowerVariant::Qwen3 { deepstack: 3 },
    depth: 27,
    hidden_size: 1152,
    intermediate_size: 4304,
    num_heads: 16,
    patch_size: 16,
    spatial_merge_size: 2,
    resizing: Resizing::Within { min_pixels: 65_536, max_pixels: 16_777_216, halves: Halves::Even },
};
const PIXTRAL: Tower = Tower {
    variant: TowerVariant::Pixtral,
    depth: 24,
    hidden_size: 1024,
    intermediate_size: 4096,
    num_heads: 16,
    patch_size: 14,
    spatial_merge_size: 2,
    resizing: Resizing::Longest(1540),
};
const SIGLIP: Tower = Tower {
    variant: TowerVariant::Siglip,
    depth: 27,
    hidden_size: 1152,
    intermediate_size: 4304,
    num_heads: 16,
    patch_size: 14,
    spatial_merge_size: 4,
    resizing: Resizing::Fixed(896),
};
const TOWERS: [(&str, Tower); 4] = [("qwen2_5_vl", QWEN25), ("qwen3_vl", QWEN3), ("pixtral", PIXTRAL), ("siglip", SIGLIP)];

/// Lines of a table under its heading, cell by cell.
fn lines(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table.lines().skip(1).map(|line| line.split(',').collect())
}

/// The processors' own code counted them (transformers 5.24), marks of beginning, rows and end included.
#[test]
fn tokens_are_those_of_the_processors() {
    let mut seen = 0;
    for line in lines(include_str!("../../../reference/picture_tokens.csv")) {
        let cells: Vec<u64> = line.iter().map(|cell| cell.parse().unwrap()).collect();
        let [height, width, qwen25, qwen3, pixtral] = cells[..] else { panic!("{line:?}") };
        let counted = [QWEN25, QWEN3, PIXTRAL].map(|tower| tower.tokens(height, width));
        assert_eq!(counted, [qwen25, qwen3, pixtral], "{height} x {width}");
        assert_eq!(SIGLIP.tokens(height, width), 260);
        seen += 1;
    }
    assert_eq!(seen, 120);
}

/// The forward passes of towers of three and four blocks with real tensors, every storage logged (transformers 5.24, torch 2.15).
#[test]
fn towers_hold_what_was_traced() {
    let mut seen = 0;
    for line in lines(include_str!("../../../reference/picture_towers.csv")) {
        let number = |at: usize| line[at].parse::<u64>().unwrap();
        let (_, tower) = TOWERS.into_iter().find(|(name, _)| *name == line[0]).unwrap();
        let variant = match tower.variant {
            TowerVariant::Qwen3 { .. } => TowerVariant::Qwen3 { deepstack: number(4) },
            other => other,
        };
        let tower = Tower { variant, hidden_size: number(1), intermediate_size: number(2), ..tower };
        let patches = tower.patches(number(6), number(7)).count() * number(5);
        assert_eq!(patches, number(8), "{line:?}");
        let held = memory::traced(&tower, number(3), patches).as_f64();
        assert!((held / number(9) as f64 - 1.0).abs() < 0.001, "{line:?}: {held}");
        seen += 1;
    }
    assert_eq!(seen, 20);
}

/// A published log of llama.cpp: `CUDA0 compute buffer size = 248.10 MiB` and 887.99 MiB for the tower of Qwen3.6 27B in BF16, whose
/// matrix for patches such files keep in FP32.
#[test]
fn the_buffer_of_llama_cpp_is_that_of_a_log() {
    let tower = Tower { variant: TowerVariant::Qwen3 { deepstack: 0 }, ..QWEN3 };
    let mut question = reading(tower, ServingEngine::LlamaCpp);
    question.model.hidden_size = 5120;
    let mib = |bytes: u64| (bytes as f64 / MIB as f64 * 100.0).round() / 100.0;
    assert_eq!(mib(memory::sight_buffer(&question).0), 248.10);
    assert_eq!(mib(memory::projector(&question).0 + 2 * tower.patch_weights().0), 887.99);
}

/// A question with one picture of a full screen in each prompt.
fn reading(tower: Tower, engine: ServingEngine) -> Question {
    let mut model = llama_8b();
    model.options.tower = Some(tower);
    let format = if engine == ServingEngine::LlamaCpp { gguf(GgufType::F16) } else { WeightsFormat::Bf16 };
    let mut question = question(machine(80, 90, 1), model, settings(engine, format));
    question.settings.context_length = 65_536;
    see(&mut question, Pictures { count: 1, height: 1080, width: 1920 });
    question
}

/// Puts pictures into prompts of 200 tokens of text.
fn see(question: &mut Question, pictures: Pictures) {
    question.settings.pictures = Some(pictures);
    question.settings.prompt_tokens = 200 + pictures::of_prompt(&question.model, question.settings.engine, pictures);
}

const ENGINES: [ServingEngine; 5] = [
    ServingEngine::Vllm,
    ServingEngine::Sglang,
    ServingEngine::TensorrtLlm,
    ServingEngine::LlamaCpp,
    ServingEngine::Transformers,
];

#[test]
fn what_reads_pictures_is_loaded_for_them_alone() {
    for (name, tower) in TOWERS {
        for engine in ENGINES {
            let seeing = reading(tower, engine);
            let mut blind = seeing.clone();
            blind.settings.pictures = None;
            let (with, without) = (memory::of(&seeing).parts.weights, memory::of(&blind).parts.weights);
            let is_left_out = matches!(engine, ServingEngine::Vllm | ServingEngine::LlamaCpp);
            assert_eq!(with > without, is_left_out, "{name} {engine:?}");
            assert!(with >= without, "{name} {engine:?}");
        }
    }
}

proptest! {
    /// More pictures, and larger ones where the model sees more of them, take no less of memory and time.
    #[test]
    fn more_pictures_take_no_less(
        tower in 0..4_usize, engine in 0..5_usize, count in 1..6_u64, height in 32..3000_u64, width in 32..3000_u64,
    ) {
        let (tower, engine) = (TOWERS[tower].1, ENGINES[engine]);
        let mut one = reading(tower, engine);
        see(&mut one, Pictures { count, height, width });
        let mut more = one.clone();
        see(&mut more, Pictures { count: count + 1, height, width });
        prop_assert!(pictures::of_all(&more) > pictures::of_all(&one));
        prop_assert!(speed::sight::of(&more) >= speed::sight::of(&one));
        prop_assert!(pictures::preparing(&more) > pictures::preparing(&one));
        prop_assert!(memory::of(&more).parts.activations >= memory::of(&one).parts.activations);
        let first = |question: &Question| speed::of(question, &memory::of(question)).time_to_first_token;
        prop_assert!(first(&more) > first(&one));
        prop_assert!(plain(&more).limits.max_concurrency <= plain(&one).limits.max_concurrency);
        // Pictures of twice the height and width are no fewer tokens and no quicker to read; but those that are shrunk to the most that a
        // processor takes lose what is left of a row and a column, which the smaller ones may have been given.
        let mut larger = one.clone();
        see(&mut larger, Pictures { count, height: 2 * height, width: 2 * width });
        let seen = pictures::patches(&one).expect("it sees");
        let side = tower.spatial_merge_size;
        let cut = (seen.rows / side - 1) * (seen.columns / side - 1);
        let drawn = pictures::patches(&larger).expect("it sees");
        let is_shrunk = drawn.rows < 2 * (seen.rows - side) || drawn.columns < 2 * (seen.columns - side);
        let least = if is_shrunk { count * cut.min(pictures::of_all(&one) / count) } else { pictures::of_all(&one) };
        prop_assert!(pictures::of_all(&larger) >= least, "{} {least}", pictures::of_all(&larger));
        let kept = least as f64 / pictures::of_all(&one) as f64;
        prop_assert!(speed::sight::of(&larger).get() >= speed::sight::of(&one).get() * kept * kept);
    }

    /// However many and large they are, sums do not run over: nothing fits.
    #[test]
    fn endless_pictures_fit_nowhere(tower in 0..4_usize, engine in 0..5_usize) {
        let mut question = reading(TOWERS[tower].1, ENGINES[engine]);
        see(&mut question, Pictures { count: 256, height: 8192, width: 8192 });
        question.settings.concurrency = 65_536;
        let memory = memory::of(&question);
        prop_assert!(memory.total.as_f64() < 1e19 && memory.needed.as_f64() < 1e19);
        prop_assert!(speed::of(&question, &memory).time_to_first_token.get().is_finite());
    }

    /// One more request at a time never makes a server slower in all than requests one after another.
    #[test]
    fn requests_together_are_no_slower(
        tower in 0..4_usize, engine in 0..5_usize, count in 0..12_u64, text in 1..20_000_u64, together in 2..24_u64,
    ) {
        let mut question = reading(TOWERS[tower].1, ENGINES[engine]);
        see(&mut question, Pictures { count, height: 1080, width: 1920 });
        question.settings.prompt_tokens += text;
        let rate = |concurrency: u64| load::steady(&question, concurrency).requests_per_second;
        prop_assert!(rate(together) >= rate(1) * 0.999);
    }
}
