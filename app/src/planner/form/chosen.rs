//! What a plan says beside its card and its model: every field that is not automatic, each with the way back, and one for all.

use engine::units::Bytes;
use scenario::fields::Field as Leaf;
use scenario::query;

use crate::fields::hidden;
use crate::locale::{Locale, colon};
use crate::messages::inputs as text;
use crate::plan::words;
use crate::planner::state::State;
use crate::{faults, fields, plan};
use markup::{Element, classed, el};

/// Settings that stand side by side; more of them are folded.
const SHOWN: usize = 12;

/// Draws the list, hidden where everything is automatic: what comes after it stays at its place in the form.
pub(super) fn chosen(state: &State, locale: Locale) -> Element {
    let said: Vec<(String, String)> = query::decode(state.link.as_deref().unwrap_or_default()).collect();
    let settings: Vec<&(String, String)> = said.iter().filter(|(name, _)| !is_subject(name)).collect();
    let beginning = if settings.is_empty() { Vec::new() } else { plan::beginning(&state.said) };
    // What the card and the model came with is nobody's setting.
    let is_begun = !beginning.is_empty() && beginning.iter().all(|pair| said.contains(pair));
    let items: Vec<Element> = settings
        .iter()
        .filter(|pair| !(is_begun && beginning.contains(pair)))
        .filter_map(|(name, typed)| {
            let said_as = said_as(name, typed, state, locale)?;
            let href = address(said.iter().filter(|(other, _)| other != name));
            let link = el("a").attr("href", href).attr("rel", "nofollow").attr("aria-label", text::unset(locale, &said_as));
            Some(el("li").with(said_as).with(" ").with(link.with("×")))
        })
        .collect();
    let begun = beginning.get(1).filter(|_| is_begun).map(|(_, epochs)| {
        let method = fields::by_name("method").and_then(|field| words::value_text(field, &state.said, locale));
        el("p").attr("data-testid", "begun").with(text::begun(locale, &method.unwrap_or_default(), epochs))
    });
    let view = classed("div", "set").attr("data-testid", "set").flag("hidden", items.is_empty() && begun.is_none()).with(begun);
    if items.is_empty() {
        return view;
    }
    let many = (items.len() > SHOWN).then(|| text::set_many(locale, &items.len().to_string()));
    let list = el("ul").with(items);
    let view = match many {
        Some(many) => view.with(el("details").with(el("summary").with(many)).with(list)),
        None => view.with(classed("span", "label").with(text::set(locale))).with(list),
    };
    let all = address(said.iter().filter(|(name, _)| is_subject(name)).chain(&beginning));
    let all = el("a").attr("href", all).attr("rel", "nofollow").attr("data-testid", "unset-all");
    view.with(el("p").with(all.with(text::unset_all(locale))))
}

/// A parameter by its label and its value's name; none where it is not there to be chosen.
fn said_as(name: &str, typed: &str, state: &State, locale: Locale) -> Option<String> {
    let leaf = Leaf::by_name(name).or_else(|| fields::by_name(name)?.leaf())?;
    // What a card brings along is not there to be chosen, whatever an address says.
    if !scenario::form::is_beside(leaf.name, &state.said) {
        return None;
    }
    let label = faults::label(leaf.pointer, locale);
    // An amount has a unit of its own.
    if let ("bytes", Ok(amount)) = (leaf.name, typed.parse::<u64>()) {
        let label = label.split([',', '，']).next().unwrap_or_default();
        return Some([label, colon(locale), &wording::format::bytes(Bytes(amount))].concat());
    }
    let field = fields::by_pointer(leaf.pointer);
    let value = field.and_then(|field| words::value_text(field, &state.said, locale));
    let value = value.or_else(|| hidden::value(leaf, typed, locale));
    Some([label.as_str(), colon(locale), value.as_deref().unwrap_or(typed)].concat())
}

/// Whether a name says what the plan is about: its card, its model, the form of its address.
fn is_subject(name: &str) -> bool {
    matches!(name, "gpu" | "model" | query::VERSION_NAME | scenario::form::CONFIG)
        || name.starts_with("gpu.")
        || name.starts_with(scenario::form::CONFIG_PREFIX)
}

fn address<'a>(pairs: impl Iterator<Item = &'a (String, String)>) -> String {
    ["/plan?", &query::encode(pairs.map(|(name, value)| (name.as_str(), value.as_str())))].concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use markup::outer_html;

    fn html(encoded: &str, locale: Locale) -> String {
        outer_html(&chosen(&State::of_query(encoded), locale))
    }

    #[test]
    fn every_field_that_is_not_automatic_has_a_way_back() {
        assert!(html("gpu=rtx-4090&model=resnet50", Locale::En).contains(" hidden>"));
        let english = html("gpu=rtx-4090&model=resnet50&batch=8&precision=bf16-amp&pin=on", Locale::En);
        for part in
            ["Batch size: 8 ", "/plan?v=1&amp;gpu=rtx-4090&amp;model=resnet50\" rel=\"nofollow\" data-testid=\"unset-all\""]
        {
            let part = part.replace("Batch size", text::batch(Locale::En));
            assert!(english.contains(&part), "{part} in {english}");
        }
        // The way back of one field keeps the others.
        assert!(english.contains("model=resnet50&amp;precision=bf16-amp"), "{english}");
        let chinese = html("gpu=rtx-4090&model=resnet50&precision=bf16-amp", Locale::Zh);
        assert!(chinese.contains(text::set(Locale::Zh)), "{chinese}");
    }

    #[test]
    fn all_back_is_what_the_card_and_the_model_begin_with() {
        let all = |html: &str| {
            html.contains("model=llama-3-8b&amp;method=lora&amp;epochs=3\" rel=\"nofollow\" data-testid=\"unset-all\"")
        };
        let english = html("gpu=rtx-4090&model=llama-3-8b&method=qlora&epochs=3&batch=2", Locale::En);
        assert!(all(&english) && english.contains("QLoRA") && !english.contains("Chosen for this card"), "{english}");
        // Beside that beginning, what a person has set alone is listed.
        let begun = "gpu=rtx-4090&model=llama-3-8b&method=lora&epochs=3";
        let english = html(&format!("{begun}&batch=2"), Locale::En);
        assert!(all(&english) && english.contains("Chosen for this card: LoRA, 3 epochs"), "{english}");
        assert_eq!(english.matches("<li>").count(), 1, "{english}");
        let chinese = html(begun, Locale::Zh);
        assert!(
            chinese.contains("按此卡选定：LoRA，3 轮") && !chinese.contains("unset-all") && !chinese.contains(" hidden"),
            "{chinese}"
        );
    }

    #[test]
    fn settings_without_a_control_are_said_in_words() {
        let set = "gpu=rtx-4090&model=llama-3-8b&method=qlora&adapter=fp32&impl=fused&mask=none&loss=chunked&display=0&dq=1\
                   &bytes=204800000";
        let english = html(set, Locale::En);
        for part in ["adapters: FP32 ", "optimizer: fused ", "mask: none ", "chunks ", ": no ", ": yes ", "data set: 195 MiB "] {
            assert!(english.contains(part), "{part} in {english}");
        }
        let chinese = html(set, Locale::Zh);
        for part in [
            "适配器精度：FP32 ",
            "优化器实现：融合",
            "注意力掩码：无 ",
            "分块计算 ",
            "卡上：否 ",
            "双重量化：是 ",
            "数据集大小：195 MiB ",
        ] {
            assert!(chinese.contains(part), "{part} in {chinese}");
        }
    }

    #[test]
    fn many_settings_are_one_fold() {
        let few = "gpu=rtx-4090&model=resnet50&method=full&precision=fp32&optimizer=sgd&batch=8&accumulation=1&ram=64&gpus=1&drives=1\
                   &samples=100&image=224&epochs=2&workers=2";
        assert!(!html(few, Locale::En).contains("<details"));
        let many = format!("{few}&nodes=1");
        assert!(html(&many, Locale::En).contains("<summary>Settings of this plan (13)</summary>"));
        assert!(html(&many, Locale::Zh).contains("<summary>此方案的全部设置（13 项）</summary>"));
    }
}
