//! The largest micro-batch that is worth a recommendation.
/// Largest micro-batch that is recommended: the top of rule B6's ranges. Beyond, a step gains 3 % or less (ResNet-50 on a
/// card of 80 GB, 256 to 1,024), while queues of batches fill host memory and fewer updates change the training. The same
/// for every card, so that a better card never has less to choose from.
pub(crate) const LARGEST_RECOMMENDED: u64 = 256;
