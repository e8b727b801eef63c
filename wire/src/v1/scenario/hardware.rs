//! The machine of a scenario.

use crate::v1::choices::{CaseStyle, Circuit, OperatingSystem, Vendor};

/// The machine.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct Hardware {
    /// The accelerator: a catalog id, or its figures. Required for an estimate.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub gpu: Option<GpuChoice>,
    /// Accelerators per node; default 1.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 64))]
    pub gpu_count: Option<u64>,
    /// Machines that train together; default 1.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 4096))]
    pub nodes: Option<u64>,
    /// The desktop runs on this card; default false.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub display_attached: Option<bool>,
    /// Catalog id of the processor; default: one that is usually built with such a card.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(example = "core-i9-13900k"))]
    pub cpu: Option<String>,
    /// Installed host memory per node, in GiB; default: what the engine recommends for the run.
    #[cfg_attr(
        feature = "json",
        serde(skip_serializing_if = "Option::is_none"),
        schema(minimum = 1, maximum = 24_576, example = 64)
    )]
    pub ram_gib: Option<u64>,
    /// Catalog id of the drive that holds the data; default `samsung-990-pro-2tb`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(example = "samsung-990-pro-2tb"))]
    pub storage: Option<String>,
    /// Drives of that kind in each node, striped (RAID 0); default 1.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 64))]
    pub storage_count: Option<u64>,
    /// The operating system; default linux.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub os: Option<OperatingSystem>,
    /// Circuit that feeds each machine: none that draws more is recommended.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub circuit: Option<Circuit>,
    /// Kind of case that each machine is to stand in; default any.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub case: Option<CaseStyle>,
    /// Parts that are there, by quantity: they are listed and not paid for. As a query parameter `rtx-4090:1,case-tower-mid`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(max_items = 64))]
    pub owned: Option<Vec<OwnedPart>>,
    /// Parts to build with, by id, one of a kind: board, cooler, memory kit, power supply, case or whole system. As a query
    /// parameter `fractal-design-north,ddr5-udimm-2x64`.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(max_items = 8))]
    pub parts: Option<Vec<String>>,
}

/// So many of a part that are there already.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct OwnedPart {
    /// Id of the part as bills list it.
    #[cfg_attr(feature = "json", schema(example = "rtx-4090"))]
    pub id: String,
    /// How many; default 1.
    #[cfg_attr(feature = "json", serde(default = "one"), schema(minimum = 1, maximum = 100_000))]
    pub quantity: u64,
}

#[cfg(feature = "json")]
const fn one() -> u64 {
    1
}

impl OwnedPart {
    /// The part in such words.
    #[must_use]
    pub fn words(&self) -> String {
        format!("{}:{}", self.id, self.quantity)
    }
}

/// An accelerator of the catalog, or one described by its figures.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(untagged))]
pub enum GpuChoice {
    /// Id in the catalog.
    Id(String),
    /// Figures of a card that the catalog does not have.
    Custom(Box<CustomGpu>),
}

impl GpuChoice {
    /// The id, where it is one of the catalog.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::Id(id) => Some(id),
            Self::Custom(_) => None,
        }
    }

    /// The figures, where it was described by hand.
    #[must_use]
    pub fn custom(&self) -> Option<&CustomGpu> {
        match self {
            Self::Id(_) => None,
            Self::Custom(custom) => Some(custom),
        }
    }
}

/// An accelerator by its data sheet; rates are dense.
#[derive(Debug, Clone, Default, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize, utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(deny_unknown_fields))]
pub struct CustomGpu {
    /// What to call it. Required.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub name: Option<String>,
    /// Memory in GiB. Required.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.25, maximum = 4096))]
    pub memory_gib: Option<f64>,
    /// Bandwidth of the memory in GB/s. Required.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 100_000))]
    pub memory_bandwidth_gb_per_s: Option<f64>,
    /// Vector rate in FP32, in TFLOP/s. Required.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.01, maximum = 100_000))]
    pub fp32_tflops: Option<f64>,
    /// Dense tensor rate in TF32; left out where the card has none.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.01, maximum = 100_000))]
    pub tf32_dense_tflops: Option<f64>,
    /// Dense tensor rate in FP16; left out where the card has none.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.01, maximum = 100_000))]
    pub fp16_dense_tflops: Option<f64>,
    /// Dense tensor rate in BF16; left out where the card has none.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 0.01, maximum = 100_000))]
    pub bf16_dense_tflops: Option<f64>,
    /// PCI Express generation; default 4.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 6))]
    pub pcie_gen: Option<u64>,
    /// PCI Express lanes; default 16.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 16))]
    pub pcie_lanes: Option<u64>,
    /// Link to the other cards of the node per direction, in GB/s; left out where there is none.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 100_000))]
    pub nvlink_gb_per_s: Option<f64>,
    /// Board power in W; default 300.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"), schema(minimum = 1, maximum = 10_000))]
    pub tdp_w: Option<f64>,
    /// Who made it; default nvidia.
    #[cfg_attr(feature = "json", serde(skip_serializing_if = "Option::is_none"))]
    pub vendor: Option<Vendor>,
}
