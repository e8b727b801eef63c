"""Runs the TensorFlow programs of `rigwise code` on the processor: random samples, then small files in folders, with the real Keras.

    rigwise code < SCENARIOS | python server/tests/code/run_tensorflow.py

Vision models are the real ones on small pictures. Text models are small ones of the same tasks: their presets are downloads of
gigabytes, whose names `api_names.py` looks up. One program of each kind runs.
"""

import contextlib
import importlib.util
import json
import linecache
import os
import pathlib
import re
import sys
import tempfile
import traceback

WORDS = "the a card trains what one model needs and no more".split()
# What differs between programs but for names and numbers.
MARKS = ("from_preset", "applications", "enable_lora", "quantize", "trainable = False", "MaskedLM", "TextClassifier", "Mirrored", "cache()", "policy", "accumulation")


def shrink(text):
    for pattern, value in (
        (r"^MICRO_BATCH_SIZE = \d+", "MICRO_BATCH_SIZE = 2"),
        (r"^SEQUENCE_LENGTH = \d+", "SEQUENCE_LENGTH = 16"),
        (r"^SAMPLES = \d+", "SAMPLES = 8"),
        (r"^NUM_CLASSES = \d+", "NUM_CLASSES = 3"),
        (r"^IMAGE_SIZE = \(.*?\)", "IMAGE_SIZE = (64, 64)"),
        (r"maxval=\d{3,}, dtype", "maxval=12, dtype"),
    ):
        text = re.sub(pattern, value, text, flags=re.M)
    return text


def write_data(folder, is_text, has_labels):
    folder.mkdir()
    if is_text:
        lines = [f"{f'{number % 3}{chr(9)}' if has_labels else ''}{' '.join(WORDS[number % 4 :])}" for number in range(6)]
        for name in ("train.txt", "validation.txt"):
            (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    import tensorflow as tf

    for number in range(6):
        place = folder / "abc"[number % 3]
        place.mkdir(exist_ok=True)
        picture = tf.fill((70, 80, 3), tf.constant(40 * number, tf.uint8))
        (place / f"{number}.png").write_bytes(tf.io.encode_png(picture).numpy())


def patch_presets(keras_hub, has_segments):
    """Small models and tokenizers behind the loaders that programs call."""
    models = keras_hub.models
    size = dict(vocabulary_size=40, num_layers=1, num_heads=2, hidden_dim=16, intermediate_dim=32, max_sequence_length=32)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS]
    letters = [chr(letter) for letter in range(ord("a"), ord("z") + 1)]
    pairs = {token: place for place, token in enumerate(["<|endoftext|>", "Ġ", "th", *letters])}

    family = "Bert" if has_segments else "DistilBert"
    of = lambda name: getattr(models, f"{family}{name}")

    def small(kind):
        return lambda _name, *, preprocessor, **others: of(kind)(backbone=of("Backbone")(**size), preprocessor=preprocessor, **others)

    def preprocessor(kind):
        return lambda _name, **others: of(f"{kind}Preprocessor")(of("Tokenizer")(vocabulary=words, lowercase=True), **others)

    models.CausalLM.from_preset = lambda _name, *, preprocessor: models.GPT2CausalLM(backbone=models.GPT2Backbone(**size), preprocessor=preprocessor)
    models.CausalLMPreprocessor.from_preset = lambda _name, **others: models.GPT2CausalLMPreprocessor(models.GPT2Tokenizer(vocabulary=pairs, merges=["t h"]), **others)
    for kind in ("MaskedLM", "TextClassifier"):
        getattr(models, kind).from_preset = small(kind)
        getattr(models, f"{kind}Preprocessor").from_preset = preprocessor(kind)


def run(code):
    """Two runs of a program: of random samples, and of files, which it evaluates on and whose weights it keeps."""
    with tempfile.TemporaryDirectory() as place:
        path = pathlib.Path(place, "train_tensorflow.py")
        path.write_text(shrink(code), encoding="utf-8")
        spec = importlib.util.spec_from_file_location("train_tensorflow", path)
        program = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(program)
        # Where tracing looks for the functions' sources.
        linecache.getlines(str(path))
        run_both(program, code)


def run_both(program, code):
    if hasattr(program, "keras_hub"):
        patch_presets(program.keras_hub, "segment_ids" in code)
    program.MAX_STEPS = 1
    program.main()
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
        folder = pathlib.Path(place, "data")
        write_data(folder, hasattr(program, "keras_hub"), "TextClassifier" in code)
        program.DATA_DIR = program.EVALUATION_DIR = str(folder)
        program.main()
        kept = pathlib.Path(program.OUTPUT)
        assert kept.stat().st_size > 1000, "nothing was kept"
        if kept.suffix == ".keras":
            program.tf.keras.models.load_model(kept, compile=False)
        try:
            program.main()
        except SystemExit as refusal:
            assert "is there already" in str(refusal), refusal
        else:
            raise AssertionError("what was trained is overwritten")


def main():
    seen, failed = set(), 0
    for line in sys.stdin:
        answer = json.loads(line)
        for snippet in answer["snippets"]:
            code = snippet["code"]
            kind = tuple(mark in code for mark in MARKS) + tuple(re.findall(r"applications\.(\w+)\.", code)[:1])
            if snippet["filename"] != "train_tensorflow.py" or kind in seen:
                continue
            seen.add(kind)
            try:
                run(code)
                print(f"ok    {answer['id']}", flush=True)
            except BaseException:
                failed += 1
                print(f"FAIL  {answer['id']}\n{''.join(traceback.format_exc()[-2500:])}", flush=True)
    print(f"{len(seen) - failed} programs ran, {failed} failed")
    sys.exit(1 if failed or not seen else 0)


if __name__ == "__main__":
    os.environ |= {"CUDA_VISIBLE_DEVICES": "", "TF_CPP_MIN_LOG_LEVEL": "3", "KERAS_BACKEND": "tensorflow", "TF_ENABLE_ONEDNN_OPTS": "0"}
    main()
