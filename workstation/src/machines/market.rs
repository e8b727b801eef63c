//! Which cards are on sale, how many of them go into one machine, and which are not worth a plan.

use std::collections::BTreeMap;

use catalog::{GpuEntry, GpuForm, Segment};
use engine::hardware::{Cpu, NvlinkReach, Vendor};
use engine::units::Bytes;

use super::balance;
use super::base;
use super::bound::{Pace, Place};
use super::candidate::{COUNTS, Candidate, LEAST_RAM_GIB, MOST_CARDS, card_price, form, is_on_sale, most_cards};
use super::fed;
use super::hosts::{self, Cost};
use super::housed;
use super::housing::Housing;
use super::offers;
use super::part::there;
use super::platform::Platform;
use super::refusal::Refusal;
use super::shell;
use super::supply;
use super::workload::Workload;
use super::{drive, network};
use crate::price_list;
use scenario::parts::CHASSIS_SUPPLIES;

/// Modules of a board (SXM, OAM) are sold by four or eight.
const MODULES: [u64; 2] = [4, MOST_CARDS];
/// Bytes per weight that a card must hold in the gentlest form: NF4 with its scales (4.13 bits; Dettmers et al. 2023).
const LEAST_BYTES_PER_WEIGHT: f64 = 0.516;

/// Every card on sale in every number that machines are built with; those that cannot be are refused.
pub fn candidates(work: &Workload, refused: &mut Vec<(Candidate, Refusal)>) -> Vec<Candidate> {
    let mut candidates = Vec::new();
    // A part of a laptop is no card that somebody could miss among those that are sold.
    for entry in catalog::gpus().iter().filter(|entry| entry.segment != Segment::Laptop) {
        if !is_on_sale(entry) {
            refused.push((Candidate { entry: *entry, count: 1 }, Refusal::OffTheMarket { launch: entry.launch }));
            continue;
        }
        if form(entry) == GpuForm::Superchip && there(work.order.owned(), entry.id) == 0 {
            refused.push((Candidate { entry: *entry, count: 1 }, Refusal::SoldAsNode));
            continue;
        }
        for count in counts(entry, work) {
            let candidate = Candidate { entry: *entry, count };
            match suits(work, &candidate) {
                Ok(()) => candidates.push(candidate),
                Err(refusal) => refused.push((candidate, refusal)),
            }
        }
    }
    candidates
}

/// Whether a set of equal cards is one that the reader takes, whatever stands around it.
fn suits(work: &Workload, candidate: &Candidate) -> Result<(), Refusal> {
    let Candidate { entry, .. } = candidate;
    if !work.order.accepts(entry.vendor, entry.id, candidate.boards()) {
        return Err(Refusal::ExcludedVendor { vendor: entry.vendor });
    }
    if let Some(style) = work.order.asked.hardware.case {
        housed::check_cards(style, candidate)?;
    }
    work.order.circuit().map_or(Ok(()), |circuit| fed::check_cards(circuit, candidate))
}

/// How many of a card one machine can have, as asked and as they are built.
fn counts(entry: &GpuEntry, work: &Workload) -> Vec<u64> {
    let most = most_cards(entry).min(work.most);
    let whole = |count: &u64| count.is_multiple_of(entry.devices_per_board);
    if let Some(count) = work.order.asked.hardware.gpu_count {
        return [count].into_iter().filter(|count| *count <= most && whole(count)).collect();
    }
    let built: &[u64] = if is_module(entry) { &MODULES } else { &COUNTS };
    built.iter().copied().filter(|count| *count <= most && whole(count)).collect()
}

/// Whether the accelerators of a node share a board with links between all of them.
fn is_module(entry: &GpuEntry) -> bool {
    entry.segment == Segment::Datacenter && entry.spec.nvlink.is_some() && entry.spec.nvlink_reach == NvlinkReach::Node
}

/// A machine that may be worth a plan, with the least that it can cost and take.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prospect {
    /// The cards.
    pub candidate: Candidate,
    /// The least price, where those of all parts are known.
    pub price: Option<f64>,
    /// What the parts whose price is known cost at the least.
    pub known: f64,
    /// The shortest run, in seconds.
    pub run: f64,
    /// What the cards alone take of it.
    pub pace: Pace,
}

impl Prospect {
    /// What each of its machines costs and takes at the least.
    pub fn least(&self) -> Cost {
        let Self { price, known, run, .. } = *self;
        let cost = Cost { unknown: 1, most_unknown: u64::MAX, price: known, run, is_tight: false, is_wanting: false };
        price.map_or(cost, |price| Cost { unknown: 0, price, ..cost })
    }
}

/// Leaves out what cannot hold the run whatever the plan, and what another card beats in every figure.
pub fn prospects(work: &Workload, candidates: Vec<Candidate>, refused: &mut Vec<(Candidate, Refusal)>) -> Vec<Prospect> {
    let floor = work.parameters as f64 * LEAST_BYTES_PER_WEIGHT;
    let mut prospects: Vec<Prospect> = Vec::new();
    // What each costs where everything around its cards is bought.
    let mut bought: Vec<Option<f64>> = Vec::new();
    let mut around = BTreeMap::new();
    let mut alone: BTreeMap<&'static str, f64> = BTreeMap::new();
    let owned = work.order.owned();
    let quickest = quickest(work);
    for candidate in candidates {
        let (rest, is_known) = *around.entry(hosts::asks(&candidate)).or_insert_with(|| least_around(work, &candidate));
        let shell = least_shell(work, &candidate).filter(|_| is_known);
        let cards = candidate.price(&work.order);
        let in_full = cards.and_then(|cards| Some(cards + rest + shell?));
        // Which of the parts around the cards are there is known once they are chosen: until then all of them may be.
        let (rest, shell) = match &work.bare {
            Some(bare) => ((rest + shell.unwrap_or(0.0) - bare.worth).max(0.0), Some(0.0)),
            None => (rest, shell),
        };
        let price = cards.and_then(|cards| Some(cards + rest + shell?));
        let known = cards.unwrap_or(0.0) + rest + shell.unwrap_or(0.0);
        let alone = *alone.entry(candidate.entry.id).or_insert_with(|| work.shortest.seconds(&candidate.entry.spec));
        let epoch = alone / (candidate.count * work.order.nodes) as f64;
        let pace = Pace { first: epoch, later: epoch };
        let run = Place::new(work, &candidate, &quickest.0).run(quickest.1, &hosts::endless(), pace);
        let capacity = (candidate.entry.spec.memory * candidate.count * work.order.nodes).as_f64();
        if capacity < floor {
            refused.push((candidate, Refusal::TooSmall { needed: floor, capacity }));
        } else {
            prospects.push(Prospect { candidate, price, known, run, pace });
            bought.push(in_full);
        }
    }
    let better: Vec<Option<(&'static str, bool)>> = prospects
        .iter()
        .zip(&bought)
        .map(|(Prospect { candidate, .. }, price)| {
            let others = prospects.iter().zip(&bought).filter(|(other, _)| other.candidate.count == candidate.count);
            // A card that draws more may want a dearer power supply. Of parts that are there, one machine may have all and the
            // other none, and a part without a price may be among them.
            let is_no_dearer = |other: &Option<f64>| match (other, price, work.bare.as_ref().map(|bare| bare.worth)) {
                (Some(other), Some(price), worth) => *other <= price - worth.unwrap_or(0.0),
                (_, None, None) => true,
                _ => false,
            };
            // On a circuit that does not carry it, or in a case without a supply for it, what is faster for no more money is no better.
            let is_free = work.order.circuit().is_none() && work.order.asked.hardware.case.is_none();
            let draws_no_more = |other: &&Prospect| is_free || other.candidate.entry.spec.tdp <= candidate.entry.spec.tdp;
            let others = others.filter(|(_, other)| is_no_dearer(other)).map(|(other, _)| other).filter(draws_no_more);
            let is_there = there(owned, candidate.entry.id) > 0;
            let better = others.map(|other| &other.candidate.entry).find(|other| {
                !is_there && balance::asks_no_more(other, &candidate.entry, candidate.count) && beats(other, &candidate.entry)
            });
            better.map(|other| (other.id, card_price(other).is_some()))
        })
        .collect();
    let mut kept = Vec::new();
    for (prospect, better) in prospects.into_iter().zip(better) {
        match better {
            Some((by, is_priced)) => refused.push((prospect.candidate, Refusal::Beaten { by, is_priced })),
            None => kept.push(prospect),
        }
    }
    kept
}

/// A processor with the most of everything, and the most memory that any takes: no host does more.
fn quickest(work: &Workload) -> (Cpu, Bytes) {
    let asked = &work.order.asked.hardware;
    let named = asked.cpu.as_deref().and_then(catalog::cpu);
    let all = catalog::cpus().iter().filter(|cpu| named.is_none_or(|named| named.id == cpu.id)).map(|cpu| &cpu.spec);
    let best = hosts::best_of(all).unwrap_or(catalog::cpus()[0].spec);
    let ram = asked.ram_gib.map_or(best.max_memory, Bytes::from_gib);
    (best, ram)
}

/// What the parts around the cards cost at the least, and whether all of them can have a price.
fn least_around(work: &Workload, candidate: &Candidate) -> (f64, bool) {
    if Platform::of(&candidate.entry, candidate.count) == Platform::Unified {
        return (0.0, true);
    }
    let order = work.bare.as_ref().map_or(&work.order, |bare| &bare.order);
    let base = base::cheapest(order, candidate, order.asked.hardware.ram_gib.unwrap_or(LEAST_RAM_GIB));
    let (unknown, base) = base.map_or((1, 0.0), |base| base.cost(order, candidate));
    let drive = drive::cheapest(order).and_then(|volume| drive::cost(order, volume)).map(|price| price.usd);
    ((base + drive.unwrap_or(0.0)) * order.nodes as f64, unknown == 0 && drive.is_some())
}

/// What cooler, case, power supply and network cost at the least, where they can have a price; in a rack a system or a chassis
/// with its supplies.
fn least_shell(work: &Workload, candidate: &Candidate) -> Option<f64> {
    let order = work.bare.as_ref().map_or(&work.order, |bare| &bare.order);
    let nodes = order.nodes;
    let housing = Housing::of(candidate, None);
    let network = if nodes > 1 { network::between_nodes().and_then(network::price)?.usd } else { 0.0 };
    if housing == Housing::Computer {
        return Some(network * nodes as f64);
    }
    let supply = supply::least_price(order, candidate);
    let chassis = price_list::price(CHASSIS_SUPPLIES, None);
    let of_class = |housing: &Housing| {
        let supplies = if *housing == Housing::Rack { chassis?.usd } else { supply? };
        Some(supplies + housing.price()?.usd)
    };
    let classes = housing.or_larger().iter().filter_map(of_class);
    let towers = offers::of(order).cases.iter().filter_map(|case| Some(offers::case_price(case)?.usd + supply?));
    let shells = classes.chain(towers).map(|usd| (usd + shell::least_cooler(order)) * nodes as f64);
    let in_racks = shell::least_system(order).map(|usd| usd * nodes as f64);
    Some(shells.chain(in_racks).min_by(f64::total_cmp)? + network * nodes as f64)
}

/// Whether a card is at least as good in every figure that memory or time depends on, and no dearer.
///
/// The engine's law that a better card is never slower makes this safe; it holds within one vendor.
fn beats(a: &GpuEntry, b: &GpuEntry) -> bool {
    let (x, y) = (&a.spec, &b.spec);
    let rate = |rate: Option<engine::units::FlopsPerSecond>| rate.map_or(0.0, engine::units::FlopsPerSecond::get);
    let no_dearer = match (card_price(a), card_price(b)) {
        (Some(a), Some(b)) => a.usd <= b.usd,
        (a, b) => a.is_some() == b.is_some(),
    };
    let asks_no_more_of_the_case = hosts::asks_no_more_room(a, b);
    let as_good = x.vendor == y.vendor
        && asks_no_more_of_the_case
        && rank(a) <= rank(b)
        && most_cards(a) >= most_cards(b).min(MOST_CARDS)
        && a.devices_per_board <= b.devices_per_board
        && x.memory >= y.memory
        && x.memory_bandwidth >= y.memory_bandwidth
        && y.l2.is_none_or(|l2| x.l2.is_some_and(|own| own >= l2))
        && x.fp32 >= y.fp32
        && rate(x.tf32) >= rate(y.tf32)
        && rate(x.fp16) >= rate(y.fp16)
        && rate(x.bf16) >= rate(y.bf16)
        && (x.vendor != Vendor::Nvidia || x.compute_capability >= y.compute_capability)
        && x.pcie.generation >= y.pcie.generation
        && x.pcie.lanes >= y.pcie.lanes
        && y.nvlink.is_none_or(|link| x.nvlink.is_some_and(|own| own >= link));
    // Of two that are equal in everything one must stay: the first by name.
    as_good && no_dearer && (!are_twins(a, b) || a.id < b.id)
}

fn are_twins(a: &GpuEntry, b: &GpuEntry) -> bool {
    a.spec == b.spec && card_price(a).map(|price| price.usd) == card_price(b).map(|price| price.usd)
}

/// Which machine a card needs: the lower, the cheaper.
fn rank(entry: &GpuEntry) -> u64 {
    match entry.segment {
        Segment::Consumer => 0,
        Segment::Workstation => 1,
        Segment::Datacenter => 2,
        Segment::Unified | Segment::Laptop => 3,
    }
}
