# % if loader.cache == "latents" or not has_resident_companions
## en: DATA_DIR holds one .pt file a sample: what VAE and text encoders made of picture and caption, encoded once by prepare.py. Then neither is on the card while the model trains.
## zh: DATA_DIR 中每个样本一个 .pt 文件：由 prepare.py 用 VAE 与文本编码器预先编码一次。训练时两者都不占显存。
# % endif
# % if has_resident_companions
## en: The plan keeps VAE and text encoders on the card (load_companions()): encode with them in to_device().
## zh: 方案让 VAE 与文本编码器常驻显存（见 load_companions()）：可在 to_device() 中用它们编码。
# % endif
class Samples(Dataset):
    def __init__(self, folder=None, is_training=True):
        self.files = [os.path.join(folder, name) for name in sorted(os.listdir(folder)) if name.endswith(".pt")] if folder else None
        # % if loader.cache == "latents"
        self.samples = [torch.load(name, weights_only=True) for name in self.files or []]

    # % endif

    def __len__(self):
        return len(self.files) if self.files is not None else {{data.samples}}

    def __getitem__(self, index):
        if self.files:
            # % if loader.cache == "latents"
            return self.samples[index]
            # % else
            return torch.load(self.files[index], weights_only=True)
        # % endif
        # % if task.denoiser == "flux"
        sample = {
            "latents": torch.randn((IMAGE_SIZE[0] // 16) * (IMAGE_SIZE[1] // 16), {{latents.channels}}),
            "text": torch.randn({{latents.tokens}}, {{latents.width}}),
        }
        # % else
        sample = {
            "latents": torch.randn({{latents.channels}}, IMAGE_SIZE[0] // 8, IMAGE_SIZE[1] // 8),
            "text": torch.randn({{latents.tokens}}, {{latents.width}}),
        }
        # % endif
        # % if task.denoiser != "unet"
        sample["pooled"] = torch.randn({{latents.pooled}})
        # % endif
        return sample
