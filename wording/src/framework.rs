//! Names of frameworks.

use engine::training::Framework;

/// A framework by its name.
#[must_use]
pub const fn name(framework: Framework) -> &'static str {
    match framework {
        Framework::Pytorch => "PyTorch",
        Framework::Tensorflow => "TensorFlow",
        Framework::Mindspore => "MindSpore",
    }
}
