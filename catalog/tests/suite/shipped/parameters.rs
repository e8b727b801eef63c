//! The hyper-parameters give exactly the published number of parameters.
//!
//! The counts here are closed formulas over the published architectures, independent of the engine's builders, where such
//! a formula is shorter than the builder; the others are counted in the engine's graph.

use engine::architecture::{Architecture, Decoder, DecoderVariant, DiffusionUnet, Encoder, EncoderVariant, Resnet, ResnetBlock};
use engine::graph::Graph;
use engine::graph::part::Part;
use engine::training::{
    ActivationCheckpointing, Attention, AttentionMask, Cache, Data, Framework, Loader, LossLogits, MemoryFormat, Method, Offload,
    Optimizer, OptimizerImplementation, Precision, Sharding, Task, Training,
};
use engine::units::Bytes;

#[test]
fn hyper_parameters_give_the_published_count() {
    for model in catalog::models() {
        let counted = match &model.architecture {
            Architecture::Resnet(resnet) => self::resnet(resnet, model.default_num_classes),
            Architecture::Encoder(encoder)
                if !matches!(encoder.variant, EncoderVariant::ModernBert | EncoderVariant::DebertaV2) =>
            {
                self::encoder(encoder, model.default_num_classes)
            }
            Architecture::Decoder(decoder) if decoder.variant == DecoderVariant::Llama && decoder.is_laid_out_as_llama() => {
                let of_tower = decoder.options.tower.map_or((0, 0), |tower| tower.weights(decoder.hidden_size));
                self::decoder(decoder) + of_tower.0 + of_tower.1
            }
            Architecture::DiffusionUnet(unet) => self::unet(unet),
            _ => in_the_graph(model),
        };
        assert_eq!(counted, model.published_parameters, "parameters of {}", model.id);
    }
}

/// The engine builds the same number into its graph, for every model.
#[test]
fn the_graph_holds_the_published_count() {
    for model in catalog::models() {
        assert_eq!(in_the_graph(model), model.published_parameters, "parameters of {}", model.id);
    }
}

/// Every weight belongs to one part of its model; those of language models say to which, wherever they stand.
#[test]
fn parts_add_up_to_the_model() {
    for model in catalog::models() {
        let parts = graph(model).base_parameters_by_part();
        assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), model.published_parameters, "{}", model.id);
        let is_text = matches!(
            model.architecture,
            Architecture::Encoder(_) | Architecture::Decoder(_) | Architecture::Gpt2(_) | Architecture::T5(_)
        );
        let is_placed = |part: &Part| matches!(part, Part::Stem | Part::Block);
        assert!(!is_text || !parts.iter().any(|(part, _)| is_placed(part)), "{}: {parts:?}", model.id);
    }
}

/// Parameters of the engine's graph of a model with its usual data.
fn in_the_graph(model: &catalog::ModelEntry) -> u64 {
    graph(model).base_parameters()
}

fn graph(model: &catalog::ModelEntry) -> Graph {
    let training = Training {
        method: Method::Full,
        precision: Precision::Fp32,
        alignment: engine::training::Alignment::None,
        vision_tower: engine::training::VisionTower::Frozen,
        optimizer: Optimizer::Adamw,
        optimizer_implementation: OptimizerImplementation::Foreach,
        weight_decay: 0.01,
        embedding_states_32bit: false,
        activation_checkpointing: ActivationCheckpointing::None,
        attention: Attention::Sdpa,
        linear_attention: engine::training::LinearAttentionKernels::Torch,
        attention_mask: AttentionMask::None,
        loss_logits: LossLogits::Upcast,
        memory_format: MemoryFormat::Contiguous,
        resident_frozen_models: false,
        micro_batch_size: 1,
        gradient_accumulation_steps: 1,
        sharding: Sharding::None,
        implementation: None,
        offload: Offload::None,
        framework: Framework::Pytorch,
        loader: Loader {
            num_workers: 0,
            prefetch_factor: 2,
            pin_memory: true,
            persistent_workers: true,
            cache: Cache::None,
            batched_preprocessing: false,
        },
        epochs: 1,
    };
    let data = Data {
        kind: model.data_kind,
        samples: 1,
        bytes_on_disk: Bytes(1),
        image_height: model.default_image_size,
        image_width: model.default_image_size,
        images_per_sample: u64::from(model.architecture.tower().is_some()),
        sequence_length: model.default_sequence_length,
        target_length: 128,
        text_tokens: 77,
        task: Task::Classification,
        num_classes: model.default_num_classes,
    };
    engine::models::build(&model.architecture, &training, &data, 1)
}

/// A dense layer with bias.
fn linear(from: u64, to: u64) -> u64 {
    from * to + to
}

/// Weight and bias, of a layer norm, a batch norm or a group norm.
fn norm(width: u64) -> u64 {
    2 * width
}

/// A convolution with bias.
fn conv(kernel: u64, from: u64, to: u64) -> u64 {
    kernel * kernel * from * to + to
}

fn resnet(model: &Resnet, classes: u64) -> u64 {
    let conv_norm = |kernel: u64, from: u64, to: u64| kernel * kernel * from * to + norm(to);
    let mut total = conv_norm(7, 3, 64);
    let mut input = 64;
    for (stage, blocks) in model.layers.into_iter().enumerate() {
        let planes = 64 << stage;
        let width = planes * model.width_per_group / 64 * model.groups;
        for block in 0..blocks {
            let output = match model.block {
                ResnetBlock::Basic => {
                    total += conv_norm(3, input, planes) + conv_norm(3, planes, planes);
                    planes
                }
                ResnetBlock::Bottleneck => {
                    total += conv_norm(1, input, width) + 9 * width * width / model.groups + norm(width);
                    total += conv_norm(1, width, 4 * planes);
                    4 * planes
                }
            };
            let reshapes = block == 0 && (stage > 0 || input != output);
            total += if reshapes { conv_norm(1, input, output) } else { 0 };
            input = output;
        }
    }
    total + linear(input, classes)
}

fn encoder(model: &Encoder, classes: u64) -> u64 {
    let h = model.hidden_size;
    let tables = (model.vocab_size + model.max_position_embeddings + model.type_vocab_size) * h + norm(h);
    let mlp = linear(h, model.intermediate_size) + linear(model.intermediate_size, h);
    let block = 4 * linear(h, h) + mlp + 2 * norm(h);
    // BERT pools through a dense layer, the others have one in the classification head; distances have a number for each head.
    let distances = model.options.relative_span.unwrap_or(0) * model.num_attention_heads;
    let head = match model.variant {
        EncoderVariant::Bert | EncoderVariant::Roberta | EncoderVariant::DistilBert | EncoderVariant::Mpnet => {
            linear(h, h) + linear(h, classes)
        }
        EncoderVariant::Electra | EncoderVariant::ModernBert | EncoderVariant::DebertaV2 => panic!("no row is laid out so"),
    };
    tables + distances + model.num_hidden_layers * block + head
}

fn decoder(model: &Decoder) -> u64 {
    let h = model.hidden_size;
    let (query, key) = (model.num_attention_heads * model.head_dim, model.num_key_value_heads * model.head_dim);
    let bias = if model.attention_bias { query + 2 * key } else { 0 };
    let norms = if model.query_key_norm { 2 * model.head_dim } else { 0 };
    let attention = 2 * h * query + 2 * h * key + bias + norms;
    let block = attention + 3 * h * model.intermediate_size + 2 * h;
    let tables = if model.tie_word_embeddings { 1 } else { 2 };
    tables * model.vocab_size * h + model.num_hidden_layers * block + h
}

/// The U-Net of diffusers: residual blocks with a time embedding, transformers with cross attention, skips into the way up.
fn unet(model: &DiffusionUnet) -> u64 {
    let channels = &model.block_out_channels;
    let levels = channels.len();
    let time = 4 * channels[0];
    let residual = |from: u64, to: u64| {
        let shortcut = if from == to { 0 } else { conv(1, from, to) };
        norm(from) + conv(3, from, to) + linear(time, to) + norm(to) + conv(3, to, to) + shortcut
    };
    let transformer = |width: u64, layers: u64| {
        let attention = |context: u64| 2 * width * width + 2 * context * width + width;
        let mlp = linear(width, 8 * width) + linear(4 * width, width);
        let block = attention(width) + attention(model.cross_attention_dim) + mlp + 3 * norm(width);
        // Projections in and out weigh the same as a linear layer or a 1x1 convolution.
        if layers == 0 { 0 } else { norm(width) + 2 * linear(width, width) + layers * block }
    };
    let added = model.addition_embed_input;
    let addition = if added == 0 { 0 } else { linear(added, time) + linear(time, time) };
    let mut total = conv(3, model.in_channels, channels[0]) + linear(channels[0], time) + linear(time, time) + addition;

    let mut skips = vec![channels[0]];
    let mut input = channels[0];
    for level in 0..levels {
        for _ in 0..model.layers_per_block {
            total += residual(input, channels[level]) + transformer(channels[level], model.transformer_layers_per_block[level]);
            input = channels[level];
            skips.push(input);
        }
        if level + 1 < levels {
            total += conv(3, input, input);
            skips.push(input);
        }
    }
    total += 2 * residual(input, input) + transformer(input, model.mid_transformer_layers);
    for level in (0..levels).rev() {
        for _ in 0..=model.layers_per_block {
            let skip = skips.pop().unwrap_or_default();
            total +=
                residual(input + skip, channels[level]) + transformer(channels[level], model.transformer_layers_per_block[level]);
            input = channels[level];
        }
        total += if level > 0 { conv(3, input, input) } else { 0 };
    }
    total + norm(channels[0]) + conv(3, channels[0], model.out_channels)
}
