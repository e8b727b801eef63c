//! Ids that the catalog no longer lists, for links and plans that still name them.

mod row;

pub use row::{Kind, Retired};

#[cfg(feature = "find")]
use crate::find;
use crate::generated;

/// What became of an id, where it was listed once.
///
/// ```
/// use catalog::Kind;
/// let gone = catalog::retired(Kind::Gpu, "retired-example-gpu").expect("an example for programs");
/// assert_eq!(gone.successor, "rtx-4090");
/// assert!(catalog::retired(Kind::Gpu, "rtx-4090").is_none());
/// ```
#[must_use]
pub fn retired(kind: Kind, id: &str) -> Option<&'static Retired> {
    generated::RETIRED.iter().find(|row| row.kind == kind && row.id == id)
}

/// All ids that are gone, sorted.
#[must_use]
pub fn all_retired() -> &'static [Retired] {
    &generated::RETIRED
}

/// The id that someone who asks for one that is not listed should be offered: what followed it, or else what its words find
/// first, or else the nearest of the list's.
pub fn instead(kind: Kind, id: &str, ids: impl Iterator<Item = &'static str> + Clone) -> Option<&'static str> {
    let successor = retired(kind, id).map(|gone| gone.successor).filter(|successor| !successor.is_empty());
    // A search finds models that only answer as well; who trains is offered none of them.
    let found = || likely(kind, id).into_iter().find(|likely| ids.clone().any(|known| known == *likely));
    let instead = successor.or_else(found);
    instead.or_else(|| crate::nearest(id, ids))
}

/// The ids that a text's words find in a list, the likeliest first; none in lists that are not searched by words.
#[cfg(feature = "find")]
#[must_use]
pub fn likely(kind: Kind, text: &str) -> Vec<&'static str> {
    let kind = match kind {
        Kind::Gpu => find::Kind::Gpu,
        Kind::Cpu => find::Kind::Cpu,
        Kind::Model => find::Kind::Model,
        Kind::Storage | Kind::Memory => return Vec::new(),
    };
    find::likely(kind, text)
}

/// Nothing: in this build no list is searched by words, since its forms name no id that is not listed.
#[cfg(not(feature = "find"))]
#[must_use]
pub fn likely(_kind: Kind, _text: &str) -> Vec<&'static str> {
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_followed_an_id_goes_before_the_nearest() {
        let gpus = || crate::gpus().iter().map(|entry| entry.id);
        assert_eq!(instead(Kind::Gpu, "retired-example-gpu", gpus()), Some("rtx-4090"));
        assert_eq!(instead(Kind::Gpu, "4080", gpus()), Some("rtx-4080"));
        // Words that are found go before letters that are near: `nvidia-a100-sxm4-80gb` is more than the middle of an id.
        let models = || crate::models().iter().map(|entry| entry.id);
        for (given, meant) in
            [("NVIDIA A100-SXM4-80GB", "a100-sxm4-80gb"), ("RTX 4090", "rtx-4090"), ("apple 192 GB", "m2-ultra-192gb")]
        {
            assert_eq!(instead(Kind::Gpu, given, gpus()), Some(meant), "{given}");
        }
        for (given, meant) in [("meta-llama/Llama-3.4-8B-Instruct", "llama-3-8b"), ("stable diffusion xl", "sdxl")] {
            assert_eq!(instead(Kind::Model, given, models()), Some(meant), "{given}");
        }
        // Without a successor, and in another list than the one that it was in, the nearest is all there is.
        assert!(instead(Kind::Model, "retired-example-model", models()).is_some());
        assert!(retired(Kind::Cpu, "retired-example-gpu").is_none());
    }

    #[test]
    fn no_retired_id_is_listed_and_every_successor_is() {
        for Retired { id, kind, successor, reason, reason_zh } in all_retired() {
            let listed = |id: &str| match kind {
                Kind::Gpu => crate::gpu(id).is_some(),
                Kind::Cpu => crate::cpu(id).is_some(),
                Kind::Model => crate::model(id).is_some(),
                Kind::Storage => crate::storage(id).is_some(),
                Kind::Memory => crate::memory_kit(id).is_some(),
            };
            assert!(!listed(id) && (successor.is_empty() || listed(successor)), "{id}");
            assert_eq!(reason.is_empty(), reason_zh.is_empty(), "{id}");
        }
    }
}
