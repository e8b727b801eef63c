//! Detectors against steps with real tensors (shared oracle, rows D000 to D004: torchvision 0.29 on a CPU, random
//! weights), each with the objects that its pictures showed.
//!
//! The count of objects is the data set's and no setting of the run: it is read off the rows' `inputs`, which hold one
//! byte a pixel and object.
//! Where proposals fall is random, so that the regions of the mask head are known to a factor of about two only.

use crate::support::host as machine;
use engine::architecture::{Architecture, Detector, Resnet, ResnetBlock};
use engine::step::{Step, simulate};
use engine::training::{Data, DataKind, Method, Optimizer, OptimizerImplementation, Precision, Training};

const RESNET50: Resnet = Resnet { block: ResnetBlock::Bottleneck, layers: [3, 4, 6, 3], groups: 1, width_per_group: 64 };

fn step(mask_head: bool, batch: u64, (image_height, image_width): (u64, u64), objects_per_image: u64) -> Step {
    let model =
        Architecture::Detector(Detector { backbone: RESNET50, trainable_backbone_layers: 3, mask_head, objects_per_image });
    let training = Training {
        method: Method::Full,
        precision: Precision::Fp32,
        optimizer: Optimizer::SgdMomentum,
        optimizer_implementation: OptimizerImplementation::Foreach,
        weight_decay: 1e-4,
        ..machine::training()
    };
    let data = Data { image_height, image_width, num_classes: 91, ..machine::data(DataKind::Images, 1000, 1000) };
    simulate(&model, &training, &data, batch, 1)
}

#[track_caller]
fn check(step: &Step, peak: u64, tolerance: f64) {
    let error = step.allocated_peak().0 as f64 / peak as f64 - 1.0;
    assert!(error.abs() < tolerance, "{:+.2} % at {:?}", error * 100.0, step.peak);
}

#[test]
fn steps_come_out_for_the_objects_that_they_showed() {
    check(&step(true, 1, (512, 512), 64), 1_000_016_896, 0.05);
    check(&step(true, 1, (800, 1333), 64), 1_940_166_656, 0.005);
    check(&step(false, 1, (800, 1333), 8), 1_449_025_536, 0.005);
    check(&step(true, 2, (800, 1333), 64), 3_129_233_920, 0.02);
    check(&step(true, 2, (640, 640), 8), 1_236_079_104, 0.05);
}

/// A step whose mask head is known to have had the most regions that it can.
#[test]
fn a_step_with_a_full_mask_head_comes_out_exactly() {
    check(&step(true, 1, (512, 512), 64), 1_034_137_088, 0.001);
}

/// Matched regions end at a quarter of the sample; beyond that only boxes, masks and overlaps grow.
#[test]
fn crowded_pictures_fill_the_mask_head_once() {
    let parts = |objects| step(true, 1, (512, 512), objects).parts;
    let (full, crowded) = (parts(64), parts(70));
    let masks = crowded.inputs.0 - full.inputs.0;
    assert!(masks >= 6 * 512 * 512);
    assert!(crowded.activations.0 - full.activations.0 <= masks);
}
