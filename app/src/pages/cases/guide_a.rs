//! The cases of guide A: one machine with 16, 32 and 64 GB of RAM, as reported.
//!
//! Figures are the guide's; where it prints none (nothing of BERT's speed) there is no row.

use super::study::{Figure, Guide, State, Study, figure};
use crate::messages::cases as names;
use crate::messages::cases::guide_a as text;

/// The guide's machine with this much RAM, and a job.
macro_rules! machine {
    ($ram:literal, $job:literal) => {
        concat!("v=1&gpu=rtx-4090&cpu=core-i9-13900k&storage=samsung-990-pro-2tb&os=windows&workers=4&ram=", $ram, "&", $job)
    };
}

/// The three studies.
pub const STUDIES: &[Study] = &[
    Study {
        guide: Guide::A,
        id: "resnet50",
        title: "ResNet-50 · RTX 4090",
        about: text::resnet_about,
        assumed: text::resnet_assumed,
        states: &[
            State {
                label: names::ram_16,
                query: machine!(
                    "16",
                    "model=resnet50&method=full&precision=fp32&optimizer=adamw&batch=8&epochs=10&data=images&samples=50000&image=224"
                ),
            },
            State {
                label: names::ram_32,
                query: machine!(
                    "32",
                    "model=resnet50&method=full&precision=fp32&optimizer=adamw&batch=16&epochs=10&data=images&samples=50000&image=224"
                ),
            },
            State {
                label: names::ram_64,
                query: machine!(
                    "64",
                    "model=resnet50&method=full&precision=fp32&optimizer=adamw&batch=16&epochs=10&data=images&samples=50000&image=224"
                ),
            },
        ],
        figures: &[
            figure!(LoadTime, [12.5, 4.8, 4.5], text::resnet_load),
            figure!(MaxBatch, [8.0, 16.0, 16.0], text::resnet_batch),
            figure!(StepRate, [1.8, 3.5, 3.6], text::resnet_speed),
            figure!(RamPeak, [14.8, 22.5, 23.2], text::resnet_ram),
            figure!(VramPeak, [20.2, 19.8, 19.7], text::resnet_vram),
            figure!(Spill, [8.4, 0.0, 0.0], text::resnet_spill),
            figure!(SpillShare, [35.0, 0.0, 0.0], text::resnet_spill_share),
            figure!(Interrupted, [20.0, 0.0, 0.0], text::interrupted),
            figure!(TenEpochs, [102.0, 55.0, 53.0], text::resnet_duration),
        ],
    },
    Study {
        guide: Guide::A,
        id: "bert-base",
        title: "BERT-base · RTX 4090",
        about: text::bert_about,
        assumed: text::bert_assumed,
        states: &[
            State {
                label: names::ram_16,
                query: machine!(
                    "16",
                    "model=bert-base&method=full&precision=fp32&optimizer=adamw&batch=8&data=text&samples=100000&seq=512&task=classification"
                ),
            },
            State {
                label: names::ram_32,
                query: machine!(
                    "32",
                    "model=bert-base&method=full&precision=fp32&optimizer=adamw&batch=16&data=text&samples=100000&seq=512&task=classification"
                ),
            },
            State {
                label: names::ram_64,
                query: machine!(
                    "64",
                    "model=bert-base&method=full&precision=fp32&optimizer=adamw&batch=16&data=text&samples=100000&seq=512&task=classification"
                ),
            },
        ],
        figures: &[
            figure!(LoadTime, [8.2, 3.1, 2.9], text::bert_load),
            figure!(MaxBatch, [8.0, 16.0, 16.0], text::bert_batch),
            figure!(RamPeak, [14.2, 18.8, 19.2], text::bert_ram),
            figure!(VramPeak, [18.5, 18.2, 18.1], text::bert_vram),
            figure!(Spill, [6.2, 0.0, 0.0], text::bert_spill),
            figure!(SpillShare, [33.0, 0.0, 0.0], text::bert_spill_share),
            figure!(Interrupted, [10.0, 0.0, 0.0], text::interrupted),
            figure!(TimeToAccuracy, [255.0, 130.0, 128.0], text::bert_time),
        ],
    },
    Study {
        guide: Guide::A,
        id: "sd15-lora",
        title: "Stable Diffusion 1.5 LoRA · RTX 4090",
        about: text::sd_about,
        assumed: text::sd_assumed,
        states: &[
            State {
                label: names::ram_16,
                query: machine!(
                    "16",
                    "model=sd15&method=lora&rank=8&precision=fp32&optimizer=adamw&resident=1&cache=none&batch=4&data=latents&samples=50000&image=512"
                ),
            },
            State {
                label: names::ram_32,
                query: machine!(
                    "32",
                    "model=sd15&method=lora&rank=8&precision=fp32&optimizer=adamw&resident=1&cache=none&batch=8&data=latents&samples=50000&image=512"
                ),
            },
            State {
                label: names::ram_64,
                query: machine!(
                    "64",
                    "model=sd15&method=lora&rank=8&precision=fp32&optimizer=adamw&resident=1&cache=none&batch=8&data=latents&samples=50000&image=512"
                ),
            },
        ],
        figures: &[
            figure!(LoadTime, [15.8, 6.2, 5.8], text::sd_load),
            figure!(MaxBatch, [4.0, 8.0, 8.0], text::sd_batch),
            figure!(StepRate, [0.8, 1.5, 1.6], text::sd_speed),
            figure!(RamPeak, [15.1, 25.3, 25.8], text::sd_ram),
            figure!(VramPeak, [22.8, 22.5, 22.4], text::sd_vram),
            figure!(Spill, [9.5, 0.0, 0.0], text::sd_spill),
            figure!(SpillShare, [41.0, 0.0, 0.0], text::sd_spill_share),
            figure!(Interrupted, [40.0, 0.0, 0.0], text::interrupted),
            Figure { metric: super::metric::Metric::TotalTime, reported: &[None, Some(10.0), None], comment: text::sd_time },
        ],
    },
];
