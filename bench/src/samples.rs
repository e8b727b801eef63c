//! What is sent, and numbers from many numbers.

use std::time::Duration;

/// A convolutional network on one card, every field of the planner's first screen given.
pub const IMAGES: &str = r#"{"id":"images","hardware":{"gpu":"rtx-4090","gpu_count":1,"cpu":"ryzen-9-7950x","ram_gib":64,"os":"linux"},"model":{"id":"resnet50"},"training":{"precision":"fp16-amp","optimizer":"adamw","micro_batch_size":64,"gradient_accumulation_steps":2,"epochs":90,"loader":{"num_workers":8,"prefetch_factor":2,"pin_memory":true}},"data":{"kind":"images","samples":1281167,"image_size":224}}"#;
/// An adapter for a language model of seven billion weights.
pub const TEXT: &str = r#"{"id":"text","hardware":{"gpu":"rtx-4090","gpu_count":1,"cpu":"ryzen-9-7950x","ram_gib":64,"os":"linux"},"model":{"id":"llama-2-7b"},"training":{"method":"lora","lora":{"rank":16,"targets":"all-linear","dropout":0.1},"precision":"bf16-amp","optimizer":"adamw","micro_batch_size":1,"gradient_accumulation_steps":16,"epochs":3},"data":{"samples":50000,"sequence_length":2048}}"#;

/// A plan with a title and a note.
pub fn plan(title: &str, note: &str) -> String {
    let quoted = |text| serde_json::Value::from(text).to_string();
    format!(r#"{{"title":{},"note":{},"scenario":{IMAGES}}}"#, quoted(title), quoted(note))
}

/// The middle of some numbers.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => f64::NAN,
        length if length % 2 == 1 => sorted[middle],
        _ => f64::midpoint(sorted[middle - 1], sorted[middle]),
    }
}

/// The time below which a share of the times lies, in seconds.
pub fn quantile(times: &[Duration], share: f64) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let position = (sorted.len() as f64 * share) as usize;
    sorted.get(position.min(sorted.len().saturating_sub(1))).map_or(f64::NAN, Duration::as_secs_f64)
}

/// Numbers that are spread over their range and the same in every run (xorshift64*, Vigna 2016).
#[derive(Debug, Clone)]
pub struct Numbers(u64);

impl Numbers {
    /// A sequence of its own for each seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// The next number below a bound.
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_is_the_middle() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        let times: Vec<Duration> = (1..=100).map(Duration::from_secs).collect();
        assert_eq!(quantile(&times, 0.99), 100.0);
        assert_eq!(quantile(&times, 0.5), 51.0);
    }

    #[test]
    fn what_is_sent_can_be_answered() {
        for scenario in [IMAGES, TEXT] {
            api::estimate_json(scenario).unwrap();
        }
        scenario::json::parse_plan(plan("a \"title\"", "a note").as_bytes()).unwrap();
    }
}
