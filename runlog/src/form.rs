//! The forms of each kind of message: how it begins, and which figures follow.

mod host;
pub(crate) mod pace;

use std::sync::LazyLock;

use regex::Regex;
use wire::v1::diagnose::Observed;

use crate::card::{self, REFUSAL};
use crate::flow::{amount, number, pattern};
use crate::kind::Kind;

/// What reads the figures in the words of a message.
type Read = fn(&str) -> Observed;

/// How a kind of message is known.
pub(crate) struct Form {
    pub(crate) kind: Kind,
    pub(crate) pattern: Regex,
    /// The figures in the words from its first on.
    pub(crate) figures: Read,
}

/// Every form that is one stretch of words; tables and paces are read apart.
pub(crate) static FORMS: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let none: Read = |_| Observed::default();
    let plain: Vec<(Kind, &str)> = vec![
        (
            Kind::CardMemory,
            r"CUDA error: out of memory|CUDA_ERROR_OUT_OF_MEMORY|hipErrorOutOfMemory|cudaErrorMemoryAllocation|would exceed allowed memory",
        ),
        (
            Kind::LibraryMemory,
            r"CUBLAS_STATUS_ALLOC_FAILED|CUBLAS_STATUS_NOT_INITIALIZED|CUDNN_STATUS_ALLOC_FAILED|Unable to find a valid cuDNN algorithm|(?i:Cuda failure (?:\d+ )?'?out of memory|Failed to CUDA [cm]alloc)",
        ),
        (Kind::PageFile, r"WinError 1455|paging file is too small"),
        (
            Kind::SharedMemory,
            r"out of shared memory|insufficient shared memory|unable to open shared memory object|unable to mmap \d+ bytes from file </torch|unable to (?:write to|resize) file </(?:dev/shm/)?torch|Error while (?:creating|attaching to) shared memory segment|failed to extend /dev/shm|/dev/shm/\S{1,60} ?[^.]{0,40}No space left on device|killed by signal: Bus error|signal 7 \(SIGBUS\)",
        ),
        (Kind::OpenFiles, r"received \d+ items of ancdata|Errno 24\] Too many open files|: Too many open files"),
        (
            Kind::ScaleExhausted,
            r"(?i:loss scale already at minimum|Minimum loss scale reached|loss is too small|Loss scaler reducing loss scale to 0(?:\.0)?\b)",
        ),
        (Kind::HalfGradients, r"Attempting to unscale FP16 gradients"),
        (
            Kind::OverflowSkipped,
            r"(?i:OVERFLOW! Rank|Gradient overflow\. ?Skipping step|overflow detected, skipping|\bgrad_?norm['\x22]?\s?[:=]\s?['\x22]?inf\b)",
        ),
        (
            Kind::NotANumber,
            r"(?i:(?:^|[^\w./-])(?:train(?:ing)?[_/ ])?loss['\x22]?\]?\s?[:=|]?\s?['\x22]?(?:tensor\()?-?(?:nan|inf|infinity)\b|\bgrad_?norm['\x22]?\s?[:=]\s?['\x22]?nan\b|returned nan values in its|\bloss (?:is|became|was) (?:nan|inf)\b|loss returned in \S{1,30} is nan|nan loss (?:detected|encountered)|(?:non-finite|nan or inf)(?: values)?(?: in| for)? (?:loss|gradient)|\d+/\d+ [\d.]+G (?:nan ?){2})",
        ),
        (
            Kind::DeviceLost,
            r"(?i:ERR! ERR!|fallen off the bus|Xid \(PCI:[^)]*\): 79\b|Unable to determine the device handle for GPU|GPU is lost)",
        ),
        (
            Kind::MemoryError,
            r"(?i:uncorrectable ECC error|Xid \(PCI:[^)]*\): (?:48|64|94|95|140)\b|Double Bit ECC|row remapping (?:has )?fail)",
        ),
        (
            Kind::PoolTooSmall,
            r"KV cache is needed, which is larger than the available KV cache memory|max seq len \(\d+\) is larger than the maximum number of tokens that can be stored in KV cache|(?i:Attention window size \d+ exceeds upper bound \d+ for available blocks)",
        ),
        (
            Kind::NoPool,
            r"No available memory for the cache blocks|Not enough memory\. Please try to increase --mem-fraction-static|(?i:insufficient memory for KV ?cache)",
        ),
        (
            Kind::ShareNotFree,
            r"Free memory on device \S{0,12} ?\([^)]{3,40}\) on startup is less than desired GPU memory utilization",
        ),
        (
            Kind::ContextBeyondModel,
            r"User-specified max_model_len \(\d+\) is greater than the derived max_model_len|User-specified context_length \(\d+\) is greater than the derived context_length",
        ),
        (Kind::LinkFault, r"Xid \(PCI:[^)]*\): (?:74|144|145|149)\b"),
        (Kind::FirmwareTimeout, r"Xid \(PCI:[^)]*\): (?:61|62|109|119|120)\b|(?i:timeout waiting for RPC from GSP)"),
        (
            Kind::KernelFault,
            r"(?i:illegal memory access was encountered|unspecified launch failure|misaligned address|CUDA_ERROR_ILLEGAL_ADDRESS|CUBLAS_STATUS_EXECUTION_FAILED|Xid \(PCI:[^)]*\): (?:13|31|43|45)\b|Memory access fault by GPU)",
        ),
        (
            Kind::ClassOutOfRange,
            r"t >= 0 && t < n_classes|cur_target >= 0 && cur_target < n_classes|Target \S+ is out of bounds|input_val >= zero && input_val <= one",
        ),
        (
            Kind::IndexOutOfRange,
            r"srcIndex < srcSelectDimSize|indexSelect(?:Small|Large)Index|index out of range in self|-sizes\[i\] <= index && index < sizes\[i\]|idx_dim >= 0 && idx_dim < index_size",
        ),
        (Kind::DeviceAssert, r"device-side assert triggered"),
        (
            Kind::NoKernelImage,
            r"(?i:no kernel image is available for execution|is not compatible with the current PyTorch installation|no binary for gpu|invalid device function)",
        ),
        (
            Kind::DriverTooOld,
            r"(?i:driver on your system is too old|driver version is insufficient|forward compatibility was attempted on non supported)",
        ),
        (
            Kind::DifferentDevices,
            r"(?i:Expected all tensors to be on the same device|Input type \(torch\.cuda\.\w+\) and (?:weight|bias) type \(torch\.\w+Tensor\)|Input type \(torch\.\w+Tensor\) and (?:weight|bias) type \(torch\.cuda\.)",
        ),
        (
            Kind::DifferentTypes,
            r"(?i:Input type \(torch\.cuda\.\w+\) and (?:weight|bias) type \(torch\.cuda\.\w+\)|Input type \((?:float|double|c10::\w+)\) and (?:weight|bias) type|expected scalar type \w+ but found \w+|must have the same dtype)",
        ),
        (Kind::RowRemapped, r"Xid \(PCI:[^)]*\): (?:63|92)\b"),
        (Kind::DriverMismatch, r"(?i:Driver/library version mismatch)"),
        (
            Kind::NoCard,
            r"(?i:Torch not compiled with CUDA enabled|No CUDA GPUs are available|NVIDIA-SMI has failed because|NVML: Unknown Error|no CUDA-capable device is detected|Found no NVIDIA driver)",
        ),
        (Kind::KernelResources, r"(?i:out of resources?: shared memory|too many resources requested for launch)"),
        (
            Kind::DiskFull,
            r"(?i:Errno 28\] No space left on device|PytorchStreamWriter failed writing|Disk quota exceeded|file write failed)",
        ),
        (Kind::TimeLimit, r"(?i:DUE TO TIME LIMIT)"),
        (Kind::LoaderTimeout, r"DataLoader timed out after \d+ seconds"),
        (Kind::NoGradient, r"does not require grad and does not have a grad_fn"),
        (Kind::SecondBackward, r"(?i:Trying to backward through the graph a second time)"),
        (Kind::UnusedParameters, r"Expected to have finished reduction in the prior iteration"),
        (Kind::DuplicateCard, r"Duplicate GPU detected"),
        (
            Kind::WorkerCrashed,
            r"killed by signal: (?:Segmentation fault|Aborted|Floating point)|Signal 11 \(SIGSEGV\)|Segmentation fault \(core dumped\)",
        ),
        (
            Kind::WorkerKilled,
            r"DataLoader worker \(pid(?:\(s\))? [\d, ]+\) (?:is killed by signal: (?:Killed|Terminated|Hangup)|exited unexpectedly)",
        ),
        (
            Kind::CollectiveError,
            r"(?i:NCCL error(?: in\b|[:,])|unhandled (?:system|cuda) error|ncclSystemError|ncclInternalError|ncclRemoteError|ncclUnhandledCudaError|(?:NCCL|gloo|c10d|ProcessGroup|TCPStore)[^.]{0,120}Connection (?:closed|reset|refused))",
        ),
        (
            Kind::Rendezvous,
            r"(?i:waiting for clients|The client socket has timed out|Rendezvous(?:Timeout|Connection)Error|Timed out initializing process group|failed to (?:bind|listen)[^.]{0,120}Address already in use|EADDRINUSE)",
        ),
        (
            Kind::ProcessKilled,
            r"(?i:exitcode ?: ?-9\b|return code = -9\b|Signal 9 \(SIGKILL\)|died with <Signals\.SIGKILL|exited with (?:code|status):? 137\b|exit (?:code|status):? 137(?: ?[,.;)]| $)|Reason: OOMKilled (?:Exit|Started)|: \d+ Killed |: line \d+: \d+ Killed)",
        ),
    ];
    let forms = plain.into_iter().map(|(kind, text)| Form { kind, pattern: pattern(text), figures: none });
    let figured: [(Kind, &str, Read); 11] = [
        (Kind::CardMemory, REFUSAL, card::figures),
        (Kind::CardMemory, r"allocating [\d.]+ MiB on device \d+: (?:cuda|hip)Malloc failed: out of memory", of_buffer),
        (
            Kind::CardMemory,
            r"(?i:(?:RESOURCE_EXHAUSTED: |ResourceExhaustedError.{0,40})?(?:Out of memory (?:while )?(?:trying to allocate|allocating)|OOM when allocating tensor))",
            of_request,
        ),
        (
            Kind::HostKilled,
            r"(?i:Out of memory: Kill(?:ed)? process \d+|invoked oom-killer|global_oom|systemd-oomd.{0,80}due to memory pressure)",
            host::killed,
        ),
        (
            Kind::LimitKilled,
            r"(?i:Memory cgroup out of memory|constraint=CONSTRAINT_MEMCG|slurmstepd: error: .{0,80}(?:oom|memory))",
            host::killed,
        ),
        (
            Kind::HostMemory,
            r"(?i:DefaultCPUAllocator: (?:can't allocate memory|not enough memory)|Unable to allocate [\d.]+ [KMGT]i?B for an array|\bMemoryError(?:: | $)|std::bad_alloc|(?:Errno 12\]|code 12 \(|fork:|mmap failed:) ?Cannot allocate memory)",
            of_request,
        ),
        (
            Kind::CollectiveTimeout,
            r"(?i:Watchdog caught collective operation timeout|Some NCCL operations have failed or timed out|Timed out waiting \d+ms for|collective operation timeout|heartbeat monitor timed out|watchdog got stuck for|failed to pass monitoredBarrier|wait timeout after \d+ms)",
            host::timeout,
        ),
        (Kind::NotANumber, r"(?i:['\x22]loss['\x22]: ['\x22]?0(?:\.0+)?['\x22]?, ['\x22]grad_norm['\x22]: ['\x22]?nan)", |_| {
            Observed::default()
        }),
        (Kind::NotANumber, r"(?i:invalid values \(nan\)|probability tensor contains either `?inf`?, `?nan`?)", |_| {
            Observed::default()
        }),
        (Kind::MemorySnapshot, r"PyTorch memory snapshot:", of_snapshot),
        (Kind::Profile, r"Profiler trace:", of_profile),
    ];
    forms.chain(figured.into_iter().map(|(kind, text, figures)| Form { kind, pattern: pattern(text), figures })).collect()
});

/// What was asked for, where the message has it in bytes or in a unit.
fn of_request(text: &str) -> Observed {
    static ASKED: LazyLock<Regex> =
        LazyLock::new(|| pattern(r"(?i)(?:allocate|allocating) (?P<n>[\d.,]+) ?(?P<u>bytes|[KMGT]?i?B\b)"));
    Observed { requested_bytes: amount(&ASKED, text), ..Observed::default() }
}

/// The line that this site's own script makes of a snapshot.
fn of_snapshot(text: &str) -> Observed {
    static RESERVED: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?P<n>\d+) (?P<u>bytes) reserved"));
    static ALLOCATED: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?P<n>\d+) (?P<u>bytes) allocated"));
    static REQUESTED: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?P<n>\d+) (?P<u>bytes) refused"));
    Observed {
        reserved_bytes: amount(&RESERVED, text),
        allocated_bytes: amount(&ALLOCATED, text),
        requested_bytes: amount(&REQUESTED, text),
        ..Observed::default()
    }
}

/// A buffer of llama.cpp that was refused.
fn of_buffer(text: &str) -> Observed {
    static REQUESTED: LazyLock<Regex> = LazyLock::new(|| pattern(r"allocating (?P<n>[\d.]+) (?P<u>MiB)"));
    Observed { requested_bytes: amount(&REQUESTED, text), ..Observed::default() }
}

/// The line that this site's own script makes of a trace.
fn of_profile(text: &str) -> Observed {
    static STEP: LazyLock<Regex> = LazyLock::new(|| pattern(r"([\d.]+) s a step"));
    let step_seconds = number(&STEP, text).filter(|seconds| (1e-9..=1e9).contains(seconds));
    Observed { step_seconds, ..Observed::default() }
}
