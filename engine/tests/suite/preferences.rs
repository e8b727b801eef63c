//! What preferences are learned against is said twice: as a graph, for the allocator, and as marks of the trained model's
//! operators, for the time. Both are one pass.

use crate::support::language as models;
use engine::graph::{Graph, Runs};
use engine::models::{build, build_reference};
use engine::training::{ActivationCheckpointing, AdapterDtype, Alignment, Lora, LoraTargets, Method, Precision, Training};

/// Arithmetic, traffic and operators of a forward pass, of those that `runs` says.
fn forward(graph: &Graph, runs: impl Fn(Runs) -> bool) -> (f64, u64, u64) {
    let mut sum = (0.0, 0, 0);
    for segment in &graph.segments {
        for op in graph.ops[segment.ops.start as usize..segment.ops.end as usize].iter().filter(|op| runs(op.runs)) {
            sum.0 += op.forward_flops * segment.copies as f64;
            sum.1 += op.forward_traffic * segment.copies;
            sum.2 += u64::from(op.forward_traffic > 0 || op.forward_flops > 0.0) * segment.copies;
        }
    }
    sum
}

#[test]
fn the_pass_of_the_reference_is_one() {
    let all = [models::llama_3_2_1b(), models::gemma_2_2b(), models::mixtral_8x7b(), models::gpt2(768, 12, 12)];
    for (turn, model) in all.iter().enumerate() {
        for precision in [Precision::Fp32, Precision::Bf16, Precision::Bf16Amp] {
            for (checkpointing, dropout) in [(ActivationCheckpointing::None, 0.1), (ActivationCheckpointing::Full, 0.0)] {
                let adapter_dtype = if precision == Precision::Bf16 { AdapterDtype::Bf16 } else { AdapterDtype::Fp32 };
                let lora =
                    Lora { rank: 8, targets: LoraTargets::AllLinear, dropout, adapter_dtype, use_dora: false, trains_head: true };
                let training = Training {
                    method: Method::Lora(lora),
                    precision,
                    alignment: Alignment::Dpo,
                    activation_checkpointing: checkpointing,
                    ..models::training()
                };
                let data = models::data(256, 256);
                let trained = forward(&build(model, &training, &data, 2), |runs| runs == Runs::Always);
                let reference = forward(&build_reference(model, &training, &data, 2, 1), |_| true);
                let which = format!("model {turn}, {precision:?}, {checkpointing:?}");
                assert_eq!(trained.0.to_bits(), reference.0.to_bits(), "{which}: operations");
                let (more, fewer) = (trained.1.max(reference.1) as f64, trained.1.min(reference.1) as f64);
                assert!(more <= 1.01 * fewer, "{which}: {} bytes, and {} of the reference", trained.1, reference.1);
                assert_eq!(trained.2, reference.2, "{which}: kernels");
            }
        }
    }
}
