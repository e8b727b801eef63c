//! The cases of guide B: a job before and after its settings were tuned, as reported.

use super::study::{Guide, State, Study, figure};
use crate::messages::cases as names;
use crate::messages::cases::guide_b as text;

/// The three studies.
pub const STUDIES: &[Study] = &[
    Study {
        guide: Guide::B,
        id: "mistral-7b-qlora",
        title: "Mistral 7B QLoRA · RTX 4090",
        about: text::mistral_about,
        assumed: text::mistral_assumed,
        states: &[
            State {
                label: names::before,
                query: "v=1&gpu=rtx-4090&cpu=core-i9-13900k&storage=samsung-990-pro-2tb&ram=64&model=mistral-7b&method=full&precision=fp32\
                        &optimizer=adamw&checkpointing=none&batch=2&data=text&samples=100000&seq=512",
            },
            State {
                label: names::after,
                query: "v=1&gpu=rtx-4090&cpu=core-i9-13900k&storage=samsung-990-pro-2tb&ram=64&model=mistral-7b&method=qlora&rank=8\
                        &precision=fp16-amp&optimizer=adafactor&checkpointing=full&batch=6&data=text&samples=100000&seq=512",
            },
        ],
        figures: &[
            figure!(UsableVram, [24.0, 22.08], text::mistral_usable),
            figure!(MaxBatch, [2.0, 6.0], text::mistral_batch),
            figure!(ParameterVram, [28.0, 2.8], text::mistral_parameters),
            figure!(OptimizerVram, [42.0, 14.0], text::mistral_optimizer),
            figure!(ActivationVram, [8.0, 4.0], text::mistral_activations),
            figure!(EpochTime, [12.0, 3.5], text::mistral_epoch),
            figure!(OomRate, [30.0, 0.0], text::mistral_oom),
        ],
    },
    Study {
        guide: Guide::B,
        id: "resnet101-unet",
        title: "U-Net (ResNet-101) · RTX 4090",
        about: text::unet_about,
        assumed: text::unet_assumed,
        states: &[
            State {
                label: names::before,
                query: "v=1&gpu=rtx-4090&cpu=core-i7-13700k&storage=zhitai-tiplus9100-2tb&ram=32&model=smp_unet_resnet101&method=full\
                        &precision=fp32&optimizer=adamw&checkpointing=none&batch=8&accumulation=1&workers=0&pin=0&cache=none&data=images\
                        &samples=10000&image=512",
            },
            State {
                label: names::after,
                query: "v=1&gpu=rtx-4090&cpu=core-i7-13700k&storage=zhitai-tiplus9100-2tb&ram=32&model=smp_unet_resnet101&method=full\
                        &precision=fp16-amp&optimizer=adamw&checkpointing=full&batch=8&accumulation=4&workers=8&prefetch=2&pin=1&cache=none\
                        &data=images&samples=10000&image=512",
            },
        ],
        figures: &[
            figure!(EffectiveBatch, [8.0, 32.0], text::unet_batch),
            figure!(ActivationVram, [12.0, 6.0], text::unet_activations),
            figure!(EpochTime, [8.0, 2.5], text::unet_epoch),
            figure!(Utilization, [45.0, 85.0], text::unet_utilization),
            figure!(Accuracy, [78.2, 80.1], text::unet_accuracy),
            figure!(BatchLoadTime, [0.5, 0.1], text::unet_load),
            figure!(ParameterVram, [10.0, 5.0], text::unet_parameters),
        ],
    },
    Study {
        guide: Guide::B,
        id: "sd15-lora-loading",
        title: "Stable Diffusion 1.5 LoRA · RTX 4090",
        about: text::loading_about,
        assumed: text::loading_assumed,
        states: &[
            State {
                label: names::before,
                query: "v=1&gpu=rtx-4090&cpu=core-i9-13900k&storage=samsung-990-pro-4tb&ram=64&model=sd15&method=lora&rank=8\
                        &precision=fp16-amp&optimizer=adamw&resident=1&batch=8&workers=0&pin=0&cache=none&data=latents&samples=50000&image=512",
            },
            State {
                label: names::after,
                query: "v=1&gpu=rtx-4090&cpu=core-i9-13900k&storage=samsung-990-pro-4tb&ram=64&model=sd15&method=lora&rank=8\
                        &precision=fp16-amp&optimizer=adamw&resident=0&batch=16&workers=8&pin=1&cache=latents&data=latents&samples=50000&image=512",
            },
        ],
        figures: &[
            figure!(BatchLoadTime, [0.8, 0.05], text::loading_load),
            figure!(Utilization, [30.0, 90.0], text::loading_utilization),
            figure!(VramUsed, [10.0, 18.0], text::loading_vram),
            figure!(EpochTime, [12.0, 3.5], text::loading_epoch),
        ],
    },
];
