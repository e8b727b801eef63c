//! Advice on what feeds the GPUs: loader settings before and after, and remedies of the bottleneck.

use super::{Change, Offer, StageKind};
use crate::hardware::{Cpu, Gpu, Storage};
use crate::training::Cache;
use crate::units::{Bytes, SamplesPerSecond, Seconds};

/// What the machine could be given instead, each list with the cheapest first.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Market {
    /// Drives.
    pub drives: Vec<Offer<Storage>>,
    /// Processors that the machine could take.
    pub processors: Vec<Offer<Cpu>>,
    /// Cards, those of the machine's own vendor and class first, each group with the smallest memory first.
    pub cards: Vec<Offer<Gpu>>,
    /// The processor that stands in for one that was left out: other cards would change it.
    pub processor: Option<Offer<Cpu>>,
}

/// What a run does with its settings: the figures that advice compares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timing {
    /// Samples per second in later epochs.
    pub rate: SamplesPerSecond,
    /// The first epoch.
    pub first_epoch: Seconds,
    /// A later epoch.
    pub epoch: Seconds,
    /// All epochs.
    pub run: Seconds,
    /// Peak of the host memory per node.
    pub ram: Bytes,
    /// The narrowest stage in later epochs.
    pub narrowest: StageKind,
}

/// A setting of the loader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LoaderSetting {
    /// `num_workers`.
    NumWorkers,
    /// `batched_preprocessing`.
    BatchedPreprocessing,
    /// `cache`.
    Cache,
    /// `pin_memory`.
    PinMemory,
    /// `prefetch_factor`.
    PrefetchFactor,
    /// `persistent_workers`.
    PersistentWorkers,
}

/// A setting's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingValue {
    /// A count.
    Count(u64),
    /// On or off.
    Flag(bool),
    /// What is kept between epochs.
    Cache(Cache),
}

/// One setting of the loader from where it starts to where the advice takes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SettingAdvice {
    /// Which setting.
    pub setting: LoaderSetting,
    /// What it is without advice.
    pub before: SettingValue,
    /// What is advised; the same where nothing is gained.
    pub after: SettingValue,
    /// The run with this one setting changed.
    pub alone: Timing,
    /// The run with this setting and all those listed before it changed.
    pub so_far: Timing,
    /// Where the reason comes from.
    pub source: &'static str,
}

/// The loader's settings, each timed.
#[derive(Debug, Clone, PartialEq)]
pub struct LoaderAdvice {
    /// The run without advice.
    pub before: Timing,
    /// The run with all of it.
    pub after: Timing,
    /// Every setting in the order in which they build on each other.
    pub settings: Vec<SettingAdvice>,
}

/// What a remedy costs, cheapest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cost {
    /// A setting.
    Free,
    /// Host memory.
    Ram,
    /// A drive.
    Drive,
    /// A processor.
    Cpu,
}

/// Something that widens the narrowest stage.
#[derive(Debug, Clone, PartialEq)]
pub struct Remedy {
    /// Stable id (`more-ram`).
    pub id: &'static str,
    /// What changes.
    pub change: Vec<Change>,
    /// What has to be paid for it.
    pub cost: Cost,
    /// The run with it.
    pub after: Timing,
    /// Where the reason comes from.
    pub source: &'static str,
}

/// What to do about the bottleneck.
#[derive(Debug, Clone, PartialEq)]
pub struct Remedies {
    /// The run as it is.
    pub before: Timing,
    /// Place in `all` of the cheapest that saves at least half of what the best one does; none where nothing gains.
    pub cheapest: Option<usize>,
    /// Everything that gains, cheapest first.
    pub all: Vec<Remedy>,
}

impl Remedies {
    /// The cheapest that saves at least half of what the best one does; none where nothing gains.
    #[must_use]
    pub fn cheapest(&self) -> Option<&Remedy> {
        self.cheapest.and_then(|place| self.all.get(place))
    }
}

/// Both kinds of advice.
#[derive(Debug, Clone, PartialEq)]
pub struct Feeding {
    /// The loader's settings.
    pub loader: LoaderAdvice,
    /// The bottleneck's remedies.
    pub remedies: Remedies,
}
