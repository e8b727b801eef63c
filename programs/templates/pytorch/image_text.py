# % if origin.library == "configuration"
# en: folder of your model, with its processor
# zh: 您的模型所在目录，含处理器
PROCESSOR = os.environ.get("MODEL_DIR")
# % else
# en: repository or folder of the processor that goes with the weights
# zh: 与权重配套的处理器的仓库或目录
PROCESSOR = {{processor}}
# % endif
# en: pictures of a sample, at most: their tokens are part of the sequence
# zh: 每条样本最多的图片数：图片 token 计入序列长度
IMAGES_PER_SAMPLE = {{image_text.images}}
# % if image_text.come_as == "grid"
# en: larger pictures are shrunk to so many pixels, as the estimate takes all to have
# zh: 更大的图片会缩小到这一像素数，估算即按此计
MAX_PIXELS = {{image_text.max_pixels}}
# % elif image_text.come_as == "sizes"
# en: larger pictures are shrunk to no more tokens than these, line breaks aside, as the estimate takes all to have
# zh: 更大的图片会缩小到不超过这一 token 数（不含换行），估算即按此计
MAX_TOKENS = {{image_text.rows * image_text.columns // image_text.square}}
# en: what stands before every question; where nothing does, the model's template puts in words of its own, long and of the day
# zh: 每个问题之前的系统提示；若不给出，模型模板会插入自带的长提示，且含当天日期
SYSTEM_PROMPT = ""
# % endif
# % if image_text.come_as != "one-size"
# en: rows and columns of patches of a random picture
# zh: 随机图片的图块行数与列数
GRID = ({{image_text.rows}}, {{image_text.columns}})
# % endif


class Samples(Dataset):
    def __init__(self, folder=None, is_training=True):
        ## en: The folder holds train.jsonl, and validation.jsonl where it is evaluated: images, prompt and answer in every line; images are files in the folder.
        ## zh: 目录含 train.jsonl（评估时为 validation.jsonl），每行含 images、prompt 与 answer；images 为目录内的图片文件。
        self.folder, self.starts, start = folder, None, 0
        if not folder:
            # % if origin.library == "configuration"
            self.config = describe_model()
            # % else
            self.config = transformers.AutoConfig.from_pretrained({{origin.name}})
            # % endif
            return
        # % if origin.library == "configuration"
        if not PROCESSOR:
            raise SystemExit("MODEL_DIR must name the folder with the model's processor")
        # % endif
        self.processor = transformers.AutoProcessor.from_pretrained(PROCESSOR)
        # % if image_text.come_as == "grid"
        self.processor.image_processor.size["longest_edge"] = MAX_PIXELS
        # % endif
        self.path, self.starts, wrong = os.path.join(folder, "train.jsonl" if is_training else "validation.jsonl"), [], []
        with open(self.path, "rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    self.starts.append(start)
                    fault = self.fault(line)
                    if fault:
                        wrong.append(f"line {number}: {fault}")
                start += len(line)
        # en: before the first step: nothing stops a run that has begun
        # zh: 在首步之前检查：不会中断已开始的训练
        if wrong:
            raise SystemExit("\n".join([f"{self.path}: {len(wrong)} of {len(self.starts)} samples cannot be trained on", *wrong[:20]]))

    def fault(self, line):
        try:
            sample = json.loads(line)
            images = sample["images"]
            if not isinstance(sample["prompt"], str) or not isinstance(sample["answer"], str):
                return "prompt and answer must be texts"
        except (ValueError, TypeError, KeyError):
            return "not an object with images, prompt and answer"
        if not isinstance(images, list) or not 1 <= len(images) <= IMAGES_PER_SAMPLE:
            return f"images must be a list of 1 to {IMAGES_PER_SAMPLE} files"
        lacking = [name for name in images if not os.path.isfile(os.path.join(self.folder, str(name)))]
        if lacking:
            return f"no file {lacking[0]}"
        try:
            length = self.length(images, sample["prompt"])
        except (OSError, ValueError) as error:
            return str(error)
        if length >= SEQUENCE_LENGTH:
            return f"pictures and prompt are {length} tokens, and SEQUENCE_LENGTH is {SEQUENCE_LENGTH}"
        return None

    def length(self, images, prompt):
        asked, place = self.asked(images, prompt), self.processor.image_token
        if asked.count(place) != len(images):
            raise ValueError(f"the prompt has {place} in it, which stands for a picture")
        # % if image_text.come_as == "sizes"
        length = len(self.words(asked))
        for name in images:
            columns, rows = self.tokens(self.fitted(self.opened(name).size))
            if not columns or not rows:
                raise ValueError(f"{name} is too narrow for the model's processor")
            # en: a break or the end after each row
            # zh: 每行之后有换行或结束标记
            length += rows * (columns + 1) - 1
        return length
        # % elif image_text.come_as == "grid"
        processor, length = self.processor.image_processor, len(self.words(asked))
        for name in images:
            # en: as the model's own processor cuts them, without decoding
            # zh: 按模型自带处理器的方式切分，无需解码
            width, height = self.opened(name).size
            length += processor.get_number_of_image_patches(height, width, {}) // processor.merge_size**2 - 1
        return length
        # % else
        return len(self.words(asked.replace(place, self.processor.full_image_sequence)))

    # % endif
    def opened(self, name):
        return PIL.ImageOps.exif_transpose(PIL.Image.open(os.path.join(self.folder, name)))

    # % if image_text.come_as == "sizes"
    def side(self):
        return self.processor.patch_size * self.processor.spatial_merge_size

    # en: as the model's own processor shrinks and cuts a picture
    # zh: 与模型自带处理器缩放、切分图片的方式一致
    def tokens(self, size):
        ratio = max(1, max(size) / self.processor.image_processor.size["longest_edge"])
        return [math.ceil(math.floor(edge / ratio) / self.side()) for edge in size]

    # en: size of a picture that becomes no more tokens than planned
    # zh: 图片的目标尺寸，token 数不超过计划
    def fitted(self, size):
        side = self.side()
        if math.prod(math.ceil(edge / side) for edge in size) <= MAX_TOKENS:
            return size
        scale = (MAX_TOKENS / math.prod(size)) ** 0.5
        columns, rows = (max(1, min(MAX_TOKENS, int(edge * scale))) for edge in size)
        return columns * side, min(rows, MAX_TOKENS // columns) * side

    # % endif
    # en: the question is written as the model's template has it
    # zh: 问题按模型自带的对话模板写出
    def asked(self, images, prompt):
        said = [{"type": "image"} for _ in images] + [{"type": "text", "text": prompt}]
        turns = [{"role": "user", "content": said}]
        # % if image_text.come_as == "sizes"
        turns.insert(0, {"role": "system", "content": SYSTEM_PROMPT})
        # % endif
        return self.processor.apply_chat_template(turns, tokenize=False, add_generation_prompt=True)

    # en: a template may have begun the text already
    # zh: 模板可能已写出起始 token
    def needs_marks(self, asked):
        mark = self.processor.tokenizer.bos_token
        return not (mark and asked.startswith(mark))

    def words(self, asked):
        return self.processor.tokenizer(asked, add_special_tokens=self.needs_marks(asked))["input_ids"]

    def __len__(self):
        return len(self.starts) if self.starts is not None else {{data.samples}}

    def random(self):
        # % if image_text.come_as != "one-size"
        features = GRID[0] * GRID[1] // {{image_text.square}}
        # % else
        features, side = self.config.mm_tokens_per_image, self.config.vision_config.image_size
        # % endif
        words = torch.randint({{vocabulary}}, (SEQUENCE_LENGTH,))
        # en: a picture's token stands for nothing else
        # zh: 图片 token 不作他用
        words = words.masked_fill(words == self.config.image_token_id, 0)
        kinds = torch.zeros_like(words)
        for place in range(IMAGES_PER_SAMPLE):
            begin = 1 + place * (features + 1)
            words[begin : begin + features] = self.config.image_token_id
            kinds[begin : begin + features] = 1
        # % if image_text.kinds
        places = {"input_ids": words, "labels": words.masked_fill(kinds == 1, -100), "{{image_text.kinds|bare}}": kinds}
        # % else
        places = {"input_ids": words, "labels": words.masked_fill(kinds == 1, -100)}
        # % endif
        # % if image_text.come_as == "sizes"
        height, width = (edge * self.config.vision_config.patch_size for edge in GRID)
        sizes = torch.tensor([[height, width]] * IMAGES_PER_SAMPLE)
        return places | {"pixel_values": torch.randn(IMAGES_PER_SAMPLE, 3, height, width), "image_sizes": sizes}
        # % elif image_text.come_as == "grid"
        pixels = torch.randn(IMAGES_PER_SAMPLE * GRID[0] * GRID[1], {{image_text.values}})
        return places | {"pixel_values": pixels, "image_grid_thw": torch.tensor([[1, *GRID]] * IMAGES_PER_SAMPLE)}
        # % else
        return places | {"pixel_values": torch.randn(IMAGES_PER_SAMPLE, 3, side, side)}

    # % endif
    def read(self, index):
        with open(self.path, "rb") as file:
            file.seek(self.starts[index])
            sample = json.loads(file.readline())
        images = [self.opened(name).convert("RGB") for name in sample["images"]]
        # % if image_text.come_as == "sizes"
        images = [image.resize(self.fitted(image.size)) for image in images]
        # % endif
        asked = self.asked(images, sample["prompt"])
        read = self.processor(text=[asked], images=[images], add_special_tokens=self.needs_marks(asked), return_tensors="pt")
        tokenizer = self.processor.tokenizer
        answer = tokenizer(f"{sample['answer']}{tokenizer.eos_token}", add_special_tokens=False)["input_ids"]
        length = read["input_ids"].size(1)
        answer = torch.tensor(answer[: SEQUENCE_LENGTH - length])
        # en: every sample has the full length, as the estimate assumes; only answers are learned
        # zh: 每条样本都补到最大长度，与估算一致；只学习回答部分
        ids = torch.full((SEQUENCE_LENGTH,), tokenizer.pad_token_id)
        ids[:length], ids[length : length + len(answer)] = read["input_ids"][0], answer
        labels = torch.full_like(ids, -100)
        labels[length : length + len(answer)] = answer
        # % if image_text.kinds
        kinds = torch.zeros_like(ids)
        kinds[:length] = read["{{image_text.kinds|bare}}"][0]
        places = {"input_ids": ids, "labels": labels, "{{image_text.kinds|bare}}": kinds}
        # % else
        places = {"input_ids": ids, "labels": labels}
        # % endif
        # % if training.attention_mask == "padded"
        places["attention_mask"] = (torch.arange(SEQUENCE_LENGTH) < length + len(answer)).long()
        # % endif
        # % if image_text.come_as == "sizes"
        return places | {"pixel_values": read["pixel_values"], "image_sizes": read["image_sizes"]}
        # % elif image_text.come_as == "grid"
        return places | {"pixel_values": read["pixel_values"], "image_grid_thw": read["image_grid_thw"]}
        # % else
        return places | {"pixel_values": read["pixel_values"]}

    # % endif

    def __getitem__(self, index):
        # % if training.attention_mask == "padded"
        if self.starts is None:
            sample = self.random()
            # en: a mask rules the flash kernel out: attention takes more memory
            # zh: 有掩码时无法使用 flash 内核：注意力占用更多显存
            return sample | {"attention_mask": torch.ones_like(sample["input_ids"])}
        return self.read(index)
        # % else
        return self.random() if self.starts is None else self.read(index)


# % endif


def collate(samples):
    # % if image_text.come_as == "sizes"
    # en: pictures of a batch are filled up to one size; the model cuts off what is not theirs
    # zh: 一个批次的图片补到同一尺寸；模型会裁去补上的部分
    pictures = [picture for sample in samples for picture in sample.pop("pixel_values")]
    height, width = (max(picture.size(axis) for picture in pictures) for axis in (1, 2))
    filled = [torch.nn.functional.pad(picture, (0, width - picture.size(2), 0, height - picture.size(1))) for picture in pictures]
    joined = {"pixel_values": torch.stack(filled), "image_sizes": torch.cat([sample.pop("image_sizes") for sample in samples])}
    # % else
    # en: patches of all pictures of a batch lie one after the other, however many each has
    # zh: 一个批次中所有图片的图块依次相接，各图块数可不同
    # % if image_text.come_as == "grid"
    joined = {name: torch.cat([sample.pop(name) for sample in samples]) for name in ("pixel_values", "image_grid_thw")}
    # % else
    joined = {"pixel_values": torch.cat([sample.pop("pixel_values") for sample in samples])}
    # % endif
    # % endif
    return torch.utils.data.default_collate(samples) | joined
