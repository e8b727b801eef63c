//! The tools by name, each with the version that its configuration is for.

/// A tool that trains by a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Runner {
    /// LLaMA-Factory 0.9.5.
    LlamaFactory,
    /// ms-swift 4.6.
    MsSwift,
    /// Axolotl 0.19.
    Axolotl,
    /// TRL 1.14.2: the last that has the whole logits of a plain loss (1.15 always fuses head and loss).
    Trl,
}

impl Runner {
    pub(super) const ALL: [Self; 4] = [Self::LlamaFactory, Self::MsSwift, Self::Axolotl, Self::Trl];

    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::LlamaFactory => "llama-factory",
            Self::MsSwift => "ms-swift",
            Self::Axolotl => "axolotl",
            Self::Trl => "trl",
        }
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::LlamaFactory => "LLaMA-Factory",
            Self::MsSwift => "ms-swift",
            Self::Axolotl => "Axolotl",
            Self::Trl => "TRL",
        }
    }

    /// The configuration's file, and its template.
    pub(super) const fn file(self) -> (&'static str, &'static str) {
        match self {
            Self::LlamaFactory => ("llamafactory.yaml", "runners/llamafactory.yaml"),
            Self::MsSwift => ("swift.yaml", "runners/swift.yaml"),
            Self::Axolotl => ("axolotl.yaml", "runners/axolotl.yaml"),
            Self::Trl => ("trl.yaml", "runners/trl.yaml"),
        }
    }
}
