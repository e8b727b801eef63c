//! Operators of a trace by their names in `PyTorch`, as far as time and words go.

use crate::work::WorkKind;

/// An operator, as far as the time of its kernel goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TracedOperator {
    /// Its name.
    pub name: &'static str,
    /// What it computes.
    pub kind: WorkKind,
    /// Whether it makes a view and runs nothing.
    pub is_view: bool,
}

/// Operators of views, which run no kernel.
const VIEWS: [&str; 24] = [
    "_reshape_alias",
    "_unsafe_view",
    "alias",
    "as_strided",
    "chunk",
    "detach",
    "diagonal",
    "expand",
    "lift_fresh",
    "narrow",
    "permute",
    "select",
    "slice",
    "split",
    "split_with_sizes",
    "squeeze",
    "t",
    "transpose",
    "unbind",
    "unfold",
    "unsqueeze",
    "view",
    "view_as_complex",
    "view_as_real",
];

/// Operators that are not plain elementwise kernels, by what the time model knows them as.
const KINDS: [(&str, WorkKind); 34] = [
    ("_adaptive_avg_pool2d", WorkKind::Reduction),
    ("_adaptive_avg_pool3d", WorkKind::Reduction),
    ("_conv_depthwise2d", WorkKind::DepthwiseConvolution),
    ("_fused_rms_norm", WorkKind::Normalization),
    ("_log_softmax", WorkKind::Normalization),
    ("_scaled_dot_product_efficient_attention", WorkKind::Attention),
    ("_scaled_dot_product_flash_attention", WorkKind::Attention),
    ("_softmax", WorkKind::Normalization),
    ("addmm", WorkKind::Matmul),
    ("amax", WorkKind::Reduction),
    ("avg_pool2d", WorkKind::Reduction),
    ("baddbmm", WorkKind::BatchedMatmul),
    ("bmm", WorkKind::BatchedMatmul),
    ("convolution", WorkKind::Convolution),
    ("cudnn_batch_norm", WorkKind::Normalization),
    ("embedding", WorkKind::Embedding),
    ("linalg_vector_norm", WorkKind::Reduction),
    ("logsumexp", WorkKind::Reduction),
    ("max", WorkKind::Reduction),
    ("max_pool2d_with_indices", WorkKind::Reduction),
    ("max_pool3d_with_indices", WorkKind::Reduction),
    ("mean", WorkKind::Reduction),
    ("mm", WorkKind::Matmul),
    ("mse_loss", WorkKind::Reduction),
    ("native_batch_norm", WorkKind::Normalization),
    ("native_group_norm", WorkKind::Normalization),
    ("native_layer_norm", WorkKind::Normalization),
    ("nll_loss2d_forward", WorkKind::Reduction),
    ("nll_loss_forward", WorkKind::Reduction),
    ("std", WorkKind::Reduction),
    ("sum", WorkKind::Reduction),
    ("topk", WorkKind::Reduction),
    ("var", WorkKind::Reduction),
    ("var_mean", WorkKind::Reduction),
];

/// Elementwise operators that peaks are often at, by their own names; all others are called `elementwise`.
const ELEMENTWISE: [&str; 32] = [
    "_to_copy",
    "_unsafe_index",
    "add",
    "add_",
    "cat",
    "clone",
    "constant_pad_nd",
    "copy_",
    "div",
    "elu",
    "exp",
    "gelu",
    "hardsigmoid",
    "hardswish",
    "hardswish_",
    "index",
    "leaky_relu",
    "leaky_relu_",
    "masked_fill",
    "mul",
    "mul_",
    "native_dropout",
    "pow",
    "relu",
    "relu_",
    "rsqrt",
    "sigmoid",
    "silu",
    "silu_",
    "sub",
    "tanh",
    "upsample_bilinear2d",
];

impl TracedOperator {
    /// The operator of a name; one that nobody knows counts as an elementwise kernel, which reads and writes what it is given.
    #[must_use]
    pub fn named(name: &str) -> Self {
        if let Some(&view) = VIEWS.iter().find(|view| **view == name) {
            return Self { name: view, kind: WorkKind::Elementwise, is_view: true };
        }
        let known = KINDS.iter().find(|(known, _)| *known == name).copied();
        let (name, kind) = known.unwrap_or_else(|| (elementwise(name), WorkKind::Elementwise));
        Self { name, kind, is_view: false }
    }
}

fn elementwise(name: &str) -> &'static str {
    ELEMENTWISE.iter().find(|known| **known == name).copied().unwrap_or("elementwise")
}

/// Backward kernels by their names; all others are called `backward`.
const BACKWARDS: [&str; 26] = [
    "_fused_rms_norm_backward",
    "_log_softmax_backward_data",
    "_scaled_dot_product_efficient_attention_backward",
    "_scaled_dot_product_flash_attention_backward",
    "_softmax_backward_data",
    "avg_pool2d_backward",
    "bmm",
    "convolution_backward",
    "cudnn_batch_norm_backward",
    "embedding_dense_backward",
    "gelu_backward",
    "hardswish_backward",
    "leaky_relu_backward",
    "max_pool2d_with_indices_backward",
    "mm",
    "mul",
    "native_batch_norm_backward",
    "native_dropout_backward",
    "native_group_norm_backward",
    "native_layer_norm_backward",
    "nll_loss_backward",
    "sigmoid_backward",
    "silu_backward",
    "slice_backward",
    "threshold_backward",
    "upsample_bilinear2d_backward",
];

/// The name of a backward kernel.
#[must_use]
pub fn backward_named(name: &str) -> &'static str {
    BACKWARDS.iter().find(|known| **known == name).copied().unwrap_or("backward")
}
