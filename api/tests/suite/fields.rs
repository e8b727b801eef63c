//! The table of fields is complete and consistent.

use std::collections::BTreeSet;

use scenario::defaults;
use scenario::fields::{FIELDS, Field};

#[test]
fn pointers_and_names_are_unique() {
    let pointers: BTreeSet<_> = FIELDS.iter().map(|field| field.pointer).collect();
    let names: BTreeSet<_> = FIELDS.iter().map(|field| field.name).collect();
    assert_eq!(pointers.len(), FIELDS.len());
    assert_eq!(names.len(), FIELDS.len());
}

#[test]
fn short_names_of_the_contract_are_there() {
    for name in "gpu gpus nodes cpu ram storage os model method rank targets precision optimizer checkpointing attention batch accumulation \
                 sharding offload framework epochs data samples image seq workers cache"
        .split_whitespace()
    {
        assert!(Field::by_name(name).is_some(), "{name}");
    }
}

/// Fields without a default: what must be given, what is only repeated, and what a card or model may not have.
const NO_DEFAULT: [&str; 31] = [
    "/id",
    "/hardware/gpu",
    "/hardware/gpu/name",
    "/hardware/gpu/memory_gib",
    "/hardware/gpu/memory_bandwidth_gb_per_s",
    "/hardware/gpu/fp32_tflops",
    "/hardware/gpu/tf32_dense_tflops",
    "/hardware/gpu/fp16_dense_tflops",
    "/hardware/gpu/bf16_dense_tflops",
    "/hardware/gpu/nvlink_gb_per_s",
    "/hardware/circuit",
    "/hardware/case",
    "/model/id",
    "/model/config/model_type",
    "/model/config/vocab_size",
    "/model/config/hidden_size",
    "/model/config/intermediate_size",
    "/model/config/num_hidden_layers",
    "/model/config/num_attention_heads",
    "/model/config/num_experts",
    "/model/config/num_experts_per_tok",
    "/model/config/moe_intermediate_size",
    "/model/config/shared_expert_intermediate_size",
    "/model/config/unread_keys",
    "/serving/offload_layers",
    "/constraints/",
    "/constraints/budget/",
    "/measured/peak_memory_gib",
    "/measured/samples_per_second",
    "/measured/gpu_utilization",
    "/measured/factors/",
];

#[test]
fn every_default_is_documented() {
    for field in FIELDS {
        let documented = defaults::TABLE.iter().any(|row| row.pointer == field.pointer);
        let has_none = NO_DEFAULT
            .iter()
            .any(|pointer| *pointer == field.pointer || (pointer.ends_with('/') && field.pointer.starts_with(pointer)));
        assert!(documented != has_none, "{} needs a row in the table of defaults, or none", field.pointer);
    }
    for row in defaults::TABLE {
        assert!(Field::at(row.pointer).is_some(), "{} is not a field", row.pointer);
        assert!(!row.value.is_empty() && !row.reason.is_empty(), "{}", row.pointer);
    }
}

#[test]
fn default_ids_are_in_the_catalog() {
    assert!(catalog::cpu(defaults::CPU).is_some());
    assert!(catalog::cpu(defaults::SERVER_CPU).is_some());
    assert!(catalog::storage(defaults::STORAGE).is_some());
}
