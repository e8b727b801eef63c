//! The advisor's changes merge into a scenario.

use engine::estimate::Change;
use engine::training::{AdapterDtype, Cache, Lora, LoraTargets, Method, Precision, Quantization, QuantizationBits};
use engine::units::Bytes;
use scenario::patch::{merge, patch};
use scenario::query::{parse_string, to_string};

#[test]
fn a_patch_says_only_what_changes() {
    let lora = Lora {
        rank: 16,
        targets: LoraTargets::AllLinear,
        dropout: 0.0,
        adapter_dtype: AdapterDtype::Fp32,
        use_dora: false,
        trains_head: true,
    };
    let quantization = Quantization { bits: QuantizationBits::Four, double_quantization: true, upcast_unquantized: true };
    let changes = [
        Change::Method(Method::Qlora(lora, quantization)),
        Change::Precision(Precision::Bf16Amp),
        Change::MicroBatchSize(4),
        Change::Cache(Cache::Tokens),
        Change::Ram(Bytes::from_gib(96)),
    ];
    assert_eq!(
        to_string(&patch(&changes), &[]),
        "v=1&ram=96&method=qlora&rank=16&targets=all-linear&dropout=0&adapter=fp32&bits=4&dq=1&upcast=1&precision=bf16-amp&batch=4&cache=tokens"
    );
}

#[test]
fn merging_replaces_what_the_patch_says() {
    let mut scenario = parse_string("gpu=rtx-4090&model=llama-2-7b&batch=16&precision=fp32").scenario;
    merge(&mut scenario, &patch(&[Change::Precision(Precision::Bf16), Change::GradientAccumulationSteps(4)]));
    assert_eq!(to_string(&scenario, &[]), "v=1&gpu=rtx-4090&model=llama-2-7b&precision=bf16&batch=16&accumulation=4");
}
