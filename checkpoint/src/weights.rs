//! Headers of `.safetensors` files, and indexes of them: parameters and bytes by part and by type, as far as names and shapes
//! say.

use serde_json::{Map, Value};

use crate::layers::{Numbers, Stack};
use crate::naming::part_of;
use crate::note::Note;
use crate::part::Part;
use crate::same::{Match, of_count};
use crate::tensor::{Dtype, Tensor};

/// What is no tensor in a header.
const METADATA: &str = "__metadata__";
/// Bits of a parameter, at which an index of so many bytes is read.
const BITS: [u64; 3] = [32, 16, 8];

/// What was read of weights.
#[derive(Debug, Clone, Default)]
pub struct Weights {
    /// Whether an index was read, which has names and no shapes.
    pub is_index: bool,
    /// Tensors.
    pub tensors: u64,
    /// Parameters, buffers and scales aside; none where nothing says so.
    pub parameters: Option<u64>,
    /// Bytes of all tensors.
    pub bytes: Option<u64>,
    /// Files that an index names.
    pub files: Option<u64>,
    /// Shares of the parts, in the order in which a model is described.
    pub parts: Vec<Share<Part>>,
    /// Shares of the types.
    pub dtypes: Vec<Share<Dtype>>,
    /// Rows of blocks, the longest first.
    pub stacks: Vec<Stack>,
    /// Experts of a block, where they are stored one by one.
    pub experts: Option<u64>,
    /// Whether the head over the vocabulary has a tensor of its own; none where there is no embedding to share.
    pub has_own_head: Option<bool>,
    /// Models of the catalog with as many parameters.
    pub matches: Vec<Match>,
    /// What the bytes of an index are at each width of a parameter.
    pub widths: Vec<Width>,
    /// What to know of it.
    pub notes: Vec<Note>,
}

/// What a part or a type has of the weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share<Of> {
    /// The part, or the type.
    pub of: Of,
    /// Tensors.
    pub tensors: u64,
    /// Parameters.
    pub parameters: u64,
    /// Bytes.
    pub bytes: u64,
}

/// Bytes of an index, read as parameters of one width.
#[derive(Debug, Clone, PartialEq)]
pub struct Width {
    /// Bits of a parameter.
    pub bits: u64,
    /// So many parameters.
    pub parameters: u64,
    /// Models of the catalog with as many.
    pub matches: Vec<Match>,
}

/// Whether an object is a header: its members have types and shapes.
pub(crate) fn is_header(members: &Map<String, Value>) -> bool {
    let is_tensor =
        |entry: &Value| entry.get("dtype").is_some_and(Value::is_string) && entry.get("shape").is_some_and(Value::is_array);
    members.iter().any(|(name, entry)| name != METADATA && is_tensor(entry))
}

/// The table of an index: which tensor is in which file; none where the object is no index.
pub(crate) fn index(members: &Map<String, Value>) -> Option<&Map<String, Value>> {
    members.get("weight_map").and_then(Value::as_object)
}

/// Reads headers of a model's files.
pub(crate) fn of_headers(headers: &[Map<String, Value>]) -> Weights {
    let mut weights = Weights::default();
    let mut names = Names::default();
    let (mut parameters, mut bytes) = (0_u64, 0_u64);
    let (mut unreadable, mut other_length, mut packed) = (0, 0, 0);
    for (name, entry) in headers.iter().flatten().filter(|(name, _)| name.as_str() != METADATA) {
        let Some(tensor) = Tensor::read(entry) else {
            unreadable += 1;
            continue;
        };
        let part = names.add(name);
        let own = tensor.parameters(part);
        weights.tensors += 1;
        // Sizes are whatever somebody wrote: a sum stops at the largest number.
        parameters = parameters.saturating_add(own);
        bytes = bytes.saturating_add(tensor.bytes);
        add(&mut weights.parts, part, own, tensor.bytes);
        add(&mut weights.dtypes, tensor.dtype, own, tensor.bytes);
        packed += u64::from(tensor.is_packed(part));
        other_length += u64::from(tensor.is_as_long == Some(false));
    }
    weights.dtypes.sort_by_key(|share| share.of.place());
    // What codes stand for nobody can count.
    weights.parameters = (packed == 0).then_some(parameters);
    weights.bytes = Some(bytes);
    let heads: u64 = weights.parts.iter().filter(|share| share.of == Part::Head).map(|share| share.parameters).sum();
    names.finish(&mut weights);
    weights.notes.extend((packed > 0).then_some(Note::Packed(packed)));
    weights.notes.extend((unreadable > 0).then_some(Note::Unreadable(unreadable)));
    weights.notes.extend((other_length > 0).then_some(Note::OtherLength(other_length)));
    // What a part of the files, or codes, add up to is no model's count.
    if !weights.notes.iter().any(|note| matches!(note, Note::Packed(_) | Note::Partial)) {
        weights.matches = of_count(parameters, Some(parameters - heads.min(parameters)));
    }
    weights
}

/// Reads an index and its table.
pub(crate) fn of_index(members: &Map<String, Value>, map: &Map<String, Value>) -> Weights {
    let mut weights = Weights { is_index: true, ..Weights::default() };
    let mut names = Names::default();
    for name in map.keys() {
        let part = names.add(name);
        weights.tensors += 1;
        add(&mut weights.parts, part, 0, 0);
    }
    names.finish(&mut weights);
    let mut files: Vec<&str> = map.values().filter_map(Value::as_str).collect();
    files.sort_unstable();
    files.dedup();
    weights.files = Some(files.len() as u64);
    let said = |key: &str| members.get("metadata").and_then(|metadata| whole(metadata.get(key)?));
    weights.parameters = said("total_parameters");
    weights.bytes = said("total_size");
    weights.notes.push(Note::NoShapes);
    match weights.bytes {
        Some(bytes) => weights.widths = BITS.into_iter().filter_map(|bits| width(bytes, bits)).collect(),
        None => weights.notes.push(Note::NoTotal),
    }
    weights.matches = weights.parameters.map(|total| of_count(total, None)).unwrap_or_default();
    weights
}

/// A whole number, which some programs write with a point.
fn whole(value: &Value) -> Option<u64> {
    const LARGEST: f64 = 9e15;
    value.as_u64().or_else(|| {
        value.as_f64().filter(|number| (0.0..LARGEST).contains(number) && number.fract() == 0.0).map(|number| number as u64)
    })
}

fn width(bytes: u64, bits: u64) -> Option<Width> {
    let each = bits / 8;
    let parameters = bytes.is_multiple_of(each).then(|| bytes / each).filter(|count| *count > 0)?;
    Some(Width { bits, parameters, matches: of_count(parameters, None) })
}

fn add<Of: PartialEq>(shares: &mut Vec<Share<Of>>, of: Of, parameters: u64, bytes: u64) {
    let place = shares.iter().position(|share| share.of == of).unwrap_or_else(|| {
        shares.push(Share { of, tensors: 0, parameters: 0, bytes: 0 });
        shares.len() - 1
    });
    let share = &mut shares[place];
    share.tensors += 1;
    share.parameters = share.parameters.saturating_add(parameters);
    share.bytes = share.bytes.saturating_add(bytes);
}

/// What names tell, one after the other.
#[derive(Debug, Default)]
struct Names<'a> {
    numbers: Numbers<'a>,
    has_embedding: bool,
    has_output: bool,
}

impl<'a> Names<'a> {
    fn add(&mut self, name: &'a str) -> Part {
        let part = part_of(name);
        self.numbers.add(name);
        self.has_embedding |= part == Part::Embedding;
        self.has_output |=
            OUTPUTS.iter().any(|output| name == *output || name.strip_suffix(output).is_some_and(|rest| rest.ends_with('.')));
        part
    }

    fn finish(self, weights: &mut Weights) {
        weights.parts.sort_by_key(|share| share.of);
        weights.stacks = self.numbers.stacks();
        weights.experts = self.numbers.experts();
        weights.has_own_head = (self.has_embedding || self.has_output).then_some(self.has_output);
        let is_adapter = weights.parts.iter().any(|share| share.of == Part::Adapter);
        if !is_adapter && weights.stacks.iter().any(Stack::lacks_blocks) {
            weights.notes.push(Note::Partial);
        }
    }
}

/// Names of tables that turn vectors into scores of a vocabulary.
const OUTPUTS: [&str; 4] = ["lm_head.weight", "embed_out.weight", "output.weight", "cls.predictions.decoder.weight"];
