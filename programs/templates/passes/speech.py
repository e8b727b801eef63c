## en: Writes down what is said in recordings, and prints the memory and the time that it took, to be held against the answer.
## zh: 把录音转写为文字，并打印所用的显存与时间，可与答案对照。
## en: python speech.py interview.mp3 lecture.wav
## zh: python speech.py interview.mp3 lecture.wav
import subprocess
import sys
import time

import imageio_ffmpeg
import numpy
import torch
import transformers

NAME = {{name}}
# en: what is spoken; left to the model it takes one more pass of the encoder to tell
# zh: 录音的语言；若由模型判断，编码器要多算一遍
LANGUAGE = {{language}}
# en: windows of sound at a time
# zh: 每批音频片段数
BATCH = {{batch}}
# en: seconds of a window, and samples of a second
# zh: 每个片段的秒数，以及每秒采样数
WINDOW = {{window}}
RATE = 16_000


def windows(paths):
    # en: ffmpeg reads any format, as one channel at the rate that the model was taught with
    # zh: ffmpeg 可读取任何格式，转为单声道和模型训练时的采样率
    wanted = ["-f", "f32le", "-ac", "1", "-ar", str(RATE), "-"]
    for path in paths:
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-v", "error", "-i", path, *wanted]
        # en: cut every 30 seconds: a word at the cut may be lost, which windows that overlap avoid at the price of time
        # zh: 每 30 秒切一段：切口处的词可能丢失；片段重叠可避免，但更慢
        with subprocess.Popen(command, stdout=subprocess.PIPE) as reader:
            second = 0
            while raw := reader.stdout.read(4 * RATE * WINDOW):
                yield path, second, numpy.frombuffer(raw, dtype=numpy.float32)
                second += WINDOW
        if reader.returncode:
            print(f"{path}: ffmpeg cannot read it", file=sys.stderr)


def batches(found):
    batch = []
    for window in found:
        batch.append(window)
        if len(batch) == BATCH:
            yield batch
            batch = []
    if batch:
        yield batch


def main():
    if not sys.argv[1:]:
        raise SystemExit("python speech.py interview.mp3")
    device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else None
    if device is None:
        raise SystemExit("PyTorch sees no card: install the build for yours (https://pytorch.org/get-started)")
    sys.stdout.reconfigure(encoding="utf-8")
    dtype = {{"torch" | dot(dtype)}}
    processor = transformers.AutoProcessor.from_pretrained(NAME)
    model = transformers.AutoModelForSpeechSeq2Seq.from_pretrained(NAME, dtype=dtype, attn_implementation="sdpa").to(device)
    for batch in batches(windows(sys.argv[1:])):
        sound = [samples for _, _, samples in batch]
        # en: the host makes the spectrograms; a second process could do so ahead
        # zh: 频谱由主机计算；可用另一个进程提前完成
        features = processor(sound, sampling_rate=RATE, return_tensors="pt").input_features.to(device, dtype)
        start = time.perf_counter()
        tokens = model.generate(features, language=LANGUAGE, task="transcribe")
        texts = processor.batch_decode(tokens, skip_special_tokens=True)
        seconds = time.perf_counter() - start
        for (path, second, _), text in zip(batch, texts, strict=True):
            print(f"{path} {second // 60}:{second % 60:02} {text.strip()}")
        # en: expected: {{ expected_seconds|rounded }} s, {{ expected_gib|rounded }} GiB where the longest text of the batch has {{ tokens }} tokens; the first batch takes longer
        # zh: 预期：{{ expected_seconds|rounded }} 秒，{{ expected_gib|rounded }} GiB（批内最长文本为 {{ tokens }} 个 token 时）；第一批会更慢
        reserved = torch.cuda.max_memory_reserved() if torch.cuda.is_available() else 0
        print(f"speech: {len(batch)}, {seconds:.1f} s, {tokens.shape[1]} tokens, {reserved / 2**30:.1f} GiB reserved", file=sys.stderr)


if __name__ == "__main__":
    main()
