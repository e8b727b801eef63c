//! What was found, in Chinese.

use engine::diagnosis::{Finding, FixedPart, Occasion, Supposition};
use engine::estimate::{Layer, Phase, RamPhase, StageKind, VramParts};
use engine::units::{Bytes, SamplesPerSecond};

use super::places::place_text;
use super::seen;
use crate::format::{concise, count, measured_time, percent, size};
use crate::{layer, phase};
use wire::locale::Locale;

#[expect(clippy::too_many_lines, reason = "one arm a finding")]
pub(super) fn finding(finding: &Finding) -> String {
    match *finding {
        Finding::Stage { kind, rate: carried, compute, wait, cached, workers } => {
            let what = match kind {
                StageKind::Storage if cached > 0.0 => format!("硬盘与页缓存（容纳数据集的 {}）可供", percent(cached)),
                StageKind::Storage => "硬盘可供".to_owned(),
                StageKind::Preprocess if workers == 0 => "训练进程可预处理".to_owned(),
                StageKind::Preprocess => format!("CPU 用 {workers} 个加载进程可预处理"),
                StageKind::Collate => "内存中组批可供".to_owned(),
                StageKind::Pcie => "到显卡的链路可传".to_owned(),
                StageKind::Compute => "GPU 消耗".to_owned(),
            };
            let wait = if wait > 0.0 { format!("每步因此等待 {}", percent(wait)) } else { "足以喂饱".to_owned() };
            format!("{what}{}，GPU 消耗{}：{wait}", rate(carried), rate(compute))
        }
        Finding::Workers { now, advised, threads, all, wait, rates } => {
            let waiting = format!("GPU 有 {} 的时间在等待", percent(wait));
            if now == 0 {
                format!(
                    "因 num_workers=0，训练进程在步与步之间自己加载数据，{waiting}；用 {advised} 个加载进程可从{}提高到{}",
                    rate(rates.0),
                    rate(rates.1)
                )
            } else if all > threads {
                format!("{all} 个加载进程共用 {threads} 个线程；{advised} 个即够，{waiting}")
            } else if now < advised {
                format!("现有 {now} 个加载进程，建议 {advised} 个：{waiting}；按建议可从{}提高到{}", rate(rates.0), rate(rates.1))
            } else {
                format!("现有 {now} 个加载进程，建议 {advised} 个：再多无益")
            }
        }
        Finding::FirstEpoch { first, later, cached } if first.get() > later.get() * 1.01 => format!(
            "首轮需 {}，之后每轮 {}（页缓存容纳数据集的 {}）：请在第二轮再看",
            measured_time(first, Locale::Zh),
            measured_time(later, Locale::Zh),
            percent(cached)
        ),
        Finding::FirstEpoch { first, .. } => format!("首轮需 {}，与之后各轮相同", measured_time(first, Locale::Zh)),
        Finding::Launch { share: part, kernels, batch, step, without } => format!(
            "批次 {} 的一步有 {} 个内核，启动它们占 {}中的 {}：若无此开销只需 {}；CUDA Graphs 或 torch.compile 能让每次启动做更多工作",
            count(batch),
            count(kernels),
            measured_time(step, Locale::Zh),
            percent(part),
            measured_time(without, Locale::Zh)
        ),
        Finding::SmallBatch { batch, larger, rates } if larger > batch => {
            format!("批次 {} 可算{}，批次 {} 可算{}", count(batch), rate(rates.0), count(larger), rate(rates.1))
        }
        Finding::SmallBatch { batch, rates, .. } => {
            format!("批次 {} 可算{}；放得下的更大批次都不更快", count(batch), rate(rates.0))
        }
        Finding::Traffic { time, share: part, offload: true, .. } => {
            format!("内存中的状态与权重每步占 {}，即 {}", measured_time(time, Locale::Zh), percent(part))
        }
        Finding::Traffic { time, share: part, gpus, .. } => {
            format!(
                "{gpus} 块 GPU 交换梯度或权重，每步有 {} 无法被计算掩盖，即 {}",
                measured_time(time, Locale::Zh),
                percent(part)
            )
        }
        Finding::IdleGpus { total: 1, rate: now, all, .. } => format!(
            "方案按一块 GPU 计算，{}{}",
            rate(now),
            all.map_or_else(String::new, |all| format!("；两块数据并行可达{}：请把 GPU 数设为 2", rate(all)))
        ),
        Finding::IdleGpus { total, training, rate: now, all } if training < total => format!(
            "{total} 块 GPU 中有 {} 块闲置：未配置数据并行时一个进程只用一块卡，{}{}",
            total - training,
            rate(now),
            all.map_or_else(String::new, |all| together(now, all))
        ),
        Finding::IdleGpus { total, rate: now, .. } => format!("方案中的 {total} 块 GPU 都在训练，共{}", rate(now)),
        Finding::Lanes { lanes, card, wait } if lanes < card => {
            format!("每块卡为 x{lanes} 而不是 x{card}：GPU 每步因批次传输等待 {}", percent(wait))
        }
        Finding::Lanes { lanes, .. } => format!("每块卡都有完整的 x{lanes}"),
        Finding::Moment { occasion, needed, available, phase: part, layer: place, operator, parts } => {
            let when = match occasion {
                Occasion::Loading => "放入权重后显卡需容纳".to_owned(),
                Occasion::FirstPass => format!("优化器尚无状态时，{}需容纳", of_place(part, place, operator)),
                Occasion::FirstUpdate => "首次调用 optimizer.step() 时创建状态，需容纳".to_owned(),
                Occasion::LaterPasses => format!("从第二步起，{}需容纳", of_place(part, place, operator)),
            };
            let verdict = if needed > available {
                format!("超出 {}", size(needed - available))
            } else {
                format!("还剩 {}", size(available - needed))
            };
            format!("{when} {}，可用 {}：{verdict}；{}", size(needed), size(available), of_parts(&parts))
        }
        Finding::FailsEarlier { expected, seen, short_by } => format!(
            "方案还缺 {}，应在第 {expected} 步失败，而实际到了第 {seen} 步：实际比方案轻，或方案的前提已变；请核对批次、精度与长度",
            size(short_by)
        ),
        Finding::SupposedMemory { supposition, needed, available } => {
            let verdict = if needed > available { "放不下" } else { "也放得下" };
            format!("若{}，显卡需容纳 {}，可用 {}，{verdict}", supposition_text(supposition), size(needed), size(available))
        }
        Finding::LongerSamples { now, longest, limit, tokens } => {
            let unit = if tokens { "个 token" } else { "像素边长" };
            let limit = limit.map_or_else(String::new, |limit| format!("；模型最多接受 {}", count(limit)));
            format!("计划为 {} {unit}，此批次下显卡最多容纳 {}{limit}：一个更长的样本就会中断训练", count(now), count(longest))
        }
        Finding::Fragmentation { reserved, allocated, slack, headroom } => format!(
            "分配器为 {} 的张量预留了 {}，其间 {} 无法用于其他张量；显卡还剩 {}；在 PYTORCH_CUDA_ALLOC_CONF 中设置 expandable_segments:True 可让段增长",
            size(allocated),
            size(reserved),
            size(slack),
            size(headroom)
        ),
        Finding::Evaluation { steps_per_epoch, step, max_batch, headroom } => {
            let when = step.map_or_else(
                || format!("每轮 {} 步", count(steps_per_epoch)),
                |step| format!("第 {} 步，每轮 {} 步", count(step), count(steps_per_epoch)),
            );
            format!(
                "{when}：没有 torch.no_grad() 的评估会像训练一样保存激活值，而显存只剩 {}；评估批次不得超过 {}",
                size(headroom),
                count(max_batch)
            )
        }
        Finding::Leak { headroom, per_step, graph, steps } => {
            let seen = per_step.map_or_else(String::new, |each| format!("；每步遗留 {} 即可解释", exact(each)));
            let kept = if graph == Bytes::ZERO || steps == u64::MAX {
                String::new()
            } else {
                format!("，若每步保留 {} 的计算图，{} 步即满", size(graph), count(steps))
            };
            format!("显卡还剩 {}{kept}{seen}；请累加 loss.item() 而不是 loss", size(headroom))
        }
        Finding::Taken { taken, headroom, display: true } => format!(
            "驱动与桌面占用 {}，训练之外还剩 {}；浏览器每开一页都会多占，且绘图要等训练让出显卡",
            size(taken),
            size(headroom)
        ),
        Finding::Taken { taken, headroom, .. } => {
            format!("方案假定此卡不接显示器：驱动占 {}，训练之外还剩 {}", size(taken), size(headroom))
        }
        Finding::BatchLimit { batch, largest, per_sample, fixed, available } => format!(
            "批次 {}，最大 {}：每个样本增加 {}，与批次无关的部分为 {}，可用 {}",
            count(batch),
            count(largest),
            size(per_sample),
            size(fixed),
            size(available)
        ),
        Finding::HostBatchLimit { largest, largest_on_card, peak, installed } => format!(
            "{} 内存最多容纳批次 {} 的加载队列，显卡容纳 {}；目前占用 {}",
            size(installed),
            count(largest),
            count(largest_on_card),
            size(peak)
        ),
        Finding::Part { part, size: held, share: of } => {
            let what = match part {
                FixedPart::Activations => "激活值（activations，随批次增长）",
                FixedPart::State => "权重、梯度与优化器状态（与批次无关）",
                FixedPart::Temporary => "临时张量（logits、传递中的梯度、优化器副本）",
            };
            format!("{what}在峰值时为 {}，占全部的 {}", size(held), percent(of))
        }
        Finding::BatchGain { larger, rates } => {
            format!("批次 {} 可算{}，当前批次{}：若不能让一步更高效，批次无需增大", count(larger), rate(rates.1), rate(rates.0))
        }
        Finding::Accumulation { global_batch, steps } => format!(
            "一次更新用 {} 个样本、{} 个微步；增加微步即可增大批次，只占一个微步的显存",
            count(global_batch),
            count(steps)
        ),
        Finding::Range { measured, expected, range } => {
            let band = format!("预计{}，同类训练在{}到{}之间", rate(expected), rate(range.0), rate(range.1));
            measured.map_or_else(
                || format!("{band}；填入您的实测速率即可逐一比较"),
                |measured| {
                    if measured > range.1 {
                        return format!(
                            "实测{}，高于范围：{band}；实际运行与方案不同，或步数与样本的计法不同（梯度累积、多卡）",
                            rate(measured)
                        );
                    }
                    let verdict = if measured.get() >= range.0.get() { "在范围内" } else { "低于范围" };
                    format!("实测{}，{verdict}：{band}", rate(measured))
                },
            )
        }
        Finding::SupposedRate { supposition, rate: then, expected, .. } if then.get() > expected.get() * 0.99 => {
            format!("即使{}，速率也与计划相同，{}", supposition_text(supposition), rate(expected))
        }
        Finding::SupposedRate { supposition, rate: then, expected, measured } => format!(
            "若{}，速率为{}，而不是{}{}",
            supposition_text(supposition),
            rate(then),
            rate(expected),
            measured.map_or_else(String::new, |measured| format!("；实测{}", rate(measured)))
        ),
        Finding::Ram { peak, phase: when, installed, missing, paged_per_step, steps } => {
            let when = match when {
                RamPhase::Load => "加载权重时",
                RamPhase::Train => "训练时",
                RamPhase::Save => "保存检查点时",
            };
            let held = format!("{when}需要 {} 内存，已装 {}", size(peak), size(installed));
            if missing == Bytes::ZERO {
                format!("{held}：训练不会换页")
            } else {
                format!(
                    "{held}，还缺 {}：每步经硬盘换页 {}，一步需 {} 而不是 {}，系统其余部分也一起等待",
                    size(missing),
                    size(paged_per_step),
                    measured_time(steps.0, Locale::Zh),
                    measured_time(steps.1, Locale::Zh)
                )
            }
        }
        Finding::Staging { staged, missing, time } => {
            let held = format!("加载或保存时内存中有一份 {} 的权重副本", size(staged));
            if missing == Bytes::ZERO {
                format!("{held}，放得下")
            } else {
                format!("{held}，其中 {} 需换页：每次多花 {}", size(missing), measured_time(time, Locale::Zh))
            }
        }
        Finding::WorkerMemory { workers, size: held, share: of, fitting } => format!(
            "{workers} 个加载进程连同预备的批次占 {}，为内存的 {}{}；共享的 Python 对象会逐渐被复制",
            size(held),
            percent(of),
            fitting.map_or_else(String::new, |fitting| format!("；每卡 {fitting} 个可放下"))
        ),
        Finding::Pinned { size: held, share: of } => {
            format!("锁页内存 {}，为内存的 {}；它永远不能换出", exact(held), percent(of))
        }
        Finding::PageCache { free, data_set, write_back } => format!(
            "训练为 {} 的文件留出 {} 页缓存；这部分看似占用，需要时立即归还；正在写盘的检查点（{}）则不能",
            size(data_set),
            size(free),
            size(write_back)
        ),
        Finding::SharedMemory { spilled, windows: true } if spilled > Bytes::ZERO => format!(
            "显存还缺 {}：Windows 不报错，而是经 PCIe 移到共享内存再移回，一切变得极慢；请把 CUDA 的系统内存回退策略设为“偏好无回退”",
            size(spilled)
        ),
        Finding::SharedMemory { windows: true, .. } => {
            "放不下的显存会被 Windows 移到共享内存而不报错；按估算全部放得下".to_owned()
        }
        Finding::SharedMemory { spilled, .. } if spilled > Bytes::ZERO => {
            format!("显存还缺 {}；在 Linux 上会报错，而不是变慢", size(spilled))
        }
        Finding::SharedMemory { .. } => "显存放得下；接近占满时分配器会反复归还再申请，造成停顿".to_owned(),
        Finding::Threads { busy, threads } => format!("{busy} 个加载与训练进程共用 {threads} 个线程"),
        Finding::Elsewhere(place) => place_text(place, Locale::Zh).to_owned(),
        Finding::OtherCard { .. }
        | Finding::TakenByOthers { .. }
        | Finding::SeenFragmentation { .. }
        | Finding::HeldBesidePlan { .. }
        | Finding::LargerThanTheCard { .. }
        | Finding::RefusedThoughFree { .. }
        | Finding::WorkerQueue { .. }
        | Finding::Resident { .. }
        | Finding::AloneTooLong { .. }
        | Finding::OneProcess => seen::finding(finding, Locale::Zh),
    }
}

fn rate(rate: SamplesPerSecond) -> String {
    format!("每秒 {} 个样本", concise(rate.get()))
}

/// What all GPUs together would do beside what one does.
fn together(now: SamplesPerSecond, all: SamplesPerSecond) -> String {
    if all > now {
        format!("；全部启用可达{}", rate(all))
    } else {
        format!("；全部启用为{}，因为交换梯度比计算更久：请使用梯度累积或增大批次", rate(all))
    }
}

/// An amount that may be a few bytes.
fn exact(bytes: Bytes) -> String {
    if bytes.0 < 1024 { format!("{} 字节", bytes.0) } else { size(bytes) }
}

fn of_place(part: Phase, place: Layer, operator: Option<&str>) -> String {
    let (part, place) = (phase(part, Locale::Zh), layer(place, Locale::Zh));
    match operator {
        Some(operator) => format!("{part}中的 {operator}（{place}）"),
        None => format!("{part}（{place}）"),
    }
}

fn of_parts(parts: &VramParts) -> String {
    let VramParts { parameters, gradients, optimizer_state, activations, temporary, inputs } = *parts;
    let named = [
        ("参数", parameters),
        ("梯度", gradients),
        ("优化器状态", optimizer_state),
        ("激活值", activations),
        ("临时张量", temporary),
        ("输入", inputs),
    ];
    let listed: Vec<String> =
        named.iter().filter(|(_, held)| *held > Bytes::ZERO).map(|(name, held)| format!("{name} {}", size(*held))).collect();
    listed.join("，")
}

const fn supposition_text(supposition: Supposition) -> &'static str {
    match supposition {
        Supposition::NoWorkers => " num_workers=0（PyTorch 默认）",
        Supposition::FullPrecision => "乘法与激活值为 FP32（未进入 autocast）",
        Supposition::EagerAttention => "注意力写出分数矩阵（融合内核不支持该掩码或类型）",
        Supposition::Checkpointing => "每个模块计算两次",
        Supposition::NoCheckpointing => "保留全部激活值",
        Supposition::OneGpu => "只有一块 GPU 工作",
        Supposition::ColdCache => "处于首轮、页缓存为空",
        Supposition::SlowDrive => "数据在机械硬盘上（200 MB/s，每秒 150 次读取）",
        Supposition::SlowDriveAtFirst => "处于首轮、数据在机械硬盘上（200 MB/s，每秒 150 次读取）",
        Supposition::FewCores => "进程只有两个核心（容器或调度器限制）",
        Supposition::FewLanes => "显卡只有四分之一的 PCIe 通道",
        Supposition::HalfClock => " GPU 只有一半频率",
        Supposition::AllWeightsTrain => "基座模型的权重未冻结",
    }
}
