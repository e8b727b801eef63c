//! Reports in the forms that their programs print, and what each leaves beyond doubt.
//!
//! The files under `samples` were written by the documented forms of the programs (`nvidia-smi` 525 to 580, `lscpu` and `free` of
//! util-linux and procps, `rocm-smi` 6, `dxdiag`, `systeminfo`, `system_profiler`); no serial number in them is anybody's.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use probe::{Machine, read, words};

/// A sample, its fields in the planner's words, its strangers with the nearest, its notes, and lines not understood.
const EXPECTED: [(&str, &str, &str, &str, usize); 38] = [
    (
        "linux-4090-all.txt",
        "gpu=rtx-4090 gpus=1 display=yes cpu=ryzen-9-7950x sockets=1 ram=64 drives_seen=NVMe SSD driver=550.54.14 cuda=12.4",
        "",
        "ram-concluded",
        0,
    ),
    ("two-3090-table.txt", "gpu=rtx-3090 gpus=2 driver=525.147.05 cuda=12.0", "", "", 0),
    ("cut-name-alone.txt", "", "", "card-unclear", 0),
    ("cut-name-4070-ti-super.txt", "gpu=rtx-4070-ti-super gpus=1 display=yes driver=535.183.01 cuda=12.2", "", "", 0),
    ("cut-name-4070-12gb.txt", "", "", "card-unclear", 0),
    ("cut-name-laptop.txt", "", "", "card-unclear", 0),
    (
        "query-h100-x8.txt",
        "gpu=h100-sxm5-80gb gpus=2 cpu=xeon-8480plus sockets=2 ram=2048 driver=570.86.15 cuda=12.8",
        "",
        "several-sockets ram-concluded",
        0,
    ),
    ("mig-a100.txt", "", "", "card-divided", 0),
    ("mig-list.txt", "gpu=a100-sxm4-80gb gpus=1", "", "card-divided", 0),
    ("csv-mixed-cards.txt", "gpu=rtx-a6000 gpus=2 driver=560.35.03", "", "cards-differ", 0),
    ("csv-noheader.txt", "gpu=a100-pcie-80gb gpus=4 driver=535.104.05", "", "", 0),
    ("csv-nounits.txt", "gpu=v100-sxm2-32gb gpus=1", "", "", 0),
    ("csv-4060-ti-8gb.txt", "gpu=rtx-4060-ti-8gb gpus=1", "", "", 0),
    ("csv-4060-ti-16gb.txt", "gpu=rtx-4060-ti-16gb gpus=1", "", "", 0),
    ("spark-gb10.txt", "gpu=gb10-dgx-spark driver=580.95.05 cuda=13.0", "", "shared-memory", 0),
    (
        "laptop-list.txt",
        "gpu=rtx-4090-laptop gpus=1 sockets=1 ram=32",
        "13th Gen Intel(R) Core(TM) i9-13980HX~core-i9-13900k",
        "ram-concluded",
        0,
    ),
    ("lspci-nvidia.txt", "gpu=rtx-5090 gpus=1 drives_seen=NVMe SSD", "", "", 0),
    ("lspci-nn-ambiguous.txt", "", "AMD Radeon RX 7900 XT/7900 XTX/7900 GRE/7900M~rx-7900-xt", "card-unclear", 0),
    ("lspci-servers.txt", "gpu=l40s gpus=4 cpu=epyc-9554 sockets=2", "", "several-sockets", 0),
    ("rocm-mi300x.txt", "gpu=mi300x gpus=2", "", "", 0),
    ("rocm-7900-xtx.txt", "gpu=rx-7900-xtx gpus=1", "", "", 0),
    ("mac-m2-ultra.txt", "gpu=m2-ultra-192gb", "", "shared-memory", 0),
    ("mac-m3-pro.txt", "ram=36", "Apple M3 Pro (18-core GPU) 36GB~m3-max-128gb", "", 0),
    ("lscpu-zh.txt", "cpu=core-i7-13700k sockets=1 ram=32", "", "ram-concluded", 0),
    ("windows-dxdiag.txt", "gpu=rtx-4080-super cpu=core-i9-13900k ram=64 os=windows", "", "card-count-open", 0),
    (
        "windows-powershell.txt",
        "gpu=rtx-4060 gpus=1 display=yes cpu=ryzen-5-7600 ram=32 storage=wd-sn850x-2tb os=windows driver=566.14 cuda=12.7",
        "",
        "ram-concluded",
        0,
    ),
    ("windows-systeminfo-zh.txt", "ram=128 os=windows", "", "ram-concluded", 0),
    ("windows-systeminfo.txt", "ram=16 os=windows", "", "ram-concluded", 0),
    ("meminfo.txt", "ram=128", "", "ram-concluded", 0),
    ("lsblk-tables.txt", "drives_seen=NVMe SSD drives_seen=SATA SSD drives_seen=HDD", "ST16000NM000J-2TW103", "drives-open", 0),
    ("lsblk-pairs.txt", "drives_seen=NVMe SSD", "KINGSTON SKC3000D2048G", "", 0),
    ("lsblk-sata.txt", "storage=class-sata-ssd", "", "", 0),
    (
        "virtual-machine.txt",
        "gpu=t4 gpus=1 sockets=8 ram=43",
        "Intel Xeon Processor (Skylake, IBRS)",
        "several-sockets ram-no-kit",
        0,
    ),
    ("two-machines.txt", "", "", "cards-contradict cpus-contradict ram-contradicts", 0),
    ("free-bytes.txt", "ram=256", "", "ram-concluded", 0),
    ("free-mib.txt", "ram=16", "", "ram-concluded", 0),
    ("free-human.txt", "ram=1024", "", "ram-concluded", 0),
    ("unrelated.txt", "", "", "", 3),
];

fn sample(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples").join(name)).unwrap()
}

fn fields(machine: &Machine) -> String {
    let fields = machine.findings.iter().map(|finding| format!("{}={}", finding.item.as_str(), finding.value));
    fields.collect::<Vec<_>>().join(" ")
}

fn strangers(machine: &Machine) -> String {
    let near = |id: &str| format!("~{id}");
    let names =
        machine.strangers.iter().map(|seen| format!("{}{}", seen.name, seen.nearest.map_or(String::new(), |(id, _)| near(id))));
    names.collect::<Vec<_>>().join(" ")
}

fn notes(machine: &Machine) -> String {
    machine.notes.iter().map(words::code).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_sample_is_read_as_expected() {
    let mut wrong = String::new();
    for (name, known, strange, told, unread) in EXPECTED {
        let machine = read(&sample(name));
        for (what, got, expected) in [
            ("fields", fields(&machine), known.to_owned()),
            ("strangers", strangers(&machine), strange.to_owned()),
            ("notes", notes(&machine), told.to_owned()),
            ("lines not understood", machine.not_understood.to_string(), unread.to_string()),
        ] {
            if got != expected {
                writeln!(wrong, "{name}: {what}\n  got      {got}\n  expected {expected}").unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_sample_is_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let missing: Vec<String> = names.filter(|name| EXPECTED.iter().all(|(known, ..)| known != name)).collect();
    assert_eq!(missing, Vec::<String>::new());
}

/// What a value says of its line is there, in the words of the file.
#[test]
fn every_value_names_a_line_of_the_text() {
    for (name, ..) in EXPECTED {
        let text = sample(name);
        let lines: Vec<&str> = text.lines().collect();
        let machine = read(&text);
        let origins = machine.findings.iter().flat_map(|finding| &finding.origins);
        for origin in origins.chain(machine.strangers.iter().map(|seen| &seen.origin)) {
            let line: Vec<&str> = lines[origin.line - 1].split_whitespace().collect();
            assert!(line.join(" ").starts_with(&origin.text) && !origin.text.is_empty(), "{name}: {origin:?}");
        }
        assert!(machine.findings.iter().all(|finding| !finding.origins.is_empty()), "{name}");
    }
}

/// Reports of one machine say the same in any order, and twice what they say once.
#[test]
fn neither_order_nor_repetition_changes_a_machine() {
    let parts = ["two-3090-table.txt", "lspci-nvidia.txt", "lscpu-zh.txt", "lsblk-sata.txt"].map(sample);
    let forward = read(&parts.join("\n"));
    let backward = read(&parts.iter().rev().cloned().collect::<Vec<_>>().join("\n"));
    assert_eq!(forward.hardware, backward.hardware);
    assert_eq!(
        fields(&forward),
        "gpu=rtx-3090 gpus=2 cpu=core-i7-13700k sockets=1 ram=32 storage=class-sata-ssd driver=525.147.05 cuda=12.0"
    );
    for part in [&parts[0], &parts[1], &parts[2]] {
        assert_eq!(
            fields(&read(&format!("{part}\n{part}"))).replace("drives_seen=NVMe SSD", ""),
            fields(&read(part)).replace("drives_seen=NVMe SSD", "")
        );
    }
}

/// Rounded figures are repeated as they stand there, and nobody reads of a bound that was never printed.
#[test]
fn a_rounded_figure_is_quoted_as_printed() {
    let free = |total: &str| {
        read(&format!("               total        used        free\nMem:           {total}       4.0Gi        12Gi\n"))
    };
    for (total, gib, told) in [
        ("1.0Ti", 1024, "1.0Ti:"),
        ("1.5Ti", 1536, "1.5Ti:"),
        ("2.0Ti", 2048, "2.0Ti:"),
        ("503Gi", 512, "503Gi:"),
        ("62Gi", 64, "62Gi:"),
        ("7.7Gi", 8, "7.7Gi:"),
        ("43Gi", 43, "43Gi ("),
        ("7.0Gi", 7, "7.0Gi ("),
    ] {
        let machine = free(total);
        assert_eq!(machine.hardware.ram_gib, Some(gib), "{total}");
        let note = machine.notes.first().map(|note| words::note(note, wire::Locale::En)).unwrap();
        assert!(note.contains(told), "{note}");
        assert!(words::note(&machine.notes[0], wire::Locale::Zh).contains(total));
    }
    let exact = read("MemTotal:       65690000 kB\n");
    assert!(words::note(&exact.notes[0], wire::Locale::En).contains("reports 62.6 GiB:"));
}

#[test]
fn a_card_has_its_maker_once() {
    for (name, expected) in
        [("mac-m2-ultra.txt", "Apple M2 Ultra (76-core GPU) 192GB"), ("csv-4060-ti-8gb.txt", "NVIDIA GeForce RTX 4060 Ti 8GB")]
    {
        assert_eq!(read(&sample(name)).findings[0].name, expected);
    }
}

#[test]
fn every_note_exists_in_both_languages() {
    for (name, ..) in EXPECTED {
        for note in read(&sample(name)).notes {
            let (english, chinese) = (words::note(&note, wire::Locale::En), words::note(&note, wire::Locale::Zh));
            assert!(english.ends_with('.') && chinese.ends_with('。') && english != chinese, "{english} {chinese}");
        }
    }
}
