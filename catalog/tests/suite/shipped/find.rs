//! What people write, and what it finds.

use std::collections::BTreeSet;
use std::time::Instant;

use catalog::find::{Hit, Kind, LONGEST, Query, Reason, find};

fn found(text: &str) -> Vec<Hit> {
    find(&Kind::ALL, &Query::read(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

/// Each query with the id that it finds first; `~` before an id that is only near.
const FIRST: [(&str, &str); 108] = [
    // Cards by parts of their names, however they are written.
    ("4090", "rtx-4090"),
    ("RTX4090", "rtx-4090"),
    ("rtx 4090", "rtx-4090"),
    ("rtx-4090", "rtx-4090"),
    ("rtx_4090", "rtx-4090"),
    ("geforce 4090", "rtx-4090"),
    ("NVIDIA GeForce RTX 4090", "rtx-4090"),
    ("ＲＴＸ４０９０", "rtx-4090"),
    ("英伟达 4090", "rtx-4090"),
    ("英伟达显卡 4090 24G", "rtx-4090"),
    ("4090d", "rtx-4090-d"),
    ("4090 24gb", "rtx-4090"),
    ("4090 48gb", "rtx-4090-48gb"),
    ("2080 ti 22g", "rtx-2080-ti-22gb"),
    ("rtx 4090 laptop", "rtx-4090-laptop"),
    ("NVIDIA GeForce RTX 5080 Laptop GPU", "rtx-5080-laptop"),
    ("gtx 1080 ti", "gtx-1080-ti"),
    ("3050 6gb", "rtx-3050-6gb"),
    ("9060 xt 16gb", "rx-9060-xt-16gb"),
    ("h20 141gb", "h20-141gb"),
    ("arc pro b70", "arc-pro-b70"),
    ("3060", "rtx-3060-12gb"),
    ("3060ti", "rtx-3060-ti"),
    ("3080 10gb", "rtx-3080-10gb"),
    ("5090", "rtx-5090"),
    ("2080 super", "rtx-2080-super"),
    ("4070 ti super", "rtx-4070-ti-super"),
    ("6000 ada", "rtx-6000-ada"),
    ("a6000", "rtx-a6000"),
    ("rtx pro 6000 max-q", "rtx-pro-6000-blackwell-maxq"),
    ("titan v", "titan-v"),
    ("t4", "t4"),
    ("tesla p40", "p40"),
    ("v100 32gb sxm2", "v100-sxm2-32gb"),
    ("v100s", "v100s-pcie-32gb"),
    ("a100 80", "a100-pcie-80gb"),
    ("A100-80GB", "a100-pcie-80gb"),
    ("NVIDIA A100-SXM4-40GB", "a100-sxm4-40gb"),
    ("a800 pcie", "a800-pcie-80gb"),
    ("h100 nvl", "h100-nvl-94gb"),
    ("NVIDIA H100 80GB HBM3", "h100-sxm5-80gb"),
    ("h200", "h200-nvl"),
    ("gh200 144gb", "gh200-144gb"),
    ("a10", "a10"),
    ("a10g", "a10g"),
    ("a2", "a2"),
    ("l40", "l40"),
    ("l40s", "l40s"),
    ("dgx spark", "gb10-dgx-spark"),
    ("mi300x", "mi300x"),
    ("mi300", "mi300x"),
    ("instinct mi250", "mi250"),
    ("7900 XTX", "rx-7900-xtx"),
    ("amd 24 gb", "rx-7900-xtx"),
    ("intel 24gb", "arc-pro-b60"),
    ("strix halo", "ryzen-ai-max-395"),
    ("m4 max", "m4-max-128gb"),
    ("apple 192gb", "m2-ultra-192gb"),
    ("昇腾910B2", "ascend-910b2"),
    ("华为 64GB", "ascend-910c"),
    ("ada", "rtx-2000-ada"),
    ("nvidia 48gb gddr7", "rtx-pro-5000-48gb-blackwell"),
    ("24gb", "rtx-5090-d-v2"),
    ("nvidia 24 GB", "rtx-5090-d-v2"),
    // Models by name, family, parameters and repository.
    ("llama", "llama-3.2-1b"),
    ("llama 3", "llama-3-8b"),
    ("llama3", "llama-3-8b"),
    ("llama 3.1 8b", "llama-3.1-8b"),
    ("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"),
    ("meta-llama/Meta-Llama-3.1-8B", "llama-3.1-8b"),
    ("Llama-3-8B-Instruct", "llama-3-8b"),
    ("meta-llama/Meta-Llama-3-8B", "llama-3-8b"),
    ("llama2 7b chat", "llama-2-7b"),
    ("8b", "ministral-8b-2410"),
    ("7b", "llama-2-7b"),
    ("qwen 7b", "qwen2.5-7b"),
    ("Qwen2.5-14B-Instruct", "qwen2.5-14b"),
    ("3.82b", "phi-3-mini"),
    ("phi3", "phi-3-mini"),
    ("phi 3", "phi-3-mini"),
    ("mixtral", "mixtral-8x7b"),
    ("mistral", "mistral-7b"),
    ("tiny llama", "tinyllama-1.1b"),
    ("gpt-2", "gpt2"),
    ("gpt2 xl", "gpt2-xl"),
    ("124m", "gpt2"),
    ("sdxl", "sdxl"),
    ("stable diffusion xl", "sdxl"),
    ("stable-diffusion-v1-5", "sd15"),
    ("sd 1.5", "sd15"),
    ("flux", "flux-dev"),
    ("扩散模型", "sd15"),
    ("大语言模型", "gpt2"),
    ("resnet 50", "resnet50"),
    ("ResNet50", "resnet50"),
    ("resnet", "resnet18"),
    ("bert", "bert-base"),
    ("bert-base-uncased", "bert-base"),
    ("vit b 16", "vit_b_16"),
    ("deeplab", "deeplabv3_resnet50"),
    ("mask rcnn", "maskrcnn_resnet50_fpn"),
    ("t5 base", "t5-base"),
    // One letter, or the digits after a point, is not what any row has.
    ("4009", "~rtx-4090"),
    ("rtx 409", "~rtx-4090"),
    ("lama 3 8b", "~llama-3-8b"),
    ("llama 3.4 8b", "~llama-3-8b"),
    ("meta-llama/Llama-3.4-8B-Instruct", "~llama-3-8b"),
    // Processors.
    ("13900k", "core-i9-13900k"),
];

/// Queries that find nothing: what is not in the catalog is not passed off as something else.
const NOTHING: [&str; 20] = [
    "xyzzy",
    "rtx 9999",
    "4090 36gb",
    "4090 ti",
    "rtx 4050 ti laptop",
    "h300",
    "gtx 980 ti",
    "amd 4090",
    "nvidia mi300x",
    "a300",
    "llama 3.1 80b",
    "llama 4 scout",
    "llama 24gb",
    "qwen3 9b",
    "gpt-3",
    "t5-11b",
    "mixtral 8x44b",
    "bert-base-cased",
    "4090 resnet50",
    "deepseek v9",
];

#[test]
fn what_people_write_finds_what_they_mean() {
    let mut wrong = Vec::new();
    for (text, expected) in FIRST {
        let hits = found(text);
        let first = hits.first().map_or(String::new(), |hit| format!("{}{}", if hit.is_exact() { "" } else { "~" }, hit.id));
        if first != expected {
            wrong.push(format!("{text}: {first} in the place of {expected}"));
        }
    }
    for text in NOTHING {
        if let Some(hit) = found(text).first() {
            wrong.push(format!("{text}: {hit:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_hit_says_why() {
    #[track_caller]
    fn check(text: &str, id: &str, because: &[Reason]) {
        let hits = found(text);
        let hit = hits.iter().find(|hit| hit.id == id).unwrap_or_else(|| panic!("{text} finds no {id}"));
        assert_eq!(hit.because, because, "{text}");
    }
    check("4090", "rtx-4090", &[Reason::Name]);
    check("nvidia 24 GB", "rtx-3090", &[Reason::Vendor, Reason::Memory]);
    check("a100 80", "a100-sxm4-80gb", &[Reason::Name, Reason::Memory]);
    check("ada 24gb", "rtx-4090", &[Reason::Family, Reason::Memory]);
    check("consumer hbm2", "titan-v", &[Reason::Memory, Reason::Segment]);
    check("8b decoder", "llama-3-8b", &[Reason::Family, Reason::Parameters]);
    check("am5 ddr5", "ryzen-9-7950x", &[Reason::Memory, Reason::Socket]);
    check("gpu", "rtx-4090", &[]);
    let near = &found("llama 3.4 8b")[0];
    assert_eq!((near.nearest.len(), &*near.nearest[0].given, near.nearest[0].taken), (1, "3.4", "3"));
    assert!(found("llama 3.4 8b").iter().all(|hit| !hit.is_exact()), "none of them is a 3.4");
}

/// A whole number is a generation: its versions are found with it, after it.
#[test]
fn a_generation_has_its_versions() {
    let ids = |text| found(text).into_iter().map(|hit| hit.id).collect::<Vec<_>>();
    let third = ids("llama 3");
    for id in ["llama-3-8b", "llama-3.1-8b", "llama-3.2-1b", "llama-3.2-3b"] {
        assert!(third.contains(&id), "{third:?}");
    }
    assert!(!third.contains(&"llama-2-7b"), "{third:?}");
    assert!(ids("qwen 2").contains(&"qwen2.5-7b"));
    assert_eq!(ids("llama 3 8b")[0], "llama-3-8b");
}

/// Everything is found by what it is called.
#[test]
fn every_row_is_found_first_by_its_own_names() {
    let mut wrong = Vec::new();
    let mut check = |kind: Kind, text: &str, id: &str| {
        let query = Query::read(text).unwrap();
        for kinds in [&Kind::ALL[..], &[kind]] {
            let hits = find(kinds, &query);
            let first = hits.first().map_or("nothing", |hit| hit.id);
            if first != id || !hits[0].is_exact() {
                wrong.push(format!("{text:?} finds {first} before {id}"));
            }
        }
    };
    for gpu in catalog::gpus() {
        for text in [gpu.id, gpu.name, &format!("{} {}", gpu.vendor, gpu.name), &gpu.name.to_uppercase()] {
            check(Kind::Gpu, text, gpu.id);
        }
        gpu.aliases.iter().for_each(|alias| check(Kind::Gpu, alias, gpu.id));
    }
    for model in catalog::models() {
        let (library, name) = model.load_as.split_once(':').unwrap();
        for text in [model.id, model.name, &model.name.to_lowercase()] {
            check(Kind::Model, text, model.id);
        }
        if matches!(library, "transformers" | "diffusers") {
            check(Kind::Model, name, model.id);
        }
        model.aliases.iter().for_each(|alias| check(Kind::Model, alias, model.id));
    }
    for cpu in catalog::cpus() {
        for text in [cpu.id, cpu.name, &format!("{} {}", cpu.vendor, cpu.name)] {
            check(Kind::Cpu, text, cpu.id);
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Another word narrows a search, whatever was asked for before.
#[test]
fn another_word_never_adds_hits() {
    let words: Vec<&str> =
        FIRST.iter().flat_map(|(text, _)| text.split(' ')).chain(NOTHING.iter().flat_map(|text| text.split(' '))).collect();
    let words: BTreeSet<&str> = words.into_iter().chain(["gb", "24", "8", "b", "3.1", "gpu", "模型", "ti", "x"]).collect();
    let ids = |text: &str| found(text).into_iter().map(|hit| (hit.kind, hit.id)).collect::<BTreeSet<_>>();
    let mut narrowed = 0;
    let befores = FIRST.iter().map(|(text, _)| *text).chain(NOTHING).chain(words.iter().copied());
    for (place, before) in befores.enumerate() {
        let all = ids(before);
        // All pairs take seconds, a fourth of them hold every text and every word many times.
        for (_, word) in words.iter().enumerate().filter(|(at, _)| (at + place) % 4 == 0) {
            let fewer = ids(&format!("{before} {word}"));
            assert!(fewer.is_subset(&all), "{before:?} and {word:?}: {:?}", fewer.difference(&all).collect::<Vec<_>>());
            narrowed += usize::from(!fewer.is_empty() && fewer.len() < all.len());
        }
    }
    assert!(narrowed > 500, "{narrowed}");
    assert_eq!(ids("").len(), catalog::gpus().len() + catalog::listed_models().len() + catalog::cpus().len());
    assert_eq!(ids(" -/"), ids(""));
}

#[test]
fn other_spellings_find_the_same() {
    for (one, other) in [
        ("rtx4090", "RTX 4090"),
        ("24gb", "24 GB"),
        ("24GiB", "24 g"),
        ("llama3 8b", "8B LLAMA3"),
        ("ＮＶＩＤＩＡ　２４ＧＢ", "nvidia 24gb"),
        ("a100 a100 80", "a100 80"),
    ] {
        assert_eq!(found(one), found(other), "{one} and {other}");
        assert!(!found(one).is_empty(), "{one}");
    }
}

/// Texts made to be slow take no longer than others: no query is long, and no word is looked up more than once.
#[test]
fn no_query_is_slow() {
    let filled = |word: &dyn Fn(usize) -> String| {
        let text: String = (0..LONGEST).map(|at| word(at) + " ").collect();
        text.chars().take(LONGEST).collect::<String>()
    };
    let alphabet = |at: usize| char::from(b'a' + (at % 26) as u8).to_string();
    let hostile = [
        filled(&alphabet),
        filled(&|at| (at % 100).to_string()),
        filled(&|_| "r".repeat(9)),
        "a1".repeat(LONGEST / 2),
        "rtx".repeat(66),
        "语".repeat(LONGEST),
        "语言模型显卡".repeat(33),
        format!("{}4", "rtx ".repeat(49)),
        "rtx gpu nvidia card vram memory graphics accelerator geforce 4090 ada lovelace consumer 24 gb gddr6x gp gra acc"
            .to_owned(),
    ];
    found("warm");
    for text in hostile.iter().map(String::as_str).chain(FIRST.iter().map(|(text, _)| *text)) {
        let mut times: Vec<_> = (0..9)
            .map(|_| {
                let start = Instant::now();
                std::hint::black_box(found(text));
                start.elapsed()
            })
            .collect();
        times.sort_unstable();
        println!("{:>9.1?} {text:.60}", times[4]);
        // Twenty times what it takes, for a machine that does something else.
        assert!(times[0].as_millis() < 20, "{:?} for {text:.60}", times[0]);
    }
    assert!(Query::read(&"x".repeat(LONGEST)).is_ok() && Query::read(&"显".repeat(LONGEST + 1)).is_err());
}
