//! Cards that one would weigh against a card: those with the same memory, or else the nearest.

use catalog::GpuEntry;
use leptos::prelude::*;

use super::super::gpus::{row, table};
use crate::locale::Locale;
use crate::messages::products as text;

/// How many are shown.
const SHOWN: usize = 6;
/// How many of them stand beside the card in a comparison, which takes six.
const COMPARED: usize = 3;
/// What they are compared by, until the reader names another job.
const JOB: &str = "resnet50";

/// Draws the list.
pub fn section(gpu: &'static GpuEntry, prefix: &str, locale: Locale) -> AnyView {
    let (same, near) = near(gpu);
    let about = if same { text::near_about(locale) } else { text::near_about_other(locale) };
    let with: Vec<String> = near.iter().take(COMPARED).map(|other| format!("&with={}", other.id)).collect();
    let compare = format!("/compare?v=1&model={JOB}&gpu={}{}", gpu.id, with.concat());
    let rows = near.into_iter().map(|gpu| row(gpu, None, prefix, locale)).collect();
    view! {
        <h2 id="near">{text::near(locale)}</h2>
        <p class="measure">{about}</p>
        {table(rows, text::near(locale), locale)}
        <p class="actions">
            <a href=compare data-testid="compare">{text::compare(locale)}</a>
        </p>
    }
    .into_any()
}

/// Whether the cards have the same memory on the box, and the cards, nearest first.
fn near(gpu: &'static GpuEntry) -> (bool, Vec<&'static GpuEntry>) {
    // A ratio is the same whichever of the two is the larger.
    let ratio = |a: f64, b: f64| if a > b { a / b } else { b / a };
    let bandwidth = |other: &GpuEntry| ratio(other.spec.memory_bandwidth.get(), gpu.spec.memory_bandwidth.get());
    let memory = |other: &GpuEntry| ratio(other.marketing_gb as f64, gpu.marketing_gb as f64);
    let mut others: Vec<&GpuEntry> = catalog::gpus().iter().filter(|other| other.id != gpu.id).collect();
    let same = others.iter().any(|other| other.marketing_gb == gpu.marketing_gb);
    if same {
        others.retain(|other| other.marketing_gb == gpu.marketing_gb);
    }
    others.sort_by(|a, b| memory(a).total_cmp(&memory(b)).then(bandwidth(a).total_cmp(&bandwidth(b))));
    others.truncate(SHOWN);
    (same, others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_of_the_same_memory_come_before_all_others() {
        let card = catalog::gpu("rtx-4090").unwrap();
        let (same, cards) = near(card);
        assert!(same && cards.iter().all(|other| other.marketing_gb == 24 && other.id != card.id));
        for gpu in catalog::gpus() {
            assert!(!near(gpu).1.is_empty(), "{}", gpu.id);
        }
    }
}
