//! Language models have exactly the published number of weights (`n_params` of the reference runs).

use crate::support::language as models;
use engine::architecture::Architecture;

#[track_caller]
fn check(model: &Architecture, expected: u64) {
    let step = engine::step::simulate(model, &models::training(), &models::data(16, 16), 1, 1);
    assert_eq!(step.parameters.total, expected);
    assert_eq!(step.parameters.trainable, expected);
}

#[test]
fn decoders_of_the_llama_kind() {
    check(&models::llama_2_7b(), 6_738_415_616);
    check(&models::llama_3_2_1b(), 1_235_814_400);
}

#[test]
fn decoders_with_learned_positions() {
    check(&models::gpt2(768, 12, 12), 124_439_808);
    check(&models::gpt2(1024, 24, 16), 354_823_168);
    check(&models::gpt2(1280, 36, 20), 774_030_080);
    check(&models::gpt2(1600, 48, 25), 1_557_611_200);
}

#[test]
fn decoders_with_other_layouts() {
    check(&models::phi_3_mini(), 3_821_079_552);
    check(&models::gemma_2_2b(), 2_614_341_888);
}

#[test]
fn mixtures_of_experts() {
    check(&models::mixtral_8x7b(), 46_702_792_704);
    check(&models::qwen_moe(), 14_315_784_192);
}

#[test]
fn encoder_decoders() {
    check(&models::t5(512, 2048, 6, 8), 60_506_624);
    check(&models::t5(768, 3072, 12, 12), 222_903_552);
}
