//! Whatever a program sends for a model is answered by numbers or by named faults.
#![cfg(feature = "json")]

use proptest::prelude::*;
use proptest::sample::select;
use wire::v1::choices::{ActivationCheckpointing, Attention, AttentionMask, LossLogits, MemoryFormat, Method, Precision};

/// Fields that a model can refuse a value of.
const REFUSABLE: [&str; 7] = [
    "/training/method",
    "/training/precision",
    "/training/lora/rank",
    "/training/lora/use_dora",
    "/training/quantization/bits",
    "/training/vision_tower",
    "/data/image_size",
];

/// A side of a picture: any, or one that most networks take.
fn side() -> impl Strategy<Value = u64> {
    prop_oneof![32_u64..1100, (1_u64..40).prop_map(|times| 32 * times), (1_u64..9).prop_map(|times| 1 << (4 + times))]
}

proptest! {

    #[test]
    fn any_model_with_any_setting_is_answered(
        model in select(catalog::models()),
        image in (side(), side()),
        lengths in (1_u64..3000, 1_u64..600, 1_u64..600),
        sizes in (1_u64..300, 1_u64..2000, 1_u64..3000),
        method in select(Method::ALL), precision in select(Precision::ALL),
        layers in (select(Attention::ALL), select(AttentionMask::ALL), select(ActivationCheckpointing::ALL), select(LossLogits::ALL), select(MemoryFormat::ALL)),
        targets in select(vec!["query-value", "attention", "all-linear"]),
        flags in any::<[bool; 4]>(),
    ) {
        let masked = flags[0] && matches!(model.family, catalog::ModelFamily::Encoder);
        // What writes speech down has an end to its texts.
        let written = if model.architecture.hears() { lengths.1.min(448) } else { lengths.1 };
        let mut scenario = serde_json::json!({
            "hardware": { "gpu": "h200-sxm" },
            "model": { "id": model.id },
            "training": {
                "method": method.as_str(), "precision": precision.as_str(), "attention": layers.0.as_str(), "attention_mask": layers.1.as_str(),
                "activation_checkpointing": layers.2.as_str(), "loss_logits": layers.3.as_str(), "memory_format": layers.4.as_str(),
                "micro_batch_size": sizes.0, "resident_frozen_models": flags[3],
            },
            "data": {
                "image_size": [image.0, image.1], "sequence_length": lengths.0, "target_length": written, "text_tokens": lengths.2,
                "num_classes": sizes.1, "task": if masked { "masked-lm" } else { "classification" },
            },
        });
        if matches!(method, Method::Lora | Method::Qlora) {
            let dropout = if flags[1] { 0.1 } else { 0.0 };
            scenario["training"]["lora"] = serde_json::json!({
                "rank": sizes.2.min(512), "targets": targets, "dropout": dropout, "use_dora": flags[0],
            });
        }
        if method == Method::Qlora {
            scenario["training"]["quantization"] = serde_json::json!({ "bits": if flags[2] { 4 } else { 8 } });
        }
        // A text has room for its picture.
        if let Some(tower) = model.architecture.tower() {
            let written = lengths.0 + tower.tokens(image.0, image.1);
            scenario["data"]["sequence_length"] = written.into();
            scenario["training"]["vision_tower"] = ["frozen", "projector", "trained"][sizes.1 as usize % 3].into();
        }
        match api::estimate_json(&scenario.to_string()) {
            Ok(estimate) => {
                prop_assert!(estimate.parameters.total > 0 && estimate.vram.allocated_peak_bytes > estimate.parameters.total / 2);
            }
            Err(problem) => {
                let faults = serde_json::to_value(&problem).unwrap();
                let errors = faults["errors"].as_array().unwrap();
                prop_assert!(!errors.is_empty());
                for error in errors {
                    let pointer = error["pointer"].as_str().unwrap();
                    prop_assert!(REFUSABLE.contains(&pointer), "{errors:?}");
                }
            }
        }
    }
}
