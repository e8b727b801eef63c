//! Samples for the Trainer, and a loss of its own where the plan has one.

use engine::training::{AttentionMask, LossLogits};

use crate::code::run::{Run, Task};
use crate::code::script::Script;

/// Random samples of the right size; whoever has data puts them here.
pub(super) fn samples(script: &mut Script, run: Run<'_>) {
    let vocabulary = run.vocabulary();
    script.gap().note(
        "",
        (
            "Random samples of full length, to measure with; put a tokenized datasets.Dataset in their place.",
            "满长度的随机样本，用于测量；请换成已分词的 datasets.Dataset。",
        ),
    );
    script.raw(&format!(
        "class Samples(torch.utils.data.Dataset):\n    def __len__(self):\n        return {}\n\n    def __getitem__(self, index):\n        ids = torch.randint({vocabulary}, (SEQUENCE_LENGTH,))",
        run.data().samples
    ));
    let labels = match run.task() {
        Task::ClassifyText => format!("index % {}", run.data().num_classes),
        Task::TextToText => "ids.new_zeros(TARGET_LENGTH)".to_owned(),
        _ => "ids".to_owned(),
    };
    if run.training().attention_mask == AttentionMask::Padded {
        script.line(
            format!("        return {{\"input_ids\": ids, \"attention_mask\": torch.ones_like(ids), \"labels\": {labels}}}"),
            ("a mask rules the flash kernel out: attention takes more memory", "有掩码时无法使用 flash 内核：注意力占用更多显存"),
        );
    } else {
        script.raw(&format!("        return {{\"input_ids\": ids, \"labels\": {labels}}}"));
    }
    script.gap();
}

pub(super) fn loss(script: &mut Script, run: Run<'_>) {
    if run.task() != Task::NextToken {
        return;
    }
    match run.training().loss_logits {
        LossLogits::Upcast | LossLogits::Chunked => {}
        LossLogits::UpcastShiftedCopy => {
            script.gap().note(
                "",
                (
                    "The shifted copy of FP32 logits was made by transformers before 4.46; this Trainer only makes the FP32 copy and needs less than the estimate.",
                    "FP32 logits 的移位副本出现在 transformers 4.46 之前；此 Trainer 只有 FP32 副本，所需少于估算。",
                ),
            );
        }
        LossLogits::LowPrecision => {
            script.gap().raw("def compute_loss(outputs, labels, num_items_in_batch=None):");
            script.line(
                "    logits = outputs.logits[:, :-1].flatten(0, 1)",
                ("kept in 16 bits: no FP32 copy of tokens x vocabulary", "保持 16 位：没有“词元 × 词表”的 FP32 副本"),
            );
            script.raw(
                "    total = torch.nn.functional.cross_entropy(logits, labels[:, 1:].flatten(), ignore_index=-100, reduction=\"sum\")\n    return total / (num_items_in_batch if num_items_in_batch is not None else max(labels[:, 1:].numel(), 1))",
            );
            script.gap();
        }
    }
}
