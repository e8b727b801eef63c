## en: Writes down what is said in recordings, and prints the memory and the time that it took, to be held against the answer.
## zh: 把录音转写为文字，并打印所用的显存与时间，可与答案对照。
## en: python speech.py interview.mp3 lecture.wav
## zh: python speech.py 采访.mp3 讲座.wav
import subprocess
import sys
import time

import imageio_ffmpeg
import torch
import transformers

NAME = {{name}}
# en: windows of sound at a time
# zh: 每批音频片段数
BATCH = {{batch}}
# en: samples of a second, and of a window
# zh: 每秒采样数，以及每个片段的采样数
RATE = 16_000
WINDOW = RATE * {{window}}


def sound(path):
    # en: ffmpeg reads any format, as one channel at the rate that the model was taught with
    # zh: ffmpeg 可读取任何格式，转为单声道和模型训练时的采样率
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-i", path, "-f", "f32le", "-ac", "1", "-ar", str(RATE), "-"]
    raw = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    return torch.frombuffer(bytearray(raw), dtype=torch.float32)


def main():
    if not sys.argv[1:]:
        raise SystemExit("python speech.py interview.mp3")
    device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else None
    if device is None:
        raise SystemExit("PyTorch sees no card: install the build for yours (https://pytorch.org/get-started)")
    dtype = {{"torch" | dot(dtype)}}
    processor = transformers.AutoProcessor.from_pretrained(NAME)
    model = transformers.AutoModelForSpeechSeq2Seq.from_pretrained(NAME, dtype=dtype, attn_implementation="sdpa").to(device)
    # en: cut every 30 seconds: a word at the cut may be lost, which windows that overlap avoid at the price of time
    # zh: 每 30 秒切一段：切口处的词可能丢失；片段重叠可避免，但更慢
    windows = [part.numpy() for path in sys.argv[1:] for part in sound(path).split(WINDOW)]
    for first in range(0, len(windows), BATCH):
        start = time.perf_counter()
        parts = windows[first : first + BATCH]
        features = processor(parts, sampling_rate=RATE, return_tensors="pt").input_features.to(device, dtype)
        tokens = model.generate(features)
        texts = processor.batch_decode(tokens, skip_special_tokens=True)
        seconds = time.perf_counter() - start
        print("\n".join(text.strip() for text in texts))
        # en: expected: {{ expected_seconds|rounded }} s, {{ expected_gib|rounded }} GiB where the longest text of the batch has {{ tokens }} tokens; the first batch takes longer
        # zh: 预期：{{ expected_seconds|rounded }} 秒，{{ expected_gib|rounded }} GiB（批内最长文本为 {{ tokens }} 个 token 时）；第一批会更慢
        reserved = torch.cuda.max_memory_reserved() if torch.cuda.is_available() else 0
        print(f"speech: {len(parts)}, {seconds:.1f} s, {tokens.shape[1]} tokens, {reserved / 2**30:.1f} GiB reserved", file=sys.stderr)


if __name__ == "__main__":
    main()
