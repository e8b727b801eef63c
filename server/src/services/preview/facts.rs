//! What a preview shows of a stored plan, from its stored answer.

use api::verdict::Standing;
use serde_json::Value;

use crate::store::Content;

/// Whether a plan works, as its stored answer says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Verdict {
    /// How it stands.
    Known(api::verdict::Verdict),
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
    /// Parts of the live tensors: parameters, gradients, optimizer, activations, temporary, inputs; in bytes.
    pub parts: [u64; 6],
    /// Memory of the machine that is taken, and all of it, in bytes.
    pub ram: Option<(u64, u64)>,
    /// Time of an epoch.
    pub epoch_seconds: Option<f64>,
    /// Samples of one micro-step.
    pub batch: Option<u64>,
}

/// Names of the parts in a stored answer, in the order of [`Facts::parts`].
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
        let installed = count("/hardware/ram_gib").map(|gib| gib.saturating_mul(1 << 30));
        Self {
            verdict: verdict(&result, &asked),
            model: id("/model/id").and_then(catalog::model).map(|model| model.name),
            gpu: id("/hardware/gpu").and_then(catalog::gpu).map(|gpu| gpu.name),
            cards: count("/hardware/gpu_count").unwrap_or(1).saturating_mul(count("/hardware/nodes").unwrap_or(1)),
            vram: whole("/vram/device_peak_bytes").zip(whole("/vram/capacity_bytes")),
            parts: PARTS.map(|part| whole(&format!("/vram/parts/{part}")).unwrap_or(0)),
            ram: whole("/ram/peak_bytes").zip(installed),
            epoch_seconds: result.pointer("/speed/epoch_seconds").and_then(Value::as_f64).filter(|seconds| *seconds >= 0.0),
            batch: count("/training/micro_batch_size"),
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
            parts: [4 << 30, 2 << 30, 5 << 30, 8 << 30, 1 << 29, 1 << 24],
            ram: Some((41 << 30, 64 << 30)),
            epoch_seconds: Some(2_540.0),
            batch: Some(32),
        }
    }
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
