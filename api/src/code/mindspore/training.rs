//! The loop in `MindSpore`, and what it reports.

use crate::code::run::{Bounded, Task};
use crate::code::script::Script;

pub(super) fn write(script: &mut Script, run: Bounded<'_>) {
    let accumulates = run.training().gradient_accumulation_steps > 1;
    let scaled = run.has_scaler();
    script.gap().raw("def main():\n    start()\n    net = build_model()\n    optimizer = build_optimizer(net)");
    script.raw("    net.set_train()");
    if scaled {
        script.line(
            "    scaler = ms.amp.DynamicLossScaler(scale_value=2**16, scale_factor=2, scale_window=1000)",
            ("FP16 gradients underflow without it; next to no memory", "FP16 梯度不缩放会下溢；几乎不占显存"),
        );
    }
    script.gap().raw("    def forward(inputs, labels):");
    script.raw(match run.task() {
        Task::Denoise(_) | Task::Detect { .. } => "        loss = ops.mse_loss(net(inputs), labels)",
        Task::Segment { .. } | Task::Classify => "        loss = ops.cross_entropy(net(inputs), labels)",
        _ => "        loss = net(inputs, labels=labels)[0]",
    });
    script.raw("        loss = loss / GRADIENT_ACCUMULATION_STEPS");
    script.raw(if scaled { "        return scaler.scale(loss)" } else { "        return loss" });
    script.gap().line(
        "    step_of = ms.value_and_grad(forward, None, optimizer.parameters)",
        ("runs forward and backward; activations live between the two", "执行前向与反向；激活值在两者之间存活"),
    );
    if run.is_distributed() {
        script.line(
            "    reduce = nn.DistributedGradReducer(optimizer.parameters, mean=True)",
            ("averages gradients over the devices, bucket by bucket", "逐桶在设备间平均梯度"),
        );
    }
    if accumulates {
        script.line(
            "    sums = optimizer.parameters.clone(prefix=\"accumulated\", init=\"zeros\")",
            ("the sum of gradients: one more copy of them", "梯度之和：多一份梯度"),
        );
    }
    script.raw("    step, micro, samples, started = 0, 0, 0, time.perf_counter()");
    script.raw("    for epoch in range(EPOCHS):\n        for inputs, labels in build_dataset().create_tuple_iterator():\n            loss, gradients = step_of(inputs, labels)\n            micro, samples = micro + 1, samples + MICRO_BATCH_SIZE");
    if scaled {
        script.raw("            loss, gradients = scaler.unscale(loss), scaler.unscale(gradients)\n            is_finite = ms.amp.all_finite(gradients)\n            scaler.adjust(is_finite)\n            if not is_finite:\n                continue");
    }
    if accumulates {
        script.raw("            for total, gradient in zip(sums, gradients):\n                ops.assign_add(total, gradient)\n            if micro % GRADIENT_ACCUMULATION_STEPS != 0:\n                continue");
    }
    let gradients = if accumulates { "tuple(sums)" } else { "gradients" };
    let reduced = if run.is_distributed() { format!("reduce({gradients})") } else { gradients.to_owned() };
    script.line(
        format!("            optimizer({reduced})"),
        ("updates weights in place; states are there from the start", "原地更新权重；状态自始即已分配"),
    );
    if accumulates {
        script.raw("            for total in sums:\n                ops.assign(total, ops.zeros_like(total))");
    }
    script.raw("            step += 1\n            if step % 10 == 0 or step == MAX_STEPS:\n                print(f\"step {step}: loss {float(loss.asnumpy()) * GRADIENT_ACCUMULATION_STEPS:.4f}, {samples / (time.perf_counter() - started):.2f} samples a second\")\n            if step == MAX_STEPS:\n                return report()\n    return report()");
    script.gap().gap().raw("def report():\n    if DEVICE_TARGET != \"CPU\" and hasattr(ms, \"runtime\"):");
    script.line(
        "        print(f\"peak: {ms.runtime.max_memory_allocated() / 2**30:.2f} GiB\")",
        (
            "live tensors at their peak (MindSpore 2.5 or later): above the lower bound",
            "存活张量的峰值（MindSpore 2.5 及以上）：应高于下界",
        ),
    );
    script.gap().gap().raw("if __name__ == \"__main__\":\n    main()");
}
