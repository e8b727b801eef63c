//! The catalog by words: ids, names and headline figures.
//!
//! Cards, models and processors are found as on pages and in the API; the rows of the other lists by what stands in them.

use std::sync::LazyLock;

use api::convert::catalog::whole_catalog;
use api::convert::catalog_found;
use catalog::find::{Kind, LONGEST, Query, find};
use scenario::error::{Expected, Unit};
use scenario::{FieldError, Reason};
use serde_json::{Map, Value, json};
use wire::v1::Problem;

use super::schema;

/// How many hits are given where nothing is said.
const USUAL: u64 = 10;
/// The most hits that are given.
const MOST: u64 = 50;

/// A list of the catalog: its name in addresses, its name in the catalog's file, and the figures that go with a hit.
type List = (&'static str, &'static str, &'static [&'static str]);

/// Every list.
const LISTS: [List; 14] = [
    (
        "gpus",
        "gpus",
        &[
            "vendor",
            "architecture",
            "segment",
            "memory_bytes",
            "memory_bandwidth_gb_per_s",
            "fp32_tflops",
            "fp16_dense_tflops",
            "bf16_dense_tflops",
            "nvlink_gb_per_s",
            "tdp_w",
            "price",
            "confidence",
        ],
    ),
    ("models", "models", &["family", "parameters", "data_kind", "default_image_size", "default_sequence_length", "methods"]),
    (
        "cpus",
        "cpus",
        &[
            "vendor",
            "socket",
            "performance_cores",
            "threads",
            "boost_ghz",
            "memory_type",
            "memory_channels",
            "pcie_gen",
            "pcie_lanes",
            "price",
            "confidence",
        ],
    ),
    (
        "storage",
        "storage",
        &["class", "interface", "capacity_bytes", "sequential_read_bytes_per_second", "random_read_iops", "price", "confidence"],
    ),
    ("memory", "memory", &["memory_type", "form", "ecc", "modules", "total_gib", "price_per_gb", "confidence"]),
    (
        "platforms",
        "platforms",
        &["vendor", "kind", "sockets", "dual_slot_cards", "memory_slots", "max_memory_gib", "board_price", "confidence"],
    ),
    ("power-supplies", "power_supplies", &["power_w", "efficiency_class", "price", "confidence"]),
    (
        "boards",
        "boards",
        &[
            "maker",
            "part_number",
            "platform",
            "chipset",
            "form",
            "memory_type",
            "memory_slots",
            "max_memory_gib",
            "price",
            "confidence",
        ],
    ),
    (
        "coolers",
        "coolers",
        &["maker", "part_number", "kind", "height_mm", "radiator_mm", "sockets", "sustained_w", "price", "confidence"],
    ),
    (
        "cases",
        "cases",
        &["maker", "part_number", "kind", "boards", "rows", "card_length_mm", "volume_l", "is_silenced", "price", "confidence"],
    ),
    (
        "servers",
        "servers",
        &[
            "maker",
            "part_number",
            "modules",
            "accelerators",
            "height_u",
            "sockets",
            "memory_slots",
            "max_power_w",
            "price",
            "confidence",
        ],
    ),
    ("networks", "networks", &["kind", "rate_gb_per_s", "standard", "price", "confidence"]),
    (
        "cloud",
        "cloud",
        &[
            "provider",
            "instance",
            "gpu",
            "gpu_count",
            "vcpus",
            "memory_gib",
            "price_per_hour",
            "spot_price_per_hour",
            "currency",
            "region",
            "date",
            "confidence",
        ],
    ),
    ("rules", "rules", &["value", "unit", "statement", "confidence"]),
];

/// Members that words are looked for in, of the other lists.
const SEARCHED: [&str; 9] = ["id", "name", "vendor", "maker", "memory_type", "provider", "instance", "gpu", "statement"];

/// JSON Schema of [`SearchRequest`].
pub fn schema() -> Map<String, Value> {
    let mut schema = schema::of::<SearchRequest>();
    schema.insert("additionalProperties".to_owned(), false.into());
    if let Some(Value::Object(kind)) = schema.get_mut("properties").and_then(|properties| properties.get_mut("kind")) {
        kind.insert("enum".to_owned(), LISTS.map(|list| list.0).to_vec().into());
    }
    schema
}

/// What to look for.
#[derive(Debug, Default, PartialEq, Eq, utoipa::ToSchema)]
pub struct SearchRequest {
    /// The list to look in; left out: all of them.
    #[schema(required = false)]
    kind: Option<String>,
    /// Words that a hit has in its id, name or maker, as its family, capacity or parameters, such as `rtx4090`, `nvidia 24 GB` or
    /// `llama 8B`. A hit that is not `exact` has the `nearest` in the place of a word that nothing has. Left out: everything.
    #[schema(required = false, max_length = 200)]
    text: Option<String>,
    /// The most hits to give; default 10.
    #[schema(required = false, minimum = 1, maximum = 50)]
    limit: Option<u64>,
}

impl SearchRequest {
    /// Reads the arguments.
    ///
    /// # Errors
    /// Every one at fault.
    pub fn read(arguments: &Map<String, Value>) -> Result<Self, Problem> {
        let mut request = Self::default();
        let mut errors = Vec::new();
        for (name, value) in arguments.iter().filter(|(_, value)| !value.is_null()) {
            let reason = match (name.as_str(), value) {
                ("kind", Value::String(kind)) if LISTS.iter().any(|list| list.0 == kind) => {
                    request.kind = Some(kind.clone());
                    continue;
                }
                ("kind", Value::String(kind)) => {
                    let allowed = LISTS.iter().map(|list| list.0.to_owned()).collect();
                    Reason::UnknownValue { given: kind.chars().take(LONGEST).collect(), allowed }
                }
                ("text", Value::String(text)) if text.chars().count() <= LONGEST => {
                    request.text = Some(text.clone());
                    continue;
                }
                ("text", Value::String(_)) => Reason::TooLong { max: LONGEST },
                ("kind" | "text", _) => Reason::WrongType { expected: Expected::Text },
                ("limit", limit) => match limit.as_u64() {
                    Some(limit) if (1..=MOST).contains(&limit) => {
                        request.limit = Some(limit);
                        continue;
                    }
                    Some(_) => Reason::OutOfRange { min: 1.0, max: MOST as f64, unit: Unit::None },
                    None => Reason::WrongType { expected: Expected::Integer },
                },
                _ => Reason::UnknownField { nearest: None },
            };
            errors.push(FieldError::new(format!("/{name}"), reason));
        }
        if errors.is_empty() { Ok(request) } else { Err(scenario::problem::invalid(&errors)) }
    }
}

/// An item as it is searched and shown.
struct Item {
    kind: &'static str,
    id: String,
    words: String,
    shown: Value,
}

/// The hits, the likeliest of each list first, and those that only have what is nearest last.
pub fn answer(request: &SearchRequest) -> Value {
    static ITEMS: LazyLock<(String, Vec<Item>)> = LazyLock::new(items);
    let (version, items) = &*ITEMS;
    let text = request.text.as_deref().unwrap_or_default();
    let words = Words::of(text);
    let mut hits: Vec<(bool, Value)> = Vec::new();
    for (kind, ..) in LISTS.iter().filter(|(kind, ..)| request.kind.as_deref().is_none_or(|asked| asked == *kind)) {
        let listed = items.iter().filter(|item| item.kind == *kind);
        match Kind::ALL.into_iter().find(|searched| searched.as_str() == *kind) {
            Some(searched) => hits.extend(found(searched, text, &listed.collect::<Vec<_>>())),
            None => hits.extend(words.hits(listed).into_iter().map(|item| (true, item.shown.clone()))),
        }
    }
    hits.sort_by_key(|(is_exact, _)| !is_exact);
    let limit = request.limit.unwrap_or(USUAL) as usize;
    let found = hits.len();
    let shown: Vec<Value> = hits.into_iter().take(limit).map(|(_, shown)| shown).collect();
    json!({ "catalog_version": version, "found": found, "items": shown })
}

/// Hits of a list that is searched by words, each with whether it has all of them; why it is there where words were given.
fn found(kind: Kind, text: &str, listed: &[&Item]) -> Vec<(bool, Value)> {
    let Ok(query) = Query::read(text) else { return Vec::new() };
    if query.is_empty() {
        return listed.iter().map(|item| (true, item.shown.clone())).collect();
    }
    let hits = find(&[kind], &query).into_iter().filter_map(|hit| {
        let mut shown = listed.iter().find(|item| item.id == hit.id)?.shown.clone();
        let why = serde_json::to_value(catalog_found::found_as(&hit)).unwrap_or_default();
        for member in ["exact", "because", "nearest"] {
            shown[member] = why[member].clone();
        }
        Some((hit.is_exact(), shown))
    });
    hits.collect()
}

/// The words of a text, for lists whose rows are found by what stands in them.
struct Words {
    words: Vec<String>,
    begins: String,
}

impl Words {
    fn of(text: &str) -> Self {
        let text = text.to_lowercase();
        let words = text.split(|letter: char| letter.is_whitespace() || letter == ',').filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(str::to_owned).collect();
        Self { begins: words.join("-"), words }
    }

    /// The items that have all words, those whose id begins with them first.
    fn hits<'a>(&self, items: impl Iterator<Item = &'a Item>) -> Vec<&'a Item> {
        let mut hits: Vec<&Item> =
            items.filter(|item| self.words.iter().all(|word| item.words.contains(word.as_str()))).collect();
        hits.sort_by_key(|item| !item.id.starts_with(&self.begins));
        hits
    }
}

fn items() -> (String, Vec<Item>) {
    let catalog = serde_json::to_value(whole_catalog()).unwrap_or_default();
    let version = catalog["catalog_version"].as_str().unwrap_or_default().to_owned();
    let items = LISTS.into_iter().flat_map(|(kind, member, figures)| {
        let entries = catalog[member].as_array().into_iter().flatten();
        entries.map(move |entry| item(kind, figures, entry)).collect::<Vec<_>>()
    });
    (version, items.collect())
}

fn item(kind: &'static str, figures: &[&str], entry: &Value) -> Item {
    let text = |name: &str| entry[name].as_str().unwrap_or_default();
    let mut shown = Map::from_iter([("kind".to_owned(), kind.into())]);
    for name in ["id", "name"].iter().chain(figures).chain(&["source"]) {
        if let Some(value) = entry.get(*name).filter(|value| !value.is_null()) {
            shown.insert((*name).to_owned(), value.clone());
        }
    }
    Item { kind, id: text("id").to_owned(), words: SEARCHED.map(text).join(" ").to_lowercase(), shown: Value::Object(shown) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_has_items_and_every_figure_stands_in_some() {
        let catalog = serde_json::to_value(whole_catalog()).unwrap();
        for (kind, member, figures) in LISTS {
            let entries = catalog[member].as_array().unwrap();
            assert!(!entries.is_empty(), "{kind}");
            for figure in figures.iter().chain(&["id", "source"]) {
                assert!(entries.iter().any(|entry| entry.get(figure).is_some()), "{kind} {figure}");
            }
        }
        let lists = catalog.as_object().unwrap().values().filter(|list| list.is_array()).count();
        assert_eq!(lists, LISTS.len() + 2, "all but `retired` and `attributions` can be searched");
    }
}
