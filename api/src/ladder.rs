//! The ladder of host memory as an answer: the engine's rungs, each with its kit and what that costs.

use engine::desk::Desk;
use engine::estimate::{self as found, Estimate};
use engine::inputs::Request;
use engine::units::GIB;
use scenario::pin::pin;
use wire::v1::Scenario;
use wire::v1::estimate::{RamKit, RamLadder, RamRung};
use wording::format::cents;
use workstation::machines::{self, Kits};

/// The ladder beside the estimate of a request, at the desk that has worked that out; none where device and host share one
/// memory.
#[must_use]
pub fn ladder(desk: &mut Desk, request: &Request, asked: &Scenario, estimate: &Estimate) -> Option<RamLadder> {
    let ladder = desk.ladder(request, estimate)?;
    let kits = kits(asked, estimate, &ladder);
    Some(RamLadder {
        rungs: ladder.rungs.iter().zip(kits).map(|(found, kit)| rung(found, kit)).collect(),
        page_in_bytes_per_second: ladder.page_in_rate.get(),
        memory_bytes_per_second: ladder.memory_rate.get(),
    })
}

/// The kit of each rung; none where the processor takes none of that size.
#[must_use]
pub fn kits(asked: &Scenario, estimate: &Estimate, ladder: &found::RamLadder) -> Vec<Option<RamKit>> {
    let planned = pin(asked, &estimate.scenario);
    let kit = |rung: &found::Rung| machines::kits_of(&planned, &estimate.scenario.hardware, rung.capacity.0.div_ceil(GIB));
    let nodes = estimate.scenario.hardware.nodes;
    ladder.rungs.iter().map(|rung| kit(rung).map(|kits| priced(&kits, &planned, nodes))).collect()
}

fn priced(kits: &Kits, planned: &Scenario, nodes: u64) -> RamKit {
    let owned = planned.hardware.owned.as_deref().unwrap_or_default();
    let quantity = kits.quantity * nodes;
    let to_buy = quantity.saturating_sub(machines::there(owned, kits.kit.id));
    let price = kits.price.filter(|_| to_buy > 0);
    RamKit {
        id: kits.kit.id.to_owned(),
        name: machines::kit_name(kits.kit),
        quantity,
        to_buy,
        amount: price.map(|price| cents(price.usd * to_buy as f64)),
        currency: machines::CURRENCY.to_owned(),
        as_of: price.map(|price| price.date.get(..7).unwrap_or(price.date).to_owned()),
    }
}

fn rung(found: &found::Rung, kit: Option<RamKit>) -> RamRung {
    let found::Rung {
        capacity,
        usable,
        is_installed,
        is_recommended,
        micro_batch_size,
        num_workers,
        most_workers,
        ram,
        speed,
        paging_per_epoch,
        cached_share,
        reading,
    } = found;
    RamRung {
        ram_gib: capacity.0.div_ceil(GIB),
        installed: *is_installed,
        recommended: *is_recommended,
        holds: found.holds(),
        peak_bytes: ram.peak.0,
        usable_bytes: usable.0,
        micro_batch_size: *micro_batch_size,
        num_workers: *num_workers,
        largest_num_workers: *most_workers,
        reading_seconds: reading.get(),
        cached_share: *cached_share,
        step_seconds: speed.step.get(),
        paging_seconds: speed.paging.get(),
        paging_epoch_seconds: paging_per_epoch.get(),
        staging_paging_seconds: found.staging().get(),
        samples_per_second: speed.rate.get(),
        epoch_seconds: speed.epoch.get(),
        kit,
    }
}
