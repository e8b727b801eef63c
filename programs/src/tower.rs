//! Towers that read pictures among words: what of them trains, under the names of transformers' modules, and what they take of a sample.

use engine::architecture::{Resizing, Tower, TowerVariant};
use engine::inputs::Scenario;
use engine::training::{LoraTargets, VisionTower};
use serde::Serialize;
use wire::v1::choices;

/// A tower as the program meets it.
#[derive(Debug, Serialize)]
pub(super) struct TowerFacts {
    trains: choices::VisionTower,
    /// Parts of names of its weights that stay as they are.
    frozen: &'static [&'static str],
}

impl TowerFacts {
    pub(super) fn of(scenario: &Scenario) -> Option<Self> {
        let names = names(scenario.model.tower()?);
        let trains = scenario.training.vision_tower;
        let frozen = match trains {
            VisionTower::Frozen => names.all,
            VisionTower::Projector => names.blocks,
            VisionTower::Trained => &[],
        };
        Some(Self { trains: trains.into(), frozen })
    }
}

/// What transformers calls the modules of a tower.
struct Names {
    /// All of it, in names of weights, and as a pattern of modules.
    all: &'static [&'static str],
    all_modules: &'static str,
    /// All but what joins it to the decoder.
    blocks: &'static [&'static str],
    blocks_modules: &'static str,
}

const fn names(tower: &Tower) -> Names {
    match tower.variant {
        TowerVariant::Siglip | TowerVariant::Pixtral => Names {
            all: &["vision_tower.", "multi_modal_projector."],
            all_modules: r".*(vision_tower|multi_modal_projector)\..*",
            blocks: &["vision_tower."],
            blocks_modules: r".*vision_tower\..*",
        },
        TowerVariant::Qwen25 | TowerVariant::Qwen3 { .. } => Names {
            all: &["visual."],
            all_modules: r".*visual\..*",
            blocks: &["visual.patch_embed.", "visual.pos_embed.", "visual.blocks."],
            blocks_modules: r".*visual\.blocks\..*",
        },
    }
}

/// Modules whose names adapters would take for theirs, and that stay as they are.
pub(super) fn excluded(scenario: &Scenario) -> Option<&'static str> {
    let names = names(scenario.model.tower()?);
    match scenario.training.vision_tower {
        VisionTower::Frozen => Some(names.all_modules),
        VisionTower::Projector => Some(names.blocks_modules),
        VisionTower::Trained => None,
    }
}

/// How pictures come.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
enum ComeAs {
    OneSize,
    Grid,
    Sizes,
}

/// Pictures of a sample.
#[derive(Debug, Serialize)]
pub(super) struct ImageText {
    images: u64,
    /// How pictures come: of one size, as rows of patches with a grid, or as pictures with their sizes.
    come_as: ComeAs,
    /// What tells tokens of pictures from words; none where the tokens do.
    kinds: Option<&'static str>,
    /// Pixels of one, once it has the size that the tower reads.
    max_pixels: u64,
    rows: u64,
    columns: u64,
    /// Patches that become one token.
    square: u64,
    /// Values of a patch.
    values: u64,
}

impl ImageText {
    pub(super) fn of(scenario: &Scenario) -> Option<Self> {
        let (tower, data) = (scenario.active_tower()?, &scenario.data);
        let patches = tower.patches(data.image_height, data.image_width);
        Some(Self {
            images: data.images_per_sample,
            come_as: match tower.resizing {
                Resizing::Fixed(_) => ComeAs::OneSize,
                Resizing::Within { .. } => ComeAs::Grid,
                Resizing::Longest(_) => ComeAs::Sizes,
            },
            kinds: match tower.variant {
                TowerVariant::Siglip => Some("token_type_ids"),
                TowerVariant::Pixtral => None,
                TowerVariant::Qwen25 | TowerVariant::Qwen3 { .. } => Some("mm_token_type_ids"),
            },
            max_pixels: patches.count() * tower.patch_pixels(),
            rows: patches.rows,
            columns: patches.columns,
            square: tower.spatial_merge_size * tower.spatial_merge_size,
            values: tower.patch_values(),
        })
    }
}

/// What `target_modules` names of a tower, beside the decoder's layers.
pub(super) fn targets(scenario: &Scenario, targets: &LoraTargets) -> Vec<String> {
    let Some(tower) = scenario.model.tower() else { return Vec::new() };
    let trains = scenario.training.vision_tower;
    let blocks: &[&str] = match (targets, tower.variant) {
        _ if !trains.trains_blocks() => &[],
        // All layers have the decoder's names.
        (_, TowerVariant::Pixtral) | (LoraTargets::Named(_), _) | (LoraTargets::QueryValue, TowerVariant::Siglip) => &[],
        // Queries, keys and values have.
        (LoraTargets::Attention, TowerVariant::Siglip) => &["out_proj"],
        (LoraTargets::AllLinear, TowerVariant::Siglip) => &["out_proj", "fc1", "fc2"],
        (LoraTargets::QueryValue, _) => &["qkv"],
        // So have the layers of Qwen2.5-VL's MLPs.
        (LoraTargets::Attention, _) | (LoraTargets::AllLinear, TowerVariant::Qwen25) => &["qkv", "attn.proj"],
        (LoraTargets::AllLinear, TowerVariant::Qwen3 { .. }) => &["qkv", "attn.proj", "linear_fc1", "linear_fc2"],
    };
    let joining = if trains.trains_projector() { mergers(tower) } else { &[] };
    blocks.iter().chain(joining).map(|&name| name.to_owned()).collect()
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
        TowerVariant::Qwen25 => &MERGER,
        // Its matrix is no linear layer, which adapters could stand beside.
        TowerVariant::Siglip => &[],
        TowerVariant::Pixtral => &["merging_layer", "multi_modal_projector.linear_1", "multi_modal_projector.linear_2"],
    }
}
