//! A machine by what its own programs print: as an answer of the API, and as links to plans with it.

use catalog::MemoryKit;
use probe::{Finding, Machine, Origin, Stranger, words};
use wire::Locale;
use wire::v1::Scenario;
use wire::v1::machine::{MachineFinding, MachineLine, MachineNote, MachineReading, MachineStranger};
use wire::v1::scenario::{Hardware, OwnedPart};

/// The model of links where the reader has named none.
const MODEL: &str = "resnet50";

/// Reads a text.
#[must_use]
pub fn read_machine(text: &str, locale: Locale) -> MachineReading {
    let machine = probe::read(text);
    let Machine { hardware, sockets, findings, strangers, notes, missing, lines, not_understood } = &machine;
    MachineReading {
        catalog_version: catalog::VERSION.to_owned(),
        hardware: hardware.clone(),
        cpu_sockets: *sockets,
        recognized: findings.iter().map(finding).collect(),
        not_in_catalog: strangers.iter().map(stranger).collect(),
        notes: notes
            .iter()
            .map(|note| MachineNote { code: words::code(note).to_owned(), text: words::note(note, locale) })
            .collect(),
        missing: missing.iter().map(|missing| missing.0.as_str().to_owned()).collect(),
        lines: *lines as u64,
        lines_not_understood: *not_understood as u64,
        plan: plan_link(&machine, ""),
        need: need_link(&machine, ""),
    }
}

fn finding(finding: &Finding) -> MachineFinding {
    MachineFinding {
        field: finding.item.as_str().to_owned(),
        value: finding.value.clone(),
        name: finding.name.clone(),
        lines: finding.origins.iter().map(line).collect(),
    }
}

fn stranger(stranger: &Stranger) -> MachineStranger {
    MachineStranger {
        field: stranger.item.as_str().to_owned(),
        name: stranger.name.clone(),
        nearest: stranger.nearest.map(|(id, _)| id.to_owned()),
        line: line(&stranger.origin),
    }
}

fn line(origin: &Origin) -> MachineLine {
    MachineLine { number: origin.line as u64, text: origin.text.clone() }
}

/// The planner with the machine's fields in place of those of a plan's query; none where there are none.
#[must_use]
pub fn plan_link(machine: &Machine, query: &str) -> Option<String> {
    let found = &machine.hardware;
    if *found == Hardware::default() {
        return None;
    }
    let mut parsed = scenario::query::parse_string(query);
    let hardware = &mut parsed.scenario.hardware;
    let Hardware {
        gpu,
        gpu_count,
        nodes: _,
        display_attached,
        cpu,
        ram_gib,
        storage,
        storage_count: _,
        os,
        circuit: _,
        case: _,
        owned: _,
        parts: _,
    } = found.clone();
    if gpu.is_some() {
        // What was said of another card is not said of this one.
        (hardware.gpu, hardware.gpu_count, hardware.display_attached) = (gpu, gpu_count, display_attached);
    }
    if storage.is_some() {
        (hardware.storage, hardware.storage_count) = (storage, None);
    }
    hardware.cpu = cpu.or(hardware.cpu.take());
    hardware.ram_gib = ram_gib.or(hardware.ram_gib);
    hardware.os = os.or(hardware.os);
    Some(format!("/plan?{}", scenario::query::to_string(&parsed.scenario, &parsed.unknown)))
}

/// The kits that the installed memory most likely is, by the kind that the processor's boards take.
#[must_use]
pub fn installed_memory(found: &Hardware) -> Option<(&'static MemoryKit, u64)> {
    workstation::machines::installed(catalog::cpu(found.cpu.as_deref()?)?, found.ram_gib?)
}

/// The page that finds machines, with the parts that are there already; none where none is one of the catalog.
#[must_use]
pub fn need_link(machine: &Machine, query: &str) -> Option<String> {
    let found = &machine.hardware;
    let part = |id: Option<&str>, quantity: u64| id.map(|id| OwnedPart { id: id.to_owned(), quantity });
    let gpu = found.gpu.as_ref().and_then(|gpu| gpu.id());
    let storage = found.storage.as_deref().filter(|id| !id.starts_with("class-"));
    let memory = installed_memory(found).map(|(kit, quantity)| OwnedPart { id: kit.id.to_owned(), quantity });
    let cpus = part(found.cpu.as_deref(), machine.sockets.unwrap_or(1));
    let parts = [part(gpu, found.gpu_count.unwrap_or(1)), cpus, memory, part(storage, 1)];
    let owned: Vec<OwnedPart> = parts.into_iter().flatten().collect();
    if owned.is_empty() {
        return None;
    }
    let mut asked = scenario::query::parse_string(query).scenario;
    let mut workload = Scenario { model: asked.model, data: asked.data, constraints: asked.constraints, ..Scenario::default() };
    workload.training.epochs = asked.training.epochs.take();
    // How it trains is part of the job, unlike the settings that suit another machine.
    workload.training.method = asked.training.method.take();
    workload.training.lora = std::mem::take(&mut asked.training.lora);
    workload.training.quantization = std::mem::take(&mut asked.training.quantization);
    workload.hardware.owned = Some(owned);
    if workload.model.id.is_none() && workload.model.config.is_none() {
        workload.model.id = Some(MODEL.to_owned());
    }
    Some(format!("/need?{}", scenario::query::to_string(&workload, &[])))
}
