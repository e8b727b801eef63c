## en: Tokenizes texts once and packs them: train.py reads train.bin in the place of train.txt then, and no token of a sample is padding.
## zh: 预先分词并打包：此后 train.py 读取 train.bin 而非 train.txt，样本中不再有填充。
## en: Texts follow one another with an end mark between them, and are cut into samples of full length; those of one sample see each other, as usual where models are trained on plain text. Memory stays as estimated, an epoch has fewer samples.
## zh: 文本以结束符相连，再切成满长度的样本；同一样本内的文本彼此可见，这也是用纯文本训练模型的通行做法。显存与估算一致，每轮的样本更少。
import array
import argparse
import json
import os

import transformers

import train


def pack(tokenizer, source, target):
    if tokenizer.eos_token_id is None:
        raise SystemExit("this tokenizer has no mark for the end of a text")
    texts = tokens = 0
    with open(source, encoding="utf-8") as lines, open(f"{target}.part", "wb") as file:
        for line in lines:
            text = line.rstrip("\r\n")
            if not text.strip():
                continue
            ids = array.array("i", [*tokenizer(text)["input_ids"], tokenizer.eos_token_id])
            ids.tofile(file)
            texts, tokens = texts + 1, tokens + len(ids)
    with open(f"{target}.json", "w", encoding="utf-8") as file:
        json.dump({"tokenizer": train.TOKENIZER, "texts": texts, "tokens": tokens}, file)
    # en: whole or not there
    # zh: 要么完整，要么不存在
    os.replace(f"{target}.part", target)
    samples = tokens // train.SEQUENCE_LENGTH
    print(f"{target}: {texts} texts, {tokens} tokens, {samples} samples of {train.SEQUENCE_LENGTH}", flush=True)
    if not samples:
        raise SystemExit(f"{source} is too short for one sample")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    folder = parser.parse_args().folder
    sources = [name for name in ("train", "validation") if os.path.exists(os.path.join(folder, f"{name}.txt"))]
    if not sources:
        raise SystemExit(f"{folder} holds no train.txt")
    # % if origin.library != "transformers"
    if train.TOKENIZER is None:
        raise SystemExit("name your tokenizer in train.py: TOKENIZER")
    # % endif
    tokenizer = transformers.AutoTokenizer.from_pretrained(train.TOKENIZER)
    for name in sources:
        pack(tokenizer, os.path.join(folder, f"{name}.txt"), os.path.join(folder, f"{name}.bin"))


if __name__ == "__main__":
    main()
