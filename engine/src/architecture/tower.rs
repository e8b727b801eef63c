//! Towers that read pictures before a decoder: a vision transformer over patches, and what brings its features to the decoder's width.

/// A tower by its published hyper-parameters (`vision_config`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tower {
    /// Which layout of blocks, and which way to the decoder.
    pub variant: TowerVariant,
    /// Blocks.
    pub depth: u64,
    /// Width of the residual stream.
    pub hidden_size: u64,
    /// Width of the MLP.
    pub intermediate_size: u64,
    /// Attention heads.
    pub num_heads: u64,
    /// Side of a patch in pixels.
    pub patch_size: u64,
    /// Patches of a side that become one token of the decoder.
    pub spatial_merge_size: u64,
    /// What becomes of a picture's size before it is cut into patches.
    pub resizing: Resizing,
}

/// Layouts of towers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TowerVariant {
    /// Learned positions, layer norms, one projection behind an average over patches (`SigLIP` before Gemma 3).
    Siglip,
    /// Rotary positions, RMS norms, a gated MLP; patches are merged, then an MLP (Pixtral before Mistral Small 3.1 and later).
    Pixtral,
    /// Rotary positions, RMS norms, a gated MLP, most blocks over windows (Qwen2.5-VL).
    Qwen25,
    /// Learned positions beside rotary ones, layer norms; features of some blocks go into the decoder's first as well (Qwen3-VL and
    /// later).
    Qwen3 {
        /// Blocks whose features do (`deepstack_visual_indexes`).
        deepstack: u64,
    },
}

/// What becomes of a picture's size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resizing {
    /// A square of this side, whatever it was.
    Fixed(u64),
    /// The nearest whole number of tokens each way, between so many pixels (`smart_resize`).
    Within {
        /// The fewest pixels.
        min_pixels: u64,
        /// The most.
        max_pixels: u64,
        /// Where halves go.
        halves: Halves,
    },
    /// Shrunk to this longest edge where it is longer (`longest_edge`).
    Longest(u64),
}

/// Where a half goes when a length is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halves {
    /// To the even number, as Python's `round`.
    Even,
    /// Up, as C's `round`.
    Up,
}

/// Patches of a picture, each way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Patches {
    /// Rows.
    pub rows: u64,
    /// Columns.
    pub columns: u64,
}

impl Patches {
    /// All of them.
    #[must_use]
    pub const fn count(self) -> u64 {
        self.rows * self.columns
    }
}

/// Rows of the table of learned positions of Qwen3's towers (`num_position_embeddings`), 48 x 48, between which sizes are interpolated.
pub(crate) const POSITIONS: u64 = 2304;
/// Pictures that stand one behind the other as frames of a film in a patch (`temporal_patch_size`); one alone is taken twice.
const FRAMES: u64 = 2;
/// Of so many blocks of Qwen2.5-VL's tower the last attends to the whole picture (`fullatt_block_indexes`), the others to windows.
const FULL_EVERY: u64 = 8;
/// Patches of a window each way: 112 pixels (`window_size`).
pub(crate) const WINDOW_SIDE: u64 = 8;
/// Patches of a window.
const WINDOW: u64 = WINDOW_SIDE * WINDOW_SIDE;
/// Colors of a pixel.
const COLORS: u64 = 3;

impl Tower {
    /// Side of the square of pixels that becomes a token.
    #[must_use]
    pub const fn token_side(&self) -> u64 {
        self.patch_size * self.spatial_merge_size
    }

    /// The patches that a picture of so many pixels is cut into.
    #[must_use]
    pub fn patches(&self, height: u64, width: u64) -> Patches {
        let side = self.token_side();
        let (rows, columns) = match self.resizing {
            Resizing::Fixed(edge) => (edge / side, edge / side),
            Resizing::Within { min_pixels, max_pixels, halves } => within(height, width, side, (min_pixels, max_pixels), halves),
            Resizing::Longest(edge) => shrunk(height, width, edge, side),
        };
        Patches { rows: rows * self.spatial_merge_size, columns: columns * self.spatial_merge_size }
    }

    /// Tokens of the decoder that come of patches: features, without those that mark where they begin and end.
    #[must_use]
    pub const fn features(&self, patches: Patches) -> u64 {
        patches.count() / (self.spatial_merge_size * self.spatial_merge_size)
    }

    /// Tokens that a picture adds to a prompt: its features and those that mark where it begins, breaks and ends.
    #[must_use]
    pub fn tokens(&self, height: u64, width: u64) -> u64 {
        let patches = self.patches(height, width);
        let marks = match self.variant {
            // `boi`, `eoi` and two blank lines (`full_image_sequence` of the Gemma 3 processor).
            TowerVariant::Siglip => 4,
            // A break after each row, and an end in place of the last (`image_break_token`, `image_end_token`).
            TowerVariant::Pixtral => patches.rows / self.spatial_merge_size,
            // `<|vision_start|>` and `<|vision_end|>`.
            TowerVariant::Qwen25 | TowerVariant::Qwen3 { .. } => 2,
        };
        self.features(patches) + marks
    }

    /// Channels of a patch: its colors, as often as the tower takes a picture as frames of a film (`temporal_patch_size`).
    #[must_use]
    pub const fn channels(&self) -> u64 {
        match self.variant {
            TowerVariant::Siglip | TowerVariant::Pixtral => COLORS,
            TowerVariant::Qwen25 | TowerVariant::Qwen3 { .. } => COLORS * FRAMES,
        }
    }

    /// Pixels of a patch.
    #[must_use]
    pub const fn patch_pixels(&self) -> u64 {
        self.patch_size * self.patch_size
    }

    /// Values of a patch, as processors hand it over.
    #[must_use]
    pub const fn patch_values(&self) -> u64 {
        self.channels() * self.patch_pixels()
    }

    /// Whether a block attends to whole pictures, and not to windows of them.
    #[must_use]
    pub const fn is_full(&self, block: u64) -> bool {
        !matches!(self.variant, TowerVariant::Qwen25) || (block + 1).is_multiple_of(FULL_EVERY)
    }

    /// Whether a block's features go to one of the decoder's first blocks: so many, evenly apart. Files name them
    /// (`deepstack_visual_indexes`); where they are in the tower bears on nothing but the order of what is computed.
    #[must_use]
    pub fn gives_level(&self, block: u64) -> bool {
        let TowerVariant::Qwen3 { deepstack } = self.variant else { return false };
        (1..=deepstack).any(|level| (level * self.depth).div_ceil(deepstack + 1) == block + 1)
    }

    /// Patches that one patch attends to, summed over blocks: those of its picture, or of its window where the block has windows.
    #[must_use]
    pub const fn attended(&self, patches: Patches) -> u64 {
        match self.variant {
            TowerVariant::Qwen25 => {
                let full = self.depth / FULL_EVERY;
                full * patches.count() + (self.depth - full) * WINDOW
            }
            TowerVariant::Siglip | TowerVariant::Pixtral | TowerVariant::Qwen3 { .. } => self.depth * patches.count(),
        }
    }

    /// Weights of one block: its matrices, and its norms and biases.
    #[must_use]
    pub const fn block_weights(&self) -> (u64, u64) {
        let (hidden, inner) = (self.hidden_size, self.intermediate_size);
        let attention = 4 * hidden * hidden;
        match self.variant {
            TowerVariant::Siglip | TowerVariant::Qwen3 { .. } => {
                (attention + 2 * hidden * inner, 4 * hidden + 4 * hidden + inner + hidden)
            }
            TowerVariant::Pixtral => (attention + 3 * hidden * inner, 2 * hidden),
            TowerVariant::Qwen25 => (attention + 3 * hidden * inner, 2 * hidden + 4 * hidden + 2 * inner + hidden),
        }
    }

    /// Weights that make patches into the residual stream, and add where each stands: the matrix, and vectors and tables.
    #[must_use]
    pub const fn patch_weights(&self) -> (u64, u64) {
        let (hidden, values) = (self.hidden_size, self.patch_values());
        match self.variant {
            TowerVariant::Siglip => {
                let positions = match self.resizing {
                    Resizing::Fixed(edge) => (edge / self.patch_size) * (edge / self.patch_size),
                    Resizing::Within { .. } | Resizing::Longest(_) => 0,
                };
                (values * hidden, hidden + positions * hidden + 2 * hidden)
            }
            TowerVariant::Pixtral => (values * hidden, hidden),
            TowerVariant::Qwen25 => (values * hidden, 0),
            TowerVariant::Qwen3 { .. } => (values * hidden, hidden + POSITIONS * hidden),
        }
    }

    /// Weights between the last block and a decoder of such a width: matrices, and norms and biases.
    #[must_use]
    pub const fn joining_weights(&self, width: u64) -> (u64, u64) {
        let hidden = self.hidden_size;
        let merged = hidden * self.spatial_merge_size * self.spatial_merge_size;
        match self.variant {
            TowerVariant::Siglip => (hidden * width, hidden),
            TowerVariant::Pixtral => (merged * hidden + hidden * width + width * width, hidden),
            TowerVariant::Qwen25 => (merged * merged + merged * width, hidden + merged + width),
            TowerVariant::Qwen3 { deepstack } => {
                let (matrices, biases) = (merged * merged + merged * width, merged + width);
                ((1 + deepstack) * matrices, 2 * hidden + biases + deepstack * (2 * merged + biases))
            }
        }
    }

    /// Weights of matrices, and of norms, biases and tables, before a decoder of such a width.
    #[must_use]
    pub const fn weights(&self, width: u64) -> (u64, u64) {
        let (blocks, patches, joining) = (self.block_weights(), self.patch_weights(), self.joining_weights(width));
        (self.depth * blocks.0 + patches.0 + joining.0, self.depth * blocks.1 + patches.1 + joining.1)
    }
}

/// Whole tokens each way, the nearest, between a fewest and a most of pixels (`smart_resize` of Qwen2-VL's
/// processor).
fn within(height: u64, width: u64, side: u64, (fewest, most): (u64, u64), halves: Halves) -> (u64, u64) {
    let nearest = |length: u64| {
        let tokens = length as f64 / side as f64;
        let rounded = match halves {
            Halves::Even => libm::rint(tokens),
            Halves::Up => libm::round(tokens),
        };
        (rounded as u64).max(1)
    };
    let (rows, columns) = (nearest(height), nearest(width));
    let pixels = rows.saturating_mul(columns).saturating_mul(side * side);
    let area = height as f64 * width as f64;
    if pixels > most {
        let scale = (area / most as f64).sqrt();
        let fewer = |length: u64| ((length as f64 / scale / side as f64).floor() as u64).max(1);
        (fewer(height), fewer(width))
    } else if pixels < fewest {
        let scale = (fewest as f64 / area).sqrt();
        let more = |length: u64| (length as f64 * scale / side as f64).ceil() as u64;
        (more(height), more(width))
    } else {
        (rows, columns)
    }
}

/// Tokens each way of a picture that is shrunk to a longest edge where it is longer; a token that is not filled counts.
fn shrunk(height: u64, width: u64, edge: u64, side: u64) -> (u64, u64) {
    let ratio = height.max(width) as f64 / edge as f64;
    let length = |pixels: u64| if ratio > 1.0 { ((pixels as f64 / ratio).floor() as u64).max(1) } else { pixels };
    (length(height).div_ceil(side), length(width).div_ceil(side))
}
