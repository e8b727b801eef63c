//! What the blocks are given: patches, the tokens before them, and positions.

use super::super::super::image::RGB;
use super::Classifier;
use crate::architecture::VitKind;
use crate::dtype::Dtype;
use crate::graph::VarId;
use crate::graph::builder::{Builder, Weight};
use crate::graph::convolution::{Conv, Map};

impl Classifier<'_> {
    /// The embeddings, and how many tokens there are of a picture.
    pub(super) fn embedded(&self, b: &mut Builder, x: Map) -> (VarId, u64) {
        let Self { model, class, recipe } = *self;
        let (width, patch, kind) = (model.hidden_size, model.patch_size.max(1), class.kind);
        let table = Table {
            is_square: x.height == x.width,
            prefix: kind.class_tokens(),
            side: (class.image_size / patch).max(1),
            grid: [(x.height / patch).max(1), (x.width / patch).max(1)],
            width,
        };
        let tokens = table.tokens();
        let class_token = (kind.class_tokens() > 0).then(|| b.weight(Weight::matrix(1, width)));
        if class.mask_token {
            // Nothing reads it, so that it is frozen.
            b.weight_as(Weight::matrix(1, width), recipe.weight_dtype(), false, true);
        }
        let positions = (!is_embedding(kind)).then(|| b.weight(Weight::matrix(table.rows(), width)));
        let registers = class.num_register_tokens.map(|count| (count, b.weight(Weight::matrix(count, width))));
        let distillation_token = (kind == VitKind::Deit).then(|| b.weight(Weight::matrix(1, width)));
        let conv = Conv { padding: 0, ..b.conv_weights(RGB, width, patch, patch, kind != VitKind::Clip) };
        let positions = positions.unwrap_or_else(|| b.weight(Weight::table(table.rows(), width)));

        let x = self.as_weights_are(b, x);
        let patches = b.convolution(x, conv);
        let patches = recipe.checkpoint_input(b, patches.var);
        // CLIP's is a vector, whose gradient is summed whatever the batch is.
        let is_vector = kind == VitKind::Clip;
        let repeated = |b: &mut Builder, token, count| {
            if is_vector { b.expanded(token, x.batch * count * width) } else { expanded(b, token, x.batch, count * width) }
        };
        let mut pieces: Vec<VarId> =
            class_token.into_iter().chain(distillation_token).map(|token| repeated(b, token, 1)).collect();
        pieces.push(patches);
        let joined = if pieces.len() > 1 { b.concatenated(&pieces, "cat") } else { patches };
        let positions = self.positions(b, positions, &table);
        let hidden = b.add(joined, positions);
        // Of the patches there is a variable until the function returns, where no name of its own has it by then.
        if is_embedding(kind) {
            b.hold(patches);
        }
        let Some((count, registers)) = registers else {
            return (self.normed(b, hidden), tokens);
        };
        let first = b.slice_view(hidden, x.batch * width);
        let registers = repeated(b, registers, count);
        let rest = b.slice_view(hidden, x.batch * (tokens - 1) * width);
        let hidden = b.concatenated(&[first, registers, rest], "cat");
        (self.normed(b, hidden), tokens + count)
    }

    /// Pictures in the type of the weights, which a variable of these two models has until they return.
    fn as_weights_are(&self, b: &mut Builder, x: Map) -> Map {
        let is_cast = matches!(self.class.kind, VitKind::Vit | VitKind::Deit);
        let dtype = self.recipe.read(self.recipe.weight_dtype());
        if !is_cast || b.var(x.var).dtype == dtype {
            return x;
        }
        let cast = b.to_dtype(x.var, dtype);
        b.list(cast);
        x.with(cast)
    }

    /// Dropout, or the norm that CLIP has before its blocks.
    fn normed(&self, b: &mut Builder, hidden: VarId) -> VarId {
        if self.class.kind == VitKind::Clip {
            let norm = b.norm_weights(self.model.hidden_size, true);
            return b.layer_norm(hidden, norm);
        }
        b.dropout(hidden, self.class.hidden_dropout)
    }

    /// The table of positions as pictures of this size need it.
    fn positions(&self, b: &mut Builder, positions: VarId, table: &Table) -> VarId {
        let kind = self.class.kind;
        if !table.is_square || table.grid != [table.side; 2] {
            return interpolated(b, positions, table, kind == VitKind::Dinov2);
        }
        if !is_embedding(kind) {
            return positions;
        }
        let places = b.input(table.rows(), Dtype::I64);
        b.embedding(places, positions, table.width)
    }
}

/// Rows of positions, and the patches of a picture.
struct Table {
    /// Whether pictures are as wide as high, without which all positions are interpolated.
    is_square: bool,
    /// Tokens before the patches' own.
    prefix: u64,
    /// Patches along a side of the picture that the table is for.
    side: u64,
    /// Patches along height and width of the picture at hand.
    grid: [u64; 2],
    /// Features of a row.
    width: u64,
}

impl Table {
    const fn rows(&self) -> u64 {
        self.prefix + self.side * self.side
    }

    const fn tokens(&self) -> u64 {
        self.prefix + self.grid[0] * self.grid[1]
    }
}

/// Whether positions are an embedding of their own (`nn.Embedding`), rather than a weight that is added.
const fn is_embedding(kind: VitKind) -> bool {
    matches!(kind, VitKind::Siglip { .. } | VitKind::Clip)
}

/// A token for every picture; one picture needs no repetition.
fn expanded(b: &mut Builder, token: VarId, batch: u64, elements: u64) -> VarId {
    if batch == 1 { token } else { b.expanded(token, batch * elements) }
}

/// Positions of another grid by bicubic interpolation, in FP32 where autocast is on; a class that casts them itself casts them back.
fn interpolated(b: &mut Builder, positions: VarId, table: &Table, casts: bool) -> VarId {
    let dtype = b.var(positions).dtype;
    let first = (table.prefix > 0).then(|| b.slice_view(positions, table.prefix * table.width));
    let grid = if table.prefix > 0 { b.slice_view(positions, table.side * table.side * table.width) } else { positions };
    let grid = if casts || b.mode.autocast.is_some() { b.to_dtype(grid, Dtype::F32) } else { grid };
    let of_grid = b.var(grid).dtype;
    let elements = table.grid[0] * table.grid[1] * table.width;
    let grid = b.copied(&[grid], elements, of_grid, "upsample_bicubic2d");
    let grid = if casts { b.to_dtype(grid, dtype) } else { grid };
    match first {
        Some(first) => b.concatenated(&[first, grid], "cat"),
        None => grid,
    }
}
