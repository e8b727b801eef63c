//! Advice on the data path.

use engine::estimate as answer;
use engine::estimate::{Cost, LoaderSetting, SettingValue};

use super::stage::kind;
use scenario::patch::patch;
use wire::locale::Locale;
use wire::v1::estimate as v1;

pub(super) fn settings(advice: &answer::LoaderAdvice, locale: Locale) -> Vec<v1::SettingAdvice> {
    let answer::LoaderAdvice { before: run, after: _, settings } = advice;
    settings
        .iter()
        .map(|advice| {
            let answer::SettingAdvice { setting, before, after, alone, so_far, source } = advice;
            v1::SettingAdvice {
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
                why: wording::setting_why(advice, locale),
                source: (*source).to_owned(),
            }
        })
        .collect()
}

pub(super) const fn together(advice: &answer::LoaderAdvice) -> v1::SettingsTogether {
    let answer::LoaderAdvice { before, after, settings: _ } = advice;
    v1::SettingsTogether {
        samples_per_second_before: before.rate.get(),
        samples_per_second_after: after.rate.get(),
        epoch_seconds_before: before.epoch.get(),
        epoch_seconds_after: after.epoch.get(),
        total_seconds_before: before.run.get(),
        total_seconds_after: after.run.get(),
    }
}

pub(super) fn remedy(remedies: &answer::Remedies, remedy: &answer::Remedy, locale: Locale) -> v1::Remedy {
    let before = &remedies.before;
    let answer::Remedy { id, change, cost, after, source } = remedy;
    v1::Remedy {
        id: (*id).to_owned(),
        change: patch(change),
        cost: match cost {
            Cost::Free => v1::Cost::Free,
            Cost::Ram => v1::Cost::Ram,
            Cost::Drive => v1::Cost::Drive,
            Cost::Cpu => v1::Cost::Cpu,
        },
        samples_per_second_before: before.rate.get(),
        samples_per_second_after: after.rate.get(),
        epoch_seconds_before: before.epoch.get(),
        epoch_seconds_after: after.epoch.get(),
        total_seconds_before: before.run.get(),
        total_seconds_after: after.run.get(),
        narrowest_after: kind(after.narrowest),
        text: wording::changes_title(change, locale),
        why: wording::changes_why(change, locale).to_owned(),
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

fn value(value: SettingValue) -> v1::SettingValue {
    match value {
        SettingValue::Count(count) => v1::SettingValue::Count(count),
        SettingValue::Flag(flag) => v1::SettingValue::Flag(flag),
        SettingValue::Cache(cache) => v1::SettingValue::Cache(cache.into()),
    }
}
