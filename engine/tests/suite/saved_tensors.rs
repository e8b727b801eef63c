//! A block keeps for backward what the closed forms of the reference say, per token.
//!
//! H hidden, I width of the MLP, n heads, Q and K widths of queries and keys; section 4.2 of the reference's rules.

#![expect(clippy::many_single_char_names, reason = "the closed forms' own symbols")]

use crate::support::language as models;
use engine::architecture::Architecture;
use engine::graph::Role;
use engine::training::{AdapterDtype, Attention, Lora, LoraTargets, Method, Precision, Training};

const BATCH: u64 = 2;
const LENGTH: u64 = 512;

/// Bytes that one of the repeated blocks keeps, per token.
fn saved_per_token(model: &Architecture, training: &Training) -> f64 {
    let graph = engine::models::build(model, training, &models::data(LENGTH, LENGTH), BATCH);
    let block = graph.segments.iter().find(|segment| segment.copies > 1).expect("a block repeats");
    let storages = &graph.storages[block.storages.start as usize..block.storages.end as usize];
    let kept: u64 =
        storages.iter().filter(|storage| storage.kept && storage.role == Role::Value).map(|storage| storage.bytes).sum();
    kept as f64 / (BATCH * LENGTH) as f64
}

#[track_caller]
fn check(model: &Architecture, training: &Training, expected: u64) {
    let saved = saved_per_token(model, training);
    let error = (saved / expected as f64 - 1.0).abs();
    assert!(error < 0.001, "saved {saved} bytes a token, expected {expected}");
}

fn in_precision(precision: Precision) -> Training {
    Training { precision, ..models::training() }
}

fn lora(targets: LoraTargets) -> Training {
    let lora = Lora { rank: 8, targets, dropout: 0.0, adapter_dtype: AdapterDtype::Bf16, use_dora: false, trains_head: false };
    Training { method: Method::Lora(lora), ..models::training() }
}

#[test]
fn llama() {
    let (h, i, n) = (4096, 11008, 32);
    let (q, k) = (h, h);
    let model = models::llama_2_7b();
    check(&model, &in_precision(Precision::Bf16), 16 * h + 4 * q + 4 * k + 8 * i + 4 * n + 8);
    check(&model, &in_precision(Precision::Fp32), 24 * h + 8 * q + 8 * k + 16 * i + 4 * n + 8);
    check(&model, &in_precision(Precision::Bf16Amp), 26 * h + 4 * q + 4 * k + 8 * i + 4 * n + 8);
    // Adapters at query and value: two narrow products, and the norm's output.
    check(&model, &lora(LoraTargets::QueryValue), 8 * h + 4 * (q + k) + 6 * i + 4 * n + 8 + 2 * 2 * 8 + 2 * h);
}

#[test]
fn grouped_queries() {
    let (h, i, n, q, k) = (2048, 8192, 32, 2048, 512);
    let model = models::llama_3_2_1b();
    check(&model, &in_precision(Precision::Bf16), 16 * h + 4 * q + 4 * k + 8 * i + 4 * n + 8);
    // FP32 has no fused kernel for grouped heads: scores in memory, keys at all heads.
    check(&model, &in_precision(Precision::Fp32), 24 * h + 8 * q + 8 * q + 16 * i + 4 * n * LENGTH + 8);
    let eager = Training { attention: Attention::Eager, ..in_precision(Precision::Bf16) };
    check(&model, &eager, 16 * h + 4 * q + 4 * k + 8 * i + 8 + 6 * n * LENGTH + 4 * (q - k));
}

#[test]
fn fused_projections() {
    let (h, i, n) = (3072, 8192, 32);
    check(&models::phi_3_mini(), &in_precision(Precision::Bf16), 16 * h + 8 * h + 8 * i + 4 * n + 8 + 6 * h);
}

#[test]
fn softcapped_scores() {
    check(&models::gemma_2_2b(), &in_precision(Precision::Bf16), 205_900);
}

#[test]
fn experts() {
    check(&models::mixtral_8x7b(), &in_precision(Precision::Bf16), 348_400);
}

#[test]
fn encoder() {
    let (h, i, n) = (768, 3072, 12);
    let model = models::bert_base();
    check(&model, &in_precision(Precision::Bf16), 18 * h + 4 * i + 4 * n + 16);
    check(&model, &in_precision(Precision::Bf16Amp), 26 * h + 4 * i + 4 * n + 16);
    check(&model, &in_precision(Precision::Fp32), 34 * h + 8 * i + 4 * n + 16);
}

#[test]
fn learned_positions() {
    let (h, i, n) = (768, 3072, 12);
    let model = models::gpt2(768, 12, 12);
    check(&model, &in_precision(Precision::Bf16), 18 * h + 10 * i + 4 * n + 16);
    check(&model, &in_precision(Precision::Bf16Amp), 22 * h + 16 * i + 4 * n + 16);
    check(&model, &in_precision(Precision::Fp32), 34 * h + 20 * i + 4 * n + 16);
    let eager = Training { attention: Attention::Eager, ..in_precision(Precision::Bf16) };
    check(&model, &eager, 18 * h + 10 * i + 16 + 5 * n * LENGTH);
}
