//! What a preview shows of a stored plan, from its stored answer.

use api::verdict::Standing;
use app::pages::run::ran::Ran;
use app::pages::run::standing::Tone;
use serde_json::Value;
use wire::Locale;
use wording::format;

use super::words::{self, Word};
use crate::store::Content;

/// Whether a plan works, as its stored answer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Verdict {
    /// How it stands.
    Known(api::verdict::Verdict),
    /// Whether a model runs, as its page says it.
    Run(Tone, Word),
    /// The framework is not modeled.
    NotModeled,
    /// The stored answer does not say.
    #[default]
    Unknown,
}

/// What a preview shows.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Facts {
    /// Whether the plan works.
    pub verdict: Verdict,
    /// The model's name in the catalog; none for one described by hand, or no longer listed.
    pub model: Option<&'static str>,
    /// The card's name in the catalog.
    pub gpu: Option<&'static str>,
    /// Cards of all nodes; 0 where the stored scenario names none.
    pub cards: u64,
    /// Memory of the card that the process takes, and all of the card's, in bytes.
    pub vram: Option<(u64, u64)>,
    /// Parts of the card's memory in bytes, each by its name and its place among the colors; what is in none of them is told apart.
    pub parts: Vec<(u64, Word, usize)>,
    /// Memory of the machine that is taken, and all of it, in bytes.
    pub ram: Option<(u64, u64)>,
    /// Time of an epoch.
    pub epoch_seconds: Option<f64>,
    /// Counts and rates that stand below the bars.
    pub figures: Vec<(Word, String)>,
}

/// Names of the parts in a stored answer of a run that trains, in the order of [`words::PARTS`].
const PARTS: [&str; 6] = ["parameters", "gradients", "optimizer_state", "activations", "temporary", "inputs"];

impl Facts {
    /// Reads a stored revision; what an early version did not store is left out.
    #[must_use]
    pub fn of(content: &Content) -> Self {
        let result: Value = serde_json::from_str(&api::plans::without_foreign_figures(&content.result)).unwrap_or_default();
        let asked: Value = serde_json::from_str(&content.scenario).unwrap_or_default();
        let whole = |pointer: &str| result.pointer(pointer).and_then(Value::as_u64);
        let setting = |pointer: &str| result.pointer(&format!("/inputs{pointer}")).or_else(|| asked.pointer(pointer));
        let count = |pointer: &str| setting(pointer).and_then(Value::as_u64);
        let id = |pointer: &str| setting(pointer).and_then(Value::as_str);
        // Where it was left open what a model that runs is given, its answer says so.
        let installed = count("/hardware/ram_gib").map(|gib| gib.saturating_mul(1 << 30));
        let installed = installed.or_else(|| whole("/ram/installed_bytes"));
        let ran = Ran::of_stored(&result);
        let whole_parts = PARTS.map(|part| whole(&format!("/vram/parts/{part}")).unwrap_or(0));
        let batch = count("/training/micro_batch_size").map(|batch| (words::BATCH, format::count(batch)));
        Self {
            verdict: ran.as_ref().map_or_else(|| verdict(&result, &asked), of_run),
            parts: ran.as_ref().map_or_else(|| of_training(whole_parts), parts_of_run),
            figures: ran.as_ref().map_or_else(|| batch.into_iter().collect(), figures_of_run),
            model: id("/model/id").and_then(catalog::listed_model).map(|model| model.name),
            gpu: id("/hardware/gpu").and_then(catalog::gpu).map(|gpu| gpu.name),
            cards: count("/hardware/gpu_count").unwrap_or(1).saturating_mul(count("/hardware/nodes").unwrap_or(1)),
            vram: whole("/vram/device_peak_bytes").zip(whole("/vram/capacity_bytes")),
            ram: whole("/ram/peak_bytes").zip(installed),
            epoch_seconds: result.pointer("/speed/epoch_seconds").and_then(Value::as_f64).filter(|seconds| *seconds >= 0.0),
        }
    }

    /// A plan to draw in tests.
    #[cfg(test)]
    pub fn example() -> Self {
        Self {
            verdict: Verdict::Known(api::verdict::Verdict::Fits),
            model: Some("ResNet-50"),
            gpu: None,
            cards: 2,
            vram: Some((21_400 << 20, 24_564 << 20)),
            parts: of_training([4 << 30, 2 << 30, 5 << 30, 8 << 30, 1 << 29, 1 << 24]),
            ram: Some((41 << 30, 64 << 30)),
            epoch_seconds: Some(2_540.0),
            figures: vec![(words::BATCH, format::count(32))],
        }
    }
}

/// The parts of live tensors, in the order of [`words::PARTS`].
pub fn of_training(parts: [u64; 6]) -> Vec<(u64, Word, usize)> {
    parts.into_iter().zip(words::PARTS).enumerate().map(|(place, (part, word))| (part, word, place)).collect()
}

/// A text of the pages in both languages.
fn in_both(text: impl Fn(Locale) -> &'static str) -> Word {
    Word(text(Locale::En), text(Locale::Zh))
}

/// Whether a model runs, as its page says it.
fn of_run(ran: &Ran) -> Verdict {
    let standing = ran.standing();
    Verdict::Run(standing.tone(), in_both(|locale| standing.word(locale)))
}

fn parts_of_run(ran: &Ran) -> Vec<(u64, Word, usize)> {
    let (english, chinese) = (ran.segments(Locale::En), ran.segments(Locale::Zh));
    let both = english.into_iter().zip(chinese);
    both.map(|(part, other)| (part.amount.0, Word(part.label, other.label), part.pattern)).collect()
}

fn figures_of_run(ran: &Ran) -> Vec<(Word, String)> {
    let (english, chinese) = (ran.paces(Locale::En), ran.paces(Locale::Zh));
    english.into_iter().zip(chinese).map(|((name, figure), (other, _))| (Word(name, other), figure)).collect()
}

fn verdict(result: &Value, asked: &Value) -> Verdict {
    if api::plans::not_modeled(result).is_some() {
        return Verdict::NotModeled;
    }
    Standing::of_stored(result, asked).map_or(Verdict::Unknown, |standing| Verdict::Known(standing.verdict))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_runs_has_the_tone_of_its_verdict() {
        for (settings, tone) in [
            ("model=llama-3.1-8b&engine=llama.cpp&weights=q4_k_m", Tone::Good),
            ("model=llama-3.1-8b&pace=1000", Tone::Fair),
            ("model=llama-3.1-70b&engine=vllm", Tone::Bad),
            ("model=sdxl", Tone::Good),
        ] {
            let query = format!("workload=inference&gpu=rtx-4090&{settings}");
            let asked = scenario::query::parse_string(&query).scenario;
            let result = serde_json::to_value(api::answer(&asked, Locale::En).unwrap()).unwrap();
            let ran = Ran::of_stored(&result).expect("a model runs");
            assert!(matches!(of_run(&ran), Verdict::Run(found, _) if found == tone), "{query}: {:?}", of_run(&ran));
            assert_eq!(figures_of_run(&ran).is_empty(), tone == Tone::Bad, "{query}");
            assert!(!parts_of_run(&ran).is_empty(), "{query}");
        }
    }

    #[test]
    fn a_preview_says_the_word_that_the_pages_say() {
        use api::verdict::Verdict as Known;
        for (settings, word) in [
            ("", Known::Fits),
            ("&ram=4", Known::Host),
            ("&samples=100000000&bytes=10000000000000", Known::Drive),
            ("&samples=100000000&bytes=10000000000000&ram=4", Known::HostAndDrive),
            ("&epochs=90&deadline=3600", Known::Late),
        ] {
            let query = format!("gpu=rtx-4090&model=resnet50{settings}");
            let asked = scenario::query::parse_string(&query).scenario;
            let result = serde_json::to_value(api::estimate(&asked).unwrap()).unwrap();
            assert_eq!(verdict(&result, &Value::Null), Verdict::Known(word), "{query}");
        }
    }
}
