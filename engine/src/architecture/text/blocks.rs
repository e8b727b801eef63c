//! What tells the blocks of one decoder apart.

use super::Decoder;

impl Decoder {
    /// Whether a block of Gemma 4 attends to all tokens, with heads of its own.
    #[must_use]
    pub fn is_global(&self, block: u64) -> bool {
        self.options.gemma4.is_some() && !self.options.window.is_some_and(|window| window.layers.contains(block))
    }

    /// Whether a block reads keys and values that another made, and makes none.
    #[must_use]
    pub fn shares_keys(&self, block: u64) -> bool {
        self.options.gemma4.is_some_and(|gemma4| block + gemma4.num_kv_shared_layers >= self.num_hidden_layers)
    }

    /// Whether the model keeps a block's keys and values until backward has passed its blocks: those of the last of each kind that makes
    /// its own (`shared_kv_states`).
    #[must_use]
    pub fn stores_keys(&self, block: u64) -> bool {
        let is_like = |other: &u64| !self.shares_keys(*other) && self.is_global(*other) == self.is_global(block);
        self.options.gemma4.is_some() && (0..self.num_hidden_layers).rfind(is_like) == Some(block)
    }

    /// Key and value heads of a block, and the width of its heads.
    #[must_use]
    pub fn heads(&self, block: u64) -> (u64, u64) {
        match self.options.gemma4 {
            Some(gemma4) if self.is_global(block) => (gemma4.num_global_key_value_heads, gemma4.global_head_dim),
            _ => (self.num_key_value_heads, self.head_dim),
        }
    }

    /// Width of a block's MLP.
    #[must_use]
    pub fn mlp_width(&self, block: u64) -> u64 {
        let is_doubled = self.options.gemma4.is_some_and(|gemma4| gemma4.use_double_wide_mlp) && self.shares_keys(block);
        if is_doubled { 2 * self.intermediate_size } else { self.intermediate_size }
    }
}
