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
