//! The stored answer in a line, from whatever an earlier version wrote: a figure that it did not give is left out.

use api::verdict::Standing;
use engine::estimate::{Bound, LowerBoundParts, Verdict};
use engine::units::{Bytes, SamplesPerSecond, Seconds};
use serde_json::Value;
use wire::v1::estimate::{Bound as Wire, BoundDetail};
use wording::format;

use crate::components::bound::Bound as Bounded;
use crate::components::stages::bound_text;
use crate::components::verdict::{against, class, of_card, speed_line, word};
use crate::locale::{Locale, colon};
use crate::messages::results as text;
use crate::pages::run::ran::Ran;
use markup::{Element, classed, el};

/// A verdict for a headline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The style sheet's word for it.
    pub class: &'static str,
    /// "Fits".
    pub word: &'static str,
    /// Memory of card and machine, and what limits the run.
    pub line: String,
    /// Samples per second and an epoch's time.
    pub speed: String,
}

impl Summary {
    /// The whole verdict as one text.
    #[must_use]
    pub fn sentence(&self, locale: Locale) -> String {
        format!("{}{}{}", self.word, colon(locale), self.line)
    }

    /// The verdict as the planner draws it.
    #[must_use]
    pub fn draw(&self, locale: Locale) -> Element {
        let line = classed("p", "verdict-line").with(el("strong").with(self.word)).with(colon(locale)).with(self.line.clone());
        classed("div", self.class)
            .attr("data-testid", "verdict")
            .with(line)
            .with(classed("p", "verdict-speed").with(self.speed.clone()))
    }
}

/// The verdict of a stored answer; none where not even its memory can be read.
#[must_use]
pub fn summary(result: &Value, locale: Locale) -> Option<Summary> {
    if let Some(ran) = Ran::of_stored(result) {
        let standing = ran.standing();
        let (class, word) = (standing.tone().class(), standing.word(locale));
        return Some(Summary { class, word, line: ran.line(locale), speed: ran.speed(locale) });
    }
    if let Some(framework) = api::plans::not_modeled(result) {
        let Some(bound) = bound_of(result) else {
            let line = text::bound_earlier(locale, wording::framework_name(framework));
            return Some(Summary {
                class: "verdict unknown",
                word: text::verdict_not_modeled(locale),
                line,
                speed: String::new(),
            });
        };
        let (class, word) = bound.words(locale);
        let speed = text::bound_nothing_more(locale, wording::framework_name(framework));
        return Some(Summary { class, word, line: bound.line(locale), speed });
    }
    let whole = |pointer: &str| result.pointer(pointer).and_then(Value::as_u64);
    let number = |pointer: &str| result.pointer(pointer).and_then(Value::as_f64).filter(|number| *number >= 0.0);
    let gib = |bytes: u64| format::gib_number(Bytes(bytes));
    let (used, system) = (whole("/vram/device_peak_bytes")?, whole("/vram/desktop_bytes").unwrap_or(0));
    let capacity = whole("/vram/capacity_bytes")?;
    let standing = Standing::of_stored(result, &Value::Null)?;
    // A machine whose graphics share its memory names no capacity: it has one.
    let has_pool = result.pointer("/inputs/hardware").is_some() && whole("/inputs/hardware/ram_gib").is_none();
    let pool = whole("/ram/minimum_gib").filter(|_| has_pool);
    let installed = whole("/inputs/hardware/ram_gib").unwrap_or(0);
    let ram = whole("/ram/peak_bytes").map_or_else(|| "–".to_owned(), gib);
    let bound = bound(result).map_or("–", |bound| bound_text(bound, locale));
    let rate = number("/speed/samples_per_second").map(SamplesPerSecond::new);
    let epoch = number("/speed/epoch_seconds").map(Seconds::new);
    let several = whole("/inputs/training/epochs").is_some_and(|epochs| epochs > 1);
    let run = number("/speed/total_seconds").filter(|_| several).map(Seconds::new);
    let card = of_card([used, capacity, system].map(Bytes), locale);
    Some(Summary {
        class: class(standing.verdict),
        word: word(standing.verdict, locale),
        line: against(&standing, locale)
            + &match pool {
                Some(pool) => text::verdict_pool(locale, &card, &ram, &gib(pool.saturating_mul(1 << 30)), bound),
                None => text::verdict_line(locale, &card, &ram, &gib(installed.saturating_mul(1 << 30)), bound),
            },
        speed: rate.zip(epoch).map(|(rate, epoch)| speed_line(standing.verdict, rate, epoch, run, locale)).unwrap_or_default(),
    })
}

/// The stored lower bound, where the framework is not modeled and an answer that says so was stored.
#[must_use]
pub fn bound_of(result: &Value) -> Option<Bounded> {
    let framework = api::plans::not_modeled(result)?;
    let bytes = |pointer: &str| result.pointer(pointer).and_then(Value::as_u64).map(Bytes);
    let part = |name: &str| bytes(&format!("/vram/lower_bound_parts/{name}"));
    let fits = result.pointer("/vram/fits").and_then(Value::as_bool);
    Some(Bounded {
        framework,
        parts: LowerBoundParts {
            parameters: part("parameters")?,
            gradients: part("gradients")?,
            optimizer_state: part("optimizer_state")?,
        },
        capacity: bytes("/vram/capacity_bytes")?,
        verdict: if fits == Some(false) { Verdict::DoesNotFit } else { Verdict::NotModeled },
    })
}

/// What limits a stored run.
fn bound(result: &Value) -> Option<Bound> {
    let read = |pointer: &str| result.pointer(pointer).cloned();
    let bound: Wire = serde_json::from_value(read("/speed/bound_by")?).ok()?;
    let detail = read("/speed/bound_detail").and_then(|detail| serde_json::from_value::<BoundDetail>(detail).ok());
    Some(match (bound, detail) {
        (Wire::Compute, _) => Bound::Compute,
        (Wire::MemoryBandwidth, _) => Bound::MemoryBandwidth,
        (Wire::Interconnect, _) => Bound::Interconnect,
        (Wire::Storage, _) => Bound::Storage,
        (Wire::Cpu, Some(BoundDetail::Launches)) => Bound::Launch,
        (Wire::Cpu, Some(BoundDetail::Collating)) => Bound::Collate,
        (Wire::Cpu, _) => Bound::Preprocess,
        (Wire::Pcie, Some(BoundDetail::Offload)) => Bound::Offload,
        (Wire::Pcie, _) => Bound::Pcie,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::verdict::verdict;
    use crate::plan;
    use markup::outer_html;

    #[test]
    fn a_stored_answer_says_what_the_planner_said() {
        for query in [
            "gpu=rtx-4090&model=resnet50",
            "gpu=rtx-4090&model=resnet50&ram=4",
            "gpu=rtx-4090&model=resnet50&samples=100000000&bytes=10000000000000&epochs=3",
            "gpu=rtx-4090&model=resnet50&samples=100000000&bytes=10000000000000&ram=4&deadline=60",
            "gpu=rtx-4090&model=resnet50&epochs=90&deadline=3600",
            "gpu=rtx-4090&model=llama-2-7b&method=full",
            "gpu=m4-max-128gb&model=resnet18&epochs=90&deadline=3600",
        ] {
            for locale in Locale::ALL {
                let plan = plan::read(scenario::query::decode(query)).plan.unwrap();
                let said = outer_html(&verdict(&plan, None, locale));
                let stored = serde_json::to_value(api::estimate(&plan.asked).unwrap()).unwrap();
                let summary = summary(&stored, locale).unwrap();
                for part in [summary.class, summary.word, &summary.line, &summary.speed] {
                    assert!(said.contains(part), "{part} in {said}");
                }
            }
        }
    }

    #[test]
    fn an_answer_of_which_little_is_left_is_none() {
        assert_eq!(summary(&serde_json::json!({}), Locale::En), None);
        let least = serde_json::json!({"vram": {"device_peak_bytes": 1, "capacity_bytes": 2}});
        assert!(summary(&least, Locale::Zh).is_some());
    }
}
