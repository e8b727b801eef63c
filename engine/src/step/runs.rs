//! Tensors by their sizes, those of a repeated part of the model together.

use crate::graph::Param;

/// Tensors that a repeated part of the model has once an instance.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Run {
    /// Their sizes, in order.
    pub bytes: Vec<u64>,
    /// Instances.
    pub copies: u64,
}

/// How tensors come and go that the optimizer's step makes for itself.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Lifetimes {
    /// All of them are there together.
    #[default]
    Together,
    /// One after the other.
    InTurn,
    /// Two for each weight, of which the second outlives the step of its own: it goes once both of the next are there.
    Overlapping,
}

/// The most that overlapping tensors hold together ([`Lifetimes::Overlapping`]).
#[must_use]
pub fn overlapping(runs: &[Run]) -> u64 {
    let (mut most, mut previous) = (0, 0);
    for run in runs {
        // From the second instance on a run follows itself.
        for _ in 0..run.copies.min(2) {
            for &bytes in &run.bytes {
                most = most.max(previous + 2 * bytes);
                previous = bytes;
            }
        }
    }
    most
}

/// A weight's tensors for every weight, those of a repeated part together.
pub(super) fn runs(params: &[Param], tensors: impl Fn(&Param) -> [u64; 4]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for param in params {
        if runs.last().is_none_or(|run| run.copies != param.copies) {
            runs.push(Run { bytes: Vec::new(), copies: param.copies });
        }
        if let Some(run) = runs.last_mut() {
            run.bytes.extend(tensors(param).into_iter().filter(|&bytes| bytes > 0));
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What PyTorch 2.15's `AdamW(foreach=False)` holds at most beside weights, gradients and states, counted in elements.
    #[test]
    fn overlapping_tensors_are_those_of_a_loop() {
        let run = |bytes: &[u64], copies| Run { bytes: bytes.to_vec(), copies };
        assert_eq!(overlapping(&[run(&[1000, 4000, 3000, 100], 1)]), 10_000);
        assert_eq!(overlapping(&[run(&[5, 1], 1), run(&[2, 3], 4)]), 10);
        assert_eq!(overlapping(&[run(&[1, 3], 4)]), 7);
        assert_eq!(overlapping(&[run(&[3, 1], 1)]), 6);
        assert_eq!(overlapping(&[]), 0);
    }
}
