//! Options that lay a model on several cards, and copies that are servers of their own.

use engine::hardware::Vendor;
use engine::serving::{Question, ServingEngine};

use super::command::command;

/// An option with a number, where that is more than one.
fn beyond_one(option: &'static str, count: u64) -> Option<(&'static str, String)> {
    (count > 1).then(|| (option, count.to_string()))
}

/// Copies that the engine runs itself.
fn own_copies(question: &Question) -> u64 {
    if question.copies_are_servers() { 1 } else { question.copies() }
}

/// vLLM's words for a split.
pub(super) fn vllm(question: &Question) -> Vec<(&'static str, String)> {
    let experts = (question.expert_groups() > 1).then(|| ("--enable-expert-parallel", String::new()));
    let counts = [
        beyond_one("--tensor-parallel-size", question.ranks()),
        beyond_one("--pipeline-parallel-size", question.stages()),
        beyond_one("--data-parallel-size", own_copies(question)),
        experts,
    ];
    counts.into_iter().flatten().collect()
}

/// `SGLang`'s words for a split.
pub(super) fn sglang(question: &Question) -> Vec<(&'static str, String)> {
    let counts = [
        beyond_one("--tp-size", question.ranks()),
        beyond_one("--pp-size", question.stages()),
        beyond_one("--dp-size", own_copies(question)),
        beyond_one("--ep-size", question.expert_groups()),
    ];
    counts.into_iter().flatten().collect()
}

/// TensorRT-LLM's words for a split.
pub(super) fn tensorrt_llm(question: &Question) -> Vec<(&'static str, String)> {
    let counts = [
        beyond_one("--tp_size", question.ranks()),
        beyond_one("--pp_size", question.stages()),
        beyond_one("--ep_size", question.expert_groups()),
    ];
    counts.into_iter().flatten().collect()
}

/// The first port that an engine's server listens on.
pub(super) const fn port(engine: ServingEngine) -> u16 {
    match engine {
        ServingEngine::LlamaCpp => 8080,
        ServingEngine::Sglang => 30_000,
        ServingEngine::Exllama => 5000,
        ServingEngine::Vllm | ServingEngine::TensorrtLlm | ServingEngine::Transformers => 8000,
    }
}

/// Servers that are started.
pub(super) fn servers(question: &Question) -> u64 {
    if question.copies_are_servers() { question.copies() } else { 1 }
}

/// The cards of a server, by number.
pub(super) fn cards(question: &Question, server: u64) -> Vec<String> {
    let each = question.hardware.gpu_count / servers(question);
    (server * each..(server + 1) * each).map(|card| card.to_string()).collect()
}

/// The variable that shows a program some cards alone.
pub(super) const fn variable(vendor: Vendor) -> &'static str {
    match vendor {
        Vendor::Amd => "HIP_VISIBLE_DEVICES",
        Vendor::Intel => "ZE_AFFINITY_MASK",
        Vendor::Huawei => "ASCEND_RT_VISIBLE_DEVICES",
        Vendor::Nvidia | Vendor::Apple => "CUDA_VISIBLE_DEVICES",
    }
}

/// A program that sees the cards of one server alone.
pub(super) fn on_cards(question: &Question, server: u64, program: &str) -> String {
    let cards = cards(question, server).join(",");
    format!("{}={cards} {program}", variable(question.hardware.gpu.vendor))
}

/// The command that starts the server, or one for each copy that is a server of its own, all in the background.
pub(super) fn served(program: &str, options: &[(&str, String)], port_option: &str, question: &Question) -> String {
    let servers = servers(question);
    if servers == 1 {
        return command(program, options);
    }
    let of = |server: u64| {
        let port = u64::from(port(question.settings.engine)) + server;
        let options: Vec<(&str, String)> = options.iter().cloned().chain([(port_option, port.to_string())]).collect();
        command(&on_cards(question, server, program), &options) + " &"
    };
    (0..servers).map(of).collect::<Vec<_>>().join("\n")
}
