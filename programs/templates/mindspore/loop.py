def main():
    start()
    net = build_model()
    optimizer = build_optimizer(net)
    net.set_train()
    # % if training.precision == "fp16-amp"
    # en: FP16 gradients underflow without it; next to no memory
    # zh: FP16 梯度不缩放会下溢；几乎不占显存
    scaler = ms.amp.DynamicLossScaler(scale_value=2**16, scale_factor=2, scale_window=1000)
    # % endif

    def forward(inputs, labels):
        # % if is_text
        loss = net(inputs, labels=labels)[0]
        # % else
        loss = ops.cross_entropy(net(inputs), labels)
        # % endif
        loss = loss / GRADIENT_ACCUMULATION_STEPS
        # % if training.precision == "fp16-amp"
        return scaler.scale(loss)
        # % else
        return loss

    # % endif

    # en: runs forward and backward; activations live between the two
    # zh: 执行前向与反向；激活值在两者之间存活
    step_of = ms.value_and_grad(forward, None, optimizer.parameters)
    # % if is_distributed
    # en: averages gradients over the devices, bucket by bucket
    # zh: 逐桶在设备间平均梯度
    reduce = nn.DistributedGradReducer(optimizer.parameters, mean=True)
    # % endif
    # % if training.gradient_accumulation_steps > 1
    # en: the sum of gradients: one more copy of them
    # zh: 梯度之和：多一份梯度
    sums = optimizer.parameters.clone(prefix="accumulated", init="zeros")
    # % endif
    step, micro, samples, started = 0, 0, 0, time.perf_counter()
    for epoch in range(EPOCHS):
        for inputs, labels in build_dataset().create_tuple_iterator():
            loss, gradients = step_of(inputs, labels)
            micro, samples = micro + 1, samples + MICRO_BATCH_SIZE
            # % if training.precision == "fp16-amp"
            loss, gradients = scaler.unscale(loss), scaler.unscale(gradients)
            is_finite = ms.amp.all_finite(gradients)
            scaler.adjust(is_finite)
            if not is_finite:
                continue
            # % endif
            # % if training.gradient_accumulation_steps > 1
            for total, gradient in zip(sums, gradients):
                ops.assign_add(total, gradient)
            if micro % GRADIENT_ACCUMULATION_STEPS != 0:
                continue
            # % endif
            # en: updates weights in place; states are there from the start
            # zh: 原地更新权重；状态自始即已分配
            # % if training.gradient_accumulation_steps > 1 and is_distributed
            optimizer(reduce(tuple(sums)))
            # % elif training.gradient_accumulation_steps > 1
            optimizer(tuple(sums))
            # % elif is_distributed
            optimizer(reduce(gradients))
            # % else
            optimizer(gradients)
            # % endif
            # % if training.gradient_accumulation_steps > 1
            for total in sums:
                ops.assign(total, ops.zeros_like(total))
            # % endif
            step += 1
            if step % 10 == 0 or step == MAX_STEPS:
                print(
                    f"step {step}: loss {float(loss.asnumpy()) * GRADIENT_ACCUMULATION_STEPS:.4f}, {samples / (time.perf_counter() - started):.2f} samples a second"
                )
            if step == MAX_STEPS:
                return report()
    return report()
