//! What the host holds of a model.

use engine::serving::Offload;
use wire::v1::choices::ServingOffload;

/// What the host holds, in the words of a scenario.
pub const fn words(offload: Offload) -> (ServingOffload, Option<u64>) {
    match offload {
        Offload::None => (ServingOffload::None, None),
        Offload::Blocks(blocks) => (ServingOffload::Layers, Some(blocks)),
        Offload::Experts => (ServingOffload::Experts, None),
    }
}
