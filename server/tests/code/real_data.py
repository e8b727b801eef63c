"""Reads small data sets in the layouts that the programs ask for: pictures, masks, boxes, latents and texts as they lie on disks."""

import json
import pathlib
import tempfile

WORDS = "the a card trains what one model needs and no more".split()


def check(program):
    """Two samples of a data set in a folder come out as the random ones do, in training and held out."""
    import torch

    kind = kind_of(program)
    with tempfile.TemporaryDirectory() as folder:
        KINDS[kind](program, pathlib.Path(folder))
        for is_training in (True, False):
            samples = program.Samples(folder, is_training)
            random = program.Samples(None)
            assert len(samples) == (2 if kind != "objects" else 1), f"{len(samples)} {kind}"
            for index in range(len(samples)):
                same_shape(torch, samples[index], random[index])
        CHECKS.get(kind, lambda *_: None)(program, folder)


def same_shape(torch, value, random):
    """Shapes and types are the same, piece by piece."""
    if isinstance(random, torch.Tensor):
        assert value.dtype == random.dtype and value.ndim == random.ndim, (value.dtype, value.shape, random.dtype, random.shape)
    elif isinstance(random, dict):
        for name, inner in random.items():
            if name != "attention_mask":
                same_shape(torch, value[name], inner)
    elif isinstance(random, (tuple, list)):
        for one, other in zip(value, random):
            same_shape(torch, one, other)


def kind_of(program):
    """What the program's samples are."""
    text = pathlib.Path(program.__file__).read_text(encoding="utf-8")
    if "metadata.csv" in text:
        return "sounds"
    if hasattr(program, "PROCESSOR"):
        return "image_text"
    if hasattr(program, "TOKENIZER"):
        return "texts"
    for mark, kind in (("ImageFolder", "classes"), ("VOID", "maps"), ("CocoDetection", "objects"), ("latents", "latents")):
        if mark in text:
            return kind
    raise LookupError("no data set of this kind is written here")


def picture(path, mode="RGB"):
    import PIL.Image

    path.parent.mkdir(parents=True, exist_ok=True)
    PIL.Image.new(mode, (48, 40), 1 if mode != "RGB" else (9, 99, 199)).save(path)


def write_classes(_program, folder):
    picture(folder / "cats" / "one.jpg")
    picture(folder / "dogs" / "two.png")


def write_maps(_program, folder):
    import PIL.Image

    for name in ("one", "two"):
        picture(folder / "images" / f"{name}.jpg")
        mask = PIL.Image.new("P", (48, 40), 1)
        # Colors that are far from the classes they stand for, as in VOC.
        mask.putpalette([0, 0, 0, 128, 0, 0] + [200] * 762)
        mask.paste(255, (0, 0, 48, 20))
        (folder / "masks").mkdir(exist_ok=True)
        mask.save(folder / "masks" / f"{name}.png")


def check_maps(program, folder):
    """Values of a palette's mask are classes, and those without one cost nothing."""
    import torch

    _, mask = program.Samples(folder)[0]
    assert sorted(mask.unique().tolist()) == [1, 255], mask.unique()
    logits = torch.randn(1, program.NUM_CLASSES, *mask.shape)
    has_parts = '["out"]' in pathlib.Path(program.__file__).read_text(encoding="utf-8")
    loss = program.loss_of(lambda _: {"out": logits} if has_parts else logits, (None, mask[None]))
    classes = logits[0][:, mask == 1].T
    whole = torch.nn.functional.cross_entropy(classes, torch.ones(len(classes), dtype=torch.long))
    assert torch.allclose(loss, whole, rtol=1e-4), (loss, whole)


def write_objects(_program, folder):
    for part in ("train2017", "val2017"):
        picture(folder / part / "1.jpg")
        picture(folder / part / "2.jpg")
        box = {"id": 1, "image_id": 1, "category_id": 1, "bbox": [4, 4, 10, 12], "area": 120, "iscrowd": 0}
        box["segmentation"] = [[4, 4, 14, 4, 14, 16, 4, 16]]
        images = [{"id": number, "file_name": f"{number}.jpg", "width": 48, "height": 40} for number in (1, 2)]
        written = {"images": images, "annotations": [box], "categories": [{"id": 1, "name": "card"}]}
        (folder / "annotations").mkdir(exist_ok=True)
        (folder / "annotations" / f"instances_{part}.json").write_text(json.dumps(written), encoding="utf-8")


def write_latents(program, folder):
    import torch

    for number in range(2):
        torch.save(program.Samples(None)[number], folder / f"{number}.pt")


def write_tokenizer(program, folder):
    """A tokenizer that knows our words, where the program would ask the hub for its own."""
    import tokenizers
    import transformers

    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({word: place for place, word in enumerate(["<pad>", "<unk>", "<mask>", *WORDS])}, "<unk>"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    special = dict(pad_token="<pad>", unk_token="<unk>", mask_token="<mask>", eos_token="<pad>")
    own = folder / "tokenizer"
    transformers.PreTrainedTokenizerFast(tokenizer_object=words, **special).save_pretrained(own)
    program.TOKENIZER = str(own)


def write_sounds(program, folder):
    """Two seconds of a tone in two rates and formats, and what is said in them."""
    import numpy
    import soundfile

    write_tokenizer(program, folder)
    for name, rate in (("one.flac", 16000), ("two.wav", 44100)):
        tone = numpy.sin(numpy.arange(2 * rate) * (2 * numpy.pi * 440 / rate)).astype("float32") / 2
        soundfile.write(folder / name, numpy.stack([tone, tone], axis=1), rate)
    lines = ["file_name,transcription", "one.flac,one card", 'two.wav,"the card, no more"']
    (folder / "metadata.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def check_sounds(program, folder):
    """Either rate comes to the same spectrogram, words stand where they are said, and what fills up costs nothing."""
    import torch

    samples = program.Samples(folder)
    one, two = samples[0], samples[1]
    assert torch.allclose(one["input_features"][:, :180], two["input_features"][:, :180], atol=0.2), "resampled otherwise"
    said = samples.tokenizer("one card").input_ids
    assert one["labels"][:2].tolist() == said[1:] + [-100] and one["labels"][2:].eq(-100).all(), one["labels"]
    for table, told in (
        ("name,text\none.flac,one card", ["transcription"]),
        (f"file_name,transcription\none.flac,{'card ' * 500}\nthree.flac,card", ["a text of 499 tokens", "three.flac", "2 of 2"]),
    ):
        pathlib.Path(folder, "metadata.csv").write_text(table + "\n", encoding="utf-8")
        try:
            program.Samples(folder)
        except SystemExit as error:
            assert all(words in str(error) for words in told), error
        else:
            raise AssertionError(f"taken: {table[:80]}")


def write_texts(program, folder):
    """Lines of words."""
    write_tokenizer(program, folder)
    head, tail = "", ""
    source = pathlib.Path(program.__file__).read_text(encoding="utf-8")
    if "SequenceClassification" in source:
        head = "1\t"
    elif "Seq2SeqLM" in source or "AutoModel.from" in source:
        tail = "\tno more"
    lines = [f"{head}{' '.join(WORDS)}{tail}", f"{head}one card{tail}"]
    if "without_adapters" in source:
        lines = [json.dumps({"prompt": " ".join(WORDS), "chosen": "no more", "rejected": "and no more"}) for _ in range(2)]
        for name in ("train.jsonl", "validation.jsonl"):
            (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    for name in ("train.txt", "validation.txt"):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


def check_preferences(program, folder):
    """Answers are learned to their ends, as texts and as messages, however long the question is, and nothing of that."""
    path, words = pathlib.Path(folder, "train.jsonl"), " ".join(WORDS)
    for prompt in ("one card", words * program.SEQUENCE_LENGTH):
        for messages in (False, True):
            asked = [{"role": "user", "content": prompt}] if messages else prompt
            said = [[{"role": "assistant", "content": text}] if messages else text for text in ("no more", "and no more")]
            path.write_text(json.dumps({"prompt": asked, "chosen": said[0], "rejected": said[1]}) + "\n", encoding="utf-8")
            samples = program.Samples(folder) if not messages else with_template(program, folder)
            sample = samples[0]
            learned = sample["labels"] != -100
            assert (sample["labels"][learned] == sample["input_ids"][learned]).all(), sample
            ends = [len(samples.said(text)) for text in ("no more", "and no more")]
            assert learned.sum(-1).tolist() == ends and not learned[:, 0].any(), (learned, ends)
    path.write_text(json.dumps({"prompt": "one card", "chosen": "no more"}) + "\n", encoding="utf-8")
    try:
        program.Samples(folder)
    except SystemExit as refused:
        assert "line 1" in str(refused), refused
    else:
        raise AssertionError("a line without a second answer is taken")


def with_template(program, folder):
    """Samples whose tokenizer writes messages one after the other."""
    import transformers

    load = transformers.AutoTokenizer.from_pretrained

    def templated(*arguments, **others):
        tokenizer = load(*arguments, **others)
        tokenizer.chat_template = "{% for message in messages %}{{ message['content'] }} {% endfor %}"
        return tokenizer

    transformers.AutoTokenizer.from_pretrained = templated
    try:
        return program.Samples(folder)
    finally:
        transformers.AutoTokenizer.from_pretrained = load


def check_texts(program, folder):
    """Texts of like length come together, none is lost, and a batch is as long as its longest."""
    import torch

    if hasattr(program, "without_adapters"):
        return check_preferences(program, folder)
    if not hasattr(program, "BY_LENGTH"):
        return
    path = pathlib.Path(folder, "train.txt")
    line = path.read_text(encoding="utf-8").splitlines()[1]
    path.write_text("".join(line.replace("card", " ".join(["card"] * (1 + 7 * number % 16))) + "\n" for number in range(40)), encoding="utf-8")
    program.BY_LENGTH = True
    samples = program.Samples(folder)
    order = torch.randperm(len(samples), generator=torch.Generator().manual_seed(3)).tolist()
    grouped = samples.by_length(order)
    assert sorted(grouped) == sorted(order), "a text was lost"
    size = program.MICRO_BATCH_SIZE
    spread = lambda order: sum(
        max(lengths) - min(lengths)
        for lengths in ([1 + 7 * index % 16 for index in order[at : at + size]] for at in range(0, len(order) - size + 1, size))
    )
    assert spread(grouped) * 4 < spread(order), (spread(grouped), spread(order))
    batch = samples.batch([0, 1])
    assert batch["input_ids"].shape[-1] < program.SEQUENCE_LENGTH and batch["input_ids"].shape[-1] % 8 == 0, batch["input_ids"].shape
    program.BY_LENGTH = False


def write_image_text(program, folder):
    """Questions about pictures of several sizes, and the model's own processor with a tokenizer that knows our words."""
    import tiny
    import tokenizers
    import transformers

    # A model by its config.json has a processor only where the reader has one.
    config = tiny.config_of(program.PROCESSOR) if program.PROCESSOR else program.describe_model()
    is_gemma = config.model_type == "gemma3"
    seeing = ["<|image_pad|>", "<|video_pad|>", "<|vision_start|>", "<|vision_end|>"]
    names = ["<pad>", "<unk>", "<end>", "user", "assistant", *WORDS, *(f"word{number}" for number in range(20))][:20] + seeing
    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({name: place for place, name in enumerate(names)}, "<unk>"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    special = dict(pad_token="<pad>", unk_token="<unk>", eos_token="<end>", additional_special_tokens=seeing)
    if is_gemma:
        special["extra_special_tokens"] = dict(image_token=seeing[0], boi_token=seeing[2], eoi_token=seeing[3])
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=words, **special)
    is_third = config.model_type.startswith("qwen3")
    kind, films, side = (
        (transformers.Qwen3VLProcessor, transformers.Qwen3VLVideoProcessor, 16)
        if is_third
        else (transformers.Qwen2_5_VLProcessor, transformers.Qwen2VLVideoProcessor, 14)
    )
    pictures = transformers.Qwen2VLImageProcessor(patch_size=side, min_pixels=4 * side * side)
    template = (
        "{% for message in messages %}{{ message['role'] }} {% for part in message['content'] %}"
        "{% if part['type'] == 'image' %}<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ part['text'] }}{% endif %}"
        "{% endfor %}{% endfor %} assistant "
    )
    own = folder / "processor"
    if config.model_type == "mistral3":
        # Its templates begin the text, and have something to say where nobody else does.
        begins = "{{ bos_token }}{% if messages[0]['role'] != 'system' %}" + "card " * 99 + "{% endif %}"
        template = begins + template.replace("<|vision_start|><|image_pad|><|vision_end|>", "<|image_pad|>")
        tokenizer.add_special_tokens({"bos_token": "<|video_pad|>"})
        tokenizer._tokenizer.post_processor = tokenizers.processors.TemplateProcessing(
            single="<|video_pad|> $A", special_tokens=[("<|video_pad|>", tokenizer.bos_token_id)]
        )
        side = config.vision_config.patch_size
        marks = dict(zip(("image_token", "image_break_token", "image_end_token"), (seeing[0], seeing[2], seeing[3])))
        pictures = transformers.PixtralImageProcessor(patch_size={"height": side, "width": side}, size={"longest_edge": 1540})
        pixtral = transformers.PixtralProcessor(pictures, tokenizer, patch_size=side, spatial_merge_size=2, chat_template=template, **marks)
        pixtral.save_pretrained(own)
    elif is_gemma:
        template = template.replace("<|vision_start|><|image_pad|><|vision_end|>", "<|vision_start|>")
        pictures = transformers.Gemma3ImageProcessor(size={"height": tiny.PICTURE, "width": tiny.PICTURE})
        transformers.Gemma3Processor(pictures, tokenizer, chat_template=template, image_seq_length=4).save_pretrained(own)
    else:
        kind(pictures, tokenizer, films(patch_size=side), chat_template=template).save_pretrained(own)
    config.save_pretrained(own)
    program.PROCESSOR = str(own)
    picture(folder / "seen" / "one.jpg")
    picture(folder / "two.png")
    lines = [{"images": [name], "prompt": "one card", "answer": "no more"} for name in ("seen/one.jpg", "two.png")]
    for name in ("train.jsonl", "validation.jsonl"):
        (folder / name).write_text("\n".join(map(json.dumps, lines)) + "\n", encoding="utf-8")


def check_image_text(program, folder):
    """Answers are learned to their ends and nothing else, large pictures are shrunk, and what cannot be read is told at once."""
    import PIL.Image

    folder = pathlib.Path(folder)
    PIL.Image.new("RGB", (900, 300), (200, 9, 99)).save(folder / "wide.png")
    path = folder / "train.jsonl"
    write = lambda *samples: path.write_text("\n".join(map(json.dumps, samples)) + "\n", encoding="utf-8")
    write({"images": ["wide.png"], "prompt": "one card", "answer": "no more"})
    samples = program.Samples(str(folder))
    sample = samples[0]
    seen, kinds = 4, "token_type_ids"
    if "image_grid_thw" in sample:
        size = samples.processor.image_processor.patch_size
        assert sample["image_grid_thw"].prod() * size**2 <= program.MAX_PIXELS, sample["image_grid_thw"]
        seen, kinds = sample["image_grid_thw"].prod() // 4, "mm_token_type_ids"
    elif "image_sizes" in sample:
        side, marks = samples.processor.patch_size * 2, samples.processor.image_token_ids
        seen = int((sample["image_sizes"] // side).prod())
        assert 1 < seen <= program.MAX_TOKENS, sample["image_sizes"]
        assert (sample["input_ids"] == marks[0]).sum() == seen, sample["input_ids"]
        assert sum((sample["input_ids"] == mark).sum() for mark in marks[1:]) == sample["image_sizes"][0, 0] // side, sample["input_ids"]
        assert samples.fitted((20_000, 3))[0] * samples.fitted((20_000, 3))[1] <= program.MAX_TOKENS * side**2
    learned = sample["labels"] != -100
    said = samples.processor.tokenizer("no more<end>", add_special_tokens=False)["input_ids"]
    assert sample["labels"][learned].tolist() == said == sample["input_ids"][learned].tolist(), sample
    assert "image_sizes" in sample or sample[kinds].sum() == seen, sample
    if program.IMAGES_PER_SAMPLE > 1:
        write({"images": ["wide.png", "two.png"], "prompt": "one card", "answer": "no more"})
        several, asked = program.Samples(str(folder)), (["wide.png", "two.png"], "one card")
        learned_of_several = several[0]["labels"] != -100
        assert several.length(*asked) == int(learned_of_several.nonzero()[0]), learned_of_several
        assert several[0]["pixel_values"].shape[0] > sample["pixel_values"].shape[0]
    assert samples.length(["wide.png"], "one card") == int(learned.nonzero()[0]), learned
    if "image_sizes" in sample:
        PIL.Image.new("RGB", (20_000, 3)).save(folder / "narrow.png")
        assert (sample["input_ids"] == samples.processor.tokenizer.bos_token_id).sum() == 1, sample["input_ids"]
        most, program.MAX_TOKENS = program.MAX_TOKENS, 2000
        write({"images": ["narrow.png"], "prompt": "one", "answer": "no"})
        try:
            program.Samples(str(folder))
        except SystemExit as error:
            assert "narrow.png is too narrow" in str(error), error
        else:
            raise AssertionError("a picture of no tokens is taken")
        program.MAX_TOKENS = most
    write({"images": [], "prompt": "one", "answer": "no"}, {"images": ["none.png"], "prompt": "one", "answer": "no"}, {"images": ["two.png"], "prompt": "one"},
        {"images": ["wide.png"], "prompt": "one card " * program.SEQUENCE_LENGTH, "answer": "no"},
        {"images": ["two.png"], "prompt": f"one {samples.processor.image_token}", "answer": "no"})
    try:
        program.Samples(str(folder))
    except SystemExit as error:
        assert all(words in str(error) for words in ("5 of 5", "line 1", "no file none.png", "line 3", "line 4: pictures and prompt are", "stands for a picture")), error
    else:
        raise AssertionError("lines without pictures, files or answers are taken")


KINDS = {
    "classes": write_classes,
    "maps": write_maps,
    "objects": write_objects,
    "latents": write_latents,
    "texts": write_texts,
    "sounds": write_sounds,
    "image_text": write_image_text,
}
CHECKS = {"maps": check_maps, "image_text": check_image_text, "texts": check_texts, "sounds": check_sounds}
