//! The kinds of messages that are known.

use wire::v1::diagnose::Symptom;

/// What a message says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A card's allocator refused: PyTorch, `TensorFlow` or JAX.
    CardMemory,
    /// A library of the card got no memory for itself (cuBLAS, cuDNN, NCCL).
    LibraryMemory,
    /// The kernel ended a process, for the machine's memory was used up.
    HostKilled,
    /// The kernel ended a process of a container or job at its limit.
    LimitKilled,
    /// The host's memory was refused to a process.
    HostMemory,
    /// Windows has promised all memory that it can.
    PageFile,
    /// Shared memory is full.
    SharedMemory,
    /// A process may open no more files.
    OpenFiles,
    /// The loss or a gradient is not a number.
    NotANumber,
    /// The loss scaler has nowhere left to go.
    ScaleExhausted,
    /// A scaler met gradients in FP16.
    HalfGradients,
    /// An update was skipped, for gradients overflowed.
    OverflowSkipped,
    /// The driver has lost the card.
    DeviceLost,
    /// The card's memory has an error that cannot be corrected.
    MemoryError,
    /// A link between cards has an error.
    LinkFault,
    /// The card's own processor no longer answers.
    FirmwareTimeout,
    /// A kernel touched memory that is not its own.
    KernelFault,
    /// A label is not one of the classes.
    ClassOutOfRange,
    /// An index is beyond its table (token, position).
    IndexOutOfRange,
    /// A check in a kernel failed, of what is not said.
    DeviceAssert,
    /// The build has no code for this card.
    NoKernelImage,
    /// The driver is older than the build needs.
    DriverTooOld,
    /// Tensors of one operation lie on different devices.
    DifferentDevices,
    /// Tensors of one operation have different types.
    DifferentTypes,
    /// The card has set a row of its memory aside.
    RowRemapped,
    /// Kernel module and libraries of the driver are of two versions.
    DriverMismatch,
    /// The program sees no card.
    NoCard,
    /// A kernel asks for more than a block of the card has.
    KernelResources,
    /// A drive is full.
    DiskFull,
    /// A scheduler ended the job at its time.
    TimeLimit,
    /// An engine of serving has no room for one request of the longest context.
    PoolTooSmall,
    /// An engine of serving has no room for keys and values at all.
    NoPool,
    /// The share of the card that an engine of serving is to take is not free.
    ShareNotFree,
    /// A longest context beyond that of the model was asked of an engine of serving.
    ContextBeyondModel,
    /// A worker did not deliver in time.
    LoaderTimeout,
    /// Nothing of the loss is to be trained.
    NoGradient,
    /// A graph was to be walked twice.
    SecondBackward,
    /// Parameters got no gradient in a step of DDP.
    UnusedParameters,
    /// Two processes took the same card.
    DuplicateCard,
    /// A worker crashed (segmentation fault).
    WorkerCrashed,
    /// A worker was ended or went away.
    WorkerKilled,
    /// The library of collectives failed.
    CollectiveError,
    /// Not all processes met.
    Rendezvous,
    /// A collective did not end in time.
    CollectiveTimeout,
    /// A process was ended by signal 9.
    ProcessKilled,
    /// The allocator's own account.
    AllocatorSummary,
    /// A snapshot of the allocator, summed up.
    MemorySnapshot,
    /// A trace of steps, summed up.
    Profile,
    /// The driver's table of cards.
    CardUse,
    /// How fast steps pass.
    Pace,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 50] = [
        Self::CardMemory,
        Self::LibraryMemory,
        Self::HostKilled,
        Self::LimitKilled,
        Self::HostMemory,
        Self::PageFile,
        Self::SharedMemory,
        Self::OpenFiles,
        Self::NotANumber,
        Self::ScaleExhausted,
        Self::HalfGradients,
        Self::OverflowSkipped,
        Self::DeviceLost,
        Self::MemoryError,
        Self::LinkFault,
        Self::FirmwareTimeout,
        Self::KernelFault,
        Self::ClassOutOfRange,
        Self::IndexOutOfRange,
        Self::DeviceAssert,
        Self::NoKernelImage,
        Self::DriverTooOld,
        Self::DifferentDevices,
        Self::DifferentTypes,
        Self::RowRemapped,
        Self::DriverMismatch,
        Self::NoCard,
        Self::KernelResources,
        Self::DiskFull,
        Self::TimeLimit,
        Self::PoolTooSmall,
        Self::NoPool,
        Self::ShareNotFree,
        Self::ContextBeyondModel,
        Self::LoaderTimeout,
        Self::NoGradient,
        Self::SecondBackward,
        Self::UnusedParameters,
        Self::DuplicateCard,
        Self::WorkerCrashed,
        Self::WorkerKilled,
        Self::CollectiveError,
        Self::Rendezvous,
        Self::CollectiveTimeout,
        Self::ProcessKilled,
        Self::AllocatorSummary,
        Self::MemorySnapshot,
        Self::Profile,
        Self::CardUse,
        Self::Pace,
    ];

    /// Stable id (`card-memory`).
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::CardMemory => "card-memory",
            Self::LibraryMemory => "library-memory",
            Self::HostKilled => "host-killed",
            Self::LimitKilled => "limit-killed",
            Self::HostMemory => "host-memory",
            Self::PageFile => "page-file",
            Self::SharedMemory => "shared-memory",
            Self::OpenFiles => "open-files",
            Self::NotANumber => "not-a-number",
            Self::ScaleExhausted => "scale-exhausted",
            Self::HalfGradients => "half-gradients",
            Self::OverflowSkipped => "overflow-skipped",
            Self::DeviceLost => "device-lost",
            Self::MemoryError => "memory-error",
            Self::LinkFault => "link-fault",
            Self::FirmwareTimeout => "firmware-timeout",
            Self::KernelFault => "kernel-fault",
            Self::ClassOutOfRange => "class-out-of-range",
            Self::IndexOutOfRange => "index-out-of-range",
            Self::DeviceAssert => "device-assert",
            Self::NoKernelImage => "no-kernel-image",
            Self::DriverTooOld => "driver-too-old",
            Self::DifferentDevices => "different-devices",
            Self::DifferentTypes => "different-types",
            Self::RowRemapped => "row-remapped",
            Self::DriverMismatch => "driver-mismatch",
            Self::NoCard => "no-card",
            Self::KernelResources => "kernel-resources",
            Self::DiskFull => "disk-full",
            Self::TimeLimit => "time-limit",
            Self::PoolTooSmall => "kv-pool-too-small",
            Self::NoPool => "no-kv-memory",
            Self::ShareNotFree => "share-not-free",
            Self::ContextBeyondModel => "context-beyond-model",
            Self::LoaderTimeout => "loader-timeout",
            Self::NoGradient => "no-gradient",
            Self::SecondBackward => "second-backward",
            Self::UnusedParameters => "unused-parameters",
            Self::DuplicateCard => "duplicate-card",
            Self::WorkerCrashed => "worker-crashed",
            Self::WorkerKilled => "worker-killed",
            Self::CollectiveError => "collective-error",
            Self::Rendezvous => "rendezvous",
            Self::CollectiveTimeout => "collective-timeout",
            Self::ProcessKilled => "process-killed",
            Self::AllocatorSummary => "allocator-summary",
            Self::MemorySnapshot => "memory-snapshot",
            Self::Profile => "profile",
            Self::CardUse => "card-use",
            Self::Pace => "pace",
        }
    }

    /// The symptom whose causes are to be weighed; none where the message names its cause itself.
    #[must_use]
    pub const fn symptom(self) -> Option<Symptom> {
        match self {
            Self::CardMemory | Self::LibraryMemory | Self::AllocatorSummary | Self::MemorySnapshot => Some(Symptom::OutOfMemory),
            Self::HostKilled
            | Self::LimitKilled
            | Self::HostMemory
            | Self::PageFile
            | Self::WorkerCrashed
            | Self::WorkerKilled
            | Self::ProcessKilled => Some(Symptom::WorkerKilled),
            Self::SharedMemory | Self::OpenFiles => Some(Symptom::SharedMemoryTooSmall),
            Self::NotANumber | Self::ScaleExhausted | Self::HalfGradients | Self::OverflowSkipped => Some(Symptom::NotANumber),
            Self::DeviceLost | Self::FirmwareTimeout => Some(Symptom::SystemFreezes),
            Self::MemoryError
            | Self::LinkFault
            | Self::KernelFault
            | Self::ClassOutOfRange
            | Self::IndexOutOfRange
            | Self::DeviceAssert
            | Self::NoKernelImage
            | Self::DriverTooOld
            | Self::DifferentDevices
            | Self::NoGradient
            | Self::SecondBackward
            | Self::DifferentTypes
            | Self::RowRemapped
            | Self::DriverMismatch
            | Self::NoCard
            | Self::KernelResources
            | Self::DiskFull
            | Self::TimeLimit
            | Self::PoolTooSmall
            | Self::NoPool
            | Self::ShareNotFree
            | Self::ContextBeyondModel => None,
            Self::UnusedParameters | Self::DuplicateCard | Self::CollectiveError | Self::Rendezvous | Self::CollectiveTimeout => {
                Some(Symptom::CollectiveHang)
            }
            Self::Profile | Self::CardUse | Self::LoaderTimeout => Some(Symptom::LowUtilization),
            Self::Pace => Some(Symptom::ThroughputBelowEstimate),
        }
    }

    /// How near the cause it is: 0 says why a run failed, 1 what failed, 2 what failed after it, 3 and 4 only how it stands.
    pub(crate) const fn distance(self) -> u8 {
        match self {
            Self::CardMemory
            | Self::LibraryMemory
            | Self::HostKilled
            | Self::LimitKilled
            | Self::HostMemory
            | Self::PageFile
            | Self::SharedMemory
            | Self::OpenFiles
            | Self::ScaleExhausted
            | Self::HalfGradients
            | Self::DeviceLost
            | Self::MemoryError
            | Self::LinkFault
            | Self::FirmwareTimeout
            | Self::ClassOutOfRange
            | Self::IndexOutOfRange
            | Self::NoKernelImage
            | Self::DriverTooOld
            | Self::DifferentDevices
            | Self::NoGradient
            | Self::SecondBackward
            | Self::UnusedParameters
            | Self::DuplicateCard
            | Self::DifferentTypes
            | Self::DriverMismatch
            | Self::NoCard
            | Self::KernelResources
            | Self::DiskFull
            | Self::TimeLimit
            | Self::PoolTooSmall
            | Self::NoPool
            | Self::ShareNotFree
            | Self::ContextBeyondModel
            | Self::LoaderTimeout => 0,
            Self::OverflowSkipped
            | Self::KernelFault
            | Self::DeviceAssert
            | Self::WorkerCrashed
            | Self::WorkerKilled
            | Self::CollectiveError
            | Self::Rendezvous
            | Self::RowRemapped
            | Self::NotANumber => 1,
            Self::CollectiveTimeout | Self::ProcessKilled => 2,
            Self::AllocatorSummary | Self::MemorySnapshot | Self::Profile | Self::CardUse => 3,
            Self::Pace => 4,
        }
    }
}
