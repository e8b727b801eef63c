//! A tower's operators do the work that its hyper-parameters say, whatever trains of it.

use crate::support::language as models;
use engine::architecture::{Architecture, Decoder, Resizing, Tower, TowerVariant};
use engine::course::Layer;
use engine::graph::Graph;
use engine::models::build;
use engine::training::{Data, Training, VisionTower};

const SIDE: u64 = 896;

/// A decoder with a tower, the tower, and the decoder without it.
fn seeing(variant: TowerVariant) -> (Architecture, Tower, Architecture) {
    let tower = Tower {
        variant,
        depth: 16,
        hidden_size: 256,
        intermediate_size: 700,
        num_heads: 4,
        patch_size: 14,
        spatial_merge_size: 2,
        resizing: Resizing::Fixed(SIDE),
    };
    let Architecture::Decoder(decoder) = models::llama_3_2_1b() else { unreachable!("it is a decoder") };
    let blind = Decoder { num_hidden_layers: 4, ..decoder };
    let mut decoder = blind.clone();
    decoder.options.tower = Some(tower);
    (Architecture::Decoder(decoder), tower, Architecture::Decoder(blind))
}

/// Arithmetic of a forward pass before the words: of the tower, and of what joins it to them.
fn of_vision(graph: &Graph) -> f64 {
    let is_vision = |layer: Layer| matches!(layer, Layer::Vision | Layer::VisionBlock(_));
    let segments = graph.segments.iter().filter(|segment| is_vision(segment.layer));
    let sum = |range: std::ops::Range<u32>| -> f64 {
        graph.ops[range.start as usize..range.end as usize].iter().map(|op| op.forward_flops).sum()
    };
    segments.map(|segment| segment.copies as f64 * sum(segment.ops.clone())).sum()
}

#[test]
fn a_tower_computes_what_its_weights_say() {
    for variant in [
        TowerVariant::Siglip,
        TowerVariant::Pixtral,
        TowerVariant::Qwen25,
        TowerVariant::Qwen3 { deepstack: 3 },
        TowerVariant::Qwen3 { deepstack: 0 },
    ] {
        let (model, tower, blind) = seeing(variant);
        let width = 2048;
        for images_per_sample in [1, 3] {
            for vision_tower in [VisionTower::Frozen, VisionTower::Projector, VisionTower::Trained] {
                let data = Data { images_per_sample, image_height: SIDE, image_width: SIDE, ..models::data(8192, 8192) };
                let training = Training { vision_tower, ..models::training() };
                let graph = build(&model, &training, &data, 2);
                let patches = tower.patches(SIDE, SIDE);
                let (of_blocks, of_patches, joining) =
                    (tower.depth * tower.block_weights().0, tower.patch_weights().0, tower.joining_weights(width).0);
                let each = patches.count() * (of_blocks + of_patches) + tower.features(patches) * joining;
                // Pixtral's scores are of all pairs of patches of a batch, which a mask tells apart.
                let pictures = if variant == TowerVariant::Pixtral { images_per_sample * 2 } else { 1 };
                let scores = 2 * patches.count() * pictures * tower.attended(patches) * tower.hidden_size;
                let expected = (2 * images_per_sample * 2 * (each + scores)) as f64;
                let found = of_vision(&graph);
                assert!((found / expected - 1.0).abs() < 1e-9, "{variant:?}, {vision_tower:?}: {found} and not {expected}");
                let (matrices, others) = tower.weights(width);
                let words = build(&blind, &training, &data, 2).base_parameters();
                assert_eq!(graph.base_parameters(), words + matrices + others, "{variant:?}");
            }
        }
    }
}
