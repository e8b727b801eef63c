//! What practitioners' guides pulled to make their cases run: the advisor must put the same levers on its list.
//!
//! A case begins as its guide begins (rules B4, B10, B12 and B13; the same scenarios as on the page of cases). What a guide
//! pulled is on the list, or at least weighed and dropped with a reason where the model sees no gain in it alone.
#![cfg(feature = "json")]

use std::collections::BTreeSet;

use wire::v1::Recommendation;

struct Case {
    name: &'static str,
    /// The scenario as the guide starts from it, as the planner's query.
    start: &'static str,
    /// Levers that the guide pulls and the list must have.
    listed: &'static [&'static str],
    /// Levers that the guide pulls of which the model may see no gain when they are pulled alone: on the list, or dropped
    /// with a reason.
    weighed: &'static [&'static str],
    /// Levers of which one alone must make the case fit; none where it fits from the start.
    fits_alone: &'static [&'static str],
}

const CASES: &[Case] = &[
    // Full training in FP32 on 24 GB: only another method makes a model of 7 billion weights fit.
    Case {
        name: "mistral-7b, full training",
        start: "v=1&gpu=rtx-4090&cpu=core-i9-13900k&storage=samsung-990-pro-2tb&ram=64&model=mistral-7b&method=full&precision=fp32\
                &optimizer=adamw&checkpointing=none&batch=2&data=text&samples=100000&seq=512",
        listed: &["qlora", "lora", "mixed-precision", "adafactor"],
        // The peak is in the optimizer's update, where no activation is left.
        weighed: &["activation-checkpointing"],
        fits_alone: &["qlora"],
    },
    // QLoRA of rank 8 as the guide's table has it, before the rest of its settings.
    Case {
        name: "mistral-7b, QLoRA of rank 8",
        start: "v=1&gpu=rtx-4090&cpu=core-i9-13900k&storage=samsung-990-pro-2tb&ram=64&model=mistral-7b&method=qlora&rank=8\
                &precision=fp16-amp&optimizer=adamw&checkpointing=none&batch=6&data=text&samples=100000&seq=512",
        listed: &["activation-checkpointing"],
        // States of adapters are a few MB whichever the optimizer.
        weighed: &["adafactor"],
        fits_alone: &[],
    },
    Case {
        name: "resnet101-unet",
        start: "v=1&gpu=rtx-4090&cpu=core-i7-13700k&storage=zhitai-tiplus9100-2tb&ram=32&model=smp_unet_resnet101&method=full\
                &precision=fp32&optimizer=adamw&checkpointing=none&batch=8&accumulation=1&workers=0&pin=0&cache=none&data=images\
                &samples=10000&image=512",
        listed: &["mixed-precision", "activation-checkpointing", "accumulation", "loader-workers"],
        weighed: &["pinned-memory", "prefetch"],
        fits_alone: &[],
    },
    Case {
        name: "sd15-lora-loading",
        start: "v=1&gpu=rtx-4090&cpu=core-i9-13900k&storage=samsung-990-pro-4tb&ram=64&model=sd15&method=lora&rank=8\
                &precision=fp16-amp&optimizer=adamw&resident=1&batch=8&workers=0&pin=0&cache=none&data=latents&samples=50000&image=512",
        listed: &["loader-workers", "latents-cache"],
        weighed: &["ram-cache", "larger-batch"],
        fits_alone: &[],
    },
];

fn answer(case: &Case) -> Recommendation {
    let reading = scenario::query::parse_string(case.start);
    assert!(reading.errors.is_empty(), "{}: {:?}", case.name, reading.errors);
    api::recommend(&reading.scenario).unwrap_or_else(|problem| panic!("{}: {problem:?}", case.name))
}

#[test]
fn the_list_has_what_the_guides_pulled() {
    for case in CASES {
        let answer = answer(case);
        let listed: BTreeSet<&str> = answer.levers.iter().map(|lever| lever.id.as_str()).collect();
        let dropped: BTreeSet<&str> = answer.rejected.iter().map(|rejection| rejection.what.as_str()).collect();
        for id in case.listed {
            assert!(listed.contains(id), "{} lacks {id}: {listed:?}, dropped {dropped:?}", case.name);
        }
        for id in case.weighed {
            let is_weighed = listed.contains(id) || dropped.contains(id);
            assert!(is_weighed, "{} does not weigh {id}: {listed:?}, dropped {dropped:?}", case.name);
        }
    }
}

#[test]
fn single_changes_that_fit_are_those_of_the_guides() {
    for case in CASES {
        let answer = answer(case);
        for id in case.fits_alone {
            assert!(answer.single_change_fits.iter().any(|fits| fits == id), "{}: {:?}", case.name, answer.single_change_fits);
        }
    }
}

/// Each lever does what the guide says it does, in direction; how far it goes is on the page of cases.
#[test]
fn levers_work_in_the_guides_direction() {
    for (case, id, saves_memory, saves_time) in [
        // Rule B13: 28 GB of parameters become 2.8 in the guide.
        (0, "qlora", true, false),
        // Rule B9: about half of the activations for about a fifth more time.
        (1, "activation-checkpointing", true, false),
        (2, "activation-checkpointing", true, false),
        (2, "mixed-precision", true, true),
        // Rule B10: workers take the waiting away.
        (2, "loader-workers", false, true),
        (3, "loader-workers", false, true),
    ] {
        let answer = answer(&CASES[case]);
        let lever = answer.levers.iter().find(|lever| lever.id == id).unwrap_or_else(|| panic!("{id}"));
        let name = CASES[case].name;
        assert!(!saves_memory || lever.vram_after_bytes < lever.vram_before_bytes, "{name} {id}");
        assert!(!saves_time || lever.epoch_seconds_after < lever.epoch_seconds_before, "{name} {id}");
        if id == "activation-checkpointing" {
            assert!(lever.step_seconds_after > lever.step_seconds_before, "{name} {id} costs time");
        }
        assert!(!lever.why.is_empty() && !lever.source.is_empty());
    }
}
