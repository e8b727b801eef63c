//! Towers that read pictures before a decoder, as transformers builds those of Qwen's and Mistral's models and of Gemma 3: patches, blocks over each
//! picture, and what brings their features among the decoder's words.

mod attention;
mod block;
mod joining;
mod patches;
mod pixtral;
mod siglip;

use super::Recipe;
use crate::architecture::{Decoder, Patches, Tower, TowerVariant};
use crate::course::Layer;
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::builder::Builder;
use crate::training::{Lora, LoraTargets, Method, Training};
use crate::work::WorkKind;

/// Pictures of a micro-batch, all of one size.
#[derive(Debug, Clone, Copy)]
struct Pictures {
    count: u64,
    patches: Patches,
}

impl Pictures {
    /// Patches of all of them.
    const fn all(self) -> u64 {
        self.count * self.patches.count()
    }
}

/// What the decoder gets to see.
#[derive(Debug)]
pub(super) struct Seen {
    /// Words with features in the places that were kept for them.
    pub hidden: VarId,
    /// What the tower's last block gave out, which the model's variables hold until it returns.
    pub last: VarId,
    /// Features of the tower's middle, one for each of the decoder's first blocks; none of most.
    levels: Vec<VarId>,
    /// Which places are a picture's.
    places: VarId,
}

/// A tower and its run.
#[derive(Debug, Clone, Copy)]
struct TowerBuild<'a> {
    tower: &'a Tower,
    /// Width of the decoder.
    width: u64,
    pictures: Pictures,
    /// The run as the blocks have it.
    recipe: Recipe<'a>,
    /// The run as what joins them to the decoder has it.
    joining: Recipe<'a>,
}

/// Weights and operators of the tower, for a decoder whose words are `words`; only weights where a sample has no picture.
pub(super) fn seen(b: &mut Builder, model: &Decoder, tower: &Tower, recipe: Recipe, words: VarId) -> Option<Seen> {
    let count = recipe.batch * recipe.data.images_per_sample;
    let patches = tower.patches(recipe.data.image_height, recipe.data.image_width);
    let trains = recipe.training.vision_tower;
    let blocks = training_of(recipe.training, trains.trains_blocks());
    let joining = Training { method: on_all_layers(&recipe.training.method), ..recipe.training.clone() };
    let joining = training_of(&joining, trains.trains_projector());
    let build = TowerBuild {
        tower,
        width: model.hidden_size,
        pictures: Pictures { count, patches },
        recipe: Recipe { training: &blocks, ..recipe },
        joining: Recipe { training: &joining, ..recipe },
    };
    let (before, mark) = (b.mode, b.mark());
    // Of a quantized model's weights those that no linear layer has are as the others that are left alone.
    b.mode.weights = recipe.unquantized_dtype();
    let seen = build.read(b, words);
    b.mode = before;
    if count == 0 {
        b.leave_out(mark);
    }
    seen
}

impl TowerBuild<'_> {
    /// Weights from here on train where the tower's own blocks do.
    fn begin_blocks(&self, b: &mut Builder) {
        b.mode.trainable = self.recipe.training.vision_tower.trains_blocks() && self.recipe.trains_weights();
    }

    /// Weights from here on train where what joins the tower to the decoder does.
    fn begin_joining(&self, b: &mut Builder) {
        b.mode.trainable = self.joining.training.vision_tower.trains_projector() && self.joining.trains_weights();
    }

    fn read(&self, b: &mut Builder, words: VarId) -> Option<Seen> {
        let (last, features, levels) = match self.tower.variant {
            TowerVariant::Siglip | TowerVariant::Pixtral => {
                let is_siglip = self.tower.variant == TowerVariant::Siglip;
                let (last, features) = if is_siglip { self.read_siglip(b) } else { self.read_pixtral(b) };
                (last, features, Vec::new())
            }
            TowerVariant::Qwen25 | TowerVariant::Qwen3 { .. } => self.read_qwen(b),
        };
        if self.pictures.count == 0 {
            return None;
        }
        // The model's own variables hold what the tower gave it until it returns.
        for held in [features].into_iter().chain(levels.iter().copied()) {
            b.list(held);
        }
        Some(b.segment(Layer::Vision, &[words], false, |b| self.among(b, words, (last, features), &levels)))
    }

    /// What the last block gave out, features of the decoder's width, and those of the tower's middle.
    fn read_qwen(&self, b: &mut Builder) -> (VarId, VarId, Vec<VarId>) {
        self.begin_blocks(b);
        let (mut x, rotary, pixels) = b.segment(Layer::Vision, &[], false, |b| self.embedded(b));
        let mut levels = Vec::new();
        let depth = self.tower.depth;
        let mut first = 0;
        while first < depth {
            let end = self.end_of_run(first);
            self.begin_blocks(b);
            x = b.repeated(end - first, Layer::VisionBlock(first), self.recipe.is_checkpointed(), x, &mut |b, x| {
                self.block(b, x, rotary, first)
            });
            if self.tower.gives_level(end - 1) {
                // A block of its own, as those are that libraries share out one by one.
                levels.push(b.segment(Layer::VisionBlock(end - 1), &[x], false, |b| self.merged(b, x, true)));
            }
            first = end;
        }
        let features = b.segment(Layer::Vision, &[x], false, |b| {
            let features = self.merged(b, x, false);
            b.hold_all(&[rotary.cosine, rotary.sine, pixels]);
            features
        });
        (x, features, levels)
    }

    /// The block behind the last of those like the `first`, that run one after the other without anything between.
    fn end_of_run(&self, first: u64) -> u64 {
        (first + 1..self.tower.depth)
            .find(|&block| self.tower.is_full(block) != self.tower.is_full(first) || self.tower.gives_level(block - 1))
            .unwrap_or(self.tower.depth)
    }

    /// Features in the places that are kept for them among the words, and copies of those for the decoder's blocks.
    fn among(&self, b: &mut Builder, words: VarId, (last, features): (VarId, VarId), levels: &[VarId]) -> Seen {
        let is_siglip = self.tower.variant == TowerVariant::Siglip;
        // Features of each picture are joined again, which copies them, but for Gemma's; in the words' type.
        let features = if is_siglip { features } else { b.concatenated(&[features], "cat") };
        let features = b.to_dtype(features, b.var(words).dtype);
        // Gemma's and Mistral's models hand them out.
        let is_handed_out = is_siglip || self.tower.variant == TowerVariant::Pixtral;
        if is_handed_out {
            b.hold_to_end(features);
        }
        let positions = b.var(words).elements / self.width;
        b.begin("eq", "eq", WorkKind::Elementwise);
        let places = b.writes(positions, Dtype::U8);
        b.end();
        let hidden = b.scattered(words, places, features);
        let levels: Vec<VarId> = levels.iter().map(|&level| b.concatenated(&[level], "cat")).collect();
        for held in [places].into_iter().chain((!is_handed_out).then_some(features)).chain(levels.iter().copied()) {
            b.list(held);
        }
        b.list(hidden);
        Seen { hidden, last, levels, places }
    }
}

impl Seen {
    /// How many of the decoder's first blocks get features of the tower's middle.
    pub(super) fn levels(&self) -> u64 {
        self.levels.len() as u64
    }

    /// What a block gave out, with the features of its level added in the places of pictures (`_deepstack_process`).
    pub(super) fn deepened(&self, b: &mut Builder, hidden: VarId, block: u64, width: u64) -> VarId {
        let level = self.levels[block as usize];
        b.segment(Layer::Block(block), &[hidden], false, |b| {
            let level = b.to_dtype(level, b.var(hidden).dtype);
            let copy = b.cloned(hidden, "clone");
            let taken = b.taken(copy, self.places, b.var(level).elements, width);
            let sum = b.add(taken, level);
            b.hold(level);
            let out = b.put(copy, self.places, sum, width);
            b.hold_all(&[hidden, level]);
            out
        })
    }
}

/// The settings as a part of the tower has them that trains or does not.
fn training_of(training: &Training, trains: bool) -> Training {
    let method = if trains { training.method.clone() } else { training.method.without_targets() };
    Training { method, ..training.clone() }
}

/// The method with adapters beside all linear layers, whichever of a decoder's get them: what joins a tower to it has no other layers.
fn on_all_layers(method: &Method) -> Method {
    let all = |lora: &Lora| Lora {
        targets: if matches!(&lora.targets, LoraTargets::Named(names) if names.is_empty()) {
            lora.targets.clone()
        } else {
            LoraTargets::AllLinear
        },
        ..lora.clone()
    };
    match method {
        Method::Full | Method::FrozenBackbone => method.clone(),
        Method::Lora(lora) => Method::Lora(all(lora)),
        Method::Qlora(lora, quantization) => Method::Qlora(all(lora), *quantization),
    }
}
