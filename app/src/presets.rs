//! Plans to start from: the runs that people most often ask about.

use crate::fields::Text;
use crate::messages::pages as text;

/// A plan with a name.
#[derive(Debug, Clone, Copy)]
pub struct Preset {
    /// Its model and card, as products are called.
    pub title: &'static str,
    /// What it is for.
    pub about: Text,
    /// The planner's query.
    pub query: &'static str,
}

/// The presets, in the order of the page.
pub const PRESETS: &[Preset] = &[
    Preset {
        title: "ResNet-50 · RTX 4090",
        about: text::preset_classify,
        query: "v=1&gpu=rtx-4090&cpu=core-i9-13900k&ram=32&model=resnet50&precision=fp16-amp&data=images&samples=50000&image=224",
    },
    Preset {
        title: "BERT-base · RTX 4090",
        about: text::preset_text,
        query: "v=1&gpu=rtx-4090&cpu=core-i9-13900k&ram=32&model=bert-base&precision=fp16-amp&data=text&samples=100000&seq=128",
    },
    Preset {
        title: "Llama 3 8B QLoRA · RTX 4090",
        about: text::preset_qlora,
        query: "v=1&gpu=rtx-4090&ram=64&model=llama-3-8b&method=qlora&rank=16&targets=all-linear&checkpointing=full&data=text&seq=2048&epochs=3",
    },
    Preset {
        title: "Stable Diffusion 1.5 LoRA · RTX 3060 12 GB",
        about: text::preset_diffusion,
        query: "v=1&gpu=rtx-3060-12gb&ram=32&model=sd15&method=lora&rank=8&precision=fp16-amp&data=latents&image=512&samples=2000&cache=latents",
    },
    Preset {
        title: "Llama 2 13B LoRA · RTX A6000",
        about: text::preset_lora,
        query: "v=1&gpu=rtx-a6000&ram=128&model=llama-2-13b&method=lora&rank=8&checkpointing=full&data=text&seq=1024&epochs=3",
    },
    Preset {
        title: "Llama 2 7B · 8 × H100",
        about: text::preset_full,
        query: "v=1&gpu=h100-sxm5-80gb&gpus=8&ram=1024&model=llama-2-7b&method=full&precision=bf16-amp&sharding=zero-3&checkpointing=full&data=text&seq=4096&epochs=3",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_answers_without_a_fault() {
        for preset in PRESETS {
            let reading = crate::plan::read(scenario::query::decode(preset.query));
            assert!(reading.errors.is_empty(), "{}: {:?}", preset.title, reading.errors);
            assert!(reading.plan.is_some(), "{}", preset.title);
        }
    }
}
