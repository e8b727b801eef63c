use super::*;
use markup::Node;

fn bill(query: &str, locale: Locale) -> Bom {
    let asked = scenario::query::parse_string(query).scenario;
    api::bill::bom_in(&asked, locale).unwrap_or_else(|problem| panic!("{query}: {problem:?}"))
}

/// Machines, and what their pictures say.
const MACHINES: [(&str, &[&str]); 8] = [
    (
        "gpu=rtx-4090&cpu=ryzen-9-7950x&ram=64&model=resnet50",
        &[
            "Board: ",
            "NVIDIA GeForce RTX 4090, x16, PCIe 4.0, 336 mm long, 3 slots",
            " memory slots, 2 of 2 channels",
            "W, draws ",
            "leave their warm air in the case",
        ],
    ),
    (
        "gpu=rtx-4090&gpus=2&cpu=ryzen-9-7950x&ram=64&model=resnet50",
        &["2 × NVIDIA GeForce RTX 4090, x8 of x16, PCIe 4.0", "Board: "],
    ),
    (
        "gpu=rtx-4090&gpus=4&cpu=epyc-9554&ram=256&model=resnet50&sharding=ddp",
        &[
            "Open frame",
            "4 × NVIDIA GeForce RTX 4090, x16, PCIe 4.0",
            "on risers",
            "typical boards take 4 more at x8",
            "12 channels",
        ],
    ),
    (
        "gpu=h100-sxm5-80gb&gpus=8&model=resnet50",
        &["8 × NVIDIA H100", "the board joins all modules", "2 × ", "memory slots", "the server cools the modules"],
    ),
    ("gpu=m4-max-128gb&model=resnet50", &["128 GiB of memory that processor and graphics share", "one computer"]),
    (
        "gpu=rtx-3090&gpus=2&owned=rtx-3090:1&cpu=ryzen-9-7950x&model=resnet50",
        &["2 × NVIDIA GeForce RTX 3090, 1 there already", "x8 of x16"],
    ),
    ("gpu=rtx-4090&nodes=4&model=resnet50", &["One of 4 equal nodes", "Network: "]),
    (
        "gpu.name=Mine&gpu.memory=24&gpu.bandwidth=1000&gpu.fp32=80&model=resnet50",
        &["size not known", "how the cards are cooled is not known"],
    ),
];

#[test]
fn a_picture_says_what_is_known_of_its_machine() {
    for (query, expected) in MACHINES {
        let facts = Facts::of(&bill(query, Locale::En)).unwrap_or_else(|| panic!("{query}"));
        let said = said::sentences(&facts, Locale::En).join(". ");
        for words in expected {
            assert!(said.contains(words), "{query}: {words}\n{said}");
        }
        assert_eq!(said.contains("there already"), query.contains("owned"), "{said}");
    }
}

#[test]
fn what_has_no_fitting_picture_has_none() {
    for query in ["gpu=gh200-144gb&model=resnet50", "gpu=h100-sxm5-80gb&gpus=8&cpu=ryzen-9-7950x&model=resnet50"] {
        for locale in Locale::ALL {
            let html = markup::outer_html(&picture(&bill(query, locale), locale));
            assert!(html.contains("no-picture") && !html.contains("<svg"), "{query}: {html}");
        }
    }
}

/// Every text of a drawing, with the place where it begins and where it ends.
fn texts(element: &Element, found: &mut Vec<(f64, f64, f64, String)>) {
    let number =
        |name: &str| element.attributes.iter().find(|(own, _)| *own == name).and_then(|(_, value)| value.parse::<f64>().ok());
    let class = element.attributes.iter().find(|(own, _)| *own == "class").map_or("", |(_, class)| class);
    for child in &element.children {
        match child {
            Node::Element(inner) => texts(inner, found),
            Node::Text(words) if element.tag == "text" => {
                let (x, y) = (number("x").unwrap(), number("y").unwrap());
                found.push((x, y, x + pen::width_of(words) * pen::weight(class), words.to_string()));
            }
            _ => {}
        }
    }
}

#[test]
fn letters_stay_inside_and_off_each_other() {
    for (query, _) in MACHINES {
        for locale in Locale::ALL {
            let facts = Facts::of(&bill(query, locale)).unwrap();
            for layout in [Layout::Wide, Layout::Narrow] {
                let mut found = Vec::new();
                texts(&drawing(&facts, layout, "rig", locale), &mut found);
                assert!(found.len() > 3, "{query}");
                for (place, (x, y, end, words)) in found.iter().enumerate() {
                    assert!(*x >= 8.0 && *end <= layout.width() - 4.0, "{query} {layout:?}: {words} ends at {end}");
                    for (other_x, other_y, other_end, other) in &found[place + 1..] {
                        let apart = (y - other_y).abs() >= pen::LETTERS || other_x >= end || x >= other_end;
                        assert!(apart, "{query} {layout:?}: {words} and {other} at {x} {y}, {other_x} {other_y}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_supply_that_is_too_small_is_marked_at_its_place() {
    let mut bill = bill("gpu=rtx-4090&model=resnet50", Locale::En);
    bill.notes.push(wire::v1::estimate::Note {
        code: "supply-too-small".to_owned(),
        level: wire::v1::estimate::NoteLevel::Problem,
        detail: String::new(),
    });
    let html = markup::outer_html(&picture(&bill, Locale::En));
    assert!(html.contains("class=\"flag problem\"") && html.contains(">short of power</text>"), "{html}");
}
