//! Steps played in the course of a search, so that plans whose steps are the same share one.
//!
//! Most of what a search changes (the loader, host memory, the drive) leaves the step as it is, and every batch that a
//! search for the largest one tries may be asked about again.

#[cfg(test)]
pub(super) mod tests;

use super::card::{Detail, available, least_of, vram_of};
use super::played::Played;
use super::time::{computes_alike, path_and_speed_from_profile};
use crate::device::memory::{self, Beyond, DeviceMemory};
use crate::device::roofline::{Profile, Sums, training_gpus};
use crate::estimate::{DataPath, Ram, Speed, StageKind, Vram};
use crate::graph::Graph;
use crate::hardware::{Gpu, Hardware};
use crate::host;
use crate::inputs::Scenario;
use crate::models::build_in;
use crate::step::kernels::step_work;
use crate::step::measured::scaled;
use crate::step::{Step, record_in, simulate_in};
use crate::training::{Data, Loader, Training};
use crate::units::Bytes;
use crate::work::StepWork;

/// Kernels and points of courses that are kept at most, over all steps: some 40 and 130 bytes each.
const MOST_KEPT: usize = 200_000;

/// The steps that a search has played.
#[derive(Debug, Default)]
pub(crate) struct Plays {
    known: Vec<Known>,
    /// The entry that was asked for last, which the next question is mostly about again.
    last: usize,
    /// Kernels and points of courses in all entries.
    kept: usize,
    latest: Latest,
}

/// The graph that was built last; the next one takes over its memory.
#[derive(Debug, Default)]
struct Latest {
    graph: Graph,
    /// The entry that it belongs to.
    entry: Option<usize>,
}

/// A played step with what has been worked out of it.
#[derive(Debug)]
struct Known {
    /// The scenario that it was played for.
    scenario: Scenario,
    played: Played,
    /// What the step computes, where that was asked for.
    work: Option<StepWork>,
    /// The sums of its kernels on the card beside them.
    sums: Option<(Gpu, Sums)>,
    /// On the machine beside it.
    profile: Option<(Hardware, Profile)>,
    /// What blocks and segments add, with the workspaces of the card beside it; nothing where the replay found no end.
    beyond: Option<(Gpu, Option<Beyond>)>,
}

impl Plays {
    /// How many steps are known.
    #[cfg(test)]
    pub(super) const fn number(&self) -> usize {
        self.known.len()
    }

    /// The step of a pinned scenario.
    pub(crate) fn step(&mut self, scenario: &Scenario) -> &Played {
        self.find(scenario);
        &self.known[self.last].played
    }

    /// The memory that a pinned scenario needs at least.
    pub(crate) fn least(&mut self, scenario: &Scenario) -> DeviceMemory {
        least_of(scenario, self.step(scenario).parts.total())
    }

    /// The smallest capacity that the scenario is expected to pass in with another micro-batch, context included.
    pub(crate) fn needed_memory(&mut self, scenario: &mut Scenario, micro_batch_size: u64) -> Bytes {
        let asked = std::mem::replace(&mut scenario.training.micro_batch_size, micro_batch_size);
        let needed = self.least(scenario).needed;
        scenario.training.micro_batch_size = asked;
        needed
    }

    /// What the step of a pinned scenario computes.
    pub(crate) fn work(&mut self, scenario: &Scenario) -> &StepWork {
        self.find(scenario);
        let Self { known, last, kept, latest } = self;
        known[*last].work.get_or_insert_with(|| {
            let work = latest.work(*last, scenario);
            *kept += work.items.len();
            work
        })
    }

    /// The step's time when no GPU ever waits for data.
    pub(crate) fn profile(&mut self, scenario: &Scenario) -> Profile {
        self.find(scenario);
        if let Some((hardware, profile)) = &self.known[self.last].profile
            && computes_alike(hardware, &scenario.hardware)
        {
            return *profile;
        }
        let sums = self.sums(scenario);
        let profile = sums.profile(self.work(scenario), &scenario.hardware, &scenario.training);
        self.known[self.last].profile = Some((scenario.hardware.clone(), profile));
        profile
    }

    /// What the step's kernels add up to on the scenario's card.
    fn sums(&mut self, scenario: &Scenario) -> Sums {
        let gpu = scenario.hardware.gpu;
        self.find(scenario);
        if let Some((_, sums)) = self.known[self.last].sums.filter(|(known, _)| *known == gpu) {
            return sums;
        }
        let sums = Sums::of(self.work(scenario), &gpu, &scenario.training);
        self.known[self.last].sums = Some((gpu, sums));
        sums
    }

    /// Path and speed of a pinned scenario.
    pub(crate) fn path_and_speed(&mut self, scenario: &Scenario) -> (DataPath, Speed) {
        let profile = self.profile(scenario);
        path_and_speed_from_profile(scenario, self.work(scenario), profile)
    }

    /// Host memory of a pinned scenario.
    pub(crate) fn ram(&mut self, scenario: &Scenario) -> Ram {
        host::ram(scenario, self.work(scenario))
    }

    /// The card's memory for a pinned scenario.
    pub(crate) fn vram(&mut self, scenario: &Scenario, detail: Detail) -> Vram {
        self.find(scenario);
        let known = &mut self.known[self.last];
        let memory = match detail {
            Detail::Least => least_of(scenario, known.played.parts.total()),
            Detail::Replayed => known.device_memory(scenario, self.last, &mut self.latest),
        };
        vram_of(scenario, &known.played, memory)
    }

    /// What the step of a pinned scenario computes, where nothing else will be asked for.
    pub(crate) fn into_work(mut self, scenario: &Scenario) -> StepWork {
        self.find(scenario);
        let known = self.known[self.last].work.take();
        known.unwrap_or_else(|| self.latest.work(self.last, scenario))
    }

    /// Makes the scenario's entry the last one that was asked for.
    fn find(&mut self, scenario: &Scenario) {
        let is_same = |known: &Known| is_same_step(&known.scenario, scenario);
        if !self.known.get(self.last).is_some_and(is_same) {
            self.last = self.known.iter().position(is_same).unwrap_or_else(|| self.play(scenario));
        }
    }

    /// Plays a step that is not known; its place.
    fn play(&mut self, scenario: &Scenario) -> usize {
        let Scenario { hardware, model, training, data, .. } = scenario;
        let gpus = training_gpus(hardware, training);
        if self.kept > MOST_KEPT {
            self.known.clear();
            self.kept = 0;
        }
        let spare = std::mem::take(&mut self.latest.graph);
        let step = simulate_in(spare, model, training, data, training.micro_batch_size, gpus);
        let Step { parts, peak, trace, parameters, graph } = scaled(step, scenario);
        self.kept += trace.len();
        let entry = self.known.len();
        self.latest = Latest { graph, entry: Some(entry) };
        let played = Played { parts, peak, trace, parameters };
        self.known.push(Known { scenario: scenario.clone(), played, work: None, sums: None, profile: None, beyond: None });
        entry
    }
}

impl Latest {
    /// What an entry's step computes; its graph is built once more where another has followed it.
    fn work(&mut self, entry: usize, scenario: &Scenario) -> StepWork {
        let Scenario { hardware, model, training, data, .. } = scenario;
        let gpus = training_gpus(hardware, training);
        if self.entry != Some(entry) {
            let spare = std::mem::take(&mut self.graph);
            self.graph = build_in(spare, model, training, data, training.micro_batch_size, gpus);
            self.entry = Some(entry);
        }
        let work = step_work(&self.graph, training, gpus);
        StepWork { slowdown: scenario.measured.time(StageKind::Compute), ..work }
    }
}

impl Known {
    /// The replay on this scenario's card.
    fn device_memory(&mut self, scenario: &Scenario, entry: usize, latest: &mut Latest) -> DeviceMemory {
        let Scenario { hardware, model, training, data, .. } = scenario;
        let beyond = match self.beyond {
            Some((gpu, beyond)) if memory::workspaces(&gpu) == memory::workspaces(&hardware.gpu) => beyond,
            _ => {
                let gpus = training_gpus(hardware, training);
                let (step, recording) =
                    record_in(std::mem::take(&mut latest.graph), model, training, data, training.micro_batch_size, gpus);
                *latest = Latest { graph: step.graph, entry: Some(entry) };
                let beyond = Beyond::of(&recording, &hardware.gpu);
                self.beyond = Some((hardware.gpu, beyond));
                beyond
            }
        };
        memory::of_live(self.played.parts.total(), beyond, scenario, available(scenario))
    }
}

/// Whether two scenarios have the same step on each GPU; what remains of the loader is whether latents are cached.
fn is_same_step(one: &Scenario, other: &Scenario) -> bool {
    let loader = |training: &Training| Loader { cache: training.loader.cache, ..host::loader::PYTORCH_DEFAULT };
    let Training {
        method,
        precision,
        alignment,
        vision_tower,
        optimizer,
        optimizer_implementation,
        weight_decay,
        embedding_states_32bit,
        activation_checkpointing,
        attention,
        linear_attention,
        attention_mask,
        loss_logits,
        memory_format,
        resident_frozen_models,
        micro_batch_size,
        gradient_accumulation_steps,
        sharding,
        implementation: _,
        offload,
        framework: _,
        loader: _,
        epochs: _,
    } = &one.training;
    let training = &other.training;
    // What a search changes most often comes first.
    *micro_batch_size == training.micro_batch_size
        && *activation_checkpointing == training.activation_checkpointing
        && *optimizer == training.optimizer
        && *precision == training.precision
        && *method == training.method
        && *gradient_accumulation_steps == training.gradient_accumulation_steps
        && *sharding == training.sharding
        && *offload == training.offload
        && one.training.library() == training.library()
        && *attention == training.attention
        && *optimizer_implementation == training.optimizer_implementation
        && *weight_decay == training.weight_decay
        && *embedding_states_32bit == training.embedding_states_32bit
        && *linear_attention == training.linear_attention
        && *attention_mask == training.attention_mask
        && *alignment == training.alignment
        && *vision_tower == training.vision_tower
        && *loss_logits == training.loss_logits
        && *memory_format == training.memory_format
        && *resident_frozen_models == training.resident_frozen_models
        && loader(&one.training) == loader(training)
        && training_gpus(&one.hardware, &one.training) == training_gpus(&other.hardware, training)
        && is_same_shape(&one.data, &other.data)
        && one.measured == other.measured
        && one.model == other.model
}

/// Whether samples of two data sets are alike on the card.
fn is_same_shape(one: &Data, other: &Data) -> bool {
    let Data { samples, bytes_on_disk, .. } = *other;
    Data { samples, bytes_on_disk, ..one.clone() } == *other
}
