//! The accelerators of the catalog.

use catalog::{Confidence, GpuEntry};
use leptos::prelude::*;
use leptos_meta::Title;

use crate::context::request_locale;
use crate::format;
use crate::locale::Locale;
use crate::messages::pages as text;

/// Draws the list.
#[component]
pub fn Gpus() -> impl IntoView {
    let locale = request_locale();
    let rows: Vec<_> = catalog::gpus().iter().map(|gpu| row(gpu, locale)).collect();
    view! {
        <Title text=format!("{} · Rigwise", text::gpus_title(locale)) />
        <section class="prose wide">
            <h1>{text::gpus_title(locale)}</h1>
            <p>{text::gpus_about(locale)}</p>
            <div class="scroll" tabindex="0" role="region" aria-label=text::gpus_title(locale)>
                <table class="catalog">
                    <thead>
                        <tr>
                            <th scope="col">{text::gpu(locale)}</th>
                            <th scope="col">{text::memory(locale)}</th>
                            <th scope="col">{text::bandwidth(locale)}</th>
                            <th scope="col">{text::tensor_rate(locale)}</th>
                            <th scope="col">{text::confidence(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
    }
}

fn row(gpu: &'static GpuEntry, locale: Locale) -> impl IntoView {
    let nominal = (!gpu.spec.memory_is_measured).then(|| format!(" ({})", text::nominal(locale)));
    let rate = gpu.spec.fp16.or(gpu.spec.bf16).map(|rate| format::significant(rate.get() / 1e12));
    view! {
        <tr>
            <th scope="row">
                <a href=format!("/plan?v=1&gpu={}", gpu.id)>{gpu.name}</a>
                <span class="fine">{format!(" {} · {}", gpu.vendor, gpu.architecture)}</span>
            </th>
            <td>{format!("{} GiB", format::decimal(gpu.spec.memory.as_gib(), 2))} <span class="fine">{nominal}</span></td>
            <td>{format::rate(gpu.spec.memory_bandwidth)}</td>
            <td>{rate.unwrap_or_else(|| "–".to_owned())}</td>
            <td>{confidence(gpu.confidence, locale)}</td>
        </tr>
    }
}

const fn confidence(confidence: Confidence, locale: Locale) -> &'static str {
    match confidence {
        Confidence::High => text::high(locale),
        Confidence::Medium => text::medium(locale),
        Confidence::Low => text::low(locale),
    }
}
