//! Which build of a framework a card and a system need, where `pip install` alone brings one that leaves the card idle.

use engine::hardware::{OperatingSystem, Vendor};

use super::run::{InBothLanguages, Run, Spread};
use wire::v1::choices::Framework;

/// Compute capability of the first cards that PyTorch 2.15 has kernels for: Turing. Its builds are for CUDA 13 alone, which has
/// left out earlier ones; 2.14 was the last with a build for CUDA 12.6 (PyTorch's support matrix of release 2.15).
const TURING: u64 = 75;

/// What to know before the list of packages is installed; nothing where it just works.
pub(super) fn hint<F: Copy>(run: Run<'_, F>) -> Option<InBothLanguages> {
    let texts = texts(run)?;
    Some(InBothLanguages::of(|locale| locale.pick(texts.0, texts.1).to_owned()))
}

fn texts<F: Copy>(run: Run<'_, F>) -> Option<(&'static str, &'static str)> {
    let gpu = &run.hardware().gpu;
    let is_windows = run.hardware().os == OperatingSystem::Windows;
    match Framework::from(run.training().framework) {
        Framework::Pytorch => match gpu.vendor {
            _ if is_windows && run.spread() == Spread::DeepSpeed => Some((
                "DeepSpeed's current versions have no package for Windows: run this under WSL 2.",
                "DeepSpeed 的当前版本没有 Windows 软件包：请在 WSL 2 中运行。",
            )),
            Vendor::Nvidia if gpu.compute_capability.is_some_and(|capability| capability < TURING) => Some((
                "PyTorch 2.15 has no kernels for cards before Turing: install 2.14 in its build for CUDA 12.6, the last that has, as pytorch.org tells, then the rest of the list.",
                "PyTorch 2.15 不含 Turing 之前显卡的内核：请先按 pytorch.org 的说明安装 2.14 的 CUDA 12.6 版（最后支持的版本），再安装其余软件包。",
            )),
            Vendor::Nvidia if is_windows => Some((
                "On Windows, pip's own PyTorch knows no CUDA: install torch and torchvision by the command that pytorch.org shows for CUDA first.",
                "在 Windows 上，pip 自带的 PyTorch 不支持 CUDA：请先用 pytorch.org 给出的 CUDA 安装命令安装 torch 与 torchvision。",
            )),
            Vendor::Amd => Some((
                "pip's own PyTorch is the build for CUDA: install the one for ROCm first, as pytorch.org tells.",
                "pip 自带的 PyTorch 为 CUDA 版：请先按 pytorch.org 的说明安装 ROCm 版。",
            )),
            Vendor::Intel => Some((
                "pip's own PyTorch is the build for CUDA: install the one for XPU first, as pytorch.org tells.",
                "pip 自带的 PyTorch 为 CUDA 版：请先按 pytorch.org 的说明安装 XPU 版。",
            )),
            Vendor::Huawei => Some((
                "torch-npu must be the version for this PyTorch and for the CANN of the machine, as its own table tells.",
                "torch-npu 的版本须与 PyTorch 及本机 CANN 对应，见其版本对照表。",
            )),
            Vendor::Nvidia | Vendor::Apple => None,
        },
        Framework::Tensorflow if is_windows => Some((
            "TensorFlow has used no card on Windows since 2.11: run this under WSL 2.",
            "TensorFlow 自 2.11 起在 Windows 上不再使用显卡：请在 WSL 2 中运行。",
        )),
        Framework::Tensorflow if gpu.vendor != Vendor::Nvidia => Some((
            "This TensorFlow uses cards of NVIDIA alone; on another it needs the build of its maker, or trains on the processor.",
            "此 TensorFlow 只支持 NVIDIA 显卡；其他显卡须用其厂商提供的版本，否则在处理器上训练。",
        )),
        Framework::Tensorflow => None,
        Framework::Mindspore => Some((
            "Which card a build of MindSpore uses, and with which CUDA or CANN, stands at mindspore.cn/install; pip's own may train on the processor alone.",
            "各版本 MindSpore 支持的显卡及所需 CUDA 或 CANN 见 mindspore.cn/install；pip 自带的版本可能只在处理器上训练。",
        )),
    }
}

#[cfg(test)]
mod tests {
    /// What is said of cards before Turing is said of the version that is listed.
    #[test]
    fn the_listed_version_is_the_one_that_is_spoken_of() {
        assert!(include_str!("../../measure/requirements-test.txt").lines().any(|line| line.starts_with("torch==2.15.")));
    }
}
