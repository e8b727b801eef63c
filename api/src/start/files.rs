//! Files that start a served model: Docker Compose, and Ollama's Modelfile.
//!
//! Images and their entry points as their projects publish them; read 2026-11.

use engine::hardware::Vendor;
use engine::serving::{CacheDtype, Offload, Question, ServingEngine};
use wire::v1::estimate::ServedFile;

use super::split;

/// An engine's image and the program in it.
struct Image {
    name: &'static str,
    entrypoint: &'static [&'static str],
    /// Options that let others than the container itself reach it.
    open: &'static [&'static str],
}

const fn image(engine: ServingEngine) -> Option<Image> {
    Some(match engine {
        ServingEngine::Vllm => {
            Image { name: "vllm/vllm-openai:latest", entrypoint: &["vllm", "serve"], open: &["--host", "0.0.0.0"] }
        }
        ServingEngine::Sglang => Image {
            name: "lmsysorg/sglang:latest",
            entrypoint: &["python3", "-m", "sglang.launch_server"],
            open: &["--host", "0.0.0.0"],
        },
        ServingEngine::TensorrtLlm => Image {
            name: "nvcr.io/nvidia/tensorrt-llm/release:latest",
            entrypoint: &["trtllm-serve", "serve"],
            open: &["--host", "0.0.0.0"],
        },
        ServingEngine::LlamaCpp => Image {
            name: "ghcr.io/ggml-org/llama.cpp:server-cuda",
            entrypoint: &["/app/llama-server"],
            open: &["--host", "0.0.0.0"],
        },
        ServingEngine::Exllama => Image {
            name: "ghcr.io/theroyallab/tabbyapi:latest",
            entrypoint: &["python3", "/app/main.py"],
            open: &["--host", "0.0.0.0"],
        },
        ServingEngine::Transformers => return None,
    })
}

/// A file for Docker Compose with the command's own options; none for engines without an image and cards that Docker does not hand
/// over so.
pub(super) fn compose(question: &Question, options: &[(&str, String)]) -> Option<ServedFile> {
    let engine = question.settings.engine;
    let Image { name, entrypoint, open } = image(engine).filter(|_| question.hardware.gpu.vendor == Vendor::Nvidia)?;
    let words = options.iter().flat_map(|(option, value)| [(*option).to_owned(), value.clone()]);
    let words: Vec<String> = words.filter(|word| !word.is_empty()).chain(open.iter().map(|&word| word.to_owned())).collect();
    let lines = words.iter().fold(String::new(), |lines, word| lines + "      - " + &quoted(word) + "\n");
    let entrypoint: Vec<String> = entrypoint.iter().map(|word| quoted(word)).collect();
    let entrypoint = entrypoint.join(", ");
    let (servers, port) = (split::servers(question), split::port(engine));
    // Files of a model lie beside the compose file; repositories are fetched once and kept.
    let services = (0..servers).map(|server| {
        let outside = u64::from(port) + server;
        let (service, cards) = if servers == 1 {
            ("model".to_owned(), format!("count: {}", question.hardware.gpu_count))
        } else {
            let cards: Vec<String> = split::cards(question, server).iter().map(|card| quoted(card)).collect();
            (format!("model-{server}"), format!("device_ids: [{}]", cards.join(", ")))
        };
        format!(
            "  {service}:\n    image: {name}\n    entrypoint: [{entrypoint}]\n    command:\n{lines}    working_dir: /work\n    volumes:\n      - .:/work\n      - ~/.cache/huggingface:/root/.cache/huggingface\n    environment:\n      - HF_TOKEN\n    ports:\n      - \"127.0.0.1:{outside}:{port}\"\n    ipc: host\n    deploy:\n      resources:\n        reservations:\n          devices:\n            - driver: nvidia\n              {cards}\n              capabilities: [gpu]\n"
        )
    });
    let content = services.fold("services:\n".to_owned(), |content, service| content + &service);
    Some(ServedFile { name: "compose.yaml".to_owned(), content })
}

/// A word as YAML reads it back: every JSON string is one of YAML.
fn quoted(word: &str) -> String {
    let escaped = word.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

/// A Modelfile for Ollama, whose own settings come from its environment; none where experts lie apart, which it does not do.
pub(super) fn modelfile(name: &str, question: &Question) -> Option<ServedFile> {
    let settings = &question.settings;
    let blocks = question.model.num_hidden_layers + 1;
    let on_card = match settings.offload {
        Offload::Blocks(kept) => blocks.saturating_sub(kept),
        Offload::None => blocks,
        Offload::Experts => return None,
    };
    let kept = match settings.kv_cache_dtype {
        CacheDtype::Sixteen | CacheDtype::Fp8 => String::new(),
        dtype @ (CacheDtype::Q8_0 | CacheDtype::Q4_0) => format!(" OLLAMA_KV_CACHE_TYPE={}", wording::cache_dtype(dtype)),
    };
    let content = format!(
        "# OLLAMA_FLASH_ATTENTION=1 OLLAMA_NUM_PARALLEL={}{kept} ollama serve\n# ollama create model -f Modelfile && ollama run model --verbose\nFROM ./{name}\nPARAMETER num_ctx {}\nPARAMETER num_batch {}\nPARAMETER num_gpu {on_card}\n",
        settings.concurrency, settings.context_length, settings.max_batched_tokens
    );
    Some(ServedFile { name: "Modelfile".to_owned(), content })
}
