//! The data path of a scenario, and its speed.

use crate::device::roofline::{Profile, profile};
use crate::estimate::{DataPath, Speed};
use crate::hardware::Hardware;
use crate::host;
use crate::inputs::Scenario;
use crate::work::StepWork;

/// Path and speed of a pinned scenario.
pub(crate) fn path_and_speed(scenario: &Scenario, work: &StepWork) -> (DataPath, Speed) {
    path_and_speed_from_profile(scenario, work, profile(work, &scenario.hardware, &scenario.training))
}

/// Path and speed of a pinned scenario whose step has been profiled. The profile does not depend on the loader, memory or the
/// drive.
pub(crate) fn path_and_speed_from_profile(scenario: &Scenario, work: &StepWork, profile: Profile) -> (DataPath, Speed) {
    let path = host::data_path(scenario, work, profile.compute_rate());
    let speed = host::speed::speed_from_profile(scenario, work, &path, profile);
    (path, speed)
}

/// Whether kernels take the same time on both machines: memory and drive do not matter to them.
pub(crate) fn computes_alike(one: &Hardware, other: &Hardware) -> bool {
    let Hardware { gpu, gpu_count, nodes, display_attached: _, cpu, ram: _, storage: _, os: _ } = one;
    *gpu == other.gpu && *gpu_count == other.gpu_count && *nodes == other.nodes && *cpu == other.cpu
}
