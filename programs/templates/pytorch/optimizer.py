# % if training.optimizer == "muon"
# en: two optimizers that step, are scheduled and are kept as one
# zh: 两个优化器合而为一：一起更新、调度和保存
class MuonWithAdamW(torch.optim.Optimizer):
    def __init__(self, *parts):
        self.parts = parts
        super().__init__([group for part in parts for group in part.param_groups], {})

    def step(self, closure=None):
        for part in self.parts:
            part.step()

    def state_dict(self):
        return {"parts": [part.state_dict() for part in self.parts]}

    def load_state_dict(self, state):
        for part, kept in zip(self.parts, state["parts"]):
            part.load_state_dict(kept)
        self.param_groups = [group for part in self.parts for group in part.param_groups]


# % endif
def build_optimizer(model):
    # % if training.optimizer == "muon"
    # en: Muon is for matrices of the blocks; embeddings, head, norms and biases are AdamW's, and so are experts that lie in one tensor
    # zh: Muon 只用于各层的矩阵；嵌入、输出头、归一化与偏置用 AdamW；专家合存为一个张量时也用 AdamW
    tables = {id(module.weight) for module in model.modules() if isinstance(module, torch.nn.Embedding)}
    trained = [(name, parameter) for name, parameter in model.named_parameters() if parameter.requires_grad]
    block = re.compile(r"\.(layers?|blocks?|h|deepstack_merger_list)\.\d+\.")
    in_blocks = [(name, parameter) for name, parameter in trained if block.search("." + name)]
    matrices = [p for name, p in in_blocks if p.ndim == 2 and id(p) not in tables and "bias" not in name]
    taken = {id(parameter) for parameter in matrices}
    # en: one state a weight of those matrices, two of all others ({{ memory.states|words }} a GPU)
    # zh: 这些矩阵每个权重一份状态，其余两份（每卡 {{ memory.states|words }}）
    decay = {{training.weight_decay | rounded}}
    parts = [torch.optim.Muon(matrices, lr=LEARNING_RATE, weight_decay=decay, adjust_lr_fn="match_rms_adamw")]
    others = [parameter for _, parameter in trained if id(parameter) not in taken]
    vectors = [parameter for parameter in others if parameter.ndim < 2]
    groups = [{"params": [p for p in others if p.ndim > 1]}, {"params": vectors, "weight_decay": 0.0}]
    if others:
        parts.append(torch.optim.AdamW(groups, lr=LEARNING_RATE, weight_decay=decay, foreach=True))
    return MuonWithAdamW(*parts)
    # % else
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
    # % elif training.optimizer in ["lion", "lion-8bit"]
    import bitsandbytes as bnb

    # % if training.optimizer == "lion-8bit" and training.keeps_embedding_states_in_32_bits
    # en: states of embeddings stay in 32 bits: 4 bytes a weight of theirs
    # zh: 嵌入的状态保持 32 位：其每个权重 4 字节
    for module in model.modules():
        if isinstance(module, torch.nn.Embedding):
            bnb.optim.GlobalOptimManager.get_instance().register_module_override(module, "weight", {"optim_bits": 32})
    # % endif
    # en: one state a weight, the momentum ({{ memory.states|words }} a GPU)
    # zh: 每个权重一份状态，即动量（每卡 {{ memory.states|words }}）
    # % set bits = 32 if training.optimizer == "lion" else 8
    return bnb.optim.Lion(parameters, lr=LEARNING_RATE, weight_decay={{training.weight_decay | rounded}}, optim_bits={{bits}})
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
# % endif
