//! The comparison itself.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use serde_json::Value;

use crate::summary::{Limits, Summary};
use crate::{Reference, scenario};

/// One reference and what the engine says.
#[derive(Debug, Clone)]
pub struct Deviation {
    /// The reference.
    pub reference: Reference,
    /// The engine's `vram.allocated_peak_bytes`.
    pub predicted_bytes: u64,
    /// The engine's `vram.torch_allocated_peak_bytes`.
    pub predicted_blocks_bytes: u64,
    /// The engine's `vram.reserved_peak_bytes`.
    pub predicted_reserved_bytes: u64,
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

impl Deviation {
    /// What was simulated and what the engine says of it: source, metric, bytes, bytes.
    ///
    /// Not every step was replayed through the allocator.
    #[must_use]
    pub fn figures(&self) -> Vec<(&'static str, &'static str, u64, u64)> {
        let mut all = vec![("tensor simulation", "live", self.reference.peak_bytes, self.predicted_bytes)];
        let replayed = [
            ("allocated", "alloc_blocks_sim", self.predicted_blocks_bytes),
            ("reserved", "reserved_sim", self.predicted_reserved_bytes),
        ];
        for (metric, column, predicted) in replayed {
            if let Ok(simulated) = self.reference.number(column) {
                all.push(("allocator replay", metric, simulated, predicted));
            }
        }
        all
    }
}

impl Report {
    /// Asks `estimate` for every reference and the scenario that it says; `covered` says whether the catalog has a model.
    ///
    /// # Errors
    /// Where a reference cannot be said in the API's words; a problem of the API is part of the report instead.
    pub fn new(
        references: Vec<Reference>,
        covered: impl Fn(&str) -> bool,
        estimate: impl Fn(&Reference, &Value) -> Result<Value, String>,
    ) -> Result<Self> {
        let mut report = Self::default();
        for reference in references {
            let model = reference.setting("model").to_owned();
            // A row with a configuration of its own needs no entry of the catalog.
            if reference.setting("config").is_empty() && !covered(&model) {
                *report.uncovered_models.entry(model).or_default() += 1;
                continue;
            }
            match estimate(&reference, &scenario(&reference)?).and_then(|answer| figures(&answer)) {
                Ok([parameters, predicted_bytes, predicted_blocks_bytes, predicted_reserved_bytes]) => {
                    if parameters != reference.parameters {
                        report.wrong_parameters.insert((model, parameters, reference.parameters));
                    }
                    let relative = predicted_bytes as f64 / reference.peak_bytes as f64 - 1.0;
                    report.deviations.push(Deviation {
                        reference,
                        predicted_bytes,
                        predicted_blocks_bytes,
                        predicted_reserved_bytes,
                        relative,
                    });
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

    /// How far a figure of the allocator is off from its replay, by family; `metric` is that of [`Deviation::figures`].
    #[must_use]
    pub fn replayed(&self, metric: &str) -> BTreeMap<&str, Summary> {
        let mut groups: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for deviation in &self.deviations {
            for (_, name, simulated, estimate) in deviation.figures() {
                if name == metric {
                    let relative = estimate as f64 / simulated as f64 - 1.0;
                    groups.entry(deviation.reference.setting("family")).or_default().push(relative);
                }
            }
        }
        groups.into_iter().filter_map(|(name, all)| Some((name, Summary::new(all)?))).collect()
    }

    /// Why this report is not good enough, each family on its own, live tensors by `limits`, blocks and segments by `replayed`;
    /// nothing where it is.
    #[must_use]
    pub fn shortcomings(&self, limits: Limits, replayed: Limits) -> Vec<String> {
        let mut found = Vec::new();
        if self.deviations.is_empty() {
            found.push("no reference was answered".to_owned());
        }
        for (family, summary) in self.by(Group::Family) {
            found.extend(summary.beyond(limits).into_iter().map(|what| format!("{family}: {what}")));
        }
        for metric in ["allocated", "reserved"] {
            for (family, summary) in self.replayed(metric) {
                found.extend(summary.beyond(replayed).into_iter().map(|what| format!("{family}, {metric}: {what}")));
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

/// Parameters, live tensors, blocks and segments of an answer.
fn figures(answer: &Value) -> Result<[u64; 4], String> {
    let figure = |pointer: &str| {
        answer.pointer(pointer).and_then(Value::as_u64).ok_or_else(|| format!("the answer has no whole number at {pointer}"))
    };
    Ok([
        figure("/parameters/total")?,
        figure("/vram/allocated_peak_bytes")?,
        figure("/vram/torch_allocated_peak_bytes")?,
        figure("/vram/reserved_peak_bytes")?,
    ])
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
            |_, scenario| {
                if scenario["training"]["micro_batch_size"] == 9 {
                    return Err("no".to_owned());
                }
                Ok(json!({ "parameters": { "total": 10 }, "vram": {
                    "allocated_peak_bytes": 110, "torch_allocated_peak_bytes": 120, "reserved_peak_bytes": 130,
                } }))
            },
        )
        .unwrap();
        let overall = report.overall().unwrap();
        assert_eq!(overall.count, 2);
        assert!((overall.median - 0.275).abs() < 1e-12, "{overall:?}");
        assert_eq!(report.worst(1)[0].reference.setting("id"), "B");
        assert_eq!(report.uncovered_models["two"], 1);
        // Median, 95th percentile and farthest miss of the one family, a wrong number of parameters, an unanswered row.
        let limits = Limits { median: 0.05, p95: 0.2, worst: 0.3 };
        assert_eq!(report.shortcomings(limits, limits).len(), 5);
        assert!(report.replayed("reserved").is_empty());
        assert_eq!(report.by(Group::Family).len(), 1);
    }

    #[test]
    fn blocks_and_segments_have_limits_of_their_own() {
        let table = "id,model,family,method,batch,precision,optimizer,image_h,image_w,n_params,peak_bytes,alloc_blocks_sim,reserved_sim\n\
            A,one,cnn,full,1,fp32,adamw,224,224,10,100,120,100\n";
        let answer = json!({ "parameters": { "total": 10 }, "vram": {
            "allocated_peak_bytes": 100, "torch_allocated_peak_bytes": 120, "reserved_peak_bytes": 130,
        } });
        let report = Report::new(crate::read(table.as_bytes()).unwrap(), |_| true, |_, _| Ok(answer.clone())).unwrap();
        let found = report.shortcomings(crate::SIMULATED_LIMITS, crate::REPLAYED_LIMITS);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|what| what.starts_with("cnn, reserved: ")), "{found:?}");
    }
}
