//! Two cards on the same job: which one is faster.

use std::collections::BTreeMap;

use serde_json::Value;

use super::configuration::Configuration;

/// Cards that are closer than this are not ranked.
const APART: f64 = 1.2;

/// Two cards that the same source ran the same job on, clearly apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The catalog's ids, the measured faster one first.
    pub gpus: [String; 2],
    /// The model and its precision.
    pub job: String,
    /// The measured rate of the first over the second's, above 1.
    pub measured: f64,
    /// The engine's rate of the first over the second's.
    pub predicted: f64,
}

impl Pair {
    /// Whether the engine takes the same card for the faster one.
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.predicted > 1.0
    }
}

/// All pairs whose measured rates differ by more than a fifth.
///
/// Sources choose the batch by the card, so a job is everything but the batch; of several batches on a card the one that
/// was measured most often counts.
#[must_use]
pub fn pairs(configurations: &[Configuration]) -> Vec<Pair> {
    let mut jobs: BTreeMap<String, BTreeMap<&str, &Configuration>> = BTreeMap::new();
    for one in configurations {
        let cards = jobs.entry(job(one)).or_default();
        let kept = cards.entry(&one.row().gpu).or_insert(one);
        if one.rows.len() > kept.rows.len() {
            *kept = one;
        }
    }
    let mut found = Vec::new();
    for cards in jobs.values() {
        let cards: Vec<_> = cards.values().collect();
        for (place, one) in cards.iter().enumerate() {
            for other in &cards[place + 1..] {
                let [fast, slow] = if one.measured > other.measured { [one, other] } else { [other, one] };
                if fast.measured > slow.measured * APART {
                    found.push(Pair {
                        gpus: [fast.row().gpu.clone(), slow.row().gpu.clone()],
                        job: format!("{}, {}", fast.row().model, precision(fast)),
                        measured: fast.measured / slow.measured,
                        predicted: fast.predicted() / slow.predicted(),
                    });
                }
            }
        }
    }
    found
}

/// Share of pairs that are ranked right; 1 where there are none.
#[must_use]
pub fn right_share(pairs: &[Pair]) -> f64 {
    let right = pairs.iter().filter(|pair| pair.is_right()).count();
    if pairs.is_empty() { 1.0 } else { right as f64 / pairs.len() as f64 }
}

fn job(one: &Configuration) -> String {
    let row = one.row();
    let mut training = row.scenario.get("training").cloned().unwrap_or_default();
    if let Some(fields) = training.as_object_mut() {
        fields.remove("micro_batch_size");
    }
    let data = row.scenario.get("data").map(Value::to_string).unwrap_or_default();
    format!("{}|{}|{training}|{data}", row.source, row.model)
}

fn precision<'a>(one: &Configuration<'a>) -> &'a str {
    one.row().scenario.pointer("/training/precision").and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::tests::timed;
    use super::super::{Known, configurations};
    use super::*;

    #[test]
    fn cards_that_are_clearly_apart_are_ranked() {
        // B is measured twice as fast as A, C only a tenth faster; B has another batch than the others.
        let rows = [timed("rtx-a4000", 1, 100.0, 100.0), timed("rtx-3090", 2, 200.0, 90.0), timed("rtx-3070", 1, 110.0, 120.0)];
        let found = pairs(&configurations(&rows, Known::Complete));
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|pair| pair.gpus[0] == "rtx-3090" && !pair.is_right()));
        assert!(right_share(&found) < 0.1 && (right_share(&[]) - 1.0).abs() < 1e-12);
    }
}
