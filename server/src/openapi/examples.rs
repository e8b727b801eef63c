//! An example a request, by operation: tests send each of them.

use serde_json::{Value, json};

/// An id of a plan; any of this form is answered, with 404 where it was never issued.
const PLAN: &str = "9k3v7q2m5x8d4t6w1b0z2c5f8h";

/// What `nvidia-smi`, `lscpu` and `free` print of a machine, in short.
const MACHINE: &str = "index, name, memory.total [MiB], driver_version\n0, NVIDIA GeForce RTX 4090, 24564 MiB, 550.54.14\n\n\
    Model name:   AMD Ryzen 9 7950X 16-Core Processor\nSocket(s):    1\n\n\
    \x20      total        used        free      shared  buff/cache   available\nMem:   67266560000  4000000000 60000000000 1000000 3000000000 62000000000\n";

/// What PyTorch says when a card is full.
const MESSAGE: &str = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.99 GiB. GPU 0 has a total capacity of 23.56 GiB \
    of which 1.23 GiB is free. Including non-PyTorch memory, this process has 22.27 GiB memory in use. Of the allocated memory 14.73 \
    GiB is allocated by PyTorch, and 6.39 GiB is reserved by PyTorch but unallocated.";

/// A `config.json`, as a model that no list has would have one.
const MODEL: &str = "{\"model_type\": \"llama\", \"vocab_size\": 49152, \"hidden_size\": 960, \"intermediate_size\": 2560,\n \
    \"num_hidden_layers\": 32, \"num_attention_heads\": 15, \"num_key_value_heads\": 5, \"max_position_embeddings\": 8192,\n \
    \"tie_word_embeddings\": true, \"rope_theta\": 100000}";
/// A listing of a small data set.
const FILES: &str =
    "123456 ./train/cat/0001.jpg\n110000 ./train/dog/0002.jpg\n98000 ./val/cat/0003.jpg\n101000 ./val/dog/0004.jpg\n";

/// The body to begin with.
#[must_use]
pub fn body(operation: &str) -> Option<Value> {
    let scenario = || json!({ "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" } });
    Some(match operation {
        "estimate" => json!({
            "hardware": { "gpu": "rtx-4090", "ram_gib": 64 }, "model": { "id": "resnet50" },
            "training": { "precision": "bf16-amp", "micro_batch_size": 64 }
        }),
        "recommend" => json!({
            "model": { "id": "llama-3-8b" }, "training": { "method": "qlora" },
            "constraints": { "budget": { "amount": 4000, "currency": "USD" } }
        }),
        "estimate_batch" => {
            json!([scenario(), { "id": "second", "hardware": { "gpu": "rtx-3090" }, "model": { "id": "bert-base" } }])
        }
        "code" => json!({ "scenario": scenario(), "framework": "pytorch" }),
        "diagnose" => json!({ "scenario": scenario(), "symptom": "low-utilization", "observed": { "samples_per_second": 300 } }),
        "read_machine" => json!({ "text": MACHINE }),
        "read_message" => json!({ "text": MESSAGE }),
        "read_model" => json!({ "text": MODEL }),
        "read_data" => json!({ "text": FILES }),
        "bom" => scenario(),
        "compare" => json!({ "scenarios": [scenario(), { "hardware": { "gpu": "rtx-3090" }, "model": { "id": "resnet50" } }] }),
        "create_plan" => json!({ "title": "Vision team, spring", "scenario": scenario(), "expires": "2099-01-01T00:00:00Z" }),
        "put_plan" => json!({ "title": "Vision team, with a larger batch", "scenario": {
            "hardware": { "gpu": "rtx-4090" }, "model": { "id": "resnet50" }, "training": { "micro_batch_size": 128 }
        } }),
        "fork_plan" => json!({ "title": "The same on another card", "change": { "hardware": { "gpu": "rtx-5090" } } }),
        _ => return None,
    })
}

/// A value of a parameter; of the planner's query parameters only those that a question needs.
#[must_use]
pub fn parameter(operation: &str, name: &str) -> Option<Value> {
    let value = match (operation, name) {
        (_, "number" | "revision") => return Some(json!(1)),
        ("compare_query", "with") => return Some(json!(["rtx-3090"])),
        ("get_gpu", "id") => "rtx-4090",
        ("get_model", "id") => "resnet50",
        ("get_cpu", "id") => "core-i9-13900k",
        ("get_storage", "id") => "samsung-990-pro-2tb",
        ("get_memory_kit", "id") => catalog::memory_kits().first()?.id,
        ("get_platform", "id") => catalog::platforms().first()?.id,
        ("get_power_supply", "id") => catalog::power_supplies().first()?.id,
        ("get_board", "id") => catalog::boards().first()?.id,
        ("get_cooler", "id") => catalog::coolers().first()?.id,
        ("get_case", "id") => catalog::cases().first()?.id,
        ("get_server", "id") => catalog::servers().first()?.id,
        ("get_network", "id") => catalog::networks().first()?.id,
        ("get_cloud_offer", "id") => catalog::cloud_offers().first()?.id,
        ("get_rule", "id") => catalog::rules().first()?.id,
        (operation, "id") if operation.contains("plan") => PLAN,
        ("search_catalog", "q") => "rtx4090",
        ("search_catalog", "list") => "gpus",
        ("search_catalog", "limit") => return Some(json!(5)),
        ("gpus", "q") => "nvidia 24 GB",
        ("models", "q") => "llama 8B",
        ("cpus", "q") => "ryzen 9",
        (_, "v") => "1",
        ("diagnose_query", "see") => "low-utilization",
        (operation, "gpu") if operation.ends_with("_query") => "rtx-4090",
        (operation, "model") if operation.ends_with("_query") => "resnet50",
        _ => return None,
    };
    Some(json!(value))
}
