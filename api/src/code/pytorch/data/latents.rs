//! Latents with what conditions them, or pictures to be encoded.

use engine::architecture::Architecture;
use engine::training::Cache;

use crate::code::run::{Denoiser, Run};
use crate::code::script::Script;

pub(super) fn write(script: &mut Script, run: Run<'_>, denoiser: Denoiser) {
    let resident = run.training().resident_frozen_models;
    if run.training().loader.cache == Cache::Latents || !resident {
        script.note(
            "",
            (
                "DATA_DIR holds one .pt file a sample: what VAE and text encoders made of picture and caption, encoded once. Then neither is on the card while the model trains.",
                "DATA_DIR 中每个样本一个 .pt 文件：由 VAE 与文本编码器预先编码一次。训练时两者都不占显存。",
            ),
        );
    }
    if resident {
        script.note(
            "",
            (
                "The plan keeps VAE and text encoders on the card (load_companions()): encode with them in to_device().",
                "方案让 VAE 与文本编码器常驻显存（见 load_companions()）：可在 to_device() 中用它们编码。",
            ),
        );
    }
    let (channels, sides) = match run.model() {
        Architecture::DiffusionUnet(unet) => (unet.in_channels, "IMAGE_SIZE[0] // 8, IMAGE_SIZE[1] // 8"),
        Architecture::DiffusionTransformer(model) => (model.in_channels, "IMAGE_SIZE[0] // 8, IMAGE_SIZE[1] // 8"),
        _ => (4, "IMAGE_SIZE[0] // 8, IMAGE_SIZE[1] // 8"),
    };
    let (tokens, width, pooled) = match run.model() {
        Architecture::DiffusionUnet(unet) => {
            (unet.text_tokens, unet.cross_attention_dim, unet.addition_embed_input.saturating_sub(1536))
        }
        Architecture::DiffusionTransformer(model) => {
            (run.data().text_tokens, model.joint_attention_dim, model.pooled_projection_dim)
        }
        _ => (77, 768, 0),
    };
    // Kept in memory from the start, or read again in every epoch.
    let (kept, read) = if run.training().loader.cache == Cache::Latents {
        ("\n        self.samples = [torch.load(name, weights_only=True) for name in self.files or []]", "self.samples[index]")
    } else {
        ("", "torch.load(self.files[index], weights_only=True)")
    };
    script.raw(&format!(
        r"
class Samples(Dataset):
    def __init__(self):
        self.files = [os.path.join(DATA_DIR, name) for name in sorted(os.listdir(DATA_DIR))] if DATA_DIR else None{kept}

    def __len__(self):
        return len(self.files) if self.files else {}

    def __getitem__(self, index):
        if self.files:
            return {read}",
        run.data().samples
    ));
    let latents = match denoiser {
        Denoiser::Flux => format!("torch.randn((IMAGE_SIZE[0] // 16) * (IMAGE_SIZE[1] // 16), {channels})"),
        _ => format!("torch.randn({channels}, {sides})"),
    };
    script.raw(&format!("        sample = {{\"latents\": {latents}, \"text\": torch.randn({tokens}, {width})}}"));
    if denoiser != Denoiser::Unet {
        script.raw(&format!("        sample[\"pooled\"] = torch.randn({pooled})"));
    }
    script.raw("        return sample");
    script.gap();
}
