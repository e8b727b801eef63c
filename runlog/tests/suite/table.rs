//! Messages with the figures of public threads: each is told for what it is. A message is written as the program that prints it
//! writes it; its figures are those of the thread that `source` names.

use runlog::{Cause, Kind, read, words};
use serde_json::Value as Json;
use wire::Locale;

const MESSAGES: &str = include_str!("../messages.ndjson");

/// Messages in the wordings of programs, written for these tests, and what an expert hears in them.
const WORDINGS: [(&str, &str); 34] = [
    ("torch.cuda.OutOfMemoryError: CUDA out of memory.", "card-memory"),
    ("RuntimeError: CUDA out of memory", "card-memory"),
    ("OSError: [Errno 28] No space left on device\n", "disk-full"),
    ("CUDA \u{1b}[33mout of memory\u{1b}[0m. Tried to allocate \u{1b}[1;36m1.16\u{1b}[0m GiB.", "card-memory"),
    ("\u{1b}[36mloss\u{1b}[0m=\u{1b}[1;36mnan\u{1b}[0m", "not-a-number"),
    ("loss=inf", "not-a-number"),
    ("[loss=inf]", "not-a-number"),
    ("(loss: -inf)", "not-a-number"),
    ("train/loss: inf", "not-a-number"),
    ("{\"loss\": Infinity}", "not-a-number"),
    ("loss tensor(nan, device='cuda:0')", "not-a-number"),
    ("The loss returned in `training_step` is nan.", "not-a-number"),
    ("Detected nan or inf values in gradients", "not-a-number"),
    ("grad_norm: inf (skipped)", "overflow-skipped"),
    ("Input type (torch.cuda.FloatTensor) and weight type (torch.cuda.HalfTensor) should be the same", "different-types"),
    ("Input type (float) and bias type (c10::Half) should be the same", "different-types"),
    ("Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the same", "different-devices"),
    ("expected scalar type Half but found Float", "different-types"),
    ("NVRM: Xid (PCI:0000:07:00): 63, pid=1, Row Remapper: New row marked for remapping", "row-remapped"),
    ("NVRM: Xid (PCI:0000:07:00): 109, pid=1, CTX SWITCH TIMEOUT", "firmware-timeout"),
    ("Failed to initialize NVML: Driver/library version mismatch", "driver-mismatch"),
    ("RuntimeError: No CUDA GPUs are available", "no-card"),
    ("AssertionError: Torch not compiled with CUDA enabled", "no-card"),
    ("triton.runtime.errors.OutOfResources: out of resource: shared memory, Required: 131072", "kernel-resources"),
    ("OSError: [Errno 28] No space left on device: '/data/ckpt/model.safetensors'", "disk-full"),
    ("slurmstepd: error: *** JOB 7 ON n1 CANCELLED AT 2026-01-01T00:00:00 DUE TO TIME LIMIT ***", "time-limit"),
    ("RuntimeError: DataLoader timed out after 120 seconds", "loader-timeout"),
    ("train.sh: line 12: 12345 Killed                  python train.py", "process-killed"),
    ("[launch.py] Process 7 exits with return code = -9", "process-killed"),
    ("ProcessGroupNCCL's watchdog got stuck for 480 seconds without making progress", "collective-timeout"),
    ("The server socket has failed to bind to [::]:29500 (errno: 98 - Address already in use).", "rendezvous"),
    ("Allocation on device 0 would exceed allowed memory. (out of memory)", "card-memory"),
    ("CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasSgemm`", "kernel-fault"),
    ("OSError: [WinError 1455] 页面文件太小，无法完成操作。", "page-file"),
];

fn rows() -> Vec<Json> {
    MESSAGES.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

fn text<'a>(row: &'a Json, name: &str) -> &'a str {
    row[name].as_str().unwrap_or_else(|| panic!("{name} of {row}"))
}

#[test]
fn every_message_is_told_for_what_it_is() {
    let rows = rows();
    assert!(rows.len() >= 90, "{}", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        let said = read(text(row, "text"));
        let Some(first) = said.first() else {
            wrong.push(format!("{}: nothing", text(row, "id")));
            continue;
        };
        let observed = serde_json::to_value(first.observed).expect("it is an object");
        let figures = row["seen"].as_object().into_iter().flatten();
        let apart: Vec<String> = figures
            .filter(|(name, value)| observed[name.as_str()].as_f64() != value.as_f64())
            .map(|(name, value)| format!("{name} {} for {value}", observed[name.as_str()]))
            .collect();
        let cause = first.cause.map(Cause::id);
        if cause != row["cause"].as_str() {
            wrong.push(format!("{}: {cause:?} for {}", text(row, "id"), row["cause"]));
        }
        if first.kind.id() != text(row, "kind") || !apart.is_empty() {
            let kinds: Vec<&str> = said.iter().map(|message| message.kind.id()).collect();
            wrong.push(format!("{}: {kinds:?} for {}; {apart:?}", text(row, "id"), text(row, "kind")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_every_kind_that_is_not_of_this_site_alone() {
    let rows = rows();
    let written = WORDINGS.iter().map(|(_, kind)| *kind);
    let seen: Vec<&str> = rows.iter().map(|row| text(row, "kind")).chain(written).collect();
    for kind in Kind::ALL {
        let own = matches!(kind, Kind::MemorySnapshot | Kind::Profile | Kind::DeviceAssert);
        assert!(own || seen.contains(&kind.id()), "{}", kind.id());
    }
}

#[test]
fn a_log_is_told_by_its_cause() {
    let log = "12%|█▏        | 120/1000 [10:00<73:20,  5.00s/it]\n\
        RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB (GPU 1; 23.69 GiB total capacity; 20.00 GiB already allocated; \
        1.00 GiB free; 21.00 GiB reserved in total by PyTorch)\n\
        [rank1]: Watchdog caught collective operation timeout: WorkNCCL(SeqNum=8, OpType=ALLREDUCE, Timeout(ms)=600000) ran for \
        600012 milliseconds before timing out.\n\
        failed (exitcode: -9) local_rank: 0 (pid: 1)\n";
    let kinds: Vec<Kind> = read(log).iter().map(|message| message.kind).collect();
    assert_eq!(kinds, [Kind::CardMemory, Kind::CollectiveTimeout, Kind::ProcessKilled, Kind::Pace]);
    let first = &read(log)[0];
    assert_eq!(first.observed.step, Some(121), "the step after those that are done");
    let loading = log.replace("12%|", "Loading checkpoint shards: 12%|");
    assert_eq!(read(&loading)[0].observed.step, None, "bars of other things count no steps");
}

#[test]
fn other_wordings_are_told_too() {
    for (text, kind) in WORDINGS {
        assert_eq!(read(text).first().map(|message| message.kind.id()), Some(kind), "{text}");
    }
}

/// What the kernel logs of a container names a machine too, and means the container.
/// Each is an amount that there may be; together they are none.
#[test]
fn what_no_machine_has_is_not_told() {
    let text = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.69 GiB of which 1.00 GiB is free. Process 11 has 900 TiB memory in use. Process 12 has 900 TiB memory in use. Of the allocated memory 20.00 GiB is allocated by PyTorch.";
    let said = read(text);
    assert!(said[0].observed.other_programs_bytes.is_none_or(|held| held <= 1_000_000_000_000_000), "{:?}", said[0].observed);
}

#[test]
fn a_limit_is_not_the_machine() {
    let log = "python invoked oom-killer: gfp_mask=0xcc0\nmemory: usage 33554432kB, limit 33554432kB, failcnt 9\n\
        oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null)\n\
        Memory cgroup out of memory: Killed process 4242 (python) total-vm:40000000kB, anon-rss:33000000kB, file-rss:0kB, shmem-rss:0kB";
    let said = read(log);
    assert_eq!(said.iter().map(|message| message.kind).collect::<Vec<_>>(), [Kind::LimitKilled]);
    assert_eq!(said[0].observed.resident_bytes, Some(33_000_000 << 10));
}

/// Each process prints its own name before a line, and a launcher the time: a message wrapped among them reads as one.
#[test]
fn what_stands_before_lines_is_no_part_of_a_message() {
    let plain = "CUDA out of memory. Tried to allocate 1.16 GiB. GPU 1 has a total capacity of 79.15 GiB of which 540.00 MiB is free. \
        Including non-PyTorch memory, this process has 78.60 GiB memory in use. Of the allocated memory 76.10 GiB is allocated by PyTorch, \
        and 1.01 GiB is reserved by PyTorch but unallocated.";
    let wrapped = plain
        .replace("total capacity", "total\n[rank3]: capacity")
        .replace("is reserved", "\n2026-01-01T00:00:00.123Z is reserved");
    assert_eq!(read(&wrapped), read(plain));
    assert_eq!(read(plain)[0].cause, Some(Cause::OwnTensors));
}

#[test]
fn of_several_refusals_the_last_ended_the_run() {
    let refusal = |asked: &str, total: &str| {
        format!(
            "CUDA out of memory. Tried to allocate {asked} (GPU 0; {total} total capacity; 20.00 GiB already allocated; 1.00 GiB free; 21.00 GiB reserved in total by PyTorch)\n"
        )
    };
    let log = format!("retrying: {}{{'loss': nan}}\n{}", refusal("20.00 GiB", "23.65 GiB"), refusal("1.16 GiB", "23.65 GiB"));
    let said = read(&log);
    assert_eq!((said[0].kind, said[0].observed.requested_bytes), (Kind::CardMemory, Some(1_245_540_515)));
    assert!(said[0].cause.is_some() && said[1].kind == Kind::NotANumber);
    // A refusal that is cut off in a container names the run's own process, whose number inside is another.
    let cut = "CUDA out of memory. Tried to allocate 20.00 MiB. GPU 0 has a total capacity of 15.77 GiB of which 13.44 MiB is free. Process \
        1 has 15.75 GiB memory in use. Of the allocated memory 14.90 GiB is allocated by PyTorch, and 50.00 MiB is reserved";
    assert_eq!(read(cut)[0].cause, Some(Cause::OwnTensors));
}

#[test]
fn a_pace_is_that_of_training() {
    let log = "{'eval_loss': 0.3, 'eval_samples_per_second': 900.1}\n{'train_samples_per_second': 12.5}";
    assert_eq!(read(log)[0].observed.samples_per_second, Some(12.5));
    assert_eq!(read("{'eval_samples_per_second': 900.1}"), []);
    assert_eq!(read("Processing dataset:  12%|█▏        | 2/16 [00:12<01:27,  6.22s/it]"), []);
}

#[test]
fn words_that_happen_to_be_alike_say_nothing() {
    for text in [
        "",
        "Epoch 3: loss 0.312, accuracy 0.91",
        "loss: 1.25 nano-GPT",
        "We ran out of coffee; memory is a nice movie",
        "inference=True, info: loss=0.5 infinite",
        "'loss': 0.0012, 'grad_norm': 1.2",
        "exit code: 0",
        "lr = 1e-9 exitcode 9",
        "Xid is a number",
        "num_nan = 0",
        "best_val_loss = inf\nEpoch 1: train_loss=0.52",
        "best_loss: inf, starting training",
        "best loss: inf",
        "no column contains NaN values. OK",
        "Dataset contains NaN: False",
        "number of nan losses: 0",
        "We handle nan loss by skipping",
        "0.5, nan, nan, nan",
        "all 128 929 nan nan nan nan",
        "{'eval_loss': nan, 'epoch': 1}\n{'loss': 1.1, 'grad_norm': 0.3}",
        "wandb: ERROR Connection refused, retrying",
        "curl: (7) Failed to connect to localhost port 6006: Connection refused",
        "('Connection aborted.', ConnectionResetError(104, 'Connection reset by peer')) while downloading https://example.org/",
        "NCCL_DEBUG=INFO NCCL error handling enabled",
        "[W socket.cpp:601] [c10d] The client socket has failed to connect to [localhost]:29500 (errno: 99 - Cannot assign requested address).",
        "ImportError: /lib/libgomp.so.1: cannot allocate memory in static TLS block",
        "Catches MemoryError and falls back.",
        "ulimit -n 65536 prevents \"Too many open files\"",
        "Reason: OOMKilled in previous run? no",
    ] {
        assert_eq!(read(text), [], "{text}");
    }
}

#[test]
fn every_kind_has_words_in_both_languages() {
    for kind in Kind::ALL {
        let [english, chinese] = Locale::ALL.map(|locale| (words::title(kind, locale), words::answer(kind, locale)));
        assert_ne!(english.0, chinese.0, "{kind:?}");
        let of_causes = Cause::ALL.map(|cause| Locale::ALL.map(|locale| words::told(kind, Some(cause), locale)));
        assert!(of_causes.iter().all(|[english, chinese]| english.0 != chinese.0 && english.1 != chinese.1));
        for text in [english.0, english.1, chinese.0, chinese.1] {
            assert!(!text.is_empty() && !text.ends_with(['.', '。']), "{text}");
        }
        assert!(chinese.1.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter)));
        assert!(!english.1.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter)));
    }
}
