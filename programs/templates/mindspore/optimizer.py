def build_optimizer(net):
    # % if training.optimizer_implementation != "foreach"
    ## en: Fused and looped implementations are PyTorch's; MindSpore's optimizers are fused on Ascend.
    ## zh: fused 与逐张量实现属于 PyTorch；MindSpore 的优化器在昇腾上已融合。
    # % endif
    parameters = net.trainable_params()
    # % if states
    # en: states take at least {{ states|words }} a device, in the weights' type
    # zh: 状态每设备至少占 {{ states|words }}，与权重同类型
    # % else
    # en: states are not counted in the lower bound
    # zh: 下界未计入优化器状态
    # % endif
    # % if training.optimizer == "adafactor"
    return nn.AdaFactor(parameters, learning_rate=LEARNING_RATE, weight_decay={{training.weight_decay | rounded}}, scale_parameter=False, relative_step=False)
    # % elif training.optimizer == "sgd"
    return nn.SGD(parameters, learning_rate=LEARNING_RATE, momentum=0.0, weight_decay={{training.weight_decay | rounded}})
    # % elif training.optimizer == "sgd-momentum"
    return nn.Momentum(parameters, learning_rate=LEARNING_RATE, momentum=0.9, weight_decay={{training.weight_decay | rounded}})
    # % else
    return nn.AdamWeightDecay(parameters, learning_rate=LEARNING_RATE, weight_decay={{training.weight_decay | rounded}})


# % endif
