//! Blocks and experts, by the numbers in names of tensors.

use std::collections::{BTreeMap, BTreeSet};

use crate::tensor::is_number;

/// Rows of blocks that an answer lists.
const LISTED: usize = 8;

/// A row of like blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stack {
    /// What stands before the number.
    pub prefix: String,
    /// How many blocks there are.
    pub blocks: u64,
    /// Whether it begins with the first and has all up to the last.
    pub is_whole: bool,
}

impl Stack {
    /// Whether a row that has all its blocks in a whole model has not: numbers of layers in a sequence leave others out.
    pub(crate) fn lacks_blocks(&self) -> bool {
        let last = self.prefix.rsplit('.').next().unwrap_or_default();
        !self.is_whole && matches!(last, "layers" | "layer" | "h" | "block" | "blocks")
    }
}

/// The numbers in names.
#[derive(Debug, Default)]
pub struct Numbers<'a> {
    stacks: BTreeMap<&'a str, BTreeSet<u32>>,
    experts: Option<u32>,
}

impl<'a> Numbers<'a> {
    /// Notes the numbers of a name.
    pub fn add(&mut self, name: &'a str) {
        let mut start = 0;
        let mut is_first = true;
        let mut before = "";
        for word in name.split('.') {
            if let (true, Ok(number)) = (is_number(word), word.parse::<u32>()) {
                if before == "experts" {
                    self.experts = self.experts.max(Some(number));
                } else if is_first {
                    self.stacks.entry(name[..start].trim_end_matches('.')).or_default().insert(number);
                    is_first = false;
                }
            }
            start += word.len() + 1;
            before = word;
        }
    }

    /// Rows of two blocks or more, the longest first.
    pub fn stacks(&self) -> Vec<Stack> {
        let mut stacks: Vec<Stack> = self
            .stacks
            .iter()
            .filter(|(_, numbers)| numbers.len() > 1)
            .map(|(prefix, numbers)| Stack {
                prefix: crate::text::short(prefix),
                blocks: numbers.len() as u64,
                is_whole: numbers.last().is_some_and(|last| numbers.len() as u64 == u64::from(*last) + 1),
            })
            .collect();
        stacks.sort_by_key(|stack| std::cmp::Reverse(stack.blocks));
        stacks.truncate(LISTED);
        stacks
    }

    /// Experts of a block, where they are stored one by one.
    pub fn experts(&self) -> Option<u64> {
        self.experts.map(|last| u64::from(last) + 1)
    }
}
