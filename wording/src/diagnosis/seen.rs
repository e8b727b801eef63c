//! What was found in the run's own messages, beside its plan.

use engine::diagnosis::{Alone, Finding};
use engine::units::Bytes;
use wire::locale::Locale;

use crate::format::{count, measured_time, size};

/// A sentence without full stop; empty for findings that have none of the run's own figures.
#[expect(clippy::too_many_lines, reason = "one arm a finding, in both languages")]
pub(super) fn finding(finding: &Finding, locale: Locale) -> String {
    let say = |en: String, zh: String| if locale == Locale::En { en } else { zh };
    match *finding {
        Finding::OtherCard { seen, planned } => {
            let (seen, planned) = (size(seen), size(planned));
            say(
                format!("the message tells of a card of {seen}, the plan of one of {planned}"),
                format!("报错中的显卡为 {seen}，方案中的为 {planned}"),
            )
        }
        Finding::TakenByOthers { others: Bytes::ZERO, .. } => {
            say("no other process holds memory of the card".to_owned(), "没有其他进程占用显存".to_owned())
        }
        Finding::TakenByOthers { others, requested, free } => {
            let asked = if requested > Bytes::ZERO {
                say(
                    format!(": {} were asked for and {} free", size(requested), size(free)),
                    format!("：申请 {}，空闲 {}", size(requested), size(free)),
                )
            } else {
                String::new()
            };
            say(
                format!("other processes hold {} of the card{asked}; end them, or choose another card", size(others)),
                format!("其他进程占用显存 {}{asked}；请结束它们或换一块卡", size(others)),
            )
        }
        Finding::SeenFragmentation { unallocated, requested, .. } if unallocated < requested => {
            let [unallocated, requested] = [unallocated, requested].map(size);
            say(
                format!("{unallocated} are reserved and not in use, less than the {requested} that were asked for"),
                format!("已预留但未使用的为 {unallocated}，少于申请的 {requested}"),
            )
        }
        Finding::SeenFragmentation { unallocated, allocated, requested } => {
            let [unallocated, allocated, requested] = [unallocated, allocated, requested].map(size);
            say(
                format!(
                    "{unallocated} are reserved and not in use, in pieces between tensors of {allocated}, and {requested} were asked for in one; PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True lets segments grow"
                ),
                format!(
                    "已预留但未使用的 {unallocated} 散布在 {allocated} 的张量之间，而一次申请了 {requested}；设置 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True 可让段增长"
                ),
            )
        }
        Finding::HeldBesidePlan { held, planned, high } => held_beside_plan(held, planned, high, locale),
        Finding::LargerThanTheCard { requested, capacity } => {
            let (requested, capacity) = (size(requested), size(capacity));
            say(
                format!(
                    "{requested} were asked for at once, and the whole card has {capacity}: scores of attention that is not fused, logits of a long text, or a batch meant for another card"
                ),
                format!(
                    "一次申请 {requested}，而整块显卡只有 {capacity}：未融合注意力的分数、长文本的 logits，或为其他显卡设置的批次"
                ),
            )
        }
        Finding::RefusedThoughFree { requested, free } => {
            let (asked, left) = (size(requested), size(free));
            if free > requested {
                say(
                    format!(
                        "{asked} were refused although {left} were free: a limit of the framework (set_per_process_memory_fraction), of the container, or of a part of the card (MIG)"
                    ),
                    format!(
                        "空闲 {left}，申请 {asked} 却被拒绝：受框架（set_per_process_memory_fraction）、容器或显卡分区（MIG）的限制"
                    ),
                )
            } else {
                say(
                    format!("{asked} were asked for and {left} were free: no limit is needed to refuse that"),
                    format!("申请 {asked}，空闲 {left}：无需任何限制也会被拒绝"),
                )
            }
        }
        Finding::WorkerQueue { workers, size: held, container, system } => {
            let (held, container, system) = (size(held), size(container), size(system));
            say(
                format!(
                    "the batches that {} workers keep ready take {held} of /dev/shm: a container has {container} unless it asks for more, a system {system}",
                    count(workers)
                ),
                format!("{} 个工作进程预备的批次占用 /dev/shm {held}：容器默认只有 {container}，系统为 {system}", count(workers)),
            )
        }
        Finding::Resident { resident, planned, installed } => {
            let (resident, planned, installed) = (size(resident), size(planned), size(installed));
            say(
                format!("the process held {resident} when it was ended; the plan's peak is {planned} of {installed}"),
                format!("进程被结束时占用内存 {resident}；方案的峰值为 {planned}，共 {installed}"),
            )
        }
        Finding::AloneTooLong { what, time, timeout } => {
            let (time, timeout) = (measured_time(time, locale), measured_time(timeout, locale));
            match what {
                Alone::Step => say(
                    format!("a step takes {time} as planned, and the processes give up after {timeout}"),
                    format!("按方案一步需 {time}，各进程等待 {timeout} 后放弃"),
                ),
                Alone::Save => say(
                    format!(
                        "writing a checkpoint takes {time} as planned, and the processes give up after {timeout}: init_process_group(timeout=...) gives them longer"
                    ),
                    format!(
                        "按方案写一次检查点需 {time}，各进程等待 {timeout} 后放弃：可用 init_process_group(timeout=...) 延长"
                    ),
                ),
            }
        }
        Finding::OneProcess => say(
            "the plan trains on one card, where nothing waits for other processes: the run is another than the plan".to_owned(),
            "方案只用一块卡训练，不会等待其他进程：实际运行与方案不同".to_owned(),
        ),
        _ => String::new(),
    }
}

fn held_beside_plan(held: Bytes, planned: Bytes, high: Bytes, locale: Locale) -> String {
    let [held_text, planned_text, high_text] = [held, planned, high].map(size);
    let say = |en: String, zh: String| if locale == Locale::En { en } else { zh };
    if held > high {
        return say(
            format!(
                "tensors and the request come to {held_text}, the plan to {planned_text} ({high_text} at most): batch, length, precision or checkpointing differ from it, or something grew"
            ),
            format!(
                "张量与所申请的合计 {held_text}，方案为 {planned_text}（最多 {high_text}）：批次、长度、精度或激活检查点与方案不同，或有内容在增长"
            ),
        );
    }
    say(
        format!(
            "tensors and the request come to {held_text}, no more than the plan's peak of {planned_text} ({high_text} at most)"
        ),
        format!("张量与所申请的合计 {held_text}，未超过方案的峰值 {planned_text}（最多 {high_text}）"),
    )
}
