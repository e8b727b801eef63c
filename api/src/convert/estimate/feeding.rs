//! Advice on the data path.

use engine::estimate as answer;
use engine::estimate::{Cost, LoaderSetting, SettingValue};

use super::machine::kind;
use crate::locale::Locale;
use crate::patch::patch;
use crate::text;
use crate::v1::estimate as wire;

pub(super) fn settings(advice: &answer::LoaderAdvice) -> Vec<wire::SettingAdvice> {
    let answer::LoaderAdvice { before: run, after: _, settings } = advice;
    settings
        .iter()
        .map(|advice| {
            let answer::SettingAdvice { setting, before, after, alone, so_far, source } = advice;
            wire::SettingAdvice {
                id: id(*setting).to_owned(),
                before: value(*before),
                after: value(*after),
                samples_per_second_before: run.rate.get(),
                samples_per_second_after: alone.rate.get(),
                samples_per_second_so_far: so_far.rate.get(),
                epoch_seconds_before: run.epoch.get(),
                epoch_seconds_after: alone.epoch.get(),
                epoch_seconds_so_far: so_far.epoch.get(),
                ram_peak_bytes_before: run.ram.0,
                ram_peak_bytes_after: alone.ram.0,
                why: text::setting_why(advice, Locale::En),
                source: (*source).to_owned(),
            }
        })
        .collect()
}

pub(super) const fn together(advice: &answer::LoaderAdvice) -> wire::SettingsTogether {
    let answer::LoaderAdvice { before, after, settings: _ } = advice;
    wire::SettingsTogether {
        samples_per_second_before: before.rate.get(),
        samples_per_second_after: after.rate.get(),
        epoch_seconds_before: before.epoch.get(),
        epoch_seconds_after: after.epoch.get(),
        total_seconds_before: before.run.get(),
        total_seconds_after: after.run.get(),
    }
}

pub(super) fn remedy(remedies: &answer::Remedies, remedy: &answer::Remedy) -> wire::Remedy {
    let before = &remedies.before;
    let answer::Remedy { id, change, cost, after, source } = remedy;
    wire::Remedy {
        id: (*id).to_owned(),
        change: patch(change),
        cost: match cost {
            Cost::Free => wire::Cost::Free,
            Cost::Ram => wire::Cost::Ram,
            Cost::Drive => wire::Cost::Drive,
            Cost::Cpu => wire::Cost::Cpu,
        },
        samples_per_second_before: before.rate.get(),
        samples_per_second_after: after.rate.get(),
        epoch_seconds_before: before.epoch.get(),
        epoch_seconds_after: after.epoch.get(),
        total_seconds_before: before.run.get(),
        total_seconds_after: after.run.get(),
        narrowest_after: kind(after.narrowest),
        text: text::changes_title(change, Locale::En),
        why: text::changes_why(change, Locale::En).to_owned(),
        source: (*source).to_owned(),
    }
}

const fn id(setting: LoaderSetting) -> &'static str {
    match setting {
        LoaderSetting::NumWorkers => "num-workers",
        LoaderSetting::BatchedPreprocessing => "batched-preprocessing",
        LoaderSetting::Cache => "cache",
        LoaderSetting::PinMemory => "pin-memory",
        LoaderSetting::PrefetchFactor => "prefetch-factor",
        LoaderSetting::PersistentWorkers => "persistent-workers",
    }
}

fn value(value: SettingValue) -> wire::SettingValue {
    match value {
        SettingValue::Count(count) => wire::SettingValue::Count(count),
        SettingValue::Flag(flag) => wire::SettingValue::Flag(flag),
        SettingValue::Cache(cache) => wire::SettingValue::Cache(cache.into()),
    }
}
