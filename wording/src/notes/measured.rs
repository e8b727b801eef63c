//! Notes of what was measured.

use engine::estimate::MeasuredNote;
use engine::measured::{PeakRefusal, RefusedPeak, RefusedRate};

use crate::format::{decimal, samples_number, size};

pub(super) fn english(note: &MeasuredNote) -> String {
    match note {
        MeasuredNote::Memory { factor, before, after } => format!(
            "measured: activations, temporaries and the allocator's slack are taken {} times; the GPU's peak is {} instead of {}",
            decimal(*factor, 2),
            size(*after),
            size(*before)
        ),
        MeasuredNote::Speed { before, after } => {
            format!("measured: times are scaled; {} samples/s instead of {}", samples_number(*after), samples_number(*before))
        }
        MeasuredNote::PeakRefused(RefusedPeak { measured, estimated, reason }) => {
            let why = match reason {
                PeakRefusal::BelowExact { exact } => format!(
                    "weights, gradients, states and batch alone take {}: precision, method, optimizer, sharding or offload of that run probably differ",
                    size(*exact)
                ),
                PeakRefusal::BeyondCard { capacity } => {
                    format!("the card has {}: was it another card, the sum of several, or another unit?", size(*capacity))
                }
                PeakRefusal::FillsCard => {
                    "it fills the card, whose allocator keeps what it once got; type max_memory_allocated instead".to_owned()
                }
                PeakRefusal::Factor => format!(
                    "{} are estimated: batch, sequence length, image size, checkpointing or attention of that run probably differ",
                    size(*estimated)
                ),
                PeakRefusal::TooSmall => format!(
                    "{} are estimated, the difference is within what CUDA contexts vary by; measure with a larger batch",
                    size(*estimated)
                ),
            };
            format!("the measured {} are not used: {why}", size(*measured))
        }
        MeasuredNote::RateRefused(RefusedRate { measured, estimated }) => format!(
            "the measured {} samples/s are not used, {} are estimated: batch, precision, number of GPUs or the unit probably differ",
            samples_number(*measured),
            samples_number(*estimated)
        ),
    }
}

pub(super) fn chinese(note: &MeasuredNote) -> String {
    match note {
        MeasuredNote::Memory { factor, before, after } => format!(
            "实测：激活值、临时张量与分配器余量按 {} 倍计；GPU 峰值为 {}，原估算为 {}",
            decimal(*factor, 2),
            size(*after),
            size(*before)
        ),
        MeasuredNote::Speed { before, after } => {
            format!("实测：时间已按比例修正；每秒 {} 个样本，原估算为 {}", samples_number(*after), samples_number(*before))
        }
        MeasuredNote::PeakRefused(RefusedPeak { measured, estimated, reason }) => {
            let why = match reason {
                PeakRefusal::BelowExact { exact } => {
                    format!(
                        "仅权重、梯度、优化器状态与批次就需 {}；该次运行的精度、方法、优化器、分片或卸载可能不同",
                        size(*exact)
                    )
                }
                PeakRefusal::BeyondCard { capacity } => {
                    format!("显卡只有 {}；是否为其他显卡、多卡之和或其他单位？", size(*capacity))
                }
                PeakRefusal::FillsCard => "它已占满显卡，而分配器不会归还；请改填 max_memory_allocated".to_owned(),
                PeakRefusal::Factor => {
                    format!("估算为 {}；该次运行的批次、序列长度、图像边长、检查点或注意力可能不同", size(*estimated))
                }
                PeakRefusal::TooSmall => {
                    format!("估算为 {}，差值在 CUDA 上下文的波动之内；请用更大的批次测量", size(*estimated))
                }
            };
            format!("未采用实测的 {}：{why}", size(*measured))
        }
        MeasuredNote::RateRefused(RefusedRate { measured, estimated }) => {
            format!(
                "未采用实测的每秒 {} 个样本，估算为 {}：批次、精度、GPU 数或单位可能不同",
                samples_number(*measured),
                samples_number(*estimated)
            )
        }
    }
}
