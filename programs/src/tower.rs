//! Towers that read pictures among words: what of them trains, under the names of transformers' modules, and what they take of a sample.

use engine::architecture::{Tower, TowerVariant};
use engine::inputs::Scenario;
use engine::training::{LoraTargets, VisionTower};
use serde::Serialize;
use wire::v1::choices;

/// A tower as the program meets it.
#[derive(Debug, Serialize)]
pub(super) struct TowerFacts {
    trains: choices::VisionTower,
}

impl TowerFacts {
    pub(super) fn of(scenario: &Scenario) -> Option<Self> {
        scenario.model.tower()?;
        Some(Self { trains: scenario.training.vision_tower.into() })
    }
}

/// Modules whose names adapters would take for theirs, and that stay as they are.
pub(super) fn excluded(scenario: &Scenario) -> Option<&'static str> {
    scenario.model.tower()?;
    match scenario.training.vision_tower {
        VisionTower::Frozen => Some(r".*visual\..*"),
        VisionTower::Projector => Some(r".*visual\.blocks\..*"),
        VisionTower::Trained => None,
    }
}

/// Pictures of a sample.
#[derive(Debug, Serialize)]
pub(super) struct Sights {
    images: u64,
    /// Pixels of one, once it has the size that the tower reads.
    max_pixels: u64,
    rows: u64,
    columns: u64,
    /// Patches that become one token.
    square: u64,
    /// Values of a patch.
    values: u64,
}

impl Sights {
    pub(super) fn of(scenario: &Scenario) -> Option<Self> {
        let (tower, data) = (scenario.seeing()?, &scenario.data);
        let patches = tower.patches(data.image_height, data.image_width);
        let area = tower.patch_size * tower.patch_size;
        Some(Self {
            images: data.images_per_sample,
            max_pixels: patches.count() * area,
            rows: patches.rows,
            columns: patches.columns,
            square: tower.spatial_merge_size * tower.spatial_merge_size,
            values: COLORS * tower.frames() * area,
        })
    }
}

/// Colors of a pixel.
const COLORS: u64 = 3;

/// What `target_modules` names of a tower, beside the decoder's layers.
pub(super) fn targets(scenario: &Scenario, targets: &LoraTargets) -> Vec<String> {
    let Some(tower) = scenario.model.tower() else { return Vec::new() };
    let trains = scenario.training.vision_tower;
    let blocks: &[&str] = match targets {
        _ if !trains.trains_blocks() => &[],
        LoraTargets::QueryValue => &["qkv"],
        LoraTargets::Attention => &["qkv", "attn.proj"],
        LoraTargets::AllLinear if is_gated(tower) => &["qkv", "attn.proj"],
        LoraTargets::AllLinear => &["qkv", "attn.proj", "linear_fc1", "linear_fc2"],
        LoraTargets::Named(_) => &[],
    };
    let joining = if trains.trains_projector() { mergers(tower) } else { &[] };
    blocks.iter().chain(joining).map(|&name| name.to_owned()).collect()
}

/// Whether MLPs of its blocks have the decoder's names.
fn is_gated(tower: &Tower) -> bool {
    matches!(tower.variant, TowerVariant::Qwen25)
}

/// Linear layers of what brings features to the decoder's width: of Qwen2.5-VL, and of Qwen3-VL with those that read its middle.
const MERGER: [&str; 2] = ["merger.mlp.0", "merger.mlp.2"];
const MERGERS: [[&str; 2]; 7] = [
    ["merger.linear_fc1", "merger.linear_fc2"],
    ["deepstack_merger_list.0.linear_fc1", "deepstack_merger_list.0.linear_fc2"],
    ["deepstack_merger_list.1.linear_fc1", "deepstack_merger_list.1.linear_fc2"],
    ["deepstack_merger_list.2.linear_fc1", "deepstack_merger_list.2.linear_fc2"],
    ["deepstack_merger_list.3.linear_fc1", "deepstack_merger_list.3.linear_fc2"],
    ["deepstack_merger_list.4.linear_fc1", "deepstack_merger_list.4.linear_fc2"],
    ["deepstack_merger_list.5.linear_fc1", "deepstack_merger_list.5.linear_fc2"],
];

/// Those of a tower.
fn mergers(tower: &Tower) -> &'static [&'static str] {
    match tower.variant {
        TowerVariant::Qwen3 { deepstack } => MERGERS.as_flattened().split_at(2 * (1 + deepstack.min(6)) as usize).0,
        TowerVariant::Qwen25 | TowerVariant::Siglip | TowerVariant::Pixtral => &MERGER,
    }
}
