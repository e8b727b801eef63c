//! "Why" of a stored number: formula, values and source as they were stored, in the plan's view for them.

use engine::estimate::Unit;
use serde_json::Value;
use wire::v1::estimate::{Explanation, Unit as Wire};

use super::page::Page;
use crate::components::why::{Told, told_card, why_link};
use crate::locale::Locale;
use markup::Element;

/// The explanations of a stored answer, and the page that has them.
#[derive(Debug, Default)]
pub struct StoredReasons {
    explanations: Vec<Explanation>,
    page: String,
}

impl StoredReasons {
    /// Those of the plan that a page shows. One that another version wrote in another way is left out.
    pub fn of(page: &Page) -> Self {
        let stored = page.result.get("explain").and_then(Value::as_array);
        let explanations = stored.into_iter().flatten().filter_map(|one| serde_json::from_value(one.clone()).ok()).collect();
        Self { explanations, page: page.why() }
    }

    /// A link to the explanation of the number with this id, where the answer came with one.
    #[must_use]
    pub fn why(&self, id: &str, subject: &str, locale: Locale) -> Option<Element> {
        let is_explained = self.explanations.iter().any(|explanation| explanation.id == id);
        is_explained.then(|| why_link(&self.page, id, subject, locale))
    }

    /// Every figure with the way it came about; nothing where the answer came without.
    #[must_use]
    pub fn card(&self, locale: Locale) -> Option<Element> {
        let told: Vec<Told> = self.explanations.iter().map(told).collect();
        (!told.is_empty()).then(|| told_card(&told, locale))
    }
}

fn told(explanation: &Explanation) -> Told<'_> {
    let Explanation { id, formula, value, unit: of, inputs, source } = explanation;
    let inputs = inputs.iter().map(|input| (input.name.as_str(), input.value, unit(input.unit))).collect();
    Told { id, formula, inputs, value: *value, unit: unit(*of), source }
}

const fn unit(unit: Wire) -> Unit {
    match unit {
        Wire::Bytes => Unit::Bytes,
        Wire::Seconds => Unit::Seconds,
        Wire::SamplesPerSecond => Unit::SamplesPerSecond,
        Wire::BytesPerSecond => Unit::BytesPerSecond,
        Wire::Flops => Unit::Flops,
        Wire::FlopsPerSecond => Unit::FlopsPerSecond,
        Wire::Count => Unit::Count,
    }
}
