//! What every time on the page is the time of: how often which data set is gone through.

use scenario::parts::name_all;
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::choices::DataKind;
use wording::format;
use workstation::machines::{Build, Label, Machine};

use super::asked::Asked;
use crate::messages::need as text;

/// The machine with the plan that runs on it, every field decided; with its parts by name where own prices chose them.
pub fn pin_machine(asked: &Asked, build: &Build) -> Scenario {
    let mut scenario = Scenario { constraints: asked.scenario.constraints.clone(), ..build.scenario.clone() };
    if !asked.prices.parts.is_empty() {
        name_all(&mut scenario.hardware, build.parts.iter().map(|part| part.id));
    }
    scenario::pin::pin(&scenario, &build.answer.scenario)
}

/// The sentence over the answer, from the first machine: all are counted with the same run.
pub fn counted(asked: &Asked, machines: &[(Vec<Label>, &Machine)], locale: Locale) -> Option<String> {
    let run = of_machines(asked, machines, locale)?;
    let (data, training) = (&asked.scenario.data, &asked.scenario.training);
    let is_said = data.samples.is_some() && training.epochs.is_some();
    Some(if is_said { text::counted(locale, &run) } else { text::counted_default(locale, &run) })
}

/// `3 epochs of 100,000 texts of 512 tokens`.
pub fn of_machines(asked: &Asked, machines: &[(Vec<Label>, &Machine)], locale: Locale) -> Option<String> {
    let (_, first) = machines.first()?;
    told(&pin_machine(asked, &first.build), locale)
}

/// A run of which every field is decided, in words.
pub fn told(pinned: &Scenario, locale: Locale) -> Option<String> {
    let data = &pinned.data;
    let samples = format::count(data.samples?);
    let epochs = match pinned.training.epochs? {
        1 => text::epoch(locale).to_owned(),
        epochs => text::epochs(locale, &format::count(epochs)),
    };
    let of = match (data.kind, data.image_size, data.sequence_length) {
        (Some(DataKind::Text), Some(size), Some(tokens)) if data.images_per_sample.is_some_and(|count| count > 0) => {
            let pictures = data.images_per_sample.map_or_else(String::new, format::count);
            let size = format!("{} × {}", size.height, size.width);
            text::of_pictures(locale, &samples, &format::count(tokens), &pictures, &size)
        }
        (Some(DataKind::Text), _, Some(tokens)) => text::of_texts(locale, &samples, &format::count(tokens)),
        (Some(DataKind::Images), Some(size), _) => {
            text::of_images(locale, &samples, &format!("{} × {}", size.height, size.width))
        }
        _ => text::of_samples(locale, &samples),
    };
    Some(epochs + &of)
}
