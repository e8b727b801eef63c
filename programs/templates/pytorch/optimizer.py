def build_optimizer(model):
    # en: frozen weights get no states
    # zh: 冻结的权重没有状态
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    # % if is_text and not lora
    # en: biases and norms are not decayed, as in the Trainer
    # zh: 与 Trainer 一致：偏置与归一化参数不做权重衰减
    vectors = [parameter for parameter in parameters if parameter.ndim < 2]
    parameters = [{"params": [p for p in parameters if p.ndim > 1]}, {"params": vectors, "weight_decay": 0.0}]
    # % endif
    # % if training.optimizer == "adamw-8bit"
    import bitsandbytes as bnb

    # % if training.keeps_embedding_states_in_32_bits
    # en: states of embeddings stay in 32 bits: 8 bytes a weight of theirs
    # zh: 嵌入的状态保持 32 位：其每个权重 8 字节
    for module in model.modules():
        if isinstance(module, torch.nn.Embedding):
            bnb.optim.GlobalOptimManager.get_instance().register_module_override(module, "weight", {"optim_bits": 32})
    # % endif
    # en: two states of one byte a weight ({{ memory.states|words }} a GPU)
    # zh: 每个权重两份单字节状态（每卡 {{ memory.states|words }}）
    return bnb.optim.AdamW8bit(parameters, lr=LEARNING_RATE, weight_decay={{training.weight_decay | rounded}})
    # % elif training.optimizer == "adafactor"
    from transformers.optimization import Adafactor

    # en: a row and a column of states instead of a matrix ({{ memory.states|words }} a GPU), no momentum
    # zh: 以一行一列代替整个矩阵的状态（每卡 {{ memory.states|words }}），无动量
    return Adafactor(parameters, lr=LEARNING_RATE, weight_decay={{training.weight_decay | rounded}}, scale_parameter=False, relative_step=False)
    # % else
    # % if training.optimizer_implementation == "foreach"
    # % set kernels = {"en": "foreach goes over lists of tensors: fast, with temporaries as large as the weights.", "zh": "foreach 成组处理张量：快，但临时张量与权重同量级。"}
    # % elif training.optimizer_implementation == "fused"
    # % set kernels = {"en": "fused is one kernel: fastest, no temporaries.", "zh": "fused 为单个内核：最快，无临时张量。"}
    # % else
    # % set kernels = {"en": "Tensor by tensor: slow, temporaries of one tensor.", "zh": "逐张量处理：慢，临时张量只有一个张量大小。"}
    # % endif
    # % if training.optimizer == "adamw"
    ## en: Two states a weight ({{ memory.states|words }} a GPU). {{ kernels.en|words }}
    ## zh: 每个权重两份状态（每卡 {{ memory.states|words }}）。{{ kernels.zh|words }}
    # % elif training.optimizer == "sgd-momentum"
    ## en: One state a weight ({{ memory.states|words }} a GPU). {{ kernels.en|words }}
    ## zh: 每个权重一份状态（每卡 {{ memory.states|words }}）。{{ kernels.zh|words }}
    # % else
    ## en: No states. {{ kernels.en|words }}
    ## zh: 没有状态。{{ kernels.zh|words }}
    # % endif
    # % if training.optimizer == "adamw"
    return torch.optim.AdamW(  # one line
        parameters,
        lr=LEARNING_RATE,
        weight_decay={{training.weight_decay | rounded}},
        # % if training.optimizer_implementation == "fused"
        fused=True,
        # % else
        foreach={{training.optimizer_implementation == "foreach"}},
        # % endif
    )
    # % else
    return torch.optim.SGD(  # one line
        parameters,
        lr=LEARNING_RATE,
        momentum={{0.9 if training.optimizer == "sgd-momentum" else 0}},
        weight_decay={{training.weight_decay | rounded}},
        # % if training.optimizer_implementation == "fused"
        fused=True,
        # % else
        foreach={{training.optimizer_implementation == "foreach"}},
        # % endif
    )


# % endif
# % endif
