//! A machine as its own programs describe it.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::code::CommentLanguage;
use super::scenario::Hardware;

/// What programs print of a machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MachineRequest {
    /// The text: output of `nvidia-smi`, `lscpu`, `free`, `lspci`, `lsblk`, `rocm-smi`, `dxdiag`, `systeminfo` or
    /// `system_profiler`, any of them one after the other. The first 256 KiB of it are read, and nothing of it is kept.
    pub text: String,
    /// Language of the notes; default English.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub language: Option<CommentLanguage>,
}

/// What was read of a machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct MachineReading {
    /// Version of the hardware and model data.
    pub catalog_version: String,
    /// The fields of a scenario that are beyond doubt; the rest is left out.
    pub hardware: Hardware,
    /// Processors on the board, where the text says so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub cpu_sockets: Option<u64>,
    /// Each value with the lines that say it.
    pub recognized: Vec<MachineFinding>,
    /// What was seen and is not in the catalog; it is never replaced by what is nearest.
    pub not_in_catalog: Vec<MachineStranger>,
    /// What to know of the reading.
    pub notes: Vec<MachineNote>,
    /// Fields of a plan that the text does not settle: `gpu`, `ram`, `cpu`, `storage`.
    #[schema(example = json!(["storage"]))]
    pub missing: Vec<String>,
    /// Lines that are not blank.
    pub lines: u64,
    /// Of these, those that no known program prints.
    pub lines_not_understood: u64,
    /// The planner with this machine, as a path of this site; none where nothing was found.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "/plan?v=1&gpu=rtx-4090&gpus=1&cpu=ryzen-9-7950x&ram=64")]
    pub plan: Option<String>,
    /// Machines for a workload where these parts are there already, as a path of this site; none where none was found.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "/need?v=1&owned=rtx-4090%3A1&model=resnet50")]
    pub need: Option<String>,
}

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MachineFinding {
    /// What it is: `gpu`, `gpus`, `display`, `cpu`, `sockets`, `ram`, `storage`, `drives_seen`, `os`, `driver` or `cuda`.
    #[schema(example = "gpu")]
    pub field: String,
    /// The value as a plan takes it.
    #[schema(example = "rtx-4090")]
    pub value: String,
    /// The value as people call it.
    #[schema(example = "NVIDIA GeForce RTX 4090")]
    pub name: String,
    /// The lines that say it, at most 16.
    pub lines: Vec<MachineLine>,
}

/// A line of the text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MachineLine {
    /// Counted from 1.
    pub number: u64,
    /// Its beginning, spaces put together.
    pub text: String,
}

/// Something that the catalog does not have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MachineStranger {
    /// What it is: `gpu`, `cpu` or `storage`.
    #[schema(example = "gpu")]
    pub field: String,
    /// As the text calls it.
    #[schema(example = "NVIDIA GeForce RTX 4060 Laptop GPU")]
    pub name: String,
    /// The nearest id of the catalog, where one is near.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schema(example = "rtx-4060")]
    pub nearest: Option<String>,
    /// Where it stands.
    pub line: MachineLine,
}

/// Something to know of the reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MachineNote {
    /// Stable word.
    #[schema(example = "ram-concluded")]
    pub code: String,
    /// The sentence, in the language that was asked for.
    pub text: String,
}
