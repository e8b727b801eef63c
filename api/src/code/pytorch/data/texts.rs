//! Texts as token ids.

use engine::training::{AttentionMask, Cache};

use crate::code::run::{Origin, Run, Task};
use crate::code::script::Script;

pub(super) fn write(script: &mut Script, run: Run<'_>) {
    let training = run.training();
    let is_padded = training.attention_mask == AttentionMask::Padded;
    let vocabulary = run.vocabulary();
    let Some(tokenizer) = (match run.origin() {
        Origin::Transformers(repository) => Some(repository),
        _ => None,
    }) else {
        script.raw("TOKENIZER = None");
        script.note(
            "",
            (
                "Name your tokenizer's repository or folder here; random ids need none.",
                "在此填写分词器的仓库或目录；随机词元不需要。",
            ),
        );
        return texts_of(script, run, vocabulary, is_padded);
    };
    script.raw(&format!("TOKENIZER = {}", crate::code::script::quoted(tokenizer)));
    texts_of(script, run, vocabulary, is_padded);
}

fn texts_of(script: &mut Script, run: Run<'_>, vocabulary: u64, is_padded: bool) {
    let has_token_cache = run.training().loader.cache == Cache::Tokens;
    script.gap().gap().raw("class Samples(Dataset):\n    def __init__(self):");
    script.raw(match run.task() {
        Task::ClassifyText => "        # DATA_DIR holds train.txt: label, tab, text in every line.",
        Task::TextToText => "        # DATA_DIR holds train.txt: text, tab, answer in every line.",
        _ => "        # DATA_DIR holds train.txt: a text in every line.",
    });
    script.raw(
        r#"
        self.lines = None
        if DATA_DIR:
            self.tokenizer = transformers.AutoTokenizer.from_pretrained(TOKENIZER)
            if self.tokenizer.pad_token is None:
                self.tokenizer.pad_token = self.tokenizer.eos_token
            with open(os.path.join(DATA_DIR, "train.txt"), encoding="utf-8") as file:
                self.lines = [line.rstrip("\n") for line in file if line.strip()]"#,
    );
    if has_token_cache {
        script.line(
            "            self.samples = [self.tokenized(line) for line in self.lines]",
            ("token ids of all texts in RAM: no tokenizing while training", "所有文本的词元留在内存：训练时不再分词"),
        );
    }
    script
        .gap()
        .raw(&format!("    def __len__(self):\n        return len(self.lines) if self.lines else {}", run.data().samples));
    script.gap().raw("    def __getitem__(self, index):\n        if self.lines is None:");
    script.raw(&format!("            sample = {{\"input_ids\": torch.randint({vocabulary}, (SEQUENCE_LENGTH,))}}"));
    if is_padded {
        script.line(
            "            sample[\"attention_mask\"] = torch.ones(SEQUENCE_LENGTH, dtype=torch.long)",
            ("a mask rules the flash kernel out: attention takes more memory", "有掩码时无法使用 flash 内核：注意力占用更多显存"),
        );
    }
    script.raw(match run.task() {
        Task::ClassifyText => "            sample[\"labels\"] = torch.tensor(index % NUM_CLASSES)",
        Task::TextToText => "            sample[\"labels\"] = sample[\"input_ids\"].new_zeros(TARGET_LENGTH)",
        _ => "            sample[\"labels\"] = sample[\"input_ids\"].clone()",
    });
    script.raw("            return sample");
    script.raw(if has_token_cache {
        "        return self.samples[index]"
    } else {
        "        return self.tokenized(self.lines[index])"
    });
    script.gap().raw("    def tokenized(self, line):");
    script.raw(match run.task() {
        Task::ClassifyText => "        label, text = line.split(\"\\t\", 1)",
        Task::TextToText => "        text, answer = line.split(\"\\t\", 1)",
        _ => "        text = line",
    });
    script.line(
        "        encoded = self.tokenizer(text, truncation=True, padding=\"max_length\", max_length=SEQUENCE_LENGTH, return_tensors=\"pt\")",
        ("every sample has the full length, as the estimate assumes", "每条样本都补到最大长度，与估算一致"),
    );
    script.raw("        sample = {\"input_ids\": encoded[\"input_ids\"][0]}");
    if is_padded {
        script.raw("        sample[\"attention_mask\"] = encoded[\"attention_mask\"][0]");
    }
    script.raw("        is_padding = encoded[\"attention_mask\"][0] == 0");
    script.raw(match run.task() {
        Task::ClassifyText => "        sample[\"labels\"] = torch.tensor(int(label))",
        Task::TextToText => {
            "        target = self.tokenizer(answer, truncation=True, padding=\"max_length\", max_length=TARGET_LENGTH, return_tensors=\"pt\")\n        sample[\"labels\"] = target[\"input_ids\"][0].masked_fill(target[\"attention_mask\"][0] == 0, -100)"
        }
        Task::MaskedTokens => {
            "        hidden = (torch.rand(SEQUENCE_LENGTH) < 0.15) & ~is_padding\n        sample[\"labels\"] = sample[\"input_ids\"].masked_fill(~hidden, -100)\n        sample[\"input_ids\"] = sample[\"input_ids\"].masked_fill(hidden, self.tokenizer.mask_token_id)"
        }
        _ => "        sample[\"labels\"] = sample[\"input_ids\"].masked_fill(is_padding, -100)",
    });
    script.raw("        return sample");
    super::ram_note(script, run);
    script.gap();
}
