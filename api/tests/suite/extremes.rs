//! Whatever the limits allow, the engine can count: no overflow, no value that is not a number.

use proptest::prelude::*;
use proptest::sample::select;
use scenario::query::parse_string;
use wire::v1::Scenario;
use wire::v1::choices::{
    ActivationCheckpointing, Attention, AttentionMask, LossLogits, MemoryFormat, Method, Offload, Optimizer,
    OptimizerImplementation, Precision, Sharding,
};

use crate::support::is_tried;

#[track_caller]
fn check(scenario: &Scenario) {
    // What a limit refuses is an answer too; what it lets through must be counted.
    let Ok(request) = scenario::resolve(scenario) else { return };
    let estimate = engine::answer::estimate(&request);
    assert_eq!(estimate.vram.parts.total(), estimate.vram.allocated_peak);
    assert!(estimate.speed.epoch.get().is_finite());
    assert!((0.0..=1.0).contains(&estimate.speed.gpu_utilization), "{}", estimate.speed.gpu_utilization);
}

#[test]
fn the_corners_of_the_limits() {
    for (turn, model) in catalog::models().iter().enumerate() {
        for (place, attention) in ["eager", "sdpa"].into_iter().enumerate() {
            let queries = [
                "batch=1&seq=1&image=32&samples=1",
                "batch=1&seq=1&image=64&samples=1&workers=0",
                "batch=4&seq=1048576&image=8192&samples=8000000&bytes=9007199254740991&workers=512&prefetch=64&gpus=64&nodes=4096&ram=24576&epochs=100000",
                "batch=65536&seq=64&image=320&samples=1000000000&accumulation=65536&optimizer=adamw&precision=fp32&ram=1",
                "batch=128&seq=32768&image=8192&classes=16777216&task=masked-lm&loss=upcast-shifted-copy&precision=fp32&mask=padded",
                "batch=64&seq=32768&image=64&task=contrastive&precision=fp32&mask=padded",
                "batch=2&seq=1048576&image=64&task=contrastive&precision=fp32&mask=padded",
                "batch=1&image=8192&pictures=16&seq=1048576&vision=trained&method=full&precision=fp32&attention=eager&mask=padded",
                "batch=64&image=32&pictures=256&vision=projector&method=lora&seq=32768",
                "batch=64&seq=32768&alignment=dpo&method=lora&precision=fp32&mask=padded",
                "batch=1&image=8064&classes=4194304&target=131072&text=8192&precision=fp32",
                "batch=65536&image=64&seq=1&target=64&text=64&classes=1048576&format=channels-last&checkpointing=full",
                "batch=1&seq=1&target=131072&text=1&image=48",
                "batch=8&image=6144&text=8192&resident=true&gpus=64&nodes=4096&sharding=zero-3",
            ];
            for (_, query) in queries.iter().enumerate().filter(|(query, _)| is_tried(turn + place + query, 3)) {
                let parsed = parse_string(&format!("gpu=t4&model={}&attention={attention}&{query}", model.id));
                assert_eq!(parsed.errors, [], "{query}");
                check(&parsed.scenario);
            }
        }
    }
}

#[test]
fn the_largest_configuration() {
    let config = "config.type=llama&config.vocab=1048576&config.hidden=65536&config.intermediate=262144&config.layers=256&config.heads=128";
    for query in ["batch=1&seq=1048576", "batch=4&seq=1048576", "batch=65536&seq=64"] {
        check(&parse_string(&format!("gpu=t4&{config}&{query}&attention=eager&precision=fp32")).scenario);
    }
}

/// Every kind of configuration at the most and at the least that the limits allow.
#[test]
fn the_ends_of_every_configuration() {
    let most = "config.vocab=1048576&config.hidden=65536&config.layers=256&config.heads=128&config.kv_heads=128&config.head_dim=65536\
                &config.decoder_layers=256&config.buckets=4096&config.experts=512&config.experts_per_tok=512&config.moe_intermediate=262144\
                &config.shared_expert=262144&config.norm_topk=true&config.positions=16777216&config.bias=true&config.tied=false&config.segments=1024";
    let least = "config.vocab=1&config.hidden=1&config.layers=1&config.heads=1&config.kv_heads=1&config.head_dim=1&config.decoder_layers=1\
                 &config.buckets=1&config.experts=1&config.experts_per_tok=1&config.moe_intermediate=1&config.shared_expert=0&config.positions=3";
    for kind in
        "llama mistral mixtral qwen2 qwen2_moe qwen3 qwen3_moe phi3 gemma gemma2 gpt2 bert roberta distilbert t5".split(' ')
    {
        for (figures, width) in [(most, 262_144), (least, 1)] {
            // GPT-2's MLP has one width only.
            let width = if kind == "gpt2" { String::new() } else { format!("&config.intermediate={width}") };
            for query in [
                "batch=4&seq=1048576&target=131072&precision=fp32&attention=eager",
                "batch=1&seq=1048576&target=131072&precision=bf16-amp&mask=padded",
                "batch=65536&seq=64&target=64&precision=fp32&optimizer=adamw&checkpointing=full",
                "batch=1&seq=1&target=1&method=lora&rank=1&targets=all-linear&precision=bf16",
            ] {
                let gated = if kind == "t5" { "&config.feed_forward=gated-gelu" } else { "" };
                let parsed = parse_string(&format!("gpu=t4&config.type={kind}&{figures}{width}{gated}&{query}"));
                assert_eq!(parsed.errors, [], "{kind}");
                assert!(scenario::resolve(&parsed.scenario).is_ok(), "{kind} {query}: {:?}", scenario::resolve(&parsed.scenario));
                check(&parsed.scenario);
            }
        }
    }
}

proptest! {

    #[test]
    fn anything_within_the_limits(
        gpu in select(catalog::gpus()), model in select(catalog::models()),
        sizes in (0_u32..12, 0_u32..14, 0_u32..8, 0_u64..3),
        settings in (select(Precision::ALL), select(Optimizer::ALL), select(OptimizerImplementation::ALL), select(Method::ALL), select(Sharding::ALL), select(Offload::ALL)),
        layers in (select(Attention::ALL), select(AttentionMask::ALL), select(ActivationCheckpointing::ALL), select(LossLogits::ALL), select(MemoryFormat::ALL)),
        flags in any::<[bool; 4]>(),
    ) {
        let mut scenario = parse_string(&format!("gpu={}&model={}", gpu.id, model.id)).scenario;
        let (batch, length, side, cache) = sizes;
        scenario.training.micro_batch_size = Some(1 << batch);
        scenario.data.sequence_length = Some(1 << length);
        scenario.data.image_size = Some(wire::v1::scenario::ImageSize::square(64 << side.min(4)));
        scenario.hardware.gpu_count = Some(1 + cache * 3);
        let training = &mut scenario.training;
        (training.precision, training.optimizer, training.optimizer_implementation) = (Some(settings.0), Some(settings.1), Some(settings.2));
        (training.method, training.sharding, training.offload) = (Some(settings.3), Some(settings.4), Some(settings.5));
        (training.attention, training.attention_mask, training.activation_checkpointing) = (Some(layers.0), Some(layers.1), Some(layers.2));
        (training.loss_logits, training.memory_format) = (Some(layers.3), Some(layers.4));
        training.embedding_states_32bit = Some(flags[0]);
        training.resident_frozen_models = Some(flags[1]);
        training.gradient_accumulation_steps = Some(if flags[2] { 4 } else { 1 });
        scenario.hardware.display_attached = Some(flags[3]);
        check(&scenario);
    }
}
