//! What the engine needs to know of a machine: capacities and rates, no product names.

pub mod capability;

use crate::units::{Bytes, BytesPerSecond, FlopsPerSecond, Watts};

/// The machine that a run is planned for.
#[derive(Debug, Clone, PartialEq)]
pub struct Hardware {
    /// The accelerator; all of a run's are alike.
    pub gpu: Gpu,
    /// Accelerators per node, at least 1.
    pub gpu_count: u64,
    /// Machines that train together, at least 1.
    pub nodes: u64,
    /// A desktop is drawn by (one of) the accelerators.
    pub display_attached: bool,
    /// The processor that feeds the accelerators.
    pub cpu: Cpu,
    /// Installed host memory per node.
    pub ram: Bytes,
    /// The drive that holds the data set, or the volume of several.
    pub storage: Storage,
    /// The operating system.
    pub os: OperatingSystem,
}

impl Hardware {
    /// All accelerators of the run.
    #[must_use]
    pub const fn total_gpus(&self) -> u64 {
        self.gpu_count * self.nodes
    }

    /// The link that each accelerator of a node has to the host: what the card takes and the processor can give, the
    /// older generation of the two.
    #[must_use]
    pub fn gpu_link(&self) -> Pcie {
        self.gpu.host_link(&self.cpu, self.gpu_count)
    }
}

/// Who made an accelerator, as far as the memory model must tell them apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Vendor {
    /// CUDA devices.
    Nvidia,
    /// `ROCm` devices.
    Amd,
    /// oneAPI devices.
    Intel,
    /// CANN devices.
    Huawei,
    /// Metal devices.
    Apple,
}

/// One accelerator, by the figures that its data sheet and driver give. Tensor rates are dense, never sparse.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Gpu {
    /// Who made it.
    pub vendor: Vendor,
    /// Capacity as the driver reports it; where no driver output is known, the nominal capacity.
    pub memory: Bytes,
    /// Whether `memory` was read off a driver rather than the box.
    pub memory_is_measured: bool,
    /// Bandwidth of the device memory.
    pub memory_bandwidth: BytesPerSecond,
    /// Whether that memory is stacked on the chip's own package (HBM).
    pub has_stacked_memory: bool,
    /// The last cache before the device memory; none where it is not known.
    pub l2: Option<Bytes>,
    /// Vector rate in FP32.
    pub fp32: FlopsPerSecond,
    /// Tensor rate in TF32, where the device has it.
    pub tf32: Option<FlopsPerSecond>,
    /// Tensor rate in FP16 with FP32 accumulation, where the device has it.
    pub fp16: Option<FlopsPerSecond>,
    /// Tensor rate in BF16, where the device has it.
    pub bf16: Option<FlopsPerSecond>,
    /// CUDA compute capability as major x 10 + minor (89 for 8.9); none off CUDA.
    pub compute_capability: Option<u64>,
    /// The link to the host.
    pub pcie: Pcie,
    /// Rate to other accelerators of the node, per direction, where there is such a link.
    pub nvlink: Option<BytesPerSecond>,
    /// Which of the node's accelerators that link joins.
    pub nvlink_reach: NvlinkReach,
    /// Board power.
    pub tdp: Watts,
    /// The machine's memory, where the device has none of its own: system, host and device take from this one pool, and
    /// `memory` is the most that the system lets the device take of it.
    pub pool: Option<Bytes>,
}

impl Gpu {
    /// Whether CUDA numbers the chip this capability or a later one.
    #[must_use]
    pub fn has_capability(&self, least: u64) -> bool {
        self.compute_capability.is_some_and(|capability| capability >= least)
    }

    /// Whether kernels that are written in Triton for BF16 run on it: on NVIDIA's cards from Ampere on, and on AMD's that have BF16.
    #[must_use]
    pub const fn runs_triton(&self) -> bool {
        self.bf16.is_some() && matches!(self.vendor, Vendor::Nvidia | Vendor::Amd)
    }

    /// The link that each of so many has to the host with this processor.
    #[must_use]
    pub fn host_link(&self, cpu: &Cpu, count: u64) -> Pcie {
        let Pcie { generation, lanes } = self.pcie;
        Pcie { generation: generation.min(cpu.pcie.generation), lanes: lanes.min(cpu.lanes_per_card(count)) }
    }
}

/// Which accelerators of a node a link of their own joins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NvlinkReach {
    /// A bridge that is bought with the cards and joins no more of them than so many.
    Bridge {
        /// The most cards that one joins.
        cards: u64,
    },
    /// All of the node's, by a switch or the board's wiring.
    Node,
}

impl NvlinkReach {
    /// Whether it joins this many accelerators of a node with one another.
    #[must_use]
    pub const fn joins(self, count: u64) -> bool {
        match self {
            Self::Bridge { cards } => count <= cards,
            Self::Node => true,
        }
    }
}

/// A PCI Express link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pcie {
    /// Generation, 1 to 6.
    pub generation: u64,
    /// Lanes, 1 to 16.
    pub lanes: u64,
}

impl Pcie {
    /// The raw rate of the link per direction: transfer rate x line code / 8 bits x lanes (PCI Express Base Specification).
    #[must_use]
    pub fn bandwidth(self) -> BytesPerSecond {
        let per_lane_gb_per_s = match self.generation {
            0 | 1 => 0.25,
            2 => 0.5,
            3 => 0.985,
            4 => 1.969,
            5 => 3.938,
            _ => 7.563,
        };
        BytesPerSecond::from_gb_per_s(per_lane_gb_per_s * self.lanes as f64)
    }
}

/// A processor, by what the data path asks of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cpu {
    /// Full cores (P-cores on hybrid parts), all sockets.
    pub performance_cores: u64,
    /// Efficiency cores, 0 on parts without them.
    pub efficiency_cores: u64,
    /// Hardware threads.
    pub threads: u64,
    /// Highest clock of a single core in GHz.
    pub boost_ghz: f64,
    /// Memory channels.
    pub memory_channels: u64,
    /// What one of them is rated for with one module on it, of the older kind where its boards take two: transfers a second of
    /// eight bytes. A second module slows it, which is not counted.
    pub channel_rate: BytesPerSecond,
    /// Largest installable memory.
    pub max_memory: Bytes,
    /// Usual capacities that memory kits for it add up to, in GiB, ascending, without those that larger ones undercut in price;
    /// empty where its kits are not known.
    pub kits_gib: &'static [u64],
    /// Its own PCI Express lanes, without those of a chipset.
    pub pcie: Pcie,
}

/// Lanes of a desktop processor that its boards wire to a drive, not to cards.
const DRIVE_LANES: u64 = 4;
/// From this many lanes on, boards wire all of them to slots and hang the system's drive elsewhere.
const SERVER_LANES: u64 = 64;

impl Cpu {
    /// Lanes that each of so many cards gets: an even share, rounded down to a width that links have (16, 8, 4, 2, 1).
    ///
    /// Boards with PCI Express switches, which let cards share an uplink at full width, are not modelled.
    #[must_use]
    pub fn lanes_per_card(&self, cards: u64) -> u64 {
        let lanes = self.pcie.lanes;
        let for_cards = if lanes >= SERVER_LANES { lanes } else { lanes.saturating_sub(DRIVE_LANES) };
        1 << (for_cards / cards.max(1)).max(1).ilog2()
    }

    /// What all memory channels are rated for.
    #[must_use]
    pub fn memory_bandwidth(&self) -> BytesPerSecond {
        self.channel_rate * self.memory_channels.max(1) as f64
    }

    /// All cores of either kind.
    #[must_use]
    pub const fn cores(&self) -> u64 {
        self.performance_cores + self.efficiency_cores
    }
}

/// A drive or class of drives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Storage {
    /// Usable capacity.
    pub capacity: Bytes,
    /// Sequential read rate.
    pub sequential_read: BytesPerSecond,
    /// Sequential write rate.
    pub sequential_write: BytesPerSecond,
    /// Random reads of 4 KiB per second at high queue depth.
    pub random_read_iops: f64,
}

impl Storage {
    /// So many of the drive as one striped volume (RAID 0): capacity and rates add up, as blocks lie on all drives in turn and
    /// readers ask for many at a time (Linux `md(4)`, "RAID0").
    #[must_use]
    pub fn striped(self, drives: u64) -> Self {
        let drives = drives.max(1);
        let Self { capacity, sequential_read, sequential_write, random_read_iops } = self;
        Self {
            capacity: capacity * drives,
            sequential_read: BytesPerSecond::new(sequential_read.get() * drives as f64),
            sequential_write: BytesPerSecond::new(sequential_write.get() * drives as f64),
            random_read_iops: random_read_iops * drives as f64,
        }
    }
}

/// The operating system, as far as memory differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OperatingSystem {
    /// Any current distribution.
    Linux,
    /// Windows 10 or 11 with its display driver model.
    Windows,
}
