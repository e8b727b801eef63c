//! Which fields bear on a run of a model by a method: all others can be typed, and change nothing.

use engine::architecture::{Architecture, Family};
use engine::training::DataKind;

use crate::resolve::{kind_of, methods};
use wire::v1::Scenario;
use wire::v1::choices::Method;

/// Parameters of what stands beside a card, which a machine with one memory for all brings along or cannot have.
const BESIDE: [&str; 6] = ["gpus", "nodes", "cpu", "ram", "offload", "sharding"];

/// Whether a scenario's card is a machine of its own: processor and device share its memory.
pub(crate) fn has_own_machine(scenario: &Scenario) -> bool {
    let id = scenario.hardware.gpu.as_ref().and_then(|gpu| gpu.id());
    id.and_then(catalog::gpu).is_some_and(|gpu| gpu.spec.pool.is_some())
}

/// Whether a parameter can be chosen beside a scenario's card.
#[must_use]
pub fn is_beside(name: &str, scenario: &Scenario) -> bool {
    !(BESIDE.contains(&name) && has_own_machine(scenario))
}

/// Whether a field can bear on a run of this model; a method that is left open may become any that suits the model.
#[must_use]
pub fn bears(pointer: &str, model: &Architecture, method: Option<Method>) -> bool {
    let family = model.family();
    let kind = kind_of(model);
    let may_be = |wanted: Method| methods(model).contains(&wanted) && method.is_none_or(|method| method == wanted);
    if pointer.starts_with("/training/lora/") {
        return may_be(Method::Lora) || may_be(Method::Qlora);
    }
    if pointer.starts_with("/training/quantization/") {
        return may_be(Method::Qlora);
    }
    match pointer {
        "/training/alignment" => family == Family::Decoder,
        "/training/vision_tower" | "/data/images_per_sample" => model.tower().is_some(),
        "/training/attention" => !model.is_convolutional(),
        "/training/linear_attention" => {
            matches!(model, Architecture::Decoder(decoder) if decoder.linear_attention().is_some())
        }
        "/training/attention_mask" | "/data/sequence_length" => kind == DataKind::Text,
        "/training/loss_logits" => matches!(family, Family::Decoder | Family::Seq2seq),
        "/training/memory_format" => matches!(kind, DataKind::Images | DataKind::Latents),
        "/data/image_size" => matches!(kind, DataKind::Images | DataKind::Latents) || model.tower().is_some(),
        "/training/resident_frozen_models" => family == Family::Diffusion,
        "/data/target_length" => matches!(family, Family::Seq2seq | Family::Speech),
        "/data/text_tokens" => matches!(model, Architecture::DiffusionTransformer(_)),
        "/data/task" => family == Family::Encoder,
        "/data/num_classes" => kind == DataKind::Images || family == Family::Encoder,
        "/data/objects_per_image" => family == Family::Detection,
        _ => true,
    }
}
