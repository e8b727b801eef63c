//! The scenario with every field filled in: what an answer returns as `inputs`.

use engine::estimate::LowerBound;
use engine::inputs::Scenario as Pinned;
use engine::units::GIB;

use crate::defaults;
use crate::patch::set_method;
use wire::v1::Scenario;
use wire::v1::choices::DataKind;
use wire::v1::scenario::{Data, Hardware, ImageSize, Loader, Measured, Model, Training};

/// What was asked, with the decided value of every field that bears on this model and method; asked again, it gives
/// the same answer.
#[must_use]
pub fn pin(asked: &Scenario, pinned: &Pinned) -> Scenario {
    let mut scenario = Scenario {
        id: asked.id.clone(),
        task: asked.task,
        serving: asked.serving.clone(),
        hardware: hardware(&asked.hardware, pinned),
        model: named(&asked.model),
        training: training(&asked.training, pinned),
        data: data(&asked.data, pinned),
        constraints: asked.constraints.clone(),
        measured: pin_measured(&asked.measured, pinned),
    };
    set_method(&mut scenario, &pinned.training.method);
    scenario
}

/// The model; of a traced network only its format and name: the document that was sent belongs in their place.
fn named(asked: &Model) -> Model {
    #[cfg(feature = "json")]
    if let Some(graph) = &asked.graph {
        return Model { graph: Some(crate::resolve::brief(graph)), ..Model::default() };
    }
    asked.clone()
}

/// What was asked of a framework that is not modeled, with the defaults that its program takes. The installed memory stays
/// open where it was: nobody can advise one.
#[must_use]
pub fn pin_bound(asked: &Scenario, bound: &LowerBound) -> Scenario {
    let mut scenario = pin(asked, &bound.scenario);
    scenario.hardware.ram_gib = asked.hardware.ram_gib;
    scenario
}

/// What was measured, as factors; the figures that they came from stay as a record.
fn pin_measured(asked: &Measured, pinned: &Pinned) -> Measured {
    let mut measured = Measured { factors: crate::measured::factors(&pinned.measured), ..asked.clone() };
    if crate::measured::has_figures(asked) {
        measured.of_this_run = Some(false);
    }
    measured
}

fn hardware(asked: &Hardware, pinned: &Pinned) -> Hardware {
    let decided = &pinned.hardware;
    let has_own = decided.gpu.pool.is_none();
    Hardware {
        gpu: asked.gpu.clone(),
        gpu_count: Some(decided.gpu_count),
        nodes: Some(decided.nodes),
        display_attached: Some(decided.display_attached),
        // A device that shares the machine's memory leaves neither to choose.
        cpu: has_own.then(|| crate::processor::processor(asked).to_owned()),
        ram_gib: has_own.then(|| decided.ram.0.div_ceil(GIB)),
        storage: Some(asked.storage.clone().unwrap_or_else(|| defaults::STORAGE.to_owned())),
        storage_count: Some(asked.storage_count.unwrap_or(1)),
        os: Some(decided.os.into()),
        circuit: asked.circuit,
        case: asked.case,
        owned: asked.owned.clone(),
        parts: asked.parts.clone(),
    }
}

fn training(asked: &Training, pinned: &Pinned) -> Training {
    let decided = &pinned.training;
    Training {
        // The method and what belongs to it are written last; adapters that were asked for without one stay.
        method: None,
        lora: asked.lora.clone(),
        quantization: asked.quantization.clone(),
        precision: Some(decided.precision.into()),
        optimizer: Some(decided.optimizer.into()),
        optimizer_implementation: Some(decided.optimizer_implementation.into()),
        weight_decay: Some(decided.weight_decay),
        embedding_states_32bit: Some(decided.embedding_states_32bit),
        activation_checkpointing: Some(decided.activation_checkpointing.into()),
        alignment: Some(decided.alignment.into()),
        vision_tower: asked.vision_tower.or(pinned.model.tower().map(|_| decided.vision_tower.into())),
        attention: Some(decided.attention.into()),
        linear_attention: Some(decided.linear_attention.into()),
        attention_mask: Some(decided.attention_mask.into()),
        loss_logits: Some(decided.loss_logits.into()),
        memory_format: Some(decided.memory_format.into()),
        resident_frozen_models: Some(decided.resident_frozen_models),
        micro_batch_size: Some(decided.micro_batch_size),
        gradient_accumulation_steps: Some(decided.gradient_accumulation_steps),
        sharding: Some(decided.sharding.into()),
        implementation: decided.library().map(Into::into),
        offload: Some(decided.offload.into()),
        framework: Some(decided.framework.into()),
        loader: Loader {
            num_workers: Some(decided.loader.num_workers),
            prefetch_factor: Some(decided.loader.prefetch_factor),
            pin_memory: Some(decided.loader.pin_memory),
            persistent_workers: Some(decided.loader.persistent_workers),
            cache: Some(decided.loader.cache.into()),
            batched_preprocessing: Some(decided.loader.batched_preprocessing),
        },
        epochs: Some(decided.epochs),
    }
}

/// The data set; what the model does not read is repeated only where it was asked.
fn data(asked: &Data, pinned: &Pinned) -> Data {
    use engine::architecture::Architecture;
    use engine::architecture::Family;
    let decided = &pinned.data;
    let kind = DataKind::from(decided.kind);
    let family = pinned.model.family();
    let is_traced = matches!(pinned.model, Architecture::Traced(_));
    let is_encoder = family == Family::Encoder && !is_traced;
    let has_target = matches!(family, Family::Seq2seq | Family::Speech);
    let has_prompt = matches!(pinned.model, Architecture::DiffusionTransformer(_));
    let sees = pinned.model.tower().is_some();
    let has_classes = !is_traced && (is_encoder || kind == DataKind::Images);
    let image = ImageSize { height: decided.image_height, width: decided.image_width };
    Data {
        kind: Some(kind),
        samples: Some(decided.samples),
        image_size: asked.image_size.or((sees || matches!(kind, DataKind::Images | DataKind::Latents)).then_some(image)),
        images_per_sample: asked.images_per_sample.or(sees.then_some(decided.images_per_sample)),
        sequence_length: asked.sequence_length.or((kind == DataKind::Text).then_some(decided.sequence_length)),
        target_length: asked.target_length.or(has_target.then_some(decided.target_length)),
        text_tokens: asked.text_tokens.or(has_prompt.then_some(decided.text_tokens)),
        task: asked.task.or(is_encoder.then(|| decided.task.into())),
        num_classes: asked.num_classes.or(has_classes.then_some(decided.num_classes)),
        objects_per_image: asked.objects_per_image.or(match &pinned.model {
            Architecture::Detector(detector) => Some(detector.objects_per_image),
            Architecture::Resnet(_)
            | Architecture::Vgg(_)
            | Architecture::Densenet(_)
            | Architecture::InvertedResidual(_)
            | Architecture::Convnext(_)
            | Architecture::Vit(_)
            | Architecture::Swin(_)
            | Architecture::Encoder(_)
            | Architecture::Decoder(_)
            | Architecture::Gpt2(_)
            | Architecture::T5(_)
            | Architecture::Bart(_)
            | Architecture::DiffusionUnet(_)
            | Architecture::Unet(_)
            | Architecture::Segmenter(_)
            | Architecture::DiffusionTransformer(_)
            | Architecture::Whisper(_)
            | Architecture::VideoTransformer(_)
            | Architecture::Traced(_) => None,
        }),
        bytes_on_disk: Some(decided.bytes_on_disk.0),
    }
}
