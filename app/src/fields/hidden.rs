//! The leaves of a scenario that an address can say and the form has no control for.

use super::Text;
use crate::messages::hidden as text;

/// Pointer and label of each.
pub const LABELS: &[(&str, Text)] = &[
    ("/v", text::version),
    ("/id", text::id),
    ("/hardware/gpu/name", text::gpu_name),
    ("/hardware/gpu/tf32_dense_tflops", text::gpu_tf32),
    ("/hardware/gpu/pcie_gen", text::gpu_pcie),
    ("/hardware/gpu/pcie_lanes", text::gpu_lanes),
    ("/hardware/gpu/nvlink_gb_per_s", text::gpu_nvlink),
    ("/hardware/gpu/tdp_w", text::gpu_tdp),
    ("/hardware/gpu/vendor", text::gpu_vendor),
    ("/hardware/display_attached", text::display),
    ("/training/lora/dropout", text::dropout),
    ("/training/lora/adapter_dtype", text::adapter),
    ("/training/quantization/bits", text::bits),
    ("/training/quantization/double_quantization", text::double_quantization),
    ("/training/quantization/upcast_unquantized", text::upcast),
    ("/training/optimizer_implementation", text::implementation),
    ("/training/weight_decay", text::weight_decay),
    ("/training/embedding_states_32bit", text::embedding_states),
    ("/training/attention_mask", text::mask),
    ("/training/loss_logits", text::loss),
    ("/training/memory_format", text::format),
    ("/training/resident_frozen_models", text::resident),
    ("/training/loader/prefetch_factor", text::prefetch),
    ("/training/loader/pin_memory", text::pin),
    ("/training/loader/persistent_workers", text::persistent),
    ("/training/loader/batched_preprocessing", text::batched),
    ("/data/target_length", text::target),
    ("/data/text_tokens", text::prompt),
    ("/data/task", text::task),
    ("/data/num_classes", text::classes),
    ("/data/objects_per_image", text::objects),
    ("/data/bytes_on_disk", text::bytes),
    ("/constraints/budget/amount", text::budget),
    ("/constraints/budget/currency", text::currency),
    ("/measured/of_this_run", text::of_this_run),
    ("/measured/factors/storage", text::factor_storage),
    ("/measured/factors/preprocess", text::factor_preprocess),
    ("/measured/factors/collate", text::factor_collate),
    ("/measured/factors/pcie", text::factor_pcie),
];

/// The label of a leaf without a control.
#[must_use]
pub fn label(pointer: &str) -> Option<Text> {
    LABELS.iter().find(|(other, _)| *other == pointer).map(|(_, label)| *label)
}
