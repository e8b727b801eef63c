## en: Packs pictures into large files, which hard disks and network drives read many times faster than small ones: train.py reads them in the place of the folders. They are tar files as WebDataset has them.
## zh: 把图片打包成大文件：机械硬盘与网络存储读取大文件比读取小文件快得多。train.py 直接读取它们；格式为 WebDataset 的 tar。
## en: PICTURES holds a folder for every class. Pictures are mixed once, and again in every epoch.
## zh: PICTURES 中每个类别一个目录。图片在打包时打乱一次，每轮再打乱。
import argparse
import io
import json
import os
import random
import tarfile

import torch
import torchvision

import train

# en: a file of pictures grows to this
# zh: 每个文件的大小上限
SHARD_BYTES = 256 << 20


def add(shard, name, data):
    member = tarfile.TarInfo(name)
    member.size = len(data)
    # en: behind a header of 512 bytes
    # zh: 前面有 512 字节的文件头
    place = shard.offset + 512
    shard.addfile(member, io.BytesIO(data))
    return place


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pictures")
    parser.add_argument("output")
    chosen = parser.parse_args()
    folder = torchvision.datasets.ImageFolder(chosen.pictures)
    if len(folder.classes) > train.NUM_CLASSES:
        raise SystemExit(f"{chosen.pictures} has {len(folder.classes)} classes, and the plan {train.NUM_CLASSES}")
    if os.path.exists(chosen.output) and os.listdir(chosen.output):
        raise SystemExit(f"{chosen.output} is not empty")
    os.makedirs(chosen.output, exist_ok=True)
    samples = folder.samples
    random.Random(train.SEED).shuffle(samples)
    shard, shards, index = None, 0, []
    for number, (path, label) in enumerate(samples):
        with open(path, "rb") as file:
            data = file.read()
        if shard is None or shard.offset + len(data) > SHARD_BYTES:
            if shard:
                shard.close()
            shard = tarfile.open(os.path.join(chosen.output, f"shard-{shards:05}.tar"), "w", format=tarfile.USTAR_FORMAT)
            shards += 1
        name = f"{number:09}"
        place = add(shard, name + os.path.splitext(path)[1].lower(), data)
        add(shard, f"{name}.cls", str(label).encode())
        index.append((shards - 1, place, len(data), label))
    shard.close()
    with open(os.path.join(chosen.output, "classes.json"), "w", encoding="utf-8") as file:
        json.dump(folder.classes, file)
    # en: where each picture lies; last, so that what is not whole is not read
    # zh: 每张图片的位置；最后写出，未完成的打包不会被读取
    torch.save(torch.tensor(index), os.path.join(chosen.output, "index.pt"))
    print(f"{len(index)} pictures in {shards} files", flush=True)


if __name__ == "__main__":
    main()
