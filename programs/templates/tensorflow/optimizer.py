def build_optimizer():
    # % if training.optimizer_implementation != "foreach"
    ## en: Fused and looped implementations are PyTorch's; XLA (jit_compile) fuses updates here.
    ## zh: fused 与逐张量实现属于 PyTorch；此处由 XLA（jit_compile）融合更新。
    # % endif
    # % if training.gradient_accumulation_steps > 1
    # en: Keras 3.1 or later; earlier releases need a train_step of their own
    # zh: Keras 3.1 及以上；更早版本需自写 train_step
    accumulation = {"gradient_accumulation_steps": GRADIENT_ACCUMULATION_STEPS}
    # % else
    accumulation = {}
    # % endif
    # % if states
    # en: states take at least {{ states|words }} a device, in the weights' type
    # zh: 状态每设备至少占 {{ states|words }}，与权重同类型
    # % else
    # en: states are not counted in the lower bound
    # zh: 下界未计入优化器状态
    # % endif
    # % if training.optimizer == "adafactor"
    return tf.keras.optimizers.Adafactor(LEARNING_RATE, weight_decay={{training.weight_decay | rounded}}, **accumulation)
    # % elif training.optimizer == "sgd"
    return tf.keras.optimizers.SGD(LEARNING_RATE, momentum=0.0, weight_decay={{training.weight_decay | rounded}}, **accumulation)
    # % elif training.optimizer == "sgd-momentum"
    return tf.keras.optimizers.SGD(LEARNING_RATE, momentum=0.9, weight_decay={{training.weight_decay | rounded}}, **accumulation)
    # % else
    return tf.keras.optimizers.AdamW(LEARNING_RATE, weight_decay={{training.weight_decay | rounded}}, **accumulation)


# % endif
