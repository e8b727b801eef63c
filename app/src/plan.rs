//! From a query to an answer: the same steps on the server and in the browser.
//!
//! A query says some leaves of a scenario; the rest takes defaults or is decided by the advisor. Where a field is at
//! fault the answer leaves it out, so that there always is one, and the fault is reported beside it.

pub mod advice;
pub mod bounded;
#[cfg(feature = "ssr")]
pub mod instead;
mod start;
pub mod typed;
pub mod words;

use std::sync::OnceLock;

use api::verdict::Standing;
use engine::estimate::{Change, Estimate, Explanation, Feeding, RamLadder};
use engine::inputs::Scenario as Answered;
use engine::models::Families;
use engine::units::Bytes;
use scenario::form;
use scenario::form::{Reset, Submitted};
use scenario::{FieldError, Reason, query};
use wire::v1::Scenario;

pub use advice::Advice;
pub use bounded::BoundedPlan;
use start::complete;
pub use start::{PRESET, begin, beginning};
#[cfg(feature = "ssr")]
pub use start::{begun_query, few_epochs};

/// A plan and its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan {
    /// What the reader asked.
    pub asked: Scenario,
    /// The reader's parameters that are not ours; links keep them.
    pub unknown: Vec<(String, String)>,
    /// The scenario with every field decided.
    pub pinned: Scenario,
    /// What it needs.
    pub estimate: Estimate,
    /// Its figures explained.
    pub explanations: Vec<Explanation>,
    /// The plan with each capacity of host memory; none where device and host share one.
    pub ladder: Option<RamLadder>,
    /// How its GPUs would be fed better, once that was asked for.
    feeding: OnceLock<Feeding>,
}

/// What a query says: its plan, and what is wrong with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// The plan without the fields at fault; none where those leave no model or no card to answer for.
    pub plan: Option<Plan>,
    /// The plan where its framework is not modeled.
    pub bounded: Option<BoundedPlan>,
    /// The fields at fault.
    pub errors: Vec<FieldError>,
    /// The encoded query as it stands now, each field as it was typed: what the form is drawn from.
    pub query: String,
    /// What it says, those at fault left out: the model and the card are those that the form shows.
    pub said: Scenario,
    /// What went back to automatic, because it does not apply to the model or the method that was chosen.
    pub reset: Option<Reset>,
    /// The networks that its own is one of; only an engine that knows them has an answer. None where no network is read.
    pub families: Option<Families>,
}

impl Plan {
    /// How it stands in a word.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing::of(&self.estimate, &self.asked.constraints)
    }

    /// How its GPUs would be fed better: worked out when it is first asked for, since it takes half as long as the answer and one
    /// tab shows it.
    #[must_use]
    pub fn feeding(&self) -> &Feeding {
        self.feeding.get_or_init(|| api::feeding::feeding(&self.asked, &self.estimate))
    }

    /// The encoded query of what was asked, without a question mark.
    #[must_use]
    pub fn query(&self) -> String {
        query::to_string(&self.asked, &self.unknown)
    }

    /// The encoded query for the API, which refuses parameters that are not its own.
    #[must_use]
    pub fn call_query(&self) -> String {
        query::to_string(&self.asked, &[])
    }

    /// Where the planner shows another scenario; the reader's own parameters stay. What was measured on this one goes along
    /// as factors.
    #[must_use]
    pub fn href(&self, scenario: &Scenario) -> String {
        let measured = scenario::measured::carry_over(&scenario.measured, &self.estimate.scenario.measured);
        let scenario = Scenario { measured, ..scenario.clone() };
        format!("/plan?{}", query::to_string(&scenario, &self.unknown))
    }

    /// Where the planner shows what was asked with changes.
    #[must_use]
    pub fn href_with<'a>(&self, changes: impl Iterator<Item = &'a Change>) -> String {
        let mut changed = self.asked.clone();
        for change in changes {
            scenario::apply_change(&mut changed, change);
        }
        self.href(&changed)
    }

    /// Where the planner shows what was asked with so much host memory.
    #[must_use]
    pub fn href_with_ram(&self, ram: Bytes) -> String {
        self.href_with(std::iter::once(&Change::Ram(ram)))
    }

    /// Where the parts of its machine are, with their prices.
    #[must_use]
    pub fn href_of_parts(&self) -> String {
        format!("/bom?{}", self.query())
    }

    /// Where machines are searched for this job: what is trained and how, on no machine in particular.
    #[must_use]
    pub fn href_of_machines(&self) -> String {
        let Scenario { model, training, data, constraints, .. } = self.asked.clone();
        let job = Scenario { model, training, data, constraints, ..Scenario::default() };
        format!("/need?{}", query::to_string(&job, &[]))
    }

    /// Where the planner shows an answer of the engine on this plan's hardware with changes, in as few words as say it.
    #[must_use]
    pub fn href_of_answer(&self, changes: &[Change], answer: &Answered) -> String {
        let mut changed = self.asked.clone();
        // The processor stays, though another card would by default come with another one.
        changed.hardware.cpu.clone_from(&self.pinned.hardware.cpu);
        for change in changes {
            scenario::apply_change(&mut changed, change);
        }
        self.href(&query::without_defaults(&scenario::pin::pin(&changed, answer)))
    }
}

/// Answers a query as far as it can be read, whether it is a link's or what a form sends.
#[must_use]
pub fn read(pairs: impl Iterator<Item = (String, String)>) -> Reading {
    let Submitted { pairs, parsed, reset, .. } = begin(form::parse_submission(pairs));
    let query = query::encode(pairs.iter().map(|(name, text)| (name.as_str(), text.as_str())));
    let mut asked = parsed.scenario;
    complete(&mut asked);
    // What is said twice is answered by the last, and the reader is told.
    let (said, errors) = (asked.clone(), [parsed.errors, parsed.repeated].concat());
    let mut reading = Reading { plan: None, bounded: None, errors, query, said, reset, families: None };
    // Each round takes the fields out that are at fault; more rounds than groups of fields would not end either.
    for _ in 0..4 {
        if asked.model.id.is_none() && reading.errors.iter().any(is_of_own_model) {
            // What is left of a configuration would be another model.
            break;
        }
        let resolved = scenario::resolve::resolve_any(&asked);
        reading.families = resolved.as_ref().ok().map(|request| Families::of(&request.scenario.model));
        match resolved {
            Ok(_) if reading.families.is_some_and(|families| !families.are_known()) => break,
            Ok(request) if !request.scenario.training.framework.is_modeled() => {
                let bound = engine::lower_bound(&request);
                let pinned = scenario::pin::pin_bound(&asked, &bound);
                reading.bounded = Some(BoundedPlan { asked, unknown: parsed.unknown, pinned, bound });
                break;
            }
            Ok(request) => {
                let (estimate, ladder) = engine::answer::estimate_with_ladder(&request);
                let pinned = scenario::pin::pin(&asked, &estimate.scenario);
                let explanations = engine::explain::explain(&estimate);
                let (unknown, feeding) = (parsed.unknown, OnceLock::new());
                reading.plan = Some(Plan { asked, unknown, pinned, estimate, explanations, ladder, feeding });
                break;
            }
            Err(faults) => {
                let mut is_answerable = true;
                for fault in faults {
                    if take_nearest(&mut asked, &fault) {
                        reading.said.model.clone_from(&asked.model);
                        reading.said.hardware.gpu.clone_from(&asked.hardware.gpu);
                    } else {
                        // Without its card or its model a plan would be another one.
                        is_answerable &= !matches!(fault.pointer.as_str(), "/hardware/gpu" | "/model/id")
                            || !matches!(fault.reason, Reason::UnknownId { .. });
                        leave_out(&mut asked, &fault.pointer);
                    }
                    // A field is blamed once.
                    if reading.errors.iter().all(|error| error.pointer != fault.pointer) {
                        reading.errors.push(fault);
                    }
                }
                if !is_answerable {
                    break;
                }
                complete(&mut asked);
            }
        }
    }
    reading
}

/// What an encoded query says, without an answer to it: its card and its model are as they are written, or the preset's.
#[must_use]
pub fn said(encoded: &str) -> Scenario {
    let mut said = begin(form::parse_submission(query::decode(encoded))).parsed.scenario;
    complete(&mut said);
    said
}

/// Whether a query says model or card; without both the answer is the preset's.
#[must_use]
pub fn says_a_run(encoded: &str) -> bool {
    let Scenario { model, hardware, .. } = query::parse_string(encoded).scenario;
    model.id.is_some() || model.config.is_some() || hardware.gpu.is_some()
}

/// Answers an encoded query of a page that needs an estimate; the preset's card and model stand in where it leaves them out, but never for what it says and
/// cannot be answered.
#[must_use]
pub fn read_or_preset(encoded: &str) -> (Option<Plan>, Vec<FieldError>) {
    let Reading { plan, bounded, mut errors, .. } = read(query::decode(encoded));
    // What a page has no answer to is said at the field that asks for it.
    errors.extend(bounded.iter().flat_map(|bounded| scenario::resolve(&bounded.asked).err().unwrap_or_default()));
    (plan, errors)
}

/// Address of the page about running, without a language in front.
#[cfg(feature = "ssr")]
pub const RUN: &str = "/run";

/// The page that answers an encoded query: the planner, or where its task is inference, the page about running.
#[cfg(feature = "ssr")]
#[must_use]
pub fn page_for(encoded: &str) -> &'static str {
    let is_run =
        query::decode(encoded).any(|(name, text)| name == "workload" && text == wire::v1::choices::Workload::Inference.as_str());
    if is_run { RUN } else { "/plan" }
}

/// In the browser there is the planner alone.
#[cfg(not(feature = "ssr"))]
#[must_use]
pub const fn page_for(_: &str) -> &'static str {
    "/plan"
}

/// Where the planner shows what a form says whose reader pasted a configuration.
#[cfg(feature = "ssr")]
#[must_use]
pub fn href_of_form(pairs: impl Iterator<Item = (String, String)>) -> String {
    let pairs = form::link_parameters(pairs);
    format!("/plan?{}", query::encode(pairs.iter().map(|(name, text)| (name.as_str(), text.as_str()))))
}

fn is_of_own_model(error: &FieldError) -> bool {
    error.pointer.starts_with("/model/config")
}

/// Puts the nearest id in place of one that the catalog does not list; whether there is one.
fn take_nearest(asked: &mut Scenario, fault: &FieldError) -> bool {
    let Reason::UnknownId { given, nearest: Some(nearest), retired } = &fault.reason else { return false };
    // What replaces a retired product is meant, however it is called.
    if retired.is_none() && !catalog::is_near(given, nearest) {
        return false;
    }
    let field = scenario::fields::Field::at(&fault.pointer);
    field.is_some_and(|field| field.set(asked, scenario::fields::Value::Text(nearest.clone())).is_ok())
}

/// Takes the leaf, or all leaves below a pointer, out of a scenario.
fn leave_out(asked: &mut Scenario, pointer: &str) {
    if pointer == "/model/config" && asked.model.id.is_some() {
        asked.model.config = None;
    }
    for field in scenario::fields::FIELDS {
        let inside = field.pointer.strip_prefix(pointer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        if inside && !pointer.is_empty() {
            field.clear(asked);
        }
    }
}

#[cfg(test)]
mod tests {
    use wire::v1::scenario::GpuChoice;

    use super::*;

    #[test]
    fn an_empty_query_shows_the_preset() {
        let reading = read(std::iter::empty());
        assert!(reading.errors.is_empty(), "{:?}", reading.errors);
        let plan = reading.plan.expect("the preset answers");
        assert_eq!(plan.asked.model.id.as_deref(), Some(PRESET.1));
    }

    #[test]
    fn what_is_said_needs_no_answer() {
        for query in
            ["", "gpu=rtx-4090", "v=1&gpu=h200-sxm&model=llama-3.1-8b&method=qlora&batch=0", "model=gpt2&framework=mindspore"]
        {
            assert_eq!(said(query), read(query::decode(query)).said, "{query}");
        }
    }

    #[test]
    fn a_field_at_fault_is_reported_and_left_out() {
        let reading = read(query::decode("v=1&gpu=rtx-4090&model=resnet50&batch=0&epochs=3"));
        assert_eq!(reading.errors.len(), 1);
        assert_eq!(reading.errors[0].pointer, "/training/micro_batch_size");
        let plan = reading.plan.expect("the rest answers");
        assert_eq!(plan.asked.training.micro_batch_size, None);
        assert_eq!(plan.asked.training.epochs, Some(3));
    }

    #[test]
    fn no_other_model_or_card_is_answered_for_than_the_one_that_is_asked() {
        for query in [
            "gpu=rtx-4090&config.type=llama&config.hidden=4096",
            "gpu=rtx-4090&config.type=no-such&config.vocab=9",
            "gpu=rtx-4090&model=custom&drawn_for=resnet50+",
            "gpu=rtx-4090&config=%7Bbroken",
            "gpu=custom&model=bert-base",
            "gpu=custom&gpu.memory=24&model=bert-base",
        ] {
            let (plan, errors) = read_or_preset(query);
            assert_eq!(plan.map(|plan| plan.asked), None, "{query}");
            assert!(!errors.is_empty(), "{query}");
            let mut pointers: Vec<&str> = errors.iter().map(|error| error.pointer.as_str()).collect();
            pointers.sort_unstable();
            pointers.dedup();
            assert_eq!(pointers.len(), errors.len(), "each field is blamed once: {errors:?}");
        }
        // Of two models in one link, the listed one is answered for, and the other is told.
        let (plan, errors) = read_or_preset("gpu=rtx-4090&model=bert-base&config.type=llama");
        assert_eq!(plan.and_then(|plan| plan.asked.model.id).as_deref(), Some("bert-base"));
        assert_eq!(errors.len(), 1, "{errors:?}");
    }

    #[test]
    fn unknown_ids_are_reported_and_answered_by_the_nearest() {
        let reading = read(query::decode("gpu=rtx-5091&model=resnet-18&cpu=13900k&epochs=3"));
        let pointers: Vec<&str> = reading.errors.iter().map(|error| error.pointer.as_str()).collect();
        assert_eq!(pointers, ["/hardware/gpu", "/hardware/cpu", "/model/id"]);
        let asked = reading.plan.expect("answers").asked;
        assert_eq!(asked.hardware.gpu.as_ref().and_then(GpuChoice::id), Some("rtx-5090"));
        assert_eq!(asked.hardware.cpu.as_deref(), Some("core-i9-13900k"));
        assert_eq!((asked.model.id.as_deref(), asked.training.epochs), (Some("resnet18"), Some(3)));
    }

    #[test]
    fn links_carry_what_was_measured_as_factors() {
        let plan = read(query::decode("gpu=rtx-4090&model=resnet50&batch=64&rate=700&peak=6.5&peak_of=reserved")).plan;
        let plan = plan.expect("answers");
        let mut changed = plan.asked.clone();
        changed.training.micro_batch_size = Some(128);
        let href = plan.href(&changed);
        assert!(href.contains("batch=128&peak_of=reserved&factor.memory="), "{href}");
        let there = read(query::decode(href.trim_start_matches("/plan?"))).plan.expect("answers");
        assert_eq!(there.estimate.scenario.measured, plan.estimate.scenario.measured);
        // And once more, from a plan that has only factors.
        assert_eq!(there.href(&there.asked), href);
    }

    #[test]
    fn links_keep_the_readers_own_parameters() {
        let plan = read(query::decode("gpu=rtx-4090&model=resnet50&ref=mail")).plan.expect("answers");
        assert!(plan.query().ends_with("&ref=mail"), "{}", plan.query());
    }

    #[test]
    fn links_keep_the_constraints() {
        let constraints = "global_batch=64&methods=lora%2Cqlora&deadline=86400&budget=3000&currency=USD&max_gpus=4";
        let plan = read(query::decode(&format!("gpu=rtx-4090&model=resnet50&{constraints}"))).plan.expect("answers");
        let change = Change::ActivationCheckpointing(engine::training::ActivationCheckpointing::Full);
        for href in [plan.query(), plan.href_with(std::iter::once(&change)), plan.href_of_answer(&[], &plan.estimate.scenario)] {
            assert!(href.ends_with(constraints), "{href}");
        }
    }

    #[test]
    fn an_answer_is_linked_to_in_few_words() {
        let plan = read(query::decode("gpu=rtx-4090&model=llama-3-8b&method=qlora&seq=512")).plan.expect("answers");
        let href = plan.href_of_answer(&[], &plan.estimate.scenario);
        let again = read(query::decode(href.trim_start_matches("/plan?"))).plan.expect("answers");
        assert_eq!(again.estimate.scenario, plan.estimate.scenario, "{href}");
        assert!(!href.contains("epochs=") && !href.contains("nodes="), "{href}");
    }
}
