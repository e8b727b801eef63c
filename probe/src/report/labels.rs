//! Labels with values, one a line: `lscpu`, `/proc/cpuinfo`, `/proc/meminfo`, `nvidia-smi -q`, `dxdiag`, `systeminfo`, lists of
//! PowerShell and `system_profiler`.
//!
//! A label means the same wherever it is printed, or its value tells (`Memory` is `65536MB RAM` to Windows, `192 GB` to macOS).

use super::smi::{card_memory, place};
use crate::fact::{Drive, DriveKind, Fact, Lister, Place, Reported};
use crate::reading::Reading;
use crate::value::{GIB, KIB, bytes, number, pair, version, whole};

/// Labels that say nothing that is needed here and begin a report, or are far into one.
const KNOWN: [&str; 29] = [
    "architecture",
    "架构",
    "cpu op-mode(s)",
    "cpu 运行模式",
    "processor",
    "vendor_id",
    "厂商 id",
    "memfree",
    "host name",
    "主机名",
    "hardware",
    "hardware overview",
    "graphics/displays",
    "model name",
    "model identifier",
    "directx version",
    "time of this report",
    "machine name",
    "attached gpus",
    "timestamp",
    "product architecture",
    "os manufacturer",
    "nvmexpress",
    "os 制造商",
    "friendlyname",
    "mediatype",
    "bustype",
    "chip",
    "name",
];

/// What lines before say about those that follow.
#[derive(Default)]
pub(super) struct Labels {
    /// The card of `nvidia-smi -q` whose labels are read.
    card: Option<u64>,
    cards: u64,
    /// The part of its labels.
    part: Part,
    /// Cards that other programs have listed.
    listed: u64,
    /// The last card listed is Apple's.
    is_apple: bool,
    /// The last one that `dxdiag` has listed.
    screen: Option<Place>,
    /// Processors by their number on the board.
    sockets: Vec<u64>,
    /// The drive whose labels are read.
    drive: Drive,
}

/// The parts of a card's labels that repeat others' words.
#[derive(Default, PartialEq)]
enum Part {
    #[default]
    Other,
    Memory,
    Division,
}

impl Labels {
    pub(super) fn read(&mut self, line: &str) -> Reading {
        if let Some(reading) = self.card_of_query(line) {
            return reading;
        }
        let Some((label, value)) = pair(line) else { return self.heading(line) };
        if let Some(fact) = self.fact(&label, value) {
            return Reading::Own(vec![fact]);
        }
        if KNOWN.contains(&label.as_str()) { Reading::NOTHING } else { Reading::Foreign }
    }

    /// The line that begins a card of `nvidia-smi -q`: its address, which has colons of its own.
    fn card_of_query(&mut self, line: &str) -> Option<Reading> {
        let address = line.strip_prefix("GPU ")?.trim();
        let is_address = address.matches(':').count() == 2 && address.contains('.') && !address.contains(' ');
        is_address.then(|| {
            self.card = Some(self.cards);
            self.cards += 1;
            self.part = Part::Other;
            Reading::NOTHING
        })
    }

    fn heading(&mut self, line: &str) -> Reading {
        let heading = line.trim();
        if self.card.is_some() {
            self.part = match heading {
                "FB Memory Usage" => Part::Memory,
                "MIG Mode" => Part::Division,
                _ => Part::Other,
            };
        }
        let begins = heading.contains("NVSMI LOG") || matches!(heading, "System Information" | "Display Devices");
        if begins { Reading::NOTHING } else { Reading::Foreign }
    }

    fn fact(&mut self, label: &str, value: &str) -> Option<Fact> {
        if let Some(fact) = self.of_card(label, value) {
            return Some(fact);
        }
        match label {
            "model name" | "型号名称" | "型号名"
                if !value.is_empty() && !value.starts_with("Mac") && !value.starts_with("iMac") =>
            {
                Some(Fact::Processor(value.to_owned()))
            }
            "processor" if value.contains(" CPUs)") => Some(Fact::Processor(value.split(" (").next()?.to_owned())),
            "name" if is_processor(value) => Some(Fact::Processor(value.to_owned())),
            "processor name" => Some(Fact::Processor(value.to_owned())),
            "socket(s)" | "座" | "插槽" | "number of processors" => whole(value).map(Fact::Sockets),
            "physical id" => self.socket(whole(value)?),
            "memtotal" => left(number(value)?.0 * KIB),
            "totalphysicalmemory" => left(number(value)?.0),
            "total physical memory" | "物理内存总量" => left(bytes(value)?),
            "memory" => installed(value),
            "operating system" | "os name" | "os 名称" | "caption" if value.contains("Windows") => Some(Fact::Windows),
            "card name" | "caption" | "chipset model" => Some(self.card_listed(label, value)),
            "dedicated memory" => Some(Fact::CardMemory { place: self.screen.take()?, mib: bytes(value)? / crate::value::MIB }),
            "total number of cores" if self.is_apple => whole(value).map(Fact::AppleCores),
            _ => self.of_drive(label, value),
        }
    }

    /// Labels of `nvidia-smi -q`.
    fn of_card(&mut self, label: &str, value: &str) -> Option<Fact> {
        match label {
            "driver version" if !value.contains(['/', ',']) => return version(value).map(Fact::Driver),
            "cuda version" => return version(value).map(Fact::Cuda),
            _ => {}
        }
        let index = self.card?;
        match (label, &self.part) {
            ("product name", _) => Some(Fact::Card { place: place(index), name: value.to_owned(), is_cut: false }),
            ("display active", _) if value == "Enabled" => Some(Fact::Display),
            ("total", Part::Memory) => {
                self.part = Part::Other;
                bytes(value).map(|bytes| card_memory(index, bytes))
            }
            ("current", Part::Division) => {
                self.part = Part::Other;
                (value == "Enabled").then_some(Fact::Divided { place: place(index) })
            }
            _ => None,
        }
    }

    /// A processor of `/proc/cpuinfo`, which says for each thread on which it is.
    fn socket(&mut self, socket: u64) -> Option<Fact> {
        if self.sockets.contains(&socket) || self.sockets.len() > 64 {
            return None;
        }
        self.sockets.push(socket);
        Some(Fact::Sockets(self.sockets.len() as u64))
    }

    fn card_listed(&mut self, label: &str, value: &str) -> Fact {
        let lister = match label {
            "card name" => Lister::Dxdiag,
            "caption" => Lister::Adapters,
            _ => Lister::Profiler,
        };
        let place = Place { lister, index: self.listed };
        self.listed += 1;
        self.is_apple = value.starts_with("Apple ");
        self.screen = (lister == Lister::Dxdiag).then_some(place);
        Fact::Card { place, name: value.to_owned(), is_cut: false }
    }

    /// Labels of `Get-PhysicalDisk`, of which the size comes last.
    fn of_drive(&mut self, label: &str, value: &str) -> Option<Fact> {
        match label {
            "friendlyname" => self.drive = Drive { model: Some(value.to_owned()), ..Drive::default() },
            "mediatype" if self.drive.model.is_some() => {
                self.drive.kind = match value {
                    "SSD" => Some(DriveKind::Ssd),
                    "HDD" => Some(DriveKind::Hdd),
                    _ => None,
                }
            }
            "bustype" if self.drive.model.is_some() => {
                self.drive.kind = match (value, self.drive.kind) {
                    ("NVMe", _) => Some(DriveKind::Nvme),
                    ("SATA", Some(DriveKind::Ssd)) => Some(DriveKind::SataSsd),
                    ("USB", _) => {
                        self.drive = Drive::default();
                        None
                    }
                    (_, kind) => kind,
                }
            }
            "size" if self.drive.model.is_some() => {
                self.drive.bytes = number(value).map(|(bytes, _)| bytes);
                return Some(Fact::Drive(std::mem::take(&mut self.drive)));
            }
            _ => {}
        }
        None
    }
}

/// Memory as programs may use it.
#[expect(clippy::unnecessary_wraps, reason = "the arms of a match that may find nothing")]
fn left(bytes: f64) -> Option<Fact> {
    Some(Fact::Memory(Reported { low: bytes, high: bytes, is_installed: false, printed: None }))
}

/// Memory as it is installed: `65536MB RAM`, `192 GB`.
fn installed(value: &str) -> Option<Fact> {
    let (_, rest) = number(value)?;
    let is_memory = matches!(rest.trim(), "MB RAM" | "GB" | "TB");
    let bytes = bytes(value).filter(|bytes| is_memory && *bytes >= GIB / 2.0)?;
    Some(Fact::Memory(Reported { low: bytes, high: bytes, is_installed: true, printed: None }))
}

/// Whether a name is a processor's, as lists of PowerShell call everything "Name".
fn is_processor(value: &str) -> bool {
    ["Core(TM)", "Xeon(R)", "Ryzen", "EPYC", "Pentium(R)", "Celeron(R)", "Snapdragon"].iter().any(|word| value.contains(word))
}
