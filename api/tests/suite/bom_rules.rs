//! Every rule of a machine's parts has a case that triggers it and one, the sound machine, that does not.
#![cfg(feature = "json")]

use std::collections::BTreeSet;

use catalog::{Cooling, GpuForm, PowerInputs};
use engine::estimate::Bound;
use wire::Locale;
use wire::v1::choices::Circuit as Word;
use workstation::bom::{
    Board, Cards, Cooled, Drive, Finding, Firmware, Fits, Memory, Power, Prices, Room, Run, Severity, Slots, Supply, System,
    View, finding, findings,
};
use workstation::machines::{Circuit, Housing};

/// A desktop with one card of 450 W, of which no rule finds anything.
fn sound() -> View {
    View {
        nodes: 1,
        cards: Cards {
            devices: 1,
            boards: 1,
            memory_gib: 32,
            form: GpuForm::Card,
            cooling: Cooling::Fans,
            slots: Some(3.0),
            lanes: 16,
            own_lanes: 16,
            inputs: Some(PowerInputs { pin16: 1, pin12: 0, pin8: 0, pin6: 0, eps8: 0 }),
            advised_supply: Some(850.0),
            is_linked: false,
            bridged: 0,
            age_months: Some(25),
            launch: "2024-10".to_owned(),
        },
        cores: Some(12),
        drives: Some((1, 3)),
        drive: Some(Drive { written_tb: 2.0, endurance_tb: Some(1200.0) }),
        sockets: 1,
        board: Some(Board { most_cards: 2, side_by_side: 1, takes_modules: false, is_desktop: true }),
        memory: Some(Memory {
            installed_gib: 64,
            listed_gib: 64,
            most_gib: 192,
            modules: 2,
            slots: 4,
            channels: 2,
            rates: Some((5200, 3600)),
            has_ecc: false,
        }),
        housing: Housing::FullTower,
        fits: fits(),
        power: Power {
            inside: 750.0,
            wall: 815.0,
            transient: 1650.0,
            is_card_known: true,
            is_processor_known: true,
            supply: Supply::Bought { count: 1, rating: 1000.0, pin16: Some(1), pin8: Some(4), is_atx3: true },
            circuit: None,
        },
        run: Some(Run {
            seconds: 36_000.0,
            training_gpus: 1,
            communication_share: 0.0,
            bound: Bound::Compute,
            vram_share: 0.8,
            ram_share: 0.5,
            recommended_gib: 64,
            c1_gib: Some((48.0, 72.0)),
        }),
        idle_owned: Vec::new(),
        prices: Prices { unknown: 0, unused: Vec::new(), as_of: "2026-06".to_owned(), age_months: Some(5) },
        uncertain: Vec::new(),
    }
}

/// Products that go together.
fn fits() -> Fits {
    Fits {
        case: Some(Room {
            takes_mm: Some(400.0),
            usual_mm: Some(320.0),
            longest_mm: Some(360.0),
            rows: 7,
            filled: Some(4),
            takes_board: true,
            takes_supplies: true,
            takes_cooler: true,
        }),
        cooler: Some(Cooled { watts: 230.0, takes: Some(270.0) }),
        slots: Some(Slots { count: 2, lanes: Some(16), generation: 5, counted: (16, 5), gap: None, rows: 3 }),
        firmware: None,
        system: None,
        is_housed_as_asked: true,
        is_blind: false,
        drives_beside_cards: 0,
    }
}

fn in_case(view: &mut View, change: fn(&mut Room)) {
    change(view.fits.case.as_mut().expect("the sound machine has a case"));
}

fn in_slots(view: &mut View, change: fn(&mut Slots)) {
    change(view.fits.slots.as_mut().expect("the sound machine has a board"));
}

fn firmware(view: &mut View, flashes_alone: bool) {
    let (board, processor) = ("2022-09".to_owned(), "2024-08".to_owned());
    view.fits.firmware = Some(Firmware { board, processor, flashes_alone });
}

/// A change to the sound machine, and what it makes the rules find.
type Case = (&'static str, Severity, fn(&mut View));

const CASES: &[Case] = &[
    ("lanes-below-8", Severity::Problem, |view| view.cards.lanes = 4),
    ("lanes-shared", Severity::Note, |view| view.cards.lanes = 8),
    ("lanes-shared", Severity::Warning, |view| {
        view.cards.lanes = 8;
        on_run(view, |run| run.bound = Bound::Interconnect);
    }),
    ("slots-exceeded", Severity::Problem, |view| {
        view.cards.boards = 3;
        view.power.supply = Supply::Included;
    }),
    ("needs-risers", Severity::Warning, |view| view.housing = Housing::OpenFrame),
    ("slot-spacing", Severity::Note, |view| {
        view.cards.boards = 2;
        view.fits.slots = None;
        view.power.supply = Supply::Included;
    }),
    ("memory-slots-exceeded", Severity::Problem, |view| on_memory(view, |memory| memory.slots = 1)),
    ("memory-beyond-board", Severity::Problem, |view| on_memory(view, |memory| memory.most_gib = 48)),
    ("memory-not-a-kit", Severity::Warning, |view| on_memory(view, |memory| memory.listed_gib = 96)),
    ("memory-two-per-channel", Severity::Warning, |view| on_memory(view, |memory| memory.modules = 4)),
    ("memory-channels-empty", Severity::Warning, |view| on_memory(view, |memory| memory.modules = 1)),
    ("memory-channels-empty", Severity::Note, |view| on_memory(view, |memory| (memory.channels, memory.slots) = (8, 8))),
    ("memory-below-c1", Severity::Note, |view| on_run(view, |run| run.c1_gib = Some((72.0, 96.0)))),
    ("ecc-missing", Severity::Note, |view| on_run(view, |run| run.seconds = 1e6)),
    ("connectors-short", Severity::Problem, |view| {
        view.power.supply = Supply::Bought { count: 1, rating: 1000.0, pin16: Some(0), pin8: Some(4), is_atx3: true };
    }),
    ("connectors-8pin-short", Severity::Problem, |view| {
        view.cards.inputs = Some(PowerInputs { pin16: 0, pin12: 0, pin8: 5, pin6: 0, eps8: 0 });
    }),
    ("card-beyond-case", Severity::Problem, |view| in_case(view, |room| room.takes_mm = Some(310.0))),
    ("card-beyond-case", Severity::Warning, |view| in_case(view, |room| room.takes_mm = Some(350.0))),
    ("rows-beyond-case", Severity::Warning, |view| in_case(view, |room| room.filled = Some(8))),
    ("board-beyond-case", Severity::Problem, |view| in_case(view, |room| room.takes_board = false)),
    ("supply-beyond-case", Severity::Problem, |view| in_case(view, |room| room.takes_supplies = false)),
    ("cooler-beyond-case", Severity::Problem, |view| in_case(view, |room| room.takes_cooler = false)),
    ("cooler-too-weak", Severity::Warning, |view| view.fits.cooler = Some(Cooled { watts: 230.0, takes: Some(180.0) })),
    ("cooler-unrated", Severity::Note, |view| view.fits.cooler = Some(Cooled { watts: 230.0, takes: None })),
    ("slot-below-estimate", Severity::Problem, |view| in_slots(view, |slots| slots.lanes = Some(4))),
    ("slot-below-estimate", Severity::Problem, |view| in_slots(view, |slots| slots.generation = 4)),
    ("slots-too-close", Severity::Warning, |view| in_slots(view, |slots| slots.gap = Some(2))),
    ("drives-share-lanes", Severity::Warning, |view| view.fits.drives_beside_cards = 1),
    ("firmware-update", Severity::Note, |view| firmware(view, true)),
    ("firmware-update", Severity::Warning, |view| firmware(view, false)),
    ("system-takes-other-cards", Severity::Problem, |view| {
        view.fits.system = Some(System { takes: false, accelerators: 8, delivers: Some(9000.0) });
    }),
    ("system-power-short", Severity::Problem, |view| {
        view.fits.system = Some(System { takes: true, accelerators: 8, delivers: Some(700.0) });
    }),
    ("no-picture", Severity::Note, |view| view.fits.is_blind = true),
    ("case-not-as-asked", Severity::Warning, |view| view.fits.is_housed_as_asked = false),
    ("connector-adapter", Severity::Note, |view| {
        view.cards.inputs = Some(PowerInputs { pin16: 0, pin12: 1, pin8: 0, pin6: 0, eps8: 0 });
    }),
    ("supply-too-small", Severity::Problem, |view| view.power.inside = 1100.0),
    ("supply-at-limit", Severity::Warning, |view| view.power.inside = 900.0),
    ("supply-excursions", Severity::Warning, |view| view.power.transient = 2100.0),
    ("supply-below-advice", Severity::Note, |view| view.cards.advised_supply = Some(1200.0)),
    ("several-supplies", Severity::Warning, |view| {
        view.power.supply = Supply::Bought { count: 2, rating: 1000.0, pin16: Some(1), pin8: Some(4), is_atx3: true };
    }),
    ("supply-unsized", Severity::Warning, |view| view.power.supply = Supply::Unsized),
    ("circuit-120v-15a", Severity::Warning, |view| view.power.wall = 1500.0),
    ("circuit-230v-10a", Severity::Warning, |view| view.power.wall = 2400.0),
    ("circuit-230v-16a", Severity::Warning, |view| view.power.wall = 4000.0),
    ("passive-card-in-tower", Severity::Problem, |view| view.cards.cooling = Cooling::Passive),
    ("module-without-baseboard", Severity::Problem, |view| view.cards.form = GpuForm::Sxm),
    ("computers-in-one-node", Severity::Problem, |view| {
        view.housing = Housing::Computer;
        view.cards.boards = 2;
        view.power.supply = Supply::Included;
    }),
    ("nvlink-missing", Severity::Note, |view| together(view, 0.05)),
    ("nvlink-missing", Severity::Warning, |view| together(view, 0.3)),
    ("network-between-nodes", Severity::Note, |view| joined(view, 0.05)),
    ("network-between-nodes", Severity::Warning, |view| joined(view, 0.3)),
    ("no-slot-for-network", Severity::Warning, |view| {
        joined(view, 0.05);
        view.board = Some(Board { most_cards: 1, side_by_side: 1, takes_modules: false, is_desktop: true });
    }),
    ("memory-below-card", Severity::Warning, |view| view.cards.memory_gib = 96),
    ("cores-below-cards", Severity::Warning, |view| view.cores = Some(3)),
    ("drives-exceeded", Severity::Warning, |view| view.drives = Some((12, 3))),
    ("drive-endurance", Severity::Warning, |view| in_drive(view, |drive| drive.written_tb = 120.0)),
    ("several-sockets", Severity::Note, |view| view.sockets = 2),
    ("open-fans-in-rack", Severity::Warning, |view| {
        view.housing = Housing::Rack;
        view.cards.boards = 4;
        view.power.supply = Supply::Included;
        view.board = Some(Board { most_cards: 8, side_by_side: 8, takes_modules: false, is_desktop: false });
    }),
    ("vram-idle", Severity::Warning, |view| on_run(view, |run| (run.vram_share, run.ram_share) = (0.3, 0.95))),
    ("ram-idle", Severity::Note, |view| {
        on_run(view, |run| (run.vram_share, run.ram_share, run.recommended_gib) = (0.95, 0.1, 16));
    }),
    ("power-unknown", Severity::Warning, |view| view.power.is_card_known = false),
    ("card-old", Severity::Note, |view| view.cards.age_months = Some(80)),
    ("prices-old", Severity::Note, |view| view.prices.age_months = Some(7)),
    ("prices-unknown", Severity::Note, |view| view.prices.unknown = 2),
    ("owned-not-used", Severity::Note, |view| view.idle_owned = vec!["2 x rtx-3090".to_owned()]),
    ("own-prices-unused", Severity::Note, |view| view.prices.unused = (0..12).map(|number| format!("card-{number}")).collect()),
    ("figures-uncertain", Severity::Note, |view| view.uncertain.push("psu-2000-gold".to_owned())),
];

/// What only a run that trains can give rise to.
const OF_RUNS: [&str; 7] =
    ["memory-below-c1", "ecc-missing", "nvlink-missing", "network-between-nodes", "drive-endurance", "vram-idle", "ram-idle"];

/// Where a model runs, nothing is said of a run that trains, and what the parts lack is said all the same.
#[test]
fn without_a_run_the_parts_alone_are_looked_at() {
    for (code, _, change) in CASES {
        let mut view = sound();
        change(&mut view);
        let found = findings(&view.without_run());
        assert_eq!(found.iter().any(|found| found.code() == *code), !OF_RUNS.contains(code), "{code}: {found:?}");
        assert!(!found.iter().any(|found| matches!(found, Finding::SharedLink { slows: Some(_), .. })), "{found:?}");
    }
}

fn on_memory(view: &mut View, change: fn(&mut Memory)) {
    change(view.memory.as_mut().expect("the sound machine has memory"));
}

fn on_run(view: &mut View, change: impl Fn(&mut Run)) {
    change(view.run.as_mut().expect("the sound machine has a run"));
}

fn in_drive(view: &mut View, change: fn(&mut Drive)) {
    change(view.drive.as_mut().expect("the sound machine has a drive"));
}

/// Two cards without a link train together.
fn together(view: &mut View, share: f64) {
    view.cards.devices = 2;
    on_run(view, |run| (run.training_gpus, run.communication_share) = (2, share));
}

/// Two nodes train together.
fn joined(view: &mut View, share: f64) {
    view.nodes = 2;
    on_run(view, |run| (run.training_gpus, run.communication_share) = (2, share));
    on_memory(view, |memory| memory.has_ecc = true);
}

#[test]
fn a_sound_machine_triggers_no_rule() {
    assert_eq!(findings(&sound()), []);
}

#[test]
fn every_rule_has_a_case_that_triggers_it_alone() {
    for (code, level, change) in CASES {
        let mut view = sound();
        change(&mut view);
        let found = findings(&view);
        let codes: Vec<&str> = found.iter().map(Finding::code).collect();
        // Where nodes are joined, what the network takes is always told.
        let alone: Vec<&str> = codes.iter().copied().filter(|other| other == code || *other != "network-between-nodes").collect();
        assert_eq!(alone, [*code]);
        assert_eq!(found[0].severity(), *level, "{code}");
        let (english, chinese) = (finding(&found[0], Locale::En), finding(&found[0], Locale::Zh));
        assert!(english.is_ascii() && english.len() > 20, "{code}: {english}");
        assert!(!chinese.is_ascii(), "{code}: {chinese}");
        // A figure of one language stands in the other.
        let figures = |text: &str| text.chars().filter(char::is_ascii_digit).count();
        assert_eq!(figures(&english) > 0, figures(&chinese) > 0, "{code}: {english} {chinese}");
    }
}

#[test]
fn every_rule_is_triggered_by_a_case() {
    let silent = workstation::bom::RULES.iter().filter(|(_, look)| {
        CASES.iter().all(|(.., change)| {
            let mut view = sound();
            change(&mut view);
            look(&view).is_none()
        })
    });
    assert_eq!(silent.map(|(name, _)| *name).collect::<Vec<_>>(), [""; 0]);
    let codes: BTreeSet<&str> = CASES.iter().map(|(code, ..)| *code).collect();
    assert!(codes.len() >= workstation::bom::RULES.len(), "{}", codes.len());
}

/// What is at a limit is within it.
#[test]
fn limits_are_kept_to_the_watt() {
    let circuit = |wall: f64| {
        let mut view = sound();
        view.power.wall = wall;
        findings(&view).first().map(Finding::code)
    };
    assert_eq!((circuit(1440.0), circuit(1440.5)), (None, Some("circuit-120v-15a")));
    assert_eq!((circuit(2300.0), circuit(2300.5)), (Some("circuit-120v-15a"), Some("circuit-230v-10a")));
    assert_eq!((circuit(3680.0), circuit(3680.5)), (Some("circuit-230v-10a"), Some("circuit-230v-16a")));
    // On a circuit that is named it is that one that counts.
    for (word, code) in
        [(Word::V230A13, "circuit-230v-13a"), (Word::V100A15, "circuit-100v-15a"), (Word::V120A20, "circuit-120v-20a")]
    {
        let own = Circuit::of(word).expect("a rule of the catalog");
        let found = |wall: f64| {
            let mut view = sound();
            (view.power.circuit, view.power.wall) = (Some(own), wall);
            findings(&view).first().map(Finding::code)
        };
        assert_eq!((found(own.carries.get()), found(own.carries.get() + 1.0)), (None, Some(code)));
    }
    let supply = |inside: f64| {
        let mut view = sound();
        view.power.inside = inside;
        findings(&view).first().map(Finding::code)
    };
    assert_eq!((supply(800.0), supply(801.0)), (None, Some("supply-at-limit")));
    assert_eq!((supply(1000.0), supply(1001.0)), (Some("supply-at-limit"), Some("supply-too-small")));
}

/// A server's chassis cools what a tower does not, brings its supplies and hangs on 200 V and more.
#[test]
fn a_rack_takes_what_a_tower_does_not() {
    let mut view = sound();
    view.housing = Housing::Rack;
    view.cards.cooling = Cooling::Passive;
    view.power.supply = Supply::Included;
    view.power.wall = 2200.0;
    assert_eq!(findings(&view), []);
    view.cards.form = GpuForm::Sxm;
    view.cards.cooling = Cooling::Server;
    view.board = Some(Board { most_cards: 8, side_by_side: 0, takes_modules: true, is_desktop: false });
    assert_eq!(findings(&view), []);
}

/// The constants that the machines are built by are the catalog's rules.
#[test]
fn supplies_are_chosen_by_the_catalogs_rules() {
    let share = |id: &str| catalog::rule(id).and_then(catalog::Rule::share_of_rating);
    assert_eq!(share("psu-sustained-share-high"), Some(workstation::machines::SUSTAINED_SHARE));
    assert_eq!(share("atx3-100us"), Some(workstation::machines::EXCURSION_ATX3));
    assert_eq!(share("old-psu-100us"), Some(workstation::machines::EXCURSION_OLDER));
    assert_eq!(share("atx3-step-to"), Some(workstation::machines::draws::EXCURSION));
    let outlet = catalog::rule("circuit-120v-15a").and_then(catalog::Rule::power).map(engine::units::Watts::get);
    assert_eq!(outlet, Some(workstation::machines::OUTLET_120V.get()));
}
