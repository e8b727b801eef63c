//! How far a constraint has to be relaxed before a plan can keep it.

#[cfg(feature = "json")]
use engine::units::Bytes;

#[cfg(feature = "json")]
use wire::locale::Locale;
#[cfg(feature = "json")]
use wording::format::{number, size};

/// What a constraint would have to be.
#[derive(Debug, Clone, PartialEq)]
pub enum Relax {
    /// A multiple of this; the next values below and above that would do.
    MultipleOf {
        /// What it has to be a multiple of.
        of: u64,
        /// The next value below; 0 if there is none.
        below: u64,
        /// The next value above.
        above: u64,
    },
    /// Exactly what other fields give.
    Exactly {
        /// That value.
        value: u64,
    },
    /// One of these words.
    OneOf {
        /// The words.
        words: Vec<&'static str>,
    },
    /// Any of these words allowed as well.
    Allow {
        /// The words.
        words: Vec<&'static str>,
    },
    /// At least this many seconds.
    Seconds {
        /// The shortest run.
        least: f64,
    },
    /// At least this many GPUs.
    Gpus {
        /// The fewest.
        least: u64,
    },
    /// At least so much money.
    Money {
        /// Price of the cheapest machine.
        least: f64,
        /// Its currency.
        currency: String,
    },
    /// Nothing: the prices of all machines that hold the run are unknown.
    PriceUnknown,
    /// A smaller model: this one is too large for every machine, in bytes of a card.
    Memory {
        /// What the run needs at the least.
        needed: f64,
        /// What the card has that comes nearest.
        capacity: f64,
    },
    /// Fewer samples or workers: no machine takes so much host memory, in GiB.
    HostMemory {
        /// What the run needs at the least.
        needed_gib: u64,
    },
    /// At least this many drives.
    Drives {
        /// The fewest that hold what the run keeps.
        least: u64,
    },
    /// Nothing: no machine of the catalog keeps it, whatever it is set to.
    LeaveOut,
    /// Other parts: no machine of the catalog is built of those that were asked for.
    Parts,
}

impl Relax {
    /// The smallest value that would do, where it is a number.
    #[must_use]
    pub fn minimum(&self) -> Option<f64> {
        match self {
            Self::Seconds { least } | Self::Money { least, .. } => Some(*least),
            Self::Gpus { least } | Self::Drives { least } => Some(*least as f64),
            _ => None,
        }
    }

    /// One sentence: what would do.
    #[cfg(feature = "json")]
    pub(super) fn detail(&self, locale: Locale) -> String {
        match (self, locale) {
            (Self::MultipleOf { of, below: 0, above }, Locale::En) => {
                format!("must be a multiple of {of}; the smallest is {above}")
            }
            (Self::MultipleOf { of, below: 0, above }, Locale::Zh) => format!("须为 {of} 的整数倍，最小为 {above}"),
            (Self::MultipleOf { of, below, above }, Locale::En) => {
                format!("must be a multiple of {of}; the nearest are {below} and {above}")
            }
            (Self::MultipleOf { of, below, above }, Locale::Zh) => {
                format!("须为 {of} 的整数倍，最接近的是 {below} 和 {above}")
            }
            (Self::Exactly { value }, Locale::En) => {
                format!("contradicts the batch, accumulation steps and GPUs that are set: they give {value}")
            }
            (Self::Exactly { value }, Locale::Zh) => format!("与已设定的批次、累积步数和 GPU 数不符：它们的乘积为 {value}"),
            (Self::OneOf { words }, Locale::En) => format!("leaves no method that can be used; add {}", words.join(" or ")),
            (Self::OneOf { words }, Locale::Zh) => format!("没有可用的训练方法，请加入 {}", words.join(" 或 ")),
            (Self::Allow { words }, Locale::En) => {
                format!("leaves no machine that holds the run; {} would do", words.join(" or "))
            }
            (Self::Allow { words }, Locale::Zh) => format!("没有机器能运行此任务；允许 {} 即可", words.join(" 或 ")),
            (Self::Seconds { least }, Locale::En) => {
                format!("is shorter than the fastest plan; allow at least {} seconds", number(least.ceil()))
            }
            (Self::Seconds { least }, Locale::Zh) => format!("短于最快的方案，请至少放宽到 {} 秒", number(least.ceil())),
            (Self::Gpus { least }, Locale::En) => format!("is less than the plan needs; allow at least {least} GPUs"),
            (Self::Gpus { least }, Locale::Zh) => format!("少于方案所需，请至少放宽到 {least} 块 GPU"),
            (Self::Money { least, currency }, Locale::En) => {
                format!("buys no machine that holds the run; the cheapest costs {} {currency}", number(least.ceil()))
            }
            (Self::Money { least, currency }, Locale::Zh) => {
                format!("买不到能运行此任务的机器，最便宜的需要 {} {currency}", number(least.ceil()))
            }
            (Self::PriceUnknown, Locale::En) => {
                "cannot be kept: no machine that holds the run has a known price; leave the budget out".to_owned()
            }
            (Self::PriceUnknown, Locale::Zh) => "无法满足：能运行此任务的机器价格均未知，请不填预算".to_owned(),
            (Self::Memory { needed, capacity }, Locale::En) => format!(
                "is too large for every machine of the catalog: the nearest lacks memory, {} are needed of {}",
                memory(*needed),
                memory(*capacity)
            ),
            (Self::HostMemory { needed_gib }, Locale::En) => format!(
                "cannot be had: the run needs {} GiB of host memory on every machine of the catalog; fewer samples or workers need less",
                number(*needed_gib as f64)
            ),
            (Self::HostMemory { needed_gib }, Locale::Zh) => {
                format!(
                    "无法满足：目录中的所有机器都不能提供所需的 {} GiB 内存；减少样本数或加载进程可降低需求",
                    number(*needed_gib as f64)
                )
            }
            (Self::Memory { needed, capacity }, Locale::Zh) => {
                format!("对目录中的所有机器都过大：最接近的机器需要 {}，只有 {}", memory(*needed), memory(*capacity))
            }
            (Self::Drives { least }, Locale::En) => {
                format!("is too small for the data set and its checkpoints; take at least {least} drives")
            }
            (Self::Drives { least }, Locale::Zh) => format!("少于数据集及其检查点所需，请至少选 {least} 块硬盘"),
            (Self::LeaveOut, Locale::En) => "leaves no machine that holds the run; leave it out".to_owned(),
            (Self::LeaveOut, Locale::Zh) => "没有机器能运行此任务，请不填此项".to_owned(),
            (Self::Parts, Locale::En) => {
                "names parts that no machine of the catalog has together; leave out processor, memory, drive or number of GPUs"
                    .to_owned()
            }
            (Self::Parts, Locale::Zh) => "所选部件在目录中没有机器可同时配备，请不填处理器、内存、硬盘或 GPU 数".to_owned(),
        }
    }
}

#[cfg(feature = "json")]
fn memory(bytes: f64) -> String {
    size(Bytes(bytes as u64))
}
