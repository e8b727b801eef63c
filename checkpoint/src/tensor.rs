//! A tensor of a `.safetensors` header: its type, how many numbers it has, and where its name puts it.

use serde_json::Value;

use crate::part::Part;

/// A type of numbers, by its word in a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Dtype {
    /// The word.
    pub name: &'static str,
    /// Bits of a number.
    pub bits: u64,
    /// Whether weights come in it; others count, mask or pack.
    pub is_weight: bool,
}

const fn weight(name: &'static str, bits: u64) -> Dtype {
    Dtype { name, bits, is_weight: true }
}

const fn other(name: &'static str, bits: u64) -> Dtype {
    Dtype { name, bits, is_weight: false }
}

/// The types of the format (`Dtype` of the crate safetensors 0.7); the order is that of answers.
const DTYPES: [Dtype; 22] = [
    weight("F64", 64),
    weight("F32", 32),
    weight("BF16", 16),
    weight("F16", 16),
    weight("F8_E4M3", 8),
    weight("F8_E5M2", 8),
    weight("F8_E4M3FNUZ", 8),
    weight("F8_E5M2FNUZ", 8),
    weight("F6_E2M3", 6),
    weight("F6_E3M2", 6),
    weight("F4", 4),
    weight("I8", 8),
    // The powers of two that scale blocks of the types above.
    other("F8_E8M0", 8),
    other("U8", 8),
    other("I16", 16),
    other("U16", 16),
    other("I32", 32),
    other("U32", 32),
    other("I64", 64),
    other("U64", 64),
    other("BOOL", 8),
    other("C64", 64),
];

impl Dtype {
    /// The type of a word; none where it is none of the format's.
    pub(crate) fn of(word: &str) -> Option<Self> {
        DTYPES.into_iter().find(|dtype| dtype.name == word)
    }

    /// Its place in answers.
    pub(crate) fn place(self) -> usize {
        DTYPES.iter().position(|dtype| *dtype == self).unwrap_or(DTYPES.len())
    }
}

/// An entry of a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tensor {
    /// Type of its numbers.
    pub dtype: Dtype,
    /// How many.
    pub elements: u64,
    /// Bytes, by type and shape.
    pub bytes: u64,
    /// Whether the file has as many bytes for it; none where the header does not say.
    pub is_as_long: Option<bool>,
}

impl Tensor {
    /// Reads an entry; none where type or shape cannot be read.
    pub fn read(entry: &Value) -> Option<Self> {
        let dtype = Dtype::of(entry.get("dtype")?.as_str()?)?;
        let shape = entry.get("shape")?.as_array()?;
        let elements = shape.iter().try_fold(1_u64, |elements, side| elements.checked_mul(side.as_u64()?))?;
        let bytes = elements.checked_mul(dtype.bits)?.div_ceil(8);
        let offsets = entry.get("data_offsets").and_then(Value::as_array);
        let is_as_long = offsets.and_then(|offsets| {
            let [begin, end] = offsets.as_slice() else { return None };
            Some(end.as_u64()?.checked_sub(begin.as_u64()?) == Some(bytes))
        });
        Some(Self { dtype, elements, bytes, is_as_long })
    }

    /// How many parameters it is of its part: none of a buffer or of a scale, and none that shapes could tell of packed ones.
    pub const fn parameters(self, part: Part) -> u64 {
        if part.is_counted() && self.dtype.is_weight { self.elements } else { 0 }
    }

    /// Whether it holds weights in a form that its shape does not count.
    pub const fn is_packed(self, part: Part) -> bool {
        part.is_counted() && !self.dtype.is_weight
    }
}

/// Whether a word counts something: blocks, experts, stages.
pub fn is_number(word: &str) -> bool {
    !word.is_empty() && word.len() <= 9 && word.bytes().all(|byte| byte.is_ascii_digit())
}
