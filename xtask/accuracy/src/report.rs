//! The comparison itself.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use serde_json::Value;

use crate::{Reference, scenario};

/// One reference and what the engine says.
#[derive(Debug, Clone)]
pub struct Deviation {
    /// The reference.
    pub reference: Reference,
    /// The engine's `vram.allocated_peak_bytes`.
    pub predicted_bytes: u64,
    /// Predicted over reference, less 1: above 0 the engine asks for too much.
    pub relative: f64,
}

/// A reference without an estimate.
#[derive(Debug, Clone)]
pub struct Unanswered {
    /// The reference.
    pub reference: Reference,
    /// The API's problem, as text.
    pub problem: String,
}

/// All references and all answers.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Answered references, in their order.
    pub deviations: Vec<Deviation>,
    /// References of models that the catalog has, to which the API answered with a problem.
    pub unanswered: Vec<Unanswered>,
    /// Models that the catalog does not have yet, with their number of references.
    pub uncovered_models: BTreeMap<String, u64>,
    /// Models whose number of weights differs: id, the engine's, the published.
    pub wrong_parameters: BTreeSet<(String, u64, u64)>,
}

/// How close a group of estimates is; deviations without sign.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// Estimates in the group.
    pub count: usize,
    /// Half are closer.
    pub median: f64,
    /// 19 of 20 are closer.
    pub p95: f64,
    /// None is farther off.
    pub worst: f64,
}

/// What deviations are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Group {
    /// Kind of model (`cnn`, `decoder`).
    Family,
    /// Model.
    Model,
    /// Full training, LoRA and so on.
    Method,
}

impl Report {
    /// Asks `estimate` for every reference; `covered` says whether the catalog has a model.
    ///
    /// # Errors
    /// Where a reference cannot be said in the API's words; a problem of the API is part of the report instead.
    pub fn new(
        references: Vec<Reference>,
        covered: impl Fn(&str) -> bool,
        estimate: impl Fn(&Value) -> Result<Value, String>,
    ) -> Result<Self> {
        let mut report = Self::default();
        for reference in references {
            let model = reference.setting("model").to_owned();
            if !covered(&model) {
                *report.uncovered_models.entry(model).or_default() += 1;
                continue;
            }
            match estimate(&scenario(&reference)?).and_then(|answer| figures(&answer)) {
                Ok((parameters, predicted_bytes)) => {
                    if parameters != reference.parameters {
                        report.wrong_parameters.insert((model, parameters, reference.parameters));
                    }
                    let relative = predicted_bytes as f64 / reference.peak_bytes as f64 - 1.0;
                    report.deviations.push(Deviation { reference, predicted_bytes, relative });
                }
                Err(problem) => report.unanswered.push(Unanswered { reference, problem }),
            }
        }
        Ok(report)
    }

    /// All answered references together; nothing where there are none.
    #[must_use]
    pub fn overall(&self) -> Option<Summary> {
        Summary::new(self.deviations.iter().map(|deviation| deviation.relative))
    }

    /// A summary for each value of the grouping, sorted by it.
    #[must_use]
    pub fn by(&self, group: Group) -> BTreeMap<&str, Summary> {
        let column = match group {
            Group::Family => "family",
            Group::Model => "model",
            Group::Method => "method",
        };
        let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for Deviation { reference, relative, .. } in &self.deviations {
            groups.entry(reference.setting(column)).or_default().push(*relative);
        }
        groups.into_iter().filter_map(|(name, all)| Some((name, Summary::new(all)?))).collect()
    }

    /// The farthest misses, farthest first.
    #[must_use]
    pub fn worst(&self, count: usize) -> Vec<&Deviation> {
        let mut all: Vec<_> = self.deviations.iter().collect();
        all.sort_by(|one, other| other.relative.abs().total_cmp(&one.relative.abs()));
        all.truncate(count);
        all
    }

    /// Why this report is not good enough; nothing where it is.
    #[must_use]
    pub fn shortcomings(&self, median_limit: f64, p95_limit: f64) -> Vec<String> {
        let mut found = Vec::new();
        match self.overall() {
            None => found.push("no reference was answered".to_owned()),
            Some(Summary { median, p95, .. }) => {
                if median > median_limit {
                    found.push(format!(
                        "the median deviation is {:.2} %, {:.0} % is the limit",
                        median * 100.0,
                        median_limit * 100.0
                    ));
                }
                if p95 > p95_limit {
                    found.push(format!("the 95th percentile is {:.2} %, {:.0} % is the limit", p95 * 100.0, p95_limit * 100.0));
                }
            }
        }
        for (model, got, published) in &self.wrong_parameters {
            found.push(format!("{model} has {published} parameters, the engine counts {got}"));
        }
        for Unanswered { reference, problem } in &self.unanswered {
            found.push(format!("{} ({}) was not answered: {problem}", reference.setting("id"), reference.setting("model")));
        }
        found
    }
}

impl Summary {
    fn new(deviations: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sizes: Vec<f64> = deviations.into_iter().map(f64::abs).collect();
        sizes.sort_by(f64::total_cmp);
        let count = sizes.len();
        let worst = *sizes.last()?;
        let median = f64::midpoint(sizes[(count - 1) / 2], sizes[count / 2]);
        Some(Self { count, median, p95: sizes[(count * 95 / 100).min(count - 1)], worst })
    }
}

/// Parameters and peak of an answer.
fn figures(answer: &Value) -> Result<(u64, u64), String> {
    let figure = |pointer: &str| {
        answer.pointer(pointer).and_then(Value::as_u64).ok_or_else(|| format!("the answer has no whole number at {pointer}"))
    };
    Ok((figure("/parameters/total")?, figure("/vram/allocated_peak_bytes")?))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const TABLE: &str = "id,model,family,method,batch,precision,optimizer,image_h,image_w,n_params,peak_bytes\n\
        A,one,cnn,full,1,fp32,adamw,224,224,10,100\n\
        B,one,cnn,full,1,fp32,adamw,224,224,11,200\n\
        C,two,cnn,full,1,fp32,adamw,224,224,10,100\n\
        D,one,vit,full,9,fp32,adamw,224,224,10,100\n";

    #[test]
    fn every_row_ends_up_somewhere() {
        let report = Report::new(
            crate::read(TABLE.as_bytes()).unwrap(),
            |model| model == "one",
            |scenario| {
                if scenario["training"]["micro_batch_size"] == 9 {
                    return Err("no".to_owned());
                }
                Ok(json!({ "parameters": { "total": 10 }, "vram": { "allocated_peak_bytes": 110 } }))
            },
        )
        .unwrap();
        let overall = report.overall().unwrap();
        assert_eq!(overall.count, 2);
        assert!((overall.median - 0.275).abs() < 1e-12, "{overall:?}");
        assert_eq!(report.worst(1)[0].reference.setting("id"), "B");
        assert_eq!(report.uncovered_models["two"], 1);
        assert_eq!(report.shortcomings(0.05, 0.2).len(), 4);
        assert_eq!(report.by(Group::Family).len(), 1);
    }
}
