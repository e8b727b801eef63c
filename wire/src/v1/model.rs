//! A model as its own files describe it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::catalog::Match;
use super::code::CommentLanguage;
use super::problem::FieldProblem;
use super::scenario::Model;

/// What a file of a model says, or what the model is called.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ModelRequest {
    /// The text: a `config.json`, the header of a `.safetensors` file (of several, one after the other), a
    /// `model.safetensors.index.json`, what `rigwise-trace` wrote of a network, or a name or address on Hugging Face. Nothing of it is kept, and nothing is fetched.
    pub text: String,
    /// Language of the sentences; default English.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub language: Option<CommentLanguage>,
}

/// What was read of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ModelReading {
    /// Version of the formulas that count.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// What the text is: `configuration`, `header`, `index`, `trace` or `name`.
    #[schema(example = "configuration")]
    pub kind: String,
    /// The kind of model that a configuration calls itself.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "llama")]
    pub model_type: Option<String>,
    /// The model as a scenario takes it; none where the text does not settle how the model computes. Weights alone never do.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub model: Option<Model>,
    /// Parameters; none where nothing counts them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub parameters: Option<ModelParameters>,
    /// Keys of a configuration that say something of the model.
    pub read: Vec<ModelKey>,
    /// Keys that nobody understands, or whose value is not modelled.
    pub not_read: Vec<ModelKey>,
    /// Keys on which no figure depends.
    pub ignored: Vec<String>,
    /// What is wrong with a configuration; pointers are into it.
    pub errors: Vec<FieldProblem>,
    /// What the tensors of a header or an index are.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub weights: Option<ModelWeights>,
    /// Models of the catalog that are this one, or have as much; a match is a hint and no identity unless it says so.
    pub in_catalog: Vec<ModelInCatalog>,
    /// For a name that the catalog does not list: models that may be meant. None of them is taken.
    pub likely: Vec<Match>,
    /// Of a traced network: how large a micro-batch trains on cards of the usual sizes, in mixed precision (BF16) with AdamW.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub cards: Vec<ModelOnCard>,
    /// What to know of the reading.
    pub notes: Vec<ModelNote>,
    /// The planner with this model, as a path of this site; none where there is no `model`, or its training is not modelled.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "/plan?v=1&model=llama-3-8b")]
    pub plan: Option<String>,
    /// What it takes to run it, as a path of this site; none where there is no `model`, or none that answers.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "/run?v=1&model=llama-3-8b")]
    pub run: Option<String>,
    /// Machines that can train it, as a path of this site; none where there is no `plan`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "/need?v=1&model=llama-3-8b")]
    pub need: Option<String>,
}

/// How far a model can go on a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelOnCard {
    /// Id of the card.
    #[schema(example = "rtx-4090")]
    pub gpu: String,
    /// The largest micro-batch that fits; 0 if not even one sample does.
    pub max_micro_batch_size: u64,
    /// The largest where blocks are computed again; none where nothing repeats.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub max_micro_batch_size_checkpointed: Option<u64>,
}

/// Parameters of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelParameters {
    /// All of them, before quantization and without adapters.
    #[schema(example = 8_030_261_248_u64)]
    pub total: u64,
    /// Those that work for a token, where it visits some experts and not others.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub active: Option<u64>,
    /// By part; of a configuration they add up to `total`.
    pub parts: Vec<ModelPart>,
}

/// A part of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelPart {
    /// `embedding`, `attention`, `feed-forward`, `experts`, `router`, `mixer`, `norm`, `stem`, `block`, `head`, `beside`,
    /// `adapter`, `quantization`, `buffer` or `other`.
    #[schema(example = "attention")]
    pub part: String,
    /// Parameters; none of an index, which has no shapes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub parameters: Option<u64>,
    /// Tensors, where names of tensors were read.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tensors: Option<u64>,
    /// Bytes in the file, where shapes were read.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bytes: Option<u64>,
}

/// A key of a configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelKey {
    /// The key.
    #[schema(example = "n_layer")]
    pub key: String,
    /// The beginning of its value.
    #[schema(example = "12")]
    pub value: String,
    /// The field of a scenario's configuration that it fills, where that has another name.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "num_hidden_layers")]
    pub field: Option<String>,
    /// The only value that is modelled, of a key that has another.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub only: Option<String>,
}

/// Tensors of a header or an index.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelWeights {
    /// How many.
    pub tensors: u64,
    /// Bytes of all of them.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bytes: Option<u64>,
    /// Files that an index names.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub files: Option<u64>,
    /// By part, where nothing says how many parameters there are in all: of an index, or of packed weights.
    pub parts: Vec<ModelPart>,
    /// By type of number, where shapes were read.
    pub dtypes: Vec<ModelDtype>,
    /// Parameters that the bytes of an index are, by the width of one.
    pub widths: Vec<ModelWidth>,
    /// Rows of blocks, the longest first, at most eight.
    pub stacks: Vec<ModelStack>,
    /// Experts of a block, where they are stored one by one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub experts: Option<u64>,
    /// Whether the head over the vocabulary has a tensor of its own. False: it shares the embedding's, or the model has none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub own_head: Option<bool>,
}

/// Tensors of one type of number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelDtype {
    /// The type, as the format writes it.
    #[schema(example = "BF16")]
    pub dtype: String,
    /// Tensors.
    pub tensors: u64,
    /// Parameters.
    pub parameters: u64,
    /// Bytes.
    pub bytes: u64,
}

/// Bytes read as parameters of one width.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelWidth {
    /// Bits of a parameter.
    #[schema(example = 16)]
    pub bits: u64,
    /// So many parameters.
    pub parameters: u64,
    /// Ids of the catalog's models with exactly as many.
    pub in_catalog: Vec<String>,
}

/// A row of like blocks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelStack {
    /// What stands before the number of a block.
    #[schema(example = "model.layers")]
    pub name: String,
    /// How many blocks there are.
    #[schema(example = 32)]
    pub blocks: u64,
}

/// A model of the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelInCatalog {
    /// Its id.
    #[schema(example = "llama-3-8b")]
    pub id: String,
    /// Its name.
    #[schema(example = "Llama 3 8B")]
    pub name: String,
    /// Why: `same-architecture`, `same-name`, `same-parameters`, or `same-body` (as many but for the head).
    #[schema(example = "same-architecture")]
    pub because: String,
}

/// Something to know of the reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ModelNote {
    /// Stable word.
    #[schema(example = "nested-configuration")]
    pub code: String,
    /// The sentence, in the language that was asked for.
    pub text: String,
}
