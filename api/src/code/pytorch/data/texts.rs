//! Texts as token ids: for the plain loop, and for the Trainer.

use engine::training::{AttentionMask, Cache};

use crate::code::run::{Origin, Run, Task};
use crate::code::script::{Script, quoted};

/// The class that reads, and the names it needs.
pub(in crate::code) fn write(script: &mut Script, run: Run<'_>) {
    if let Origin::Transformers(repository) = run.origin() {
        script.raw(&format!("TOKENIZER = {}", quoted(repository)));
    } else {
        script.raw("TOKENIZER = None");
        script.note(
            "",
            (
                "Name your tokenizer's repository or folder here; random ids need none.",
                "在此填写分词器的仓库或目录；随机词元不需要。",
            ),
        );
    }
    let has_token_cache = run.training().loader.cache == Cache::Tokens;
    script.gap().gap();
    opening(script, run, has_token_cache);
    prepared(script, run);
    batch(script, run, has_token_cache);
    single(script, run);
    script.gap();
}

fn opening(script: &mut Script, run: Run<'_>, has_token_cache: bool) {
    script.raw("class Samples(Dataset):\n    def __init__(self):");
    script.raw(match run.task() {
        Task::ClassifyText => "        # DATA_DIR holds train.txt: label, tab, text in every line.",
        Task::TextToText => "        # DATA_DIR holds train.txt: text, tab, answer in every line.",
        _ => "        # DATA_DIR holds train.txt: a text in every line.",
    });
    script.raw(
        r#"
        self.starts = None
        if DATA_DIR:
            self.tokenizer = transformers.AutoTokenizer.from_pretrained(TOKENIZER, padding_side="right")
            if self.tokenizer.pad_token is None:
                self.tokenizer.pad_token = self.tokenizer.eos_token
            self.path, self.starts, start = os.path.join(DATA_DIR, "train.txt"), [], 0
            with open(self.path, "rb") as file:
                for line in file:
                    if line.strip():
                        self.starts.append(start)
                    start += len(line)"#,
    );
    if has_token_cache {
        script.line(
            "            self.cached = {}",
            (
                "token ids of all texts in RAM, 4 bytes each: no tokenizing while training",
                "所有文本的词元留在内存，每个 4 字节：训练时不再分词",
            ),
        );
        script.raw(
            r"
            for start in range(0, len(self), 1024):
                for name, rows in self.prepared(range(start, min(start + 1024, len(self)))).items():
                    kept = self.cached.setdefault(name, rows.new_empty(len(self), *rows.shape[1:]))
                    kept[start : start + len(rows)] = rows",
        );
    }
    script
        .gap()
        .raw(&format!("    def __len__(self):\n        return len(self.starts) if self.starts else {}", run.data().samples));
}

/// From lines of the file to rows of token ids.
fn prepared(script: &mut Script, run: Run<'_>) {
    script.gap().raw(
        r#"
    def lines(self, indices):
        with open(self.path, "rb") as file:
            for index in indices:
                file.seek(self.starts[index])
                yield file.readline().decode("utf-8").rstrip("\r\n")

    def tokenized(self, texts, length):"#,
    );
    script.line(
        "        encoded = self.tokenizer(list(texts), truncation=True, padding=\"max_length\", max_length=length, return_tensors=\"pt\")",
        ("every sample has the full length, as the estimate assumes", "每条样本都补到最大长度，与估算一致"),
    );
    script.line(
        "        return encoded[\"input_ids\"].int().masked_fill(encoded[\"attention_mask\"] == 0, -1)",
        ("-1 is padding", "-1 表示填充"),
    );
    script.gap().raw("    def prepared(self, indices):");
    script.raw(match run.task() {
        Task::ClassifyText => {
            "        labels, texts = zip(*(line.split(\"\\t\", 1) for line in self.lines(indices)))\n        return {\"ids\": self.tokenized(texts, SEQUENCE_LENGTH), \"labels\": torch.tensor([int(label) for label in labels])}"
        }
        Task::TextToText => {
            "        texts, answers = zip(*(line.split(\"\\t\", 1) for line in self.lines(indices)))\n        return {\"ids\": self.tokenized(texts, SEQUENCE_LENGTH), \"answers\": self.tokenized(answers, TARGET_LENGTH)}"
        }
        _ => "        return {\"ids\": self.tokenized(self.lines(indices), SEQUENCE_LENGTH)}",
    });
}

/// What the model takes, of as many samples as are asked for.
fn batch(script: &mut Script, run: Run<'_>, has_token_cache: bool) {
    let is_padded = run.training().attention_mask == AttentionMask::Padded;
    let mask_words =
        ("a mask rules the flash kernel out: attention takes more memory", "有掩码时无法使用 flash 内核：注意力占用更多显存");
    script.gap().raw("    def batch(self, indices):\n        if self.starts is None:");
    script.raw(&format!(
        "            batch = {{\"input_ids\": torch.randint({}, (len(indices), SEQUENCE_LENGTH))}}",
        run.vocabulary()
    ));
    if is_padded {
        script.raw("            batch[\"attention_mask\"] = torch.ones_like(batch[\"input_ids\"])");
    }
    script.raw(match run.task() {
        Task::ClassifyText => "            batch[\"labels\"] = torch.tensor([index % NUM_CLASSES for index in indices])",
        Task::TextToText => "            batch[\"labels\"] = batch[\"input_ids\"].new_zeros(len(indices), TARGET_LENGTH)",
        _ => "            batch[\"labels\"] = batch[\"input_ids\"].clone()",
    });
    script.raw("            return batch");
    script.raw(if has_token_cache {
        "        rows = {name: kept[indices] for name, kept in self.cached.items()}"
    } else {
        "        rows = self.prepared(indices)"
    });
    script.raw(
        "        is_padding = rows[\"ids\"] < 0\n        batch = {\"input_ids\": rows[\"ids\"].long().masked_fill(is_padding, self.tokenizer.pad_token_id)}",
    );
    if is_padded {
        script.line("        batch[\"attention_mask\"] = (~is_padding).long()", mask_words);
    }
    script.raw(match run.task() {
        Task::ClassifyText => "        batch[\"labels\"] = rows[\"labels\"]",
        Task::TextToText => "        batch[\"labels\"] = rows[\"answers\"].long().masked_fill(rows[\"answers\"] < 0, -100)",
        Task::MaskedTokens => {
            "        hidden = (torch.rand(is_padding.shape) < 0.15) & ~is_padding\n        batch[\"labels\"] = batch[\"input_ids\"].masked_fill(~hidden, -100)\n        batch[\"input_ids\"] = batch[\"input_ids\"].masked_fill(hidden, self.tokenizer.mask_token_id)"
        }
        _ => "        batch[\"labels\"] = batch[\"input_ids\"].masked_fill(is_padding, -100)",
    });
    script.raw("        return batch");
}

/// How the loader asks for samples.
fn single(script: &mut Script, run: Run<'_>) {
    script.gap().raw(
        "    def __getitem__(self, index):\n        return {name: values[0] for name, values in self.batch([index]).items()}",
    );
    if run.training().loader.batched_preprocessing {
        script.gap().line(
            "    def __getitems__(self, indices):",
            (
                "the loader asks for a whole batch: one call prepares all its texts",
                "加载器一次取整个批次：所有文本在一次调用中准备好",
            ),
        );
        script.raw("        return self.batch(indices)");
        script.gap().gap().raw("def as_it_is(batch):\n    return batch");
    }
}
