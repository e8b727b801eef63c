//! Cards by a data sheet and models by a configuration.

use engine::architecture::Architecture;
use engine::units::Bytes;

use super::asking::{check, request};

#[test]
fn a_card_by_its_data_sheet() {
    let gpu =
        request("gpu.name=X&gpu.memory=24&gpu.bandwidth=1008&gpu.fp32=82.6&gpu.bf16=165.2&model=resnet50").scenario.hardware.gpu;
    assert_eq!(gpu.memory, Bytes::from_gib(24));
    // The one chip with BF16 before 8.6 is in the catalog.
    assert_eq!(gpu.compute_capability, Some(86));
    assert!(!gpu.memory_is_measured);
    check(
        "gpu.memory=24&gpu.tdp=0&model=resnet50",
        &[
            ("/hardware/gpu/name", "required"),
            ("/hardware/gpu/memory_bandwidth_gb_per_s", "required"),
            ("/hardware/gpu/fp32_tflops", "required"),
            ("/hardware/gpu/tdp_w", "out-of-range"),
        ],
    );
}

#[test]
fn a_model_by_its_configuration() {
    let llama = "gpu=rtx-4090&config.type=llama&config.vocab=32000&config.hidden=4096&config.intermediate=11008&config.layers=32&config.heads=32";
    let positions = "&config.positions=4096";
    assert_eq!(request(&format!("{llama}{positions}")).scenario.model, catalog::model("llama-2-7b").unwrap().architecture);
    let qwen = request(&llama.replace("llama", "qwen2")).scenario.model;
    assert!(matches!(qwen, Architecture::Decoder(decoder) if decoder.attention_bias));

    check("gpu=rtx-4090&model=resnet50&config.type=llama", &[("/model/config", "conflict")]);
    check(
        &llama.replace("llama", "gpt2").replace("intermediate=11008", "intermediate=0"),
        &[("/model/config/intermediate_size", "out-of-range")],
    );
    check(&llama.replace("llama", "mamba"), &[("/model/config/model_type", "unknown-value")]);
    check(
        &llama.replace("llama", "mixtral"),
        &[("/model/config/num_experts", "required"), ("/model/config/num_experts_per_tok", "required")],
    );
    check(&llama.replace("heads=32", "heads=31"), &[("/model/config/hidden_size", "not-a-multiple")]);
    check(&format!("{llama}&config.kv_heads=5"), &[("/model/config/num_attention_heads", "not-a-multiple")]);
    check(
        "gpu=rtx-4090&config.type=llama&config.layers=0",
        &[
            ("/model/config/vocab_size", "required"),
            ("/model/config/hidden_size", "required"),
            ("/model/config/intermediate_size", "required"),
            ("/model/config/num_hidden_layers", "out-of-range"),
            ("/model/config/num_attention_heads", "required"),
        ],
    );
}

#[test]
fn configurations_of_other_layouts() {
    let base = "gpu=rtx-4090&config";
    let gpt2 = format!("{base}.type=gpt2&config.vocab=50257&config.hidden=768&config.layers=12&config.heads=12");
    let phi3 = format!(
        "{base}.type=phi3&config.vocab=32064&config.hidden=3072&config.intermediate=8192&config.layers=32&config.heads=32&config.positions=4096"
    );
    let gemma2 = format!(
        "{base}.type=gemma2&config.vocab=256000&config.hidden=2304&config.intermediate=9216&config.layers=26&config.heads=8&config.kv_heads=4&config.positions=8192"
    );
    for (id, query) in [("gpt2", gpt2), ("phi-3-mini", phi3), ("gemma-2-2b", gemma2)] {
        assert_eq!(request(&query).scenario.model, catalog::model(id).unwrap().architecture, "{id}");
    }
}
