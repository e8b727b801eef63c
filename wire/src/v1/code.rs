//! Programs that run a scenario.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::choices::Framework;
use super::scenario::Scenario;
use crate::locale::Locale;

/// A scenario to write programs for; only the scenario is required.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CodeRequest {
    /// The plan; what it leaves open is decided as an estimate decides it.
    pub scenario: Scenario,
    /// Programs of this framework alone; default: `training.framework` of the scenario where it says one, else of all.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub framework: Option<Framework>,
    /// Language of comments and titles; default English.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub language: Option<CommentLanguage>,
}

/// Programs that run a scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Code {
    /// The caller's own name for the scenario.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub id: Option<String>,
    /// Version of the formulas behind the figures in comments.
    pub engine_version: String,
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The scenario that the programs run, with every default filled in but the framework: sent again it gets the same programs.
    pub inputs: Scenario,
    /// The programs.
    pub snippets: Vec<Snippet>,
    /// Tools that train such models and cannot run this plan as it is: there is no configuration for them, and why.
    pub refusals: Vec<Refusal>,
}

/// A tool that cannot run the plan as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Refusal {
    /// The id that its configuration would have.
    #[schema(example = "axolotl")]
    pub id: String,
    /// Its name.
    #[schema(example = "Axolotl")]
    pub title: String,
    /// What keeps it from running the plan.
    pub detail: String,
}

/// A program or a configuration, complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Snippet {
    /// Stable id: `pytorch`, `huggingface`, `measure`, `tensorflow`, `mindspore`, `monitor`, `pytorch-requirements`, `pytorch-launch`,
    /// `largest-batch`, `prepare`, `readme` and so on.
    #[schema(example = "pytorch")]
    pub id: String,
    /// The framework it belongs to; left out where it serves any.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub framework: Option<Framework>,
    /// What it is.
    pub title: String,
    /// The language it is written in.
    pub language: SnippetLanguage,
    /// What to save it as: programs import each other by these names.
    #[schema(example = "train.py")]
    pub filename: String,
    /// The folder to save it in, beside those of other frameworks, as `readme` tells; left out where it lies with `readme`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "pytorch")]
    pub folder: Option<String>,
    /// The text; comments say what each line does to memory.
    pub code: String,
}

/// What a snippet is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SnippetLanguage {
    /// Python 3.9 or later.
    Python,
    /// A shell script.
    Bash,
    /// A PowerShell script, where the scenario's system is Windows.
    Powershell,
    /// A configuration.
    Yaml,
    /// A configuration without comments.
    Json,
    /// Plain text: a list, or Markdown.
    Text,
}

impl From<CommentLanguage> for Locale {
    fn from(language: CommentLanguage) -> Self {
        match language {
            CommentLanguage::En => Self::En,
            CommentLanguage::Zh => Self::Zh,
        }
    }
}

/// Languages of comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CommentLanguage {
    /// English.
    En,
    /// Simplified Chinese.
    Zh,
}
