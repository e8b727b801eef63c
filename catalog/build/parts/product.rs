//! Boards, cases and coolers as they are sold.

use crate::emit::{confidence, evidence, launch, literal, option, price};
use crate::row::Row;

/// Sizes of boards with the number of rows that each has at the back.
const BOARDS: [(&str, &str, u64); 6] = [
    ("Mini-ITX", "MiniItx", 1),
    ("Micro-ATX", "MicroAtx", 4),
    ("ATX", "Atx", 7),
    ("SSI-CEB", "SsiCeb", 7),
    // Boards of this size may be longer than seven rows.
    ("E-ATX", "EAtx", 8),
    ("SSI-EEB", "SsiEeb", 7),
];
/// Kinds of cases.
const CASES: [(&str, &str); 6] = [
    ("mid-tower", "MidTower"),
    ("full-tower", "FullTower"),
    ("mini-tower", "MiniTower"),
    ("small", "Small"),
    ("rack", "Rack"),
    ("open-frame", "OpenFrame"),
];
/// Forms of power supplies.
pub const SUPPLIES: [(&str, &str); 3] = [("ATX", "Atx"), ("SFX", "Sfx"), ("SFX-L", "SfxL")];

/// The fields that name a product.
pub fn named(row: &Row<'_>) -> String {
    row.optional_text("note");
    let (name, maker) = (row.text("name"), row.text("maker"));
    row.check(name.starts_with(maker.as_str()), "name", "begins with the maker's");
    format!("id: {:?}, name: {name:?}, maker: {maker:?}", row.id)
}

/// The fields that say how far a product's row can be trusted.
pub fn trusted(row: &Row<'_>) -> String {
    let (evidence, confidence) = (evidence(row), confidence(row));
    format!(
        "price: {}, evidence: {evidence}, confidence: {confidence}, source: sourced({:?})",
        price(row, "price"),
        row.text("source")
    )
}

/// Variants of an enum for words of the data.
fn variants(row: &Row<'_>, key: &str, kind: &str, words: &[(&str, &str)]) -> String {
    let named = row.texts(key);
    let variants: Vec<String> = named
        .iter()
        .filter_map(|word| {
            let known = words.iter().find(|(known, _)| known == word);
            row.check(known.is_some(), key, format!("{word:?} is none that is known"));
            known.map(|(_, variant)| format!("{kind}::{variant}"))
        })
        .collect();
    format!("&[{}]", variants.join(", "))
}

/// A board.
pub fn board(row: &Row<'_>) -> String {
    let form = row.choice("form", &BOARDS.map(|(form, ..)| form));
    let (variant, rows) = BOARDS.iter().find(|(known, ..)| *known == form).map_or(("Atx", 7), |(_, form, rows)| (*form, *rows));
    let at = row.wholes("card_slots", &(1..=8));
    let most = at.iter().copied().max().unwrap_or_default();
    row.check(most <= rows, "card_slots", format!("lie beyond the {rows} rows of {form}"));
    let generations = row.wholes("slot_generations", &(3..=6));
    let of_processor = row.flags("slots_from_cpu");
    let lanes = row.lists("card_lanes", &(1..=16));
    let is_whole = generations.len() == at.len() && of_processor.len() == at.len() && lanes.len() == at.len();
    row.check(is_whole, "card_slots", "has other numbers of generations, origins and lanes");
    row.check(
        lanes.iter().enumerate().all(|(cards, lanes)| lanes.len() == cards + 1),
        "card_lanes",
        "has a list for one card, for two and so on",
    );
    row.check(
        lanes.windows(2).all(|pair| pair[0].iter().zip(&pair[1]).all(|(fewer, more)| more <= fewer)),
        "card_lanes",
        "grow with further cards",
    );
    let slots: Vec<String> = at
        .iter()
        .zip(&generations)
        .zip(&of_processor)
        .map(|((row, generation), own)| format!("CardSlot {{ row: {row}, generation: {generation}, is_of_processor: {own} }}"))
        .collect();
    let lanes: Vec<String> = lanes.iter().map(|lanes| format!("&{lanes:?}")).collect();
    let m2 = row.optional_wholes("m2_generations", &(3..=6)).unwrap_or_default();
    let count = row.whole("m2_slots", &(0..=8));
    row.check(count == m2.len() as u64, "m2_slots", "is not the number of generations");
    let shared = row.whole("m2_shared_with_cards", &(0..=8));
    row.check(shared <= count, "m2_shared_with_cards", "is above the number of slots");
    let memory_type = row.choice("memory_type", &["DDR4 UDIMM", "DDR5 UDIMM", "DDR4 RDIMM", "DDR5 RDIMM"]);
    row.optional_whole("eps_connectors", &(1..=6));
    row.reviewed_numbers("ethernet_gbit_per_s");
    let (wiring, confidence) = wiring(row);
    format!(
        "BoardEntry {{ {}, part_number: {}, platform: {:?}, chipset: {:?}, form: BoardForm::{variant}, launch: {}, memory_type: {memory_type:?}, memory_slots: {}, max_memory: Bytes::from_gib({}), \
         ecc: {}, slots: &[{}], lanes: &[{}], m2: &{m2:?}, m2_shared: {shared}, u2: {}, sata: {}, display_outputs: {}, has_bmc: {}, flashes_alone: {}, price: {}, \
         wiring: {wiring}, confidence: {confidence}, source: sourced({:?}) }},",
        named(row),
        option(row.optional_text("part_number").map(literal)),
        row.text("platform"),
        row.text("chipset"),
        launch(row),
        row.whole("memory_slots", &(1..=24)),
        row.whole("max_memory_gib", &(32..=16_384)),
        option(row.optional_flag("ecc").map(literal)),
        slots.join(", "),
        lanes.join(", "),
        row.whole("u2_ports", &(0..=16)),
        row.whole("sata_ports", &(0..=24)),
        row.whole("display_outputs", &(0..=6)),
        row.flag("bmc"),
        option(row.optional_flag("bios_flashback").map(literal)),
        price(row, "price"),
        row.text("source"),
    )
}

/// `Evidence` of the slots' wiring, and the trust in the row.
fn wiring(row: &Row<'_>) -> (&'static str, String) {
    let word = row.choice("wiring_evidence", &["opened", "recalled"]);
    let trusted = row.optional_text("confidence").is_some_and(|confidence| confidence == "high");
    row.check(word != "recalled" || !trusted, "confidence", "cannot be high where the wiring is recalled");
    (if word == "opened" { "Evidence::Opened" } else { "Evidence::Recalled" }, confidence(row))
}

/// A case.
pub fn case(row: &Row<'_>) -> String {
    let kind = row.choice("kind", &CASES.map(|(kind, _)| kind));
    let variant = CASES.iter().find(|(known, _)| *known == kind).map_or("MidTower", |(_, variant)| variant);
    let millimeters = |key: &str, most: f64| option(row.optional_number(key, &(20.0..=most)).map(literal));
    let height_u = row.optional_whole("height_u", &(1..=8));
    row.check(height_u.is_some() == (kind == "rack"), "height_u", "is for racks, and for them alone");
    let size = row.table("dimensions_mm").map(|size| {
        let sides = ["width", "height", "depth"].map(|side| size.number(side, &(80.0..=900.0)));
        size.finish();
        literal(sides)
    });
    let count = |key: &str, most: u64| option(row.optional_whole(key, &(0..=most)).map(literal));
    format!(
        "CaseEntry {{ {}, part_number: {:?}, kind: CaseKind::{variant}, boards: {}, rows: {}, card_length_mm: {}, cooler_height_mm: {}, radiators_mm: {}, supply_forms: {}, supply_length_mm: {}, \
         supplies: {}, bays_3_5: {}, bays_2_5: {}, height_u: {}, size_mm: {}, volume_l: {}, fans: {}, is_silenced: {}, {} }},",
        named(row),
        row.text("part_number"),
        variants(row, "board_forms", "BoardForm", &BOARDS.map(|(word, variant, _)| (word, variant))),
        row.whole("expansion_slots", &(1..=12)),
        millimeters("card_length_mm", 600.0),
        millimeters("cooler_height_mm", 220.0),
        option(row.optional_wholes("radiators_mm", &(120..=480)).map(|lengths| format!("&{lengths:?}"))),
        variants(row, "psu_forms", "SupplyForm", &SUPPLIES),
        millimeters("psu_length_mm", 400.0),
        row.whole("supplies", &(1..=3)),
        count("bays_3_5", 20),
        count("bays_2_5", 24),
        option(height_u.map(literal)),
        option(size),
        option(row.optional_number("volume_l", &(4.0..=200.0)).map(literal)),
        count("included_fans", 12),
        row.optional_flag("is_silenced").unwrap_or_default(),
        trusted(row),
    )
}

/// A cooler of a processor.
pub fn cooler(row: &Row<'_>) -> String {
    let is_air = row.choice("kind", &["air", "liquid"]) == "air";
    let (height, radiator) = (row.optional_number("height_mm", &(20.0..=200.0)), row.optional_whole("radiator_mm", &(120..=480)));
    row.check(
        height.is_some() == is_air && radiator.is_some() != is_air,
        "kind",
        "asks for a height with air, and for a radiator with liquid",
    );
    let kind = match radiator {
        Some(radiator) => format!("CoolerKind::Liquid {{ radiator_mm: {radiator} }}"),
        None => format!("CoolerKind::Air {{ height_mm: {:?} }}", height.unwrap_or_default()),
    };
    let sustained = row.optional_number("sustained_w", &(30.0..=800.0));
    let from = sustained.map(|_| row.choice("sustained_from", &["maker", "reviews"]));
    let sustained = sustained.zip(from).map(|(watts, from)| {
        let from = if from == "maker" { "Maker" } else { "Reviews" };
        format!("(Watts::new({watts:?}), CoolerRating::{from})")
    });
    row.optional_number("width_mm", &(30.0..=200.0));
    format!(
        "CoolerEntry {{ {}, part_number: {:?}, kind: {kind}, sockets: &{:?}, sustained: {}, noise_dba: {}, covers_first_slot: {}, {} }},",
        named(row),
        row.text("part_number"),
        row.texts("sockets"),
        option(sustained),
        option(row.optional_number("noise_dba", &(5.0..=70.0)).map(literal)),
        row.optional_flag("covers_first_slot").unwrap_or_default(),
        trusted(row),
    )
}
