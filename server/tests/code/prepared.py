"""Makes data ready with `prepare.py`, from a small folder of files, and reads it with the `train.py` beside it."""

import contextlib
import io
import os
import pathlib
import sys

import real_data

WORDS = real_data.WORDS


def check(program, folder):
    """What `prepare.py` writes is what `train.py` takes."""
    source = pathlib.Path(folder, "source")
    source.mkdir()
    checks = {"pack": check_texts, "SHARD_BYTES": check_classes, "text_of": check_pictures}
    next(check for name, check in checks.items() if hasattr(program, name))(program, source)


def run(program, *arguments):
    """Runs the program's main with these arguments; answers with what it says."""
    before, sys.argv = sys.argv, ["prepare.py", *map(str, arguments)]
    try:
        with contextlib.redirect_stdout(io.StringIO()) as said:
            program.main()
    finally:
        sys.argv = before
    print(said.getvalue(), end="")
    return said.getvalue()


def refused(program, *arguments):
    """The program refuses these arguments; answers with its reason."""
    return refused_by(lambda: run(program, *arguments))


def refused_by(work):
    """What work is refused with."""
    try:
        work()
    except SystemExit as refusal:
        return str(refusal)
    raise AssertionError("nothing was refused")


def check_texts(program, folder):
    """Every token of every text is in a sample but for a rest, in its order, with a mark behind each text."""
    import transformers

    assert "train.txt" in refused(program, folder)
    train = program.train
    real_data.write_texts(train, folder)
    texts = [" ".join(WORDS[number % 5 :]) for number in range(24)]
    (folder / "train.txt").write_text("\n".join(texts) + "\n\n", encoding="utf-8")
    (folder / "validation.txt").write_text("\n".join(texts[:9]) + "\n", encoding="utf-8")
    run(program, folder)
    tokenizer = transformers.AutoTokenizer.from_pretrained(train.TOKENIZER)
    expected = [token for text in texts for token in [*tokenizer(text)["input_ids"], tokenizer.eos_token_id]]
    # Packed samples need no tokenizer.
    transformers.AutoTokenizer.from_pretrained = None
    samples = train.Samples(folder)
    assert len(samples) == len(expected) // train.SEQUENCE_LENGTH > 2, len(samples)
    read = [samples[index] for index in range(len(samples))]
    assert all(set(sample) == set(train.Samples()[0]) for sample in read)
    tokens = [token for sample in read for token in sample["input_ids"].tolist()]
    assert tokens == expected[: len(tokens)], "tokens are lost or mixed up"
    assert all((sample["labels"] == sample["input_ids"]).all() for sample in read)
    assert 0 < len(train.Samples(folder, is_training=False)) < len(samples)
    os.utime(folder / "train.txt", (2e9, 2e9))
    assert "prepare.py again" in refused_by(lambda: train.Samples(folder)), "texts that changed are not seen"


def check_classes(program, folder):
    """Every picture of the folders is in the large files with its class, and an epoch reads few of the files at a time."""
    import tarfile

    import PIL.Image
    import torch

    train = program.train
    for number in range(24):
        place = folder / "abc"[number % 3]
        place.mkdir(exist_ok=True)
        PIL.Image.new("RGB", (40, 40), (10 * number, 0, 0)).save(place / f"{number}.png")
    output = folder.parent / "packed"
    program.SHARD_BYTES = 8 << 10
    said = run(program, folder, output)
    assert "24 pictures in" in said and "not empty" in refused(program, folder, output)
    shards = sorted(output.glob("*.tar"))
    assert len(shards) > 2 and str(len(shards)) in said
    # What WebDataset reads: a picture and its class under one name.
    names = [name for shard in shards for name in tarfile.open(shard).getnames()]
    assert sorted(names) == sorted(f"{number:09}{ending}" for number in range(24) for ending in (".png", ".cls"))
    samples = train.Samples(str(output))
    assert samples.classes == train.Samples(str(folder)).classes and len(samples) == 24
    seen = {samples.of_packed(index)[0].getpixel((0, 0))[0] // 10: samples.of_packed(index)[1] for index in range(24)}
    assert seen == {number: number % 3 for number in range(24)}, seen
    assert samples[0][0].shape == train.Samples()[0][0].shape
    train.MIXED = 1
    order = torch.randperm(24).tolist()
    by_file = samples.by_file(order, 0)
    files = [int(samples.packed[index, 0]) for index in by_file]
    assert sorted(by_file) == list(range(24)) and by_file != samples.by_file(order, 1)
    assert sum(one != other for one, other in zip(files, files[1:])) == len(shards) - 1, files


def check_pictures(program, folder):
    """Samples have the shapes that the plan counts with, and each is its own picture and caption."""
    import diffusers
    import PIL.Image
    import torch

    train, pipeline = program.train, small_pipeline(diffusers, program)

    def from_pretrained(repository, *, torch_dtype, **left_out):
        assert isinstance(repository, str) and torch_dtype == torch.float32
        assert list(left_out.values()) == [None] and set(left_out) < {"unet", "transformer"}
        return pipeline

    diffusers.DiffusionPipeline.from_pretrained = from_pretrained
    output = folder / "encoded"
    assert "no picture" in refused(program, folder, output)
    (folder / "more").mkdir()
    for number, path in enumerate((folder / "one.png", folder / "more" / "two.jpg")):
        PIL.Image.effect_mandelbrot((80, 56), (-2, -1.5, 1 + number, 1.5), 50).save(path)
    assert "no caption" in refused(program, folder, output)
    (folder / "one.txt").write_text("a card", encoding="utf-8")
    (folder / "more" / "two.txt").write_text("no more", encoding="utf-8")
    assert "2 of 2" in run(program, folder, output)
    samples, expected = train.Samples(str(output)), train.Samples()[0]
    assert len(samples) == 2
    first, second = samples[0], samples[1]
    for name, value in expected.items():
        assert first[name].shape == value.shape and first[name].dtype == value.dtype, (name, first[name].shape, value.shape)
        assert not torch.equal(first[name], second[name]), f"{name} is the same for two pictures"
    # The pipeline's own way back from latents.
    latents = second["latents"][None]
    if hasattr(pipeline, "_unpack_latents"):
        latents = pipeline._unpack_latents(latents, *train.IMAGE_SIZE, pipeline.vae_scale_factor)
    latents = latents / pipeline.vae.config.scaling_factor + (pipeline.vae.config.shift_factor or 0)
    picture = PIL.Image.open(folder / "one.png").convert("RGB")
    cut = min(picture.width / train.IMAGE_SIZE[1], picture.height / train.IMAGE_SIZE[0])
    width, height = round(picture.width / cut), round(picture.height / cut)
    left, top = (width - train.IMAGE_SIZE[1]) // 2, (height - train.IMAGE_SIZE[0]) // 2
    picture = picture.resize((width, height), PIL.Image.BILINEAR)
    picture = picture.crop((left, top, left + train.IMAGE_SIZE[1], top + train.IMAGE_SIZE[0]))
    with torch.inference_mode():
        same = pipeline.vae.encode(pipeline.image_processor.preprocess(picture)).latent_dist.mode()
    assert torch.allclose(latents, same, atol=0.05), (latents - same).abs().max()


def small_pipeline(diffusers, program):
    """The pipeline of the program's denoiser, of its own library's parts, a layer each."""
    import transformers

    tokenizer = clip_tokenizer(transformers)
    clip = dict(vocab_size=tokenizer.vocab_size + 8, intermediate_size=32, num_hidden_layers=2, eos_token_id=tokenizer.eos_token_id)
    first = transformers.CLIPTextConfig(**clip, hidden_size=768, num_attention_heads=4, projection_dim=768)
    second = transformers.CLIPTextConfig(**clip, hidden_size=1280, num_attention_heads=4, projection_dim=1280)
    sample = program.train.Samples()[0]
    has_t5 = "text" in sample and sample["text"].shape[-1] == 4096
    parts = dict(scheduler=None, tokenizer=tokenizer, vae=small_vae(diffusers, 16 if has_t5 else 4))
    if has_t5:
        t5 = transformers.T5EncoderModel(
            transformers.T5Config(vocab_size=99, d_model=4096, d_kv=8, d_ff=32, num_layers=1, num_heads=2)
        )
        words = word_tokenizer(transformers)
    if "pooled" not in sample:
        parts |= dict(text_encoder=transformers.CLIPTextModel(transformers.CLIPTextConfig(**clip, hidden_size=sample["text"].shape[-1], num_attention_heads=4)))
        return diffusers.StableDiffusionPipeline(**parts, unet=None, safety_checker=None, feature_extractor=None, requires_safety_checker=False)
    if not has_t5:
        encoders = dict(text_encoder=transformers.CLIPTextModel(first), text_encoder_2=transformers.CLIPTextModelWithProjection(second))
        return diffusers.StableDiffusionXLPipeline(**parts, **encoders, tokenizer_2=tokenizer, unet=None)
    if sample["latents"].ndim == 2:
        encoders = dict(text_encoder=transformers.CLIPTextModel(first), text_encoder_2=t5, tokenizer_2=words)
        return diffusers.FluxPipeline(**parts, **encoders, transformer=None)
    encoders = dict(
        text_encoder=transformers.CLIPTextModelWithProjection(first),
        text_encoder_2=transformers.CLIPTextModelWithProjection(second),
        text_encoder_3=t5,
        tokenizer_2=tokenizer,
        tokenizer_3=words,
    )
    return diffusers.StableDiffusion3Pipeline(**parts, **encoders, transformer=None)


def small_vae(diffusers, channels):
    """An autoencoder with an eighth of the side, as all of these models have it."""
    import torch

    torch.manual_seed(1)
    return diffusers.AutoencoderKL(
        block_out_channels=(8, 8, 8, 8),
        down_block_types=("DownEncoderBlock2D",) * 4,
        up_block_types=("UpDecoderBlock2D",) * 4,
        norm_num_groups=4,
        latent_channels=channels,
        scaling_factor=0.36,
        shift_factor=0.12 if channels == 16 else None,
        use_quant_conv=channels == 4,
        use_post_quant_conv=channels == 4,
    ).eval()


def clip_tokenizer(transformers):
    """One that knows letters."""
    letters = [chr(letter) for letter in range(ord("a"), ord("z") + 1)]
    tokens = ["<|startoftext|>", "<|endoftext|>", *letters, *(f"{letter}</w>" for letter in letters)]
    return transformers.CLIPTokenizer(vocab={token: place for place, token in enumerate(tokens)}, merges=[], model_max_length=77)


def word_tokenizer(transformers):
    """One that knows a few words."""
    import tokenizers

    words = tokenizers.Tokenizer(tokenizers.models.WordLevel({word: place for place, word in enumerate(["<pad>", "<unk>", "</s>", *WORDS])}, "<unk>"))
    words.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    return transformers.PreTrainedTokenizerFast(tokenizer_object=words, pad_token="<pad>", unk_token="<unk>", eos_token="</s>")
