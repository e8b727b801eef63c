# en: values of a second of sound, as the model was taught with
# zh: 每秒的采样数，与模型预训练时一致
RATE = 16000
# en: repository or folder of the tokenizer that goes with the weights
# zh: 与权重配套的分词器的仓库或目录
TOKENIZER = {{processor}}


class Samples(Dataset):
    def __init__(self, folder=None, is_training=True):
        ## en: The folder holds metadata.csv, with file_name and transcription in its first line, and the files that it names: at most {{ data.window_seconds }} s each.
        ## zh: 目录含 metadata.csv（首行为 file_name 与 transcription）以及其中列出的音频文件，每个不超过 {{ data.window_seconds }} 秒。
        self.folder, self.clips = folder, None
        # en: spectrograms are made as the model's own preprocessor makes them: shorter clips are filled up with silence
        # zh: 频谱按模型自带的预处理方式生成：较短的片段以静音补足
        self.spectrogram = transformers.WhisperFeatureExtractor(feature_size={{data.mel_bins}})
        if folder:
            table = os.path.join(folder, "metadata.csv")
            with open(table, encoding="utf-8-sig", newline="") as file:
                rows = list(csv.DictReader(file))
            if not rows or not {"file_name", "transcription"} <= rows[0].keys():
                raise SystemExit(f"{table}: not a table with the columns file_name and transcription")
            self.clips = [(row["file_name"], row["transcription"]) for row in rows]
            self.tokenizer = transformers.AutoTokenizer.from_pretrained(TOKENIZER)
            if hasattr(self.tokenizer, "set_prefix_tokens"):
                self.tokenizer.set_prefix_tokens(language=LANGUAGE, task="transcribe")
            self.check(table)

    def __len__(self):
        return len(self.clips) if self.clips is not None else {{data.samples}}

    # en: before the first step: no clip stops a run that has begun, and no text is cut in silence
    # zh: 在首步之前检查：不会因某个片段中断训练，也不会悄悄截断文本
    def check(self, table):
        import soundfile

        wrong = []
        for name, text in self.clips:
            try:
                seconds = soundfile.info(os.path.join(self.folder, name)).duration
            except (OSError, RuntimeError) as error:
                wrong.append(f"{name}: {error}")
                continue
            tokens = len(self.tokenizer(text).input_ids) - 1
            if seconds > {{data.window_seconds}}:
                wrong.append(f"{name} lasts {seconds:.1f} s, and {{ data.window_seconds }} are heard: cut it, and its text")
            if tokens > TARGET_LENGTH:
                wrong.append(f"{name} has a text of {tokens} tokens, and TARGET_LENGTH is {TARGET_LENGTH}")
        if wrong:
            raise SystemExit("\n".join([f"{table}: {len(wrong)} of {len(self.clips)} clips cannot be trained on", *wrong[:20]]))

    def sound(self, path):
        import soundfile

        values, rate = soundfile.read(path, dtype="float32", always_2d=True)
        values = values.mean(axis=1)
        if rate != RATE:
            import soxr

            values = soxr.resample(values, rate, RATE)
        return values

    def __getitem__(self, index):
        # en: every text has the full length, as the estimate assumes; -100 is padding
        # zh: 每条文本都补到最大长度，与估算一致；-100 表示填充
        labels = torch.full((TARGET_LENGTH,), -100)
        if self.clips is None:
            words = torch.randint({{vocabulary}}, (TARGET_LENGTH,))
            return {"input_features": torch.randn({{data.mel_bins}}, {{data.frames}}), "labels": words}
        name, text = self.clips[index]
        sound = self.sound(os.path.join(self.folder, name))
        features = self.spectrogram(sound, sampling_rate=RATE, return_tensors="pt").input_features[0]
        # en: the model puts the token that begins a text before it by itself
        # zh: 文本起始 token 由模型自行补上
        tokens = torch.tensor(self.tokenizer(text).input_ids[1:])
        labels[: len(tokens)] = tokens
        return {"input_features": features, "labels": labels}
