//! What to know of a reading.

/// Something to know of a reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Note {
    /// A configuration of several networks: the part below `key` was read.
    Inside {
        /// What the whole calls itself.
        outer: String,
        /// The key of the part that was read.
        key: String,
        /// Keys of the parts that were not.
        beside: Vec<String>,
        /// Whether the tower that reads pictures before the decoder was read as well.
        has_tower: bool,
    },
    /// No model of this kind is modelled; keys are told by their names alone.
    UnknownKind(String),
    /// The object says nothing that a model's configuration does.
    NoModel,
    /// It configures an adapter, of this model where it says so.
    AdapterConfig(Option<String>),
    /// It configures a part of a diffusion pipeline, of this class.
    Diffusers(String),
    /// The weights beside it are quantized, by this method; what is counted is the model without.
    Quantized(String),
    /// The count has a head for so many classes.
    Classes(u64),
    /// So many documents follow the first, and were not read.
    Several(usize),
    /// So many keys are not listed.
    MoreKeys(usize),
    /// Codes of quantized weights: so many tensors, which are counted in bytes alone.
    Packed(u64),
    /// The first block is not there, blocks are missing in between, or there is no embedding: some of a model's files.
    Partial,
    /// So many entries have no type and shape that can be read, and were left out.
    Unreadable(u64),
    /// Places in the file that are not as long as type and shape say, of so many tensors.
    OtherLength(u64),
    /// An index has no shapes.
    NoShapes,
    /// An index does not say how many bytes it is of.
    NoTotal,
}
