//! Changes that this plan has made already: switches that are on, each with the way back.

use engine::estimate::Change;
use engine::training::{
    ActivationCheckpointing, Attention, Cache, LinearAttentionKernels, LossLogits, MemoryFormat, Method, Offload, Optimizer,
    OptimizerImplementation, Precision, Sharding, Training,
};
use scenario::fields::Field as Leaf;

use super::links::switch;
use crate::locale::Locale;
use crate::messages::advice as words;
use crate::plan::Plan;
use markup::{Element, classed, el};

/// A setting that can be switched off: the fields that go back to automatic, and what they say while it is on.
struct Pull {
    fields: &'static [&'static str],
    change: fn(&Training) -> Option<Change>,
}

/// The settings in the order of the form.
#[rustfmt::skip]
const PULLS: &[Pull] = &[
    Pull { fields: &["method", "rank", "targets", "dropout", "adapter", "dora", "bits", "dq", "upcast"],
        change: |training| (training.method != Method::Full).then(|| Change::Method(training.method.clone())) },
    Pull { fields: &["precision"],
        change: |training| (training.precision != Precision::Fp32).then_some(Change::Precision(training.precision)) },
    Pull { fields: &["optimizer"],
        change: |training| (training.optimizer != Optimizer::Adamw).then_some(Change::Optimizer(training.optimizer)) },
    Pull { fields: &["impl"],
        change: |training| {
            let implementation = training.optimizer_implementation;
            (implementation == OptimizerImplementation::Fused).then_some(Change::OptimizerImplementation(implementation))
        } },
    Pull { fields: &["checkpointing"],
        change: |training| {
            let checkpointing = training.activation_checkpointing;
            (checkpointing == ActivationCheckpointing::Full).then_some(Change::ActivationCheckpointing(checkpointing))
        } },
    Pull { fields: &["attention"],
        change: |training| (training.attention == Attention::Sdpa).then_some(Change::Attention(training.attention)) },
    Pull { fields: &["linear"],
        change: |training| {
            let kernels = training.linear_attention;
            (kernels == LinearAttentionKernels::Fla).then_some(Change::LinearAttention(kernels))
        } },
    Pull { fields: &["loss"],
        change: |training| (training.loss_logits == LossLogits::Chunked).then_some(Change::LossLogits(training.loss_logits)) },
    Pull { fields: &["format"],
        change: |training| {
            let format = training.memory_format;
            (format == MemoryFormat::ChannelsLast).then_some(Change::MemoryFormat(format))
        } },
    Pull { fields: &["accumulation"],
        change: |training| {
            let steps = training.gradient_accumulation_steps;
            (steps > 1).then_some(Change::GradientAccumulationSteps(steps))
        } },
    Pull { fields: &["sharding"],
        change: |training| {
            let sharding = training.sharding;
            (!matches!(sharding, Sharding::None | Sharding::Ddp)).then_some(Change::Sharding(sharding))
        } },
    Pull { fields: &["offload"],
        change: |training| (training.offload != Offload::None).then_some(Change::Offload(training.offload)) },
    Pull { fields: &["cache"],
        change: |training| (training.loader.cache != Cache::None).then_some(Change::Cache(training.loader.cache)) },
];

/// Draws the switches that are on; nothing where there are none.
pub(super) fn draw_pulled(plan: &Plan, locale: Locale) -> Option<Element> {
    let switches = switches(plan, "switch-on-", locale);
    (!switches.is_empty()).then(|| {
        classed("div", "pulled")
            .attr("data-testid", "pulled")
            .with(el("h3").with(words::switched_on(locale)))
            .with(classed("p", "fine").with(words::switched_on_about(locale)))
            .with(el("ul").with(switches))
    })
}

/// A switch for each setting that is on, with the way back; their ids begin with `prefix`.
pub(super) fn switches(plan: &Plan, prefix: &str, locale: Locale) -> Vec<Element> {
    PULLS.iter().filter_map(|pull| draw_switch(plan, pull, prefix, locale)).collect()
}

/// A switch where the plan's query says a field and the answer has it on.
fn draw_switch(plan: &Plan, pull: &Pull, prefix: &str, locale: Locale) -> Option<Element> {
    let leaf = |name: &&str| Leaf::by_name(name);
    pull.fields.first().and_then(leaf)?.get(&plan.asked)?;
    let change = (pull.change)(&plan.estimate.scenario.training)?;
    let mut without = plan.asked.clone();
    for leaf in pull.fields.iter().filter_map(leaf) {
        leaf.clear(&mut without);
    }
    let title = wording::changes_title(std::slice::from_ref(&change), locale);
    Some(el("li").with(switch(format!("{prefix}{}", pull.fields[0]), true, plan.href(&without), title)))
}
