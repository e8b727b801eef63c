//! How many weights each part of a model has.

use super::Graph;
use super::part::Part;

impl Graph {
    /// Weights of the base model by part, in the order of [`Part::ALL`], those without any left out. They add up to
    /// [`Graph::base_parameters`].
    #[must_use]
    pub fn base_parameters_by_part(&self) -> Vec<(Part, u64)> {
        let mut places = vec![None; self.params.len()];
        for segment in &self.segments {
            places[segment.params.start as usize..segment.params.end as usize].fill(Some(segment.layer));
        }
        let weights = || self.params.iter().zip(&places).filter(|(param, _)| param.base);
        let count = |part: Part| -> u64 {
            let own = weights().filter(|(param, place)| Part::of(param.part, **place) == part);
            own.map(|(param, _)| param.elements() * param.copies).sum()
        };
        Part::ALL.into_iter().map(|part| (part, count(part))).filter(|(_, count)| *count > 0).collect()
    }
}
