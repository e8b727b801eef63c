//! Figures that guides report, and what of the engine's answer is the same.

use engine::estimate::{StageKind, VramParts};
use engine::units::{Bytes, GB, SECONDS_PER_HOUR, SECONDS_PER_MINUTE};

use crate::fields::Text;
use crate::messages::cases as text;
use crate::plan::Plan;

/// A figure that guides report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// Loading the data set once.
    LoadTime,
    /// Loading one batch.
    BatchLoadTime,
    /// The largest batch of one pass.
    MaxBatch,
    /// The largest batch of one step of the optimizer.
    EffectiveBatch,
    /// Steps of the optimizer.
    StepRate,
    /// Peak of host memory.
    RamPeak,
    /// Peak of the card's memory.
    VramPeak,
    /// The card's memory in use.
    VramUsed,
    /// What a run may use of the card.
    UsableVram,
    /// What did not go on the card.
    Spill,
    /// Share that did not go on the card; the case says of what.
    SpillShare,
    /// Share of runs that broke off.
    Interrupted,
    /// Share of runs that broke off for want of the card's memory.
    OomRate,
    /// The card's memory for weights.
    ParameterVram,
    /// The card's memory for the optimizer's states.
    OptimizerVram,
    /// The card's memory for activations.
    ActivationVram,
    /// Time of one epoch.
    EpochTime,
    /// Time of ten epochs.
    TenEpochs,
    /// Time until an accuracy was reached.
    TimeToAccuracy,
    /// Time of a training of unknown length.
    TotalTime,
    /// Share of the time that the card is busy.
    Utilization,
    /// Accuracy that was reached.
    Accuracy,
}

/// What a figure is counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// A plain number.
    Number,
    /// Per second.
    PerSecond,
    /// Seconds.
    Seconds,
    /// Minutes.
    Minutes,
    /// Hours.
    Hours,
    /// Percent.
    Percent,
    /// Memory as tools show it: "GB" in the report, GiB for the model.
    Gib,
    /// 10^9 bytes, worked out from counts of parameters.
    Gb,
}

/// The model's counterpart of a reported figure, in the metric's unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Modeled {
    /// The figure itself.
    Value(f64),
    /// Not the same, but the time of one epoch beside it.
    OneEpoch(f64),
    /// Whether the run fits.
    Fits,
    /// The run does not fit, so it has neither speed nor time.
    DoesNotFit,
    /// The model has nothing of the kind.
    Nothing,
}

impl Metric {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> Text {
        match self {
            Self::LoadTime => text::load_time,
            Self::BatchLoadTime => text::batch_load_time,
            Self::MaxBatch => text::max_batch,
            Self::EffectiveBatch => text::effective_batch,
            Self::StepRate => text::step_rate,
            Self::RamPeak => text::ram_peak,
            Self::VramPeak => text::vram_peak,
            Self::VramUsed => text::vram_used,
            Self::UsableVram => wording::usable_vram,
            Self::Spill => text::spill,
            Self::SpillShare => text::spill_share,
            Self::Interrupted => text::interrupted,
            Self::OomRate => text::oom_rate,
            Self::ParameterVram => text::parameter_vram,
            Self::OptimizerVram => text::optimizer_vram,
            Self::ActivationVram => text::activation_vram,
            Self::EpochTime => text::epoch_time,
            Self::TenEpochs => text::ten_epochs,
            Self::TimeToAccuracy => text::time_to_accuracy,
            Self::TotalTime => text::total_time,
            Self::Utilization => text::utilization,
            Self::Accuracy => text::accuracy,
        }
    }

    /// What it is counted in.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::MaxBatch | Self::EffectiveBatch => Unit::Number,
            Self::StepRate => Unit::PerSecond,
            Self::LoadTime | Self::BatchLoadTime => Unit::Seconds,
            Self::TenEpochs | Self::TimeToAccuracy => Unit::Minutes,
            Self::EpochTime | Self::TotalTime => Unit::Hours,
            Self::SpillShare | Self::Interrupted | Self::OomRate | Self::Utilization | Self::Accuracy => Unit::Percent,
            Self::RamPeak | Self::VramPeak | Self::VramUsed | Self::UsableVram | Self::Spill => Unit::Gib,
            Self::ParameterVram | Self::OptimizerVram | Self::ActivationVram => Unit::Gb,
        }
    }

    /// The fields of the API's answer that hold the metric, or the formula over them; none where the API has no such figure.
    #[must_use]
    pub const fn field(self) -> Option<&'static str> {
        Some(match self {
            Self::LoadTime => "data.samples / path.stages[storage].first_epoch_samples_per_second",
            Self::BatchLoadTime => "micro_batch_size / min(path.stages.samples_per_second)",
            Self::MaxBatch => "limits.max_micro_batch_size",
            Self::EffectiveBatch => "limits.max_micro_batch_size × gradient_accumulation_steps",
            Self::StepRate => "1 / speed.step_seconds",
            Self::RamPeak => "ram.peak_bytes",
            Self::VramPeak | Self::VramUsed => "vram.device_peak_bytes",
            Self::UsableVram => "vram.capacity_bytes − vram.desktop_bytes",
            Self::Spill => "max(0, device_peak_bytes + desktop_bytes − capacity_bytes)",
            Self::OomRate => "vram.fits",
            Self::ParameterVram => "vram.parts.parameters",
            Self::OptimizerVram => "vram.parts.optimizer_state",
            Self::ActivationVram => "max(vram.parts.activations)",
            Self::EpochTime | Self::TimeToAccuracy | Self::TotalTime => "speed.epoch_seconds",
            Self::TenEpochs => "speed.first_epoch_seconds + 9 × speed.epoch_seconds",
            Self::Utilization => "speed.gpu_utilization",
            Self::SpillShare | Self::Interrupted | Self::Accuracy => return None,
        })
    }

    /// The model's counterpart in a plan.
    #[must_use]
    pub fn modeled_value(self, plan: &Plan) -> Modeled {
        let (vram, speed) = (&plan.estimate.vram, &plan.estimate.speed);
        let training = &plan.estimate.scenario.training;
        let fits = vram.fit.fits();
        let gb = |bytes: Bytes| Modeled::Value(bytes.as_f64() / GB);
        let gib = |bytes: Bytes| Modeled::Value(bytes.as_gib());
        let timed = |value: f64| if fits { Modeled::Value(value) } else { Modeled::DoesNotFit };
        match self {
            Self::LoadTime => Modeled::Value(reading_seconds(plan)),
            Self::BatchLoadTime => timed(training.micro_batch_size as f64 / loading_rate(plan)),
            Self::MaxBatch => Modeled::Value(plan.estimate.max_micro_batch_size as f64),
            Self::EffectiveBatch => {
                Modeled::Value((plan.estimate.max_micro_batch_size * training.gradient_accumulation_steps) as f64)
            }
            Self::StepRate => timed(1.0 / speed.step.get()),
            Self::RamPeak => gib(plan.estimate.ram.peak),
            Self::VramPeak | Self::VramUsed => gib(vram.device_peak),
            Self::UsableVram => gib(vram.capacity.saturating_sub(vram.desktop)),
            Self::Spill => gib((vram.device_peak + vram.desktop).saturating_sub(vram.capacity)),
            Self::OomRate if fits => Modeled::Fits,
            Self::OomRate => Modeled::DoesNotFit,
            Self::ParameterVram => gb(vram.parts.parameters),
            Self::OptimizerVram => gb(most(plan, |parts| parts.optimizer_state)),
            Self::ActivationVram => gb(most(plan, |parts| parts.activations)),
            Self::EpochTime => timed(speed.epoch.get() / SECONDS_PER_HOUR),
            Self::TenEpochs => timed((speed.first_epoch.get() + 9.0 * speed.epoch.get()) / SECONDS_PER_MINUTE),
            Self::TimeToAccuracy => Modeled::OneEpoch(speed.epoch.get() / SECONDS_PER_MINUTE),
            Self::TotalTime => Modeled::OneEpoch(speed.epoch.get() / SECONDS_PER_HOUR),
            Self::Utilization => timed(speed.gpu_utilization * 100.0),
            Self::SpillShare | Self::Interrupted | Self::Accuracy => Modeled::Nothing,
        }
    }
}

/// The most of a part at any moment of the step.
fn most(plan: &Plan, part: impl Fn(&VramParts) -> Bytes) -> Bytes {
    let vram = &plan.estimate.vram;
    let of_timeline = vram.timeline.iter().map(|point| part(&point.parts)).max();
    of_timeline.unwrap_or_default().max(part(&vram.parts))
}

/// Time in which the drive alone gives the whole data set, from a cold page cache.
fn reading_seconds(plan: &Plan) -> f64 {
    let samples = plan.estimate.scenario.data.samples as f64;
    let storage = plan.estimate.path.stages.iter().find(|stage| stage.kind == StageKind::Storage);
    storage.map_or(0.0, |stage| samples / stage.first_epoch_rate.get())
}

/// Samples a second that the data path could carry in later epochs if the GPUs took them all.
fn loading_rate(plan: &Plan) -> f64 {
    let stages = plan.estimate.path.stages.iter().filter(|stage| stage.kind != StageKind::Compute);
    stages.map(|stage| stage.rate.get()).fold(f64::INFINITY, f64::min)
}
