//! The few words of a preview, in both languages.

use wire::Locale;

/// A word in English and Chinese.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word(pub &'static str, pub &'static str);

/// A comfortable plan.
pub const FITS: Word = Word("Fits", "放得下");
/// A plan that may fail at the high end of its range.
pub const TIGHT: Word = Word("Tight", "勉强放下");
/// A plan that does not fit its card.
pub const SHORT: Word = Word("Does not fit", "放不下");
/// A plan whose machine has too little memory.
pub const HOST: Word = Word("Too little RAM", "内存不足");
/// A plan whose drives do not hold the data set.
pub const DRIVE: Word = Word("Drive too small", "硬盘容量不足");
/// A plan whose machine has too little of both.
pub const HOST_AND_DRIVE: Word = Word("RAM and drive too small", "内存与硬盘容量不足");
/// A plan that takes longer than its deadline.
pub const LATE: Word = Word("Too late", "超出期限");
/// A plan whose framework is not modeled.
pub const NOT_MODELED: Word = Word("Not modelled", "未建模");
/// A plan whose stored answer cannot be read.
pub const UNKNOWN: Word = Word("A plan", "一个方案");
/// Memory of the card that the process takes.
pub const VRAM: Word = Word("VRAM of the process", "进程显存");
/// Memory of the machine.
pub const RAM: Word = Word("RAM", "内存");
/// Time of an epoch.
pub const EPOCH: Word = Word("Epoch", "每轮");
/// Samples of one micro-step.
pub const BATCH: Word = Word("Batch size", "批次大小");
/// A card that the catalog does not list.
pub const OWN_GPU: Word = Word("Own GPU", "自定义 GPU");
/// A model that the catalog does not list.
pub const OWN_MODEL: Word = Word("Own model", "自定义模型");
/// What this site is.
pub const SITE: Word = Word("Hardware for AI", "AI 硬件规划");
/// Parts of the card's memory, in the order of the bar.
pub const PARTS: [Word; 7] = [
    Word("Parameters", "参数"),
    Word("Gradients", "梯度"),
    Word("Optimizer", "优化器"),
    Word("Activations", "激活值"),
    Word("Temporary", "临时"),
    Word("Inputs", "输入"),
    Word("Other", "其他"),
];

impl Word {
    /// The word in a language, or in both.
    #[must_use]
    pub fn in_language(self, language: Option<Locale>) -> String {
        match language {
            Some(Locale::En) => self.0.to_owned(),
            Some(Locale::Zh) => self.1.to_owned(),
            None => format!("{} {}", self.0, self.1),
        }
    }
}

/// Every word in every language.
#[cfg(test)]
pub fn all() -> impl Iterator<Item = &'static str> {
    [
        FITS,
        TIGHT,
        SHORT,
        HOST,
        DRIVE,
        HOST_AND_DRIVE,
        LATE,
        NOT_MODELED,
        UNKNOWN,
        VRAM,
        RAM,
        EPOCH,
        BATCH,
        OWN_GPU,
        OWN_MODEL,
        SITE,
    ]
    .into_iter()
    .chain(PARTS)
    .flat_map(|Word(english, chinese)| [english, chinese])
}
