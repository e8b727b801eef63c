//! How a diagnosis is asked for: a text of the run, a symptom by its link, and figures that make it sharper.

use leptos::prelude::*;
use scenario::diagnose::{Asked, FIGURES, Figure, SYMPTOM_NAME};
use wire::v1::diagnose::Symptom;

use super::place::{PATH, Place};
use crate::locale::Locale;
use crate::messages::diagnose as text;
use crate::pages::pasted::{self, Words};

/// The box for what the run said; `plan` goes along.
pub(super) fn paste(plan: &str, shown: &str, locale: Locale) -> AnyView {
    let words =
        Words { text: text::paste(locale), kept: text::kept(locale), read: text::read(locale), action: Some(PATH.to_owned()) };
    pasted::form_of("message", &words, shown, file(locale), plan)
}

/// The way for files, which only a script can open; it shows itself once that runs.
fn file(locale: Locale) -> AnyView {
    view! {
        <div id="message-file-field" hidden=true>
            <label for="message-file">{text::file(locale)}</label>
            " "
            <input type="file" id="message-file" accept=".txt,.log,.json,.gz,.pickle,.pkl" aria-describedby="message-file-about" />
            <p id="message-file-about" class="fine">{text::file_about(locale)}</p>
            <p
                id="message-file-status"
                class="fine"
                role="status"
                data-filled=text::filled(locale)
                data-failed=text::failed(locale)
            ></p>
        </div>
    }
    .into_any()
}

/// Every symptom as a link to its diagnosis.
pub(super) fn questions(place: &Place, chosen: Option<Symptom>, locale: Locale) -> AnyView {
    let links: Vec<_> = Symptom::ALL
        .iter()
        .map(|&symptom| {
            let href = format!("{}{SYMPTOM_NAME}={}", place.address, symptom.as_str());
            let current = (chosen == Some(symptom)).then_some("page");
            view! {
                <li>
                    <a class="door" href=href rel="nofollow" aria-current=current>
                        <strong>{wording::symptom_title(symptom, locale)}</strong>
                    </a>
                </li>
            }
        })
        .collect();
    view! {
        <h2 id="questions">{text::or_choose(locale)}</h2>
        <nav aria-labelledby="questions"><ul class="doors">{links}</ul></nav>
    }
    .into_any()
}

/// Figures that people can read off a clock or a progress bar; others come from messages.
const fn typed(symptom: Symptom) -> &'static [&'static str] {
    match symptom {
        Symptom::ThroughputBelowEstimate => &["samples_per_second", "step_seconds", "times_slower"],
        Symptom::OutOfMemory => &["step"],
        Symptom::CollectiveHang => &["timeout_seconds"],
        _ => &[],
    }
}

/// Boxes for the figures that make a diagnosis sharper; what was read of a message stays.
pub(super) fn figures(symptom: Symptom, asked: &Asked, place: &Place, locale: Locale) -> Option<AnyView> {
    let typed = typed(symptom);
    if typed.is_empty() {
        return None;
    }
    let (boxes, others): (Vec<&Figure>, Vec<&Figure>) = FIGURES.iter().partition(|figure| typed.contains(&figure.name));
    let read = others.into_iter().filter_map(|figure| Some((figure.parameter.to_owned(), figure.text(asked.observed)?)));
    let kept: Vec<_> = place
        .kept
        .iter()
        .cloned()
        .chain(read)
        .map(|(name, value)| view! { <input type="hidden" name=name value=value /> })
        .collect();
    let boxes: Vec<_> = boxes
        .into_iter()
        .map(|figure| {
            let id = format!("observed-{}", figure.parameter);
            view! {
                <label for=id.clone()>{text::figure(figure.name, locale)}</label>
                <input
                    id=id
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    name=figure.parameter
                    value=figure.text(asked.observed).unwrap_or_default()
                />
            }
        })
        .collect();
    Some(
        view! {
            <form class="observed" method="get" action=place.path.clone()>
                {kept}
                <input type="hidden" name=SYMPTOM_NAME value=symptom.as_str() />
                {boxes}
                <button type="submit">{text::ask(locale)}</button>
            </form>
        }
        .into_any(),
    )
}
