//! Bills to write.

use wire::v1::bom::{Assumption, Bom, BomPlan, Part, Power, Price};
use wire::v1::estimate::{Answer, Estimate, Note, NoteLevel};

/// A bill with known prices, an unknown one, notes of every level and an assumption.
pub fn bill() -> Bom {
    let scenario = api::parse_scenario_json(
        r#"{"hardware":{"gpu":"rtx-4090","gpu_count":2,"ram_gib":64},"model":{"id":"resnet50"},"training":{"micro_batch_size":64}}"#,
    )
    .unwrap();
    let estimate = api::estimate(&scenario).unwrap();
    let note = |code: &str, level, detail: &str| Note { code: code.to_owned(), level, detail: detail.to_owned() };
    Bom {
        id: None,
        engine_version: "0.1.0".to_owned(),
        catalog_version: "2026.11.1".to_owned(),
        hardware: estimate.inputs.hardware.clone(),
        parts: vec![
            part("gpu", "rtx-4090", "GeForce RTX 4090", 2, Some(1599.5)),
            part("cpu", "core-i9-13900k", "Core i9-13900K", 1, Some(589.0)),
            part("psu", "psu-1600w", "Power supply, 1,600 W", 1, None),
        ],
        price: Price::of(3788.0, 1, "USD", Some("2025-07".to_owned())),
        power: Power {
            node_dc_w: Some(1153.0),
            node_wall_w: Some(1281.1),
            node_transient_w: Some(2053.0),
            complete: true,
            known_dc_w: 1153.0,
            nodes: 1,
            epoch_kwh: Some(0.123),
            run_kwh: None,
        },
        notes: vec![
            note("lanes", NoteLevel::Note, "each card gets 8 lanes"),
            note("connectors", NoteLevel::Problem, "the supply has one connector | two are needed"),
            note("ecc", NoteLevel::Warning, "the memory does not correct errors"),
        ],
        assumptions: vec![Assumption {
            id: "psu-sustained-share".to_owned(),
            detail: "a supply is loaded to 80% at most".to_owned(),
            source: "A handbook, chapter 3".to_owned(),
        }],
        estimate: Answer::Estimate(Box::new(estimate)),
        money: None,
        tokens: None,
        plan: None,
    }
}

/// The estimate of a bill.
pub fn estimate(bill: &mut Bom) -> &mut Estimate {
    match &mut bill.estimate {
        Answer::Estimate(estimate) => estimate,
        _ => panic!("nothing trains on it"),
    }
}

/// A plan whose texts are its own.
pub fn plan() -> BomPlan {
    BomPlan {
        id: "abcdefghijklmnopqrstuvwxyz".to_owned(),
        revision: 2,
        url: "https://rigwise.example/p/abcdefghijklmnopqrstuvwxyz/r/2".to_owned(),
        created_at: "2026-11-21T09:30:00Z".to_owned(),
        title: Some("Lab 3".to_owned()),
        note: Some("two cards now\ntwo later".to_owned()),
    }
}

/// A line of a bill.
pub fn part(kind: &str, id: &str, name: &str, quantity: u64, unit_price: Option<f64>) -> Part {
    Part {
        kind: kind.to_owned(),
        id: id.to_owned(),
        name: name.to_owned(),
        maker: None,
        quantity,
        owned: 0,
        reason: format!("the run asks for a {kind}"),
        unit_price,
        currency: "USD".to_owned(),
        price_date: unit_price.map(|_| "2025-07".to_owned()),
        price_source: unit_price.map(|_| "A shop, \"list price\"".to_owned()),
        vendor: None,
        part_number: None,
        shop_url: None,
        included: false,
        line_total: unit_price.map(|unit| unit * quantity as f64),
        notes: vec!["three slots wide".to_owned(), "sold in pairs".to_owned()],
    }
}

/// Texts that a spreadsheet may take for formulas, or a file for its own marks.
pub const EVIL: [&str; 20] = [
    "=1+1",
    "=HYPERLINK(\"https://example.org\",\"click\")",
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@SUM(A1:A9)",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "\u{feff}=1",
    "\u{200b}=1",
    "\",=1,\"",
    "{=1}",
    "</t><f>1</f>",
    "_x003D_1",
];

/// A bill whose texts are all this one.
pub fn bill_of(text: &str) -> Bom {
    let mut bill = bill();
    for part in &mut bill.parts {
        for field in [&mut part.id, &mut part.name, &mut part.reason, &mut part.currency, &mut part.kind] {
            text.clone_into(field);
        }
        part.notes = vec![text.to_owned()];
        part.price_date = Some(text.to_owned());
        for field in [&mut part.price_source, &mut part.maker, &mut part.vendor, &mut part.part_number, &mut part.shop_url] {
            *field = Some(text.to_owned());
        }
    }
    bill.plan = Some(Box::new(BomPlan {
        id: text.to_owned(),
        revision: 1,
        url: text.to_owned(),
        created_at: text.to_owned(),
        title: Some(text.to_owned()),
        note: Some(text.to_owned()),
    }));
    for note in &mut bill.notes {
        text.clone_into(&mut note.code);
        text.clone_into(&mut note.detail);
    }
    for assumption in &mut bill.assumptions {
        for field in [&mut assumption.id, &mut assumption.detail, &mut assumption.source] {
            text.clone_into(field);
        }
    }
    text.clone_into(&mut bill.engine_version);
    text.clone_into(&mut bill.price.currency);
    estimate(&mut bill).inputs.model.id = Some(text.to_owned());
    bill
}
