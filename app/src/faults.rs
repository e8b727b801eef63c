//! What is wrong with a field as the page says it: by labels and names, where the API says pointers and words.

#[cfg(feature = "ssr")]
pub mod prices;

use engine::units::SECONDS_PER_HOUR;
#[cfg(feature = "ssr")]
use engine::units::Seconds;
#[cfg(feature = "ssr")]
use scenario::error::Relax;
use scenario::error::{Expected, Unit};
use scenario::form::{Lead, Reset};
use scenario::{FieldError, Reason, pointer};
use wire::v1::Scenario;
#[cfg(feature = "ssr")]
use wire::v1::diagnose::Symptom;
use wording::format;

use crate::fields::{self, Catalog, Field, Kind, hidden, options};
use crate::locale::{Locale, colon};
use crate::messages::{faults as text, inputs};
use crate::plan::words;

/// What a person sees of a run, of which a diagnosis begins.
#[cfg(feature = "ssr")]
const SYMPTOM: &str = "/symptom";

/// What a field is called.
#[must_use]
pub fn label(pointer: &str, locale: Locale) -> String {
    if let Some(key) = pointer.strip_prefix(pointer::CONFIG_KEYS) {
        return format!("config.json{}{key}", colon(locale));
    }
    #[cfg(feature = "ssr")]
    if let Some(label) = prices::label(pointer, locale)
        .or_else(|| seen(pointer, locale))
        .or_else(|| crate::messages::run::label(pointer, locale).map(str::to_owned))
    {
        return label;
    }
    let exact = fields::all().find(|field| field.pointer == pointer).map(|field| (field.label)(locale).to_owned());
    let shown = exact.or_else(|| hidden::label(pointer, locale));
    match shown.or_else(|| fields::by_pointer(pointer).map(|field| (field.label)(locale).to_owned())) {
        Some(label) => label,
        None => pointer.trim_start_matches('/').replace('/', "."),
    }
}

/// What a diagnosis is asked with, as its page calls it; none for any other field.
#[cfg(feature = "ssr")]
fn seen(pointer: &str, locale: Locale) -> Option<String> {
    use crate::messages::diagnose as text;
    if matches!(pointer, SYMPTOM | "/see") {
        return Some(text::symptom(locale).to_owned());
    }
    let name = pointer.strip_prefix("/observed/").or_else(|| pointer.strip_prefix('/'))?;
    let figure = scenario::diagnose::FIGURES.iter().find(|figure| figure.name == name || figure.parameter == name)?;
    let label = text::figure(figure.name, locale)?;
    Some(label.to_owned())
}

/// What is wrong with it, and what would do.
#[must_use]
pub fn detail(error: &FieldError, locale: Locale) -> String {
    let field = fields::all().find(|field| field.pointer == error.pointer);
    match &error.reason {
        Reason::NotApplicable { with, value, allowed } => {
            let value = value.trim_matches('`');
            let choices = choices(field, allowed, locale);
            match *with {
                "/model/id" => text::not_with_model(locale, options::name_of(Catalog::Models, value).unwrap_or(value)) + &choices,
                "/model/config/model_type" => text::not_with_model(locale, &inputs::own_model_of(locale, value)) + &choices,
                with => {
                    let other = fields::all().find(|field| field.pointer == with);
                    text::not_with(
                        locale,
                        &label(with, locale),
                        &other.map_or_else(|| value.to_owned(), |other| name(other, value, locale)),
                    ) + &choices
                }
            }
        }
        Reason::OfAnother { with, value, .. } => {
            let other = fields::all().find(|field| field.pointer == *with);
            let names: Vec<String> = value
                .split(", ")
                .map(|word| word.trim_matches('`'))
                .map(|word| other.map_or_else(|| word.to_owned(), |other| name(other, word, locale)))
                .collect();
            text::not_with(locale, &label(with, locale), &names.join(locale.pick(", ", "、")))
        }
        #[cfg(feature = "ssr")]
        Reason::UnknownValue { given, allowed } if error.pointer == SYMPTOM => {
            let titles = allowed.iter().filter_map(|word| Symptom::from_word(word));
            let titles: Vec<String> = titles.map(|symptom| wording::symptom_title(symptom, locale).to_owned()).collect();
            text::not_a_choice(locale, given) + &choices(None, &titles, locale)
        }
        Reason::UnknownValue { given, allowed } => text::not_a_choice(locale, given) + &choices(field, allowed, locale),
        Reason::UnknownKind { given, nearest, allowed } => {
            let other =
                nearest.as_ref().map_or_else(|| choices(field, allowed, locale), |nearest| text::nearest_kind(locale, nearest));
            text::unknown_kind(locale, given) + &other
        }
        Reason::NotModeled { framework } => text::not_modeled(locale, wording::framework_name(*framework)),
        Reason::Repeated { last: Some(last) } => {
            text::repeated(locale, &field.map_or_else(|| last.clone(), |field| name(field, last, locale)))
        }
        Reason::WrongType { expected: Expected::IntegerOrPair } => text::no_size(locale).to_owned(),
        // Times are asked for in hours and days.
        Reason::OutOfRange { max, unit: Unit::Seconds, .. } => text::no_time(locale, &format::number(max / SECONDS_PER_HOUR)),
        #[cfg(feature = "ssr")]
        Reason::Contradictory(Relax::Seconds { least }) => {
            text::too_short(locale, &format::duration(Seconds::new(least.max(0.0)), locale))
        }
        #[cfg(feature = "ssr")]
        Reason::InLine { line, column, reason } => prices::in_line(*line, column, reason, locale),
        Reason::Conflict { with } => text::excludes(locale, &label(with, locale)),
        Reason::Required if error.pointer == pointer::CONFIG => text::no_config(locale).to_owned(),
        Reason::Required if error.pointer.starts_with(pointer::CONFIG_KEYS) => text::key_missing(locale).to_owned(),
        Reason::WrongType { .. } if error.pointer == pointer::CONFIG => text::no_object(locale).to_owned(),
        _ => error.detail(locale),
    }
}

/// What can be chosen instead, by name.
fn choices(field: Option<&Field>, words: &[String], locale: Locale) -> String {
    let names: Vec<String> =
        words.iter().map(|word| field.map_or_else(|| word.clone(), |field| name(field, word, locale))).collect();
    match names.split_last() {
        None => String::new(),
        Some((only, [])) => text::choose(locale, only),
        Some((last, names)) => {
            let names = names.join(locale.pick(", ", "、"));
            text::choose(locale, &either(&names, last, locale))
        }
    }
}

/// One or the other. In Chinese a space stands beside Latin letters and digits alone.
fn either(one: &str, other: &str, locale: Locale) -> String {
    let space = |is_latin: bool| if is_latin { " " } else { "" };
    match locale {
        Locale::En => [one, " or ", other].concat(),
        Locale::Zh => {
            let before = space(one.ends_with(|letter: char| letter.is_ascii()));
            let after = space(other.starts_with(|letter: char| letter.is_ascii()));
            [one, before, "或", after, other].concat()
        }
    }
}

/// A word by its name in the field's list.
fn name(field: &Field, word: &str, locale: Locale) -> String {
    match field.kind {
        Kind::Words(words) | Kind::Several(words) => {
            words.iter().find(|(other, _)| *other == word).map_or_else(|| word.to_owned(), |(_, name)| name(locale).to_owned())
        }
        _ => word.to_owned(),
    }
}

/// What of a form went back to automatic, and why, in a sentence.
#[must_use]
pub fn reset_line(reset: &Reset, said: &Scenario, locale: Locale) -> String {
    let labels: Vec<String> = reset.pointers.iter().map(|pointer| label(pointer, locale)).collect();
    let labels = labels.join(locale.pick(", ", "、"));
    match reset.lead {
        Lead::Model => text::reset_model(locale, &words::model_name(said, locale), &labels),
        Lead::Method => {
            let method = fields::by_name("method").and_then(|field| words::value_text(field, said, locale));
            text::reset_method(locale, method.as_deref().unwrap_or_else(|| inputs::automatic(locale)), &labels)
        }
        Lead::Card => {
            let card = fields::by_name("gpu").and_then(|field| words::value_text(field, said, locale));
            text::reset_card(locale, card.as_deref().unwrap_or_else(|| inputs::automatic(locale)), &labels)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenario::fields::FIELDS;
    use scenario::query::decode;

    #[test]
    fn every_leaf_has_a_name_in_both_languages() {
        for field in FIELDS.iter().filter(|field| !field.pointer.starts_with(pointer::CONFIG_KEYS)) {
            for locale in [Locale::En, Locale::Zh] {
                let label = label(field.pointer, locale);
                assert!(!label.is_empty() && label != field.pointer.trim_start_matches('/').replace('/', "."), "{label}");
            }
        }
        for (pointer, ..) in hidden::LABELS {
            assert!(fields::all().all(|field| field.pointer != *pointer), "{pointer} has a control");
        }
    }

    #[test]
    fn no_fault_between_fields_is_told_in_words_of_the_api() {
        let queries = [
            "model=resnet50&method=qlora&cache=tokens&data=text",
            "model=bert-base&method=frozen-backbone&cache=latents&data=images",
            "model=llama-3-8b&method=qlora&precision=fp32&targets=nothing",
            "model=llama-3-8b&config.type=llama",
            "model=resnet50&precision=fp32&precision=bf16-amp&image=224,224",
            "config.type=lama&config.vocab=0",
            "config.type=bloom",
            "model=custom&method=lora",
            "model=resnet50&precision=half&optimizer=adam&task=dance&bits=5&v=2",
        ];
        for query in queries {
            let errors = crate::plan::read(decode(&format!("gpu=rtx-4090&{query}"))).errors;
            assert!(!errors.is_empty(), "{query}");
            for (error, locale) in errors.iter().flat_map(|error| [(error, Locale::En), (error, Locale::Zh)]) {
                let said = format!("{}{}{}", label(&error.pointer, locale), colon(locale), detail(error, locale));
                for word in ["`", "model.id", "training.", "data.", "model_type` is", "frozen-backbone", "bf16-amp"] {
                    assert!(!said.contains(word), "{query}: {said}");
                }
            }
        }
        let qlora = crate::plan::read(decode("gpu=rtx-4090&model=resnet50&method=qlora")).errors;
        assert_eq!(detail(&qlora[0], Locale::En), "does not apply to ResNet-50; choose Full training or Frozen backbone");
        let late = crate::plan::read(decode("gpu=rtx-4090&model=resnet50&deadline=0")).errors;
        assert_eq!(detail(&late[0], Locale::En), "must be more than 0 and at most 87,600 hours");
    }

    #[test]
    fn one_or_the_other_has_the_spaces_of_its_language() {
        assert_eq!(either("full", "LoRA", Locale::En), "full or LoRA");
        for (one, other, told) in [("混合精度", "纯 BF16", "混合精度或纯 BF16"), ("LoRA", "QLoRA", "LoRA 或 QLoRA")] {
            assert_eq!(either(one, other, Locale::Zh), told);
        }
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn what_a_diagnosis_is_asked_with_has_names() {
        let unseen = scenario::diagnose::parse_query("see=foo").errors;
        assert_eq!(label(&unseen[0].pointer, Locale::Zh), "现象");
        let told = detail(&unseen[0], Locale::Zh);
        assert!(told.starts_with("“foo”不在可选项中；请选择 GPU 利用率低、"), "{told}");
    }
}
