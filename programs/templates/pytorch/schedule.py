def build_schedule(optimizer, steps):
    rising = math.ceil(WARM_UP * steps)
    # en: as the Trainer's "linear"; no effect on memory
    # zh: 与 Trainer 的 "linear" 相同；与显存无关
    return torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: step / rising if step < rising else max(0.0, (steps - step) / max(1, steps - rising)))


# % if training.max_gradient_norm > 0 and spread.by != "deepspeed"


def trained(optimizer):
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]


# % endif
