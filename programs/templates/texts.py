# % if origin.library == "transformers"
TOKENIZER = {{processor}}
# % else
TOKENIZER = None
## en: Name your tokenizer's repository or folder here; random ids need none.
## zh: 在此填写分词器的仓库或目录；随机 token 不需要。
# % endif

# % if task.name == "prefer-answers"


def is_preference(line):
    try:
        return {"prompt", "chosen", "rejected"} <= json.loads(line).keys()
    except (ValueError, AttributeError):
        return False


# % endif


class Samples(Dataset):
    def __init__(self, folder=None, is_training=True):
        # % if task.name == "classify-text"
        ## en: The folder holds train.txt, and validation.txt where it is evaluated: label, tab, text in every line.
        ## zh: 目录含 train.txt（评估时为 validation.txt），每行为标签、制表符、文本。
        # % elif task.name == "pair-texts"
        ## en: The folder holds train.txt, and validation.txt where it is evaluated: two texts that belong together, a tab between them, in every line.
        ## zh: 目录含 train.txt（评估时为 validation.txt），每行为彼此对应的两条文本，以制表符分隔。
        # % elif task.name == "prefer-answers"
        ## en: The folder holds train.jsonl, and validation.jsonl where it is evaluated: prompt, chosen and rejected in every line, as text or as messages.
        ## zh: 目录含 train.jsonl（评估时为 validation.jsonl），每行含 prompt、chosen 与 rejected，可为文本或消息列表。
        # % elif task.name == "text-to-text"
        ## en: The folder holds train.txt, and validation.txt where it is evaluated: text, tab, answer in every line.
        ## zh: 目录含 train.txt（评估时为 validation.txt），每行为文本、制表符、目标文本。
        # % else
        ## en: The folder holds train.txt, and validation.txt where it is evaluated: a text in every line.
        ## zh: 目录含 train.txt（评估时为 validation.txt），每行为一条文本。
        # % if task.name == "next-token"
        ## en: Or train.bin and validation.bin, which prepare.py makes of them.
        ## zh: 或由 prepare.py 据此生成的 train.bin 与 validation.bin。
        # % endif
        # % endif
        self.starts = None
        # % if task.name == "next-token"
        # en: texts that prepare.py has packed need no tokenizer
        # zh: prepare.py 打包过的文本不再需要分词器
        packed = os.path.join(folder or "", "train.bin" if is_training else "validation.bin")
        self.packed = packed if folder and os.path.exists(packed) else None
        if self.packed:
            with open(f"{packed}.json", encoding="utf-8") as file:
                tokenizer = json.load(file)["tokenizer"]
            texts = packed.replace(".bin", ".txt")
            if tokenizer != TOKENIZER or os.path.exists(texts) and os.path.getmtime(texts) > os.path.getmtime(packed):
                raise SystemExit(f"{packed} was packed for {tokenizer} before {texts} changed, or for another model: run prepare.py again")
            return
        # % endif
        if folder:
            self.tokenizer = transformers.AutoTokenizer.from_pretrained(TOKENIZER, padding_side="right")
            if self.tokenizer.pad_token is None:
                self.tokenizer.pad_token = self.tokenizer.eos_token
            # % if task.name == "prefer-answers"
            self.path, self.starts, start = os.path.join(folder, "train.jsonl" if is_training else "validation.jsonl"), [], 0
            # % else
            self.path, self.starts, start = os.path.join(folder, "train.txt" if is_training else "validation.txt"), [], 0
            # % endif
            with open(self.path, "rb") as file:
                # % if task.name == "classify-text"
                for number, line in enumerate(file, 1):
                    label, tab, _ = line.partition(b"\t")
                    if line.strip() and not (tab and label.isdigit() and int(label) < NUM_CLASSES):
                        raise SystemExit(f"{self.path}, line {number}: not a label from 0 to {NUM_CLASSES - 1}, a tab and a text")
                    # % elif task.name in ["text-to-text", "pair-texts"]
                for number, line in enumerate(file, 1):
                    if line.strip() and b"\t" not in line:
                        raise SystemExit(f"{self.path}, line {number}: not two texts with a tab between them")
                    # % elif task.name == "prefer-answers"
                for number, line in enumerate(file, 1):
                    if line.strip() and not is_preference(line):
                        raise SystemExit(f"{self.path}, line {number}: not an object with prompt, chosen and rejected")
                    # % else
                for line in file:
                    # % endif
                    if line.strip():
                        self.starts.append(start)
                    start += len(line)
            # % if loader.cache == "tokens"
            # en: token ids of all texts in RAM, 4 bytes each: no tokenizing while training
            # zh: 所有文本的 token 留在内存，每个 4 字节：训练时不再分词
            self.cached = {}
            for start in range(0, len(self), 1024):
                for name, rows in self.prepared(range(start, min(start + 1024, len(self)))).items():
                    kept = self.cached.setdefault(name, rows.new_empty(len(self), *rows.shape[1:]))
                    kept[start : start + len(rows)] = rows

    # % endif

    def __len__(self):
        # % if task.name == "next-token"
        if self.packed:
            return os.path.getsize(self.packed) // (4 * SEQUENCE_LENGTH)
        # % endif
        return len(self.starts) if self.starts is not None else {{data.samples}}

    def lines(self, indices):
        with open(self.path, "rb") as file:
            for index in indices:
                file.seek(self.starts[index])
                yield file.readline().decode("utf-8").rstrip("\r\n")

    def tokenized(self, texts, length):
        # en: every sample has the full length, as the estimate assumes
        # zh: 每条样本都补到最大长度，与估算一致
        encoded = self.tokenizer(list(texts), truncation=True, padding="max_length", max_length=length, return_tensors="pt")
        # en: -1 is padding
        # zh: -1 表示填充
        return encoded["input_ids"].int().masked_fill(encoded["attention_mask"] == 0, -1)

    def prepared(self, indices):
        # % if task.name == "classify-text"
        labels, texts = zip(*(line.split("\t", 1) for line in self.lines(indices)))
        return {"ids": self.tokenized(texts, SEQUENCE_LENGTH), "labels": torch.tensor([int(label) for label in labels])}
        # % elif task.name == "pair-texts"
        pairs = zip(*(line.split("\t", 1) for line in self.lines(indices)))
        return {"ids": torch.stack([self.tokenized(texts, SEQUENCE_LENGTH) for texts in pairs], 1)}
        # % elif task.name == "prefer-answers"
        rows, lengths = [], []
        for line in self.lines(indices):
            sample = json.loads(line)
            asked, answers = self.asked(sample["prompt"]), [self.said(sample[name]) for name in ("chosen", "rejected")]
            # en: of a question that is too long its end stays, and half of the length is the answers'
            # zh: 问题过长时保留其末尾，至少一半长度留给回答
            kept = max(SEQUENCE_LENGTH // 2, SEQUENCE_LENGTH - max(map(len, answers)))
            asked = asked[max(len(asked) - kept, 0) :]
            whole = [(asked + answer)[:SEQUENCE_LENGTH] for answer in answers]
            rows.append([ids + [-1] * (SEQUENCE_LENGTH - len(ids)) for ids in whole])
            lengths.append(len(asked))
        return {"ids": torch.tensor(rows, dtype=torch.int32), "asked": torch.tensor(lengths)}
        # % elif task.name == "text-to-text"
        texts, answers = zip(*(line.split("\t", 1) for line in self.lines(indices)))
        return {"ids": self.tokenized(texts, SEQUENCE_LENGTH), "answers": self.tokenized(answers, TARGET_LENGTH)}
        # % else
        return {"ids": self.tokenized(self.lines(indices), SEQUENCE_LENGTH)}

    # % endif

    # % if task.name == "prefer-answers"
    def asked(self, prompt):
        if isinstance(prompt, str):
            return self.tokenizer(prompt)["input_ids"]
        # en: messages are written as the model's template has them
        # zh: 消息按模型自带的对话模板写出
        text = self.tokenizer.apply_chat_template(prompt, tokenize=False, add_generation_prompt=True)
        return self.tokenizer(text, add_special_tokens=False)["input_ids"]

    def said(self, answer):
        text = answer if isinstance(answer, str) else answer[-1]["content"]
        return self.tokenizer(f"{text}{self.tokenizer.eos_token}", add_special_tokens=False)["input_ids"]

    # % endif
    # % if is_plain_loop and loader.batched_preprocessing
    # en: whole batches of texts of like length, in no order but that the longest comes first: what it needs shows at once
    # zh: 每批由长度相近的文本组成，批次顺序随机，但最长的排在最前：所需显存立即显现
    def by_length(self, order):
        ends = self.starts[1:] + [os.path.getsize(self.path)]
        lengths = [end - start for start, end in zip(self.starts, ends)]
        # en: a whole update's texts stay together, however it is divided
        # zh: 一次更新的文本保持同组，与如何拆分无关
        size = MICRO_BATCH_SIZE * GRADIENT_ACCUMULATION_STEPS
        batches, stretch = [], 64 * size
        for start in range(0, len(order), stretch):
            texts = sorted(order[start : start + stretch], key=lengths.__getitem__, reverse=True)
            cut = [texts[at : at + size] for at in range(0, len(texts) - size + 1, size)]
            shuffled = torch.randperm(len(cut), generator=torch.Generator().manual_seed(order[start] + SEED))
            batches += [cut[place] for place in shuffled]
        longest = max(lengths[index] for index in order)
        batches.sort(key=lambda texts: lengths[texts[0]] < longest)
        return list(itertools.chain.from_iterable(batches))

    # % endif
    # % if is_plain_loop and loader.batched_preprocessing
    def without_padding(self, rows):
        # en: in steps of 8, which tensor cores like
        # zh: 按张量核心偏好的 8 取整
        longest = -(-(rows >= 0).sum(-1).max().item() // 8) * 8
        return rows[..., :longest]

    # % endif
    # % if task.name == "next-token"
    def of_packed(self, indices):
        ids = []
        with open(self.packed, "rb") as file:
            for index in indices:
                # en: token ids of 4 bytes, one after the other
                # zh: 逐个存放的 token，每个 4 字节
                file.seek(4 * SEQUENCE_LENGTH * index)
                ids.append(torch.frombuffer(bytearray(file.read(4 * SEQUENCE_LENGTH)), dtype=torch.int32))
        return torch.stack(ids).long()

    # % endif
    def batch(self, indices):
        # % if task.name == "next-token"
        if self.packed:
            ids = self.of_packed(indices)
            # % if training.attention_mask == "padded"
            return {"input_ids": ids, "labels": ids.clone(), "attention_mask": torch.ones_like(ids)}
            # % else
            return {"input_ids": ids, "labels": ids.clone()}
        # % endif
        # % endif
        if self.starts is None:
            # % if task.name in ["pair-texts", "prefer-answers"]
            batch = {"input_ids": torch.randint({{vocabulary}}, (len(indices), 2, SEQUENCE_LENGTH))}
            # % else
            batch = {"input_ids": torch.randint({{vocabulary}}, (len(indices), SEQUENCE_LENGTH))}
            # % endif
            # % if training.attention_mask == "padded" or task.name == "pair-texts"
            batch["attention_mask"] = torch.ones_like(batch["input_ids"])
            # % endif
            # % if task.name == "classify-text"
            batch["labels"] = torch.tensor([index % NUM_CLASSES for index in indices])
            # % elif task.name == "text-to-text"
            batch["labels"] = batch["input_ids"].new_zeros(len(indices), TARGET_LENGTH)
            # % elif task.name != "pair-texts"
            batch["labels"] = batch["input_ids"].clone()
            # % endif
            return batch
        # % if loader.cache == "tokens"
        rows = {name: kept[indices] for name, kept in self.cached.items()}
        # % else
        rows = self.prepared(indices)
        # % endif
        # % if is_plain_loop and loader.batched_preprocessing
        if BY_LENGTH:
            rows = {name: self.without_padding(values) if values.ndim > 1 else values for name, values in rows.items()}
        # % endif
        is_padding = rows["ids"] < 0
        batch = {"input_ids": rows["ids"].long().masked_fill(is_padding, self.tokenizer.pad_token_id)}
        # % if training.attention_mask != "padded" and task.name not in ["next-token", "prefer-answers"]
        # en: these models look both ways: without a mask they would read the padding. The library drops it where all texts have full length, as the estimate takes them to
        # zh: 此类模型双向读取：没有掩码就会读入填充。文本全为满长时（估算即如此）库会自动略去掩码
        batch["attention_mask"] = (~is_padding).long()
        # % endif
        # % if training.attention_mask == "padded"
        # en: a mask rules the flash kernel out: attention takes more memory
        # zh: 有掩码时无法使用 flash 内核：注意力占用更多显存
        batch["attention_mask"] = (~is_padding).long()
        # % endif
        # % if task.name == "classify-text"
        batch["labels"] = rows["labels"]
        # % elif task.name == "text-to-text"
        batch["labels"] = rows["answers"].long().masked_fill(rows["answers"] < 0, -100)
        # % elif task.name == "masked-tokens"
        hidden = (torch.rand(is_padding.shape) < 0.15) & ~is_padding
        batch["labels"] = batch["input_ids"].masked_fill(~hidden, -100)
        batch["input_ids"] = batch["input_ids"].masked_fill(hidden, self.tokenizer.mask_token_id)
        # % elif task.name == "prefer-answers"
        places = torch.arange(is_padding.size(-1))
        # en: only answers are learned, not what was asked
        # zh: 只学习回答部分，不学习问题本身
        batch["labels"] = batch["input_ids"].masked_fill(is_padding | (places < rows["asked"][:, None, None]), -100)
        # % elif task.name != "pair-texts"
        batch["labels"] = batch["input_ids"].masked_fill(is_padding, -100)
        # % endif
        return batch

    def __getitem__(self, index):
        return {name: values[0] for name, values in self.batch([index]).items()}

    # % if loader.batched_preprocessing

    # en: the loader asks for a whole batch: one call prepares all its texts
    # zh: 加载器一次取整个批次：所有文本在一次调用中准备好
    def __getitems__(self, indices):
        return self.batch(indices)


def as_it_is(batch):
    return batch


# % endif
