//! What the next money is best spent on.

use crate::bom::trained;
use engine::estimate::Bound;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use wire::v1::money::{Ladder, Moved, Upgrade};
use wire::v1::prices::{Currency, Prices};
use wire::v1::{Estimate, Scenario};
use workstation::machines::{ChangeKind, changes};

use super::{asked, own, priced};

fn ladder(query: &str, prices: &Prices) -> (Estimate, Ladder) {
    let bom = priced(query, prices);
    let ladder = bom.money.clone().expect("every bill speaks of money").ladder;
    check_laws(query, trained(&bom), &ladder);
    (trained(&bom).clone(), ladder)
}

/// The estimate of a machine after an upgrade, asked again.
fn after(inputs: &Scenario, upgrade: &Upgrade) -> Estimate {
    let mut document = serde_json::to_value(inputs).expect("JSON");
    scenario::json::apply_merge_patch(&mut document, &serde_json::to_value(&upgrade.change).expect("JSON"));
    let changed = api::parse_scenario_json(&document.to_string()).unwrap_or_else(|problem| panic!("{upgrade:?}: {problem:?}"));
    api::estimate(&changed).unwrap_or_else(|problem| panic!("{upgrade:?}: {problem:?}"))
}

#[track_caller]
fn check_laws(query: &str, before: &Estimate, ladder: &Ladder) {
    assert!((ladder.epoch_seconds - before.speed.epoch_seconds).abs() <= f64::EPSILON * ladder.epoch_seconds, "{query}");
    for step in &ladder.steps {
        assert!(!step.verdict.is_empty());
        let mut worth = f64::INFINITY;
        assert_eq!(step.fastest.is_some(), !step.upgrades.is_empty(), "{query}");
        let least = step.upgrades.iter().map(|upgrade| upgrade.epoch_seconds).fold(f64::INFINITY, f64::min);
        assert!(step.fastest.as_ref().is_none_or(|fastest| fastest.epoch_seconds <= least && fastest.net_cost <= step.budget));
        for upgrade in &step.upgrades {
            assert!(upgrade.net_cost <= step.budget, "{query}: {upgrade:?}");
            let estimate = after(&before.inputs, upgrade);
            assert_eq!(estimate.speed.epoch_seconds, upgrade.epoch_seconds, "{query}: {upgrade:?}");
            assert!(estimate.vram.fits, "{query}: {upgrade:?}");
            assert_eq!(upgrade.gain_seconds.is_some(), ladder.runs, "{query}: {upgrade:?}");
            if let Some(gain) = upgrade.gain_seconds {
                assert!(
                    gain > 0.0 && (before.speed.epoch_seconds - estimate.speed.epoch_seconds - gain).abs() < 1e-6 * gain.max(1.0)
                );
                let own = upgrade.gain_seconds_per_unit.unwrap_or(f64::INFINITY);
                assert!(own <= worth, "{query}: {:?}", step.upgrades);
                worth = own;
            }
        }
    }
    assert!(ladder.steps.is_sorted_by_key(|step| step.budget));
    check_front(query, ladder);
}

/// Each change of the front costs more than the one before and gains more, no other beats it, and its price is that of what comes
/// less what is sold.
#[track_caller]
fn check_front(query: &str, ladder: &Ladder) {
    for pair in ladder.front.windows(2) {
        assert!(pair[0].net_cost < pair[1].net_cost && pair[0].epoch_seconds > pair[1].epoch_seconds, "{query}: {pair:?}");
    }
    for upgrade in ladder.steps.iter().flat_map(|step| &step.upgrades) {
        assert!(ladder.front.contains(upgrade), "{query}: {upgrade:?}");
    }
    for upgrade in &ladder.front {
        let comes = upgrade.comes.iter().map(|part| part.amount.expect("a price that is known")).sum::<f64>();
        let sold = upgrade.goes.iter().filter_map(|part| part.amount).sum::<f64>();
        assert!((upgrade.cost - comes).abs() < 0.01, "{query}: {upgrade:?}");
        assert!((upgrade.net_cost - (comes - sold)).abs() < 0.01, "{query}: {upgrade:?}");
        assert!(upgrade.comes.iter().any(|part| part.id == upgrade.id) || upgrade.cost == 0.0, "{query}: {upgrade:?}");
        let is_both = |part: &&Moved| upgrade.goes.iter().any(|gone| gone.id == part.id);
        assert_eq!(upgrade.comes.iter().find(is_both), None, "{query}: what comes does not go");
    }
}

/// A supply that is too small is replaced before anything else; a machine without a fault has nothing to mend.
#[test]
fn what_is_at_fault_is_mended_first() {
    let mended = |query: &str| ladder(query, &Prices::default()).1.mend;
    let mend = mended("gpu=rtx-4090&model=resnet50&parts=msi-mag-a650bn").expect("650 W are too few");
    assert_eq!(mend.goes.iter().map(|part| part.id.as_str()).collect::<Vec<_>>(), ["msi-mag-a650bn"], "{mend:?}");
    assert!(mend.comes.iter().all(|part| part.kind == "psu") && mend.cost.is_some_and(|cost| cost > 0.0), "{mend:?}");
    assert_eq!(mended("gpu=rtx-4090&model=resnet50"), None);
}

/// A machine with a supply that just carries its card: the changes whose cards want more name the supply that comes with them,
/// and the one that is set free.
#[test]
fn a_change_names_what_it_forces_and_what_it_frees() {
    let machine = "gpu=rtx-3060-12gb&cpu=ryzen-5-5600x&ram=32&storage=samsung-990-pro-2tb&model=resnet50&samples=100000&parts=msi-mag-a650bn";
    let steps = vec![5000.0];
    let (_, found) = ladder(machine, &Prices { steps: steps.clone(), ..Prices::default() });
    let has = |moved: &[Moved], kind: &str| moved.iter().any(|part| part.kind == kind);
    let card = |upgrade: &&Upgrade| upgrade.kind == "gpu";
    assert!(
        found.front.iter().filter(card).all(|upgrade| upgrade.goes.iter().any(|part| part.id == "rtx-3060-12gb")),
        "{found:#?}"
    );
    let forced = found.front.iter().find(|upgrade| has(&upgrade.comes, "psu")).unwrap_or_else(|| panic!("{found:#?}"));
    assert!(forced.goes.iter().any(|part| part.id == "msi-mag-a650bn"), "{forced:#?}");
    // What the card sells for goes off the price of each change that puts another in its place, and of no other.
    let resale = [("rtx-3060-12gb".to_owned(), 150.0)].into();
    let (_, sold) = ladder(machine, &Prices { steps, resale, ..Prices::default() });
    for upgrade in &sold.front {
        let off = if has(&upgrade.goes, "gpu") { 150.0 } else { 0.0 };
        assert!((upgrade.cost - upgrade.net_cost - off).abs() < 0.01, "{upgrade:#?}");
    }
    assert!(sold.front.iter().any(|upgrade| upgrade.net_cost < upgrade.cost), "{sold:#?}");
}

/// What the machine does not have is not sold, and that is said.
#[test]
fn a_resale_of_what_is_not_there_is_told() {
    let resale = |id: &str| Prices { resale: [(id.to_owned(), 900.0)].into(), ..Prices::default() };
    let told = |id: &str| {
        priced("gpu=rtx-3060-12gb&model=resnet50", &resale(id)).notes.iter().any(|note| note.code == "own-prices-unused")
    };
    assert!(told("rtx-4090") && !told("rtx-3060-12gb"));
}

/// Rule A7 on its own machine: from 16 to 32 GB pays, from 32 to 64 GB gains 2.8% in the guide, which is not worth the money.
///
/// The guide's run halves its time with the first step, because it spills; here it does not hold in 16 GB at all, as 20 GB of
/// pictures want many workers, and from 32 GB on more memory gains nothing.
#[test]
fn the_guides_first_memory_upgrade_pays_and_its_second_does_not() {
    let machine = "gpu=rtx-4090&cpu=core-i9-13900k&storage=samsung-990-pro-2tb&os=windows&model=resnet50&precision=fp32&data=images&samples=50000&image=224&workers=18";
    let first = |ladder: &Ladder| ladder.steps.iter().find_map(|step| step.upgrades.first().cloned());
    let (before, small) = ladder(&format!("{machine}&ram=16"), &Prices::default());
    assert_eq!((small.runs, before.ram.minimum_gib), (false, 32), "{small:?}");
    let pays = first(&small).unwrap();
    assert_eq!((pays.kind.as_str(), pays.change.hardware.ram_gib), ("memory", Some(32)), "{small:?}");
    let (before, medium) = ladder(&format!("{machine}&ram=32"), &Prices::default());
    assert!(medium.runs);
    let memory = medium.steps.iter().flat_map(|step| &step.upgrades).filter(|upgrade| upgrade.kind == "memory");
    let most = memory.filter_map(|upgrade| upgrade.gain_share).fold(0.0, f64::max);
    assert!(most <= 0.028, "{most}");
    let (after, _) = ladder(&format!("{machine}&ram=64"), &Prices::default());
    let gained = 1.0 - after.speed.epoch_seconds / before.speed.epoch_seconds;
    assert!((0.0..=0.028).contains(&gained), "the guide measured 0.028: {gained}");
}

/// A hundred yen buy nothing.
#[test]
fn the_usual_steps_are_worth_the_same_in_every_currency() {
    let steps = |code: &str, rate: f64| {
        let currency = Currency::from_word(code);
        let prices = Prices { currency, rates: currency.map(|of| (of, rate)).into_iter().collect(), ..Prices::default() };
        let (_, found) = ladder("gpu=rtx-4090&model=resnet50", &prices);
        found.steps.iter().map(|step| step.budget).collect::<Vec<_>>()
    };
    for (code, rate, expected) in [
        ("USD", 1.0, [100.0, 300.0, 1000.0]),
        ("CNY", 7.1, [700.0, 2000.0, 7000.0]),
        ("EUR", 0.92, [90.0, 300.0, 900.0]),
        ("JPY", 150.0, [15_000.0, 50_000.0, 150_000.0]),
        ("KWD", 0.307, [30.0, 90.0, 300.0]),
    ] {
        assert_eq!(steps(code, rate), expected, "{code}");
    }
}

#[test]
fn a_slow_drive_is_replaced_before_a_card() {
    let query = "gpu=rtx-4090&cpu=core-i9-13900k&ram=32&storage=seagate-barracuda-4tb&model=resnet18&data=images&samples=1281167&image=224";
    let storage = catalog::storages()
        .iter()
        .filter(|drive| drive.class.starts_with("hdd") && drive.price.is_some())
        .min_by(|a, b| a.spec.sequential_read.get().total_cmp(&b.spec.sequential_read.get()));
    let query = query.replace("seagate-barracuda-4tb", storage.unwrap().id);
    let (_, found) = ladder(&query, &Prices::default());
    let best = &found.steps[1].upgrades[0];
    assert_eq!(best.kind, "storage", "{found:?}");
    assert!(best.gain_share.unwrap() > 0.3, "{best:?}");
}

#[test]
fn where_nothing_gains_the_money_is_kept() {
    let (_, found) = ladder(
        "gpu=rtx-5090&cpu=core-i9-13900k&ram=64&storage=samsung-990-pro-2tb&model=bert-base&batch=16",
        &Prices { steps: vec![100.0], ..Prices::default() },
    );
    assert_eq!(found.steps.len(), 1);
    assert!(found.steps[0].upgrades.is_empty(), "{found:?}");
    assert!(found.steps[0].verdict.contains("keep the money"), "{found:?}");
}

#[test]
fn a_part_of_unknown_price_is_counted_and_not_proposed() {
    let (_, found) = ladder("gpu=rtx-3060-12gb&model=resnet50&storage=class-hdd-7200&samples=1281167&ram=32", &Prices::default());
    assert!(found.unpriced > 0, "{found:?}");
    // What goes is not sold, so that a drive of unknown price is replaced for the price of the one that comes.
    let drives = found.steps.iter().flat_map(|step| &step.upgrades).filter(|upgrade| upgrade.kind == "storage");
    assert!(drives.clone().count() > 0 && drives.clone().all(|upgrade| listed(&upgrade.id).is_some()), "{found:?}");
}

fn rank(ladder: &Ladder, id: &str) -> usize {
    let last = ladder.steps.last().expect("a step");
    last.upgrades.iter().position(|upgrade| upgrade.id == id).unwrap_or(usize::MAX)
}

prop_compose! {
    fn queries()(
        gpu in select(vec!["rtx-3060-12gb", "rtx-4060-ti-16gb", "rtx-4070", "rtx-3090", "rtx-4090", "rtx-a4000"]),
        model in select(vec!["resnet18", "resnet50", "vit_b_16", "bert-base", "gpt2"]),
        batch in option::of(select(vec![4_u64, 16])),
        cpu in option::of(select(vec!["core-i5-12400f", "ryzen-5-5600x", "core-i9-13900k"])),
        ram in option::of(select(vec![16_u64, 32, 64])),
        storage in option::of(select(vec!["samsung-990-pro-2tb", "samsung-870-evo-2tb"])),
        samples in select(vec![10_000_u64, 1_281_167]),
    ) -> String {
        let mut query = format!("gpu={gpu}&model={model}&method=full&optimizer=adamw&precision=fp16-amp&samples={samples}");
        let rest = [
            batch.map(|batch| format!("&batch={batch}")),
            cpu.map(|cpu| format!("&cpu={cpu}")),
            ram.map(|ram| format!("&ram={ram}")),
            storage.map(|storage| format!("&storage={storage}")),
        ];
        for part in rest.into_iter().flatten() {
            query.push_str(&part);
        }
        query
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Figures are those of an estimate of the changed scenario, costs keep the amounts, gains are gains; and the dearer a
    /// part becomes, the less it is worth, the cheaper, the more.
    #[test]
    fn ladders_keep_their_laws(query in queries(), factor in select(vec![0.5, 0.9, 1.2, 2.0])) {
        let (_, before) = ladder(&query, &Prices::default());
        let all = before.steps.last().unwrap();
        for upgrade in &all.upgrades {
            let Some(listed) = listed(&upgrade.id) else { continue };
            let prices = Prices { parts: vec![own(&upgrade.id, listed * factor)], ..Prices::default() };
            let (_, after) = ladder(&query, &prices);
            let (was, is) = (rank(&before, &upgrade.id), rank(&after, &upgrade.id));
            if upgrade.kind == "gpu-count" {
                continue;
            }
            prop_assert!(if factor > 1.0 { is >= was } else { is <= was }, "{} {}: {} {}", query, upgrade.id, was, is);
        }
    }
}

/// Changes that are not looked at because the cards wait for nothing would gain nothing.
#[test]
fn what_is_not_looked_at_gains_nothing() {
    let mut skipped = 0;
    for query in [
        "gpu=rtx-4090&model=resnet50&cpu=ryzen-5-5600x&ram=16&storage=samsung-870-evo-2tb",
        "gpu=rtx-3060-12gb&model=bert-base&cpu=core-i5-12400f",
        "gpu=rtx-3060-12gb&model=resnet18&samples=1281167&cpu=core-i5-12400f&ram=32",
        "gpu=a100-pcie-80gb&gpus=2&model=gpt2&sharding=ddp",
        "gpu=rtx-4090&model=mistral-7b&method=full&sharding=zero-3&offload=all&ram=256&batch=1",
        "gpu=rtx-4090&model=resnet18&batch=1",
    ] {
        let (scenario, build) = (asked(query), api::bill::build(&asked(query)).unwrap());
        let planned = priced(query, &Prices::default()).estimate.inputs().clone();
        let cost = |_: &'static str, listed: Option<catalog::Price>, count: u64| Some(listed?.usd * count as f64);
        let (changes, _) = changes(&build, &planned, &scenario, &cost, 1e6);
        let speed = &build.answer.speed;
        for change in changes {
            let is_busy = speed.gpu_utilization >= 0.995;
            let is_skipped = match change.kind {
                ChangeKind::Memory | ChangeKind::Storage => is_busy,
                ChangeKind::Cpu => is_busy && matches!(speed.bound_by, Bound::Compute | Bound::MemoryBandwidth),
                ChangeKind::Gpu | ChangeKind::GpuCount => false,
            };
            if is_skipped {
                skipped += 1;
                let changed = workstation::machines::machine_of(&change.scenario).unwrap().unwrap();
                assert!(changed.answer.speed.epoch.get() > speed.epoch.get() * 0.995, "{query}: {:?}", change.scenario.hardware);
            }
        }
    }
    assert!(skipped > 20, "{skipped}");
}

fn listed(id: &str) -> Option<f64> {
    let price = catalog::gpu(id).map(|row| row.price).or_else(|| catalog::cpu(id).map(|row| row.price));
    price.or_else(|| catalog::storage(id).map(|row| row.price)).flatten().map(|price| price.usd)
}

#[test]
fn steps_are_as_asked() {
    let scenario = asked("gpu=rtx-4090&model=resnet50");
    let bom = api::bom_with(&scenario, &Prices { steps: vec![50.0, 5000.0], ..Prices::default() }).unwrap();
    let budgets: Vec<f64> = bom.money.unwrap().ladder.steps.iter().map(|step| step.budget).collect();
    assert_eq!(budgets, [50.0, 5000.0]);
}
