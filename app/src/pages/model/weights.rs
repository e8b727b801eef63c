//! The weights of a model: how many of which kind, and what they take in memory by precision; counted in the engine's graph.

use catalog::ModelEntry;
use engine::graph::{Graph, Param, WeightKind};
use engine::units::Bytes;
use leptos::prelude::*;
use wire::v1::Scenario;
use wire::v1::choices::{Method, Precision};
use wire::v1::scenario::GpuChoice;
use wording::format;

use super::super::runs::method_name;
use crate::locale::Locale;
use crate::messages::products as text;

/// A card that takes every precision; which one does not matter, for weights are the same on all.
const CARD: &str = "rtx-4090";

/// Draws both tables.
pub fn section(model: &'static ModelEntry, locale: Locale) -> Option<AnyView> {
    let graph = graph(model, Method::Full, Precision::Fp32, None)?;
    let total = count(&graph, |_| true);
    let rows = [
        (text::all_parameters(locale), total),
        (text::matrices(locale), count(&graph, |param| param.kind == WeightKind::Matrix)),
        (text::tables(locale), count(&graph, |param| param.kind == WeightKind::Table)),
        (text::vectors(locale), count(&graph, |param| param.kind == WeightKind::Vector)),
        (text::in_blocks(locale), in_blocks(&graph)),
    ];
    let rows: Vec<_> = rows
        .into_iter()
        .filter(|(_, number)| *number > 0)
        .map(|(label, number)| {
            let share = share(number, total, locale);
            view! {
                <tr>
                    <th scope="row">{label}</th>
                    <td>{format::count(number)}</td>
                    <td>{share}</td>
                </tr>
            }
        })
        .collect();
    let methods = scenario::resolve::methods(&model.architecture).into_iter().filter(|method| *method != Method::Full);
    let trained: Vec<_> = methods.filter_map(|method| trained_count(model, method, locale)).collect();
    Some(
        view! {
            <h2 id="parameters">{text::parameters_by_kind(locale)}</h2>
            <div class="scroll" tabindex="0" role="region" aria-label=text::parameters_by_kind(locale)>
                <table class="catalog" data-testid="parameters">
                    <thead>
                        <tr>
                            <th scope="col">{text::of_kind(locale)}</th>
                            <th scope="col">{text::count(locale)}</th>
                            <th scope="col">{text::share(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{rows} {trained}</tbody>
                </table>
            </div>
            <h2 id="weights">{text::weights(locale)}</h2>
            <div class="scroll" tabindex="0" role="region" aria-label=text::weights(locale)>
                <table class="catalog" data-testid="weights">
                    <thead>
                        <tr>
                            <th scope="col">{text::precision(locale)}</th>
                            <th scope="col">{text::memory(locale)}</th>
                        </tr>
                    </thead>
                    <tbody>{in_memory(model, &graph, locale)}</tbody>
                </table>
            </div>
        }
        .into_any(),
    )
}

/// A share of all; what would round to nothing is not nothing.
#[must_use]
pub fn share(number: u64, total: u64, locale: Locale) -> String {
    let share = number as f64 / total.max(1) as f64;
    if share < 0.0005 { text::hardly_any(locale).to_owned() } else { format::percent(share) }
}

/// How many parameters a method trains.
fn trained_count(model: &'static ModelEntry, method: Method, locale: Locale) -> Option<AnyView> {
    let precision = if method == Method::Qlora { Precision::Bf16Amp } else { Precision::Fp32 };
    let graph = graph(model, method, precision, None)?;
    let number = count(&graph, |param| param.trainable);
    let share = share(number, model.published_parameters, locale);
    let row = view! {
        <tr>
            <th scope="row">{text::trainable_with(locale, method_name(method, locale))}</th>
            <td>{format::count(number)}</td>
            <td>{share}</td>
        </tr>
    };
    Some(row.into_any())
}

fn in_memory(model: &'static ModelEntry, plain: &Graph, locale: Locale) -> Vec<AnyView> {
    let quantized = |bits: u64| Some(bytes(&graph(model, Method::Qlora, Precision::Bf16Amp, Some(bits))?));
    let rows = [
        (text::bits_32(locale), Some(bytes(plain))),
        (text::bits_16(locale), graph(model, Method::Full, Precision::Bf16, None).map(|graph| bytes(&graph))),
        (text::bits_8(locale), quantized(8)),
        (text::bits_4(locale), quantized(4)),
    ];
    rows.into_iter()
        .filter_map(|(label, bytes)| {
            let bytes = format::bytes(bytes?);
            let row = view! {
                <tr>
                    <th scope="row">{label}</th>
                    <td>{bytes}</td>
                </tr>
            };
            Some(row.into_any())
        })
        .collect()
}

/// The graph of a training step with one sample; none where the model does not take the method.
fn graph(model: &'static ModelEntry, method: Method, precision: Precision, bits: Option<u64>) -> Option<Graph> {
    let mut scenario = Scenario::default();
    scenario.hardware.gpu = Some(GpuChoice::Id(CARD.to_owned()));
    scenario.model.id = Some(model.id.to_owned());
    scenario.training.method = Some(method);
    scenario.training.precision = Some(precision);
    scenario.training.quantization.bits = bits;
    let resolved = scenario::resolve(&scenario).ok()?.scenario;
    Some(engine::models::build(&resolved.model, &resolved.training, &resolved.data, 1))
}

fn count(graph: &Graph, of: impl Fn(&Param) -> bool) -> u64 {
    graph.params.iter().filter(|param| of(param)).map(|param| param.elements() * param.copies).sum()
}

/// Parameters of segments that repeat.
fn in_blocks(graph: &Graph) -> u64 {
    let blocks = graph.segments.iter().filter(|segment| segment.layer.is_block());
    let params = blocks.flat_map(|segment| &graph.params[segment.params.start as usize..segment.params.end as usize]);
    params.map(|param| param.elements() * param.copies).sum()
}

/// Bytes of the model's own weights, adapters aside.
fn bytes(graph: &Graph) -> Bytes {
    Bytes(graph.params.iter().filter(|param| param.base).map(|param| param.bytes() * param.copies).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kinds_add_up_to_the_published_count() {
        for model in catalog::models() {
            let graph = graph(model, Method::Full, Precision::Fp32, None).unwrap_or_else(|| panic!("{}", model.id));
            assert_eq!(count(&graph, |_| true), model.published_parameters, "{}", model.id);
            assert!(in_blocks(&graph) <= model.published_parameters, "{}", model.id);
        }
    }

    #[test]
    fn fewer_bits_take_less_memory() {
        let model = catalog::model("llama-3-8b").unwrap();
        let of = |method, precision, bits| bytes(&graph(model, method, precision, bits).unwrap()).0;
        let sizes = [
            of(Method::Full, Precision::Fp32, None),
            of(Method::Full, Precision::Bf16, None),
            of(Method::Qlora, Precision::Bf16Amp, Some(8)),
            of(Method::Qlora, Precision::Bf16Amp, Some(4)),
        ];
        assert!(sizes.is_sorted_by(|more, less| more > less), "{sizes:?}");
        assert_eq!(sizes[0], 4 * model.published_parameters);
    }
}
