//! Words of the engine in the reader's language: formulas, their inputs, and what a figure or a change rests on.

use crate::locale::Locale;

/// What a figure, a change or a check rests on. Of its parts those are in Chinese whose words are ours, and the rules of the
/// guides; names of publications and programs stay as they are.
#[must_use]
pub fn source(english: &str, locale: Locale) -> String {
    if locale == Locale::En {
        return english.to_owned();
    }
    chinese(english).unwrap_or_else(|| english.split("; ").map(part).collect::<Vec<_>>().join("；"))
}

/// A part of a source in Chinese: `rules D5, A9` are 规则 D5、A9.
fn part(english: &str) -> String {
    let ids = english.strip_prefix("rules ").or_else(|| english.strip_prefix("rule "));
    match ids {
        Some(ids) if ids.split(", ").all(is_rule) => ["规则 ", &ids.replace(", ", "、")].concat(),
        _ => translate(english, Locale::Zh),
    }
}

/// Whether this is the id of a guide's rule, such as `B11`.
fn is_rule(id: &str) -> bool {
    let number = id.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    number.len() + 1 == id.len() && number.parse::<u8>().is_ok()
}

/// Words of the engine in the reader's language; names of publications and programs stay.
#[must_use]
pub fn translate(english: &str, locale: Locale) -> String {
    let translated = if locale == Locale::Zh { chinese(english) } else { None };
    translated.unwrap_or_else(|| english.to_owned())
}

/// The Chinese for words of the engine, where they are ours.
#[cfg(feature = "ssr")]
fn chinese(english: &str) -> Option<String> {
    use crate::messages::{formulas, sources};
    formulas::chinese(english).or_else(|| sources::chinese(english)).map(str::to_owned)
}

/// The Chinese for words of the engine, which a page in Chinese carries for the browser.
#[cfg(feature = "hydrate")]
fn chinese(english: &str) -> Option<String> {
    crate::carried::term(english)
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use crate::messages::formulas::TERMS;
    use crate::messages::sources::SOURCES;

    #[test]
    fn names_stay_as_they_are() {
        assert_eq!(translate("weights", Locale::Zh), "权重数");
        assert_eq!(translate("weights", Locale::En), "weights");
        for name in ["Hu et al. 2021 (LoRA), section 4.1", "Ren et al. 2021 (ZeRO-Offload)", "rule of thumb", "rule D"] {
            assert_eq!(source(name, Locale::Zh), name);
        }
    }

    #[test]
    fn a_source_is_told_part_by_part() {
        for (english, chinese) in [
            ("rules A2, A4, A7", "规则 A2、A4、A7"),
            ("rule C4; data sheets of drives", "规则 C4；硬盘规格书"),
            ("rules D5, A9; heat and power limits", "规则 D5、A9；温度与功耗限制"),
            ("data sheets of cards; roofline of the step on each", "显卡规格书；各卡上单步的屋顶线"),
            ("Shazeer and Stern 2018; rule B1", "Shazeer and Stern 2018；规则 B1"),
            (
                "idle systems: Linux 2 GiB (3 with a desktop), Windows 4 GiB; rule A3 says 2 to 4 GB",
                "空闲系统：Linux 2 GiB（带桌面为 3 GiB），Windows 4 GiB；规则 A3 为 2 到 4 GB",
            ),
        ] {
            assert_eq!(source(english, Locale::Zh), chinese);
            assert_eq!(source(english, Locale::En), english);
        }
    }

    /// What a page carries for the browser is a line each, and no words are translated twice.
    #[test]
    fn words_have_one_translation() {
        for (place, (english, _)) in TERMS.iter().chain(SOURCES).enumerate() {
            assert!(TERMS.iter().chain(SOURCES).take(place).all(|(earlier, _)| earlier != english), "{english}");
        }
    }

    #[test]
    fn sources_of_figures_are_told_in_chinese() {
        for query in ["gpu=rtx-4090&model=resnet50", "gpu=rtx-4090&gpus=2&model=llama-2-7b&method=qlora&sharding=ddp&ram=8"] {
            let plan = crate::plan::read(scenario::query::decode(query)).plan.expect("answers");
            for explanation in &plan.explanations {
                let said = source(explanation.source, Locale::Zh);
                let has_chinese = said.chars().any(|letter| letter > '\u{2e80}' && letter != '；');
                assert!(has_chinese || said.contains(" et al. "), "{}: {said}", explanation.id);
            }
        }
    }
}
