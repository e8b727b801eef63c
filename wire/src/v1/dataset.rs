//! A data set as its files describe it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::CommentLanguage;
use super::scenario::Data;

/// A listing of the files of a data set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DataSetRequest {
    /// The listing: `find . -type f -printf '%s %p\n'`, `du -ab`, `ls -lR`, `dir /s`, `Get-ChildItem -Recurse`,
    /// `aws s3 ls --recursive`, `tar tvf` or `unzip -l`, any of them one after the other. Nothing of it is kept.
    pub text: String,
    /// Language of the notes; default English.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub language: Option<CommentLanguage>,
}

/// What files say of a data set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct DataSetReading {
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The fields of a scenario that are beyond doubt; the rest is left out. It merges into a scenario as `data`.
    pub data: Data,
    /// Each field with its value in words.
    pub recognized: Vec<DataSetFinding>,
    /// All files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Files by form, those with the most bytes first.
    pub formats: Vec<DataSetFormat>,
    /// The parts of the set for training, validation and test, where there are several; `data` is of those that are taken.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub parts: Vec<DataSetPart>,
    /// How large the files of the samples are.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file_bytes: Option<SizeSpread>,
    /// How large the images are in pixels, where somebody has looked at them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub images: Option<ImageSizes>,
    /// How long the texts are.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub texts: Option<TextLengths>,
    /// What could not be read, by name: the first 16.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub unreadable: Vec<String>,
    /// What to know of the reading.
    pub notes: Vec<DataSetNote>,
    /// Fields of a plan that the files do not settle: `data`, `samples`, `image`, `seq`.
    #[schema(example = json!(["image"]))]
    pub missing: Vec<String>,
    /// Lines of the listing that are not blank; none where there was no listing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lines: Option<u64>,
    /// Of these, those that no known program prints.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub lines_not_understood: Option<u64>,
    /// The planner with this data, as a path of this site; none where nothing was found.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "/plan?v=1&data=images&samples=50000&bytes=5500000000")]
    pub plan: Option<String>,
}

/// A field of a plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DataSetFinding {
    /// What it is: `data`, `samples`, `image`, `seq`, `classes` or `bytes`.
    #[schema(example = "samples")]
    pub field: String,
    /// The value as a plan takes it.
    #[schema(example = "50000")]
    pub value: String,
    /// The value as people write it.
    #[schema(example = "50,000")]
    pub name: String,
}

/// Files of one form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DataSetFormat {
    /// The form: `jpeg`, `png`, `webp`, `bmp`, `tiff`, `gif`, `picture`, `jsonl`, `csv`, `tsv`, `json`, `text`, `markdown`, `code`,
    /// `parquet`, `arrow`, `tar`, `zip`, `compressed`, `records`, `arrays`, `sound`, `film` or `other`.
    #[schema(example = "jpeg")]
    pub format: String,
    /// How many.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// A part of a data set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DataSetPart {
    /// `train`, `validation`, `test` or `unsaid`.
    #[schema(example = "train")]
    pub part: String,
    /// Its samples, where they can be counted.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub samples: Option<u64>,
    /// Bytes of their files.
    pub bytes: u64,
    /// `data` is of this part.
    pub taken: bool,
}

/// How sizes spread; the median and the 95th percentile are at most a thousandth too low.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SizeSpread {
    /// Half of all are no larger.
    pub median: u64,
    /// 95 of 100 are no larger.
    pub p95: u64,
    /// The smallest.
    pub smallest: u64,
    /// The largest.
    pub largest: u64,
}

/// Sizes of images, each as height and width in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ImageSizes {
    /// Images that were looked at: all of them, or an even sample.
    pub looked_at: u64,
    /// The size in the middle, by pixels.
    #[schema(example = json!([375, 500]))]
    pub median: [u32; 2],
    /// The size with the fewest pixels.
    pub smallest: [u32; 2],
    /// The size with the most pixels.
    pub largest: [u32; 2],
    /// The most common size.
    pub most_common: [u32; 2],
    /// The share of images of another size, from 0 to 1.
    pub share_of_others: f64,
}

/// Lengths of texts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct TextLengths {
    /// A text is a `row` or a `file`.
    #[schema(example = "row")]
    pub unit: String,
    /// Their lengths in bytes of UTF-8.
    pub bytes: SizeSpread,
    /// What they are written in: `latin`, `code`, `chinese`, `other` or `unseen`.
    #[schema(example = "latin")]
    pub script: String,
    /// Bytes that are taken for a token.
    pub bytes_per_token: f64,
    /// Bytes a token from the tokenizer that cuts finest to the one that cuts coarsest.
    pub bytes_per_token_range: [f64; 2],
    /// Tokens of the text in the middle.
    pub median_tokens: u64,
    /// Tokens that 95 of 100 texts do not exceed.
    pub p95_tokens: u64,
    /// Tokens of all texts.
    pub tokens: u64,
    /// Tokens of all texts, with the tokenizers at both ends.
    pub tokens_range: [u64; 2],
}

/// Something to know of the reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DataSetNote {
    /// Stable word.
    #[schema(example = "split-taken")]
    pub code: String,
    /// The sentence, in the language that was asked for.
    pub text: String,
}
