//! Kinds whose files join a decoder and the tower that reads pictures before it (`vision_config`).
//!
//! A configuration here is flat: what the file says of the tower stands beside the decoder's keys, by the name
//! `vision_config.depth` or that of its field.

use engine::architecture::{Halves, Resizing, Tower, TowerVariant};

use super::model_type::ModelType;
use crate::defaults;
use crate::error::{Reason, Unit};
use crate::resolve::errors::Errors;
use wire::v1::scenario::ModelConfig;

/// The key below which joined files keep the tower.
pub const VISION_KEY: &str = "vision_config";
/// What keys of a tower begin with in a flat configuration.
pub const TOWER_KEYS: &str = "vision_config.";
/// What the names of fields begin with that say something of a tower.
pub(super) const FIELDS_PREFIX: &str = "vision_";
/// The keys below which they keep the network for text.
pub const TEXT_KEYS: [&str; 5] = ["text_config", "llm_config", "language_config", "text_model_config", "thinker_config"];

/// What joined files say of the head, beside their networks.
pub const TIED: &str = "tie_word_embeddings";

/// Towers by the class that builds them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TowerKind {
    /// Before Gemma 3.
    Siglip,
    /// Before Mistral's models.
    Pixtral,
    /// Of Qwen2.5-VL.
    Qwen25,
    /// Of Qwen3-VL.
    Qwen3,
    /// Of Qwen3.5: that of Qwen3-VL, without features of its middle.
    Qwen35,
}

/// Their words in `model_type`.
const TOWERS: [(&str, TowerKind); 7] = [
    ("mistral3", TowerKind::Pixtral),
    ("gemma3", TowerKind::Siglip),
    ("qwen2_5_vl", TowerKind::Qwen25),
    ("qwen3_vl", TowerKind::Qwen3),
    ("qwen3_vl_moe", TowerKind::Qwen3),
    ("qwen3_5", TowerKind::Qwen35),
    ("qwen3_5_moe", TowerKind::Qwen35),
];

/// Keys of Qwen's towers that fill fields; depth and heads go by the library's usual names as well.
const QWEN: &[(&str, &str)] = &[
    ("vision_config.depth", "vision_depth"),
    ("vision_config.num_hidden_layers", "vision_depth"),
    ("vision_config.hidden_size", "vision_hidden_size"),
    ("vision_config.intermediate_size", "vision_intermediate_size"),
    ("vision_config.num_heads", "vision_num_heads"),
    ("vision_config.num_attention_heads", "vision_num_heads"),
];
const DEEPSTACK: &[(&str, &str)] = &[(DEEPSTACK_KEY, "vision_deepstack_visual_indexes")];
/// Keys of towers that go by the library's usual names.
const USUAL: &[(&str, &str)] = &[
    ("vision_config.num_hidden_layers", "vision_depth"),
    ("vision_config.hidden_size", "vision_hidden_size"),
    ("vision_config.intermediate_size", "vision_intermediate_size"),
    ("vision_config.num_attention_heads", "vision_num_heads"),
];

/// Decoders behind a tower that stands before several kinds; the first where a file says nothing.
const MISTRALS: [(&str, ModelType); 2] = [("mistral", ModelType::Mistral), ("ministral3", ModelType::Ministral3)];
/// What they are called in a flat configuration, whose `model_type` is that of the whole.
pub(super) const TEXT_TYPE: &str = "text_model_type";
const TEXT: &[(&str, &str)] = &[(TEXT_TYPE, TEXT_TYPE)];

/// Keys of towers that are modelled at one value only.
type Only = (&'static str, &'static [&'static str]);

const QWEN_ONLY: &[Only] = &[
    ("vision_config.spatial_merge_size", &["2"]),
    ("vision_config.temporal_patch_size", &["2"]),
    ("vision_config.in_channels", &["3"]),
    ("vision_config.in_chans", &["3"]),
];
const QWEN25_ONLY: &[Only] = &[
    ("vision_config.patch_size", &["14"]),
    ("vision_config.spatial_patch_size", &["14"]),
    ("vision_config.window_size", &["112"]),
    ("vision_config.fullatt_block_indexes", &["[7,15,23,31]"]),
    ("vision_config.hidden_act", &["silu"]),
];
const QWEN3_ONLY: &[Only] = &[
    ("vision_config.patch_size", &["16"]),
    ("vision_config.num_position_embeddings", &["2304"]),
    ("vision_config.hidden_act", &["gelu_pytorch_tanh"]),
];
/// Qwen3.5 has no features of its tower's middle.
const QWEN35_ONLY: &[Only] = &[(DEEPSTACK_KEY, &["[]"])];
const SIGLIP_ONLY: &[Only] = &[
    ("vision_config.image_size", &["896"]),
    ("vision_config.patch_size", &["14"]),
    ("vision_config.num_channels", &["3"]),
    ("vision_config.hidden_act", &["gelu_pytorch_tanh"]),
    ("vision_config.vision_use_head", &["false"]),
    ("vision_config.attention_dropout", &["0.0", "0"]),
    ("mm_tokens_per_image", &["256"]),
    ("vision_config.model_type", &["siglip_vision_model"]),
];
const PIXTRAL_ONLY: &[Only] = &[
    ("vision_config.image_size", &["1540"]),
    ("vision_config.patch_size", &["14"]),
    ("vision_config.num_channels", &["3"]),
    ("vision_config.hidden_act", &["silu"]),
    ("vision_config.attention_dropout", &["0.0", "0"]),
    ("vision_config.model_type", &["pixtral"]),
    ("spatial_merge_size", &["2"]),
    ("vision_feature_layer", &["-1"]),
    ("multimodal_projector_bias", &["false"]),
    ("projector_hidden_act", &["gelu"]),
    // The width of its heads follows from that of the tower; words are the decoder's.
    ("vision_config.head_dim", &[]),
    ("vision_config.vocab_size", &[]),
    ("vision_config.rope_theta", &[]),
    ("vision_config.rope_parameters", &[]),
];
/// What the class of the tower has where a file of joined networks says nothing, as far as it is not what [`TowerKind::fill`] fills: `SigLIP`
/// of another size before Gemma 3, another width at the end of Qwen's.
const SIGLIP_CLASS: &[(&str, &str)] = &[
    ("image_size", "224"),
    ("patch_size", "16"),
    ("vision_use_head", "true"),
    ("num_hidden_layers", "12"),
    ("hidden_size", "768"),
    ("intermediate_size", "3072"),
    ("num_attention_heads", "12"),
];
const PIXTRAL_CLASS: &[(&str, &str)] = &[("image_size", "1024"), ("patch_size", "16"), ("hidden_act", "\"gelu\"")];
const PIXTRAL_WHOLE: &[(&str, &str)] = &[("hidden_act", "\"gelu\"")];
const QWEN_CLASS: &[(&str, &str)] = &[("out_hidden_size", "3584")];

/// Keys that the decoder's kind reads for text alone and the class of the whole passes over: windows of Qwen3, caps of Gemma 3's logits.
const QWEN3_PASSED_OVER: &[&str] = &["use_sliding_window", "sliding_window", "max_window_layers", "layer_types"];
const GEMMA3_PASSED_OVER: &[&str] = &["final_logit_softcapping"];

/// Blocks whose features go into the decoder's first blocks.
pub(super) const DEEPSTACK_KEY: &str = "vision_config.deepstack_visual_indexes";
/// The width of what the tower hands on, which is the decoder's.
pub(crate) const OUT_WIDTH: &str = "vision_config.out_hidden_size";

/// Keys without effect: which token is which, films alone, and what the library writes of any network.
const INERT: &str = "image_token_id video_token_id vision_start_token_id vision_end_token_id vision_token_id \
    image_token_index boi_token_index eoi_token_index language_model_only \
    vision_config.tokens_per_second vision_config.is_encoder_decoder";

impl TowerKind {
    /// The tower of a `model_type`, where it has one.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        TOWERS.iter().find(|(known, _)| *known == word).map(|&(_, kind)| kind)
    }

    /// Keys of such a tower, each with the field that it fills.
    pub(super) fn fields(self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let groups: &[&[(&str, &str)]] = match self {
            Self::Siglip => &[USUAL],
            Self::Pixtral => &[USUAL, TEXT],
            Self::Qwen25 | Self::Qwen35 => &[QWEN],
            Self::Qwen3 => &[QWEN, DEEPSTACK],
        };
        groups.iter().flat_map(|group| group.iter().copied())
    }

    /// Keys of the tower with what its class has where a file says nothing of them.
    pub(super) const fn class_defaults(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Siglip => SIGLIP_CLASS,
            Self::Pixtral => PIXTRAL_CLASS,
            Self::Qwen25 | Self::Qwen3 | Self::Qwen35 => QWEN_CLASS,
        }
    }

    /// Those that the class of the whole has for a tower that a file says nothing of.
    pub(super) const fn whole_defaults(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Pixtral => PIXTRAL_WHOLE,
            Self::Siglip | Self::Qwen25 | Self::Qwen3 | Self::Qwen35 => self.class_defaults(),
        }
    }

    /// Whether the class of the whole passes over a key that the decoder's kind reads.
    pub(super) fn passes_over(self, key: &str) -> bool {
        match self {
            Self::Siglip => GEMMA3_PASSED_OVER.contains(&key),
            Self::Qwen3 => QWEN3_PASSED_OVER.contains(&key),
            // The width of its heads follows from that of the model.
            Self::Qwen25 => key == "head_dim",
            Self::Pixtral | Self::Qwen35 => false,
        }
    }

    /// Whether its decoder is of a kind that the file says.
    pub(super) const fn has_text_of_its_own(self) -> bool {
        matches!(self, Self::Pixtral)
    }

    /// The kind of decoder behind it, where the configuration says one of several.
    pub(super) fn decoder(self, config: &ModelConfig, errors: &mut Errors) -> Option<ModelType> {
        let given = config.text_model_type.as_deref().filter(|_| self.has_text_of_its_own())?;
        let known = MISTRALS.iter().find(|(word, _)| *word == given).map(|&(_, kind)| kind);
        if known.is_none() {
            let allowed = MISTRALS.iter().map(|&(word, _)| word.to_owned()).collect();
            let given = given.chars().take(60).collect();
            errors.push("/model/config/text_model_type", Reason::UnknownValue { given, allowed });
        }
        known
    }

    /// The only values of a key that fills no field, an empty list where any will do; none where nobody knows the key.
    pub(super) fn other(self, key: &str) -> Option<&'static [&'static str]> {
        let groups: &[&[Only]] = match self {
            Self::Siglip => &[SIGLIP_ONLY],
            Self::Pixtral => &[PIXTRAL_ONLY],
            Self::Qwen25 => &[QWEN_ONLY, QWEN25_ONLY],
            Self::Qwen3 => &[QWEN_ONLY, QWEN3_ONLY],
            Self::Qwen35 => &[QWEN_ONLY, QWEN3_ONLY, QWEN35_ONLY],
        };
        if key == OUT_WIDTH && !matches!(self, Self::Siglip | Self::Pixtral) {
            return Some(&["hidden_size"]);
        }
        if key == "head_dim" && self == Self::Qwen25 {
            return Some(&["hidden_size / num_attention_heads"]);
        }
        let only = groups.iter().flat_map(|group| group.iter()).find(|(name, _)| *name == key);
        let is_inert = || self.passes_over(key) || INERT.split_ascii_whitespace().any(|name| name == key);
        only.map(|&(_, values)| values).or_else(|| is_inert().then_some(&[]))
    }

    /// Fills what files leave out of the tower, and of the decoder where its class within the whole differs from that for text alone.
    pub(super) fn fill(self, config: &mut ModelConfig, kind: Option<ModelType>) {
        let shape = match self {
            Self::Qwen25 => defaults::QWEN25_TOWER,
            Self::Pixtral => defaults::PIXTRAL_TOWER,
            Self::Siglip | Self::Qwen3 | Self::Qwen35 => defaults::QWEN3_TOWER,
        };
        let fields = [
            &mut config.vision_depth,
            &mut config.vision_hidden_size,
            &mut config.vision_intermediate_size,
            &mut config.vision_num_heads,
        ];
        for (field, figure) in fields.into_iter().zip(shape) {
            *field = field.or(Some(figure));
        }
        let (heads, positions) = match self {
            Self::Qwen25 => {
                config.max_window_layers = config.max_window_layers.or(Some(defaults::QWEN25_FULL_LAYERS));
                (defaults::QWEN25_KEY_VALUE_HEADS, None)
            }
            Self::Qwen3 => {
                config.vision_deepstack_visual_indexes.get_or_insert_with(|| defaults::DEEPSTACK_BLOCKS.to_vec());
                let is_mixture = kind == Some(ModelType::Qwen3Moe);
                let heads = if is_mixture { defaults::QWEN3_VL_MOE_KEY_VALUE_HEADS } else { defaults::QWEN3_VL_KEY_VALUE_HEADS };
                (heads, Some(defaults::QWEN3_VL_POSITIONS))
            }
            Self::Siglip | Self::Pixtral | Self::Qwen35 => return,
        };
        config.num_key_value_heads = config.num_key_value_heads.or(Some(heads));
        config.max_position_embeddings = config.max_position_embeddings.or(positions);
    }

    /// Blames a tower whose figures do not suit each other.
    pub(super) fn check(self, config: &ModelConfig, errors: &mut Errors) {
        let (Some(width), Some(heads), Some(depth)) = (config.vision_hidden_size, config.vision_num_heads, config.vision_depth)
        else {
            return;
        };
        // Rotary positions turn a head's features in four parts, two for rows and two for columns.
        let parts = if self == Self::Siglip { 1 } else { 4 };
        if !width.is_multiple_of(heads.saturating_mul(parts).max(1)) {
            errors.push("/model/config/vision_hidden_size", Reason::NotAMultiple { of: heads * parts, unit: Unit::None });
        }
        let blocks = config.vision_deepstack_visual_indexes.as_deref().unwrap_or_default();
        if blocks.iter().any(|&block| block >= depth) {
            let reason = Reason::OutOfRange { min: 0.0, max: depth.saturating_sub(1) as f64, unit: Unit::None };
            errors.push("/model/config/vision_deepstack_visual_indexes", reason);
        } else if (1..blocks.len()).any(|place| blocks[..place].contains(&blocks[place])) {
            // The class has weights for each, and runs one.
            let listed = |blocks: &[u64]| format!("[{}]", blocks.iter().map(u64::to_string).collect::<Vec<_>>().join(","));
            let mut once = blocks.to_vec();
            once.sort_unstable();
            once.dedup();
            let given = listed(blocks).chars().take(60).collect();
            let reason = Reason::UnknownValue { given, allowed: vec![listed(&once)] };
            errors.push("/model/config/vision_deepstack_visual_indexes", reason);
        }
    }

    /// The tower that a configuration describes; pictures are resized as its published processor does.
    pub(super) fn tower(self, config: &ModelConfig) -> Option<Tower> {
        let levels = config.vision_deepstack_visual_indexes.as_ref().map_or(0, Vec::len) as u64;
        let within = |[min_pixels, max_pixels]: [u64; 2]| Resizing::Within { min_pixels, max_pixels, halves: Halves::Even };
        let (variant, patch_size, spatial_merge_size, resizing) = match self {
            Self::Siglip => (TowerVariant::Siglip, 14, 4, Resizing::Fixed(896)),
            Self::Pixtral => (TowerVariant::Pixtral, 14, 2, Resizing::Longest(defaults::PIXTRAL_EDGE)),
            Self::Qwen25 => (TowerVariant::Qwen25, 14, 2, within(defaults::QWEN25_PIXELS)),
            Self::Qwen3 => (TowerVariant::Qwen3 { deepstack: levels }, 16, 2, within(defaults::QWEN3_PIXELS)),
            Self::Qwen35 => (TowerVariant::Qwen3 { deepstack: 0 }, 16, 2, within(defaults::QWEN3_PIXELS)),
        };
        Some(Tower {
            variant,
            depth: config.vision_depth?,
            hidden_size: config.vision_hidden_size?,
            intermediate_size: config.vision_intermediate_size?,
            num_heads: config.vision_num_heads?,
            patch_size,
            spatial_merge_size,
            resizing,
        })
    }
}
